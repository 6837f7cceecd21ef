"""The programs' heads: a few processes in which agents think, and a queue that lets everybody have a turn.

Whoever has many games waits for those who have few: each owner's wishes stand in a line of their own, and the lines are
served one after the other.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from tabuleiro.core import later
from tabuleiro.core.errors import AgentFailed
from tabuleiro.core.registry import given
from tabuleiro.home.processes import own_processes
from tabuleiro.play.agent import Agent

AGENTS = 8  # kept in a process, each with its memory of the game
NICE = 10  # thinking yields to serving
TRIES = 2

_agents: OrderedDict[tuple[str, str], Agent] = OrderedDict()
_counsels: dict[Any, Any] = {}  # who gives hints, by game


# ── In a process of the pool ─────────────────────────────────────────────────────────────────────────────────────


def _begin(files: tuple[str, ...], warm: bool) -> None:
    """Know the games that were *given* as files, and compile in the background."""
    import signal
    from threading import Thread

    from tabuleiro.core.registry import give

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us ends us
    os.nice(NICE)
    Thread(target=_end_with_parent, name="parent", daemon=True).start()
    for file in files:
        give(file)
    if warm:
        Thread(target=_warm, name="warming", daemon=True).start()


def _end_with_parent() -> None:
    """End when the server does, also if it was killed."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _warm() -> None:
    from tabuleiro.ai.background import warm_up
    from tabuleiro.core.registry import find, names

    warm_up([find(name) for name in names()], lambda *_: None)


def choose(spec: str, data: dict[str, Any], seconds: float | None) -> int:
    """The number of the step that the agent *spec* chooses in the view *data*."""
    from tabuleiro.play.agent import Limit
    from tabuleiro.play.view import View

    view = View.from_json(data)
    agent = _agent(spec, str(view.game))
    limit = agent.bounded(Limit(seconds=seconds)) if seconds is None else Limit(seconds=seconds)
    return view.game.space.index(agent.choose(view, limit).action)


def advise(data: dict[str, Any], seconds: float) -> tuple[int, str]:
    """The number of the step that is best in the view *data*, and the whole decision in words."""
    from tabuleiro.analysis.hint import Counsel
    from tabuleiro.play.agent import Limit
    from tabuleiro.play.view import View

    view = View.from_json(data)
    if view.game not in _counsels:
        _counsels.clear()  # one game's, which compiles in the background, is enough
        _counsels[view.game] = Counsel(view.game)
    line = _counsels[view.game].best_line(view, Limit(seconds=seconds))
    return view.game.space.index(line.action), line.decision or view.game.label(view.state, line.action)


def _agent(spec: str, game: str) -> Agent:
    """The agent *spec* for *game*, which remembers; one that needs a compiler plays by the plain rules until it is done."""
    from random import Random

    from tabuleiro.ai.agents import make, searches
    from tabuleiro.ai.background import Warming
    from tabuleiro.core.registry import registered

    found = _agents.pop((spec, game), None)
    if found is None:
        maker = Warming if searches(spec) else make
        found = maker(spec, registered(game), Random())
        while len(_agents) >= AGENTS:
            _agents.popitem(last=False)[1].close()
    _agents[spec, game] = found
    return found


# ── In the server ────────────────────────────────────────────────────────────────────────────────────────────────


class Thinkers:
    """*count* processes; with *warm*, they compile everything when they start."""

    def __init__(self, count: int, *, warm: bool = True) -> None:
        self.count = count
        self.warm = warm
        self.busy = 0
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._pool: ProcessPoolExecutor | None = None

    def start(self) -> None:
        """Start the processes before somebody needs them."""
        for _ in range(self.count):
            self._processes().submit(os.getpid)

    def close(self) -> None:
        """End the processes, whatever they think about."""
        pool, self._pool = self._pool, None
        if pool:
            processes = list((pool._processes or {}).values())  # noqa: SLF001 - there is no other way to end one
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()

    async def ask(self, owner: str, work: Callable[..., Any], *words: object) -> Any:
        """What *work* says in a process, once it is the turn of *owner*."""
        await self._turn(owner)
        try:
            return await self._try(work, words)
        finally:
            self._next()

    async def _turn(self, owner: str) -> None:
        if self.busy < self.count:
            self.busy += 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(owner, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._next()  # it was our turn already
            raise

    def _next(self) -> None:
        """Let the next one think: the first in the line that has waited longest."""
        while self._lines:
            owner, line = self._lines.popitem(last=False)
            waiting = line.popleft()
            if line:
                self._lines[owner] = line  # to the end
            if not waiting.done():
                waiting.set_result(None)
                return
        self.busy -= 1

    async def _try(self, work: Callable[..., Any], words: tuple[object, ...]) -> Any:
        for _ in range(TRIES):
            pool = self._processes()
            try:
                return await asyncio.wrap_future(pool.submit(work, *words))
            except (BrokenProcessPool, RuntimeError):  # a process ended, or another wish has found that out first
                if self._pool is pool:
                    self.close()
        raise AgentFailed(later("the program does not answer"))

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.count, own_processes(), initializer=_begin, initargs=(given(), self.warm)
            )
        return self._pool
