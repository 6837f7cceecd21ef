"""Steps games by their compiled twin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tabuleiro import kernels
from tabuleiro.kernels.batch import gates
from tabuleiro.kernels.batch.ahead import choose_best, look_ahead
from tabuleiro.kernels.batch.steps import WAIT, WORDS, Batch, advance, fetch, lay, play_out, remember
from tabuleiro.rl.crew import Crew
from tabuleiro.rl.snapshot import no_games, read_luck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tabuleiro.core import Game
    from tabuleiro.rl.vector import VectorGame

TABLE = 256  # entries of past positions to begin with; tables grow
FULL = 0.5  # the part of a table that may be taken
PASTS = 4  # positions that a step can add to the past, those that chance makes included


class Compiled:
    """The games of *vector* as rows of words."""

    @staticmethod
    def width(game: Game[Any]) -> int:
        """How many steps a state can have."""
        return _kernel(game).width

    def __init__(self, vector: VectorGame) -> None:
        self._kernel = _kernel(vector.game)
        self._vector, self._often = vector, vector.game.repetition
        self._start = self._kernel.pack(vector.game.start())
        n, own = vector.n, vector.own
        self._batch = Batch(
            words=np.zeros((n, WORDS), np.int64),
            rng=np.zeros(n, np.uint64),
            seen=np.zeros((n, TABLE if self._often else 1), np.uint64),
            filled=np.zeros(n, np.int32),
            ages=own.ages,
            player=own.player,
            mask=own.mask,
            codes=own.codes,
            counts=own.counts,
            planes=own.observations.reshape(-1),
            final=own.final.reshape(-1),
            rewards=own.rewards,
            done=own.done,
            truncated=own.truncated,
            illegal=own.illegal,
        )
        self._room = 0  # entries that are surely free in every table
        self._crew = Crew(n, vector.threads)
        self._actions = np.zeros(n, np.int32)
        self._taken, self._luck = np.zeros(n, np.int32), np.zeros(n, np.uint64)  # what all threads know of

    def begin(self, luck: NDArray[np.uint64]) -> None:
        self._batch.rng[:] = luck
        lay(self._start._replace(player=-2), self._batch, self._often, 0, self._vector.n)
        self.advance(np.full(self._vector.n, WAIT, np.int32))

    def advance(self, actions: NDArray[np.int32]) -> None:
        self._make_room()
        if actions is self._actions:  # no copy, which would go through both cores' caches
            self._lead(gates.FOLLOW)
        else:
            self._taken[:] = actions
            self._lead(gates.ADVANCE)

    def choose(self, luck: NDArray[np.uint64]) -> NDArray[np.int32]:
        self._draw_from(luck)
        self._lead(gates.CHOOSE)
        return self._actions

    def advance_any(self, luck: NDArray[np.uint64]) -> NDArray[np.int32]:
        self._make_room()
        self._draw_from(luck)
        self._lead(gates.BOTH)
        return self._actions

    def _draw_from(self, luck: NDArray[np.uint64]) -> None:
        if luck is not self._luck:
            self._crew.dismiss()
            self._luck = luck

    def _lead(self, word: int) -> None:
        """Share the work with threads that have all they need to know already."""
        fixed = (self._start, self._batch, self._taken, self._often, self._vector.longest, self._actions, self._luck)
        self._crew.lead(word, fixed)

    def ahead(self, first: NDArray[np.int64], seen: NDArray[np.int8], rewards: NDArray[np.float32]) -> None:
        start, batch, flat = self._start, self._batch, seen.reshape(-1)
        self._crew.run(lambda lo, hi: look_ahead(start, batch, first, flat, rewards, lo, hi))

    def hasty(self, luck: NDArray[np.uint64]) -> NDArray[np.int32]:
        actions, batch, start = self._actions, self._batch, self._start
        self._crew.run(lambda lo, hi: choose_best(start, batch, actions, luck, lo, hi))
        return actions

    def playouts(self, games: int) -> NDArray[np.float32]:
        shares = np.zeros_like(self._vector.rewards)
        start, batch, longest = self._start, self._batch, self._vector.longest
        self._crew.run(lambda lo, hi: play_out(start, batch, shares, games, longest, lo, hi))
        return shares

    def state(self, number: int) -> Any:
        return self._kernel.unpack(fetch(self._start, self._batch.words, number))

    def put(self, number: int, state: Any) -> None:
        lay(self._kernel.pack(state), self._batch, self._often, number, number + 1)
        look = np.full(self._vector.n, WAIT, np.int32)
        advance(self._start, self._batch, look, self._often, self._vector.longest, number, number + 1)

    def take(self, other: Compiled, rows: Sequence[int], *, luck: bool) -> None:
        self._crew.dismiss()
        self._room = 0
        self._batch = self._batch._replace(seen=other._batch.seen[rows])
        for name in ("words", "filled", *(("rng",) if luck else ())):
            getattr(self._batch, name)[:] = getattr(other._batch, name)[rows]

    def keep(self) -> dict[str, NDArray[Any]]:
        """Luck, and the hashes of past positions, those of a game after those of the one before."""
        batch = self._batch
        return {"rng": batch.rng, "past": batch.seen[batch.seen != 0], "pasts": batch.filled}

    def restore(self, states: Sequence[Any], arrays: dict[str, NDArray[Any]]) -> None:
        words, past, counts = read_luck(arrays, len(states)), arrays.get("past"), arrays.get("pasts")
        if past is None or counts is None or past.dtype != np.uint64 or counts.dtype != np.int32:
            raise no_games()
        longest = PASTS * (self._vector.longest + 1) if self._often else 0
        if counts.shape != words.shape or counts.min() < 0 or counts.max() > longest or not past.all():
            raise no_games()
        if past.shape != (int(counts.sum(dtype=np.int64)),):
            raise no_games()
        for number, state in enumerate(states):
            self.put(number, state)
        self._batch.rng[:] = words
        self._fill(past, counts)

    def _make_room(self) -> None:
        """Make the tables of past positions larger where they may be half full; it is looked no oftener than that needs."""
        self._room -= PASTS
        if self._often and self._room < 0:
            seen, filled = self._batch.seen, self._batch.filled
            if filled.max() >= FULL * seen.shape[1] - PASTS:
                self._fill(seen[seen != 0], filled)
            self._room = int(FULL * self._batch.seen.shape[1] - filled.max()) - PASTS

    def _fill(self, past: NDArray[np.uint64], counts: NDArray[np.int32]) -> None:
        """Tables with room for these entries, *counts* of them a game, and more."""
        entries = TABLE if self._often else 1
        while FULL * entries <= counts.max() + PASTS:
            entries *= 2
        self._crew.dismiss()
        self._room = 0
        self._batch = self._batch._replace(seen=np.zeros((self._vector.n, entries), np.uint64))
        self._batch.filled[:] = counts
        remember(self._batch, past)


def _kernel(game: Game[Any]) -> kernels.Kernel:
    found = kernels.find(game)
    assert found is not None, f"{game} has no kernel"
    return found
