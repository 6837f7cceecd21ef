"""Alpha-beta against itself, compiled: quick games of a few hundred positions a step, for nets to learn from."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro.kernels.bits import Seed, below
from tabuleiro.kernels.jit import compiled
from tabuleiro.kernels.rules import Codes, Words, draw, features, legal, score, sensed, step
from tabuleiro.kernels.search.alphabeta import INFINITE, PLIES, SCALE, Table, search

Values = NDArray[np.int16]

FULL = 32_000  # the value of a won state; that of a lost one is the opposite
ALONE = -32_767  # stands for the value of a step without an alternative, which nobody thought about,
ANY = -32_768  # and for that of one that a game began with, which was taken at random
LONGEST = 400  # steps until a game is called a draw
FEW, MOST = 2, 14  # random steps that a game begins with


@compiled
def think(s: Any, nodes: int, memory: Any, table: Table) -> tuple[int, int]:
    """The best step and its value, searched deeper until about so many nodes; the first depth is always finished."""
    memory.nodes, memory.first, memory.limit = 0, -1, 1 << 40
    memory.age = (memory.age + 1) % 64
    memory.killers[...] = -1
    best, value = np.int64(-1), np.int64(0)
    for depth in range(1, PLIES):
        memory.stop, memory.narrowed, memory.value = 0, 0, -INFINITE
        memory.lengths[0] = 0
        search(s, depth, -INFINITE, INFINITE, 0, memory, table)
        if memory.value > -INFINITE:
            best, value = np.int64(memory.line[0, 0]), np.int64(memory.value)
        if memory.stop or memory.nodes >= nodes or abs(value) > SCALE:
            break
        memory.first, memory.limit = best, nodes
    return best, value


@compiled
def play(
    s: Any, rng: Seed, nodes: int, stray: int, memory: Any, table: Table, codes: Codes, taken: Codes, values: Values
) -> tuple[int, float]:
    """One game from *s* on, with *stray* of a thousand steps taken at random: how many steps it had, written to *taken*
    with their *values* for who decided, and the score of the first seat.
    """
    opening = FEW + below(rng, MOST - FEW + 1)
    count = np.int64(0)
    while s.player != -2 and count < LONGEST:
        choices = legal(s, codes)
        code, told = np.int64(codes[below(rng, choices)]), np.int64(ANY)
        if s.player == -1:
            code, opening = np.int64(codes[draw(s, codes, choices, rng)]), opening + 1
        elif count >= opening:
            told = np.int64(ALONE)
            if choices > 1:
                best, value = think(s, nodes, memory, table)
                told = min(max(value, -SCALE), SCALE) * FULL // SCALE
                if below(rng, 1000) >= stray:
                    code = best
        taken[count], values[count] = code, told
        s = step(s, code)
        count += 1
    return count, score(s, 0) if s.player == -2 else 0.5


@compiled
def see(s: Any, codes: Codes, planes: Words, spots: Words, counts: NDArray[np.float32], seats: Words) -> None:
    """What a net sees before each of the steps *codes*, the features of it, and who decides."""
    for row in range(codes.shape[0]):
        cells, places = sensed(s)
        for column, word in enumerate(cells):
            planes[row, column] = np.int64(word)
        for column, place in enumerate(places):
            spots[row, column] = place
        if s.player >= 0:
            for column, number in enumerate(features(s, s.player)):
                counts[row, column] = number
        seats[row] = s.player
        s = step(s, np.int64(codes[row]))
