"""Threads that share the work of a step: the caller is one of them, the others wait for the next."""

from __future__ import annotations

from itertools import pairwise
from os import getpid
from queue import SimpleQueue
from threading import Lock, Thread
from time import sleep
from typing import TYPE_CHECKING, Any

import numpy as np

from tabuleiro.kernels.batch import gates as gate

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[int, int], None]

MOMENT = 1e-5  # seconds, in which others get a core


class Crew:
    """Splits the numbers below *n* among *threads*; they end with whoever holds the crew."""

    def __init__(self, n: int, threads: int) -> None:
        self._cuts = [n * number // threads for number in range(threads + 1)]
        self._hire()

    def _hire(self) -> None:
        """Begin the threads; a process that is forked later has none of them."""
        cuts, threads = self._cuts, len(self._cuts) - 1
        self.own = cuts[0], cuts[1]
        self._mates = [_Mate(lo, hi) for lo, hi in pairwise(cuts[1:])]
        self._gates, self._begun = (np.zeros((rows, gate.ROW), np.int64) for rows in (threads - 1, threads))
        self._process = getpid()

    def _gather(self) -> None:
        """See to it that the threads are of this process."""
        if self._mates and self._process != getpid():
            self._hire()

    def run(self, work: Work) -> None:
        """Call *work* with the bounds of every part, side by side."""
        self.dismiss()
        jobs = [_Job(work, mate.bounds) for mate in self._mates]
        try:
            for mate, job in zip(self._mates, jobs, strict=True):
                mate.do(job)
            work(*self.own)
        except BaseException:
            jobs = [job for job in jobs if not job.revoked()]
            raise
        finally:  # whatever went wrong, nobody works on when this returns, and all are ready for the next step
            errors = _errors(jobs)
        if errors:
            raise errors[0]

    def lead(self, word: int, fixed: tuple[Any, ...]) -> None:
        """Let all do what *word* says, by ``gates.attend`` with *fixed*, and share in it.

        The others go on watching for the next word, until ``dismiss`` or a moment without one.
        """
        self._gather()
        begun = self._begun
        try:
            if gate.call(self._gates, begun, word):
                for number in np.flatnonzero(self._gates[:, 1]).tolist():
                    self._mates[number].attend(gate.attend, gate.WATCHING, number + 1, self._gates, begun, *fixed)
                    self._gates[number, 1] = 0
            gate.attend(word, 0, self._gates, begun, *fixed)
        finally:
            self._wait()

    def dismiss(self) -> None:
        """Nobody uses the arrays any more of which ``attend`` was told."""
        self._gather()
        if self._mates:
            gate.dismiss(self._gates)
            self._wait()

    def _wait(self) -> None:
        while not gate.over(self._gates):
            sleep(MOMENT)  # other programs have the cores: let the others of this crew run

    def __del__(self) -> None:
        for mate in self._mates:
            mate.end()


class _Job:
    """One part of the work. A lock tells that it is over: a semaphore or an event costs several times as much."""

    def __init__(self, work: Work, bounds: tuple[int, int]) -> None:
        self._work, self._bounds = work, bounds
        self._begun, self.over = Lock(), Lock()
        self.over.acquire()
        self.done = False
        self.error: BaseException | None = None

    def __call__(self) -> None:
        if not self._begun.acquire(blocking=False):
            return
        try:
            self._work(*self._bounds)
        except BaseException as error:  # noqa: BLE001 - the caller raises it
            self.error = error
        finally:
            self.done = True
            self.over.release()

    def revoked(self) -> bool:
        """Let nobody begin it any more; is that in time?"""
        return self._begun.acquire(blocking=False)


def _errors(jobs: list[_Job]) -> list[BaseException]:
    """What went wrong, once all are over: Ctrl-C waits for that, too."""
    interrupt: KeyboardInterrupt | None = None
    while any(not job.done for job in jobs):
        try:
            for job in jobs:
                if not job.done:
                    job.over.acquire()
        except KeyboardInterrupt as error:
            interrupt = error
    if interrupt:
        raise interrupt
    return [job.error for job in jobs if job.error]


class _Mate:
    """One thread with its part."""

    def __init__(self, lo: int, hi: int) -> None:
        self.bounds = lo, hi
        self._due: SimpleQueue[Callable[[], None] | None] = SimpleQueue()  # None is the end
        Thread(target=self._loop, daemon=True, name="games").start()

    def do(self, job: Callable[[], None]) -> None:
        """Do *job*, which raises nothing, when what was asked before is done."""
        self._due.put(job)

    def attend(self, work: Callable[..., None], *fixed: Any) -> None:
        """Call *work*, which is compiled and ends by itself."""
        self._due.put(lambda: work(*fixed))

    def end(self) -> None:
        self._due.put(None)

    def _loop(self) -> None:
        while (work := self._due.get()) is not None:
            work()
            del work
