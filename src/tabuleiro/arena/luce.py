"""The model of Plackett and Luce for games of several players: each wins with a chance in proportion to its strength.

What a seat is worth is fitted too. A win that several share counts for each in part. How far strengths scatter, a
bootstrap tells: the games are drawn again, opening by opening, and rated again. What was never seen, a win of one who won
none, is in no sample either, so the bounds are those of a profile likelihood, wider where the samples are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

import numpy as np

from tabuleiro.arena import profile
from tabuleiro.arena.ratings import INDEPENDENT, student

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from typing import Any

    Array = np.ndarray[Any, np.dtype[Any]]

SAMPLES = 200  # of the bootstrap
PRIOR = (
    0.2  # what is known beforehand of seats, and for samples of strengths, in games: next to nothing, but not nothing
)
FAINT = 1e-5  # the same of strengths where bounds are looked for


class Finish(NamedTuple):
    """A finished game: who sat at each seat, each seat's part of the win, and with which opening it began."""

    players: tuple[str, ...]
    scores: tuple[float, ...]
    opening: Hashable


class Fit(NamedTuple):
    """Strengths as natural logarithms of odds, the anchor's 0; bounds of their 95 % intervals; and their covariance."""

    strengths: Array
    low: Array
    high: Array
    covariance: Array


def fit(players: Sequence[str], finishes: Sequence[Finish], anchor: int, seed: int) -> Fit:
    """What *finishes* say of *players*; the one whose number is *anchor* has strength 0, *seed* is that of the samples."""
    model, count = Model.of(players, finishes), len(players)
    groups = {opening: number for number, opening in enumerate(dict.fromkeys(finish.opening for finish in finishes))}
    one = profile.climb(model, np.zeros(model.size))
    many = model.drawn_again([groups[finish.opening] for finish in finishes], seed, one)[:, :count]
    against = np.eye(count) - np.eye(count)[anchor]  # what makes differences from the anchor
    expected = against @ np.linalg.inv(model.slope(one)[1])[:count, :count] @ against.T
    free = [number for number in range(count) if number != anchor]
    wider = np.zeros(count)
    seen = (many @ against.T).var(axis=0, ddof=1)
    wider[free] = np.maximum(np.sqrt(seen[free] / np.diag(expected)[free]), 1.0)
    met = [len({groups[finish.opening] for finish in finishes if players[number] in finish.players}) for number in free]
    sure = wider[free] * [student(number - 1 + INDEPENDENT) for number in met]
    below, above = profile.bounded(count, took(players, finishes), anchor)
    whole = np.zeros((3, count))
    whole[0] = against @ one[:count]
    whole[1:, free] = profile.bounds(model.without(anchor, len(free)), sure, below[free], above[free])
    return Fit(whole[0], whole[1], whole[2], expected * np.outer(wider, wider))


def took(players: Sequence[str], finishes: Sequence[Finish]) -> set[tuple[int, int]]:
    """Who had a part of a win in a game with whom, by number."""
    return {
        (players.index(one), players.index(other))
        for finish in {(finish.players, finish.scores) for finish in finishes}
        for one, score in zip(*finish, strict=True)
        for other in finish[0]
        if score > 0 and one != other
    }


@dataclass(frozen=True)
class Model:
    """The games as arrays: by game, seat and parameter who sits where, and by game and seat the parts of the win.

    *weights* say how often each game counts; several rows of them are as many problems.
    """

    design: Array
    won: Array
    absent: Array
    prior: Array
    weights: Array

    @classmethod
    def of(cls, players: Sequence[str], finishes: Sequence[Finish]) -> Model:
        column = {player: number for number, player in enumerate(players)}
        seats = max((len(finish.players) for finish in finishes), default=1)
        design = np.zeros((len(finishes), seats, len(players) + seats))
        won, absent = np.zeros((len(finishes), seats)), np.full((len(finishes), seats), -inf)
        for row, finish in enumerate(finishes):
            won[row, : len(finish.scores)] = finish.scores
            absent[row, : len(finish.players)] = 0.0
            for seat, player in enumerate(finish.players):
                design[row, seat, [column[player], len(players) + seat]] = 1.0
        return cls(design, won, absent, np.full(len(players) + seats, PRIOR), np.ones(len(finishes)))

    def without(self, anchor: int, free: int) -> Model:
        """The same where the strength of *anchor* is 0, and next to nothing is known of the others beforehand."""
        prior = np.array([FAINT] * free + [PRIOR] * (self.size - 1 - free))
        return replace(self, design=np.delete(self.design, anchor, axis=2), prior=prior)

    @property
    def size(self) -> int:
        return len(self.prior)

    def drawn_again(self, groups: Sequence[int], seed: int, start: Array) -> Array:
        """The most likely parameters of every sample, in which whole *groups* of games are drawn again."""
        count = len(set(groups))
        if not count:
            return np.repeat(start[None], SAMPLES, axis=0)
        drawn = np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), SAMPLES)
        samples = replace(self, weights=drawn[:, groups].astype(float))
        return profile.climb(samples, np.repeat(start[None], SAMPLES, axis=0), precision=1e-5)

    def odds(self, theta: Array) -> tuple[Array, Array]:
        """The chances of every seat in every game, and the logarithm of what their weights add up to."""
        natural = np.einsum("gsk,...k->...gs", self.design, theta) + self.absent
        top = natural.max(axis=-1, keepdims=True, initial=-1e9)
        odds = np.exp(natural - top)
        total = odds.sum(axis=-1, keepdims=True)
        return odds / total, (np.log(total) + top)[..., 0]

    def likelihood(self, theta: Array) -> Array:
        """Its logarithm, with what is known beforehand."""
        _, total = self.odds(theta)
        natural = np.einsum("gsk,...k->...gs", self.design, theta)
        fits: Array = ((natural * self.won).sum(axis=-1) - total * self.won.sum(axis=-1)) @ self.weights
        fits -= (self.prior * theta**2).sum(axis=-1) / 2
        return fits

    def slope(self, theta: Array) -> tuple[Array, Array]:
        """The first derivative of the likelihood, and the second with its sign turned."""
        chances, _ = self.odds(theta)
        design, weights = self.design, np.broadcast_to(self.weights, chances.shape[:-1])
        shared = "...g,...gs,gsk"
        slope = np.einsum(f"{shared}->...k", weights, self.won - chances, design, optimize=True) - self.prior * theta
        mean = np.einsum("...gs,gsk->...gk", chances, design, optimize=True)
        square = np.einsum(f"{shared},gsl->...kl", weights, chances, design, design, optimize=True)
        curve = square - np.einsum("...g,...gk,...gl->...kl", weights, mean, mean, optimize=True) + np.diag(self.prior)
        return slope, curve
