"""One text board of any game, for terminals: Unicode or plain ASCII, with colours or without.

Marks do not need colour: ``(x)`` was part of the last turn, ``[x]`` is selected, a bullet is a target and stands on
both sides of a piece that is one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import combining, east_asian_width

from tabuleiro.core.piece import EMPTY
from tabuleiro.draw.sheet import TINY, USUAL, sheet
from tabuleiro.draw.theme import TERMINAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from tabuleiro.core.game import Game
    from tabuleiro.core.piece import Piece

DIM, BOLD, MARK = "2", "1", "1;38;5;133"
COLOURS = re.compile(r"\x1b\[[\d;]*m")


Run = tuple[str, str]  # what to write, and its style


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
    small: bool = False,
) -> str:
    """A text board of *state*: the cells of the *last* turn, legal *targets* and *selected* cells are marked.

    Points, which have no rows and columns, show their names unless *coordinates* are off; *names* writes names into
    the empty cells of any board. Pieces are shown by their sign, with *ascii* by their symbol. A *small* board has no
    lines between its cells.
    """
    hand = _Hand(game, ascii, flip, coordinates, names, small)
    blank_board = sheet(game.board, hand.rooms(), ascii, flip, coordinates, TINY if small else USUAL)
    page = [list(line) for line in blank_board.lines]
    written: dict[tuple[object, ...], list[str]] = {}  # a large board has many cells of few kinds
    for cell, (column, line, size) in enumerate(blank_board.fields):
        around = "[]" if cell in selected else "()" if cell in last else ""
        number, aim, name = state.board[cell], cell in targets, game.board.names[cell] if hand.named else ""
        kind = (number, aim, around, size, name)
        field = written.get(kind)
        if field is None:
            bullet = hand.bullet if aim and number != EMPTY else ""
            field = written[kind] = _field(hand.core(number, aim, name), size, around, bullet, colour)
        page[line][column : column + len(field)] = field
    return "\n".join("".join(line).rstrip() for line in page)


class _Hand:
    """How the cells of a board are written, as ``text`` is asked to."""

    def __init__(self, game: Game[Any], ascii: bool, flip: bool, coordinates: bool, names: bool, small: bool) -> None:
        self.game = game
        self.names = names
        self.faces = signs(game.pieces, ascii, flip)
        self.room = max(map(width, self.faces))
        self.joint = ":" if any(face[-1].isalnum() for face in self.faces) else ""  # y:g9, but ●g9
        self.beside = game.board.outline == "point" and (coordinates or names)  # the name follows the piece
        self.named = names or self.beside
        self.bullet, self.blank = ("*", ".") if ascii else ("•", "·")
        if (game.board.outline == "square" and not small) or (self.beside and self.joint):
            self.blank = " "

    def rooms(self) -> tuple[int, ...]:
        """The columns of every cell."""
        names = self.game.board.names
        if self.beside:
            return tuple(self.room + len(self.joint) + width(name) + 2 for name in names)
        return (max(self.room, *map(width, names) if self.names else (0,)) + 2,) * len(names)

    def core(self, number: int, aim: bool, name: str) -> list[Run]:
        """What stands in a cell with the piece *number*, which can be played if it is an *aim*."""
        core: list[Run] = []
        if number != EMPTY:
            core.append((self.faces[number], _style(self.game.pieces[number].colour)))
        elif aim or not self.names or self.beside:
            core.append((self.bullet, MARK) if aim else (self.blank, DIM))
        if self.beside:
            gap = " " * (self.room - width(core[0][0]))
            core += [(gap + (self.joint if number != EMPTY else " " * len(self.joint)), ""), (name, DIM)]
        elif self.names and number == EMPTY and not aim:
            core.append((name, DIM))
        return core


def _field(core: list[Run], size: int, around: str, bullet: str, colour: bool) -> list[str]:
    """The columns of a cell: a run stands in its first column, the others it covers are empty."""
    marks = around or (bullet or " ") * 2
    spare = size - 2 - sum(width(part) for part, _ in core)
    runs = [
        (marks[0], MARK),
        (" " * (spare // 2), ""),
        *core,
        (" " * (spare - spare // 2), ""),
        (bullet or marks[1], MARK),
    ]
    field: list[str] = []
    for part, style in runs:
        if taken := width(part):
            shown = f"\x1b[{style}m{part}\x1b[0m" if colour and style and not part.isspace() else part
            field += [shown, *[""] * (taken - 1)]
    return field


@lru_cache(maxsize=1024)
def width(written: str) -> int:
    """How many columns of a terminal *written* takes, colours not counted."""
    if "\x1b" in written:
        written = COLOURS.sub("", written)
    if written.isascii():
        return len(written)
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in written)


@lru_cache(maxsize=64)
def _style(role: str) -> str:
    return f"{BOLD};38;5;{TERMINAL[role]}" if role in TERMINAL else BOLD


@lru_cache(maxsize=64)
def signs(pieces: tuple[Piece, ...], ascii: bool, flip: bool) -> tuple[str, ...]:
    """How each piece is written. On a board turned round, a piece that faces a way shows the opposite sign."""
    if ascii:
        return tuple(piece.symbol for piece in pieces)
    usual = [piece.sign or piece.symbol for piece in pieces]
    kinds = {(piece.glyph, piece.colour, piece.owner, piece.turn): piece.sign for piece in pieces}
    shown = []
    for piece, sign in zip(pieces, usual, strict=True):
        opposite = kinds.get((piece.glyph, piece.colour, piece.owner, (piece.turn + 180) % 360)) if flip else ""
        if usual.count(sign) > 1:  # two kinds look the same: the symbols differ
            shown.append(piece.symbol)
        else:
            shown.append(opposite if opposite and piece.sign else sign)
    return tuple(shown)
