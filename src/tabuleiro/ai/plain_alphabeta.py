"""Alpha-beta search on the reference rules: for games without a kernel, like plugins and boards of over 64 cells.

The twin of ``kernels.search.alphabeta`` without its shortcuts: values are those of plain minimax, only found sooner,
or of a deeper one where a position was met before with more steps to go.
"""

from __future__ import annotations

from math import inf, nextafter

from tabuleiro.ai.budget import Watch
from tabuleiro.core import NOBODY
from tabuleiro.play.agent import Agent, Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from typing import Any

    from tabuleiro.core import Action, Game
    from tabuleiro.play.view import View

WIN = 2.0  # at once; estimates are between -1 and 1
STEP = 1 / 1024  # what a step more until a win costs; a power of two, so that sums of it are exact
LOOKS = 32  # states between looks at the clock
PLIES = 200  # steps from the root at most: forced ones are free, and could go on for ever
TABLE = 100_000  # states that are remembered, and at most as many older ones: some hundred megabytes
UPPER, LOWER, EXACT = 1, 2, 3  # what a remembered value is a bound of
Entry = tuple[float, int, int, "Action"]  # value, depth, what it is a bound of, best step


class Stopped(Exception):
    """The limit is reached."""


class ReferenceAlphaBeta(Agent):
    """Searches one step deeper at a time; the evaluation's scale is unknown, so it only orders positions."""

    def __init__(self, name: str, game: Game[Any], limit: Limit) -> None:
        self.name = name
        self.game = game
        self.limit = limit
        self.view: View | None = None  # the last one
        self.search = Search(game)

    def choose(self, view: View, limit: Limit) -> Choice:
        if not view.follows(self.view):
            self.search = Search(self.game)
        self.view = view
        actions = view.actions
        if len(actions) == 1:
            return Choice(actions[0])
        watch, search = Watch(self.limit, limit), self.search
        search.begin(watch, view.turn_starts)
        best = Choice(actions[0])
        for depth in range(1, watch.depth + 1):
            finished = search.run(view.state, depth)
            if search.line:
                mine = 0.5 + max(-1.0, min(1.0, search.best)) / 2
                scores = (mine, 1 - mine) if view.seat == 0 else (1 - mine, mine)
                reached = depth if finished else depth - 1
                best = Choice(search.line[0], scores, search.line, search.nodes, reached, watch.spent)
            watch.tell(best)
            if not finished or watch.over or abs(search.best) >= WIN - depth * STEP:
                break
        return best


class Search:
    """What is remembered of one game, and the decision under way."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.table: dict[Any, Entry] = {}
        self.older = self.table
        self.history: tuple[dict[Action, int], ...] = ({}, {})  # how often a seat's step was too good for the other

    def begin(self, watch: Watch, wholes: list[Any]) -> None:
        """A new decision, after these states between turns."""
        self.watch = watch
        self.nodes = 0
        self.seen: set[Hashable] = {self.game.key(state) for state in wholes} if self.game.repetition else set()
        self.killers: dict[int, tuple[Action, ...]] = {}
        self.history = tuple({action: often // 4 for action, often in of.items() if often > 3} for of in self.history)

    def run(self, state: Any, depth: int) -> bool:
        """Search to *depth*; False when it was stopped before its end. What it found is in ``best`` and ``line``."""
        self.best = 0.0
        self.line: tuple[Action, ...] = ()
        self.deep = depth > 1  # the search of depth 1 goes on when time is up: without it nothing is known
        try:
            self.value(state, depth, -inf, inf, 0)
        except Stopped:
            return False
        return True

    def value(self, state: Any, depth: int, alpha: float, beta: float, ply: int) -> tuple[float, tuple[Action, ...]]:
        """The value of *state* for its player, and the best line: exact between *alpha* and *beta*, else a bound."""
        self.count()
        if depth <= 0 or ply >= PLIES:
            return self.estimate(state), ()
        known = self.table.get(state) or self.older.get(state)
        if known and ply and beta <= nextafter(alpha, inf) and settles(known, depth, alpha, beta, ply):
            return placed(known[0], ply), ()
        actions = self.ordered(state, ply, known[3] if known else None)
        ahead, floor, best = depth - (len(actions) > 1), alpha, -inf
        line: tuple[Action, ...] = ()
        for number, action in enumerate(actions):
            after = self.game.apply(state, action)
            value, rest = self.after(
                after, state.player, ahead, alpha, nextafter(alpha, inf) if number else beta, ply + 1
            )
            if number and alpha < value < beta:  # better than the first, but how much?
                value, rest = self.after(after, state.player, ahead, alpha, beta, ply + 1)
            if value > best:
                best, line = value, (action, *rest)
                alpha = max(alpha, value)
                if ply == 0:
                    self.best, self.line = best, line
            if value >= beta:
                self.praise(state.player, action, depth, ply)
                break
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        self.remember(state, (placed(best, -ply), depth, bound, line[0]))
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

    def count(self) -> None:
        """One state more, unless the limit is reached."""
        self.nodes += 1
        if (self.watch.nodes is not None and self.nodes > self.watch.nodes) or (
            self.nodes % LOOKS == 0 and (self.watch.over if self.deep else self.watch.given_up)
        ):
            raise Stopped

    def estimate(self, state: Any) -> float:
        """The evaluation for the player to move, squashed."""
        values = self.game.evaluate(state)
        lead: float = (values[state.player] - values[1 - state.player]) / 2
        return lead / (1 + abs(lead))

    # ── What was learned ─────────────────────────────────────────────────────────────────────────────────────────

    def ordered(self, state: Any, ply: int, likely: Action | None) -> Sequence[Action]:
        """The legal steps: the best of an earlier search first, then those that were too good at this depth, then by how
        often they were too good anywhere.
        """
        actions, killers, often = self.game.actions(state), self.killers.get(ply, ()), self.history[state.player]
        if len(actions) < 2:
            return actions

        def rank(action: Action) -> tuple[int, int]:
            return 2 * (action == likely) + (action in killers), often.get(action, 0)

        return sorted(actions, key=rank, reverse=True)

    def praise(self, seat: int, action: Action, depth: int, ply: int) -> None:
        """*action* was too good: the other side will not let it come to this. It may be as good elsewhere."""
        self.killers[ply] = (action, *(other for other in self.killers.get(ply, ()) if other != action))[:2]
        self.history[seat][action] = self.history[seat].get(action, 0) + depth * depth

    def remember(self, state: Any, entry: Entry) -> None:
        """Write an entry; when there is no more room, those before the last *TABLE* are forgotten."""
        if len(self.table) >= TABLE:
            self.older, self.table = self.table, {}
        self.table[state] = entry


def settles(known: Entry, depth: int, alpha: float, beta: float, ply: int) -> bool:
    """Does a remembered entry say all that is asked, whether the value is above *alpha* or not?"""
    kept, deep, bound, _ = known
    value = placed(kept, ply)
    return deep >= depth and (
        bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
    )


def placed(value: float, ply: int) -> float:
    """A value counted from a state as one counted from *ply* steps before it: only wins come later."""
    return value - ply * STEP if value > 1 else value + ply * STEP if value < -1 else value
