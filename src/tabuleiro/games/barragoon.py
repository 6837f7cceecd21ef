"""Barragoon, by Robert Witter and Frank Warneke (WiWa Spiele, 2014).

Two players on a board of 7 columns (a to g) by 9 rows (1 at the top, White's edge, to 9 at the bottom, Black's).
Each has seven tiles: two 2-space, three 3-space and two 4-space. Eight neutral dice, the barragoons, stand in the
middle and 24 lie aside (Fig. 1). You win when the other player, to move, has no tile left or none that can move.

A turn: White begins; move one of your tiles, passing is not allowed. A tile of value n goes exactly n squares (a full
move) or exactly n - 1 (a short move), up, down, left or right (Fig. 2), with at most one turn of 90 degrees on the way
(Fig. 3). Every square entered counts. Tiles of either colour block the way. A barragoon on the way may only be crossed
as its face says, and a turn made on it is the one turn of the move:

  No              no entry: never
  OT OB OL OR     one way: straight on, towards the top, bottom, left or right
  TV TH           two ways: straight on, vertically or horizontally, in either sense (Fig. 4)
  RB RL RT RR     right turn, for a tile that enters from the bottom, left, top or right side (Fig. 5)
  LB LL LT LR     left turn, for a tile that enters from the bottom, left, top or right side
  AT              all turns: from any side, with a turn to the left or to the right, never straight on (Fig. 6)

A full move may end on the other player's tile or on a barragoon, whatever its face and from any side, and captures it;
only a 2-space tile cannot capture an AT (Fig. 7). A short move ends on an empty square. No capture is ever compulsory.

A captured barragoon is put back at once by the player who captured it (Fig. 8). A captured tile is out for good and
brings two barragoons from aside onto the board: the player who lost the tile places the first, the capturer the second,
then the player who lost the tile moves (Fig. 9). A barragoon is placed on any empty square and shows any of the 16
faces.

The game ends at the start of a turn, after all placements: who is to move and cannot, loses, even if the other is stuck
as well (Fig. 10). Capturing the last tile wins at once, without placements. It is a draw when a position with the same
player to move comes up for the third time, after 100 turns without a capture, and after 1000 turns in all.

Options: ``open`` begins with AT instead of No on the eight barragoons. ``express`` is a shorter game: who can move no
more than 1 (or 2) tiles before the own turn loses; ``1/2`` means 1 for White and 2 for Black, a handicap.
``directional_capture`` lets a face with arrows be captured only by a tile that arrives as an arrow admits; No and AT
still fall from any side.

Readings: the letter of a one-way face says where the arrow points, the letter of a turn says where it begins. The three
draws put numbers to the rulebook's, which leaves them to the players; 0 turns each off. A loss comes before a draw. In
positions set up with fewer barragoons aside, who lost the tile places first and the capturer only if one is left.

Text: ``d2-d4`` moves, ``d8xd5`` captures, ``@e4RB`` places. Inside a turn a position names the player whose turn it is
and who places next: ``W place=B:2``. The fields ``aside``, ``quiet`` (turns without a capture) and ``ply`` (turns
played) are left out when they are as usual: 32 less the barragoons on the board and in hand, 0 and 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property

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
    Place,
    Seat,
    State,
    later,
    later_many,
    option,
    say,
)
from tabuleiro.core.board import EAST, NORTH, SOUTH, WEST
from tabuleiro.core.errors import BadPosition
from tabuleiro.core.notation import read_rows, write_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    # A square on the way: the cell, the bit of the heading in, how many squares are left to go, and what may follow,
    # each with the bit of the (heading in, heading out) pair that the content of the cell must allow.
    Way = tuple[int, int, int, tuple[tuple[int, "Way"], ...]]

BARRAGOONS = 32
REACH = (0, 2, 3, 4, 2, 3, 4)  # by piece index: how far a full move goes
EACH = (0, 2, 3, 2, 2, 3, 2)  # by piece index: how many tiles of a kind there are
WORTH = (0, 12, 20, 26, 12, 20, 26)  # of a tile, in moves: how many it has in the middle of an empty board
WON = 1000.0  # more than all moves and tiles

HEADINGS = "TRBL"  # clockwise: towards the top, the right, the bottom, the left of the board
# Symbol, name, glyph and its turn, sign, and the crossings allowed: heading in, heading out.
FACES = (
    ("No", "no entry", "no-entry", 0, "X", ""),
    ("OT", "one way to the top", "one-way", 0, "↑", "TT"),
    ("OB", "one way to the bottom", "one-way", 180, "↓", "BB"),
    ("OL", "one way to the left", "one-way", 270, "←", "LL"),
    ("OR", "one way to the right", "one-way", 90, "→", "RR"),
    ("TV", "two ways, vertical", "two-ways", 0, "↕", "TT BB"),
    ("TH", "two ways, horizontal", "two-ways", 90, "↔", "LL RR"),
    ("RB", "right turn from the bottom", "right-turn", 0, "↱", "TR"),
    ("RL", "right turn from the left", "right-turn", 90, "⬎", "RB"),
    ("RT", "right turn from the top", "right-turn", 180, "↲", "BL"),
    ("RR", "right turn from the right", "right-turn", 270, "⬑", "LT"),
    ("LT", "left turn from the top", "left-turn", 180, "↳", "BR"),
    ("LL", "left turn from the left", "left-turn", 90, "⬏", "RT"),
    ("LB", "left turn from the bottom", "left-turn", 0, "↰", "TL"),
    ("LR", "left turn from the right", "left-turn", 270, "⬐", "LB"),
    ("AT", "all turns", "all-turns", 0, "✥", "TL TR RT RB BR BL LB LT"),
)
NO, AT = len(REACH), len(REACH) + len(FACES) - 1  # the first face and the last: after the empty cell and the tiles
ALIASES = {"TL": "TH", "TR": "TH", "TT": "TV", "TB": "TV"}  # an older spelling of two ways: read, never written
EXPRESS = {  # how many tiles, and in words
    "0": "no",
    "1": "1 tile",
    "2": "2 tiles",
    "0/1": "White 0 tiles, Black 1",
    "0/2": "White 0 tiles, Black 2",
    "1/0": "White 1 tile, Black 0",
    "1/2": "White 1 tile, Black 2",
    "2/0": "White 2 tiles, Black 0",
    "2/1": "White 2 tiles, Black 1",
}

CLOSED = "14W3W13W4W1/22W3W2W2/7/1No3No1/No1No1No1No/1No3No1/7/22B3B2B2/14B3B13B4B1"


@dataclass(frozen=True, slots=True)
class Tiles(State):
    """*turn* is whose turn it is, *pending* the placements that remain of it, *total* all barragoons there are.

    *quiet* counts turns without a capture and *played* all turns, each only if the game has that limit.
    """

    turn: int = 0
    pending: int = 0
    total: int = BARRAGOONS
    quiet: int = 0
    played: int = 0

    @property
    def whole(self) -> bool:
        return not self.pending


@dataclass(frozen=True)
class Barragoon(Game[Tiles]):
    """Move tiles across a board that fills with traffic signs, until somebody is stuck."""

    name = "barragoon"
    title = "Barragoon"
    tagline = "Move, capture, and wall the other player in with traffic signs."
    credits = "Robert Witter and Frank Warneke, WiWa Spiele 2014"
    twin = "tabuleiro.kernels.barragoon.rules:kernel"
    profile = "tabuleiro.ai.profiles:BARRAGOON"
    figures = "tabuleiro.games.figures:BARRAGOON"
    planes = "tabuleiro.play.planes:barragoon"
    grammar = (
        r"(?=.)(?:[a-g][1-9][-x][a-g][1-9]|[1-9]-[1-7][1-9]-[1-7])?"
        r"(?:@[a-g][1-9](?:no|at|o[tblr]|[rl][tblr]|t[vhtblr])){0,2}"
    )

    directional_capture: bool = option(
        False, "arrows can be captured only along a heading they admit", called="Directional capture"
    )
    open: bool = option(False, "the first barragoons show all turns instead of no entry", called="Open setup")
    express: str = option(
        "0", "who can move at most so many tiles loses; White/Black for a handicap", EXPRESS, called="Express game"
    )
    repetition: int = option(
        3, "at which occurrence of a position the game is drawn; 0 for never", most=100, called="Repetition"
    )
    no_capture_limit: int = option(
        100, "turns without a capture until a draw; 0 for no limit", most=10_000, called="No-capture limit"
    )
    max_plies: int = option(1000, "turns in all until a draw; 0 for no limit", most=10_000, called="Turn limit")

    seats = (Seat("W", "White", "light"), Seat("B", "Black (brown)", "dark"))
    pieces = (
        NOTHING,
        *(Piece(f"{value}W", f"white {value}-space tile", 0, "light", f"tile{value}") for value in (2, 3, 4)),
        *(Piece(f"{value}B", f"black {value}-space tile", 1, "dark", f"tile{value}") for value in (2, 3, 4)),
        *(Piece(symbol, name, None, "neutral", glyph, turn, sign) for symbol, name, glyph, turn, sign, _ in FACES),
    )

    @cached_property
    def board(self) -> Board:
        return Board.grid("abcdefg", "123456789")

    @cached_property
    def space(self) -> ActionSpace:
        moves = [move for targets in self.moves for move in targets.values()]
        return ActionSpace([*moves, *(place for places in self.places for place in places)])

    @cached_property
    def moves(self) -> tuple[dict[int, Move], ...]:
        """``moves[source][target]``: between any two squares one to four steps apart."""
        near = [
            [target for target in self.board if 0 < abs(cell // 7 - target // 7) + abs(cell % 7 - target % 7) <= 4]
            for cell in self.board
        ]
        return tuple({target: Move(cell, target) for target in near[cell]} for cell in self.board)

    @cached_property
    def places(self) -> tuple[tuple[Place, ...], ...]:
        """``places[cell]``: every face on that cell."""
        return tuple(tuple(Place(cell, face) for face in range(NO, AT + 1)) for cell in self.board)

    @cached_property
    def ways(self) -> tuple[tuple[tuple[Way, ...], ...], ...]:
        """``ways[cell][reach]``: the first squares of all paths of that many steps, the others hanging from them."""
        steps = [self.board.steps[direction] for direction in (NORTH, EAST, SOUTH, WEST)]

        @cache
        def way(cell: int, heading: int, left: int, turned: bool) -> Way:
            headings = (heading,) if turned else (heading, (heading + 1) % 4, (heading + 3) % 4)
            onward = tuple(
                (1 << 4 * heading + out, way(steps[out][cell], out, left - 1, turned or out != heading))
                for out in headings
                if left and steps[out][cell] != OFF
            )
            return cell, 1 << heading, left, onward

        def ahead(cell: int, reach: int) -> tuple[Way, ...]:
            return tuple(way(step[cell], go, reach - 1, False) for go, step in enumerate(steps) if step[cell] != OFF)

        return tuple(tuple(ahead(cell, reach) for reach in range(5)) for cell in self.board)

    @cached_property
    def pairs(self) -> tuple[frozenset[tuple[int, int]], ...]:
        """By piece: the (heading in, heading out) pairs with which a tile may cross it."""
        free = frozenset((heading, (heading + turn) % 4) for heading in range(4) for turn in (0, 1, 3))
        faces = [
            frozenset((HEADINGS.index(crossing[0]), HEADINGS.index(crossing[1])) for crossing in crossings.split())
            for *_, crossings in FACES
        ]
        return (free, *[frozenset[tuple[int, int]]()] * (NO - 1), *faces)

    @cached_property
    def crossings(self) -> tuple[int, ...]:
        """The pairs as bits."""
        return tuple(sum(1 << 4 * into + out for into, out in pairs) for pairs in self.pairs)

    @cached_property
    def landings(self) -> tuple[tuple[int, ...], ...]:
        """``landings[tile][content]``: the last headings with which a full move may end there, as bits."""
        return ((), *(tuple(self.landing(tile, content) for content in range(AT + 1)) for tile in range(1, NO)))

    def landing(self, tile: int, content: int) -> int:
        if self.pieces[content].owner == self.pieces[tile].owner or (content == AT and REACH[tile] == 2):
            return 0
        if content <= NO or content == AT or not self.directional_capture:
            return 0b1111
        return sum(1 << heading for heading in {into for into, _ in self.pairs[content]})

    @cached_property
    def thresholds(self) -> tuple[int, int]:
        """For each seat, how many tiles that can move are too few."""
        white, _, black = self.express.partition("/")
        return int(white), int(black or white)

    def start(self) -> Tiles:
        board = read_rows(self.board, self.pieces, CLOSED)
        return Tiles(board.replace(bytes([NO]), bytes([AT])) if self.open else board, 0)

    def actions(self, state: Tiles) -> Sequence[Action]:
        """Moves by source and target, placements by cell and face, each in the order of the numbers."""
        legal: list[Action] = []
        if state.pending:
            for places, content in zip(self.places, state.board, strict=True):
                if not content:
                    legal += places
            return legal
        for cell in self.tiles(state.board, state.player):
            moves = self.moves[cell]
            legal += [moves[target] for target in sorted(self.targets(state.board, cell))]
        return legal

    def tiles(self, board: bytes, seat: int) -> list[int]:
        """Where the tiles of *seat* stand."""
        first, last = 1 + 3 * seat, 3 + 3 * seat
        return [cell for cell, content in enumerate(board) if first <= content <= last]

    def targets(self, board: bytes, cell: int) -> set[int]:
        """Where the tile on *cell* can go: all paths are walked, and the square where several end is one move."""
        tile, crossings = board[cell], self.crossings
        landings = self.landings[tile]
        found = set()
        ahead = list(self.ways[cell][REACH[tile]])
        while ahead:
            target, heading, left, onward = ahead.pop()
            content = board[target]
            if not left:
                if landings[content] & heading:
                    found.add(target)
                continue
            if left == 1 and not content:
                found.add(target)
            if allowed := crossings[content]:
                ahead += [way for crossing, way in onward if allowed & crossing]
        return found

    def apply(self, state: Tiles, action: Action) -> Tiles:
        after = bytearray(state.board)
        mover, total, quiet, played = state.turn, state.total, state.quiet, state.played
        if isinstance(action, Place):
            after[action.cell] = action.piece
            if state.pending > 1:
                return Tiles(bytes(after), mover, mover, state.pending - 1, total, quiet, played)
            return self.settled(bytes(after), 1 - mover, total, quiet, played)
        assert isinstance(action, Move)
        taken = after[action.target]
        after[action.target], after[action.source] = after[action.source], EMPTY
        board = bytes(after)
        quiet = quiet + 1 if self.no_capture_limit and not taken else 0
        played = played + 1 if self.max_plies else 0
        if taken >= NO:
            return Tiles(board, mover, mover, 1, total, quiet, played)
        if taken and self.tiles(board, 1 - mover):
            pending = min(2, total - barragoons(board), board.count(EMPTY))
            if pending:
                return Tiles(board, 1 - mover, mover, pending, total, quiet, played)
        return self.settled(board, 1 - mover, total, quiet, played)

    def settled(self, board: bytes, turn: int, total: int, quiet: int, played: int) -> Tiles:
        """The start of a turn, where the game may be over: whose *turn* it is still says who was to move."""
        over = (
            0 < self.no_capture_limit <= quiet
            or 0 < self.max_plies <= played
            or self.movable(board, turn, self.thresholds[turn] + 1) <= self.thresholds[turn]
        )
        return Tiles(board, NOBODY if over else turn, turn, 0, total, quiet, played)

    def movable(self, board: bytes, seat: int, enough: int = 7) -> int:
        """How many tiles of *seat* can move, counted up to *enough*."""
        count = 0
        for cell in self.tiles(board, seat):
            count += bool(self.targets(board, cell))
            if count == enough:
                break
        return count

    def outcome(self, state: Tiles) -> Outcome:
        loser, name = state.turn, self.seats[state.turn].called
        count = self.movable(state.board, loser)
        if count > self.thresholds[loser]:
            if 0 < self.no_capture_limit <= state.quiet:
                return Outcome.draw(
                    2,
                    later_many(
                        "{count} turn went by without a capture", "{count} turns went by without a capture", state.quiet
                    ),
                )
            return Outcome.draw(2, later_many("{count} turn is over", "{count} turns are over", state.played))
        if not self.tiles(state.board, loser):
            return Outcome.win(1 - loser, 2, later("{seat} has no tile left", seat=name))
        if not count:
            return Outcome.win(1 - loser, 2, later("{seat} is to move and has no tile that can move", seat=name))
        return Outcome.win(1 - loser, 2, later("{seat} can move too few tiles: {count}", seat=name, count=count))

    def write(self, state: Tiles, action: Action) -> str:
        names = self.board.names
        if isinstance(action, Place):
            return f"@{names[action.cell]}{self.pieces[action.piece].symbol}"
        assert isinstance(action, Move)
        return f"{names[action.source]}{'x' if state.board[action.target] else '-'}{names[action.target]}"

    def spellings(self, state: Tiles, action: Action) -> Iterable[str]:
        """Line and column numbers of both squares, ``2-4 5-4`` for d2-d5, and older names of two faces."""
        if isinstance(action, Place):
            symbol = self.pieces[action.piece].symbol
            return [f"@{self.board.names[action.cell]}{old}" for old, new in ALIASES.items() if new == symbol]
        assert isinstance(action, Move)
        return (" ".join(f"{cell // 7 + 1}-{cell % 7 + 1}" for cell in (action.source, action.target)),)

    def prompt(self, state: Tiles) -> str:
        if state.pending > 1:
            mover = self.seats[state.turn].name
            return say("place a barragoon on any empty square; then {seat} places another", seat=mover)
        return say("place a barragoon on any empty square") if state.pending else ""

    def why_not(self, state: Tiles, chosen: tuple[int, ...], cell: int) -> str | None:
        names, content = self.board.names, state.board[cell]
        if state.pending:
            return later("{cell} is taken: a barragoon is placed on an empty square.", cell=names[cell])
        if chosen:
            return self.no_way(state.board, chosen[-1], cell)
        if content >= NO:
            return later("A barragoon, as on {cell}, never moves by itself: capture it with a tile.", cell=names[cell])
        if self.pieces[content].owner == state.player:
            return later(
                "The tile on {cell} is blocked: no way of {full} squares or {short} is open.",
                cell=names[cell],
                full=REACH[content],
                short=REACH[content] - 1,
            )
        return None

    def no_way(self, board: bytes, start: int, cell: int) -> str:
        """Why the tile on *start* cannot go to *cell*."""
        tile, content = board[start], board[cell]
        places: dict[str, object] = {"start": self.board.names[start], "cell": self.board.names[cell]}
        full = REACH[tile]
        far = abs(start // 7 - cell // 7) + abs(start % 7 - cell % 7)
        if far not in (full, full - 1):
            return later(
                "From {start} to {cell} it is {far}: this tile goes exactly {full} squares, or {short}.",
                **places,
                far=far,
                full=full,
                short=full - 1,
            )
        if self.pieces[content].owner == self.pieces[tile].owner:
            return later("Your own tile stands on {cell}.", **places)
        if content and far < full:
            return later("A short move ends on an empty square: only a full move of {full} captures.", full=full)
        if not self.landings[tile][content]:
            return later("A 2-space tile cannot capture all turns, as on {cell}.", **places)
        blocks = self.obstacles(board, start, cell)
        if not blocks:
            return later("The arrow on {cell} can be captured only by a tile that arrives as it admits.", **places)
        other = blocks[0]
        places |= {"other": self.board.names[other], "piece": self.pieces[board[other]].called}
        if board[other] < NO:
            return later(
                "From {start} to {cell} the {piece} on {other} is in the way: tiles are never crossed.", **places
            )
        return later("From {start} to {cell} the sign on {other} is in the way: {piece}.", **places)

    def obstacles(self, board: bytes, start: int, cell: int) -> list[int]:
        """What stops the tile on *start*: on each way to *cell*, the first square that cannot be crossed so."""
        full = REACH[board[start]]
        far = abs(start // 7 - cell // 7) + abs(start % 7 - cell % 7)
        found = []
        ahead = [(way, OFF) for way in self.ways[start][full]]
        while ahead:
            (at, _, left, onward), block = ahead.pop()
            if left == full - far:
                found += [block] if at == cell and block != OFF else []
                continue
            ahead += [(way, block if block != OFF or self.crossings[board[at]] & bit else at) for bit, way in onward]
        return sorted(set(found))

    def write_position(self, state: Tiles) -> str:
        words = [write_rows(self.board, self.pieces, state.board), self.seats[state.turn].symbol]
        if state.pending:
            words.append(f"place={self.seats[state.player].symbol}:{state.pending}")
        placed = barragoons(state.board) + state.pending
        if state.total != max(placed, BARRAGOONS):
            words.append(f"aside={state.total - placed}")
        words += [f"{name}={count}" for name, count in (("quiet", state.quiet), ("ply", state.played)) if count]
        return " ".join(words)

    def read_position(self, text: str) -> Tiles:
        rows, letter, *rest = [*text.split(), "", ""]
        if letter.upper() not in ("W", "B"):
            example = self.write_position(self.start())
            raise BadPosition(later("{text} is no position; one looks like {example}", text=text, example=example))
        older = (*self.pieces, *(Piece(symbol, symbol) for symbol in ALIASES))
        symbols = [piece.symbol for piece in self.pieces]
        same = [*range(len(symbols)), *(symbols.index(symbol) for symbol in ALIASES.values())]
        board = bytes(same[index] for index in read_rows(self.board, older, rows))
        turn, player, counts = "WB".index(letter.upper()), NOBODY, {"place": 0, "quiet": 0, "ply": 0}
        for word in filter(None, rest):
            found = re.fullmatch(r"(place)=([WB]):([12])|(aside|quiet|ply)=(\d{1,9})", word, re.IGNORECASE)
            if not found:
                raise BadPosition(later("{word} is not a field of this position", word=word))
            if found[1]:
                player = "WB".index(found[2].upper())
            counts[(found[1] or found[4]).lower()] = int(found[3] or found[5])
        pending = counts["place"]
        if pending > board.count(EMPTY):
            raise BadPosition(later("{text} has no room for the barragoons to place", text=text))
        placed = barragoons(board) + pending
        total = placed + counts["aside"] if "aside" in counts else max(placed, BARRAGOONS)
        quiet = counts["quiet"] if self.no_capture_limit else 0
        played = counts["ply"] if self.max_plies else 0
        if pending:
            return Tiles(board, player, turn, pending, total, quiet, played)
        return self.settled(board, turn, total, quiet, played)

    def objection(self, state: Tiles) -> str | None:
        for tile, most in enumerate(EACH[1:], 1):
            if state.board.count(tile) > most:
                return later("there are only {most} tiles {symbol}", most=most, symbol=self.pieces[tile].symbol)
        if state.total > BARRAGOONS:
            return later("there are only {most} barragoons", most=BARRAGOONS)
        if state.pending == 2 and state.player == state.turn:
            return later("who lost a tile places first")
        if state.pending == 1 and state.player != state.turn and state.total > barragoons(state.board) + 1:
            return later("two barragoons are placed for a tile")
        return None

    def key(self, state: Tiles) -> Hashable:
        return state.board, state.turn

    def evaluate(self, state: Tiles) -> tuple[float, ...]:
        """Tiles and moves, counted in moves."""
        if state.player == NOBODY:
            white, black = self.outcome(state).scores
            return (WON * (white - black), WON * (black - white))
        white, black = (
            float(sum(WORTH[state.board[cell]] + len(self.targets(state.board, cell)) for cell in cells))
            for cells in (self.tiles(state.board, 0), self.tiles(state.board, 1))
        )
        return (white - black, black - white)

    def status(self, state: Tiles) -> Sequence[tuple[str, tuple[object, ...]]]:
        lines: list[tuple[str, tuple[object, ...]]] = [
            (say("tiles"), tuple(len(self.tiles(state.board, seat)) for seat in (0, 1))),
            (say("barragoons aside"), (state.total - barragoons(state.board) - state.pending,)),
        ]
        if self.no_capture_limit:
            lines.append((say("turns without a capture"), (f"{state.quiet}/{self.no_capture_limit}",)))
        return lines


def barragoons(board: bytes) -> int:
    """How many stand on the board."""
    return sum(content >= NO for content in board)
