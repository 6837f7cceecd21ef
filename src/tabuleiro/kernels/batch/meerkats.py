"""Meerkats by the thousand: what varies of a packed state, and what a seat may see of it."""

from __future__ import annotations

import numpy as np

from tabuleiro.kernels.batch.planes import Buffer, fill, spot, spread
from tabuleiro.kernels.jit import declare, inlined
from tabuleiro.kernels.meerkats.rules import CELLS, Packed, colour_of, stones_of
from tabuleiro.kernels.rules import Words


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
        words[i, 7],
        s.players,
        s.rules,
        s.net,
    )


@inlined
def store(s: Packed, words: Words, i: int) -> None:
    words[i, 0], words[i, 1] = np.int64(s.red), np.int64(s.green)
    words[i, 2], words[i, 3] = np.int64(s.blue), np.int64(s.yellow)
    words[i, 4], words[i, 5], words[i, 6], words[i, 7] = s.player, s.colours, s.hand, s.fresh


@inlined
def observe(s: Packed, seat: int, buffer: Buffer, at: int) -> None:
    """Of all colours only the seat's own is looked up."""
    own = max(colour_of(s.colours, seat), 1) - 1
    for further in range(4):
        at = spread(buffer, at, stones_of(s, ((own + further) & 3) + 1), CELLS)
    at = spot(buffer, at, s.fresh, CELLS)
    for further in range(4):
        at = fill(buffer, at, 1 if s.hand == ((own + further) & 3) + 1 else 0, CELLS)
    for colour in range(1, 5):
        at = fill(buffer, at, 1 if colour_of(s.colours, seat) == colour else 0, CELLS)


declare(Packed, load=load, store=store, observe=observe)
