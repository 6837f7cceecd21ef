"""Tree search that first looks for a forced win by alpha-beta: each sees what the other misses."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from tabuleiro.ai.alphabeta import MANNERS, AlphaBeta, Manner, playable
from tabuleiro.ai.watch import fewest, least
from tabuleiro.play.agent import Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.ai.mcts import Mcts
    from tabuleiro.play.agent import Agent
    from tabuleiro.play.view import View


def glancing(tree: Mcts, share: float) -> Agent:
    """*tree* with the glance that fits its game: over the possible worlds where something is hidden; or without one."""
    from tabuleiro.ai import endgame

    if endgame.fits(tree.game):
        sharp = endgame.Endgame(tree.name, tree.game, tree.limit, tree.threads)
        return Glancing(sharp, tree, share, sharp.concerns)
    if not playable(tree.game):
        return tree
    manner = MANNERS.get(tree.game.name, Manner())
    return Glancing(AlphaBeta(tree.name, tree.game, tree.limit, tree.threads, manner), tree, share)


class Glancing:
    """Thinks with *tree*, but plays a win that *sharp* finds in the first *share* of the time, where it *concerns* it."""

    def __init__(
        self, sharp: AlphaBeta, tree: Mcts, share: float, concerns: Callable[[View], bool] = lambda _: True
    ) -> None:
        self.concerns = concerns
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
        if not self.concerns(view):
            return self.tree.choose(view, limit)
        began = monotonic()
        seconds, nodes = least(self.limit.seconds, limit.seconds), fewest(self.limit, limit)
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
        spent = monotonic() - began
        left = None if seconds is None else max(0.0, seconds - spent)

        def whole(choice: Choice) -> Choice:
            """What the tree found, with the work of the glance."""
            return replace(choice, nodes=glance.nodes + choice.nodes, seconds=spent + choice.seconds)

        report = limit.report
        told = None if report is None else lambda choice: report(whole(choice))
        return whole(self.tree.choose(view, replace(limit, seconds=left, report=told)))
