"""A Ray cluster of our own: the same games as elsewhere, and none lost or twice when a worker is killed inside one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from arena.test_tournament import played, timeless
from tabuleiro.arena.cluster import SETTINGS, Ray
from tabuleiro.arena.executor import hands, run
from tabuleiro.arena.log import Log
from tabuleiro.arena.match import Match, play
from tabuleiro.arena.parcel import Parcel, gathered, unpacked
from tabuleiro.arena.standings import Standings
from tabuleiro.arena.tournament import Book, Tournament, conduct
from tabuleiro.core.errors import BadOption, UnknownAgent
from tabuleiro.core.registry import digest

BOT = """
from beside import first
from tabuleiro.play.agent import Agent, Choice


class Deadly(Agent):
    def choose(self, view, limit):
        import os, signal

        if not os.path.exists({mark!r}):
            open({mark!r}, "w").close()
            os.kill(os.getppid(), signal.SIGKILL)  # the worker that plays this game
        return Choice(first(view))
"""


def deadly_bot(folder, name="deadly"):
    """A bot that kills who plays with it, once; it needs a module beside it."""
    (folder / "beside.py").write_text("def first(view):\n    return view.actions[0]\n", encoding="utf-8")
    bot = folder / f"{name}.py"
    bot.write_text(BOT.format(mark=str(folder / f"{name} killed")), encoding="utf-8")
    return str(bot)


@pytest.fixture
def deadly(tmp_path):
    return deadly_bot(tmp_path)


def test_a_worker_killed_inside_a_game_loses_no_game_and_it_is_told(tmp_path, deadly, monkeypatch):
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")  # whatever else runs, a cluster of our own is our own
    match = Match("momentum", (deadly, "random"), seconds=1)
    with Ray("local", 2) as cluster:
        with Log(match, str(tmp_path / "games.jsonl")) as log:
            run(log, 8, cluster)
        assert sorted(log.games) == list(range(1, 9))
        assert cluster.lost >= 1 and "handed out again" in cluster.notes()[-1]
        assert not any("niced" in note for note in cluster.notes())
        plain = Match("momentum", ("greedy", "random"))
        with Log(plain, str(tmp_path / "plain.jsonl")) as other:
            run(other, 12, cluster)
        a_tournament_loses_a_worker_and_has_the_same_table(tmp_path, cluster)
    lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 9
    for number, game in log.games.items():
        assert (game.forfeit, game.scores) == (None, play(match, number).scores)
    for number, game in other.games.items():
        again = play(plain, number)
        assert (game.scores, game.reason, game.turns) == (again.scores, again.reason, again.turns)


def a_tournament_loses_a_worker_and_has_the_same_table(folder, cluster):
    """On the cluster that is there already, for each start of Ray takes seconds."""
    before = cluster.lost
    agents = ("random", "greedy", "report:1", deadly_bot(folder, "again"))
    tournament = Tournament("momentum", agents, games=4, nodes=100)
    with Book(tournament, str(folder / "cluster.jsonl")) as book:
        conduct(tournament, book, cluster)
    standings = Standings.of(tournament, book)
    assert standings.done == tournament.count == 24 and cluster.lost > before
    assert len((folder / "cluster.jsonl").read_text(encoding="utf-8").splitlines()) == 25
    pool, _ = played(tournament, folder / "pool.jsonl", workers=2)
    assert timeless(standings.csv()) == timeless(pool.csv()) and standings.endings == pool.endings


def test_no_cluster_where_none_is():
    with pytest.raises(BadOption, match=r"there is no Ray cluster at 127\.0\.0\.1:1"), Ray("127.0.0.1:1"):
        pass


def test_an_executor_is_chosen():
    assert type(hands(games=1)).__name__ == "Here"
    assert type(hands(2)).__name__ == "Processes"
    assert type(hands(2, "local")).__name__ == "Ray"


def test_files_that_a_person_named_go_along(tmp_path, deadly):
    parcel = Parcel.of(Match("momentum", (deadly, "random")))
    ((spec, digest, sources),) = parcel.files
    assert spec == deadly and digest.startswith("sha256:")
    assert [name for name, _ in sources] == ["deadly.py", "beside.py"] and sources == gathered(deadly)
    place = tmp_path / "there"
    found = unpacked(parcel, str(place))[deadly]
    assert Path(found).read_bytes() == Path(deadly).read_bytes()
    assert sorted(path.name for path in Path(found).parent.iterdir()) == ["beside.py", "deadly.py"]
    assert Parcel.of(Match("momentum", ("greedy", "random"))) == Parcel()


@pytest.mark.parametrize("name", ["../evil.py", "/tmp/evil.py", "sub/evil.py", "..", "", "evil.pth"])
def test_what_comes_is_written_to_its_own_folder_alone(tmp_path, name):
    data = b"print('here')"
    with pytest.raises(UnknownAgent, match="outside"):
        unpacked(Parcel((("bot.py", digest(data), (("bot.py", data), (name, data))),)), str(tmp_path / "there"))
    assert list(tmp_path.rglob("*")) == []


# ── Several machines ─────────────────────────────────────────────────────────────────────────────────────────────


def at_work(node):
    """The processes of *node* that play games just now."""
    (raylet,) = node.all_processes["raylet"]
    children = Path(f"/proc/{raylet.process.pid}/task/{raylet.process.pid}/children").read_text("ascii").split()
    return [int(child) for child in children if Path(f"/proc/{child}/cmdline").read_bytes().startswith(b"ray::work")]


@pytest.mark.slow
def test_a_tournament_on_two_machines_loses_a_worker_and_then_one_of_them(tmp_path, monkeypatch):
    from ray.cluster_utils import Cluster

    for key, value in SETTINGS.items():
        monkeypatch.setenv(key, value)
    agents = ("mcts:nodes=3000", "level:3", "level:2", "greedy", "random")
    tournament = Tournament("momentum", agents, games=12, nodes=2000)
    pool, _ = played(tournament, tmp_path / "pool.jsonl", workers=2)
    machines = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = machines.add_node(num_cpus=1)
    harm = []

    def harms():
        done = sum(map(len, book.games.values()))
        if not harm and done >= 10 and (here := at_work(machines.head_node)):
            os.kill(here[0], signal.SIGKILL)
            harm.append(done)
        elif len(harm) == 1 and done >= 40 and at_work(second):
            machines.remove_node(second, allow_graceful=False)
            harm.append(done)

    try:
        with Ray(machines.address) as cluster, Book(tournament, str(tmp_path / "games.jsonl")) as book:
            assert cluster.workers == 2
            conduct(tournament, book, cluster, harms)
            notes = cluster.notes()
    finally:
        machines.shutdown()
    standings = Standings.of(tournament, book)
    print(f"harm after {harm} of {standings.done} games, {cluster.lost} tasks lost: {notes}")
    lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    there = Counter((*json.loads(line)["agents"], json.loads(line)["number"]) for line in lines[1:])
    assert len(harm) == 2 and len(there) == tournament.count and set(there.values()) == {1}
    assert cluster.lost >= 2 and len(notes) == 1 and "handed out again" in notes[0]
    assert timeless(standings.csv()) == timeless(pool.csv()) and standings.endings == pool.endings
    for (_, one), (_, other) in zip(standings.games, pool.games, strict=True):
        assert (one.scores, one.reason, one.turns) == (other.scores, other.reason, other.turns)


@pytest.mark.slow
def test_the_command_plays_a_tournament_on_a_cluster_that_runs(tmp_path, monkeypatch):
    """As docs/cluster.md tells: ``ray start`` and ``--ray auto``; two workers, and the table of two processes."""
    for key, value in SETTINGS.items():
        monkeypatch.setenv(key, value)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    words = ("momentum", "--agents", "random,greedy,report:1,report:2,level:1", "--games", "40", "--nodes", "200")
    ray = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--node-ip-address=127.0.0.1"]
    ray += [
        "--num-cpus=2",
        "--include-dashboard=false",
        "--block",
    ]  # so that it ends with its process, and no other does
    head = subprocess.Popen(ray, stdout=subprocess.PIPE, text=True)
    try:
        assert head.stdout and any("Ray runtime started" in line for line in head.stdout)
        for who in (("--ray", "auto"), ("--workers", "2")):
            told = [sys.executable, "-m", "tabuleiro", "tournament", *words, *who, "--output", who[1]]
            subprocess.run(told, check=True, cwd=tmp_path, timeout=300)
    finally:
        head.terminate()
        head.wait(60)
    tables = [(tmp_path / folder / "table.csv").read_text(encoding="utf-8") for folder in ("auto", "2")]
    assert timeless(tables[0]) == timeless(tables[1])
