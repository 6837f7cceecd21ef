"""Tree search by the compiled rules, one core, from the start of each game, beside the same on the plain rules."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from benchmarks import kernels
from benchmarks.pace import MOMENT, Runner, ratio
from benchmarks.task import Task
from tabuleiro.core import Game
from tabuleiro.core.registry import find
from tabuleiro.play.agent import Agent

ONE_THOUGHT = """
from random import Random
from tabuleiro.ai.agents import make
from tabuleiro.core.registry import find
from tabuleiro.play.agent import Limit
from tabuleiro.play.session import Session
session = Session(find("eximo"), Random(0))
print(make("mcts:nodes=10000", session.game, Random(0)).choose(session.view(0), Limit()).action)
"""


def runner(name: str, make: Callable[[Game[Any], Random], Agent]) -> Runner:
    """Nodes a second of processor time, as an agent counts them; every time a new one, with nothing in its memory."""
    from tabuleiro.play.agent import Limit
    from tabuleiro.play.session import Session

    session, rng = Session(find(name), Random(0)), Random(0)
    view = session.view(session.player)
    make(session.game, rng).choose(view, Limit(nodes=1))  # compiles

    def run() -> float:
        began = time.process_time()
        choice = make(session.game, rng).choose(view, Limit(seconds=2 * MOMENT))
        return choice.nodes / (time.process_time() - began)

    return run


def plain(game: Game[Any], rng: Random) -> Agent:
    """The textbook's tree search, by the compiled rules."""
    from tabuleiro.ai.agents import make

    return make("mcts:plain=on", game, rng)


def reference(game: Game[Any], rng: Random) -> Agent:
    """The same by the plain rules."""
    from tabuleiro.ai.plain_mcts import ReferenceMcts
    from tabuleiro.ai.profiles import PLAIN
    from tabuleiro.play.agent import Limit

    return ReferenceMcts("plain", game, rng, Limit(), PLAIN)


def share(seconds: float) -> float:
    """Iterations of plain tree search for one random game, in percent."""
    return 100 * ratio(runner("eximo", plain), kernels.runner("eximo"), seconds)


def times(name: str, seconds: float) -> float:
    """Iterations of the same plain tree search, compiled against on the plain rules."""
    return ratio(runner(name, plain), runner(name, reference), seconds)


def thought(_seconds: float) -> float:
    """A process that loads a position, thinks and answers; the second time, when all is compiled."""
    spent = 0.0
    for _ in range(2):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", ONE_THOUGHT], check=True, stdout=subprocess.DEVNULL)
        spent = time.perf_counter() - began
    return spent


TASKS = (
    *(
        Task(f"{name}, mcts / plain rules", "times", partial(times, name), least)
        for name, least in kernels.TIMES.items()
    ),
    Task("plain mcts / playouts", "%", share, 80),
    Task("10,000 iterations", "s", thought, 1.5, most=True),
)
