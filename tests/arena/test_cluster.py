"""A Ray cluster of our own: the same games as elsewhere, and none lost or twice when a worker is killed inside one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabuleiro.arena.cluster import Ray
from tabuleiro.arena.executor import hands, run
from tabuleiro.arena.log import Log
from tabuleiro.arena.match import Match, play
from tabuleiro.arena.parcel import Parcel, gathered, unpacked
from tabuleiro.core.errors import BadOption

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
