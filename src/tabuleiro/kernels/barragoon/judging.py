"""How good a position of Barragoon looks: by what its tiles can do."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tabuleiro.kernels.barragoon.ways import Ground, Packed, ground, tiles_of, ways
from tabuleiro.kernels.bits import U0, U1, Word, backwards, popcount
from tabuleiro.kernels.jit import compiled, inlined
from tabuleiro.kernels.lanes import at_most, counts, summed, together
from tabuleiro.kernels.net import CELLS, Inputs

# What ``features`` counts, in its order, and what each is worth alone, in units of the logistic function; fitted to
# self-play, see docs/levels.md.
FEATURES = (
    *("2-space tiles", "3-space tiles", "4-space tiles", "moves", "tiles nearly blocked"),
    *("the other's nearness to a loss by blocking", "tiles to capture", "the turn", "the last placement"),
)
WEIGHTS = (0.650, 0.747, 0.767, 0.018, -0.101, 1.465, 0.305, 0.074, 0.199)
CRAMPED = np.uint64(3)  # a tile with no more moves than this is nearly blocked

# What a net sees, the decider's side always at the same edge: first of the decider, then of the other, the tiles by how far
# they go, those that are attacked and those that cannot move; then no entry, all turns, and the other barragoons.
PLANES = 13
# Besides: what is to be done, together with how barragoons are captured; of either how many more tiles can move than are
# too few, up to 8; and of either half the number of moves, up to 31.
DUE, SPARE, CHOICES = 8, 9, 32


def mirrored(row: int) -> int:
    """The row that the right side has for this one of the left."""
    cell = row % CELLS
    return row if cell == CELLS - 1 else row + 6 - 2 * (cell % 7)


INPUTS = Inputs(
    PLANES,
    (DUE, SPARE, SPARE, CHOICES, CHOICES),
    len(FEATURES),
    (tuple(mirrored(row) for row in range(CELLS * PLANES)),),
)
FIRST = CELLS * PLANES
MY_SPARE, THEIR_SPARE = FIRST + DUE, FIRST + DUE + SPARE
MY_CHOICES, THEIR_CHOICES = FIRST + DUE + 2 * SPARE, FIRST + DUE + 2 * SPARE + CHOICES


class Survey(NamedTuple):
    """Of the tiles of a seat: how many can move, how many moves they have, how many are nearly blocked, which are wholly
    so, and which of the other's they attack.
    """

    movable: int
    moves: int
    cramped: int
    blocked: np.uint64
    attacked: np.uint64


@inlined
def survey(s: Packed, g: Ground, seat: int) -> Survey:
    left, theirs = tiles_of(s, seat), tiles_of(s, 1 - seat)
    movable = moves = cramped = 0
    blocked = attacked = U0
    while left:
        tiles, goals = ways(s, g, left, theirs)
        choices, here = counts(goals), together(tiles)
        still = together(tiles & at_most(choices, U0))
        movable += popcount(here ^ still)
        cramped += popcount(together(tiles & at_most(choices, CRAMPED)))
        moves += summed(choices)
        blocked |= still
        attacked |= together(goals) & theirs
        left ^= here
    return Survey(movable, moves, cramped, blocked, attacked)


@compiled
def closeness(movable: int, too_few: int) -> float:
    """How near a loss by blocking is: 1 when one tile more must be blocked, a half when two."""
    return 1.0 / (movable - too_few) if movable > too_few else 1.5


@compiled
def features(s: Packed, seat: int) -> tuple[float, ...]:
    """What ``FEATURES`` names: what both have, for *seat* less for the other; the rest for who moves next, or against."""
    g, mover = ground(s), next_mover(s)
    return counted(s, seat, survey(s, g, mover), survey(s, g, 1 - mover))


@inlined
def next_mover(s: Packed) -> int:
    """Who moves next: inside a turn, the other."""
    return s.turn if s.pending == 0 else 1 - s.turn


@inlined
def counted(s: Packed, seat: int, own: Survey, other: Survey) -> tuple[float, ...]:
    """The features, from what was found out of who moves next and of the other."""
    mover = next_mover(s)
    mine, theirs = tiles_of(s, mover), tiles_of(s, 1 - mover)
    twos, threes, fours = s.a & ~s.b, s.b & ~s.a, s.a & s.b
    few, few_too = (s.options.white, s.options.black) if mover == 0 else (s.options.black, s.options.white)
    sign = 1.0 if mover == seat else -1.0
    return (
        sign * (popcount(mine & twos) - popcount(theirs & twos)),
        sign * (popcount(mine & threes) - popcount(theirs & threes)),
        sign * (popcount(mine & fours) - popcount(theirs & fours)),
        sign * (own.moves - other.moves),
        sign * (own.cramped - other.cramped),
        sign * (closeness(other.movable, few_too) - closeness(own.movable, few)),
        sign * popcount(own.attacked),
        sign,
        -sign if s.pending else 0.0,
    )


@inlined
def seen(word: Word, seat: int) -> Word:
    """The cells of *word* as *seat* sees the board."""
    return backwards(word) >> U1 if seat else word


@inlined
def sensed(s: Packed) -> tuple[tuple[Word, ...], tuple[int, int, int, int, int]]:
    g = ground(s)
    return spotted(s, survey(s, g, s.player), survey(s, g, 1 - s.player))


@compiled
def perceived(s: Packed) -> tuple[tuple[Word, ...], tuple[int, int, int, int, int], tuple[float, ...]]:
    """What tiles can do is found out once for both."""
    g = ground(s)
    own, other = survey(s, g, s.player), survey(s, g, 1 - s.player)
    planes, spots = spotted(s, own, other)
    first, second = (own, other) if s.player == next_mover(s) else (other, own)
    return planes, spots, counted(s, s.player, first, second)


@inlined
def spotted(s: Packed, own: Survey, other: Survey) -> tuple[tuple[Word, ...], tuple[int, int, int, int, int]]:
    """What a net sees, from what was found out of the decider and of the other."""
    seat = s.player
    few, few_too = (s.options.white, s.options.black) if seat == 0 else (s.options.black, s.options.white)
    mine = tiles_of(s, seat) & ~(other.attacked | own.blocked)
    theirs = tiles_of(s, 1 - seat) & ~(own.attacked | other.blocked)
    twos, threes, fours = s.a & ~s.b, s.b & ~s.a, s.a & s.b
    no, turns = s.e & ~(s.a | s.b | s.c | s.d), s.e & s.a & s.b & s.c & s.d
    due = 0
    if s.pending:
        due = 1 if seat == s.turn else 1 + s.pending
    planes = (
        seen(mine & twos, seat),
        seen(mine & threes, seat),
        seen(mine & fours, seat),
        seen(other.attacked, seat),
        seen(own.blocked & ~other.attacked, seat),
        seen(theirs & twos, seat),
        seen(theirs & threes, seat),
        seen(theirs & fours, seat),
        seen(own.attacked, seat),
        seen(other.blocked & ~own.attacked, seat),
        seen(no, seat),
        seen(turns, seat),
        seen(s.e & ~no & ~turns, seat),
    )
    spots = (
        FIRST + 2 * due + s.options.directional,
        MY_SPARE + min(max(own.movable - few, 0), SPARE - 1),
        THEIR_SPARE + min(max(other.movable - few_too, 0), SPARE - 1),
        MY_CHOICES + min(own.moves >> 1, CHOICES - 1),
        THEIR_CHOICES + min(other.moves >> 1, CHOICES - 1),
    )
    return planes, spots
