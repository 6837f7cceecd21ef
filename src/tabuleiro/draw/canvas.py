"""A board of coloured characters, in the largest size that there is room for: for screens that know many colours.

Shapes and marks say again what colours say, so that a board can be read without them: brackets around what is
selected, bullets at targets, a sign on every piece.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from tabuleiro.core.piece import EMPTY
from tabuleiro.draw.sheet import SQUARES, TINY, sheet, sizes
from tabuleiro.draw.text import signs, width
from tabuleiro.draw.theme import INKS, THEMES, contrast, mix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.core.piece import Piece
    from tabuleiro.draw.sheet import Field, Sheet
    from tabuleiro.draw.theme import Theme

PEWTER = "#9fb3bf"  # what belongs to nobody: neither White's ivory nor Black's wood
ROUND = ("disc", "man", "marble", "mover", "stone")  # glyphs; the others are square
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"  # of a sign, by its dots: 1 upper left, 2 upper right, 4 lower left, 8 lower right

LARGE = {  # signs of one character as pictures of three lines, for cells that have room for them
    "X": ("╲ ╱", " ╳ ", "╱ ╲"),
    "↑": (" ▲ ", " ┃ ", " ┃ "),
    "↓": (" ┃ ", " ┃ ", " ▼ "),
    "←": ("   ", "◀━━", "   "),
    "→": ("   ", "━━▶", "   "),
    "↕": (" ▲ ", " ┃ ", " ▼ "),
    "↔": ("   ", "◀━▶", "   "),
    "↱": ("┏━▶", "┃  ", "┃  "),
    "⬎": ("━━┓", "  ┃", "  ▼"),
    "↲": ("  ┃", "  ┃", "◀━┛"),
    "⬑": ("▲  ", "┃  ", "┗━━"),
    "↳": ("┃  ", "┃  ", "┗━▶"),
    "⬏": ("  ▲", "  ┃", "━━┛"),
    "↰": ("◀━┓", "  ┃", "  ┃"),
    "⬐": ("┏━━", "┃  ", "▼  "),
    "✥": (" ▲ ", "◀╋▶", " ▼ "),
}

# Boards for a dark room: of wood where light and dark meet, of slate where colours do.
SLATE = replace(
    THEMES["dark"],
    board="#39424e",
    shade="#323a45",
    line="#66727f",
    mark="#ffb454",
    last="#6b5a8e",
    frame="#7f91a5",  # of targets
)
WOOD = replace(
    THEMES["light"],
    board="#c89f6b",
    shade="#b78c58",
    frame="#ffe9a8",
    line="#8a6238",
    label="#b59b7c",
    text="#2a1c10",
    mark="#ffd75f",
    last="#a88ab0",
    roles={**THEMES["light"].roles, "light": "#fffaf0", "dark": "#35200f", "neutral": PEWTER},
)


class Look(NamedTuple):
    """How a character looks: its colour and that behind it, "" for the screen's own."""

    colour: str = ""
    ground: str = ""
    bold: bool = False
    dim: bool = False


Page = list[list[tuple[str, Look]]]  # by line and column: a sign and its look
FAINT = Look(dim=True)


@dataclass(frozen=True)
class Marks:
    """Cells to point out, and where the cursor is."""

    last: Collection[int] = ()
    targets: Collection[int] = ()
    selected: Collection[int] = ()
    hint: Collection[int] = ()
    cursor: int | None = None


def theme_of(game: Game[Any]) -> Theme:
    """The board that the pieces of *game* stand out from."""
    return WOOD if any(piece.colour == "dark" for piece in game.pieces) else SLATE


def sheet_of(game: Game[Any], ascii: bool, flip: bool, small: bool, size: int) -> Sheet:
    """The empty board in this *size*, with room for pieces, their sides and marks."""
    board = game.board
    room = max(map(width, signs(game.pieces, ascii, flip)))
    named = board.outline == "point" and not small and size > TINY
    if named:
        rooms = tuple(room + width(name) + 2 for name in board.names)
    elif small:
        rooms = (room + (board.outline == "square"),) * len(board)
    else:
        rooms = (room + (4 if board.outline == "square" and size > TINY else 2),) * len(board)
    return sheet(board, rooms, ascii, flip, not small, size)


def fitting(game: Game[Any], ascii: bool, flip: bool, small: bool, room: tuple[int, int], lined: bool = False) -> Sheet:
    """The largest empty board that fits into *room*, columns and lines; the smallest if none does.

    On a *lined* one squares are told apart by lines, where colours are too few for it.
    """
    for size in reversed(range(1 if small else sizes(game.board))):
        if (lined or ascii) and game.board.outline == "square" and not SQUARES[size][1]:
            continue
        found = sheet_of(game, ascii, flip, small, size)
        if found.width <= room[0] and found.height <= room[1]:
            return found
    return sheet_of(game, ascii, flip, small, TINY)


def paint(game: Game[Any], state: Any, paper: Sheet, marks: Marks, ascii: bool, flip: bool, names: bool) -> Page:
    """The board of *state* on *paper*."""
    theme = theme_of(game)
    ruled = Look(theme.line, theme.board if game.board.outline != "point" else "")
    lines = "─│╱╲┌┬┐├┼┤└┴┘-|/\\+"
    page: Page = [[(sign, ruled if sign in lines else FAINT) for sign in line] for line in paper.lines]
    faces = signs(game.pieces, ascii, flip)
    boxed = any("─" in line or "+" in line for line in paper.lines) and game.board.outline == "square"
    shades = (theme.board,) * len(game.board) if boxed else _shades(game)
    bare = " " if game.board.outline == "square" and (boxed or not ascii) else "." if ascii else "·"
    for cell, inside in enumerate(paper.insides):
        ground = _ground(theme, shades[cell], cell, marks)
        _floor(page, inside, game.board.outline, ground, theme, ascii)
        number = state.board[cell]
        name = game.board.names[cell] if names else ""
        if number != EMPTY:
            _stand(page, paper, cell, game.pieces[number], faces[number], name, theme, ground, ascii)
        else:
            _leave(page, paper, cell, bare, name, theme, ground, marks, ascii)
        core = 1 if number == EMPTY else width(faces[number])
        _mark(page, paper, cell, core + width(name), number != EMPTY, ground, marks, ascii)
    return page


def _floor(page: Page, inside: Sequence[Field], outline: str, ground: str, theme: Theme, ascii: bool) -> None:
    """The inside of a cell in its colour; that of a point is round."""
    if outline == "point" and len(inside) > 1:
        column, line, wide = inside[len(inside) // 2]
        for (down, along), sign in _body(wide, len(inside), 0.0, False, ascii).items():
            solid = sign == "█"
            page[line + down][column + along] = (" " if solid else sign, Look(ground, ground if solid else ""))
        return
    for column, line, wide in inside:
        shown = ground if wide > 1 or len(inside) == 1 else theme.board  # the tip of a hexagon
        page[line][column : column + wide] = [(" ", Look(theme.line, shown))] * wide


def _ground(theme: Theme, shade: str, cell: int, marks: Marks) -> str:
    """The colour under a cell."""
    colour = shade
    if cell in marks.last:
        colour = mix(colour, theme.last, 0.75)
    if cell in marks.targets:
        colour = mix(colour, theme.frame, 0.3)
    if cell in marks.hint:
        colour = mix(colour, "#4fc3f7", 0.6)
    if cell in marks.selected:
        colour = mix(colour, theme.mark, 0.8)
    if cell == marks.cursor:
        colour = mix(colour, "#ffffff", 0.45)
    return colour


@lru_cache(maxsize=32)
def _shades(game: Game[Any]) -> tuple[str, ...]:
    """The bare colour of every cell: two in turn on squares."""
    theme, board = theme_of(game), game.board
    if board.outline != "square":
        return (theme.board,) * len(board)
    return tuple((theme.board, theme.shade)[(round(x) + round(y)) % 2] for x, y in board.centres)


# ── A cell ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _stand(
    page: Page, paper: Sheet, cell: int, piece: Piece, face: str, name: str, theme: Theme, ground: str, ascii: bool
) -> None:
    """A piece: its body over all lines of the cell, its sign (and the name of its point) in the middle."""
    column, line, wide = paper.fields[cell]
    body, ink = theme.colour(piece.colour), theme.ink(piece.colour)
    block, edge = Look("", body), Look(body, ground)
    high = len([1 for _, _, room in paper.insides[cell] if room > 1])
    if high >= 3 and wide >= 5:
        for (down, along), sign in _body(wide, high, 1.0, piece.glyph not in ROUND, ascii).items():
            page[line + down][column + along] = (" ", block) if sign == "█" else (sign, edge)
    ink_on_body = Look(ink, body, bold=True)
    if high >= 5 and not name and face in LARGE:
        for part, row in enumerate(LARGE[face], -1):
            _write(page[line + part], column + (wide - len(row) + 1) // 2, row, ink_on_body)
        return
    core = f"{face}{name}" if name else face + " " * ((wide - width(face)) % 2)  # in the middle of an even field too
    start = column + (wide - width(core)) // 2
    if high < 3 and wide >= width(core) + 2 and not ascii:
        page[line][start - 1] = ("▐", edge)
        page[line][start + width(core)] = ("▌", edge)
    _write(page[line], start, core, ink_on_body)


def _leave(
    page: Page, paper: Sheet, cell: int, bare: str, name: str, theme: Theme, ground: str, marks: Marks, ascii: bool
) -> None:
    """An empty cell: a bullet where one may go, nobody's sign; else *bare*, and its name."""
    column, line, wide = paper.fields[cell]
    aim = cell in marks.targets
    core = ("*" if ascii else "•") if aim else bare
    core += name
    look = Look(mix(ground, theme.text, 0.85) if aim else theme.label, ground, bold=aim)
    _write(page[line], column + (wide - width(core)) // 2, core, look)


def _mark(page: Page, paper: Sheet, cell: int, core: int, taken: bool, ground: str, marks: Marks, ascii: bool) -> None:
    """What is to be said of the cell, at both ends of its field, from the outside in; nothing covers the *core* columns
    of what stands there, so where there is no room, colour alone tells it.
    """
    bullet = "*" if ascii else "•"
    found = [
        pair
        for pair, marked in (
            ("><" if ascii else "▸◂", cell == marks.cursor),
            ("[]", cell in marks.selected),
            ("{}" if ascii else "«»", cell in marks.hint),
            (bullet * 2, taken and cell in marks.targets),
            ("()", cell in marks.last),
        )
        if marked
    ]
    if not found:
        return
    column, line, wide = paper.fields[cell]
    look = Look(max(INKS, key=lambda ink: contrast(ink, ground)), ground, bold=True)
    start = column + (wide - core) // 2
    room = min(start - column, column + wide - start - core)
    if room == 1 and cell == marks.cursor and len(found) > 1:
        found = [found[0][0] + found[1][1]]  # what the cursor is on must be seen too
    for inward, pair in enumerate(found[:room]):
        page[line][column + inward] = (pair[0], look)
        page[line][column + wide - 1 - inward] = (pair[1], look)


def _write(line: list[tuple[str, Look]], column: int, text: str, look: Look) -> None:
    """Write *text*; a broad sign leaves the next column empty."""
    for sign in text:
        if width(sign) == 0:
            line[column - 1] = (line[column - 1][0] + sign, look)
            continue
        line[column] = (sign, look)
        for extra in range(1, width(sign)):
            line[column + extra] = ("", look)
        column += width(sign)


@lru_cache(maxsize=64)
def _body(wide: int, high: int, rim: float, square: bool, ascii: bool) -> dict[tuple[int, int], str]:
    """The signs of a body, by line from the middle and column of the field: four dots to a sign.

    *rim* is how many columns it leaves free at each side.
    """
    middle, across, down = wide / 2, (min(wide, 2 * high + 3 - wide % 2) - 2 * rim) / 2, high / 2 - 0.4 * rim
    found = {}
    for line in range(-(high // 2), high // 2 + 1):
        for column in range(wide):
            dots = [
                _within(column + x - middle, line + y - 0.5, across, down, square)
                for y in (0.25, 0.75)
                for x in (0.25, 0.75)
            ]
            sign = QUARTERS[sum(dot << number for number, dot in enumerate(dots))]
            if sign == "█" or not (sign == " " or ascii):
                found[line, column] = sign
    return found


def _within(x: float, y: float, across: float, down: float, square: bool) -> bool:
    if square:
        return abs(x) <= across and abs(y) <= down
    return (x / across) ** 2 + (y / down) ** 2 <= 1.05


def runs(line: Iterable[tuple[str, Look]]) -> Iterator[tuple[str, Look]]:
    """A line as runs of one look."""
    for look, parts in groupby(line, lambda part: part[1]):
        yield "".join(sign for sign, _ in parts), look
