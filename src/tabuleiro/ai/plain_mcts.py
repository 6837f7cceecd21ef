"""Monte-Carlo tree search on the rules themselves: for games without compiled rules, and while those compile.

The twin of ``kernels.search.mcts``, in the same styles: proofs for two seats who see everything, judgement by the game's
own evaluation, repetition as a draw, a tree that is kept between moves, and softness.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from math import exp, inf, log, sqrt

from tabuleiro.ai.budget import Watch
from tabuleiro.ai.calibration import leads_of, random_step, survey
from tabuleiro.ai.profiles import JUDGING, Style
from tabuleiro.core import CHANCE, NOBODY, Action, Game, Pass
from tabuleiro.play.agent import Agent, Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping
    from random import Random
    from typing import Any

    from tabuleiro.play.view import View

CAPACITY = 500_000  # nodes: some hundred megabytes
MANY = 256  # steps that are judged at once: where there are more, each further MANY count as a node of the limit
LONGEST = 1000  # random steps; a game that goes on after them is judged as it stands
TOLD = 12  # steps of the expected line
DOUBT = 0.1  # how much less a step may be worth that nobody has looked at than those that somebody has
OFTEN = 0.25  # of the best step's visits are needed for a soft choice: of others too little is known


class Node:
    """What is known of a step: who took it, how often it was looked at and with what scores for that seat.

    *promise* is what it looked worth by a glance, *weight* its share of what it and its siblings promise, *proof* the seat that wins for certain, None while that is
    open, *children* the steps after it as far as they are known.
    """

    __slots__ = ("action", "children", "mover", "promise", "proof", "total", "visits", "weight")

    def __init__(self, action: Action, mover: int) -> None:
        self.action = action
        self.mover = mover
        self.visits = 0
        self.total = 0.0
        self.promise = 0.5
        self.weight = 1.0
        self.proof: int | None = None
        self.children: Mapping[Action, Node] = CHILDLESS

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.5

    def certain(self) -> int:
        """1 for a step that wins, -1 for one that loses, 0 while that is open."""
        return 0 if self.proof is None else 1 if self.proof == self.mover else -1


CHILDLESS: Mapping[Action, Node] = {}  # one for all: most nodes remain leaves


class ReferenceMcts(Agent):
    """Deterministic for its *rng* under a limit of nodes.

    With hidden information every iteration imagines a world of its own; then nothing is proved, weighed or kept. A soft
    choice is among steps that were looked at *often*, compared with the best.
    """

    def __init__(
        self, name: str, game: Game[Any], rng: Random, limit: Limit, style: Style = JUDGING, often: float = OFTEN
    ) -> None:
        self.name = name
        self.often = often
        self.game = game
        self.rng = rng
        self.limit = limit
        self.secret = game.has_secrets
        self.style = replace(
            style,
            solve=style.solve and game.players == 2 and not self.secret,
            prior=0.0 if self.secret else style.prior,
        )
        self.view: View | None = None  # the last one
        self.root = sapling()
        self.size = 1  # nodes of the tree
        self._unit = 0.0  # of the game's evaluation, where it is asked
        self._past: set[Hashable] = set()
        self._known = -1  # steps of the game at the root of the tree
        self._wide = 0  # nodes by which positions with many steps count more than once in this decision

    # ── Deciding ─────────────────────────────────────────────────────────────────────────────────────────────────

    def choose(self, view: View, limit: Limit) -> Choice:
        """The most visited step within the tighter of the agent's own limit and *limit*."""
        watch = Watch(self.limit, limit, deep=False)
        if self.secret or not view.follows(self.view):
            self._known = -1  # another game, or back in this one: the tree knows nothing of it
        self.view = view
        actions = view.actions
        if len(actions) == 1:
            return Choice(actions[0])
        self._plant(view)
        self._learn_unit()
        sums, done, world = [0.0] * self.game.players, 0, view.state
        self._wide = 0
        while self.root.proof is None and (watch.nodes is None or done + self._wide < watch.nodes):
            world = self.game.imagine(view.state, view.seat, self.rng)
            sums = [total + score for total, score in zip(sums, self._iterate(world), strict=True)]
            done += 1
            if watch.awaited:
                watch.tell(replace(self._choice(world, sums, done), seconds=watch.spent))
            if watch.over:
                break
        choice = replace(self._choice(world, sums, done, self.style.soft), seconds=watch.spent)
        watch.tell(choice)
        return choice

    def _plant(self, view: View) -> None:
        """A tree for the present state: what the old one knows of it, or a new one."""
        steps, root = view.steps, self.root if self._known >= 0 else None
        for step in steps[self._known :] if root else ():
            root = root.children.get(step.action) if root else None
        self.root = root or sapling()
        self.size = count(self.root)
        self._known = len(steps)
        if self.game.repetition:
            self._past = {self.game.key(state) for state in view.turn_starts}

    def _learn_unit(self) -> None:
        """How big a lead is in this game; where it does not judge positions, random play to the end does."""
        if self._unit or (self.style.horizon < 0 and not self.style.prior):
            return
        self._unit = survey(self.game).unit
        if not self._unit:
            self.style = replace(self.style, horizon=-1, prior=0.0)

    # ── Growing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _iterate(self, state: Any) -> list[float]:
        """Go down to a leaf, judge it, and tell everybody on the way back."""
        node, path, repeated = self.root, [self.root], False
        while state.player != NOBODY and node.proof is None:
            if node is not self.root:
                repeated = bool(self._past) and state.whole and self.game.key(state) in self._past
                if repeated or node.visits < self.style.patience:
                    break
            child = self._next(node, state)
            if child is None:
                break
            node, state = child, self.game.apply(state, child.action)
            path.append(node)
        players = self.game.players
        scores = [1 / players] * players if repeated else self._judge(node, state)
        for seen in path:
            seen.visits += 1
            if seen.mover >= 0:
                seen.total += scores[seen.mover]
        if self.style.solve and not repeated:
            if state.player == NOBODY and 1.0 in scores:
                node.proof = scores.index(1.0)
            prove(path)
        return scores

    def _next(self, node: Node, state: Any) -> Node | None:
        """The child to look at, if the node has any: the best by value and curiosity; of those not looked at, any."""
        if state.player == CHANCE:
            action = random_step(self.game, state, self.rng)
            if action not in node.children:
                node.children = {**node.children, action: Node(action, CHANCE)}
                self.size += 1
            return node.children[action]
        if self.secret or not node.children:
            self._expand(node, state)
        if node.proof is not None or not node.children:
            return None
        if self.style.prior:
            return self._next_weighed(node)
        children: Iterable[Node] = node.children.values()
        if self.secret:
            children = [node.children[action] for action in self.game.actions(state) if action in node.children]
        curiosity = self.style.explore * sqrt(log(node.visits + 1))

        def worth(child: Node) -> float:
            if child.proof is not None:
                return inf * child.certain()
            return child.total / child.visits + curiosity / sqrt(child.visits) if child.visits else inf

        return max(children, key=worth, default=None)

    def _next_weighed(self, node: Node) -> Node:
        """The same where children have weights: those not looked at are judged by theirs."""
        visits = node.visits + 1
        children = list(islice(node.children.values(), self.style.wide + int(self.style.widen * sqrt(visits))))
        looks = sum(child.visits for child in children)
        hope = sum(child.total for child in children) / looks - DOUBT if looks else 1 / self.game.players
        curiosity = self.style.explore * sqrt(visits)

        def worth(child: Node) -> float:
            if child.proof is not None:
                return inf * child.certain()
            expected = child.promise - DOUBT if self.style.glance else hope
            mean = child.total / child.visits if child.visits else expected
            return mean + curiosity * child.weight / (1 + child.visits)

        return max(children, key=worth)

    def _expand(self, node: Node, state: Any) -> None:
        """Give *node* the children that it has in this world, in random order, or the most promising first."""
        new = [Node(action, state.player) for action in self.game.actions(state) if action not in node.children]
        if not new or (self.size + len(new) > CAPACITY and node is not self.root):
            return
        self.rng.shuffle(new)
        if self.style.solve or self.style.prior:
            promises = [self._foresee(child, state) for child in new]
            self._wide += len(new) // MANY
            if any(child.certain() > 0 for child in new):
                node.proof = state.player
            if self.style.prior:
                weigh(new, promises, self.style.prior)
                new.sort(key=lambda child: -child.weight)
        node.children = {**node.children, **{child.action: child for child in new}}
        self.size += len(new)

    def _foresee(self, child: Node, state: Any) -> float:
        """What a step in *state* promises who takes it; the end of the game is certain."""
        after = self.game.apply(state, child.action)
        if after.player != NOBODY:
            return self._look(after)[child.mover] if self.style.prior else 0.0
        scores = self.game.outcome(after).scores
        if self.style.solve and 1.0 in scores:
            child.proof = scores.index(1.0)
        return scores[child.mover]

    def _judge(self, node: Node, state: Any) -> list[float]:
        """Every seat's score of a leaf: by proof, by the rules, by random play, or by looking."""
        if node.proof is not None:
            return [float(seat == node.proof) for seat in range(self.game.players)]
        for _ in range(LONGEST if self.style.horizon < 0 else self.style.horizon):
            if state.player == NOBODY:
                break
            state = self.game.apply(state, random_step(self.game, state, self.rng))
        return list(self.game.outcome(state).scores) if state.player == NOBODY else self._look(state)

    def _look(self, state: Any) -> list[float]:
        """Every seat's share of the win by the game's own evaluation; equal ones where it has none."""
        players, unit = self.game.players, self._unit
        if not unit:
            return [1 / players] * players
        shares = [1 + lead / (unit + abs(lead)) for lead in leads_of(self.game, state)]
        return [share / sum(shares) for share in shares]

    # ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _choice(self, state: Any, sums: list[float], done: int, soft: float = 0.0) -> Choice:
        """The most visited step; a proven win first, a proven loss last. A *soft* choice takes others now and then."""
        steps = self._known_steps(self.root, state)
        if not steps:
            return Choice(self.game.actions(state)[0])
        best = max(steps, key=merit)
        if soft and best.proof is None and best.visits:  # where all that was looked at is lost, the rest is all alike
            best = self._softened(best, steps, soft)
        line = self._line(best, state)
        return Choice(
            best.action,
            self._scores(best, sums, done),
            tuple(line[:TOLD]),
            done + self._wide,
            len(line),
        )

    def _known_steps(self, node: Node, state: Any) -> list[Node]:
        """The children of *node* that are legal in *state*; none where chance decides, or nobody."""
        legal = self.game.actions(state) if state.player >= 0 else ()
        return [node.children[action] for action in legal if action in node.children]

    def _softened(self, best: Node, steps: list[Node], soft: float) -> Node:
        """One of the steps that look nearly as good as the best: the closer, the likelier. Those that nobody looked at are
        judged by a glance, if nobody needs to have looked.
        """
        glanced = self.often == 0 and self.style.prior > 0
        known = [step for step in steps if step.proof is None and (glanced or step.visits > self.often * best.visits)]
        worths = [(step, step.mean if step.visits else step.promise) for step in known]
        near = [(step, worth - best.mean) for step, worth in worths if worth >= best.mean - 3 * soft]
        return self.rng.choices([step for step, _ in near], [exp(min(less, 0.0) / soft) for _, less in near])[0]

    def _scores(self, best: Node, sums: list[float], done: int) -> tuple[float, ...]:
        """What every seat may expect: for certain, or what was seen on the whole, since a small tree flatters its best step."""
        if best.proof is not None:
            return tuple(float(seat == best.proof) for seat in range(self.game.players))
        return tuple(total / done if done else 1 / self.game.players for total in sums)

    def _line(self, node: Node, state: Any) -> list[Action]:
        """The step that led to *node*, and the best ones after it as far as somebody has looked."""
        steps = [node.action]
        while True:
            state = self.game.apply(state, steps[-1])
            looked = [child for child in self._known_steps(node, state) if child.visits or child.certain() > 0]
            if not looked:
                return steps
            node = max(looked, key=merit)
            steps.append(node.action)


def sapling() -> Node:
    """A root: its step is nobody's and means nothing."""
    return Node(Pass(), NOBODY)


def count(root: Node) -> int:
    """The nodes of a tree."""
    nodes, left = 0, [root]
    while left:
        nodes += 1
        left.extend(left.pop().children.values())
    return nodes


def merit(step: Node) -> tuple[int, int, float]:
    """By what the best of several steps is chosen."""
    return step.certain(), step.visits, step.total


def weigh(steps: list[Node], promises: list[float], sharpness: float) -> None:
    """Give every step its weight, in sum 1."""
    best = max(promises)
    weights = [exp(sharpness * (promise - best)) for promise in promises]
    whole = sum(weights)
    for step, promise, weight in zip(steps, promises, weights, strict=True):
        step.promise, step.weight = promise, weight / whole


def prove(path: list[Node]) -> None:
    """Carry the leaf's proof up as far as it goes: one winning step proves a win, only all losing ones a loss."""
    for parent, node in zip(path[-2::-1], path[:0:-1], strict=True):
        if node.proof is None or node.mover < 0:
            return
        if node.certain() < 0 and any(child.proof != node.proof for child in parent.children.values()):
            return
        parent.proof = node.proof
