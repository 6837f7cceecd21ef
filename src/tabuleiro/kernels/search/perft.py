"""Counting, compiled: the same numbers as ``tabuleiro.testing.perft``, some hundred times sooner."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro.kernels.jit import compiled
from tabuleiro.kernels.rules import Codes, legal, step, whole

Shelf = NDArray[np.int32]  # a row of codes for every step under way

ROWS = 64  # of the shelf; whoever goes deeper makes rows of their own


@compiled
def perft(s: Any, depth: int, width: int, steps: bool) -> int:
    """How many sequences of *depth* turns begin in *s*; with *steps*, of *depth* decisions of seats.

    A game that ends earlier counts nothing. What chance does multiplies without being counted, but a deal, which
    looks the same to the public however it falls, is one. Inside a turn, its rest counts as the first.
    """
    if depth <= 0:
        return 1
    shelf = np.empty((ROWS, width), np.int32)
    # Never a literal to a recursive function: what is specialised to one crashes when it comes from Numba's cache
    # (its issue 6061). Here *steps* is False, below *began* is True.
    row = np.int64(0)
    return count_steps(s, depth, shelf, row) if steps else count_turns(s, depth, steps, shelf, row)


@compiled
def count_turns(s: Any, depth: int, decided: bool, shelf: Shelf, row: int) -> int:
    """Ways to finish the turn under way and play the others of *depth*; *decided*: a seat has begun it."""
    if s.player == -2:
        return 0
    codes = row_of(shelf, row)
    count = legal(s, codes)
    began = decided or s.player >= 0
    if not began and dealing(s, shelf, row + 1):
        count = 1
    total = 0
    for number in range(count):
        after = step(s, np.int64(codes[number]))
        if began and (after.player == -2 or whole(after)):
            if depth == 1:
                total += 1
            else:
                total += count_turns(after, depth - 1, not began, shelf, row + 1)
        else:
            total += count_turns(after, depth, began, shelf, row + 1)
    return total


@compiled
def count_steps(s: Any, depth: int, shelf: Shelf, row: int) -> int:
    """Sequences of *depth* decisions of seats."""
    if s.player == -2:
        return 0
    codes = row_of(shelf, row)
    count = legal(s, codes)
    left = depth
    if s.player >= 0:
        if depth == 1:
            return count
        left = depth - 1
    elif dealing(s, shelf, row + 1):
        count = 1
    total = 0
    for number in range(count):
        total += count_steps(step(s, np.int64(codes[number])), left, shelf, row + 1)
    return total


@compiled
def dealing(s: Any, shelf: Shelf, row: int) -> bool:
    """Whether chance alone leads to the start of a turn; a draw leads into one."""
    codes = row_of(shelf, row)
    while s.player == -1:
        legal(s, codes)
        s = step(s, np.int64(codes[0]))
        if whole(s):
            return True
    return False


@compiled
def row_of(shelf: Shelf, row: int) -> Codes:
    return shelf[row] if row < len(shelf) else np.empty(shelf.shape[1], np.int32)
