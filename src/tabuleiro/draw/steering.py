"""Where arrow keys lead: from cell to cell of a text board, by where they are drawn."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from tabuleiro.draw.sheet import sheet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from tabuleiro.core.board import Board

WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
ASTRAY = 1.75  # how much worse it is to stray sideways than to go far


@lru_cache(maxsize=16)
def _seen(board: Board, flip: bool) -> list[tuple[float, float]]:
    """Where the cells are on a text board, which may differ from a picture; a sign is twice as high as it is wide."""
    paper = sheet(board, (5,) * len(board), ascii=False, flip=flip, coordinates=False)
    return [((column + wide / 2) / 2, float(line)) for column, line, wide in paper.fields]


@lru_cache(maxsize=4096)
def next_cell(board: Board, flip: bool, cell: int, way: str) -> int:
    """The cell that *way* (up, down, left, right) leads to from *cell*; itself at the edge."""
    centres = _seen(board, flip)
    (x, y), (right, down) = centres[cell], WAYS[way]
    best, goal = float("inf"), cell
    for other, (to_x, to_y) in enumerate(centres):
        along = (to_x - x) * right + (to_y - y) * down
        astray = abs((to_x - x) * down) + abs((to_y - y) * right)
        far = hypot(along, ASTRAY * astray)
        if along > 0.2 and astray <= 2 * along and far < best - 0.01:
            best, goal = far, other
    return goal


def nearest(board: Board, cells: Collection[int]) -> int:
    """The one of *cells* (of all, if there are none) that is nearest to the middle of the board."""
    places = _seen(board, False)
    x, y = (sum(side) / len(places) for side in zip(*places, strict=True))
    return min(sorted(cells) or board, key=lambda cell: hypot(places[cell][0] - x, places[cell][1] - y))
