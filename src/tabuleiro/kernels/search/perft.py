"""Counting, compiled: the same numbers as ``tabuleiro.testing.perft``, some hundred times sooner."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro.kernels.jit import compiled, inlined
from tabuleiro.kernels.rules import Codes, legal, step, whole

Shelf = NDArray[np.int32]  # a row of codes for every step under way

ROWS = 64  # of the shelf; whoever goes deeper makes rows of their own
# A watch: set to 1 to stop the counting, which gives no number then; and how far it is: which step, of how many, it
# follows from the root, and which from there.
STOP, FIRST, SECOND = 0, 1, 3

Watch = NDArray[np.int64]


def new_watch() -> Watch:
    return np.zeros(5, np.int64)


def progress(watch: Watch) -> float:
    """Which share of the way has been gone, about, from 0 to 1."""
    share = 0.0
    for place in (SECOND, FIRST):
        share = (watch[place] + share) / max(watch[place + 1], 1)
    return float(share)


def perft(s: Any, depth: int, width: int, steps: bool) -> int:
    """How many sequences of *depth* turns begin in *s*; with *steps*, of *depth* decisions of seats.

    A game that ends earlier counts nothing. What chance does multiplies without being counted, but a deal, which
    looks the same to the public however it falls, is one. Inside a turn, its rest counts as the first.
    """
    return int(watched(s, depth, width, steps, new_watch()))


@compiled
def watched(s: Any, depth: int, width: int, steps: bool, watch: Watch) -> int:
    """The same while another thread looks at *watch*, and may stop it."""
    if depth <= 0:
        return 1
    shelf = np.empty((ROWS, width), np.int32)
    # Never a literal to a recursive function: what is specialised to one crashes when it comes from Numba's cache
    # (its issue 6061). Here *steps* is False, below *began* is True.
    row = np.int64(0)
    if steps:
        return count_steps(s, depth, shelf, row, watch)
    return count_turns(s, depth, steps, shelf, row, watch)


@compiled
def count_turns(s: Any, depth: int, decided: bool, shelf: Shelf, row: int, watch: Watch) -> int:
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
        if stopped(watch, row, number, count):
            break
        after = step(s, np.int64(codes[number]))
        if began and (after.player == -2 or whole(after)):
            if depth == 1:
                total += 1
            else:
                total += count_turns(after, depth - 1, not began, shelf, row + 1, watch)
        else:
            total += count_turns(after, depth, began, shelf, row + 1, watch)
    return total


@compiled
def count_steps(s: Any, depth: int, shelf: Shelf, row: int, watch: Watch) -> int:
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
        if stopped(watch, row, number, count):
            break
        total += count_steps(step(s, np.int64(codes[number])), left, shelf, row + 1, watch)
    return total


@inlined
def stopped(watch: Watch, row: int, number: int, count: int) -> bool:
    """Tell how far it is; was it stopped?"""
    if row < 2:
        watch[FIRST + 2 * row], watch[FIRST + 2 * row + 1] = number, count
    return watch[STOP] != 0


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
