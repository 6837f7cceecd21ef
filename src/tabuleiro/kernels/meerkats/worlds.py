"""All the worlds that a seat of Meerkats thinks possible, as one state: for proofs that need no luck.

Two play, and the other's colour is one of at most three. The stones are the same in all worlds, so one packed state
serves them all, with the colours of the other side by side. It is over when it is over in any world, and its score is
that of the worst: who wins here wins by the same steps whatever the other's colour is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from tabuleiro.games.meerkats import ALL, COLOURS, Burrow, Meerkats
from tabuleiro.kernels import Kernel
from tabuleiro.kernels.bits import popcount
from tabuleiro.kernels.jit import compiled, register
from tabuleiro.kernels.meerkats import rules
from tabuleiro.kernels.meerkats.rules import FULL, SECOND, Packed, colour_of, rank, stones_of, strength
from tabuleiro.kernels.rules import Codes


class Worlds(NamedTuple):
    """*state* has the colour of *seat* in its place, and those that the other may have in the places left."""

    player: int
    seat: int
    state: Packed


@compiled
def legal(s: Worlds, out: Codes) -> int:
    return rules.legal(s.state, out)


@compiled
def step(s: Worlds, code: int) -> Worlds:
    after = rules.step(s.state, code)
    return Worlds(after.player, s.seat, after)


@compiled
def whole(s: Worlds) -> bool:
    return rules.whole(s.state)


@compiled
def score(s: Worlds, seat: int) -> float:
    """The score in the world that is worst for the seat whose worlds these are."""
    colours, second = s.state.colours, s.state.rules & SECOND != 0
    own = rank(stones_of(s.state, colour_of(colours, s.seat)), second)
    worst = 1.0
    for place in range(len(COLOURS)):
        colour = colour_of(colours, place)
        if place != s.seat and colour:
            theirs = rank(stones_of(s.state, colour), second)
            worst = min(worst, 0.0 if theirs > own else 0.5 if theirs == own else 1.0)
    return worst if seat == s.seat else 1.0 - worst


@compiled
def evaluate(s: Worlds, seat: int) -> float:
    """As if the other had the strongest of the colours it may have."""
    colours = s.state.colours
    occupied = s.state.red | s.state.green | s.state.blue | s.state.yellow
    full, empty = popcount(occupied) / ALL, FULL & ~occupied
    own, strongest = 0.0, -1e9
    for place in range(len(COLOURS)):
        colour = colour_of(colours, place)
        if colour:
            stands = strength(stones_of(s.state, colour), empty, full)
            if place == s.seat:
                own = stands
            else:
                strongest = max(strongest, stands)
    chance = 1.0 / (1.0 + np.exp(strongest - own))
    return chance if seat == s.seat else 1.0 - chance


@compiled
def noise(s: Worlds, code: int) -> int:
    return rules.noise(s.state, code)


@compiled
def key(s: Worlds) -> np.uint64:
    return rules.key(s.state)


register(Worlds, legal=legal, step=step, score=score, evaluate=evaluate, noise=noise, key=key, whole=whole)


class WorldsKernel(Kernel):
    """Packs what a seat sees that does not know the other's colour; only for two who choose their stones."""

    def __init__(self, game: Meerkats) -> None:
        self.game = game
        self.plain = rules.kernel(game)
        self.width = self.plain.width

    def pack(self, view: Burrow, seat: int | None = None) -> Worlds:
        """The worlds of *seat*, or of who decides."""
        seat = view.player if seat is None else seat
        known = view.colours[1 - seat]  # with open cards
        possible = [known] if known else self.game.possible(view)
        state = self.plain.pack(replace(view, colours=tuple(colour or possible[0] for colour in view.colours)))
        places = (place for place in range(len(COLOURS)) if place != seat)
        others = sum(colour << 3 * place for place, colour in zip(places, possible, strict=False))
        return Worlds(state.player, seat, state._replace(colours=view.colours[seat] << 3 * seat | others))

    def unpack(self, packed: Worlds) -> Burrow:
        """What the seat sees again."""
        state = self.plain.unpack(packed.state)
        return self.game.view(state, packed.seat)
