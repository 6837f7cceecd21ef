"""Random play, compiled: the yardstick of speed and the leaf of plain tree search."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabuleiro.kernels.bits import Seed
from tabuleiro.kernels.jit import compiled, inlined
from tabuleiro.kernels.luck import luck
from tabuleiro.kernels.rules import Codes, pick, score, step


def seeded(seed: int) -> Seed:
    """A generator from any whole number."""
    return luck([seed])


@inlined
def playout(s: Any, rng: Seed, codes: Codes) -> Any:
    """A random game's last state."""
    while s.player != -2:
        s = step(s, pick(s, rng, codes))
    return s


@compiled
def playouts(s: Any, rng: Seed, width: int, count: int) -> float:
    """How often seat 0 wins in *count* random games."""
    codes = np.empty(width, np.int32)
    total = 0.0
    for _ in range(count):
        total += score(playout(s, rng, codes), 0)
    return total
