"""Threads that share the work of a step: the caller is one of them, the others wait for the next."""

from __future__ import annotations

from itertools import pairwise
from threading import Lock, Thread
from time import sleep
from typing import TYPE_CHECKING

import numpy as np

from tabuleiro.kernels.batch import gates as gate

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[int, int], None]


class Crew:
    """Splits the numbers below *n* among *threads*; they end with whoever holds the crew."""

    def __init__(self, n: int, threads: int) -> None:
        cuts = [n * number // threads for number in range(threads + 1)]
        self.own = cuts[0], cuts[1]
        self._mates = [_Mate(lo, hi) for lo, hi in pairwise(cuts[1:])]
        self._gates = np.zeros((threads - 1, gate.ROW), np.int64)

    def run(self, work: Work) -> None:
        """Call *work* with the bounds of every part, side by side."""
        self.dismiss()
        for mate in self._mates:
            mate.start(work)
        try:
            work(*self.own)
        finally:  # whatever went wrong, nobody works on when this returns, and all are ready for the next step
            errors = [error for mate in self._mates if (error := mate.wait())]
        if errors:
            raise errors[0]

    def lead(self, word: int, own: Work, attend: Callable[..., None]) -> None:
        """Let the others do what *word* says, by ``gates.attend``, and do one's own part meanwhile.

        They go on watching for the next word, until ``dismiss`` or a moment without one.
        """
        if not self._mates:
            own(*self.own)
            return
        if gate.call(self._gates, word):
            for number in np.flatnonzero(self._gates[:, 1]).tolist():
                self._gates[number, 1] = 0
                self._mates[number].attend(attend, self._gates, number)
        try:
            own(*self.own)
        finally:
            self._wait(word)

    def dismiss(self) -> None:
        """Nobody uses the arrays any more of which ``attend`` was told."""
        if self._mates:
            gate.dismiss(self._gates)
            self._wait(gate.LEAVE)

    def _wait(self, word: int) -> None:
        while not gate.over(self._gates, word):
            sleep(0)  # more threads than cores: let them run

    def __del__(self) -> None:
        for mate in self._mates:
            mate.end()


class _Mate:
    """One thread with its part. Two locks hand the work over: a semaphore or an event costs several times as much."""

    def __init__(self, lo: int, hi: int) -> None:
        self._bounds = lo, hi
        self._work: Callable[[], None] | None = None
        self._error: BaseException | None = None
        self._due, self._over = Lock(), Lock()
        self._due.acquire()
        self._over.acquire()
        Thread(target=self._loop, daemon=True, name="games").start()

    def start(self, work: Work) -> None:
        """Call *work* with the bounds; ``wait`` tells when it is over."""

        def do() -> None:
            try:
                work(*self._bounds)
            except BaseException as error:  # noqa: BLE001 - the caller raises it
                self._error = error
            finally:
                self._over.release()

        self._begin(do)

    def attend(self, work: Callable[..., None], gates: gate.Gates, number: int) -> None:
        """Call *work*, which is compiled and ends by itself."""
        self._begin(lambda: work(*self._bounds, gates, number))

    def end(self) -> None:
        self._begin(None)

    def wait(self) -> BaseException | None:
        """What went wrong, once the work is over."""
        self._over.acquire()
        error, self._error = self._error, None
        return error

    def _begin(self, work: Callable[[], None] | None) -> None:
        self._work = work
        self._due.release()

    def _loop(self) -> None:
        while True:
            self._due.acquire()
            work, self._work = self._work, None
            if work is None:
                return
            work()
            del work
