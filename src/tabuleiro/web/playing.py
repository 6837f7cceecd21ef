"""The pages of a game: the board itself, the invitation to it, and a seat that moves to another device."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from tabuleiro.core import Pass, Place, say
from tabuleiro.core.option import options, spell
from tabuleiro.home.languages import spoken
from tabuleiro.play.wire import describe
from tabuleiro.table.desk import at_the_top
from tabuleiro.table.draft import clock_words
from tabuleiro.table.streak import ROW, level_after, level_at, offer_words
from tabuleiro.web.api import invitation
from tabuleiro.web.asking import hub_of, open_game, origin_of, seats_of, tokens_of
from tabuleiro.web.drawings import live_board, square_code
from tabuleiro.web.forms import fields, whole
from tabuleiro.web.live import Eyes, write
from tabuleiro.web.making import checked_name
from tabuleiro.web.orders import UNKNOWN, Refused
from tabuleiro.web.script_words import script_words
from tabuleiro.web.seats import COOKIE, TOGETHER, TOKEN, hashed
from tabuleiro.web.showing import INVITES, keep, keep_name, look_of, name_of, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.web.live import Live

router = APIRouter(include_in_schema=False)


@router.get("/game/{id}")
async def game(request: Request, id: str) -> Response:
    live = await open_game(hub_of(request), id)
    seats = seats_of(request, live)
    one = live.table.game
    eyes = Eyes(seats, spoken(), lambda _: None, shown=0, page=True)
    async with live.lock:
        state = live.state(eyes)
        boot = {
            "id": id,
            "seat": seats[0] if len(seats) == 1 else None,
            "seats": seats,
            "v": live.v,
            "flip": len(seats) == 1 and at_the_top(one, seats[0]),
            "lang": spoken(),
            "goal": say(one.tagline),
            "description": describe(one),
            "start": list(live.table.told(None).start.board),
            "places": [action.piece if isinstance(action, Place) else 0 for action in one.space],
            "stops": [number for number, action in enumerate(one.space) if isinstance(action, Pass)],
            "words": script_words(),
            "streak": _streak(live, seats),
        }
    text = f'{write(boot)[:-1]},"state":{state}}}'
    told = _people_words(live, seats)
    return render(
        request,
        "game.html",
        here="/",
        id=id,
        game=one,
        seat=seats[0] if seats else None,
        people=told,
        title=f"{one.title}: {told}",
        clock=clock_words(live.row.clock),
        tag=live.row.tag,
        base=origin_of(request),
        board=live_board(one, look_of(request)),
        boot=_inert(text),
        links=_links(request, live),
    )


def _streak(live: Live, seats: tuple[int, ...]) -> dict[str, Any] | None:
    """For one person against one level: what the browser counts, and what it offers after so many wins in a row."""
    table = live.table
    level, game = level_at(table), table.game
    after = level_after(game, level)
    if not after or list(seats) != table.humans:
        return None
    chosen = {
        f"option.{item.name}": spell(value)
        for item in options(game)
        if (value := getattr(game, item.name)) != item.default
    }
    wish = urlencode({"mode": "computer", "level": after, "side": seats[0], **chosen})
    return {
        "game": game.name,
        "level": level,
        "row": ROW,
        "words": offer_words(after),
        "href": f"/new/{game.name}?{wish}",
    }


def _people_words(live: Live, seats: tuple[int, ...]) -> str:
    names = live.names
    taken = [row.seat for row in live.seats if row.kind != "open"]
    if len(seats) == 1:
        others = [names[seat] for seat in taken if seat not in seats]
        return say("You and {names}", names=", ".join(others)) if others else say("You")
    return ", ".join(names[seat] for seat in taken) or say("An empty table")


def _inert(text: str) -> Any:
    """JSON that can stand in a page: nothing in it ends the element that holds it."""
    from markupsafe import Markup

    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))  # noqa: S704


def _links(request: Request, live: Live) -> list[dict[str, Any]]:
    """The links for seats that nobody has taken yet, for the one who made the game."""
    codes = (item.partition(":") for item in request.cookies.get(INVITES + live.id, "").split(TOGETHER))
    waiting = {row.seat: live.table.game.seats[row.seat].name for row in live.seats if row.kind == "open"}
    found = []
    for seat, _, code in codes:
        if (number := whole(seat)) in waiting and TOKEN.fullmatch(code):
            url = f"{origin_of(request)}/join/{code}"
            found.append({"seat": waiting[number], "url": url, "qr": square_code(url)})
    return found


@router.get("/join/{code}")
async def invited(request: Request, code: str) -> Response:
    """An invitation: to look at it takes nothing."""
    live, seat = await invitation(hub_of(request), code)
    if seat in seats_of(request, live):  # who has taken it comes by the same link again
        return RedirectResponse(f"/game/{live.id}", 303)
    return _invitation(request, live, seat, "")


@router.post("/join/{code}")
async def join(request: Request, code: str) -> Response:
    hub = hub_of(request)
    live, seat = await invitation(hub, code)
    name = checked_name(hub.settings, fields(await request.body()).get("name", ""))
    try:
        _, token = await hub.sit(live, name, seat)
    except Refused as error:
        return _invitation(request, live, seat, str(error))
    answer = RedirectResponse(f"/game/{live.id}", 303)
    keep(request, answer, COOKIE + live.id, TOGETHER.join([*tokens_of(request, live), token]))
    keep_name(request, answer, name)
    return answer


def _invitation(request: Request, live: Live, seat: int, problem: str) -> Response:
    one = live.table.game
    hosts = [name for row, name in zip(live.seats, live.table.session.names, strict=True) if row.kind == "human"]
    host = next((name for row, name in zip(live.seats, live.table.session.names, strict=True) if row.name == name), "")
    headline = say("{name} invites you to {game}", name=host, game=one.title)
    return render(
        request,
        "invite.html",
        status=409 if problem else 200,
        id=live.id,
        game=one,
        headline=headline if host and hosts else say("You are invited to {game}", game=one.title),
        problem=problem,
        taken=live.seats[seat].kind != "open",
        seat=one.seats[seat].name,
        clock=clock_words(live.row.clock),
        name=name_of(request),
        picture=f"/picture/{live.id}.svg",
    )


@router.get("/game/{id}/seat")
async def own_seat(request: Request, id: str) -> Response:
    """The link of the reader's own seat, for another device."""
    live = await open_game(hub_of(request), id)
    tokens = tokens_of(request, live) if seats_of(request, live) else []
    if not tokens:
        raise Refused(403, say("you have no seat at this table"))
    url = f"{origin_of(request)}/seat/{tokens[0]}"
    one = live.table.game
    return render(
        request, "seat.html", id=id, game=one, url=url, qr=square_code(url), picture=f"/picture/{id}.svg", seat=""
    )


@router.get("/seat/{token}")
async def moving(request: Request, token: str) -> Response:
    """Asks whether a seat shall be played on this device; to look at it changes nothing."""
    live, seat = await _holder(request, token)
    one = live.table.game
    name = one.seats[seat].name
    return render(request, "seat.html", id=live.id, game=one, url="", picture=f"/picture/{live.id}.svg", seat=name)


@router.post("/seat/{token}")
async def moved(request: Request, token: str) -> Response:
    live, _ = await _holder(request, token)
    answer = RedirectResponse(f"/game/{live.id}", 303)
    keep(request, answer, COOKIE + live.id, token)
    return answer


async def _holder(request: Request, token: str) -> tuple[Live, int]:
    import asyncio

    hub = hub_of(request)
    found = await asyncio.to_thread(hub.store.held, hashed(token)) if TOKEN.fullmatch(token) else []
    if not found:
        raise Refused(UNKNOWN, say("this link holds no seat; perhaps a piece of it is missing"))
    newest, seat = found[-1]
    return await hub.open(newest), seat
