"""Barragoon, compiled: the rules; boards and ways are words, see ``ways``."""

from __future__ import annotations

import numpy as np

from tabuleiro.core import NOBODY
from tabuleiro.games.barragoon import Barragoon, Tiles
from tabuleiro.kernels import Kernel
from tabuleiro.kernels.barragoon.judging import INPUTS, WEIGHTS, features, perceived, sensed
from tabuleiro.kernels.barragoon.places import relevant
from tabuleiro.kernels.barragoon.ways import (
    BOARD,
    CODES,
    ENDS,
    FACE_COUNT,
    MOVES,
    NUMBERS,
    Options,
    Packed,
    ground,
    reach_of,
    strollers,
    tiles_of,
    ways,
)
from tabuleiro.kernels.bits import U0, U1, Word, bit, has, lowest, mix, popcount, word_of
from tabuleiro.kernels.jit import compiled, register
from tabuleiro.kernels.lanes import COUNT, at_most, counts, lane, summed, together
from tabuleiro.kernels.net import hope, shipped
from tabuleiro.kernels.rules import Codes, pick_listed

WIDTH = FACE_COUNT * 63  # no board has more moves than the empty one has placements


# ── The rules ────────────────────────────────────────────────────────────────────────────────────────────────────


@compiled
def stuck(s: Packed, seat: int) -> bool:
    """Whether too few tiles of *seat* can move."""
    few = s.options.black if seat else s.options.white
    g = ground(s)
    left, theirs = tiles_of(s, seat), tiles_of(s, 1 - seat)
    if popcount(left & strollers(s, g.free)) > few:
        return False
    movable = 0
    while left:
        tiles, goals = ways(s, g, left, theirs)
        movable += popcount(together(tiles & ~at_most(goals, U0)))
        left ^= together(tiles)
    return movable <= few


@compiled
def legal(s: Packed, out: Codes) -> int:
    count = 0
    if s.pending:
        free = BOARD & ~(s.a | s.b | s.e)
        while free:
            base = MOVES + FACE_COUNT * lowest(free)
            free &= free - U1
            for face in range(FACE_COUNT):
                out[count + face] = base + face
            count += FACE_COUNT
        return count
    g = ground(s)
    left, theirs = tiles_of(s, s.turn), tiles_of(s, 1 - s.turn)
    while left:
        goals, number = ways(s, g, left, theirs).goals, 0
        while left and number < COUNT:
            cell, found = lowest(left), lane(goals, number)
            while found:
                out[count] = CODES[cell, lowest(found)]
                count += 1
                found &= found - U1
            left &= left - U1
            number += 1
    return count


@compiled
def consider(s: Packed, out: Codes) -> int:
    """Of placements after which both players have the same moves, one."""
    return relevant(s, out) if s.pending else legal(s, out)


@compiled
def settled(s: Packed) -> Packed:
    """The start of a turn, where the game may be over."""
    if 0 < s.options.limit <= s.quiet or 0 < s.options.longest <= s.played or stuck(s, s.turn):
        return decided(s, -2, s.turn, 0)
    return s


@compiled
def decided(s: Packed, player: int, turn: int, pending: int) -> Packed:
    """The same board with another to decide."""
    return Packed(s.a, s.b, s.c, s.d, s.e, player, turn, pending, s.total, s.quiet, s.played, s.options, s.net)


@compiled
def redrawn(s: Packed, a: Word, b: Word, c: Word, d: Word, e: Word, quiet: int, played: int) -> Packed:
    """The same decision on another board."""
    return Packed(a, b, c, d, e, s.player, s.turn, s.pending, s.total, quiet, played, s.options, s.net)


@compiled
def placed(s: Packed, cell: int, face: int) -> Packed:
    """The board with a barragoon put on an empty *cell*."""
    spot = bit(cell)
    number = np.uint64(face)
    return redrawn(
        s,
        s.a | ((number & U1) << np.uint64(cell)),
        s.b | ((number >> U1 & U1) << np.uint64(cell)),
        s.c | ((number >> np.uint64(2) & U1) << np.uint64(cell)),
        s.d | ((number >> np.uint64(3)) << np.uint64(cell)),
        s.e | spot,
        s.quiet,
        s.played,
    )


@compiled
def moved(word: Word, source: int, target: int) -> Word:
    """One bit of a tile goes from *source* to *target*, over what was there."""
    value = word >> np.uint64(source) & U1
    return word & ~(bit(source) | bit(target)) | value << np.uint64(target)


@compiled
def step(s: Packed, code: int) -> Packed:
    mover, other = s.turn, 1 - s.turn
    if code >= MOVES:
        after = placed(s, (code - MOVES) >> 4, (code - MOVES) & 15)
        if s.pending > 1:
            return decided(after, mover, mover, s.pending - 1)
        return settled(decided(after, other, other, 0))
    source, target = ENDS[code, 0], ENDS[code, 1]
    spot = bit(target)
    hit_barragoon = s.e & spot != U0
    hit_tile = not hit_barragoon and (s.a | s.b) & spot != U0
    after = redrawn(
        s,
        moved(s.a, source, target),
        moved(s.b, source, target),
        moved(s.c, source, target),
        s.d & ~spot,
        s.e & ~spot,
        s.quiet + 1 if s.options.limit and not hit_barragoon and not hit_tile else 0,
        s.played + 1 if s.options.longest else 0,
    )
    if hit_barragoon:
        return decided(after, mover, mover, 1)
    if hit_tile and tiles_of(after, other):
        pending = due(after)
        if pending:
            return decided(after, other, mover, pending)
    return settled(decided(after, other, other, 0))


@compiled
def due(s: Packed) -> int:
    """How many barragoons are placed for a tile: two, if so many are left and have room."""
    return min(2, s.total - popcount(s.e), popcount(BOARD & ~(s.a | s.b | s.e)))


@compiled
def score(s: Packed, seat: int) -> float:
    if not stuck(s, s.turn):
        return 0.5
    return 0.0 if seat == s.turn else 1.0


@compiled
def noise(s: Packed, code: int) -> int:
    """How far a captured tile went, plus 1; 1 for a captured barragoon."""
    if code >= MOVES:
        return 0
    target = ENDS[code, 1]
    if has(s.e, target):
        return 1
    return 1 + reach_of(s, target) if has(s.a | s.b, target) else 0


@compiled
def key(s: Packed) -> np.uint64:
    """The board and who decides what; how many barragoons there are never changes in a game."""
    start = np.uint64((s.player + 2) + 4 * s.turn + 8 * s.pending)
    board = mix(s.a ^ np.uint64(0x9E3779B97F4A7C15)) ^ mix(s.b ^ np.uint64(0xBF58476D1CE4E5B9))
    board += mix(s.c ^ np.uint64(0x94D049BB133111EB)) ^ mix(s.d ^ np.uint64(0xD1B54A32D192ED03))
    return mix(board ^ mix(s.e ^ np.uint64(0x8CB92BA72F3D8DD7)) ^ start * np.uint64(0x2545F4914F6CDD1D))


@compiled
def whole(s: Packed) -> bool:
    return s.pending == 0


@compiled
def completions(s: Packed) -> int:
    """How many ways there are to finish the turn under way: placements are counted, not made."""
    free = popcount(BOARD & ~(s.a | s.b | s.e))
    if s.player == -2:
        return 0
    if s.pending:
        return placements(free, s.pending)
    g = ground(s)
    left, theirs = tiles_of(s, s.turn), tiles_of(s, 1 - s.turn)
    last = popcount(theirs) == 1
    for_tile = 1 if last else placements(free + 1, min(2, s.total - popcount(s.e), free + 1))
    for_barragoon = placements(free + 1, 1)
    count = 0
    while left:
        tiles, goals = ways(s, g, left, theirs)
        count += summed(counts(goals & g.free))
        count += for_tile * summed(counts(goals & theirs))
        count += for_barragoon * summed(counts(goals & s.e))
        left ^= together(tiles)
    return count


@compiled
def count_turns(s: Packed, depth: int) -> int:
    """How many sequences of *depth* turns begin in *s*: of the last turn, placements are only counted."""
    if depth == 1 or s.player == -2:
        return completions(s)
    codes = np.empty(WIDTH, np.int32)
    count = legal(s, codes)
    total = 0
    for number in range(count):
        after = step(s, np.int64(codes[number]))
        total += count_turns(after, depth - 1 if whole(after) else depth)
    return total


@compiled
def placements(free: int, count: int) -> int:
    """How many ways there are to place *count* barragoons in turn on *free* cells."""
    ways = 1
    for number in range(count):
        ways *= FACE_COUNT * (free - number)
    return ways


@compiled
def wording(s: Packed, code: int) -> int:
    """Whether a move captures."""
    return 1 if code < MOVES and (s.a | s.b | s.e) & bit(ENDS[code, 1]) else 0


register(
    Packed,
    legal=legal,
    consider=consider,
    step=step,
    score=score,
    evaluate=hope,
    features=features,
    sensed=sensed,
    perceived=perceived,
    noise=noise,
    key=key,
    whole=whole,
    pick=pick_listed,
    wording=wording,
)


class BarragoonKernel(Kernel):
    """Packs and unpacks the states of one game."""

    batch = "tabuleiro.kernels.batch.barragoon"
    inputs, weights = INPUTS, WEIGHTS

    def __init__(self, game: Barragoon) -> None:
        self.game = game
        self.net = shipped(game.name, INPUTS, WEIGHTS)
        self.width = WIDTH
        self.options = Options(int(game.directional_capture), *game.thresholds, game.no_capture_limit, game.max_plies)

    def pack(self, state: Tiles) -> Packed:
        numbers = [NUMBERS[content] for content in state.board]
        words = [word_of(cell for cell, number in enumerate(numbers) if number >> place & 1) for place in range(5)]
        counts = (state.player, state.turn, state.pending, state.total, state.quiet, state.played)
        return Packed(*words, *counts, self.options, self.net)

    def unpack(self, packed: Packed) -> Tiles:
        words = [int(word) for word in packed[:5]]
        numbers = [sum((word >> cell & 1) << place for place, word in enumerate(words)) for cell in self.game.board]
        player, turn, pending, total, quiet, played = (int(count) for count in packed[5:11])
        board = bytes(NUMBERS.index(number) for number in numbers)
        return Tiles(board, player if player >= 0 else NOBODY, turn, pending, total, quiet, played)


def kernel(game: Barragoon) -> BarragoonKernel:
    return BarragoonKernel(game)
