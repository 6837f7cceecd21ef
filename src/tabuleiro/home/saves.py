"""Games under way, kept after every turn: a crash, a closed window or a lost battery costs nothing.

Every game has a file of its own, a record that says too how the table was set. A lock beside it tells other programs
that somebody is playing it. When a game is over, its file goes to the finished ones.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random

from tabuleiro.core import CHANCE, later, say
from tabuleiro.core.errors import BadRecord, BadVariation, Busy, NotNow, OtherEdition, TabuleiroError
from tabuleiro.core.registry import registered
from tabuleiro.home import disk, files
from tabuleiro.home.folders import folder, notice
from tabuleiro.home.languages import why
from tabuleiro.home.lock import Lock
from tabuleiro.play.agent import PATIENCE, Spec
from tabuleiro.play.lineup import HUMAN, Setup, read_setup, seated, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.play.lineup import Party
    from tabuleiro.play.record import Record
    from tabuleiro.play.session import Session

SUFFIX = ".txt"


class Autosave:
    """Keeps one game. It makes no file before something is played, and what cannot be written never ends a game.

    The front end may change *setup* at any time. *reason* is what the system says while the game cannot be written.
    """

    def __init__(self, setup: Setup, path: str = "", lock: Lock | None = None) -> None:
        self.setup = setup
        self.path = path
        self.reason = ""
        self._lock = lock
        self._disk = disk.Disk()
        self._away = False  # the game is over, and among the finished ones

    @classmethod
    def begin(
        cls,
        session: Session,
        party: Party,
        *,
        seconds: float | None = None,
        flip: bool = False,
        now: float | None = None,
    ) -> Autosave:
        """Keep this game from now on."""
        autosave = cls(Setup(party, seconds, flip))
        autosave.keep(session, now)
        return autosave

    def keep(self, session: Session, now: float | None = None, *, wait: bool = True) -> None:
        """Write the game as it stands; one that is over is put away.

        It is on the disk when this returns. Who does not *wait* has the game written when this returns, so that
        nothing is lost if the program ends, and on the disk a moment later.
        """
        if not self.path and all(step.player == CHANCE for step in session.steps):
            return
        if session.outcome and self._away:
            return
        try:
            if not self.path:
                self.path, self._lock = _new_file(session.game.name)
            record = written(session, self.setup, now)
            first = not os.path.exists(self.path)
            write = self._disk.write_now if wait or first or session.outcome else self._disk.write
            write(self.path, record.to_text())
            if session.outcome:
                _put_away(self.path)
                self.release()
            self.reason, self._away = "", bool(session.outcome)
        except OSError as error:
            self.reason = why(error)

    @property
    def trouble(self) -> str:
        """Why the game is not kept, while it is not."""
        if not self.reason:
            return ""
        return say("{path} cannot be written: {error}", path=self.path or folder("data"), error=self.reason)

    def finish(self, session: Session, now: float | None = None) -> None:
        """The game is over, or nobody plays it any more: keep it as it is, and let others have it."""
        self.keep(session, now)
        self.release()

    def discard(self) -> None:
        """Nobody wants to go on with this game, or it is kept elsewhere now."""
        self._disk.wait()
        if self.path and os.path.exists(self.path):
            os.unlink(self.path)
            disk.forget(self.path)
        self.release()

    def release(self) -> None:
        """Others may have the game from now on."""
        if self._lock:
            self._lock.release()
        self.path, self._lock = "", None


def _new_file(name: str) -> tuple[str, Lock]:
    """The name of a file that is not there yet, and its lock."""
    safe = "".join(letter if letter.isalnum() else "-" for letter in name)
    place = games_folder()
    for number in count(1):
        path = os.path.join(place, f"{safe}-{time.strftime('%Y-%m-%d')}-{number}{SUFFIX}")
        if not os.path.exists(path) and (lock := Lock.take(_lock_path(path), 0)):
            if not os.path.exists(path):
                return path, lock
            lock.release()
    raise AssertionError


def _put_away(path: str) -> None:
    """Move a game that is over to the finished ones."""
    place = finished_folder()
    stem = os.path.basename(path).removesuffix(SUFFIX)
    goal = os.path.join(place, stem + SUFFIX)
    for number in count(2):
        if not os.path.exists(goal):
            break
        goal = os.path.join(place, f"{stem}-{number}{SUFFIX}")
    os.rename(path, goal)
    files.sync_folder(place)


def games_folder() -> str:
    return _folder("games")


def finished_folder() -> str:
    return _folder("finished")


def _folder(name: str) -> str:
    path = os.path.join(folder("data"), name)
    os.makedirs(path, exist_ok=True)
    return path


def _lock_path(path: str) -> str:
    return f"{path}.lock"


# ── Going on ─────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class SavedGame:
    """A game that can go on. *when* it was played last is in seconds, as ``time.time`` counts them."""

    path: str
    title: str
    names: tuple[str, ...]
    turns: int
    when: float


@dataclass(frozen=True)
class Resumed:
    """A game that goes on: for its *session*, and for the times left in it, it is 0 seconds now.

    *record* is what was in the file. *ours* is a file of our own, which *autosave* goes on to write. *programs* are
    the players, by seat, that the file would have started: a person sits there instead, unless somebody at the screen
    decides otherwise. Anybody can put a file among our own, so that those are no exception. *patience* is how many
    seconds at most the computers that it seats may think about a step; None where a person has chosen them.
    """

    session: Session
    setup: Setup
    autosave: Autosave
    record: Record
    ours: bool
    programs: Mapping[int, str] = field(default_factory=dict)
    patience: float | None = PATIENCE

    @property
    def party(self) -> Party:
        return self.setup.party

    def tamed(self) -> Resumed:
        """With people in the seats of programs."""
        programs = {seat: player for seat, player in enumerate(self.party.players) if Spec.read(player).foreign}
        return replace(self.with_players(dict.fromkeys(programs, HUMAN)), programs=programs)

    def with_players(self, chosen: Mapping[int, str]) -> Resumed:
        """With these players, by seat, instead of those who sat there; the session calls them as is usual."""
        players = tuple(chosen.get(seat, player) for seat, player in enumerate(self.party.players))
        party = replace(self.party, players=players)
        self.session.rename(seated(party))
        return replace(self, setup=replace(self.setup, party=party))


def unfinished_games() -> list[SavedGame]:
    """The games that wait for somebody, the latest first; not those that are open in another window.

    Damaged files are set aside, which is told.
    """
    places = (games_folder(), folder("data"))  # the second is where older versions kept them
    paths = [os.path.join(place, name) for place in places for name in os.listdir(place) if name.endswith(SUFFIX)]
    found = [game for path in paths if (game := _waiting(path))]
    return sorted(found, key=lambda game: game.when, reverse=True)


def _waiting(path: str) -> SavedGame | None:
    try:
        if not os.path.isfile(path) or _is_open(path):
            return None
        record = _sound(path)
        if record.reason:  # over, but the program ended before it could put it away
            if os.path.dirname(path) == games_folder():
                _put_away(path)
            return None
        game = registered(record.game)
        usual = {seat.called: seat.name for seat in game.seats}
        names = tuple(usual.get(name, name) for name in record.names or usual)
        return SavedGame(path, game.title, names, len(record.turns), os.path.getmtime(path))
    except OtherEdition:
        pass
    except BadRecord as error:
        notice(str(error))
    except (TabuleiroError, OSError):
        pass  # a game that is not installed, or a file that is being removed just now
    return None


def _is_open(path: str) -> bool:
    if not os.path.exists(_lock_path(path)):
        return False
    lock = Lock.take(_lock_path(path), 0)
    if lock:
        lock.release()
    return lock is None


def is_ours(path: str) -> bool:
    """Is *path* among the games that we keep, so that it is ours to lock, to write and to set aside?"""
    place = os.path.dirname(os.path.realpath(path))
    return place in (os.path.realpath(folder("data")), os.path.realpath(games_folder()))


def _sound(path: str) -> Record:
    """The record in our file *path*; raises BadRecord if it was damaged, and is set aside, OtherEdition if
    these rules cannot replay it.
    """
    disk.settle(path)
    try:
        record, problems = files.record_in(path)
    except BadRecord as error:
        problems = [str(error)]
    if problems:
        raise _set_aside(path, problems[0])
    if record.edition != registered(record.game).edition:
        raise OtherEdition(later("{path} is of another edition of the rules", path=path))
    return record


def _set_aside(path: str, problem: str) -> BadRecord:
    kept = files.set_aside(path)
    return BadRecord(
        later("{path} is damaged ({problem}), and set aside as {kept}", path=path, problem=problem, kept=kept)
    )


def resume(path: str, rng: Random | None = None) -> Resumed:
    """Go on with the game in *path*: one of ``unfinished_games``, or any record. Chance's part comes from *rng*.

    Raises OSError, BadRecord for a damaged file, which is set aside if it is ours, NotNow when the game is over, and
    Busy when another process has it open.
    """
    if not is_ours(path):
        return _resumed(path, rng or Random(), None)
    lock = Lock.take(_lock_path(path))
    if lock is None:
        raise Busy(later("{path} is being played in another window", path=path))
    try:
        _sound(path)
        return _resumed(path, rng or Random(), lock)
    except Exception:
        lock.release()
        raise


def _resumed(path: str, rng: Random, lock: Lock | None) -> Resumed:
    try:
        record, session, problems = files.load(path, rng)
        for problem in problems:
            if not isinstance(problem, BadVariation):  # such a one is kept, and does not keep anybody from playing
                raise BadRecord(later("{path} is damaged: {problem}", path=path, problem=problem))
        setup = read_setup(record, session)
    except TabuleiroError as error:
        if lock:
            raise _set_aside(path, error.words) from error
        raise
    if session.outcome:
        raise NotNow(later("{path}: the game is over: {reason}", path=path, reason=session.outcome.reason))
    return Resumed(session, setup, Autosave(setup, path if lock else "", lock), record, ours=bool(lock)).tamed()
