"""Agents that play a session: what they do wrong is told as theirs."""

from __future__ import annotations

from random import Random

import pytest

from tabuleiro.core import Place
from tabuleiro.core.errors import AgentFailed
from tabuleiro.core.registry import find
from tabuleiro.play.agent import Choice
from tabuleiro.play.run import run
from tabuleiro.play.session import Session


class Stubborn:
    """Always wants the same cell: a plain class with a name and ``choose`` is enough to play."""

    name = "stubborn"

    def choose(self, view, limit):
        return Choice(Place(0, 1))


def test_an_illegal_step_is_the_agent_s_fault():
    session = Session(find("momentum"), Random(1))
    with pytest.raises(AgentFailed, match="stubborn wanted to play"):
        run(session, [Stubborn(), Stubborn()])
    assert session.outcome is None
