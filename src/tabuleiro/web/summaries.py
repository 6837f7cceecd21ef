"""Games in lists: who plays, whose turn it is, and when something last happened."""

from __future__ import annotations

from tabuleiro.core import say, say_many
from tabuleiro.core.words import spelled
from tabuleiro.play.session import CALLED_OFF
from tabuleiro.web.api import listed
from tabuleiro.web.asking import hub_of, seats_of
from tabuleiro.web.orders import Refused
from tabuleiro.web.seats import COOKIE, ID

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from fastapi import Request

    from tabuleiro.web.live import Live

OWN = 12  # of the reader's own games, the newest
MINUTE, HOUR, DAY = 60, 3600, 86_400


async def own_rows(request: Request) -> list[dict[str, Any]]:
    """The games at which this browser holds a seat: those that wait for the reader first."""
    ids = [name.removeprefix(COOKIE) for name in request.cookies if name.startswith(COOKIE)]
    rows = []
    for one in list(filter(ID.fullmatch, ids))[-OWN:]:
        row = await _row(request, one)
        if row and row["own"]:
            rows.append(row)
    return sorted(rows, key=lambda row: (not row["yours"], row["over"], row["age"]))


async def listed_rows(request: Request, **which: Any) -> list[dict[str, Any]]:
    """Public games, see ``Store.listed``."""
    found = [await _row(request, one) for one in await listed(hub_of(request), **which)]
    return [row for row in found if row]


async def _row(request: Request, id: str) -> dict[str, Any] | None:
    hub = hub_of(request)
    try:
        live = await hub.open(id)
    except Refused:
        return None
    seats = seats_of(request, live)
    async with live.lock:
        return _summary(live, seats, hub.time() - live.row.changed)


def _summary(live: Live, seats: tuple[int, ...], age: float) -> dict[str, Any]:
    view = live.table.told(None)
    names = list(live.names)
    others = [name for seat, name in enumerate(names) if seat not in seats]
    yours = view.player in seats
    return {
        "id": live.id,
        "title": live.table.game.title,
        "picture": f"/picture/{live.id}.svg?v={live.v}&mini=1",
        "who": say("with {names}", names=", ".join(others)) if others and seats else ", ".join(names),
        "people": names,
        "since": ago(age),
        "stands": _stands(live, view, names, yours),
        "yours": yours,
        "own": bool(seats),
        "over": view.outcome is not None,
        "age": age,
    }


def _stands(live: Live, view: Any, names: list[str], yours: bool) -> str:
    if view.outcome:
        winners = [names[seat] for seat in view.outcome.winners]
        if spelled(view.outcome.reason).get("key") == CALLED_OFF:
            return say("Over")
        if len(winners) == len(names):
            return say("A draw")
        return say("{names} won", names=", ".join(winners)) if winners else say("Over")
    if any(row.kind == "open" for row in live.seats):
        return say("Waiting for another player")
    if yours:
        return say("Your turn")
    return say("{name} is to play", name=names[view.player]) if view.player >= 0 else ""


def ago(seconds: float) -> str:
    """How long something is past, in words."""
    if seconds < MINUTE:
        return say("just now")
    if seconds < HOUR:
        return say_many("{count} minute ago", "{count} minutes ago", int(seconds // MINUTE))
    if seconds < DAY:
        return say_many("{count} hour ago", "{count} hours ago", int(seconds // HOUR))
    return say_many("{count} day ago", "{count} days ago", int(seconds // DAY))
