"""Reading positions and listing their turns: ``tabuleiro moves eximo --positions -`` with a thousand lines."""

from __future__ import annotations

import subprocess
import sys
import time
from random import Random

from benchmarks.task import Task
from tabuleiro.core import NOBODY
from tabuleiro.core.registry import find

COUNT = 1000  # positions
LIMIT = 60  # seconds


def positions(count: int) -> list[str]:
    """Positions at the start of turns of random games."""
    game, rng = find("eximo"), Random(1)
    found: list[str] = []
    state = game.start()
    while len(found) < count:
        if state.player == NOBODY:
            state = game.start()
        if state.whole:
            found.append(game.write_position(state))
        state = game.apply(state, rng.choice(game.actions(state)))
    return found


def listing(_seconds: float) -> float:
    """Seconds for all of them, the start of the process included."""
    lines = "".join(f"{text}\n" for text in positions(COUNT))
    words = [sys.executable, "-m", "tabuleiro", "moves", "eximo", "--positions", "-"]
    began = time.perf_counter()
    done = subprocess.run(words, input=lines, capture_output=True, text=True, check=True)
    spent = time.perf_counter() - began
    assert len(done.stdout.splitlines()) == COUNT and all(done.stdout.splitlines()), "a position without a turn"
    return spent


TASKS = (Task("eximo", "s", listing, LIMIT, most=True),)
