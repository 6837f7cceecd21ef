"""Davidson's model of games between two: what wins, draws and seats say about strength, and how sure that is.

With *x* the difference of strength plus the advantage of the seat, a win weighs exp(x/2), a loss exp(-x/2) and a draw as
much as is fitted; without draws this is the model of Bradley and Terry. Games with the same opening depend on each
other, so how far they scatter is taken from whole openings (a sandwich covariance), not from the model. A
bound of an interval lies where the likelihood has fallen as far as that scatter allows, see ``profile``: on the side on
which nothing was lost there is none.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from tabuleiro.arena import profile
from tabuleiro.arena.profile import ITERATIONS, tempered
from tabuleiro.arena.ratings import INDEPENDENT, student

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    Array = np.ndarray[Any, np.dtype[Any]]

STATISTICS = np.array([[0.5, 0.0], [0.0, 1.0], [-0.5, 0.0]])  # what a win, a draw and a loss add: to strength, to draws
SEAT = 0.2  # what is known of the seat's advantage and of draws beforehand, in games: next to nothing, but not nothing
FAINT = 1e-5  # the same of strengths, so that nothing overflows where a player lost no game
KNOWN = INDEPENDENT / 2  # the information of so many pairs of even games, which a match is taken to have had before


class Meeting(NamedTuple):
    """The games of two players with the same opening: for each, whether *one* had the first seat, and its score."""

    one: str
    other: str
    games: tuple[tuple[bool, float], ...]


@dataclass(frozen=True)
class Fit:
    """Strengths as natural logarithms of odds, in the order of the players, the anchor's 0; bounds of their 95 % intervals;
    their covariance; the advantage of the first seat over the other and its standard error; and the weight of a draw.
    """

    strengths: Array
    low: Array
    high: Array
    covariance: Array
    seat: float
    seat_error: float
    draw: float


def fit(players: Sequence[str], meetings: Iterable[Meeting], anchor: int = 0) -> Fit:
    """What *meetings* say of *players*; the one whose number is *anchor* has strength 0."""
    model = Model(players, meetings, anchor)
    theta, curve = model.unbiased()
    inverse = np.linalg.inv(curve)
    covariance = inverse @ model.scatter(theta) @ inverse
    free = [number for number in range(len(players)) if number != anchor]
    wider = np.sqrt(np.diag(covariance) / np.diag(inverse))[: len(free)]
    sure = wider * [student(model.meetings_of[number] - 1 + INDEPENDENT) for number in free]
    below, above = profile.bounded(len(players), model.took, anchor)
    low, high = profile.bounds(model, sure, below[free], above[free])
    whole = np.zeros((3, len(players)))
    whole[:, free] = theta[: len(free)], low, high
    spread = np.zeros((len(players), len(players)))
    spread[np.ix_(free, free)] = covariance[: len(free), : len(free)]
    seat = len(free)
    draw = float(np.exp(theta[-1])) if model.drawn else 0.0
    return Fit(whole[0], whole[1], whole[2], spread, float(theta[seat]), float(covariance[seat, seat]) ** 0.5, draw)


class Model:
    """The games as sums: a row for each pair of players and seat, which is all that the likelihood needs."""

    def __init__(self, players: Sequence[str], meetings: Iterable[Meeting], anchor: int) -> None:
        index = {player: number for number, player in enumerate(players)}
        self.players, self.anchor = len(players), anchor
        self.kinds = Counter(meetings)  # meetings that went alike count together
        self.matches = list(dict.fromkeys((kind.one, kind.other) for kind in self.kinds))
        row_of = {
            (*match, first): 2 * at + (not first) for at, match in enumerate(self.matches) for first in (True, False)
        }
        rows = 2 * len(self.matches)
        self.count, self.sums = np.zeros(rows), np.zeros((rows, 2))
        self.meetings_of = np.zeros(len(players))
        self.took: set[tuple[int, int]] = set()  # who took something from whom
        for kind, times in self.kinds.items():
            self.meetings_of[[index[kind.one], index[kind.other]]] += times
            for first, score in kind.games:
                row = row_of[kind.one, kind.other, first]
                self.count[row] += times
                self.sums[row] += times * statistics(score)
                self.took |= {(index[kind.one], index[kind.other])} if score > 0 else set()
                self.took |= {(index[kind.other], index[kind.one])} if score < 1 else set()
        self.row_of = row_of
        self.drawn = bool(self.sums[:, 1].any())
        free = [number for number in range(len(players)) if number != anchor]
        self.size = len(free) + 1 + self.drawn
        self.design = np.zeros((rows, 2, self.size))
        for (one, other, first), row in row_of.items():
            for player, sign in ((index[one], 1.0), (index[other], -1.0)):
                if player != anchor:
                    self.design[row, 0, free.index(player)] = sign
            self.design[row, 0, len(free)] = 1.0 if first else -1.0
            self.design[row, 1, len(free) + 1 :] = 1.0
        self.prior = np.array([FAINT] * len(free) + [SEAT] * (1 + self.drawn))

    def chances(self, theta: Array) -> tuple[Array, Array]:
        """Of a win, a draw and a loss in every row, and the logarithm of what their weights add up to."""
        natural = np.einsum("rak,...k->...ra", self.design, theta)
        if not self.drawn:
            natural[..., 1] = -inf
        weights = np.stack([natural[..., 0] / 2, natural[..., 1], -natural[..., 0] / 2], axis=-1)
        top = weights.max(axis=-1, keepdims=True)
        odds = np.exp(weights - top)
        total = odds.sum(axis=-1, keepdims=True)
        return odds / total, (np.log(total) + top)[..., 0]

    def likelihood(self, theta: Array) -> Array:
        """Its logarithm, with what is known beforehand."""
        natural = np.einsum("rak,...k->...ra", self.design, theta)
        _, total = self.chances(theta)
        fits: Array = (natural * self.sums).sum(axis=(-1, -2)) - (self.count * total).sum(axis=-1)
        fits -= (self.prior * theta**2).sum(axis=-1) / 2
        return fits

    def spread(self, theta: Array) -> tuple[Array, Array, Array, Array]:
        """In every row: the chances, what a game adds in the mean, how far each end is off that, and the covariance."""
        chances, _ = self.chances(theta)
        means = chances @ STATISTICS
        off = STATISTICS - means[..., None, :]
        return chances, means, off, np.einsum("...ro,...roa,...rob->...rab", chances, off, off)

    def slope(self, theta: Array) -> tuple[Array, Array]:
        """The first derivative of the likelihood, and the second with its sign turned."""
        _, means, _, spread = self.spread(theta)
        slope = np.einsum("rak,...ra->...k", self.design, self.sums - self.count[:, None] * means) - self.prior * theta
        weighted = np.einsum("...rab,rbl->...ral", spread * self.count[:, None, None], self.design)
        curve = np.einsum("rak,...ral->...kl", self.design, weighted) + np.diag(self.prior)
        return slope, curve

    def unbiased(self) -> tuple[Array, Array]:
        """Firth's estimate, which is finite and less biased than the most likely one; and the curvature there."""
        theta = np.zeros(self.size)
        for _ in range(ITERATIONS):
            slope, curve = self.slope(theta)
            chances, _, off, _ = self.spread(theta)
            inverse = np.linalg.inv(curve)
            leverage = np.einsum("rak,kl,rbl->rab", self.design, inverse, self.design, optimize=True)
            skew = np.einsum("ro,roa,rob,roc->rabc", chances, off, off, off, optimize=True)
            shift = np.einsum("r,rbc,rabc->ra", self.count, leverage, skew, optimize=True) / 2
            change = inverse @ (slope + np.einsum("rak,ra->k", self.design, shift))
            theta = theta + tempered(change)
            if np.abs(change).max(initial=0.0) < 1e-6:
                break
        return theta, self.slope(theta)[1]

    def scatter(self, theta: Array) -> Array:
        """How much the slope varies from opening to opening: what is seen in each match, and, the less can be seen there, what
        independent games would have.
        """
        _, means, _, spread = self.spread(theta)
        spread = spread * self.count[:, None, None]
        total = sum(self.kinds.values())
        seen = np.zeros((len(self.matches), self.size, self.size))
        at = {match: number for number, match in enumerate(self.matches)}
        for kind, times in self.kinds.items():
            surprise = np.zeros(self.size)
            for first, score in kind.games:
                row = self.row_of[kind.one, kind.other, first]
                surprise += (statistics(score) - means[row]) @ self.design[row]
            seen[at[kind.one, kind.other]] += times * np.outer(surprise, surprise)
        expected = np.einsum("rak,rab,rbl->rkl", self.design, spread, self.design, optimize=True)
        expected = expected[0::2] + expected[1::2]
        known = spread[0::2, 0, 0] + spread[1::2, 0, 0]
        share = (KNOWN / (KNOWN + known))[:, None, None]
        whole = total / max(total - 1, 1)
        mixed: Array = ((1 - share) * seen * whole + share * expected).sum(axis=0)
        mixed += np.diag(np.minimum(self.prior, FAINT))  # so that what no game compares is quite unsure
        return mixed


def statistics(score: float) -> Array:
    """What a game adds: between a win and a draw, or a draw and a loss, a part of both."""
    won, lost = max(2 * score - 1, 0.0), max(1 - 2 * score, 0.0)
    return np.array([(won - lost) / 2, 1 - won - lost])
