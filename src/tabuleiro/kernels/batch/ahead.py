"""One step ahead in many games: what would be seen after each, and which looks best to the searches."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro.kernels.batch.planes import Buffer
from tabuleiro.kernels.batch.steps import Batch, reward
from tabuleiro.kernels.jit import compiled
from tabuleiro.kernels.rules import Codes, evaluate, load, observe, score, step


@compiled
def look_ahead(
    begin: Any, batch: Batch, first: NDArray[np.int64], seen: Buffer, rewards: NDArray[np.float32], lo: int, hi: int
) -> None:
    """What the seat that decides would see after each legal step; those of game i stand from ``first[i]`` on.

    *rewards* are its rewards where the step would end the game, and no number where it would not.
    """
    seats, size = batch.rewards.shape[1], batch.planes.size // len(batch.player)
    for i in range(lo, hi):
        s = load(begin, batch.words, i)
        for number in range(batch.counts[i]):
            at = first[i] + number
            after = step(s, np.int64(batch.codes[i, number]))
            rewards[at] = reward(score(after, s.player), seats) if after.player == -2 else np.nan
            observe(after, s.player, seen, at * size)


@compiled
def choose_best(begin: Any, batch: Batch, actions: Codes, rng: NDArray[np.uint64], lo: int, hi: int) -> None:
    """For each game the step after which its seat's chances look best, any of those that look equal.

    A win counts more than all hopes, a loss less than all fears.
    """
    for i in range(lo, hi):
        s = load(begin, batch.words, i)
        word, best, equal = rng[i], -np.inf, np.uint64(0)
        for number in range(batch.counts[i]):
            after = step(s, np.int64(batch.codes[i, number]))
            worth = 3.0 * score(after, s.player) - 1.0 if after.player == -2 else evaluate(after, s.player)
            if worth > best:
                best, equal = worth, np.uint64(0)
            if worth == best:
                equal += np.uint64(1)
                word ^= word << np.uint64(13)
                word ^= word >> np.uint64(7)
                word ^= word << np.uint64(17)
                if ((word >> np.uint64(33)) * equal) >> np.uint64(31) == np.uint64(0):
                    actions[i] = batch.codes[i, number]
        rng[i] = word
