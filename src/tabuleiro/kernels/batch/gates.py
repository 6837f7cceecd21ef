"""How threads in compiled code share a step: each has a gate, a word in memory that both sides watch, and a part of the games.

Waking a thread that sleeps takes longer than a step of a thousand games, and some machines wake it where the waker runs. So a
thread that has nothing to do watches its gate for a moment before it sleeps. Who is done with its own part goes on with those
that nobody has begun, so none waits for a thread that has yet to wake, or that other programs keep from running. (Smaller
parts, to share evenly to the last game, cost more than they save: a game that changes hands has to come from the other core's cache.)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro.kernels.atomic import look, turn
from tabuleiro.kernels.batch.steps import Batch, advance, choose_any
from tabuleiro.kernels.jit import compiled
from tabuleiro.kernels.rules import Codes

Gates = NDArray[np.int64]  # a row for each thread, the first word of it is the gate
Begun = NDArray[np.int64]  # likewise 1 where somebody has begun that part of the games

ASLEEP, WATCHING, BUSY, LEAVE = range(4)
ADVANCE, FOLLOW, CHOOSE, BOTH = range(4, 8)  # to advance takes given steps, to follow takes those chosen
ROW = 16  # two lines of a cache, so that no two rows share one
PATIENCE = 4_000_000  # looks, until a thread goes to sleep: about a millisecond
SOON = 200_000  # looks, within which the others finish what they have begun, if they are running


@compiled
def share(
    word: int,
    own: int,
    begun: Begun,
    begin: Any,
    batch: Batch,
    taken: Codes,
    often: int,
    longest: int,
    chosen: Codes,
    luck: NDArray[np.uint64],
) -> None:
    """Do what the word says in one's own part, and then in those of the others that nobody has begun."""
    n, parts = len(batch.player), len(begun)
    actions = taken if word == ADVANCE else chosen
    for number in range(own, own + parts):
        part = number % parts
        if not turn(begun, ROW * part, 0, 1):
            continue
        lo, hi = n * part // parts, n * (part + 1) // parts
        if word in (CHOOSE, BOTH):
            choose_any(batch, chosen, luck, lo, hi)
        if word != CHOOSE:
            advance(begin, batch, actions, often, longest, lo, hi)


@compiled
def attend(
    word: int,
    own: int,
    gates: Gates,
    begun: Begun,
    begin: Any,
    batch: Batch,
    taken: Codes,
    often: int,
    longest: int,
    chosen: Codes,
    luck: NDArray[np.uint64],
) -> None:
    """Share what the word says; who is WATCHING shares what its gate says, until that has said nothing for a while.

    Both are one function, so that they run the same machine code: two copies of it can differ by a fifth in speed.
    """
    if word != WATCHING:
        share(word, own, begun, begin, batch, taken, often, longest, chosen, luck)
        return
    looks, mate = 0, own - 1
    while True:
        word = look(gates, ROW * mate)
        if word == WATCHING and looks < PATIENCE:
            looks += 1
            continue
        looks = 0
        if word == ASLEEP:  # woken twice
            return
        if word in (WATCHING, LEAVE):
            if turn(gates, ROW * mate, word, ASLEEP):
                return
        elif turn(gates, ROW * mate, word, BUSY):
            share(word, own, begun, begin, batch, taken, often, longest, chosen, luck)
            turn(gates, ROW * mate, BUSY, WATCHING)


@compiled
def over(gates: Gates) -> bool:
    """Is nobody at work any more? Waits a moment for it. Who has not begun need not: all is done already."""
    for mate in range(len(gates)):
        looks = 0
        while True:
            word = look(gates, ROW * mate)
            if word in (ASLEEP, WATCHING):
                break
            if word not in (BUSY, LEAVE):
                turn(gates, ROW * mate, word, WATCHING)
            looks += 1
            if looks == SOON:
                return False
    return True


@compiled
def call(gates: Gates, begun: Begun, word: int) -> bool:
    """Let all do this; does anybody sleep? Who does has a 1 in the second word of its row, and has to be woken."""
    while not over(gates):  # somebody pressed Ctrl-C before they were
        continue
    for part in range(len(begun)):
        begun[part, 0] = 0
    sleepers = False
    for mate in range(len(gates)):
        if not turn(gates, ROW * mate, WATCHING, word) and turn(gates, ROW * mate, ASLEEP, word):
            gates[mate, 1] = 1
        sleepers = sleepers or gates[mate, 1] == 1
    return sleepers


@compiled
def dismiss(gates: Gates) -> None:
    """Let all who watch go to sleep."""
    while not over(gates):
        continue
    for mate in range(len(gates)):
        if gates[mate, 1] == 1:  # it was not woken, for somebody pressed Ctrl-C
            gates[mate, 1] = 0
            turn(gates, ROW * mate, WATCHING, ASLEEP)
        turn(gates, ROW * mate, WATCHING, LEAVE)
