"""The pages of the site: plain HTML from templates, in the reader's language. What a page does, its script or a form does."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from tabuleiro.core import say, say_many
from tabuleiro.core.option import options
from tabuleiro.core.registry import names, registered
from tabuleiro.draw.prose import chapters
from tabuleiro.home.languages import languages
from tabuleiro.table.draft import USUAL
from tabuleiro.table.examples import examples
from tabuleiro.table.rulebook import written_like
from tabuleiro.web import playing, starting
from tabuleiro.web.asking import hub_of, open_game
from tabuleiro.web.assets import address, assets, packed
from tabuleiro.web.drawings import board_picture, game_picture, symbols
from tabuleiro.web.forms import modes
from tabuleiro.web.making import checked_tag, offered
from tabuleiro.web.orders import UNKNOWN, Refused
from tabuleiro.web.pictures import pixels
from tabuleiro.web.prose import blocks
from tabuleiro.web.showing import YEAR, known_game, look_of, render
from tabuleiro.web.summaries import listed_rows, own_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.core import Game

router = APIRouter(include_in_schema=False)
router.include_router(starting.router)
router.include_router(playing.router)

FOREVER = f"public, max-age={YEAR}, immutable"
SHOWN = 12  # games in a list
TAGGED = 40


# ── Home and lists ───────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/")
async def home(request: Request) -> Response:
    games = [registered(name) for name in names()]
    return render(
        request,
        "home.html",
        here="/",
        headline=say("Five board games. Pull up a chair.")
        if len(games) == 5
        else say_many("{count} board game. Pull up a chair.", "{count} board games. Pull up a chair.", len(games)),
        games=[
            {
                "name": game.name,
                "title": game.title,
                "tagline": say(game.tagline),
                "players": _players_words(game),
                "picture": f"/board/{game.name}.svg",
            }
            for game in games
        ],
        modes=modes(),
        levels=[spec for spec in offered(games[0], hub_of(request).settings) if spec.startswith("level:")],
        usual=USUAL,
        mine=await own_rows(request),
        live=await listed_rows(request, over=False, most=SHOWN),
        over=await listed_rows(request, over=True, most=4),
    )


def _players_words(game: Game[Any]) -> str:
    numbers = next((item.choices for item in options(game) if item.name == "players"), (game.players,))
    least, most = min(map(int, numbers)), max(map(int, numbers))
    if least == most:
        return say_many("{count} player", "{count} players", most)
    return say("{least} to {most} players", least=least, most=most)


@router.get("/tag/{name}")
async def tag(request: Request, name: str) -> Response:
    name = checked_tag(name)
    return render(request, "tag.html", tag=name, rows=await listed_rows(request, tag=name, most=TAGGED))


@router.get("/about")
async def about(request: Request) -> Response:
    games = [registered(name) for name in names()]
    thanks = [(game.title, say(game.credits)) for game in games if game.credits]
    return render(request, "about.html", here="/about", credits=thanks)


@router.get("/rules")
async def first_rules() -> Response:
    return RedirectResponse(f"/rules/{names()[0]}", 303)


@router.get("/rules/{name}")
async def rules(request: Request, name: str) -> Response:
    game = known_game(name)
    learnt, small_print = chapters(game)
    return render(
        request,
        "rules.html",
        here="/rules",
        game=game,
        games=[(name, registered(name).title) for name in names()],
        blocks=blocks(learnt),
        small_print=blocks(small_print),
        options=[{"title": item.title, "help": say(item.help), "accepted": _accepted(item)} for item in options(game)],
        turns=written_like(game),
        figures={
            number: {
                "pictures": [f"/board/{name}.svg?figure={number}&part={part}" for part in range(len(example.pictures))],
                "words": example.words,
            }
            for number, example in enumerate(examples(game), 1)
        },
        pieces=[
            {"number": number, "symbol": piece.symbol, "name": piece.name}
            for number, piece in enumerate(game.pieces)
            if number
        ],
        symbols=symbols(game, look_of(request)),
    )


def _accepted(item: Any) -> str:
    return ", ".join(map(item.said, item.values)) if item.values else item.accepted


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/board/{name}.svg")
async def board(request: Request, name: str, figure: int | None = None, part: int = 0) -> Response:
    """A position of a game, to know it again by."""
    picture = board_picture(known_game(name), look_of(request), figure, part)
    return packed(request, picture.encode(), "image/svg+xml", cache_control="public, max-age=3600")


@router.get("/picture/{id}.{kind}")
async def picture(
    request: Request, id: str, kind: Literal["svg", "png"], turn: int | None = None, mini: bool = False
) -> Response:
    """A game as everybody may see it: now, or after so many turns."""
    import asyncio

    live = await open_game(hub_of(request), id)
    async with live.lock:
        view = live.table.told(None)
    if kind == "svg":
        drawn = game_picture(view, look_of(request), turn, mini=mini)
        return packed(request, drawn.encode(), "image/svg+xml", cache_control="no-cache")
    png = await asyncio.to_thread(pixels, game_picture(view, "light", turn))
    return Response(png, media_type="image/png", headers={"cache-control": "no-cache"})


@router.get("/language/{language}")
async def speak(language: str, to: str = "/") -> Response:
    """The reader wants another language."""
    safe = to.startswith("/") and not to.startswith(("//", "/\\"))
    answer = RedirectResponse(to if safe else "/", 303)
    if language in languages():
        answer.set_cookie("lang", language, max_age=YEAR, samesite="lax", path="/")
    return answer


@router.get("/static/{mark}/{name}")
async def static(request: Request, mark: str, name: str) -> Response:  # noqa: ARG001 - the mark is for browsers
    found = assets().get(name)
    if found is None:
        raise Refused(UNKNOWN, say("there is no such file"))
    return packed(request, found.body, found.kind, small=found.small, cache_control=FOREVER)


@router.get("/manifest.webmanifest")
async def manifest() -> Response:
    return JSONResponse(
        {
            "name": "Tabuleiro",
            "short_name": "Tabuleiro",
            "start_url": "/",
            "display": "standalone",
            "background_color": "#f7f2e8",
            "theme_color": "#f7f2e8",
            "icons": [
                {"src": address("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
                {"src": address("icon-192.png"), "sizes": "192x192", "type": "image/png"},
                {"src": address("icon-512.png"), "sizes": "512x512", "type": "image/png"},
            ],
        },
        media_type="application/manifest+json",
    )


@router.get("/favicon.ico")
async def favicon() -> Response:
    return Response(assets()["icon-192.png"].body, media_type="image/png")


def lost(request: Request, status: int, why: str) -> Response:
    """The page for what cannot be shown."""
    missing = status == UNKNOWN
    return render(
        request,
        "lost.html",
        status=status,
        headline=say("Nobody at this table") if missing else say("Not now"),
        words=say(
            "This page does not exist, or its game was removed. If somebody sent you the link, perhaps a piece of it is missing."
        )
        if missing
        else why,
        picture=f"/board/{min(names(), key=lambda name: any(registered(name).start().board))}.svg?figure=0",
    )
