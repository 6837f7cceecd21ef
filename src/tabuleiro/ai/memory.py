"""Following a game view by view, so that an agent need not replay it from the start at every step."""

from __future__ import annotations

from tabuleiro.core.notation import read_begun, read_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core import Action
    from tabuleiro.play.view import View


class Memory:
    """The states at the starts of turns so far, and the steps taken since the last look."""

    def __init__(self) -> None:
        self.start: Any = None
        self.turns: tuple[str, ...] = ()
        self.wholes: list[Any] = []  # the states in which turns began, the present turn's included
        self.steps: list[Action] = []  # all steps since the start, the turn under way included
        self._finished = 0  # how many of those belong to finished turns

    def follow(self, view: View) -> bool:
        """Take in *view*; True when it goes on from the last one, so that ``steps`` only grew."""
        goes_on = self.start == view.start and view.turns[: len(self.turns)] == self.turns
        if not goes_on:
            self.start, self.turns, self.wholes, self.steps, self._finished = view.start, (), [view.start], [], 0
        before = list(self.steps)
        del self.steps[self._finished :]
        for text in view.turns[len(self.turns) :]:
            state = self.wholes[-1]
            for action in read_turn(view.game, state, text).actions:
                self.steps.append(action)
                state = view.game.apply(state, action)
            self.wholes.append(state)
        self._finished = len(self.steps)
        if view.so_far:
            self.steps += read_begun(view.game, self.wholes[-1], view.so_far, view.state)
        self.turns = view.turns
        return goes_on and self.steps[: len(before)] == before
