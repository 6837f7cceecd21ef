"""``tabuleiro tournament`` as people run it."""

from __future__ import annotations

import json
import re

import pytest

PLAN = """
game = "momentum"
agents = ["random", "greedy"]
bots = "bots"
games = 2
seconds = 0.5
"""
BOT = """
from tabuleiro.play.agent import Agent, Choice

class Bot(Agent):
    def choose(self, view, limit):
        return Choice(view.actions[0])
"""


@pytest.fixture
def plan(tmp_path):
    """A file with a folder of bots beside it, one of which does not run."""
    (tmp_path / "class" / "bots").mkdir(parents=True)
    (tmp_path / "class" / "plan.toml").write_text(PLAN, encoding="utf-8")
    (tmp_path / "class" / "bots" / "ana.py").write_text(BOT, encoding="utf-8")
    (tmp_path / "class" / "bots" / "rui.py").write_text("1 / 0", encoding="utf-8")
    (tmp_path / "class" / "bots" / "_shared.py").write_text("", encoding="utf-8")
    return tmp_path / "class"


def test_a_tournament(run, tmp_path):
    words = ("tournament", "momentum", "--agents", "random,greedy,report:1", "--games", "4", "--output", "out")
    done = run(*words)
    title, heads, *rows, note = done.stdout.splitlines()
    assert title == "momentum: 3 agents, round robin, 12 games"
    assert note.startswith("A rating like > ")
    assert heads.split()[:3] == ["agent", "score", "games"] and len(rows) == 3
    assert rows[0].split()[:4] == ["1", "greedy", "8", "8"]
    assert done.stderr == "report: out/report.html\n"
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"games.jsonl", "table.md", "table.csv", "table.json", "report.html"}
    again = run(*words, "--json")
    assert again.stderr.startswith("12 of 12 games are there already; --fresh starts anew\n")
    assert json.loads(again.stdout) == json.loads((tmp_path / "out" / "table.json").read_text(encoding="utf-8"))
    before = (tmp_path / "out" / "games.jsonl").read_bytes()
    fresh = run(*words, "--fresh")
    assert "the games that were there are kept in out/games.old-1.jsonl" in fresh.stderr
    assert (tmp_path / "out" / "games.old-1.jsonl").read_bytes() == before


def test_a_tournament_by_the_clock(run, tmp_path):
    (tmp_path / "quick.toml").write_text(PLAN.replace('bots = "bots"\n', "").replace("seconds = 0.5", 'clock = "9+1"'))
    run("tournament", "quick.toml", "--workers", "1")
    assert "clock 9+1" in (tmp_path / "quick" / "report.html").read_text(encoding="utf-8")
    assert "another tournament: clock=9+1" in run("tournament", "quick.toml", "--clock", "8", code=2).stderr
    assert "leave one of them out" in run("tournament", "quick.toml", "--seconds", "1", code=2).stderr
    (tmp_path / "quick.toml").write_text(PLAN.replace("seconds = 0.5", "clock = -60"))
    assert "quick.toml: clock: -60 is no time control" in run("tournament", "quick.toml", code=2).stderr
    (tmp_path / "quick.toml").write_text(PLAN.replace("seconds = 0.5", 'clock = "soon"'))
    assert "quick.toml: clock: soon is no time control" in run("tournament", "quick.toml", code=2).stderr


def test_games_are_kept_where_the_same_command_finds_them(run, tmp_path):
    words = ("tournament", "momentum", "--agents", "random,greedy", "--games", "2", "--workers", "1")
    path = run(*words).stderr.partition("report: ")[2].strip()
    assert path.startswith(str(tmp_path / "data"))
    assert "2 of 4 games are there already" in run(*words, "--games", "4").stderr


def test_a_file_says_what_is_played_and_paths_begin_where_it_lies(run, plan):
    done = run("tournament", "class/plan.toml", "--workers", "1")
    assert done.stdout.startswith("momentum: 3 agents, round robin, 6 games\n")
    assert re.search(r"^\d  ana ", done.stdout, re.MULTILINE)
    assert "class/bots/rui.py does not take part: " in done.stderr and "ZeroDivisionError" in done.stderr
    assert done.stderr.endswith("report: class/plan/report.html\n")
    again = run("tournament", "plan.toml", cwd=plan)
    assert "6 of 6 games are there already" in again.stderr
    told = run("tournament", "plan.toml", "--report", "--games", "1", "--json", cwd=plan)
    assert json.loads(told.stdout)["games"] == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = ", "bad.toml is no TOML: Invalid value (at end of document)"),
        ("agents = []", 'bad.toml does not say which game is played, like game = "momentum"'),
        ("game = 'momentum'\nronds = 3", "bad.toml: there is no ronds; rounds would do"),
        ("game = 'momentum'\nxyzzy = 3", "bad.toml: there is no xyzzy; game, agents, bots, system"),
        ("game = 3", 'bad.toml: 3 is no value for game; one like "…" would do'),
        ("game = 'momentum'\ngames = '3'", "bad.toml: 3 is no value for games; one like 12 would do"),
        ("game = 'momentum'\ngames = true", "bad.toml: True is no value for games; one like 12 would do"),
        ("game = 'momentum'\ngames = 0", "bad.toml: games: 0 is no number from 1 to 100000"),
        ("game = 'momentum'\nseed = 1.5", "bad.toml: seed: 1.5 is no whole number"),
        (
            "game = 'momentum'\nsystem = 'cup'",
            "bad.toml: system: cup is no system; round-robin, gauntlet, swiss would do",
        ),
        ("game = 'momentum'\nagents = 'random'", 'bad.toml: agents is no list of names like ["random", "greedy"]'),
        ("game = 'momentum'\nagents = ['random', 'nobody']", "nobody cannot play Momentum; try "),
        ("game = 'nothing'\nagents = ['random']", "no game is called nothing"),
        ("game = 'momentum'\nagents = ['random']", "a tournament takes two agents or more, each once: random"),
        ("game = 'momentum'\nbots = 'none'", "none: "),
    ],
)
def test_a_file_that_is_wrong_is_answered_in_one_line(run, tmp_path, text, said):
    (tmp_path / "bad.toml").write_text(text, encoding="utf-8")
    done = run("tournament", "bad.toml", code=2)
    assert said in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "bad").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("none.toml",), "none.toml: "),
        (
            ("momentum", "--agents", "random,greedy", "--output", "mine"),
            "mine/report.html is there, and not of a tournament",
        ),
        (
            ("momentum", "--agents", "random,greedy", "--output", "mine/report.html"),
            "is no folder; choose another --output",
        ),
        (
            ("momentum", "--agents", "random,greedy", "--output", "new", "--report"),
            "there are no games in new/games.jsonl",
        ),
        (("momentum", "--agents", "random,greedy", "--report", "--fresh"), "leave one of them out"),
        (("momentum", "--bots", "mine"), "there are no bots in mine: files like bot.py"),
    ],
)
def test_a_tournament_that_cannot_be(run, tmp_path, words, said):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "report.html").write_text("mine", encoding="utf-8")
    assert said in run("tournament", *words, code=2).stderr
    assert (tmp_path / "mine" / "report.html").read_text(encoding="utf-8") == "mine"


def test_a_terminal_gets_a_table_that_is_written_over(terminal):
    words = ("momentum", "--agents", "random,greedy,report:2", "--games", "40", "--workers", "1", "--output", "out")
    screen = terminal("tournament", *words)
    assert screen.end() == 0
    assert re.search(r"  1  greedy +\d+\.\d / \d+ +\d+\.\d %", screen.seen)
    assert "\x1b[3A\r\x1b[J" in screen.seen and " left" in screen.seen
    assert "] 120/120" in screen.seen and "report: out/report.html" in screen.seen


def test_interrupted_it_says_what_is_kept(terminal):
    words = (
        "momentum",
        "--agents",
        "greedy,report:2,mcts:seconds=1",
        "--games",
        "40",
        "--workers",
        "1",
        "--output",
        "out",
    )
    screen = terminal("tournament", *words)
    screen.wait("] 1/120", "] 2/120", "] 3/120", "] 4/120", "] 5/120", "] 6/120", "] 7/120", "] 8/120")
    assert screen.interrupt() == 130
    assert re.search(r"\d+ of 120 games are kept; the same command goes on", screen.seen)
