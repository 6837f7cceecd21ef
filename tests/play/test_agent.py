"""Spellings of players, and what every agent does unless it says otherwise."""

from __future__ import annotations

from random import Random

import pytest

from tabuleiro.ai import known, make
from tabuleiro.ai.agents import searches
from tabuleiro.ai.background import Warming
from tabuleiro.core.registry import find
from tabuleiro.play.agent import SECONDS, Agent, Choice, Limit, Spec, Status
from tabuleiro.play.lineup import Party
from tabuleiro.play.session import Session
from tabuleiro.table.table import Table


class First(Agent):
    """Takes the first step there is."""

    name = "first"

    def choose(self, view, limit):
        return Choice(view.actions[0])


# ── Spellings ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "kind", "argument", "spelled"),
    [
        ("greedy", "greedy", "", "greedy"),
        (" Level: 2 ", "level", "2", "level:2"),
        ("mcts:seconds=1,threads=2", "mcts", "seconds=1,threads=2", "mcts:seconds=1,threads=2"),
        ("Engine: C:\\Bot.exe --level:3", "engine", "C:\\Bot.exe --level:3", "engine:C:\\Bot.exe --level:3"),
        ("", "", "", ""),
    ],
)
def test_a_spelling_is_read_into_a_value(text, kind, argument, spelled):
    spec = Spec.read(text)
    assert (spec.kind, spec.argument, str(spec)) == (kind, argument, spelled)
    assert Spec.read(spelled) == spec == Spec.read(spec)


def test_what_a_spelling_tells_of_who_plays():
    human, program, level, search = map(Spec.read, ("Human", "engine:bot", "level:3", "alphabeta:depth=2"))
    assert human.human and not any(spec.human for spec in (program, level, search))
    assert program.program and not any(spec.program for spec in (human, level, search))
    assert [searches(spec) for spec in (human, program, level, search)] == [False, False, True, True]
    assert [spec.level for spec in (human, program, level, search)] == [False, False, True, False]
    assert not Spec.read("level:top").level


# ── The protocol ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_agent_writes_choose_and_the_rest_does_nothing():
    agent = First()
    agent.prepare()
    agent.close()
    assert agent.status() == Status() == Status(preparing=False, compiling=False, trouble="")
    assert agent.limit == Limit()
    with pytest.raises(TypeError, match="choose"):
        type("Silent", (Agent,), {"name": "silent"})()


def test_all_agents_of_ours_derive_from_it():
    game = find("eximo")
    assert all(isinstance(make(spec, game, Random(0)), Agent) for spec in known(game))


def test_only_what_nothing_binds_gets_the_usual_time():
    game = find("eximo")
    free, counted = make("mcts", game, Random(0)), make("mcts:nodes=9", game, Random(0))
    limit = Limit(cancelled=lambda: False)
    assert free.bounded(limit) == Limit(SECONDS, cancelled=limit.cancelled)
    assert counted.bounded(limit) is limit
    for bound in (Limit(seconds=9.0), Limit(nodes=9), Limit(depth=9)):
        assert free.bounded(bound) is bound


def test_who_becomes_stronger_is_bounded_as_who_answers(monkeypatch):
    """The table asks while the plain rules answer, and the compiled search may take over before it is asked to choose."""
    agent = Warming("mcts", find("momentum"), Random(0))
    agent.wait()
    limits = []
    monkeypatch.setattr(agent.strong, "choose", lambda _view, limit: limits.append(limit))
    agent.choose(Session(find("momentum"), Random(0)).view(0), Limit(cancelled=lambda: False))
    assert limits[0].seconds == SECONDS


@pytest.mark.parametrize(
    ("player", "seconds"), [("mcts", SECONDS), ("alphabeta", SECONDS), ("mcts:seconds=3", None), ("level:8", None)]
)
def test_at_a_table_a_search_without_any_limit_has_the_usual_time(player, seconds):
    game = find("eximo")
    party = Party(game, (player, "human"), ("", ""))
    table = Table(Session(game, Random(0)), party, {0: make(player, game, Random(0))})
    assert table.limit().seconds == seconds
