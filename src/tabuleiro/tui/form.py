"""Forms: a line for each thing to say, with help beside it, and what is wrong in its place."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.containers import HorizontalGroup, VerticalScroll
from textual.widgets import Label, Select, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from textual.widget import Widget


SLIM, TIGHT = 90, 70  # columns below which help stands under its field, and below which names are narrow


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The lines; it leaves the arrow keys to go from one to the next."""

    DEFAULT_CSS = """
    Form { height: 1fr; padding: 0 1; }
    Form .section { text-style: bold; color: $accent; margin-top: 1; }
    Form .section:first-child { margin-top: 0; }
    Form.slim Field { layout: vertical; }
    Form.slim .note { padding-left: 22; width: 100%; }
    Form.slim .controls { width: 100%; }
    Form.tight .name { width: 14; }
    Form.tight .note { padding-left: 14; }
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
    Field .controls Picker, Field .controls Input { width: 1fr; }
    Field #control { margin-left: 1; }
    Field.seat { layout: vertical; }
    Field.seat .note { padding-left: 22; width: 100%; }
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
        """Bring the cursor here."""
        control = next((widget for widget in self.query("*") if widget.focusable and widget.display), None)
        if control:
            control.focus()


class Picker(Select[str], inherit_bindings=False):
    """Something to choose: Enter or the space bar opens the list, left and right go through it without opening.

    Up and down are left to go from field to field.
    """

    DEFAULT_CSS = """
    Picker SelectCurrent #label { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    BINDINGS: ClassVar[list[Any]] = [
        ("enter,space", "show_overlay", ""),
        ("left", "turn(-1)", ""),
        ("right", "turn(1)", ""),
    ]

    def __init__(self, choices: Iterable[tuple[str, str]], *, value: str, id: str) -> None:
        super().__init__(plain(choices), allow_blank=False, value=value, id=id, compact=True)

    def set_options(self, options: Iterable[tuple[Any, str]]) -> None:
        super().set_options(plain(options))

    def action_turn(self, by: int) -> None:
        values = [value for _, value in self._options]
        place = values.index(self.value) + by
        if 0 <= place < len(values):
            self.value = values[place]


def plain(choices: Iterable[tuple[Any, str]]) -> list[tuple[Any, str]]:
    """*choices* whose words are taken as they are: a bracket in a name is no markup."""
    return [(Text(words) if isinstance(words, str) else words, value) for words, value in choices]
