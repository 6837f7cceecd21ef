"""A sequential test: is one program stronger than another by *elo0* points or by *elo1*? It ends as soon as that is clear.

The exact generalized test on pairs of games: of all ways in which pairs of games may end, those most likely ones are
compared whose mean score is that of the one and of the other hypothesis. No normal distribution stands in for them:
where openings favour a seat, the first pairs all split, and that would look far surer than it is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    Array = np.ndarray[Any, np.dtype[np.float64]]

ENDS = (0.0, 0.25, 0.5, 0.75, 1.0)  # mean scores of a pair of games that are won, drawn and lost
UNSEEN = 1e-3  # pairs that every end is taken to have had: what was not seen is rare, not impossible
HALVINGS = 45  # of the interval in which a multiplier is looked for: enough for any pairs, so that it always ends
LEAST_PAIRS = 2


@dataclass(frozen=True)
class Test:
    """The hypotheses, and how often each may be taken for the other: *alpha* of elo0 for elo1, *beta* of elo1 for elo0."""

    elo0: float = 0.0
    elo1: float = 30.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def low(self) -> float:
        """At this ratio or below it is elo0."""
        return log(self.beta / (1 - self.alpha))

    @property
    def high(self) -> float:
        """At this ratio or above it is elo1."""
        return log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Mapping[float, int]) -> float:
        """The logarithm of the ratio of the likelihoods, given how many pairs had which mean score."""
        if not pairs:
            return 0.0
        ends = sorted({*ENDS, *pairs})
        return float(ratios(np.array([pairs.get(end, 0) for end in ends], float), np.array(ends), self))

    def verdict(self, ratio: float) -> int | None:
        """0 or 1, the hypothesis that is accepted; None while it is open."""
        return 0 if ratio <= self.low else 1 if ratio >= self.high else None


@dataclass(frozen=True)
class Course:
    """How far a test is: *ratio* after so many *pairs*, in the order of their numbers, and what is accepted."""

    pairs: int
    ratio: float
    accepted: int | None
    ends: tuple[tuple[float, int], ...]


def in_order(games: Mapping[int, float]) -> list[float]:
    """The mean scores of the pairs of games 1 and 2, 3 and 4, and so on, given the scores of *games* by number; up to the
    first that is not whole. Games that are played at a time end in any order, and the quick ones may go another way
    than the long ones.
    """
    pairs: list[float] = []
    while 2 * len(pairs) + 1 in games and 2 * len(pairs) + 2 in games:
        pairs.append((games[2 * len(pairs) + 1] + games[2 * len(pairs) + 2]) / 2)
    return pairs


def follow(test: Test, scores: Sequence[float], start: Course | None = None) -> Course:
    """Take in *scores*, the mean scores of pairs one after another, until something is accepted; what comes later, as when
    several games are played at a time, has no say.
    """
    course = start or Course(0, 0.0, None, ())
    ends = Counter(dict(course.ends))
    for score in scores[course.pairs :]:
        if course.accepted is not None:
            break
        ends[round(score, 6)] += 1
        ratio = test.ratio(ends)
        pairs = course.pairs + 1
        accepted = test.verdict(ratio) if pairs >= LEAST_PAIRS else None
        course = Course(pairs, ratio, accepted, tuple(sorted(ends.items())))
    return course


def ratios(counts: Array, ends: Array, test: Test) -> Array:
    """The logarithm of the ratio of the likelihoods for every row of *counts*, the pairs that ended with each of *ends*."""
    counts = np.maximum(counts, UNSEEN)
    total = counts.sum(axis=-1, keepdims=True)
    shares = counts / total
    means = np.array([1 / (1 + 10 ** (-elo / 400)) for elo in (test.elo0, test.elo1)])
    off = ends - means[:, None]  # a row for each hypothesis
    weighted = shares[..., None, :] * off
    low = np.broadcast_to(-1 / off[:, -1], weighted.shape[:-1])
    high = np.broadcast_to(-1 / off[:, 0], weighted.shape[:-1])
    for _ in range(HALVINGS):  # the most likely shares with this mean are shares / (1 + multiplier * off)
        middle = (low + high) / 2
        more = (weighted / (1 + middle[..., None] * off)).sum(axis=-1) > 0
        low, high = np.where(more, middle, low), np.where(more, high, middle)
    logs = np.log1p(((low + high) / 2)[..., None] * off)
    ratio: Array = total[..., 0] * (shares * (logs[..., 0, :] - logs[..., 1, :])).sum(axis=-1)
    return ratio
