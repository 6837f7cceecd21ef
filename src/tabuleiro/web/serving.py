"""Running the site: the server, its log, and how it stops."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

import structlog
import uvicorn
from fastapi import FastAPI
from websockets.exceptions import InvalidState

from tabuleiro.core import say
from tabuleiro.core.errors import BadOption
from tabuleiro.home.languages import why
from tabuleiro.web.app import create_app
from tabuleiro.web.collecting import look_through_all, set_survivors_aside
from tabuleiro.web.protocols import Http, Socket
from tabuleiro.web.settings import Settings

PATIENCE = 5  # seconds that requests have to end once we stop


class Server(uvicorn.Server):
    """Says where it is once it listens, and takes leave of those who are connected before it goes."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, settings: Settings, browser: bool) -> None:
        super().__init__(config)
        self.app = app
        self.settings = settings
        self.browser = browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        port = self.servers[0].sockets[0].getsockname()[1]
        host = f"[{self.settings.host}]" if ":" in self.settings.host else self.settings.host
        url = self.settings.url or f"http://{host}:{port}"
        set_survivors_aside()
        self.app.state.hub.spawn(look_through_all())
        print(say("Tabuleiro is at {url}", url=url), flush=True)
        if self.browser and has_desktop():
            open_browser(url)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.app.state.hub.farewell()
        for connection in self.server_state.connections:
            setattr(connection, "shutdown", _calmly(connection.shutdown))  # noqa: B010 - what uvicorn calls next
        await super().shutdown(sockets)
        self._captured_signals.clear()  # they are answered: we end in good order, and by no signal


def _calmly(end: Callable[[], None]) -> Callable[[], None]:
    """*end* for a socket, which may be closing just now: without this, such a one would keep us from ending the rest."""

    def calmly() -> None:
        with suppress(InvalidState):
            end()

    return calmly


def open_browser(url: str) -> None:
    """Show *url*; some browsers come back only when they are closed, and the site does not wait for that."""
    import webbrowser

    Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def has_desktop() -> bool:
    """Is there somebody who would see a browser?"""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def serve(settings: Settings, *, browser: bool = False) -> int:
    """Run the site until it is told to stop; the exit code."""
    write_log()
    allow_connections()
    door = listen(settings)
    app = create_app(settings)
    server = Server(configured(app, settings), app, settings, browser)
    server.run([door])
    return 0 if server.started else 1


def configured(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves *app*."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=Http,
        ws=Socket,
        ws_max_size=16_384,
        ws_per_message_deflate=False,  # its memory for one connection is more than that of a whole game
        proxy_headers=bool(settings.trusted_proxy),
        forwarded_allow_ips=settings.trusted_proxy or None,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )


def listen(settings: Settings) -> socket.socket:
    """The socket at which people knock; raises when there is none to be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named as TCP: asyncio turns Nagle's waiting off only where the socket says so, and else every second message that
    # follows another waits 40 ms for the other side's acknowledgement.
    door = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((settings.host, settings.port))
    except OSError as error:
        door.close()
        place = f"{settings.host}:{settings.port}"
        raise BadOption(
            say("{place} cannot be used: {why}; --port takes another", place=place, why=why(error))
        ) from error
    return door


def allow_connections() -> None:
    """As many open files as the system allows us: a connection is one, and the usual limit is soon reached."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def write_log() -> None:
    """A line an event on standard error: for people on a terminal, as JSON elsewhere."""
    terminal = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer() if terminal else structlog.processors.JSONRenderer(),
        ],
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),  # whatever that is by then
    )
