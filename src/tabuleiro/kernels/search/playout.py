"""Random play, compiled: the yardstick of speed and the leaf of plain tree search."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro.kernels.jit import compiled
from tabuleiro.kernels.rules import Codes, legal, score, step, weight

Seed = NDArray[np.uint64]  # one word: the state of a xorshift generator, never zero


def seeded(seed: int) -> Seed:
    """A generator from any whole number."""
    return np.array([(seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) % 2**64 or 1], np.uint64)


@compiled
def below(rng: Seed, count: int) -> int:
    """A random number from 0 to *count* - 1."""
    word = rng[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    rng[0] = word
    return np.int64(((word >> np.uint64(33)) * np.uint64(count)) >> np.uint64(31))


@compiled
def draw(s: Any, codes: Codes, count: int, rng: Seed) -> int:
    """What chance does in *s*, whose steps are the first *count* of *codes*."""
    total = 0
    for number in range(count):
        total += weight(s, np.int64(codes[number]))
    left = below(rng, total)
    for number in range(count):
        left -= weight(s, np.int64(codes[number]))
        if left < 0:
            return number
    return count - 1


@compiled
def playout(s: Any, rng: Seed, codes: Codes) -> Any:
    """A random game's last state."""
    while s.player != -2:
        count = legal(s, codes)
        number = below(rng, count) if s.player >= 0 else draw(s, codes, count, rng)
        s = step(s, np.int64(codes[number]))
    return s


@compiled
def playouts(s: Any, rng: Seed, width: int, count: int) -> float:
    """How often seat 0 wins in *count* random games."""
    codes = np.empty(width, np.int32)
    total = 0.0
    for _ in range(count):
        total += score(playout(s, rng, codes), 0)
    return total
