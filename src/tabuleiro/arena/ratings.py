"""How much stronger, and how sure: Elo differences of matches, and ratings of many players by Bradley and Terry.

A difference of 400 points means odds of ten to one: expected score = 1 / (1 + 10 ** (-difference / 400)).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isinf, log10, sqrt

from tabuleiro.core import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

SURE = 1.959964  # standard deviations on each side that hold 95 % of a normal distribution
POINTS = 400.0 / 2.302585  # Elo points of a natural logarithm of the odds
PRIOR = 1.0  # drawn games that every pair of players is taken to have played before: no rating is infinite


@dataclass(frozen=True)
class Elo:
    """A difference of strength and its 95 % interval; infinite where nothing bounds it."""

    difference: float
    low: float
    high: float

    def __str__(self) -> str:
        low, high = points(self.low), points(self.high)
        return say("{difference} (95 %: {low} to {high})", difference=points(self.difference), low=low, high=high)


def points(value: float) -> str:
    """``+35``, ``-120``, ``+inf``."""
    return f"{value:+.0f}" if not isinf(value) else f"{value:+}"


def elo(score: float) -> float:
    """The difference of strength that an expected *score* between 0 and 1 means."""
    if score <= 0 or score >= 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))


def compare(pairs: Sequence[Sequence[float]]) -> Elo:
    """How much stronger a player is whose scores are *pairs*: those of games with the same opening, seats swapped.

    The games of a pair depend on each other, so the interval follows from how the means of the pairs vary. Where they
    do not vary, or the interval would leave 0 to 1, it is Wilson's for as many games won with that chance.
    """
    scores = [score for pair in pairs for score in pair]
    if not scores:
        return Elo(0.0, -inf, inf)
    mean, weight = sum(scores) / len(scores), len(scores)
    spread = sum((sum(pair) - mean * len(pair)) ** 2 for pair in pairs)
    count = len(pairs)
    error = sqrt(spread * count / (count - 1)) / weight if count > 1 else 0.0
    low, high = mean - SURE * error, mean + SURE * error
    if not (error > 0 and low > 0 and high < 1):
        low, high = wilson(mean, weight)
    return Elo(elo(mean), elo(low), elo(high))


def wilson(mean: float, count: int) -> tuple[float, float]:
    """The chances of winning between which *mean* of *count* games is no surprise."""
    extra = SURE**2 / count
    centre = (mean + extra / 2) / (1 + extra)
    reach = SURE / (1 + extra) * sqrt(mean * (1 - mean) / count + extra / (4 * count))
    return (
        0.0 if mean == 0 else max(centre - reach, 0.0),
        1.0 if mean == 1 else min(centre + reach, 1.0),
    )


# ── Many players ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Rating:
    """Points above the player that is the anchor, and how far the 95 % interval reaches on each side."""

    player: str
    rating: float
    reach: float
    games: int

    def __str__(self) -> str:
        return f"{self.rating:+.0f} ± {self.reach:.0f}"


def rate(
    players: Sequence[str], results: Mapping[tuple[str, str], tuple[float, int]], anchor: str | None = None
) -> list[Rating]:
    """The ratings that make *results* most likely (Bradley and Terry), those of *anchor*, or the first player, being 0.

    *results* are the score of the first of two players and the number of games, each pair in one order only. Newton's
    method on the logarithm of the likelihood, whose curvature also tells how sure the ratings are.
    """
    import numpy as np

    index = {player: number for number, player in enumerate(players)}
    fixed = index[anchor] if anchor is not None else 0
    free = [number for number in range(len(players)) if number != fixed]
    strengths = np.zeros(len(players))
    covariance: Any = np.zeros((len(free), len(free)))
    for _ in range(100):
        slope, curve = np.zeros(len(players)), np.zeros((len(players), len(players)))
        for (one, other), (score, games) in results.items():
            a, b = index[one], index[other]
            expected = 1 / (1 + np.exp(strengths[b] - strengths[a]))
            surprise = score + PRIOR / 2 - (games + PRIOR) * expected
            weight = (games + PRIOR) * expected * (1 - expected)
            slope[a] += surprise
            slope[b] -= surprise
            curve[[a, b], [a, b]] += weight
            curve[[a, b], [b, a]] -= weight
        covariance = np.linalg.pinv(curve[np.ix_(free, free)])
        change = np.clip(covariance @ slope[free], -2, 2)  # from far away a whole step would overshoot
        strengths[free] += change
        if not free or np.abs(change).max() < 1e-9:
            break
    errors = dict(zip(free, np.sqrt(np.maximum(np.diag(covariance), 0)), strict=True))
    games_of = {player: sum(games for pair, (_, games) in results.items() if player in pair) for player in players}
    return [
        Rating(
            player,
            float(strengths[number]) * POINTS,
            float(errors.get(number, 0.0)) * SURE * POINTS,
            games_of[player],
        )
        for player, number in index.items()
    ]
