"""Whoever answers at an address may be anybody: what no site would say is told in one line, and never obeyed."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random

import pytest

from tabuleiro.cli.main import main
from tabuleiro.core.registry import find
from tabuleiro.play.session import Session
from tabuleiro.web import client

VIEW = Session(find("momentum"), Random(1)).view(0).to_json() | {"id": "g", "token": "t"}
OTHER = Session(find("eximo"), Random(1)).view(0).to_json()
WON = VIEW | {"outcome": {"scores": [1, 0], "points": [], "reason": "\x1b[2Jover " + "y" * 900}, "player": -1}
DEEP, ENDLESS = b"[" * 200_000, b"x" * (client.LONGEST + 9)


class Speaker(BaseHTTPRequestHandler):
    """Says what it is told to, line of status and headers included; *heard* has the headers of all who asked."""

    def do_GET(self):
        self.heard.append(self.headers)
        said = self.says(self.path) if callable(self.says) else self.says
        try:
            self.wfile.write(said if isinstance(said, bytes) else answer(json.dumps(said).encode()))
        except ConnectionError:  # they have heard enough
            self.close_connection = True

    do_POST = do_GET  # noqa: N815

    def log_message(self, *words):
        pass


def answer(body, status="200 OK", **headers):
    lines = [f"HTTP/1.0 {status}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


@contextmanager
def speaking(says):
    """A server that answers with what it *says*, to each path if that is a function; its address, and the headers that it hears."""
    kind = type("Told", (Speaker,), {"says": staticmethod(says) if callable(says) else says, "heard": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}", kind.heard
        finally:
            server.shutdown()


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    monkeypatch.setattr(client, "PAUSE", 0.0)


def refused(capsys, url, *words):
    """What is said when ``sit`` gives up."""
    assert main(["sit", url, "random", *words]) == 2
    told = capsys.readouterr().err.splitlines()
    assert "went wrong inside" not in told[-1] and told[-1].isprintable() and len(told[-1]) < 1100
    return told[-1]


ANSWERS = {
    "a page": answer(b"<html>"), "bytes": answer(b"\xff\xfe\x00"), "nothing": answer(b""), "list": [], "null": None, "number": 1, "object": {},
    "deep": answer(DEEP), "digits": answer(b"9" * 100_000), "no end": answer(ENDLESS), "no status": b"HTTP/1.1 abc\r\n\r\n", "no HTTP": b"\0\1\r\n",
    "cut": answer(b"{}", **{"Content-Length": 1000}), "a long header": answer(b"", X="y" * 100_000), "hangs up": b"",
    "no chunks": answer(b"zz\r\nx\r\n", **{"Transfer-Encoding": "chunked"}).replace(b"1.0", b"1.1"),
    "an error without words": answer(DEEP, "404 Not Found"), "an odd error": answer(b'{"error": [1]}', "400 Bad"),
    "game": VIEW | {"game": 1}, "path": VIEW | {"game": "evil.py"}, "seat": VIEW | {"seat": "x"}, "id": VIEW | {"id": None}, "token": VIEW | {"token": 7},
}  # fmt: skip


@pytest.mark.parametrize("said", ANSWERS)
def test_an_answer_that_is_none(capsys, said):
    with speaking(ANSWERS[said]) as (url, _):
        assert refused(capsys, f"{url}/game/g")


EVENTS = {
    "no JSON": b"data: x\n\n", "a list": b"data: []\n\n", "deep": b"data: " + DEEP + b"\n", "no end": b"data: " + ENDLESS,
    "no view": b'data: {"type": "state"}\n', "another game": b"data: " + json.dumps({"type": "state", "view": OTHER}).encode() + b"\n",
    "nothing": b": so it goes\n" * 5, "cut": b'data: {"type',
}  # fmt: skip


@pytest.mark.parametrize("said", EVENTS)
def test_messages_that_are_none(capsys, said):
    with speaking(lambda path: answer(EVENTS[said]) if path.endswith("events") else VIEW) as (url, _):
        assert refused(capsys, f"{url}/game/g")


def test_a_terminal_obeys_nothing_that_a_site_says(capsys):
    won = b"data: " + json.dumps({"type": "state", "view": WON}).encode() + b"\n"
    with speaking(lambda path: answer(won) if path.endswith("events") else VIEW | {"id": "a\n\x1b[2J"}) as (url, _):
        assert main(["sit", f"{url}/game/g", "random"]) == 0
    told = capsys.readouterr()
    assert all(line.isprintable() for line in (told.out + told.err).splitlines())
    assert "over yy" in told.out and told.out.count("\n") == 1


def test_an_error_of_a_site_is_one_line(capsys):
    words = json.dumps({"error": "\x1b[2J\n" + "y" * 50_000}).encode()
    with speaking(answer(words, "404 Not Found")) as (url, _):
        assert "yyy" in refused(capsys, f"{url}/game/g")


def test_a_token_goes_to_no_other_site(capsys):
    with speaking(VIEW) as (other, heard):
        for location in (other.replace("127.0.0.1", "localhost"), "file:///etc/passwd", "ftp://127.0.0.1:1/x"):
            with speaking(answer(b"", "302 Found", Location=location)) as (url, _):
                assert refused(capsys, f"{url}/seat/token")
    assert heard == []


def test_a_site_may_lead_to_another_place_of_its_own():
    further = answer(b"", "302 Found", Location="/there")
    with speaking(lambda path: VIEW if path == "/there" else further) as (url, _):
        assert client.Site(url).claim("token").id == "g"


@pytest.mark.parametrize("url", ["http://[::1/game/1", "http://x:y/game/1", "http://..../game/1", "://"])
def test_an_address_that_is_none(capsys, url):
    assert refused(capsys, url)
