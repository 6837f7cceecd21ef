"""A game and who plays it: what every front end asks for, and what a saved game remembers of its table."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, replace

from tabuleiro.core import later
from tabuleiro.core.errors import BadRecord, TabuleiroError
from tabuleiro.core.option import options
from tabuleiro.core.words import joined, one_line, shown
from tabuleiro.play.agent import PERSON, Spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeVar

    from tabuleiro.core import Game
    from tabuleiro.core.words import Said
    from tabuleiro.play.clock import Clock
    from tabuleiro.play.record import Record
    from tabuleiro.play.session import Session

    T = TypeVar("T")

HUMAN = str(Spec(PERSON))
BEGINNERS = ("first", "starter")  # what games call the option of who begins
MOST = 1e9  # seconds, more than the largest clock can come to
OURS = ("players", "clock", "left", "seconds", "flip")  # what a table has, by name


@dataclass(frozen=True)
class Party:
    """A game and who plays it: ``human`` or an agent's spec for every seat, and their names ("" for the usual one)."""

    game: Game[Any]
    players: tuple[str, ...]
    names: tuple[str, ...]

    def further(self, by: int = 1) -> Party:
        """The same people, everybody one seat further, or so many."""
        return replace(self, players=tuple(turned(self.players, by)), names=tuple(turned(self.names, by)))


def seated(party: Party) -> tuple[str, ...]:
    """A name for every seat: the one given, else what the computer there is, else the seat's own."""
    return tuple(
        name or (seat.called if player == HUMAN else player)
        for seat, player, name in zip(party.game.seats, party.players, party.names, strict=True)
    )


def turned(row: Sequence[T], by: int = 1) -> list[T]:
    """*row* with everybody *by* seats further."""
    return [*row[len(row) - by :], *row[: len(row) - by]]


def called(player: str) -> str:
    """A person's name as it is, a computer player as people read it: ``level 2`` for ``level:2``."""
    return shown(_called(player))


def _called(player: str) -> str:
    spec = Spec.read(player)
    return later("level {number}", number=spec.argument) if spec.level else player


def people(game: Game[Any], names: Sequence[str], players: Sequence[str] = ()) -> list[str]:
    """For every seat ``White``, ``White (Ana)``, ``Black (level 2)`` or ``Black (Hal, greedy)``.

    Without *players*, as in a record, only names are known.
    """
    return [shown(person) for person in persons(game, names, players)]


def persons(game: Game[Any], names: Sequence[str], players: Sequence[str] = ()) -> list[Said]:
    """The same, to be said."""
    found = []
    for seat, name, player in zip(game.seats, names, players or [HUMAN] * game.players, strict=True):
        computer = [player] if player != HUMAN else []
        known = [name] if name not in (seat.called, seat.name, *computer) else []
        more = joined(map(_called, [*known, *computer]))
        found.append(joined((seat.called, " (", more, ")"), "") if more else later(seat.called))
    return found


def beginners(game: Game[Any]) -> tuple[str, dict[str, int]]:
    """The option of who begins, and the seat that each of its values lets begin; "" where the rules say who does."""
    item = next((item for item in options(game) if item.name in BEGINNERS), None)
    if item is None:
        return "", {}
    found = {}
    for value in item.choices:
        try:
            other: Game[Any] = replace(game, **{item.name: value})  # type: ignore[type-var]
        except TabuleiroError:  # a seat that is not in play
            continue
        found[str(value)] = int(other.start().player)
    return item.name, found


# ── How a table is set, in a record ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Setup:
    """*seconds* are how long computers may think, None for as long as is usual; *flip* is a board from the other side.

    *more* is what the table of a record has beside all that; it is kept.
    """

    party: Party
    seconds: float | None = None
    flip: bool = False
    more: dict[str, str] = field(default_factory=dict)


def written(session: Session, setup: Setup, now: float | None = None) -> Record:
    """The record of a game, with all that is needed to go on with it exactly as it is *now*, if it does go on."""
    record = session.record()
    return record if session.outcome else replace(record, table=_table(session, setup, now))


def _table(session: Session, setup: Setup, now: float | None) -> dict[str, str]:
    table = {"players": json.dumps(setup.party.players, ensure_ascii=False)}
    if session.clock:
        table["clock"] = str(session.clock.control)
        table["left"] = " ".join(f"{left:.3f}" for left in session.view(None, now).clocks)
    if setup.seconds is not None:
        table["seconds"] = f"{setup.seconds:g}"
    if setup.flip:
        table["flip"] = "on"
    return table | setup.more


def read_setup(record: Record, session: Session) -> Setup:
    """What *record* says of the table; the *session* that it tells of gets its clock. Raises BadRecord."""
    table, game = record.table, session.game
    players = _players(table.get("players", ""), game)
    names = tuple(
        "" if name in (seat.called, seat.name, player) else name
        for name, seat, player in zip(session.names, game.seats, players, strict=True)
    )
    session.clock = _clock(table, game)
    seconds = _number(table["seconds"], "seconds") if "seconds" in table else None
    if seconds is not None and seconds <= 0:
        raise _damage("seconds", table["seconds"])
    more = {key: text for key, text in table.items() if key not in OURS}
    return Setup(Party(game, players, names), seconds, table.get("flip") == "on", more)


def _players(text: str, game: Game[Any]) -> tuple[str, ...]:
    if not text:
        return (HUMAN,) * game.players
    try:
        players = json.loads(text)
    except (ValueError, RecursionError):
        players = None
    if (
        isinstance(players, list)
        and len(players) == game.players
        and all(isinstance(player, str) for player in players)
    ):
        return tuple(map(one_line, players))  # without invisible characters: people see what is started
    raise _damage("players", text)


def _clock(table: dict[str, str], game: Game[Any]) -> Clock | None:
    if "clock" not in table:
        return None
    from tabuleiro.play.clock import Clock, TimeControl

    try:
        clock = Clock(TimeControl.read(table["clock"]), game.players)
    except TabuleiroError:
        raise _damage("clock", table["clock"]) from None
    if left := table.get("left", "").split():
        clock.left = [_number(word, "left") for word in left]
    if len(clock.left) != game.players:
        raise _damage("left", table["left"])
    return clock


def _number(text: str, key: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not abs(number) <= MOST:
        raise _damage(key, text)
    return number


def _damage(key: str, text: str) -> BadRecord:
    return BadRecord(later("table {key}: {text} cannot be read", key=key, text=text[:40]))
