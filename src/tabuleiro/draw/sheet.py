"""Empty boards in characters, in several sizes: where each cell is, and the lines between them.

Printed boards and the terminal app's, squares, hexagons and points alike, are filled in on these.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tabuleiro.core.board import HEX_ROW
from tabuleiro.draw.layout import lay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.core.board import Board

# Corners of boxes by the lines that meet there: 1 up, 2 right, 4 down, 8 left.
BOXES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
PLAIN_BOXES = " ||+||++-+-+++++"

TINY, USUAL = 0, 1  # sizes; printed boards have the usual one
SQUARES = ((1, False), (1, True), (3, False), (3, True), (5, False), (5, True), (7, False))  # lines in a cell; boxes
HEXAGONS = ((0, 1, 1), (1, 1, 2), (2, 1, 4), (2, 3, 5), (3, 3, 6), (3, 5, 8))  # lines of roof and wall; half a width
POINTS = ((1, 1), (2, 1), (4, 3), (6, 5))  # lines from row to row, and in a cell
SIZES = {"square": len(SQUARES), "hex": len(HEXAGONS)}  # how many there are, by outline

Field = tuple[int, int, int]  # column, line and width
Ink = dict[tuple[int, int], str]  # by column and line


@dataclass(frozen=True)
class Sheet:
    """The lines of an empty board, and for every cell the field to write in and all *insides*, which hold the field.

    The first and the last column of a field are for marks, so that a mark never moves what it marks.
    """

    lines: tuple[str, ...]
    fields: tuple[Field, ...]
    insides: tuple[tuple[Field, ...], ...]

    @property
    def width(self) -> int:
        return len(self.lines[0])

    @property
    def height(self) -> int:
        return len(self.lines)


def sizes(board: Board) -> int:
    """How many sizes of sheet there are for *board*, the smallest being 0."""
    return SIZES.get(board.outline, len(POINTS))


@lru_cache(maxsize=256)
def sheet(board: Board, rooms: tuple[int, ...], ascii: bool, flip: bool, coordinates: bool, size: int = USUAL) -> Sheet:
    """The empty board whose cells have fields of at least these widths."""
    make = {"square": _squares, "hex": _hexagons}.get(board.outline, _points)
    ink, insides = make(board, rooms, ascii, flip, size)
    fields = [inside[len(inside) // 2] for inside in insides]
    if coordinates:
        _label(board, ink, fields, flip, SQUARES[size] if board.outline == "square" else (1, True))
    places = [*ink] + [
        (column + part, line) for inside in insides for column, line, wide in inside for part in (0, wide - 1)
    ]
    columns, lines = zip(*places, strict=True)
    left, top = min(columns), min(lines)
    return Sheet(
        tuple(
            "".join(ink.get((column, line), " ") for column in range(left, max(columns) + 1))
            for line in range(top, max(lines) + 1)
        ),
        tuple((column - left, line - top, wide) for column, line, wide in fields),
        tuple(tuple((column - left, line - top, wide) for column, line, wide in inside) for inside in insides),
    )


def _label(board: Board, ink: Ink, fields: Sequence[Field], flip: bool, cell: tuple[int, bool]) -> None:
    """Write the labels beside the cells they belong to, behind the box if there is one."""
    plan = lay(board, flip)
    at = {(round(x, 2), round(y, 2)): cell for cell, (x, y) in enumerate(plan.centres)}
    high, ruled = cell
    below = high // 2 + 1 + ruled
    for label, (x, y), (right, down) in plan.labels:
        if (beside := at.get((round(x, 2), round(y, 2)))) is None:
            continue  # no cell there to stand beside
        column, line, wide = fields[beside]
        if right:
            start = column - 2 - len(label) if right < 0 else column + wide + 2
        else:
            start = column + (wide - len(label)) // 2
        ink.update({(start + index, line + below * down): sign for index, sign in enumerate(label)})


def _squares(
    board: Board, rooms: Sequence[int], ascii: bool, flip: bool, size: int
) -> tuple[Ink, list[tuple[Field, ...]]]:
    """Boxes, or in some sizes squares without lines between them."""
    boxes = PLAIN_BOXES if ascii else BOXES
    high, ruled = SQUARES[size]
    room = max(rooms)
    if high > 1:
        room = max(room, 2 * high + 2 - room % 2)  # odd or even as before, so that what stood in the middle still does
    insides = []
    arms: dict[tuple[int, int], int] = {}

    def arm(column: int, line: int, way: int) -> None:
        arms[column, line] = arms.get((column, line), 0) | way

    for x, y in lay(board, flip).centres:
        left, top = round(x) * (room + ruled), round(y) * (high + ruled)
        insides.append(tuple((left + ruled, top + ruled + part, room) for part in range(high)))
        if not ruled:
            continue
        right, bottom = left + room + 1, top + high + 1
        for line in (top, bottom):
            for column in range(left, right):
                arm(column, line, 2)
                arm(column + 1, line, 8)
        for column in (left, right):
            for line in range(top, bottom):
                arm(column, line, 4)
                arm(column, line + 1, 1)
    return {place: boxes[ways] for place, ways in arms.items()}, insides


def _hexagons(
    board: Board, rooms: Sequence[int], ascii: bool, flip: bool, size: int
) -> tuple[Ink, list[tuple[Field, ...]]]:
    """Honeycombs: upright walls, and between the rows roofs that are floors too."""
    up, down, side = ("/", "\\", "|") if ascii else ("╱", "╲", "│")
    roof, wall, half = HEXAGONS[size]
    if size == TINY:
        half = max(half, (max(rooms) + 1) // 2)
    elif size == USUAL:
        half = max(half, (max(rooms) + 4) // 4 * 2)  # even, so that slopes of two rows meet
    slopes = [round((part + 0.5) * half / roof) for part in range(roof)]  # how far from the middle, from the top on
    ink: Ink = {}
    insides = []
    for x, y in lay(board, flip).centres:
        column, line = round(x * 2) * half, round(y / HEX_ROW) * (roof + wall)
        reach = wall // 2
        level = [(column - half + 1, line + part, 2 * half - 1) for part in range(-reach, reach + 1)]
        above: list[Field] = []
        below: list[Field] = []
        for part, far in enumerate(slopes):
            top, bottom = line - reach - roof + part, line + reach + roof - part
            above.append((column - far + 1, top, 2 * far - 1))
            below.insert(0, (column - far + 1, bottom, 2 * far - 1))
            ink[column - far, top] = ink[column + far, bottom] = up
            ink[column + far, top] = ink[column - far, bottom] = down
        if roof:
            for _, at, _ in level:
                ink[column - half, at] = ink[column + half, at] = side
        insides.append((*above, *level, *below))
    return ink, insides


def _points(
    board: Board, rooms: Sequence[int], ascii: bool, flip: bool, size: int
) -> tuple[Ink, list[tuple[Field, ...]]]:
    """Spots, and lines between them where there is room."""
    up, down, flat, upright = ("/", "\\", "-", "|") if ascii else ("╱", "╲", "─", "│")
    turn = -1 if flip else 1
    pitch, high = POINTS[size]
    places = [(turn * x, turn * y) for x, y in board.spots] or [
        (round(x * 4), round(y * 2)) for x, y in lay(board, flip).centres
    ]
    if high > 1:
        rooms = [max(room, 2 * high + 4 - room % 2) for room in rooms]
    gaps = [abs(x - to_x) for cell, (x, y) in enumerate(places) for to_x, to_y in places[:cell] if y == to_y]
    stretch = -(-(max(rooms) + 1) // max(1, min(gaps, default=max(rooms))))
    stretch = max(stretch, pitch) if size > USUAL else stretch
    spots = [(x * stretch, y * pitch) for x, y in places]
    reach = high // 2
    insides = [
        tuple(  # narrower above and below the middle, so that lines come close to what is round
            (x - room // 2 + abs(part), y + part, room - 2 * abs(part)) for part in range(-reach, reach + 1)
        )
        for (x, y), room in zip(spots, rooms, strict=True)
    ]
    taken = {(column + part, line) for inside in insides for column, line, wide in inside for part in range(wide)}
    ink: Ink = {}
    for one, other in board.links:
        (x, y), (to_x, to_y) = sorted((spots[one], spots[other]), key=lambda spot: (spot[1], spot[0]))
        if y == to_y:
            between = {(column, y): flat for column in range(x + 1, to_x)}
        else:
            slope = (to_x - x) / (to_y - y)
            sign = upright if abs(slope) < 0.25 else up if slope < 0 else down
            between = {(round(x + slope * (line - y)), line): sign for line in range(y + 1, to_y)}
        ink.update({place: sign for place, sign in between.items() if place not in taken})
    return ink, insides
