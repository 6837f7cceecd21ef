"""Nobody waits for a compiler: it works in the background, and the rules themselves answer until it is done.

``Warming`` is an agent whose strong self is being made ready; ``warm_up`` makes everything ready at once and tells how
far it is.
"""

from __future__ import annotations

from random import Random
from threading import Thread

from tabuleiro.core import say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.words import one_line
from tabuleiro.home.languages import why
from tabuleiro.play.agent import Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.play.agent import Agent
    from tabuleiro.play.view import View

COMPILED = ("level", "mcts", "alphabeta")  # kinds of agent that compile before their first step
MEANWHILE_SECONDS = 0.5  # of thinking on the rules themselves


class Warming:
    """Answers from the rules while *spec*'s compiled search is not ready, and from that as soon as it is."""

    def __init__(self, spec: str, game: Game[Any], rng: Random, *, threads: int = 1) -> None:
        self.name = spec
        self.meanwhile = plain_player(spec, game, rng, MEANWHILE_SECONDS)
        self.strong: Agent | None = None
        self.failure: Exception | None = None
        self._made = (spec, game, Random(rng.getrandbits(60)), threads)
        self._thread = Thread(target=self._prepare, name=f"warming {spec}", daemon=True)
        self._thread.start()

    @property
    def ready(self) -> bool:
        """Whether the strong self answers."""
        return self.strong is not None

    @property
    def compiling(self) -> bool:
        """Is the strong self still being made?"""
        return self.strong is None and self.failure is None

    @property
    def trouble(self) -> str:
        """Why the rules themselves go on answering, in one sentence; nothing unless the strong self could not be made."""
        if self.failure is None:
            return ""
        return say("The fast rules cannot be compiled, so the plain ones go on: {reason}", reason=_reason(self.failure))

    def choose(self, view: View, limit: Limit) -> Choice:
        return (self.strong or self.meanwhile).choose(view, limit)

    def wait(self) -> None:
        """Wait until it is ready, or could not be made so."""
        self._thread.join()
        if self.failure:
            raise self.failure

    def _prepare(self) -> None:
        try:
            self.strong = prepared(*self._made)
        except Exception as error:  # noqa: BLE001 - told by wait() and by trouble; the rules go on answering
            self.failure = error


def _reason(error: Exception) -> str:
    """What went wrong, without the pages that a compiler has to say about it."""
    if isinstance(error, OSError):
        return why(error)
    text = one_line(str(error).strip().partition("\n")[0])
    return text if isinstance(error, TabuleiroError) else f"{type(error).__name__}: {text}".removesuffix(": ")


def plain_player(spec: str, game: Game[Any], rng: Random, seconds: float | None = None) -> Agent:
    """Who answers for *spec* by the rules themselves."""
    from tabuleiro.ai.reference_mcts import ReferenceMcts

    return ReferenceMcts(spec, game, rng, Limit(seconds))


def prepared(spec: str, game: Game[Any], rng: Random, threads: int = 1) -> Agent:
    """The agent *spec*, and all it needs is compiled."""
    from tabuleiro.ai.agents import make

    agent = make(spec, game, rng, threads=threads)
    if hasattr(agent, "prepare"):
        agent.prepare()
    return agent


def warm_up(games: list[Game[Any]], progress: Callable[[str, int, int], None]) -> None:
    """Compile everything that players of *games* need; *progress* gets what is next, how much is done and of how much."""
    from tabuleiro.ai.levels import LEVELS

    best = f"level:{max(LEVELS)}"  # has all that a game's own players need besides
    jobs = [(game, spec) for game in games for spec in ("mcts", "alphabeta", best) if _plays(spec, game)]
    for number, (game, spec) in enumerate(jobs):
        progress(f"{game.title}, {spec}", number, len(jobs))
        prepared(spec, game, Random(0))
    progress("", len(jobs), len(jobs))


def _plays(kind: str, game: Game[Any]) -> bool:
    from tabuleiro.ai.agents import known

    return any(spec.startswith(kind) for spec in known(game))
