"""What is read from the database, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

HUMAN, OPEN, AGENT, BOT = "human", "open", "agent", "bot"  # who sits somewhere


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game and how it was set up; see ``schema.game``."""

    id: str
    spec: str
    edition: int
    created: float
    changed: float
    source: str = ""
    start: str = ""
    clock: str = ""
    public: bool = False
    tag: str = ""
    owner: str = ""
    follows: str = ""
    ended: float | None = None
    waiting: bool = False
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where; *token_hash* tells who may play there, and is "" for our own programs."""

    seat: int
    kind: str
    name: str = ""
    agent: str = ""
    token_hash: str = ""
    joined: float | None = None


@dataclass(frozen=True, slots=True)
class InviteRow:
    """A seat that whoever has the code may take."""

    code_hash: str
    game: str
    seat: int
    expires: float


@dataclass(frozen=True, slots=True)
class EventRow:
    """A step, or what else one order changed; see ``schema.event``."""

    n: int
    at: float
    seat: int | None
    kind: str
    what: str = ""
    text: str = ""
    steps: str = ""
    count: int = 0
    spent: int = 0
    left: str = ""
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A whole game as it is in the database."""

    game: GameRow
    seats: list[SeatRow]
    events: list[EventRow]


def values(row: Any, **more: object) -> dict[str, Any]:
    """The columns of *row*, and *more*."""
    return {name: getattr(row, name) for name in row.__slots__} | more
