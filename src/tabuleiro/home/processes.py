"""Processes of our own: they look for modules where this one does, and not in the folder that a person happens to be in.

Python starts them with ``-c``, which would look there first: a ``multiprocessing.py`` beside a stranger's record would run.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SAFE = "PYTHONSAFEPATH"


class OwnProcess(SpawnProcess):
    """A process that starts with Python's safe path, and leaves the environment of what it starts itself as it was."""

    def start(self) -> None:
        self._before = os.environ.get(SAFE)
        with _safe_path():
            super().start()

    def run(self) -> None:
        _restore(self._before)
        super().run()


class OwnContext(SpawnContext):
    Process = OwnProcess


def own_processes() -> OwnContext:
    """What pools make their processes with."""
    with _safe_path():
        resource_tracker.ensure_running()  # start it here, not at the first lock: its path must be safe too
    return OwnContext()


@contextmanager
def _safe_path() -> Iterator[None]:
    before = os.environ.get(SAFE)
    os.environ[SAFE] = "1"
    try:
        yield
    finally:
        _restore(before)


def _restore(before: str | None) -> None:
    if before is None:
        os.environ.pop(SAFE, None)
    else:
        os.environ[SAFE] = before
