"""Nobody waits for a compiler: it works in the background, and the rules themselves answer until it is done.

``Warming`` is an agent whose strong self is being made ready; ``warm_up`` makes everything ready at once and tells how
far it is.
"""

from __future__ import annotations

from random import Random
from threading import Thread

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

    def __init__(self, spec: str, game: Game[Any], rng: Random) -> None:
        from tabuleiro.ai.reference_mcts import ReferenceMcts

        self.name = spec
        self.meanwhile: Agent = ReferenceMcts(spec, game, rng, Limit(MEANWHILE_SECONDS))
        self.strong: Agent | None = None
        self.failure: Exception | None = None
        self._made = (spec, game, Random(rng.getrandbits(60)))
        self._thread = Thread(target=self._prepare, name=f"warming {spec}", daemon=True)
        self._thread.start()

    @property
    def ready(self) -> bool:
        """Whether the strong self answers."""
        return self.strong is not None

    def choose(self, view: View, limit: Limit) -> Choice:
        return (self.strong or self.meanwhile).choose(view, limit)

    def wait(self) -> None:
        """Wait until it is ready, or could not be made so."""
        self._thread.join()
        if self.failure:
            raise self.failure

    def _prepare(self) -> None:
        spec, game, rng = self._made
        try:
            self.strong = prepared(spec, game, rng)
        except Exception as error:  # noqa: BLE001 - told by wait(); until then the rules answer
            self.failure = error


def prepared(spec: str, game: Game[Any], rng: Random) -> Agent:
    """The agent *spec*, after it has thought a little about the start of the game: all it needs is compiled."""
    from tabuleiro.ai.agents import make
    from tabuleiro.play.session import Session

    session = Session(game, Random(0))
    make(spec, game, Random(0)).choose(session.view(session.player), Limit(nodes=8, seconds=0.1))
    return make(spec, game, rng)


def warm_up(games: list[Game[Any]], progress: Callable[[str, int, int], None]) -> None:
    """Compile everything that players of *games* need; *progress* gets what is next, how much is done and of how much."""
    jobs = [(game, spec) for game in games for spec in ("mcts:nodes=8", "alphabeta:nodes=64") if _plays(spec, game)]
    for number, (game, spec) in enumerate(jobs):
        progress(f"{game.title}, {spec.partition(':')[0]}", number, len(jobs))
        prepared(spec, game, Random(0))
    progress("", len(jobs), len(jobs))


def _plays(spec: str, game: Game[Any]) -> bool:
    from tabuleiro.ai.agents import known
    from tabuleiro.core import CHANCE

    kind = spec.partition(":")[0]
    fits = kind != "alphabeta" or (game.players == 2 and game.start().player != CHANCE)
    return fits and any(item.startswith(kind) for item in known(game))
