"""An agent that takes any legal step, all with the same chance."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.play.agent import Agent, Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.play.view import View


@dataclass(slots=True)
class RandomAgent(Agent):
    """Uniform over steps, so not quite over turns."""

    rng: Random
    name: str = "random"

    def choose(self, view: View, limit: Limit) -> Choice:
        return Choice(self.rng.choice(view.actions))


def arguments(_game: Game[Any]) -> tuple[str, ...]:
    return ("",)


def make(_argument: str, _game: Game[Any], rng: Random) -> RandomAgent:
    return RandomAgent(rng)
