"""The computer players of a party, found by their spelling."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tabuleiro.core.errors import UnknownAgent
from tabuleiro.play.party import HUMAN, Party, seated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.home.saves import Resumed
    from tabuleiro.play.agent import Agent

__all__ = ["HUMAN", "Party", "check_players", "find_agents", "go_on", "is_agent", "seated"]


def check_players(party: Party) -> None:
    """Raise unless all who are named can play; engines are not started for that, nor those made that are known to."""
    from tabuleiro.ai.agents import known, make

    for player in party.players:
        if player not in (HUMAN, *known(party.game)) and not player.lower().startswith("engine:"):
            make(player, party.game, Random(0))


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


def go_on(path: str, rng: Random) -> Resumed:
    """The game in *path* (see ``home.saves.resume``); where the file does not say who is a computer, its names do."""
    from tabuleiro.home.saves import resume

    again = resume(path, rng)
    if "players" in again.record.table:
        return again
    game, party = again.session.game, again.party
    players = tuple(name if is_agent(name, game) else HUMAN for name in again.session.names)
    names = tuple("" if name == player else name for name, player in zip(party.names, players, strict=True))
    return replace(again, setup=replace(again.setup, party=replace(party, players=players, names=names)))


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
