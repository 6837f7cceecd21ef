"""How threads in compiled code share a step: each has a gate, a word in memory that both sides watch, and a part of the games.

Waking a thread that sleeps takes longer than a step of a thousand games, and some machines wake it where the waker runs. So a
thread that has nothing to do watches its gate for a moment before it sleeps. Who is done with its own part goes on with what
the others have not begun: nobody waits for a thread that is late, or that other programs keep from running.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from tabuleiro.kernels.batch.steps import Batch, advance, choose_any
from tabuleiro.kernels.jit import compiled
from tabuleiro.kernels.rules import Codes

Gates = NDArray[np.int64]  # a row for each thread, the first word of it is the gate
Heads = NDArray[np.int64]  # likewise the first game of each part that nobody has begun

ASLEEP, WATCHING, BUSY, LEAVE = range(4)
ADVANCE, FOLLOW, CHOOSE, BOTH = range(4, 8)  # to advance takes given steps, to follow takes those chosen
ROW = 16  # two lines of a cache, so that no two rows share one
LEAST = 16  # games that are begun at once; more where many are left
PATIENCE = 4_000_000  # looks, until a thread goes to sleep: about a millisecond
SOON = 200_000  # looks, within which the others finish what they have begun, if they are running


def look(gates: Gates, mate: int) -> int:
    """What stands on a gate."""
    return int(gates[mate, 0])


def turn(gates: Gates, mate: int, before: int, after: int) -> bool:
    """Write *after* where *before* stands; False if something else does."""
    if gates[mate, 0] != before:
        return False
    gates[mate, 0] = after
    return True


def _gate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, args[0])
    return builder.gep(array.data, [builder.mul(args[1], ir.IntType(64)(ROW))])


@intrinsic
def _look(typing_context: Any, gates: Any, mate: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(_gate(context, builder, signature, args), "acquire", 8)

    return types.int64(gates, types.int64), generate


@intrinsic
def _turn(typing_context: Any, gates: Any, mate: Any, before: Any, after: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _gate(context, builder, signature, args)
        found = builder.cmpxchg(place, args[2], args[3], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(gates, types.int64, types.int64, types.int64), generate


@overload(look)
def _compiled_look(gates, mate):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
    return lambda gates, mate: _look(gates, mate)


@overload(turn)
def _compiled_turn(gates, mate, before, after):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
    return lambda gates, mate, before, after: _turn(gates, mate, before, after)


@compiled
def share(
    word: int,
    own: int,
    heads: Heads,
    begin: Any,
    batch: Batch,
    taken: Codes,
    often: int,
    longest: int,
    chosen: Codes,
    luck: NDArray[np.uint64],
) -> None:
    """Do what the word says in the games of one's own part, and then in those of the others that nobody has begun."""
    n, parts = len(batch.player), len(heads)
    actions = taken if word == ADVANCE else chosen
    for number in range(own, own + parts):
        part = number % parts
        ends = n * (part + 1) // parts
        while True:
            lo = look(heads, part)
            if lo >= ends:
                break
            hi = ends if parts == 1 else min(ends, lo + max(LEAST, (ends - lo) // 4))
            if not turn(heads, part, lo, hi):
                continue
            if word in (CHOOSE, BOTH):
                choose_any(batch, chosen, luck, lo, hi)
            if word != CHOOSE:
                advance(begin, batch, actions, often, longest, lo, hi)


@compiled
def attend(
    gates: Gates,
    mate: int,
    heads: Heads,
    begin: Any,
    batch: Batch,
    taken: Codes,
    often: int,
    longest: int,
    chosen: Codes,
    luck: NDArray[np.uint64],
) -> None:
    """Share what the gate says, until it has said nothing for a while."""
    looks = 0
    while True:
        word = look(gates, mate)
        if word == WATCHING and looks < PATIENCE:
            looks += 1
            continue
        looks = 0
        if word == ASLEEP:  # woken twice
            return
        if word in (WATCHING, LEAVE):
            if turn(gates, mate, word, ASLEEP):
                return
        elif turn(gates, mate, word, BUSY):
            share(word, mate + 1, heads, begin, batch, taken, often, longest, chosen, luck)
            turn(gates, mate, BUSY, WATCHING)


@compiled
def over(gates: Gates) -> bool:
    """Is nobody at work any more? Waits a moment for it. Who has not begun need not: all is done already."""
    for mate in range(len(gates)):
        looks = 0
        while True:
            word = look(gates, mate)
            if word in (ASLEEP, WATCHING):
                break
            if word not in (BUSY, LEAVE):
                turn(gates, mate, word, WATCHING)
            looks += 1
            if looks == SOON:
                return False
    return True


@compiled
def call(gates: Gates, heads: Heads, n: int, word: int) -> bool:
    """Let all do this with *n* games; does anybody sleep? Who does has a 1 in the second word of its row, and has to be woken."""
    while not over(gates):  # somebody pressed Ctrl-C before they were
        continue
    for part in range(len(heads)):
        heads[part, 0] = n * part // len(heads)
    sleepers = False
    for mate in range(len(gates)):
        if not turn(gates, mate, WATCHING, word) and turn(gates, mate, ASLEEP, word):
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
            turn(gates, mate, WATCHING, ASLEEP)
        turn(gates, mate, WATCHING, LEAVE)
