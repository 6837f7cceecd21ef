"""What a compiled game says: pure functions of a packed state, a ``NamedTuple`` of 64-bit words.

Every packed state has a field ``player``: the seat that decides, -1 for chance, -2 when the game is over. Options
travel in the state, so that one compilation serves every option set. Codes are the reference's ``space.index``.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tabuleiro.kernels.bits import Seed, below
from tabuleiro.kernels.jit import generic, inlined

Codes = NDArray[np.int32]
Words = NDArray[np.int64]  # states of many games, a row each


class Packed(Protocol):
    """A packed state."""

    @property
    def player(self) -> int: ...


@generic
def legal(s: Any, out: Codes) -> int:
    """Write the codes of the legal steps (chance's too) to *out* in the reference's order; how many."""
    raise NotImplementedError


@generic
def consider(s: Any, out: Codes) -> int:
    """Like ``legal``, but a game may leave out steps that another one of the list can stand for: what searches ask."""
    raise NotImplementedError


@generic
def step(s: Any, code: int) -> Any:
    """The state after a legal step."""
    raise NotImplementedError


@generic
def weight(s: Any, code: int) -> int:
    """How likely chance is to take this step, relative to the others; 1 where all are alike."""
    raise NotImplementedError


@generic
def score(s: Any, seat: int) -> float:
    """The share of the win of *seat* when the game is over."""
    raise NotImplementedError


@generic
def evaluate(s: Any, seat: int) -> float:
    """How good an unfinished state looks for *seat*: an estimate of its score, between 0 and 1."""
    raise NotImplementedError


@generic
def features(s: Any, seat: int) -> Any:
    """What can be counted of an unfinished state, for *seat* less for the other, as numbers in a fixed order."""
    raise NotImplementedError


@generic
def sensed(s: Any) -> Any:
    """What a net sees of an unfinished state, as its decider sees it: sets of cells, and numbers of rows; see ``net``."""
    raise NotImplementedError


@generic
def perceived(s: Any) -> Any:
    """All of ``sensed``, and the features for the decider: a game that has to find out the same things for both does it
    once; others say ``looked``.
    """
    raise NotImplementedError


@generic
def noise(s: Any, code: int) -> int:
    """How much a step changes at once (captures, threats): 0 for a quiet one, higher is tried earlier."""
    raise NotImplementedError


@generic
def key(s: Any) -> np.uint64:
    """A 64-bit hash of what the future depends on; counters that only limit the length of a game stay out."""
    raise NotImplementedError


@generic
def whole(s: Any) -> bool:
    """True between turns."""
    raise NotImplementedError


@generic
def wording(s: Any, code: int) -> int:
    """What the text of a step depends on besides its code, as a number from 0 to 15: where both are the same, steps are
    written alike. A game without chance may declare it, and its turns are listed and read as texts, compiled.
    """
    raise NotImplementedError


@generic
def pick(s: Any, rng: Seed, codes: Codes) -> int:
    """A step at random, each as likely as the next, or as chance has it; *codes* is room to work in."""
    raise NotImplementedError


@generic
def load(s: Any, words: Words, i: int) -> Any:
    """The state in row *i* of *words*; what does not vary in a game is taken from *s*."""
    raise NotImplementedError


@generic
def store(s: Any, words: Words, i: int) -> None:
    """Keep what varies of a state in row *i* of *words*."""
    raise NotImplementedError


@generic
def observe(s: Any, seat: int, buffer: Any, at: int) -> None:
    """Write what *seat* sees to *buffer*, plane after plane, from *at* on; see ``play.planes``."""
    raise NotImplementedError


@inlined
def looked(s: Any) -> Any:
    """The usual ``perceived``: one after the other."""
    planes, spots = sensed(s)
    return planes, spots, features(s, s.player)


@inlined
def draw(s: Any, codes: Codes, count: int, rng: Seed) -> int:
    """What chance does in *s*, whose steps are the first *count* of *codes*."""
    total = 0
    for number in range(count):
        total += weight(s, np.int64(codes[number]))
    left = below(rng, total)
    for number in range(count):
        left -= weight(s, np.int64(codes[number]))
        if left < 0:
            return number
    return count - 1


@inlined
def pick_listed(s: Any, rng: Seed, codes: Codes) -> int:
    """The usual ``pick``: list the steps and take one."""
    count = legal(s, codes)
    number = below(rng, count) if s.player >= 0 else draw(s, codes, count, rng)
    return np.int64(codes[number])
