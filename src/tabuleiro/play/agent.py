"""What a program that plays must do: look at a view, say a step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.core import Action
    from tabuleiro.play.view import View


@dataclass(frozen=True, slots=True)
class Choice:
    """A step, and what the agent thought of it: every seat's expected score, the expected line, the work done.

    Two that found the same are equal, however long it took them.
    """

    action: Action
    scores: tuple[float, ...] = ()
    line: tuple[str, ...] = ()
    nodes: int = 0
    depth: int = 0
    seconds: float = field(default=0.0, compare=False)  # of thinking so far; 0 where nobody knows

    @property
    def pace(self) -> float:
        """Nodes a second; 0 where that is not known."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Limit:
    """How long an agent may think; what is None does not bind. It is told to stop, and tells, through two calls."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    cancelled: Callable[[], bool] | None = None
    report: Callable[[Choice], None] | None = None


class Agent(Protocol):
    """Anything that chooses a step from a view; it never sees more than its seat may."""

    name: str

    def choose(self, view: View, limit: Limit) -> Choice:
        """A legal step for ``view.seat``, which is the one that decides."""
        ...
