"""Threads that share the work of a step: the caller is one of them, the others wait for the next."""

from __future__ import annotations

from itertools import pairwise
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
        cuts = [n * number // threads for number in range(threads + 1)]
        self.own = cuts[0], cuts[1]
        self._mates = [_Mate(lo, hi) for lo, hi in pairwise(cuts[1:])]
        self._gates, self._begun = (np.zeros((rows, gate.ROW), np.int64) for rows in (threads - 1, threads))

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

    def lead(self, word: int, fixed: tuple[Any, ...]) -> None:
        """Let all do what *word* says, by ``gates.attend`` with *fixed*, and share in it.

        The others go on watching for the next word, until ``dismiss`` or a moment without one.
        """
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
        if self._mates:
            gate.dismiss(self._gates)
            self._wait()

    def _wait(self) -> None:
        while not gate.over(self._gates):
            sleep(MOMENT)  # other programs have the cores: let the others of this crew run

    def __del__(self) -> None:
        for mate in self._mates:
            mate.end()


class _Mate:
    """One thread with its part. A lock tells that the work is over: a semaphore or an event costs several times as much."""

    def __init__(self, lo: int, hi: int) -> None:
        self._bounds = lo, hi
        self._due: SimpleQueue[Callable[[], None] | None] = SimpleQueue()  # None is the end
        self._error: BaseException | None = None
        self._over = Lock()
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

        self._due.put(do)

    def attend(self, work: Callable[..., None], *fixed: Any) -> None:
        """Call *work*, which is compiled and ends by itself."""
        self._due.put(lambda: work(*fixed))

    def end(self) -> None:
        self._due.put(None)

    def wait(self) -> BaseException | None:
        """What went wrong, once the work is over."""
        self._over.acquire()
        error, self._error = self._error, None
        return error

    def _loop(self) -> None:
        while (work := self._due.get()) is not None:
            work()
            del work
