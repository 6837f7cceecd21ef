"""Clicking: a step is a path of cells, and a selection is a prefix of the legal steps' paths.

No second statement of legality: what may be clicked next, and which buttons there are, follows from the list
of legal steps alone.
"""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tabuleiro.core.action import Action
    from tabuleiro.core.game import Game


@dataclass(frozen=True, slots=True)
class Selection:
    """Cells clicked so far, cells that may be clicked next, and steps to choose from by their label.

    *action* is set once the clicks mean one step and no other.
    """

    cells: tuple[int, ...]
    targets: frozenset[int]
    options: tuple[Action, ...]
    action: Action | None


def select(game: Game[Any], legal: Sequence[Action], cells: tuple[int, ...] = ()) -> Selection:
    """Where clicking *cells* in order leads, when the steps *legal* can be taken."""
    fitting: dict[Action, bool] = {}  # step: do the clicks complete it?
    targets: set[int] = set()
    for action in legal:
        for path in game.paths(action):
            if path[: len(cells)] == cells:
                fitting[action] = fitting.get(action, False) or path == cells
                targets.update(path[len(cells) : len(cells) + 1])
    options = tuple(action for action, complete in fitting.items() if complete)
    settled = options[0] if cells and len(options) == 1 == len(fitting) else None
    return Selection(cells, frozenset(targets), () if settled else options, settled)


def click(game: Game[Any], legal: Sequence[Action], selection: Selection, cell: int) -> Selection:
    """The selection after one more click; a click that does not fit begins anew, or clears."""
    longer = select(game, legal, (*selection.cells, cell))
    if longer.action or longer.targets or longer.options or not selection.cells:
        return longer if longer.action or longer.targets or longer.options else select(game, legal)
    return click(game, legal, select(game, legal), cell)
