"""A lock between processes: a file that one of them holds until it lets go or ends, however it ends.

Where the system has no such locks (Windows), everything counts as free.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:
    flock = None  # type: ignore[assignment]

PAUSE = 0.01  # seconds between two tries


class Lock:
    """Held from ``take`` until ``release``, or until the process is gone."""

    def __init__(self, path: str, file: int) -> None:
        self.path = path
        self._file = file

    @classmethod
    def take(cls, path: str, patience: float = 0.1) -> Lock | None:
        """The lock *path*; None if another holds it for longer than *patience* seconds."""
        deadline = time.monotonic() + patience
        while True:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            if _hold(file) and _same(file, path):
                return cls(path, file)
            os.close(file)
            if time.monotonic() > deadline:
                return None
            time.sleep(PAUSE)

    def release(self) -> None:
        """Let go, and remove the file; to do so again is no harm."""
        if self._file >= 0:
            with suppress(OSError):
                os.unlink(self.path)
            os.close(self._file)
            self._file = -1


def _hold(file: int) -> bool:
    """Lock an open file; one on a disk that knows no locks counts as free."""
    if flock is None:
        return True
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _same(file: int, path: str) -> bool:
    """Is the file of that name still the one we opened? Its holder may have removed it meanwhile."""
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))
    except FileNotFoundError:
        return False
