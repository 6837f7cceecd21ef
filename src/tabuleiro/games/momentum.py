"""Momentum, by Phil Leduc (2010).

Two players, an empty square board of 7 by 7, and 8 marbles each in hand. Be the first to have all your marbles
on the board.

A turn: drop one of your marbles on an empty cell. It gives its momentum to every line of marbles that touches it:
in each of the eight directions, look at the unbroken line that starts next to the dropped marble, whatever its
colours. Only the last marble of that line moves, one cell further; the others stay (Fig. 1). A marble that is pushed
pushes nothing, and one that is neither next to the drop nor in such a line stays (Fig. 2). Pushed over the edge, a
marble goes back to its owner's hand, be it yours or the other player's (Fig. 3).

Swap: on the first turn of the second player, instead of dropping, replace the first marble by one of yours (Fig. 4).

Last marble: when one player needs only one more marble, the other must win at once or knock one of those marbles
off the board, if there is a way (Fig. 5). (Who does not will lose, so this only forbids blunders.)

The game ends when a player has all marbles on the board at the end of the own turn, after all pushes; that player
wins (Fig. 6). After 60 turns the player with more marbles on the board wins, and equal numbers draw.

Readings: larger boards keep 8 marbles unless ``marbles`` says otherwise (the designer plays 12 on 9 by 9).
``forced=off`` is the designer's own rule, where nobody is kept from blundering; with ``forced=report`` one must knock
a marble off even if one could win at once.

A turn is written 4,3: a drop on row 4, column 3; swap takes over the first marble.

Text: a position ends with who drops next, 1 or 2, and the number of turns played.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from tabuleiro.core import (
    EMPTY,
    NOBODY,
    NOTHING,
    Action,
    ActionSpace,
    Board,
    Choose,
    Game,
    Outcome,
    Piece,
    Place,
    Seat,
    State,
    later,
    later_many,
    option,
    say,
)
from tabuleiro.core.board import OFF
from tabuleiro.core.errors import BadOption, BadPosition
from tabuleiro.core.notation import read_rows, write_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SWAP = Choose(0)
LARGEST = 26  # cells a side: as many as there are letters for columns
EXPOSED = 0.2  # marbles: what a cell is worth from which a drop sends one home


def most_marbles(size: int) -> int:
    """How many each may have on a board of this size: a cell must be left for the last one."""
    return (size**2 + 1) // 2


@dataclass(frozen=True, slots=True)
class Marbles(State):
    """The board, who is to drop, and how many turns were played."""

    played: int = 0


@dataclass(frozen=True)
class Momentum(Game[Marbles]):
    """Drop a marble; the far end of every line it touches is pushed on."""

    name = "momentum"
    title = "Momentum"
    tagline = "Drop a marble and push the far end of every line it touches."
    credits = "Phil Leduc, 2010"
    twin = "tabuleiro.kernels.momentum:kernel"
    profile = "tabuleiro.ai.profiles:MOMENTUM"
    figures = "tabuleiro.games.figures:MOMENTUM"
    planes = "tabuleiro.play.planes:momentum"
    grammar = r"\d+,\d+|[a-z]\d+|swap"

    size: int = option(
        7, "cells a side; larger boards favour the first player", least=7, most=LARGEST, called="Board size"
    )
    marbles: int = option(
        8, "marbles each; 12 suits a board of 9", least=2, most=most_marbles(LARGEST), called="Marbles"
    )
    swap: bool = option(True, "the second player may take over the first marble", called="Swap rule")
    forced: str = option(
        "win-or-knock",
        "what the last marble forces",
        {"win-or-knock": "win or knock off", "off": "nothing is forced", "report": "always knock one off"},
        called="Last marble",
    )
    turn_limit: int = option(60, "turns in all, an even number; 0 for no limit", most=10_000, called="Turn limit")
    starter: str = option("player1", "who begins", {"player1": "Blue", "player2": "Red"}, called="First player")

    pieces = (
        NOTHING,
        Piece("1", "blue marble", 0, "blue", "marble", sign="●"),
        Piece("2", "red marble", 1, "red", "marble", sign="○"),
    )
    seats = (Seat("1", "Blue", "blue"), Seat("2", "Red", "red"))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.marbles > most_marbles(self.size):
            raise BadOption(
                later(
                    "marbles={marbles} do not fit; a board of {size} takes at most {most}",
                    marbles=self.marbles,
                    size=self.size,
                    most=most_marbles(self.size),
                )
            )
        if self.turn_limit % 2:
            raise BadOption(
                later(
                    "turn_limit={limit} is odd; both players should have the same number of turns",
                    limit=self.turn_limit,
                )
            )

    @cached_property
    def board(self) -> Board:
        numbers = [str(number) for number in range(1, self.size + 1)]
        return Board.grid(numbers, numbers, "{row},{column}")

    @cached_property
    def space(self) -> ActionSpace:
        return ActionSpace([*self.drops[1], *self.drops[2], SWAP])

    @cached_property
    def drops(self) -> tuple[tuple[Place, ...], ...]:
        """The drop of each marble on each cell: ``drops[marble][cell]``."""
        return tuple(tuple(Place(cell, marble) for cell in self.board) for marble in range(3))

    @cached_property
    def brinks(self) -> tuple[tuple[int, tuple[tuple[int, ...], ...]], ...]:
        """Cells at the edge, each with the lines inward along which a push sends its marble off."""
        steps = self.board.steps
        found = []
        for cell in self.board:
            lines = [self.board.rays[cell][(way + 4) % 8] for way in range(8) if steps[way][cell] == OFF]
            if any(lines):
                found.append((cell, tuple(filter(None, lines))))
        return tuple(found)

    @property
    def first(self) -> int:
        """The seat that begins."""
        return 0 if self.starter == "player1" else 1

    def start(self) -> Marbles:
        return Marbles(bytes(self.size**2), self.first)

    def actions(self, state: Marbles) -> Sequence[Action]:
        board, mine, theirs = state.board, state.player + 1, 2 - state.player
        drops = self.drops[mine]
        free = [cell for cell, marble in enumerate(board) if not marble]
        if self.forced != "off" and board.count(theirs) == self.marbles - 1:
            saving = self.falls(board, theirs)
            if self.forced == "win-or-knock" and board.count(mine) == self.marbles - 1:
                losing = self.falls(board, mine)
                saving.update(cell for cell in free if cell not in losing)
            if saving:
                free = sorted(saving)
        legal: list[Action] = [drops[cell] for cell in free]
        if self.swap and state.played == 1 and board.count(theirs) == 1:
            legal.append(SWAP)
        return legal

    def falls(self, board: bytes, marble: int) -> set[int]:
        """The empty cells from which a drop sends some marble of this colour off the board."""
        cells = set()
        for brink, lines in self.brinks:
            if board[brink] == marble:
                for line in lines:
                    for cell in line:
                        if not board[cell]:
                            cells.add(cell)
                            break
        return cells

    def apply(self, state: Marbles, action: Action) -> Marbles:
        mine = state.player + 1
        if action == SWAP:
            board = state.board.replace(bytes([3 - mine]), bytes([mine]))
        else:
            assert isinstance(action, Place)
            board = self.pushed(state.board, action.cell, mine)
        played = state.played + 1
        over = board.count(mine) == self.marbles or played == self.turn_limit
        return Marbles(board, NOBODY if over else 1 - state.player, played)

    def pushed(self, board: bytes, cell: int, marble: int) -> bytes:
        """The board after the drop: the last marble of every line that touches *cell* goes one further or off."""
        after = bytearray(board)
        after[cell] = marble
        for ray in self.board.rays[cell]:
            last = OFF
            for onward in ray:
                if not board[onward]:
                    if last != OFF:
                        after[onward], after[last] = after[last], EMPTY
                    break
                last = onward
            else:
                if last != OFF:
                    after[last] = EMPTY
        return bytes(after)

    def outcome(self, state: Marbles) -> Outcome:
        counts = (state.board.count(1), state.board.count(2))
        names = [seat.called for seat in self.seats]
        for seat in (0, 1):
            if counts[seat] == self.marbles:
                return Outcome.win(
                    seat,
                    2,
                    later("{seat} has all {count} marbles on the board", seat=names[seat], count=self.marbles),
                    counts,
                )
        if counts[0] == counts[1]:
            return Outcome.draw(
                2,
                later_many(
                    "{turns} turns are over and both have {count} marble on the board",
                    "{turns} turns are over and both have {count} marbles on the board",
                    counts[0],
                    turns=state.played,
                ),
                counts,
            )
        winner = int(counts[1] > counts[0])
        return Outcome.win(
            winner,
            2,
            later(
                "{turns} turns are over and {seat} has more marbles on the board",
                turns=state.played,
                seat=names[winner],
            ),
            counts,
        )

    def write(self, state: Marbles, action: Action) -> str:
        return "swap" if action == SWAP else self.board.names[action.cell]  # type: ignore[union-attr]

    def spellings(self, state: Marbles, action: Action) -> Iterable[str]:
        """A column letter and a row, and for a swap the cell of the first marble."""
        cell = action.cell if isinstance(action, Place) else state.board.index(2 - state.player)
        row, column = divmod(cell, self.size)
        letters = (f"{chr(ord('a') + column)}{row + 1}",) if column < 26 else ()
        return letters if isinstance(action, Place) else (*letters, self.board.names[cell])

    def label(self, state: Marbles, action: Action) -> str:
        return say("swap") if action == SWAP else self.write(state, action)

    def prompt(self, state: Marbles) -> str:
        legal, other = self.actions(state), self.seats[1 - state.player].name
        if SWAP in legal:
            return say("drop a marble, or swap: take over the first one")
        if len(legal) == state.board.count(EMPTY):
            return ""
        if self.forced == "win-or-knock" and state.board.count(state.player + 1) == self.marbles - 1:
            return say("win now, or knock a marble of {seat} off the board", seat=other)
        return say("knock a marble of {seat} off the board", seat=other)

    def why_not(self, state: Marbles, chosen: tuple[int, ...], cell: int) -> str | None:
        name, other = self.board.names[cell], self.seats[1 - state.player].called
        if state.board[cell]:
            return later("A marble lies on {cell}: drop on an empty cell.", cell=name)
        if self.forced == "report":
            return later(
                "{seat} needs only one more marble: knock one of them off, which a drop on {cell} does not.",
                seat=other,
                cell=name,
            )
        return later(
            "{seat} needs only one more marble: win now or knock one of them off; a drop on {cell} does neither.",
            seat=other,
            cell=name,
        )

    def write_position(self, state: Marbles) -> str:
        """Rows, who drops (``-`` nobody) and how many turns were played."""
        mover = "-" if state.player == NOBODY else self.seats[state.player].symbol
        return f"{write_rows(self.board, self.pieces, state.board)} {mover} {state.played}"

    def read_position(self, text: str) -> Marbles:
        """A number that does not fit the mover counts from one; without it, as few turns as the marbles allow."""
        found = re.fullmatch(r"([.12/]+) ([12-])(?: (\d{1,6}))?", text.strip())
        if not found:
            raise BadPosition(
                later(
                    "{text} is no position; write rows, who drops (1 or 2) and the turns played, like {example}",
                    text=text,
                    example=self.write_position(self.start()),
                )
            )
        board = read_rows(self.board, self.pieces, found[1])
        least = max(0, 2 * board.count(self.first + 1) - 1, 2 * board.count(2 - self.first))
        played = int(found[3] or least)
        if found[2] == "-":
            return Marbles(board, NOBODY, played)
        player = int(found[2]) - 1
        if (played + self.first - player) % 2:
            played += -1 if found[3] and played else 1
        return Marbles(board, player, played)

    def objection(self, state: Marbles) -> str | None:
        counts = [state.board.count(marble) for marble in (1, 2)]
        if max(counts) > self.marbles or (state.player != NOBODY and max(counts) == self.marbles):
            return later("a player to move against {count} marbles has lost already", count=max(counts))
        if min(counts) == self.marbles:
            return later("both have all marbles on the board")
        limit_reached = self.turn_limit and state.played >= self.turn_limit
        if state.player == NOBODY and max(counts) < self.marbles and not limit_reached:
            return later("the game is not over")
        if state.player != NOBODY and limit_reached:
            return later_many(
                "the game is over after {count} turn", "the game is over after {count} turns", self.turn_limit
            )
        return None

    def evaluate(self, state: Marbles) -> tuple[float, ...]:
        """Marbles ahead, and a part of one for every cell from which the other side's can be sent home."""
        board = state.board
        lead = board.count(1) - board.count(2) + EXPOSED * (len(self.falls(board, 2)) - len(self.falls(board, 1)))
        return (lead, -lead)

    def status(self, state: Marbles) -> Sequence[tuple[str, tuple[object, ...]]]:
        counts = (state.board.count(1), state.board.count(2))
        turn = state.played + (state.player != NOBODY)
        return (
            (say("in hand"), tuple(self.marbles - count for count in counts)),
            (say("on the board"), counts),
            (say("turn"), (f"{turn}/{self.turn_limit}" if self.turn_limit else turn,)),
        )
