"""Monte-Carlo tree search on the compiled rules: the agent ``mcts:seconds=1``.

With hidden information it never looks at the truth: every chunk of iterations starts from a world that the seat
cannot tell from the true one. The tree is kept between moves, and both cores are used when asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tabuleiro.ai.arguments import THREADS, Number, Switch, read_arguments
from tabuleiro.ai.growth import Growth, child_of
from tabuleiro.ai.watch import Watch
from tabuleiro.core.errors import UnknownAgent
from tabuleiro.core.words import say
from tabuleiro.play.agent import Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.ai.belief import Belief
    from tabuleiro.core import Game
    from tabuleiro.kernels.meerkats_told import ToldKernel
    from tabuleiro.kernels.search.mcts import Manner
    from tabuleiro.play.agent import Agent
    from tabuleiro.play.view import View

CAPACITY = 10_000_000  # nodes: 320 megabytes, of which a system gives what is used; Meerkats uses half in a second
COPIED = 100_000  # nodes between looks at the clock


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

    def manner(self, players: int) -> Manner:
        """The same for the compiled search."""
        from tabuleiro.kernels.search.mcts import Manner

        spread = (self.explore, self.horizon, self.prior, self.wide, self.widen, self.patience)
        return Manner(*spread, int(self.solve), players)


PLAIN = Style(solve=False)  # what a textbook does: no evaluation, no proofs
# What won the matches of docs/levels.md.
STYLES = {
    "barragoon": Style(explore=0.6, horizon=0, prior=12.0, wide=6, widen=1.5),
    "campo-bello": Style(explore=1.0, horizon=2, prior=8.0, wide=60),
    "eximo": Style(explore=0.5, horizon=6, prior=6.0, wide=40),
    "meerkats": Style(explore=0.5, horizon=4, prior=10.0, wide=12, widen=1.0),
    "momentum": Style(explore=0.5, horizon=0, prior=6.0, wide=50),
}


ARGUMENTS: dict[str, Number | Switch] = {
    "seconds": Number(float), "nodes": Number(int), "threads": THREADS, "plain": Switch(),
    "explore": Number(float, zero=True), "horizon": Number(int, zero=True), "prior": Number(float, zero=True),
    "wide": Number(int), "widen": Number(float, zero=True), "patience": Number(int), "soft": Number(float, zero=True),
}  # fmt: skip


def arguments(_game: Game[Any]) -> tuple[str, ...]:
    """The usual argument."""
    return ("seconds=1",)


def make(argument: str, game: Game[Any], rng: Random, threads: int = 1) -> Agent:
    """``seconds`` and ``nodes`` limit it, ``plain=on`` makes it the textbook's, the others change its style.

    Without compiled rules it has one thread, whatever is asked: they would only wait for one another.
    """
    from tabuleiro import kernels

    name = f"mcts:{argument}" if argument else "mcts"
    values: dict[str, Any] = read_arguments("mcts", argument, ARGUMENTS)
    limit = Limit(values.pop("seconds", None), values.pop("nodes", None))
    threads = values.pop("threads", threads if limit.nodes is None else 1)  # so many nodes promise the same game again
    plain = values.pop("plain", False)
    if kernels.find(game) is None:
        from tabuleiro.ai.reference_mcts import JUDGING, ReferenceMcts

        return ReferenceMcts(name, game, rng, limit, replace(PLAIN if plain else JUDGING, **values))
    style = PLAIN if plain else STYLES.get(game.name, Style())
    return Mcts(name, game, rng, replace(style, **values), limit, threads)


class Mcts:
    """Searches with the compiled rules; deterministic for its *rng* under a limit of nodes.

    One that is *brisk* answers before its time is up when thinking on cannot change its mind.
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
    ) -> None:
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
        self.brisk = brisk
        secret = any(game.veil(game.start(), action, None) != action for action, _ in _odds(game))
        self.secret = secret
        self.belief = _belief(game) if secret else None
        self.told = _told(game) if secret else None
        self.style = replace(style, solve=style.solve and game.players == 2 and bool(self.told or not secret))
        self.manner = self.style.manner(game.players)
        self.memory = Memory()
        self.trees: list[Any] = []
        self._known = -1  # steps of the game at the root of the trees

    def prepare(self) -> None:
        """Have everything compiled; without this the first search takes longer than it may."""
        import numpy as np

        from tabuleiro.ai.alphabeta import key_of
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
        watch = Watch(self.limit, limit, deep=False)
        actions = view.actions
        if not self.memory.follow(view):  # another game, or back in this one: nothing is known of it
            self._known = -1
            self.belief = _belief(self.game) if self.secret else None
        if len(actions) == 1:
            return Choice(actions[0])
        if self.belief:
            self.belief.follow(self.memory)
        self._plant(watch)
        self._known = len(self.memory.steps)
        return Growth(self, view, watch).run()

    def _plant(self, watch: Watch) -> None:
        """Trees for the present state: what the old ones know of it, or new ones."""
        from tabuleiro.kernels.search.mcts import sapling

        if self._known < 0 or len(self.trees) != self.threads:
            self.trees = [sapling(CAPACITY) for _ in range(self.threads)]
        else:
            new = [self.game.space.index(action) for action in self.memory.steps[self._known :]]
            self.trees = [replanted(tree, new, watch) for tree in self.trees]


def replanted(tree: Any, codes: list[int], watch: Watch) -> Any:
    """A tree of what *tree* knows after these steps; of nothing, if *watch* says stop before all is copied."""
    import numpy as np

    from tabuleiro.kernels.search.mcts import replant, sapling

    young, node = sapling(CAPACITY), 0
    for code in codes:
        node = child_of(tree, node, code)
        if node < 0:
            return young
    if tree.nodes[node].first > 0:
        origin, done = np.empty(CAPACITY, np.int32), 0
        origin[0] = node
        while done < young.used[0]:
            if watch.over:
                return sapling(CAPACITY)
            done = replant(tree, origin, young, done, COPIED)
    return young


def _belief(game: Game[Any]) -> Belief | None:
    """What is learned of others' secrets, in the one game that has them; elsewhere all worlds are alike."""
    from tabuleiro.ai.belief import Belief
    from tabuleiro.games.meerkats import Meerkats

    return Belief(game) if isinstance(game, Meerkats) else None


def _told(game: Game[Any]) -> ToldKernel | None:
    """The compiled rules for who does not know all, in the same game."""
    from tabuleiro.games.meerkats import Meerkats
    from tabuleiro.kernels.meerkats_told import ToldKernel

    return ToldKernel(game) if isinstance(game, Meerkats) else None


def _odds(game: Game[Any]) -> Any:
    start = game.start()
    return game.odds(start) if start.player == -1 else ()
