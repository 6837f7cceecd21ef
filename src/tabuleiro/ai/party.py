"""The computer players of a party, found by their spelling."""

from __future__ import annotations

from random import Random

from tabuleiro.core.errors import UnknownAgent
from tabuleiro.play.party import HUMAN, Party, seated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.play.agent import Agent

__all__ = ["HUMAN", "Party", "find_agents", "is_agent", "seated"]


def find_agents(party: Party, rng: Random, *, waiting: bool) -> dict[int, Agent]:
    """The computer players by seat; each has its own luck, so that one more does not change another's.

    All cores are theirs. Where a person is *waiting*, those that need a compiler play by the plain rules until it is
    done.
    """
    from tabuleiro.ai.agents import cores, make
    from tabuleiro.ai.warm import COMPILED, Warming

    found: dict[int, Agent] = {}
    for seat, player in enumerate(party.players):
        if player != HUMAN:
            luck = Random(rng.random())
            slow = waiting and player.partition(":")[0] in COMPILED
            found[seat] = (Warming if slow else make)(player, party.game, luck, threads=cores())
    return found


def is_agent(name: str, game: Game[Any]) -> bool:
    """Is *name*, which stood in a record, a computer player's? A file from a stranger does not start engines."""
    from tabuleiro.ai.agents import make

    if name.strip().lower().startswith("engine"):
        return False
    try:
        make(name, game, Random(0))
    except UnknownAgent:
        return False
    return True
