"""A game in memory: its table, who looks at it, and what each of them is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tabuleiro.core.words import shown
from tabuleiro.draw.speech import spoken_turn
from tabuleiro.play.history import TRUTH
from tabuleiro.play.lineup import called
from tabuleiro.play.record import Record
from tabuleiro.play.wire import describe, write_own, write_shared
from tabuleiro.store.rows import AGENT, BOT, OPEN, GameRow, SeatRow
from tabuleiro.table.table import Table
from tabuleiro.web.settings import Settings

OFFERS = ("draw", "takeback", "rematch")


@dataclass(eq=False)
class Eyes:
    """One connection: the *seats* that it holds, none for a spectator, its language, and how to *send* it a text.

    *sent* waits until everything has gone out. *shown* is how many steps it has been shown, at version *v*; None before
    the first. A *page* is told in words, too.
    """

    seats: tuple[int, ...]
    language: str
    send: Callable[[str], None]
    sent: Callable[[], Awaitable[None]] | None = None
    shown: int | None = None
    v: int = 0
    page: bool = False
    looking: int | None = None  # the seat whose view it got last, where several share a screen
    lag: list[float] = field(default_factory=list)  # the last times that a message took there and back


@dataclass(frozen=True)
class Answer:
    """What became of an order: the status as HTTP has it, the version, and in words why it was refused."""

    status: int
    v: int
    why: str = ""


class Live:
    """A table in memory. Whoever changes it, or wants to see what is on the disk alone, holds its *lock*.

    *time* tells the seconds since 1970; the table's own clock never jumps.
    """

    def __init__(
        self, row: GameRow, seats: list[SeatRow], table: Table, settings: Settings, time: Callable[[], float]
    ) -> None:
        self.row = row
        self.settings = settings
        self.time = time
        self.seats = seats
        self.table = table
        self.lock = asyncio.Lock()
        self.eyes: set[Eyes] = set()
        self.answers: dict[str, Answer] = {}  # to every order that is on the disk, for it may come twice
        self.thinking: asyncio.Task[None] | None = None
        self.advising = False  # does a program think about a hint?
        self.flag: asyncio.TimerHandle | None = None  # when the time of who decides is over
        self.notice: asyncio.TimerHandle | None = None  # when all are told who is there
        self.touched = time()  # when somebody last asked for it
        self.seen = [time()] * table.game.players  # when each seat was last heard of
        self._written: dict[tuple[object, ...], str] = {}  # what was written of this version
        self._version = -1

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def v(self) -> int:
        return self.table.version

    # ── Who is there ─────────────────────────────────────────────────────────────────────────────────────────────

    def here(self, seat: int) -> bool:
        """Is somebody connected who holds *seat*, or does a program of ours sit there?"""
        return self.seats[seat].kind == AGENT or any(seat in eyes.seats for eyes in self.eyes)

    @property
    def spectators(self) -> int:
        return sum(not eyes.seats for eyes in self.eyes)

    @property
    def settled(self) -> int:
        """How many steps nobody can take back."""
        return len(self.table.session.steps) - self.table.session.pending

    def acting(self, seats: tuple[int, ...]) -> int:
        """The one of *seats* that is meant when somebody who holds several does something."""
        player = self.table.session.player
        return player if player in seats else seats[0]

    def looks(self, eyes: Eyes) -> int | None:
        """The seat whose view *eyes* get: where several share a screen, that of who decides, or who decided last.

        Where these have secrets from each other, it is the one that has sat down; before that it is nobody's.
        """
        if len(eyes.seats) <= 1:
            return eyes.seats[0] if eyes.seats else None
        player = self.table.session.player
        if self.table.game.has_secrets and player >= 0:
            return eyes.looking
        if player in eyes.seats or eyes.looking is None:
            eyes.looking = self.acting(eyes.seats)
        return eyes.looking

    # ── What is told ─────────────────────────────────────────────────────────────────────────────────────────────

    def visible(self, seat: int | None) -> int:
        """How many steps *seat* may see: not those that another can still take back."""
        session = self.table.session
        return len(session.steps) - (0 if seat == session.player else session.pending)

    @property
    def names(self) -> tuple[str, ...]:
        """What people are called, programs in the reader's language."""
        given = zip(self.seats, self.table.session.names, strict=True)
        return tuple(called(name) if row.kind == AGENT and name == row.agent else shown(name) for row, name in given)

    def view(self, seat: int | None) -> dict[str, Any]:
        """The view of *seat* as JSON; its version is the number of the last event."""
        return self.table.told(seat).renamed(self.names).to_json() | {"version": self.v}

    def record(self, seat: int | None) -> Record:
        """The record as *seat* may know it: without what another can still take back, and whole once the game is over."""
        session = self.table.session
        record, pending = session.record(seat), 0 if seat == session.player else session.pending
        return replace(record, unfinished=record.unfinished[: len(record.unfinished) - pending])

    def view_text(self, seat: int | None, language: str) -> str:
        """The view of *seat* as text: what others see, too, is written once a version for all of them."""
        view = self.table.told(seat)
        session = self.table.session
        eyes = seat if session.game.has_secrets or (session.pending and seat == session.player) else None
        shared = self._once(
            ("shared", eyes, language),
            lambda: write(write_shared(view.renamed(self.names)) | {"version": self.v}),
        )
        own = self._once(("own", seat, language), lambda: write(write_own(view)))
        return f'{shared[:-1]},"clocks":{write(view.clocks)},{own[1:]}'

    def _once(self, key: tuple[object, ...], work: Callable[[], str]) -> str:
        """What *work* writes, done once a version."""
        if self._version != self.v:
            self._written.clear()
            self._version = self.v
        text = self._written.get(key)
        if text is None:
            text = self._written[key] = work()
        return text

    def frames(self, seat: int | None, since: int) -> list[dict[str, Any]]:
        """The steps from number *since* on as *seat* may see them, each with the board after it and the clicks that mean it."""
        until = self.visible(seat)
        if since >= until:
            return []
        session, paths = self.table.session, self.table.game.paths
        frames = session.history.frames(TRUTH if session.outcome else seat, since, until)
        return [
            {
                "turn": session.history.turn_of(number),
                "seat": step.player,
                "text": step.text,
                "path": list(next(iter(paths(step.action)), ())),
                "cells": list(after.board),
            }
            for number, (step, after) in enumerate(frames, since)
        ]

    def _frames_text(self, seat: int | None, since: int) -> str:
        """The same as text: most have seen the same, and may see the same now."""
        eyes = seat if self.table.game.has_secrets else None
        return self._once(("frames", eyes, since, self.visible(seat)), lambda: write(self.frames(seat, since)))

    def _standing(self, eyes: Eyes) -> int | None:
        """How many of the steps that *eyes* have been shown still stand; None if they were shown none."""
        if eyes.shown is None:
            return None
        return min([eyes.shown, *(event.count for event in self.table.events[eyes.v :])])

    def speech(self, language: str) -> str:
        """The last turn in words for everybody's ears, as text; it is put into words once a version."""
        return self._once(("spoken", language), lambda: write({"last": self._spoken()}))

    def _spoken(self) -> str:
        history, session = self.table.session.history, self.table.session
        turns = history.turns()
        steps = turns[-1] if turns else ()
        after = [*(step.before for step in steps[1:]), *(step.before for step in history.under_way()[:1])]
        taken = zip(steps, [*after, session.state], strict=False)
        words = spoken_turn(session.game, ((step.before, step.action, later) for step, later in taken))
        return f"{self.names[steps[0].player]}: {words}" if steps else words

    def state(self, eyes: Eyes, *, first: bool = False) -> str:
        """The message with all that *eyes* may know; the *first* one describes the game."""
        seat = self.looks(eyes)
        until, since = self.visible(seat), self._standing(eyes)
        since = until if since is None else min(since, until)
        frames = self._frames_text(seat, since)
        eyes.shown, eyes.v = until, self.v
        more = f'"description":{write(describe(self.table.game))},' if first else ""
        if eyes.page:
            more += f'"speech":{self.speech(eyes.language)},'
        return (
            f'{{"type":"state","v":{self.v},{more}"view":{self.view_text(seat, eyes.language)},"from":{since},'
            f'"frames":{frames},"table":{write(self.about(eyes.seats, seat))}}}'
        )

    def presence(self, eyes: Eyes) -> str:
        return f'{{"type":"presence","table":{write(self.about(eyes.seats, self.looks(eyes)))}}}'

    def resume(self, eyes: Eyes, v: int | None) -> None:
        """*eyes* come back, who have seen everything up to version *v*; a page has said how many steps those are."""
        known = v if v is not None and v <= self.v else 0
        eyes.v = known
        if v is None:
            eyes.shown = None
        elif not eyes.page or eyes.shown is None:
            eyes.shown = self.table.events[known - 1].count if known else 0

    def about(self, seats: tuple[int, ...], looking: int | None) -> dict[str, Any]:
        """The table as those who hold *seats* may see it: people, clocks, offers, and what can be done."""
        table, session = self.table, self.table.session
        return {
            "seats": [self._seat(row, name, seats) for row, name in zip(self.seats, self.names, strict=True)],
            "spectators": self.spectators,
            "clocks": self._clocks(),
            "offers": {what: table.offers[what].seat if what in table.offers else None for what in OFFERS},
            "may": (table.may(looking) if looking is not None else []) + (["claim"] if self.claimable(seats) else []),
            "marked": bool(table.helped),
            "rematch": f"/game/{table.successor}" if table.successor else None,
            "thinking": session.player >= 0 and self.seats[session.player].kind == AGENT,
            "tag": self.row.tag,
            "public": self.row.public,
        }

    def _seat(self, row: SeatRow, name: str, seats: tuple[int, ...]) -> dict[str, Any]:
        return {
            "name": name,
            "kind": "agent" if row.kind == BOT else row.kind,
            "agent": row.agent or (BOT if row.kind == BOT else None),
            "here": self.here(row.seat),
            "you": row.seat in seats,
        }

    def _clocks(self) -> dict[str, Any] | None:
        session = self.table.session
        if session.clock is None:
            return None
        running = session.player if session.player >= 0 and self.table.ticking else None
        left = [round(seconds or 0.0, 3) for seconds in self.table.view(None).clocks]
        return {"left": left, "running": running, "at": round(1000 * self.time())}

    def claimable(self, seats: tuple[int, ...]) -> bool:
        """Can those who hold *seats* claim the win, because the one who decides has gone?"""
        player = self.table.session.player
        if player < 0 or not seats or player in seats or self.here(player) or self.seats[player].kind in (AGENT, OPEN):
            return False
        if self.table.session.clock:
            return self.time() - max(self.seen[player], self.row.changed) >= self.settings.away
        return self.time() - self.row.changed >= self.settings.away_long


def write(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
