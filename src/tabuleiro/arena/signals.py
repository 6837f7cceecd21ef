"""Termination by a signal: clean up first, once."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from threading import current_thread, main_thread

from tabuleiro.core.errors import Ended

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator

KILLED = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
ENDING = (signal.SIGINT, *KILLED)


@contextmanager
def answered(numbers: tuple[signal.Signals, ...], answer: Callable[..., None]) -> Generator[None]:
    """Install a handler for signals inside this block, except for ignored ones; only the main thread can do that."""
    before = {}
    if current_thread() is main_thread():
        heeded = [number for number in numbers if signal.getsignal(number) not in (signal.SIG_IGN, None)]
        before = {number: signal.signal(number, answer) for number in heeded}
    try:
        yield
    finally:
        for number, old in before.items():
            if signal.getsignal(number) is answer:
                signal.signal(number, old)


@contextmanager
def undisturbed() -> Generator[None]:
    """Defer the signals that end us inside this block; a process started meanwhile has SIGINT blocked."""
    heard: list[int] = []
    with answered(ENDING, lambda number, _: heard.append(number)):
        old = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if hasattr(signal, "pthread_sigmask") else None
        try:
            yield
        finally:
            if old is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, old)
    for number in heard[:1]:
        signal.raise_signal(number)


def leave_politely(number: int, _: object) -> None:
    """Unwind as after an error, with the exit code that shells use for this signal; reported once."""
    for ending in ENDING:
        signal.signal(ending, signal.SIG_IGN)
    raise Ended(128 + number)
