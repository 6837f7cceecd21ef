"""How soon a search answers that is told to stop: the slowest of several, right after a long thought and later.

A tree that was grown for a while is first brought to where the game stands now, so that is when stopping is hardest.
"""

from __future__ import annotations

import time
from functools import partial
from random import Random

from benchmarks.task import Task
from tabuleiro.core.registry import find, names

THOUGHT = 1.0  # seconds of thinking before the steps that are broken off
AFTER = (0.0, 0.01, 0.05, 0.2)  # seconds until a search is told to stop


def slowest(agent: str, name: str, seconds: float) -> float:
    """Milliseconds from the word to the answer."""
    from tabuleiro.ai.background import prepared
    from tabuleiro.play.agent import Limit
    from tabuleiro.play.session import Session

    game, worst, ends = find(name), 0.0, time.perf_counter() + seconds
    player = prepared(agent, game, Random(0))
    while not worst or time.perf_counter() < ends:
        session = Session(game, Random(0))
        for wait in AFTER:
            choice = player.choose(session.view(session.player), Limit(seconds=THOUGHT))
            session.play(session.player, choice.action)
            told = time.perf_counter() + wait
            choice = player.choose(session.view(session.player), Limit(cancelled=partial(passed, told)))
            worst = max(worst, time.perf_counter() - told)
            session.play(session.player, choice.action)
    return 1000 * worst


def passed(told: float) -> bool:
    return time.perf_counter() >= told


TASKS = tuple(
    Task(f"stop-{agent}-{name}", "ms", partial(slowest, agent, name), 50, most=True)
    for agent in ("mcts", "alphabeta")
    for name in names()
    if not (agent == "alphabeta" and name == "meerkats")
)
