"""Settings: the language, the colours, whether the terminal shows plain characters only, and turns step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button

from tabuleiro.core import say
from tabuleiro.home import languages
from tabuleiro.home.settings import change_settings, load_settings
from tabuleiro.tui.widgets.form import Field, Form, Picker
from tabuleiro.tui.widgets.page import Key, Page

SWITCHES = ("ascii", "motion")


class SettingsScreen(Page):
    """A change holds at once, and next time."""

    DEFAULT_CSS = """
    SettingsScreen Form { padding: 1 2; }
    SettingsScreen Field { margin-bottom: 1; }
    """

    def title_words(self) -> str:
        return say("Settings")

    def keys(self) -> Iterable[Key]:
        return (("down", "app.focus_next", ""), ("up", "app.focus_previous", ""))

    def body(self) -> Iterable[Widget]:
        now = load_settings()[0]
        tongues = {"": say("as the system says"), **{name: _tongue(name) for name in languages.languages()}}
        plain = {"off": say("lines and symbols"), "on": say("plain characters only")}
        motion = {"on": say("step by step"), "off": say("at once")}
        lines = (
            ("language", say("Language"), tongues, now.language),
            ("theme", say("Colours"), themes(), now.theme),
            ("ascii", say("Characters"), plain, "on" if now.ascii else "off"),
            ("motion", say("Turns"), motion, "on" if now.motion else "off"),
        )
        fields = (
            Field(key, name, Picker(choices, value=value if value in choices else "", id=key))
            for key, name, choices, value in lines
        )
        yield Form(*fields, Horizontal(Button(say("Done"), id="done", compact=True)))

    def on_mount(self) -> None:
        self.query_one("#language").focus()

    def on_picker_changed(self, event: Picker.Changed) -> None:
        key, value = str(event.picker.id), event.value
        before = load_settings()[0]
        wanted: dict[str, Any] = {key: value == "on" if key in SWITCHES else value}
        changed = replace(before, **wanted)
        if changed == before:
            return
        change_settings(lambda settings: replace(settings, **wanted))
        self.app.heed(changed)
        if key == "language":
            languages.choose(value or None)
        if key in ("language", "ascii"):
            self.app.switch_screen(SettingsScreen())  # its own words and lines are other ones now

    def on_button_pressed(self) -> None:
        self.action_back()

    def action_back(self) -> None:
        """The menu is made anew: its words may be in another language."""
        self.app.go_menu()


def themes() -> dict[str, str]:
    """The colours to choose from, and what they are called."""
    return {
        "": say("usual"),
        "textual-light": say("light"),
        "nord": "Nord",
        "gruvbox": "Gruvbox",
        "dracula": "Dracula",
        "solarized-light": "Solarized",
        "ansi-dark": say("the terminal's own, dark"),
        "ansi-light": say("the terminal's own, light"),
    }


def _tongue(name: str) -> str:
    """What speakers of a language call it."""
    return {"en": "English", "pt": "Português"}.get(name, name)
