"""Finished games in a file, one JSON line each after a line for the match: what is in it survives any end.

A line is written in one piece and forced to the disk before the game counts. A last line that was cut is taken away
when the file is opened again, and its game is played again. A game that is there twice counts once.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from errno import ENAMETOOLONG
from itertools import count
from math import inf

from tabuleiro.arena.match import Match, Played
from tabuleiro.core import later
from tabuleiro.core.errors import BadOption, BadRecord, Busy
from tabuleiro.core.words import joined
from tabuleiro.home.files import open_file, too_large

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

DAMAGE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)  # what a damaged line raises
LARGEST = 100_000_000  # bytes of a file that is read: some ten thousand games
HEAD = b'{"match"'
ROUNDED = 1e-9  # by which a share of a win may be off


class Log:
    """The games of *match* that are finished, by number, kept in the file *path*; use it as a context."""

    def __init__(self, match: Match, path: str) -> None:
        self.match = match
        self.path = path
        self.games: dict[int, Played] = {}

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
                self._append({"match": self.match.identity()})
        except BaseException:
            os.close(self._file)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)

    def add(self, game: Played) -> None:
        """Keep a finished game; it is on the disk when this returns."""
        if game.number not in self.games:
            self._append(game.to_json())
            self.games[game.number] = game

    def _append(self, data: object) -> None:
        line = (json.dumps(data, ensure_ascii=False) + "\n").encode()
        while line:
            line = line[os.write(self._file, line) :]
        os.fsync(self._file)

    def _read(self) -> int:
        """Take in what is in the file; how many bytes of it are whole lines."""
        sound, line = 0, b""
        with open_file(self.path) as file:
            if os.fstat(file.fileno()).st_size > LARGEST:
                raise BadRecord(joined((self.path, too_large(LARGEST).words), ": "))
            for line in file:
                if not line.endswith(b"\n"):
                    break
                if sound:
                    self._take_in(line)
                else:
                    self._check_head(line)
                sound += len(line)
        if not sound and line and not line.startswith(HEAD[: len(line)]):
            raise BadRecord(later("{path} is something else than the games of a match", path=self.path))
        return sound

    def _take_in(self, line: bytes) -> None:
        """Count the game in *line*, if there is one."""
        with suppress(*DAMAGE):
            game = Played.from_json(json.loads(line))
            if credible(game):
                self.games.setdefault(game.number, game)

    def _check_head(self, line: bytes) -> None:
        """Raise unless *line* says that these are games of this match."""
        try:
            head = dict(json.loads(line)["match"])
        except DAMAGE as error:
            raise BadRecord(later("{path} is something else than the games of a match", path=self.path)) from error
        ours = self.match.identity()
        if head != ours:
            other = [f"{key}={head.get(key)}" for key in {**ours, **head} if head.get(key) != ours.get(key)]
            raise BadOption(
                later(
                    "{path} holds the games of another match: {other}; choose another file",
                    path=self.path,
                    other=", ".join(other),
                )
            )


def credible(game: Played) -> bool:
    """Can a match have such a game? A line may be damaged and yet be read."""
    efforts = [value for effort in game.efforts for value in vars(effort).values()]
    return (
        game.number >= 1
        and game.turns >= 0
        and game.forfeit in (None, 0, 1)
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


def set_aside(match: Match, path: str) -> str | None:
    """Give the file of the games of *match* another name, so that the match begins anew; that name, None if there are
    no games. Raises what ``Log`` raises: nobody may be playing, and the file must be of this match.
    """
    if not Log(match, path).look().games:
        return None
    with Log(match, path):  # nobody begins meanwhile
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
