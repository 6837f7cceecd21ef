"""Momentum by the thousand: what varies of a packed state, and what is seen of it."""

from __future__ import annotations

import numpy as np

from tabuleiro.kernels.batch.planes import LARGEST, Buffer, fill, spread
from tabuleiro.kernels.bits import popcount
from tabuleiro.kernels.jit import declare, inlined
from tabuleiro.kernels.momentum import Packed
from tabuleiro.kernels.rules import Words


@inlined
def load(s: Packed, words: Words, i: int) -> Packed:
    first, second = np.uint64(words[i, 0]), np.uint64(words[i, 1])
    return Packed(first, second, words[i, 2], words[i, 3], s.size, s.marbles, s.swap, s.forced, s.limit, s.net)


@inlined
def store(s: Packed, words: Words, i: int) -> None:
    words[i, 0], words[i, 1], words[i, 2], words[i, 3] = np.int64(s.first), np.int64(s.second), s.player, s.played


@inlined
def observe(s: Packed, seat: int, buffer: Buffer, at: int) -> None:
    cells = s.size * s.size
    own, other = (s.first, s.second) if seat == 0 else (s.second, s.first)
    at = spread(buffer, at, own, cells)
    at = spread(buffer, at, other, cells)
    at = fill(buffer, at, s.marbles - popcount(own), cells)
    at = fill(buffer, at, s.marbles - popcount(other), cells)
    at = fill(buffer, at, 1 if s.swap and s.played == 1 and popcount(own | other) == 1 else 0, cells)
    fill(buffer, at, s.limit - s.played if s.limit else LARGEST, cells)


declare(Packed, load=load, store=store, observe=observe)
