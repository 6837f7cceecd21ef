"""Tree search by the compiled rules, one core, from the start of each game, beside the same on the plain rules."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from random import Random

from benchmarks import kernels
from benchmarks.task import Task

THOUGHTS = 5
ONE_THOUGHT = """
from random import Random
from tabuleiro.ai.agents import make
from tabuleiro.core.registry import find
from tabuleiro.play.agent import Limit
from tabuleiro.play.session import Session
session = Session(find("eximo"), Random(0))
print(make("mcts:nodes=10000", session.game, Random(0)).choose(session.view(0), Limit()).line)
"""


def speed(name: str, agent: str, seconds: float) -> float:
    """Nodes a second of processor time, as the agent itself counts them; the best of several thoughts."""
    from tabuleiro.ai.agents import make
    from tabuleiro.core.registry import find
    from tabuleiro.play.agent import Limit
    from tabuleiro.play.session import Session

    session = Session(find(name), Random(0))
    make(agent, session.game, Random(0)).choose(session.view(session.player), Limit(nodes=200))
    best = 0.0
    for number in range(THOUGHTS):
        began = time.process_time()
        limit = Limit(seconds=seconds / THOUGHTS)
        choice = make(agent, session.game, Random(number)).choose(session.view(session.player), limit)
        best = max(best, choice.nodes / (time.process_time() - began))
    return best


def share(seconds: float) -> float:
    """Iterations of plain tree search for one random game, in percent."""
    return 100 * speed("eximo", "mcts:plain=on", seconds / 2) / kernels.rate("eximo", seconds / 2)


def thought(_seconds: float) -> float:
    """A process that loads a position, thinks and answers; the second time, when all is compiled."""
    spent = 0.0
    for _ in range(2):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", ONE_THOUGHT], check=True, stdout=subprocess.DEVNULL)
        spent = time.perf_counter() - began
    return spent


def times(name: str, seconds: float) -> float:
    """Iterations of the same plain tree search, compiled against on the plain rules."""
    from tabuleiro.ai.reference_mcts import ReferenceMcts
    from tabuleiro.core.registry import find
    from tabuleiro.play.agent import Limit
    from tabuleiro.play.session import Session

    session = Session(find(name), Random(0))
    plain = ReferenceMcts("plain", session.game, Random(0), Limit())
    began = time.process_time()
    choice = plain.choose(session.view(session.player), Limit(seconds=seconds / 2))
    return speed(name, "mcts:plain=on", seconds / 2) / (choice.nodes / (time.process_time() - began))


TASKS = (
    *(
        Task(f"{name}, mcts / plain rules", "times", partial(times, name), least)
        for name, least in kernels.TIMES.items()
    ),
    Task("plain mcts / playouts", "%", share, 80),
    Task("10,000 iterations", "s", thought, 1.5, most=True),
)
