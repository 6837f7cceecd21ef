"""What all evaluations keep to: named features, weighed and put through the logistic function, fair to both seats."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from random import Random

import numpy as np
import pytest

from tabuleiro import kernels
from tabuleiro.core import NOBODY
from tabuleiro.core.registry import find, names
from tabuleiro.kernels.jit import rule_of
from tabuleiro.kernels.rules import evaluate

MOMENTUM = find("momentum")


def twin_of(game):
    """The module of the compiled twin that judges."""
    twin = import_module(game.twin.partition(":")[0])
    return import_module(twin.features.__module__)


def judged(packed, seat):
    """What searches are told of a packed state."""
    return rule_of(type(packed), evaluate)(packed, seat)


def positions(game, count):
    """The states of random games in which a seat decides."""
    rng = Random(f"evaluation {game}")
    while count:
        state = game.start()
        while state.player != NOBODY and count:
            if state.player >= 0:
                count -= 1
                yield state
            actions = game.actions(state) if state.player >= 0 else [action for action, _ in game.odds(state)]
            state = game.apply(state, rng.choice(actions))


@pytest.mark.parametrize("name", names())
def test_an_evaluation_is_its_weights_times_its_features_and_fair(name):
    game, rules = find(name), twin_of(find(name))
    kernel, weights = kernels.find(game), np.ravel(rules.WEIGHTS)
    kernel.judge_by("none")  # but by features alone
    pack = kernel.pack
    seen = set()
    for state in positions(game, 300):
        mine, theirs = (np.array(rules.features(pack(state), seat), float) for seat in (0, 1))
        assert len(mine) == len(weights) == len(rules.FEATURES)
        assert mine == pytest.approx(-theirs)
        hope = judged(pack(state), 0)
        assert 0 < hope < 1
        assert hope == pytest.approx(1 / (1 + np.exp(-weights @ mine)), rel=1e-3)
        assert judged(pack(state), 1) == pytest.approx(1 - hope)
        seen.add(round(hope, 3))
    assert len(seen) > 100


# ── Momentum ─────────────────────────────────────────────────────────────────────────────────────────────────────


def swapped(state):
    """The players exchanged."""
    return replace(state, board=state.board.translate(bytes([0, 2, 1]) + bytes(253)), player=1 - state.player)


def turned(state):
    """The board turned by a quarter."""
    board = bytes(state.board[7 * (6 - cell % 7) + cell // 7] for cell in range(49))
    return replace(state, board=board)


def test_momentum_is_the_same_for_both_players_and_from_every_side():
    pack = kernels.find(MOMENTUM).pack
    for state in positions(MOMENTUM, 300):
        hope = judged(pack(state), 0)
        assert judged(pack(swapped(state)), 1) == pytest.approx(hope)
        assert judged(pack(turned(state)), 0) == pytest.approx(hope)


SIX = "......./..1.1../......./..1.1../......./..1.1../......."
SEVEN = "......./..1.1../......./..1.1../......./..1.1../...1..."  # one can be sent home
SAFE = "......./..1.1../......./..111../......./..1.1../......."


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("marbles on the board", "1...1../......./...2.../......./......./......./....... 2 4", 1),
        ("on the edge", "1...1../......./...2.../......./......./......./......2 1 5", 1),
        ("in corners", "1...1../......./...2.../......./......./......./......2 1 5", 0),
        ("beside the edge", "......./.1...../...2.../......./......./......./....... 1 3", 1),
        ("next has all but one", f"{SEVEN} 1 14", 1),
        ("next has all but one", f"{SEVEN} 2 14", 0),
        ("next has all but two", f"{SIX} 1 14", 1),
        ("the other has all but one", f"{SEVEN} 2 14", 1),
        ("the other has all but one, safe", f"{SEVEN} 2 14", 0),
        ("the other has all but one, safe", f"{SAFE} 2 14", 1),
        ("the other has all but two", f"{SIX} 2 14", 1),
        ("the turn", f"{SIX} 1 14", 1),
        ("the turn", f"{SIX} 2 14", -1),
    ],
)
def test_momentum_features(name, text, expected):
    """For the first player."""
    rules, pack = twin_of(MOMENTUM), kernels.find(MOMENTUM).pack
    found = rules.features(pack(MOMENTUM.read_position(text)), 0)
    assert found[rules.FEATURES.index(name)] == expected
