"""Momentum on 64-bit words: two sets of marbles, boards of 7 and 8 cells a side."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tabuleiro.core import NOBODY
from tabuleiro.games.momentum import SWAP, Marbles, Momentum
from tabuleiro.kernels import Kernel
from tabuleiro.kernels.bits import (
    U0,
    U1,
    Seed,
    Word,
    below,
    bit,
    has,
    highest,
    listed,
    lowest,
    mix,
    popcount,
    where,
    word_of,
)
from tabuleiro.kernels.jit import compiled, inlined, register
from tabuleiro.kernels.net import CELLS, Inputs, hope, shipped
from tabuleiro.kernels.rules import Codes, looked, pick_listed

FORCED = ("off", "win-or-knock", "report")
SIZES = (7, 8)  # 9 by 9 cells do not fit a word

# What ``features`` counts, in its order, and what each is worth, in units of the logistic function; fitted to self-play,
# see docs/levels.md. Who drops next with all marbles but one on the board wins (a cell for the last
# is always there), so who waits with all but one has won if none of them can be sent home.
FEATURES = (
    *("marbles on the board", "on the edge", "in corners", "beside the edge"),
    *("next has all but one", "next has all but two"),
    *("the other has all but one, safe", "the other has all but one", "the other has all but two", "the turn"),
)
WEIGHTS = (1.543, -1.271, 0.316, -0.431, 9.688, 0.696, 3.593, 0.846, 0.054, 1.106)


class Packed(NamedTuple):
    """*first* and *second* are the marbles of the two seats; the rest of the options follow the turns played."""

    first: np.uint64
    second: np.uint64
    player: int
    played: int
    size: int
    marbles: int
    swap: int
    forced: int
    limit: int
    net: int


# Tables by size (7 or 8, less 7), cell and direction: the cells onward as a list and as a set, and the last of them.
RAYS = np.full((2, 64, 8, 8), -1, np.int64)
RAY = np.zeros((2, 64, 8), np.uint64)
END = np.zeros((2, 64, 8), np.int64)
NEAR = np.zeros((2, 64), np.uint64)  # the neighbours of a cell
WAY = np.zeros((2, 64, 64), np.uint8)  # the direction from a cell to its neighbour
STRIDE = np.zeros((2, 8), np.int64)  # from a cell to the next in each direction
LOW = np.zeros(
    (2, 4), np.uint64
)  # by line (a direction and its opposite): the cells from which its first goes over the edge
HIGH = np.zeros((2, 4), np.uint64)  # those from which the other does, which goes to higher cells
PACE = np.zeros((2, 4), np.uint64)  # so many cells higher
EDGE = np.zeros(2, np.uint64)
RIM = np.zeros(2, np.uint64)  # the cells beside those of the edge
CORNERS = np.zeros(2, np.uint64)
BOARD = np.zeros(2, np.uint64)
for _row, _size in enumerate(SIZES):
    _board = Momentum(size=_size).board
    BOARD[_row] = word_of(_board)
    EDGE[_row] = word_of(cell for cell in _board if len(_board.neighbours[cell]) < 8)
    RIM[_row] = word_of(cell for cell in _board if min(cell % _size, cell // _size) == 1)
    RIM[_row] |= word_of(cell for cell in _board if max(cell % _size, cell // _size) == _size - 2)
    RIM[_row] &= ~EDGE[_row]
    CORNERS[_row] = word_of(cell for cell in _board if len(_board.neighbours[cell]) == 3)
    for _way in range(8):
        STRIDE[_row, _way] = _board.steps[_way][_size + 1] - (_size + 1)
    for _cell in _board:
        NEAR[_row, _cell] = word_of(_board.neighbours[_cell])
        for _way in range(8):
            _ray = _board.rays[_cell][_way]
            RAYS[_row, _cell, _way, : len(_ray)] = _ray
            RAY[_row, _cell, _way] = word_of(_ray)
            if _ray:
                END[_row, _cell, _way] = _ray[-1]
                WAY[_row, _cell, _ray[0]] = _way
    for _line, _way in enumerate(np.flatnonzero(STRIDE[_row] > 0)):
        PACE[_row, _line] = STRIDE[_row, _way]
        HIGH[_row, _line] = word_of(cell for cell in _board if not _board.rays[cell][_way])
        LOW[_row, _line] = word_of(cell for cell in _board if not _board.rays[cell][(_way + 4) & 7])


def mirror(turn: int) -> tuple[int, ...]:
    """What a net sees with the board turned by so many quarters, and for odd ones of the last four, seen from behind."""
    rows = np.arange(4 * CELLS)
    for plane in range(4):
        size = SIZES[plane // 2]
        board = rows[plane * CELLS : plane * CELLS + size**2].reshape(size, size)
        board[...] = np.rot90(board.T if turn >= 4 else board, turn % 4).copy()
    return tuple(rows.tolist())


# What a net sees: on the smaller board, on the larger one, the marbles of who drops next and of the other; how many each
# has not yet on the board, from 0 to 8 and more; what the last marble forces.
INPUTS = Inputs(4, (9, 9, len(FORCED)), len(FEATURES), tuple(mirror(turn) for turn in range(1, 8)))
MINE, THEIRS, FORCING = 256, 265, 274  # the first row of each


@compiled
def falls(s: Packed, mine: Word, occupied: Word) -> Word:
    """The empty cells from which a drop sends one of *mine* off the board.

    From the edge inwards along each run of marbles, to its first empty cell: by one cell, by two and by four, which is as
    far as boards go, and without a branch, so that lines go side by side.
    """
    row = s.size - 7
    cells = U0
    for line in range(4):
        one = PACE[row, line]
        two, four = one + one, np.uint64(4) * one
        run, way = mine & HIGH[row, line], occupied & ~HIGH[row, line]
        run |= way & (run >> one)
        way &= way >> one
        run |= way & (run >> two)
        run |= way & (way >> two) & (run >> four)
        cells |= (run >> one) & ~HIGH[row, line]
        run, way = mine & LOW[row, line], occupied & ~LOW[row, line]
        run |= way & (run << one)
        way &= way << one
        run |= way & (run << two)
        run |= way & (way << two) & (run << four)
        cells |= (run << one) & ~LOW[row, line]
    return cells & BOARD[row] & ~occupied


@compiled
def open_cells(s: Packed) -> Word:
    """Where the player may drop."""
    mine, theirs = (s.first, s.second) if s.player == 0 else (s.second, s.first)
    occupied = mine | theirs
    free = BOARD[s.size - 7] & ~occupied
    if s.forced and popcount(theirs) == s.marbles - 1:
        saving = falls(s, theirs, occupied)
        if s.forced == 1 and popcount(mine) == s.marbles - 1:
            saving |= free & ~falls(s, mine, occupied)
        if saving:
            free = saving
    return free


@compiled
def legal(s: Packed, out: Codes) -> int:
    cells = s.size * s.size
    base = cells if s.player else 0
    count = listed(open_cells(s), base, out, cells)
    theirs = s.second if s.player == 0 else s.first
    if s.swap and s.played == 1 and popcount(theirs) == 1:
        out[count] = 2 * cells
        count += 1
    return count


@compiled
def pick(s: Packed, rng: Seed, codes: Codes) -> int:
    """Throw darts at the board until one hits an open cell; only a forced turn or a swap needs a list."""
    theirs = s.second if s.player == 0 else s.first
    if (s.swap and s.played == 1) or (s.forced and popcount(theirs) == s.marbles - 1):
        return pick_listed(s, rng, codes)
    cells = s.size * s.size
    occupied = s.first | s.second
    cell = below(rng, cells)
    while has(occupied, cell):
        cell = below(rng, cells)
    return cell + (cells if s.player else 0)


@compiled
def step(s: Packed, code: int) -> Packed:
    cells = s.size * s.size
    mine, theirs = (s.first, s.second) if s.player == 0 else (s.second, s.first)
    if code == 2 * cells:
        mine, theirs = mine | theirs, U0
    else:
        row = s.size - 7
        cell = code - cells if code >= cells else code
        occupied = mine | theirs
        mine |= bit(cell)
        touched = occupied & NEAR[row, cell]
        while touched:
            way = WAY[row, cell, lowest(touched)]
            touched &= touched - U1
            gaps = RAY[row, cell, way] & ~occupied
            stride = STRIDE[row, way]
            if gaps:
                goal = lowest(gaps) if stride > 0 else highest(gaps)
                marble, moved = bit(goal - stride), bit(goal)
            else:
                marble, moved = bit(END[row, cell, way]), U0
            change = marble | moved
            own = change if mine & marble else U0  # no branch: whose marble it is cannot be foretold
            mine ^= own
            theirs ^= change ^ own
    played = s.played + 1
    over = popcount(mine) == s.marbles or played == s.limit
    player = -2 if over else 1 - s.player
    first, second = (mine, theirs) if s.player == 0 else (theirs, mine)
    return Packed(first, second, player, played, s.size, s.marbles, s.swap, s.forced, s.limit, s.net)


@compiled
def score(s: Packed, seat: int) -> float:
    counts = popcount(s.first), popcount(s.second)
    if counts[0] == counts[1]:
        return 0.5
    winner = 0 if counts[0] > counts[1] else 1
    return 1.0 if seat == winner else 0.0


@compiled
def features(s: Packed, seat: int) -> tuple[float, ...]:
    """What ``FEATURES`` names: what both have, for *seat* less for the other; the rest for who drops next, or against."""
    mine, theirs = (s.first, s.second) if s.player == 0 else (s.second, s.first)  # of who drops next, and the other's
    row = s.size - 7
    count, other = popcount(mine), popcount(theirs)
    sign = 1.0 if s.player == seat else -1.0
    threat = other == s.marbles - 1
    return (
        sign * (count - other),
        sign * (popcount(mine & EDGE[row]) - popcount(theirs & EDGE[row])),
        sign * (popcount(mine & CORNERS[row]) - popcount(theirs & CORNERS[row])),
        sign * (popcount(mine & RIM[row]) - popcount(theirs & RIM[row])),
        sign if count == s.marbles - 1 else 0.0,
        sign if count == s.marbles - 2 else 0.0,
        -sign if threat and falls(s, theirs, mine | theirs) == U0 else 0.0,
        -sign if threat else 0.0,
        -sign if other == s.marbles - 2 else 0.0,
        sign,
    )


@inlined
def sensed(s: Packed) -> tuple[tuple[Word, Word, Word, Word], tuple[int, int, int]]:
    mine, theirs = (s.first, s.second) if s.player == 0 else (s.second, s.first)
    mine_left = MINE + min(max(s.marbles - popcount(mine), 0), 8)
    theirs_left = THEIRS + min(max(s.marbles - popcount(theirs), 0), 8)
    spots = (mine_left, theirs_left, FORCING + s.forced)
    return ((mine, theirs, U0, U0) if s.size == 7 else (U0, U0, mine, theirs)), spots


@compiled
def noise(s: Packed, code: int) -> int:
    """Marbles of the other side that the drop sends home, less own ones."""
    after = step(s, code)
    lead = popcount(after.first) - popcount(after.second) - popcount(s.first) + popcount(s.second)
    return max(lead - 1 if s.player == 0 else -lead - 1, 0)


@compiled
def key(s: Packed) -> np.uint64:
    start = np.uint64(s.player + 3 + (8 if s.played == 1 else 0))
    return mix(mix(mix(s.first ^ np.uint64(0x9E3779B97F4A7C15)) ^ s.second) ^ start)


@compiled
def whole(s: Packed) -> bool:
    return True


@inlined
def wording(s: Packed, code: int) -> int:
    return 0


register(
    Packed,
    legal=legal,
    step=step,
    score=score,
    evaluate=hope,
    features=features,
    sensed=sensed,
    perceived=looked,
    noise=noise,
    key=key,
    whole=whole,
    pick=pick,
    wording=wording,
)


class MomentumKernel(Kernel):
    """Packs and unpacks the states of one game."""

    batch = "tabuleiro.kernels.batch.momentum"
    inputs, weights = INPUTS, WEIGHTS

    def __init__(self, game: Momentum) -> None:
        self.game = game
        self.net = shipped(game.name, INPUTS, WEIGHTS)
        self.width = game.size**2 + 1
        assert game.space.index(SWAP) == 2 * game.size**2

    def pack(self, state: Marbles) -> Packed:
        game = self.game
        return Packed(
            where(state.board, 1),
            where(state.board, 2),
            state.player,
            state.played,
            game.size,
            game.marbles,
            int(game.swap),
            FORCED.index(game.forced),
            game.turn_limit,
            self.net,
        )

    def unpack(self, packed: Packed) -> Marbles:
        first, second = int(packed.first), int(packed.second)
        board = bytes((first >> cell & 1) + 2 * (second >> cell & 1) for cell in range(self.game.size**2))
        return Marbles(board, int(packed.player) if packed.player >= 0 else NOBODY, int(packed.played))


def kernel(game: Momentum) -> MomentumKernel | None:
    return MomentumKernel(game) if game.size in SIZES else None
