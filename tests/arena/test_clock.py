"""Matches by the clock: every agent has time for its whole game, and loses when that is gone."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from tabuleiro.ai import background
from tabuleiro.arena.log import Log
from tabuleiro.arena.match import Match, play
from tabuleiro.core.errors import BadOption
from tabuleiro.play.agent import Agent, Choice
from tabuleiro.play.record import read_record
from tabuleiro.play.replay import replay

EXAMPLE = Path(__file__).parents[2] / "examples" / "ugi_bot.py"


class Slow(Agent):
    """Notes what it is given, and takes *naps* seconds for each step, one after the other."""

    name = "slow"

    def __init__(self, *naps):
        self.naps, self.given = list(naps), []

    def choose(self, view, limit):
        self.given.append((view.clocks[view.seat], limit))
        sleep(self.naps.pop(0) if self.naps else 0.0)
        return Choice(view.actions[0])


def clocked(monkeypatch, control, *naps, agents=("slow", "random"), game="momentum"):
    """A game in which the first agent is slow."""
    slow = Slow(*naps)
    real = background.prepared
    monkeypatch.setattr(background, "prepared", lambda spec, *rest: slow if spec == "slow" else real(spec, *rest))
    return slow, play(Match(game, agents, clock=control), 1)


def test_a_step_has_a_share_of_the_clock_and_what_was_used_is_gone(monkeypatch):
    slow, game = clocked(monkeypatch, "60+2", 0.3)
    (first, limit), (second, after) = slow.given[:2]
    assert first == limit.clock == 60 and limit.seconds == pytest.approx(3.0)
    assert second == after.clock == pytest.approx(61.7, abs=0.2)
    assert game.forfeit is None and limit.cpu_seconds is limit.nodes is None


def test_who_runs_out_of_time_has_lost(monkeypatch, tmp_path):
    _, game = clocked(monkeypatch, "0.4+0.1", 0.1, 0.6)
    assert (game.scores, game.forfeit) == ((0.0, 1.0), 0)
    assert game.reason == "forfeit: slow ran out of time"
    record, _ = read_record(game.record_text())
    session, trouble = replay(record, Random(0))
    assert trouble is None and session.outcome.reason == game.reason
    with Log(Match("momentum", ("slow", "random"), clock="0.4+0.1"), str(tmp_path / "games.jsonl")) as log:
        log.add(game)
    assert Log(log.match, log.path).look().games[1].reason == game.reason
    with (
        pytest.raises(BadOption, match=r"another match: clock=0\.4"),
        Log(Match("momentum", log.match.agents), log.path),
    ):
        pass


def test_all_seats_of_who_ran_out_of_time_have_lost(monkeypatch):
    _, game = clocked(monkeypatch, "0.2", 0.3, game="meerkats:players=4")
    assert game.scores == (0.0, 1.0)


def test_searches_keep_to_their_clocks():
    game = play(Match("momentum", ("mcts", "alphabeta"), clock="3+0.1"), 1)
    assert game.forfeit is None, game.reason
    assert all(1 < effort.seconds < 3 + 0.1 * game.turns for effort in game.efforts)


def test_a_program_that_is_silent_runs_out_of_time(tmp_path):
    text = EXAMPLE.read_text(encoding="utf-8")
    silent = text.replace('print("bestmove"', '__import__("time").sleep(60); print("bestmove"')
    assert silent != text
    (tmp_path / "silent.py").write_text(silent, encoding="utf-8")
    program = f"engine:{shlex.join([sys.executable, str(tmp_path / 'silent.py'), 'momentum'])}"
    began = monotonic()
    game = play(Match("momentum", (program, "random"), clock="1"), 1)
    assert game.reason.endswith("ran out of time") and game.forfeit == 0 and monotonic() - began < 30


def test_a_clock_takes_the_place_of_seconds():
    for other in ({"seconds": 1.0}, {"cpu_seconds": 1.0}):
        with pytest.raises(BadOption, match="leave one of them out"):
            Match("momentum", ("random", "greedy"), clock="60", **other)
    assert Match("momentum", ("random", "greedy"), clock="60", nodes=9).to_json()["clock"] == "60"
