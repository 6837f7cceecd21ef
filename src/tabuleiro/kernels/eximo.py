"""Eximo on 64-bit words: two sets of men, moved all at once by shifts; bits are the cells, a8 lowest, h1 highest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tabuleiro.core import NOBODY, OFF, Choose, Move
from tabuleiro.games.eximo import AHEAD, LAST, SIDEWAYS, Eximo, Men
from tabuleiro.kernels import Kernel
from tabuleiro.kernels.bits import U0, U1, Seed, Word, below, lowest, mix, popcount, turned, where, word_of
from tabuleiro.kernels.jit import compiled, inlined, register
from tabuleiro.kernels.net import Inputs, hope, shipped
from tabuleiro.kernels.rules import Codes, looked, pick_listed

# What ``features`` counts, in its order, and what each is worth to a side, in units of the logistic function.
FEATURES = (
    *("men on rank 1", "rank 2", "rank 3", "rank 4", "rank 5", "rank 6", "rank 7"),  # ranks as their owner counts them
    *("runners", "ranks that runners have gone", "guarded squares", "mobility"),
    *("a capture to begin with", "men to capture", "men in danger", "the turn"),
)
# Fitted to the results of 7,000 quick games of the first guess, which it beat 79 to 21 looking one step ahead.
WEIGHTS = (0.70, 0.60, 0.58, 0.56, 0.69, 0.82, 1.00, 0.49, -0.07, 0.056, -0.081, 0.49, 0.20, -0.125, 0.0)

BETWEEN, JUMPING, TAKING = 0, 1, 2  # phases of a turn; above, TAKING plus the men to be dropped
RESERVE, OPTIONAL = 1, 2  # flags of the options
# What a net sees: the men of both sides; the phase, of 5, together with the options, the men lost of each side, up to 16.
INPUTS = Inputs(2, (20, 17, 17), len(FEATURES), (tuple(row ^ 7 for row in range(128)),))
PHASES, MINE, THEIRS = 128, 148, 165  # the first row of each
WIDTH = 196  # 5 steps a man, 8 onto an empty square: 195 with 39 men and 25 empty squares; one more is overwritten


class Packed(NamedTuple):
    """*first* and *second* are the men of the two seats, *lost* those off the board.

    *man* is the cell of the man whose chain goes on; when the game is over, the seat whose turn it would be.
    """

    first: np.uint64
    second: np.uint64
    player: int
    phase: int
    man: int
    played: int
    first_lost: int
    second_lost: int
    flags: int
    limit: int
    net: int


_game = Eximo()
_index = _game.space.index
DROPS = _index(Choose(0))  # the first code of a drop
ZONES = np.array([word_of(zone) for zone in _game.zones])
ENDS = np.array([word_of(range(8 * row, 8 * row + 8)) for row in LAST])  # where a seat's men arrive
LANDINGS = np.array([word_of(cells) for cells in _game.landings])  # by drop
HOPS = np.zeros(DROPS, np.uint64)  # by code: where a man leaves and lands, where it lands, what it leaps over
GOALS = np.zeros(DROPS, np.uint64)
OVERS = np.zeros(DROPS, np.uint64)
for _code in range(DROPS):
    _move = _game.space[_code]
    assert isinstance(_move, Move)
    _near = max(abs(_move.source % 8 - _move.target % 8), abs(_move.source // 8 - _move.target // 8)) == 1
    HOPS[_code] = word_of((_move.source, _move.target))
    GOALS[_code] = word_of((_move.target,))
    OVERS[_code] = U0 if _near else word_of(((_move.source + _move.target) // 2,))
STEPS = np.zeros((2, 64, 3), np.int32)  # codes by seat, cell and direction in the reference's order
LEAPS = np.zeros((2, 64, 3), np.int32)
TAKES = np.zeros((2, 64, 6), np.int32)  # the sixth is never asked for
for _seat in (0, 1):
    for _cell in _game.board:
        _rays = _game.board.rays[_cell]
        for _slot, _way in enumerate(AHEAD[_seat]):
            STEPS[_seat, _cell, _slot] = _index(Move(_cell, _rays[_way][0])) if _rays[_way] else 0
            LEAPS[_seat, _cell, _slot] = _index(Move(_cell, _rays[_way][1])) if _rays[_way][1:] else 0
        for _slot, _way in enumerate(sorted((*AHEAD[_seat], *SIDEWAYS))):
            TAKES[_seat, _cell, _slot] = _index(Move(_cell, _rays[_way][1])) if _rays[_way][1:] else 0
AHEADS = np.concatenate((LEAPS, STEPS), axis=2)
# Six cells of a row in every other place of twelve: the zone goes by files, each from rank to rank.
SPREAD = np.array([sum((row >> file & 1) << 2 * file for file in range(6)) for row in range(64)], np.uint64)
LOW_ROWS = np.array([[9, 1], [57, 49]], np.uint64)  # the b file's cells of each seat's zone, in the order of the zone
PAIRS = np.zeros((12, 12), np.int32)  # the number of a pair among a seat's drops
for _one in range(12):
    for _other in range(_one + 1, 12):
        PAIRS[_one, _other] = 12 + sum(11 - earlier for earlier in range(_one)) + _other - _one - 1

NOT_A = ~word_of(range(0, 64, 8))
NOT_H = ~word_of(range(7, 64, 8))
SIX = np.uint64(0x3F)
U2, U7, U8, U9 = np.uint64(2), np.uint64(7), np.uint64(8), np.uint64(9)


@inlined
def before(cells: Word, way: int) -> Word:
    """The cells whose neighbour in this direction, clockwise from the top, is one of *cells*."""
    if way == 0:
        return cells << U8
    if way == 1:
        return cells << U7 & NOT_H
    if way == 2:
        return cells >> U1 & NOT_H
    if way == 3:
        return cells >> U9 & NOT_H
    if way == 4:
        return cells >> U8
    if way == 5:
        return cells >> U7 & NOT_A
    if way == 6:
        return cells << U1 & NOT_A
    return cells << U9 & NOT_A


@inlined
def leap(over: Word, free: Word, way: int) -> Word:
    """The cells from which a leap in this direction goes over one of *over* to one of *free*."""
    return before(over & before(free, way), way)


@inlined
def steps(seat: int, free: Word) -> tuple[Word, Word, Word]:
    """By direction, the cells from which a man of *seat* steps to a *free* one."""
    if seat == 0:
        return before(free, 3), before(free, 4), before(free, 5)
    return before(free, 0), before(free, 1), before(free, 7)


@inlined
def jumps(seat: int, over: Word, free: Word) -> tuple[Word, Word, Word]:
    """By direction, the cells from which a man of *seat* leaps ahead."""
    if seat == 0:
        return leap(over, free, 3), leap(over, free, 4), leap(over, free, 5)
    return leap(over, free, 0), leap(over, free, 1), leap(over, free, 7)


@inlined
def takes(seat: int, over: Word, free: Word) -> tuple[Word, Word, Word, Word, Word]:
    """By direction, the cells from which a man of *seat* captures; nothing leaves the last row."""
    east, west = leap(over, free, 2) & ~ENDS[seat], leap(over, free, 6) & ~ENDS[seat]
    one, two, three = jumps(seat, over, free)
    if seat == 0:
        return east, one, two, three, west
    return one, two, east, west, three


@inlined
def mobile(seat: int, mine: Word, theirs: Word) -> bool:
    """Whether *seat* has a legal turn."""
    free = ~(mine | theirs)
    a, b, c = steps(seat, free)
    if mine & (a | b | c):
        return True
    a, b, c = jumps(seat, mine, free)
    if mine & (a | b | c):
        return True
    return mine & takers(seat, theirs, free) != U0


@inlined
def takers(seat: int, over: Word, free: Word) -> Word:
    """The cells from which a man of *seat* captures."""
    a, b, c, d, e = takes(seat, over, free)
    return a | b | c | d | e


@inlined
def sides(s: Packed) -> tuple[Word, Word]:
    """The men of the player, and the other's."""
    return (s.first, s.second) if s.player == 0 else (s.second, s.first)


@inlined
def legal(s: Packed, out: Codes) -> int:
    """A code is written before it is known whether it counts: if not, the next one overwrites it."""
    if s.phase > TAKING:
        return list_drops(s, out)
    seat = s.player
    mine, theirs = sides(s)
    free = ~(mine | theirs)
    movers = mine if s.phase == BETWEEN else U1 << np.uint64(s.man)
    count = U0  # unsigned: a signed index is checked for being negative
    if s.phase != JUMPING:
        a, b, c, d, e = takes(seat, theirs, free)
        left = movers & (a | b | c | d | e)
        if left:
            codes = TAKES[seat]
            while left:
                cell = np.uint64(lowest(left))
                left &= left - U1
                out[count] = codes[cell, 0]
                count += a >> cell & U1
                out[count] = codes[cell, 1]
                count += b >> cell & U1
                out[count] = codes[cell, 2]
                count += c >> cell & U1
                out[count] = codes[cell, 3]
                count += d >> cell & U1
                out[count] = codes[cell, 4]
                count += e >> cell & U1
            if s.phase == TAKING or not s.flags & OPTIONAL:
                return np.int64(count)
    a, b, c = jumps(seat, mine, free)
    count = list_ahead(movers, a, b, c, LEAPS[seat], out, count)
    if s.phase == BETWEEN:
        a, b, c = steps(seat, free)
        count = list_ahead(movers, a, b, c, STEPS[seat], out, count)
    return np.int64(count)


@inlined
def list_ahead(movers: Word, a: Word, b: Word, c: Word, codes: Codes, out: Codes, count: Word) -> Word:
    """Add the steps or jumps of *movers* in the three directions; how many there are now."""
    left = movers & (a | b | c)
    while left:
        cell = np.uint64(lowest(left))
        left &= left - U1
        out[count] = codes[cell, 0]
        count += a >> cell & U1
        out[count] = codes[cell, 1]
        count += b >> cell & U1
        out[count] = codes[cell, 2]
        count += c >> cell & U1
    return count


@inlined
def pick(s: Packed, rng: Seed, codes: Codes) -> int:
    """Count the steps in each direction and take one, without a list; only drops and optional captures need one."""
    if s.phase > TAKING or s.flags & OPTIONAL:
        return pick_listed(s, rng, codes)
    mine, theirs = sides(s)
    free = ~(mine | theirs)
    movers = mine if s.phase == BETWEEN else U1 << np.uint64(s.man)
    if s.phase != JUMPING:
        a, b, c, d, e = takes(s.player, theirs, free)
        if movers & (a | b | c | d | e):
            return one_of(movers, a, b, c, d, e, U0, TAKES[s.player], rng)
    a, b, c = jumps(s.player, mine, free)
    d, e, f = steps(s.player, free) if s.phase == BETWEEN else (U0, U0, U0)
    return one_of(movers, a, b, c, d, e, f, AHEADS[s.player], rng)


@inlined
def one_of(movers: Word, a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, codes: Codes, rng: Seed) -> int:
    """A random one of *movers* in one of these sets, as a code: *codes* are by cell and by the number of the set."""
    upto_a = popcount(movers & a)
    upto_b = upto_a + popcount(movers & b)
    upto_c = upto_b + popcount(movers & c)
    upto_d = upto_c + popcount(movers & d)
    upto_e = upto_d + popcount(movers & e)
    number = below(rng, upto_e + popcount(movers & f))
    cells, which, skipped = a, 0, 0
    if number >= upto_a:
        cells, which, skipped = b, 1, upto_a
    if number >= upto_b:
        cells, which, skipped = c, 2, upto_b
    if number >= upto_c:
        cells, which, skipped = d, 3, upto_c
    if number >= upto_d:
        cells, which, skipped = e, 4, upto_d
    if number >= upto_e:
        cells, which, skipped = f, 5, upto_e
    cells &= movers
    for _ in range(number - skipped):
        cells &= cells - U1
    return np.int64(codes[np.uint64(lowest(cells)), np.uint64(which)])


@inlined
def list_drops(s: Packed, out: Codes) -> int:
    """Single squares or pairs of the zone."""
    taken = s.first | s.second
    places = SPREAD[~taken >> LOW_ROWS[s.player, 0] & SIX] | SPREAD[~taken >> LOW_ROWS[s.player, 1] & SIX] << U1
    base = DROPS + 78 * s.player
    count = U0
    while places:
        one = np.uint64(lowest(places))
        places &= places - U1
        if s.phase == TAKING + 1:
            out[count] = base + np.int64(one)
            count += U1
            continue
        left = places
        while left:
            out[count] = base + PAIRS[one, np.uint64(lowest(left))]
            count += U1
            left &= left - U1
    return np.int64(count)


@inlined
def step(s: Packed, code: int) -> Packed:
    seat = s.player
    mine, theirs = sides(s)
    my_lost, their_lost = (s.first_lost, s.second_lost) if seat == 0 else (s.second_lost, s.first_lost)
    reserve = s.flags & RESERVE
    player, phase, man = 1 - seat, BETWEEN, 0
    if code >= DROPS:
        mine |= LANDINGS[np.uint64(code - DROPS)]
        if reserve:
            my_lost -= s.phase - TAKING
    else:
        number = np.uint64(code)
        goal, over = GOALS[number], OVERS[number]
        mine ^= HOPS[number]
        caught = over & theirs
        if caught:
            theirs ^= caught
            their_lost += reserve
        if goal & ENDS[seat]:
            mine ^= goal
            my_lost += reserve
            pending = min(2, popcount(ZONES[seat] & ~(mine | theirs)))
            if reserve:
                pending = min(pending, my_lost)
            if pending:
                player, phase = seat, TAKING + pending
        elif over:
            free = ~(mine | theirs)
            if caught:
                if goal & takers(seat, theirs, free):
                    player, phase, man = seat, TAKING, lowest(goal)
            else:
                a, b, c = jumps(seat, mine, free)
                if goal & (a | b | c):
                    player, phase, man = seat, JUMPING, lowest(goal)
    played = s.played
    if player != seat:
        played += 1 if s.limit else 0
        if 0 < s.limit <= played or not mobile(player, theirs, mine):
            player, man = -2, player
    if seat == 0:
        return Packed(mine, theirs, player, phase, man, played, my_lost, their_lost, s.flags, s.limit, s.net)
    return Packed(theirs, mine, player, phase, man, played, their_lost, my_lost, s.flags, s.limit, s.net)


@inlined
def score(s: Packed, seat: int) -> float:
    mine, theirs = (s.first, s.second) if s.man == 0 else (s.second, s.first)
    if mobile(s.man, mine, theirs):
        return 0.5
    return 0.0 if seat == s.man else 1.0


@compiled
def caught(men: Word, theirs: Word, free: Word, way: int) -> Word:
    """The men of the other side that *men* can capture in this direction."""
    return theirs & before(free, way) & before(men, way ^ 4)


@compiled
def prey(seat: int, men: Word, theirs: Word, free: Word) -> Word:
    """The men of the other side that *men* of *seat* can capture at once."""
    sideways = caught(men, theirs, free, 2) | caught(men, theirs, free, 6)
    if seat == 0:
        ahead = caught(men, theirs, free, 3) | caught(men, theirs, free, 4) | caught(men, theirs, free, 5)
    else:
        ahead = caught(men, theirs, free, 0) | caught(men, theirs, free, 1) | caught(men, theirs, free, 7)
    return sideways | ahead


@compiled
def runners(seat: int, mine: Word, theirs: Word) -> Word:
    """Men that no enemy can meet: none is ahead within so many files as ranks, and one more."""
    span = theirs | before(theirs, 2) | before(theirs, 6)
    for _ in range(7):
        wide = span | before(span, 2) | before(span, 6)
        span |= wide >> U8 if seat == 0 else wide << U8
    return mine & ~span


@compiled
def rank(seat: int, men: Word, number: int) -> int:
    """How many *men* stand on this rank, counted from 0 where *seat* begins."""
    row = number if seat == 0 else 7 - number
    return popcount(men >> np.uint64(8 * row) & np.uint64(0xFF))


@compiled
def guarded(seat: int, mine: Word) -> int:
    """How many squares of the first rank have a man of the first two ranks no more than a file away."""
    men = mine & np.uint64(0xFFFF) if seat == 0 else mine >> np.uint64(48)
    files = men | men >> U8
    files |= before(files, 2) | before(files, 6)
    return popcount(files & np.uint64(0xFF))


@compiled
def mobility(seat: int, mine: Word, free: Word) -> int:
    """How many ways to step or jump there are."""
    a, b, c = steps(seat, free)
    d, e, f = jumps(seat, mine, free)
    ways = popcount(mine & a) + popcount(mine & b) + popcount(mine & c)
    return ways + popcount(mine & d) + popcount(mine & e) + popcount(mine & f)


@compiled
def gone(seat: int, men: Word) -> int:
    """How many ranks *men* have advanced, together."""
    ranks = 0
    while men:
        row = lowest(men) >> 3
        ranks += row if seat == 0 else 7 - row
        men &= men - U1
    return ranks


@compiled
def features(s: Packed, seat: int) -> tuple[int, ...]:
    """What ``FEATURES`` names, for *seat* less for the other; the last four for who takes the next turn or captures."""
    mine, theirs = (s.first, s.second) if seat == 0 else (s.second, s.first)
    other = 1 - seat
    free = ~(mine | theirs)
    movers = U1 << np.uint64(s.man) if s.phase == TAKING else U0
    mover = s.player
    if s.phase == BETWEEN:
        movers = mine if mover == seat else theirs
    elif s.phase != TAKING:
        mover = 1 - s.player
        movers = mine if mover == seat else theirs
    sign = 1 if mover == seat else -1
    if mover == seat:
        targets = popcount(prey(seat, movers, theirs, free))
        danger = popcount(prey(other, theirs, mine, free))
    else:
        targets = popcount(prey(other, movers, mine, free))
        danger = popcount(prey(seat, mine, theirs, free))
    drops = max(s.phase - TAKING, 0)
    if s.player != seat:
        drops = -drops
    my_runners, their_runners = runners(seat, mine, theirs), runners(other, theirs, mine)
    return (
        rank(seat, mine, 0) - rank(other, theirs, 0) + drops,
        rank(seat, mine, 1) - rank(other, theirs, 1),
        rank(seat, mine, 2) - rank(other, theirs, 2),
        rank(seat, mine, 3) - rank(other, theirs, 3),
        rank(seat, mine, 4) - rank(other, theirs, 4),
        rank(seat, mine, 5) - rank(other, theirs, 5),
        rank(seat, mine, 6) - rank(other, theirs, 6),
        popcount(my_runners) - popcount(their_runners),
        gone(seat, my_runners) - gone(other, their_runners),
        guarded(seat, mine) - guarded(other, theirs),
        mobility(seat, mine, free) - mobility(other, theirs, free),
        sign * min(targets, 1),
        sign * targets,
        sign * danger,
        sign,
    )


@inlined
def sensed(s: Packed) -> tuple[tuple[Word, Word], tuple[int, int, int]]:
    """The men of the decider and of the other, with the decider's first rank on top; the phase with the options, the men
    lost.
    """
    phase, first_lost, second_lost = PHASES + 4 * s.phase + s.flags, min(s.first_lost, 16), min(s.second_lost, 16)
    if s.player == 0:
        return (s.first, s.second), (phase, MINE + first_lost, THEIRS + second_lost)
    return (turned(s.second), turned(s.first)), (phase, MINE + second_lost, THEIRS + first_lost)


@inlined
def noise(s: Packed, code: int) -> int:
    """Captures, with the one that must follow, and men that arrive."""
    if code >= DROPS:
        return 0
    number = np.uint64(code)
    loud = 1 if GOALS[number] & ENDS[s.player] else 0
    if OVERS[number] & (s.second if s.player == 0 else s.first):
        loud += 2 if step(s, code).phase == TAKING else 1
    return loud


@inlined
def key(s: Packed) -> np.uint64:
    where = mix(mix(s.first ^ np.uint64(0x9E3779B97F4A7C15)) ^ s.second)
    rest = s.player + 2 + 4 * (s.phase + 8 * (s.man + 64 * (s.first_lost + 128 * s.second_lost)))
    return mix(where ^ np.uint64(rest))


@inlined
def whole(s: Packed) -> bool:
    return s.phase == BETWEEN


@inlined
def wording(s: Packed, code: int) -> int:
    """Whether a chain goes on, whose man it is, and whether it leaps over an enemy."""
    over = U0 if code >= DROPS else OVERS[np.uint64(code)]
    taking = 1 if over & (s.second if s.player == 0 else s.first) else 0
    return taking + 2 * s.player + (0 if s.phase == BETWEEN else 4)


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


class EximoKernel(Kernel):
    """Packs and unpacks the states of one game."""

    batch = "tabuleiro.kernels.batch.eximo"
    width = WIDTH
    inputs, weights = INPUTS, WEIGHTS

    def __init__(self, game: Eximo) -> None:
        self.game = game
        self.net = shipped(game.name, INPUTS, WEIGHTS)
        self.flags = RESERVE * (game.drops == "reserve") + OPTIONAL * (game.capture == "optional")

    def pack(self, state: Men) -> Packed:
        first, second = where(state.board, 1), where(state.board, 2)
        phase, man = BETWEEN, 0
        if state.pending:
            phase = TAKING + state.pending
        elif state.chain != OFF:
            phase, man = TAKING if state.taking else JUMPING, state.chain
        elif state.player == NOBODY:
            man = state.ended
        rest = (self.flags, self.game.max_plies, self.net)
        return Packed(first, second, state.player, phase, man, state.played, *state.lost, *rest)

    def unpack(self, packed: Packed) -> Men:
        first, second = int(packed.first), int(packed.second)
        board = bytes((first >> cell & 1) + 2 * (second >> cell & 1) for cell in range(64))
        played, lost = int(packed.played), (int(packed.first_lost), int(packed.second_lost))
        phase, man = int(packed.phase), int(packed.man)
        if packed.player == -2:
            return Men(board, NOBODY, played=played, lost=lost, ended=man)
        seat = int(packed.player)
        if phase in (JUMPING, TAKING):
            return Men(board, seat, man, phase == TAKING, 0, played, lost)
        return Men(board, seat, pending=max(phase - TAKING, 0), played=played, lost=lost)


def kernel(game: Eximo) -> EximoKernel:
    return EximoKernel(game)
