"""Thinking in the background: one thought at a time, which can be hurried, dropped and watched.

Every thought has a thread of its own that nobody waits for, so that the app can be left at any time.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from threading import Thread, get_native_id
from typing import Generic, TypeVar

from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.words import brief
from tabuleiro.play.agent import Choice, Limit

T = TypeVar("T")
NICE = 10  # how much a thinking thread yields to others, 0 to 19


class Thought(Generic[T]):
    """What somebody thinks about. *work* gets a limit that tells it to stop, and by which it tells what it knows.

    *done* is called in the thread of the thought, with the thought: it must only send a message. It begins with ``start``,
    so that whoever wants to watch it has it by then.
    """

    def __init__(
        self, about: object, work: Callable[[Limit], T], limit: Limit, done: Callable[[Thought[T]], None]
    ) -> None:
        self.about = about
        self.began = time.monotonic()
        self.hurried = False  # to answer at once with what it has
        self.dropped = False  # nobody wants the answer any more
        self.told: Choice | T | None = None  # what it has found so far
        self.answer: T | None = None
        self.failure: Exception | None = None
        self._work = work
        self._done = done
        self._limit = replace(limit, cancelled=lambda: self.hurried or self.dropped, report=self._hear)

    def start(self) -> None:
        Thread(target=copy_context().run, args=(self._think,), name="thought", daemon=True).start()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    @property
    def trouble(self) -> str:
        """What went wrong. Errors of ours are sentences; of others the kind must be told too."""
        error = self.failure
        return str(error) if isinstance(error, TabuleiroError) else brief(f"{type(error).__name__}: {error}")

    def hurry(self) -> None:
        """Answer now."""
        self.hurried = True

    def drop(self) -> None:
        """Stop; the answer is not wanted."""
        self.dropped = True

    def _hear(self, choice: Choice) -> None:
        self.told = choice

    def _think(self) -> None:
        _step_back()
        try:
            self.answer = self._work(self._limit)
        except Exception as error:  # noqa: BLE001 - it is told where the answer is awaited
            self.failure = error
        self._done(self)


def _step_back() -> None:
    """Let the screen come first, where the system can tell threads apart: on Linux."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), NICE)
