"""Boards with very many steps: a limit of nodes or of seconds holds there too."""

from __future__ import annotations

import time
from random import Random

import pytest

from tabuleiro.ai.agents import make
from tabuleiro.ai.plain_mcts import Node, weigh
from tabuleiro.analysis.analyst import Analyst
from tabuleiro.core import Pass
from tabuleiro.core.registry import find
from tabuleiro.games.momentum import LARGEST, Momentum
from tabuleiro.play.agent import Limit
from tabuleiro.play.view import View

NODES = 100
WIDE = 256  # steps that may be looked at for each node


@pytest.fixture
def widest():
    """The start of Momentum on its largest board, as the first player sees it."""
    game = find(f"momentum:size={LARGEST}")
    return View(game, 0, game.start(), game.start())


@pytest.fixture
def applied(monkeypatch):
    """How often the rules were asked for the state after a step."""
    calls = []
    apply = Momentum.apply

    def counting(self, state, action):
        calls.append(action)
        return apply(self, state, action)

    monkeypatch.setattr(Momentum, "apply", counting)
    return calls


@pytest.mark.parametrize("agent", ["mcts", "alphabeta"])
@pytest.mark.parametrize("lines", [1, 2, 5])
def test_an_analysis_keeps_to_its_nodes(widest, applied, agent, lines):
    """It took as many as it liked: eight for each of hundreds of steps, and each of these looked at hundreds more."""
    analyst = Analyst(agent, widest.game)
    analyst.warm()
    analyst.lines(widest, Limit(nodes=8))  # what it learns of a new game
    applied.clear()
    found = analyst.lines(widest, Limit(nodes=NODES), lines)
    assert len(found) == lines
    assert sum(line.nodes for line in found) <= 2 * NODES
    assert len(applied) <= 1.5 * NODES * WIDE


@pytest.mark.parametrize("spec", ["mcts", "alphabeta"])
def test_a_player_keeps_to_its_nodes(widest, applied, spec):
    agent = make(spec, widest.game, Random(0))
    agent.choose(widest, Limit(nodes=2))
    applied.clear()
    choice = agent.choose(widest, Limit(nodes=NODES))
    assert choice.action in widest.actions
    assert choice.nodes <= NODES + LARGEST**2 // WIDE + 1
    assert len(applied) <= 1.5 * NODES * WIDE


def test_an_analysis_of_several_lines_keeps_to_its_time(widest):
    analyst = Analyst("mcts", widest.game)
    analyst.lines(widest, Limit(nodes=8))
    began = time.monotonic()
    assert len(analyst.lines(widest, Limit(seconds=1.0), 3)) == 3
    assert time.monotonic() - began < 8.0  # it took 20 s; a busy machine has its time


def test_steps_that_look_best_are_looked_at_first():
    """A marble that can be pushed off at once is worth less."""
    game = find("momentum:size=26")
    found = Analyst("mcts", game).lines(View(game, 0, game.start(), game.start()), Limit(nodes=40), 2)
    rows = [[int(part) for part in line.turns[0].split(",")] for line in found]
    assert all(1 < part < 26 for row in rows for part in row)


def test_weights_take_no_longer_than_there_are_steps():
    steps = [Node(Pass(), 0) for _ in range(50_000)]
    began = time.monotonic()
    weigh(steps, [0.5] * len(steps), 6.0)
    assert time.monotonic() - began < 3.0
    assert sum(step.weight for step in steps) == pytest.approx(1.0)
