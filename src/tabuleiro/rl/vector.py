"""n games of one kind, stepped together: by compiled rules on one or more threads, or by the plain ones.

What can be done and seen stands in arrays that are made once and written by every step. A game that ends begins anew at once:
``done`` says so, ``rewards`` and ``final`` tell how it ended, all else is of the new game. Every game draws from a seed of its
own, so that it goes the same way in any company, and by either kind of rules.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from tabuleiro.core import later
from tabuleiro.core.errors import BadOption
from tabuleiro.core.registry import find
from tabuleiro.kernels.luck import luck
from tabuleiro.play import planes
from tabuleiro.rl.snapshot import about, frozen, possible, read_states, thawed, write_states

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Protocol

    from numpy.typing import ArrayLike, NDArray

    from tabuleiro.core import Game

    class Stepper(Protocol):
        """Who takes the steps, and knows where the games stand."""

        def __init__(self, vector: VectorGame) -> None: ...
        def begin(self, luck: NDArray[np.uint64]) -> None: ...
        def advance(self, actions: NDArray[np.int32]) -> None: ...
        def choose(self, luck: NDArray[np.uint64]) -> NDArray[np.int32]: ...
        def advance_any(self, luck: NDArray[np.uint64]) -> NDArray[np.int32]: ...
        def ahead(self, first: NDArray[np.int64], seen: NDArray[np.int8], rewards: NDArray[np.float32]) -> None: ...
        def hasty(self, luck: NDArray[np.uint64]) -> NDArray[np.int32]: ...
        def playouts(self, games: int) -> NDArray[np.float32]: ...
        def state(self, number: int) -> Any: ...
        def put(self, number: int, state: Any) -> None: ...
        def take(self, other: Any, rows: Sequence[int], *, luck: bool) -> None: ...
        def keep(self) -> dict[str, NDArray[Any]]: ...
        def restore(self, states: Sequence[Any], arrays: dict[str, NDArray[Any]]) -> None: ...


LONGEST = 10_000  # steps, after which a game is cut short and nobody has won
WAIT = -1  # instead of a step: the game stays as it is
EVENTS = ("final", "rewards", "done", "truncated", "illegal", "ages")  # what a state does not tell
REPEATS = 256  # from so many on, compiled rules cannot count how often a position was there
FEWEST, MOST = -(2**31), 2**31 - 1  # what a code can be, legal or not


@dataclass(frozen=True, eq=False)
class Shown:
    """The arrays that everybody may read, and only steppers write: they ask them what is legal."""

    player: NDArray[np.int8]
    mask: NDArray[np.bool_]
    codes: NDArray[np.int32]
    counts: NDArray[np.int32]
    observations: NDArray[np.int8]
    final: NDArray[np.int8]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    illegal: NDArray[np.bool_]
    ages: NDArray[np.int32]

    def guarded(self) -> Shown:
        """The same numbers, for reading alone."""
        return Shown(*map(_guarded, self))

    def __iter__(self) -> Iterator[NDArray[Any]]:
        return (getattr(self, item.name) for item in fields(self))


def _guarded(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


class VectorGame:
    """*n* games of *spec*, a spelling like ``momentum:size=8`` or a game.

    *seeds* is one number for each game, or one from which all are made, the first game's the same for every *n*. With
    *threads*, so many of them share the work of a step. A game is cut short after *longest* steps. *plain* games are stepped
    by the plain rules, though there be others. Its arrays are for reading: who wants fewer steps legal masks a copy.

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
        _check_counts(n, threads, longest)
        self.game: Game[Any] = find(spec) if isinstance(spec, str) else spec
        self.n, self.threads, self.longest = int(n), int(min(threads, n)), int(min(longest, MOST))
        self.planes = planes.names(self.game)
        kind = _stepper(self.game, plain=plain)
        self.plain = kind.__name__ == "Plain"
        sights = (n, len(self.planes), len(self.game.board))
        self.own = Shown(  # what the stepper writes to; all others get to see the same guarded
            player=np.zeros(n, np.int8),
            mask=np.zeros((n, len(self.game.space)), np.bool_),
            codes=np.zeros((n, kind.width(self.game)), np.int32),
            counts=np.zeros(n, np.int32),
            observations=np.zeros(sights, np.int8),
            final=np.zeros(sights, np.int8),
            rewards=np.zeros((n, self.game.players), np.float32),
            done=np.zeros(n, np.bool_),
            truncated=np.zeros(n, np.bool_),
            illegal=np.zeros(n, np.bool_),
            ages=np.zeros(n, np.int32),
        )
        shown = self.own.guarded()
        self.player, self.mask, self.codes, self.counts = shown.player, shown.mask, shown.codes, shown.counts
        self.observations, self.final, self.rewards = shown.observations, shown.final, shown.rewards
        self.done, self.truncated, self.illegal, self.ages = shown.done, shown.truncated, shown.illegal, shown.ages
        self._stepper: Stepper = kind(self)
        self.reset(seeds)

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def reset(self, seeds: int | Sequence[int]) -> None:
        """Begin all games anew, with this luck."""
        if isinstance(seeds, int | np.integer):
            words = luck(int(seeds) * 2**32 + number for number in range(self.n))
        else:
            words = luck(seeds)
        if len(words) != self.n:
            raise BadOption(later("there are {count} games and {seeds} seeds", count=self.n, seeds=len(words)))
        for flags in (self.own.done, self.own.truncated, self.own.illegal):
            flags[:] = False
        self.own.rewards[:] = 0.0
        self._stepper.begin(words)

    def step(self, actions: ArrayLike) -> None:
        """Take a step in every game, given as its code, or WAIT; one that is not legal loses the game for who took it."""
        taken = np.asarray(actions)
        if taken.shape != (self.n,) or taken.dtype.kind not in "iu":
            raise BadOption(later("there are {count} games; a step for each is wanted", count=self.n))
        if taken.dtype != np.int32:
            taken = np.clip(taken, FEWEST, MOST)
        self._stepper.advance(np.ascontiguousarray(taken, np.int32))

    def choose(self, rng: NDArray[np.uint64]) -> NDArray[np.int32]:
        """A legal step for every game at random; *rng* has a word of luck for each, see ``luck``."""
        return self._stepper.choose(self._words(rng))

    def step_at_random(self, rng: NDArray[np.uint64]) -> NDArray[np.int32]:
        """``step(choose(rng))`` in one call, which is quicker; the codes of the steps taken."""
        return self._stepper.advance_any(self._words(rng))

    def ahead(self) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.float32]]:
        """One step ahead: where each game's legal steps begin in the two other arrays, in the order of ``codes``; what the
        seat that decides would see after each; and its reward where that would end the game, no number where it would not.

        There is none for games with secrets; raises BadOption.
        """
        self._open()
        first = np.concatenate(([0], np.cumsum(self.counts, dtype=np.int64)))
        seen = np.zeros((int(first[-1]), *self.observations.shape[1:]), np.int8)
        rewards = np.zeros(len(seen), np.float32)
        self._stepper.ahead(first, seen, rewards)
        return first, seen, rewards

    def hasty(self, rng: NDArray[np.uint64]) -> NDArray[np.int32]:
        """For every game the step after which its seat's chances look best, which is greedy inside a turn, too.

        There is none for games with secrets; raises BadOption.
        """
        self._open()
        return self._stepper.hasty(self._words(rng))

    def playouts(self, games: int = 1) -> NDArray[np.float32]:
        """The mean share of the win of every seat in *games* random games from where each stands, which stays there.

        Nothing is hidden from them, and repetition does not end them.
        """
        _check_counts(games)
        return self._stepper.playouts(int(games))

    def _words(self, rng: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """*rng*, if compiled code can draw from it and write to it."""
        if getattr(rng, "dtype", None) != np.uint64 or rng.shape != (self.n,) or not rng.flags.carray:
            raise BadOption(later("there are {count} games; a word of luck for each is wanted", count=self.n))
        return rng

    def _open(self) -> None:
        """Who looks ahead looks at the truth."""
        if self.game.has_secrets:
            raise BadOption(later("{game} has secrets, so nobody can look ahead in it", game=self.game.title))

    # ── States ───────────────────────────────────────────────────────────────────────────────────────────────────

    def state(self, number: int) -> Any:
        """Where game *number* stands: the truth, which no player should get to see."""
        return self._stepper.state(self._row(number))

    def put(self, number: int, state: Any) -> None:
        """Let game *number* stand in *state*, where a seat decides; what was there before does not count for repetition.

        A state that cannot occur raises BadOption.
        """
        row = self._row(number)
        if not possible(self.game, state):
            raise BadOption(later("a game can stand only where a seat decides, and in what can occur"))
        for name in EVENTS[1:]:
            getattr(self.own, name)[row] = 0
        self._stepper.put(row, state)

    def pack(self) -> bytes:
        """All games as they stand, their luck included, to be kept or sent."""
        states = [self._stepper.state(number) for number in range(self.n)]
        arrays = {name: getattr(self, name) for name in EVENTS} | self._stepper.keep()
        return frozen(self._about(), {"positions": write_states(self.game, states), **arrays})

    def unpack(self, data: bytes) -> None:
        """Go on from what ``pack`` gave; raises BadOption, and changes nothing, for bytes that are damaged or of games of
        another kind, number or version.
        """
        arrays = thawed(self._about(), data)
        states = read_states(self.game, arrays.pop("positions", None))
        events = {name: arrays.pop(name, None) for name in EVENTS}
        for name, array in events.items():
            mine: NDArray[Any] = getattr(self, name)
            if array is None or array.shape != mine.shape or array.dtype != mine.dtype or len(states) != self.n:
                raise BadOption(later("these are other games: {name} differs", name=name))
        self._stepper.restore(states, arrays)
        for name, array in events.items():
            getattr(self.own, name)[...] = array

    def clone(self, numbers: Sequence[int] | None = None, seeds: int | Sequence[int] | None = None) -> VectorGame:
        """The same games once more, or those of these *numbers*, which may recur; with *seeds*, their luck is another."""
        rows = [self._row(number) for number in (range(self.n) if numbers is None else numbers)]
        again = VectorGame(self.game, len(rows), 0 if seeds is None else seeds, **self._how())
        again._stepper.take(self._stepper, rows, luck=seeds is None)
        for array, mine in zip(again.own, self.own, strict=True):
            array[...] = mine[rows]
        return again

    def __reduce__(self) -> Any:
        """Copies and pickles go by ``pack``: arrays share memory with what compiled code writes to, which no copy would know."""
        return _revived, (self.game, self.n, self._how(), self.pack())

    def _about(self) -> dict[str, Any]:
        """What two that exchange games have to agree in."""
        rules = "plain" if self.plain else "compiled"
        return about(self.game) | {"games": self.n, "longest": self.longest, "rules": rules}

    def _how(self) -> dict[str, Any]:
        return {"threads": self.threads, "longest": self.longest, "plain": self.plain}

    def _row(self, number: float) -> int:
        """*number*, if there is such a game: compiled code does not look."""
        if not isinstance(number, int | np.integer) or not 0 <= number < self.n:
            raise BadOption(later("the games have the numbers 0 to {last}", last=self.n - 1))
        return int(number)


def _revived(game: Game[Any], n: int, how: dict[str, Any], data: bytes) -> VectorGame:
    games = VectorGame(game, n, **how)
    games.unpack(data)
    return games


def _check_counts(*counts: float) -> None:
    if not all(isinstance(count, int | np.integer) and count >= 1 for count in counts):
        raise BadOption(later("games, threads and steps are numbers from 1"))


def _stepper(game: Game[Any], *, plain: bool) -> Any:
    from tabuleiro import kernels

    kernel = None if plain else kernels.find(game)
    if kernel is not None and kernel.batched() and game.repetition < REPEATS:
        from tabuleiro.rl.compiled import Compiled

        return Compiled
    from tabuleiro.rl.plain import Plain

    return Plain
