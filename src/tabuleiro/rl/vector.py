"""n games of one kind, stepped together: by compiled rules on one or more threads, or by the plain ones.

What can be done and seen stands in arrays that are made once and written by every step. A game that ends begins anew at once:
``done`` says so, ``rewards`` and ``final`` tell how it ended, all else is of the new game. Every game draws from a seed of its
own, so that it goes the same way in any company, and by either kind of rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tabuleiro.core import later
from tabuleiro.core.errors import BadOption
from tabuleiro.core.registry import find
from tabuleiro.play import planes
from tabuleiro.rl.snapshot import frozen, thawed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from numpy.typing import ArrayLike, NDArray

    from tabuleiro.core import Game

    class Stepper(Protocol):
        """Who takes the steps, and knows where the games stand."""

        def __init__(self, vector: VectorGame) -> None: ...
        def begin(self, luck: NDArray[np.uint64]) -> None: ...
        def advance(self, actions: NDArray[np.int32]) -> None: ...
        def choose(self, luck: NDArray[np.uint64]) -> NDArray[np.int32]: ...
        def playouts(self, games: int) -> NDArray[np.float32]: ...
        def state(self, number: int) -> Any: ...
        def put(self, number: int, state: Any) -> None: ...
        def keep(self) -> dict[str, NDArray[Any]]: ...
        def restore(self, arrays: dict[str, NDArray[Any]]) -> None: ...


LONGEST = 10_000  # steps, after which a game is cut short and nobody has won
WAIT = -1  # instead of a step: the game stays as it is
SHOWN = (  # the arrays that everybody may read
    *("player", "mask", "codes", "counts", "observations", "final"),
    *("rewards", "done", "truncated", "illegal", "ages"),
)


class VectorGame:
    """*n* games of *spec*, a spelling like ``momentum:size=8`` or a game.

    *seeds* is one number for each game, or one from which all are made. With *threads*, so many of them share the work of a
    step. A game is cut short after *longest* steps. *plain* games are stepped by the plain rules, though there be others.

    - ``player``: the seat that decides in each game;
    - ``mask``: which codes of ``game.space`` it may choose; ``codes`` and ``counts``: the same as lists, in the rules' order;
    - ``observations``: what it sees, a number for every plane and cell; ``planes`` says what each plane shows;
    - ``rewards``: of every seat, at the step that ended a game, otherwise 0: (players x share of the win - 1) / (players - 1),
      which is 1 for winning alone, and adds up to nothing;
    - ``done``, and of those ``truncated`` (too long) and ``illegal`` (the step was, and its seat has lost);
    - ``final``: what the seat of the last step saw at the end of the game that is done;
    - ``ages``: steps since the start of each game.
    """

    def __init__(
        self,
        spec: str | Game[Any],
        n: int,
        seeds: int | Sequence[int] = 0,
        *,
        threads: int = 1,
        longest: int = LONGEST,
        plain: bool = False,
    ) -> None:
        if n < 1 or threads < 1 or longest < 1:
            raise BadOption(later("games, threads and steps are numbers from 1"))
        self.game: Game[Any] = find(spec) if isinstance(spec, str) else spec
        self.n, self.threads, self.longest = n, min(threads, n), longest
        self.planes = planes.names(self.game)
        self.player = np.zeros(n, np.int8)
        self.mask = np.zeros((n, len(self.game.space)), np.bool_)
        self.counts = np.zeros(n, np.int32)
        self.observations = np.zeros((n, len(self.planes), len(self.game.board)), np.int8)
        self.final = np.zeros_like(self.observations)
        self.rewards = np.zeros((n, self.game.players), np.float32)
        self.done, self.truncated, self.illegal = (np.zeros(n, np.bool_) for _ in range(3))
        self.ages = np.zeros(n, np.int32)
        kind = _stepper(self.game, plain=plain)
        self.plain = kind.__name__ == "Plain"
        self.codes = np.zeros((n, kind.width(self.game)), np.int32)
        self._stepper: Stepper = kind(self)
        self.reset(seeds)

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def reset(self, seeds: int | Sequence[int]) -> None:
        """Begin all games anew, with this luck."""
        each = [seeds * self.n + number for number in range(self.n)] if isinstance(seeds, int) else list(seeds)
        if len(each) != self.n:
            raise BadOption(later("there are {count} games and {seeds} seeds", count=self.n, seeds=len(each)))
        for flags in (self.done, self.truncated, self.illegal):
            flags[:] = False
        self.rewards[:] = 0.0
        self._stepper.begin(luck(each))

    def step(self, actions: ArrayLike) -> None:
        """Take a step in every game, given as its code, or WAIT; one that is not legal loses the game for who took it."""
        taken = np.ascontiguousarray(actions, np.int32)
        if taken.shape != (self.n,):
            raise BadOption(later("there are {count} games; a step for each is wanted", count=self.n))
        self._stepper.advance(taken)

    def choose(self, rng: NDArray[np.uint64]) -> NDArray[np.int32]:
        """A legal step for every game at random; *rng* has a word of luck for each, see ``luck``."""
        return self._stepper.choose(rng)

    def playouts(self, games: int = 1) -> NDArray[np.float32]:
        """The mean share of the win of every seat in *games* random games from where each stands, which stays there."""
        return self._stepper.playouts(games)

    # ── States ───────────────────────────────────────────────────────────────────────────────────────────────────

    def state(self, number: int) -> Any:
        """Where game *number* stands: the truth, which no player should get to see."""
        return self._stepper.state(number)

    def put(self, number: int, state: Any) -> None:
        """Let game *number* stand in *state*, where a seat decides; what was there before does not count for repetition."""
        if state.player < 0:
            raise BadOption(later("a game can stand only where a seat decides"))
        self.done[number] = self.truncated[number] = self.illegal[number] = False
        self.rewards[number] = 0.0
        self._stepper.put(number, state)

    def pack(self) -> bytes:
        """All games as they stand, their luck included, to be kept or sent."""
        return frozen(self.game, self._arrays())

    def unpack(self, data: bytes) -> None:
        """Go on from what ``pack`` gave; raises BadOption for games of another kind, number or version."""
        arrays = thawed(self.game, data)
        shown = {name: arrays.pop(name, None) for name in SHOWN}
        for name, array in shown.items():
            mine: NDArray[Any] = getattr(self, name)
            if array is None or array.shape != mine.shape or array.dtype != mine.dtype:
                raise BadOption(later("these are other games: {name} differs", name=name))
        self._stepper.restore(arrays)
        for name, array in shown.items():
            getattr(self, name)[...] = array

    def clone(self) -> VectorGame:
        """The same games once more."""
        again = VectorGame(self.game, self.n, threads=self.threads, longest=self.longest, plain=self.plain)
        again.unpack(self.pack())
        return again

    def _arrays(self) -> dict[str, NDArray[Any]]:
        return {name: getattr(self, name) for name in SHOWN} | self._stepper.keep()


def luck(seeds: Sequence[int]) -> NDArray[np.uint64]:
    """A word for each seed, from which chance and ``choose`` draw."""
    words = [(seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) % 2**64 or 1 for seed in seeds]
    return np.array(words, np.uint64)


def _stepper(game: Game[Any], *, plain: bool) -> Any:
    from tabuleiro import kernels

    kernel = None if plain else kernels.find(game)
    if kernel is not None and kernel.batched():
        from tabuleiro.rl.compiled import Compiled

        return Compiled
    from tabuleiro.rl.plain import Plain

    return Plain
