"""Compiles in the background, so that nobody waits for it: until that is done, a search on the plain rules answers.

``Warming`` is an agent that changes from one to the other; ``warm_up`` compiles everything at once and reports progress.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from contextvars import copy_context
from dataclasses import replace
from random import Random
from threading import Thread
from time import monotonic, sleep

from tabuleiro.core import say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.words import brief
from tabuleiro.home.languages import why
from tabuleiro.play.agent import Agent, Choice, Limit, Spec, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.play.view import View

LOADING = 2.0  # seconds in which rules that were compiled before are loaded, even on a busy machine
POLL = 0.02
MEANWHILE_SECONDS = 0.5  # for a decision by the plain rules


class Warming(Agent):
    """Answers by the plain rules while the compiled search of *spec* is not ready, and by that as soon as it is."""

    def __init__(self, spec: Spec | str, game: Game[Any], rng: Random, *, threads: int = 1) -> None:
        self.name = str(spec)
        self.meanwhile = plain_player(spec, game, rng, MEANWHILE_SECONDS)
        self.strong: Agent | None = None
        self.failure: Exception | None = None
        self.compiling = False  # something was not found on disk
        self._made = (spec, game, Random(rng.getrandbits(60)), threads)
        self._thread = Thread(target=copy_context().run, args=(self._prepare,), name=f"warming {spec}", daemon=True)
        self._thread.start()

    @property
    def ready(self) -> bool:
        """Does the compiled search answer?"""
        return self.strong is not None

    def status(self) -> Status:
        """Compiling, ready, or the reason why the plain rules go on answering."""
        if self.failure is None:
            preparing = self.strong is None
            return Status(preparing, preparing and self.compiling)
        reason = _reason(self.failure)
        return Status(
            trouble=say("The fast rules cannot be compiled, so the plain ones go on: {reason}", reason=reason)
        )

    def prepare(self) -> None:
        """Wait for what is only loaded; nobody waits for the compiler."""
        self.await_loading(Limit(), LOADING)

    def choose(self, view: View, limit: Limit) -> Choice:
        began, time = monotonic(), limit.seconds
        self.await_loading(limit, LOADING if time is None else min(LOADING, time / 2))
        if time is not None:
            limit = replace(limit, seconds=time - (monotonic() - began))
        agent = self._answering
        return agent.choose(view, agent.bounded(limit))  # bounded for the other one, perhaps, which was just replaced

    def bounded(self, limit: Limit) -> Limit:
        return self._answering.bounded(limit)

    @property
    def _answering(self) -> Agent:
        return self.strong or self.meanwhile

    def await_loading(self, limit: Limit, seconds: float | None, *, compiler: bool = False) -> bool:
        """Wait until it is ready, so many *seconds* at most and no longer than *limit* allows; is it? Who would not wait
        for a *compiler* waits only as long as nothing has to be compiled.
        """
        began = monotonic()
        while (status := self.status()).preparing and (compiler or not status.compiling):
            late = seconds is not None and monotonic() - began >= seconds
            if late or (limit.cancelled is not None and limit.cancelled()):
                break
            sleep(POLL)
        return self.ready

    def wait(self) -> None:
        """Wait until it is ready; raises what kept it from being compiled."""
        self._thread.join()
        if self.failure:
            raise self.failure

    def _prepare(self) -> None:
        try:
            with self._listening():
                self.strong = prepared(*self._made)
        except Exception as error:  # noqa: BLE001 - wait() and status() tell it; the plain rules go on answering
            self.failure = error

    def _listening(self) -> AbstractContextManager[None]:
        """Inside, it is heard when something has to be compiled; a game without a twin needs no compiler."""
        if not self._made[1].twin:
            return nullcontext()
        from numba.core import event

        warming = self

        class Ear(event.Listener):
            def on_start(self, _: Any) -> None:
                warming.compiling = True

            def on_end(self, _: Any) -> None:
                pass

        made: AbstractContextManager[None] = event.install_listener("numba:compile", Ear())
        return made


def _reason(error: Exception) -> str:
    """What went wrong, without the pages that a compiler has to say about it."""
    if isinstance(error, OSError):
        return why(error)
    text = brief(str(error).strip().partition("\n")[0])
    return text if isinstance(error, TabuleiroError) else f"{type(error).__name__}: {text}".removesuffix(": ")


def plain_player(spec: Spec | str, game: Game[Any], rng: Random, seconds: float | None = None) -> Agent:
    """Who answers for *spec* by the plain rules: a level at its own strength, as nearly as they can."""
    from tabuleiro.ai import levels
    from tabuleiro.ai.plain_mcts import ReferenceMcts

    spec = Spec.read(spec)
    if spec.level and spec.argument in levels.arguments(game):
        return levels.by_plain_rules(spec.argument, game, rng, meanwhile=bool(game.twin), seconds=seconds)
    return ReferenceMcts(str(spec), game, rng, Limit(seconds))


def prepared(spec: Spec | str, game: Game[Any], rng: Random, threads: int = 1) -> Agent:
    """The agent *spec*, with everything compiled that it needs."""
    from tabuleiro.ai.agents import make

    agent = make(spec, game, rng, threads=threads)
    agent.prepare()
    return agent


def warm_up(games: list[Game[Any]], progress: Callable[[str, int, int], None]) -> None:
    """Compile everything that players of *games* need; *progress* gets the name of the next job, how many are done, and
    how many there are.
    """
    from tabuleiro.ai.agents import may_play
    from tabuleiro.ai.levels import LEVELS

    best = f"level:{max(LEVELS)}"  # covers what a game has besides the two searches
    jobs = [(game, spec) for game in games for spec in ("mcts", "alphabeta", best) if may_play(spec, game)]
    for number, (game, spec) in enumerate(jobs):
        progress(f"{game.title}, {spec}", number, len(jobs))
        prepared(spec, game, Random(0))
    progress("", len(jobs), len(jobs))
