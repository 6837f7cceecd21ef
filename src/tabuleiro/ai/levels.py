"""Eight levels, the same names in all games: ``level:1`` is a gentle beginner, ``level:8`` all that the machine can do.

A weaker level looks at fewer positions and chooses more softly among the steps that look good to it; none plays at
random. How strong each is, is measured: see docs/levels.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tabuleiro.ai.mcts import STYLES, Mcts, Style
from tabuleiro.play.agent import Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.play.agent import Agent


@dataclass(frozen=True)
class Level:
    """How many positions it looks at (or for how many seconds), and how softly it chooses."""

    nodes: int | None
    soft: float
    seconds: float | None = None


LEVELS = {
    1: Level(12, 0.12),
    2: Level(40, 0.06),
    3: Level(120, 0.03),
    4: Level(400, 0.015),
    5: Level(1_200, 0.008),
    6: Level(4_000, 0.0),
    7: Level(16_000, 0.0),
    8: Level(None, 0.0, 1.5),
}


def arguments(_game: Game[Any]) -> tuple[str, ...]:
    return tuple(map(str, LEVELS))


def make(argument: str, game: Game[Any], rng: Random) -> Agent:
    """The level's player: by the compiled rules where there are some."""
    from tabuleiro import kernels

    level, name = LEVELS[int(argument)], f"level:{argument}"
    limit = Limit(level.seconds, level.nodes)
    if kernels.find(game) is None:
        from tabuleiro.ai.reference_mcts import ReferenceMcts

        return ReferenceMcts(name, game, rng, limit)
    style = replace(STYLES.get(game.name, Style()), soft=level.soft)
    return Mcts(name, game, rng, style, limit)
