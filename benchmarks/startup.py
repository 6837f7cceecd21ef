"""How long a command takes from Enter to its end, in starts of a bare interpreter (``python -c pass``)."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial
from statistics import median

from benchmarks.task import Task

LIMIT = 8  # bare interpreters
LEAST = 5  # pairs of runs


def took(words: list[str]) -> float:
    """Seconds that a process takes. It may keep compiled files, as it does for people."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    subprocess.run(words, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=kept, check=True)
    return time.perf_counter() - began


def ratio(command: str, seconds: float) -> float:
    """Median of many runs over median of as many bare ones, in turns, so that a busy machine slows both."""
    ours = [os.path.join(os.path.dirname(sys.executable), "tabuleiro"), *command.split()]
    bare = [sys.executable, "-c", "pass"]
    took(ours)
    long: list[float] = []
    short: list[float] = []
    began = time.perf_counter()
    while len(long) < LEAST or time.perf_counter() - began < seconds:
        long.append(took(ours))
        short.append(took(bare))
    return median(long) / median(short)


TASKS = (
    Task("games", "starts", partial(ratio, "games"), LIMIT, most=True),
    Task("help", "starts", partial(ratio, "--help"), LIMIT, most=True),
)
