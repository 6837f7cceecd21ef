"""What every request passes: its size, its rate, where it comes from, and the headers that its answer carries."""

from __future__ import annotations

import time
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabuleiro.core import say
from tabuleiro.home.languages import speaking
from tabuleiro.web.language import wanted
from tabuleiro.web.limits import Gate, household, network
from tabuleiro.web.live import write
from tabuleiro.web.settings import LOOPBACK, Settings

log = structlog.get_logger()

SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"same-origin"),  # addresses of seats stay here, and forms still tell where they come from
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
NOT_STORED = (b"cache-control", b"no-store")


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, settings: Settings, gate: Gate) -> None:
        self.app = app
        self.settings = settings
        self.gate = gate
        self.hosts = _hosts(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        address = (scope.get("client") or ("?",))[0]
        scope.setdefault("state", {})
        scope["state"] |= {"address": household(address), "cookies": cookies_in(headers.get("cookie", ""))}
        language = wanted(scope["state"]["cookies"], headers.get("accept-language", ""))
        scope["state"]["language"] = language
        with speaking(language):
            if scope["type"] == "websocket":
                await self._connect(scope, receive, send, headers)
            else:
                await self._answer(scope, receive, send, headers, network(address))

    async def _connect(self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str]) -> None:
        address = scope["state"]["address"]
        objection = self._objection(scope, headers, changing=True)
        headers.clear()  # a connection lasts, and they are not needed any more
        if objection or not self.gate.connect(address):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.gate.disconnect(address)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str], net: str) -> None:
        began, status = time.perf_counter(), 0

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = {name for name, _ in message["headers"]}
                more = [*HEADERS, NOT_STORED]
                message["headers"] = [*message["headers"], *(pair for pair in more if pair[0] not in own)]
            await send(message)

        changing = scope["method"] not in SAFE
        objection = self._objection(scope, headers, changing=changing)
        if objection is None and changing:
            body = await _body(receive, self.settings.limits.body)
            if body is None:
                objection = 413, say("that is too large; at most {most} bytes are read", most=self.settings.limits.body)
            else:
                receive = _again(body, receive)
        if objection is not None:
            await refuse(dressed, *objection)
        else:
            await self.app(scope, receive, dressed)
        route = getattr(scope.get("route"), "path", "-")
        took = round(1000 * (time.perf_counter() - began), 1)
        log.info("request", method=scope["method"], route=route, status=status, ms=took, net=net)

    def _objection(self, scope: Scope, headers: dict[str, str], *, changing: bool) -> tuple[int, str] | None:
        """Why this request is not answered."""
        if not self.gate.requests.take(scope["state"]["address"]):
            return 429, say("too many requests; try again in a moment")
        host = headers.get("host", "")
        if self.hosts and _name(host) not in self.hosts:
            return 400, say("this site is not called {host}; the operator can say so: --url", host=host[:80])
        if changing and not _from_here(headers, host, self.settings.url):
            return 403, say("that comes from another site")
        return None


async def refuse(send: Send, status: int, why: str) -> None:
    """An answer without the application."""
    body = write({"error": why}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _body(receive: Receive, most: int) -> bytes | None:
    """The whole body, None if it is longer than *most*."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if not message.get("more_body"):
            return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """What gives *body* once, and then whatever comes."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _hosts(settings: Settings) -> tuple[str, ...]:
    """The names that a site on this machine alone has: a page of another site could lead its own name here."""
    if settings.host not in LOOPBACK or settings.trusted_proxy:
        return ()
    return (*LOOPBACK, *([urlsplit(settings.url).hostname or ""] if settings.url else []))


def _name(host: str) -> str:
    return host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]


def _from_here(headers: dict[str, str], host: str, url: str) -> bool:
    """Does the request come from a page of this site, or from a program?"""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    try:
        place = urlsplit(origin).netloc if "://" in origin else ""
    except ValueError:
        return False
    return bool(place) and place in (host, urlsplit(url).netloc)


def cookies_in(header: str) -> dict[str, str]:
    """The cookies of a request; what cannot be read is none."""
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}
