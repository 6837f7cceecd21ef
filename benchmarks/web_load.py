"""How many games a site bears: two sockets a game, a turn each two seconds, from the turn to the other player's screen.

``python -m benchmarks.web_load --games 500 --seconds 30`` starts a site of its own, plays Momentum, Eximo and Campo Bello by
random legal steps, and prints latencies, the processor time of the server a turn, and its memory a game. With ``--thinking N``
so many games between strong programs keep the pool full beside that.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from random import Random
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

try:
    from uvloop import run  # the players of all games share one process: it must not be what is slow
except ImportError:
    from asyncio import run

GAMES = ("momentum", "eximo", "campo-bello")
TICK = os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two turns of a game")
    parser.add_argument("--thinking", type=int, default=0, help="games between strong programs beside")
    parser.add_argument("--database", default="")
    parser.add_argument("--profile", default="", help="write a profile of the server to this file")
    args = parser.parse_args()
    print("load average before:", os.getloadavg()[0])
    with tempfile.TemporaryDirectory() as folder:
        server, url = start(args.database or f"sqlite:///{folder}/site.db", args.profile)
        try:
            load = Load(args, url, server.pid)
            run(load.run())
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


def start(database: str, profile: str = "") -> tuple[subprocess.Popen[str], str]:
    """A site without limits on addresses, for all of this comes from one."""
    code = (
        "import sys; from dataclasses import replace; from tabuleiro.web import serving; "
        "from tabuleiro.web.settings import Limits, Settings; "
        "limits = Limits(requests=0, sockets=0, games=10**9, messages=0); "
        f"serving.serve(Settings(database={database!r}, port=0, limits=limits))"
    )
    words = [sys.executable, *(["-m", "cProfile", "-o", profile] if profile else []), "-c", code]
    if profile:
        path = os.path.join(tempfile.gettempdir(), f"profiled-{os.getpid()}.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"if __name__ == '__main__':\n    {code}\n")
        words = [sys.executable, "-m", "cProfile", "-o", profile, path]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout
    url = re.search(r"http://\S+", server.stdout.readline())
    assert url
    return server, url[0]


class Load:
    """All games, and what was measured."""

    def __init__(self, args: argparse.Namespace, url: str, pid: int) -> None:
        self.args, self.url, self.pid = args, url, pid
        self.took: list[float] = []
        self.errors = 0
        self.own = 0.0
        self.measuring = False
        self.stop = False

    async def run(self) -> None:
        empty = memory(self.pid)
        made = await asyncio.gather(*(asyncio.to_thread(self.make, number) for number in range(self.args.games)))
        for _ in range(self.args.thinking):
            await asyncio.to_thread(self.make, 0, "level:8")
        tables = [asyncio.create_task(self.table(number, game)) for number, game in enumerate(made)]
        await asyncio.sleep(max(5.0, self.args.games / 60))
        gc.collect()
        gc.freeze()
        self.measuring, before, began = True, processor(self.pid), time.monotonic()
        own = time.process_time()
        await asyncio.sleep(self.args.seconds)
        self.measuring, spent, took = False, processor(self.pid) - before, time.monotonic() - began
        self.own = (time.process_time() - own) / took
        full = memory(self.pid)
        self.stop = True
        await asyncio.gather(*tables, return_exceptions=True)
        self.tell(spent, took, (full - empty) / max(self.args.games, 1))

    def tell(self, spent: float, seconds: float, bytes_a_game: float) -> None:
        took = sorted(self.took)
        turns = len(took)
        at = {share: 1000 * took[min(int(turns * share), turns - 1)] for share in (0.5, 0.9, 0.99, 1.0)}
        print(f"{self.args.games} games, {turns} turns in {seconds:.0f} s, {self.errors} errors")
        print("turn to the other player, ms: " + ", ".join(f"p{100 * share:g} {ms:.1f}" for share, ms in at.items()))
        print(f"server: {1000 * spent / turns:.2f} ms of processor a turn, {bytes_a_game / 1000:.0f} kB a game")
        print(f"busy: {100 * spent / seconds:.0f} % of a processor the server, {100 * self.own:.0f} % these players")
        print("load average after:", os.getloadavg()[0])

    def make(self, number: int, program: str = "") -> dict:
        seat = {"kind": "agent", "agent": program} if program else {"kind": "human"}
        body = json.dumps({"game": GAMES[number % len(GAMES)], "seats": [seat, seat]}).encode()
        request = Request(f"{self.url}/api/v1/games", body, {"Content-Type": "application/json"})
        with urlopen(request, timeout=60) as answer:
            return json.load(answer)

    async def table(self, number: int, game: dict) -> None:
        """Two players; when their game is over, they make another."""
        rng = Random(number)
        await asyncio.sleep(rng.random() * self.args.every)
        while not self.stop:
            address = f"{self.url.replace('http', 'ws')}/api/v1/games/{game['id']}/socket"
            heads = [{"Authorization": f"Bearer {seat['token']}"} for seat in game["seats"]]
            try:
                async with (
                    connect(address, additional_headers=heads[0], compression=None) as one,
                    connect(address, additional_headers=heads[1], compression=None) as other,
                ):
                    await self.play(rng, (one, other))
            except Exception as error:  # noqa: BLE001 - whatever happens is counted
                if not self.stop:
                    self.errors += 1
                    print(type(error).__name__, error, file=sys.stderr)
                return
            if not self.stop:
                game = await asyncio.to_thread(self.make, number)

    async def play(self, rng: Random, sockets: tuple) -> None:
        views = [await state(socket) for socket in sockets]
        count = 0
        while not self.stop and views[0]["outcome"] is None:
            seat = views[0]["player"] if views[0]["legal"] or views[0]["player"] == 0 else 1
            steps = [step for _, *group in views[seat]["legal"] for step in group]
            count += 1
            began = time.perf_counter()
            order = {"type": "step", "id": str(count), "step": rng.choice(steps)[0]}
            await sockets[seat].send(json.dumps(order))
            views[seat] = await state(sockets[seat])
            if views[seat]["outcome"] is not None or views[seat]["player"] != seat:
                views[1 - seat] = await state(sockets[1 - seat])
                if self.measuring:
                    self.took.append(time.perf_counter() - began)
                await asyncio.sleep(max(0.0, self.args.every - (time.perf_counter() - began)))


async def state(socket) -> dict:
    """The next state that a socket brings."""
    while True:
        async with asyncio.timeout(30):
            text = await socket.recv()
        if text.startswith('{"type":"state"'):
            return json.loads(text)["view"]
        if text.startswith(('{"type":"no"', '{"type":"bye"')):
            raise RuntimeError(json.loads(text)["why"])


def processor(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICK


def memory(pid: int) -> int:
    """Bytes that a process has in memory."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
