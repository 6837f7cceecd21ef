"""Garbage over HTTP and sockets: always an answer, never a 5xx, and the site goes on."""

from __future__ import annotations

import http.client
import json
import os
from contextlib import suppress
from random import Random
from urllib.parse import urlencode, urlsplit

import pytest
from web_site import HUMAN, agent, running
from websockets.exceptions import ConnectionClosed

from tabuleiro.web.settings import Limits

FREE = Limits(requests=0, sockets=0, games=10**9, messages=0)
PARTS = (
    "games",
    "seats",
    "turns",
    "invites",
    "record",
    "events.x",
    "resign",
    "offers",
    "answers",
    "..",
    "%00",
    "\u00e9",
    "tag",
)
PAGES = (
    "/",
    "/new/eximo",
    "/new/x.py",
    "/game/ID",
    "/join/ID",
    "/seat/ID",
    "/rules/eximo",
    "/rules/../x",
    "/tag/x",
    "/picture/ID.svg",
)
WORDS = (
    "eximo",
    "momentum:size=99",
    "x.py",
    "engine:sh",
    "level:1",
    "human",
    "open",
    "agent",
    "4,4",
    "c3-c4",
    "draw",
    "rematch",
)


def value(rng, depth=0):
    """Anything that JSON can say."""
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return rng.choice([None, True, False, 0, -1, 2**63, 1e308, -0.5])
    if kind in (1, 2, 3):
        return rng.choice(WORDS)
    if kind == 4:
        return "".join(
            chr(rng.choice([rng.randrange(32, 127), rng.randrange(0x20, 0xFFFF), 0])) for _ in range(rng.randrange(50))
        )  # halves of surrogate pairs, too
    if kind == 5:
        return rng.randrange(-5, 3000)
    if kind == 6:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    names = (
        "game",
        "seats",
        "kind",
        "name",
        "agent",
        "turn",
        "id",
        "what",
        "yes",
        "seat",
        "clock",
        "tag",
        "count",
        "text",
        "step",
        "type",
    )
    return {rng.choice(names): value(rng, depth + 1) for _ in range(rng.randrange(5))}


def sensible(rng):
    """A wish that is nearly right: one thing in it is anything."""
    wish = rng.choice(
        [
            {"game": "momentum", "seats": [HUMAN, agent("random")]},
            {"turn": "4,4", "id": "a"},
            {"name": "Ana", "seat": 1},
            {"what": "draw", "yes": True},
        ]
    )
    return {**wish, rng.choice(list(wish)): value(rng)}


def form(rng, seat):
    """What a form might send: fields that there are, with anything in them."""
    names = ("mode", "level", "side", "name", "clock", "control", "seconds", "tag", "count", "public", "turn", "from")
    names += ("seat.0", "name.1", "option.size", "option.players", "x")
    values = (*WORDS, seat.id, "computer", "friend", "here", "watch", "other", "2", "-1", "9" * 5000, "a" * 100)
    return urlencode({rng.choice(names): rng.choice(values) for _ in range(rng.randrange(6))})


def request(rng, connection, seat):
    """Send one request; its status."""
    head = rng.choice(["/api/v1/games", f"/api/v1/games/{seat.id}/{rng.choice(PARTS)}", f"/api/v1/{rng.choice(PARTS)}"])
    path = rng.choice([head, head, rng.choice(PAGES).replace("ID", seat.id)]).encode("ascii", "ignore").decode()
    method = rng.choice(["GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD"])
    body = rng.choice(
        [json.dumps(sensible(rng)), json.dumps(value(rng)), form(rng, seat), "{", "", "\ufffd" * rng.randrange(9)]
    ).encode("utf-8", "replace")
    headers = {
        "Content-Type": rng.choice(
            ["application/json", "application/json", "text/plain", "application/x-www-form-urlencoded"]
        )
    }
    if rng.random() < 0.6:
        headers["Authorization"] = rng.choice([f"Bearer {seat.token}", "Bearer x", "Basic eA==", "\x7f"])
    if rng.random() < 0.2:
        headers["Cookie"] = rng.choice(
            [f"seat_{seat.id}={seat.token}", "a=b; c", "=;;\x7f", "lang=xx", f"seat_{seat.id}=" + "." * 50]
        )
    if rng.random() < 0.2:
        headers["Accept-Language"] = rng.choice(["pt", "en;q=x,pt;q=2", "*" * 500, ",,;"])
    connection.request(method, path, body if method != "GET" else None, headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status, (method, path, body, headers)


def fuzz(site, seed, count):
    rng = Random(seed)
    ana, rui = site.site.create("momentum", [HUMAN, HUMAN])
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=60)
    for _ in range(count):
        try:
            status, sent = request(rng, connection, rng.choice([ana, rui]))
        except (
            http.client.HTTPException,
            OSError,
            ValueError,
        ):  # the server closed, or our side cannot send such a thing
            connection.close()
            continue
        assert status < 500, sent


def fuzz_socket(site, seed, count):
    rng = Random(seed)
    ana, rui = site.site.create("eximo", [HUMAN, HUMAN])
    done = 0
    while done < count:
        with site.socket(rng.choice([ana, rui])) as socket, suppress(ConnectionClosed):
            socket.hear("state")
            for number in range(min(200, count)):
                done += 1
                kind = rng.choice(
                    [
                        "turn",
                        "step",
                        "back",
                        "offer",
                        "answer",
                        "claim",
                        "hint",
                        "undo",
                        "why",
                        "hello",
                        "beat",
                        "ping",
                        "x",
                    ]
                )
                message = {"type": kind, "id": f"{done}"}
                if rng.random() < 0.9:
                    message |= {key: value(rng, 2) for key in ("text", "step", "what", "yes", "token", "n", "t")}
                garbage = (json.dumps(value(rng)), "x" * number, bytes(number))
                socket.socket.send(rng.choice([json.dumps(message), json.dumps(message), *garbage]))
            socket.send("ping", t=done)
            socket.hear("pong", t=done)
            socket.heard.clear()


def test_garbage_is_answered(database, caplog):
    with running(database, limits=FREE) as site:
        fuzz(site, 1, 300)
        fuzz_socket(site, 2, 400)
        ana, _ = site.site.create("momentum", [HUMAN, HUMAN])
        assert ana.play("4,4") == 1
    assert nothing_failed(caplog)


@pytest.mark.slow
def test_a_hundred_thousand_pieces_of_garbage_leave_the_memory_flat(database, caplog):
    with running(database, limits=FREE, idle=0.0) as site:
        fuzz(site, 3, 5000)
        fuzz_socket(site, 4, 5000)
        site.run(site.hub.tidy())
        before = memory()
        fuzz(site, 5, 50_000)
        fuzz_socket(site, 6, 50_000)
        site.run(site.hub.tidy())
        print(f"{before // 10**6} MB in memory before, {memory() // 10**6} MB after")
        assert memory() - before < 60_000_000
    assert nothing_failed(caplog)


def nothing_failed(caplog):
    """An exception that nobody expected ends a connection, and is told in the log alone."""
    return not [record.getMessage() for record in caplog.records if record.exc_info]


def memory():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
