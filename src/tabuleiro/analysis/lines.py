"""What a program expects: its line as steps of the game, and as the texts of turns and decisions that people read and type."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import islice

from tabuleiro.core.notation import legal_part, turns, write_steps, write_turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tabuleiro.core import Action, Game
    from tabuleiro.play.agent import Choice
    from tabuleiro.play.view import View

    Decision = tuple[Action, ...]  # steps that one seat plays in a row

SHOWN = 6  # turns of a line


@dataclass(frozen=True)
class Line:
    """A decision, what it is worth to every seat, and the turns that are expected from there on, it included.

    *steps* are what the seat should play now in a row, or their beginning if the decision is *open* yet; *decision* is
    their text.
    One by the *plain* rules was found while the fast ones were compiled, which will find a better one.
    """

    action: Action
    scores: tuple[float, ...]
    turns: tuple[str, ...]
    nodes: int
    depth: int
    steps: tuple[Action, ...]
    decision: str = ""
    open: bool = False
    seconds: float = field(default=0.0, compare=False)
    plain: bool = False

    @property
    def pace(self) -> float:
        """Nodes a second; 0 where that is not known."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def after(self, earlier: Line | None) -> Line:
        """This line, with the work that an *earlier* look at the same decision took added to its own."""
        if earlier is None:
            return self
        return replace(self, nodes=self.nodes + earlier.nodes, seconds=self.seconds + earlier.seconds)


def decisions(game: Game[Any], state: Any, first: Sequence[Action], most: int) -> list[Decision]:
    """All that the seat to decide in *state* can play in a row, if it begins with one of the *first* steps; where these
    are more than *most*, the first steps alone.
    """
    found = (turn.actions for turn in turns(game, state, alone=True))
    wanted = list(islice((steps for steps in found if steps[0] in first), most + 1))
    return wanted if len(wanted) <= most else [(action,) for action in first]


def play_out(game: Game[Any], state: Any, steps: Sequence[Action]) -> Any:
    """The state after *steps*."""
    return reduce(game.apply, steps, state)


def told(view: View, choice: Choice) -> tuple[Action, ...]:
    """The steps of the line of *choice*, or its step alone where the line is of another one."""
    steps = tuple(legal_part(view.game, view.state, choice.line))
    return steps if steps[:1] == (choice.action,) else (choice.action,)


def turns_of(game: Game[Any], state: Any, steps: Sequence[Action]) -> tuple[str, ...]:
    """The texts of the turns that *steps* make; the first finishes the turn under way, and if it has no text, it has a
    name, like to stop.
    """
    texts, (own, _) = write_turns(game, state, steps), decided(game, state, steps)
    return (texts if write_steps(game, state, own) else (game.label(state, steps[0]), *texts))[:SHOWN]


def decided(game: Game[Any], state: Any, steps: Sequence[Action]) -> tuple[tuple[Action, ...], Any]:
    """What of *steps* is for the seat that decides in *state* to play in a row, and the state after it."""
    after = state
    for number, action in enumerate(steps, 1):
        after = game.apply(after, action)
        if not goes_on(state, after):
            return tuple(steps[:number]), after
    return tuple(steps), after


def goes_on(state: Any, after: Any) -> bool:
    """Has the seat that decides in *state* more to decide *after* its last step, in the same turn?"""
    return not after.whole and bool(after.player == state.player)
