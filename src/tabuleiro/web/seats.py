"""Who may sit where: tokens that nobody can guess, kept as hashes, brought by a cookie or a header."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tabuleiro.store.rows import SeatRow

COOKIE = "seat_"  # and the id of a game
TOGETHER = "."  # between the tokens of people who share a screen
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")
ID = re.compile(r"[A-Za-z0-9_-]{6,32}")
MOST = 8  # tokens that one asks with


@dataclass(frozen=True)
class Source:
    """Where ids, tokens and codes come from; tests draw them from a seed."""

    draw: Callable[[int], str] = secrets.token_urlsafe  # so many bytes as text

    def id(self) -> str:
        """The name of a game, which is shown to all who watch."""
        return self.draw(9)

    def token(self) -> str:
        return self.draw(24)


def hashed(token: str) -> str:
    """What is kept of a *token*: it is too long to be guessed, so that a plain hash will do."""
    return hashlib.sha256(token.encode()).hexdigest()


def tokens_in(text: str) -> list[str]:
    """The tokens in a cookie or a header."""
    return [token for token in text.split(TOGETHER)[:MOST] if TOKEN.fullmatch(token)]


def held(seats: Iterable[SeatRow], tokens: Iterable[str]) -> tuple[int, ...]:
    """The seats that *tokens* hold."""
    known = {hashed(token) for token in tokens}
    return tuple(row.seat for row in seats if row.token_hash and row.token_hash in known)


def cookie_tokens(cookies: Mapping[str, str], *games: str) -> list[str]:
    """The tokens that the browser holds for *games*."""
    return [token for game in games if game for token in tokens_in(cookies.get(COOKIE + game, ""))]


def bearer_tokens(header: str) -> list[str]:
    """The tokens of an Authorization header."""
    kind, _, token = header.partition(" ")
    return tokens_in(token.strip()) if kind.lower() == "bearer" else []
