"""Meerkats for tree search by a seat that knows its own colour alone, while the others know theirs.

What the others do depends on their colours. So after the seat's own turn, or a step that may have ended the game,
chance tells their colours: up to there one branch of the tree serves all worlds, and from there every world has a branch
of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tabuleiro.games.meerkats import ALL, Burrow
from tabuleiro.kernels import Kernel
from tabuleiro.kernels.bits import popcount
from tabuleiro.kernels.jit import compiled, register
from tabuleiro.kernels.meerkats import rules
from tabuleiro.kernels.meerkats.rules import FULL, INSTANT, Packed, colour_of, complete, stones_of, strength
from tabuleiro.kernels.net import hope
from tabuleiro.kernels.rules import Codes, pick_listed

Chances = tuple[float, float, float, float]


class Told(NamedTuple):
    """The *state* in one world, as *seat* thinks about it.

    *told* is how many of the others' colours have been told, -1 before the end of the turn. *chances* are how likely
    the next seat is to own each of the colours.
    """

    player: int
    seat: int
    told: int
    chances: Chances
    state: Packed


@compiled
def listener(s: Told) -> int:
    """Whose colour is told next."""
    return (s.seat + 1 + s.told) % s.state.players


@compiled
def legal(s: Told, out: Codes) -> int:
    """While colours are told, every colour with its sign changed; only one of them can come in a given world."""
    if s.told < 0 or s.told == s.state.players - 1:
        return rules.legal(s.state, out)
    for colour in range(1, 5):
        out[colour - 1] = -colour
    return 4


@compiled
def weight(s: Told, code: int) -> int:
    if code < 0:
        return 1 if colour_of(s.state.colours, listener(s)) == -code else 0
    return rules.weight(s.state, code)


@compiled
def reveals(before: Packed, after: Packed, seat: int) -> bool:
    """Has a step completed another's colour, or nobody's? The game is over in some worlds then, and goes on in others."""
    own = colour_of(after.colours, seat)
    for colour in range(1, 5):
        if colour != own and complete(stones_of(after, colour)) and not complete(stones_of(before, colour)):
            return after.rules & INSTANT != 0
    return False


@compiled
def step(s: Told, code: int) -> Told:
    state, told = s.state, s.told
    if code < 0:
        told += 1
    else:
        state = rules.step(state, code)
        if told < 0 and (state.player != s.seat or reveals(s.state, state, s.seat)):
            told = 0
    player = state.player if told < 0 or told == state.players - 1 else np.int64(-1)
    return Told(player, s.seat, told, s.chances, state)


@compiled
def whole(s: Told) -> bool:
    return rules.whole(s.state)


@compiled
def score(s: Told, seat: int) -> float:
    return rules.score(s.state, seat)


@compiled
def guess(s: Told) -> float:
    """What two may expect of the state before the other's colour is told: the mean over the colours it may have."""
    state = s.state
    if state.net and state.player >= 0:
        return _judged(s)
    occupied = state.red | state.green | state.blue | state.yellow
    full, empty = popcount(occupied) / ALL, FULL & ~occupied
    own = strength(stones_of(state, colour_of(state.colours, s.seat)), empty, full)
    total = 0.0
    for colour in range(1, 5):
        if s.chances[colour - 1] > 0.0:
            total += s.chances[colour - 1] / (1.0 + np.exp(strength(stones_of(state, colour), empty, full) - own))
    return total


@compiled
def _judged(s: Told) -> float:
    """The same by a net."""
    state, total = s.state, 0.0
    own = colour_of(state.colours, s.seat) << 3 * s.seat
    for colour in range(1, 5):
        if s.chances[colour - 1] > 0.0:
            colours = own | colour << 3 * (1 - s.seat)
            world = Packed(
                state.red,
                state.green,
                state.blue,
                state.yellow,
                state.player,
                colours,
                state.hand,
                state.fresh,
                state.players,
                state.rules,
                state.net,
            )
            total += s.chances[colour - 1] * hope(world, s.seat)
    return total


@compiled
def evaluate(s: Told, seat: int) -> float:
    if s.state.player == -2:
        return rules.score(s.state, seat)
    if s.told <= 0 and s.state.players == 2:
        return guess(s) if seat == s.seat else 1.0 - guess(s)
    return rules.evaluate(s.state, seat)


@compiled
def noise(s: Told, code: int) -> int:
    return 0 if code < 0 else rules.noise(s.state, code)


@compiled
def key(s: Told) -> np.uint64:
    return rules.key(s.state)


register(
    Told,
    legal=legal,
    step=step,
    score=score,
    evaluate=evaluate,
    noise=noise,
    key=key,
    weight=weight,
    whole=whole,
    pick=pick_listed,
)


class ToldKernel:
    """Packs worlds as the seat that decides thinks about them; before the deal there is nothing to tell."""

    def __init__(self, plain: Kernel) -> None:
        self.game = plain.game
        self.plain = plain
        self.width = plain.width

    def pack(self, world: Burrow, chances: Chances | None = None) -> Told:
        """*world*, and the *chances* of the next seat's colours; without them they are alike."""
        state = self.plain.pack(world)
        told = -1 if world.player >= 0 else self.game.players - 1
        return Told(state.player, max(world.player, 0), told, chances or (0.25, 0.25, 0.25, 0.25), state)

    def unpack(self, packed: Told) -> Burrow:
        return self.plain.unpack(packed.state)
