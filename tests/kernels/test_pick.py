"""Random play takes every legal step as often as the next, and one function is compiled once."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from tabuleiro import kernels
from tabuleiro.core import NOBODY
from tabuleiro.core.registry import find
from tabuleiro.kernels.jit import compiled, rule_of
from tabuleiro.kernels.rules import legal, pick
from tabuleiro.kernels.search.playout import seeded

EACH = 300  # picks for every legal step
DEVIATION = 90.0  # five standard deviations of a count of so many, about


def positions(spec: str, count: int):
    """Packed states where a seat decides, far from each other in random games."""
    game, rng = find(spec), Random(7)
    kernel = kernels.find(game)
    assert kernel is not None
    state, left = game.start(), 0
    while count:
        if state.player == NOBODY:
            state = game.start()
        actions = game.actions(state) if state.player >= 0 else [action for action, _ in game.odds(state)]
        if state.player >= 0 and len(actions) > 1 and (left := left - 1) < 0:
            yield kernel.pack(state), kernel.width
            count, left = count - 1, 7
        state = game.apply(state, rng.choice(actions))


@pytest.mark.parametrize("spec", ["eximo", "eximo:drops=reserve,capture=optional", "momentum", "momentum:forced=off"])
def test_all_legal_steps_are_picked_alike(spec):
    rng = seeded(5)
    for packed, width in positions(spec, 40):
        codes = np.empty(width, np.int32)
        count = rule_of(type(packed), legal)(packed, codes)
        listed = [int(code) for code in codes[:count]]
        room = np.empty(width, np.int32)
        seen = Counter(int(rule_of(type(packed), pick)(packed, rng, room)) for _ in range(EACH * count))
        assert sorted(seen) == sorted(listed), packed
        assert all(abs(seen[code] - EACH) < DEVIATION for code in listed), (packed, seen)


@compiled
def twice(number: int) -> int:
    return 2 * number


@compiled
def sum_of_three() -> int:
    return twice(1) + twice(2) + twice(3)


def test_numbers_in_the_source_make_no_new_compilations():
    assert sum_of_three() == 12
    assert len(getattr(twice, "signatures", [0])) == 1
