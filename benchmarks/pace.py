"""Two speeds beside each other. The pace of a machine changes: so the two take turns, and neighbours are compared."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

Runner = Callable[[], float]  # runs for a moment and tells its speed

MOMENT = 0.1  # seconds


def ratio(one: Runner, other: Runner, seconds: float) -> float:
    """How many times as fast as *other* one is, at a typical moment."""
    ratios: list[float] = []
    ends = time.perf_counter() + seconds
    while not ratios or time.perf_counter() < ends:
        ratios.append(one() / other())
    return median(ratios)
