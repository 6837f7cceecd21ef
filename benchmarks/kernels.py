"""Random games by the compiled rules, one core: by themselves, and as a multiple of the plain rules in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from benchmarks import playouts
from benchmarks.pace import MOMENT, Runner, ratio
from benchmarks.task import Task

# Games a second to aim at, and how many times the plain rules the compiled ones should be.
AIMS = {
    "momentum:forced=off": 1_000_000,
    "momentum": 150_000,
    "eximo": 200_000,
    "campo-bello": 100_000,
    "meerkats": 10_000,
    "barragoon": 1_500,
}
TIMES = {"momentum": 100, "eximo": 100, "campo-bello": 50, "meerkats": 50, "barragoon": 50}


def runner(spec: str, threads: int = 1, clock: Callable[[], float] = time.process_time) -> Runner:
    """Games a second, all threads together; every time other games."""
    from tabuleiro import kernels
    from tabuleiro.core.registry import find
    from tabuleiro.kernels.search.playout import playouts as play
    from tabuleiro.kernels.search.playout import seeded

    game = find(spec)
    kernel = kernels.find(game)
    assert kernel is not None
    start, width, pool = kernel.pack(game.start()), kernel.width, ThreadPoolExecutor(threads)
    seeds = [seeded(number) for number in range(threads)]

    def played(count: int) -> float:
        began = clock()
        list(pool.map(lambda seed: play(start, seed, width, count), seeds))
        return threads * count / (clock() - began)

    played(1)  # compiles
    count = max(int(played(20) * MOMENT / threads), 1)
    return lambda: played(count)


def rate(spec: str, seconds: float) -> float:
    """Games a second; the best of several moments, for other programs disturb."""
    run, best, ends = runner(spec), 0.0, time.perf_counter() + seconds
    while not best or time.perf_counter() < ends:
        best = max(best, run())
    return best


def times(name: str, seconds: float) -> float:
    """How many games the compiled rules play while the plain ones play one."""
    return ratio(runner(name), playouts.runner(name), seconds)


def scaling(name: str, seconds: float) -> float:
    """What a second thread gives, by the clock on the wall: only a machine with nothing else to do shows it."""
    wall = time.perf_counter
    return ratio(runner(name, 2, wall), runner(name, 1, wall), seconds)


TASKS = (
    *(Task(f"{spec}, compiled", "games/s", partial(rate, spec), aim) for spec, aim in AIMS.items()),
    *(Task(f"{name} / plain", "times", partial(times, name), least) for name, least in TIMES.items()),
    Task("two threads, eximo", "times", partial(scaling, "eximo"), 1.7),
)
