"""Alpha-beta search on the compiled rules: the agent ``alphabeta:depth=6,seconds=1,nodes=100000,threads=1``.

For two seats, no chance and no secrets. It searches deeper and deeper in a thread of its own, and keeps what it found
when the time is up. Games without a kernel are searched with their reference rules.
"""

from __future__ import annotations

from dataclasses import replace

from tabuleiro.ai.budget import POLL, Watch
from tabuleiro.ai.profiles import Manner, profile_of
from tabuleiro.ai.spec import THREADS, File, Number, read_arguments
from tabuleiro.core import later
from tabuleiro.core.errors import UnknownAgent
from tabuleiro.play.agent import Agent, Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor
    from random import Random
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.kernels import Kernel
    from tabuleiro.play.view import View

HOPE = 0.999  # the most that an estimate may promise: only a win that was found is certain
NEAR = 4  # steps of depth from which on a value is looked for near the last one
ENOUGH = 0.5  # of the time is gone: searching one step deeper would not end
GRACE = 0.1  # seconds for a search to notice that it is stopped; if it does not, it is still being compiled
TABLE_BITS = 21  # 32 megabytes
ARGUMENTS: dict[str, Number | File] = {
    "depth": Number(int), "seconds": Number(float), "nodes": Number(int), "threads": THREADS, "net": File(),
}  # fmt: skip


def playable(game: Game[Any]) -> bool:
    """Two seats, no chance, no secrets?"""
    return game.players == 2 and not game.has_chance and not game.has_secrets


def arguments(game: Game[Any]) -> tuple[str, ...]:
    return ("seconds=1",) if playable(game) else ()


def make(argument: str, game: Game[Any], _rng: Random, threads: int = 1) -> Agent:
    """``depth`` (in steps), ``seconds`` and ``nodes`` limit it; more than one of ``threads`` makes it vary; ``net`` is the
    file of another net than the game's own, or ``none``.
    """

    name = f"alphabeta:{argument}" if argument else "alphabeta"
    if not playable(game):
        raise UnknownAgent(
            later("{name} cannot play {game}: it needs two players, no chance and no secrets", name=name, game=game)
        )
    values: dict[str, Any] = read_arguments("alphabeta", argument, ARGUMENTS)
    spelled, net = values.pop("threads", None), values.pop("net", "")
    limit = Limit(**values)
    if spelled or limit.nodes or limit.depth:  # which promise the same game again
        threads = spelled or 1
    if kernel_of(game, net) is None:
        from tabuleiro.ai.plain_alphabeta import ReferenceAlphaBeta

        return ReferenceAlphaBeta(name, game, limit)
    return AlphaBeta(name, game, limit, threads, profile_of(game).manner, net=net)


def kernel_of(game: Game[Any], net: str = "") -> Kernel | None:
    """The compiled twin of *game*, if there is one, which judges by the net in the file *net*, or by its own."""
    from tabuleiro import kernels

    kernel = kernels.find(game)
    if net:
        if kernel is None:
            raise UnknownAgent(later("{game} has no compiled rules, so no net can judge it", game=game))
        kernel.judge_by(net)
    return kernel


class AlphaBeta(Agent):
    """Searches with the compiled rules; with one thread the same game under a limit of nodes gets the same steps.

    One that is *brisk* answers before its time is up when thinking on would hardly change its mind.
    """

    def __init__(
        self,
        name: str,
        game: Game[Any],
        limit: Limit,
        threads: int,
        manner: Manner,
        *,
        brisk: bool = False,
        net: str = "",
    ) -> None:
        from tabuleiro.kernels.search.alphabeta import INFINITE

        kernel = kernel_of(game, net)
        assert kernel is not None
        self.name = name
        self.game = game
        self.kernel = kernel
        self.limit = limit
        self.threads = threads
        self.manner = manner
        self.brisk = brisk
        self.least = -INFINITE  # only values above this are of interest
        self.view: View | None = None  # the last one
        self.table: Any = None
        self.scratch: list[Any] = []  # what each thread's search writes to
        self._age = 0
        self._compiled = False  # as far as is known

    def prepare(self) -> None:
        """Compile everything; without this the first search may run out of time before it begins."""
        from tabuleiro.kernels.search.alphabeta import INFINITE, new_memory, new_table, search

        packed = self.kernel.pack(self.example())
        key_of(packed)
        search(packed, 1, -INFINITE, INFINITE, 0, new_memory(), new_table(8))
        self._compiled = True

    def example(self) -> Any:
        """A state that can be searched."""
        return self.game.start()

    def choose(self, view: View, limit: Limit) -> Choice:
        """The step with the best value at the greatest depth that the limits allow; time does not end a search of depth 1,
        which takes milliseconds and without which nothing is known.
        """
        goes_on, self.view = view.follows(self.view), view
        actions = view.actions
        if len(actions) == 1:
            return Choice(actions[0])
        watch = Watch(self.limit, limit, threads=self.threads)
        self._prepare(view, goes_on, watch.nodes)
        from concurrent.futures import ThreadPoolExecutor

        pool = ThreadPoolExecutor(self.threads)
        try:
            return self._deepen(view, watch, pool)
        finally:
            for scratch in self.scratch:
                scratch.stop = 1
            pool.shutdown(wait=False)

    def _prepare(self, view: View, goes_on: bool, nodes: int | None) -> None:
        """Age what is known of this game, or forget it; hand over the limits and the past positions."""
        from tabuleiro.kernels.search.alphabeta import new_memory, new_table

        if not goes_on or self.table is None:
            self.table, self.scratch, self._age = new_table(TABLE_BITS), [], 0
        self._age = (self._age + 1) % 64
        if len(self.scratch) != self.threads:
            self.scratch = [new_memory() for _ in range(self.threads)]
        past, manner = self._past(view), self.manner
        for number, scratch in enumerate(self.scratch):
            scratch.nodes, scratch.age, scratch.first, scratch.twist = 0, self._age, -1, 5 * number
            scratch.limit = (1 << 62) if nodes is None else max(1, nodes // self.threads)
            scratch.repeats = int(self.game.repetition > 0)
            scratch.noisy, scratch.even, scratch.reduce = manner.noisy, int(manner.even), manner.reduce
            scratch.few, scratch.narrow, scratch.widen = manner.few, manner.narrow, manner.widen
            scratch.killers[...] = -1
            scratch.history[...] //= 4
            scratch.past[...] = past

    def _past(self, view: View) -> Any:
        """The keys of the positions in which turns began, hashed; the latest if they are too many."""
        import numpy as np

        from tabuleiro.kernels.search.alphabeta import PAST

        past = np.zeros(PAST, np.uint64)
        for state in view.turn_starts[-PAST // 2 :] if self.game.repetition else ():
            here = key_of(self.kernel.pack(state))
            place = here % PAST
            while past[place] not in (0, here):
                place = (place + 1) % PAST
            past[place] = here
        return past

    def _deepen(self, view: View, watch: Watch, pool: Executor) -> Choice:
        """Search one step deeper at a time; what an unfinished search found better is believed."""
        from tabuleiro.kernels.search.alphabeta import INFINITE, PLIES, WIN

        packed = self.kernel.pack(view.state)
        best = Choice(view.actions[0])
        main = self.scratch[0]
        for depth in range(1, watch.depth + 1):
            finished = self._look(pool, packed, depth, watch, best)
            if not self.scratch:  # it was still being compiled
                return replace(best if depth > 1 else self._by_the_rules(view), seconds=watch.spent)
            value, line = int(main.value), [int(code) for code in main.line[0, : main.lengths[0]]]
            if value > -INFINITE:
                best = self._choice(view, value, line, depth if finished else depth - 1)
            elif depth == 1 and line:
                best = Choice(self.game.space[line[0]])
            best = self._so_far(best, watch)
            watch.tell(best)
            steps = WIN - abs(value)
            if not finished or watch.over or (0 <= steps <= min(depth, PLIES) and self._proved(view, value)):
                break
            if self.brisk and watch.used > ENOUGH:
                break
            for scratch in self.scratch:
                scratch.first = line[0]
        return best

    def _so_far(self, best: Choice, watch: Watch) -> Choice:
        """*best* with the work done until now."""
        return replace(best, nodes=sum(int(scratch.nodes) for scratch in self.scratch), seconds=watch.spent)

    def _by_the_rules(self, view: View) -> Choice:
        """A look at every step without anything that is compiled."""
        from tabuleiro.ai.plain_alphabeta import ReferenceAlphaBeta

        return ReferenceAlphaBeta(self.name, self.game, Limit(depth=1)).choose(view, Limit())

    def _look(self, pool: Executor, packed: Any, depth: int, watch: Watch, best: Choice) -> bool:
        """Search to *depth*, first with a window about the last value, where the game's manner has one; False when stopped."""
        from tabuleiro.kernels.search.alphabeta import INFINITE, SCALE

        main, last = self.scratch[0], int(self.scratch[0].value)
        around = round(self.manner.window * 2 * SCALE)
        if around and depth >= NEAR and self.least == -INFINITE and abs(last) < SCALE:
            finished = self._search(pool, packed, depth, watch, best, last - around, last + around)
            if not finished or last - around < main.value < last + around:
                return finished
            if main.value > last:  # it is better still, and by this step
                for scratch in self.scratch:
                    scratch.first = int(main.line[0, 0])
        return self._search(pool, packed, depth, watch, best, self.least, INFINITE)

    def _search(
        self, pool: Executor, packed: Any, depth: int, watch: Watch, best: Choice, alpha: int, beta: int
    ) -> bool:
        """One search to *depth*; False when it was stopped before its end. Other threads fill the table ahead of it.

        What was *best* one step less deep is told again now and then, with the work done: a deep search takes long.
        """
        from concurrent.futures import wait

        from tabuleiro.kernels.search.alphabeta import INFINITE, search

        for scratch in self.scratch:
            scratch.stop, scratch.narrowed, scratch.value, scratch.lengths[0] = 0, 0, -INFINITE, 0
        searches = [
            pool.submit(search, packed, depth + number % 2, alpha, beta, 0, scratch, self.table)
            for number, scratch in enumerate(self.scratch)
        ]
        stopped = False
        while not (searches[0].done() or stopped):
            patient = depth == 1 and self._compiled
            wait(searches[:1], POLL if patient else watch.pause())
            stopped = watch.given_up if patient else watch.over
            if depth > 1 and watch.awaited:
                watch.tell(self._so_far(best, watch))
        finished = searches[0].done() and not self.scratch[0].stop
        for scratch in self.scratch:
            scratch.stop = 1
        if wait(searches, GRACE if stopped else None).not_done:
            self.scratch = []
            return False
        searches[0].result()  # raises what the search raised
        if depth == 1 and stopped and not self._compiled and not watch.given_up:
            self._compiled = True  # which took all the time
            return self._search(pool, packed, depth, watch, best, alpha, beta)
        self._compiled = True
        return finished

    def _choice(self, view: View, value: int, line: list[int], depth: int) -> Choice:
        from tabuleiro.kernels.search.alphabeta import SCALE

        hope = HOPE * max(-1.0, min(value / SCALE, 1.0))
        mine = float(value > 0) if self._proved(view, value) else 0.5 + hope / 2
        scores = (mine, 1 - mine) if view.seat == 0 else (1 - mine, mine)
        steps = tuple(self.game.space[code] for code in line)
        return Choice(steps[0], scores, steps, depth=depth)

    def _proved(self, view: View, value: int) -> bool:
        """Is it the value of a win or a loss that nothing can avert? What was left out might."""
        from tabuleiro.kernels.search.alphabeta import SCALE

        loser = view.state.player if value < 0 else 1 - view.state.player
        return abs(value) > SCALE and not self.scratch[0].narrowed >> loser & 1


def key_of(packed: Any) -> int:
    """The hash of a packed state."""
    from tabuleiro.kernels.jit import rule_of
    from tabuleiro.kernels.rules import key

    return int(rule_of(type(packed), key)(packed))
