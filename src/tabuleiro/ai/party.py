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
    from tabuleiro.ai.engine import words_of

    for player in party.players:
        kind, _, argument = player.partition(":")
        if kind.lower() == "engine":
            words_of(argument.strip())
        elif player not in (HUMAN, *known(party.game)):
            make(player, party.game, Random(0))


def find_agents(party: Party, rng: Random, *, waiting: bool, patient: bool = True) -> dict[int, Agent]:
    """The computer players by seat; each has its own luck, so that one more does not change another's.

    All cores are theirs. Where a person is *waiting*, those that need a compiler play by the plain rules until it is
    done. One who is not even *patient* with programs of others has them greeted in the background.
    """
    from tabuleiro.ai.agents import cores, make
    from tabuleiro.ai.engine import Invited
    from tabuleiro.ai.warm import COMPILED, Warming

    found: dict[int, Agent] = {}
    for seat, player in enumerate(party.players):
        if player != HUMAN:
            luck, kind = Random(rng.random()), player.partition(":")[0].lower()
            slow, foreign = waiting and kind in COMPILED, not patient and kind == "engine"
            maker = Warming if slow else Invited if foreign else make
            found[seat] = maker(player, party.game, luck, threads=cores())
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
