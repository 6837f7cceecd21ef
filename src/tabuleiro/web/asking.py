"""Who asks: the hub of a request, its game, and the seats that it holds."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from tabuleiro.core import say
from tabuleiro.web.hub import Hub
from tabuleiro.web.live import Live
from tabuleiro.web.orders import UNKNOWN, Refused
from tabuleiro.web.seats import ID, bearer_tokens, cookie_tokens, held


def hub_of(request: HTTPConnection) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def open_game(hub: Hub, id: str) -> Live:
    """The game *id*, which anybody may have written."""
    if not ID.fullmatch(id):
        raise Refused(UNKNOWN, say("there is no such game"))
    return await hub.open(id)


def tokens_of(request: HTTPConnection, live: Live) -> list[str]:
    """The tokens that come with a request: in its header, else the browser's for this game or the one that it follows."""
    if header := request.headers.get("authorization"):
        return bearer_tokens(header)
    return cookie_tokens(request.scope["state"]["cookies"], live.id, live.row.follows)


def seats_of(request: HTTPConnection, live: Live) -> tuple[int, ...]:
    """The seats that a request holds; who brings a token that holds none is told so."""
    tokens = tokens_of(request, live)
    seats = held(live.seats, tokens)
    if tokens and not seats and request.headers.get("authorization"):
        raise Refused(401, say("this token holds no seat at this table"))
    return seats


def origin_of(request: HTTPConnection) -> str:
    """How people reach the site: ``https://example.org``."""
    url: str = request.app.state.settings.url
    return url.rstrip("/") or f"{request.url.scheme.replace('ws', 'http')}://{request.url.netloc}"
