"""Walks by the public names: list all turns, play one by its text; as a multiple of python-chess in the same run.

On both sides a walk has at most 60 turns, taken at random, and processor time counts. A position of ours writes down
every turn that it lists; a board of python-chess lists moves, of which the one that is played is written and read.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random

from benchmarks.pace import MOMENT, Runner, ratio
from benchmarks.task import Task

LONGEST = 60  # turns in a walk
GAMES = ("eximo", "momentum", "campo-bello")

Walk = Callable[[Random], int]  # how many turns it had


def walk(name: str) -> Walk:
    import tabuleiro

    start = tabuleiro.new(name)

    def walked(rng: Random) -> int:
        position = start
        for count in range(LONGEST):
            turns = position.turns()
            if not turns:
                return count
            position = position.play(rng.choice(turns))
        return LONGEST

    return walked


def chess_walk(rng: Random) -> int:
    import chess

    board = chess.Board()
    for count in range(LONGEST):
        moves = list(board.legal_moves)
        if not moves:
            return count
        board.push_san(board.san(rng.choice(moves)))
    return LONGEST


def runner(walked: Walk) -> Runner:
    """Turns a second of processor time, every time other ones."""
    rng = Random(1)
    walked(rng)

    def run() -> float:
        count, began = 0, time.process_time()
        while (spent := time.process_time() - began) < MOMENT:
            count += walked(rng)
        return count / spent

    return run


def times(name: str, seconds: float, *, compiled: bool) -> float:
    """How many turns are listed and played while python-chess does it once."""
    import tabuleiro

    if compiled:
        tabuleiro.fast(name)
    return ratio(runner(walk(name)), runner(chess_walk), seconds)


TASKS = (  # the plain rules first: what is compiled serves from then on
    *(Task(f"{name} / chess, plain", "times", partial(times, name, compiled=False), 0.1) for name in GAMES),
    *(Task(f"{name} / chess, fast", "times", partial(times, name, compiled=True), 1) for name in GAMES),
)
