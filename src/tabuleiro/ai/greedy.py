"""An agent that wants the best position it can have at the end of its own turn, and looks no further."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import inf

from tabuleiro.core import NOBODY
from tabuleiro.play.agent import Agent, Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random
    from typing import Any

    from tabuleiro.core import Action, Game
    from tabuleiro.play.view import View

NODES = 3000  # states looked at for one decision, at most
WORLDS = 4  # drawn when something is hidden
DECISIVE = 1e6  # a win in terms of ``Game.evaluate``: more than any position


@dataclass(slots=True)
class Greedy(Agent):
    """Judges by ``Game.evaluate`` where the own decisions of this turn can lead; a result counts more than any position.

    Steps that look equally good have the same chance. Where something is hidden, it plays for the mean over a few
    worlds that look like its view. It does not watch for repetitions.
    """

    rng: Random
    name: str = "greedy"

    def choose(self, view: View, limit: Limit) -> Choice:
        legal = view.actions
        assert view.seat is not None and legal
        if len(legal) == 1:
            return Choice(legal[0])
        worlds = self.worlds(view)
        nodes = (NODES if limit.nodes is None else min(limit.nodes, NODES)) // len(worlds)
        totals, looked = [0.0] * len(legal), 0
        for world, often in worlds.items():
            values, count = ends(view.game, world, view.seat, legal, nodes)
            totals = [total + often * value for total, value in zip(totals, values, strict=True)]
            looked += count
        best = max(totals)
        action = self.rng.choice([action for action, total in zip(legal, totals, strict=True) if total == best])
        return Choice(action, nodes=looked)

    def worlds(self, view: View) -> Counter[Any]:
        """States that look like the view, and how often each was drawn; the view's own if nothing is hidden."""
        first = view.game.imagine(view.state, view.seat, self.rng)
        if first == view.state:
            return Counter([first])
        return Counter([first, *(view.game.imagine(view.state, view.seat, self.rng) for _ in range(WORLDS - 1))])


def ends(game: Game[Any], state: Any, seat: int, legal: Sequence[Action], nodes: int) -> tuple[list[float], int]:
    """For each step the worth of the best position to which *seat* can then bring this turn, and the states looked at.

    All turns are followed step by step together. Where the next steps would be more than *nodes* allow, the positions
    reached so far are judged as they are, inside the turn.
    """
    best = [-inf] * len(legal)
    reached = [(number, game.apply(state, action)) for number, action in enumerate(legal)]
    looked = len(reached)
    while reached:
        onward: list[tuple[int, Any, Sequence[Action]]] = []
        planned = looked
        for number, after in reached:
            if after.player == seat and not after.whole and planned <= nodes:
                onward.append((number, after, game.actions(after)))
                planned += len(onward[-1][2])
            else:
                best[number] = max(best[number], worth(game, after, seat))
        if planned > nodes:
            for number, after, _ in onward:
                best[number] = max(best[number], worth(game, after, seat))
            break
        reached = [(number, game.apply(after, action)) for number, after, steps in onward for action in steps]
        looked = planned
    return best, looked


def worth(game: Game[Any], state: Any, seat: int) -> float:
    """How much better *state* is for *seat* than for the others on average; a draw between all is 0."""
    if state.player == NOBODY:
        return DECISIVE * (game.outcome(state).scores[seat] - 1 / game.players)
    values = game.evaluate(state)
    return values[seat] - (sum(values) - values[seat]) / (game.players - 1)


def arguments(_game: Game[Any]) -> tuple[str, ...]:
    return ("",)


def make(_argument: str, _game: Game[Any], rng: Random) -> Greedy:
    return Greedy(rng)
