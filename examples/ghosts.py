"""Ghosts, after Geister by Alex Randolph (1982).

Each player has eight ghosts on the two rows at their side of a board of six by six. Four of them are good and four are
evil; they look alike from behind, and only their owner knows which is which.

A turn is a step with one ghost to a neighbouring cell, straight, never diagonally. A ghost of the other player on that cell
is taken, and both see what it was.

You win when you have taken all good ghosts of the other player; when the other player has taken all your evil ones; or
when a good ghost of yours leaves the board. It may do so, as a turn, from one of the two corners at the other player's
side. So whoever takes a ghost takes a risk, and so does whoever lets one walk to the corner.

Turns are written ``b2-b3``, and ``a6-out`` for a ghost that leaves. Readings: the ghosts are dealt to their places by
chance instead of being set up by the players, and the third time the same position comes up is a draw.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

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
    Remove,
    Seat,
    State,
    say,
)
from tabuleiro.core.board import EAST, NORTH, SOUTH, WEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

WAYS = (NORTH, EAST, SOUTH, WEST)
EACH = 4  # good ghosts, and as many evil ones
GOOD, EVIL, HIDDEN = 1, 2, 3  # kinds of White's ghosts; three more are Black's
KINDS = 3
DEALS = tuple(combinations(range(2 * EACH), EACH))  # on which of a player's eight places the good ghosts stand
UNSEEN = Choose(len(DEALS))  # a deal as others see it


@dataclass(frozen=True, slots=True)
class Haunt(State):
    """*dealt*: to how many players ghosts were dealt; *taken*: White's good and evil ghosts that are off, then Black's."""

    dealt: int = 0
    taken: tuple[int, ...] = (0, 0, 0, 0)
    winner: int = OFF

    @property
    def whole(self) -> bool:
        """The deal to both is one turn of chance."""
        return self.dealt != 1


@dataclass(frozen=True)
class Ghosts(Game[Haunt]):
    """Take the good ones, leave the evil ones, and let nobody see which are yours."""

    name = "ghosts"
    title = "Ghosts"
    tagline = "Take the good ghosts and not the evil ones, which look just like them."
    credits = "after Alex Randolph, 1982"
    grammar = r"[a-f][1-6]-([a-f][1-6]|out)|(=\d+)+"
    repetition = 3

    pieces = (
        NOTHING,
        Piece("G", "white good ghost", 0, "light", "man", sign="☺"),
        Piece("E", "white evil ghost", 0, "light", "tile1", sign="☹"),
        Piece("H", "white ghost", 0, "light", "stone", sign="○"),
        Piece("g", "black good ghost", 1, "dark", "man", sign="☻"),
        Piece("e", "black evil ghost", 1, "dark", "tile1", sign="✖"),
        Piece("h", "black ghost", 1, "dark", "stone", sign="●"),
    )
    seats = (Seat("W", "White", "light"), Seat("B", "Black", "dark"))

    @cached_property
    def board(self) -> Board:
        return Board.grid("abcdef", "654321")

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """Where each player's ghosts begin."""
        rows = (("1", "2"), ("6", "5"))
        return tuple(self.board.at([column + row for row in own for column in "bcde"]) for own in rows)

    @cached_property
    def exits(self) -> tuple[tuple[int, ...], ...]:
        """The corners from which each player's ghosts may leave."""
        return self.board.at(["a6", "f6"]), self.board.at(["a1", "f1"])

    @cached_property
    def moves(self) -> list[list[Move]]:
        steps = self.board.steps
        return [[Move(cell, steps[way][cell]) for way in WAYS if steps[way][cell] != OFF] for cell in self.board]

    @cached_property
    def space(self) -> ActionSpace:
        leaving = [Remove(cell) for corners in self.exits for cell in corners]
        deals = [Choose(number) for number in range(len(DEALS))]
        return ActionSpace([*(move for moves in self.moves for move in moves), *leaving, *deals, UNSEEN])

    def start(self) -> Haunt:
        board = bytearray(len(self.board))
        for seat in (0, 1):
            for cell in self.places[seat]:
                board[cell] = KINDS * seat + HIDDEN
        return Haunt(bytes(board), CHANCE)

    def odds(self, state: Haunt) -> Sequence[tuple[Action, int]]:
        return [(Choose(number), 1) for number in range(len(DEALS))]

    def actions(self, state: Haunt) -> list[Action]:
        board, seat = state.board, state.player
        legal: list[Action] = [
            move
            for cell, ghost in enumerate(board)
            if owner(ghost) == seat
            for move in self.moves[cell]
            if owner(board[move.target]) != seat
        ]
        good = KINDS * seat + GOOD
        return [*legal, *(Remove(corner) for corner in self.exits[seat] if board[corner] == good)]

    def apply(self, state: Haunt, action: Action) -> Haunt:
        board, seat, taken = bytearray(state.board), state.player, list(state.taken)
        if isinstance(action, Choose):
            for number, cell in enumerate(self.places[state.dealt]):
                board[cell] = KINDS * state.dealt + (GOOD if number in DEALS[action.option] else EVIL)
            dealt = state.dealt + 1
            return replace(state, board=bytes(board), dealt=dealt, player=CHANCE if dealt < 2 else 0)
        if isinstance(action, Remove):
            board[action.cell] = EMPTY
            return replace(state, board=bytes(board), player=NOBODY, winner=seat)
        assert isinstance(action, Move)
        ghost, board[action.target], board[action.source] = board[action.target], board[action.source], EMPTY
        winner, kind = OFF, (ghost - 1) % KINDS + 1
        if ghost and kind != HIDDEN:  # in a view, nobody knows yet what was taken
            taken[2 * (1 - seat) + kind - 1] += 1
            if taken[2 * (1 - seat) + kind - 1] == EACH:
                winner = seat if kind == GOOD else 1 - seat
        return Haunt(bytes(board), 1 - seat if winner == OFF else NOBODY, 2, tuple(taken), winner)

    def outcome(self, state: Haunt) -> Outcome:
        seat, names = state.winner, [side.name for side in self.seats]
        good, evil = state.taken[2 * (1 - seat)], state.taken[2 * seat + 1]
        if good == EACH:
            reason = say("{seat} has taken all good ghosts", seat=names[seat])
        elif evil == EACH:
            reason = say("{seat} has taken all evil ghosts", seat=names[1 - seat])
        else:
            reason = say("a good ghost of {seat} has left the board", seat=names[seat])
        return Outcome.win(seat, 2, reason)

    # ── Secrets ──────────────────────────────────────────────────────────────────────────────────────────────

    def view(self, state: Haunt, seat: int | None) -> Haunt:
        """Others' ghosts are seen from behind; when the game is over, all turn round."""
        if state.player == NOBODY:
            return state
        seen = bytes(
            ghost if not ghost or owner(ghost) == seat else KINDS * owner(ghost) + HIDDEN for ghost in state.board
        )
        return replace(state, board=seen)

    def veil(self, state: Haunt, action: Action, seat: int | None) -> Action:
        """Everybody sees that ghosts are dealt; who gets them sees which."""
        return UNSEEN if isinstance(action, Choose) and seat != state.dealt else action

    def imagine(self, view: Haunt, seat: int | None, rng: Random) -> Haunt:
        """Whatever is hidden may be any of the ghosts that are left, in any order."""
        board = bytearray(view.board)
        for side in range(view.dealt):
            hidden = [cell for cell, ghost in enumerate(board) if ghost == KINDS * side + HIDDEN]
            good = EACH - view.taken[2 * side]
            for number, cell in enumerate(rng.sample(hidden, len(hidden))):
                board[cell] = KINDS * side + (GOOD if number < good else EVIL)
        return replace(view, board=bytes(board))

    # ── For players ──────────────────────────────────────────────────────────────────────────────────────────

    def write(self, state: Haunt, action: Action) -> str:
        return f"{self.board.names[action.cell]}-out" if isinstance(action, Remove) else super().write(state, action)

    def evaluate(self, state: Haunt) -> tuple[float, ...]:
        """Good ghosts taken are a gain, evil ones a loss."""
        if state.player == NOBODY:
            won, lost = self.outcome(state).scores
            return (9 * (won - lost), 9 * (lost - won))
        white_good, white_evil, black_good, black_evil = state.taken
        lead = float(black_good - black_evil - white_good + white_evil)
        return (lead, -lead)

    def status(self, state: Haunt) -> Sequence[tuple[str, tuple[object, ...]]]:
        return (
            (say("good ghosts lost"), (state.taken[0], state.taken[2])),
            (say("evil ghosts lost"), (state.taken[1], state.taken[3])),
        )


def owner(ghost: int) -> int:
    """The seat of a kind of ghost; OFF for none."""
    return (ghost - 1) // KINDS if ghost else OFF
