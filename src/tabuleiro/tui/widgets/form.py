"""Forms: a line for each thing to say, with help beside it, and what is wrong in its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import HorizontalGroup, VerticalScroll
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Label, OptionList, Static

from tabuleiro.tui.widgets.dialogs import Window

SLIM, TIGHT = 90, 70  # columns below which help stands under its field, and below which names are narrow


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The lines; it leaves the arrow keys to go from one to the next."""

    DEFAULT_CSS = """
    Form { height: 1fr; padding: 0 1; }
    Form .section { text-style: bold; color: $accent; margin-top: 1; }
    Form .section:first-child { margin-top: 0; }
    Form.slim Field { layout: vertical; }
    Form.slim .note { padding-left: 23; width: 100%; }
    Form.slim .controls { width: 100%; }
    Form.tight .name { width: 14; }
    Form.tight .note { padding-left: 15; }
    """

    def fit(self, width: int) -> None:
        """Lay the lines out for a screen of so many columns."""
        self.set_class(width < SLIM, "slim")
        self.set_class(width < TIGHT, "tight")


class Field(HorizontalGroup):
    """A line of a form: what it is, where to say it, and help; what is wrong takes the place of the help."""

    DEFAULT_CSS = """
    Field { height: auto; }
    Field .controls { width: 52; }
    Field .name { width: 22; padding: 0 1; }
    Field .note { width: 1fr; height: auto; padding-left: 2; }
    Field .controls Input, Field .controls .fact { width: 1fr; padding: 0 1; }
    Field #control { margin-left: 1; }
    Field.seat { layout: vertical; }
    Field.seat .note { padding-left: 23; width: 100%; }
    Field.seat .controls, Field.wide .controls { width: 100%; }
    """

    def __init__(self, key: str, name: str, *controls: Widget, help: str = "") -> None:
        self.key = key
        self.help = help
        self.problem = ""
        self.title = Label(name, classes="name", markup=False)
        self.note = Static(help, classes="note faint", markup=False)
        self.note.display = bool(help)
        super().__init__(HorizontalGroup(self.title, *controls, classes="controls"), self.note)

    def rename(self, name: str) -> None:
        self.title.update(name)

    def judge(self, problem: str) -> None:
        """Show what is wrong, or that nothing is."""
        if problem != self.problem:
            self.problem = problem
            self.note.update(f"! {problem}" if problem else self.help)
            self.note.set_class(bool(problem), "wrong")
            self.note.set_class(not problem, "faint")
            self.note.display = bool(problem or self.help)

    def enter(self) -> None:
        """Bring the cursor here, to what is chosen where several things stand beside each other."""
        controls = [widget for widget in self.query("*") if widget.focusable and widget.display]
        control = min(controls, key=lambda widget: not widget.has_class("chosen"), default=None)
        if control:
            control.focus()


class Picker(Widget, can_focus=True):
    """Something to choose: left and right go through it, Enter, the space bar or a click open a list of it.

    *choices* are the words for every value.
    It is one widget of one line: forms have many of them, and should be there at once.
    """

    DEFAULT_CSS = """
    Picker { height: 1; width: 1fr; background: $surface; padding: 0 1; }
    Picker:hover { background: $boost; }
    Picker:focus { background: $accent; color: $text; text-style: bold; }
    """
    BINDINGS: ClassVar[list[Any]] = [
        Binding("enter,space", "open", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
    ]

    value: reactive[str] = reactive("", init=False)

    @dataclass
    class Changed(Message):
        """Something else is chosen."""

        picker: Picker
        value: str

    def __init__(self, choices: Mapping[str, str], *, value: str, id: str) -> None:
        super().__init__(id=id)
        self.choices = choices
        self.set_reactive(Picker.value, value)

    def offer(self, choices: Mapping[str, str], value: str) -> None:
        """Let there be other things to choose from; nobody is told."""
        self.choices = choices
        self.set_reactive(Picker.value, value)
        self.refresh()

    def render(self) -> Text:
        room, arrow = self.content_size.width - 2, "v" if self.screen.has_class("ascii") else "▼"
        words = Text(self.choices.get(self.value, ""), no_wrap=True)
        words.truncate(room, overflow="crop" if arrow == "v" else "ellipsis", pad=True)
        return words.append(f" {arrow}")

    def watch_value(self, value: str) -> None:
        self.post_message(self.Changed(self, value))

    def on_click(self) -> None:
        self.action_open()

    def action_turn(self, by: int) -> None:
        values = list(self.choices)
        place = values.index(self.value) + by
        if 0 <= place < len(values):
            self.value = values[place]

    def action_open(self) -> None:
        def answered(value: str | None) -> None:
            if value is not None:
                self.value = value

        self.app.push_screen(PickList(self.choices, self.value), answered)


class PickList(Window):
    """All that a picker offers; Escape leaves it as it was."""

    DEFAULT_CSS = """
    PickList OptionList { width: auto; min-width: 30; max-width: 90%; height: auto; max-height: 90%; border: round $accent; }
    PickList OptionList:focus { border: round $accent; }
    PickList.ascii OptionList, PickList.ascii OptionList:focus { border: ascii $accent; }
    """

    def __init__(self, choices: Mapping[str, str], value: str) -> None:
        super().__init__()
        self.choices = choices
        self.value = value

    def compose(self) -> ComposeResult:
        yield OptionList(*(Text(words) for words in self.choices.values()))

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = list(self.choices).index(self.value)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(list(self.choices)[event.option_index])
