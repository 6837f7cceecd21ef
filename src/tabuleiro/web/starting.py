"""The pages on which a game is set up, and what becomes of their form."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from tabuleiro.ai.agents import described
from tabuleiro.core import say, say_many
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.option import Option, options
from tabuleiro.core.registry import registered
from tabuleiro.play.lineup import BEGINNERS, beginners, turned
from tabuleiro.table.draft import LOT, Draft, lot, starters
from tabuleiro.web.api import GameWish, SeatWish, allow, make_game
from tabuleiro.web.asking import hub_of, open_game
from tabuleiro.web.forms import HERE, MODES, Form, fields, modes, whole
from tabuleiro.web.making import checked_tag, offered
from tabuleiro.web.orders import Refused
from tabuleiro.web.seats import COOKIE, TOGETHER
from tabuleiro.web.showing import INVITES, keep, keep_name, known_game, name_of, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.core import Game

router = APIRouter(include_in_schema=False)


@router.get("/new/{name}")
async def setup(request: Request, name: str) -> Response:
    known_game(name)
    form = Form(name, dict(request.query_params), offered(registered(name), hub_of(request).settings))
    origin = None
    if (past := form.get("from")) and (turn := whole(form.get("turn"))) is not None:
        live = await open_game(hub_of(request), past)
        origin = {"game": past, "turn": turn}
        form = Form(name, {**_options_of(live.table.game), **form.sent}, form.agents)
    return _setup_page(request, form, {}, origin)


def _options_of(game: Game[Any]) -> dict[str, str]:
    from tabuleiro.core.option import spell

    return {f"option.{item.name}": spell(getattr(game, item.name)) for item in options(game)}


def _setup_page(request: Request, form: Form, problems: dict[str, str], origin: dict[str, Any] | None) -> Response:
    draft = form.draft
    game = draft.playable()
    most = max([game.players, *(int(n) for item in options(game) if item.name == "players" for n in item.choices)])
    largest = registered(f"{game.name}:players={most}") if most > game.players else game
    return render(
        request,
        "setup.html",
        status=422 if problems else 200,
        here="/",
        game=game,
        origin=origin,
        problems=problems,
        picture=f"/picture/{origin['game']}.svg?turn={origin['turn']}" if origin else f"/board/{game.name}.svg",
        mode=form.mode,
        modes=modes(),
        levels=[(spec, described(spec)) for spec in form.agents if spec.startswith("level:")],
        sides=[
            *((str(seat), one.name) for seat, one in enumerate(largest.seats)),
            (LOT, say("by lot")),
        ],
        starters=list(starters(largest).items()),
        starter_option=beginners(game)[0],
        starter_modes=" ".join(MODES if beginners(game)[0] else (HERE, MODES[3])),  # elsewhere one draws the own seat
        clocks=form.clocks(),
        thinking=form.thinking(),
        filled=_filled(form, form.get("name") or name_of(request)),
        seats=[
            {"title": seat.name, "choices": form.sitters(), "value": form.sitter(number), "name": form.called(number)}
            for number, seat in enumerate(largest.seats)
        ],
        seats_open=any(form.sitter(number) for number in range(most)),
        options=[_field(draft, item) for item in options(game) if item.name not in BEGINNERS],
        options_open=form.changed,
    )


def _filled(form: Form, name: str) -> dict[str, Any]:
    """What stands in the fields of *form*; its person is called *name*."""
    return {
        "level": form.level,
        "side": form.get("side", "0"),
        "name": name,
        "starter": form.draft.starter,
        "clock": form.clock,
        "control": form.get("control"),
        "seconds": form.seconds,
        "tag": form.get("tag"),
        "count": form.get("count", "1"),
        "public": form.get("public") == "on",
    }


def _field(draft: Draft, item: Option) -> dict[str, Any]:
    """An option of the game as a field of the form."""
    return {
        "name": item.name,
        "title": item.title,
        "help": say(item.help),
        "choices": [(value, item.said(value)) for value in item.values],
        "value": draft.text(item),
        "least": item.least,
        "most": item.most,
    }


@router.post("/new/{name}")
async def start(request: Request, name: str) -> Response:
    """Make the game and sit down at it."""
    known_game(name)
    form = Form(name, fields(await request.body()), offered(registered(name), hub_of(request).settings))
    turn = whole(form.get("turn"))
    origin = None if turn is None else {"game": form.get("from"), "turn": turn}
    problems = form.problems()
    if not problems:
        try:
            return await _begin(request, form, origin)
        except TabuleiroError as error:
            problems = {"": str(error)}
    return _setup_page(request, form, problems, origin)


async def _begin(request: Request, form: Form, origin: dict[str, Any] | None) -> Response:
    game, rng = form.draft.game(), SystemRandom()
    seats = form.seats(game, rng)
    if form.draft.lot:
        game, by = lot(game, rng)
        seats = turned(seats, by)
    wish = GameWish(
        game=str(game),
        seats=[SeatWish.model_validate(seat) for seat in seats],
        clock=form.control or None,
        public=form.get("public") == "on" or form.mode == MODES[3],
        tag=form.get("tag") or None,
        start=await _position(request, origin) if origin else None,
        seconds=form.draft.thinking,
    )
    allow(request, form.count)
    made = [await make_game(request, hub_of(request), wish) for _ in range(form.count)]
    if len(made) > 1:
        links = [
            {"id": one.id, "links": [{"seat": game.seats[seat.seat].name, "url": seat.url} for seat in one.seats]}
            for one in made
        ]
        headline = say_many("{count} game is set up", "{count} games are set up", len(made))
        return render(request, "many.html", game=game, all=links, headline=headline, tag=checked_tag(form.get("tag")))
    answer = RedirectResponse(f"/game/{made[0].id}", 303)
    if tokens := [seat.token for seat in made[0].seats if seat.token]:
        keep(request, answer, COOKIE + made[0].id, TOGETHER.join(tokens))
    if codes := [f"{seat.seat}:{seat.url.rpartition('/')[2]}" for seat in made[0].seats if seat.url and not seat.token]:
        keep(request, answer, INVITES + made[0].id, TOGETHER.join(codes))
    keep_name(request, answer, form.own_name)
    return answer


async def _position(request: Request, origin: dict[str, Any]) -> str:
    """The position after so many turns of a finished game."""
    live = await open_game(hub_of(request), origin["game"])
    async with live.lock:
        view = live.table.told(None)
    if view.outcome is None:
        raise Refused(409, say("that game is still going on"))
    return str(view.game.write_position(view.turn_starts[min(origin["turn"], len(view.history))]))
