"""Setting up a game: who plays, how well, who begins, and every option of the rules, on one page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual import events
from textual.containers import Horizontal, HorizontalGroup
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Static

from tabuleiro.ai.agents import known, may_play
from tabuleiro.core import Game, say
from tabuleiro.core.option import Option, options, spell
from tabuleiro.core.registry import game_class
from tabuleiro.play.lineup import BEGINNERS, HUMAN, beginners
from tabuleiro.table.draft import (
    ENGINE,
    MODES,
    MOST,
    OTHER,
    THINKING,
    USUAL,
    Draft,
    agent_choices,
    clock_words,
    recalled,
    remember,
    starters,
    thinking_words,
)
from tabuleiro.tui.widgets.form import Field, Form, Picker
from tabuleiro.tui.widgets.page import Key, Page

CLOCKS = ("", "60+1", "300+5", "600", "1800+10")


class SetupScreen(Page):
    """One form. Everything that is typed goes into a draft at once, and the draft says what is wrong."""

    DEFAULT_CSS = """
    SetupScreen #modes { width: auto; }
    SetupScreen #modes Button { min-width: 6; padding: 0; }
    SetupScreen #modes Button.chosen { text-style: bold reverse; }
    SetupScreen Field.seat .controls Picker { width: 5fr; }
    SetupScreen Field.seat .controls Input { width: 3fr; margin-left: 1; }
    SetupScreen #buttons { height: 1; padding: 0 2; margin: 1 0 0 0; }
    SetupScreen #buttons Button { margin-right: 2; min-width: 12; }
    SetupScreen #verdict { width: 1fr; }
    """

    def __init__(self, game_name: str, draft: Draft | None = None) -> None:
        self.game_name = game_name
        self.draft = draft or recalled(game_name)
        super().__init__()

    def title_words(self) -> str:
        return say("Set up a game of {game}", game=game_class(self.game_name).title)

    def keys(self) -> Iterable[Key]:
        return (
            ("f5", "start", say("Start")),
            ("f6", "swap", say("Swap seats")),
            ("f7", "usual", say("As usual")),
            ("f1", "rules", say("How to play")),
            ("down", "line(1)", ""),
            ("up", "line(-1)", ""),
            ("right", "app.focus_next", ""),
            ("left", "app.focus_previous", ""),
        )

    # ── The form ─────────────────────────────────────────────────────────────────────────────────────────────────

    def body(self) -> Iterable[Widget]:
        form = Form(*self._fields(), id="form")
        form.fit(self.app.size.width)
        yield form
        yield Horizontal(
            Button(say("Start"), id="start", variant="success", compact=True),
            Button(say("Back"), id="back", compact=True),
            Static("", id="verdict", classes="wrong", markup=False),
            id="buttons",
        )

    def _fields(self) -> Iterable[Widget]:
        game = self.draft.playable()
        items = {item.name: item for item in options(game)}
        yield Label(say("Players"), classes="section")
        words = {MODES[0]: say("People"), MODES[1]: say("You and the computer"), MODES[2]: say("Computers")}
        modes = (Button(text, name=text, id=f"mode-{mode}", compact=True) for mode, text in words.items())
        yield Field("mode", say("Who plays?"), HorizontalGroup(*modes, id="modes")).add_class("wide")
        if "players" in items:
            yield self._option(items["players"], say("How many?"))
        for seat in range(self._most_seats(items)):
            field = Field(f"player.{seat}", "", *self._seat(game, seat))
            yield field.add_class("seat")
        yield self._beginner(game)
        words = {text: clock_words(text) for text in CLOCKS}
        about = say("for each player, for the whole game")
        yield self._time("control", say("Time"), words, self.draft.control, "300+5", about)
        words = {text: thinking_words(text) for text in THINKING}
        about = say("of the computer; an upper limit: easy levels need less")
        yield self._time("seconds", say("Thinking time"), words, self.draft.seconds, "5", about)
        yield Label(say("Rules"), classes="section")
        for item in items.values():
            if item.name not in (*BEGINNERS, "players"):
                yield self._option(item, item.title)

    def _most_seats(self, items: dict[str, Option]) -> int:
        choices = items["players"].choices if "players" in items else ()
        return max(map(int, choices), default=self.draft.playable().players)

    def _seat(self, game: Game[Any], seat: int) -> Iterable[Widget]:
        sitting = self._sitting(game, seat)
        yield Picker(agent_choices(game), value=sitting, id=f"player-{seat}")
        typed = Input(self._typed(seat), placeholder=ENGINE, id=f"spec-{seat}", compact=True, select_on_focus=False)
        typed.display = sitting == OTHER
        yield typed
        name = Input(self.draft.called(seat), placeholder=say("name"), id=f"name-{seat}", compact=True)
        name.max_length = MOST
        yield name

    def _sitting(self, game: Game[Any], seat: int) -> str:
        """Who sits there, as the list of players has it."""
        player = self.draft.player(seat)
        if player == HUMAN or player in known(game):
            return player
        return OTHER if player == OTHER or may_play(player, game) else USUAL

    def _typed(self, seat: int) -> str:
        player = self.draft.player(seat)
        return "" if player == OTHER else player

    def _option(self, item: Option, name: str) -> Field:
        """A field for an option of the rules: something to choose, or a number to type."""
        text, key = self.draft.text(item), f"option-{item.name}"
        about, values, usual = say(item.help), item.values, spell(item.default)
        if values:
            said = {value: item.said(value) for value in values}
            said[usual] = say("{value} (usual)", value=said[usual])
            control: Widget = Picker(said, value=text if text in values else usual, id=key)
        else:
            about = f"{about} ({item.accepted})"
            control = Input(text, id=key, compact=True, placeholder=spell(item.default))
        return Field(f"option.{item.name}", name, control, help=about)

    def _beginner(self, game: Game[Any]) -> Field:
        picker = Picker(starters(game), value=self.draft.starter, id="beginner")
        return Field(f"option.{beginners(game)[0]}", say("Who begins?"), picker)

    def _time(self, key: str, name: str, words: dict[str, str], text: str, example: str, about: str) -> Field:
        """A field for a time: some to choose from, or another to type."""
        other = Input("" if text in words else text, id=key, compact=True, placeholder=example)
        other.display = text not in words
        picker = Picker({**words, OTHER: say("other")}, value=text if text in words else OTHER, id=f"time-{key}")
        return Field(key, name, picker, other, help=about)

    # ── What it shows ────────────────────────────────────────────────────────────────────────────────────────────

    def on_mount(self) -> None:
        self._judge()
        self.query_one("#start").focus()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(Form).fit(event.size.width)

    def _judge(self) -> None:
        """Show what is wrong, and let the game start only when nothing is."""
        problems = self.draft.problems()
        for field in self.query(Field):
            field.judge(problems.get(field.key, ""))
            if field.key == "seconds":
                field.display = self.draft.mode != MODES[0]
        self.query_one("#start", Button).disabled = bool(problems)
        lost = problems.get("") or (say("The lines marked ! are not possible yet.") if problems else "")
        self.query_one("#verdict", Static).update(lost)
        mode, game = self.draft.mode, self.draft.playable()
        for name in MODES:
            button = self.query_one(f"#mode-{name}", Button)
            if button.has_class("chosen") != (name == mode):
                button.toggle_class("chosen")
                mark = (">" if self.app.ascii else "▸") if name == mode else ""
                button.label = f"{mark}{button.name}"
                button.refresh(layout=True)
        for seat, field in enumerate(self.query(".seat").results(Field)):
            field.display = seat < game.players
            if field.display:
                field.rename(game.seats[seat].name)

    def _seats_again(self) -> None:
        """Let the fields of the seats show what the draft says: it was changed elsewhere."""
        game = self.draft.playable()
        with self.prevent(Input.Changed):
            for seat, field in enumerate(self.query(".seat").results(Field)):
                picker = field.query_one(Picker)
                picker.offer(agent_choices(game), self._sitting(game, seat))
                if picker.value != OTHER:
                    self.draft = self.draft.with_player(seat, picker.value)
                typed = field.query_one(f"#spec-{seat}", Input)
                typed.value, typed.display = self._typed(seat), picker.value == OTHER
                field.query_one(f"#name-{seat}", Input).value = self.draft.called(seat)
            self.query_one("#beginner", Picker).offer(starters(game), self.draft.starter)
            self.draft = self.draft.with_starter(self.draft.starter)
        self._judge()

    # ── What is done ─────────────────────────────────────────────────────────────────────────────────────────────

    def on_picker_changed(self, event: Picker.Changed) -> None:
        kind, _, what = (event.picker.id or "").partition("-")
        value = event.value
        if kind == "player":
            self.draft = self.draft.with_player(int(what), ENGINE if value == OTHER else value)
            self._show_typed(self.query_one(f"#spec-{what}", Input), value == OTHER, ENGINE)
        elif kind == "option":
            self.draft = self.draft.with_option(what, value)
            if what == "players":
                self._seats_again()
        elif kind == "beginner":
            self.draft = self.draft.with_starter(value)
        elif kind == "time":
            typed = self.query_one(f"#{what}", Input)
            self.draft = self.draft.with_time(what, typed.value if value == OTHER else value)
            self._show_typed(typed, value == OTHER)
        self._judge()

    def _show_typed(self, typed: Input, wanted: bool, begin: str = "") -> None:
        """Show where something else can be typed, or hide it."""
        typed.display = wanted
        if wanted:
            typed.value = begin or typed.value
            typed.cursor_position = len(typed.value)
            typed.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        kind, _, what = (event.input.id or "").partition("-")
        if kind == "name":
            self.draft = self.draft.with_name(int(what), event.value)
        elif kind == "option":
            self.draft = self.draft.with_option(what, event.value)
        elif kind == "spec" and event.input.display:
            self.draft = self.draft.with_player(int(what), event.value.strip() or OTHER)
        elif kind in ("control", "seconds") and event.input.display:
            self.draft = self.draft.with_time(kind, event.value)
        self._judge()

    def on_input_submitted(self) -> None:
        self.focus_next()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        kind, _, what = (event.button.id or "").partition("-")
        if kind == "mode":
            self.draft = self.draft.with_mode(what)
            self._seats_again()
        elif kind == "start":
            self.action_start()
        else:
            self.action_back()

    def action_start(self) -> None:
        problems = self.draft.problems()
        if not problems:
            if self.app.start_game(self.draft.party(self.app.rng), self.draft.control, seconds=self.draft.thinking):
                remember(self.draft)
            return
        bad = next((field for field in self.query(Field) if field.key in problems), None)
        if bad:
            bad.enter()

    def action_line(self, by: int) -> None:
        """Go to the line below or above, whatever stands beside what the cursor is on."""
        lines: list[Widget] = [field for field in self.query(Field) if field.display]
        lines.append(self.query_one("#buttons"))
        focused = self.focused
        here = next((at for at, line in enumerate(lines) if focused and line in focused.ancestors), -1)
        goal = lines[(here + by) % len(lines)]
        if isinstance(goal, Field):
            goal.enter()
        else:
            self.query_one("#start" if not self.query_one("#start").disabled else "#back").focus()

    def action_swap(self) -> None:
        self.draft = self.draft.swapped()
        self._seats_again()

    def action_usual(self) -> None:
        self.app.switch_screen(SetupScreen(self.game_name, Draft(self.game_name)))

    def action_rules(self) -> None:
        self.app.show_rules(self.game_name)
