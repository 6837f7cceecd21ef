"""A small list of labelled choices with keys: what a click alone cannot say, like a colour, a face, to swap or to stop."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tabuleiro.draw.text import width

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"


class Chooser(Widget, can_focus=True):
    """Choices in columns; each has a key while the chooser has the focus, and arrows and Enter work too."""

    DEFAULT_CSS = """
    Chooser { height: auto; border: round $accent; padding: 0 1; display: none; }
    Chooser:focus { border: round $warning; }
    Chooser.ascii, Chooser.ascii:focus { border: ascii $accent; }
    """

    labels: reactive[tuple[str, ...]] = reactive((), layout=True)
    chosen: reactive[int] = reactive(0)

    @dataclass
    class Chosen(Message):
        """A choice was made: its number, from 0."""

        number: int

    @dataclass
    class Left(Message):
        """The focus should go back to where it came from; *key* is what was pressed, *text* what it types there."""

        key: str
        text: str = ""

    def watch_labels(self) -> None:
        self.chosen = 0
        self.display = bool(self.labels)

    @property
    def columns(self) -> int:
        """How many choices stand beside each other."""
        room = max(map(width, self.labels), default=1) + 3  # its key before it, and a gap behind all but the last
        return max(1, min(4, (self.content_size.width + 1) // room)) if len(self.labels) > 4 else 1

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return -(-len(self.labels) // self.columns)

    def render(self) -> Text:
        text, across = Text(), self.columns
        room = max((self.content_size.width + 1) // across, 4)
        for number, label in enumerate(self.labels):
            look = "bold reverse" if number == self.chosen and self.has_focus else ""
            text.append(f"{KEYS[number] if number < len(KEYS) else ' '} ", look or "bold underline")
            shown = label[: room - 3]
            text.append(shown, look)
            last = number % across == across - 1
            text.append("\n" if last else " " * max(room - 2 - width(shown), 1))
        text.rstrip()
        return text

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_key(self, event: events.Key) -> None:
        step = {"up": -self.columns, "down": self.columns, "left": -1, "right": 1}.get(event.key)
        if step is not None:
            self.chosen = min(max(self.chosen + step, 0), len(self.labels) - 1)
        elif event.key in ("enter", "space"):
            self.post_message(self.Chosen(self.chosen))
        elif event.character and event.character in KEYS[: len(self.labels)]:
            self.post_message(self.Chosen(KEYS.index(event.character)))
        elif event.key in ("escape", "backspace", "tab", "shift+tab") or event.is_printable:
            self.post_message(self.Left(event.key, event.character or "" if event.is_printable else ""))
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted is not chosen but typed."""
        self.post_message(self.Left("", next(iter(event.text.splitlines()), "")))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        across = self.columns
        column = min(offset.x // max((self.content_size.width + 1) // across, 1), across - 1)
        number = offset.y * across + column
        if number < len(self.labels):
            self.post_message(self.Chosen(number))
