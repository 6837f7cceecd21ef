"""Barragoon's boards on 64-bit words, and where tiles can go on them.

What stands on one of the 63 cells is a number of five bits, one word a bit. All paths of a tile are walked at once: a
word a heading holds where the tile can be after so many steps, and what may be crossed in which heading, with or without
the one turn, is a word too. All tiles of a seat walk at the same time, each in a lane of its own; a seat has seven, but a
position of a user's own may have more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tabuleiro.core import Move
from tabuleiro.games.barragoon import FACES, Barragoon
from tabuleiro.kernels.bits import U0, U1, Word, has, word_of
from tabuleiro.kernels.jit import compiled, outlined
from tabuleiro.kernels.lanes import Lanes, apart, at_most

FACE_COUNT = len(FACES)
# By piece: its five bits in a packed state.
NUMBERS = (0, 1, 2, 3, 4 + 1, 4 + 2, 4 + 3, *range(16, 16 + FACE_COUNT))


class Options(NamedTuple):
    """*white* and *black* are how many tiles that can move are too few; *limit* and *longest* are turns, 0 for none."""

    directional: int
    white: int
    black: int
    limit: int
    longest: int


class Packed(NamedTuple):
    """The cell whose bits in the words are *e d c b a* holds, if *e*, the barragoon with the face of number *dcba*;
    otherwise, if *b* or *a*, the tile that goes 1 + *ba* squares, Black's if *c*.

    The other fields are the reference's.
    """

    a: np.uint64
    b: np.uint64
    c: np.uint64
    d: np.uint64
    e: np.uint64
    player: int
    turn: int
    pending: int
    total: int
    quiet: int
    played: int
    options: Options
    net: int


class Ground(NamedTuple):
    """Where tiles can go on: the headings are *t r b l*, and a pair of them is the heading in and the heading out.

    The words of pairs hold the cells that may be crossed so, with a cell beyond them; the words *take* hold the
    barragoons that may be captured with that last heading, by any but a 2-space tile those of *at*.
    """

    free: np.uint64
    at: np.uint64
    tt: np.uint64
    rr: np.uint64
    bb: np.uint64
    ll: np.uint64
    tr: np.uint64
    tl: np.uint64
    rb: np.uint64
    rt: np.uint64
    bl: np.uint64
    br: np.uint64
    lt: np.uint64
    lb: np.uint64
    take_t: np.uint64
    take_r: np.uint64
    take_b: np.uint64
    take_l: np.uint64


class Front(NamedTuple):
    """Where tiles are after some steps, by heading: *t* to *l* still straight on, *turned_t* to *turned_l* after the turn.

    These are words for all tiles together or lanes for one each.
    """

    t: Any
    r: Any
    b: Any
    l: Any  # noqa: E741 - the letter of the heading
    turned_t: Any
    turned_r: Any
    turned_b: Any
    turned_l: Any


class Ways(NamedTuple):
    """Where tiles stand, one a lane, and where each of them can go."""

    tiles: Lanes
    goals: Lanes


ROW = np.uint64(7)  # from a cell to the one below it
TWO = np.uint64(2)
_GAME = Barragoon()
_CELLS = range(63)
BOARD = word_of(_CELLS)
ROOM_T = word_of(cell for cell in _CELLS if cell >= 7)  # the cells that have one towards the top, and so on
ROOM_R = word_of(cell for cell in _CELLS if cell % 7 < 6)
ROOM_B = word_of(cell for cell in _CELLS if cell < 56)
ROOM_L = word_of(cell for cell in _CELLS if cell % 7 > 0)

MOVES = sum(isinstance(action, Move) for action in _GAME.space)  # their codes come first, then the placements'
CODES = np.zeros((63, 64), np.int32)  # by source and target
ENDS = np.zeros((MOVES, 2), np.int64)  # the source and the target of a code
for _code, _action in enumerate(_GAME.space):
    if isinstance(_action, Move):
        CODES[_action.source, _action.target] = _code
        ENDS[_code] = _action.source, _action.target


@compiled
def ground(s: Packed) -> Ground:
    """What the cells let pass."""
    a, b, c, d, e = s.a, s.b, s.c, s.d, s.e
    free = BOARD & ~(a | b | e)
    d0c0, d0c1, d1c0, d1c1 = e & ~d & ~c, e & ~d & c, e & d & ~c, e & d & c
    b0a0, b0a1, b1a0, b1a1 = ~b & ~a, ~b & a, b & ~a, b & a
    top, bottom, left, right = d0c0 & b0a1, d0c0 & b1a0, d0c0 & b1a1, d0c1 & b0a0  # one way
    vertical, horizontal = d0c1 & b0a1, d0c1 & b1a0
    tr, rb, bl, lt = d0c1 & b1a1, d1c0 & b0a0, d1c0 & b0a1, d1c0 & b1a0  # right turns
    br, rt, tl, lb = d1c0 & b1a1, d1c1 & b0a0, d1c1 & b0a1, d1c1 & b1a0  # left turns
    at = d1c1 & b1a1
    take_t = take_r = take_b = take_l = e
    if s.options.directional:
        any_side = d0c0 & b0a0 | at
        take_t = any_side | top | vertical | tr | tl
        take_r = any_side | right | horizontal | rb | rt
        take_b = any_side | bottom | vertical | bl | br
        take_l = any_side | left | horizontal | lt | lb
    turn = free | at
    return Ground(
        free,
        at,
        (free | top | vertical) & ROOM_T,
        (free | right | horizontal) & ROOM_R,
        (free | bottom | vertical) & ROOM_B,
        (free | left | horizontal) & ROOM_L,
        (turn | tr) & ROOM_R,
        (turn | tl) & ROOM_L,
        (turn | rb) & ROOM_B,
        (turn | rt) & ROOM_T,
        (turn | bl) & ROOM_L,
        (turn | br) & ROOM_R,
        (turn | lt) & ROOM_T,
        (turn | lb) & ROOM_B,
        take_t,
        take_r,
        take_b,
        take_l,
    )


@compiled
def first(tiles: Any) -> Front:
    """One step from the *tiles*."""
    none = tiles & U0
    return Front(
        (tiles & ROOM_T) >> ROW,
        (tiles & ROOM_R) << U1,
        (tiles & ROOM_B) << ROW,
        (tiles & ROOM_L) >> U1,
        none,
        none,
        none,
        none,
    )


@compiled
def onward(g: Ground, f: Front) -> Front:
    """One more step."""
    return Front(
        (f.t & g.tt) >> ROW,
        (f.r & g.rr) << U1,
        (f.b & g.bb) << ROW,
        (f.l & g.ll) >> U1,
        (f.turned_t & g.tt | f.r & g.rt | f.l & g.lt) >> ROW,
        (f.turned_r & g.rr | f.t & g.tr | f.b & g.br) << U1,
        (f.turned_b & g.bb | f.r & g.rb | f.l & g.lb) << ROW,
        (f.turned_l & g.ll | f.t & g.tl | f.b & g.bl) >> U1,
    )


@compiled
def united(f: Front, h: Front) -> Front:
    return Front(
        f.t | h.t,
        f.r | h.r,
        f.b | h.b,
        f.l | h.l,
        f.turned_t | h.turned_t,
        f.turned_r | h.turned_r,
        f.turned_b | h.turned_b,
        f.turned_l | h.turned_l,
    )


@compiled
def everywhere(f: Front) -> Any:
    return f.t | f.r | f.b | f.l | f.turned_t | f.turned_r | f.turned_b | f.turned_l


@compiled
def tiles_of(s: Packed, seat: int) -> Word:
    both = (s.a | s.b) & ~s.e
    return both & s.c if seat else both & ~s.c


@compiled
def reach_of(s: Packed, cell: int) -> int:
    """How far a full move of the tile on *cell* goes."""
    return 1 + (1 if has(s.a, cell) else 0) + (2 if has(s.b, cell) else 0)


@outlined
def ways(s: Packed, g: Ground, some: Word, theirs: Word) -> Ways:
    """Where each of *some* tiles, the first eight, can go when *theirs* are the other player's.

    Who goes fewer squares sets out later, so that all arrive at the same time.
    """
    tiles = apart(some)
    twos = tiles & (s.a & ~s.b)
    f = first(tiles & (s.a & s.b))
    f = united(onward(g, f), first(tiles & (s.b & ~s.a)))
    f = united(onward(g, f), first(twos))
    short = everywhere(f) & g.free
    f = onward(g, f)
    quiet = g.free | theirs
    full = (f.t | f.turned_t) & (quiet | g.take_t)
    full = full | (f.r | f.turned_r) & (quiet | g.take_r)
    full = full | (f.b | f.turned_b) & (quiet | g.take_b)
    full = full | (f.l | f.turned_l) & (quiet | g.take_l)
    return Ways(tiles, short | full & (at_most(twos, U0) | ~g.at))


@compiled
def strollers(s: Packed, free: Word) -> Word:
    """Of all tiles those that can go straight on over empty squares, one less than a full move: a cheap look that most tiles
    of most positions pass.
    """
    t, b = (free << ROW) & BOARD, free >> ROW  # from where one step goes to an empty square
    r, l = (free >> U1) & ROOM_R, (free << U1) & ROOM_L  # noqa: E741 - the letters of the headings
    tt, bb, rr, ll = t & (t << ROW), b & (b >> ROW), r & (r >> U1), l & (l << U1)  # and two steps
    ttt, bbb, rrr, lll = tt & (t << ROW + ROW), bb & (b >> ROW + ROW), rr & (r >> TWO), ll & (l << TWO)
    one, two, three = t | b | r | l, tt | bb | rr | ll, ttt | bbb | rrr | lll
    return (s.a & ~s.b & one | s.b & ~s.a & two | s.a & s.b & three) & ~s.e
