"""Plays the games of a match that are not finished yet, in as many processes as there are cores."""

from __future__ import annotations

import os

from tabuleiro.arena.match import Match, Played, play
from tabuleiro.core import say
from tabuleiro.core.errors import NotNow
from tabuleiro.home.languages import choose, spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tabuleiro.arena.log import Log


def run(log: Log, games: int, workers: int | None = None, progress: Callable[[], None] = lambda: None) -> None:
    """Play games 1 to *games* of the match of *log*, but for those that are there already."""
    due = [number for number in range(1, games + 1) if number not in log.games]
    workers = min(workers or os.cpu_count() or 1, len(due))
    progress()
    for game in _alone(log.match, due) if workers <= 1 else _together(log.match, due, workers):
        log.add(game)
        progress()


def _alone(match: Match, numbers: Sequence[int]) -> Iterator[Played]:
    for number in numbers:
        yield play(match, number)


def _together(match: Match, numbers: Sequence[int], workers: int) -> Iterator[Played]:
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    before = set(active_children())
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=attend, initargs=(spoken(),))
    try:
        for future in as_completed([pool.submit(play, match, number) for number in numbers]):
            yield future.result()
        pool.shutdown()
    except BrokenProcessPool as error:
        raise NotNow(say("a process that played ended abruptly; start again to go on")) from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - before:
            process.terminate()


def attend(language: str) -> None:
    """In a worker: it speaks as the parent does, to whom an interrupt is left; without one nothing is left to do."""
    import signal
    from multiprocessing import parent_process
    from threading import Thread

    choose(language)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()
