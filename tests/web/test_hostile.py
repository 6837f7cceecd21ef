"""What strangers send on purpose: each is answered in one line, or cut off, and hinders nobody else."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing
from urllib.parse import quote, urlencode, urlsplit

import pytest
from web_site import HUMAN, OPEN, SECONDS, Running, agent, running
from websockets.exceptions import ConnectionClosed

from tabuleiro.store import care
from tabuleiro.store.store import Store
from tabuleiro.web import hub as hub_module
from tabuleiro.web import protocols
from tabuleiro.web.client import Seat, SiteError
from tabuleiro.web.limits import household, network
from tabuleiro.web.orders import carry_out
from tabuleiro.web.settings import Limits

LONG = "9" * 5000  # more digits than Python reads


def ask(site, method, path, body="", **headers):
    """Status, headers and text of an answer."""
    with closing(http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=SECONDS)) as connection:
        connection.request(method, path, body.encode(), headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()


def post(site, path, fields, **headers):
    """Send a form."""
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return ask(site, "POST", path, urlencode(fields), **kind, **headers)


def test_forms_with_nonsense_are_answered(site):
    ana, _ = site.site.create("momentum", [HUMAN, HUMAN])
    for fields in (
        {f"field{number}": "1" for number in range(300)},
        {"mode": "watch", "count": LONG},
        {"mode": "computer", "side": LONG},
        {"mode": "friend", "tag": "a" * 60},
        {"mode": "friend", "from": ana.id, "turn": LONG},
        {"mode": "friend", "clock": "other", "control": "1" * 300},
        {"mode": "friend", "clock": "other", "control": "\ud800".encode("utf-8", "surrogatepass")},
        {"option.size": LONG},
    ):
        status, headers, text = post(site, "/new/momentum", fields)
        assert status in (303, 422) and headers["content-security-policy"], fields
        assert status == 303 or text.startswith("<!doctype"), fields
    for path in (
        f"/new/momentum?from={ana.id}&turn={LONG}",
        f"/new/momentum?from={quote(chr(0))}&turn=1",
        f"/picture/{ana.id}.svg?turn=-5",
        f"/picture/{ana.id}.svg?turn={LONG}",
        f"/board/momentum.svg?figure=1&part={10**30}",
    ):
        assert ask(site, "GET", path)[0] < 500, path
    assert ask(site, "GET", f"/game/{ana.id}", Cookie=f"invite_{ana.id}={LONG}:{'x' * 32}")[0] == 200


def test_names_of_all_scripts_come_back_from_the_cookie(site):
    for name in ("日本", "Ζωή; 100%", "São", '"x"\\'):
        made = site.site.ask("/api/v1/games", {"game": "momentum", "seats": [HUMAN, OPEN]})
        path = urlsplit(made["seats"][1]["url"]).path
        status, headers, _ = post(site, path, {"name": name})
        assert status == 303
        seated = Seat(site.site, made["id"], 0, "").data()["players"][1]["name"]
        cookie = next(line for line in headers.get_all("set-cookie") if line.startswith("name=")).partition(";")[0]
        assert seated == name
        form = ask(site, "GET", "/new/momentum", Cookie=cookie)[2]
        assert f'value="{name.replace(chr(34), "&#34;")}"' in form


def test_origins_that_cannot_be_read_are_other_sites(site):
    for origin in ("http://[bad", "null", "", "http://", f"http://{'a' * 500}"):
        status, _, text = ask(site, "POST", "/api/v1/games", "{}", Origin=origin)
        assert status == 403 and json.loads(text)["error"]


def test_messages_that_no_disk_and_no_reader_takes_are_refused_and_all_go_on(site):
    ana, rui = site.site.create("momentum", [HUMAN, HUMAN])
    with site.socket(ana) as one, site.socket(rui) as other:
        one.hear("state"), other.hear("state")
        for text in (
            '{"type":"turn","id":"\\ud800","text":"4,4"}',
            '{"type":"turn","id":"\\u0000","text":"4,4"}',
            '{"type":"turn","id":"a\\nb","text":"4,4"}',
            '{"type":"turn","id":"a","text":"\\ud800"}',
            '{"type":"\\udfff","id":"a"}',
            '{"type":["turn"],"id":"a"}',
            '{"type":{},"id":"a"}',
            '{"type":"offer","id":"b","what":["draw"]}',
            '{"type":"answer","id":"b","what":{},"yes":true}',
            '{"type":"offer","id":"b","what":"\\ud83d"}',
            b"\x00\xff",
        ):
            one.socket.send(text)
            assert one.hear("no")["why"]
        assert one.order("turn", id="~ is fine, too", text="4,4")["type"] == "ack"
        assert other.hear("state", v=1)["view"]["turns"] == ["4,4"]
    for name in ("\x00", "a\nb", "\u202e"):
        with pytest.raises(SiteError) as refused:
            rui.play("1,1", id=name)
        assert refused.value.status == 422
    assert rui.play("1,1", id="x") == 2


def test_a_job_that_cannot_be_written_at_all_is_told_and_the_writer_goes_on(database):
    async def write(store, *jobs):
        return await asyncio.wait_for(asyncio.gather(*map(store.write, jobs), return_exceptions=True), SECONDS)

    with closing(Store(database)) as store:
        bad = store.sitting("\ud800", _Seat())
        told = asyncio.run(write(store, bad, store.sitting("a", _Seat()), [("no statement", [{}])]))
        assert isinstance(told[0], UnicodeError) and told[1] is None
        assert asyncio.run(write(store, store.sitting("b", _Seat()))) == [None]


class _Seat:
    seat, kind, name, token_hash, joined = 0, "human", "", "", 1.0


def test_oversized_and_broken_frames_end_one_connection_alone(site):
    ana, _ = site.site.create("momentum", [HUMAN, HUMAN])
    with site.socket(ana) as one, site.socket(ana) as other:
        one.hear("state"), other.hear("state")
        one.socket.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed):
            one.hear("pong")
        other.order("turn", text="4,4")
        assert other.hear("state", v=1)


def test_open_seat_raced_by_many_is_taken_once(site):
    made = site.site.ask("/api/v1/games", {"game": "momentum", "seats": [HUMAN, OPEN]})
    code, took = urlsplit(made["seats"][1]["url"]).path.rpartition("/")[2], []

    def race(number):
        try:
            path = (f"/api/v1/games/{made['id']}/seats", f"/api/v1/invites/{code}")[number % 2]
            took.append(site.site.ask(path, {"name": f"R{number}"}, patient=False)["token"])
        except SiteError as error:
            took.append(error.status)

    threads = [threading.Thread(target=race, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    tokens = [one for one in took if isinstance(one, str)]
    assert len(took) == 12 and len(tokens) == 1 and {one for one in took if one not in tokens} <= {404, 409}
    assert Seat(site.site, made["id"], 1, tokens[0]).data()["seat"] == 1


def test_new_games_are_counted_however_they_are_made(database):
    with running(database, limits=Limits(games=3)) as site:
        assert post(site, "/new/momentum", {"mode": "friend"})[0] == 303
        status, _, text = post(site, "/new/momentum", {"mode": "friend", "count": "3"})
        assert status == 422 and "too many new games" in text and site.hub.store.count() == 1
        site.site.create("momentum", [HUMAN, HUMAN])
        assert post(site, "/new/momentum", {"mode": "here"})[0] == 303
        assert post(site, "/new/momentum", {"mode": "here"})[0] == 422
        assert site.hub.store.count() == 3


def test_requests_that_never_end_are_cut_off(database, monkeypatch):
    monkeypatch.setattr(protocols, "COMPLETE", 0.5)
    with running(database) as site:
        place = (urlsplit(site.url).hostname, urlsplit(site.url).port)
        halves = (
            b"",
            b"GET / HTTP/1.1\r\nHost: local",
            b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
            b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /he",
        )
        doors = [socket.create_connection(place, SECONDS) for _ in range(10) for _ in halves]
        for number, door in enumerate(doors):
            door.sendall(halves[number % len(halves)])
        assert ask(site, "GET", "/healthz")[0] == 200  # others are served meanwhile
        for door in doors:
            with closing(door):
                while door.recv(65536):
                    pass
        ana, _ = site.site.create("momentum", [HUMAN, HUMAN])
        with site.socket(ana) as one:
            one.hear("state")
            time.sleep(0.8)  # a socket lasts
            assert one.order("turn", text="4,4")["type"] == "ack"


@pytest.mark.parametrize("path", ["events", "socket"])
def test_who_never_reads_is_cut_off_and_is_here_no_more(database, monkeypatch, path):
    monkeypatch.setattr(protocols, "STALLED", 0.5)
    with running(database, limits=Limits(messages=0, requests=0)) as site:
        ana, rui = site.site.create("eximo", [HUMAN, HUMAN])
        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        door.connect((urlsplit(site.url).hostname, urlsplit(site.url).port))
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==\r\n"
        head = f"GET {rui.path}/{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {rui.token}\r\n"
        door.sendall(f"{head}{upgrade if path == 'socket' else ''}\r\n".encode())
        live = site.hub.tables[ana.id]
        with closing(door), site.socket(ana) as one:
            assert waited(lambda: live.here(1))
            for _ in range(4000):
                one.send("hello", token=ana.token)  # a whole state each time, to ourselves
                site.server.loop.call_soon_threadsafe(
                    lambda: [eyes.send("x" * 5000) for eyes in live.eyes if eyes.seats == (1,)]
                )
                one.hear("state")
                if not live.here(1):
                    break
            assert waited(lambda: not live.here(1))


def waited(truth):
    """Does *truth* come true?"""
    deadline = time.monotonic() + SECONDS
    while not truth() and time.monotonic() < deadline:
        time.sleep(0.02)
    return truth()


def test_an_address_is_a_household_and_logs_know_its_network_alone():
    assert household("::ffff:1.2.3.4") == household("1.2.3.4") != household("::ffff:1.2.3.5")
    assert network("::ffff:1.2.3.4") == network("1.2.3.4") == "1.2.3.0/24"
    assert household("2001:db8::1") == household("2001:db8::2") != household("2001:db8:0:1::1")
    assert household("nonsense") == network("nonsense") == "?"


def test_a_hint_is_asked_for_once_at_a_time(site):
    ana, _ = site.site.create("momentum", [HUMAN, agent()])
    with site.socket(ana) as one:
        one.hear("state")
        one.send("hint", id="1")
        told = [one.order("hint", id=f"{number}") for number in range(2, 6)]
        assert {message["type"] for message in told} == {"no"}
        assert one.hear("hint", id="1")["text"]


def test_an_order_that_breaks_half_way_leaves_what_is_on_the_disk(site, monkeypatch):
    ana, rui = site.site.create("momentum", [HUMAN, HUMAN])

    def broken(live, order):
        carry_out(live, order)
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(hub_module, "carry_out", broken)
        with pytest.raises(SiteError) as refused:
            site.site.ask(f"{ana.path}/turns", {"turn": "4,4"}, ana.token, patient=False)
        assert refused.value.status == 500
    assert ana.data()["turns"] == []
    assert ana.play("4,4") == 1 and rui.play("1,1") == 2


def test_a_table_that_was_thrown_away_writes_nothing_more(site):
    ana, rui = site.site.create("momentum", [HUMAN, HUMAN], clock="60")
    ana.play("4,4")
    rui.play("1,1")
    old = site.hub.tables[ana.id]
    site.server.loop.call_soon_threadsafe(site.hub.forget, old)
    assert waited(lambda: ana.id not in site.hub.tables)
    old.table.session.start_clock(-1000.0)  # by its clock, time is over
    site.run(site.hub.attendant.see_time(old))
    assert ana.data()["outcome"] is None and len(site.hub.store.load(ana.id).events) == 2


def test_a_sender_is_who_the_trusted_proxy_says_and_nobody_else(database):
    few = Limits(requests=0.001, burst=3)
    with running(database, limits=few, trusted_proxy="127.0.0.1") as site:
        for number in range(3):  # what the sender claims itself stands before what the proxy adds
            assert ask(site, "GET", "/healthz", **{"X-Forwarded-For": f"9.9.9.{number}, 1.2.3.4"})[0] == 200
        assert ask(site, "GET", "/healthz", **{"X-Forwarded-For": "9.9.9.9, 1.2.3.4"})[0] == 429
        assert ask(site, "GET", "/healthz", **{"X-Forwarded-For": "1.2.3.5"})[0] == 200
    with running(database, limits=few) as site:
        told = [ask(site, "GET", "/healthz", **{"X-Forwarded-For": f"1.2.3.{number}"})[0] for number in range(4)]
        assert told == [200, 200, 200, 429]


def test_who_leaves_while_listening_is_counted_no_more(database):
    with running(database, limits=Limits(sockets=2)) as site:
        ana, _ = site.site.create("momentum", [HUMAN, HUMAN])
        for _ in range(5):
            stream = site.site.open(f"{ana.path}/events")
            stream.readline()
            stream.close()
            assert waited(lambda: not site.server.app.state.gate.sockets)
        with closing(site.site.open(f"{ana.path}/events")) as one, closing(site.site.open(f"{ana.path}/events")) as two:
            one.readline(), two.readline()
            assert ask(site, "GET", f"{ana.path}/events")[0] == 429


def test_a_game_that_the_operator_deleted_is_gone(site, database):
    ana, _ = site.site.create("momentum", [HUMAN, HUMAN])
    with site.socket(ana) as one:
        one.hear("state")
        assert care.delete(database, ana.id)
        one.send("turn", id="1", text="4,4")
        assert one.hear("bye")["why"]
    assert ask(site, "GET", ana.path)[0] == 404


def test_the_log_knows_no_token_and_no_whole_address(database, tmp_path):
    with open(tmp_path / "log", "w", encoding="utf-8") as file:
        words = [sys.executable, "-m", "tabuleiro", "serve", "--port", "0", "--database", database]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=file, text=True)
    try:
        site = Running(re.search(r"http://\S+", server.stdout.readline())[0], None, None)
        made = site.site.ask("/api/v1/games", {"game": "momentum", "seats": [HUMAN, OPEN]})
        ana, code = (
            Seat(site.site, made["id"], 0, made["seats"][0]["token"]),
            made["seats"][1]["url"].rpartition("/")[2],
        )
        for path in (f"/seat/{ana.token}", f"/join/{code}", f"/x/{ana.token}", f"/game/{ana.id}?token={ana.token}"):
            ask(site, "GET", path, Cookie=f"seat_{ana.id}={ana.token}", Referer=f"{site.url}/seat/{ana.token}")
        ask(site, "POST", f"/join/{code}", "name=Rui")
        with site.socket(ana) as one:
            one.socket.send(b"\xff")
            one.send("hello", token=ana.token)
            one.order("turn", text="4,4")
        garbage(site, f"GET /seat/{ana.token} HTTP/9.9\r\n\r\n")
        garbage(site, f"GET /api/v1/games/{ana.id}/socket HTTP/1.1\r\nUpgrade: websocket\r\nX: {ana.token}\r\n\r\n")
    finally:
        server.terminate()
        server.wait(SECONDS)
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert '"route": "/seat/{token}"' in log and "127.0.0.0/24" in log
    for secret in (ana.token, code, "127.0.0.1", "Rui"):
        assert secret not in log


def garbage(site, text):
    """Send *text*, and read what comes until the other side closes."""
    with closing(socket.create_connection((urlsplit(site.url).hostname, urlsplit(site.url).port), SECONDS)) as door:
        door.sendall(text.encode())
        door.shutdown(socket.SHUT_WR)
        while door.recv(65536):
            pass
