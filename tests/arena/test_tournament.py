"""Tournaments: who meets whom, the same table whoever plays, and nothing lost or twice however it ends."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tabuleiro.arena import pairings
from tabuleiro.arena.executor import hands
from tabuleiro.arena.standings import Standings, chance
from tabuleiro.arena.tournament import Book, Tournament, conduct, labels
from tabuleiro.core.errors import BadOption

FIVE = ("random", "greedy", "report:1", "report:2", "level:1")
BOT = """
from tabuleiro.play.agent import Agent, Choice

class {name}(Agent):
    def choose(self, view, limit):
        return Choice(view.actions[{step}])
"""


def played(tournament, path, workers=1, **more):
    """The standings after all that is missing was played, and how many games that was."""
    with Book(tournament, str(path)) as book:
        before = sum(map(len, book.games.values()))
        with hands(workers) as executor:
            conduct(tournament, book, executor, **more)
        return Standings.of(tournament, book), sum(map(len, book.games.values())) - before


def timeless(table):
    """The lines of a CSV without what differs from run to run."""
    lines = list(csv.DictReader(io.StringIO(table)))
    return [{key: value for key, value in line.items() if key != "seconds"} for line in lines]


# ── Who meets whom ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("seats", "agents", "count"), [(2, 5, 10), (3, 5, 10), (4, 5, 5), (4, 2, 1), (3, 3, 1)])
def test_everybody_meets_everybody(seats, agents, count):
    names = [f"level:{number}" for number in range(agents)]
    meetings = pairings.round_robin(names, seats).meetings
    assert len(meetings) == count
    together = Counter(pair for meeting in meetings for pair in combinations(meeting, 2))
    assert len(together) == agents * (agents - 1) // 2 and len(set(together.values())) == 1


def test_the_first_agent_runs_the_gauntlet():
    assert pairings.gauntlet("abcd", 2).meetings == (("a", "b"), ("a", "c"), ("a", "d"))
    assert pairings.gauntlet("abcd", 3).meetings == (("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"))


@pytest.mark.parametrize("agents", [2, 3, 4, 5, 8, 9])
def test_swiss_rounds_pair_equals_and_nobody_twice(agents):
    pytest.importorskip("py4swiss")
    names, past, rng = [f"level:{number}" for number in range(agents)], [], Random(agents)
    rounds = pairings.usual_rounds(agents)
    for _ in range(rounds):
        paired = pairings.swiss(names, rounds, past)
        there = [*(name for meeting in paired.meetings for name in meeting), *([paired.bye] if paired.bye else [])]
        assert sorted(there) == sorted(names)
        past.append((paired, {meeting: rng.choice((0.0, 0.5, 1.0)) for meeting in paired.meetings}))
    met = Counter(frozenset(meeting) for paired, _ in past for meeting in paired.meetings)
    byes = Counter(paired.bye for paired, _ in past if paired.bye)
    assert set(met.values()) == {1} and all(count == 1 for count in byes.values())
    assert bool(byes) == bool(agents % 2)


def test_winners_of_a_swiss_round_meet():
    pytest.importorskip("py4swiss")
    first = pairings.swiss("abcd", 2, [])
    winners = {meeting[0] for meeting in first.meetings}
    second = pairings.swiss("abcd", 2, [(first, dict.fromkeys(first.meetings, 1.0))])
    assert set(second.meetings[0]) == winners


def test_a_swiss_tournament_ends_where_nobody_is_left():
    pytest.importorskip("py4swiss")
    past = []
    for _ in range(3):
        paired = pairings.swiss("abc", 4, past)
        past.append((paired, dict.fromkeys(paired.meetings, 0.5)))
    with pytest.raises(pairings.NoPairing):
        pairings.swiss("abc", 4, past)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"agents": ("random",)}, "two agents or more, each once: random"),
        ({"agents": ("random", "random")}, "two agents or more, each once: random, random"),
        ({"anchor": "level:1"}, "the anchor level:1 is none of the agents"),
        ({"rounds": 3}, "only Swiss tournaments"),
        ({"system": "swiss", "rounds": 2}, "2 agents can play at most 1 Swiss rounds"),
        ({"system": "swiss", "game": "meerkats:players=3"}, "Swiss rounds are for two seats"),
        ({"games": 100_001}, "that would be 100001 games"),
    ],
)
def test_a_tournament_that_cannot_be(more, said):
    with pytest.raises(BadOption, match=said):
        Tournament(**{"game": "momentum", "agents": ("random", "greedy")} | more).check()


# ── Games ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("system", [pairings.ROUND_ROBIN, pairings.SWISS])
def test_the_table_is_the_same_whoever_plays(tmp_path, system):
    if system == pairings.SWISS:
        pytest.importorskip("py4swiss")
    tournament = Tournament("momentum", FIVE, system, games=4, nodes=200)
    here, count = played(tournament, tmp_path / "here.jsonl")
    there, _ = played(tournament, tmp_path / "there.jsonl", workers=2)
    assert here.done == there.done == count == tournament.count
    assert timeless(here.csv()) == timeless(there.csv())
    assert here.markdown().partition("## ")[2] == there.markdown().partition("## ")[2]
    assert len(here.rows) == 5 and sum(row.score for row in here.rows) == pytest.approx(count)


@pytest.mark.parametrize(
    ("game", "agents"), [("campo-bello:players=4", 5), ("meerkats:players=3", 3), ("campo-bello:players=4", 2)]
)
def test_more_than_two_seats(tmp_path, game, agents):
    tournament = Tournament(game, FIVE[:agents], games=4)
    standings, count = played(tournament, tmp_path / "games.jsonl")
    assert standings.done == count == tournament.count
    assert sum(row.score for row in standings.rows) == pytest.approx(count)
    assert sum(standings.seats) == pytest.approx(1)
    assert all(row.won + row.drawn + row.lost == row.games for row in standings.rows)
    ranked = {row.agent: row.rating.rating for row in standings.rows}
    assert ranked["greedy"] > ranked["random"] == 0


def test_every_meeting_has_openings_of_its_own_whoever_else_plays():
    one, other = (Tournament("momentum", agents) for agents in (FIVE, FIVE[:2]))
    assert one.match(FIVE[:2]) == other.match(FIVE[:2])
    assert one.match(FIVE[:2]).seed != one.match(FIVE[1:3]).seed


def test_who_comes_later_adds_games_and_a_bot_that_changed_plays_again(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(BOT.format(name="First", step=0), encoding="utf-8")
    path = tmp_path / "games.jsonl"
    assert played(Tournament("momentum", ("random", "greedy"), games=2), path)[1] == 2
    three = Tournament("momentum", ("random", "greedy", str(bot)), games=2, seconds=None)
    standings, count = played(three, path)
    assert count == 4 and standings.done == 6
    assert [row.label for row in standings.rows].count("bot") == 1
    assert played(three, path)[1] == 0
    bot.write_text(BOT.format(name="Second", step=-1), encoding="utf-8")
    assert played(three, path)[1] == 4
    assert played(Tournament("momentum", three.agents, games=4), path)[1] == 6


def test_games_of_other_limits_are_another_tournament(tmp_path):
    path = tmp_path / "games.jsonl"
    played(Tournament("momentum", ("random", "greedy"), games=1), path)
    with pytest.raises(BadOption, match=r"of another tournament: nodes=None; choose another --output"):
        played(Tournament("momentum", ("random", "greedy"), games=1, nodes=5), path)


def test_swiss_points_count_rounds_and_byes(tmp_path):
    pytest.importorskip("py4swiss")
    tournament = Tournament("momentum", FIVE[:3], "swiss", games=2)
    standings, _ = played(tournament, tmp_path / "games.jsonl")
    assert len(standings.byes) == tournament.planned_rounds == 2
    assert sum(row.points for row in standings.rows) == 4
    assert [row.points for row in standings.rows] == sorted((row.points for row in standings.rows), reverse=True)


def test_names_in_tables_are_short_where_they_differ():
    agents = ["a/bot.py", "b/bot.py", "b/other.py:Class", "engine:/usr/bin/x -v", "level:1"]
    assert list(labels(agents).values()) == ["a/bot.py", "b/bot.py", "other:Class", "engine:x -v", "level:1"]


def test_reasons_of_one_kind_are_counted_together(tmp_path):
    standings, _ = played(Tournament("momentum", ("random", "greedy"), games=6), tmp_path / "games.jsonl")
    assert sum(count for _, count in standings.endings) == 6
    assert ("… has all 8 marbles on the board", standings.endings[0][1]) == standings.endings[0]


def test_a_table_for_programs(tmp_path):
    tournament = Tournament("momentum", ("random", "greedy", "level:1"), games=4, nodes=50)
    standings, _ = played(tournament, tmp_path / "games.jsonl")
    told = json.loads(standings.to_json())
    assert told["tournament"]["agents"] == list(tournament.agents) and told["games"] == 12
    order = [line["agent"] for line in told["table"]]
    for one, row in enumerate(told["against"]):
        for other, (mine, theirs, count) in enumerate(row):
            assert (count, mine + theirs) == ((4, 4) if one != other else (8, 2 * told["table"][one]["score"]))
    assert {line["rating"] for line in told["table"] if line["agent"] == "random"} == {0.0}
    assert timeless(standings.csv())[0]["agent"] == order[0]
    assert [chance(value) for value in (None, 0.5, 0.9999, 0.0001)] == ["", "50.0 %", "> 99.9 %", "< 0.1 %"]


# ── However it ends ──────────────────────────────────────────────────────────────────────────────────────────────

WORDS = ("eximo", "--agents", "random,greedy,report:1,report:2", "--workers", "2", "--output", "out")


def start(folder, *more):
    kept = {key: value for key, value in os.environ.items() if key != "TABULEIRO_DEBUG"}
    return subprocess.Popen(
        [sys.executable, "-m", "tabuleiro", "tournament", *WORDS, *more],
        cwd=folder,
        env=kept | {"XDG_DATA_HOME": str(folder / "data")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def lines(folder):
    path = folder / "out" / "games.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def finish(folder, *more):
    """Play the rest; then every game is there once, and the table is that of a tournament nobody disturbed."""
    done = start(folder, *more)
    _, said = done.communicate(timeout=300)
    assert done.returncode == 0, said
    games = int(more[1])
    head, *rest = (folder / "out" / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert "tournament" in json.loads(head)
    there = Counter((*json.loads(line)["agents"], json.loads(line)["number"]) for line in rest)
    assert set(there.values()) == {1} and len(there) == 6 * games
    tournament = Tournament("eximo", ("random", "greedy", "report:1", "report:2"), games=games)
    undisturbed, _ = played(tournament, folder / "undisturbed.jsonl", workers=2)
    assert timeless((folder / "out" / "table.csv").read_text(encoding="utf-8")) == timeless(undisturbed.csv())


def test_killed_in_the_middle_it_goes_on(tmp_path):
    driver = start(tmp_path, "--games", "20")
    while lines(tmp_path) < 20 and driver.poll() is None:
        time.sleep(0.01)
    driver.kill()
    driver.communicate()
    assert driver.returncode == -signal.SIGKILL
    assert lines(tmp_path) < 121
    finish(tmp_path, "--games", "20")


@pytest.mark.slow
def test_killed_at_ten_random_moments_it_goes_on(tmp_path):
    """The moments are random over the whole run: each kill comes when so many games are in the file, whenever that is."""
    games, seen = 400, []
    for due in sorted(Random().sample(range(2, 6 * games), 10)):
        driver = start(tmp_path, "--games", str(games))
        while lines(tmp_path) < due and driver.poll() is None:
            time.sleep(0.002)
        driver.kill()
        driver.communicate()
        seen.append((driver.returncode, lines(tmp_path)))
    print("lines in the file at each kill:", [count for _, count in seen])
    assert all(code == -signal.SIGKILL for code, _ in seen)
    finish(tmp_path, "--games", str(games))
