"""A game and who plays it, before it begins: what every front end asks for."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tabuleiro.core.errors import UnknownAgent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.play.agent import Agent

HUMAN = "human"


@dataclass(frozen=True)
class Party:
    """A game and who plays it: ``human`` or an agent's spec for every seat, and their names ("" for the usual one)."""

    spec: str
    game: Game[Any]
    players: tuple[str, ...]
    names: tuple[str, ...]


def seated(party: Party) -> tuple[str, ...]:
    """A name for every seat: the one given, else what the computer there is, else the seat's own."""
    return tuple(
        name or (seat.name if player == HUMAN else player)
        for seat, player, name in zip(party.game.seats, party.players, party.names, strict=True)
    )


def find_agents(party: Party, rng: Random, *, waiting: bool) -> dict[int, Agent]:
    """The computer players by seat; each has its own luck, so that one more does not change another's.

    Where a person is *waiting*, those that need a compiler play by the plain rules until it is done.
    """
    from tabuleiro.ai.agents import make
    from tabuleiro.ai.warm import COMPILED, Warming

    found: dict[int, Agent] = {}
    for seat, player in enumerate(party.players):
        if player != HUMAN:
            luck = Random(rng.random())
            slow = waiting and player.partition(":")[0] in COMPILED
            found[seat] = Warming(player, party.game, luck) if slow else make(player, party.game, luck)
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
