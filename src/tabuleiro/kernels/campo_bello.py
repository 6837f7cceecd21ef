"""Campo Bello on 64-bit words: one set of movers per seat, two to four seats.

Point 20 is the middle. Without it the other points, row by row, are the light squares of a board of nine by nine:
every straight jump goes twice the same STRIDE up or down in their numbers. Jumps at the middle are looked at by tips.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tabuleiro.core import NOBODY, OFF
from tabuleiro.games.campo_bello import AWAY, CHAIN, HOME, PASS, SPREAD, TRIANGLES, CampoBello, Movers
from tabuleiro.kernels import Kernel
from tabuleiro.kernels.bits import U0, U1, Word, bit, has, lowest, mix, popcount, where, word_of
from tabuleiro.kernels.jit import compiled, inlined, register
from tabuleiro.kernels.net import CELLS, Inputs, hope, shipped
from tabuleiro.kernels.rules import Codes, looked, pick_listed

TRAITS = (
    "movers at home",
    "movers elsewhere",
    "on the back row at home",
    "on a point 4",  # jumped or chosen for removal it goes, but it cannot go away from home
    "with nobody beside it to jump",
    "able to jump another of its own",
    "able to jump another player's",  # which lets the seat choose whom to remove
    "the next turn",
)
FEATURES = tuple(f"{trait}, {stage}" for trait in TRAITS for stage in ("early", "late"))
# What burdens a seat: its traits in units of the logistic function, with all movers on the board and with none left.
WEIGHTS = np.array(
    [
        [-0.024, 1.624],
        [0.625, 0.914],
        [0.220, 0.349],
        [-0.333, 0.004],
        [-0.209, 0.439],
        [-0.017, -0.286],
        [0.061, -0.859],
        [0.013, -0.566],
    ]
)


class Packed(NamedTuple):
    """The movers of the four seats, who decides and the turn under way; then the options.

    *jumper* and *origin* are -1 between turns; *jumped* is the set of movers that may not be jumped again.
    """

    yellow: np.uint64
    blue: np.uint64
    green: np.uint64
    red: np.uint64
    player: int
    jumper: int
    origin: int
    jumped: np.uint64
    jumps: int
    due: int
    players: int
    report: int
    passing: int
    nine: int
    may: int
    net: int


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────────────

_game = CampoBello()
_cells = _game.board.cells
MIDDLE = _cells["mid"]
MID = word_of([MIDDLE])
BEFORE = word_of(range(MIDDLE))  # the points before the middle
POINTS = word_of(_game.board)
DEAD = word_of(_game.board.at([f"{letter}4" for letter in TRIANGLES]))
BACK = word_of(_game.board.at([f"{letter}{number}" for letter in TRIANGLES for number in (6, 7, 8, 9)]))
TIPS = np.array([word_of([_cells[f"{letter}0"]]) for letter in TRIANGLES])
SIDES = np.array([word_of(_game.board.at([f"{letter}1", f"{letter}2"])) for letter in TRIANGLES])  # behind each tip

# Jumps by their codes, which go by start and landing; FIRST[point] is the first code of a point.
JUMPS = len(_game.overs)
STOP = _game.space.index(PASS)
START = np.array([jump.source for jump in _game.overs])
LANDING = np.array([jump.target for jump in _game.overs])
OVER = np.array(list(_game.overs.values()))
FIRST = np.searchsorted(START, np.arange(len(_game.board) + 1))

# The weights by how many movers are left, for three players or others.
STAGES = np.zeros((2, 37, len(TRAITS)))
for _three, _all in enumerate((36, 27)):
    for _left in range(_all + 1):
        STAGES[_three, _left] = WEIGHTS[:, 0] + (WEIGHTS[:, 1] - WEIGHTS[:, 0]) * (1.0 - _left / _all)

# The starts, in numbers without the middle, of jumps by STRIDES up and down.
STRIDES = np.array([1, 4, 5, 9], np.uint64)
UP = np.zeros(len(STRIDES), np.uint64)
DOWN = np.zeros(len(STRIDES), np.uint64)
for _start, _over, _landing in zip(START, OVER, LANDING, strict=True):
    if MIDDLE not in (_start, _over, _landing):
        _from, _to = _start - (_start > MIDDLE), _landing - (_landing > MIDDLE)
        _way = list(STRIDES).index(abs(_to - _from) // 2)
        (UP if _to > _from else DOWN)[_way] |= word_of([_from])

HOMES = np.zeros((2, 5, 4), np.uint64)  # by home=nine, players and seat
for _nine, _home in enumerate(("ten", "nine")):
    for _players in (2, 3, 4):
        for _seat, _costs in enumerate(CampoBello(players=_players, home=_home).worth):
            HOMES[_nine, _players, _seat] = word_of(cell for cell, cost in enumerate(_costs) if cost == HOME)


def mirrors() -> tuple[tuple[int, ...], ...]:
    """What a net sees with the board turned or seen from behind; a quarter turn makes one player's triangles the other's."""
    places = [(round(x / SPREAD), round(y / SPREAD)) for x, y in _game.board.centres]
    found = []
    for swap in (0, 1):
        for across, down in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            rows = np.arange(4 * CELLS).reshape(4, CELLS)
            for point, (x, y) in enumerate(places):
                image = places.index((down * y, across * x) if swap else (across * x, down * y))
                for plane in range(4):
                    rows[plane ^ 2 * swap, image] = CELLS * plane + point
            found.append(tuple(rows.ravel().tolist()))
    return tuple(found[1:])  # the first leaves all as it is


# What a net sees when two play: when Yellow decides, when Blue does, the movers of who decides and of the other; how far
# the turn is, four options, and how many movers each has.
SIDE = 18  # movers of a player
INPUTS = Inputs(4, (3, 2, 2, 2, 2, SIDE + 1, SIDE + 1), len(FEATURES), mirrors())
TURN, REPORT, PASSING, NINE, MAY, MINE, THEIRS = 256, 259, 261, 263, 265, 267, 286  # the first row of each


# ── Movers and jumps ─────────────────────────────────────────────────────────────────────────────────────────────


@compiled
def movers(s: Packed, seat: int) -> Word:
    """The movers of *seat*."""
    if seat < 2:
        return s.yellow if seat == 0 else s.blue
    return s.green if seat == 2 else s.red


@compiled
def following(s: Packed) -> int:
    """The seat whose turn is next."""
    return s.player + 1 if s.player + 1 < s.players else 0


@compiled
def everyone(s: Packed) -> Word:
    return s.yellow | s.blue | s.green | s.red


@inlined
def without_middle(word: Word) -> Word:
    """The other points, numbered without a gap."""
    return (word & BEFORE) | ((word >> U1) & ~BEFORE)


@inlined
def with_middle(word: Word) -> Word:
    """The inverse; the middle is not in it."""
    return (word & BEFORE) | ((word & ~BEFORE) << U1)


@inlined
def where_any(condition: Word, word: Word) -> Word:
    """*word* if there is anything in *condition*, else nothing: no branch, which would often be guessed wrongly."""
    return word if condition else U0


@inlined
def bends(over: Word, free: Word) -> Word:
    """Who can jump one of *over* at the middle: over a tip into it or out of it, or over it, to one of *free*."""
    into, back, across = U0, U0, U0
    for tip in range(4):
        into |= where_any(over & TIPS[tip], SIDES[tip])
        back |= where_any(over & TIPS[tip], where_any(free & SIDES[tip], MID))
        across |= where_any(free & TIPS[tip], TIPS[(tip + 2) & 3])
    return where_any(free & MID, into) | back | where_any(over & MID, across)


@compiled
def able(mine: Word, over: Word, free: Word) -> Word:
    """Which of *mine* can jump one of *over* and land on one of *free*."""
    jumpable, landings = without_middle(over), without_middle(free)
    found = U0
    for way in range(len(STRIDES)):
        one = STRIDES[way]
        two = one + one
        found |= UP[way] & (jumpable >> one) & (landings >> two)
        found |= DOWN[way] & (jumpable << one) & (landings << two)
    return (with_middle(found) | bends(over, free)) & mine


@compiled
def onward(taken: Word, jumper: int, origin: int, jumped: Word) -> bool:
    """Can the *jumper* go on?"""
    free = ~(taken | bit(origin))
    for code in range(FIRST[jumper], FIRST[jumper + 1]):
        if has(taken & ~jumped, OVER[code]) and has(free, LANDING[code]):
            return True
    return False


@compiled
def points(s: Packed, seat: int) -> int:
    """What the movers of *seat* cost."""
    mine = movers(s, seat)
    return AWAY * popcount(mine) + (HOME - AWAY) * popcount(mine & HOMES[s.nine, s.players, seat])


# ── The rules ────────────────────────────────────────────────────────────────────────────────────────────────────


@compiled
def legal(s: Packed, out: Codes) -> int:
    mine, taken = movers(s, s.player), everyone(s)
    count = 0
    if s.due:
        if s.may:
            out[0] = STOP
            count = 1
        while mine:
            out[count] = JUMPS + lowest(mine)
            count += 1
            mine &= mine - U1
        return count
    jumpable, free = taken, ~taken
    if s.jumper >= 0:
        out[0] = STOP
        count = 1
        starts = bit(s.jumper)
        jumpable &= ~s.jumped
        free &= ~bit(s.origin)
    else:
        starts = able(mine, taken, free)
    while starts:
        start = lowest(starts)
        starts &= starts - U1
        for code in range(FIRST[start], FIRST[start + 1]):
            if has(jumpable, OVER[code]) and has(free, LANDING[code]):
                out[count] = code
                count += 1
    if count == 0:
        out[0] = STOP
        count = 1
    return count


@compiled
def step(s: Packed, code: int) -> Packed:
    player, jumper, origin, jumped, jumps, due = s.player, s.jumper, s.origin, s.jumped, s.jumps, 0
    changed = U0
    if code < JUMPS:
        over = bit(OVER[code])
        if jumps == 0:
            origin = START[code]
        changed = bit(START[code]) | bit(LANDING[code])
        jumper = LANDING[code]
        jumps += 1
        if movers(s, player) & over:
            changed |= over
        else:
            due = 1
            if not s.report:
                jumped |= over
    elif code < STOP:
        changed = bit(code - JUMPS)
    yellow = s.yellow ^ (changed if player == 0 else U0)
    blue = s.blue ^ (changed if player == 1 else U0)
    green = s.green ^ (changed if player == 2 else U0)
    red = s.red ^ (changed if player == 3 else U0)
    taken = yellow | blue | green | red
    goes_on = due == 1 or (
        (code != STOP or s.due == 1)  # else: stop, or pass
        and jumps < CHAIN
        and has(taken, jumper)
        and onward(taken, jumper, origin, jumped)
    )
    if not goes_on:
        player = following(s)
        mine = yellow
        if player == 1:
            mine = blue
        elif player == 2:
            mine = green
        elif player == 3:
            mine = red
        gone = yellow == U0 or blue == U0 or (s.players > 2 and green == U0) or (s.players > 3 and red == U0)
        if gone or not able(taken if s.passing else mine, taken, ~taken):
            player = NOBODY
        jumper, origin, jumped, jumps = OFF, OFF, U0, 0
    return Packed(
        yellow,
        blue,
        green,
        red,
        player,
        jumper,
        origin,
        jumped,
        jumps,
        due,
        s.players,
        s.report,
        s.passing,
        s.nine,
        s.may,
        s.net,
    )


@compiled
def score(s: Packed, seat: int) -> float:
    own, winners = points(s, seat), 0
    for other in range(s.players):
        theirs = points(s, other)
        if theirs < own:
            return 0.0
        if theirs == own:
            winners += 1
    return 1.0 / winners


@inlined
def jumpers(s: Packed) -> tuple[Word, Word, Word, Word]:
    """For every seat, who can jump one of its movers."""
    taken = everyone(s)
    if s.players == 2:
        return able(taken, s.yellow, ~taken), able(taken, s.blue, ~taken), U0, U0
    return (
        able(taken, s.yellow, ~taken),
        able(taken, s.blue, ~taken),
        able(taken, s.green, ~taken),
        able(taken, s.red, ~taken),
    )


@inlined
def neighbours(s: Packed) -> Word:
    """Who has somebody beside it to jump, if only there is room behind."""
    taken = everyone(s)
    return able(taken, taken, POINTS)


@inlined
def traits(s: Packed, seat: int, jumps: tuple[Word, Word, Word, Word], beside: Word) -> tuple[int, ...]:
    """What burdens *seat*, as ``TRAITS`` names it: what it may have to keep, and what it can still get rid of."""
    mine = movers(s, seat)
    others = U0
    for other in range(4):
        if other != seat:
            others |= jumps[other]
    house = mine & HOMES[s.nine, s.players, seat]
    home = popcount(house)
    away = popcount(mine) - home
    if s.due and seat == s.player:  # it is about to remove one
        if home > 0:
            home -= 1
        else:
            away -= 1
    return (
        home,
        away,
        popcount(house & BACK),
        popcount(mine & DEAD),
        popcount(mine & ~DEAD & ~beside),
        popcount(mine & jumps[seat]),
        popcount(mine & others),
        1 if seat == (s.player if s.jumper < 0 else following(s)) else 0,
    )


@compiled
def lateness(s: Packed) -> float:
    """The part of all movers that is gone."""
    return 1.0 - popcount(everyone(s)) / (27.0 if s.players == 3 else 36.0)


@inlined
def burden(counted: tuple[int, ...], three: int, left: int) -> float:
    """How ill things stand for a seat with such traits, with so many movers *left*."""
    total = 0.0
    for number, trait in enumerate(counted):
        total += STAGES[three, left, number] * trait
    return total


@inlined
def staged(more: int, late: float) -> tuple[float, float]:
    """What is weighed of a trait of which the other player has so much *more*."""
    return (1.0 - late) * more, late * more


@compiled
def features(s: Packed, seat: int) -> tuple[float, ...]:
    """What ``evaluate`` weighs when two play: how much more burdens the other, early and late."""
    late, jumps, beside = lateness(s), jumpers(s), neighbours(s)
    own, other = traits(s, seat, jumps, beside), traits(s, 1 - seat, jumps, beside)
    return (
        staged(other[0] - own[0], late)
        + staged(other[1] - own[1], late)
        + staged(other[2] - own[2], late)
        + staged(other[3] - own[3], late)
        + staged(other[4] - own[4], late)
        + staged(other[5] - own[5], late)
        + staged(other[6] - own[6], late)
        + staged(other[7] - own[7], late)
    )


@inlined
def sensed(s: Packed) -> tuple[tuple[Word, Word, Word, Word], tuple[int, int, int, int, int, int, int]]:
    mine, theirs = (s.yellow, s.blue) if s.player == 0 else (s.blue, s.yellow)
    turn = 0 if s.jumper < 0 else 1 + s.due
    spots = (
        TURN + turn,
        REPORT + s.report,
        PASSING + s.passing,
        NINE + s.nine,
        MAY + s.may,
        MINE + min(popcount(mine), SIDE),
        THEIRS + min(popcount(theirs), SIDE),
    )
    return ((mine, theirs, U0, U0) if s.player == 0 else (U0, U0, mine, theirs)), spots


@compiled
def evaluate(s: Packed, seat: int) -> float:
    """The seats share one win; for two, this is the logistic function of the difference of their burdens."""
    if s.net:
        return hope(s, seat)
    jumps, beside = jumpers(s), neighbours(s)
    three, left = int(s.players == 3), popcount(everyone(s))
    own, total = burden(traits(s, seat, jumps, beside), three, left), 1.0
    for other in range(s.players):
        if other != seat:
            total += np.exp(own - burden(traits(s, other, jumps, beside), three, left))
    return 1.0 / total


@compiled
def noise(s: Packed, code: int) -> int:
    """The own points that the step takes off the board."""
    if code == STOP:
        return 0
    home = HOMES[s.nine, s.players, s.player]
    if code >= JUMPS:
        return HOME if has(home, code - JUMPS) else AWAY
    lost = 0
    if has(home, START[code]):
        lost += HOME - AWAY
    if has(home, LANDING[code]):
        lost -= HOME - AWAY
    if has(movers(s, s.player), OVER[code]):
        lost += HOME if has(home, OVER[code]) else AWAY
    return max(lost, 0)


@compiled
def key(s: Packed) -> np.uint64:
    """A word tells all of the turn under way: 41 bits of *jumped*, and the numbers above them."""
    numbers = (s.player + 2) | (s.jumper + 1) << 3 | (s.origin + 1) << 9 | s.jumps << 15 | s.due << 17
    turn = s.jumped | np.uint64(numbers) << np.uint64(41)
    found = mix(mix(mix(s.yellow ^ np.uint64(0x9E3779B97F4A7C15)) ^ s.blue) ^ turn)
    if s.players > 2:
        found = mix(mix(found ^ s.green) ^ s.red)
    return found


@compiled
def whole(s: Packed) -> bool:
    return s.jumper < 0


@inlined
def wording(s: Packed, code: int) -> int:
    return 1 if whole(s) else 0


register(
    Packed,
    legal=legal,
    step=step,
    score=score,
    evaluate=evaluate,
    features=features,
    sensed=sensed,
    perceived=looked,
    noise=noise,
    key=key,
    whole=whole,
    pick=pick_listed,
    wording=wording,
)


class CampoBelloKernel(Kernel):
    """Packs and unpacks the states of one game."""

    batch = "tabuleiro.kernels.batch.campo_bello"

    def __init__(self, game: CampoBello) -> None:
        self.game = game
        if game.players == 2:
            self.inputs, self.net = INPUTS, shipped(game.name, INPUTS)
        self.width = JUMPS // 2  # of a jump and the one back, one can be made at most

    def pack(self, state: Movers) -> Packed:
        game = self.game
        return Packed(
            yellow=where(state.board, 1),
            blue=where(state.board, 2),
            green=where(state.board, 3),
            red=where(state.board, 4),
            player=state.player,
            jumper=state.jumper,
            origin=state.origin,
            jumped=word_of(state.jumped),
            jumps=state.jumps,
            due=int(state.due),
            players=game.players,
            report=int(game.chain == "report"),
            passing=int(game.passing),
            nine=int(game.home == "nine"),
            may=int(game.removal == "may"),
            net=self.net,
        )

    def unpack(self, packed: Packed) -> Movers:
        board = bytearray(len(self.game.board))
        for mover, word in enumerate(packed[:4], 1):
            for cell in self.game.board:
                if int(word) >> cell & 1:
                    board[cell] = mover
        jumped = tuple(cell for cell in self.game.board if int(packed.jumped) >> cell & 1)
        return Movers(
            bytes(board),
            int(packed.player),
            int(packed.jumper),
            int(packed.origin),
            jumped,
            int(packed.jumps),
            due=bool(packed.due),
        )


def kernel(game: CampoBello) -> CampoBelloKernel:
    return CampoBelloKernel(game)
