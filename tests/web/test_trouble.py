"""A server that is killed, a disk that is full: what was acknowledged is there, what was not is told."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from random import Random

import pytest
from web_site import HUMAN

from tabuleiro.web.client import Seat, Site, SiteError

SERVE = """
import signal
from tabuleiro.web.serving import serve
from tabuleiro.web.settings import Limits, Settings
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
serve(Settings(database={database!r}, port=0, limits=Limits(requests=0, sockets=0, games=10**9)))
"""


def start(database):
    """A server in a process of its own; the process and its address."""
    words = [sys.executable, "-c", SERVE.format(database=database)]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    url = re.search(r"http://\S+", server.stdout.readline())
    assert url
    return server, url[0]


def test_messages_are_sent_without_waiting_for_acknowledgements():
    from asyncio import StreamReader, StreamWriter, get_running_loop, open_connection, run, start_server

    from tabuleiro.web.serving import listen
    from tabuleiro.web.settings import Settings

    async def nagles():
        """Is Nagle's algorithm off for somebody who knocks?"""
        told = get_running_loop().create_future()

        def came(_: StreamReader, writer: StreamWriter):
            told.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        door = listen(Settings(database="", port=0))
        async with await start_server(came, sock=door):
            _, writer = await open_connection(*door.getsockname())
            writer.close()
            return await told

    assert run(nagles())


class Players:
    """Bots that play random games until they are told to stop, and remember what was acknowledged."""

    def __init__(self, url, games, seed):
        self.stop = False
        self.played = []  # by game, the texts that were acknowledged
        self.threads = []
        for number in range(games):
            ana, _ = seats = Site(url).create("momentum", [HUMAN, HUMAN])
            known = []
            self.played.append((ana, known))
            thread = threading.Thread(target=self.play, args=(seats, known, Random(f"{seed} {number}")), daemon=True)
            self.threads.append(thread)
            thread.start()

    def play(self, seats, known, rng):
        while not self.stop:
            try:
                data = seats[0].site.ask(seats[0].path, token=seats[0].token, patient=False)
                if data["outcome"]:
                    return
                data = seats[data["player"]].site.ask(seats[0].path, token=seats[data["player"]].token, patient=False)
                text = rng.choice([step[1] for _, *steps in data["legal"] for step in steps])
                wish = {"turn": text, "id": f"{len(known)}"}
                seat = seats[data["seat"]]
                seat.site.ask(f"{seat.path}/turns", wish, seat.token, patient=False)
                known.append(text)
            except (SiteError, OSError, ValueError):
                time.sleep(0.01)

    def finish(self):
        self.stop = True
        for thread in self.threads:
            thread.join(20)


def lost(url, players):
    """The games in which something is missing that was acknowledged."""
    missing = []
    for seat, known in players.played:
        turns = Seat(Site(url), seat.id, 0, seat.token).data()["turns"]
        if (turns[: len(known)] != known and known[: len(turns)] != turns) or len(turns) < len(known):
            missing.append((turns, known))
    return missing


def kill_rounds(database, games, rounds):
    for number in range(rounds):
        server, url = start(database)
        players = Players(url, games, number)
        deadline = time.monotonic() + 60
        while sum(len(known) for _, known in players.played) < 2 * games and time.monotonic() < deadline:
            time.sleep(0.02)
        server.send_signal(signal.SIGKILL)
        server.wait()
        players.finish()
        assert sum(len(known) for _, known in players.played) >= 2 * games
        server, url = start(database)
        try:
            assert lost(url, players) == []
            for seat, _ in players.played[:5]:  # games go on
                data = Seat(Site(url), seat.id, 0, seat.token).data()
                assert data["outcome"] or data["player"] in (0, 1)
        finally:
            server.terminate()
            server.wait(20)


def test_what_was_acknowledged_survives_a_kill(database):
    kill_rounds(database, 6, 1)


@pytest.mark.slow
def test_what_was_acknowledged_survives_twenty_kills_under_load(database):
    kill_rounds(database, 50, 20)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("strace"), reason="strace tells what the system was asked for")
def test_every_acknowledgement_comes_after_the_disk(database, tmp_path):
    from web_site import Running

    server, url = start(database)
    calls = "trace=fdatasync,fsync,read,recvfrom,recvmsg,write,writev,sendto,sendmsg"
    trace, words = tmp_path / "trace", ["strace", "-f", "-s", "100", "-e", calls, "-o"]
    ana, rui = Site(url).create("momentum", [HUMAN, HUMAN])
    tracer = subprocess.Popen([*words, str(trace), "-p", str(server.pid)], stderr=subprocess.PIPE, text=True)
    try:
        assert "attached" in tracer.stderr.readline()
        with Running(url, None, None).socket(ana) as one, Running(url, None, None).socket(rui) as other:
            for number, text in enumerate(("4,4", "1,1", "2,2", "7,7", "1,7", "7,1")):
                assert (one, other)[number % 2].order("turn", id=f"order-{number}", text=text)["type"] == "ack"
    finally:
        tracer.terminate()
        tracer.wait(20)
        server.terminate()
        server.wait(20)
    story = told_by(trace.read_text(encoding="utf-8", errors="replace"))
    print(story)
    assert re.fullmatch(r"state state( disk( state| ack){3}){6}", story)  # the first two greet


def told_by(trace):
    """What happened, in this order: something reached the disk, a state or an acknowledgement left for a player."""
    story = []
    for line in trace.splitlines():
        if re.search(r"f(data)?sync(\(| resumed).*= 0", line):
            story.append("disk")
        elif sent := re.search(r'(?:write|writev|sendto|sendmsg)\(.*"type\W+(ack|state)', line):
            story.append(sent[1])
    return " ".join(story)


def test_a_full_disk_is_told_and_the_table_recovers(database):
    server, url = start(database)
    unbound = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    site = Site(url)
    try:
        ana, rui = site.create("momentum", [HUMAN, HUMAN])
        ana.play("4,4")
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, unbound[1]))  # no file can be written any more
        for path, wish in (
            (f"{rui.path}/turns", {"turn": "1,1"}),
            ("/api/v1/games", {"game": "eximo", "seats": [HUMAN] * 2}),
        ):
            with pytest.raises(SiteError, match="could not be kept") as refused:
                site.ask(path, wish, rui.token, patient=False)
            assert refused.value.status == 503 and "\n" not in str(refused.value)
        assert site.ask(rui.path, token=rui.token, patient=False)["turns"] == ["4,4"]  # what is there can be seen
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unbound)
        rui.play("1,1")
        assert ana.data()["turns"] == ["4,4", "1,1"]
    finally:
        server.terminate()
        server.wait(20)


def test_sigterm_tells_clients_and_ends(database):
    from web_site import Running

    server, url = start(database)
    ana, _ = Site(url).create("momentum", [HUMAN, HUMAN])
    with Running(url, None, None).socket(ana) as talk:
        talk.hear("state")
        os.kill(server.pid, signal.SIGTERM)
        assert talk.hear("bye")["why"]
    server.wait(20)
