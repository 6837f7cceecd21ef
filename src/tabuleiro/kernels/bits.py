"""Sets of cells as 64-bit words, alike compiled and interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from tabuleiro.kernels.jit import inlined

Word = np.uint64  # a set of cells

if getattr(config, "DISABLE_JIT", 0):
    np.seterr(over="ignore")  # words wrap around, as they do in compiled code

U0 = np.uint64(0)
U1 = np.uint64(1)


def popcount(word: Word) -> int:
    """How many bits are set."""
    return int(word).bit_count()


def lowest(word: Word) -> int:
    """The number of the lowest set bit."""
    number = int(word)
    return (number & -number).bit_length() - 1


def highest(word: Word) -> int:
    """The number of the highest set bit."""
    return int(word).bit_length() - 1


@intrinsic
def _ctpop(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _cttz(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.uint64(types.uint64), generate


@intrinsic
def _ctlz(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, True))

    return types.uint64(types.uint64), generate


@overload(popcount)
def _popcount(word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
    return lambda word: np.int64(_ctpop(word))


@overload(lowest)
def _lowest(word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
    return lambda word: np.int64(_cttz(word))


@overload(highest)
def _highest(word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
    return lambda word: np.int64(63) - np.int64(_ctlz(word))


@inlined
def bit(cell: int) -> Word:
    """The set of one cell."""
    return U1 << np.uint64(cell)


@inlined
def has(word: Word, cell: int) -> bool:
    return (word >> np.uint64(cell)) & U1 != U0


EIGHT = 8
PLACES = np.array(  # the numbers of the bits of each byte, the first in the lowest byte of a word
    [
        sum(place << 8 * number for number, place in enumerate(p for p in range(8) if byte >> p & 1))
        for byte in range(256)
    ],
    np.uint64,
)


def put_eight(out: NDArray[np.int32], at: int, word: Word, base: int) -> None:
    """Write the eight bytes of *word*, each plus *base*, to *out* from *at* on."""
    out[at : at + EIGHT] = np.frombuffer(int(word).to_bytes(EIGHT, "little"), np.uint8).astype(np.int32) + base


@intrinsic
def _put_eight(typing_context: Any, out: Any, at: Any, word: Any, base: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        wide = ir.VectorType(ir.IntType(32), EIGHT)
        each = builder.zext(builder.bitcast(args[2], ir.VectorType(ir.IntType(8), EIGHT)), wide)
        one = builder.insert_element(ir.Constant(wide, ir.Undefined), args[3], ir.IntType(32)(0))
        bases = builder.shuffle_vector(one, ir.Constant(wide, ir.Undefined), ir.Constant(wide, [0] * EIGHT))
        place = builder.bitcast(builder.gep(array.data, [args[1]]), wide.as_pointer())
        builder.store(builder.add(each, bases), place, align=4)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.uint64, types.int32), generate


@overload(put_eight)
def _compiled_put_eight(out, at, word, base):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
    return lambda out, at, word, base: _put_eight(out, at, word, base)


@inlined
def listed(word: Word, base: int, out: NDArray[np.int32], cells: int) -> int:
    """Write the numbers of the set bits below *cells*, each plus *base*, to *out*; how many.

    They are written eight at a time: *out* has room for all *cells*, and what stands after the last may be anything.
    """
    count = 0
    for group in range(cells >> 3):
        byte = (word >> np.uint64(EIGHT * group)) & np.uint64(255)
        put_eight(out, count, PLACES[np.int64(byte)], np.int32(base + EIGHT * group))
        count += popcount(byte)
    for cell in range(cells & ~7, cells):
        if has(word, cell):
            out[count] = base + cell
            count += 1
    return count


@inlined
def mix(word: Word) -> Word:
    """A good 64-bit hash of a word: xor and multiply, twice."""
    word ^= word >> np.uint64(32)
    word *= np.uint64(0xD6E8FEB86659FD93)
    word ^= word >> np.uint64(32)
    word *= np.uint64(0xD6E8FEB86659FD93)
    word ^= word >> np.uint64(32)
    return word


@inlined
def turned(word: Word) -> Word:
    """The rows of eight cells in the opposite order; compilers know this as one instruction."""
    word = (word & np.uint64(0x00FF00FF00FF00FF)) << np.uint64(8) | (word >> np.uint64(8)) & np.uint64(
        0x00FF00FF00FF00FF
    )
    word = (word & np.uint64(0x0000FFFF0000FFFF)) << np.uint64(16) | (word >> np.uint64(16)) & np.uint64(
        0x0000FFFF0000FFFF
    )
    return word << np.uint64(32) | word >> np.uint64(32)


@inlined
def backwards(word: Word) -> Word:
    """The last cell first."""
    word = (word & np.uint64(0x5555555555555555)) << U1 | (word >> U1) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) << np.uint64(2) | (word >> np.uint64(2)) & np.uint64(
        0x3333333333333333
    )
    word = (word & np.uint64(0x0F0F0F0F0F0F0F0F)) << np.uint64(4) | (word >> np.uint64(4)) & np.uint64(
        0x0F0F0F0F0F0F0F0F
    )
    return turned(word)


Seed = NDArray[np.uint64]  # one word: the state of a xorshift generator, never zero


@inlined
def stirred(word: Word) -> Word:
    """The word after *word* of a xorshift generator."""
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    return word ^ (word << np.uint64(17))


@inlined
def scaled(word: Word, count: int) -> int:
    """The number from 0 to *count* - 1 that a word of a generator stands for."""
    return np.int64(((word >> np.uint64(33)) * np.uint64(count)) >> np.uint64(31))


@inlined
def below(rng: Seed, count: int) -> int:
    """A random number from 0 to *count* - 1."""
    rng[0] = stirred(rng[0])
    return scaled(rng[0], count)


_DIGITS = [bytes(ord("1" if other == piece else "0") for other in range(256)) for piece in range(256)]


def where(board: bytes, piece: int) -> Word:
    """The set of the cells that have this piece: their digits as one binary number, the last cell first."""
    return np.uint64(int(board[::-1].translate(_DIGITS[piece]), 2))


def word_of(cells: Any) -> Word:
    """The set of these cells, for tables."""
    return np.uint64(sum(1 << int(cell) for cell in cells))
