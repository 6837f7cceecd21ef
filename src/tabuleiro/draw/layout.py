"""Where cells and labels are in a picture, turned round or not: what the text and the SVG have in common."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import hypot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from tabuleiro.core.board import Board
    from tabuleiro.core.game import Game
    from tabuleiro.core.piece import Piece

Point = tuple[float, float]
Side = tuple[int, int]  # where a label stands: (-1, 0) left of the board, (0, 1) below it, (0, 0) on it


@dataclass(frozen=True)
class Layout:
    """Centres of cells, the nearest two one unit apart; labels, each with its side and the place of the cell beside it."""

    centres: tuple[Point, ...]
    labels: tuple[tuple[str, Point, Side], ...]
    left: float
    right: float
    top: float
    bottom: float


@lru_cache(maxsize=64)
def lay(board: Board, flip: bool) -> Layout:
    """The layout of *board*; with *flip* cells are turned by 180 degrees, while labels stay on their side."""
    cells = board.centres
    turn = (-1 if flip else 1) / _nearest(cells)
    centres = tuple((turn * x, turn * y) for x, y in cells)
    columns, rows = zip(*centres, strict=True)
    across_all, down_all = zip(*cells, strict=True)
    labels = []
    for text, x, y in board.labels:
        side = _side(x, across_all), _side(y, down_all)
        across, down = turn * x, turn * y
        if side[0]:
            row = [column for column, height in centres if abs(height - down) < 0.1] or columns
            across = min(row) if side[0] < 0 else max(row)
        if side[1]:
            down = min(rows) if side[1] < 0 else max(rows)
        labels.append((text, (across, down), side))
    return Layout(centres, tuple(labels), min(columns), max(columns), min(rows), max(rows))


def _side(place: float, places: Sequence[float]) -> int:
    return (place > max(places)) - (place < min(places))


def _nearest(points: Iterable[Point]) -> float:
    """How far apart the two nearest points are; 1 for a single one."""
    best, before = float("inf"), list[Point]()
    for x, y in sorted(points):
        for other_x, other_y in reversed(before):
            if x - other_x >= best:
                break  # all others are even further to the left
            best = min(best, hypot(x - other_x, y - other_y))
        before.append((x, y))
    return best if best < float("inf") else 1.0


def faces(game: Game[Any]) -> frozenset[str]:
    """Glyphs of which the game has several facings."""
    return _faces(game.pieces)


@lru_cache(maxsize=64)
def _faces(pieces: tuple[Piece, ...]) -> frozenset[str]:
    return frozenset(piece.glyph for piece in pieces if piece.turn)
