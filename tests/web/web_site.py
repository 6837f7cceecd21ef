"""A real site on loopback, in a thread of the test, with a clock and luck of the test's own where it wants that."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import closing, contextmanager

import pytest

pytest.importorskip("fastapi")

import structlog
from websockets.sync.client import connect

from tabuleiro.store.store import Store
from tabuleiro.web.app import create_app
from tabuleiro.web.client import Site
from tabuleiro.web.hub import Hub
from tabuleiro.web.serving import Server, configured
from tabuleiro.web.settings import Settings
from tabuleiro.web.thinkers import Thinkers

SECONDS = 20  # that a test waits for anything
HUMAN, OPEN = {"kind": "human"}, {"kind": "open"}


def agent(spec="random"):
    return {"kind": "agent", "agent": spec}


class Running:
    """A site that runs: its address, its hub, and sockets to it."""

    def __init__(self, url, hub, server):
        self.url, self.hub, self.server = url, hub, server
        self.site = Site(url)

    def socket(self, seat, v=None, **more):
        """A socket at the table of *seat*, as its seat or as a spectator."""
        query = "" if v is None else f"?v={v}"
        headers = {"Authorization": f"Bearer {seat.token}"} if seat.token else {}
        url = f"{self.url.replace('http', 'ws')}/api/v1/games/{seat.id}/socket{query}"
        return Talk(connect(url, additional_headers=headers | more, open_timeout=SECONDS))

    def text(self, path, token=""):
        """What *path* answers with."""
        with closing(self.site.open(path, token=token)) as answer:
            return answer.read().decode()

    def run(self, work):
        """Do *work* in the loop of the site."""
        return asyncio.run_coroutine_threadsafe(work, self.server.loop).result(SECONDS)


class Told(Server):
    """A server that tells when it listens."""

    async def startup(self, sockets=None):
        await super().startup(sockets)
        self.told.set()


class Talk:
    """A socket: what it has heard is kept until somebody asks for it."""

    def __init__(self, connecting):
        self.connecting = connecting
        self.heard = []

    def __enter__(self):
        self.socket = self.connecting.__enter__()
        return self

    def __exit__(self, *words):
        self.connecting.__exit__(*words)

    def send(self, type, **more):
        self.socket.send(json.dumps({"type": type, **more}))

    def hear(self, *types, **fields):
        """The next message of these types in which these fields are so; others are kept."""
        for number, message in enumerate(self.heard):
            if message["type"] in types and all(message.get(key) == value for key, value in fields.items()):
                return self.heard.pop(number)
        while True:
            message = json.loads(self.socket.recv(timeout=SECONDS))
            if message["type"] in types and all(message.get(key) == value for key, value in fields.items()):
                return message
            self.heard.append(message)

    def order(self, type, id="1", **more):
        """Send an order, and hear what becomes of it."""
        self.send(type, id=id, **more)
        return self.hear("ack", "no", id=id)

    def silent(self, since):
        """Was no state sent after version *since*? Everything sent until now is heard before the answer to this."""
        self.send("ping", t=1)
        self.hear("pong")
        return not [message for message in self.heard if message["type"] == "state" and message["v"] > since]


@contextmanager
def running(database, **more):
    """A site on *database*; what else is named goes to its settings, or to its hub."""
    for_hub = {name: more.pop(name) for name in ("time", "clock", "rng", "source") if name in more}
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())  # no test wants the log of this site
    settings = Settings(database=database, **({"pace": 0.0, "port": 0} | more))
    hub = Hub(Store(database), Thinkers(1, warm=False), settings, **for_hub)
    app = create_app(settings, hub)
    started = threading.Event()
    server = Told(configured(app, settings), app, settings, browser=False)
    server.told = started

    async def serve():
        server.loop = asyncio.get_running_loop()
        await server.serve()

    server.capture_signals = _no_signals
    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    assert started.wait(SECONDS)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Running(f"http://127.0.0.1:{port}", hub, server)
    finally:
        server.should_exit = True
        thread.join(SECONDS)
        assert not thread.is_alive()


@contextmanager
def _no_signals():
    """A thread cannot take signals, and the test wants its own."""
    yield


@pytest.fixture
def database(tmp_path):
    return f"sqlite:///{tmp_path / 'site.db'}"


@pytest.fixture
def site(database):
    with running(database) as running_site:
        yield running_site
