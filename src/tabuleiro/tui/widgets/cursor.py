"""Moving among cells with arrow keys, by where they are in the picture."""

from __future__ import annotations

from collections.abc import Collection

from tabuleiro.core.board import Board
from tabuleiro.draw.steering import nearest, next_cell


class Cursor:
    """The cell of *board* that keys act on; one that nobody has moved goes to where something can be done."""

    def __init__(self, board: Board, targets: Collection[int]) -> None:
        self.board = board
        self.by_keys = True  # shown; hidden while the mouse is used
        self.cell = self._placed = nearest(board, targets)

    def reset(self, targets: Collection[int]) -> None:
        """To the middle of the *targets*, wherever somebody has moved it."""
        self.cell = self._placed = nearest(self.board, targets)

    def follow(self, targets: Collection[int]) -> None:
        if targets and self.cell == self._placed and self.cell not in targets:
            self.reset(targets)

    def steer(self, way: str, flip: bool) -> None:
        """An arrow key; the first one after the mouse only shows where it is."""
        if self.by_keys:
            self.cell = next_cell(self.board, flip, self.cell, way)
        self.by_keys = True

    def jump(self, cells: Collection[int], *, back: bool = False) -> None:
        """To the one of *cells* that comes next in their order, or with *back* before; round and round."""
        order = sorted(cells, reverse=back)
        self.cell = next((cell for cell in order if (cell < self.cell if back else cell > self.cell)), order[0])
        self.by_keys = True

    def point(self, cell: int) -> None:
        """The mouse has clicked *cell*."""
        self.cell, self.by_keys = cell, False
