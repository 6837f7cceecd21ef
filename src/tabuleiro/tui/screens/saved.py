"""Games that were kept: to go on with, to watch, to analyse, or to throw away."""

from __future__ import annotations

import os
from collections.abc import Iterable
from random import Random

from textual import events
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tabuleiro.core import say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.notation import read_position
from tabuleiro.core.registry import find, game_class, names
from tabuleiro.home.folders import take_notices
from tabuleiro.play.lineup import called
from tabuleiro.play.session import Session
from tabuleiro.table.library import DAMAGED, WAITING, Item, opened, records, waiting
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.dialogs import Ask
from tabuleiro.tui.widgets.page import Choices, Key, Page, plain

CONTINUE, WATCH, ANALYSE = "continue", "watch", "analyse"
START = "start"  # typed for the first position of a game


class SavedScreen(Page):
    """A list on the left, the game it points at on the right. *purpose* is what Enter does.

    Positions that are typed are those of the game *game_name*.
    """

    DEFAULT_CSS = """
    SavedScreen #list { width: 3fr; height: 1fr; }
    SavedScreen #games { border: none; height: 1fr; padding: 0; }
    SavedScreen #shown { width: 2fr; min-width: 25; height: 1fr; }
    SavedScreen #about { height: auto; max-height: 6; }
    SavedScreen #path { margin-bottom: 1; padding: 0 1; }
    SavedScreen #none { padding: 1 2; }
    """

    def __init__(self, purpose: str, game_name: str = "") -> None:
        self.purpose = purpose
        self.game_name = game_name or names()[0]
        self.items: list[Item] = []
        self.previewed: Item | None = None
        super().__init__()

    def title_words(self) -> str:
        return {
            CONTINUE: say("Continue a game"),
            WATCH: say("Watch a record"),
            ANALYSE: say("Analyse a game"),
        }[self.purpose]

    def keys(self) -> Iterable[Key]:
        letters = self.purpose == CONTINUE  # elsewhere letters are the name of a file
        return (
            ("w,f2" if letters else "f2", "open('watch')", say("Watch")),
            ("a,f3" if letters else "f3", "open('analyse')", say("Analyse")),
            ("delete,d" if letters else "delete", "delete", say("Delete")),
        )

    def on_key(self, event: events.Key) -> None:
        """Who types while the list has the focus means the line below it."""
        if self.purpose != CONTINUE and event.is_printable and event.key != "space" and event.character:
            line = self.query_one("#path", Input)
            line.focus()
            line.insert_text_at_cursor(event.character)
            event.stop()

    def body(self) -> Iterable[Widget]:
        games = Choices(id="games")
        left = Vertical(games, Static("", id="none", markup=False), id="list", classes="pane")
        left.border_title = say("Games")
        right = Vertical(id="shown", classes="pane")
        yield Horizontal(left, right)
        if self.purpose != CONTINUE:
            wanted = say("or type the name of a file, and Enter")
            if self.purpose == ANALYSE:
                title = game_class(self.game_name).title
                wanted = say("or type the name of a file, or a position of {game} (start), and Enter", game=title)
            yield Input(placeholder=wanted, id="path", compact=True, select_on_focus=False)

    def on_mount(self) -> None:
        self._fill()
        (self.query_one("#games") if self.items or self.purpose == CONTINUE else self.query_one("#path")).focus()

    def _fill(self) -> None:
        """Look again which games there are."""
        self.items = waiting() if self.purpose == CONTINUE else records()
        games = self.query_one("#games", Choices)
        games.clear_options()
        games.add_options(Option(plain(item.line()), id=str(number)) for number, item in enumerate(self.items))
        games.display = bool(self.items)
        empty = say("There is no game to go on with.") if self.purpose == CONTINUE else say("No game was kept yet.")
        self.query_one("#none", Static).update("" if self.items else empty)
        self.query_one("#none").display = not self.items
        if self.items:
            games.highlighted = 0
        else:
            self.previewed = None
            self.query_one("#shown").remove_children()
        self.app.warn(*take_notices())

    @property
    def item(self) -> Item | None:
        """The game that the list points at."""
        place = self.query_one("#games", Choices).highlighted
        return self.items[place] if place is not None and place < len(self.items) else None

    # ── What is shown ────────────────────────────────────────────────────────────────────────────────────────────

    async def on_option_list_option_highlighted(self) -> None:
        item = self.item
        if item is not None and item == self.previewed:
            return
        self.previewed = item
        shown = self.query_one("#shown")
        await shown.remove_children()
        if item is None:
            return
        try:
            session, problems = opened(item.path)
        except (TabuleiroError, OSError) as error:
            await shown.mount(Static(str(error), classes="wrong", markup=False))
            return
        view = session.view(None)
        board = BoardView(session.game, view.state, ascii=self.app.ascii, small=True)
        board.last = view.last
        shown.border_title = plain(session.game.title)
        about = [", ".join(map(called, session.names)), *problems[:1]]
        if session.outcome:
            about.append(say(session.outcome.reason))
        await shown.mount(board, Static("\n".join(about), id="about", markup=False))

    # ── What is done ─────────────────────────────────────────────────────────────────────────────────────────────

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        self.action_open(self.purpose)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self._open(self.purpose, event.value.strip())

    def action_open(self, purpose: str) -> None:
        if (item := self.item) is None:
            return
        if purpose == CONTINUE and item.kind == DAMAGED:
            self.app.warn(say("This game is damaged and cannot go on; w shows what is left of it."))
        else:
            self._open(purpose, item.path)

    def _open(self, purpose: str, path: str) -> None:
        try:
            if purpose == CONTINUE:
                self.app.resume_game(path)
            elif purpose == WATCH:
                self.app.show_record(path)
            else:
                session, problems = self._position(path) or opened(path)
                self.app.warn(*problems[:1])
                self.app.analyse(session)
        except (TabuleiroError, OSError) as error:
            self.app.warn(str(error))
            if purpose == CONTINUE:
                self._fill()

    def _position(self, text: str) -> tuple[Session, list[str]] | None:
        """The game from the position *text* on, ``start`` being the first; None when there is a file of that name."""
        if os.path.exists(os.path.expanduser(text)):
            return None
        game = find(self.game_name)
        start = None if text.lower() in (START, say("start")) else read_position(game, text)
        return Session(game, Random(0), start=start), []

    def action_delete(self) -> None:
        if (item := self.item) is None:
            return

        def answered(sure: bool | None) -> None:
            if not sure:
                return
            try:
                os.unlink(item.path)
            except OSError as error:
                self.app.warn(str(error))
            self._fill()

        what = item.line() if item.kind != WAITING else say("{game} It is not finished.", game=f"{item.line()}.")
        question = say("Delete this game?")
        self.app.push_screen(Ask(f"{question}\n{what}", say("Yes"), say("No")), answered)
