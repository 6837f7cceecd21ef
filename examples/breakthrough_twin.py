"""Breakthrough on 64-bit words, for searches: the pieces of both players as sets of cells, and tables of the steps."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tabuleiro.ai.profiles import Manner, Profile, Style
from tabuleiro.core import NOBODY, State
from tabuleiro.kernels import Kernel
from tabuleiro.kernels.bits import U1, Word, bit, has, lowest, mix, popcount, where, word_of
from tabuleiro.kernels.jit import compiled, register
from tabuleiro.kernels.rules import Codes, pick_listed

PROFILE = Profile(
    tree=200_000, sharp=2_000_000, style=Style(explore=0.6, horizon=4, prior=6.0, wide=30), manner=Manner(noisy=2)
)
SIZES = range(5, 9)
NEAR = 0.35  # what a row nearer to the goal is worth to the foremost piece, in units of the logistic function
PIECE = 0.45  # what a piece is worth


class Packed(NamedTuple):
    white: np.uint64
    black: np.uint64
    player: int
    size: int


# By size, seat, cell and way (left, straight, right): the code of the step and where it leads, -1 where there is none. They
# are numbered as in the action space of the game: by seat, cell and way.
CODES = np.full((9, 2, 64, 3), -1, np.int32)
GOALS = np.full((9, 2, 64, 3), -1, np.int32)
ENDS = np.zeros((9, 512, 2), np.int32)  # by size and code: source and target
ROWS = np.zeros((9, 2), np.uint64)  # by size and seat: the row to reach
for _size in SIZES:
    _code = 0
    for _seat, _ahead in enumerate((-1, 1)):
        _last = 0 if _seat == 0 else _size - 1
        ROWS[_size, _seat] = word_of(range(_size * _last, _size * _last + _size))
        for _cell in range(_size**2):
            _row, _column = divmod(_cell, _size)
            for _way in range(3):
                _to = _row + _ahead, _column + _way - 1
                if min(_to) >= 0 and max(_to) < _size:
                    CODES[_size, _seat, _cell, _way] = _code
                    GOALS[_size, _seat, _cell, _way] = _goal = _to[0] * _size + _to[1]
                    ENDS[_size, _code] = _cell, _goal
                    _code += 1


@compiled
def sides(s: Packed) -> tuple[Word, Word]:
    """The pieces of who is to move, and the other's."""
    return (s.white, s.black) if s.player == 0 else (s.black, s.white)


@compiled
def legal(s: Packed, out: Codes) -> int:
    mine, theirs = sides(s)
    left, count = mine, 0
    while left:
        cell = lowest(left)
        left &= left - U1
        for way in range(3):
            goal = GOALS[s.size, s.player, cell, way]
            if goal >= 0 and not has(mine, goal) and (way != 1 or not has(theirs, goal)):
                out[count] = CODES[s.size, s.player, cell, way]
                count += 1
    return count


@compiled
def step(s: Packed, code: int) -> Packed:
    mine, theirs = sides(s)
    source, target = bit(ENDS[s.size, code, 0]), bit(ENDS[s.size, code, 1])
    mine, theirs = mine & ~source | target, theirs & ~target
    over = target & ROWS[s.size, s.player] or not theirs
    player = -2 if over else 1 - s.player
    return Packed(mine, theirs, player, s.size) if s.player == 0 else Packed(theirs, mine, player, s.size)


@compiled
def score(s: Packed, seat: int) -> float:
    won = 0 if s.white & ROWS[s.size, 0] or not s.black else 1
    return 1.0 if seat == won else 0.0


@compiled
def foremost(s: Packed, seat: int) -> int:
    """How many rows the foremost piece of *seat* has gone."""
    rows = 0
    for row in range(s.size):
        line = (bit(s.size) - U1) << np.uint64(s.size * row)
        if seat == 0 and not rows and s.white & line:
            rows = s.size - 1 - row
        if seat == 1 and s.black & line:
            rows = row
    return rows


@compiled
def evaluate(s: Packed, seat: int) -> float:
    lead = PIECE * (popcount(s.white) - popcount(s.black)) + NEAR * (foremost(s, 0) - foremost(s, 1))
    return 1.0 / (1.0 + np.exp(-lead if seat == 0 else lead))


@compiled
def noise(s: Packed, code: int) -> int:
    """Captures, and steps that win."""
    target = bit(ENDS[s.size, code, 1])
    if target & ROWS[s.size, s.player]:
        return 2
    return 1 if sides(s)[1] & target else 0


@compiled
def key(s: Packed) -> Word:
    return mix(mix(mix(s.white) ^ s.black) ^ np.uint64(s.player + 3))


@compiled
def whole(s: Packed) -> bool:
    return True


@compiled
def wording(s: Packed, code: int) -> int:
    return 0


register(
    Packed,
    legal=legal,
    step=step,
    score=score,
    evaluate=evaluate,
    noise=noise,
    key=key,
    whole=whole,
    wording=wording,
    pick=pick_listed,
)


class BreakthroughKernel(Kernel):
    """Packs and unpacks the states of one game."""

    def __init__(self, game: Any) -> None:
        self.game, self.width = game, 6 * game.size  # two rows of pieces with three steps each

    def pack(self, state: State) -> Packed:
        return Packed(where(state.board, 1), where(state.board, 2), state.player, self.game.size)

    def unpack(self, packed: Packed) -> State:
        white, black = int(packed.white), int(packed.black)
        board = bytes((white >> cell & 1) + 2 * (black >> cell & 1) for cell in self.game.board)
        return State(board, int(packed.player) if packed.player >= 0 else NOBODY)


def kernel(game: Any) -> BreakthroughKernel:
    return BreakthroughKernel(game)
