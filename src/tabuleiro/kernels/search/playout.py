"""Random play, compiled: the yardstick of speed and the leaf of plain tree search."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabuleiro.kernels.bits import Seed
from tabuleiro.kernels.jit import compiled, inlined
from tabuleiro.kernels.rules import Codes, pick, score, step


def seeded(seed: int) -> Seed:
    """A generator from any whole number."""
    return np.array([(seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) % 2**64 or 1], np.uint64)


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
