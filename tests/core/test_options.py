"""Options that are numbers have a least and a most, said wherever options are shown, and games answer at both."""

from __future__ import annotations

import gc
import time
import weakref
from dataclasses import dataclass
from random import Random

import pytest

from tabuleiro.ai.agents import make
from tabuleiro.ai.background import plain_player
from tabuleiro.core import option
from tabuleiro.core.errors import BadOption
from tabuleiro.core.notation import read_position, read_turn, turns
from tabuleiro.core.option import MOST, options, read_options
from tabuleiro.core.registry import KEPT, find, game_class, names
from tabuleiro.draw.svg import svg
from tabuleiro.draw.text import text
from tabuleiro.play.agent import Limit
from tabuleiro.play.session import Session
from tabuleiro.table.rulebook import rules

SOON = 60.0  # seconds, also on a busy machine; it did not end at all


def numbers(name):
    """The options of a game that are numbers to be typed."""
    return [item for item in options(game_class(name)) if type(item.default) is int and not item.choices]


NUMBERS = [(name, item) for name in names() for item in numbers(name)]


@pytest.mark.parametrize(("name", "item"), NUMBERS, ids=[f"{name}:{item.name}" for name, item in NUMBERS])
def test_every_number_has_a_most(name, item):
    assert item.least <= item.default <= item.most < MOST
    assert item.accepted == f"a number from {item.least} to {item.most}"
    for value in (item.least - 1, item.most + 1, MOST, MOST + 1, -MOST, "9" * 5000):
        with pytest.raises(BadOption, match=f"{item.name} takes a number from {item.least} to {item.most}$"):
            find(f"{name}:{item.name}={value}")
    with pytest.raises(BadOption, match=f"{item.name} takes a number from {item.least} to {item.most}$"):
        game_class(name)(**{item.name: item.most + 1})
    assert f"({item.accepted})" in rules(find(name), 500)


@pytest.mark.parametrize("name", [name for name in names() if numbers(name)])
def test_a_game_answers_with_all_its_numbers_at_their_most(name):
    game = find(f"{name}:{','.join(f'{item.name}={item.most}' for item in numbers(name))}")
    began = time.monotonic()
    session, rng = Session(game, Random(0)), Random(0)
    for _ in range(6):
        session.play(session.player, rng.choice(game.actions(session.state)))
    state = session.state
    assert read_position(game, game.write_position(state)) == state
    assert text(game, state)
    assert "</svg>" in svg(game, state)
    assert read_turn(game, state, next(turns(game, state)).text).actions
    view = session.view(session.player)
    for agent in (make("greedy", game, Random(0)), plain_player("mcts", game, Random(0))):
        assert agent.choose(view, Limit(nodes=50)).action in view.actions
    assert time.monotonic() - began < SOON


def test_a_number_without_a_most_of_its_own_has_the_usual_one():
    @dataclass
    class Toy:
        name = "toy"
        number: int = option(1, "any")

    assert options(Toy)[0].accepted == f"a number from 0 to {MOST}"
    assert read_options(Toy, {"number": str(MOST)}) == {"number": MOST}
    with pytest.raises(BadOption):
        read_options(Toy, {"number": str(MOST + 1)})


def test_games_that_are_kept_are_few():
    """Each has tables of some size, and a record or another program may spell any number of them."""
    assert find("momentum:turn_limit=2") is find("momentum:turn_limit=2")
    first = weakref.ref(find("momentum:turn_limit=4"))
    for limit in range(6, 6 + 4 * KEPT, 2):
        find(f"momentum:turn_limit={limit}")
    gc.collect()
    assert first() is None
