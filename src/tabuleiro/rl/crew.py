"""Threads that share the work of a step: the caller is one of them, the others wait for the next."""

from __future__ import annotations

from itertools import pairwise
from threading import Lock, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Crew:
    """Splits the numbers below *n* among *threads*; they end with whoever holds the crew."""

    def __init__(self, n: int, threads: int) -> None:
        cuts = [n * number // threads for number in range(threads + 1)]
        self._own = cuts[0], cuts[1]
        self._mates = [_Mate(lo, hi) for lo, hi in pairwise(cuts[1:])]

    def run(self, work: Callable[[int, int], None]) -> None:
        """Call *work* with the bounds of every part, side by side."""
        for mate in self._mates:
            mate.start(work)
        try:
            work(*self._own)
        finally:  # whatever went wrong, nobody works on when this returns, and all are ready for the next step
            errors = [error for mate in self._mates if (error := mate.wait())]
        if errors:
            raise errors[0]

    def __del__(self) -> None:
        for mate in self._mates:
            mate.start(None)


class _Mate:
    """One thread with its part. Two locks hand the work over: a semaphore or an event costs several times as much."""

    def __init__(self, lo: int, hi: int) -> None:
        self._bounds = lo, hi
        self._work: Callable[[int, int], None] | None = None
        self._error: BaseException | None = None
        self._due, self._over = Lock(), Lock()
        self._due.acquire()
        self._over.acquire()
        Thread(target=self._attend, daemon=True, name="games").start()

    def start(self, work: Callable[[int, int], None] | None) -> None:
        self._work = work
        self._due.release()

    def wait(self) -> BaseException | None:
        """What went wrong, once the work is over."""
        self._over.acquire()
        error, self._error = self._error, None
        return error

    def _attend(self) -> None:
        while True:
            self._due.acquire()
            work = self._work
            if work is None:
                return
            try:
                work(*self._bounds)
            except BaseException as error:  # noqa: BLE001 - the caller raises it
                self._error = error
            finally:
                del work
                self._work = None
                self._over.release()
