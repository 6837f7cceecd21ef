"""Compiled twins of the rules, proved equal to them; they decide nothing that the reference does not.

Imported only when speed is wanted: Numba takes half a second to load.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.core import Game

HOMES = {
    "barragoon": "tabuleiro.kernels.barragoon",
    "campo-bello": "tabuleiro.kernels.campo_bello",
    "eximo": "tabuleiro.kernels.eximo",
    "meerkats": "tabuleiro.kernels.meerkats",
    "momentum": "tabuleiro.kernels.momentum",
}


class Kernel(Protocol):
    """Packs the states of one game for the compiled rules; *width* is the most steps a state can have."""

    game: Any
    width: int

    def pack(self, state: Any) -> Any: ...

    def unpack(self, packed: Any) -> Any: ...


def find(game: Game[Any]) -> Kernel | None:
    """The kernel of *game*; None for a plugin, and for boards of more than 64 cells."""
    home = HOMES.get(game.name)
    if home is None or not type(game).__module__.startswith("tabuleiro.games."):
        return None
    made: Kernel | None = import_module(home).kernel(game)
    return made
