"""What can be decided: a closed algebra of five kinds of step, and a game's numbering of its steps.

They are dataclasses rather than tuples because ``Place(3, 4)`` must differ from ``Move(3, 4)``.
"""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Place:
    """Put a *piece* (an index into the game's pieces) on a *cell*."""

    cell: int
    piece: int


@dataclass(frozen=True, slots=True)
class Move:
    """Take what stands on *source* to *target*."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Take what stands on *cell* off the board."""

    cell: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose one of the game's numbered *option*s: a colour, a pair of squares, to swap, to stop."""

    option: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing."""


Action = Place | Move | Remove | Choose | Pass


class ActionSpace:
    """Every step a game can ever have, numbered once: ``space[i]`` and ``space.index(action)`` invert each other."""

    def __init__(self, actions: Iterable[Action]) -> None:
        self.all = tuple(actions)
        self._index = {action: number for number, action in enumerate(self.all)}
        assert len(self._index) == len(self.all), "an action is listed twice"

    def __len__(self) -> int:
        return len(self.all)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.all)

    def __getitem__(self, number: int) -> Action:
        return self.all[number]

    def __contains__(self, action: object) -> bool:
        return action in self._index

    def index(self, action: Action) -> int:
        """The number of *action*; a ``KeyError`` when this game never has it."""
        return self._index[action]
