"""Alpha-beta search on the reference rules: for games without a kernel, like plugins and boards of over 64 cells."""

from __future__ import annotations

from math import inf

from tabuleiro.ai.alphabeta import spell
from tabuleiro.ai.watch import Watch
from tabuleiro.core import NOBODY
from tabuleiro.play.agent import Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from typing import Any

    from tabuleiro.core import Action, Game
    from tabuleiro.play.view import View

WIN = 2.0  # at once; estimates are between -1 and 1
STEP = 0.001  # what a step more until a win costs
LOOKS = 32  # states between looks at the clock


class Stopped(Exception):
    """The limit is reached."""


class ReferenceAlphaBeta:
    """Searches one step deeper at a time; the evaluation's scale is unknown, so it only orders positions."""

    def __init__(self, name: str, game: Game[Any], limit: Limit) -> None:
        self.name = name
        self.game = game
        self.limit = limit

    def choose(self, view: View, limit: Limit) -> Choice:
        actions = view.actions
        if len(actions) == 1:
            return Choice(actions[0])
        watch = Watch(self.limit, limit)
        search = _Search(self.game, view, watch)
        best = Choice(actions[0])
        for depth in range(1, watch.depth + 1):
            search.forget()
            search.deep = depth > 1
            try:
                search.value(view.state, depth, -inf, inf, 0)
                finished = True
            except Stopped:
                finished = False
            if search.line:
                mine = 0.5 + max(-1.0, min(1.0, search.best)) / 2
                scores = (mine, 1 - mine) if view.seat == 0 else (1 - mine, mine)
                line = spell(self.game, view.state, search.line)
                best = Choice(search.line[0], scores, line, search.nodes, depth if finished else depth - 1)
            if watch.report:
                watch.report(best)
            if not finished or watch.over or abs(search.best) >= WIN - depth * STEP:
                break
            search.first = search.line
        return best


class _Search:
    """One decision."""

    def __init__(self, game: Game[Any], view: View, watch: Watch) -> None:
        self.game, self.watch = game, watch
        self.seen: set[Hashable] = set(view.past()) if game.repetition else set()
        self.nodes = 0
        self.deep = False  # the search of depth 1 goes on when time is up: without it nothing is known
        self.first: tuple[Action, ...] = ()  # the best line of the search before
        self.forget()

    def forget(self) -> None:
        """Nothing is found at the root yet."""
        self.best = 0.0
        self.line: tuple[Action, ...] = ()

    def value(self, state: Any, depth: int, alpha: float, beta: float, ply: int) -> tuple[float, tuple[Action, ...]]:
        """The value of *state* for its player, and the best line."""
        game, seat = self.game, state.player
        self.nodes += 1
        if (self.watch.nodes is not None and self.nodes > self.watch.nodes) or (
            self.nodes % LOOKS == 0 and (self.watch.over if self.deep else self.watch.given_up)
        ):
            raise Stopped
        if depth <= 0:
            return self.estimate(state), ()
        actions = self.ordered(state, ply)
        best = -inf
        line: tuple[Action, ...] = ()
        for action in actions:
            after = game.apply(state, action)
            value, rest = self.after(after, seat, depth - (len(actions) > 1), alpha, beta, ply + 1)
            if value > best:
                best, line = value, (action, *rest)
                alpha = max(alpha, value)
                if ply == 0:
                    self.best, self.line = best, line
            if value >= beta:
                break
        return best, line

    def after(
        self, state: Any, seat: int, depth: int, alpha: float, beta: float, ply: int
    ) -> tuple[float, tuple[Action, ...]]:
        """The value of *state* for *seat*, who has just decided."""
        if state.player == NOBODY:
            self.nodes += 1
            share = self.game.outcome(state).scores[seat]
            return (2 * share - 1) * (WIN - ply * STEP if share in (0, 1) else 1.0), ()
        here = self.game.key(state) if self.game.repetition and state.whole else None
        if here is not None:
            if here in self.seen:
                return 0.0, ()
            self.seen.add(here)
        try:
            if state.player == seat:
                return self.value(state, depth, alpha, beta, ply)
            value, line = self.value(state, depth, -beta, -alpha, ply)
            return -value, line
        finally:
            if here is not None:
                self.seen.discard(here)

    def ordered(self, state: Any, ply: int) -> Sequence[Action]:
        """The legal steps, the one of the last search's best line first."""
        actions = self.game.actions(state)
        if ply < len(self.first) and self.first[ply] in actions:
            likely = self.first[ply]
            return [likely, *(action for action in actions if action != likely)]
        return actions

    def estimate(self, state: Any) -> float:
        """The evaluation for the player to move, squashed."""
        values = self.game.evaluate(state)
        lead: float = (values[state.player] - values[1 - state.player]) / 2
        return lead / (1 + abs(lead))
