"""Games a second of a round robin: in two processes, on Ray, and to the disk, against two processes that share nothing."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from benchmarks.task import Task
from tabuleiro.arena.executor import Executor, Job, conduct, hands, play_all
from tabuleiro.arena.log import Log, Logs
from tabuleiro.arena.match import Match, play

AGENTS = ("random", "report:1", "report:2", "greedy", "level:1")
NODES, WORKERS = 200, 2
PACE = 60  # games a second, about: how many are played in the seconds that are given


def matches() -> list[Match]:
    return [Match("momentum", pair, nodes=NODES) for pair in combinations(AGENTS, 2)]


def jobs(seconds: float) -> list[Job]:
    """A round robin of about so many seconds."""
    games = max(8, round(seconds * PACE / len(matches())))
    return [Job(match, number) for match in matches() for number in range(1, games + 1)]


def alone(part: list[Job], ready: object, go: object) -> None:
    """In a process that shares nothing: gets ready, then plays its part when all are."""
    play_all([Job(match, 1) for match in matches()])
    ready.release()  # type: ignore[attr-defined]
    go.wait()  # type: ignore[attr-defined]
    play_all(part)


@cache
def apart(seconds: float) -> float:
    """Games a second of two processes that play every other game each."""
    context, due = get_context("spawn"), jobs(seconds)
    ready, go = context.Semaphore(0), context.Event()
    processes = [context.Process(target=alone, args=(due[part::WORKERS], ready, go)) for part in range(WORKERS)]
    for process in processes:
        process.start()
    for _ in processes:
        ready.acquire()
    began = perf_counter()
    go.set()
    for process in processes:
        process.join()
    return len(due) / (perf_counter() - began)


def pace(executor: Executor, seconds: float) -> float:
    """Games a second of *executor*, logs and all, without its start."""
    due = jobs(seconds)
    with tempfile.TemporaryDirectory() as folder, executor:
        warm = [Job(match, number) for match in matches() for number in range(1, 5)]
        for _ in executor.play(iter(warm), len(warm)):
            pass
        logs = Logs([Log(match, str(Path(folder) / f"{number}.jsonl")) for number, match in enumerate(matches())])
        for log in logs.values():
            log.__enter__()
        began = perf_counter()
        conduct(executor, iter(due), len(due), logs)
        taken = perf_counter() - began
        for log in logs.values():
            log.__exit__(None, None, None)
    return len(due) / taken


@cache
def pooled(seconds: float) -> float:
    return pace(hands(WORKERS), seconds)


def to_disk(seconds: float) -> float:
    """Finished games that a log has on the disk, a second."""
    match = matches()[0]
    game = play(match, 1)

    def endless() -> Iterator[int]:
        began, number = perf_counter(), 0
        while perf_counter() - began < seconds:
            yield (number := number + 1)

    with tempfile.TemporaryDirectory(dir=".") as folder, Log(match, str(Path(folder) / "games.jsonl")) as log:
        began = perf_counter()
        for number in endless():
            log.keep(match, replace(game, number=number))
            log.settle()
        log.settle(now=True)
        return len(log.games) / (perf_counter() - began)


TASKS = [
    Task("two-processes", "of two that share nothing", lambda seconds: pooled(seconds) / apart(seconds), 0.93),
    Task("ray", "of the processes", lambda seconds: pace(hands(WORKERS, "local"), seconds) / pooled(seconds), 0.93),
    Task("log", "games/s on the disk", to_disk, 1000),
]
