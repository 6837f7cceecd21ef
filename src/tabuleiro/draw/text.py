"""One text board of any game, for terminals: Unicode or plain ASCII, with colours or without.

Marks do not need colour: ``(x)`` was part of the last turn, ``[x]`` is selected, a bullet is a target and stands on
both sides of a piece that is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from unicodedata import combining, east_asian_width

from tabuleiro.core.board import HEX_ROW
from tabuleiro.core.piece import EMPTY
from tabuleiro.draw.layout import lay
from tabuleiro.draw.theme import TERMINAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import Any

    from tabuleiro.core.board import Board
    from tabuleiro.core.game import Game
    from tabuleiro.core.piece import Piece

# Corners of boxes by the lines that meet there: 1 up, 2 right, 4 down, 8 left.
BOXES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
PLAIN_BOXES = " ||+||++-+-+++++"
DIM, BOLD, MARK = "2", "1", "1;38;5;133"


Run = tuple[str, str]  # what to write, and its style
Ink = dict[tuple[int, int], str]  # by column and line


@dataclass(frozen=True)
class Sheet:
    """An empty text board: its lines, and column, line and width of the field of every cell.

    The first and the last column of a field are for marks, so that a mark never moves what it marks.
    """

    lines: tuple[str, ...]
    fields: tuple[tuple[int, int, int], ...]


def text(
    game: Game[Any],
    state: Any,
    *,
    ascii: bool = False,
    colour: bool = False,
    flip: bool = False,
    last: Collection[int] = (),
    targets: Collection[int] = (),
    selected: Collection[int] = (),
    coordinates: bool = True,
    names: bool = False,
) -> str:
    """A text board of *state*: the cells of the *last* turn, legal *targets* and *selected* cells are marked.

    Points, which have no rows and columns, show their names unless *coordinates* are off; *names* writes names into
    the empty cells of any board. Pieces are shown by their sign, with *ascii* by their symbol.
    """
    board = game.board
    faces = _faces(game.pieces, ascii, flip)
    room = max(map(width, faces))
    joint = ":" if any(face[-1].isalnum() for face in faces) else ""  # y:g9, but ●g9
    beside = board.outline == "point" and (coordinates or names)  # the name follows the piece
    if beside:
        rooms = tuple(room + len(joint) + width(name) + 2 for name in board.names)
    else:
        rooms = (max(room, *map(width, board.names) if names else (0,)) + 2,) * len(board)
    sheet = _sheet(board, rooms, ascii, flip, coordinates)
    page = [list(line) for line in sheet.lines]
    bullet, blank = ("*", ".") if ascii else ("•", "·")
    if board.outline == "square" or (beside and joint):
        blank = " "
    for cell, (column, line, size) in enumerate(sheet.fields):
        number, name, aim = state.board[cell], board.names[cell], cell in targets
        taken = number != EMPTY
        core: list[Run] = []
        if taken:
            core.append((faces[number], _style(game.pieces[number].colour)))
        elif aim or not names or beside:
            core.append((bullet, MARK) if aim else (blank, DIM))
        if beside:
            gap = " " * (room - width(core[0][0]))
            core += [(gap + (joint if taken else " " * len(joint)), ""), (name, DIM)]
        elif names and not taken and not aim:
            core.append((name, DIM))
        opening = closing = bullet if aim and taken else " "
        if cell in selected or cell in last:
            opening, end = "[]" if cell in selected else "()"
            closing = end if closing == " " else bullet
        spare = size - 2 - sum(width(part) for part, _ in core)
        _write(
            page[line],
            column,
            [(opening, MARK), (" " * (spare // 2), ""), *core, (" " * (spare - spare // 2), ""), (closing, MARK)],
            colour,
        )
    return "\n".join("".join(line).rstrip() for line in page)


def _write(line: list[str], column: int, runs: list[Run], colour: bool) -> None:
    """Write *runs* from *column* on; a run stands in its first column, the others it covers become empty."""
    for part, style in runs:
        size = width(part)
        if size:
            shown = f"\x1b[{style}m{part}\x1b[0m" if colour and style and not part.isspace() else part
            line[column : column + size] = [shown, *[""] * (size - 1)]
            column += size


@lru_cache(maxsize=1024)
def width(written: str) -> int:
    """How many columns of a terminal *written* takes."""
    if written.isascii():
        return len(written)
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in written)


@lru_cache(maxsize=64)
def _style(role: str) -> str:
    return f"{BOLD};38;5;{TERMINAL[role]}" if role in TERMINAL else BOLD


@lru_cache(maxsize=64)
def _faces(pieces: tuple[Piece, ...], ascii: bool, flip: bool) -> tuple[str, ...]:
    """How each piece is written. On a board turned round, a piece that faces a way shows the opposite sign."""
    if ascii:
        return tuple(piece.symbol for piece in pieces)
    signs = [piece.sign or piece.symbol for piece in pieces]
    kinds = {(piece.glyph, piece.colour, piece.owner, piece.turn): piece.sign for piece in pieces}
    shown = []
    for piece, sign in zip(pieces, signs, strict=True):
        opposite = kinds.get((piece.glyph, piece.colour, piece.owner, (piece.turn + 180) % 360)) if flip else ""
        if signs.count(sign) > 1:  # two kinds look the same: the symbols differ
            shown.append(piece.symbol)
        else:
            shown.append(opposite if opposite and piece.sign else sign)
    return tuple(shown)


# ── Empty boards ─────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=64)
def _sheet(board: Board, rooms: tuple[int, ...], ascii: bool, flip: bool, coordinates: bool) -> Sheet:
    """The empty board whose cells have fields of these widths."""
    make = {"square": _squares, "hex": _hexagons}.get(board.outline, _points)
    ink, fields = make(board, rooms, ascii, flip)
    if coordinates:
        _label(board, ink, fields, flip)
    columns = [column for column, _ in ink] + [column + part for column, _, size in fields for part in (0, size - 1)]
    lines = [line for _, line in ink] + [line for _, line, _ in fields]
    left, top = min(columns), min(lines)
    return Sheet(
        tuple(
            "".join(ink.get((column, line), " ") for column in range(left, max(columns) + 1))
            for line in range(top, max(lines) + 1)
        ),
        tuple((column - left, line - top, size) for column, line, size in fields),
    )


def _label(board: Board, ink: Ink, fields: Sequence[tuple[int, int, int]], flip: bool) -> None:
    """Write the labels beside the cells they belong to, two columns or lines away."""
    plan = lay(board, flip)
    at = {(round(x, 2), round(y, 2)): cell for cell, (x, y) in enumerate(plan.centres)}
    for label, (x, y), (right, down) in plan.labels:
        if (cell := at.get((round(x, 2), round(y, 2)))) is None:
            continue  # no cell there to stand beside
        column, line, size = fields[cell]
        if right:
            start = column - 2 - len(label) if right < 0 else column + size + 2
        else:
            start = column + (size - len(label)) // 2
        ink.update({(start + index, line + 2 * down): sign for index, sign in enumerate(label)})


def _squares(board: Board, rooms: Sequence[int], ascii: bool, flip: bool) -> tuple[Ink, list[tuple[int, int, int]]]:
    """Boxes."""
    boxes = PLAIN_BOXES if ascii else BOXES
    room = max(rooms)
    fields, arms = [], dict[tuple[int, int], int]()

    def arm(column: int, line: int, way: int) -> None:
        arms[column, line] = arms.get((column, line), 0) | way

    for x, y in lay(board, flip).centres:
        left, top = round(x) * (room + 1), round(y) * 2
        right, bottom = left + room + 1, top + 2
        fields.append((left + 1, top + 1, room))
        for line in (top, bottom):
            for column in range(left, right):
                arm(column, line, 2)
                arm(column + 1, line, 8)
        for column in (left, right):
            for line in (top, top + 1):
                arm(column, line, 4)
                arm(column, line + 1, 1)
    return {place: boxes[ways] for place, ways in arms.items()}, fields


def _hexagons(board: Board, rooms: Sequence[int], ascii: bool, flip: bool) -> tuple[Ink, list[tuple[int, int, int]]]:
    """Honeycombs, two lines a row."""
    up, down, side = ("/", "\\", "|") if ascii else ("╱", "╲", "│")
    half = (max(rooms) + 4) // 4 * 2  # of a cell with its walls; even, so that slopes of two rows meet
    slope = half // 2
    ink: Ink = {}
    fields = []
    for x, y in lay(board, flip).centres:
        column, line = round(x * 2) * half, round(y / HEX_ROW) * 2
        fields.append((column - half + 1, line, 2 * half - 1))
        ink[column - half, line] = ink[column + half, line] = side
        ink[column - slope, line - 1] = ink[column + slope, line + 1] = up
        ink[column + slope, line - 1] = ink[column - slope, line + 1] = down
    return ink, fields


def _points(board: Board, rooms: Sequence[int], ascii: bool, flip: bool) -> tuple[Ink, list[tuple[int, int, int]]]:
    """Spots, and lines between them where there is room."""
    up, down, level, upright = ("/", "\\", "-", "|") if ascii else ("╱", "╲", "─", "│")
    turn = -1 if flip else 1
    places = [(turn * x, turn * y) for x, y in board.spots] or [
        (round(x * 4), round(y * 2)) for x, y in lay(board, flip).centres
    ]
    gaps = [abs(x - to_x) for cell, (x, y) in enumerate(places) for to_x, to_y in places[:cell] if y == to_y]
    stretch = -(-(max(rooms) + 1) // max(1, min(gaps, default=max(rooms))))
    spots = [(x * stretch, y * 2) for x, y in places]
    fields = [(x - size // 2, y, size) for (x, y), size in zip(spots, rooms, strict=True)]
    taken = {(column + part, line) for column, line, size in fields for part in range(size)}
    ink: Ink = {}
    for one, other in board.links:
        (x, y), (to_x, to_y) = sorted((spots[one], spots[other]), key=lambda spot: (spot[1], spot[0]))
        if y == to_y:
            between = {(column, y): level for column in range(x + 1, to_x)}
        else:
            slope = (to_x - x) / (to_y - y)
            sign = upright if abs(slope) < 0.25 else up if slope < 0 else down
            between = {(round(x + slope * (line - y)), line): sign for line in range(y + 1, to_y)}
        ink.update({place: sign for place, sign in between.items() if place not in taken})
    return ink, fields
