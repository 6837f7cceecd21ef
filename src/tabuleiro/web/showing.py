"""Templates become pages: what every page has, and the words in the reader's language."""

from __future__ import annotations

import os
from functools import cache
from typing import Any
from urllib.parse import quote, unquote, urlencode

from fastapi import Request
from fastapi.responses import Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tabuleiro.core import Game, say, say_many
from tabuleiro.core.registry import names, registered
from tabuleiro.core.words import one_line
from tabuleiro.home.languages import spoken
from tabuleiro.web.assets import address, packed
from tabuleiro.web.orders import UNKNOWN, Refused

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")
NATIVE = {"en": "English", "pt": "Português"}  # what a language calls itself, whatever the reader speaks
YEAR = 365 * 86_400
NAME = "name"  # the cookie with what the reader is called
INVITES = "invite_"  # the cookie with the codes of seats that nobody has taken yet, and the id of their game


@cache
def environment() -> Environment:
    found = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        auto_reload=False,
    )
    found.globals |= {"say": say, "say_many": say_many, "asset": address, "icon": icon}
    return found


def icon(name: str) -> Markup:
    """A sign from ``icons.html``."""
    return Markup('<svg class="i" aria-hidden="true"><use href="#i-{}"/></svg>').format(name)


def looks() -> list[tuple[str, str]]:
    return [("auto", say("as the device")), ("light", say("light")), ("dark", say("dark")), ("plain", say("plain"))]


def theme_of(request: Request) -> str:
    theme = request.cookies.get("theme", "")
    return theme if theme in ("light", "dark", "plain") else "auto"


def render(request: Request, name: str, /, *, status: int = 200, **values: Any) -> Response:
    """The page from the template *name*."""
    page = environment().get_template(name)

    def turned(language: str) -> str:
        return f"/language/{language}?{urlencode({'to': request.url.path})}"

    text = page.render(
        {
            "lang": spoken(),
            "languages": [(code, NATIVE[code]) for code in sorted(NATIVE)],
            "theme": theme_of(request),
            "looks": looks(),
            "places": [("/", say("Play")), ("/rules", say("Rules")), ("/#watch", say("Watch"))],
            "here": "",
            "turned": turned,
            "status": status,
            **values,
        }
    )
    return packed(request, text.encode(), "text/html; charset=utf-8", status=status)


def keep(request: Request, answer: Response, name: str, value: str) -> None:
    """A cookie that scripts cannot read."""
    secure = request.app.state.settings.secure
    answer.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")


def keep_name(request: Request, answer: Response, name: str) -> None:
    """What the reader is called, for the next game; in signs that a cookie can have."""
    if name:
        keep(request, answer, NAME, quote(name))


def name_of(request: Request) -> str:
    """What the reader was called last."""
    return one_line(unquote(request.cookies.get(NAME, "")))[: request.app.state.settings.limits.name]


def known_game(name: str) -> Game[Any]:
    """The game of this *name*; raises Refused."""
    if name not in names():
        raise Refused(UNKNOWN, say("there is no such game"))
    return registered(name)


def look_of(request: Request) -> str:
    """How boards are drawn: flat for those who want them plain."""
    return "plain" if theme_of(request) == "plain" else "auto"
