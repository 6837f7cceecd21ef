"""Eight levels, the same names in all games: ``level:1`` is a gentle beginner, ``level:8`` all that the machine can do.

A weaker level looks at fewer positions and chooses more softly among the steps that look good to it; none plays at
random. How many positions is said for a whole turn, by the game's profile where it was measured, else by a share of a
second, which is the most that anybody could notice. A turn's decisions have equal parts of it: a mean, which needs no
memory of the turn. Games without compiled rules are searched by their plain ones, all within the same limits. Which search
a game's strong levels use was decided by matches, and the strength of each level is measured: see docs/levels.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tabuleiro.ai.mcts import Mcts
from tabuleiro.ai.profiles import Pace, Style, profile_of
from tabuleiro.play.agent import Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.play.agent import Agent


@dataclass(frozen=True)
class Level:
    """How long it thinks about a turn at most, and how much worse a step may look and still be chosen, now and then.

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


FEW = 16  # steps to choose from; where there are more and nothing says which look good, a level looks at more


# While the rules are compiled, so many times as many positions as after that, and this part of the softness, make up for
# what the plain ones see less in each: chosen so that matches between the two are close, see docs/levels.md.
MEANWHILE = {1: (1, 1.0), 2: (2, 0.3)}
MEANWHILE_HIGHER = (8, 0.0)


def arguments(_game: Game[Any]) -> tuple[str, ...]:
    return tuple(map(str, LEVELS))


def make(argument: str, game: Game[Any], rng: Random, threads: int = 1) -> Agent:
    """The level's player: by the compiled rules where there are some; *threads* are used where time is the limit."""
    from tabuleiro import kernels
    from tabuleiro.ai.alphabeta import AlphaBeta

    level, name = LEVELS[int(argument)], f"level:{argument}"
    if kernels.find(game) is None:
        return by_plain_rules(argument, game, rng)
    threads = threads if level.timed else 1  # a limit of nodes promises the same game again
    profile, pace = profile_of(game), pace_of(argument, game)
    limit = parted(Limit(seconds=level.seconds) if level.timed else Limit(nodes=pace.looks), game)
    if pace.sharp:
        return AlphaBeta(name, game, limit, threads, profile.manner, brisk=True)
    brisk = not pace.soft  # a soft choice is among all that was looked at
    if brisk:
        limit = stretched(limit, profile.stretch)
    tree = Mcts(name, game, rng, softened(profile.style, pace), limit, threads, brisk=brisk)
    if not (level.timed and profile.probe):
        return tree
    from tabuleiro.ai.probe import probing

    return probing(tree, profile.probe / profile.stretch)


def by_plain_rules(
    argument: str, game: Game[Any], rng: Random, *, meanwhile: bool = False, seconds: float | None = None
) -> Agent:
    """The level's player without compiled rules. Who plays only until they are compiled is as strong as the level will
    then be, as nearly as can be in so many *seconds* a turn.
    """
    from tabuleiro.ai.calibration import survey
    from tabuleiro.ai.plain_mcts import OFTEN, ReferenceMcts

    level, often = LEVELS[int(argument)], OFTEN
    limit, style = level.plain, replace(profile_of(game).plain, soft=level.soft)
    if level.soft:
        style = replace(style, horizon=0, patience=1)  # few looks are better spent on judging than on random play
    if meanwhile:
        limit, style, pace = Limit(seconds), profile_of(game).plain, pace_of(argument, game)
        if pace.soft:
            looks, softness = MEANWHILE.get(int(argument), MEANWHILE_HIGHER)
            limit = Limit(seconds, looks * pace.looks)
            style, often = softened(profile_of(game).style, pace), 0.0
            style = replace(style, soft=softness * style.soft)
    agent = ReferenceMcts(f"level:{argument}", game, rng, parted(limit, game), style, often)
    known, nodes = survey(game), agent.limit.nodes
    if nodes and not (known.unit and agent.style.prior):  # to look at some steps only would be to blunder
        agent.limit = replace(agent.limit, nodes=round(nodes * max(1.0, known.breadth / FEW)))
    return agent


def pace_of(argument: str, game: Game[Any]) -> Pace:
    """How the level plays with compiled rules: as the game's profile says, or by the share of a second that it has."""
    number, profile = int(argument), profile_of(game)
    if number <= len(profile.levels):
        pace = profile.levels[number - 1]
        if game.players == 2 or not pace.sharp:
            return pace
    level = LEVELS[number]
    sharp = profile.sharp if not level.soft and game.players == 2 else None  # tree search alone can choose softly
    return Pace(round(level.seconds * (sharp or profile.tree)), level.soft, sharp is not None)


def softened(style: Style, pace: Pace) -> Style:
    """*style* as somebody plays at such a pace."""
    few = pace.soft and style.prior  # few looks are for judging, not for random play
    return replace(style, soft=pace.soft, horizon=0 if few else style.horizon)


def searcher(game: Game[Any]) -> str:
    """The search of the strong levels of *game* as an agent without a limit of its own: who is asked for advice."""
    return "alphabeta" if profile_of(game).sharp and game.players == 2 else "mcts"


def stretched(limit: Limit, times: float) -> Limit:
    """So many times as long."""
    return Limit(limit.seconds and limit.seconds * times, limit.nodes and round(limit.nodes * times))


def parted(turn: Limit, game: Game[Any]) -> Limit:
    """For a decision, where *turn* is the limit of all those of a turn."""
    from tabuleiro.ai.calibration import survey

    parts = profile_of(game).decisions or survey(game).decisions
    return Limit(turn.seconds and turn.seconds / parts, turn.nodes and max(1, round(turn.nodes / parts)))
