"""The store: what the site keeps. Reading is done by whoever asks, writing by one thread, many changes at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Row, bindparam, delete, func, insert, select, update

from tabuleiro.store import schema
from tabuleiro.store.database import connect, upgrade, usable
from tabuleiro.store.rows import EventRow, GameRow, InviteRow, Kept, SeatRow, values
from tabuleiro.store.writer import Work, Writer

ADD_GAME, ADD_SEAT, ADD_INVITE, ADD_EVENT = map(insert, (schema.game, schema.seat, schema.invite, schema.event))
CHANGE_GAME = (
    update(schema.game)
    .where(schema.game.c.id == bindparam("b_id"))
    .values(changed=bindparam("b_changed"), ended=bindparam("b_ended"), waiting=bindparam("b_waiting"))
)
TAKE_SEAT = (
    update(schema.seat)
    .where(schema.seat.c.game == bindparam("b_game"), schema.seat.c.seat == bindparam("b_seat"))
    .values(
        kind=bindparam("b_kind"),
        name=bindparam("b_name"),
        token_hash=bindparam("b_token_hash"),
        joined=bindparam("b_joined"),
    )
)


ORDER = (ADD_GAME, ADD_SEAT, ADD_INVITE, TAKE_SEAT, ADD_EVENT, CHANGE_GAME)


class Store:
    """The database at *address*, made or brought up to date if need be."""

    def __init__(self, address: str) -> None:
        self.engine = connect(address)
        with usable(address):
            upgrade(self.engine)
        self._writer: Writer[asyncio.Future[None]] = Writer(self.engine, ORDER, _tell)

    def close(self) -> None:
        """Write what is waiting, and let go of the database."""
        self._writer.close()
        self.engine.dispose()

    # ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def write(self, job: list[Work]) -> None:
        """Return once *job* is on the disk; raises what prevented that."""
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._writer.write(job, written)
        await written

    @staticmethod
    def adding(game: GameRow, seats: Sequence[SeatRow], invites: Sequence[InviteRow]) -> list[Work]:
        """The job that adds a game."""
        return [
            (ADD_GAME, [values(game)]),
            (ADD_SEAT, [values(row, game=game.id) for row in seats]),
            *([(ADD_INVITE, [values(row) for row in invites])] if invites else []),
        ]

    @staticmethod
    def happening(game: GameRow, events: Sequence[EventRow]) -> list[Work]:
        """The job that adds *events* to a game whose row is now *game*."""
        change = {"b_id": game.id, "b_changed": game.changed, "b_ended": game.ended, "b_waiting": game.waiting}
        return [(ADD_EVENT, [values(row, game=game.id) for row in events]), (CHANGE_GAME, [change])]

    @staticmethod
    def sitting(game: str, seat: SeatRow) -> list[Work]:
        """The job by which somebody takes an open seat."""
        named = ("seat", "kind", "name", "token_hash", "joined")
        taken = {f"b_{name}": getattr(seat, name) for name in named} | {"b_game": game}
        return [(TAKE_SEAT, [taken])]

    # ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────

    def load(self, id: str) -> Kept | None:
        """The game *id* with all that happened."""
        with self.engine.connect() as connection:
            row = connection.execute(select(schema.game).where(schema.game.c.id == id)).first()
            if row is None:
                return None
            seats, events = (
                connection.execute(select(table).where(table.c.game == id).order_by(order)).all()
                for table, order in ((schema.seat, schema.seat.c.seat), (schema.event, schema.event.c.n))
            )
        return Kept(
            GameRow(**row._mapping),  # noqa: SLF001 - the public name of a row's columns
            [SeatRow(**_without_game(row)) for row in seats],
            [EventRow(**_without_game(row)) for row in events],
        )

    def invitation(self, code_hash: str) -> InviteRow | None:
        """The invitation with this code."""
        with self.engine.connect() as connection:
            row = connection.execute(select(schema.invite).where(schema.invite.c.code_hash == code_hash)).first()
        return InviteRow(**row._mapping) if row else None  # noqa: SLF001

    def held(self, token_hash: str) -> list[tuple[str, int]]:
        """The games and seats that this token holds, the oldest first: several after a rematch."""
        wanted = (
            select(schema.seat.c.game, schema.seat.c.seat)
            .join(schema.game, schema.game.c.id == schema.seat.c.game)
            .where(schema.seat.c.token_hash == token_hash)
            .order_by(schema.game.c.created)
        )
        with self.engine.connect() as connection:
            return [(row.game, row.seat) for row in connection.execute(wanted)]

    def listed(self, *, tag: str = "", over: bool | None = None, most: int = 40) -> list[str]:
        """The public games that changed last, of a *tag* if one is named; *over* or not."""
        columns = schema.game.c
        wanted = select(columns.id).where(columns.public).order_by(columns.changed.desc()).limit(most)
        if tag:
            wanted = wanted.where(columns.tag == tag)
        if over is not None:
            wanted = wanted.where(columns.ended.is_not(None) if over else columns.ended.is_(None))
        with self.engine.connect() as connection:
            return list(connection.execute(wanted).scalars())

    def unjoined(self, before: float) -> list[str]:
        """The games made *before* that time in which a seat is still free."""
        columns = schema.game.c
        wanted = select(columns.id).where(columns.waiting, columns.created < before, columns.ended.is_(None))
        with self.engine.connect() as connection:
            return list(connection.execute(wanted).scalars())

    def thinking(self) -> list[str]:
        """The games under way in which one of our programs sits: it may have been about to play."""
        wanted = (
            select(schema.seat.c.game)
            .join(schema.game, schema.game.c.id == schema.seat.c.game)
            .where(schema.seat.c.kind == "agent", schema.game.c.ended.is_(None))
            .distinct()
        )
        with self.engine.connect() as connection:
            return list(connection.execute(wanted).scalars())

    # ── Tidying ──────────────────────────────────────────────────────────────────────────────────────────────────

    def prune(self, before: float) -> int:
        """Delete the games in which nothing has happened since *before*; how many."""
        with self.engine.begin() as connection:
            return connection.execute(delete(schema.game).where(schema.game.c.changed < before)).rowcount

    def delete(self, id: str) -> bool:
        """Delete the game *id*; was it there?"""
        with self.engine.begin() as connection:
            return connection.execute(delete(schema.game).where(schema.game.c.id == id)).rowcount > 0

    def count(self) -> int:
        with self.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(schema.game)).scalar_one())


def _tell(written: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    """Wake those who wait for what was *written*: all with one call into their loop."""

    def settle() -> None:
        for future, error in written:
            if future.done():
                continue
            if error:
                future.set_exception(error)
            else:
                future.set_result(None)

    with suppress(RuntimeError):  # who waited has gone, and the loop with it
        written[0][0].get_loop().call_soon_threadsafe(settle)


def _without_game(row: Row[Any]) -> dict[str, Any]:
    return {name: value for name, value in row._mapping.items() if name != "game"}  # noqa: SLF001
