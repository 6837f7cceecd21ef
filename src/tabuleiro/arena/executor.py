"""Plays the games of a match that are not finished yet, in as many processes as there are cores for it.

Whatever ends it, an interrupt, a signal or the end of the parent, the processes end too, and the engines that they run;
none of them says anything.
"""

from __future__ import annotations

import os
import signal
from contextlib import closing
from itertools import islice
from time import monotonic

from tabuleiro.ai.agents import cores
from tabuleiro.arena.match import Match, Played, play
from tabuleiro.arena.signals import KILLED, answered, leave_politely, undisturbed
from tabuleiro.core import later, say
from tabuleiro.core.errors import WorkerDied
from tabuleiro.core.registry import give, given
from tabuleiro.home.folders import announce, announce_by
from tabuleiro.home.languages import choose, spoken
from tabuleiro.kernels import COMPILING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.process import BaseProcess
    from multiprocessing.synchronize import Event

    from tabuleiro.arena.log import Log

LOOK = 0.5  # seconds between looks at what the processes announce
AHEAD = 2  # games for every process that are handed out, so that none waits for the next one
FAREWELL = 5.0  # seconds for a process to end its engines


def run(log: Log, games: int, workers: int | None = None, progress: Callable[[], None] = lambda: None) -> None:
    """Play games 1 to *games* of the match of *log*, but for those that are there already."""
    left = games - sum(1 <= number <= games for number in log.games)
    due = (number for number in range(1, games + 1) if number not in log.games)
    workers = min(workers or cores(), left)
    progress()
    with (
        answered(KILLED, leave_politely),
        closing(_alone(log.match, due) if workers <= 1 else _together(log.match, due, workers)) as played,
    ):
        for game in played:
            log.add(game)
            progress()


def _alone(match: Match, numbers: Iterator[int]) -> Generator[Played]:
    for number in numbers:
        yield play(match, number)


def _together(match: Match, numbers: Iterator[int], workers: int) -> Generator[Played]:
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    before = set(active_children())
    context = get_context("spawn")
    compiling = context.Event()  # what the processes announce is said here, and once
    pool = ProcessPoolExecutor(workers, context, initializer=attend, initargs=(spoken(), given(), compiling))
    waiting: set[Future[Played]] = set()
    told = False
    try:
        while True:
            with undisturbed():  # a process that is half started would complain
                waiting |= {
                    pool.submit(play, match, number) for number in islice(numbers, AHEAD * workers - len(waiting))
                }
            if not waiting:
                break
            done, waiting = wait(waiting, None if told else LOOK, FIRST_COMPLETED)
            if not told and compiling.is_set():
                told = True
                announce(say(COMPILING))
            for future in done:
                yield future.result()
        pool.shutdown()
    except BrokenProcessPool as error:
        raise WorkerDied(later("a process that played ended abruptly; start again to go on")) from error
    finally:
        with undisturbed():
            _end(pool, set(active_children()) - before)


def _end(pool: ProcessPoolExecutor, processes: set[BaseProcess]) -> None:
    """Take the work away, and end those who do it."""
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    deadline = monotonic() + FAREWELL
    for process in processes:
        process.join(max(0.0, deadline - monotonic()))
        if process.is_alive():
            process.kill()
    pool.shutdown()


# ── In a worker ────────────────────────────────────────────────────────────────────────────────────────────────────


def attend(language: str, games: tuple[str, ...] = (), compiling: Event | None = None) -> None:
    """It speaks as the parent does, and has the *games* that a person gave to it; what it compiles is told by the
    parent. An interrupt is left to the parent too, without whom nothing is left to do.
    """
    from multiprocessing import parent_process
    from threading import Thread

    choose(language)
    for path in games:
        give(path)
    if compiling:
        announce_by(lambda _: compiling.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in KILLED:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, leave)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        end_work()

    Thread(target=watch, daemon=True).start()


def leave(_number: int, _: object) -> None:
    """A worker is told to end: at once, whatever it does, and only once."""
    for number in KILLED:
        signal.signal(number, signal.SIG_IGN)
    end_work()


def end_work() -> None:
    """No engine lives longer than who started it."""
    from tabuleiro.engines.process import end_all

    end_all()
    os._exit(1)
