"""How threads in compiled code tell each other what to do: each has a gate, a word in memory that both sides watch.

Waking a thread that sleeps takes longer than a step of a thousand games, and some machines wake it where the waker runs. So a
thread that has nothing to do watches its gate for a moment before it sleeps.
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

Gates = NDArray[np.int64]  # a row for each thread, as long as a line of a cache; the first word of it is the gate

ASLEEP, WATCHING, ADVANCE, FOLLOW, CHOOSE, LEAVE = range(
    6
)  # to advance takes given steps, to follow takes those chosen
ROW = 8
PATIENCE = 4_000_000  # looks, until a thread goes to sleep: about a millisecond


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
def attend(
    begin: Any,
    batch: Batch,
    taken: Codes,
    often: int,
    longest: int,
    chosen: Codes,
    luck: NDArray[np.uint64],
    lo: int,
    hi: int,
    gates: Gates,
    mate: int,
) -> None:
    """Do what the gate says, in the games from *lo* to *hi*, until it has said nothing for a while."""
    looks = 0
    while True:
        word = look(gates, mate)
        if word == WATCHING and looks < PATIENCE:
            looks += 1
            continue
        looks = 0
        if word == ADVANCE:
            advance(begin, batch, taken, often, longest, lo, hi)
        elif word == FOLLOW:
            advance(begin, batch, chosen, often, longest, lo, hi)
        elif word == CHOOSE:
            choose_any(batch, chosen, luck, lo, hi)
        elif turn(gates, mate, word, ASLEEP):
            return
        turn(gates, mate, word, WATCHING)


@compiled
def call(gates: Gates, word: int) -> bool:
    """Let all do this; does anybody sleep? Who does has a 1 in the second word of its row, and has to be woken."""
    sleepers = False
    for mate in range(len(gates)):
        if not turn(gates, mate, WATCHING, word) and turn(gates, mate, ASLEEP, word):
            gates[mate, 1] = 1
            sleepers = True
    return sleepers


@compiled
def dismiss(gates: Gates) -> None:
    """Let all who watch go to sleep."""
    for mate in range(len(gates)):
        turn(gates, mate, WATCHING, LEAVE)


@compiled
def over(gates: Gates, word: int) -> bool:
    """Has nobody this left to do? Waits a moment for it."""
    for mate in range(len(gates)):
        looks = 0
        while look(gates, mate) == word:
            looks += 1
            if looks == PATIENCE:
                return False
    return True
