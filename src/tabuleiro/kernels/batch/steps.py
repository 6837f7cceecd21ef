"""Steps many games at once; each has its own luck, so that what happens in one depends on no other."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from tabuleiro.kernels.batch.planes import Buffer
from tabuleiro.kernels.bits import U0, scaled, stirred
from tabuleiro.kernels.jit import compiled, inlined
from tabuleiro.kernels.rules import Codes, Words, key, legal, load, observe, pick, score, step, store, whole

COUNT = np.uint64(255)  # the bits of an entry that count how often a position was there; the others are its hash
WORDS = 16  # that a state may have in a batch
WIPED = 8  # so many codes a legal one, and it is quicker to wipe the whole mask than only what was set
WAIT = -1  # instead of a step: the game stays as it is, and all is written anew


class Batch(NamedTuple):
    """The arrays of n games. *words* are the states, *rng* their luck, *seen* hash tables of past positions, of which
    *filled* entries are taken, *ages* the steps since the start. The rest is what happened, and what can be seen and done.
    """

    words: Words
    rng: NDArray[np.uint64]
    seen: NDArray[np.uint64]
    filled: NDArray[np.int32]
    ages: NDArray[np.int32]
    player: NDArray[np.int8]
    mask: NDArray[np.bool_]
    codes: Codes
    counts: NDArray[np.int32]
    planes: Buffer
    final: Buffer
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    illegal: NDArray[np.bool_]


def uncounted(array: NDArray[Any]) -> NDArray[Any]:
    """The same array for whom does not keep it: to count who holds each row of it takes up to a twentieth of a step."""
    return array


@intrinsic
def _uncounted(typing_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        made = context.make_array(signature.args[0])(context, builder, args[0])
        made.meminfo, made.parent = made.meminfo.type(None), made.parent.type(None)
        return made._getvalue()  # noqa: SLF001 - the only way to it

    return array(array), generate


@overload(uncounted, inline="always")
def _compiled_uncounted(array):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba wants it bare
    return lambda array: _uncounted(array)


@inlined
def recurred(s: Any, batch: Batch, i: int, often: int) -> bool:
    """Count the position of game *i*; is it there for the *often*-th time?"""
    seen, last = batch.seen, np.uint64(batch.seen.shape[1] - 1)
    word = key(s) & ~COUNT
    place = (word >> np.uint64(8)) & last
    while seen[i, place] != U0 and seen[i, place] & ~COUNT != word:
        place = (place + np.uint64(1)) & last
    if seen[i, place] == U0:
        seen[i, place] = word
        batch.filled[i] += 1
    seen[i, place] += np.uint64(1)
    return np.int64(seen[i, place] & COUNT) >= often


@inlined
def reward(share: float, seats: int) -> float:
    """1 for winning alone; what all seats get adds up to nothing, so losing is -1 for two and -1/2 for three."""
    return (seats * share - 1.0) / (seats - 1.0)


@compiled
def advance(begin: Any, batch: Batch, actions: Codes, often: int, longest: int, lo: int, hi: int) -> None:
    """Take a step in the games from *lo* to *hi*; one that ends begins anew, as *begin* does."""
    seats, space, size = batch.rewards.shape[1], batch.mask.shape[1], batch.planes.size // len(batch.player)
    mask, codes, rewards = uncounted(batch.mask), uncounted(batch.codes), uncounted(batch.rewards)
    planes, final, seen = uncounted(batch.planes), uncounted(batch.final), uncounted(batch.seen)
    luck = np.empty(1, np.uint64)
    room = np.empty(codes.shape[1], np.int32)
    for i in range(lo, hi):
        luck[0] = batch.rng[i]
        s, code = load(begin, batch.words, i), np.int64(actions[i])
        mover, over = s.player, False
        if batch.done[i]:
            batch.done[i] = batch.truncated[i] = batch.illegal[i] = False
            rewards[i] = 0.0
        if code != WAIT:
            if code < 0 or code >= space or not mask[i, code]:
                batch.illegal[i] = over = True
                for seat in range(seats):
                    rewards[i, seat] = reward(0.0 if seat == mover else 1.0 / (seats - 1), seats)
            else:
                s = step(s, code)
                over = often > 0 and whole(s) and s.player != -2 and recurred(s, batch, i, often)
                while s.player == -1 and not over:
                    s = step(s, pick(s, luck, room))
                    over = often > 0 and whole(s) and s.player != -2 and recurred(s, batch, i, often)
                batch.ages[i] += 1
                if s.player == -2:
                    over = True
                    for seat in range(seats):
                        rewards[i, seat] = reward(score(s, seat), seats)
                elif not over and batch.ages[i] >= longest:
                    batch.truncated[i] = over = True
        if space < WIPED * batch.counts[i]:
            mask[i] = False
        else:
            for number in range(batch.counts[i]):
                mask[i, codes[i, number]] = False
        if over:
            batch.done[i] = True
            observe(s, mover, final, i * size)
        if over or s.player == -2:
            s = begin
            batch.ages[i] = 0
            if often:
                seen[i] = U0
                batch.filled[i] = 0
                if whole(s):
                    recurred(s, batch, i, often)
            while s.player == -1:
                s = step(s, pick(s, luck, room))
                if often and whole(s):
                    recurred(s, batch, i, often)
        batch.rng[i] = luck[0]
        store(s, batch.words, i)
        batch.player[i] = s.player
        listed = codes[i]
        count = legal(s, listed)
        batch.counts[i] = count
        for number in range(count):
            mask[i, np.uint32(listed[number])] = True
        observe(s, s.player, planes, i * size)


@compiled
def fetch(begin: Any, words: Words, i: int) -> Any:
    """Where game *i* stands."""
    return load(begin, words, i)


@compiled
def lay(s: Any, batch: Batch, often: int, lo: int, hi: int) -> None:
    """Let the games from *lo* to *hi* stand in *s*, without a past."""
    for i in range(lo, hi):
        store(s, batch.words, i)
        batch.ages[i] = 0
        if often:
            batch.seen[i] = U0
            batch.filled[i] = 0
            if whole(s) and s.player != -2:
                recurred(s, batch, i, often)


@compiled
def play_out(begin: Any, batch: Batch, shares: NDArray[np.float32], games: int, longest: int, lo: int, hi: int) -> None:
    """Play random games from where those from *lo* to *hi* stand; *shares* gets the mean share of the win of every seat.

    A game of more than *longest* steps is shared by all.
    """
    seats = shares.shape[1]
    room = np.empty(batch.codes.shape[1], np.int32)
    luck = np.empty(1, np.uint64)
    for i in range(lo, hi):
        luck[0] = batch.rng[i]
        shares[i] = 0.0
        for _ in range(games):
            s = load(begin, batch.words, i)
            steps = 0
            while s.player != -2 and steps < longest:
                s = step(s, pick(s, luck, room))
                steps += 1
            for seat in range(seats):
                shares[i, seat] += (score(s, seat) if s.player == -2 else 1.0 / seats) / games
        batch.rng[i] = luck[0]


@compiled
def choose_any(batch: Batch, actions: Codes, rng: NDArray[np.uint64], lo: int, hi: int) -> None:
    """A legal step at random for each game, by a luck that is not the games' own."""
    for i in range(lo, hi):
        rng[i] = stirred(rng[i])
        number = scaled(rng[i], np.int64(batch.counts[i]))
        actions[i] = batch.codes[i, number]


@compiled
def remember(batch: Batch, past: NDArray[np.uint64]) -> None:
    """Put entries into empty tables: those of the first game, as many as are *filled*, then those of the next."""
    seen, last, at = batch.seen, np.uint64(batch.seen.shape[1] - 1), 0
    for i in range(seen.shape[0]):
        for number in range(batch.filled[i]):
            entry = past[at + number]
            place = (entry >> np.uint64(8)) & last
            while seen[i, place] != U0:
                place = (place + np.uint64(1)) & last
            seen[i, place] = entry
        at += batch.filled[i]
