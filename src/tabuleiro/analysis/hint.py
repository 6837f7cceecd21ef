"""What a person should play now, by the search of the game's strongest level: a hint, for every front end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tabuleiro.core import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tabuleiro.analysis.lines import Line
    from tabuleiro.core import Game
    from tabuleiro.play.agent import Limit, Status
    from tabuleiro.play.view import View

HINT_SECONDS = 1.5


def best_line(view: View, limit: Limit, report: Callable[[list[Line]], None] = lambda _: None) -> Line:
    """The best that the seat of *view* can do, with the line that follows; *report* is told whenever more is known."""
    from tabuleiro.ai.levels import searcher
    from tabuleiro.analysis.analyst import Analyst

    return Analyst(searcher(view.game), view.game).lines(view, limit, 1, report)[0]


class Counsel:
    """Best lines for somebody who waits for no compiler: until it is done, the plain rules answer.

    It begins to compile when it is made, in the background.
    """

    def __init__(self, game: Game[Any]) -> None:
        from tabuleiro.ai.background import Warming
        from tabuleiro.ai.levels import searcher

        self._warming = Warming(searcher(game), game, Random(0))

    def status(self) -> Status:
        """Whether the plain rules still answer because the fast ones are not ready, or why they always will."""
        return self._warming.status()

    def best_line(self, view: View, limit: Limit, report: Callable[[list[Line]], None] = lambda _: None) -> Line:
        """The best that the seat of *view* can do. Who has more time than for a hint waits for the fast rules with what
        the plain ones have found; who has all the time waits for nothing else.
        """
        from tabuleiro.ai.background import LOADING
        from tabuleiro.analysis.analyst import cancelled

        time = limit.seconds
        if self._warming.await_loading(limit, LOADING if time is not None else None, compiler=time is None):
            return best_line(view, limit, report)
        line = self._by_plain_rules(view, limit, report)
        ready = self._warming.await_loading(limit, time - HINT_SECONDS if time is not None else None, compiler=True)
        return best_line(view, limit, report) if ready and not cancelled(limit) else line

    def _by_plain_rules(self, view: View, limit: Limit, report: Callable[[list[Line]], None]) -> Line:
        """What can be said until the fast rules are ready, and no longer than for a hint."""
        from tabuleiro.analysis.analyst import Analyst, cancelled
        from tabuleiro.play.agent import least

        plain = self.status().preparing
        soon = replace(
            limit,
            seconds=least(limit.seconds, HINT_SECONDS),
            cancelled=lambda: self._warming.ready or cancelled(limit),
        )

        def told(lines: list[Line]) -> None:
            report([replace(line, plain=plain) for line in lines])

        (line,) = Analyst(self._warming.name, view.game, plain=True).lines(view, soon, 1, told)
        return replace(line, plain=plain)


def hinted(view: View, line: Line) -> str:
    """The decision of *line* as it is typed, or as its button has it: ``Hint: d4xd7@c3No``."""
    turn = line.decision or view.game.label(view.state, line.action)
    words = say("Hint: {turn}", turn=f"{turn}..." if line.open else turn)
    return words + say(" (by the plain rules, until the fast ones are ready)") if line.plain else words
