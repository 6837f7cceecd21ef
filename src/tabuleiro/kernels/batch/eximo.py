"""Eximo by the thousand: what varies of a packed state, and what is seen of it."""

from __future__ import annotations

import numpy as np

from tabuleiro.kernels.batch.planes import LARGEST, Buffer, fill, spot, spread
from tabuleiro.kernels.eximo import JUMPING, TAKING, Packed
from tabuleiro.kernels.jit import declare, inlined
from tabuleiro.kernels.rules import Words

CELLS = 64


@inlined
def load(s: Packed, words: Words, i: int) -> Packed:
    first, second = np.uint64(words[i, 0]), np.uint64(words[i, 1])
    player, phase, man, played = words[i, 2], words[i, 3], words[i, 4], words[i, 5]
    return Packed(first, second, player, phase, man, played, words[i, 6], words[i, 7], s.flags, s.limit, s.net)


@inlined
def store(s: Packed, words: Words, i: int) -> None:
    words[i, 0], words[i, 1], words[i, 2], words[i, 3] = np.int64(s.first), np.int64(s.second), s.player, s.phase
    words[i, 4], words[i, 5], words[i, 6], words[i, 7] = s.man, s.played, s.first_lost, s.second_lost


@inlined
def observe(s: Packed, seat: int, buffer: Buffer, at: int) -> None:
    own, other = (s.first, s.second) if seat == 0 else (s.second, s.first)
    own_lost, other_lost = (s.first_lost, s.second_lost) if seat == 0 else (s.second_lost, s.first_lost)
    at = spread(buffer, at, own, CELLS)
    at = spread(buffer, at, other, CELLS)
    at = spot(buffer, at, s.man if s.phase == JUMPING or s.phase == TAKING else -1, CELLS)
    at = fill(buffer, at, 1 if s.phase == TAKING else 0, CELLS)
    at = fill(buffer, at, max(s.phase - TAKING, 0), CELLS)
    at = fill(buffer, at, own_lost, CELLS)
    at = fill(buffer, at, other_lost, CELLS)
    at = fill(buffer, at, seat, CELLS)
    fill(buffer, at, s.limit - s.played if s.limit else LARGEST, CELLS)


declare(Packed, load=load, store=store, observe=observe)
