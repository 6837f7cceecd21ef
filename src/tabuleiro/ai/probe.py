"""Tree search that first looks for a forced win by alpha-beta: each sees what the other misses."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic, process_time

from tabuleiro.ai.alphabeta import AlphaBeta, playable
from tabuleiro.ai.budget import MOST_NODES, tighter
from tabuleiro.ai.profiles import profile_of
from tabuleiro.play.agent import Agent, Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.ai.mcts import Mcts
    from tabuleiro.play.view import View


def probing(tree: Mcts, share: float) -> Agent:
    """*tree* with the probe that fits its game: over the possible worlds where something is hidden; or without one."""
    from tabuleiro.ai.meerkats import endgame

    if endgame.fits(tree.game):
        sharp = endgame.Endgame(tree.name, tree.game, tree.limit, tree.threads)
        return Probing(sharp, tree, share, sharp.concerns)
    if not playable(tree.game):
        return tree
    manner = profile_of(tree.game).manner
    return Probing(AlphaBeta(tree.name, tree.game, tree.limit, tree.threads, manner), tree, share)


class Probing(Agent):
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
        """Compile everything that either search needs."""
        self.sharp.prepare()
        self.tree.prepare()

    def choose(self, view: View, limit: Limit) -> Choice:
        if len(view.actions) == 1:
            return Choice(view.actions[0])
        if not self.concerns(view):
            return self.tree.choose(view, limit)
        began, worked, both = monotonic(), process_time(), tighter(self.limit, limit)
        found = self.sharp.choose(
            view,
            replace(
                limit,
                seconds=None if both.seconds is None else self.share * both.seconds,
                cpu_seconds=None if both.cpu_seconds is None else self.share * both.cpu_seconds,
                nodes=None if both.nodes is None else max(1, int(self.share * min(both.nodes, MOST_NODES))),
            ),
        )
        if found.scores and found.scores[view.seat or 0] == 1.0:
            return found
        spent = monotonic() - began
        left = replace(
            limit,
            seconds=None if both.seconds is None else max(0.0, both.seconds - spent),
            cpu_seconds=None if both.cpu_seconds is None else max(0.0, both.cpu_seconds - (process_time() - worked)),
        )

        def whole(choice: Choice) -> Choice:
            """What the tree found, with the work of the probe."""
            return replace(choice, nodes=found.nodes + choice.nodes, seconds=spent + choice.seconds)

        report = limit.report
        told = None if report is None else lambda choice: report(whole(choice))
        return whole(self.tree.choose(view, replace(left, report=told)))
