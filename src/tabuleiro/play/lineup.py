"""A game and who plays it, before it begins: what every front end asks for, and what a saved game remembers."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.core import say
from tabuleiro.play.agent import PERSON, Spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tabuleiro.core import Game

HUMAN = str(Spec(PERSON))


@dataclass(frozen=True)
class Party:
    """A game and who plays it: ``human`` or an agent's spec for every seat, and their names ("" for the usual one)."""

    game: Game[Any]
    players: tuple[str, ...]
    names: tuple[str, ...]


def seated(party: Party) -> tuple[str, ...]:
    """A name for every seat: the one given, else what the computer there is, else the seat's own."""
    return tuple(
        name or (seat.name if player == HUMAN else player)
        for seat, player, name in zip(party.game.seats, party.players, party.names, strict=True)
    )


def called(player: str) -> str:
    """A computer player as people read it: ``level 2`` for ``level:2``; others as they are spelled."""
    spec = Spec.read(player)
    return say("level {number}", number=spec.argument) if spec.level else player


def people(game: Game[Any], names: Sequence[str], players: Sequence[str] = ()) -> list[str]:
    """For every seat ``White``, ``White (Ana)``, ``Black (level 2)`` or ``Black (Hal, greedy)``.

    Without *players*, as in a record, only names are known.
    """
    shown = []
    for seat, name, player in zip(game.seats, names, players or [HUMAN] * game.players, strict=True):
        computer = [player] if player != HUMAN else []
        known = [name] if name not in (seat.name, *computer) else []
        more = ", ".join(map(called, [*known, *computer]))
        shown.append(f"{seat.name} ({more})" if more else seat.name)
    return shown
