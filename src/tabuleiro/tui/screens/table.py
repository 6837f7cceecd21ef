"""The screen of a game: draws what the desk sees, and passes on clicks, keys and what is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from textual import events
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from tabuleiro.core import say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.draw.steering import WAYS
from tabuleiro.draw.text import width
from tabuleiro.play.history import decider
from tabuleiro.table.commands import read_command
from tabuleiro.table.desk import Desk
from tabuleiro.table.streak import count_end
from tabuleiro.table.table import Table
from tabuleiro.table.thought import Thought
from tabuleiro.tui.screens.orders import OWN, keys_of, obey
from tabuleiro.tui.screens.thinking import NO_HINT, Computers, Hint
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.chooser import Chooser
from tabuleiro.tui.widgets.cursor import Cursor
from tabuleiro.tui.widgets.dialogs import Ask, HandOver, Window
from tabuleiro.tui.widgets.end import End
from tabuleiro.tui.widgets.page import Key, Page
from tabuleiro.tui.widgets.panel import Engine, Notice, Players, Status, TurnList
from tabuleiro.tui.widgets.turn_line import TurnLine

TICK = 0.2  # seconds between looks at clocks and spinners
AROUND = 4  # lines of the screen that are not the board's
NARROW, BROAD, SLIM = 28, 44, 22  # columns beside the board at least and at most; SLIM on a very small screen
SMALL = 70  # columns of a very small screen


class TableScreen(Page):
    """A game, from its first turn to what comes after its end."""

    DEFAULT_CSS = """
    TableScreen #beside { width: 28; padding: 0 1; }
    TableScreen TurnLine { width: 1fr; padding: 0 1; background: $surface; }
    """

    @dataclass
    class Finished(Message):
        """A thought is finished."""

        thought: Thought[Any]

    def __init__(self, desk: Desk) -> None:
        assert desk.table.keeper is not None
        self.desk = desk
        self.table: Table = desk.table
        self.keeper = desk.table.keeper
        self.cursor = Cursor(desk.game.board, desk.selection.targets)
        self.hint = NO_HINT
        self.ended = False  # the end was shown
        self.level: str | None = None  # that is offered, "" for none; None before the end
        self.copied = ""  # what everybody may paste
        self.computers: Computers = Computers(self, desk)
        self._told = 0  # events of the table that are known here
        super().__init__()

    def title_words(self) -> str:
        between = " - " if self.app.ascii else " – "
        return f"{self.table.game.title}: {between.join(self.table.people)}"

    def keys(self) -> Iterable[Key]:
        return keys_of(self.table)

    def body(self) -> Iterable[Widget]:
        game, plain = self.table.game, self.app.ascii
        state, _ = self.desk.shown
        yield Horizontal(
            BoardView(game, state, ascii=plain, flip=self.desk.flip),
            Vertical(
                Chooser(classes="ascii" if plain else ""),  # first, so that it is seen on the smallest screen
                Notice(markup=False),
                Players(markup=False),
                Engine(plain, self.computers.usual()),
                TurnList(game, plain),
                id="beside",
            ),
        )
        yield Status(id="status", markup=False, classes="ascii" if plain else "")
        words = (
            say("Type a turn, or help; arrows and Enter play on the board") if self.table.humans else say("Type help")
        )
        yield TurnLine(self.desk.complete, words)

    def on_mount(self) -> None:
        self.copied = self.app.clipboard
        self.query_one(TurnLine).focus()
        self.set_interval(TICK, self.tick)
        self.changed()

    def on_unmount(self) -> None:
        self.computers.close()
        self.table.close()

    def on_resize(self, event: events.Resize) -> None:
        """The board takes what it needs, and what is beside it the rest."""
        least = NARROW if event.size.width >= SMALL else SLIM
        paper = self.query_one(BoardView).fitting(event.size - (least, AROUND))
        self.query_one("#beside").styles.width = max(least, min(BROAD, event.size.width - paper.width - 2))

    # ── Drawing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def redraw(self) -> None:
        """Show everything as it is."""
        desk, found = self.desk, self.desk.selection
        board = self.query_one(BoardView)
        board.state, board.last = desk.shown
        board.flip = desk.flip
        board.targets, board.selected, board.hint = found.targets, found.cells, self._hint.cells
        self._show_cursor()
        self._offer(tuple(desk.button(action, self.app.ascii) for action in found.options), bool(found.targets))
        self.query_one(TurnList).show(self._turns(), desk.at)
        self.tell(self._hint.words or self._standing())
        self.show_beside()
        self.computers.adviser.follow()

    @property
    def _hint(self) -> Hint:
        """The hint as it belongs to what is shown: an earlier turn has none, and what is half entered is told instead."""
        if self.desk.looking is not None:
            return NO_HINT
        return Hint(self.hint.cells) if self.desk.cells else self.hint

    def show_hint(self, hint: Hint) -> None:
        self.hint = hint
        self.redraw()

    def _standing(self) -> str:
        """Who is to do what; where there is no room for that, only what."""
        words = self.desk.standing()
        return words if width(words) <= self.size.width - 2 else self.desk.standing(short=True)

    def _show_cursor(self) -> None:
        shown = self.cursor.by_keys and self.desk.seat is not None
        self.query_one(BoardView).cursor = self.cursor.cell if shown else None

    def _turns(self) -> tuple[tuple[int, str, bool], ...]:
        view, comments = self.desk.view, self.table.session.comments
        played = zip(view.history, view.turns, strict=True)
        return tuple((decider(turn), text, number in comments) for number, (turn, text) in enumerate(played, 1))

    def _offer(self, labels: tuple[str, ...], more: bool) -> None:
        """Show choices; where nothing else can be done, the keys are theirs."""
        chooser, line = self.query_one(Chooser), self.query_one(TurnLine)
        chooser.labels = labels
        chooser.border_title = say("Choose") if not more else say("Tab: or choose")
        if labels and not more and not line.value:
            chooser.focus()
        elif not labels and self.focused is chooser:
            line.focus()

    def show_beside(self) -> None:
        """People, clocks, and who thinks: what changes by itself."""
        self.query_one(Players).show(self.desk, self.app.ascii)
        self.computers.show(self.query_one(Engine))

    def on_calm_reshaped(self) -> None:
        self.show_beside()

    def tell(self, words: str, wrong: bool = False) -> None:
        """One line below the board."""
        self.query_one(Status).show(words, wrong)

    def tick(self) -> None:
        if self.table.check_clock():
            self.desk.clear()
            self.changed()
        elif self.is_current:
            self.show_beside()

    # ── What people do ───────────────────────────────────────────────────────────────────────────────────────────

    def attempt(self, deed: Callable[[], object]) -> bool:
        """Do something that the rules may forbid, and say so if they do; was it done?"""
        try:
            deed()
        except (TabuleiroError, ValueError) as error:
            if self.table.session.outcome is None or not self.changes:
                self.redraw()
                self.tell(str(error), wrong=True)
                return False
        if self.changes:
            self.changed()
        else:
            self.redraw()
        return True

    @property
    def changes(self) -> bool:
        """Has anything happened at the table that was not shown yet?"""
        return len(self.table.events) != self._told

    def press(self, cell: int) -> None:
        """Click *cell*, and say which rule binds if that leads nowhere."""
        if self.attempt(lambda: self.desk.click(cell)) and self.desk.refusal:
            self.tell(say(self.desk.refusal), wrong=True)

    def on_board_view_cell_clicked(self, event: BoardView.CellClicked) -> None:
        self.cursor.point(event.cell)
        self.press(event.cell)

    def on_turn_line_steered(self, event: TurnLine.Steered) -> None:
        key, desk = event.key, self.desk
        if key in WAYS:
            self.cursor.steer(key, desk.flip)
            self._show_cursor()
        elif key in ("enter", "space") and self.table.session.outcome:
            self.show_end()
        elif key in ("enter", "space"):
            self.cursor.by_keys = True
            self.press(self.cursor.cell)
        elif key == "backspace":
            self.take_back()
        elif key == "escape":
            self.tell(self._standing())  # no complaint outlives what it is about
        elif key in ("tab", "shift+tab"):
            if self.query_one(Chooser).labels:
                self.query_one(Chooser).focus()
            elif desk.selection.targets:
                self.cursor.jump(desk.selection.targets, back=key != "tab")
                self._show_cursor()
        else:
            self.look({"home": 0, "end": None, "pageup": desk.at - 1, "pagedown": desk.at + 1}[key])

    def on_turn_list_picked(self, event: TurnList.Picked) -> None:
        self.look(event.turn)

    def look(self, turn: int | None) -> None:
        """Show an earlier position, or the present one."""
        self.desk.look(turn)
        self.redraw()

    def on_chooser_chosen(self, event: Chooser.Chosen) -> None:
        options = self.desk.selection.options
        if event.number < len(options):
            self.attempt(lambda: self.desk.play(options[event.number]))

    def on_chooser_left(self, event: Chooser.Left) -> None:
        line = self.query_one(TurnLine)
        line.focus()
        if event.text:
            line.insert_text_at_cursor(event.text)
        elif event.key in ("escape", "backspace"):
            self.take_back()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        found = read_command(self.table, text, OWN)
        if found:
            event.input.clear()
            obey(self, found[0].name, found[1])
        elif self.attempt(lambda: self.desk.play(text)):
            event.input.clear()

    def take_back(self) -> bool:
        """Take back the last click or step of the turn under way."""
        done = self.desk.take_back()
        if done:
            self.computers.drop()
            self.changed()
        return done

    # ── Orders ───────────────────────────────────────────────────────────────────────────────────────────────────

    def action_order(self, name: str) -> None:
        """A key was pressed that stands for an order."""
        obey(self, name)

    def action_back(self) -> None:
        """Escape: out of whatever is being done, at last out of the game."""
        line = self.query_one(TurnLine)
        if line.value:
            line.clear()
        elif self.take_back():
            pass
        elif self.desk.looking is not None:
            self.look(None)
        else:
            obey(self, "quit")

    # ── What follows ─────────────────────────────────────────────────────────────────────────────────────────────

    def changed(self, news: str = "") -> None:
        """The position is another one: show it, and let the next one play; *news* are for who comes next."""
        self._told = len(self.table.events)
        self.ended = self.ended and self.table.session.outcome is not None
        self.hint = NO_HINT
        self.desk.follow()
        self.cursor.follow(self.desk.selection.targets)
        self.show_files()
        self._show_steps()
        self.redraw()
        if self.table.session.outcome:
            self.computers.drop()
            if not self.query_one(BoardView).playing:
                self.on_board_view_played()
        elif self.desk.must_hand_over:
            self._hand_over(news)
        else:
            self.computers.go_on()

    def _show_steps(self) -> None:
        """Let it be seen what was pushed, taken and jumped over, if people want that."""
        steps = self.desk.unseen()
        if self.app.settings.motion:
            self.query_one(BoardView).play(steps)

    def on_board_view_played(self) -> None:
        """What led to the end has been seen."""
        if self.table.session.outcome and not self.ended:
            self._close(HandOver, Ask)
            self.show_end()

    def show_files(self) -> None:
        """Tell beside the board that the game is not kept, while it is not, and once that it is again."""
        news = self.keeper.take_news()
        self.query_one(Notice).show(self.keeper.warning() or " ".join(news))

    # ── People who share the screen ──────────────────────────────────────────────────────────────────────────────

    def _hand_over(self, news: str = "") -> None:
        """Hide everything until the next person has the keyboard, who is then told the *news*."""
        if isinstance(self.app.screen, HandOver):
            return
        table, seat = self.table, self.table.session.player

        def taken(_: object) -> None:
            self.desk.take_keyboard()
            self.forget()
            self._show_steps()
            self.redraw()
            if news:
                self.tell(news)

        self._close(Window)  # what somebody was writing there is not for the next one's eyes
        known = table.view(seat).known_alone()
        self.turn_away(HandOver(table.people[seat], table.last_turn, known), taken)

    def turn_away(self, window: Window, then: Callable[[Any], None]) -> None:
        """Open a *window* that is for somebody else than who has typed last."""
        self.forget()
        self.redraw()
        self.app.push_screen(window, then)
        self.app.ignore_typed()

    def _close(self, *kinds: type[Window]) -> None:
        """Close the windows of these *kinds* that are open over the table; nobody gets an answer."""
        while isinstance(self.app.screen, kinds):
            self.app.pop_screen()

    def forget(self) -> None:
        """Nothing is left of what one person has typed, chosen, asked or copied."""
        self.query_one(TurnLine).clear()
        self.desk.clear()
        self.hint = NO_HINT
        self.query_one(BoardView).end()
        self.computers.adviser.drop()
        self.cursor.reset(self.desk.selection.targets)
        if self.app.clipboard not in ("", self.copied):
            self.app.copy_to_clipboard("")

    # ── The end ──────────────────────────────────────────────────────────────────────────────────────────────────

    def show_end(self) -> None:
        """The result, and what may come next."""
        self.ended = True
        if self.level is None:
            self.level = count_end(self.table)
        self.computers.adviser.drop()
        self.app.push_screen(End(self.table, self.level), self._after)

    def _after(self, wish: str | None) -> None:
        if wish in ("rematch", "level"):
            self.app.play_again(self.desk, (self.level or "") if wish == "level" else "")
        elif wish == "analyse":
            self.app.analyse(self.table.session, self.desk.flip, lambda _: self.show_end())
        elif wish == "save":
            obey(self, "save")
        elif wish == "menu":
            self.app.go_menu()

    def on_table_screen_finished(self, event: Finished) -> None:
        self.computers.finished(event.thought)
