"""Material and people as data: what can stand on a cell, and who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.core.words import later, say

EMPTY = 0  # the piece index of an empty cell: ``pieces[0]`` is the empty cell in every game


@dataclass(frozen=True)
class Piece:
    """A kind of piece. A piece that can face several ways is several kinds.

    *symbol* is its spelling in notation and on plain text boards (one character or two), *sign* a prettier
    character for terminals that can show it. *called* is what its game calls it, in English. *colour* is a role that
    themes turn into a colour, *glyph* the name of a shape in ``draw.glyphs`` and *turn* its rotation, clockwise in
    degrees.
    """

    symbol: str
    called: str
    owner: int | None = None
    colour: str = "neutral"
    glyph: str = "disc"
    turn: int = 0
    sign: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "called", later(str(self.called)))

    @property
    def name(self) -> str:
        """What it is called in the reader's language."""
        return say(self.called)


NOTHING = Piece(".", "empty", colour="none", glyph="none")


@dataclass(frozen=True)
class Seat:
    """A place at the table: its letter in notation, what its game calls it (in English), its colour role."""

    symbol: str
    called: str
    colour: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "called", later(str(self.called)))

    @property
    def name(self) -> str:
        """What it is called in the reader's language."""
        return say(self.called)
