"""What the engine thinks of the position on the board: a hint, or a bar that follows the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabuleiro.analysis.hint import Counsel
from tabuleiro.play.agent import Limit, Status
from tabuleiro.play.view import View
from tabuleiro.table.desk import Desk
from tabuleiro.table.thought import Thought

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.analysis.lines import Line

SECONDS = 20.0  # of looking at one position


class Adviser:
    """Looks at one position at a time. *done* is called in the thread of a thought that is finished, with it."""

    def __init__(self, desk: Desk, done: Callable[[Thought[Any]], None]) -> None:
        self.desk = desk
        self.follows = False  # the game, from position to position
        self.thought: Thought[Line] | None = None
        self.counsel: Counsel | None = None  # as soon as it is wanted
        self._done = done

    @property
    def place(self) -> tuple[Any, int | None, int]:
        """What tells one position of the game from another, also from that of a game that went on otherwise."""
        state, _ = self.desk.shown
        return state, self.desk.looking, len(self.desk.session.steps)

    @property
    def line(self) -> Line | None:
        """The best line that is known for the position on the board."""
        thought: Any = self.thought
        return (thought.answer or thought.told) if thought and thought.about == self.place else None

    @property
    def busy(self) -> bool:
        """Is the position on the board being looked at?"""
        thought = self.thought
        return bool(thought and thought.about == self.place and not thought.answer and not thought.failure)

    @property
    def status(self) -> Status:
        """Are the rules by which it looks best ready?"""
        return self.counsel.status() if self.counsel else Status()

    @property
    def outdone(self) -> bool:
        """Is what is known by the plain rules, and the fast ones are ready by now?"""
        return bool(self.line and self.line.plain and not self.status.preparing and not self.busy)

    def view(self) -> View | None:
        """The position as those may see it who look, None where there is nothing to say about it."""
        desk = self.desk
        state, _ = desk.shown
        if state.player < 0 or (desk.looking is None and desk.session.outcome):
            return None
        if desk.game.has_secrets and state.player != desk.eyes and desk.session.outcome is None:
            return None  # nobody can tell what the other one knows
        return desk.session.view(state.player) if desk.looking is None else View.of(desk.game, state)

    def follow(self) -> None:
        """Look at the position on the board, if the game is followed and it is another one, or better rules are ready."""
        if self.follows and (self.outdone or not (self.thought and self.thought.about == self.place)):
            self.look(SECONDS)

    def look(self, seconds: float) -> bool:
        """Look at the position on the board; what was looked at before is left. False when there is nothing to say."""
        self.drop()
        view = self.view()
        if view is None:
            return False
        counsel = self.counsel = self.counsel or Counsel(self.desk.game)

        def work(limit: Limit) -> Line:
            def told(lines: list[Line]) -> None:
                thought.told = lines[0]

            return counsel.best_line(view, limit, told)

        thought: Thought[Line] = Thought(self.place, work, Limit(seconds=seconds), self._done)
        self.thought = thought
        thought.start()
        return True

    def drop(self) -> None:
        if self.thought:
            self.thought.drop()
        self.thought = None

    def cells(self, line: Line) -> tuple[int, ...]:
        """The cells of what should be played now by *line*, in order."""
        steps = line.steps if self.view() else ()
        return tuple(dict.fromkeys(cell for step in steps for cell in next(iter(self.desk.game.paths(step)), ())))
