"""Compiles in the background, so that nobody waits for it: until that is done, a search on the plain rules answers.

``Warming`` is an agent that changes from one to the other; ``warm_up`` compiles everything at once and reports progress.
"""

from __future__ import annotations

from contextvars import copy_context
from random import Random
from threading import Thread

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

LOADING = 1.0  # seconds that rules which were compiled before may take to be loaded; it is waited for them
MEANWHILE_SECONDS = 0.5  # for a decision by the plain rules


class Warming(Agent):
    """Answers by the plain rules while the compiled search of *spec* is not ready, and by that as soon as it is."""

    def __init__(self, spec: Spec | str, game: Game[Any], rng: Random, *, threads: int = 1) -> None:
        self.name = str(spec)
        self.meanwhile = plain_player(spec, game, rng, MEANWHILE_SECONDS)
        self.strong: Agent | None = None
        self.failure: Exception | None = None
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
            return Status(compiling=self.strong is None)
        reason = _reason(self.failure)
        return Status(
            trouble=say("The fast rules cannot be compiled, so the plain ones go on: {reason}", reason=reason)
        )

    def choose(self, view: View, limit: Limit) -> Choice:
        self._thread.join(LOADING if limit.seconds is None else min(LOADING, limit.seconds / 2))
        agent = self._answering
        return agent.choose(view, agent.bounded(limit))  # bounded for the other one, perhaps, which was just replaced

    def bounded(self, limit: Limit) -> Limit:
        return self._answering.bounded(limit)

    @property
    def _answering(self) -> Agent:
        return self.strong or self.meanwhile

    def wait(self) -> None:
        """Wait until it is ready; raises what kept it from being compiled."""
        self._thread.join()
        if self.failure:
            raise self.failure

    def _prepare(self) -> None:
        try:
            self.strong = prepared(*self._made)
        except Exception as error:  # noqa: BLE001 - wait() and status() tell it; the plain rules go on answering
            self.failure = error


def _reason(error: Exception) -> str:
    """What went wrong, without the pages that a compiler has to say about it."""
    if isinstance(error, OSError):
        return why(error)
    text = brief(str(error).strip().partition("\n")[0])
    return text if isinstance(error, TabuleiroError) else f"{type(error).__name__}: {text}".removesuffix(": ")


def plain_player(spec: Spec | str, game: Game[Any], rng: Random, seconds: float | None = None) -> Agent:
    """The agent that answers for *spec* by the plain rules."""
    from tabuleiro.ai.plain_mcts import ReferenceMcts

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
