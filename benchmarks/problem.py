"""A forced win to be found, as it is kept in a file of tests/tactics.

A line has the position; the turns that force a win in the shortest time; and how many turns that takes, the other
seat's included. A turn is written as far as the seat alone decides it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from tabuleiro.core import NOBODY

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests", "tactics")


@dataclass(frozen=True)
class Problem:
    position: str
    winning: tuple[str, ...]
    turns: int

    def __str__(self) -> str:
        return f"{self.position} ; {' '.join(self.winning)} ; {self.turns}"


def problems(name: str) -> list[Problem]:
    """Those kept for a game."""
    with open(os.path.join(FOLDER, f"{name}.txt"), encoding="utf-8") as file:
        rows = [line.split(";") for line in file if line.strip() and not line.startswith("#")]
    return [Problem(position.strip(), tuple(turns.split()), int(count)) for position, turns, count in rows]


def done(state: Any, seat: int) -> bool:
    """Whether *seat* has nothing more to decide for now."""
    return state.whole or state.player in (NOBODY, 1 - seat)
