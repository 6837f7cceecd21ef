"""What the screens around the table have in common: a title, a row of keys, and the way back."""

from __future__ import annotations

from collections.abc import Iterable

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import OptionList, Static

from tabuleiro.core import say
from tabuleiro.tui.app import TabuleiroApp

Key = tuple[str, str, str]  # keys with commas between, the action, and its words in the footer ("" for none)


def plain(text: str) -> Content:
    """*text* as it is, for titles, lists and buttons: Textual takes brackets in a string for markup.

    Everything that somebody else has written goes through here: names, titles, files, turns.
    """
    return Content("".join(sign if sign.isprintable() else " " for sign in text))


def keyed(key: str, words: str) -> Content:
    """What a button says, with the key that does the same before it."""
    return Content.assemble((key, "bold underline"), " ", plain(words))


class Page(Screen[None]):
    """A screen of menus: words are asked for when it is made, so that they are in the language of that moment."""

    DEFAULT_CSS = """
    Page { layout: vertical; }
    Page .title { dock: top; height: 1; padding: 0 1; background: $primary; color: $text; text-style: bold; }
    Page .title { text-wrap: nowrap; text-overflow: ellipsis; }
    Page.ascii .title { text-overflow: clip; }
    Page .pane { border: round $primary 60%; border-title-color: $accent; padding: 0 1; }
    Page .pane:focus-within { border: round $accent; }
    Page .faint { color: $text-muted; }
    Page .wrong { color: $text-error; text-style: bold; }
    Page OptionList { background: transparent; }
    Page OptionList > .option-list--option-highlighted { text-style: bold underline; }
    Page OptionList, Page VerticalScroll { scrollbar-size-vertical: 1; }
    Page Button.-textual-compact:focus { background: $accent; color: $text; text-style: bold; }
    Page.ascii KeyLine { text-overflow: clip; }
    Page.ascii .pane { border: ascii $primary 60%; }
    Page.ascii .pane:focus-within { border: ascii $accent; }
    """

    HAS_BACK = True  # shown among the keys

    app = getters.app(TabuleiroApp)

    def __init__(self) -> None:
        super().__init__()
        back = ("escape", "back", say("Back") if self.HAS_BACK else "")
        self.bound = (back, *self.keys())
        for keys, action, words in self.bound:
            self._bindings.bind(keys, action, words, show=bool(words))

    def keys(self) -> Iterable[Key]:
        """The keys of this page, besides Escape."""
        return ()

    def title_words(self) -> str:
        return "Tabuleiro"

    def body(self) -> Iterable[Widget]:
        """What stands between the title and the keys."""
        return ()

    def compose(self) -> ComposeResult:
        self.set_class(self.app.ascii, "ascii")
        yield Static(self.title_words(), classes="title", markup=False)
        yield from self.body()
        yield KeyLine(self.bound)

    def action_back(self) -> None:
        """To the screen before, or to the menu when there is none."""
        if len(self.app.screen_stack) > 2:
            self.dismiss()
        else:
            self.app.go_menu()


class KeyLine(Static):
    """The keys of a page and what they do, each to be clicked too: one widget, where Textual's own has one a key."""

    DEFAULT_CSS = """
    KeyLine {
        dock: bottom; height: 1; padding: 0 0 0 1; text-wrap: nowrap; text-overflow: ellipsis;
        background: $footer-background; color: $footer-description-foreground;
        link-color: $footer-description-foreground; link-style: none;
        link-color-hover: $text; link-style-hover: bold;
    }
    """

    def __init__(self, keys: Iterable[Key]) -> None:
        super().__init__()
        self.shown = [key for key in keys if key[2]]

    def on_resize(self) -> None:
        """All keys; where there is no room for them, as many as there is room for, those of help first."""
        between, room = Content("  "), self.content_size.width
        line = between.join(self._written(*key) for key in self.shown)
        keys = sorted(self.shown, key=lambda key: key[0] not in ("escape", "f1"))
        while line.cell_length > room and len(keys) > 1:
            keys.pop()
            line = between.join(self._written(*key) for key in keys)
        self.update(line)

    def _written(self, keys: str, action: str, words: str) -> Content:
        key = self.app.get_key_display(Binding(keys.partition(",")[0], action))
        written = Content.assemble((key, "bold $footer-key-foreground"), f" {words}")
        return written.stylize(Style.from_meta({"@click": f"screen.{action}"}))


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
