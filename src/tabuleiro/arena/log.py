"""Finished games in a file, one JSON line each after a line for the match: what is in it survives any end.

A game counts once it was forced to the disk, which happens for several of them at a time. A last line that was cut is
taken away when the file is opened again, and its game is played again. A game that is there twice counts once.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from errno import ENAMETOOLONG
from itertools import count
from math import inf
from time import monotonic

from tabuleiro.arena.match import Match, Played
from tabuleiro.arena.signals import undisturbed
from tabuleiro.core import later
from tabuleiro.core.errors import BadOption, BadRecord, Busy
from tabuleiro.core.words import joined
from tabuleiro.home.files import open_file, too_large

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from types import TracebackType
    from typing import Any, Self

DAMAGE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)  # what a damaged line raises
LARGEST = 100_000_000  # bytes of a file that is read: some ten thousand games
TOGETHER, WAIT = 64, 0.5  # lines, and seconds since the last time, after which what waits is forced to the disk
ROUNDED = 1e-9  # by which a share of a win may be off


class Journal:
    """A file of JSON lines after a head that says what they are; use it as a context.

    Lines are forced to the disk together: so many of them, or those of half a second.
    """

    games: Mapping[Any, Any]  # what was taken in

    def __init__(self, path: str) -> None:
        self.path = path
        self._waiting: list[Callable[[], None]] = []  # what counts once it is on the disk
        self._lines = bytearray()
        self._settled = monotonic()

    def head(self) -> dict[str, Any]:
        """One key, the kind of file, and what tells this one from others."""
        raise NotImplementedError

    def take_in(self, data: Any) -> None:
        """Count what a line says; raises any of DAMAGE for one that says nothing."""
        raise NotImplementedError

    def look(self) -> Self:
        """Take in what is there, also while somebody plays, without a trace; where there is no file are no games."""
        if os.path.exists(self.path):
            refuse_other_than_file(self.path)
            self._read()
        return self

    def __enter__(self) -> Self:
        make_folder(os.path.dirname(os.path.abspath(self.path)))
        if os.path.exists(self.path):
            refuse_other_than_file(self.path)
        self._file = opened(self.path)
        try:
            sound = self._read()
            os.truncate(self._file, sound)
            if not sound:
                self._wait(self.head(), lambda: None)
                self.settle(now=True)
        except BaseException:
            os.close(self._file)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.settle(now=True)
        finally:
            os.close(self._file)

    def settle(self, *, now: bool = False) -> bool:
        """Force to the disk what waits, if it is time for that or must be *now*; is there anything new?"""
        due = len(self._waiting) >= TOGETHER or monotonic() - self._settled >= WAIT
        if not self._waiting or not (now or due):
            return False
        with undisturbed():
            while self._lines:
                del self._lines[: os.write(self._file, self._lines)]
            os.fsync(self._file)
            for count in self._waiting:
                count()
            self._waiting.clear()
        self._settled = monotonic()
        return True

    def _wait(self, data: object, count: Callable[[], None]) -> None:
        self._lines += json.dumps(data, ensure_ascii=False).encode() + b"\n"
        self._waiting.append(count)

    def _read(self) -> int:
        """Take in what is in the file; how many bytes of it are whole lines."""
        sound, line = 0, b""
        start = f'{{"{next(iter(self.head()))}"'.encode()
        with open_file(self.path) as file:
            if os.fstat(file.fileno()).st_size > LARGEST:
                raise BadRecord(joined((self.path, too_large(LARGEST).words), ": "))
            for line in file:
                if not line.endswith(b"\n"):
                    break
                if sound:
                    with suppress(*DAMAGE):
                        self.take_in(json.loads(line))
                else:
                    self._check_head(line)
                sound += len(line)
        if not sound and line and not line.startswith(start[: len(line)]):
            raise self._something_else()
        return sound

    def _check_head(self, line: bytes) -> None:
        """Raise unless *line* says that this file is ours."""
        ((kind, ours),) = self.head().items()
        try:
            head = dict(json.loads(line)[kind])
        except DAMAGE as error:
            raise self._something_else() from error
        if head != ours:
            raise self._another(
                [f"{key}={head.get(key)}" for key in {**ours, **head} if head.get(key) != ours.get(key)]
            )

    def _something_else(self) -> BadRecord:
        return BadRecord(later("{path} is something else than the games of a match", path=self.path))

    def _another(self, other: list[str]) -> BadOption:
        return BadOption(
            later(
                "{path} holds the games of another match: {other}; choose another file",
                path=self.path,
                other=", ".join(other),
            )
        )


class Log(Journal):
    """The games of *match* that are finished, by number, kept in the file *path*."""

    def __init__(self, match: Match, path: str) -> None:
        super().__init__(path)
        self.match = match
        self.games: dict[int, Played] = {}

    def head(self) -> dict[str, Any]:
        return {"match": self.match.identity()}

    def add(self, game: Played) -> None:
        """Keep a finished game; it is on the disk when this returns."""
        self.keep(self.match, game)
        self.settle(now=True)

    def keep(self, match: Match, game: Played) -> None:
        """Keep a finished game; it counts when it is on the disk."""
        assert match == self.match
        if game.number not in self.games:
            self._wait(game.to_json(), lambda: self._count(game))

    def _count(self, game: Played) -> None:
        self.games.setdefault(game.number, game)

    def take_in(self, data: Any) -> None:
        game = Played.from_json(data)
        if credible(game, len(self.match.agents)):
            self._count(game)


class Logs(dict[Match, Log]):
    """Several logs that are filled at the same time, by match."""

    def __init__(self, logs: Iterable[Log]) -> None:
        super().__init__((log.match, log) for log in logs)

    def keep(self, match: Match, game: Played) -> None:
        """Keep a finished game; it counts when it is on the disk."""
        self[match].keep(match, game)

    def settle(self, *, now: bool = False) -> bool:
        """Force to the disk what is due; is there anything new?"""
        return sum(log.settle(now=now) for log in self.values()) > 0


def credible(game: Played, agents: int = 2) -> bool:
    """Can a match of so many *agents* have such a game? A line may be damaged and yet be read."""
    efforts = [value for effort in game.efforts for value in vars(effort).values()]
    return (
        game.number >= 1
        and game.turns >= 0
        and len(game.scores) == agents
        and game.forfeit in (None, *range(agents))
        and all(-ROUNDED <= score <= 1 + ROUNDED for score in game.scores)
        and all(0 <= value < inf for value in efforts)
    )


def make_folder(path: str) -> None:
    """Let there be a directory *path*; raises OSError."""
    try:
        os.makedirs(path, exist_ok=True)
    except RecursionError:  # a name of thousands of directories
        raise OSError(ENAMETOOLONG, os.strerror(ENAMETOOLONG), path) from None


def refuse_other_than_file(path: str) -> None:
    """Raise for what is there and is no file: a directory, a device."""
    if not os.path.isfile(path):
        raise BadOption(later("{path} is no ordinary file; games are kept in one", path=path))


def set_aside(journal: Journal) -> str | None:
    """Give the file of *journal* another name, so that its games begin anew; that name, None if there are no games.
    Raises what the journal raises: nobody may be playing, and the file must be its own.
    """
    path = journal.path
    if not journal.look().games:
        return None
    with journal:  # nobody begins meanwhile
        stem, dot = os.path.splitext(path)
        free = next(name for number in count(1) if not os.path.exists(name := f"{stem}.old-{number}{dot}"))
        with suppress(PermissionError):  # Windows renames nothing that is open
            os.rename(path, free)
    if not os.path.exists(free):
        os.rename(path, free)
    return free


def opened(path: str) -> int:
    """The file, locked; one that was given another name before it was locked is not the one at *path* any more."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            lock(file, path)
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file), os.stat(path)):
                    return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def lock(file: int, path: str) -> None:
    """Raise when another process is playing this match; the lock ends with the process."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise Busy(later("{path}: this match is being played by another process", path=path)) from error


def default_path(match: Match, *, looking: bool = False) -> str:
    """Where the games of this match are kept: the same command finds them again. Who is only *looking* makes no folder."""
    from hashlib import sha256

    from tabuleiro.home.folders import folder, place

    words = "-".join([match.identity()["game"], *match.agents])
    slug = "".join(letter if letter.isalnum() else "-" for letter in words)[:60].strip("-")
    digest = sha256(json.dumps(match.identity(), sort_keys=True).encode()).hexdigest()[:8]
    return os.path.join(place("data") if looking else folder("data"), "matches", f"{slug}-{digest}.jsonl")
