"""Random games from start to end by the plain rules, default options, one core."""

from __future__ import annotations

import time
from functools import partial
from random import Random
from typing import Any

from benchmarks.pace import MOMENT, Runner
from benchmarks.task import Task
from tabuleiro.core import CHANCE, NOBODY, Game
from tabuleiro.core.registry import find

# Games a second that the plain rules should reach at least.
FLOORS = {"momentum": 1500, "eximo": 200, "campo-bello": 400, "meerkats": 50, "barragoon": 5}


def playout(game: Game[Any], rng: Random) -> None:
    """One game; repetitions, which the session judges, do not end it."""
    state = game.start()
    while state.player != NOBODY:
        if state.player == CHANCE:
            odds = game.odds(state)
            action = rng.choices([action for action, _ in odds], [weight for _, weight in odds])[0]
        else:
            action = rng.choice(game.actions(state))
        state = game.apply(state, action)


def runner(name: str, seconds: float = MOMENT) -> Runner:
    """Games a second of processor time, so that other programs disturb little; every time other games."""
    game, rng = find(name), Random(1)
    playout(game, rng)  # builds tables

    def run() -> float:
        count, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds or not count:
            playout(game, rng)
            count += 1
        return count / spent

    return run


def rate(name: str, seconds: float) -> float:
    """Games a second, on average."""
    return runner(name, seconds)()


TASKS = tuple(Task(name, "games/s", partial(rate, name), floor) for name, floor in FLOORS.items())
