"""The screen of a game: draws it, takes clicks, keys and turns that are typed, and lets computers think."""

from __future__ import annotations

from threading import Thread

from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from tabuleiro.core import say
from tabuleiro.core.errors import NotNow, TabuleiroError
from tabuleiro.core.words import one_line
from tabuleiro.play.pages import pages
from tabuleiro.tui.board import BoardView
from tabuleiro.tui.chooser import Chooser
from tabuleiro.tui.cursor import WAYS, beside, nearest
from tabuleiro.tui.line import TurnLine
from tabuleiro.tui.page import Page
from tabuleiro.tui.panel import Engine, Players, TurnList
from tabuleiro.tui.thinking import Thought

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from textual import events
    from textual.widget import Widget
    from textual.widgets import Input

    from tabuleiro.play.agent import Limit
    from tabuleiro.tui.keeping import Keeper
    from tabuleiro.tui.room import Room

TICK = 0.2  # seconds between looks at clocks and spinners
AROUND = 4  # lines of the screen that are not the board's
NARROW, BROAD, SLIM = 28, 44, 22  # columns beside the board at least and at most; SLIM on a very small screen
SMALL = 70  # columns of a very small screen


class Seated(Page):
    """Everything about a game but the orders that can be given: those are the table's."""

    DEFAULT_CSS = """
    Seated #beside { width: 28; padding: 0 1; }
    Seated #status { height: 1; padding: 0 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
    Seated.ascii #status { text-overflow: clip; }
    Seated #status.wrong { color: $text-error; }
    Seated TurnLine { width: 1fr; padding: 0 1; background: $surface; }
    """

    class Finished(Message):
        """A thought is finished."""

        def __init__(self, thought: Thought[Any]) -> None:
            super().__init__()
            self.thought = thought

    def __init__(self, table: Room, keeper: Keeper, *, flip: bool = False) -> None:
        self.table = table
        self.keeper = keeper
        self.flip = flip
        self.cursor = nearest(table.game.board, table.selection.targets)
        self.by_keys = True  # the cursor is shown
        self.thought: Thought[Any] | None = None  # the computer's whose turn it is
        self.paused = False
        self.hint: tuple[int, ...] = ()
        super().__init__()

    def title_words(self) -> str:
        between = " - " if self.room.ascii else " – "
        return f"{self.table.game.title}: {between.join(self.table.people)}"

    def body(self) -> Iterable[Widget]:
        table, plain = self.table, self.room.ascii
        state, _ = table.shown
        yield Horizontal(
            BoardView(table.game, state, ascii=plain, flip=self.flip),
            Vertical(
                Chooser(classes="ascii" if plain else ""),  # first, so that it is seen on the smallest screen
                Players(markup=False),
                Engine(plain),
                TurnList(table.game, plain),
                id="beside",
            ),
        )
        yield Static("", id="status", markup=False)
        yield TurnLine(self.complete, self.line_words())

    def line_words(self) -> str:
        return (
            say("Type a turn, or help; arrows and Enter play on the board") if self.table.humans else say("Type help")
        )

    def on_mount(self) -> None:
        self.query_one(TurnLine).focus()
        self.set_interval(TICK, self.tick)
        self.changed()

    def on_resize(self, event: events.Resize) -> None:
        """The board takes what it needs, and what is beside it the rest."""
        least = NARROW if event.size.width >= SMALL else SLIM
        paper = self.query_one(BoardView).fitting(event.size - (least, AROUND))
        self.query_one("#beside").styles.width = max(least, min(BROAD, event.size.width - paper.width - 2))

    # ── Drawing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def redraw(self) -> None:
        """Show everything as it is."""
        table, found = self.table, self.table.selection
        board = self.query_one(BoardView)
        board.state, board.last = table.shown
        board.flip = self.flip
        board.targets, board.selected, board.hint = found.targets, found.cells, self.hint
        self._show_cursor()
        self._offer(tuple(table.button(action, self.room.ascii) for action in found.options), bool(found.targets))
        self.query_one(TurnList).show(
            self._turns(), table.looking if table.looking is not None else len(table.turn_texts)
        )
        self.say(table.standing())
        self.show_beside()

    def _show_cursor(self) -> None:
        shown = self.by_keys and self.table.seat is not None
        self.query_one(BoardView).cursor = self.cursor if shown else None

    def _turns(self) -> tuple[tuple[int, str, bool], ...]:
        texts, table = self.table.turn_texts, self.table
        players = [page.player for page in pages(table.session)[1:]]
        return tuple(
            (player, text, number in table.session.comments)
            for number, (player, text) in enumerate(zip(players, texts, strict=False), 1)
        )

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
        self.query_one(Players).show(self.table, self.room.ascii)

    def on_calm_reshaped(self) -> None:
        self.show_beside()

    def say(self, words: str, wrong: bool = False) -> None:
        """One line below the board."""
        status = self.query_one("#status", Static)
        status.set_class(wrong, "wrong")
        status.update(one_line(words), layout=False)

    def tick(self) -> None:
        if self.table.check_clock():
            self.stop_thinking()
            self.changed()
        elif self.is_current:
            self.show_beside()

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def complete(self, text: str) -> str | None:
        return self.table.complete(text)

    def attempt(self, deed: Callable[[], object]) -> None:
        """Do something that the rules may forbid, and say so if they do."""
        before = len(self.table.session.steps), self.table.session.outcome
        try:
            deed()
        except (TabuleiroError, ValueError) as error:
            if self.table.session.outcome == before[1]:
                self.redraw()
                self.say(str(error), wrong=True)
                return
        if (len(self.table.session.steps), self.table.session.outcome) == before:
            self.redraw()
        else:
            self.changed()

    def on_board_view_cell_clicked(self, event: BoardView.CellClicked) -> None:
        self.by_keys = False
        self.cursor = event.cell
        self.touch(event.cell)

    def touch(self, cell: int) -> None:
        """A cell is clicked, by whatever means."""
        if self.table.looking is not None:
            self.table.look(None)
        self.attempt(lambda: self.table.click(cell))

    def on_turn_line_steered(self, event: TurnLine.Steered) -> None:
        key, table = event.key, self.table
        at = len(table.turn_texts) if table.looking is None else table.looking
        if key in WAYS:
            if self.by_keys:
                self.cursor = beside(table.game.board, self.flip, self.cursor, key)
            self.by_keys = True
            self._show_cursor()
        elif key in ("enter", "space"):
            self.by_keys = True
            self.touch(self.cursor)
        elif key == "backspace":
            self.take_back()
        elif key == "escape":
            self.say(table.standing())  # no complaint outlives what it is about
        elif key in ("tab", "shift+tab"):
            if self.query_one(Chooser).labels:
                self.query_one(Chooser).focus()
        else:
            self.look({"home": 0, "end": None, "pageup": at - 1, "pagedown": at + 1}[key])

    def on_turn_list_picked(self, event: TurnList.Picked) -> None:
        self.look(event.turn)

    def look(self, turn: int | None) -> None:
        """Show an earlier position, or the present one."""
        self.table.look(turn)
        self.redraw()

    def on_chooser_chosen(self, event: Chooser.Chosen) -> None:
        options = self.table.selection.options
        if event.number < len(options):
            self.attempt(lambda: self.table.play(options[event.number]))

    def on_chooser_left(self, event: Chooser.Left) -> None:
        line = self.query_one(TurnLine)
        line.focus()
        if event.character:
            line.insert_text_at_cursor(event.character)
        elif event.key in ("escape", "backspace"):
            self.take_back()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        if self.obey(text):
            event.input.clear()
        elif self.table.seat is not None:
            steps = len(self.table.session.steps)
            self.attempt(lambda: self.table.play(text))
            if len(self.table.session.steps) != steps or self.table.session.outcome:
                event.input.clear()
        else:
            self.say(say("Nobody here can play now; type help"), wrong=True)

    def obey(self, text: str) -> bool:
        """Do what is ordered; False when *text* is no order."""
        return False

    def take_back(self) -> bool:
        """Take back the last click or step of the turn under way."""
        done = self.table.take_back()
        if done:
            self.changed()
        return done

    # ── What follows ─────────────────────────────────────────────────────────────────────────────────────────────

    def changed(self) -> None:
        """The position is another one: keep it, show it, and let the next one play."""
        session = self.table.session
        self.hint = ()
        if session.state.whole or session.outcome:
            trouble = self.keeper.keep() or self.keeper.trouble
            if trouble:
                self.notify(trouble, severity="warning", markup=False)
        self.redraw()
        self.go_on()

    def go_on(self) -> None:
        """Let whoever is next play."""
        if self.table.thinker and not self.paused and self.thought is None and self.table.session.outcome is None:
            agent, view, limit = (
                self.table.thinker,
                self.table.session.view(self.table.session.player),
                self.table.limit(),
            )

            def choose(limit: Limit) -> Any:
                return agent.choose(view, limit)

            self.thought = Thought(self.table.session.player, choose, limit, self._thought_of)
            self.thought.start()

    def _thought_of(self, thought: Thought[Any]) -> None:
        """Called in the thought's own thread."""
        self.post_message(self.Finished(thought))

    def stop_thinking(self) -> None:
        """What the computer thinks about is no longer wanted."""
        if self.thought:
            self.thought.drop()

    def on_seated_finished(self, event: Finished) -> None:
        thought = event.thought
        if thought is not self.thought:
            return
        self.thought = None
        if thought.dropped or self.table.session.outcome:
            self.go_on()
        elif thought.failure:
            self.paused = True
            seat, trouble = self.table.people[self.table.session.player], thought.trouble
            self.say(
                say("{seat} cannot go on; F5 lets it try again. {trouble}", seat=seat, trouble=trouble), wrong=True
            )
            self.notify(trouble, severity="warning", timeout=10, markup=False)  # longer than the line, perhaps
        elif thought.answer:
            self.answered(thought.answer.action)

    def answered(self, action: Any) -> None:
        """A computer has decided."""
        try:
            self.table.answer(action)
        except NotNow as error:
            if self.table.session.outcome is None:
                self.paused = True
                self.say(str(error), wrong=True)
                return
        self.changed()

    def on_unmount(self) -> None:
        self.stop_thinking()
        for agent in self.table.agents.values():
            if hasattr(agent, "close"):  # a program of somebody else, which may take a while to end: nobody waits
                Thread(target=agent.close, name="farewell", daemon=True).start()
        self.keeper.leave()
