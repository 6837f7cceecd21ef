"""What a program expects: a line of steps, as the texts of turns and of decisions that people read and type."""

from __future__ import annotations

from dataclasses import dataclass, field

from tabuleiro.core import NOBODY
from tabuleiro.play.ugi import SILENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tabuleiro.core import Action, Game
    from tabuleiro.play.agent import Choice
    from tabuleiro.play.view import View

SHOWN = 6  # turns of a line


@dataclass(frozen=True)
class Line:
    """A step, what it is worth to every seat, and the turns that are expected from there on, it included.

    *decision* is what the seat should play now: its steps in a row, or their beginning if the decision is *open* yet.
    One by the *plain* rules was found while the fast ones were compiled, which will find a better one.
    """

    action: Action
    scores: tuple[float, ...]
    turns: tuple[str, ...]
    nodes: int
    depth: int
    decision: str = ""
    open: bool = False
    seconds: float = field(default=0.0, compare=False)
    plain: bool = False

    @property
    def pace(self) -> float:
        """Nodes a second; 0 where that is not known."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


def walk(game: Game[Any], state: Any, texts: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """The steps written *texts* from *state* on, each with the state after it, as far as they are legal."""
    for word in texts:
        wanted = "" if word == SILENT else word
        legal = game.actions(state) if state.player >= 0 else ()
        action = next((action for action in legal if game.write(state, action) == wanted), None)
        if action is None:
            return
        state = game.apply(state, action)
        yield wanted, state


def spell(game: Game[Any], state: Any, texts: tuple[str, ...]) -> tuple[str, ...]:
    """The step *texts* from *state* on as texts of turns; the first finishes the turn under way."""
    turns, text = [], ""
    for word, after in walk(game, state, texts):
        text += word
        if after.whole or after.player == NOBODY:
            turns.append(text)
            text = ""
    return tuple([*turns, text] if text else turns)[:SHOWN]


def decided(game: Game[Any], state: Any, texts: tuple[str, ...]) -> tuple[str, Any]:
    """What of the step *texts* is for the seat that decides in *state* to play in a row, and the state after it."""
    text, after = "", state
    for word, after in walk(game, state, texts):
        text += word
        if not goes_on(state, after):
            break
    return text, after


def goes_on(state: Any, after: Any) -> bool:
    """Has the seat that decides in *state* more to decide *after* its last step, in the same turn?"""
    return not after.whole and bool(after.player == state.player)


def steps_of(view: View, choice: Choice) -> tuple[str, ...]:
    """The line of *choice*, or its step alone where there is none; no more than is legal."""
    first = view.game.write(view.state, choice.action)
    texts = choice.line if choice.line and choice.line[0] in (first, first or SILENT) else (first,)
    return tuple(word for word, _ in walk(view.game, view.state, texts))


def turns_of(view: View, choice: Choice) -> tuple[str, ...]:
    """The line of *choice* as texts of turns."""
    return spell(view.game, view.state, steps_of(view, choice))
