"""Every kernel equals its rules: on random play of every option set, 20,000 states a game in all."""

from random import Random

import pytest

from option_sets import SPECS
from tabuleiro import kernels
from tabuleiro.core.registry import find
from tabuleiro.testing.twins import Twins

STATES_A_GAME = 20_000
KERNELLED = [spec for spec in SPECS if kernels.find(find(spec)) is not None]  # boards over 64 cells have none


def states_of(spec: str) -> int:
    """This option set's part of the states of its game."""
    return STATES_A_GAME // sum(find(other).name == find(spec).name for other in KERNELLED) + 1


@pytest.mark.parametrize("spec", KERNELLED)
def test_kernel_equals_the_rules(spec: str):
    Twins(find(spec)).walk(Random(spec), states_of(spec))


@pytest.mark.slow
@pytest.mark.parametrize("spec", KERNELLED)
def test_kernel_equals_the_rules_for_long(spec: str):
    Twins(find(spec)).walk(Random(spec + "long"), 50 * states_of(spec))


@pytest.mark.parametrize("spec", SPECS)
def test_only_large_boards_have_no_kernel(spec: str):
    game = find(spec)
    assert (kernels.find(game) is None) == (len(game.board) > 64)
