"""Compiled twins of the rules, proved equal to them; they decide nothing that the reference does not.

Imported only when speed is wanted: Numba takes half a second to load.
"""

from __future__ import annotations

from typing import Any, Protocol

from tabuleiro.core.registry import named
from tabuleiro.core.words import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.core import Game

COMPILING = later("getting ready; the first time the rules are compiled, which takes up to a minute")


class Kernel(Protocol):
    """Packs the states of one game for the compiled rules; *width* is the most steps a state can have."""

    game: Any
    width: int

    def pack(self, state: Any) -> Any: ...

    def unpack(self, packed: Any) -> Any: ...


def find(game: Game[Any]) -> Kernel | None:
    """The kernel of *game*; None where it names no twin, or where its twin does not do these options."""
    made: Kernel | None = named(game, game.twin)(game) if game.twin else None
    return made
