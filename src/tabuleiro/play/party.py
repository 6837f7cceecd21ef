"""A game and who plays it, before it begins: what every front end asks for, and what a saved game remembers."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core import Game

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
