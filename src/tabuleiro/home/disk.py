"""Writing without waiting for the disk, which takes a tenth of a second now and then to be sure of what it was given.

A text goes at once to a file beside the one that it is for, where it outlives the program; a thread brings it to the disk
and to its place. So the file itself is whole whatever happens to the machine, and what was on its way is found by
``settle``. All these files are for their owner's eyes only: they tell of a game that others may still be playing.
"""

from __future__ import annotations

import os
from contextlib import suppress
from threading import Lock, Thread

from tabuleiro.home import files

BESIDE = ".new"


class Disk:
    """Where one file is written again and again; of texts that wait, only the newest is brought to its place."""

    def __init__(self) -> None:
        self._lock = Lock()  # guards the fields below and the files beside *path*
        self._due: tuple[str, str] | None = None
        self._thread: Thread | None = None
        self._failure: OSError | None = None

    def write(self, path: str, text: str) -> None:
        """Write *text* to the file *path*: when this returns, the end of the program loses nothing any more.

        Raises OSError, also for what could not be brought to the disk the last time.
        """
        failure, self._failure = self._failure, None
        with self._lock:
            files.write_text(path + BESIDE, f"{_digest(text)}\n{text}", private=True)
            self._due = path, text
            if self._thread is None:
                self._thread = Thread(target=self._work, name="disk")
                self._thread.start()
        if failure:
            raise failure

    def write_now(self, path: str, text: str) -> None:
        """Write *text* to the file *path*: it is on the disk when this returns. Raises OSError."""
        self.wait()
        self._failure = None
        files.write_text(path, text, sync=True, private=True)
        forget(path)

    def wait(self) -> None:
        """Nothing is on its way to the disk when this returns."""
        thread = self._thread
        if thread:
            thread.join()

    def _work(self) -> None:
        while True:
            with self._lock:
                if self._due is None:
                    self._thread = None
                    return
                (path, text), self._due = self._due, None
            try:
                files.write_text(path, text, sync=True, private=True)
                with self._lock:
                    if self._due is None:
                        forget(path)
            except OSError as error:
                self._failure = error  # the file beside *path* is kept, and read at the next start


def settle(path: str) -> None:
    """Bring what was on its way to *path* when its program ended to its place, if it is whole."""
    try:
        digest, _, text = files.read_text(path + BESIDE).partition("\n")
    except FileNotFoundError:
        return
    except ValueError:  # no text of ours: the machine ended with the program, and the file *path* is what there is
        digest = text = ""
    if digest == _digest(text):
        files.write_text(path, text, sync=True, private=True)
    forget(path)


def forget(path: str) -> None:
    """Nothing is on its way to *path* any more."""
    with suppress(FileNotFoundError):
        os.unlink(path + BESIDE)


def _digest(text: str) -> str:
    """By which a text is known to be whole."""
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()
