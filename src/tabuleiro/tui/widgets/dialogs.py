"""Small windows over the table: a question, a line of text, handing over the keyboard, the keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from tabuleiro.core import say
from tabuleiro.tui.app import TabuleiroApp
from tabuleiro.tui.widgets.page import keyed, plain


class Window(ModalScreen[Any]):
    """A window in the middle that Escape closes; left and right go from button to button."""

    DEFAULT_CSS = """
    Window { align: center middle; }
    Window > .window {
        width: auto; max-width: 90%; height: auto; max-height: 95%;
        border: round $accent; border-title-color: $accent; background: $surface; padding: 1 2;
    }
    Window.ascii > .window { border: ascii $accent; }
    Window Static { width: auto; max-width: 100%; }
    Window .buttons { height: auto; width: auto; margin-top: 1; }
    Window .buttons Button { margin-right: 2; }
    """
    BINDINGS: ClassVar[list[Any]] = [
        ("escape", "leave", ""),
        ("left,up", "app.focus_previous", ""),
        ("right,down", "app.focus_next", ""),
    ]

    @property
    def ascii(self) -> bool:
        """Whether only plain characters can be shown; the screen behind it may not be there yet."""
        return isinstance(self.app, TabuleiroApp) and self.app.ascii

    def on_mount(self) -> None:
        self.set_class(self.ascii, "ascii")

    def action_leave(self) -> None:
        self.dismiss(None)


class Ask(Window):
    """A question; True for yes. One that *hides* is for somebody who must not see what is behind it."""

    DEFAULT_CSS = "Ask.hides { background: $background; }"
    AUTO_FOCUS = "#no"

    def __init__(self, question: str, yes: str, no: str, hides: bool = False) -> None:
        super().__init__()
        self.set_class(hides, "hides")
        self.words = question, yes, no

    def compose(self) -> ComposeResult:
        question, yes, no = self.words
        yield Vertical(
            Static(question, markup=False),
            Horizontal(
                Button(keyed(say("y"), yes), id="yes", variant="warning", compact=True),
                Button(keyed("n", no), id="no", compact=True),
                classes="buttons",
            ),
            classes="window",
        )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def on_key(self, event: events.Key) -> None:
        """The keys of yes and no, and the first letters of what the buttons say."""
        _, yes, no = self.words
        keys = {yes[:1].lower(): True, no[:1].lower(): False, "y": True, "n": False, say("y"): True}
        if event.key in keys:
            event.stop()
            self.dismiss(keys[event.key])

    def action_leave(self) -> None:
        self.dismiss(False)


class AskWhich(Window):
    """A question with several answers, of which the first is the one for who presses Enter; None without an answer."""

    DEFAULT_CSS = """
    AskWhich > .window { width: 70; }
    AskWhich VerticalScroll { height: auto; max-height: 10; }
    AskWhich .answers { height: auto; margin-top: 1; }
    """
    AUTO_FOCUS = "#answer-0"

    def __init__(self, question: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self.question, self.answers = question, answers

    def compose(self) -> ComposeResult:
        buttons = (
            Button(keyed(str(number + 1), words), id=f"answer-{number}", compact=True)
            for number, words in enumerate(self.answers.values())
        )
        yield Vertical(
            VerticalScroll(Static(self.question, markup=False)),
            Vertical(*buttons, classes="answers"),
            classes="window",
        )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self._answer(int((event.button.id or "").removeprefix("answer-")))

    def on_key(self, event: events.Key) -> None:
        numbers = [str(number + 1) for number in range(len(self.answers))]
        if event.key in numbers:
            event.stop()
            self._answer(numbers.index(event.key))

    def _answer(self, number: int) -> None:
        self.dismiss(list(self.answers)[number])


class AskText(Window):
    """A line of text; None when it is not given."""

    DEFAULT_CSS = "AskText Input { width: 56; max-width: 100%; }"

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.title_words, self.text = title, text

    def compose(self) -> ComposeResult:
        window = Vertical(Input(self.text, compact=True), classes="window")
        window.border_title = plain(self.title_words)
        yield window

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)


class HandOver(Window):
    """Hides everything until the next person has the keyboard; then tells what only that person may know."""

    DEFAULT_CSS = "HandOver { background: $background; } HandOver .faint { color: $text-muted; margin-top: 1; }"
    BINDINGS: ClassVar[list[Any]] = [("enter,space", "take", "")]

    def __init__(self, person: str, last: str, secrets: Sequence[str]) -> None:
        super().__init__()
        self.words = person, last, secrets
        self.told = False

    def compose(self) -> ComposeResult:
        person, last, _ = self.words
        lines = [say("The last turn was {turn}.", turn=last)] if last else []
        yield Vertical(
            Static("\n".join([*lines, say("Pass the keyboard to {seat}.", seat=person)]), markup=False, id="words"),
            Static(say("{seat} then presses Enter.", seat=person), markup=False, classes="faint", id="then"),
            classes="window",
        )

    def action_take(self) -> None:
        secrets = self.words[2]
        if self.told or not secrets:
            self.dismiss(True)
            return
        self.told = True
        self.query_one("#words", Static).update(say("Only you know: {secrets}", secrets=", ".join(secrets)))
        self.query_one("#then", Static).update(say("Enter goes on to the board."))

    def on_click(self) -> None:
        self.action_take()

    def action_leave(self) -> None:
        """There is no way round it."""


class Reading(Window):
    """Something to read, under a title."""

    DEFAULT_CSS = "Reading VerticalScroll { width: 66; max-width: 100%; height: auto; max-height: 100%; }"
    BINDINGS: ClassVar[list[Any]] = [("enter,f1,q", "leave", "")]

    def __init__(self, title: str, what: RenderableType) -> None:
        super().__init__()
        self.title_words, self.what = title, what

    def compose(self) -> ComposeResult:
        window = Vertical(VerticalScroll(Static(self.what)), classes="window")
        window.border_title = plain(self.title_words)
        yield window


class Keys(Reading):
    """What every key does."""

    def __init__(self, title: str, keys: Sequence[tuple[str, str]]) -> None:
        lines = Table.grid(padding=(0, 2, 0, 0))  # what is too long for its column goes on below its beginning
        lines.add_column(no_wrap=True)
        lines.add_column()
        for key, words in keys:
            lines.add_row(Text(key), Text(words))
        super().__init__(title, lines)


class Listed(Reading):
    """Many short texts, in as many columns as there is room for."""

    def __init__(self, title: str, texts: Sequence[str]) -> None:
        super().__init__(title, Columns([Text(text) for text in texts], padding=(0, 2), column_first=True))
