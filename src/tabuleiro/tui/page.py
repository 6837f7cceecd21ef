"""What the screens around the table have in common: a title, a row of keys, and the way back."""

from __future__ import annotations

from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static

from tabuleiro.core import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult
    from textual.widget import Widget

    from tabuleiro.tui.app import TabuleiroApp

Key = tuple[str, str, str]  # keys with commas between, the action, and its words in the footer ("" for none)


class Page(Screen[None]):
    """A screen of menus: words are asked for when it is made, so that they are in the language of that moment."""

    DEFAULT_CSS = """
    Page { layout: vertical; }
    Page .title { dock: top; height: 1; padding: 0 1; background: $primary; color: $text; text-style: bold; }
    Page .pane { border: round $primary 60%; border-title-color: $accent; padding: 0 1; }
    Page .pane:focus-within { border: round $accent; }
    Page .faint { color: $text-muted; }
    Page .wrong { color: $text-error; text-style: bold; }
    Page OptionList { background: transparent; }
    Page OptionList > .option-list--option-highlighted { text-style: bold underline; }
    Page OptionList, Page VerticalScroll { scrollbar-size-vertical: 1; }
    Page Button.-textual-compact:focus { background: $accent; color: $text; text-style: bold; }
    Page.ascii .pane { border: ascii $primary 60%; }
    Page.ascii .pane:focus-within { border: ascii $accent; }
    """

    HAS_BACK = True  # shown among the keys

    def __init__(self) -> None:
        super().__init__()
        for keys, action, words in (("escape", "back", say("Back") if self.HAS_BACK else ""), *self.keys()):
            self._bindings.bind(keys, action, words, show=bool(words))

    @property
    def room(self) -> TabuleiroApp:
        """The app, by its own type."""
        from tabuleiro.tui.app import TabuleiroApp

        assert isinstance(self.app, TabuleiroApp)
        return self.app

    def keys(self) -> Iterable[Key]:
        """The keys of this page, besides Escape."""
        return ()

    def title_words(self) -> str:
        return "Tabuleiro"

    def body(self) -> Iterable[Widget]:
        """What stands between the title and the keys."""
        return ()

    def compose(self) -> ComposeResult:
        self.set_class(self.room.ascii, "ascii")
        yield Static(self.title_words(), classes="title", markup=False)
        yield from self.body()
        yield Footer()

    def action_back(self) -> None:
        """To the screen before, or to the menu when there is none."""
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.room.go_menu()


class Choices(OptionList):
    """A list whose ends lead on to what stands above and below it, so that arrows reach everything."""

    def action_cursor_up(self) -> None:
        if self.highlighted in (None, 0):
            self.screen.focus_previous()
        else:
            super().action_cursor_up()

    def action_cursor_down(self) -> None:
        if self.highlighted is None or self.highlighted == self.option_count - 1:
            self.screen.focus_next()
        else:
            super().action_cursor_down()
