"""The model of Plackett and Luce for games of several players: each wins with a chance in proportion to its strength.

What a seat is worth is fitted too. A win that several share counts for each in part. How sure the strengths are, a
bootstrap tells: the games are drawn again, opening by opening, and rated again.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from typing import Any

    Array = np.ndarray[Any, np.dtype[np.float64]]

SAMPLES = 200  # of the bootstrap
PRIOR = 0.2  # what is known beforehand of seats and strengths, in games: next to nothing, but no strength is infinite
LONGEST = 2.0  # natural logarithms of odds that one iteration may change
ITERATIONS = 50


class Finish(NamedTuple):
    """A finished game: who sat at each seat, each seat's part of the win, and with which opening it began."""

    players: tuple[str, ...]
    scores: tuple[float, ...]
    opening: Hashable


def fit(players: Sequence[str], finishes: Sequence[Finish], anchor: int, seed: int) -> tuple[Array, Array]:
    """The strengths as natural logarithms of odds, that of number *anchor* being 0, and those of every sample."""
    seats = max((len(finish.players) for finish in finishes), default=1)
    who = np.full((len(finishes), seats), -1)
    won = np.zeros((len(finishes), seats))
    index = {player: number for number, player in enumerate(players)}
    for row, finish in enumerate(finishes):
        who[row, : len(finish.players)] = [index[player] for player in finish.players]
        won[row, : len(finish.scores)] = finish.scores
    design = np.zeros((len(finishes), seats, len(players) + seats))
    for seat in range(seats):
        there = who[:, seat] >= 0
        design[there, seat, who[there, seat]] = 1.0
        design[there, seat, len(players) + seat] = 1.0
    absent = np.where(who < 0, -inf, 0.0)
    groups = list(dict.fromkeys(finish.opening for finish in finishes))
    group_of = np.array([groups.index(finish.opening) for finish in finishes], dtype=int)
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(len(groups), np.full(len(groups), 1 / max(len(groups), 1)), SAMPLES) if groups else None
    one = climb(np.ones((1, len(finishes))), design, won, absent)
    weights = drawn[:, group_of].astype(float) if drawn is not None else np.ones((SAMPLES, 0))
    many = climb(weights, design, won, absent, np.repeat(one, SAMPLES, axis=0))
    found = np.concatenate([one, many])[:, : len(players)]
    found = found - found[:, [anchor]]
    return found[0], found[1:]


def climb(weights: Array, design: Array, won: Array, absent: Array, start: Array | None = None) -> Array:
    """The most likely strengths and seats, for every row of *weights* of the games."""
    size = design.shape[2]
    theta = np.zeros((len(weights), size)) if start is None else start
    for _ in range(ITERATIONS):
        natural = np.einsum("gsk,bk->bgs", design, theta) + absent
        odds = np.exp(natural - natural.max(axis=2, keepdims=True, initial=-1e9))
        chances = odds / odds.sum(axis=2, keepdims=True)
        slope = np.einsum("bg,bgs,gsk->bk", weights, won - chances, design, optimize=True) - PRIOR * theta
        mean = np.einsum("bgs,gsk->bgk", chances, design, optimize=True)
        square = np.einsum("bg,bgs,gsk,gsl->bkl", weights, chances, design, design, optimize=True)
        curve = square - np.einsum("bg,bgk,bgl->bkl", weights, mean, mean, optimize=True) + PRIOR * np.eye(size)
        change = np.linalg.solve(curve, slope[..., None])[..., 0]
        longest = np.abs(change).max(axis=1, keepdims=True, initial=LONGEST)
        theta = theta + change * (LONGEST / longest)
        if np.abs(change).max(initial=0.0) < 1e-5:
            break
    return theta
