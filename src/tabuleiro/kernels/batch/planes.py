"""Planes of small numbers, one a cell, written eight cells at a time.

A plane begins at an offset *at* of a flat buffer; its last eight cells are written by a store of their own, which overlaps
the one before where the number of cells is no multiple of eight.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from tabuleiro.kernels.bits import U0, Word
from tabuleiro.kernels.jit import inlined

Buffer = NDArray[np.int8]

EIGHT = 8
BYTE = np.uint64(255)
ONES = np.uint64(0x0101010101010101)
LARGEST = 127  # that a cell can hold; what is more is cut
SPREAD = np.array([sum(1 << 8 * place for place in range(8) if byte >> place & 1) for byte in range(256)], np.uint64)


def put(buffer: Buffer, at: int, word: Word) -> None:
    """Write the eight bytes of *word* from *at* on."""
    buffer[at : at + EIGHT] = np.frombuffer(int(word).to_bytes(EIGHT, "little"), np.int8)


@intrinsic
def _put(typing_context: Any, buffer: Any, at: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        place = builder.bitcast(builder.gep(array.data, [args[1]]), ir.IntType(64).as_pointer())
        builder.store(args[2], place, align=1)
        return context.get_dummy_value()

    return types.void(buffer, types.int64, types.uint64), generate


@overload(put)
def _compiled_put(buffer, at, word):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
    return lambda buffer, at, word: _put(buffer, at, word)


@inlined
def spread(buffer: Buffer, at: int, word: Word, cells: int) -> int:
    """A plane of 1 where *word* has a cell and 0 elsewhere; where the next plane begins."""
    for group in range(cells >> 3):
        put(buffer, at + EIGHT * group, SPREAD[np.int64((word >> np.uint64(EIGHT * group)) & BYTE)])
    if cells & 7:
        last = cells - EIGHT
        put(buffer, at + last, SPREAD[np.int64((word >> np.uint64(last)) & BYTE)])
    return at + cells


@inlined
def fill(buffer: Buffer, at: int, value: int, cells: int) -> int:
    """A plane that is *value* everywhere; where the next plane begins."""
    word = np.uint64(min(value, LARGEST)) * ONES
    for group in range(cells >> 3):
        put(buffer, at + EIGHT * group, word)
    if cells & 7:
        put(buffer, at + cells - EIGHT, word)
    return at + cells


@inlined
def spot(buffer: Buffer, at: int, cell: int, cells: int) -> int:
    """A plane of 1 on *cell* and 0 elsewhere, 0 everywhere if that is negative; where the next plane begins."""
    word = U0 if cell < 0 else np.uint64(1) << np.uint64(cell)
    return spread(buffer, at, word, cells)
