"""Breakthrough, by Dan Troyka (2000).

Each player has two rows of pieces at their side of the board. White, at the bottom, begins.

A turn is a step with one piece to the cell straight ahead or diagonally ahead. Straight ahead, the cell must be empty.
Diagonally, it may also have a piece of the other player, which is taken. Nobody has to take, and nothing goes back.

Who first brings a piece to the row farthest away, or takes the last piece of the other player, wins. There is always
something to do, and there are no draws.

This game has a compiled twin of its rules and a profile of its own for computer players, in breakthrough_twin.py.
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
    Piece,
    Seat,
    State,
    option,
    say,
)
from tabuleiro.core.board import NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST

WAYS = ((NORTH_WEST, NORTH, NORTH_EAST), (SOUTH_WEST, SOUTH, SOUTH_EAST))  # by seat, from the left to the right
STRAIGHT = (NORTH, SOUTH)


@dataclass(frozen=True)
class Breakthrough(Game[State]):
    """One piece that gets through is enough."""

    name = "breakthrough"
    title = "Breakthrough"
    tagline = "Bring one piece to the far side, straight or diagonally ahead."
    credits = "Dan Troyka, 2000"
    twin = "breakthrough_twin:kernel"
    profile = "breakthrough_twin:PROFILE"

    size: int = option(8, "cells a side", (5, 6, 7, 8), called="Board size")

    pieces = (
        NOTHING,
        Piece("w", "white piece", 0, "light", "man", sign="○"),
        Piece("b", "black piece", 1, "dark", "man", sign="●"),
    )
    seats = (Seat("w", "White", "light"), Seat("b", "Black", "dark"))

    @cached_property
    def board(self) -> Board:
        return Board.grid("abcdefgh"[: self.size], "87654321"[-self.size :])

    @cached_property
    def moves(self) -> list[list[list[tuple[bool, Move]]]]:
        """``moves[seat][cell]``: whether it goes straight on, and the step."""
        steps = self.board.steps
        return [
            [
                [(way in STRAIGHT, Move(cell, steps[way][cell])) for way in ways if steps[way][cell] != OFF]
                for cell in self.board
            ]
            for ways in WAYS
        ]

    @cached_property
    def space(self) -> ActionSpace:
        return ActionSpace(move for cells in self.moves for moves in cells for _, move in moves)

    def start(self) -> State:
        two, rest = 2 * self.size, self.size * (self.size - 4)
        return State(b"\2" * two + bytes(rest) + b"\1" * two, 0)

    def actions(self, state: State) -> list[Action]:
        board, mine = state.board, state.player + 1
        return [
            move
            for cell, piece in enumerate(board)
            if piece == mine
            for straight, move in self.moves[state.player][cell]
            if not board[move.target] or (board[move.target] != mine and not straight)
        ]

    def apply(self, state: State, action: Action) -> State:
        assert isinstance(action, Move)
        cells = bytearray(state.board)
        cells[action.target], cells[action.source] = cells[action.source], EMPTY
        board, other = bytes(cells), 1 - state.player
        through = action.target // self.size == (self.size - 1) * state.player
        return State(board, NOBODY if through or other + 1 not in board else other)

    def outcome(self, state: State) -> Outcome:
        board, size = state.board, self.size
        for seat, last in ((0, board[:size]), (1, board[-size:])):
            if seat + 1 in last:
                return Outcome.win(seat, 2, say("{seat} has got through", seat=self.seats[seat].name))
        winner = int(1 not in board)
        return Outcome.win(winner, 2, say("{seat} has no pieces left", seat=self.seats[1 - winner].name))

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Pieces ahead."""
        if state.player == NOBODY:
            won, lost = self.outcome(state).scores
            return (99 * (won - lost), 99 * (lost - won))
        lead = float(state.board.count(1) - state.board.count(2))
        return (lead, -lead)
