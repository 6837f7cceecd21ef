"""Why a click leads nowhere: the rule that binds, and the place."""

from __future__ import annotations

import re

from tabuleiro.core.notation import fold
from tabuleiro.core.piece import EMPTY
from tabuleiro.core.select import select
from tabuleiro.core.state import NOBODY
from tabuleiro.core.words import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tabuleiro.core.action import Action
    from tabuleiro.core.game import Game


def why_not(game: Game[Any], state: Any, chosen: tuple[int, ...], cell: int) -> str:
    """Why *cell* cannot be played in *state*, after the cells *chosen* before it. Asked only when that is so."""
    if state.player == NOBODY:
        return later("The game is over.")
    if reason := game.why_not(state, chosen, cell):
        return reason
    names, number = game.board.names, state.board[cell]
    piece = game.pieces[number]
    if chosen:
        return later("No step leads from {start} to {cell}.", start=names[chosen[-1]], cell=names[cell])
    if number == EMPTY:
        return later("{cell} is empty: there is nothing to move.", cell=names[cell])
    if piece.owner is None:
        return later("The {piece} on {cell} cannot be played now.", piece=piece.called, cell=names[cell])
    if piece.owner != state.player:
        return later("The {piece} on {cell} is not yours.", piece=piece.called, cell=names[cell])
    return later("The {piece} on {cell} has nowhere to go.", piece=piece.called, cell=names[cell])


def why_not_typed(game: Game[Any], state: Any, legal: Sequence[Action], text: str) -> str:
    """The same of the first cell named in *text* that does not fit the steps *legal*; "" where all fit."""
    names = {fold(name): cell for cell, name in enumerate(game.board.names)}
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return why_not_clicked(game, state, legal, [names[name] for name in re.findall(known, fold(text))])


def why_not_clicked(game: Game[Any], state: Any, legal: Sequence[Action], cells: Sequence[int]) -> str:
    """The same of the first of *cells*, clicked one after the other, that does not fit the steps *legal*."""
    chosen: tuple[int, ...] = ()
    for cell in cells:
        found = select(game, legal, (*chosen, cell))
        if not found.action and not found.targets and not found.options:
            return why_not(game, state, chosen, cell)
        chosen = found.cells
        if found.action or found.options:
            break  # a step is complete, and what follows comes after it
    return ""
