"""Where cells and labels are in a picture, turned round or not: what the text and the SVG have in common."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
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
    unit = min((_apart(one, other) for number, one in enumerate(cells) for other in cells[:number]), default=1.0)
    turn = (-1 if flip else 1) / unit
    centres = tuple((turn * x, turn * y) for x, y in cells)
    columns, rows = zip(*centres, strict=True)
    labels = []
    for text, x, y in board.labels:
        side = _side(x, [x for x, _ in cells]), _side(y, [y for _, y in cells])
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


def _apart(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def faces(game: Game[Any]) -> frozenset[str]:
    """Glyphs of which the game has several facings."""
    return _faces(game.pieces)


@lru_cache(maxsize=64)
def _faces(pieces: tuple[Piece, ...]) -> frozenset[str]:
    return frozenset(piece.glyph for piece in pieces if piece.turn)
