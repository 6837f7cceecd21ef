"""A Ray cluster of our own: the same games as elsewhere, and none lost or twice when a worker is killed inside one."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from tabuleiro.arena.cluster import SETTINGS, Ray
from tabuleiro.arena.executor import hands, run
from tabuleiro.arena.log import Log
from tabuleiro.arena.match import Match, play
from tabuleiro.arena.parcel import Parcel, gathered, unpacked
from tabuleiro.arena.summary import Summary
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


@pytest.fixture
def deadly(tmp_path):
    """A bot that kills who plays with it, once; it needs a module beside it."""
    (tmp_path / "beside.py").write_text("def first(view):\n    return view.actions[0]\n", encoding="utf-8")
    bot = tmp_path / "deadly.py"
    bot.write_text(BOT.format(mark=str(tmp_path / "killed")), encoding="utf-8")
    return str(bot)


def test_a_worker_killed_inside_a_game_loses_no_game_and_it_is_told(tmp_path, deadly):
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
    lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 9
    for number, game in log.games.items():
        assert (game.forfeit, game.scores) == (None, play(match, number).scores)
    for number, game in other.games.items():
        again = play(plain, number)
        assert (game.scores, game.reason, game.turns) == (again.scores, again.reason, again.turns)


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
def test_two_machines_lose_a_worker_and_then_one_of_them(tmp_path, monkeypatch):
    from ray.cluster_utils import Cluster

    for key, value in SETTINGS.items():
        monkeypatch.setenv(key, value)
    match, games = Match("momentum", ("mcts:nodes=3000", "level:3")), 120
    with Log(match, str(tmp_path / "pool.jsonl")) as pool:
        run(pool, games, 2)
    machines = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = machines.add_node(num_cpus=1)
    harm = []

    def harms():
        if not harm and len(log.games) >= 10 and (here := at_work(machines.head_node)):
            os.kill(here[0], signal.SIGKILL)
            harm.append(len(log.games))
        elif len(harm) == 1 and len(log.games) >= 40 and at_work(second):
            machines.remove_node(second, allow_graceful=False)
            harm.append(len(log.games))

    try:
        with Ray(machines.address) as cluster, Log(match, str(tmp_path / "games.jsonl")) as log:
            assert cluster.workers == 2
            run(log, games, cluster, progress=harms)
            notes = cluster.notes()
    finally:
        machines.shutdown()
    lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    numbers = [json.loads(line)["number"] for line in lines[1:]]
    print(f"harm after {harm} games, {cluster.lost} tasks lost: {notes}")
    assert len(harm) == 2 and sorted(numbers) == list(range(1, games + 1))
    assert cluster.lost >= 2 and len(notes) == 1 and "handed out again" in notes[0]
    tables = [Summary.of(match, each.games.values()) for each in (pool, log)]
    assert tables[0].result_lines() == tables[1].result_lines() and tables[0].elo == tables[1].elo
    for number in numbers:
        one, other = pool.games[number], log.games[number]
        assert (one.scores, one.reason, one.turns) == (other.scores, other.reason, other.turns)
