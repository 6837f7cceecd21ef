"""The JSON API for programs: games are made, joined, seen and played; errors are one line, ``{"error": …}``."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tabuleiro.core import say
from tabuleiro.core.option import options, spell
from tabuleiro.core.registry import find, game_class, names
from tabuleiro.core.words import shown
from tabuleiro.play.wire import describe
from tabuleiro.store.rows import BOT, HUMAN, OPEN
from tabuleiro.table.draft import THINKING
from tabuleiro.web.asking import hub_of, open_game, origin_of, seats_of
from tabuleiro.web.hub import Hub
from tabuleiro.web.live import Live
from tabuleiro.web.making import Making, checked, checked_name, checked_tag, offered
from tabuleiro.web.orders import FORBIDDEN, ORDER_ID, UNKNOWN, Order, Refused
from tabuleiro.web.seats import TOKEN, bearer_tokens, hashed

router = APIRouter(prefix="/api/v1")

TURN, NAME = 400, 200  # characters; names are cut to what the site shows


class Error(BaseModel):
    """What went wrong, in one line."""

    error: str


class Strict(BaseModel):
    """Fields that are not known are a mistake."""

    model_config = ConfigDict(extra="forbid")


class SeatWish(Strict):
    kind: Literal["human", "open", "agent"]
    name: str | None = Field(default=None, max_length=NAME)
    agent: str | None = Field(default=None, max_length=NAME)


class GameWish(Strict):
    """A game to be made; *count* makes so many at once, *start* is the position in which it begins, *seconds* is how long
    programs may think about a step at most.
    """

    game: str = Field(max_length=NAME, examples=["meerkats:players=3"])
    seats: list[SeatWish] = Field(max_length=16)
    clock: str | None = Field(default=None, max_length=20, examples=["300+5"])
    public: bool = False
    tag: str | None = Field(default=None, max_length=40)
    start: str | None = Field(default=None, max_length=1000)
    count: int = Field(default=1, ge=1, le=40)
    seconds: float | None = Field(default=None, gt=0, le=float(THINKING[-1]))


class MadeSeat(BaseModel):
    seat: int
    kind: str
    token: str | None = None
    url: str | None = None


class Made(BaseModel):
    id: str
    url: str
    seats: list[MadeSeat]


class ManyMade(BaseModel):
    games: list[Made]


class Sitting(Strict):
    name: str = Field(default="", max_length=NAME)
    seat: int | None = Field(default=None, ge=0, le=15)
    bot: bool = False


class Seated(BaseModel):
    id: str
    seat: int
    token: str
    url: str


class SeatOf(BaseModel):
    id: str
    seat: int


class OrderWish(Strict):
    """The same *id* twice is one order."""

    id: str | None = Field(default=None, pattern=f"^{ORDER_ID.pattern}$")


class TurnWish(OrderWish):
    """A whole turn, or the next steps of one."""

    text: str = Field(alias="turn", max_length=TURN, examples=["c3-c4"])


class OfferWish(OrderWish):
    what: Literal["draw", "takeback", "rematch"]


class AnswerWish(OfferWish):
    yes: bool


class Version(BaseModel):
    version: int


GameId = Annotated[str, Path(max_length=64)]


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors that an operation may answer with; all share those of the guard."""
    return {status: {"model": Error} for status in (400, 403, 413, 422, 429, 503, *statuses)}


# ── What there is ────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/games", responses=errors())
async def games(request: Request, tag: Annotated[str, Query(max_length=40)] = "") -> dict[str, Any]:
    """The games with their options and programs, and the public tables, of a *tag* if one is named."""
    hub = hub_of(request)
    return {
        "games": [_kind(hub, name) for name in names()],
        "tables": [await glimpse(hub, one, origin_of(request)) for one in await listed(hub, tag=checked_tag(tag))],
    }


async def listed(hub: Hub, **which: Any) -> list[str]:
    """The ids of public games, see ``Store.listed``."""
    return await asyncio.to_thread(lambda: hub.store.listed(**which))


def _kind(hub: Hub, name: str) -> dict[str, Any]:
    kind, game = game_class(name), find(name)
    return {
        "name": name,
        "title": kind.title,
        "tagline": say(kind.tagline),
        "edition": kind.edition,
        "players": game.players,
        "options": [
            {
                "name": item.name,
                "default": spell(item.default),
                "help": say(item.help),
                "accepted": item.accepted,
                "values": list(item.values),
            }
            for item in options(kind)
        ],
        "agents": offered(game, hub.settings),
    }


async def glimpse(hub: Hub, id: str, origin: str = "") -> dict[str, Any]:
    """A public game in a list."""
    try:
        live = await hub.open(id)
    except Refused:
        return {"id": id, "url": f"{origin}/game/{id}"}
    async with live.lock:
        view = live.table.told(None)
        return {
            "id": id,
            "url": f"{origin}/game/{id}",
            "game": live.row.spec,
            "seats": list(map(shown, live.table.session.names)),
            "open": sorted(live.table.absent),
            "turns": len(view.history),
            "over": view.outcome is not None,
            "tag": live.row.tag,
            "cells": list(view.state.board),
        }


# ── Making and joining ───────────────────────────────────────────────────────────────────────────────────────────


@router.post("/games", status_code=201, responses=errors())
async def create(request: Request, wish: GameWish) -> Made | ManyMade:
    """A new game, or several; the tokens of its people are told here and never again."""
    hub = hub_of(request)
    allow(request, wish.count)
    made = await asyncio.gather(*(make_game(request, hub, wish) for _ in range(wish.count)))
    return made[0] if wish.count == 1 else ManyMade(games=made)


async def make_game(request: Request, hub: Hub, wish: GameWish) -> Made:
    making = checked(
        hub.settings,
        wish.game,
        [{"kind": seat.kind, "name": seat.name or "", "agent": seat.agent or ""} for seat in wish.seats],
        clock=wish.clock or "",
        tag=wish.tag or "",
        start=wish.start or "",
        public=wish.public,
        owner=owner_of(request),
        seconds=wish.seconds,
    )
    return told(await hub.create(making), making, origin_of(request))


def allow(request: Request, count: int = 1) -> None:
    """Raise when this address has made too many games to make *count* more."""
    if not request.app.state.gate.games.take(request.scope["state"]["address"], count):
        raise Refused(429, say("too many new games; try again later"))


def owner_of(request: Request) -> str:
    """Who made a game, for fairness alone: a short hash of where the request came from."""
    return hashed(request.app.state.salt + request.scope["state"]["address"])[:16]


def told(live: Live, making: Making, origin: str) -> Made:
    seats = [
        MadeSeat(
            seat=row.seat,
            kind=row.kind,
            token=making.tokens.get(row.seat),
            url=f"{origin}/seat/{making.tokens[row.seat]}"
            if row.seat in making.tokens
            else f"{origin}/join/{making.codes[row.seat]}"
            if row.seat in making.codes
            else None,
        )
        for row in live.seats
    ]
    return Made(id=live.id, url=f"{origin}/game/{live.id}", seats=seats)


@router.post("/games/{id}/seats", responses=errors(404, 409))
async def take_seat(request: Request, id: GameId, wish: Sitting) -> Seated:
    """Take an open seat, the first one unless it is named; programs say that they are one: ``bot``."""
    hub = hub_of(request)
    live = await open_game(hub, id)
    return await _sit(request, hub, live, wish, wish.seat)


@router.post("/invites/{code}", responses=errors(404, 409))
async def accept(request: Request, code: GameId, wish: Sitting) -> Seated:
    """Take the seat that one was invited to."""
    hub = hub_of(request)
    live, seat = await invitation(hub, code)
    return await _sit(request, hub, live, wish, seat)


async def invitation(hub: Hub, code: str) -> tuple[Live, int]:
    """The table and the seat to which *code* invites; raises Refused."""
    row = await asyncio.to_thread(hub.store.invitation, hashed(code)) if TOKEN.fullmatch(code) else None
    live = await hub.open(row.game) if row else None
    if row is None or live is None or (row.expires < hub.time() and live.seats[row.seat].kind == OPEN):
        raise Refused(UNKNOWN, say("this invitation is not known, or its time is over"))
    return live, row.seat


async def _sit(request: Request, hub: Hub, live: Live, wish: Sitting, seat: int | None) -> Seated:
    name = checked_name(hub.settings, wish.name)
    taken, token = await hub.sit(live, name, seat, BOT if wish.bot else HUMAN)
    return Seated(id=live.id, seat=taken, token=token, url=f"{origin_of(request)}/seat/{token}")


@router.get("/seat", responses=errors(401))
async def seat(request: Request) -> SeatOf:
    """The game and the seat of the token; after a rematch, of the last game."""
    hub = hub_of(request)
    tokens = bearer_tokens(request.headers.get("authorization", ""))
    found = await asyncio.to_thread(hub.store.held, hashed(tokens[0])) if tokens else []
    if not found:
        raise Refused(401, say("this token holds no seat"))
    return SeatOf(id=found[-1][0], seat=found[-1][1])


# ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/games/{id}", responses=errors(401, 404, 409))
async def view(request: Request, id: GameId, description: bool = False) -> dict[str, Any]:
    """What the seat of the token may know, or a spectator: the view, and who is at the table."""
    hub = hub_of(request)
    live = await open_game(hub, id)
    seats = seats_of(request, live)
    async with live.lock:
        for number in seats:
            live.seen[number] = hub.time()
        seat = live.acting(seats) if seats else None
        more = {"description": describe(live.table.game)} if description else {}
        return live.view(seat) | {"id": live.id, "table": live.about(seats, seat)} | more


@router.get(
    "/games/{id}/record",
    response_class=Response,
    responses=errors(401, 404, 409) | {200: {"content": {"text/plain": {}, "application/jsonl": {}}}},
)
async def record(request: Request, id: GameId, format: Literal["text", "json"] = "text") -> Response:
    """The record as text or as JSON lines; while the game goes on, as the seat of the token may know it."""
    live = await open_game(hub_of(request), id)
    seats = seats_of(request, live)
    async with live.lock:
        found = live.record(live.acting(seats) if seats else None)
    if format == "json":
        return Response(found.to_json(), media_type="application/jsonl")
    return Response(found.to_text(), media_type="text/plain; charset=utf-8")


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def _order(request: Request, id: str, type: str, wish: BaseModel | None) -> Version:
    """Carry out an order; what is refused has its status and its reason."""
    hub = hub_of(request)
    live = await open_game(hub, id)
    data = wish.model_dump() if wish else {}
    seats = seats_of(request, live)
    if not seats:
        raise Refused(FORBIDDEN, say("you have no seat at this table"))
    order = Order(type, data.get("id") or hub.source.token(), seats, data)
    answer = await hub.order(live, order)
    if answer.status != 200:
        raise Refused(answer.status, answer.why)
    return Version(version=answer.v)


PLAYED = errors(401, 404, 409)


@router.post("/games/{id}/turns", responses=PLAYED)
async def play(request: Request, id: GameId, wish: TurnWish) -> Version:
    """Play a turn, or the next steps of one. 409: it is not this seat's turn. 422: that is not legal, and what would do."""
    return await _order(request, id, "turn", wish)


@router.post("/games/{id}/offers", responses=PLAYED)
async def offer(request: Request, id: GameId, wish: OfferWish) -> Version:
    """Offer a draw, ask to take back a turn, or ask for a rematch."""
    return await _order(request, id, "offer", wish)


@router.post("/games/{id}/answers", responses=PLAYED)
async def answer(request: Request, id: GameId, wish: AnswerWish) -> Version:
    """Answer an offer."""
    return await _order(request, id, "answer", wish)


@router.post("/games/{id}/resign", responses=PLAYED)
async def resign(request: Request, id: GameId, wish: OrderWish | None = None) -> Version:
    """Give up."""
    return await _order(request, id, "resign", wish)


@router.post("/games/{id}/abort", responses=PLAYED)
async def abort(request: Request, id: GameId, wish: OrderWish | None = None) -> Version:
    """Call the game off, before the second turn."""
    return await _order(request, id, "abort", wish)


@router.post("/games/{id}/claim", responses=PLAYED)
async def claim(request: Request, id: GameId, wish: OrderWish | None = None) -> Version:
    """Claim the win, when the one who decides has gone."""
    return await _order(request, id, "claim", wish)


@router.post("/games/{id}/back", responses=PLAYED)
async def back(request: Request, id: GameId, wish: OrderWish | None = None) -> Version:
    """Take back one's own part of the turn under way."""
    return await _order(request, id, "back", wish)


@router.post("/games/{id}/undo", responses=PLAYED)
async def undo(request: Request, id: GameId, wish: OrderWish | None = None) -> Version:
    """Take back one's last turn, where all opponents are programs."""
    return await _order(request, id, "undo", wish)
