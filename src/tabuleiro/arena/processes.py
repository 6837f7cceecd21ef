"""Games in as many processes of this machine as there are cores for it.

Whatever ends it, an interrupt, a signal or the end of the parent, the processes end too, and the engines that they run;
none of them says anything.
"""

from __future__ import annotations

import os
import signal
from time import monotonic

from tabuleiro.arena.executor import LOOK, Job, Pool, Report, play_all
from tabuleiro.arena.signals import KILLED, undisturbed
from tabuleiro.core import later, say
from tabuleiro.core.errors import WorkerDied
from tabuleiro.core.registry import give, given
from tabuleiro.home.folders import announce, announce_by
from tabuleiro.home.languages import choose, spoken
from tabuleiro.kernels import COMPILING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.process import BaseProcess
    from multiprocessing.synchronize import Event
    from types import TracebackType

FAREWELL = 5.0  # seconds for a process to end its engines


class Processes(Pool):
    """*workers* processes, which start with the first task and play for everybody until the context ends."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._told = False

    def _begin(self) -> None:
        """The first event starts a process that watches over such things, and lets interrupts through while at it: so
        this is not done where they are held back.
        """
        self._pool = self._pool or self._start()

    def _start(self) -> ProcessPoolExecutor:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import active_children

        from tabuleiro.home.processes import own_processes

        self._others = set(active_children())
        context = own_processes()
        self._compiling = context.Event()  # what the processes announce is said here, and once
        return ProcessPoolExecutor(
            self.workers, context, initializer=attend, initargs=(spoken(), given(), self._compiling)
        )

    def _hand_out(self, task: list[Job]) -> Future[Report]:
        from concurrent.futures.process import BrokenProcessPool

        assert self._pool is not None
        try:
            return self._pool.submit(play_all, task)
        except BrokenProcessPool as error:
            raise _ended() from error

    def _returned(self, handles: Collection[Future[Report]]) -> Iterable[Future[Report]]:
        from concurrent.futures import FIRST_COMPLETED, wait

        done, _ = wait(handles, LOOK, FIRST_COMPLETED)
        if not self._told and self._compiling.is_set():
            self._told = True
            announce(say(COMPILING))
        return done

    def _report(self, handle: Future[Report]) -> Report:
        from concurrent.futures.process import BrokenProcessPool

        try:
            return handle.result()
        except BrokenProcessPool as error:
            raise _ended() from error

    def _give_up(self, handles: Collection[Future[Report]]) -> None:
        for handle in handles:
            # A pool whose workers die tells every future, and in Python 3.11 stumbles over those that were cancelled.
            handle.set_exception = _nobody_asks  # type: ignore[assignment, method-assign]
            handle.cancel()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        from multiprocessing import active_children

        if self._pool:
            with undisturbed():
                _end(self._pool, set(active_children()) - self._others)


def _nobody_asks(_error: BaseException | None) -> None:
    """Of a task that was given up nobody wants to know how it failed."""


def _ended() -> WorkerDied:
    return WorkerDied(later("a process that played ended abruptly; start again to go on"))


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
