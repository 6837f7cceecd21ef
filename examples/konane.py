"""Konane, the draughts of old Hawaii (traditional, played before 1778).

Black and white stones fill the board in turn, like the squares of a chessboard. Black first takes a black stone off:
one of the two in the middle or of the two in the corners. White then takes off a white stone beside that gap.

From then on, a turn is a jump with one of your stones over a neighbouring stone of the other player, along a row or a
column, onto the empty cell right behind. The stone that was jumped is taken off. The same stone may jump on in the
same direction as long as there is another to jump, or stop after any jump. Who cannot jump has lost.

Turns are written ``xd5`` (take off), ``a1-a3`` and ``a1-a3-a5`` (jump, and jump on).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tabuleiro.core import (
    EMPTY,
    NOBODY,
    NOTHING,
    OFF,
    Action,
    ActionSpace,
    Board,
    Game,
    Move,
    Outcome,
    Pass,
    Piece,
    Remove,
    Seat,
    State,
    option,
    say,
)
from tabuleiro.core.board import EAST, NORTH, SOUTH, WEST

WAYS = (NORTH, EAST, SOUTH, WEST)
STOP = Pass()


@dataclass(frozen=True, slots=True)
class Stones(State):
    """*jumper*: the cell of the stone that may jump on, *way*: its direction, *stuck*: the seat that has lost."""

    jumper: int = OFF
    way: int = OFF
    stuck: int = OFF

    @property
    def whole(self) -> bool:
        return self.jumper == OFF


@dataclass(frozen=True)
class Konane(Game[Stones]):
    """Every jump makes room for others; the last one to jump wins."""

    name = "konane"
    title = "Konane"
    tagline = "Jump the other player's stones off a full board; who cannot jump has lost."
    credits = "traditional Hawaiian"
    grammar = r"x[a-j]\d+|[a-j]\d+(-[a-j]\d+)*(stop)?|(-[a-j]\d+)+(stop)?|stop"

    size: int = option(6, "cells a side", (4, 6, 8, 10))

    pieces = (
        NOTHING,
        Piece("b", "black stone", 0, "dark", "stone", sign="●"),
        Piece("w", "white stone", 1, "light", "stone", sign="○"),
    )
    seats = (Seat("b", "Black", "dark"), Seat("w", "White", "light"))

    @cached_property
    def board(self) -> Board:
        return Board.grid("abcdefghij"[: self.size], [str(row) for row in range(self.size, 0, -1)])

    @cached_property
    def leaps(self) -> list[list[tuple[int, int, Move]]]:
        """``leaps[cell]``: direction, the cell jumped over, and the jump."""
        rays = self.board.rays
        return [[(w, rays[c][w][0], Move(c, rays[c][w][1])) for w in WAYS if len(rays[c][w]) > 1] for c in self.board]

    @cached_property
    def space(self) -> ActionSpace:
        return ActionSpace([*map(Remove, self.board), *(leap for of in self.leaps for _, _, leap in of), STOP])

    def start(self) -> Stones:
        return Stones(bytes(1 + (row + column) % 2 for row in range(self.size) for column in range(self.size)), 0)

    def actions(self, state: Stones) -> list[Action]:
        gaps = state.board.count(EMPTY)
        if gaps == 0:  # black stones in the corners and in the middle stand on the diagonal from the top left
            half = self.size // 2
            return [Remove(at * self.size + at) for at in (0, half - 1, half, self.size - 1)]
        if gaps == 1:
            return [Remove(cell) for cell in sorted(self.beside(state.board.index(EMPTY)))]
        jumps: list[Action] = [leap for _, leap in self.jumps(state)]
        return jumps if state.whole else [*jumps, STOP]

    def beside(self, cell: int) -> list[int]:
        return [self.board.steps[way][cell] for way in WAYS if self.board.steps[way][cell] != OFF]

    def jumps(self, state: Stones) -> list[tuple[int, Move]]:
        """The jumps of the player, or only those that go on, each with its direction."""
        board, mine = state.board, state.player + 1
        cells = self.board if state.whole else (state.jumper,)
        return [
            (way, leap)
            for cell in cells
            if board[cell] == mine
            for way, over, leap in self.leaps[cell]
            if board[over] == 3 - mine and not board[leap.target] and state.way in (OFF, way)
        ]

    def apply(self, state: Stones, action: Action) -> Stones:
        if isinstance(action, Pass):
            return self.passed_on(state.board, state.player)
        cells = bytearray(state.board)
        if isinstance(action, Remove):
            cells[action.cell] = EMPTY
            return self.passed_on(bytes(cells), state.player)
        assert isinstance(action, Move)
        way, over = next((way, over) for way, over, leap in self.leaps[action.source] if leap == action)
        cells[action.target], cells[action.source], cells[over] = cells[action.source], EMPTY, EMPTY
        onward = Stones(bytes(cells), state.player, action.target, way)
        return onward if self.jumps(onward) else self.passed_on(onward.board, state.player)

    def passed_on(self, board: bytes, player: int) -> Stones:
        """The turn is the other player's, unless there is nothing to do."""
        after = Stones(board, 1 - player)
        return after if board.count(EMPTY) < 2 or self.jumps(after) else Stones(board, NOBODY, stuck=1 - player)

    def outcome(self, state: Stones) -> Outcome:
        return Outcome.win(1 - state.stuck, 2, say("{seat} cannot jump", seat=self.seats[state.stuck].name))

    def evaluate(self, state: Stones) -> tuple[float, ...]:
        lead = len(self.jumps(Stones(state.board, 0))) - len(self.jumps(Stones(state.board, 1)))
        return (float(lead), float(-lead))

    def write(self, state: Stones, action: Action) -> str:
        text = "" if action == STOP else super().write(state, action)
        return text if state.whole else text[max(text.find("-"), 0) :]

    def spellings(self, state: Stones, action: Action) -> tuple[str, ...]:
        return ("stop",) if action == STOP else ()
