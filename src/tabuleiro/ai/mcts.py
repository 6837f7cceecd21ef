"""Monte-Carlo tree search on the compiled rules: the agent ``mcts:seconds=1``.

With hidden information it never looks at the truth: every chunk of iterations starts from a world that the seat
cannot tell from the true one. The tree is kept between moves, and several threads let it grow when asked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import exp
from random import Random
from time import monotonic

from tabuleiro.ai.alphabeta import kernel_of, key_of
from tabuleiro.ai.budget import Watch
from tabuleiro.ai.profiles import PLAIN, Style, profile_of
from tabuleiro.ai.spec import THREADS, File, Number, Switch, read_arguments
from tabuleiro.core.errors import UnknownAgent
from tabuleiro.core.words import later
from tabuleiro.play.agent import Agent, Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tabuleiro.ai.meerkats.belief import Belief
    from tabuleiro.core import Action, Game
    from tabuleiro.kernels import Kernel
    from tabuleiro.kernels.meerkats.told import ToldKernel
    from tabuleiro.play.view import View

CAPACITY = (
    10_000_000  # nodes a thread: 320 megabytes, of which a system gives what is used; Meerkats uses half in a second
)
COPIED = 100_000  # nodes between looks at the clock
CHUNK = 64  # iterations before the first look at the clock
CHUNK_SECONDS = 0.02  # how long the compiled search runs between looks: cancelling takes no longer
WORLD_ITERATIONS = 32  # in one imagined world before the next
BRISK = 0.25  # of the limit is the least that is thought
LOOKS = 16  # whether a choice is clear is asked so often within a limit of nodes
HURRIED = 0.5  # of the clock is the most that a decision may take
TOLD = 12  # steps of the expected line


ARGUMENTS: dict[str, Number | Switch | File] = {
    "seconds": Number(float), "nodes": Number(int), "threads": THREADS, "plain": Switch(),
    "explore": Number(float, zero=True), "horizon": Number(int, zero=True), "prior": Number(float, zero=True),
    "wide": Number(int), "widen": Number(float, zero=True), "patience": Number(int), "glance": Switch(),
    "soft": Number(float, zero=True), "net": File(),
}  # fmt: skip


def arguments(_game: Game[Any]) -> tuple[str, ...]:
    """The usual argument."""
    return ("seconds=1",)


def make(argument: str, game: Game[Any], rng: Random, threads: int = 1) -> Agent:
    """``seconds`` and ``nodes`` limit it, ``plain=on`` makes it the textbook's, ``net`` is the file of another net than
    the game's own, or ``none``; the others change its style.

    Without compiled rules it has one thread, whatever is asked: they would only wait for one another.
    """
    name = f"mcts:{argument}" if argument else "mcts"
    values: dict[str, Any] = read_arguments("mcts", argument, ARGUMENTS)
    limit = Limit(values.pop("seconds", None), values.pop("nodes", None))
    threads = values.pop("threads", threads if limit.nodes is None else 1)  # so many nodes promise the same game again
    plain, net = values.pop("plain", False), values.pop("net", "")
    if kernel_of(game, net) is None:
        from tabuleiro.ai.plain_mcts import ReferenceMcts

        return ReferenceMcts(name, game, rng, limit, replace(PLAIN if plain else profile_of(game).plain, **values))
    style = PLAIN if plain else profile_of(game).style
    return Mcts(name, game, rng, replace(style, **values), limit, threads, net=net)


class Mcts(Agent):
    """Searches with the compiled rules; deterministic for its *rng* under a limit of nodes, with one of its *threads*.

    One that is *brisk* answers before its limit is reached when thinking on cannot change its mind. So does everybody who
    plays by the clock, and what is saved serves decisions that are less clear: they may take longer than a fair share.
    """

    def __init__(
        self,
        name: str,
        game: Game[Any],
        rng: Random,
        style: Style,
        limit: Limit,
        threads: int = 1,
        *,
        brisk: bool = False,
        net: str = "",
    ) -> None:
        kernel = kernel_of(game, net)
        if kernel is None:
            raise UnknownAgent(later("{game} has no compiled rules for {name}", game=game, name=name))
        self.name = name
        self.game = game
        self.kernel = kernel
        self.rng = rng
        self.limit = limit
        self.threads = threads
        self.brisk = brisk
        self.secret = game.has_secrets
        self.belief = _belief(game)
        self.told = _told(kernel)
        self.style = replace(style, solve=style.solve and game.players == 2 and bool(self.told or not self.secret))
        self.manner = self.style.manner(game.players)
        self.view: View | None = None  # the last one
        self.tree: Any = None
        self._known = -1  # steps of the game at the root of the tree

    def __getstate__(self) -> dict[str, Any]:
        """Copies begin a tree of their own: this one has hundreds of megabytes."""
        return self.__dict__ | {"tree": None, "view": None, "_known": -1, "belief": _belief(self.game)}

    def prepare(self) -> None:
        """Compile everything; without this the first search takes longer than it may."""
        import numpy as np

        from tabuleiro.kernels.search.mcts import grow, replant, sapling
        from tabuleiro.kernels.search.playout import seeded

        packed, tree = (self.told or self.kernel).pack(self.game.start()), sapling(4096)
        origin = np.zeros(4096, np.int32)
        key_of(packed)
        codes = np.empty(self.kernel.width, np.int32)
        grow(packed, tree, self.manner, seeded(0), codes, np.array([], np.uint64), 1)
        replant(tree, origin, sapling(4096), 0, 1)

    def choose(self, view: View, limit: Limit) -> Choice:
        """The most visited step within the tighter of the agent's own limit and *limit*."""
        share, clock = limit.seconds, limit.clock
        if share is not None and clock is not None:
            longest = profile_of(self.game).stretch * share
            limit = replace(limit, seconds=max(share, min(longest, HURRIED * clock)))
        watch = Watch(self.limit, limit, deep=False, threads=self.threads)
        actions = view.actions
        if not view.follows(self.view):  # another game, or back in this one: nothing is known of it
            self._known = -1
            self.belief = _belief(self.game)
        self.view = view
        if len(actions) == 1:
            return Choice(actions[0])
        if self.belief:
            self.belief.follow(view)
        self._plant(view, watch)
        return Search(self, view, watch, brisk=self.brisk or clock is not None).run()

    def visits(self) -> Counter[Action]:
        """How often the last search looked at each step of the position."""
        tried = rows(children_of(self.tree, 0), "code", "visits") if self.tree else ()
        return Counter({self.game.space[code]: often for code, often in tried if code >= 0})

    def _plant(self, view: View, watch: Watch) -> None:
        """A tree for the present state: what the old one knows of it, or a new one."""
        from tabuleiro.kernels.search.mcts import sapling

        if self._known < 0:
            self.tree = sapling(CAPACITY * self.threads)
        else:
            self.tree = replanted(self.tree, [step.number for step in view.steps[self._known :]], watch)
        self._known = len(view.steps)


@dataclass
class Seen:
    """What the tree saw of a step: how often, its scores for who takes it, who wins for certain (seat and 1; 0 is open), and
    what it looked worth by a glance, None where nobody glanced.
    """

    visits: int
    total: float
    proof: int
    glance: float | None = None

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.5

    @property
    def worth(self) -> float | None:
        """What it seems worth: by its scores, or else by a glance."""
        return self.mean if self.visits else self.glance


class Search:
    """One decision: the tree grows until the budget is spent, and what it saw is told.

    It grows in all threads, the first of which is the caller's. What one thread alone makes of it depends on its seed and on
    how often it is told to grow, not on when: under a limit of nodes all is the same again.
    """

    def __init__(self, agent: Mcts, view: View, watch: Watch, *, brisk: bool) -> None:
        import numpy as np

        self.agent, self.view, self.watch, self.brisk = agent, view, watch, brisk
        keys: list[int] = []
        if agent.game.repetition:
            keys = sorted(key_of(agent.kernel.pack(state)) for state in view.turn_starts)
        self.past = np.array(keys, np.uint64)
        self.done = [0] * agent.threads  # iterations of each
        self._settled = False
        self.chances = agent.belief.chances(view.state) if agent.belief else None

    # ── Growing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def run(self) -> Choice:
        from concurrent.futures import ThreadPoolExecutor

        seeds = [self.agent.rng.getrandbits(60) for _ in self.done]
        with ThreadPoolExecutor(len(seeds)) as pool:  # starts no thread that is not needed
            others = [pool.submit(self._grow, number, seed) for number, seed in enumerate(seeds) if number]
            try:
                self._grow(0, seeds[0])
            except BaseException:  # an interrupt reaches this thread alone
                self._settled = True
                raise
            for other in others:
                other.result()
        choice = self._choice(self.agent.style.soft)
        self.watch.tell(choice)
        return choice

    def _share(self, number: int) -> float:
        """How many iterations a thread may have."""
        nodes, threads = self.watch.nodes, len(self.done)
        return float("inf") if nodes is None else nodes // threads + (number < nodes % threads)

    def _grow(self, number: int, seed: int) -> None:
        """Let the tree grow in chunks, in one thread."""
        import numpy as np

        from tabuleiro.kernels.search.mcts import grow
        from tabuleiro.kernels.search.playout import seeded

        agent, watch = self.agent, self.watch
        luck, worlds = seeded(seed), Random(seed)
        tree, codes = agent.tree, np.empty(agent.kernel.width, np.int32)
        share, chunk = self._share(number), CHUNK
        most = max(share / LOOKS, CHUNK / 2) if self.brisk else share  # iterations until the next look
        world = None if agent.secret else agent.kernel.pack(self.view.state)
        while self.done[number] < share and not self._settled:
            count = int(min(chunk, most, share - self.done[number]))
            if agent.secret:
                begun = self.done[number] % WORLD_ITERATIONS
                count = min(count, WORLD_ITERATIONS - begun)
                world = world if begun else self._imagine(worlds)
            before = monotonic()
            grown = int(grow(world, tree, agent.manner, luck, codes, self.past, count))
            now = monotonic()
            self.done[number] += grown
            if grown < count or (self.brisk and number == 0 and self._overwhelming()):
                self._settled = True
            if watch.over:
                break
            if number == 0 and watch.awaited:
                watch.tell(self._choice())
            pace = max((now - before) / count, 1e-7)
            chunk = max(1, min(2 * chunk, int(watch.pause(CHUNK_SECONDS) / pace)))

    def _overwhelming(self) -> bool:
        """Has a step more visits than any other can still get in what is left?"""
        done, nodes = sum(self.done), self.watch.nodes
        used = max(self.watch.used, done / nodes if nodes else 0.0)
        if used < BRISK:
            return False
        most, second = (*sorted((step.visits for step in self._seen().values()), reverse=True), 0, 0)[:2]
        return most - second > done * (1 / used - 1)

    def _imagine(self, rng: Random) -> Any:
        """A world that the seat cannot tell from the truth, as likely as the others' play says."""
        agent, state = self.agent, self.view.state
        if agent.belief and agent.told:
            return agent.told.pack(agent.belief.imagine(state, rng), self.chances)
        return agent.kernel.pack(agent.game.imagine(state, self.view.seat, rng))

    # ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _choice(self, soft: float = 0.0) -> Choice:
        """The most visited step; a proven win first, a proven loss last. A *soft* choice takes others now and then."""
        seat, seen = self.view.state.player, self._seen()
        if not seen:
            return Choice(self.view.actions[0])

        def merit(code: int) -> tuple[int, int, float, int]:
            step = seen[code]
            certain = 0 if not step.proof else 1 if step.proof == seat + 1 else -1
            return certain, step.visits, step.total, -code

        code = max(seen, key=merit)
        if soft:
            code = self._softened(code, seen, soft)
        steps = self._line(code)
        return Choice(
            steps[0], self._scores(seen[code]), tuple(steps[:TOLD]), sum(self.done), len(steps), self.watch.spent
        )

    def _seen(self) -> dict[int, Seen]:
        """The steps from here, by their codes."""
        steps = rows(children_of(self.agent.tree, 0), "code", "visits", "total", "proof", "glance")
        glanced = self.agent.manner.prior > 0
        return {
            code: Seen(visits, total, proof, glance if glanced and glance >= 0 else None)
            for code, visits, total, proof, glance in steps
        }

    def _scores(self, best: Seen) -> tuple[float, ...]:
        """What every seat may expect."""
        seat, players = self.view.state.player, self.agent.game.players
        if players == 2:
            mine = float(best.proof == seat + 1) if best.proof else best.mean
            return (mine, 1 - mine) if seat == 0 else (1 - mine, mine)
        sums = self.agent.tree.sums[:players].tolist()
        return tuple(total / sum(sums) if sum(sums) else 1 / players for total in sums)

    def _line(self, code: int) -> list[Action]:
        """The step *code* and the most visited ones after it."""
        tree, game, state = self.agent.tree, self.agent.game, self.view.state
        node = child_of(tree, 0, code)
        steps = [game.space[code]]
        state = game.apply(state, steps[-1])
        while True:
            children = rows(children_of(tree, node), "code", "visits", "proof")
            visited = [child for child in children if child[1]]
            if not visited or state.player < 0:
                return steps
            winner = state.player + 1
            code = max(visited, key=lambda child: (child[0] >= 0 and child[2] == winner, child[1]))[0]
            node = child_of(tree, node, code)
            if code >= 0:  # or others' colours are told, which is no step of the game
                steps.append(game.space[code])
                state = game.apply(state, steps[-1])

    def _softened(self, best: int, seen: dict[int, Seen], soft: float) -> int:
        """One of the steps that look nearly as good as the best: the closer, the likelier. A few looks go to what looked best by
        a glance, so the others are judged by that: or hardly anything but the best would be there to choose from.
        """
        if seen[best].proof or not seen[best].visits:  # where all that was looked at is lost, the rest is all alike
            return best
        most = seen[best].mean
        worths = {code: step.worth for code, step in seen.items() if not step.proof}
        near = {code: worth - most for code, worth in worths.items() if worth is not None and worth >= most - 3 * soft}
        return self.agent.rng.choices(list(near), [exp(less / soft) for less in near.values()])[0]


# ── Trees ────────────────────────────────────────────────────────────────────────────────────────────────────────


def replanted(tree: Any, codes: list[int], watch: Watch) -> Any:
    """A tree of what *tree* knows after these steps; of nothing, if *watch* says stop before all is copied."""
    import numpy as np

    from tabuleiro.kernels.search.mcts import replant, sapling

    young, node = sapling(tree.nodes.size), 0
    for code in codes:
        node = child_of(tree, node, code)
        if node < 0:
            return young
    if tree.nodes[node].first > 0:
        origin, done = np.empty(tree.nodes.size, np.int32), 0
        origin[0] = node
        while done < young.used[0]:
            if watch.over:
                return sapling(tree.nodes.size)
            done = replant(tree, origin, young, done, COPIED)
    return young


def children_of(tree: Any, node: int) -> Any:
    """The records of a node's children; none while they are made."""
    first = max(int(tree.nodes[node].first), 0)
    return tree.nodes[first : first + int(tree.nodes[node].children)]


def child_of(tree: Any, node: int, code: int) -> int:
    """The child that *code* leads to, -1 when there is none."""
    codes = children_of(tree, node)["code"].tolist()
    return int(tree.nodes[node].first) + codes.index(code) if code in codes else -1


def rows(nodes: Any, *fields: str) -> Iterator[tuple[Any, ...]]:
    """These fields of every node as Python's own numbers, which are quicker to deal with one by one."""
    return zip(*(nodes[field].tolist() for field in fields), strict=True)


def _belief(game: Game[Any]) -> Belief | None:
    """What is learned of others' secrets, in the one game that has them; elsewhere all worlds are alike."""
    from tabuleiro.ai.meerkats.belief import Belief
    from tabuleiro.games.meerkats import Meerkats

    return Belief(game) if isinstance(game, Meerkats) else None


def _told(kernel: Kernel) -> ToldKernel | None:
    """The compiled rules for who does not know all, in the same game."""
    from tabuleiro.games.meerkats import Meerkats
    from tabuleiro.kernels.meerkats.told import ToldKernel

    return ToldKernel(kernel) if isinstance(kernel.game, Meerkats) else None
