"""Eight levels, the same names in all games: ``level:1`` is a gentle beginner, ``level:8`` all that the machine can do.

A weaker level looks at fewer positions and chooses more softly among the steps that look good to it; none plays at
random. Which search a game's strong levels use was decided by matches, and how strong each level is, is measured: see
docs/levels.md.
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
    """How many positions it looks at (or for how many seconds), and how softly it chooses.

    *sharp* is the number of positions for alpha-beta, which looks at many more in the same time; 0 where its game
    is still played by tree search, which alone can choose softly.
    """

    nodes: int | None
    soft: float
    sharp: int | None = 0
    seconds: float | None = None


LEVELS = {
    1: Level(60, 0.10),
    2: Level(120, 0.04),
    3: Level(250, 0.015),
    4: Level(700, 0.005),
    5: Level(2_000, 0.0, sharp=4_000),
    6: Level(7_000, 0.0, sharp=40_000),
    7: Level(25_000, 0.0, sharp=400_000),
    8: Level(None, 0.0, sharp=None, seconds=1.5),
}
SHARP = ("eximo", "campo-bello")  # where alpha-beta won the matches against tree search, with two players


def arguments(_game: Game[Any]) -> tuple[str, ...]:
    return tuple(map(str, LEVELS))


def make(argument: str, game: Game[Any], rng: Random, threads: int = 1) -> Agent:
    """The level's player: by the compiled rules where there are some; *threads* are used where time is the limit."""
    from tabuleiro import kernels

    level, name = LEVELS[int(argument)], f"level:{argument}"
    threads = threads if level.seconds else 1  # a limit of nodes promises the same game again
    if kernels.find(game) is None:
        from tabuleiro.ai.reference_mcts import ReferenceMcts

        return ReferenceMcts(name, game, rng, Limit(level.seconds, level.nodes))
    if level.sharp != 0 and game.name in SHARP and game.players == 2:
        from tabuleiro.ai.alphabeta import MANNERS, AlphaBeta, Manner

        return AlphaBeta(name, game, Limit(level.seconds, level.sharp), threads, MANNERS.get(game.name, Manner()))
    style = replace(STYLES.get(game.name, Style()), soft=level.soft)
    if level.soft and style.prior:
        style = replace(style, horizon=0)  # few looks are better spent on judging than on random play
    return Mcts(name, game, rng, style, Limit(level.seconds, level.nodes), threads)
