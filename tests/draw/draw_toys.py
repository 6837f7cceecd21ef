"""Small games that only stand still: boards and pieces to draw, without rules."""

from dataclasses import dataclass

from tabuleiro.core import NOTHING, ActionSpace, Board, Game, Outcome, Pass, Piece, Seat, State

SEATS = (Seat("A", "Ann", "light"), Seat("B", "Ben", "dark"))


@dataclass(frozen=True)
class Still(Game[State]):
    """A game of one pass."""

    name = "still"
    title = "Still"
    seats = SEATS
    space = ActionSpace([Pass()])

    def start(self):
        return self.with_board(bytes(len(self.board)))

    def with_board(self, board):
        return State(board, 0)

    def actions(self, state):
        return [Pass()]

    def apply(self, state, action):
        return State(state.board, -2)

    def outcome(self, state):
        return Outcome.draw(2, "still")


@dataclass(frozen=True)
class Comb(Still):
    """Four kinds of stone on hexagons."""

    board = Board.hexagon(2)
    pieces = (
        NOTHING,
        Piece("R", "red stone", None, "red", "stone"),
        Piece("G", "green stone", None, "green", "stone"),
        Piece("B", "blue stone", None, "blue", "stone"),
        Piece("Y", "yellow stone", None, "yellow", "stone"),
    )


@dataclass(frozen=True)
class Web(Still):
    """Movers on points: a square with its diagonals, named as awkwardly as XML allows."""

    board = Board.graph(
        {"nw": (0, 0), "ne": (2, 0), "<&>": (1, 1), "sw": (0, 2), "se": (2, 2)},
        [
            ("nw", "ne"),
            ("nw", "sw"),
            ("ne", "se"),
            ("sw", "se"),
            ("nw", "<&>"),
            ("<&>", "se"),
            ("ne", "<&>"),
            ("<&>", "sw"),
        ],
        {"nw": (0, 0), "ne": (8, 0), "<&>": (4, 1), "sw": (0, 2), "se": (8, 2)},
        {"light": ["nw", "ne"], "Ben's side": ["sw"], "odd": ["se"]},
    )
    pieces = (
        NOTHING,
        Piece("a", "Ann's mover", 0, "light", "mover", sign="●"),
        Piece("b", "Ben's mover", 1, "dark", "mover", sign="○"),
    )


@dataclass(frozen=True)
class Scattered(Web):
    """The same without fixed places on a text board."""

    board = Board.graph({"p": (0, 0), "q": (1.5, 0), "r": (0, 1.5)}, [("p", "q"), ("p", "r"), ("q", "r")])


TURNS = {0: "T", 90: "R", 180: "B", 270: "L"}


@dataclass(frozen=True)
class Dice(Still):
    """The 16 faces of a die and six tiles, on squares."""

    board = Board.grid("abcde", "12345")
    pieces = (
        NOTHING,
        Piece("No", "no entry", None, "neutral", "no-entry", sign="X"),
        *(
            Piece("O" + TURNS[turn], "one way", None, "neutral", "one-way", turn, sign)
            for turn, sign in zip(TURNS, "↑→↓←", strict=True)
        ),
        Piece("TV", "two ways", None, "neutral", "two-ways", 0, "↕"),
        Piece("TH", "two ways", None, "neutral", "two-ways", 90, "↔"),
        *(
            Piece("R" + TURNS[turn], "right turn", None, "neutral", "right-turn", turn, sign)
            for turn, sign in zip(TURNS, "↱⬎↲⬑", strict=True)
        ),
        *(
            Piece("L" + TURNS[turn], "left turn", None, "neutral", "left-turn", turn, sign)
            for turn, sign in zip(TURNS, "↰⬏↳⬐", strict=True)
        ),
        Piece("AT", "all turns", None, "neutral", "all-turns", sign="✥"),
        *(Piece(f"{count}W", "white tile", 0, "light", f"tile{count}") for count in (2, 3, 4)),
        *(Piece(f"{count}B", "black tile", 1, "dark", f"tile{count}") for count in (2, 3, 4)),
    )

    def full(self):
        """Every piece once, in order, then empty squares."""
        return self.with_board(bytes([*range(1, len(self.pieces)), *[0] * (26 - len(self.pieces))]))


@dataclass(frozen=True)
class Strange(Still):
    """Things no theme and no drawer has heard of."""

    board = Board.grid("ab", "21")
    pieces = (
        NOTHING,
        Piece("&", 'a "strange" <thing>', 0, "heliotrope", "zeppelin"),
        Piece("N", "looks up", 1, "seat1", "wedge", 0, "!"),
        Piece("S", "looks down", 1, "seat1", "wedge", 180, "!"),
        Piece("W", "wide", 1, "light", "disc", sign="車"),
    )
