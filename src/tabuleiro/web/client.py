"""A seat at a table on a site, for programs: standard library only.

>>> from tabuleiro.web.client import Site
>>> seat = Site("http://127.0.0.1:8000").create("eximo", [{"kind": "human"}, {"kind": "agent", "agent": "level:1"}])[0]  # doctest: +SKIP
>>> seat.play("c3-c4")  # doctest: +SKIP
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from tabuleiro.core import later, say
from tabuleiro.core.errors import BadOption, TabuleiroError
from tabuleiro.home.languages import why
from tabuleiro.play.view import View

SECONDS = 30.0  # that an answer may take
TRIES = 6  # with longer and longer pauses between, while the site cannot be reached
PAUSE = 0.5  # seconds, the first
LONGEST = 4_000_000  # bytes of an answer


class SiteError(TabuleiroError):
    """The site said no; *status* is that of HTTP, 0 when it could not be reached."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Site:
    """A site by its address, like ``http://127.0.0.1:8000``."""

    url: str

    def ask(self, path: str, body: object = None, token: str = "", patient: bool = True) -> Any:
        """The JSON that *path* answers with; a *body* is posted. Who is *patient* tries again while the site is away."""
        for number in range(TRIES if patient else 1):
            if number:
                time.sleep(PAUSE * 2**number)
            try:
                with closing(self.open(path, body, token)) as answer:
                    return json.loads(answer.read(LONGEST))
            except SiteError as error:
                if error.status not in (0, 502, 503, 504):
                    raise
                last = error
        raise last

    def open(self, path: str, body: object = None, token: str = "", seconds: float = SECONDS) -> Any:
        """The open answer of *path*; raises SiteError."""
        headers = {"Accept": "application/json", "User-Agent": "tabuleiro"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        try:
            return urlopen(Request(self.url + path, data, headers), timeout=seconds)  # noqa: S310 - checked by site_of
        except HTTPError as error:
            with closing(error):
                raise SiteError(error.code, _words(error.read(LONGEST)) or str(error)) from None
        except OSError as error:  # one about an address has the system's own as its reason
            cause = error.reason if isinstance(error, URLError) and isinstance(error.reason, OSError) else error
            raise SiteError(0, say("{url} does not answer: {error}", url=self.url, error=why(cause))) from None

    def create(self, game: str, seats: Sequence[dict[str, Any]], **more: Any) -> list[Seat]:
        """A new game; its seats, those of people with their tokens."""
        made = self.ask("/api/v1/games", {"game": game, "seats": list(seats), **more}, patient=False)
        return [Seat(self, made["id"], seat["seat"], seat.get("token") or "") for seat in made["seats"]]

    def sit(self, id: str, name: str, seat: int | None = None, *, bot: bool = True) -> Seat:
        """Take an open seat of the game *id*."""
        wish = {"name": name, "bot": bot} | ({} if seat is None else {"seat": seat})
        return self._seated(self.ask(f"/api/v1/games/{id}/seats", wish))

    def accept(self, code: str, name: str, *, bot: bool = True) -> Seat:
        """Take the seat to which *code* invites."""
        return self._seated(self.ask(f"/api/v1/invites/{code}", {"name": name, "bot": bot}))

    def claim(self, token: str) -> Seat:
        """The seat that *token* holds."""
        found = self.ask("/api/v1/seat", token=token)
        return Seat(self, found["id"], found["seat"], token)

    def _seated(self, answer: dict[str, Any]) -> Seat:
        return Seat(self, answer["id"], answer["seat"], answer["token"])


@dataclass(frozen=True)
class Seat:
    """A seat of the game *id*; without a token, that of a spectator."""

    site: Site
    id: str
    seat: int
    token: str

    @property
    def path(self) -> str:
        return f"/api/v1/games/{self.id}"

    def data(self) -> dict[str, Any]:
        """What this seat may know, as JSON."""
        data: dict[str, Any] = self.site.ask(self.path, token=self.token)
        return data

    def view(self) -> View:
        """What this seat may know, for an agent; the game must be installed here."""
        return View.from_json(self.data())

    def play(self, turn: str, id: str = "") -> int:
        """Play a turn, or the next steps of one; the new version. It is sent again until it is answered, and played once."""
        wish = {"turn": turn, "id": id or secrets.token_urlsafe(9)}
        return int(self.site.ask(f"{self.path}/turns", wish, self.token)["version"])

    def order(self, what: str, **more: Any) -> int:
        """``resign``, ``offers`` with ``what``, ``answers`` with ``what`` and ``yes``, ``abort``, ``claim``, ``back``, ``undo``."""
        wish = {"id": secrets.token_urlsafe(9), **more}
        return int(self.site.ask(f"{self.path}/{what}", wish, self.token)["version"])

    def messages(self) -> Iterator[dict[str, Any]]:
        """What happens, as it happens, until the game or the site ends; a connection that breaks is made again."""
        failures = 0
        while True:
            try:
                with closing(self.site.open(f"{self.path}/events", token=self.token)) as lines:
                    for line in lines:
                        if line.startswith(b"data: "):
                            failures = 0
                            yield json.loads(line[6:])
            except SiteError as error:
                if error.status not in (0, 502, 503, 504):
                    raise
            except (OSError, ValueError):
                pass
            failures += 1
            if failures > TRIES:
                raise SiteError(0, say("{url} does not answer", url=self.site.url))
            time.sleep(PAUSE * failures)


def site_of(url: str) -> tuple[Site, str, str]:
    """The site in *url*, and what its path names: ``game``, ``join`` or ``seat``, and which."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    kind, _, rest = parts.path.strip("/").partition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or kind not in ("game", "join", "seat") or not rest:
        raise BadOption(later("{url} is no table; write the address of a game, an invitation or a seat", url=url))
    return Site(f"{parts.scheme}://{parts.netloc}"), kind, rest


def take(url: str, name: str) -> Seat:
    """The seat that *url* leads to, as a program called *name*."""
    site, kind, rest = site_of(url)
    if kind == "seat":
        return site.claim(rest)
    return site.accept(rest, name) if kind == "join" else site.sit(rest, name)


def _words(body: bytes) -> str:
    try:
        return str(json.loads(body)["error"])
    except (ValueError, KeyError, TypeError):
        return ""
