"""Monte-Carlo tree search on the compiled rules: the agent ``mcts:seconds=1``.

With hidden information it never looks at the truth: every chunk of iterations starts from a world that the seat
cannot tell from the true one. The tree is kept between moves, and both cores are used when asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp
from time import monotonic

from tabuleiro.core.errors import UnknownAgent
from tabuleiro.core.words import say
from tabuleiro.play.agent import Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.ai.belief import Belief
    from tabuleiro.core import Action, Game
    from tabuleiro.play.agent import Agent
    from tabuleiro.play.view import View

CHUNK_SECONDS = 0.02  # how long the compiled search runs before it looks up: cancelling takes no longer
WORLD_ITERATIONS = 32  # in one imagined world before the next
REPORT_SECONDS = 0.1
CAPACITY = 3_000_000  # nodes: about 90 megabytes


@dataclass(frozen=True)
class Style:
    """How to search; see ``kernels.search.mcts.Manner``."""

    explore: float = 0.7
    horizon: int = -1
    prior: float = 0.0
    wide: int = 8
    widen: float = 2.0
    patience: int = 1
    solve: bool = True
    soft: float = 0.0  # how much worse a step may look and still be chosen, now and then


PLAIN = Style(solve=False)  # what a textbook does: no evaluation, no proofs
# What won the matches of docs/levels.md.
STYLES = {
    "barragoon": Style(explore=0.6, horizon=0, prior=12.0, wide=6, widen=1.5),
    "campo-bello": Style(explore=1.0, horizon=2, prior=8.0, wide=60),
    "eximo": Style(explore=0.5, horizon=6, prior=6.0, wide=40),
    "meerkats": Style(explore=0.5, horizon=4, prior=10.0, wide=12, widen=1.0),
    "momentum": Style(explore=0.5, horizon=1, prior=6.0, wide=50),
}


ARGUMENTS = {
    "seconds": float, "nodes": int, "threads": int, "plain": str, "explore": float, "horizon": int, "prior": float,
    "wide": int, "widen": float, "patience": int, "soft": float,
}  # fmt: skip


def arguments(_game: Game[Any]) -> tuple[str, ...]:
    """The usual argument."""
    return ("seconds=1",)


def make(argument: str, game: Game[Any], rng: Random) -> Agent:
    """``seconds`` and ``nodes`` limit it, ``plain=on`` makes it the textbook's, the others change its style."""
    from tabuleiro import kernels
    from tabuleiro.ai.arguments import read_arguments

    name = f"mcts:{argument}" if argument else "mcts"
    values: dict[str, Any] = read_arguments("mcts", argument, ARGUMENTS)
    limit = Limit(values.pop("seconds", None), values.pop("nodes", None))
    threads = values.pop("threads", 1)
    style = PLAIN if values.pop("plain", "off") == "on" else STYLES.get(game.name, Style())
    if kernels.find(game) is None:
        from tabuleiro.ai.reference_mcts import ReferenceMcts

        return ReferenceMcts(name, game, rng, limit)
    return Mcts(name, game, rng, replace(style, **values), limit, threads)


class Mcts:
    """Searches with the compiled rules; deterministic for its *rng* under a limit of nodes."""

    def __init__(self, name: str, game: Game[Any], rng: Random, style: Style, limit: Limit, threads: int = 1) -> None:
        from tabuleiro import kernels
        from tabuleiro.ai.memory import Memory

        kernel = kernels.find(game)
        if kernel is None:
            raise UnknownAgent(say("{game} has no compiled rules for {name}", game=game, name=name))
        self.name = name
        self.game = game
        self.kernel = kernel
        self.rng = rng
        self.limit = limit
        self.threads = threads
        secret = any(game.veil(game.start(), action, None) != action for action, _ in _odds(game))
        self.secret = secret
        self.belief = _belief(game) if secret else None
        self.style = replace(style, solve=style.solve and game.players == 2 and not secret)
        self.memory = Memory()
        self.trees: list[Any] = []
        self._known = -1  # steps of the game at the root of the trees

    def choose(self, view: View, limit: Limit) -> Choice:
        """The most visited step within the tighter of the agent's own limit and *limit*."""
        actions = view.actions
        goes_on = self.memory.follow(view)
        if len(actions) == 1:
            return Choice(actions[0])
        if self.belief:
            self.belief.follow(self.memory)
        self._plant(goes_on)
        self._known = len(self.memory.steps)
        search = _Search(self, view, tighter(self.limit, limit))
        return search.run()

    def _plant(self, goes_on: bool) -> None:
        """Trees for the present state: what the old ones know of it, or new ones."""
        from tabuleiro.kernels.search.mcts import replant, sapling

        new = (
            [self.memory.steps[number] for number in range(self._known, len(self.memory.steps))]
            if self._known >= 0
            else []
        )
        if not goes_on or self._known < 0 or len(self.trees) != self.threads:
            self.trees = [sapling(CAPACITY) for _ in range(self.threads)]
            return
        for number, tree in enumerate(self.trees):
            node = 0
            for action in new:
                node = _child(tree, node, self.game.space.index(action))
                if node < 0:
                    break
            young = sapling(CAPACITY)
            if node >= 0 and tree.first[node] > 0:
                replant(tree, node, young)
            self.trees[number] = young


class _Search:
    """One decision."""

    def __init__(self, agent: Mcts, view: View, limit: Limit) -> None:
        import numpy as np

        from tabuleiro.kernels.jit import rule_of
        from tabuleiro.kernels.rules import key
        from tabuleiro.kernels.search.mcts import Manner

        self.agent, self.view, self.limit = agent, view, limit
        self.style = agent.style
        style = agent.style
        self.manner = Manner(
            style.explore,
            style.horizon,
            style.prior,
            style.wide,
            style.widen,
            style.patience,
            int(style.solve),
            agent.game.players,
        )
        keys: list[int] = []
        if agent.game.repetition:
            packs = [agent.kernel.pack(state) for state in agent.memory.wholes]
            keys = sorted(int(rule_of(type(packed), key)(packed)) for packed in packs)
        self.past = np.array(keys, np.uint64)
        self.root = agent.kernel.pack(view.state) if not agent.secret else None
        self.nodes = 0

    def run(self) -> Choice:
        started = monotonic()
        limit = self.limit
        deadline = started + limit.seconds if limit.seconds is not None else None
        chunk, last_report = 64, started
        while True:
            if limit.nodes is not None:
                chunk = min(chunk, limit.nodes - self.nodes)
            if chunk <= 0:
                break
            before = monotonic()
            done = self._grow(chunk)
            now = monotonic()
            self.nodes += done
            if done < chunk or (deadline is not None and now >= deadline) or (limit.cancelled and limit.cancelled()):
                break
            if limit.report and now - last_report >= REPORT_SECONDS:
                last_report = now
                limit.report(self._choice())
            pace = (now - before) / chunk
            if limit.nodes is None or deadline is not None:
                left = CHUNK_SECONDS if deadline is None else min(CHUNK_SECONDS, deadline - now)
                chunk = max(1, min(2 * chunk, int(left / max(pace, 1e-7))))
            else:
                chunk = 4096
        choice = self._choice()
        if self.style.soft > 0.0:
            choice = replace(choice, action=self._softened(choice.action))
        if limit.report:
            limit.report(choice)
        return choice

    def _softened(self, best: Action) -> Action:
        """One of the steps that look nearly as good as the best: the closer, the likelier."""
        tree, seat = self.agent.trees[0], self.view.state.player
        first = int(tree.first[0])
        seen = {
            int(tree.code[child]): float(tree.total[child]) / int(tree.visits[child])
            for child in range(first, first + int(tree.size[0]))
            if tree.visits[child] and tree.proof[child] in (0, seat + 1)
        }
        mine = seen.get(self.agent.game.space.index(best))
        if mine is None or tree.proof[_child(tree, 0, self.agent.game.space.index(best))]:
            return best
        codes = [code for code, value in seen.items() if value >= mine - 3 * self.style.soft]
        weights = [exp((seen[code] - mine) / self.style.soft) for code in codes]
        return self.agent.game.space[self.agent.rng.choices(codes, weights)[0]]

    def _grow(self, chunk: int) -> int:
        """Let every tree grow by its part of *chunk* iterations."""
        agent = self.agent
        if agent.threads == 1:
            return self._grow_one(0, chunk, agent.rng.getrandbits(60))
        from concurrent.futures import ThreadPoolExecutor

        part = -(-chunk // agent.threads)
        seeds = [agent.rng.getrandbits(60) for _ in range(agent.threads)]
        with ThreadPoolExecutor(agent.threads) as pool:
            done = list(pool.map(lambda number: self._grow_one(number, part, seeds[number]), range(agent.threads)))
        return chunk if min(done) == part else sum(done)

    def _grow_one(self, number: int, count: int, seed: int) -> int:
        import numpy as np

        from tabuleiro.kernels.search.mcts import grow
        from tabuleiro.kernels.search.playout import seeded

        agent, rng = self.agent, seeded(seed)
        tree, codes = agent.trees[number], np.empty(agent.kernel.width, np.int32)
        if self.root is not None:
            return int(grow(self.root, tree, self.manner, rng, codes, self.past, count))
        from random import Random

        worlds = Random(seed)
        for begun in range(0, count, WORLD_ITERATIONS):
            world = agent.kernel.pack(self._imagine(worlds))
            grow(world, tree, self.manner, rng, codes, self.past, min(WORLD_ITERATIONS, count - begun))
        return count

    def _imagine(self, rng: Random) -> Any:
        """A world that the seat cannot tell from the truth, as likely as the others' play says."""
        if self.agent.belief:
            return self.agent.belief.imagine(self.view.state, rng)
        return self.agent.game.imagine(self.view.state, self.view.seat, rng)

    def _choice(self) -> Choice:
        """The most visited step, the trees taken together; a proven win first, a proven loss last."""
        agent, view = self.agent, self.view
        seat = view.state.player
        visits: dict[int, float] = {}
        for tree in agent.trees:
            for child in range(tree.first[0], tree.first[0] + tree.size[0]):
                proof = tree.proof[child]
                bonus = 0.0 if not proof else 1e9 if proof == seat + 1 else -1e9
                code = int(tree.code[child])
                visits[code] = visits.get(code, 0.0) + int(tree.visits[child]) + tree.total[child] * 1e-6 + bonus
        if not visits:
            return Choice(view.actions[0])
        code = max(visits, key=lambda code: (visits[code], -code))
        tree = agent.trees[0]
        node = _child(tree, 0, code)
        proof = int(tree.proof[node])
        seen = int(tree.visits[node])
        mine = float(proof == seat + 1) if proof else float(tree.total[node]) / seen if seen else 0.5
        rounds = sum(float(tree.sums.sum()) for tree in agent.trees)
        scores = [
            sum(float(tree.sums[other]) for tree in agent.trees) / rounds if rounds else 0.5
            for other in range(agent.game.players)
        ]
        scores = [mine, 1 - mine][:: 1 if seat == 0 else -1] if agent.game.players == 2 else scores
        return Choice(agent.game.space[code], tuple(scores), self._line(tree), self.nodes, 0)

    def _line(self, tree: Any) -> tuple[str, ...]:
        """The most visited steps one after another, as texts."""
        game, state, node = self.agent.game, self.view.state, 0
        line: list[str] = []
        while len(line) < 12 and tree.first[node] > 0 and state.player >= 0:
            first, count = int(tree.first[node]), int(tree.size[node])
            node = max(
                range(first, first + count),
                key=lambda child: (tree.proof[child] == state.player + 1, int(tree.visits[child])),
            )
            if not tree.visits[node]:
                break
            action = game.space[int(tree.code[node])]
            line.append(game.write(state, action))
            state = game.apply(state, action)
        return tuple(line)


def _belief(game: Game[Any]) -> Belief | None:
    """What is learned of others' secrets, in the one game that has them; elsewhere all worlds are alike."""
    from tabuleiro.ai.belief import Belief
    from tabuleiro.games.meerkats import Meerkats

    return Belief(game) if isinstance(game, Meerkats) else None


def _odds(game: Game[Any]) -> Any:
    start = game.start()
    return game.odds(start) if start.player == -1 else ()


def _child(tree: Any, node: int, code: int) -> int:
    """The child that *code* leads to, -1 when there is none."""
    first = int(tree.first[node])
    return next((child for child in range(first, first + int(tree.size[node])) if tree.code[child] == code), -1)


def tighter(one: Limit, other: Limit) -> Limit:
    """Both limits at once."""
    seconds = min((value for value in (one.seconds, other.seconds) if value is not None), default=None)
    nodes = min((value for value in (one.nodes, other.nodes) if value is not None), default=None)
    if seconds is None and nodes is None and not other.cancelled:
        seconds = 1.0
    return replace(other, seconds=seconds, nodes=nodes)
