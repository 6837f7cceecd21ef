"""Random games by the compiled rules, one core: by themselves, and as a multiple of the plain rules in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from benchmarks import playouts
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
BATCH = 0.05  # seconds of compiled play at a time


def rate(spec: str, seconds: float, threads: int = 1, clock: Callable[[], float] = time.process_time) -> float:
    """Games a second, all threads together; the best of several runs, for other programs disturb."""
    from tabuleiro import kernels
    from tabuleiro.core.registry import find
    from tabuleiro.kernels.search.playout import playouts as play
    from tabuleiro.kernels.search.playout import seeded

    game = find(spec)
    kernel = kernels.find(game)
    assert kernel is not None
    start, width = kernel.pack(game.start()), kernel.width
    play(start, seeded(1), width, 1)
    began = clock()
    play(start, seeded(1), width, 20)
    count = max(int(20 * BATCH / (clock() - began)), 1)
    best, ends = 0.0, time.perf_counter() + seconds
    with ThreadPoolExecutor(threads) as pool:
        while time.perf_counter() < ends:
            began = clock()
            list(pool.map(lambda seed: play(start, seeded(seed), width, count), range(threads)))
            best = max(best, threads * count / (clock() - began))
    return best


def times(name: str, seconds: float) -> float:
    """How many games the compiled rules play while the plain ones play one."""
    return rate(name, seconds / 2) / playouts.rate(name, seconds / 2)


def scaling(name: str, seconds: float) -> float:
    """What a second thread gives, by the clock on the wall: only a machine with nothing else to do shows it."""
    wall = time.perf_counter
    return rate(name, seconds / 2, 2, wall) / rate(name, seconds / 2, 1, wall)


TASKS = (
    *(Task(f"{spec}, compiled", "games/s", partial(rate, spec), aim) for spec, aim in AIMS.items()),
    *(Task(f"{name} / plain", "times", partial(times, name), least) for name, least in TIMES.items()),
    Task("two threads, eximo", "times", partial(scaling, "eximo"), 1.7),
)
