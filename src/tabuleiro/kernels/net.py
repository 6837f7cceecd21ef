"""A small net that judges positions, the same for all kernels: whole numbers, and its weights are data.

A kernel declares with ``sensed`` what its net sees of a state, as its decider sees it: sets of cells, and rows that are
one of several, such as the phase of a turn. Every cell that is set has a row of 32 whole numbers, of 16 bits each. The
rows of a state are added, the sums clipped to between 0 and *clip*, weighed and added up. Besides, a net may weigh the
features that the kernel counts by hand. What comes out is the lead of the decider, in units of the logistic function.

Compiled code gets the address of the weights, which a packed state carries as its field ``net``: it depends on no net,
so another one needs nothing compiled, and several can play in one process. To judge by features alone is a net, too, one
that weighs nothing else. Where the address is 0, the kernel has another evaluation of its own.
"""

from __future__ import annotations

import ctypes
import json
import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from tabuleiro.core.errors import BadNet, TabuleiroError
from tabuleiro.core.words import joined, later, shortened
from tabuleiro.home.files import open_file
from tabuleiro.home.languages import why
from tabuleiro.kernels.bits import Word, lowest
from tabuleiro.kernels.jit import compiled, inlined
from tabuleiro.kernels.rules import perceived, sensed

UNITS = 32  # sums side by side: 64 bytes a row, one line of a processor's cache
CELLS = 64  # rows for every set of cells
ONE = 1 << 14  # the lead of 1 as a whole number
HIGH = (1 << 15) - 1  # of a sum, and of a weight
MOST_FEATURES = 32
LARGEST = 1 << 16  # bytes of a file
LONGEST = 1 << 12  # bytes of its first line
NETS = Path(__file__).parent / "nets"
KIND = "tabuleiro net 1"
# Where things are from the address on, in bytes.
BIAS, CLIP, COUNTED, WIDTH, OUT, SKIP, ROWS = 0, 8, 16, 24, 64, 128, 128 + 8 * MOST_FEATURES


@dataclass(frozen=True)
class Inputs:
    """What a kernel's net sees: *planes* sets of cells, no cell in two of them, then *spots*, each one of so many rows.

    *mirrors* are the symmetries of the game: for each, the row of the planes that comes to stand in the place of every row.
    *counted* is how many features the kernel has.
    """

    planes: int
    spots: tuple[int, ...]
    counted: int
    mirrors: tuple[tuple[int, ...], ...] = ()

    @property
    def rows(self) -> int:
        return CELLS * self.planes + sum(self.spots)

    @property
    def most(self) -> int:
        """Of so many rows at most a sum is made."""
        return CELLS + len(self.spots)


@dataclass(frozen=True)
class Net:
    """The weights: a row of *rows* for every input, *out* for every unit, *skip* for every feature, or none.

    *about* says in a few words where it comes from.
    """

    game: str
    rows: NDArray[np.int16]
    out: NDArray[np.int16]
    clip: int
    bias: int = 0
    skip: tuple[int, ...] = ()
    about: str = field(default="", compare=False)

    def write(self) -> bytes:
        """As a file: a line of JSON, then the numbers of *rows* and *out*, low byte first."""
        head = {"kind": KIND, "game": self.game, "rows": len(self.rows), "units": UNITS, "clip": self.clip}
        head |= {"bias": self.bias, "skip": list(self.skip), "about": self.about}
        numbers = np.concatenate((self.rows.ravel(), self.out)).astype("<i2")
        return json.dumps(head).encode() + b"\n" + numbers.tobytes()

    @classmethod
    def read(cls, data: bytes) -> Net:
        """The inverse of ``write``; raises BadNet for anything else, and for sums that might not fit."""
        line, _, numbers = data.partition(b"\n")
        try:
            head = json.loads(line) if max(len(data) - LARGEST, len(line) - LONGEST) <= 0 else {}
            weights = np.frombuffer(numbers, "<i2").astype(np.int16).reshape(max(int(head["rows"]), 0) + 1, UNITS)
            rest = (int(head["clip"]), int(head["bias"]), tuple(map(int, head["skip"])), str(head["about"]))
            net = cls(str(head["game"]), weights[:-1], weights[-1], *rest) if head["kind"] == KIND else None
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise BadNet(later("this is no net of Tabuleiro")) from error
        if net is None:
            raise BadNet(later("this is no net of Tabuleiro"))
        if not net.bounded():
            raise BadNet(later("this is a net with weights that are too large"))
        return net

    def bounded(self) -> bool:
        """Can nothing but the sums of rows overflow, whatever they are?"""
        whole = int(np.abs(self.out.astype(np.int64)).sum()) * self.clip
        known = (self.bias, *self.skip)
        return 0 < self.clip <= HIGH and whole < 1 << 31 and all(abs(number) < 1 << 31 for number in known)

    def fits(self, inputs: Inputs) -> bool:
        """Is it for such inputs, and can no sum of rows overflow that these can ask for?"""
        rows = self.rows.astype(np.int64)
        if len(rows) != inputs.rows or len(self.skip) not in (0, inputs.counted):
            return False
        for side in (rows, -rows):
            planes = side[: CELLS * inputs.planes].reshape(inputs.planes, CELLS, UNITS)
            most = np.maximum(planes.max(axis=0), 0).sum(axis=0)
            begin = CELLS * inputs.planes
            for count in inputs.spots:
                most += np.maximum(side[begin : begin + count].max(axis=0), 0)
                begin += count
            if most.max() > HIGH:
                return False
        return True

    def lead(self, planes: NDArray[np.uint64], spots: NDArray[np.int64], counts: Any = None) -> NDArray[np.float64]:
        """The leads of many states, a row each of *planes* and *spots*, by plain sums: what compiled code has to equal."""
        active = spread(planes).astype(np.int64)
        sums = active @ self.rows[: active.shape[1]].astype(np.int64)
        for column in spots.T:
            sums += self.rows[column]
        total = np.clip(sums, 0, self.clip) @ self.out.astype(np.int64) + self.bias
        return (total + (counts @ np.array(self.skip) if self.skip else 0)) / ONE


def spread(planes: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Every bit of *planes* as a number of its own, the lowest first, plane after plane."""
    return np.unpackbits(np.ascontiguousarray(planes).astype("<u8").view(np.uint8), axis=1, bitorder="little")


# ── Where nets come from ─────────────────────────────────────────────────────────────────────────────────────────


def load(path: str | os.PathLike[str], game: str, inputs: Inputs | None) -> Net:
    """The net in the file *path*, for a game with these inputs; raises BadNet. The file is data, read to its limit."""
    name = shortened(os.fspath(path), 200)
    try:
        with open_file(os.fspath(path)) as file:
            net = Net.read(file.read(LARGEST + 1))
    except TabuleiroError as error:
        raise BadNet(joined((name, error.words), ": ")) from error
    except (OSError, ValueError) as error:
        raise BadNet(later("{path}: {error}", path=name, error=why(error))) from error
    if inputs is None or net.game != game or not net.fits(inputs):
        raise BadNet(
            later("{path} holds a net for {other}, which cannot judge {game}", path=name, other=net.game, game=game)
        )
    return net


@lru_cache(maxsize=256)
def shipped(game: str, inputs: Inputs, weights: tuple[float, ...] = ()) -> int:
    """The address of the net that comes with Tabuleiro for *game*; where there is none, of one that weighs features alone."""
    path = NETS / f"{game}.net"
    return placed(load(path, game, inputs)) if path.is_file() else featured(game, inputs, weights)


def featured(game: str, inputs: Inputs | None, weights: tuple[float, ...]) -> int:
    """The address of a net that gives these weights to features and none to anything else; 0 without weights."""
    if inputs is None or not weights:
        return 0
    rows, out = np.zeros((inputs.rows, UNITS), np.int16), np.zeros(UNITS, np.int16)
    return placed(Net(game, rows, out, HIGH, 0, tuple(round(weight * ONE) for weight in weights)))


_PLACED: dict[bytes, tuple[int, NDArray[np.uint8]]] = {}  # by content; kept for good, as packed states hold addresses


def placed(net: Net) -> int:
    """The address of *net*, laid out for compiled code: of one that weighs no unit but the first, as linear models do, only
    that one, for a table that stays in the fastest memory.
    """
    name = net.write()
    if name not in _PLACED:
        width = UNITS if net.out[1:].any() else 1
        room = np.zeros(ROWS + 2 * width * len(net.rows) + CELLS, np.uint8)
        start = -room.ctypes.data % CELLS
        laid = room[start:]
        laid[:32].view(np.int64)[...] = net.bias, net.clip, len(net.skip), width
        laid[OUT : OUT + 2 * UNITS].view(np.int16)[...] = net.out
        laid[SKIP : SKIP + 8 * len(net.skip)].view(np.int64)[...] = net.skip
        laid[ROWS : ROWS + 2 * width * len(net.rows)].view(np.int16)[...] = net.rows[:, :width].ravel()
        _PLACED.setdefault(name, (room.ctypes.data + start, room))  # of two threads' the first: addresses are for good
    return _PLACED[name][0]


# ── Compiled ─────────────────────────────────────────────────────────────────────────────────────────────────────


def number_at(net: int, offset: int) -> int:
    """The whole number of 64 bits that stands so many bytes from the address on."""
    return ctypes.c_int64.from_address(net + offset).value


def total(net: int, planes: tuple[Word, ...], spots: tuple[int, ...]) -> int:
    """The units of a state, clipped and weighed."""
    rows = list(spots)
    for number, cells in enumerate(planes):
        left = int(cells)
        while left:
            rows.append(CELLS * number + lowest(np.uint64(left)))
            left &= left - 1
    clip, width = number_at(net, CLIP), number_at(net, WIDTH)
    units = ctypes.c_int16 * width
    out, found = units.from_address(net + OUT), [units.from_address(net + ROWS + 2 * width * int(row)) for row in rows]
    return sum(min(max(sum(row[unit] for row in found), 0), clip) * out[unit] for unit in range(width))


@intrinsic
def _number_at(typing_context: Any, net: Any, offset: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _loaded(builder, ir.IntType(64), builder.add(*args), 8)

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _total(typing_context: Any, net: Any, planes: Any, spots: Any) -> Any:
    """All units at once, as a vector of the processor: Numba itself knows none. A single one is a plain number."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        planes, spots = (
            [builder.extract_value(arg, place) for place in range(len(kind))]
            for arg, kind in zip(args[1:], signature.args[1:], strict=True)
        )
        word, unit = ir.IntType(64), ir.IntType(16)
        single = builder.icmp_signed("==", _loaded(builder, word, builder.add(args[0], word(WIDTH)), 8), word(1))
        ways = []
        with builder.if_else(single) as branches:
            for branch, small in zip(branches, (unit, ir.VectorType(unit, UNITS)), strict=True):
                with branch:
                    ways.append((_weighed(builder, small, args[0], planes, spots), builder.block))
        found = builder.phi(word)
        for value, block in ways:
            found.add_incoming(value, block)
        return found

    return types.int64(types.int64, planes, spots), generate


def _weighed(builder: Any, small: Any, net: Any, planes: Any, spots: Any) -> Any:
    """The units, a vector or one, clipped and weighed."""
    word, large, units = ir.IntType(64), ir.IntType(32), getattr(small, "count", 1)
    alone = units == 1
    base, none = builder.add(net, word(ROWS)), small(0 if alone else None)

    def row(number: Any) -> Any:
        return _loaded(builder, small, builder.add(base, builder.mul(number, word(2 * units))), 2 * units)

    sums: Any = none
    for spot in spots:
        sums = builder.add(sums, row(spot))
    for place, cells in enumerate(planes):
        sums = _plane(builder, sums, cells, CELLS * place, row)
    most = builder.trunc(_loaded(builder, word, builder.add(net, word(CLIP)), 8), ir.IntType(16))
    if not alone:
        one = builder.insert_element(small(ir.Undefined), most, large(0))
        most = builder.shuffle_vector(one, small(ir.Undefined), ir.VectorType(large, units)(None))
        large = ir.VectorType(large, units)
    sums = builder.select(builder.icmp_signed(">", sums, none), sums, none)
    sums = builder.select(builder.icmp_signed("<", sums, most), sums, most)
    out = _loaded(builder, small, builder.add(net, word(OUT)), 2 * units)
    products = builder.mul(builder.sext(sums, large), builder.sext(out, large))
    if not alone:
        kind = ir.FunctionType(large.element, [large])
        add = builder.module.declare_intrinsic(f"llvm.vector.reduce.add.v{units}i32", (), kind)
        products = builder.call(add, [products])
    return builder.sext(products, word)


def _plane(builder: Any, sums: Any, cells: Any, first: int, row: Any) -> Any:
    """*sums* and the rows of all *cells* of a plane, whose rows begin with *first*."""
    word, before = cells.type, builder.block
    look, add, after = (builder.append_basic_block(name) for name in ("look", "add", "after"))
    builder.branch(look)
    builder.position_at_end(look)
    so_far, left = builder.phi(sums.type), builder.phi(word)
    builder.cbranch(builder.icmp_unsigned("!=", left, word(0)), add, after)
    builder.position_at_end(add)
    more = builder.add(so_far, row(builder.add(builder.cttz(left, ir.IntType(1)(1)), word(first))))
    fewer = builder.and_(left, builder.sub(left, word(1)))
    builder.branch(look)
    so_far.add_incoming(sums, before)
    so_far.add_incoming(more, add)
    left.add_incoming(cells, before)
    left.add_incoming(fewer, add)
    builder.position_at_end(after)
    return so_far


def _loaded(builder: Any, kind: Any, address: Any, align: int) -> Any:
    return builder.load(builder.inttoptr(address, kind.as_pointer()), align=align)


@overload(number_at)
def _number_at_overload(net, offset):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
    return lambda net, offset: _number_at(net, offset)


@overload(total)
def _total_overload(net, planes, spots):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda net, planes, spots: _total(net, planes, spots)


@inlined
def lead(s: Any) -> float:
    """How far the decider is ahead by the net of *s*."""
    if not number_at(s.net, COUNTED):
        planes, spots = sensed(s)
        return (total(s.net, planes, spots) + number_at(s.net, BIAS)) / ONE
    planes, spots, counts = perceived(s)
    whole, offset = float(total(s.net, planes, spots) + number_at(s.net, BIAS)), SKIP
    for count in counts:
        whole += number_at(s.net, offset) * count
        offset += 8
    return whole / ONE


@compiled
def hope(s: Any, seat: int) -> float:
    """The expected score of *seat*, one of two, by the net of *s*."""
    ahead = lead(s)
    return 1.0 / (1.0 + np.exp(-ahead if seat == s.player else ahead))
