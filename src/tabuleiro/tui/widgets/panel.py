"""What stands beside and below the board: people and what they have, what the engine thinks, and the turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from tabuleiro.core import NOBODY, Game, say
from tabuleiro.core.words import one_line
from tabuleiro.draw.canvas import theme_of
from tabuleiro.draw.lines import cut
from tabuleiro.draw.prose import belongings, minutes
from tabuleiro.draw.text import width
from tabuleiro.table.desk import Desk

HIDDEN = "?"  # how a game writes what the reader may not know
FEW = 4  # lines for turns, at least, before lines are kept for anything else
SPINNER, PLAIN_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "|/-\\"


def seat_badge(game: Game[Any], seat: int, ascii: bool) -> tuple[str, Style]:
    """A seat's own sign on its own colour."""
    theme, role = theme_of(game), game.seats[seat].colour
    sign = next((piece.sign for piece in game.pieces if piece.owner == seat and piece.sign), "")
    sign = game.seats[seat].symbol if ascii or not sign else sign
    return f" {sign} ", Style(color=theme.ink(role), bgcolor=theme.colour(role), bold=True)


class Status(Static):
    """The line below the board: who is to do what, or what is wrong."""

    DEFAULT_CSS = """
    Status { height: 1; padding: 0 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
    Status.wrong { color: $text-error; }
    Status.ascii { text-overflow: clip; }
    """

    def show(self, words: str, wrong: bool = False) -> None:
        self.set_class(wrong, "wrong")
        self.update(one_line(words), layout=False)


class Calm(Static):
    """Says something, and is as high as it has lines: the screen is laid out again only when their number changes."""

    said = Text()
    shape = (-1, 0)  # columns and lines; none yet
    least = 0  # lines that it keeps, so that what stands below stays where it is

    class Reshaped(Message):
        """It has another width, so that what it says should be said again."""

    def on_resize(self) -> None:
        if self.size.width != self.shape[0]:
            self.post_message(self.Reshaped())

    def tell(self, text: Text) -> None:
        shape = self.size.width, max(text.plain.count("\n") + bool(text), self.least)
        if text != self.said or text.spans != self.said.spans:
            self.said = text
            self.update(text, layout=False)
        if shape != self.shape:
            self.shape = shape
            self.styles.height = shape[1]


class Less(IntEnum):
    """What is left out about the players: nothing, what is not known, and the names of seats that their signs tell too."""

    NOTHING, UNKNOWN, NAMES = range(3)


class Players(Calm):
    """Everybody at the table with clock and belongings, whose turn it is, and what belongs to all."""

    def show(self, desk: Desk, ascii: bool) -> None:
        """All that there is to say, or where that leaves too little room for the turns, less."""
        assert isinstance(self.parent, Widget)
        room = self.parent.content_size.height - FEW
        texts = (self._text(desk, ascii, less) for less in Less)
        self.tell(next((text for text in texts if text.plain.count("\n") < room), self._text(desk, ascii, max(Less))))

    def _text(self, desk: Desk, ascii: bool, less: Less) -> Text:
        game, view = desk.game, desk.view
        state, _ = desk.shown
        own, common = belongings(game, state)
        text = Text()
        for seat, name in enumerate(desk.table.people):
            turn = desk.session.player == seat
            mark = (">" if ascii else "▸") if turn else " "
            left = view.clocks[seat] if seat < len(view.clocks) else None
            clock = "" if left is None else f" {minutes(left)}"
            sign, style = seat_badge(game, seat, ascii)
            text.append(mark, "bold")
            text.append(sign, style)
            spare = max(self.size.width - 2 - width(sign) - len(clock), 4)
            first, *more = _lines_of(name, spare, ascii)
            if more and less >= Less.NAMES:
                first, more = more[0].strip("()"), []
            text.append(f" {first:{spare}}{clock}\n", "bold" if turn else "")
            text.append("".join(f"     {line}\n" for line in more), "bold" if turn else "")
            known = [(what, value) for what, value in own[seat] if value != HIDDEN or less < Less.UNKNOWN]
            text.append(_indented(", ".join(f"{what} {value}" for what, value in known), self.size.width), "dim")
        for what, value in common:
            text.append(_indented(f"{what}: {value}", self.size.width, 1), "dim")
        text.rstrip()
        return text


def _lines_of(name: str, room: int, ascii: bool) -> list[str]:
    """*name* in a line, or where it is too long in two, with the last brackets below, such as a computer's level."""
    seat, bracket, player = name.rpartition(" (")
    lines = [seat, bracket.strip() + player] if seat and width(name) > room else [name]
    return [cut(line, room, ascii) for line in lines]


def _indented(text: str, room: int, by: int = 5) -> str:
    from textwrap import wrap

    indent = " " * by
    lines = wrap(text, max(room - 1, 12), initial_indent=indent, subsequent_indent=indent)
    return "".join(f"{line}\n" for line in lines)


class Notice(Calm):
    """What is wrong with the files of the game, or with a computer at it: beside the board, so that it covers nothing."""

    DEFAULT_CSS = "Notice { color: $text-warning; }"

    words = ""

    def show(self, words: str) -> None:
        self.words = words
        text = Text(_indented(words, self.size.width, 0), "bold")
        text.rstrip()
        self.display = bool(words)
        self.tell(text)

    def on_resize(self) -> None:
        self.show(self.words)


class Engine(Calm):
    """Who thinks and for how long, and when asked how good the game looks for everybody, with the best line."""

    def __init__(self, ascii: bool, usual: Sequence[str] = ()) -> None:
        """*usual* is what it often says: there is room for that from the beginning."""
        super().__init__(markup=False)
        self.ascii = ascii
        self.usual = usual
        self.beat = 0

    def show(
        self, words: str, game: Game[Any], scores: Sequence[float], line: Sequence[str], *, busy: bool = True
    ) -> None:
        """*words* say who is *busy* with what, and have a spinner then; "" for nothing to say."""
        text = Text()
        if words:
            signs = PLAIN_SPINNER if self.ascii else SPINNER
            self.beat += 1
            sign = signs[self.beat % len(signs)] if busy else " "
            text.append(sign, "bold")
            text.append(_indented(words, self.size.width, 2)[1:])
        if scores:
            self._bar(text, game, scores)
        if line:
            text.append(_indented(" ".join(line), self.size.width, 0), "italic")
        text.rstrip()
        lines = text.plain.count("\n") + bool(text)
        before = self.least if self.size.width == self.shape[0] else 0
        self.least = max(before, lines, self._kept())
        self.display = bool(self.least)
        self.tell(text)

    def _kept(self) -> int:
        """How many lines are kept for what it often says, so that the turns stay where they are: none where these are few."""
        assert isinstance(self.parent, Widget)
        columns, lines = self.parent.content_size
        others = sum(one.shape[1] for one in self.parent.query(Calm) if one is not self and one.display)
        kept = max((_indented(words, columns, 2).count("\n") for words in self.usual), default=0)
        return kept if lines - others - kept >= FEW else 0

    def _bar(self, text: Text, game: Game[Any], scores: Sequence[float]) -> None:
        """A bar of everybody's share of the win, and the shares in numbers."""
        room = max(self.size.width - 1, 10)
        theme, left = theme_of(game), room
        signs = [seat_badge(game, seat, self.ascii)[0].strip() for seat in range(len(scores))]
        for seat, score in enumerate(scores):
            part = left if seat == len(scores) - 1 else min(round(score * room), left)
            left -= part
            role = game.seats[seat].colour
            shown = next(
                (said for said in (f"{signs[seat]} {100 * score:.0f}%", f"{100 * score:.0f}%") if width(said) < part),
                "",
            )
            words = f"{shown:^{part}}" if part else ""
            fill = words if not self.ascii else words.replace(" ", "=" if seat % 2 else "#")
            text.append(fill, Style(color=theme.ink(role), bgcolor=theme.colour(role), bold=True))
        text.append("\n")


class TurnList(ScrollView, can_focus=False):
    """The turns, one a line; a click looks at the position after it."""

    DEFAULT_CSS = """
    TurnList { height: 1fr; min-height: 3; overflow-x: hidden; scrollbar-size-vertical: 1; border-top: solid $primary 40%; }
    TurnList.ascii { border-top: ascii $primary 40%; }
    """

    @dataclass
    class Picked(Message):
        """A turn was clicked; 0 is the start."""

        turn: int

    def __init__(self, game: Game[Any], ascii: bool) -> None:
        super().__init__(classes="ascii" if ascii else "")
        self.game = game
        self.ascii = ascii
        self.turns: tuple[tuple[int, str, bool], ...] = ()  # who began it, its text, and whether there is a note
        self.current = 0

    def show(self, turns: tuple[tuple[int, str, bool], ...], current: int) -> None:
        """*current* is the number of the turn on the board."""
        if (turns, current) == (self.turns, self.current):
            return
        before, at = (self.turns, self.current), self.scroll_offset
        self.turns, self.current = turns, current
        self.virtual_size = Size(self.size.width, len(turns) + 1)
        self._reveal()
        if turns == before[0] and at == self.scroll_offset:  # another one is marked, the rest is as it was
            self.refresh_line(before[1])
            self.refresh_line(current)
        else:
            self.refresh()

    def on_resize(self) -> None:
        self._reveal()

    def _reveal(self) -> None:
        """The turn on the board is always to be seen, also the one for which a scroll bar is yet to come."""
        self.scroll_to_region(Region(0, self.current, 1, 1), animate=False, force=True)

    def render_line(self, y: int) -> Strip:
        number = y + self.scroll_offset.y
        room, ground = self.size.width, self.rich_style
        if number > len(self.turns):
            return Strip.blank(room, ground)
        here = number == self.current
        look = Style(bold=here or None, reverse=here or None)
        parts = [Segment(f"{number or '':>3} ", Style(bold=here or None, dim=not here or None))]
        if number:
            seat, text, noted = self.turns[number - 1]
            if seat != NOBODY:
                parts.append(Segment(*seat_badge(self.game, seat, self.ascii)))
            parts.append(Segment(f" {cut(text + (' *' if noted else ''), max(room - 9, 4), self.ascii)} ", look))
        else:
            parts.append(Segment(f" {say('the start')} ", look))
        return Strip(parts).adjust_cell_length(room).apply_style(ground)

    def on_click(self, event: events.Click) -> None:
        number = event.y + self.scroll_offset.y - self.gutter.top
        if 0 <= number <= len(self.turns):
            self.post_message(self.Picked(number))
