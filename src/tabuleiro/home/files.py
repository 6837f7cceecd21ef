"""Files of people: records and pictures. What cannot be read or written is said in one line."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from errno import EACCES, ENXIO
from functools import lru_cache

from tabuleiro.core import later, say
from tabuleiro.core.errors import BadRecord, TabuleiroError
from tabuleiro.core.registry import origin_of
from tabuleiro.core.words import LANGUAGE, joined
from tabuleiro.home.folders import notice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedReader
    from random import Random
    from typing import IO, Any

    from tabuleiro.core import Game
    from tabuleiro.play.record import Record
    from tabuleiro.play.session import Session

DIGEST = len("sha256:") + 12  # characters of a digest that tell it from others


KEPT = 4  # records that were read last
LARGEST = 4_000_000  # bytes of a file that is read as a whole: a hundred times the longest record that we have seen
PRIVATE = 0o600  # the mode of a file that only its owner may read


class Taken(TabuleiroError):
    """There is a file already, and it is not ours to replace."""


def open_file(path: str) -> BufferedReader:
    """The ordinary file *path*, open for reading.

    Raises BadRecord for a pipe, a device or a socket, which may have no end; to open one can already mean to wait for
    ever. Pipes that the shell has opened for us, ``/dev/stdin`` or ``<(command)``, were given by a person and are read.
    """
    given = path == "/dev/stdin" or path.startswith("/dev/fd/")
    patience = 0 if given else getattr(os, "O_NONBLOCK", 0)
    try:
        file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | patience))  # noqa: SIM115
    except OSError as error:
        if error.errno == ENXIO:  # a socket
            raise _not_ordinary() from error
        raise
    if not given and not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise _not_ordinary()
    return file


def _not_ordinary() -> BadRecord:
    return BadRecord(later("this is no ordinary file; what a program writes can be sent to -"))


def read_text(path: str) -> str:
    """The text in the file *path*, or of standard input when that is ``-``; at most ``LARGEST`` bytes of it."""
    if path == "-":
        text = sys.stdin.read(LARGEST + 1)
        _refuse_large(len(text))
        return text
    with open_file(path) as file:
        try:
            data = file.read(LARGEST + 1)
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from error
    _refuse_large(len(data))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(
            later("this is no text, so it is no record: byte {at} is not UTF-8", at=error.start + 1)
        ) from error


def lines_of(stream: IO[str], most: int = LARGEST) -> Iterator[str]:
    """The lines of *stream*, which may have no end; of one with more than *most* characters, only these."""
    while line := stream.readline(most):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = stream.readline(most)
        yield line


def _refuse_large(size: int) -> None:
    if size > LARGEST:
        raise too_large(LARGEST)


def too_large(most: int) -> BadRecord:
    """What is said of a file with more than *most* bytes."""
    return BadRecord(later("this is too large to be read; {most} MB is the most", most=most // 1_000_000))


def write_text(path: str, text: str, *, sync: bool = False, private: bool = False) -> None:
    """Write *text* to the file *path* as a whole or not at all: a temporary file takes the place of the old one.

    With *sync* it is on the disk when this returns, whatever happens to the machine. A *private* file is for its
    owner's eyes only; others have the mode of the old file, or what the umask leaves.
    """
    old = os.stat(path) if os.path.exists(path) else None
    if old and not stat.S_ISREG(old.st_mode):  # a directory, which says so itself, or a device, a pipe
        with open(path, "w", encoding="utf-8", opener=_at_once) as file:
            file.write(text)
        return
    path = os.path.realpath(path)
    beside = f"{path}.{os.getpid()}.part"
    try:
        with suppress(FileNotFoundError):
            os.unlink(beside)  # left by a killed process that had our PID
        # A mode that is set after the text is written would leave a moment in which others can read it.
        mode = PRIVATE if private or old else 0o666
        with open(
            beside, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags | os.O_EXCL, mode)
        ) as file:
            file.write(text)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        if old and not private:
            os.chmod(beside, stat.S_IMODE(old.st_mode))
        os.replace(beside, path)
        if sync:
            sync_folder(os.path.dirname(path))
    except OSError as error:
        if os.path.exists(beside):
            os.unlink(beside)
        raise OSError(error.errno, error.strerror, path) from error


def write_bytes(path: str, data: bytes) -> None:
    """Write *data*, which can be had again, as a whole or not at all, also while another process does the same."""
    beside = f"{path}.{os.getpid()}.part"
    with open(beside, "wb") as file:
        file.write(data)
    os.replace(beside, path)


def _at_once(path: str, flags: int) -> int:
    """Open *path* for writing without waiting for somebody who reads from it, if it is a pipe."""
    try:
        file = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno == ENXIO:
            raise OSError(ENXIO, later("nobody reads from this pipe"), path) from error
        raise
    os.set_blocking(file, True)  # who reads may take some time
    return file


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


def same_file(one: str, other: str) -> bool:
    """Are these names of one file, by whatever way? "" is no name."""
    if os.path.exists(one) and os.path.exists(other):
        return os.path.samefile(one, other)
    return bool(one and other) and os.path.realpath(one) == os.path.realpath(other)


def refuse_to_replace(path: str) -> None:
    """Raise when there is a file *path* with something in it."""
    if os.path.isdir(path):
        raise Taken(later("{path} is a directory; give the name of a file", path=path))
    if os.path.isfile(path) and os.path.getsize(path):
        raise Taken(later("{path} is there already; choose another name", path=path))


def refuse_unwritable(path: str) -> None:
    """Raise when ``write_text`` could not write to *path*: that is better known before long work than after it."""
    if os.path.isdir(path):
        raise Taken(later("{path} is a directory; give the name of a file", path=path))
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


def record_in(path: str) -> tuple[Record, list[str]]:
    """The record in the file *path*, and what is wrong with it.

    A list, the picture beside it and who opens the game want the same file: the last few texts are understood once.
    """
    record, problems = _understood(read_text(path), LANGUAGE.get().code)
    return record, list(problems)


@lru_cache(KEPT)
def _understood(text: str, _language: str) -> tuple[Record, tuple[str, ...]]:
    """What *text* says, with its problems in the language in which they were told."""
    from tabuleiro.play.record import read_record

    record, problems = read_record(text)
    return record, tuple(problems)


def load(path: str, rng: Random) -> tuple[Record, Session, list[BadRecord]]:
    """The record in the file *path*, its session as far as it can be played, and what is wrong with it.

    Nothing that the file names is opened or run: its game has to be registered.
    """
    from tabuleiro.play.replay import replay

    try:
        record, problems = record_in(path)
        session, trouble = replay(record, rng)
        _heed_source(record, session.game, path)
    except TabuleiroError as error:
        raise BadRecord(joined((path, error.words), ": ")) from error
    return record, session, [*map(BadRecord, problems), *([trouble] if trouble else [])]


def _heed_source(record: Record, game: Game[Any], path: str) -> None:
    """Tell when *record* was played by another source of *game* than the one that was given."""
    ours = origin_of(game)
    if record.source and ours.source and record.source != ours.source:
        notice(
            say(
                "{path} was played by another version of {game} than {file}, whose rules may differ ({theirs}, not {ours})",
                path=path,
                game=game.name,
                file=ours.path,
                theirs=record.source[:DIGEST],
                ours=ours.source[:DIGEST],
            )
        )


def save(path: str, record: Record) -> None:
    """Write *record*: as JSON lines when the name ends with ``.jsonl``, else as text."""
    write_text(path, record.to_json() if path.endswith(".jsonl") else record.to_text())
