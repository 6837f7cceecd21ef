"""What people and programs may tell the server to do at a table: each order is data, checked here, done by the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tabuleiro.core import Action, say
from tabuleiro.core.errors import BadTurn, Illegal, NotNow, TabuleiroError
from tabuleiro.core.why import why_not_clicked
from tabuleiro.table.table import DRAW, REMATCH, TAKEBACK
from tabuleiro.web.live import Live

UNREADABLE, FORBIDDEN, UNKNOWN, NOT_NOW, NOT_LEGAL, TROUBLE = 400, 403, 404, 409, 422, 503
LONGEST = 8  # clicks that mean a step
ORDER_ID = re.compile(r"[ -~]{1,64}")  # what every database and every reader takes


class Refused(TabuleiroError):
    """An order that is not carried out; *status* says why to programs, the message to people."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True)
class Order:
    """What is wanted, by whoever holds *seats*; *id* is the sender's own, and *lag* the seconds that it was on the way."""

    type: str
    id: str
    seats: tuple[int, ...]
    data: dict[str, Any]
    lag: float = 0.0

    @property
    def key(self) -> str:
        """What tells it from others at the same table."""
        return f"{self.seats[0]}:{self.id}"


def carry_out(live: Live, order: Order) -> bool:
    """Do what *order* says, or raise; True when a rematch is agreed, which the hub sets up."""
    if not order.seats:
        raise Refused(FORBIDDEN, say("you have no seat at this table"))
    work = ORDERS.get(order.type)
    if work is None:
        known = ", ".join(ORDERS)
        raise Refused(UNREADABLE, say("{type} is no order; there are {known}", type=str(order.type)[:40], known=known))
    try:
        return bool(work(live, order, live.acting(order.seats)))
    except NotNow as error:
        raise Refused(NOT_NOW, error.words) from error
    except BadTurn as error:
        raise Refused(NOT_LEGAL, error.words) from error


def _turn(live: Live, order: Order, seat: int) -> None:
    text = order.data.get("text")
    most = live.settings.limits.turn
    if not isinstance(text, str) or not text.strip() or len(text) > most:
        raise Refused(NOT_LEGAL, say("a turn is a text of at most {most} characters", most=most))
    live.table.play(seat, text, order.lag)


def _step(live: Live, order: Order, seat: int) -> None:
    step, space = order.data.get("step"), live.table.game.space
    if type(step) is not int or not 0 <= step < len(space):
        raise Refused(NOT_LEGAL, say("a step is a number from 0 to {most}", most=len(space) - 1))
    if order.data.get("ask") is True and _ends_turn(live, seat, space[step]):
        raise Refused(NOT_NOW, say("this ends the turn; send it without ask to play it"))
    try:
        live.table.play(seat, space[step], order.lag)
    except Illegal:
        raise Refused(NOT_LEGAL, say("that cannot be played now: {due}", due=live.view(seat)["standing"])) from None


def _ends_turn(live: Live, seat: int, action: Action) -> bool:
    """Could *seat* no longer take *action* back once it is played? By what it sees: the answer must tell no secret."""
    view = live.table.view(seat)
    if view.state.player != seat or action not in view.actions:
        return False
    after = live.table.game.apply(view.state, action)
    return bool(after.whole or after.player != seat)


def _back(live: Live, order: Order, seat: int) -> None:
    live.table.take_back(_own(live, order, "back", seat))


def _undo(live: Live, order: Order, seat: int) -> None:
    live.table.undo_turn(_own(live, order, "undo", seat))


def _offer(live: Live, order: Order, seat: int) -> bool:
    what = order.data.get("what")
    if what not in (DRAW, TAKEBACK, REMATCH):
        raise Refused(NOT_LEGAL, say("one can offer {known}", known=f"{DRAW}, {TAKEBACK}, {REMATCH}"))
    return live.table.make_offer(_own(live, order, what, seat), what) and what == REMATCH


def _answer(live: Live, order: Order, _: int) -> bool:
    what, yes = order.data.get("what"), order.data.get("yes")
    offer = live.table.offers.get(what) if isinstance(what, str) else None
    waiting = [other for other in order.seats if offer and other in offer.waiting]
    if not offer or not waiting:
        raise Refused(NOT_NOW, say("nothing like that is offered to you"))
    agreed = [live.table.answer(other, str(what), yes is True) for other in (waiting if yes is True else waiting[:1])]
    return agreed[-1] and what == REMATCH


def _resign(live: Live, order: Order, seat: int) -> None:
    live.table.resign(_own(live, order, "resign", seat))


def _abort(live: Live, order: Order, seat: int) -> None:
    live.table.call_off(_own(live, order, "abort", seat))


def _claim(live: Live, order: Order, seat: int) -> None:
    if not live.claimable(order.seats):
        raise Refused(NOT_NOW, say("there is nothing to claim now"))
    live.table.claim(seat)


def _hint(live: Live, order: Order, seat: int) -> None:
    if live.advising:
        raise Refused(NOT_NOW, say("that cannot be done now"))
    live.table.hint(_own(live, order, "hint", seat))


def _why(live: Live, order: Order, seat: int) -> None:
    """Why one cannot click these cells one after the other; the answer to this is always a refusal."""
    cells, game = order.data.get("cells"), live.table.game
    if not isinstance(cells, list) or not all(
        type(cell) is int and 0 <= cell < len(game.board) for cell in cells[:LONGEST]
    ):
        raise Refused(NOT_LEGAL, say("cells are numbers from 0 to {most}", most=len(game.board) - 1))
    if live.table.session.player != seat:
        raise Refused(NOT_NOW, say("that cannot be done now"))
    view = live.table.view(seat)
    reason = why_not_clicked(game, view.state, view.actions, cells[:LONGEST])
    raise Refused(NOT_LEGAL, say(reason) if reason else say("this can be played"))


def _own(live: Live, order: Order, what: str, seat: int) -> int:
    """The seat that does *what*: the one that decides, or another that the sender holds."""
    for other in (seat, *order.seats):
        if what in live.table.may(other):
            return other
    raise Refused(NOT_NOW, say("that cannot be done now"))


ORDERS: dict[str, Callable[[Live, Order, int], bool | None]] = {
    "turn": _turn,
    "step": _step,
    "back": _back,
    "offer": _offer,
    "answer": _answer,
    "resign": _resign,
    "abort": _abort,
    "claim": _claim,
    "hint": _hint,
    "undo": _undo,
    "why": _why,
}
