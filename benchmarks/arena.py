"""Games a second of a round robin: in two processes, on Ray, and to the disk, against two processes that share nothing.

``python -m benchmarks.arena [--games 400]`` plays a whole one in each way, and says whether the tables are equal.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator, Sequence
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
from tabuleiro.arena.ratings import rate
from tabuleiro.arena.summary import Summary

AGENTS = ("random", "report:1", "report:2", "greedy", "level:1")
NODES, WORKERS = 200, 2
PACE = 60  # games a second, about: how many are played in the seconds that are given


def matches() -> list[Match]:
    return [Match("momentum", pair, nodes=NODES) for pair in combinations(AGENTS, 2)]


def jobs(seconds: float) -> list[Job]:
    """A round robin of about so many seconds."""
    return round_robin(max(8, round(seconds * PACE / len(matches()))))


def round_robin(games: int) -> list[Job]:
    """So many games of each pair."""
    return [Job(match, number) for match in matches() for number in range(1, games + 1)]


def alone(part: list[Job], ready: object, go: object) -> None:
    """In a process that shares nothing: gets ready, then plays its part when all are."""
    play_all([Job(match, 1) for match in matches()])
    ready.release()  # type: ignore[attr-defined]
    go.wait()  # type: ignore[attr-defined]
    play_all(part)


@cache
def apart(seconds: float) -> float:
    return aside(jobs(seconds))


def aside(due: list[Job]) -> float:
    """Games a second of two processes that play every other game each."""
    context = get_context("spawn")
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


def pace(executor: Executor, due: list[Job]) -> tuple[float, str]:
    """Games a second of *executor*, logs and all, without its start; and the table."""
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
    return len(due) / taken, table(logs)


def table(logs: Logs) -> str:
    """All that is told of the games but for the times: every result, and the ratings."""
    lines, meetings = [], []
    for match, log in logs.items():
        summary = Summary.of(match, log.games.values())
        lines += summary.result_lines()
        lines += [f"{game.number} {game.scores} {game.turns} {game.reason}" for game in summary.games]
        meetings += summary.meetings
    return "\n".join([*lines, *(f"{rating.player} {rating}" for rating in rate(AGENTS, meetings))])


@cache
def pooled(seconds: float) -> float:
    return pace(hands(WORKERS), jobs(seconds))[0]


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
    Task(
        "ray",
        "of the processes",
        lambda seconds: pace(hands(WORKERS, "local"), jobs(seconds))[0] / pooled(seconds),
        0.93,
    ),
    Task("log", "games/s on the disk", to_disk, 1000),
]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arena", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=400, help="of each pair")
    parser.add_argument("--times", type=int, default=1, help="how often, one way after another")
    args = parser.parse_args(argv)
    due, tables = round_robin(args.games), set()
    print(f"{len(due)} games of {', '.join(AGENTS)}; load {os.getloadavg()}", flush=True)
    for _ in range(args.times):
        alone = aside(due)
        print(f"two processes that share nothing: {alone:.1f} games/s", flush=True)
        rate_of_pool, one = pace(hands(WORKERS), due)
        print(f"two workers: {rate_of_pool:.1f} games/s, {rate_of_pool / alone:.3f} of that", flush=True)
        rate_of_ray, other = pace(hands(WORKERS, "local"), due)
        print(f"Ray, two workers: {rate_of_ray:.1f} games/s, {rate_of_ray / rate_of_pool:.3f} of the pool", flush=True)
        tables |= {one, other}
    print("tables:", "equal" if len(tables) == 1 else "NOT EQUAL", *(f"{len(text)} bytes" for text in tables))
    return len(tables) > 1


if __name__ == "__main__":
    raise SystemExit(main())
