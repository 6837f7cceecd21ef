"""What a person should play now, by the search of the game's strongest level: a hint, for every front end."""

from __future__ import annotations

from tabuleiro.core import say
from tabuleiro.core.errors import BadTurn
from tabuleiro.core.notation import read_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.arena.line import Line
    from tabuleiro.core import Action
    from tabuleiro.play.agent import Limit
    from tabuleiro.play.view import View

HINT_SECONDS = 1.5


def best_line(view: View, limit: Limit, report: Callable[[list[Line]], None] = lambda _: None) -> Line:
    """The best that the seat of *view* can do, with the line that follows; *report* is told whenever more is known."""
    from tabuleiro.ai.levels import searcher
    from tabuleiro.arena.analysis import Analyst

    return Analyst(searcher(view.game), view.game).lines(view, limit, 1, report)[0]


def hinted(view: View, line: Line) -> str:
    """The decision of *line* as it is typed, or as its button has it: ``Hint: d4xd7@c3No``."""
    turn = line.decision or view.game.label(view.state, line.action)
    return say("Hint: {turn}", turn=f"{turn}..." if line.open else turn)


def steps_to_play(view: View, line: Line) -> tuple[Action, ...]:
    """The steps that the seat of *view* should take now by *line*: all that it decides in a row."""
    try:
        actions = read_turn(view.game, view.state, line.decision).actions if line.decision else ()
    except BadTurn:  # steps that have no text
        actions = ()
    return actions or (line.action,)
