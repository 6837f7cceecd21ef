"""Campo Bello, by John Caddell (2017): peg solitaire for two to four players.

The board has 41 points: four triangles of ten, pointing at a common middle, ``mid``. They are called ``y`` (bottom),
``b`` (left), ``g`` (top) and ``r`` (right); in each, 0 is the tip beside the middle, and 1-2, 3-4-5 and 6-7-8-9 are the
rows behind it. Your pieces are called movers. They begin on points 1 to 9 of your triangle; tips and middle are empty.
Two players have two opposite triangles each: Yellow y and g, Blue b and r (Fig. 1). With three, triangle r begins
empty (Fig. 2).

A turn: jump with one of your movers over a mover beside it, yours or not, to the empty point right behind. Jumps follow
the straight lines of the board; over a tip, one may also bend into the middle or out of it, to either side (Fig. 3).
From a point 4 nobody can jump, and nobody can land there (Fig. 4).

- Over a mover of your own: it is removed (Fig. 5).
- Over another player's: it stays, and you remove any one of your movers (Fig. 6), even the one that has just jumped
  (Fig. 7).

The same mover may then jump again, three times in all, or stop (Fig. 8). In one turn it may not come back to a point
where it has stood (Fig. 9), and may not jump the same mover twice (Fig. 10). There are no other moves, and who can
jump must.

The game ends at once when a player has no movers left. It also ends when the player to move cannot jump (two
players); with three or four players that player passes, and the game ends when nobody can jump. Each of your movers
then costs you 3 points in your own triangles and 1 point elsewhere. The lowest total wins, and equal ones share
(Fig. 11).

Turns are written ``y8-y1-r0`` (start and landings) and ``y2-b0xg9`` (after x the mover of yours that you remove).

Readings: with ``chain=report`` a chain may do anything but land on its first point.
``blocked`` chooses the end of the game for any number of players. ``home=nine`` follows the printed board, where the
tips are nobody's home. ``removal=may`` reads "can remove" as a right; jumping on for ever is then possible, and a
position that occurs a third time is a draw. Three players are not described anywhere; the empty triangle is ours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

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
    later,
    option,
    say,
)
from tabuleiro.core.errors import BadOption, BadPosition
from tabuleiro.core.notation import fold
from tabuleiro.core.words import joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TRIANGLES = "ybgr"  # clockwise from the bottom, as the turn goes round
COLOURS = ("yellow", "blue", "green", "red")
POINT = r"(?:mid|[bgry][0-9])"  # its name
TRIANGLE = ((0, 1), (-1, 2), (1, 2), (-2, 3), (0, 3), (2, 3), (-3, 4), (-1, 4), (1, 4), (3, 4))  # y0 to y9
SPREAD = 0.8  # so far stand the tips from the middle; other neighbours are 1.1 to 1.6 apart
TEXT_COLUMN = {"y": 10, "b": 8, "g": 10, "r": 12, "m": 10}  # on a text board the side triangles stand further out
CHAIN = 3  # jumps in a turn at most
HOME, AWAY = 3, 1  # points for a mover
PASS = Pass()  # to stop a chain, to keep all movers, or to pass


@dataclass(frozen=True, slots=True)
class Movers(State):
    """The board and who decides; inside a turn also the point of the *jumper* and what binds it.

    *origin*: where it began. *jumped*: other players' movers that it may not jump again, in order of their points.
    *jumps*: how many it has made. *due*: it has just jumped another player's mover, and a removal is to follow.
    """

    jumper: int = OFF
    origin: int = OFF
    jumped: tuple[int, ...] = ()
    jumps: int = 0
    due: bool = False

    @property
    def whole(self) -> bool:
        return self.jumper == OFF


@dataclass(frozen=True)
class CampoBello(Game[Movers]):
    """Every jump costs you a mover, which is what you want."""

    name = "campo-bello"
    title = "Campo Bello"
    tagline = "Peg solitaire against each other: jump your own movers off the board."
    credits = "John Caddell, 2017"
    twin = "tabuleiro.kernels.campo_bello:kernel"
    profile = "tabuleiro.ai.profiles:CAMPO_BELLO"
    figures = "tabuleiro.games.figures:CAMPO_BELLO"
    planes = "tabuleiro.play.planes:campo_bello"
    grammar = rf"pass|{POINT}?({POINT}?-{POINT}|x{POINT}|keep)*(stop)?"

    players: int = option(
        2, "two have two triangles each, three leave one empty, four have one each", (2, 3, 4), called="Players"
    )
    chain: str = option(
        "official",
        "what a chain may not do: return, nor jump a mover twice; or only land on its first point",
        {"official": "official rules", "report": "looser chains"},
        called="Chains",
    )
    blocked: str = option(
        "auto",
        "a player who cannot jump ends the game or passes; automatic: ends it for 2 players, passes for 3 and 4",
        {"auto": "automatic", "end": "ends the game", "pass": "passes"},
        called="Who cannot jump",
    )
    home: str = option(
        "ten",
        "home is a triangle's ten points, or nine without the tip",
        {"ten": "ten points", "nine": "nine points"},
        called="Home",
    )
    removal: str = option(
        "must",
        "must or may you remove a mover after jumping another player's",
        {"must": "compulsory", "may": "voluntary"},
        called="Removal",
    )
    first: str = option(
        "y",
        "who begins: the letter of a triangle",
        dict(zip(TRIANGLES, ("Yellow", "Blue", "Green", "Red"), strict=True)),
        called="First player",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        playing = TRIANGLES[: self.players]
        if self.first not in playing:
            takes = "|".join(playing)
            raise BadOption(later("first={first} does not play; first takes {takes}", first=self.first, takes=takes))

    @property
    def repetition(self) -> int:
        """Only who need not remove a mover can come back to a position."""
        return 3 if self.removal == "may" else 0

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        letters = TRIANGLES.upper() if self.players == 2 else TRIANGLES
        return tuple(Seat(letters[seat], COLOURS[seat].title(), COLOURS[seat]) for seat in range(self.players))

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        movers = [
            Piece(TRIANGLES[seat], f"{COLOURS[seat]} mover", seat, COLOURS[seat], "mover", sign="●○◆◇"[seat])
            for seat in range(self.players)
        ]
        return (NOTHING, *movers)

    # ── The board ────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def board(self) -> Board:
        """Points are numbered row by row as they stand in the picture: g9 g8 g7 g6, b6 g5 g4 g3 r9, and so on."""
        lattice, points = {"mid": (0, 0)}, list(TRIANGLE)
        for letter in TRIANGLES:
            lattice |= {f"{letter}{number}": point for number, point in enumerate(points)}
            points = [(-y, x) for x, y in points]  # a quarter turn clockwise
        order = sorted(lattice, key=lambda name: lattice[name][::-1])
        home = range(self.home == "nine", 10)
        return Board.graph(
            {name: (SPREAD * lattice[name][0], SPREAD * lattice[name][1]) for name in order},
            [pair for line in self.lines for pair in pairwise(line)],
            {name: (TEXT_COLUMN[name[0]] + 2 * x, y + 4) for name, (x, y) in lattice.items()},
            {
                zone: [f"{letter}{number}" for number in home]
                for zone, letter in zip(self.homes, TRIANGLES, strict=True)
            },
        )

    @property
    def homes(self) -> tuple[str, ...]:
        """What each triangle is called: after its owner, two of them after each of two, and one of four after nobody."""
        if self.players == 2:
            return (*COLOURS[:2], *(f"{colour} opposite" for colour in COLOURS[:2]))
        return (*COLOURS[: self.players], *["empty"] * (4 - self.players))

    @cached_property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The straight lines drawn on the board, as names of points."""
        found = ["b0 mid r0", "y0 mid g0"]
        for one, other in pairwise("byrgb"):
            found.append("A6 A3 A1 A0 Z0 Z2 Z5 Z9".replace("A", one).replace("Z", other))
            short = "A1 A2/A3 A4 A5/A6 A7 A8 A9/A1 A4 A8/A2 A4 A7/A3 A7/A5 A8"
            found += short.replace("A", one).split("/")
        return tuple(tuple(line.split()) for line in found)

    @cached_property
    def leaps(self) -> tuple[tuple[tuple[int, int, Move], ...], ...]:
        """The jumps from each point: over which point, to which, and the step. Along lines, and bent at the tips."""
        number = self.board.cells
        triples = [line[at : at + 3] for line in self.lines for at in range(len(line) - 2)]
        triples += [("mid", f"{letter}0", letter + side) for letter in TRIANGLES for side in "12"]
        found: list[list[tuple[int, int, Move]]] = [[] for _ in self.board]
        for one, over, other in triples:
            for source, target in ((number[one], number[other]), (number[other], number[one])):
                found[source].append((number[over], target, Move(source, target)))
        return tuple(tuple(sorted(leaps, key=lambda leap: leap[1])) for leaps in found)

    @cached_property
    def overs(self) -> dict[Move, int]:
        """The point that each jump goes over: start and landing leave no choice."""
        return {move: over for leaps in self.leaps for over, _, move in leaps}

    @cached_property
    def removals(self) -> tuple[Remove, ...]:
        return tuple(Remove(cell) for cell in self.board)

    @cached_property
    def space(self) -> ActionSpace:
        return ActionSpace([*self.overs, *self.removals, PASS])

    @cached_property
    def worth(self) -> tuple[tuple[int, ...], ...]:
        """What a seat's mover costs on each point."""
        costs = [[AWAY] * len(self.board) for _ in self.seats]
        for home, seat in zip(self.homes, self.owners, strict=False):
            for cell in self.board.zones[home]:
                costs[seat][cell] = HOME
        return tuple(map(tuple, costs))

    # ── The rules ────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def owners(self) -> tuple[int, ...]:
        """The seat of each triangle in play."""
        return (0, 1, 0, 1) if self.players == 2 else tuple(range(self.players))

    @property
    def passing(self) -> bool:
        """Does a player who cannot jump pass?"""
        return self.players > 2 if self.blocked == "auto" else self.blocked == "pass"

    def start(self) -> Movers:
        owners = dict(zip(TRIANGLES, self.owners, strict=False))
        movers = {f"{letter}{number}": seat + 1 for letter, seat in owners.items() for number in range(1, 10)}
        board = bytes(movers.get(name, EMPTY) for name in self.board.names)
        return Movers(board, TRIANGLES.index(self.first))

    def actions(self, state: Movers) -> Sequence[Action]:
        board, mine = state.board, state.player + 1
        if state.due:
            removals = self.removals
            own: list[Action] = [removals[cell] for cell, mover in enumerate(board) if mover == mine]
            return own if self.removal == "must" else [PASS, *own]
        if state.jumper != OFF:
            return [PASS, *self.onward(board, state.jumper, state.origin, state.jumped)]
        leaps = self.leaps
        legal: list[Action] = [
            move
            for cell, mover in enumerate(board)
            if mover == mine
            for over, target, move in leaps[cell]
            if board[over] and not board[target]
        ]
        return legal or [PASS]

    def onward(self, board: bytes | bytearray, jumper: int, origin: int, jumped: tuple[int, ...]) -> list[Move]:
        """The jumps with which the *jumper* can go on.

        In three jumps, who returns to a point has returned to the origin or jumped the same mover twice.
        """
        return [
            move
            for over, target, move in self.leaps[jumper]
            if board[over] and not board[target] and target != origin and over not in jumped
        ]

    def can_jump(self, board: bytes | bytearray, seat: int) -> bool:
        leaps, mine = self.leaps, seat + 1
        for cell, mover in enumerate(board):
            if mover == mine:
                for over, target, _ in leaps[cell]:
                    if board[over] and not board[target]:
                        return True
        return False

    def apply(self, state: Movers, action: Action) -> Movers:
        player, jumper, origin, jumped, jumps = state.player, state.jumper, state.origin, state.jumped, state.jumps
        board = bytearray(state.board)
        if isinstance(action, Move):
            over, jumper, jumps = self.overs[action], action.target, jumps + 1
            board[action.source], board[jumper] = EMPTY, player + 1
            if jumps == 1:
                origin = action.source
            if board[over] != player + 1:
                if self.chain == "official":
                    jumped = tuple(sorted((*jumped, over)))
                return Movers(bytes(board), player, jumper, origin, jumped, jumps, due=True)
            board[over] = EMPTY
        elif isinstance(action, Remove):
            board[action.cell] = EMPTY
        may_go_on = jumps < CHAIN and board[jumper] and (action != PASS or state.due)  # else: stop, or pass
        if may_go_on and self.onward(board, jumper, origin, jumped):
            return Movers(bytes(board), player, jumper, origin, jumped, jumps)
        return self.settled(board, (player + 1) % self.players)

    def settled(self, board: bytes | bytearray, player: int) -> Movers:
        """*player* is to begin a turn, unless the game is over."""
        everyone = range(self.players)
        goes_on = all(seat + 1 in board for seat in everyone) and (
            self.can_jump(board, player) or (self.passing and any(self.can_jump(board, seat) for seat in everyone))
        )
        return Movers(bytes(board), player if goes_on else NOBODY)

    def points(self, board: bytes) -> tuple[int, ...]:
        """What every seat's movers cost."""
        totals = [0] * self.players
        for cell, mover in enumerate(board):
            if mover:
                totals[mover - 1] += self.worth[mover - 1][cell]
        return tuple(totals)

    def outcome(self, state: Movers) -> Outcome:
        points = self.points(state.board)
        least = min(points)
        winners = [seat for seat, total in enumerate(points) if total == least]
        names = joined(self.seats[seat].called for seat in winners)
        why = later("nobody can jump") if self.passing else later("the player to move cannot jump")
        if least:
            reason = later("{why}; the fewest points, {least}: {seats}", why=why, least=least, seats=names)
        else:
            reason = later("{seat} has no movers left", seat=names)
        return Outcome.shared(winners, self.players, reason, points)

    # ── Text ─────────────────────────────────────────────────────────────────────────────────────────────────

    def write(self, state: Movers, action: Action) -> str:
        names = self.board.names
        if isinstance(action, Move):
            return f"{names[action.source] if state.whole else ''}-{names[action.target]}"
        if isinstance(action, Remove):
            return f"x{names[action.cell]}"
        return "pass" if state.whole else ""

    def spellings(self, state: Movers, action: Action) -> Iterable[str]:
        """Inside a turn: a jump with its start, and words for the steps without text."""
        if state.whole or isinstance(action, Remove):
            return ()
        if isinstance(action, Move):
            return (f"{self.board.names[action.source]}-{self.board.names[action.target]}",)
        return ("keep",) if state.due else ("stop",)

    def label(self, state: Movers, action: Action) -> str:
        if action == PASS:
            return say("pass") if state.whole else say("keep all") if state.due else say("stop")
        return self.write(state, action)

    def prompt(self, state: Movers) -> str:
        if state.due:
            name = self.seats[state.player].name
            if self.removal == "may":
                return say("remove a mover of {seat}, or keep all", seat=name)
            return say("remove any mover of {seat}", seat=name)
        if state.jumper != OFF:
            return say("jump on with the mover on {point}, or stop", point=self.board.names[state.jumper])
        return "" if self.can_jump(state.board, state.player) else say("pass, for no mover can jump")

    def write_position(self, state: Movers) -> str:
        """``Y:y0,y2|B:b0,r9|to=Y``: every seat's points in order of their names, and who decides (``-`` nobody).

        Inside a turn there follow the jumper's point, its origin, whom it may not jump again, how many jumps it has
        made, and ``remove`` when a removal is due: ``|mover=y0|from=y5|over=y2|jumps=1|remove``.
        """
        names, board = self.board.names, state.board
        parts = [
            f"{seat.symbol}:{','.join(sorted(names[cell] for cell in self.board if board[cell] == mover))}"
            for mover, seat in enumerate(self.seats, 1)
        ]
        parts.append(f"to={'-' if state.player == NOBODY else self.seats[state.player].symbol}")
        if not state.whole:
            over = f"over={','.join(names[cell] for cell in state.jumped)}" if state.jumped else ""
            parts += [f"mover={names[state.jumper]}", f"from={names[state.origin]}", over, f"jumps={state.jumps}"]
            parts.append("remove" if state.due else "")
        return "|".join(filter(None, parts))

    def read_position(self, text: str) -> Movers:
        """Points may come in any order; where the rules end the game, nobody is to move."""
        letters = TRIANGLES[: self.players]
        points = rf"({POINT}(?:,{POINT})*)?"
        movers = "".join(rf"{letter}[:=]{points}\|" for letter in letters)
        inside = rf"\|mover=({POINT})\|from=({POINT})(?:\|over={points})?\|jumps=([123])(\|remove)?"
        found = re.fullmatch(rf"{movers}to=(?:-|([{letters}])(?:{inside})?)", fold(text))
        if not found:
            example = "|".join(
                [*(f"{seat.symbol}:y{place}" for place, seat in enumerate(self.seats)), f"to={self.seats[0].symbol}"]
            )
            raise BadPosition(later("{text} is no position; write it like {example}", text=text, example=example))
        *lists, decider, jumper, origin, over, jumps, remove = found.groups()
        board = bytearray(len(self.board))
        for mover, names in enumerate(lists, 1):
            for cell in self.board.at(names.split(",") if names else ()):
                if board[cell]:
                    raise BadPosition(later("{text}: {name} comes twice", text=text, name=self.board.names[cell]))
                board[cell] = mover
        if decider is None:
            return Movers(bytes(board), NOBODY)
        if jumper is None:
            return self.settled(board, letters.index(decider))
        at, source, *jumped = self.board.at([jumper, origin, *(over.split(",") if over else ())])
        return Movers(
            bytes(board), letters.index(decider), at, source, tuple(sorted(jumped)), int(jumps), due=bool(remove)
        )

    def objection(self, state: Movers) -> str | None:
        board, mine, over = state.board, state.player + 1, state.jumped
        counts = [board.count(mover) for mover in range(1, self.players + 1)]
        most = self.start().board.count(1)
        if max(counts) > most:
            return later("nobody has more than {most} movers", most=most)
        if counts.count(0) > (state.player == NOBODY):
            return later("the game ends when one player has no movers left")
        if state.player == NOBODY:
            able = [self.can_jump(board, seat) for seat in range(self.players)]
            return later("the game is not over") if all(counts) and (any if self.passing else all)(able) else None
        if state.whole:
            return None
        if self.chain == "report":
            jumped_well = not over
        else:
            jumped_well = state.due <= len(set(over)) == len(over) <= state.jumps
            jumped_well &= all(board[cell] not in (EMPTY, mine) for cell in over)
        stays = board[state.jumper] == mine and not board[state.origin]
        may_go_on = state.jumps < CHAIN and self.onward(board, state.jumper, state.origin, over)
        return None if stays and jumped_well and (state.due or may_go_on) else later("no turn leads there")

    def why_not(self, state: Movers, chosen: tuple[int, ...], cell: int) -> str | None:
        names, board, name = self.board.names, state.board, self.board.names[cell]
        if state.due:
            return later(
                "{cell} has no mover of yours: after jumping another player's, remove one of your own.", cell=name
            )
        if chosen:
            return self.no_jump(state, chosen[-1], cell)
        if state.jumper != OFF:
            return later("Only the mover on {cell} may jump on in this turn, or stop.", cell=names[state.jumper])
        if board[cell] != state.player + 1:
            return None
        if not self.leaps[cell]:
            return later("From {cell} nobody can jump: no line goes on behind its neighbours.", cell=name)
        if any(board[over] for over, _, _ in self.leaps[cell]):
            return later("Behind every mover beside {cell} the point is taken: jumps end on an empty one.", cell=name)
        return later("No mover beside {cell} can be jumped: there is no other kind of move.", cell=name)

    def no_jump(self, state: Movers, start: int, cell: int) -> str:
        """Why no jump leads from *start* to *cell*."""
        names, board = self.board.names, state.board
        over = self.overs.get(Move(start, cell), OFF)
        if over == OFF:
            return later(
                "From {start} no jump leads to {cell}: one jumps over a neighbour to the point right behind it.",
                start=names[start],
                cell=names[cell],
            )
        if board[cell]:
            return later("{cell} is taken: a jump ends on an empty point.", cell=names[cell])
        if not board[over]:
            return later(
                "Nobody stands on {over}: from {start} to {cell} there is nothing to jump over.",
                over=names[over],
                start=names[start],
                cell=names[cell],
            )
        if cell == state.origin:
            return later("This turn began on {cell}: a mover does not come back in one turn.", cell=names[cell])
        return later("The mover on {over} was already jumped in this turn.", over=names[over])

    # ── For players ──────────────────────────────────────────────────────────────────────────────────────────

    def evaluate(self, state: Movers) -> tuple[float, ...]:
        """The mean of the others' points less the own: few points are good."""
        points = self.points(state.board)
        return tuple((sum(points) - own) / (self.players - 1) - own for own in points)

    def status(self, state: Movers) -> Sequence[tuple[str, tuple[object, ...]]]:
        movers = tuple(state.board.count(mover) for mover in range(1, self.players + 1))
        return ((say("movers"), movers), (say("points"), self.points(state.board)))
