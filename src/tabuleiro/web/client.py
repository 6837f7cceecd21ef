"""A seat at a table on a site, for programs: standard library only.

>>> from tabuleiro.web.client import Site
>>> seat = Site("http://127.0.0.1:8000").create("eximo", [{"kind": "human"}, {"kind": "agent", "agent": "level:1"}])[0]  # doctest: +SKIP
>>> seat.play("c3-c4")  # doctest: +SKIP
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from errno import ETIMEDOUT
from http.client import HTTPException, IncompleteRead
from typing import Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from tabuleiro.core import later, say
from tabuleiro.core.errors import BadOption, TabuleiroError
from tabuleiro.home.languages import why
from tabuleiro.play.view import View

SECONDS = 30.0  # that an answer may take
TRIES = 6  # with longer and longer pauses between, while the site cannot be reached
PAUSE = 0.5  # seconds, the first
LONGEST = 4_000_000  # bytes of an answer
PART = 65_536  # bytes that are read at a time
T = TypeVar("T")
AWAY = (0, 502, 503, 504)  # what may be over in a moment


class SiteError(TabuleiroError):
    """The site said no, or nothing that a site says; *status* is that of HTTP, 0 when it could not be reached."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Site:
    """A site by its address, like ``http://127.0.0.1:8000``. *tell* gets a line whenever it is away and we wait for it."""

    url: str
    tell: Callable[[str], object] = field(default=str, repr=False, compare=False)
    met: list[bool] = field(default_factory=list, init=False, repr=False, compare=False)  # filled by its first answer

    def ask(self, path: str, body: object = None, token: str = "", patient: bool = True) -> dict[str, Any]:
        """The JSON that *path* answers with; a *body* is posted.

        Who is *patient* tries again while the site is away; one that never answered is not waited for.
        """
        for number in range(TRIES):
            try:
                with closing(self.open(path, body, token)) as answer, self.heard():
                    return _object(json.loads(_content(answer)))
            except SiteError as error:
                if error.status not in AWAY or not (patient and self.met) or number == TRIES - 1:
                    raise
                self.wait(PAUSE * 2 ** (number + 1), str(error))
        raise AssertionError

    def wait(self, seconds: float, why: str) -> None:
        """Tell *why*, and wait: the site may come back."""
        self.tell(say("{problem}; trying again in {seconds} s", problem=why, seconds=f"{seconds:g}"))
        time.sleep(seconds)

    def open(self, path: str, body: object = None, token: str = "", seconds: float = SECONDS) -> Any:
        """The open answer of *path*; raises SiteError."""
        headers = {"Accept": "application/json", "User-Agent": "tabuleiro"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        with self.heard():
            try:
                answer = build_opener(Faithful).open(Request(self.url + path, data, headers), timeout=seconds)  # noqa: S310 - checked by site_of
            except HTTPError as error:
                self.met[:] = [True]
                with closing(error):
                    raise SiteError(error.code, _words(_content(error)) or str(error)) from None
            self.met[:] = [True]
            return answer

    @contextmanager
    def heard(self) -> Iterator[None]:
        """What goes wrong while the site is heard becomes a SiteError: anybody may sit at the other end."""
        try:
            yield
        except SiteError:
            raise
        except OSError as error:  # one about an address has the system's own as its reason
            cause = error.reason if isinstance(error, URLError) and isinstance(error.reason, OSError) else error
            raise SiteError(0, say("{url} does not answer: {error}", url=self.url, error=why(cause))) from None
        except IncompleteRead:
            raise SiteError(0, say("{url} does not answer", url=self.url)) from None
        except (HTTPException, ValueError, RecursionError) as error:
            raise self.strange() from error

    def strange(self) -> SiteError:
        """What is said of an answer that no site gives."""
        return SiteError(200, say("{url} gives no answer of a site of Tabuleiro", url=self.url))

    def create(self, game: str, seats: Sequence[dict[str, Any]], **more: Any) -> list[Seat]:
        """A new game; its seats, those of people with their tokens."""
        made = self.ask("/api/v1/games", {"game": game, "seats": list(seats), **more}, patient=False)
        with self.heard():
            return [
                Seat(self, _field(made, "id", str), _field(seat, "seat", int), seat.get("token") or "")
                for seat in map(_object, _field(made, "seats", list))
            ]

    def sit(self, id: str, name: str, seat: int | None = None, *, bot: bool = True) -> Seat:
        """Take an open seat of the game *id*."""
        wish = {"name": name, "bot": bot} | ({} if seat is None else {"seat": seat})
        return self._seated(self.ask(f"/api/v1/games/{_word(id)}/seats", wish))

    def accept(self, code: str, name: str, *, bot: bool = True) -> Seat:
        """Take the seat to which *code* invites."""
        return self._seated(self.ask(f"/api/v1/invites/{_word(code)}", {"name": name, "bot": bot}))

    def claim(self, token: str) -> Seat:
        """The seat that *token* holds."""
        return self._seated({**self.ask("/api/v1/seat", token=token), "token": token})

    def _seated(self, answer: dict[str, Any]) -> Seat:
        with self.heard():
            return Seat(self, _field(answer, "id", str), _field(answer, "seat", int), _field(answer, "token", str))


@dataclass(frozen=True)
class Seat:
    """A seat of the game *id*; without a token, that of a spectator."""

    site: Site
    id: str
    seat: int
    token: str

    @property
    def path(self) -> str:
        return f"/api/v1/games/{_word(self.id)}"

    def data(self) -> dict[str, Any]:
        """What this seat may know, as JSON."""
        return self.site.ask(self.path, token=self.token)

    def view(self) -> View:
        """What this seat may know, for an agent; the game must be installed here."""
        return View.from_json(self.data())

    def play(self, turn: str, id: str = "") -> int:
        """Play a turn, or the next steps of one; the new version. It is sent again until it is answered, and played once."""
        wish = {"turn": turn, "id": id or secrets.token_urlsafe(9)}
        return self._version(self.site.ask(f"{self.path}/turns", wish, self.token))

    def order(self, what: str, **more: Any) -> int:
        """``resign``, ``offers`` with ``what``, ``answers`` with ``what`` and ``yes``, ``abort``, ``claim``, ``back``, ``undo``."""
        wish = {"id": secrets.token_urlsafe(9), **more}
        return self._version(self.site.ask(f"{self.path}/{what}", wish, self.token))

    def _version(self, answer: dict[str, Any]) -> int:
        with self.site.heard():
            return _field(answer, "version", int)

    def messages(self) -> Iterator[dict[str, Any]]:
        """What happens, as it happens, until the game or the site ends; a connection that breaks is made again."""
        failures, trouble = 0, ""
        while True:
            try:
                with closing(self.site.open(f"{self.path}/events", token=self.token)) as lines, self.site.heard():
                    while line := lines.readline(LONGEST):
                        if line.startswith(b"data: ") and line.endswith(b"\n"):
                            failures = 0
                            yield _object(json.loads(line[6:]))
                        elif len(line) == LONGEST:
                            raise self.site.strange()
            except SiteError as error:
                if error.status not in AWAY:
                    raise
                trouble = str(error)
            failures += 1
            if failures > TRIES:
                raise SiteError(0, say("{url} does not answer", url=self.site.url))
            self.site.wait(PAUSE * failures, trouble or say("{url} does not answer", url=self.site.url))


class Faithful(HTTPRedirectHandler):
    """Follows where a site leads, but to no other host, and from a safe way to no unsafe one: our token goes along."""

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Request | None:
        """None for a way that is not taken; the answer is then an error."""
        here, there = urlsplit(req.full_url), urlsplit(newurl)
        if here.hostname != there.hostname or there.scheme not in ("https", here.scheme):
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def site_of(url: str, tell: Callable[[str], object] = str) -> tuple[Site, str, str]:
    """The site in *url*, and what its path names: ``game``, ``join`` or ``seat``, and which."""
    no_table = BadOption(later("{url} is no table; write the address of a game, an invitation or a seat", url=url))
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
    except ValueError:
        raise no_table from None
    kind, _, rest = parts.path.strip("/").partition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or kind not in ("game", "join", "seat") or not rest:
        raise no_table
    return Site(f"{parts.scheme}://{parts.netloc}", tell), kind, rest


def take(url: str, name: str, tell: Callable[[str], object] = str) -> Seat:
    """The seat that *url* leads to, as a program called *name*."""
    site, kind, rest = site_of(url, tell)
    if kind == "seat":
        return site.claim(rest)
    return site.accept(rest, name) if kind == "join" else site.sit(rest, name)


# ── What a stranger answers ──────────────────────────────────────────────────────────────────────────────────────


def _content(answer: Any) -> bytes:
    """All that *answer* has; raises for one that has no end, or takes too long."""
    content, until = bytearray(), time.monotonic() + SECONDS
    while part := answer.read1(PART):
        content += part
        if len(content) > LONGEST:
            raise ValueError(len(content))
        if time.monotonic() > until:
            raise TimeoutError(ETIMEDOUT, os.strerror(ETIMEDOUT))
    if getattr(answer, "length", 0):
        raise IncompleteRead(bytes(content), answer.length)
    return bytes(content)


def _words(body: bytes) -> str:
    """Why the site says no."""
    try:
        return _field(json.loads(body), "error", str)
    except (ValueError, RecursionError):
        return ""


def _object(data: object) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ValueError(type(data))  # noqa: TRY004 - it is the value of an answer
    return data


def _field(data: object, name: str, kind: type[T]) -> T:
    found = _object(data).get(name)
    if not isinstance(found, kind):
        raise ValueError(name)  # noqa: TRY004
    return found


def _word(text: str) -> str:
    """*text* as one part of a path."""
    return quote(text, safe="")
