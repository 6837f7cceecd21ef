"""EinStein würfelt nicht!, by Ingo Althöfer (2004).

The title means both "a stone does not throw dice" and "Einstein does not throw dice". Blue and Red have six stones each,
with the numbers 1 to 6, in opposite corners of a board of five by five. Blue moves to the right, down, or both at
once; Red to the left, up, or both.

A turn begins with a throw of the die. The stone of that number moves to a neighbouring cell. If that stone is gone,
it is the remaining stone with the next lower number or the one with the next higher number, as the player likes. What
stands on the cell where the stone arrives is off the board, be it the other player's or the own: few stones move often.

Who first reaches the corner from which the other began, or takes the last stone of the other, wins. There are no draws.

Turns are written ``5:c2-d2``: the throw, and the move. Reading: players may set up their stones as they like; here
they always stand as in the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tabuleiro.core import (
    CHANCE,
    EMPTY,
    NOBODY,
    NOTHING,
    OFF,
    Action,
    ActionSpace,
    Board,
    Choose,
    Game,
    Move,
    Outcome,
    Piece,
    Seat,
    State,
    say,
)
from tabuleiro.core.board import EAST, NORTH, NORTH_WEST, SOUTH, SOUTH_EAST, WEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SIDE = 5
NUMBERS = range(1, 7)
HOME = (1, 6, 2, 5, 4, 3)  # the stones by cell, from the corner on, row by row
PLACES = (0, 1, 2, 5, 6, 10)  # where they stand; the other player's are the same seen from the other side
WAYS = ((EAST, SOUTH_EAST, SOUTH), (WEST, NORTH_WEST, NORTH))
LAST = SIDE**2 - 1


@dataclass(frozen=True, slots=True)
class Stones(State):
    """*turn*: whose turn it is, also while the die rolls; *thrown*: the number on the die, 0 before the throw."""

    turn: int = 0
    thrown: int = 0

    @property
    def whole(self) -> bool:
        return not self.thrown


@dataclass(frozen=True)
class Einstein(Game[Stones]):
    """The die says which stone; where to is up to you."""

    name = "einstein"
    title = "EinStein würfelt nicht!"
    tagline = "The die says which stone moves; reach the other corner first."
    credits = "Ingo Althöfer, 2004"
    grammar = r"([1-6]:)?([a-e][1-5]-[a-e][1-5])?"

    pieces = (
        NOTHING,
        *(
            Piece(f"b{number}", f"blue {number}", 0, "blue", f"tile{number}", sign="①②③④⑤⑥"[number - 1])
            for number in NUMBERS
        ),
        *(
            Piece(f"r{number}", f"red {number}", 1, "red", f"tile{number}", sign="❶❷❸❹❺❻"[number - 1])
            for number in NUMBERS
        ),
    )
    seats = (Seat("b", "Blue", "blue"), Seat("r", "Red", "red"))

    @cached_property
    def board(self) -> Board:
        return Board.grid("abcde", "54321")

    @cached_property
    def throws(self) -> list[Choose]:
        return [Choose(number) for number in NUMBERS]

    @cached_property
    def ways(self) -> list[list[list[Move]]]:
        """``ways[seat][cell]``: the moves from there."""
        steps = self.board.steps
        return [
            [[Move(cell, steps[way][cell]) for way in ways if steps[way][cell] != OFF] for cell in self.board]
            for ways in WAYS
        ]

    @cached_property
    def space(self) -> ActionSpace:
        return ActionSpace([*self.throws, *(move for cells in self.ways for moves in cells for move in moves)])

    def start(self) -> Stones:
        board = bytearray(len(self.board))
        for place, number in zip(PLACES, HOME, strict=True):
            board[place], board[LAST - place] = number, len(NUMBERS) + number
        return Stones(bytes(board), CHANCE)

    def odds(self, state: Stones) -> Sequence[tuple[Action, int]]:
        return [(throw, 1) for throw in self.throws]

    def actions(self, state: Stones) -> list[Action]:
        return [move for stone in self.movable(state) for move in self.ways[state.turn][state.board.index(stone)]]

    def movable(self, state: Stones) -> list[int]:
        """The stone of the number thrown, or its neighbours in number, as pieces."""
        first = len(NUMBERS) * state.turn
        left = [stone - first for stone in self.stones(state.board, state.turn)]
        below = [number for number in left if number <= state.thrown][-1:]
        above = [number for number in left if number >= state.thrown][:1]
        return [first + number for number in sorted({*below, *above})]

    def stones(self, board: bytes, seat: int) -> list[int]:
        first = len(NUMBERS) * seat
        return [first + number for number in NUMBERS if first + number in board]

    def apply(self, state: Stones, action: Action) -> Stones:
        if isinstance(action, Choose):
            return Stones(state.board, state.turn, state.turn, action.option)
        assert isinstance(action, Move)
        cells = bytearray(state.board)
        cells[action.target], cells[action.source] = cells[action.source], EMPTY
        board, other = bytes(cells), 1 - state.turn
        over = action.target == self.goal(state.turn) or not self.stones(board, other)
        return Stones(board, NOBODY if over else CHANCE, other)

    def goal(self, seat: int) -> int:
        return 0 if seat else LAST

    def outcome(self, state: Stones) -> Outcome:
        """Who has just moved has won: an own stone that is taken leaves the one that takes it."""
        winner = 1 - state.turn
        name, other = self.seats[winner].name, self.seats[state.turn].name
        if self.stones(state.board, state.turn):
            return Outcome.win(winner, 2, say("{seat} has reached the corner", seat=name))
        return Outcome.win(winner, 2, say("{seat} has no stones left", seat=other))

    def write(self, state: Stones, action: Action) -> str:
        return f"{action.option}:" if isinstance(action, Choose) else super().write(state, action)

    def label(self, state: Stones, action: Action) -> str:
        return str(action.option) if isinstance(action, Choose) else self.write(state, action)

    def prompt(self, state: Stones) -> str:
        return say("the die shows {number}", number=state.thrown)

    def evaluate(self, state: Stones) -> tuple[float, ...]:
        """How much nearer to the goal the nearest stone is than the other player's, in moves."""
        if state.player == NOBODY:
            won, lost = self.outcome(state).scores
            return (10 * (won - lost), 10 * (lost - won))
        blue, red = (
            min(self.distance(state.board, stone) for stone in self.stones(state.board, seat)) for seat in (0, 1)
        )
        return (float(red - blue), float(blue - red))

    def distance(self, board: bytes, stone: int) -> int:
        row, column = divmod(board.index(stone), SIDE)
        return max(row, column) if stone > len(NUMBERS) else SIDE - 1 - min(row, column)
