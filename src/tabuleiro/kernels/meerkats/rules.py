"""Meerkats on 64-bit words: one set of stones per colour, and slides looked up a line of the board at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tabuleiro.core import Choose, Move, Place
from tabuleiro.games.meerkats import ALL, COLOURS, EACH, UNDEALT, UNKNOWN, Burrow, Meerkats
from tabuleiro.kernels import Kernel
from tabuleiro.kernels.bits import U0, U1, Word, bit, has, lowest, mix, popcount, word_of
from tabuleiro.kernels.jit import compiled, inlined, register
from tabuleiro.kernels.net import CELLS as ROOM
from tabuleiro.kernels.net import Inputs, hope
from tabuleiro.kernels.rules import Codes, looked, pick_listed

CELLS = 61
MOST = 288  # slides: 12 stones reach at most 24 cells each, 48 empty cells are reached from at most 6 sides each

# Options, as bits of one number.
BAG, FARTHEST, LAST_SLIDE, INSTANT, SECOND, LIBERTY = 1, 2, 4, 8, 16, 32

TRAITS = (
    "the largest group",
    "the second",
    "the largest that one empty cell parts from the largest",
    "stones in the supply",
)
FEATURES = tuple(f"{trait}, {stage}" for trait in TRAITS for stage in ("early", "late"))
# What the traits of a colour are worth, in units of the logistic function: on an empty board and on a full one. They
# are chosen, not fitted: a fit to self-play predicted results better, but played worse (docs/levels.md).
WEIGHTS = np.array([[0.25, 0.8], [0.0625, 0.2], [0.1, 0.32], [0.025, 0.08]])


class Packed(NamedTuple):
    """The stones of each colour, who decides, then what else the rules see.

    *colours* has three bits for every seat, 0 for a colour not drawn yet. *fresh* is the cell of the stone just
    dropped or -1. *rules* are the options.
    """

    red: np.uint64
    green: np.uint64
    blue: np.uint64
    yellow: np.uint64
    player: int
    colours: int
    hand: int
    fresh: int
    players: int
    rules: int
    net: int


_GAME = Meerkats()
_BOARD = _GAME.board

FULL = word_of(_BOARD)
NEAR = np.array([word_of(cells) for cells in _BOARD.neighbours], np.uint64)

# A drop is a colour and a cell, a slide two cells; chance's codes are the colours themselves.
FIRST_DROP = _GAME.space.index(Place(0, 1))
FIRST_SLIDE = FIRST_DROP + 4 * CELLS
SOURCE = np.zeros(len(_GAME.space), np.int64)
TARGET = np.zeros(len(_GAME.space), np.int64)
for _code, _action in enumerate(_GAME.space):
    match _action:
        case Place(_cell, _piece):
            SOURCE[_code], TARGET[_code] = _piece, _cell
        case Move(_source, _target):
            SOURCE[_code], TARGET[_code] = _source, _target

# A slide on a line is a matter of the nine cells of that line. For each of the three axes the board is turned so that
# lines are runs of bits, rising in direction 0, 1 or 2 (up-left, up-right, right); the last axis is the board itself.
TURNED = np.zeros((CELLS, 2), np.uint64)  # the bit of a cell on the first two axes
SHIFT = np.zeros((CELLS, 3), np.uint64)  # where the cell's line begins
BEYOND = np.zeros((CELLS, 3), np.uint64)  # of nine bits, those past the end of the line
PLACE = np.zeros((CELLS, 3), np.uint64)  # the cell's place on the line, times 512: where its part of RUNS begins
for _axis in range(3):
    _begun = 0
    for _cell, _rays in enumerate(_BOARD.rays):
        if not _rays[_axis + 3]:
            _line = (_cell, *_rays[_axis])
            for _place, _other in enumerate(_line):
                if _axis < 2:
                    TURNED[_other, _axis] = 1 << (_begun + _place)
                else:
                    assert _other == _begun + _place
                SHIFT[_other, _axis] = _begun
                BEYOND[_other, _axis] = 0x1FF & ~((1 << len(_line)) - 1)
                PLACE[_other, _axis] = _place << 9
            _begun += len(_line)

# By place and stones on a line of nine: the free run onwards as bits from 0, nearest first, and backwards from 24. The
# runs in the six directions are then eight bits each, in the order of the directions.
RUNS = np.zeros(9 << 9, np.uint64)
for _place in range(9):
    for _stones in range(1 << 9):
        for _first, _cells in ((0, range(_place + 1, 9)), (24, range(_place - 1, -1, -1))):
            for _number, _cell in enumerate(_cells):
                if _stones >> _cell & 1:
                    break
                RUNS[(_place << 9) + _stones] |= np.uint64(1 << (_first + _number))
SHORT = np.uint64(0x7F7F7F7F7F7F)  # all but the last bit of each run
CODE = np.zeros((CELLS, 48), np.int32)  # the slide from a cell by direction and distance
for _cell in _BOARD:
    for _way, _ray in enumerate(_BOARD.rays[_cell]):
        for _number, _target in enumerate(_ray):
            CODE[_cell, 8 * _way + _number] = _GAME.space.index(Move(_cell, _target))


def mirrors() -> tuple[tuple[int, ...], ...]:
    """What a net sees with the board turned by sixths, and seen from behind."""
    away = [complex(x, y) - complex(*_BOARD.centres[CELLS // 2]) for x, y in _BOARD.centres]
    found = []
    for turn in range(12):
        rows = np.arange(3 * ROOM).reshape(3, ROOM)
        for cell, place in enumerate(away):
            image = (place.conjugate() if turn >= 6 else place) * np.exp(1j * np.pi * turn / 3)
            rows[:, min(_BOARD, key=lambda other: abs(away[other] - image))] = [cell, ROOM + cell, 2 * ROOM + cell]
        found.append(tuple(rows.ravel().tolist()))
    return tuple(found[1:])  # the first leaves all as it is


# What a net sees when two play: the stones of who decides, those of the other, and nobody's; how many stones there are, by
# fours, before a drop and before a slide.
INPUTS = Inputs(3, (32,), 2 * len(WEIGHTS), mirrors())


# ── Stones ───────────────────────────────────────────────────────────────────────────────────────────────────────


@compiled
def stones_of(s: Packed, colour: int) -> Word:
    if colour == 1:
        return s.red
    if colour == 2:
        return s.green
    if colour == 3:
        return s.blue
    return s.yellow


@compiled
def colour_of(colours: int, seat: int) -> int:
    """The colour of *seat*, 0 before it is drawn."""
    return (colours >> (3 * seat)) & 7


@compiled
def owned(colours: int, colour: int) -> bool:
    while colours:
        if colours & 7 == colour:
            return True
        colours >>= 3
    return False


@compiled
def dealt(colours: int, players: int) -> bool:
    """Every seat has its colour; they are drawn in the order of the seats."""
    return colours >> (3 * (players - 1)) != 0


@compiled
def group(stones: Word, start: Word) -> Word:
    """The stones that hang together with *start*, one of them."""
    left = stones & ~start
    edge = start
    while edge:
        found = NEAR[lowest(edge)] & left
        left ^= found
        edge = (edge & (edge - U1)) | found
    return stones & ~left


@compiled
def around(stones: Word) -> Word:
    """The cells beside any of *stones*."""
    cells = U0
    while stones:
        cells |= NEAR[lowest(stones)]
        stones &= stones - U1
    return cells


@compiled
def complete(stones: Word) -> bool:
    """All 15 stones of a colour are one group."""
    return popcount(stones) == EACH and group(stones, stones & (~stones + U1)) == stones


@compiled
def free(occupied: Word, rules: int) -> Word:
    """The cells on which a stone may be dropped."""
    empty = FULL & ~occupied
    return empty & around(empty) if rules & LIBERTY else empty


# ── The rules ────────────────────────────────────────────────────────────────────────────────────────────────────


@compiled
def list_drops(s: Packed, out: Codes) -> int:
    cells = free(s.red | s.green | s.blue | s.yellow, s.rules)
    count, each, first = 0, 0, 0
    for colour in range(1, 5):
        if s.hand == colour or (s.hand == 0 and popcount(stones_of(s, colour)) < EACH):
            base = FIRST_DROP + (colour - 1) * CELLS
            if count == 0:
                while cells:
                    out[count] = base + lowest(cells)
                    count += 1
                    cells &= cells - U1
                each, first = count, base
            else:  # the same cells: copying is faster than counting bits again
                for number in range(each):
                    out[count + number] = out[number] + (base - first)
                count += each
    return count


@compiled
def list_slides(s: Packed, out: Codes) -> int:
    occupied = s.red | s.green | s.blue | s.yellow
    one, two = U0, U0
    left = occupied
    while left:
        cell = lowest(left)
        left &= left - U1
        one |= TURNED[cell, 0]
        two |= TURNED[cell, 1]
    line = np.uint64(0x1FF)
    count = 0
    left = occupied & around(FULL & ~occupied) & ~bit(s.fresh)
    while left:
        cell = lowest(left)
        left &= left - U1
        runs = RUNS[PLACE[cell, 0] + ((one >> SHIFT[cell, 0]) & line | BEYOND[cell, 0])]
        runs |= RUNS[PLACE[cell, 1] + ((two >> SHIFT[cell, 1]) & line | BEYOND[cell, 1])] << np.uint64(8)
        runs |= RUNS[PLACE[cell, 2] + ((occupied >> SHIFT[cell, 2]) & line | BEYOND[cell, 2])] << np.uint64(16)
        if s.rules & FARTHEST:
            runs &= ~((runs >> U1) & SHORT)
        while runs:
            out[count] = CODE[cell, lowest(runs)]
            count += 1
            runs &= runs - U1
    return count


@compiled
def legal(s: Packed, out: Codes) -> int:
    if s.player >= 0:
        return list_drops(s, out) if s.fresh < 0 else list_slides(s, out)
    count = 0
    if s.player == -1:
        for colour in range(1, 5):
            if weight(s, colour) > 0:
                out[count] = colour
                count += 1
    return count


@compiled
def weight(s: Packed, code: int) -> int:
    """The stones of a colour left in the bag; colours to own are all alike."""
    if dealt(s.colours, s.players):
        return max(EACH - popcount(stones_of(s, code)), 0)
    return 0 if owned(s.colours, code) else 1


@compiled
def won(s: Packed, moved: int) -> bool:
    """One of the *moved* colours (as bits) is complete and somebody's."""
    for colour in range(1, 5):
        if (moved >> colour) & 1 and complete(stones_of(s, colour)) and owned(s.colours, colour):
            return True
    return False


@compiled
def settled(s: Packed, moved: int) -> Packed:
    """*s* with the player who follows from the rest of it, and *fresh* only where a slide is due."""
    occupied = s.red | s.green | s.blue | s.yellow
    stones = popcount(occupied)
    fresh = s.fresh if stones > 1 and (stones < ALL or s.rules & LAST_SLIDE) else -1
    if not dealt(s.colours, s.players):
        player = -1
    elif s.rules & INSTANT and won(s, moved):
        player, fresh = -2, -1
    elif fresh >= 0:
        player = (stones - 1) % s.players
    elif stones >= ALL or (s.rules & LIBERTY and free(occupied, s.rules) == U0):
        player = -2
    else:
        player = stones % s.players if s.hand or not s.rules & BAG else -1
    return Packed(s.red, s.green, s.blue, s.yellow, player, s.colours, s.hand, fresh, s.players, s.rules, s.net)


@compiled
def step(s: Packed, code: int) -> Packed:
    red, green, blue, yellow, colours, hand, fresh = s.red, s.green, s.blue, s.yellow, s.colours, 0, -1
    moved = 0
    if code < FIRST_DROP:
        if dealt(colours, s.players):
            hand = code
        else:
            seat = 0
            while colour_of(colours, seat):
                seat += 1
            colours |= code << (3 * seat)
            moved = 0b11110
    else:
        target = TARGET[code]
        if code < FIRST_SLIDE:
            change = bit(target)
            colour = SOURCE[code]
            fresh = target
        else:
            source = SOURCE[code]
            change = bit(source) | bit(target)
            colour = 1 if has(red, source) else 2 if has(green, source) else 3 if has(blue, source) else 4
        if colour == 1:
            red ^= change
        elif colour == 2:
            green ^= change
        elif colour == 3:
            blue ^= change
        else:
            yellow ^= change
        moved = 1 << colour
    return settled(Packed(red, green, blue, yellow, 0, colours, hand, fresh, s.players, s.rules, s.net), moved)


@compiled
def whole(s: Packed) -> bool:
    dealing = s.colours != 0 and not dealt(s.colours, s.players)
    return s.fresh < 0 and s.hand == 0 and not dealing


@compiled
def rank(stones: Word, second: bool) -> int:
    """A number that compares like the list of group sizes, largest first; *second*: like its first two."""
    ranked, largest, next_largest = 0, 0, 0
    while stones:
        found = group(stones, stones & (~stones + U1))
        stones ^= found
        size = popcount(found)
        ranked += 1 << (4 * (size - 1))  # how many groups there are of each size, four bits each
        next_largest = max(next_largest, min(largest, size))
        largest = max(largest, size)
    return 16 * largest + next_largest if second else ranked


@compiled
def score(s: Packed, seat: int) -> float:
    second = s.rules & SECOND != 0
    own = rank(stones_of(s, colour_of(s.colours, seat)), second)
    winners = 1
    for other in range(s.players):
        if other != seat:
            theirs = rank(stones_of(s, colour_of(s.colours, other)), second)
            if theirs > own:
                return 0.0
            if theirs == own:
                winners += 1
    return 1.0 / winners


# ── For the search ───────────────────────────────────────────────────────────────────────────────────────────────


@compiled
def largest_group(stones: Word) -> Word:
    best = U0
    while stones:
        found = group(stones, stones & (~stones + U1))
        stones ^= found
        if popcount(found) > popcount(best):
            best = found
    return best


@compiled
def reach(stones: Word, start: Word) -> tuple[Word, Word]:
    """The group of *start*, and the cells beside its stones, or of them."""
    left = stones & ~start
    edge = start
    beside = U0
    while edge:
        near = NEAR[lowest(edge)]
        beside |= near
        found = near & left
        left ^= found
        edge = (edge & (edge - U1)) | found
    return stones & ~left, beside


@compiled
def traits(stones: Word, empty: Word) -> tuple[int, ...]:
    """How well a colour stands, as ``TRAITS`` names it."""
    main, beside, largest, second = U0, U0, 0, 0
    left = stones
    while left:
        found, near = reach(left, left & (~left + U1))
        left ^= found
        size = popcount(found)
        if size > largest:
            main, beside, largest, second = found, near, size, largest
        elif size > second:
            second = size
    joined = 0
    left = stones ^ main
    near = around(beside & empty) & left
    while near and joined < second:
        found = group(left, near & (~near + U1))
        left ^= found
        near &= left
        joined = max(joined, popcount(found))
    return largest, second, joined, EACH - popcount(stones)


@compiled
def strength(stones: Word, empty: Word, full: float) -> float:
    """How well a colour stands, when *full* is the part of the stones that is on the board."""
    total = 0.0
    for number, trait in enumerate(traits(stones, empty)):
        total += (WEIGHTS[number, 0] + (WEIGHTS[number, 1] - WEIGHTS[number, 0]) * full) * trait
    return total


@inlined
def staged(lead: int, full: float) -> tuple[float, float]:
    """A lead early and late, when *full* is the part of the stones that is on the board."""
    return (1.0 - full) * lead, full * lead


@inlined
def features(s: Packed, seat: int) -> tuple[float, ...]:
    """What ``evaluate`` weighs when two play: the traits of the colour of *seat* less the other's, early and late."""
    occupied = s.red | s.green | s.blue | s.yellow
    full, empty = popcount(occupied) / ALL, FULL & ~occupied
    own = traits(stones_of(s, colour_of(s.colours, seat)), empty)
    other = traits(stones_of(s, colour_of(s.colours, 1 - seat)), empty)
    return (
        staged(own[0] - other[0], full)
        + staged(own[1] - other[1], full)
        + staged(own[2] - other[2], full)
        + staged(own[3] - other[3], full)
    )


@inlined
def sensed(s: Packed) -> tuple[tuple[Word, Word, Word], tuple[int]]:
    own, other = colour_of(s.colours, s.player), colour_of(s.colours, 1 - s.player)
    mine, theirs = stones_of(s, own), stones_of(s, other)
    occupied = s.red | s.green | s.blue | s.yellow
    row = 3 * ROOM + popcount(occupied) // 4 + (16 if s.fresh >= 0 else 0)
    return (mine, theirs, occupied & ~(mine | theirs)), (row,)


@compiled
def evaluate(s: Packed, seat: int) -> float:
    """The part of *seat* in the strengths of all seats, taken as exponents: for two, the logistic of the difference."""
    if not dealt(s.colours, s.players):
        return 1.0 / s.players
    if s.net and s.player >= 0:
        return hope(s, seat)
    occupied = s.red | s.green | s.blue | s.yellow
    full, empty = popcount(occupied) / ALL, FULL & ~occupied
    own = strength(stones_of(s, colour_of(s.colours, seat)), empty, full)
    total = 1.0
    for other in range(s.players):
        if other != seat:
            total += np.exp(strength(stones_of(s, colour_of(s.colours, other)), empty, full) - own)
    return 1.0 / total


@compiled
def noise(s: Packed, code: int) -> int:
    """How much the mover's largest group grows."""
    if s.player < 0:
        return 0
    colour = colour_of(s.colours, s.player)
    before = stones_of(s, colour)
    if code < FIRST_SLIDE:
        if SOURCE[code] != colour:
            return 0
        after = before | bit(TARGET[code])
    else:
        if not has(before, SOURCE[code]):
            return 0
        after = before ^ (bit(SOURCE[code]) | bit(TARGET[code]))
    return max(popcount(largest_group(after)) - popcount(largest_group(before)), 0)


@compiled
def key(s: Packed) -> np.uint64:
    rest = np.uint64(s.colours | (s.hand << 12) | ((s.fresh + 1) << 15) | ((s.player + 2) << 21))
    hashed = mix(mix(s.red ^ np.uint64(0x9E3779B97F4A7C15)) ^ s.green)
    return mix(mix(mix(hashed ^ s.blue) ^ s.yellow) ^ rest)


register(
    Packed,
    legal=legal,
    step=step,
    score=score,
    evaluate=evaluate,
    noise=noise,
    key=key,
    weight=weight,
    whole=whole,
    pick=pick_listed,
    features=features,
    sensed=sensed,
    perceived=looked,
)


class MeerkatsKernel(Kernel):
    """Packs and unpacks the states of one game; a state with hidden colours must be imagined first."""

    batch = "tabuleiro.kernels.batch.meerkats"

    def __init__(self, game: Meerkats) -> None:
        self.game = game
        self.width = MOST
        switches = {
            BAG: game.stone == "bag",
            FARTHEST: game.slide == "max",
            LAST_SLIDE: game.final_slide,
            INSTANT: game.instant15,
            SECOND: game.tie == "second",
            LIBERTY: game.liberty,
        }
        self.rules = sum(switch for switch, on in switches.items() if on)
        assert all(game.space.index(Choose(colour)) == colour for colour in COLOURS)
        if game.players == 2 and game.stone == "choose":
            self.inputs, self.weights = INPUTS, tuple(WEIGHTS.ravel().tolist())  # no net that was learnt has won yet

    def pack(self, state: Burrow) -> Packed:
        assert UNKNOWN not in state.colours, "hidden colours are to be imagined first"
        words = [word_of(cell for cell, stone in enumerate(state.board) if stone == colour) for colour in COLOURS]
        colours = sum(max(colour, 0) << (3 * seat) for seat, colour in enumerate(state.colours))
        rest = (self.game.players, self.rules, self.net)
        return Packed(*words, state.player, colours, state.hand, state.fresh, *rest)

    def unpack(self, packed: Packed) -> Burrow:
        board = bytearray(CELLS)
        for colour, word in zip(COLOURS, packed[:4], strict=True):
            left = int(word)
            while left:
                cell = left.bit_length() - 1
                board[cell] = colour
                left ^= 1 << cell
        seats = range(self.game.players)
        colours = tuple((int(packed.colours) >> (3 * seat) & 7) or UNDEALT for seat in seats)
        return Burrow(bytes(board), int(packed.player), colours, int(packed.hand), int(packed.fresh))


def kernel(game: Meerkats) -> MeerkatsKernel:
    return MeerkatsKernel(game)
