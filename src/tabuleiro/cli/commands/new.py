"""``tabuleiro new FILE.py``: a file that is the beginning of a new game, and already a game."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from unicodedata import combining, normalize

from tabuleiro.core import later, say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.home.files import refuse_to_replace, write_text


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar=say("FILE.py"), help=say("where to write it; nothing is replaced"))
    parser.add_argument("--title", metavar=say("TITLE"), help=say("what the game is called; without it, as the file"))


def run(args: Namespace) -> int:
    if not args.file.endswith(".py"):
        raise TabuleiroError(later("{path} should end with .py", path=args.file))
    if os.path.exists(args.file):
        refuse_to_replace(args.file)
    stem = os.path.basename(args.file).removesuffix(".py")
    title = " ".join((stem.replace("_", " ").title() if args.title is None else args.title).split())
    title = "".join(sign for sign in title if sign.isprintable() and sign not in '"\\') or "Game"
    write_text(args.file, template(title))
    print(say("{path} is written. Try:", path=args.file), file=sys.stderr)
    for command in ("check", "play"):
        print(f"  tabuleiro {command} {args.file}", file=sys.stderr)
    return 0


def template(title: str) -> str:
    """The file, for a game called *title*."""
    letters = (sign for sign in normalize("NFKD", title) if not combining(sign))  # é becomes e
    plain = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in letters)
    words = plain.split() or ["game"]
    kind = "".join(word[0].upper() + word[1:] for word in words)
    return (
        TEMPLATE.replace("{title}", title)
        .replace("{name}", "-".join(words).lower())
        .replace("{class}", kind if kind[0].isalpha() else f"Game{kind}")
    )


TEMPLATE = '''\
"""{title}.

Say here how to play: ``tabuleiro rules`` shows this text. What follows is a game that works, three in a row. Players
take turns to put a stone on an empty cell. Who first has three in a row, straight or diagonally, wins; a full board
is a draw.

    tabuleiro check FILE.py     tests the laws that every game must keep
    tabuleiro play FILE.py      plays it
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tabuleiro.core import NOBODY, NOTHING, Action, ActionSpace, Board, Game, Outcome, Piece, Place, Seat, State, option
from tabuleiro.core.board import EAST, NORTH_EAST, SOUTH, SOUTH_EAST

ROW = 3  # stones in a row that win


@dataclass(frozen=True)
class {class}(Game[State]):
    """The rules are pure functions of an immutable state; fields of this class are the game's options.

    A state has the board (a piece number for every cell, 0 for empty) and the player who decides. A game that must
    remember more makes its own class: a frozen dataclass, with slots, that adds fields to State.
    """

    name = "{name}"
    title = "{title}"
    tagline = "Three in a row wins."
    credits = "traditional"

    size: int = option(3, "cells a side", (3, 4, 5))

    pieces = (NOTHING, Piece("x", "cross", 0, "blue"), Piece("o", "nought", 1, "red"))
    seats = (Seat("x", "Cross", "blue"), Seat("o", "Nought", "red"))

    @cached_property
    def board(self) -> Board:
        """A grid here; there are also Board.hexagon and Board.graph."""
        return Board.grid("abcde"[: self.size], "54321"[-self.size :])

    @cached_property
    def space(self) -> ActionSpace:
        """Every step that can ever be taken."""
        return ActionSpace(Place(cell, stone) for stone in (1, 2) for cell in self.board)

    @cached_property
    def rows(self) -> list[tuple[int, ...]]:
        """All cells that are in a row."""
        ways = (EAST, SOUTH, SOUTH_EAST, NORTH_EAST)
        lines = [(cell, *self.board.rays[cell][way][: ROW - 1]) for cell in self.board for way in ways]
        return [line for line in lines if len(line) == ROW]

    def start(self) -> State:
        return State(bytes(len(self.board)), 0)

    def actions(self, state: State) -> list[Action]:
        """What the player may do, always in the same order; never nothing."""
        return [Place(cell, state.player + 1) for cell, stone in enumerate(state.board) if not stone]

    def apply(self, state: State, action: Action) -> State:
        """The state after a legal step. The next player is NOBODY when the game is over."""
        assert isinstance(action, Place)
        cells = bytearray(state.board)
        cells[action.cell] = action.piece
        board = bytes(cells)
        over = self.has_row(board, action.piece) or 0 not in board
        return State(board, NOBODY if over else 1 - state.player)

    def has_row(self, board: bytes, stone: int) -> bool:
        return any(all(board[cell] == stone for cell in row) for row in self.rows)

    def outcome(self, state: State) -> Outcome:
        """Who has won, asked when the game is over."""
        for seat in (0, 1):
            if self.has_row(state.board, seat + 1):
                return Outcome.win(seat, 2, f"{self.seats[seat].name} has three in a row")
        return Outcome.draw(2, "the board is full")
'''
