"""What the engine thinks of the position on the board: a hint, or a bar that follows the game."""

from __future__ import annotations

from tabuleiro.arena.advice import Counsel, steps_to_play
from tabuleiro.play.agent import Limit
from tabuleiro.play.view import View
from tabuleiro.tui.thinking import Thought

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tabuleiro.arena.line import Line
    from tabuleiro.tui.room import Room

SECONDS = 20.0  # of looking at one position


class Adviser:
    """Looks at one position at a time. *done* is called in the thread of a thought that is finished, with it."""

    def __init__(self, room: Room, done: Callable[[Thought[Any]], None]) -> None:
        self.room = room
        self.follows = False  # the game, from position to position
        self.thought: Thought[Line] | None = None
        self.counsel: Counsel | None = None  # as soon as it is wanted
        self._done = done

    @property
    def place(self) -> tuple[Any, int | None, int]:
        """What tells one position of the game from another, also from that of a game that went on otherwise."""
        state, _ = self.room.shown
        return state, self.room.looking, len(self.room.session.steps)

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
    def compiling(self) -> bool:
        """Are the rules by which it looks best not ready yet?"""
        return self.counsel is not None and self.counsel.compiling

    @property
    def outdone(self) -> bool:
        """Is what is known by the plain rules, and the fast ones are ready by now?"""
        return bool(self.line and self.line.plain and not self.compiling and not self.busy)

    def view(self) -> View | None:
        """The position as those may see it who look, None where there is nothing to say about it."""
        room = self.room
        state, _ = room.shown
        if state.player < 0 or (room.looking is None and room.session.outcome):
            return None
        if room.secret and state.player != room.eyes and room.session.outcome is None:
            return None  # nobody can tell what the other one knows
        return room.session.view(state.player) if room.looking is None else View(room.game, state.player, state, state)

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
        counsel = self.counsel = self.counsel or Counsel(self.room.game)

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
        view = self.view()
        steps = steps_to_play(view, line) if view else ()
        return tuple(dict.fromkeys(cell for step in steps for cell in next(iter(self.room.game.paths(step)), ())))
