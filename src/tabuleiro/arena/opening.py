"""How the games of a match begin: random turns, and of several such beginnings the one that is most even.

Where a beginning decides the game, both players win it once with swapped seats, and the match learns nothing.
"""

from __future__ import annotations

from random import Random
from time import strftime

from tabuleiro.core import CHANCE
from tabuleiro.play.agent import Limit
from tabuleiro.play.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.arena.match import Match
    from tabuleiro.core import Game
    from tabuleiro.play.agent import Agent

LOOKS = {"alphabeta": 3000, "mcts": 600}  # positions that a judge looks at, to see whom a beginning favours


def opened(match: Match, game: Game[Any], number: int) -> Session:
    """A session after the turns with which game *number* begins: all games of a group begin alike."""
    group = match.group(number)
    names = [match.agents[side] for side in match.seating(number, game.players)]
    judge = judge_of(game) if match.even > 1 else None
    if judge is None:
        return begin(match, game, str(group), names)
    begun = [begin(match, game, f"{group}.{other}", names) for other in range(match.even)]
    return min(begun, key=lambda session: lopsided(session, judge))


def begin(match: Match, game: Game[Any], luck: str, names: list[str]) -> Session:
    """A session after random turns: fewer where they would end the game."""
    turns = match.opening
    while True:
        rng = Random(f"{match.seed} opening {luck}")
        session = Session(game, Random(f"{match.seed} chance {luck}"), names=names, date=strftime("%Y-%m-%d"))
        while session.player >= 0 and not (len(session.turns) == turns and begins(session)):
            session.play(session.player, rng.choice(game.actions(session.state)))
        if session.outcome is None or turns == 0:
            return session
        turns = min(turns - 1, len(session.turns))  # any number above would end the same game


def begins(session: Session) -> bool:
    """Is the next step the first that a seat decides in its turn?"""
    return bool(session.state.whole or session.steps[-1].player == CHANCE)


def judge_of(game: Game[Any]) -> Agent | None:
    """Who sees whom a position favours; none where the plain rules would take long for it."""
    from tabuleiro import kernels
    from tabuleiro.ai.background import prepared
    from tabuleiro.ai.levels import searcher

    return prepared(searcher(game), game, Random(0)) if kernels.find(game) else None


def lopsided(session: Session, judge: Agent) -> float:
    """How far from equal the seats' prospects are; a position that leaves no choice tells nothing, so it is the worst."""
    scores = judge.choose(session.view(session.player), Limit(nodes=LOOKS[judge.name])).scores
    return max(scores) - min(scores) if scores else 1.0
