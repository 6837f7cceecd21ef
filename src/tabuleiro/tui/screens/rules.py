"""How to play: a game's rules, each with the positions that show it right below."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from tabuleiro.core import say
from tabuleiro.core.registry import find
from tabuleiro.table.rulebook import rules
from tabuleiro.tui.widgets.page import Key, Page

READABLE = 84  # columns that are easily read; longer lines are not
FRAME = 6  # columns of the border, its padding and the scroll bar


class RulesScreen(Page):
    """One page to scroll through: words and figures as the command line shows them."""

    DEFAULT_CSS = """
    RulesScreen .pane { height: 1fr; }
    """

    def __init__(self, game_name: str) -> None:
        self.game = find(game_name)
        super().__init__()

    def title_words(self) -> str:
        return say("How to play {game}", game=self.game.title)

    def keys(self) -> Iterable[Key]:
        return (
            ("space", "leaf(1)", say("Page on")),
            ("b", "leaf(-1)", say("Page back")),
            ("q", "back", ""),
        )

    def body(self) -> Iterable[Widget]:
        words = VerticalScroll(Static("", id="text", markup=False), id="words", classes="pane")
        words.border_title = say("Rules")
        yield words

    def on_mount(self) -> None:
        self.query_one("#words").focus()

    def on_resize(self, event: events.Resize) -> None:
        colour = self.app.console.color_system is not None
        told = rules(self.game, min(event.size.width - FRAME, READABLE), ascii=self.app.ascii, colour=colour)
        self.query_one("#text", Static).update(Text.from_ansi(told))

    def action_leaf(self, pages: int) -> None:
        """Scroll as Page Up and Page Down do, which some keyboards hide."""
        words = self.query_one("#words", VerticalScroll)
        (words.scroll_page_down if pages > 0 else words.scroll_page_up)()
