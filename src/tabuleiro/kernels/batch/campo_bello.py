"""Campo Bello by the thousand: what varies of a packed state, and what is seen of it."""

from __future__ import annotations

import numpy as np

from tabuleiro.kernels.batch.planes import Buffer, fill, spot, spread
from tabuleiro.kernels.campo_bello import HOMES, Packed, movers
from tabuleiro.kernels.jit import declare, inlined
from tabuleiro.kernels.rules import Words

CELLS = 41


@inlined
def load(s: Packed, words: Words, i: int) -> Packed:
    return Packed(
        np.uint64(words[i, 0]),
        np.uint64(words[i, 1]),
        np.uint64(words[i, 2]),
        np.uint64(words[i, 3]),
        words[i, 4],
        words[i, 5],
        words[i, 6],
        np.uint64(words[i, 7]),
        words[i, 8],
        words[i, 9],
        s.players,
        s.report,
        s.passing,
        s.nine,
        s.may,
        s.net,
    )


@inlined
def store(s: Packed, words: Words, i: int) -> None:
    words[i, 0], words[i, 1] = np.int64(s.yellow), np.int64(s.blue)
    words[i, 2], words[i, 3] = np.int64(s.green), np.int64(s.red)
    words[i, 4], words[i, 5], words[i, 6] = s.player, s.jumper, s.origin
    words[i, 7], words[i, 8], words[i, 9] = np.int64(s.jumped), s.jumps, s.due


@inlined
def observe(s: Packed, seat: int, buffer: Buffer, at: int) -> None:
    for further in range(s.players):
        at = spread(buffer, at, movers(s, (seat + further) % s.players), CELLS)
    at = spread(buffer, at, HOMES[s.nine, s.players, seat], CELLS)
    at = spot(buffer, at, s.jumper, CELLS)
    at = spot(buffer, at, s.origin, CELLS)
    at = spread(buffer, at, s.jumped, CELLS)
    at = fill(buffer, at, s.jumps, CELLS)
    fill(buffer, at, s.due, CELLS)


declare(Packed, load=load, store=store, observe=observe)
