"""Words in memory that several threads of compiled code use at the same time: each of these calls happens at once or not at all.

Words are counted through the whole of an array, whatever its shape. What a thread has written before it changes a word, another
one that sees the change sees too.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

Words = NDArray[Any]


def look(words: Words, at: int) -> int:
    """What stands there."""
    return int(words.flat[at])


def turn(words: Words, at: int, before: int, after: int) -> bool:
    """Write *after* where *before* stands; False if something else does."""
    if words.flat[at] != before:
        return False
    words.flat[at] = after
    return True


def gain(words: Words, at: int, more: float) -> Any:
    """Add *more*, whole or not as the array has it; what stood there before."""
    before = words.flat[at]
    words.flat[at] += more
    return before


def _place(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, args[0])
    return builder.gep(array.data, [args[1]])


def _given(context: Any, builder: Any, signature: Any, args: Any, number: int) -> Any:
    return context.cast(builder, args[number], signature.args[number], signature.args[0].dtype)


@intrinsic
def _look(typing_context: Any, words: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, signature, args)
        return builder.load_atomic(place, "acquire", words.dtype.bitwidth // 8)

    return words.dtype(words, types.int64), generate


@intrinsic
def _turn(typing_context: Any, words: Any, at: Any, before: Any, after: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, signature, args)
        old, new = (_given(context, builder, signature, args, number) for number in (2, 3))
        found = builder.cmpxchg(place, old, new, "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(words, types.int64, types.int64, types.int64), generate


@intrinsic
def _gain(typing_context: Any, words: Any, at: Any, more: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place, amount = _place(context, builder, signature, args), _given(context, builder, signature, args, 2)
        kind = "add" if isinstance(amount.type, ir.IntType) else "fadd"
        return builder.atomic_rmw(kind, place, amount, "acq_rel")

    return words.dtype(words, types.int64, more), generate


@overload(look)
def _compiled_look(words, at):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
    return lambda words, at: _look(words, at)


@overload(turn)
def _compiled_turn(words, at, before, after):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
    return lambda words, at, before, after: _turn(words, at, before, after)


@overload(gain)
def _compiled_gain(words, at, more):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
    return lambda words, at, more: _gain(words, at, more)
