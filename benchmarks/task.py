"""A figure to measure, and what it is compared with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Task:
    """*measure* takes about so many seconds and gives the figure, in *unit*.

    It is compared with *bound*: a figure should be at least that, or, when *most* is set, at most that.
    """

    name: str
    unit: str
    measure: Callable[[float], float]
    bound: float
    most: bool = False

    def margin(self, value: float) -> float:
        """How many times better *value* is than the bound: from 1 on it keeps it."""
        return self.bound / value if self.most else value / self.bound
