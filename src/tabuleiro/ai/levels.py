"""Eight levels, the same names in all games: ``level:1`` is a gentle beginner, ``level:8`` all that the machine can do.

A weaker level looks at fewer positions and chooses more softly among the steps that look good to it; none plays at
random. So that a level takes the same time in every game, it has a share of a second, and a game says how many
positions that is. Games without compiled rules are searched by their plain ones, all within the same limits. Which
search a game's strong levels use was decided by matches, and how strong each level is, is measured: see docs/levels.md.
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
    """How long it thinks, and how much worse a step may look and still be chosen, now and then.

    Only who is *timed* looks at the clock. The others look at as many positions as an ordinary core does in that time,
    so that they play the same game again, on any machine. On *plain* rules, which show a few hundred or thousand
    positions a second, the limit is another; its seconds only bind in slow games, where the levels are to rise too.
    """

    seconds: float
    plain: Limit
    soft: float = 0.0
    timed: bool = False


LEVELS = {
    1: Level(0.0008, Limit(0.3, 24), soft=0.2),
    2: Level(0.001, Limit(0.35, 40), soft=0.06),
    3: Level(0.0018, Limit(0.4, 70), soft=0.025),
    4: Level(0.003, Limit(0.5, 130), soft=0.012),
    5: Level(0.008, Limit(0.6, 360)),
    6: Level(0.06, Limit(0.75, 650)),
    7: Level(0.26, Limit(0.95, 1200)),
    8: Level(1.2, Limit(1.2), timed=True),
}


@dataclass(frozen=True)
class Pace:
    """Positions a second: by tree search; and by alpha-beta, where that won the matches between the two.

    *glance* is the share of its time in which a timed tree search first looks for a forced win by alpha-beta;
    *swing* is how much a step changes a player's hopes, compared with most games: softness is in proportion to it.
    *deep* is for levels that look far ahead, where all they could see would leave the next one too little to be better.
    """

    tree: int
    sharp: int | None = None
    swing: float = 1.0
    glance: float = 0.0
    deep: int | None = None

    def tree_limit(self, level: Level) -> Limit:
        return limit_of(level, self.deep if self.deep and level.seconds > FAR else self.tree)


FAR = 0.01  # seconds, after which a level looks deep
PACES = {
    "barragoon": Pace(35_000, swing=0.5, glance=0.2),
    "campo-bello": Pace(120_000, sharp=550_000, swing=2.0),  # a fraction of what it can: who sees the end sees all
    "eximo": Pace(100_000, sharp=2_000_000),
    "meerkats": Pace(45_000, swing=0.8, glance=0.7, deep=16_000),  # of many stones, each counts little
    "momentum": Pace(115_000),
}
FEW = 16  # steps to choose from; where there are more and nothing says which look good, a level looks at more


def arguments(_game: Game[Any]) -> tuple[str, ...]:
    return tuple(map(str, LEVELS))


def make(argument: str, game: Game[Any], rng: Random, threads: int = 1) -> Agent:
    """The level's player: by the compiled rules where there are some; *threads* are used where time is the limit."""
    from tabuleiro import kernels
    from tabuleiro.ai.alphabeta import MANNERS, AlphaBeta, Manner

    level, name = LEVELS[int(argument)], f"level:{argument}"
    if kernels.find(game) is None:
        return _by_plain_rules(name, game, rng, level)
    threads = threads if level.timed else 1  # a limit of nodes promises the same game again
    pace = PACES[game.name]
    if pace.sharp and not level.soft and game.players == 2:  # tree search alone can choose softly
        return AlphaBeta(name, game, limit_of(level, pace.sharp), threads, MANNERS.get(game.name, Manner()), brisk=True)
    style = replace(STYLES.get(game.name, Style()), soft=level.soft * pace.swing)
    if level.soft and style.prior:
        style = replace(style, horizon=0)  # few looks are better spent on judging than on random play
    tree = Mcts(name, game, rng, style, pace.tree_limit(level), threads, brisk=True)
    if not (level.timed and pace.glance):
        return tree
    from tabuleiro.ai.glance import glancing

    return glancing(tree, pace.glance)


def _by_plain_rules(name: str, game: Game[Any], rng: Random, level: Level) -> Agent:
    """The level's player of a game without compiled rules."""
    from tabuleiro.ai.reference_mcts import JUDGING, ReferenceMcts
    from tabuleiro.ai.survey import survey

    style = replace(JUDGING, soft=level.soft)
    if level.soft:
        style = replace(style, horizon=0, patience=1)  # few looks are better spent on judging than on random play
    agent = ReferenceMcts(name, game, rng, level.plain, style)
    known, nodes = survey(game), level.plain.nodes
    if nodes and not (known.unit and agent.style.prior):  # to look at some steps only would be to blunder
        agent.limit = replace(level.plain, nodes=round(nodes * max(1.0, known.breadth / FEW)))
    return agent


def searcher(game: Game[Any]) -> str:
    """The search of the strong levels of *game* as an agent without a limit of its own: who is asked for advice."""
    pace = PACES.get(game.name)
    return "alphabeta" if pace and pace.sharp and game.players == 2 else "mcts"


def limit_of(level: Level, pace: int) -> Limit:
    return Limit(seconds=level.seconds) if level.timed else Limit(nodes=round(level.seconds * pace))
