"""Meerkats (designer unconfirmed; published on ludosoup.com 2014, BoardGameGeek 161090).

Two to four players, an empty hexagon of 61 cells, five a side, and 60 stones in an open supply: 15 red, 15 green,
15 blue and 15 yellow. Each player secretly draws one of the four colours and keeps it secret to the end; with fewer
than four players some colours belong to nobody, but all 60 stones are played. Have the largest group of your colour.

A group is all stones of one colour that hang together; a stone alone is a group of one (Fig. 1).

A turn has two parts. Drop: put one stone of any colour left in the supply, yours or not, on an empty cell. Slide:
then move one other stone, of any colour but not the one just dropped, in a straight line over empty cells, one cell
or more; it cannot jump (Fig. 2, Fig. 3). You must slide, and there is always a way. The very first turn of the game
is a drop alone.

As soon as a drop or a slide joins all 15 stones of a player's colour in one group, that player wins, whoever did it
(Fig. 4). A colour that belongs to nobody never wins. Otherwise the game ends with the drop of the 60th stone, all
colours are shown and the largest groups are compared (Fig. 5); players who tie compare their second largest groups,
then the third, and so on. Players whose groups are all equal share the win.

Readings: the sources disagree, and these options are the other ways to play. ``stone=bag`` draws each stone from a bag
before you choose its cell. ``slide=max`` makes a stone slide as far as it can. ``final_slide=on`` has the last player
still slide. ``instant15=off`` plays on when 15 stones are joined. ``tie=second`` compares no further than the second
largest groups. ``liberty=on`` is from the first published rules (with ``instant15=off``): a stone may only be
dropped beside an empty cell, and the game ends when a player cannot take a turn.

A turn is written R2.6/7.5-8.5: red dropped on row 2, cell 6, then the stone on 7.5 slid to 8.5. A slide may also be
written 7.5>4*1: direction 4, one cell; directions count clockwise from 1, up and to the left.
"""

from __future__ import annotations

import re
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
    Place,
    Seat,
    State,
    option,
    say,
)
from tabuleiro.core.errors import BadPosition
from tabuleiro.core.notation import read_rows, write_rows
from tabuleiro.core.words import joined, later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

COLOURS = (1, 2, 3, 4)  # also the piece of each colour
NAMES = ("?", later("red"), later("green"), later("blue"), later("yellow"))
LETTERS = "?RGBY"  # of a known colour, or of one that is hidden
UNKNOWN, UNDEALT = 0, -1  # a seat's colour that is hidden, or not drawn yet
EACH, ALL = 15, 60  # stones of a colour, and in all
DRAWS = tuple(Choose(colour) for colour in (UNKNOWN, *COLOURS))
SLIDE = r"\d+\.\d+(-\d+\.\d+|>\d\*\d)"


@dataclass(frozen=True, slots=True)
class Burrow(State):
    """The board, the colour of every seat, the stone drawn from the bag, and the stone dropped before a slide."""

    colours: tuple[int, ...]
    hand: int = EMPTY
    fresh: int = OFF

    @property
    def whole(self) -> bool:
        """Not inside the deal, nor between draw, drop and slide."""
        dealing = self.colours[0] != UNDEALT and self.colours[-1] == UNDEALT
        return self.fresh == OFF and not self.hand and not dealing


@dataclass(frozen=True)
class Meerkats(Game[Burrow]):
    """Drop any stone, slide another, and gather a colour that only you know."""

    name = "meerkats"
    title = "Meerkats"
    tagline = "Drop any stone, slide another, and gather a colour that only you know."
    credits = "designer unconfirmed; published on ludosoup.com 2014, BoardGameGeek 161090"
    twin = "tabuleiro.kernels.meerkats.rules:kernel"
    profile = "tabuleiro.ai.profiles:MEERKATS"
    figures = "tabuleiro.games.figures:MEERKATS"
    planes = "tabuleiro.play.planes:meerkats"
    grammar = rf"(colours)?(p\d=(red|green|blue|yellow|\?))+|[rgby]|[rgby]?\d+\.\d+(/|/?{SLIDE})?|/?{SLIDE}"

    players: int = option(
        2, "everybody has a secret colour; with fewer than four, some belong to nobody", (2, 3, 4), called="Players"
    )
    stone: str = option(
        "choose",
        "the mover chooses the colour to drop, or it comes from a bag",
        {"choose": "the mover chooses", "bag": "from a bag"},
        called="Stone to drop",
    )
    slide: str = option(
        "any",
        "a slide goes any distance, or as far as it can",
        {"any": "any distance", "max": "as far as it can"},
        called="Slides",
    )
    final_slide: bool = option(False, "a slide follows the last drop too", called="Last slide")
    instant15: bool = option(
        True, "all 15 stones of a player's colour in one group win at once", called="Win with all 15"
    )
    tie: str = option(
        "all",
        "a tie compares all further groups, or only the second",
        {"all": "all further groups", "second": "only the second group"},
        called="Ties",
    )
    liberty: bool = option(False, "a drop needs an empty cell beside it", called="Room beside drops")

    pieces = (
        NOTHING,
        Piece("R", "red stone", None, "red", "stone"),
        Piece("G", "green stone", None, "green", "stone"),
        Piece("B", "blue stone", None, "blue", "stone"),
        Piece("Y", "yellow stone", None, "yellow", "stone"),
    )

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(f"P{seat}", f"Player {seat}", f"seat{seat}") for seat in range(1, self.players + 1))

    @cached_property
    def board(self) -> Board:
        return Board.hexagon(5)

    @cached_property
    def space(self) -> ActionSpace:
        drops = (drop for drops in self.drops[1:] for drop in drops)
        return ActionSpace([*DRAWS, *drops, *(move for lines in self.slides for line in lines for _, move in line)])

    @cached_property
    def drops(self) -> tuple[tuple[Place, ...], ...]:
        """The drop of each colour on each cell: ``drops[colour][cell]``."""
        return tuple(tuple(Place(cell, colour) for cell in self.board) for colour in range(5))

    @cached_property
    def slides(self) -> tuple[tuple[tuple[tuple[int, Move], ...], ...], ...]:
        """The lines out of each cell: for each cell on a line, nearest first, the cell and the slide to it."""
        return tuple(
            tuple(tuple((target, Move(cell, target)) for target in ray) for ray in rays if ray)
            for cell, rays in enumerate(self.board.rays)
        )

    # ── The rules ────────────────────────────────────────────────────────────────────────────────────────────

    def start(self) -> Burrow:
        return self.settled(bytes(len(self.board)), (UNDEALT,) * self.players)

    def settled(
        self, board: bytes, colours: tuple[int, ...], hand: int = 0, fresh: int = OFF, moved: Sequence[int] = COLOURS
    ) -> Burrow:
        """Who decides next, if anybody, follows from what lies on the table; only *moved* colours may be complete now.

        *hand* and *fresh* are kept only where a drop or a slide is due.
        """
        if UNDEALT in colours:
            return Burrow(board, CHANCE, colours)
        if self.instant15 and any(colour in colours and self.complete(board, colour) for colour in moved):
            return Burrow(board, NOBODY, colours)
        stones = len(board) - board.count(EMPTY)
        if fresh != OFF and stones > 1 and (stones < ALL or self.final_slide):
            return Burrow(board, (stones - 1) % self.players, colours, fresh=fresh)
        if stones >= ALL or (self.liberty and not self.free(board)):
            return Burrow(board, NOBODY, colours)
        if self.stone == "choose":
            return Burrow(board, stones % self.players, colours)
        return Burrow(board, stones % self.players if hand else CHANCE, colours, hand)

    def free(self, board: bytes) -> list[int]:
        """The cells on which a stone may be dropped."""
        cells = [cell for cell, stone in enumerate(board) if not stone]
        if self.liberty:
            near = self.board.neighbours
            return [cell for cell in cells if any(not board[other] for other in near[cell])]
        return cells

    def odds(self, state: Burrow) -> Sequence[tuple[Action, int]]:
        if UNDEALT in state.colours:
            return [(DRAWS[colour], 1) for colour in COLOURS if colour not in state.colours]
        left = [(DRAWS[colour], EACH - state.board.count(colour)) for colour in COLOURS]
        return [(draw, count) for draw, count in left if count > 0]

    def actions(self, state: Burrow) -> Sequence[Action]:
        board = state.board
        if state.player < 0:
            return ()
        if state.fresh == OFF:
            colours = (state.hand,) if state.hand else [colour for colour in COLOURS if board.count(colour) < EACH]
            cells = self.free(board)
            return [drops[cell] for drops in map(self.drops.__getitem__, colours) for cell in cells]
        legal: list[Action] = []
        farthest = self.slide == "max"
        for cell, lines in enumerate(self.slides):
            if board[cell] and cell != state.fresh:
                for line in lines:
                    before = len(legal)
                    for target, move in line:
                        if board[target]:
                            break
                        legal.append(move)
                    if farthest:
                        del legal[before:-1]
        return legal

    def apply(self, state: Burrow, action: Action) -> Burrow:
        if isinstance(action, Choose):
            if UNDEALT in state.colours:
                seat = state.colours.index(UNDEALT)
                return self.settled(state.board, (*state.colours[:seat], action.option, *state.colours[seat + 1 :]))
            return self.settled(state.board, state.colours, hand=action.option, moved=())
        board = bytearray(state.board)
        if isinstance(action, Place):
            board[action.cell] = action.piece
            return self.settled(bytes(board), state.colours, fresh=action.cell, moved=(action.piece,))
        assert isinstance(action, Move)
        stone = board[action.target] = board[action.source]
        board[action.source] = EMPTY
        return self.settled(bytes(board), state.colours, moved=(stone,))

    def groups(self, board: bytes, colour: int) -> list[int]:
        """The sizes of the groups of *colour*, largest first."""
        near = self.board.neighbours
        left = {cell for cell, stone in enumerate(board) if stone == colour}
        sizes = []
        while left:
            reached, size = [left.pop()], 0
            while reached:
                size += 1
                for cell in near[reached.pop()]:
                    if cell in left:
                        left.remove(cell)
                        reached.append(cell)
            sizes.append(size)
        return sorted(sizes, reverse=True)

    def complete(self, board: bytes, colour: int) -> bool:
        """All 15 stones of *colour* are one group."""
        return board.count(colour) == EACH and len(self.groups(board, colour)) == 1

    def compared(self, board: bytes, colour: int) -> list[int]:
        """The sizes that count for the owner of *colour*: all of them, or the first two."""
        return self.groups(board, colour)[: 2 if self.tie == "second" else None]

    def outcome(self, state: Burrow) -> Outcome:
        board, colours = state.board, state.colours
        sizes = [self.compared(board, colour) if colour > 0 else [] for colour in colours]
        points = tuple(max(groups, default=0) for groups in sizes)
        if min(colours) <= 0:  # only a player who thinks ahead without imagining the hidden colours gets here
            return Outcome.draw(self.players, later("not all colours are known"), points)
        most, best = max(points), max(sizes)
        winners = [seat for seat in range(self.players) if sizes[seat] == best]
        name, colour = self.seats[winners[0]].called, NAMES[colours[winners[0]]]
        if len(winners) > 1:
            names = joined(self.seats[seat].called for seat in winners)
            reason = later("{seats} share the win: their groups are equally large", seats=names)
        elif self.instant15 and most == EACH:
            reason = later("{seat} has all {count} {colour} stones in one group", seat=name, count=EACH, colour=colour)
        elif points.count(most) > 1:
            reason = later("{seat} ({colour}) wins the tie by the next largest groups", seat=name, colour=colour)
        else:
            reason = later("{seat} has the largest group: {count} {colour}", seat=name, count=most, colour=colour)
        return Outcome.shared(winners, self.players, reason, points)

    # ── Secrets ──────────────────────────────────────────────────────────────────────────────────────────────

    def view(self, state: Burrow, seat: int | None) -> Burrow:
        """Others' colours are hidden until the game is over."""
        if state.player == NOBODY:
            return state
        colours = (colour if owner == seat else min(colour, UNKNOWN) for owner, colour in enumerate(state.colours))
        return Burrow(state.board, state.player, tuple(colours), state.hand, state.fresh)

    def veil(self, state: Burrow, action: Action, seat: int | None) -> Action:
        """Only the owner sees which colour is dealt."""
        hidden = UNDEALT in state.colours and state.colours.index(UNDEALT) != seat
        return DRAWS[UNKNOWN] if hidden else action

    def possible(self, view: Burrow) -> list[int]:
        """The colours that hidden seats may have: while the game goes on, a complete colour belongs to nobody."""
        unseen = [colour for colour in COLOURS if colour not in view.colours]
        return [colour for colour in unseen if not (self.instant15 and self.complete(view.board, colour))]

    def imagine(self, view: Burrow, seat: int | None, rng: Random) -> Burrow:
        if UNKNOWN not in view.colours:
            return view
        drawn = self.possible(view)
        rng.shuffle(drawn)
        colours = tuple(drawn.pop() if colour == UNKNOWN else colour for colour in view.colours)
        return Burrow(view.board, view.player, colours, view.hand, view.fresh)

    # ── Text ─────────────────────────────────────────────────────────────────────────────────────────────────

    def write(self, state: Burrow, action: Action) -> str:
        names = self.board.names
        if isinstance(action, Move):
            return f"/{names[action.source]}-{names[action.target]}"
        if isinstance(action, Place):
            return ("" if state.hand else LETTERS[action.piece]) + names[action.cell]
        assert isinstance(action, Choose)
        if UNDEALT not in state.colours:
            return LETTERS[action.option]
        seat = state.colours.index(UNDEALT)
        return f"{' ' if seat else 'colours '}{self.seats[seat].symbol}={NAMES[action.option]}"

    def spellings(self, state: Burrow, action: Action) -> Iterable[str]:
        """A slide without its slash, or as direction and number of cells; a deal without its first word."""
        if isinstance(action, Move):
            rays = enumerate(self.board.rays[action.source], 1)
            way, count = next((way, ray.index(action.target) + 1) for way, ray in rays if action.target in ray)
            counted = f"{self.board.names[action.source]}>{way}*{count}"
            return (self.write(state, action)[1:], counted, f"/{counted}")
        return (self.write(state, action).removeprefix("colours "),) if UNDEALT in state.colours else ()

    def label(self, state: Burrow, action: Action) -> str:
        """A button is no place for a secret: a deal reads the same whatever the colour."""
        if UNDEALT in state.colours:
            return say("a secret colour for {seat}", seat=self.seats[state.colours.index(UNDEALT)].name)
        if isinstance(action, Place):
            return say("{colour} on {cell}", colour=say(NAMES[action.piece]), cell=self.board.names[action.cell])
        return self.write(state, action).removeprefix("/")

    def prompt(self, state: Burrow) -> str:
        if state.hand:
            return say("drop the {colour} stone on an empty cell", colour=say(NAMES[state.hand]))
        if state.fresh == OFF:
            return ""
        if self.slide == "max":
            return say("slide any other stone along a straight line, as far as it goes")
        return say("slide any other stone along a straight line")

    def write_position(self, state: Burrow) -> str:
        """Rows, then what they do not tell: the colours dealt (``?`` hidden), the stone drawn, the one dropped."""
        words = [write_rows(self.board, self.pieces, state.board)]
        if state.colours[0] != UNDEALT:
            words.append("colours=" + ",".join(LETTERS[colour] for colour in state.colours if colour != UNDEALT))
        if state.hand:
            words.append(f"hand={LETTERS[state.hand]}")
        if state.fresh != OFF:
            words.append(f"fresh={self.board.names[state.fresh]}")
        return " ".join(words)

    def read_position(self, text: str) -> Burrow:
        """Who moves follows from the number of stones; without colours, they are dealt first."""
        rest = r"(?: COLOURS=([?RGBY](?:,[?RGBY])*))?(?: HAND=([RGBY]))?(?: FRESH=([1-9]\.[1-9]))?"
        found = re.fullmatch(r"(\S+)" + rest, " ".join(text.upper().split()))
        dealt = [LETTERS.index(letter) for letter in (found[2] or "")[::2]] if found else []
        if not found or len(dealt) > self.players:
            words = f"colours={','.join(LETTERS[1 : self.players + 1])} hand=R fresh=5.5"
            raise BadPosition(later("{text} is no position; write rows, then perhaps {words}", text=text, words=words))
        board = read_rows(self.board, self.pieces, found[1])
        colours = (*dealt, *[UNDEALT] * (self.players - len(dealt)))
        hand, fresh = LETTERS.index(found[3] or "?"), self.board.cells.get(found[4], OFF)
        state = self.settled(board, colours, hand, fresh)
        if (found[3] or found[4]) and UNDEALT in colours:
            raise BadPosition(later("{text}: inside a turn all colours are dealt; say colours=", text=text))
        if hand != state.hand:
            raise BadPosition(later("{text}: no drawn stone is to be dropped here; leave hand= out", text=text))
        if found[4] and (state.fresh == OFF or not board[fresh]):
            raise BadPosition(later("{text}: no slide is due after a drop there; leave fresh= out", text=text))
        return state

    def objection(self, state: Burrow) -> str | None:
        board = state.board
        for colour in COLOURS:
            count = board.count(colour) + (colour == state.hand)
            if count > EACH:
                return later("{count} {colour} stones, of {each}", count=count, colour=NAMES[colour], each=EACH)
        dealt = [colour for colour in state.colours if colour > 0]
        if len(dealt) > len(set(dealt)):
            return later("two players have the same colour")
        if self.instant15 and sum(self.complete(board, colour) for colour in dealt) > 1:
            return later("two players have won")
        if state.player != NOBODY and state.colours.count(UNKNOWN) > len(self.possible(state)):
            return later("a hidden colour has won already")
        return None

    def why_not(self, state: Burrow, chosen: tuple[int, ...], cell: int) -> str | None:
        names, board = self.board.names, state.board
        if state.fresh == OFF:
            if board[cell]:
                return later("A stone lies on {cell}: drop on an empty cell.", cell=names[cell])
            return later("No empty cell is beside {cell}: a stone may not be dropped there.", cell=names[cell])
        if chosen:
            start = chosen[-1]
            ray = next((ray for ray in self.board.rays[start] if cell in ray), ())
            if not ray:
                return later(
                    "{cell} is on no straight line from {start}: a stone slides straight.",
                    cell=names[cell],
                    start=names[start],
                )
            blocks = next((other for other in ray[: ray.index(cell) + 1] if board[other]), OFF)
            if blocks != OFF:
                return later(
                    "From {start} to {cell} the stone on {other} is in the way: a slide does not jump.",
                    start=names[start],
                    cell=names[cell],
                    other=names[blocks],
                )
            return later("Here a stone slides as far as it can, past {cell}.", cell=names[cell])
        if cell == state.fresh:
            return later("The stone on {cell} was just dropped: slide another one.", cell=names[cell])
        if not board[cell]:
            return later("{cell} is empty: choose a stone to slide.", cell=names[cell])
        return later("The stone on {cell} has no empty cell beside it to slide to.", cell=names[cell])

    # ── For players and pictures ─────────────────────────────────────────────────────────────────────────────

    def evaluate(self, state: Burrow) -> tuple[float, ...]:
        """How far a seat's groups are ahead of the best other seat's; a hidden colour counts as the mean of the possible."""
        sizes = {
            colour: sum(size / 16**place for place, size in enumerate(self.compared(state.board, colour)))
            for colour in COLOURS
        }
        unseen = [sizes[colour] for colour in COLOURS if colour not in state.colours]
        mean = sum(unseen) / max(len(unseen), 1)
        own = [sizes.get(colour, mean) for colour in state.colours]
        return tuple(mine - max(own[:seat] + own[seat + 1 :]) for seat, mine in enumerate(own))

    def status(self, state: Burrow) -> Sequence[tuple[str, tuple[object, ...]]]:
        largest = {colour: max(self.groups(state.board, colour), default=0) for colour in COLOURS}
        left = ", ".join(f"{say(NAMES[colour])} {EACH - state.board.count(colour)}" for colour in COLOURS)
        sizes = ", ".join(f"{say(NAMES[colour])} {size}" for colour, size in largest.items())
        rows: list[tuple[str, tuple[object, ...]]] = [
            (say("colour"), tuple(say(NAMES[max(colour, UNKNOWN)]) for colour in state.colours)),
            (say("largest group"), tuple(largest.get(colour, "?") for colour in state.colours)),
            (say("largest of each colour"), (sizes,)),
            (say("supply"), (left,)),
        ]
        return [*rows, (say("drawn"), (say(NAMES[state.hand]),))] if state.hand else rows
