"""Bounds of strengths by a profile likelihood: how far each can go until the games become too unlikely.

A model gives its likelihood and derivatives; what it says in words is its own. Which bounds there are at all, games
tell without numbers: a strength is held down by whoever took something from that player, held up by those it took from.
"""

from __future__ import annotations

from math import inf, log, sqrt
from typing import Protocol

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Array = np.ndarray[Any, np.dtype[Any]]

LONGEST = 2.0  # natural logarithms of odds that one iteration may change
FAR = 16.0  # those between which a bound is looked for first
ITERATIONS = 100
CLEAN = sqrt(
    -2 * log(2 * 0.05)
)  # deviations where games went one way alone: 5 %, half of what is just possible (mid-p)


class Model(Protocol):
    """A likelihood of games, of one set of parameters or of many at once; the first parameters are strengths."""

    @property
    def size(self) -> int: ...
    def likelihood(self, theta: Array) -> Array:
        """Its logarithm."""

    def slope(self, theta: Array) -> tuple[Array, Array]:
        """Its first derivative, and the second with its sign turned."""


def climb(model: Model, theta: Array, fixed: Array | None = None, precision: float = 1e-6) -> Array:
    """The most likely parameters, of one problem or of many at once; in each, parameter *fixed* stays as it is."""
    every = np.arange(len(theta)) if fixed is not None else None
    for _ in range(ITERATIONS):
        slope, curve = model.slope(theta)
        if fixed is not None:
            slope[every, fixed] = 0.0
            curve[every, fixed, :] = curve[every, :, fixed] = 0.0
            curve[every, fixed, fixed] = 1.0
        change = np.linalg.solve(curve, slope[..., None])[..., 0]
        theta = theta + tempered(change)
        if np.abs(change).max(initial=0.0) < precision:
            break
    return theta


def tempered(change: Array) -> Array:
    """*change*, no longer than LONGEST in any direction: from far away a whole step would overshoot."""
    longest = np.abs(change).max(axis=-1, keepdims=True, initial=LONGEST)
    shorter: Array = change * (LONGEST / longest)
    return shorter


def bounded(players: int, took: Iterable[tuple[int, int]], anchor: int) -> tuple[Array, Array]:
    """Of which players something bounds the strength from below, and of which from above, against the *anchor*.

    *took* has a pair for each who took something, a win, a draw or a part of one, from whom. One is held up through
    a chain of those who took from the next, down to the anchor, and held down through one that leads from the anchor to it.
    """
    reach = np.eye(players, dtype=bool)
    for one, other in set(took):
        reach[one, other] = True
    for middle in range(players):
        reach |= np.outer(reach[:, middle], reach[middle])
    return reach[:, anchor], reach[anchor]


def bounds(model: Model, sure: Array, below: Array, above: Array) -> tuple[Array, Array]:
    """How far down and up each strength can go until twice the logarithm of the likelihood has fallen by *sure* squared:
    by false position on the root of the fall, which is nearly a straight line. Where something bounds a strength on one
    side alone, games went one way, and all of them together must have become unlikely.
    """
    free = len(sure)
    best = climb(model, np.zeros(model.size))
    top = model.likelihood(best)
    which, sign = np.tile(np.arange(free), 2), np.repeat([-1.0, 1.0], free)
    endless = ~np.concatenate([below, above])
    alone = np.roll(endless, free)
    goal = np.where(endless, 0.0, np.where(alone, np.maximum(np.tile(sure, 2), CLEAN), np.tile(sure, 2)))

    def fall(distance: Array, theta: Array) -> tuple[Array, Array]:
        """By how much more than allowed it has fallen so far away, and the other parameters there."""
        theta = theta.copy()
        theta[np.arange(2 * free), which] = best[which] + sign * distance
        theta = climb(model, theta, which)
        return np.sqrt(np.maximum(2 * (top - model.likelihood(theta)), 0.0)) - goal, theta

    theta = np.tile(best, (2 * free, 1))
    near, low, far = np.zeros(2 * free), -goal, np.full(2 * free, FAR)
    high, _ = fall(far, theta)
    while not (enough := endless | (high > 0)).all() and far.max() < FAR * 2**10:
        far = np.where(enough, far, 2 * far)
        high, _ = fall(far, theta)
    endless |= ~(high > 0)
    low, high = np.where(endless, -1.0, low), np.where(endless, 1.0, high)
    middle = np.minimum(goal * np.sqrt(np.diag(np.linalg.inv(model.slope(best)[1])))[which], FAR / 2)
    for _ in range(ITERATIONS):
        found, theta = fall(middle, theta)
        if (endless | (np.abs(found) < 1e-3)).all():
            break
        under = found < 0
        near, far = np.where(under, middle, near), np.where(under, far, middle)
        low, high = np.where(under, found, low / 2), np.where(under, high / 2, found)
        middle = near + (far - near) * low / (low - high)
    ends = best[which] + sign * np.where(endless, inf, middle)
    return ends[:free], ends[free:]
