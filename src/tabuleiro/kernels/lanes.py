"""Eight words side by side: what is the same for each of several pieces is done for all at once.

Compiled, they are one vector of the processor; interpreted, an array. ``&``, ``|``, ``~`` and shifts work on all of them,
with eight others or with one word for all.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, overload, register_model
from numpy.typing import NDArray

from tabuleiro.kernels.bits import U0, Word, bit, lowest, popcount

Lanes = NDArray[np.uint64]

COUNT = 8
_WIDE = ir.VectorType(ir.IntType(64), COUNT)


def apart(word: Word) -> Lanes:
    """The cells of *word*, one a lane, the lowest first; the first eight, if there are more."""
    lanes, left = np.zeros(COUNT, np.uint64), int(word)
    for number in range(min(popcount(word), COUNT)):
        lanes[number] = bit(lowest(np.uint64(left)))
        left &= left - 1
    return lanes


def together(lanes: Lanes) -> Word:
    """All that is in any of them."""
    return np.bitwise_or.reduce(lanes)


def lane(lanes: Lanes, number: int) -> Word:
    return lanes[number]


def counts(lanes: Lanes) -> Lanes:
    """How many bits are set in each."""
    return np.array([popcount(word) for word in lanes], np.uint64)


def summed(lanes: Lanes) -> int:
    return int(lanes.sum().astype(np.int64))


def at_most(lanes: Lanes, most: Word) -> Lanes:
    """All bits of those that are no larger than *most*, none of the others."""
    return np.where(lanes <= most, ~U0, U0)


# ── Compiled ─────────────────────────────────────────────────────────────────────────────────────────────────────


class _Lanes(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Lanes")


_LANES = _Lanes()


@register_model(_Lanes)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _WIDE)  # type: ignore[no-untyped-call]


def _same(builder: Any, word: Any) -> Any:
    """A vector with *word* in each lane."""
    one = builder.insert_element(_WIDE(ir.Undefined), word, ir.IntType(32)(0))
    return builder.shuffle_vector(one, _WIDE(ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), COUNT), None))


def _operation(symbol: Any, name: str) -> None:
    """Let compiled code use this operator on lanes."""

    @intrinsic
    def operate(typing_context: Any, one: Any, other: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            sides = (
                arg if kind == _LANES else _same(builder, arg) for kind, arg in zip(signature.args, args, strict=True)
            )
            return getattr(builder, name)(*sides)

        return _LANES(one, other), generate

    def choose(one, other):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
        if {one, other} in ({_LANES}, {_LANES, types.uint64}):
            return lambda one, other: operate(one, other)
        return None

    overload(symbol, inline="always")(choose)


for _symbol, _name in (
    (operator.and_, "and_"),
    (operator.or_, "or_"),
    (operator.lshift, "shl"),
    (operator.rshift, "lshr"),
):
    _operation(_symbol, _name)


def _by(name: str, result: Any) -> Any:
    """How LLVM does this with lanes."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(result, [_WIDE])
        return builder.call(builder.module.declare_intrinsic(f"llvm.{name}.v{COUNT}i64", (), kind), args)

    return generate


@intrinsic
def _inverted(typing_context: Any, lanes: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.not_(args[0])

    return _LANES(_LANES), generate


@intrinsic
def _apart(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes, left, one = _WIDE(None), args[0], ir.IntType(64)(1)
        for number in range(COUNT):
            fewer = builder.and_(left, builder.sub(left, one))
            lanes = builder.insert_element(lanes, builder.xor(left, fewer), ir.IntType(32)(number))
            left = fewer
        return lanes

    return _LANES(types.uint64), generate


@intrinsic
def _together(typing_context: Any, lanes: Any) -> Any:
    return types.uint64(_LANES), _by("vector.reduce.or", ir.IntType(64))


@intrinsic
def _summed(typing_context: Any, lanes: Any) -> Any:
    return types.int64(_LANES), _by("vector.reduce.add", ir.IntType(64))


@intrinsic
def _lane(typing_context: Any, lanes: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.extract_element(*args)

    return types.uint64(_LANES, types.int64), generate


@intrinsic
def _counts(typing_context: Any, lanes: Any) -> Any:
    return _LANES(_LANES), _by("ctpop", _WIDE)


@intrinsic
def _at_most(typing_context: Any, lanes: Any, most: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.sext(builder.icmp_unsigned("<=", args[0], _same(builder, args[1])), _WIDE)

    return _LANES(_LANES, types.uint64), generate


@overload(operator.invert, inline="always")
def _compiled_invert(lanes):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return (lambda lanes: _inverted(lanes)) if lanes == _LANES else None


@overload(apart)
def _compiled_apart(word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda word: _apart(word)


@overload(together)
def _compiled_together(lanes):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda lanes: _together(lanes)


@overload(summed)
def _compiled_summed(lanes):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda lanes: _summed(lanes)


@overload(lane)
def _compiled_lane(lanes, number):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda lanes, number: _lane(lanes, number)


@overload(counts)
def _compiled_counts(lanes):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda lanes: _counts(lanes)


@overload(at_most)
def _compiled_at_most(lanes, most):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda lanes, most: _at_most(lanes, most)
