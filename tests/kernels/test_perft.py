"""Compiled counting: turns, steps, deals and draws, on a toy with all of them and on a game."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from numba.core.caching import NullCache

from tabuleiro import kernels
from tabuleiro.core.registry import find
from tabuleiro.kernels.jit import compiled, register
from tabuleiro.kernels.search.perft import (
    ROWS,
    STOP,
    count_steps,
    count_turns,
    dealing,
    new_watch,
    perft,
    progress,
    watched,
)
from tabuleiro.testing.perft import perft as reference_perft

DEAL, HIDDEN, DRAW, MOVE, MORE, LAST = range(6)
WIDTH = 4


class Toy(NamedTuple):
    """Two hidden deals, then turns: a draw of 3, a step of 2, and one of 4 that ends the turn. Over after *limit*."""

    player: int
    phase: int
    turns: int
    limit: int


@compiled
def legal(s: Toy, out) -> int:
    count = (4, 4, 3, 2, 4, 1)[s.phase]
    for number in range(count):
        out[number] = number
    return count


@compiled
def step(s: Toy, code: int) -> Toy:  # noqa: ARG001 - the signature of a rule
    phase = s.phase + 1
    if phase == LAST:
        turns = s.turns + 1
        return Toy(-2 if turns == s.limit else -1, DRAW, turns, s.limit)
    return Toy(-1 if phase <= DRAW else 0, phase, s.turns, s.limit)


@compiled
def whole(s: Toy) -> bool:
    return s.phase in (DEAL, DRAW)


register(Toy, legal=legal, step=step, whole=whole)


@pytest.fixture
def uncached(monkeypatch):
    """What is compiled for a toy stays out of the cache on disk: who reads that next could not import this file."""
    for function in (watched, count_turns, count_steps, dealing):
        monkeypatch.setattr(function, "_cache", NullCache(), raising=False)


@pytest.mark.usefixtures("uncached")
@pytest.mark.parametrize("phase", [DEAL, HIDDEN, DRAW])
def test_a_deal_is_one_and_draws_multiply(phase: int):
    start = Toy(-1, phase, 0, 9)
    assert [perft(start, depth, WIDTH, False) for depth in range(4)] == [1, 24, 24**2, 24**3]
    assert [perft(start, depth, WIDTH, True) for depth in range(5)] == [1, 6, 24, 24 * 6, 24 * 24]


@pytest.mark.usefixtures("uncached")
def test_the_rest_of_a_turn_counts_as_the_first():
    assert perft(Toy(0, MORE, 0, 9), 1, WIDTH, False) == 4
    assert perft(Toy(0, MORE, 0, 9), 2, WIDTH, False) == 4 * 24


@pytest.mark.usefixtures("uncached")
def test_a_game_that_ends_earlier_counts_nothing():
    assert [perft(Toy(-1, DRAW, 0, 2), depth, WIDTH, False) for depth in range(4)] == [1, 24, 576, 0]
    assert [perft(Toy(-1, DRAW, 0, 1), depth, WIDTH, True) for depth in range(4)] == [1, 6, 24, 0]
    assert perft(Toy(-2, DRAW, 2, 2), 1, WIDTH, False) == perft(Toy(-2, DRAW, 2, 2), 1, WIDTH, True) == 0


def test_momentum():
    game = find("momentum:marbles=2")
    kernel = kernels.find(game)
    assert kernel is not None
    start = game.start()
    for depth in (1, 2):
        expected = reference_perft(game, start, depth)
        assert perft(kernel.pack(start), depth, kernel.width, False) == expected
        assert perft(kernel.pack(start), depth, kernel.width, True) == expected


class Corridor(NamedTuple):
    """One way on, for ever."""

    player: int


@compiled
def only(s: Corridor, out) -> int:  # noqa: ARG001 - the signature of a rule
    out[0] = 0
    return 1


@compiled
def on(s: Corridor, code: int) -> Corridor:  # noqa: ARG001 - the signature of a rule
    return Corridor(1 - s.player)


@compiled
def always(s: Corridor) -> bool:  # noqa: ARG001 - the signature of a rule
    return True


register(Corridor, legal=only, step=on, whole=always)


@pytest.mark.usefixtures("uncached")
def test_deeper_than_the_shelf():
    for steps in (False, True):
        assert perft(Corridor(0), 3 * ROWS, 1, steps) == 1


@pytest.mark.usefixtures("uncached")
@pytest.mark.parametrize("steps", [False, True])
def test_counting_can_be_watched_and_stopped(steps: bool):
    watch, start = new_watch(), Toy(-1, DRAW, 0, 9)
    assert progress(watch) == 0
    assert watched(start, 3, WIDTH, steps, watch) == perft(start, 3, WIDTH, steps)
    assert progress(watch) == (2 + 1 / 2) / 3  # the last of three draws, then the last of two steps
    watch[STOP] = 1
    assert watched(start, 3, WIDTH, steps, watch) == 0
