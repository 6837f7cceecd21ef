"""The board as a widget: for the table, and small ones in menus, rules and records."""

from __future__ import annotations

from rich.text import Text
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from textual import events

    from tabuleiro.core import Game


class BoardView(Widget):
    """Draws *state* of *game*. Set the attributes whenever they change; it draws itself again.

    *last*, *targets*, *selected* and *hint* are cells to mark, *cursor* is the cell under the cursor or None.
    A *small* board has no coordinates and is as small as it can be.
    """

    DEFAULT_CSS = """
    BoardView { width: auto; height: auto; }
    """

    game: reactive[Any] = reactive(None, layout=True)
    state: reactive[Any] = reactive(None)
    flip: reactive[bool] = reactive(False, layout=True)
    ascii: reactive[bool] = reactive(False, layout=True)
    last: reactive[Collection[int]] = reactive(())
    targets: reactive[Collection[int]] = reactive(())
    selected: reactive[Collection[int]] = reactive(())
    hint: reactive[Collection[int]] = reactive(())
    cursor: reactive[int | None] = reactive(None)

    class CellClicked(Message):
        """A cell was clicked."""

        def __init__(self, board: BoardView, cell: int) -> None:
            super().__init__()
            self.board = board
            self.cell = cell

        @property
        def control(self) -> BoardView:
            return self.board

    class CellEntered(CellClicked):
        """The mouse has come over a cell."""

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        *,
        ascii: bool = False,
        flip: bool = False,
        small: bool = False,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.small = small
        self.set_reactive(BoardView.game, game)
        self.set_reactive(BoardView.state, state)
        self.set_reactive(BoardView.ascii, ascii)
        self.set_reactive(BoardView.flip, flip)

    def render(self) -> Text:
        from tabuleiro.draw.text import text

        drawn = text(
            self.game,
            self.state,
            ascii=self.ascii,
            colour=True,
            flip=self.flip,
            last=self.last,
            targets=self.targets,
            selected=self.selected,
            coordinates=not self.small,
        )
        return Text.from_ansi(drawn)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max(map(len, self.render().plain.splitlines()))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.render().plain.splitlines())

    def cell_at(self, column: int, line: int) -> int | None:
        """The cell that is drawn there."""
        return None

    def on_click(self, event: events.Click) -> None:
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.CellClicked(self, cell))
