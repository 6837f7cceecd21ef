"""Tree search that first looks for a forced win by alpha-beta: each sees what the other misses."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from tabuleiro.ai.watch import least
from tabuleiro.play.agent import Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.ai.alphabeta import AlphaBeta
    from tabuleiro.ai.mcts import Mcts
    from tabuleiro.play.view import View


class Glancing:
    """Thinks with *tree*, but plays a win that *sharp* finds in the first *share* of the time."""

    def __init__(self, sharp: AlphaBeta, tree: Mcts, share: float) -> None:
        self.name = tree.name
        self.sharp = sharp
        self.tree = tree
        self.share = share
        self.threads = tree.threads
        self.limit = tree.limit

    def prepare(self) -> None:
        """Have everything compiled."""
        self.sharp.prepare()
        self.tree.prepare()

    def choose(self, view: View, limit: Limit) -> Choice:
        if len(view.actions) == 1:
            return Choice(view.actions[0])
        began = monotonic()
        seconds, nodes = least(self.limit.seconds, limit.seconds), least(self.limit.nodes, limit.nodes)
        glance = self.sharp.choose(
            view,
            replace(
                limit,
                seconds=None if seconds is None else self.share * seconds,
                nodes=None if nodes is None else max(1, int(self.share * nodes)),
            ),
        )
        if glance.scores and glance.scores[view.seat or 0] == 1.0:
            return glance
        left = None if seconds is None else max(0.0, seconds - (monotonic() - began))
        return self.tree.choose(view, replace(limit, seconds=left))
