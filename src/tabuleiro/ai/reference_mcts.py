"""Monte-Carlo tree search on the rules themselves: for games without compiled rules, and while those compile."""

from __future__ import annotations

from math import log, sqrt

from tabuleiro.ai.watch import Watch
from tabuleiro.core import CHANCE, NOBODY, Action, Game
from tabuleiro.play.agent import Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.play.view import View

EXPLORE = 0.7
REPORT_EVERY = 64  # iterations


class Node:
    """What is known of a step: who took it, how often it was tried and with what scores for that seat."""

    __slots__ = ("children", "mover", "total", "visits")

    def __init__(self, mover: int) -> None:
        self.mover = mover
        self.visits = 0
        self.total = 0.0
        self.children: dict[Action, Node] = {}


class ReferenceMcts:
    """Plain tree search; with hidden information every iteration imagines a world of its own."""

    def __init__(self, name: str, game: Game[Any], rng: Random, limit: Limit) -> None:
        self.name = name
        self.game = game
        self.rng = rng
        self.limit = limit

    def choose(self, view: View, limit: Limit) -> Choice:
        actions = view.actions
        if len(actions) == 1:
            return Choice(actions[0])
        watch = Watch(self.limit, limit, deep=False)
        root, sums, done = Node(NOBODY), [0.0] * self.game.players, 0
        while watch.nodes is None or done < watch.nodes:
            scores = self._iterate(root, self.game.imagine(view.state, view.seat, self.rng))
            sums = [total + score for total, score in zip(sums, scores, strict=True)]
            done += 1
            if watch.report and done % REPORT_EVERY == 0:
                watch.report(self._choice(view, root, sums, done))
            if watch.over:
                break
        return self._choice(view, root, sums, done)

    def _choice(self, view: View, root: Node, sums: list[float], done: int) -> Choice:
        steps = self._line(root)
        line = (self.game.write(view.state, steps[0]),)
        return Choice(steps[0], tuple(total / done for total in sums), line, done, len(steps))

    def _line(self, node: Node) -> list[Action]:
        """The most visited steps one after another."""
        steps: list[Action] = []
        while node.children:
            action = max(node.children, key=lambda action: node.children[action].visits)
            steps.append(action)
            node = node.children[action]
        return steps

    def _iterate(self, node: Node, state: Any) -> tuple[float, ...]:
        path = [node]
        while state.player != NOBODY:
            action = self._next(node, state)
            mover, state = state.player, self.game.apply(state, action)
            fresh = action not in node.children
            node = node.children.setdefault(action, Node(mover))
            path.append(node)
            if fresh:
                break
        while state.player != NOBODY:
            state = self.game.apply(state, self._random(state))
        scores = self.game.outcome(state).scores
        for seen in path:
            seen.visits += 1
            if seen.mover >= 0:
                seen.total += scores[seen.mover]
        return scores

    def _next(self, node: Node, state: Any) -> Action:
        """The step to look at: one not tried yet, or the best by value and curiosity."""
        if state.player == CHANCE:
            return self._random(state)
        actions = self.game.actions(state)
        untried = [action for action in actions if action not in node.children]
        if untried:
            return untried[int(self.rng.random() * len(untried))]
        curiosity = log(node.visits + 1)

        def worth(action: Action) -> float:
            child = node.children[action]
            return child.total / child.visits + EXPLORE * sqrt(curiosity / child.visits)

        return max(actions, key=worth)

    def _random(self, state: Any) -> Action:
        if state.player == CHANCE:
            odds = self.game.odds(state)
            return self.rng.choices([action for action, _ in odds], [weight for _, weight in odds])[0]
        actions = self.game.actions(state)
        return actions[int(self.rng.random() * len(actions))]
