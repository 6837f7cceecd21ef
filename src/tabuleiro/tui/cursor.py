"""Moving among cells with arrow keys, by where they are in the picture."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from tabuleiro.draw.layout import lay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from tabuleiro.core.board import Board

WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
ASTRAY = 1.8  # how much worse it is to stray sideways than to go far


@lru_cache(maxsize=4096)
def beside(board: Board, flip: bool, cell: int, way: str) -> int:
    """The cell that *way* (up, down, left, right) leads to from *cell*; itself at the edge."""
    centres = lay(board, flip).centres
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
    plan = lay(board, flip=False)
    x, y = (plan.left + plan.right) / 2, (plan.top + plan.bottom) / 2
    return min(sorted(cells) or board, key=lambda cell: hypot(plan.centres[cell][0] - x, plan.centres[cell][1] - y))
