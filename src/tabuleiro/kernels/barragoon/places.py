"""Which placements of a barragoon make a difference at all: a search need not look at 600 of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tabuleiro.games.barragoon import AT, NO, Barragoon
from tabuleiro.kernels.barragoon.ways import (
    FACE_COUNT,
    MOVES,
    ROOM_B,
    ROOM_L,
    ROOM_R,
    ROOM_T,
    Front,
    Ground,
    Packed,
    everywhere,
    first,
    ground,
    onward,
    united,
)
from tabuleiro.kernels.bits import U1, Word, has, lowest
from tabuleiro.kernels.jit import allocating, compiled
from tabuleiro.kernels.rules import Codes

ALL_TURNS = AT - NO
CROSSINGS = np.array(Barragoon().crossings[NO:], np.int64)  # by face: the pairs of headings allowed, as bits
# By option and face: the last headings with which it can be captured, as bits.
LANDINGS = np.array([Barragoon(directional_capture=on).landings[2][NO:] for on in (False, True)], np.int64)


class Steps(NamedTuple):
    """Where tiles of both players step: *on* has a word a heading for squares on the way, before the turn and after;
    *end* the same for the last squares of full moves.
    """

    on: Front
    end: Front


@compiled
def steps_of(g: Ground, tiles: Word, reach: int) -> Steps:
    """All steps of *tiles* that go *reach* squares."""
    f = first(tiles)
    on = f
    for _ in range(reach - 2):
        f = onward(g, f)
        on = united(on, f)
    return Steps(on, onward(g, f))


@allocating
def relevant(s: Packed, out: Codes) -> int:
    """Like ``legal`` where a barragoon is placed, but of placements after which both players have the same moves as
    after another (captures of the new barragoon included), only the first is listed.

    So of all squares that no tile can step on, one with no entry; on the others, of the faces that differ only in
    crossings that no tile can use now, the first. It is about the moves of this moment: on a crowded board a square
    that nobody reaches today may matter tomorrow.
    """
    g = ground(s)
    tiles = (s.a | s.b) & ~s.e
    twos = steps_of(g, tiles & s.a & ~s.b, 2)
    threes = steps_of(g, tiles & s.b & ~s.a, 3)
    fours = steps_of(g, tiles & s.a & s.b, 4)
    on = united(twos.on, united(threes.on, fours.on))
    end = united(twos.end, united(threes.end, fours.end))
    reached = everywhere(on) | everywhere(end)
    signs = np.empty(FACE_COUNT, np.int64)
    count = 0
    left = g.free & reached
    nowhere = g.free & ~reached
    if nowhere:
        left |= nowhere & (~nowhere + U1)
    while left:
        cell = lowest(left)
        left &= left - U1
        used = usable(on, cell)
        lands = landing(end, cell) if s.options.directional else 0
        by_twos = has(everywhere(twos.end), cell)
        for face in range(FACE_COUNT):
            sign = CROSSINGS[face] & used | (LANDINGS[s.options.directional, face] & lands) << 16
            if by_twos and face == ALL_TURNS:
                sign |= 1 << 20
            signs[face] = sign
            new = True
            for other in range(face):
                if signs[other] == sign:
                    new = False
                    break
            if new:
                out[count] = MOVES + FACE_COUNT * cell + face
                count += 1
    return count


@compiled
def usable(f: Front, cell: int) -> int:
    """The pairs of headings with which tiles that step on *cell* on their way could cross it, as the reference's bits."""
    top, right = has(ROOM_T, cell), has(ROOM_R, cell)
    bottom, left = has(ROOM_B, cell), has(ROOM_L, cell)
    pairs = 0
    if has(f.t, cell):
        pairs |= (1 if top else 0) | (1 << 1 if right else 0) | (1 << 3 if left else 0)
    if has(f.r, cell):
        pairs |= (1 << 5 if right else 0) | (1 << 6 if bottom else 0) | (1 << 4 if top else 0)
    if has(f.b, cell):
        pairs |= (1 << 10 if bottom else 0) | (1 << 11 if left else 0) | (1 << 9 if right else 0)
    if has(f.l, cell):
        pairs |= (1 << 15 if left else 0) | (1 << 12 if top else 0) | (1 << 14 if bottom else 0)
    if top and has(f.turned_t, cell):
        pairs |= 1
    if right and has(f.turned_r, cell):
        pairs |= 1 << 5
    if bottom and has(f.turned_b, cell):
        pairs |= 1 << 10
    if left and has(f.turned_l, cell):
        pairs |= 1 << 15
    return pairs


@compiled
def landing(f: Front, cell: int) -> int:
    """The headings with which full moves end on *cell*, as bits."""
    return (
        (1 if has(f.t | f.turned_t, cell) else 0)
        | (2 if has(f.r | f.turned_r, cell) else 0)
        | (4 if has(f.b | f.turned_b, cell) else 0)
        | (8 if has(f.l | f.turned_l, cell) else 0)
    )
