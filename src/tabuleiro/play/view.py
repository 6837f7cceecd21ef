"""All that an agent, a browser or a person at one seat gets to know of a game: it becomes JSON and comes back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar, overload

from tabuleiro.core import NOBODY, Action, Game, Outcome, later
from tabuleiro.core.words import Said
from tabuleiro.play.history import Turn, touched, turn_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence
    from typing import Any


T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - it is used like property
    """A property that is worked out when first asked for, once for a view and all its copies with other clocks."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work = work
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, view: None, kind: type) -> once[T]: ...

    @overload
    def __get__(self, view: View, kind: type) -> T: ...

    def __get__(self, view: View | None, kind: type) -> once[T] | T:
        if view is None:
            return self
        found = view._found  # noqa: SLF001
        if self.work.__name__ not in found:
            found[self.work.__name__] = self.work(view)
        result: T = found[self.work.__name__]
        return result


@dataclass(frozen=True)
class View:
    """The game as *seat* sees it (None: a spectator), with everything hidden from it blotted out.

    *start* is where *history*, the finished turns, begins: after the deal, if there is one. *under_way* has the steps of
    the turn that is not finished. *clocks* are seconds left, None without a clock.
    """

    game: Game[Any]
    seat: int | None
    state: Any
    start: Any
    history: tuple[Turn, ...] = ()
    under_way: Turn = ()
    names: tuple[str, ...] = ()
    clocks: tuple[float | None, ...] = ()
    outcome: Outcome | None = None
    version: int = 0
    _found: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)  # what was asked for

    @classmethod
    def of(cls, game: Game[Any], state: Any) -> View:
        """*state* without a past, for the seat that decides there."""
        return cls(game, state.player, state, state)

    def at(self, clocks: tuple[float | None, ...]) -> View:
        """The same view when clocks show something else. What is found out about one is known to the other."""
        later = replace(self, clocks=clocks)
        object.__setattr__(later, "_found", self._found)
        return later

    def renamed(self, names: tuple[str, ...]) -> View:
        """The same view where people are called otherwise, also in the reason of its end."""
        renamed = replace(self, names=names)
        reason = self.outcome.reason if self.outcome else ""
        name = reason.values.get("name") if isinstance(reason, Said) else None
        if self.outcome and isinstance(reason, Said) and name in self.names:
            told = later(reason.key, **reason.values | {"name": names[self.names.index(str(name))]})
            renamed = replace(renamed, outcome=replace(self.outcome, reason=told))
        object.__setattr__(renamed, "_found", self._found)
        return renamed

    @property
    def player(self) -> int:
        """The seat that decides next, NOBODY when the game is over."""
        return NOBODY if self.outcome else int(self.state.player)

    @once
    def actions(self) -> Sequence[Action]:
        """The legal steps, if it is this seat that decides."""
        return self.game.actions(self.state) if self.player == self.seat else ()

    @once
    def turns(self) -> tuple[str, ...]:
        """The texts of the finished turns."""
        return tuple(turn_text(turn) for turn in self.history)

    @once
    def so_far(self) -> str:
        """The text of the turn under way."""
        return "".join(step.text for step in self.under_way)

    @once
    def steps(self) -> Turn:
        """Every step since the start, the turn under way included."""
        return tuple(step for turn in (*self.history, self.under_way) for step in turn)

    @once
    def last(self) -> tuple[int, ...]:
        """The cells that the last finished turn, and what is played of the present one, touched: for marking."""
        return touched([*(self.history[-1] if self.history else ()), *self.under_way], self.state)

    def known_alone(self) -> list[str]:
        """What stands beside the board for this seat's eyes only."""
        game, seat = self.game, self.seat
        if seat is None or not game.has_secrets:
            return []
        public = game.status(game.view(self.state, None))
        return [
            f"{what} {values[seat]}"
            for (what, values), (_, shown) in zip(game.status(self.state), public, strict=True)
            if len(values) == game.players and values[seat] != shown[seat]
        ]

    @once
    def turn_starts(self) -> list[Any]:
        """The states in which the finished turns began, and the present one."""
        begun = self.under_way[0].before if self.under_way else self.state
        return [*(turn[0].before for turn in self.history), begun]

    def follows(self, earlier: View | None) -> bool:
        """Does this view go on from an *earlier* one of the same game, with no step taken back?"""
        if earlier is None or earlier.start != self.start:
            return False
        before = [step.action for step in earlier.steps]
        return [step.action for step in self.steps[: len(before)]] == before

    def replay(self) -> Iterator[tuple[Any, Action]]:
        """Every step since the start: the state it was taken in, and the step."""
        for step in self.steps:
            yield step.before, step.action

    def past(self) -> list[Hashable]:
        """The keys of all positions at turn starts, the present one's included if no turn is under way."""
        keys = [self.game.key(state) for state, _ in self.replay() if state.whole]
        return [*keys, self.game.key(self.state)] if self.state.whole and self.state.player != NOBODY else keys

    @once
    def followed(self) -> tuple[Any, tuple[Turn, ...], Turn]:
        """The last turns and the one under way whose steps a program can follow by the rules, and where they begin.

        That is all of them, unless something was hidden from the seat without which a step cannot be understood.
        """
        turns, after = [*self.history, self.under_way], self.state
        if self.game.has_secrets:
            for number, turn in reversed(list(enumerate(turns))):
                for step in reversed(turn):
                    if step.expected != after:
                        rest = turns[number + 1 :]
                        begun = rest[-1] if rest else ()
                        return next((turn[0].before for turn in rest if turn), self.state), tuple(rest[:-1]), begun
                    after = step.before
        return self.start, self.history, self.under_way

    def to_json(self) -> dict[str, Any]:
        """All that the seat needs to play, as plain data: texts are in the language of this moment."""
        from tabuleiro.play.wire import write_view

        return write_view(self)

    def essence(self) -> dict[str, Any]:
        """As much of ``to_json`` as ``from_json`` needs: for a program of ours in another process."""
        from tabuleiro.play.wire import essence

        return essence(self)

    @staticmethod
    def from_json(data: object) -> View:
        """The inverse of ``to_json``, from anybody: it loads no file, and what is no view is an error."""
        from tabuleiro.play.wire import read_view

        return read_view(data)
