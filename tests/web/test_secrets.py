"""Not a byte to one seat, or to a spectator, tells another's colour in Meerkats: the same games are played with the others'
colours exchanged, and everything that is sent, headers and lengths included, must be the same until the last turn.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from contextlib import closing, suppress
from itertools import permutations
from random import Random

import pytest
from web_site import HUMAN

from tabuleiro.games.meerkats import COLOURS, DRAWS
from tabuleiro.store.store import Store
from tabuleiro.web import hub as hub_module
from tabuleiro.web.app import create_app
from tabuleiro.web.hub import Hub
from tabuleiro.web.seats import Source
from tabuleiro.web.settings import Limits, Settings
from tabuleiro.web.thinkers import Thinkers

OWN = COLOURS[0]  # the colour of the seat that looks


class Fate(Random):
    """Chance that deals given colours, and then draws from a seed."""

    def __init__(self, colours, seed):
        super().__init__(seed)
        self.waiting = list(colours)

    def choices(self, population, weights=None, **more):
        if self.waiting:
            return [DRAWS[self.waiting.pop(0)]]
        return super().choices(population, weights, **more)


class Asgi:
    """Speaks to the application as a server does, and keeps every byte of its answers."""

    def __init__(self, app):
        self.app = app

    def scope(self, kind, path, headers):
        path, _, query = path.partition("?")
        raw = [(name.lower().encode(), value.encode()) for name, value in {"host": "localhost", **headers}.items()]
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": raw,
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "subprotocols": [],
        }

    async def ask(self, path, token="", body=None):
        """Status, headers and body of an answer."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        scope = self.scope("http", path, headers | ({"content-type": "application/json"} if body is not None else {}))
        scope["method"] = "GET" if body is None else "POST"
        sent = []
        asked = [
            {"type": "http.request", "body": b"" if body is None else json.dumps(body).encode(), "more_body": False}
        ]

        async def receive():
            if not asked:
                await asyncio.Event().wait()  # nothing more comes
            return asked.pop()

        async def send(message):
            sent.append(message)

        await self.app(scope, receive, send)
        return sent[0]["status"], sorted(sent[0]["headers"]), b"".join(part.get("body", b"") for part in sent[1:])

    async def listen(self, path, token=""):
        """A socket that only listens: what it hears, and the task to cancel."""
        heard, opened = [], asyncio.Event()
        scope = self.scope("websocket", path, {"authorization": f"Bearer {token}"} if token else {})
        asked = [{"type": "websocket.connect"}]

        async def receive():
            if not asked:
                await asyncio.Event().wait()  # nothing more comes
            return asked.pop()

        async def send(message):
            heard.append(json.dumps(message, default=str, sort_keys=True))
            opened.set()

        task = asyncio.create_task(self.app(scope, receive, send))
        await opened.wait()
        return heard, task


async def transcript(folder, spec, colours, seed, turns):
    """Everything that seat 0 and a spectator are sent in a game with these *colours*; and how many turns it had."""
    drawn = iter(range(10**6))

    def draw(count):
        return hashlib.sha256(f"{next(drawn)}".encode()).hexdigest()[: 4 * count // 3]

    def clock():
        return 1000.0

    limits = Limits(requests=0, sockets=0, messages=0)
    settings = Settings(database=f"sqlite:///{folder}/{seed}-{''.join(map(str, colours))}.db", limits=limits)
    with closing(Store(settings.database)) as store:
        hub = Hub(
            store,
            Thinkers(1, warm=False),
            settings,
            time=clock,
            clock=clock,
            rng=Fate(colours, seed),
            source=Source(draw),
        )
        app = create_app(settings, hub)
        app.state.salt = ""
        return await _play(Asgi(app), hub, spec, seed, turns)


async def _play(site, hub, spec, seed, turns):
    players = int(spec.partition("players=")[2][:1])
    made = json.loads((await site.ask("/api/v1/games", body={"game": spec, "seats": [HUMAN] * players}))[2])
    game, tokens = made["id"], [seat["token"] for seat in made["seats"]]
    path, rng, kept = f"/api/v1/games/{game}", Random(seed), []
    live = hub.tables[game]
    listeners = [await site.listen(f"{path}/socket", token) for token in (tokens[0], "")]
    pages = [
        path,
        f"{path}?description=true",
        f"{path}/record",
        f"{path}/record?format=json",
        f"/game/{game}",
        f"/picture/{game}.svg",
    ]
    while len(live.table.session.history.turns()) < turns and not live.table.session.outcome:
        seat = live.table.session.player
        step = rng.choice(live.table.view(seat).actions)
        text = live.table.game.write(live.table.session.state, step) or "stop"
        status, _, _ = await site.ask(f"{path}/turns", tokens[seat], {"turn": text, "id": f"{len(kept)}"})
        assert status == 200
        if live.table.session.outcome:
            break
        for token in (tokens[0], ""):
            if rng.random() < 0.2:
                kept += [await site.ask(page, token) for page in pages]
                kept.append(
                    await site.ask(f"{path}/turns", token or tokens[0], {"turn": "nonsense", "id": f"n{len(kept)}"})
                )
        kept.append(len(live.table.session.steps))
    played = len(live.table.session.history.turns())
    over = live.table.session.outcome is not None
    for _, task in listeners:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    heard = [[text for text in one if "scores" not in text] for one, _ in listeners]  # the last state shows all
    return kept, heard, played, over


def compare(tmp_path, spec, seed, turns):
    players = int(spec.partition("players=")[2][:1])
    games = [
        asyncio.run(transcript(tmp_path, spec, (OWN, *others), seed, turns))
        for others in permutations(COLOURS[1:], players - 1)
    ]
    first = games[0]
    assert first[2] >= min(turns, 10) and first[0] and all(len(one) > 3 for one in first[1])
    for other in games[1:]:
        both = min(first[2], other[2])
        if first[2] == other[2] and first[3] == other[3]:
            assert other[0] == first[0]
            assert other[1] == first[1]
        else:  # one of them ended before, by its colours: what was sent until then is the same
            assert both
            for mine, theirs in ((first[0], other[0]), *zip(first[1], other[1], strict=True)):
                assert mine[: len(theirs)] == theirs or theirs[: len(mine)] == mine


@pytest.fixture(autouse=True)
def no_presence(monkeypatch):
    """Who is there is told after a moment of real time, which would come at another place each time."""
    monkeypatch.setattr(hub_module, "SOON", 3600)


@pytest.mark.parametrize("spec", ["meerkats:players=3", "meerkats:players=2,stone=bag"])
def test_nothing_that_is_sent_tells_a_colour(tmp_path, spec):
    compare(tmp_path, spec, 1, 12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_nothing_that_is_sent_tells_a_colour_in_a_hundred_games(tmp_path, seed):
    compare(tmp_path, ("meerkats:players=3", "meerkats:players=4", "meerkats:players=2,stone=bag")[seed % 3], seed, 100)


def test_the_comparison_would_see_a_leak(tmp_path, monkeypatch):
    from tabuleiro.games.meerkats import Meerkats

    monkeypatch.setattr(Meerkats, "view", lambda _, state, __: state)
    with pytest.raises(AssertionError):
        compare(tmp_path, "meerkats:players=3", 1, 12)
