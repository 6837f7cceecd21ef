"""Barragoon by the thousand: what varies of a packed state, and what is seen of it."""

from __future__ import annotations

import numpy as np

from tabuleiro.kernels.barragoon.ways import FACE_COUNT, Packed, tiles_of
from tabuleiro.kernels.batch.planes import LARGEST, Buffer, fill, spread
from tabuleiro.kernels.jit import declare, inlined
from tabuleiro.kernels.rules import Words

CELLS = 63


@inlined
def load(s: Packed, words: Words, i: int) -> Packed:
    return Packed(
        np.uint64(words[i, 0]),
        np.uint64(words[i, 1]),
        np.uint64(words[i, 2]),
        np.uint64(words[i, 3]),
        np.uint64(words[i, 4]),
        words[i, 5],
        words[i, 6],
        words[i, 7],
        words[i, 8],
        words[i, 9],
        words[i, 10],
        s.options,
        s.net,
    )


@inlined
def store(s: Packed, words: Words, i: int) -> None:
    words[i, 0], words[i, 1], words[i, 2] = np.int64(s.a), np.int64(s.b), np.int64(s.c)
    words[i, 3], words[i, 4] = np.int64(s.d), np.int64(s.e)
    words[i, 5], words[i, 6], words[i, 7] = s.player, s.turn, s.pending
    words[i, 8], words[i, 9], words[i, 10] = s.total, s.quiet, s.played


@inlined
def observe(s: Packed, seat: int, buffer: Buffer, at: int) -> None:
    for further in range(2):
        tiles = tiles_of(s, seat if further == 0 else 1 - seat)
        at = spread(buffer, at, tiles & s.a & ~s.b, CELLS)
        at = spread(buffer, at, tiles & s.b & ~s.a, CELLS)
        at = spread(buffer, at, tiles & s.a & s.b, CELLS)
    for face in range(FACE_COUNT):
        cells = s.e & (s.a if face & 1 else ~s.a) & (s.b if face & 2 else ~s.b)
        at = spread(buffer, at, cells & (s.c if face & 4 else ~s.c) & (s.d if face & 8 else ~s.d), CELLS)
    at = fill(buffer, at, s.pending, CELLS)
    at = fill(buffer, at, 1 if s.turn == seat else 0, CELLS)
    at = fill(buffer, at, seat, CELLS)
    at = fill(buffer, at, s.options.limit - s.quiet if s.options.limit else LARGEST, CELLS)
    fill(buffer, at, s.options.longest - s.played if s.options.longest else LARGEST, CELLS)


declare(Packed, load=load, store=store, observe=observe)
