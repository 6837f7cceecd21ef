"""Which language a reader gets: the one of the cookie, else the first that the browser asks for and we speak."""

from __future__ import annotations

from collections.abc import Mapping

from tabuleiro.home.languages import languages, preferred

COOKIE = "lang"


def wanted(cookies: Mapping[str, str], accept: str) -> str:
    """The language for a request with these *cookies* and this Accept-Language."""
    chosen = cookies.get(COOKIE, "")
    return chosen if chosen in languages() else preferred(accept)
