"""Eximo, by Matteo Perlini (2013).

Draughts on all 64 squares, without kings. Each side has 16 men: White's on ranks 8 to 6 move down, Black's on ranks
3 to 1 move up (Fig. 1). You win when the other player, to move, has no men left or none that can.

A turn is one of three things, and they never mix:
 - Move (d7-d6): a man steps to the empty square straight ahead or diagonally ahead (Fig. 2).
 - Jump (d7^b5): a man leaps ahead, straight or diagonally, over a neighbouring man of its own side onto the empty
   square right behind it. If it can then leap over another friend it must, and so on: b1^d3^d5. It never captures
   on the way, nor at the end (Fig. 3).
 - Capture (c3xe5): a man leaps over a neighbouring enemy onto the empty square right behind it, straight ahead,
   diagonally ahead or sideways. The enemy is taken off at once. If the man can then capture again it must: c3xe5xc7
   (Fig. 4).

If you can capture you must, with any man you like (Fig. 5). Within a chain the way is free, and nobody has to take the
longest one, but nobody may stop while there is a way on (Fig. 6). Nothing ever goes backwards.

The last row: a man that arrives on the enemy's back rank leaves the board at once and its turn is over. In exchange two
new men are dropped on empty squares of the own drop zone, the first two ranks without the edge files (White b8-g8 and
b7-g7, Black b1-g1 and b2-g2): a2-a1=b8,c7 (Fig. 7). With one empty square there is one drop (Fig. 8), with none the man
is simply lost (a7-a8=). Men in the zone, of either side, block their squares (Fig. 9). A side may come to have more than
16 men.

Who has no legal turn when it is their turn, with no men left or all of them blocked, has lost (Fig. 10). The third time
the same position comes up with the same player to move is a draw, and so are 500 turns.

Readings: White begins here; the designer lets Black begin (``first=black``). Where the designer's diagrams stop a
chain that his text makes go on, the text counts. Only the player to move can have lost. Two more ways to play are
options: with ``drops=reserve`` only men that were lost come back, the one just arrived among them, so that nobody ever
has more than 16; with ``capture=optional`` a capture need not be begun, but a chain must be finished. Draws are ours,
for play could go on for ever; ``repetition=0`` and ``max_plies=0`` turn them off. Who has no legal turn has lost even
when the turns are up. Squares may also be given as row and column from 0 at the top left, with 7 for a move, 8 for a
jump, 9 for a capture: 1-3 8-3-1 is d7^b5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tabuleiro.core import (
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
    later,
    later_many,
    option,
    say,
    say_many,
)
from tabuleiro.core.errors import BadPosition
from tabuleiro.core.notation import read_rows, write_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    Ways = tuple[tuple[tuple[int, int, Move, Move], ...], ...]

MEN = 16  # of each side at the start
AHEAD = ((3, 4, 5), (0, 1, 7))  # directions of the grid, by seat
SIDEWAYS = (2, 6)
LAST = (7, 0)  # the row where a seat's men arrive
BEYOND, WALL = 64, b"\3"  # a square over the edge, and what stands there
NEXT = (7, 8, 9)  # the numbers of neighbouring squares ahead differ by one of these; a leap is twice as far
RANK_WORTH = 0.05  # of a man, for every rank that a man has advanced
KINDS = {"-": 7, "^": 8, "x": 9}  # the first program's numbers for the three kinds of turn
SQUARE, SPOT = "[a-h][1-8]", "[0-7]-[0-7]"


@dataclass(frozen=True, slots=True)
class Men(State):
    """The board and who decides; inside a turn, the man that must go on or how many men are to be dropped.

    *played* counts turns and *lost* the men that each seat has off the board, only where an option needs them.
    *ended* is the seat whose turn it would be when the game is over.
    """

    chain: int = OFF
    taking: bool = False
    pending: int = 0
    played: int = 0
    lost: tuple[int, int] = (0, 0)
    ended: int = NOBODY

    @property
    def whole(self) -> bool:
        return self.chain == OFF and not self.pending


@dataclass(frozen=True)
class Eximo(Game[Men]):
    """Step, jump over friends, capture; a man that gets through comes back as two."""

    name = "eximo"
    title = "Eximo"
    tagline = "Draughts where men jump over friends, and one that gets through comes back as two."
    credits = "Matteo Perlini, 2013"
    twin = "tabuleiro.kernels.eximo:kernel"
    profile = "tabuleiro.ai.profiles:EXIMO"
    figures = "tabuleiro.games.figures:EXIMO"
    planes = "tabuleiro.play.planes:eximo"
    grammar = (
        rf"(({SQUARE})?([-^x]{SQUARE})*|(([789]-)?{SPOT})+)"  # the way, by names or by the first program's numbers
        rf"(=?{SQUARE}(,{SQUARE})?|=?({SPOT}){{1,2}}|=)?"  # the drops
    )

    first: str = option(
        "white",
        "who begins; the designer lets black",
        {"white": "White", "black": "Black"},
        called="First player",
    )
    drops: str = option(
        "free",
        "a man that arrives brings two new ones, or only lost ones",
        {"free": "two new ones", "reserve": "only lost ones"},
        called="Men that come back",
    )
    capture: str = option(
        "must",
        "whether who can capture must",
        {"must": "compulsory", "optional": "voluntary"},
        called="Captures",
    )
    repetition: int = option(
        3, "the occurrence of a position that is a draw; 0 for none", most=100, called="Repetition"
    )
    max_plies: int = option(500, "turns in all, then it is a draw; 0 for no limit", most=10_000, called="Turn limit")

    pieces = (
        NOTHING,
        Piece("w", "white man", 0, "light", "man", sign="○"),
        Piece("b", "black man", 1, "dark", "man", sign="●"),
    )
    seats = (Seat("w", "White", "light"), Seat("b", "Black", "dark"))

    @cached_property
    def board(self) -> Board:
        zones = {
            f"{side} drop zone": [file + rank for file in "bcdefg" for rank in ranks]
            for side, ranks in (("white", "78"), ("black", "12"))
        }
        return Board.grid("abcdefgh", "87654321", zones=zones)

    @cached_property
    def space(self) -> ActionSpace:
        """Steps and leaps by square and direction, sideways only leaps; then the drops."""
        rays = [(cell, way, ray) for cell in self.board for way, ray in enumerate(self.board.rays[cell])]
        moves = [Move(cell, goal) for cell, way, ray in rays for goal in ray[way in SIDEWAYS : 2]]
        return ActionSpace([*moves, *self.throws.values()])

    @cached_property
    def ahead(self) -> tuple[Ways, Ways]:
        """By seat, the ways of steps and jumps."""
        return self.ways(0, AHEAD[0]), self.ways(1, AHEAD[1])

    @cached_property
    def around(self) -> tuple[Ways, Ways]:
        """By seat, the ways of captures."""
        return self.ways(0, (*AHEAD[0], *SIDEWAYS)), self.ways(1, (*AHEAD[1], *SIDEWAYS))

    def ways(self, seat: int, directions: Iterable[int]) -> Ways:
        """From every cell: the neighbour, the cell behind it, the step and the leap. Nothing leaves the last row."""
        rays = [[(*self.board.rays[cell][way], BEYOND) for way in sorted(directions)] for cell in self.board]
        return tuple(
            tuple((ray[0], ray[1], Move(cell, ray[0]), Move(cell, ray[1])) for ray in rays[cell] if ray[1:])
            if cell // 8 != LAST[seat]
            else ()
            for cell in self.board
        )

    @cached_property
    def zones(self) -> tuple[tuple[int, ...], ...]:
        """Each seat's drop zone, in order of the squares' names."""
        return tuple(self.board.zones.values())

    @cached_property
    def landings(self) -> tuple[tuple[int, ...], ...]:
        """The squares of each ``Choose``: White's 12 single ones and 66 pairs, then Black's."""
        return tuple(cells for zone in self.zones for men in (1, 2) for cells in combinations(zone, men))

    @cached_property
    def throws(self) -> dict[tuple[int, ...], Choose]:
        """The ``Choose`` of each single square and each pair."""
        return {cells: Choose(number) for number, cells in enumerate(self.landings)}

    def start(self) -> Men:
        home = bytes([0, 1, 1, 1, 1, 1, 1, 0] * 2 + [0, 1, 1, 0, 0, 1, 1, 0])
        return Men(home + bytes(16) + home[::-1].replace(b"\1", b"\2"), 0 if self.first == "white" else 1)

    def actions(self, state: Men) -> Sequence[Action]:
        board, seat = state.board, state.player
        if state.pending:
            free = [cell for cell in self.zones[seat] if not board[cell]]
            return [self.throws[cells] for cells in combinations(free, state.pending)]
        if state.chain != OFF:
            return list(self.onward(board, seat, state.chain, state.taking))
        cells, men = board + WALL, list(men_of(board, seat))
        takes = list(leaps(cells, men, self.around[seat], 2 - seat))
        if takes and self.capture == "must":
            return takes
        ahead = self.ahead[seat]
        return [*takes, *leaps(cells, men, ahead, seat + 1), *steps(cells, men, ahead)]

    def onward(self, board: bytes | bytearray, seat: int, man: int, taking: bool) -> Iterator[Move]:
        """How a chain can go on."""
        if taking:
            return leaps(board + WALL, (man,), self.around[seat], 2 - seat)
        return leaps(board + WALL, (man,), self.ahead[seat], seat + 1)

    def apply(self, state: Men, action: Action) -> Men:
        seat, lost, board = state.player, state.lost, bytearray(state.board)
        if isinstance(action, Choose):
            for cell in self.landings[action.option]:
                board[cell] = seat + 1
            return self.begin(bytes(board), 1 - seat, state.played + 1, self.tally(lost, seat, -state.pending))
        assert isinstance(action, Move)
        source, target = action.source, action.target
        board[source], board[target] = EMPTY, seat + 1
        leap, taking = abs(target - source) not in NEXT, False
        if leap:
            middle = (source + target) // 2
            taking = board[middle] != seat + 1
            if taking:
                board[middle] = EMPTY
                lost = self.tally(lost, 1 - seat, 1)
        if target // 8 == LAST[seat]:
            board[target] = EMPTY
            lost = self.tally(lost, seat, 1)
            pending = self.due(board, seat, lost)
            if pending:
                return Men(bytes(board), seat, pending=pending, played=state.played, lost=lost)
        elif leap and any(self.onward(board, seat, target, taking)):
            return Men(bytes(board), seat, target, taking, 0, state.played, lost)
        return self.begin(bytes(board), 1 - seat, state.played + 1, lost)

    def tally(self, lost: tuple[int, int], seat: int, change: int) -> tuple[int, int]:
        """The count of men off the board, which only a reserve needs."""
        if self.drops == "free":
            return lost
        return (lost[0], lost[1] + change) if seat else (lost[0] + change, lost[1])

    def due(self, board: bytes | bytearray, seat: int, lost: tuple[int, int]) -> int:
        """How many men are dropped for one that has arrived and been taken off."""
        free = sum(not board[cell] for cell in self.zones[seat])
        return min(2, free) if self.drops == "free" else min(2, free, lost[seat])

    def begin(self, board: bytes, seat: int, played: int, lost: tuple[int, int]) -> Men:
        """The start of a turn, or the end of the game."""
        played = played if self.max_plies else 0
        if 0 < self.max_plies <= played or not self.mobile(board, seat):
            return Men(board, NOBODY, played=played, lost=lost, ended=seat)
        return Men(board, seat, OFF, False, 0, played, lost)

    def mobile(self, board: bytes, seat: int) -> bool:
        """Whether *seat* has a legal turn."""
        cells, ahead = board + WALL, self.ahead[seat]
        return (
            any(steps(cells, men_of(board, seat), ahead))
            or any(leaps(cells, men_of(board, seat), ahead, seat + 1))
            or any(leaps(cells, men_of(board, seat), self.around[seat], 2 - seat))
        )

    def outcome(self, state: Men) -> Outcome:
        """Who has no legal turn has lost, even when the turns are up."""
        counts, seat = (state.board.count(1), state.board.count(2)), state.ended
        if self.mobile(state.board, seat):
            return Outcome.draw(2, later_many("{count} turn is over", "{count} turns are over", state.played), counts)
        name = self.seats[seat].called
        reason = later("{seat} cannot move", seat=name) if counts[seat] else later("{seat} has no men left", seat=name)
        return Outcome.win(1 - seat, 2, reason, counts)

    def write(self, state: Men, action: Action) -> str:
        names = self.board.names
        if isinstance(action, Choose):
            return ",".join(names[cell] for cell in self.landings[action.option])
        assert isinstance(action, Move)
        start = names[action.source] if state.chain == OFF else ""
        arrival = "=" if action.target // 8 == LAST[state.player] else ""
        return start + kind(state, action) + names[action.target] + arrival

    def spellings(self, state: Men, action: Action) -> Iterable[str]:
        """Rows and columns counted from 0 at the top left, as in the first program; drops in either order."""
        if isinstance(action, Choose):
            for cells in self.paths(action):
                for text in (",".join(self.board.names[cell] for cell in cells), "".join(map(spot, cells))):
                    yield from (text, "=" + text)
            return
        assert isinstance(action, Move)
        start, goal = spot(action.source) if state.chain == OFF else "", spot(action.target)
        yield from (start + goal, f"{start}{KINDS[kind(state, action)]}-{goal}", self.write(state, action).rstrip("="))

    def label(self, state: Men, action: Action) -> str:
        if not isinstance(action, Choose):
            return self.write(state, action)
        one, *other = (self.board.names[cell] for cell in self.landings[action.option])
        if other:
            return say("drop on {one} and {other}", one=one, other=other[0])
        return say("drop on {one}", one=one)

    def prompt(self, state: Men) -> str:
        if state.pending:
            return say_many(
                "drop {count} man on an empty square of the own first two rows, b to g",
                "drop {count} men on empty squares of the own first two rows, b to g",
                state.pending,
            )
        if state.chain != OFF:
            square = self.board.names[state.chain]
            if state.taking:
                return say("capture again with the man on {square}", square=square)
            return say("jump on with the man on {square}", square=square)
        men = men_of(state.board, state.player)
        takes = leaps(state.board + WALL, men, self.around[state.player], 2 - state.player)
        return say("a capture is compulsory") if self.capture == "must" and any(takes) else ""

    def why_not(self, state: Men, chosen: tuple[int, ...], cell: int) -> str | None:
        names, board, mine = self.board.names, state.board, state.player + 1
        name = names[cell]
        if state.pending:
            if board[cell]:
                return later("{cell} is taken: men are dropped on empty squares.", cell=name)
            return later("{cell} is outside your drop zone, the own first two rows without the edges.", cell=name)
        if state.chain != OFF and not chosen:
            return later("The man on {cell} must go on: nobody may stop while there is a way.", cell=names[state.chain])
        moves = [action for action in self.actions(state) if isinstance(action, Move)]
        takers = sorted({move.source for move in moves if kind(state, move) == "x"})
        taking = bool(takers) and self.capture == "must"
        start = chosen[-1] if chosen else cell
        if taking and board[start] == mine and not (state.chain != OFF and chosen):
            able = ", ".join(names[taker] for taker in takers)
            if not chosen:
                return later(
                    "You can capture, so you must: with the man on {able}, not on {cell}.", able=able, cell=name
                )
            return later("You can capture, so you must: a turn to {cell} captures nothing.", cell=name)
        if not chosen:
            if board[cell] != mine:
                return None
            return later(
                "The man on {cell} is blocked: nothing ahead is empty, and nothing can be leapt over.", cell=name
            )
        if board[cell]:
            return later("{cell} is taken: a man ends on an empty square.", cell=name)
        ahead = cell // 8 - start // 8
        if (ahead if state.player == 0 else -ahead) < 0:
            return later("{cell} is behind {start}: nothing ever goes backwards.", cell=name, start=names[start])
        return later(
            "From {start} to {cell} there is no step ahead, and no neighbour to leap over.",
            start=names[start],
            cell=name,
        )

    def paths(self, action: Action) -> Sequence[tuple[int, ...]]:
        """Two drops are clicked in either order."""
        if not isinstance(action, Choose):
            return super().paths(action)
        cells = self.landings[action.option]
        return (cells, cells[::-1]) if cells[1:] else (cells,)

    def write_position(self, state: Men) -> str:
        """Rows, the side to move (also when the game is over), then what there is of the rest.

        With a reserve the men lost by Black and by White; inside a turn ``chain=<jump|capture>:<square>`` or
        ``drop:<men>``; ``ply=<turns played>``.
        """
        words = [write_rows(self.board, self.pieces, state.board)]
        words.append(self.seats[state.ended if state.player == NOBODY else state.player].symbol)
        if self.drops == "reserve":
            words += [str(state.lost[1]), str(state.lost[0])]
        if state.chain != OFF:
            words.append(f"chain={'capture' if state.taking else 'jump'}:{self.board.names[state.chain]}")
        if state.pending:
            words.append(f"drop:{state.pending}")
        if state.played:
            words.append(f"ply={state.played}")
        return " ".join(words)

    def read_position(self, text: str) -> Men:
        """A side to move without a legal turn has lost; its only man on its last row has just arrived.

        Where the men lost are not written, they are those missing from 16; without a reserve they do not matter.
        """
        found = re.fullmatch(
            rf"(\S+) ([wb])( \d\d? \d\d?)?(?: chain=(jump|capture):({SQUARE})| drop:([12]))?(?: ply=(\d{{1,6}}))?",
            " ".join(text.lower().split()),
        )
        if not found:
            sample = self.write_position(self.start())
            raise BadPosition(later("{text}: write rows and the side to move, like {sample}", text=text, sample=sample))
        board, seat = bytearray(read_rows(self.board, self.pieces, found[1])), "wb".index(found[2])
        played = int(found[7] or 0) if self.max_plies else 0
        black, white = map(int, found[3].split()) if found[3] else (MEN - board.count(2), MEN - board.count(1))
        lost = (max(white, 0), max(black, 0)) if self.drops == "reserve" else (0, 0)
        if found[4]:
            chain, taking = self.board.cells[found[5]], found[4] == "capture"
            if board[chain] != seat + 1 or not any(self.onward(board, seat, chain, taking)):
                raise BadPosition(later("no {kind} goes on from {square}", kind=found[4], square=found[5]))
            return Men(bytes(board), seat, chain, taking, 0, played, lost)
        arrived = [cell for cell in men_of(board, seat) if cell // 8 == LAST[seat]]
        if not found[6] and len(arrived) != 1:
            return self.begin(bytes(board), seat, played, lost)
        for cell in arrived:
            board[cell] = EMPTY
            lost = self.tally(lost, seat, 1)
        pending = self.due(board, seat, lost)
        if not pending or int(found[6] or pending) != pending:
            name = self.seats[seat].called
            raise BadPosition(
                later_many(
                    "{seat} has {count} man to drop in {text}",
                    "{seat} has {count} men to drop in {text}",
                    pending,
                    seat=name,
                    text=text,
                )
            )
        return Men(bytes(board), seat, pending=pending, played=played, lost=lost)

    def objection(self, state: Men) -> str | None:
        board, seat = state.board, state.player
        counts = (board.count(1), board.count(2))
        for side in (0, 1):
            if any(cell // 8 == LAST[side] for cell in men_of(board, side)):
                return later("a man of {seat} stays on its last row", seat=self.seats[side].called)
            if self.drops == "reserve" and counts[side] + state.lost[side] != MEN:
                return later("{seat} has not {men} men on and off the board", seat=self.seats[side].called, men=MEN)
        if not any(counts) and not state.pending:
            return later("nobody has a man")
        if 0 < self.max_plies < state.played:
            return later_many(
                "the game is over after {count} turn", "the game is over after {count} turns", self.max_plies
            )
        if state.chain != OFF and not any(
            not board[leap.source] and board[(leap.source + leap.target) // 2] == (EMPTY if state.taking else seat + 1)
            for ways in (self.around if state.taking else self.ahead)[seat]
            for _, far, _, leap in ways
            if far == state.chain
        ):
            return later("no man can have leapt to {square}", square=self.board.names[state.chain])
        return None

    def key(self, state: Men) -> Hashable:
        return state.board, state.player, state.lost, state.chain, state.taking, state.pending

    def evaluate(self, state: Men) -> tuple[float, ...]:
        """Men ahead, with those about to be dropped or taken, and a little for every rank advanced."""
        if state.player == NOBODY:
            won, lost = self.outcome(state).scores
            return (len(self.board) * (won - lost), len(self.board) * (lost - won))
        seat, board = state.player, state.board
        gain = state.pending + (self.prey(board, seat, men_of(board, seat)) if state.whole else 0)
        men, ranks = gain * (1 - 2 * seat), 0
        for row in range(8):
            white, black = (board.count(man, 8 * row, 8 * row + 8) for man in (1, 2))
            men += white - black
            ranks += white * row - black * (7 - row)
        lead = men + RANK_WORTH * ranks
        return (lead, -lead)

    def prey(self, board: bytes, seat: int, men: Iterable[int]) -> int:
        """How many enemies one of these *men* of *seat* can take in a turn, at most."""
        most = 0
        for leap in leaps(board + WALL, men, self.around[seat], 2 - seat):
            after = bytearray(board)
            after[leap.source] = after[(leap.source + leap.target) // 2] = EMPTY
            after[leap.target] = seat + 1
            most = max(most, 1 + self.prey(bytes(after), seat, (leap.target,)))
        return most

    def status(self, state: Men) -> Sequence[tuple[str, tuple[object, ...]]]:
        lines: list[tuple[str, tuple[object, ...]]] = [(say("men"), (state.board.count(1), state.board.count(2)))]
        if self.drops == "reserve":
            lines.append((say("lost men"), state.lost))
        if self.max_plies:
            lines.append((say("turn"), (f"{min(state.played + 1, self.max_plies)}/{self.max_plies}",)))
        return lines


def men_of(board: bytes | bytearray, seat: int) -> Iterator[int]:
    """The cells where men of *seat* stand, one by one: most who ask need only the first few."""
    mine = seat + 1
    return (cell for cell, man in enumerate(board) if man == mine)


def leaps(cells: bytes | bytearray, men: Iterable[int], ways: Ways, over: int) -> Iterator[Move]:
    """The leaps of these *men* over a neighbour of the kind *over*."""
    return (leap for man in men for near, far, _, leap in ways[man] if cells[near] == over and not cells[far])


def steps(cells: bytes | bytearray, men: Iterable[int], ways: Ways) -> Iterator[Move]:
    """The steps of these *men* to an empty neighbour."""
    return (step for man in men for near, _, step, _ in ways[man] if not cells[near])


def kind(state: Men, move: Move) -> str:
    """How a step is written: ``-``, ``^`` over a friend or ``x`` over an enemy."""
    if abs(move.target - move.source) in NEXT:
        return "-"
    return "^" if state.board[(move.source + move.target) // 2] == state.player + 1 else "x"


def spot(cell: int) -> str:
    """A cell as the first program writes it: row and column from 0 at the top left."""
    return f"{cell // 8}-{cell % 8}"
