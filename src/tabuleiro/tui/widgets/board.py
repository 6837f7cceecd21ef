"""The board as a widget: for the table, and small ones in menus, rules and records."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from tabuleiro.core import Game
from tabuleiro.draw.canvas import Look, Marks, fitting, paint, runs
from tabuleiro.draw.sheet import Sheet
from tabuleiro.table.motion import BEAT, MOST, Still
from tabuleiro.tui.in_order import InOrder


class BoardView(Widget):
    """Draws *state* of *game*. Set the attributes whenever they change; it draws itself again.

    *last*, *targets*, *selected* and *hint* are cells to mark, *cursor* is the cell under the cursor or None.
    It is as large as there is room for; one that may be *small* goes without coordinates where they have none.
    """

    DEFAULT_CSS = """
    BoardView { width: 1fr; height: 1fr; }
    """

    game: reactive[Any] = reactive(None, layout=True)
    state: reactive[Any] = reactive(None)
    flip: reactive[bool] = reactive(False, layout=True)
    ascii: reactive[bool] = reactive(False, layout=True)
    last: reactive[Collection[int]] = reactive(())
    targets: reactive[Collection[int]] = reactive(())
    selected: reactive[Collection[int]] = reactive(())
    hint: reactive[Collection[int]] = reactive(())
    cursor: reactive[int | None] = reactive(None, repaint=False)
    still: reactive[Still | None] = reactive(None)  # shown for a moment instead of all that

    @dataclass
    class CellClicked(Message):
        """A cell was clicked."""

        cell: int

    class Played(Message):
        """All steps have been shown."""

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        *,
        ascii: bool = False,
        flip: bool = False,
        small: bool = False,
    ) -> None:
        super().__init__()
        self.small = small
        self._page: list[Strip] | None = None  # what is drawn, until something changes
        self._stills: deque[Still] = deque(maxlen=MOST)  # the last one is the present
        self._before: Still | None = None  # what was shown last
        self._beat: Timer | None = None
        self.set_reactive(BoardView.game, game)
        self.set_reactive(BoardView.state, state)
        self.set_reactive(BoardView.ascii, ascii)
        self.set_reactive(BoardView.flip, flip)

    def watch_state(self) -> None:
        self._repaint()

    watch_game = watch_flip = watch_ascii = watch_last = watch_targets = watch_selected = watch_hint = watch_state
    watch_still = watch_state

    def watch_cursor(self, before: int | None, after: int | None) -> None:
        """Only two cells look different, unless the board is larger than its room and goes along with the cursor."""
        self._page = None
        room, paper = self.content_size, self.paper
        if paper.width > room.width or paper.height > room.height:
            self.refresh()
            return
        cells = [cell for cell in (before, after) if cell is not None]
        fields = [field for cell in cells for field in paper.insides[cell]]
        self.refresh(*(Region(column, line, wide, 1).translate(self.origin) for column, line, wide in fields))

    def on_resize(self) -> None:
        self._repaint()

    def on_unmount(self) -> None:
        self._passing(False)

    def _repaint(self) -> None:
        self._page = None
        self.refresh()

    # ── Drawing ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def paper(self) -> Sheet:
        """The empty board in the largest size that there is room for."""
        return self.fitting(self.content_size)

    def fitting(self, room: Size) -> Sheet:
        """The empty board in the largest size that fits into *room*; with lines if the terminal has few colours."""
        found = self._fitting(room)
        return self._fitting(room, small=True) if self.small and not _fits(found, room) else found

    def _fitting(self, room: Size, small: bool = False) -> Sheet:
        lined = self.app.console.color_system in (None, "standard")
        return fitting(self.game, self.ascii, self.flip, small, room, lined)

    def beside(self, room: Size, wished: int, least: int) -> int:
        """How many of the columns of *room* are for what stands beside the board: those that are *wished*.

        They are fewer where the board, with the names of its cells, needs more; but never fewer than *least*.
        """
        for columns in (wished, least):
            left = room - (columns, 0)
            paper = self._fitting(left)
            if _fits(paper, left) and (self.small or self._named(paper)):
                break
        else:
            paper = self.fitting(left)
        return max(least, min(wished, room.width - paper.width))

    def _named(self, paper: Sheet) -> bool:
        """Are the names of the cells to be read?"""
        board = self.game.board
        return board.outline != "point" or paper.height > len(board.rows)

    @property
    def origin(self) -> Offset:
        """Where the board begins: in the middle, or so that the cursor can be seen where there is too little room."""
        paper, room = self.paper, self.content_size
        left, top = (room.width - paper.width) // 2, (room.height - paper.height) // 2
        column, line, _ = paper.fields[self.cursor or 0]
        if left < 0:
            left = -min(max(column - room.width // 2, 0), paper.width - room.width)
        if top < 0:
            top = -min(max(line - room.height // 2, 0), paper.height - room.height)
        return Offset(left, top)

    def render_line(self, y: int) -> Strip:
        if self._page is None:
            self._page = self._painted()
        return self._page[y] if y < len(self._page) else Strip.blank(self.content_size.width, self.rich_style)

    def _painted(self) -> list[Strip]:
        """All lines of the widget."""
        paper, (left, top), (room, high), ground = self.paper, self.origin, self.content_size, self.rich_style
        state, marks = self.state, Marks(self.last, self.targets, self.selected, self.hint, self.cursor)
        if self.still:
            state, marks = self.still.state, Marks(self.still.cells, cursor=self.cursor)
        named = self.game.board.outline == "point" and self._named(paper)
        page = paint(self.game, state, paper, marks, self.ascii, self.flip, named)[max(-top, 0) :]
        blank, lines = Strip.blank(room, ground), [_strip(tuple(line), left, room, ground) for line in page]
        return [*[blank] * max(top, 0), *lines, *[blank] * high][:high]

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.fitting(container).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.fitting(Size(width, container.height)).height

    # ── Step by step ─────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def playing(self) -> bool:
        """Are there steps that have not been seen for long enough?"""
        return self._beat is not None

    def play(self, stills: Iterable[Still]) -> None:
        """Show steps one by one, the last of which leads to what is set; a key or a click ends that."""
        stills = list(stills)
        if not stills or not self._calm:
            return
        self._stills.extend(stills)
        if self._beat is None:
            self._next()
        elif self.still is None:
            self.still = self._before

    @property
    def _calm(self) -> bool:
        """Is there time for it, and does the person want it?"""
        room = self.app
        return room.animation_level != "none" and not (isinstance(room, InOrder) and room.hurried)

    def _next(self) -> None:
        self._beat = None
        if not self._stills:
            self.end()
            return
        self._before = self._stills.popleft()
        self.still = self._before if self._stills else None
        self._beat = self.set_timer(BEAT, self._next)
        self._passing(True)

    def end(self) -> None:
        """Show what is set, at once."""
        if self._beat:
            self._beat.stop()
        self._beat = self.still = None
        self._stills.clear()
        self._passing(False)
        self.post_message(self.Played())

    def _passing(self, shown: bool) -> None:
        """Let the next key or click end it, or no longer."""
        room = self.app
        if isinstance(room, InOrder) and shown != (self.end in room.passing):
            (room.passing.append if shown else room.passing.remove)(self.end)

    # ── The mouse ────────────────────────────────────────────────────────────────────────────────────────────────

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell that is drawn there."""
        column, line = x - self.origin.x, y - self.origin.y
        for cell, inside in enumerate(self.paper.insides):
            if any(line == at and start <= column < start + wide for start, at, wide in inside):
                return cell
        return None

    def place_of(self, cell: int) -> Offset:
        """Where the middle of *cell* is drawn."""
        column, line, wide = self.paper.fields[cell]
        return self.origin + Offset(column + wide // 2, line)

    def on_click(self, event: events.Click) -> None:
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.CellClicked(cell))


def _fits(paper: Sheet, room: Size) -> bool:
    return paper.width <= room.width and paper.height <= room.height


@lru_cache(maxsize=512)  # most lines are the same after a turn
def _strip(line: tuple[tuple[str, Look], ...], left: int, room: int, ground: Style) -> Strip:
    """*line* of a board that begins in column *left* of so many."""
    strip = Strip([Segment(text, _style(look)) for text, look in runs(line)], len(line)).apply_style(ground)
    strip = strip.crop(-left, room - left) if left < 0 else Strip([Segment(" " * left, ground), *strip])
    return strip.adjust_cell_length(room, ground)


@lru_cache(maxsize=4096)
def _style(look: Look) -> Style:
    return Style(color=look.colour or None, bgcolor=look.ground or None, bold=look.bold or None, dim=look.dim or None)
