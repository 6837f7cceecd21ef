"""Files of people: records and pictures. What cannot be read or written is said in one line."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from dataclasses import replace
from errno import EACCES

from tabuleiro.core import say
from tabuleiro.core.errors import BadRecord, TabuleiroError
from tabuleiro.core.option import write_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.play.record import Record
    from tabuleiro.play.session import Session


class Taken(TabuleiroError):
    """There is a file already, and it is not ours to replace."""


def read_text(path: str) -> str:
    """The text in the file *path*, or of standard input when that is ``-``."""
    if path == "-":
        return sys.stdin.read()
    with open(path, "rb") as file:
        data = file.read()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(
            say("this is no text, so it is no record: byte {at} is not UTF-8", at=error.start + 1)
        ) from error


def write_text(path: str, text: str, *, sync: bool = False) -> None:
    """Write *text* to the file *path* as a whole or not at all: a temporary file takes the place of the old one.

    With *sync* it is on the disk when this returns, whatever happens to the machine.
    """
    old = os.stat(path) if os.path.exists(path) else None
    if old and not stat.S_ISREG(old.st_mode):  # a directory, which says so itself, or a device, a pipe
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return
    path = os.path.realpath(path)
    beside = f"{path}.{os.getpid()}.part"
    try:
        with open(beside, "w", encoding="utf-8") as file:
            file.write(text)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        if old:
            os.chmod(beside, stat.S_IMODE(old.st_mode))
        os.replace(beside, path)
        if sync:
            sync_folder(os.path.dirname(path))
    except OSError as error:
        if os.path.exists(beside):
            os.unlink(beside)
        raise OSError(error.errno, error.strerror, path) from error


def sync_folder(path: str) -> None:
    """Let the names in the directory *path* be on the disk; some systems cannot be asked for that."""
    with suppress(OSError):
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def set_aside(path: str) -> str:
    """Rename a damaged file, so that nobody stumbles over it and nothing is lost; its new name."""
    number = 1
    while os.path.exists(f"{path}.damaged-{number}"):
        number += 1
    os.rename(path, f"{path}.damaged-{number}")
    return f"{path}.damaged-{number}"


def refuse_to_replace(path: str) -> None:
    """Raise when there is a file *path* with something in it."""
    if os.path.isdir(path):
        raise Taken(say("{path} is a directory; give the name of a file", path=path))
    if os.path.isfile(path) and os.path.getsize(path):
        raise Taken(say("{path} is there already; choose another name", path=path))


def refuse_unwritable(path: str) -> None:
    """Raise when ``write_text`` could not write to *path*: that is better known before long work than after it."""
    if os.path.isdir(path):
        raise Taken(say("{path} is a directory; give the name of a file", path=path))
    where = path  # a device, a pipe
    if os.path.isfile(path) or not os.path.exists(path):
        where = os.path.dirname(os.path.realpath(path))
        try:
            os.stat(os.path.join(where, ""))
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from error
    if not os.access(where, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), path)


# ── Records ──────────────────────────────────────────────────────────────────────────────────────────────────────


def load(path: str, rng: Random) -> tuple[Record, Session, list[str]]:
    """The record in the file *path*, its session as far as it can be played, and what is wrong with it."""
    from tabuleiro.play.record import read_record
    from tabuleiro.play.session import replay

    try:
        record, problems = read_record(read_text(path))
        record = replace(record, game=_near(record.game, path))
        session, trouble = replay(record, rng)
    except TabuleiroError as error:
        raise BadRecord(f"{path}: {error}") from error
    return record, session, [*problems, str(trouble)] if trouble else problems


def _near(spec: str, path: str) -> str:
    """*spec*; a file of a game that is not where it was may be beside the record."""
    file, dot_py, options = spec.partition(".py")
    beside = os.path.join(os.path.dirname(path), os.path.basename(file) + dot_py)
    moved = dot_py and not os.path.exists(file + dot_py) and os.path.exists(beside)
    return beside + options if moved else spec


def spelled(spec: str, game: Game[Any]) -> str:
    """The spelling of *game* that finds it again when it was found as *spec*, which may be a path."""
    file, dot_py, _ = spec.partition(".py")
    if not dot_py:
        return str(game)
    options = write_options(game)
    return f"{file}.py:{options}" if options else f"{file}.py"


def save(path: str, record: Record) -> None:
    """Write *record*: as JSON lines when the name ends with ``.jsonl``, else as text."""
    write_text(path, record.to_json() if path.endswith(".jsonl") else record.to_text())
