"""A table as rows, and set again from them: by the numbers of steps, or by their texts where the rules have changed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from tabuleiro.core import Action, Game, choices, later, say
from tabuleiro.core.errors import BadRecord, OtherEdition, TabuleiroError
from tabuleiro.core.notation import read_position, typed
from tabuleiro.core.registry import origin_of, registered
from tabuleiro.core.words import brief
from tabuleiro.play.clock import Clock, TimeControl
from tabuleiro.play.history import Step
from tabuleiro.play.lineup import Party, seated
from tabuleiro.play.session import Session
from tabuleiro.store.rows import AGENT, BOT, HUMAN, OPEN, EventRow, GameRow, Kept, SeatRow
from tabuleiro.table.table import FAIL, TAKEBACK, Event, Offer, Table

DAMAGE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError, RecursionError)


def party_of(game: Game[Any], seats: Sequence[SeatRow]) -> Party:
    """Who plays: a seat that nobody has taken yet waits for a person."""
    players = tuple({AGENT: row.agent, BOT: BOT}.get(row.kind, HUMAN) for row in seats)
    return Party(game, players, tuple(row.name for row in seats))


def lay(game: GameRow, seats: Sequence[SeatRow], rng: Random, clock: Callable[[], float]) -> Table:
    """The table for *game*, before anything has happened, the deal included."""
    rules = registered(game.spec)
    party = party_of(rules, seats)
    session = Session(
        rules,
        rng,
        names=seated(party),
        start=read_position(rules, game.start) if game.start else None,
        clock=Clock(TimeControl.read(game.clock), rules.players) if game.clock else None,
        now=clock(),
        date=time.strftime("%Y-%m-%d", time.gmtime(game.created)),
        settle=False,
    )
    absent = [row.seat for row in seats if row.kind == OPEN]
    return Table(session, party, {}, seconds=game.seconds, clock=clock, absent=absent, later=True)


def rows(table: Table, since: int, at: float, client_id: str | None = None) -> list[EventRow]:
    """What happened at *table* after event *since*, as rows; *client_id* names the order that it comes from, and stands
    with the last of them, whose number is the answer to it.
    """
    clock = table.session.clock
    left = " ".join(str(round(1000 * seconds)) for seconds in clock.left) if clock else ""
    count = table.events[since - 1].count if since else 0
    found: list[EventRow] = []
    for event in table.since(since):
        played = table.session.steps[count : event.count]
        found.append(
            EventRow(
                event.number,
                at,
                event.seat,
                event.kind,
                event.what,
                json.dumps([_text(step) for step in played], ensure_ascii=False) if played else _trouble(event),
                " ".join(str(step.number) for step in played),
                event.count,
                round(1000 * sum(step.seconds for step in played)),
                left,
                client_id if event.number == table.version else None,
            )
        )
        count = event.count
    return found


def _trouble(event: Event) -> str:
    """Why a program could not go on."""
    return event.words if event.what == FAIL else ""


def _text(step: Step) -> str:
    return step.text or typed(step.game, step.before, step.action)


def set_again(kept: Kept, rng: Random, clock: Callable[[], float]) -> Table:
    """The table as it was; raises OtherEdition where the rules no longer allow what was played, BadRecord for rows that
    are no game: a database may have been made by somebody else.
    """
    try:
        return _set_again(kept, rng, clock)
    except TabuleiroError:
        raise
    except DAMAGE as error:
        raise BadRecord(later("what is kept of this game is damaged")) from error


def _set_again(kept: Kept, rng: Random, clock: Callable[[], float]) -> Table:
    table = lay(kept.game, kept.seats, rng, clock)
    game = table.game
    numbered = kept.game.edition == game.edition and kept.game.source == origin_of(game).source
    for row in kept.events:
        _happen(table, row, numbered)
        table.events.append(Event(row.n, row.kind, row.seat, "", row.what, row.count))
    if table.session.clock and kept.events and kept.events[-1].left:
        table.session.clock.left = [int(word) / 1000 for word in kept.events[-1].left.split()]
    return table


def _happen(table: Table, row: EventRow, numbered: bool) -> None:
    """Let what *row* tells happen again."""
    session = table.session
    if row.kind in ("deal", "step"):
        steps = row.steps.split()
        texts = [] if numbered else json.loads(row.text)
        for number, step in enumerate(steps):
            action = table.game.space[int(step)] if numbered else _action(session, texts[number], row)
            session.take(action, row.spent / 1000 / len(steps))
        table.offers.clear()
    elif row.kind in ("back", "undo"):
        session.back_to(row.count)
        session.undone.clear()
        if row.kind == "undo":
            table.offers.clear()
            _help(table, "Takebacks", row.what != TAKEBACK)
    elif row.kind == "hint":
        _help(table, "Hints", True)
    elif row.kind in ("offer", "agree", "decline"):
        _talk(table, row)
    elif row.kind == "rematch":
        table.successor = row.what
        table.offers.clear()
    elif row.kind == "end":
        _end(session, row)
        table.offers.clear()


def _action(session: Session, text: str, row: EventRow) -> Action:
    """The step that is written *text*."""
    game, state = session.game, session.state
    for action in () if session.outcome else choices(game, state):
        if typed(game, state, action) == text:
            return action
    raise OtherEdition(
        say("event {number}: {text} is not legal by the rules of today", number=row.n, text=text or "''")
    )


def _help(table: Table, what: str, unasked: bool) -> None:
    if unasked:
        table.helped[what] += 1
        table.session.tags[what] = str(table.helped[what])


def _talk(table: Table, row: EventRow) -> None:
    """What was offered and answered."""
    assert row.seat is not None
    if row.kind == "offer":
        table.offers[row.what] = Offer(row.seat, tuple(other for other in table.humans if other != row.seat))
    elif row.kind == "decline":
        table.offers.pop(row.what, None)
    elif offer := table.offers.get(row.what):
        left = tuple(other for other in offer.waiting if other != row.seat)
        table.offers[row.what] = replace(offer, waiting=left)


def _end(session: Session, row: EventRow) -> None:
    """How it ended, if the board does not show it."""
    by_seat = {"resign": session.resign, "flag": session.flag, "leave": session.leave}
    if row.what in by_seat and row.seat is not None:
        by_seat[row.what](row.seat)
    elif row.what == FAIL and row.seat is not None:
        session.fail(row.seat, brief(row.text))
    elif row.what == "abort":
        session.abort()
    elif row.what == "draw":
        session.agree_draw()
