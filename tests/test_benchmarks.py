"""The benchmarks run and print a table. What they measure is for people: no figure is tested here."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from tabuleiro.ai.profiles import PLAIN
from tabuleiro.arena.log import Log
from tabuleiro.arena.match import Effort, Match, Played
from tabuleiro.arena.sprt import Test as Sprt
from tabuleiro.core.registry import find, names

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(*words):
    command = [sys.executable, "-m", "benchmarks", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


def test_every_game_is_measured_and_compared_with_its_floor(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    from benchmarks.playouts import FLOORS, TASKS

    assert {task.name: task.bound for task in TASKS} == FLOORS
    assert sorted(FLOORS) == sorted(names())


def test_the_table_is_aligned_and_says_what_a_figure_should_be():
    done = run("--only", "momentum", "--only", "startup", "--seconds", "0.1")
    assert done.returncode == 0 and not done.stderr
    *about, empty, head, momentum, games, usage = done.stdout.splitlines()
    assert [line.partition(":")[0] for line in about] == ["playouts", "startup"] and not empty
    where = head.index("should be")
    for line, name, bound in ((momentum, "momentum", "at least 1,500"), (games, "games", "at most 8")):
        assert line.split()[1] == name
        assert line[where:].startswith(bound)
    assert usage.split()[1] == "help"


def test_positions_are_read_and_listed():
    done = run("--only", "positions")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].split()[:2] == ["positions", "eximo"]


def test_tree_search_is_compared_with_the_same_on_the_plain_rules(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    from benchmarks import search

    for game in map(find, names()):
        assert search.plain(game, Random(0)).style == search.reference(game, Random(0)).style == PLAIN


def test_a_figure_that_misses_its_bound_is_said_and_is_no_failure(monkeypatch, capsys):
    monkeypatch.syspath_prepend(ROOT)
    from benchmarks import __main__, playouts
    from benchmarks.task import Task

    slow = Task("momentum", "games/s", lambda _seconds: 750.0, 1500)
    monkeypatch.setattr(playouts, "TASKS", (slow,))
    assert __main__.main(["--only", "playouts"]) == 0
    assert "750 games/s  at least 1,500  0.50 (not met)" in capsys.readouterr().out


@pytest.mark.parametrize(("value", "most", "margin"), [(30.0, False, 1.5), (30.0, True, 0.667), (10.0, True, 2.0)])
def test_a_margin_above_one_keeps_the_bound(monkeypatch, value, most, margin):
    monkeypatch.syspath_prepend(ROOT)
    from benchmarks.task import Task

    assert Task("x", "s", lambda _: value, 20, most=most).margin(value) == pytest.approx(margin, abs=1e-3)


def test_an_unknown_name_is_wrong_use():
    done = run("--only", "chess")
    assert done.returncode == 2 and "playouts" in done.stderr


def test_the_strength_of_so_many_games_is_that_of_no_more(tmp_path, monkeypatch):
    """A longer match may have been played before: what came later does not count."""
    monkeypatch.syspath_prepend(ROOT)
    from benchmarks import strength

    claim = strength.Claim("weak", Match("momentum", ("greedy", "random")), 0.65)
    path = str(tmp_path / "games.jsonl")
    with Log(claim.match, path) as log:
        for number in range(1, 21):
            won = float(number <= 6 or number > 15)
            log.add(Played(number, (won, 1 - won), "", None, 9, (Effort(9), Effort(9)), ()))
    summary = strength.played(claim, path, 15)
    assert (summary.score, len(summary.games)) == (6, 15)
    row = strength.line(claim, summary, 15)
    assert "| 6 of 15 | 40% | 65% |" in row and row.endswith("NOT MET")
    assert len(strength.played(claim, path, 20).games) == 20


def test_intervals_and_sequential_tests_hold_what_they_say(monkeypatch):
    """A small sample of ``python -m benchmarks.coverage``, whose whole takes minutes; seeds are fixed."""
    monkeypatch.syspath_prepend(ROOT)
    from benchmarks import coverage

    by_name = {tournament.name: tournament for tournament in coverage.TOURNAMENTS}
    assert 0.90 <= by_name["openings with bias"].cover(40) <= 1.0
    assert 0.90 <= by_name["ladder of spread 1000"].cover(40) <= 1.0
    for difference, most in ((0, 0.1), (60, 0.1)):
        accepted, games = coverage.wrong(Sprt(0, 60), difference, 800, 100)
        assert (accepted if difference == 0 else 1 - accepted) <= most and games > 0
