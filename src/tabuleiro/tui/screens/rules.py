"""How to play: a game's rules, with positions that show them."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from tabuleiro.core import say
from tabuleiro.core.registry import find
from tabuleiro.table.examples import examples
from tabuleiro.table.rulebook import rules
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.page import Key, Page

WIDE = 110  # columns from which the pictures have room beside the words
READABLE = 84  # columns that are easily read; longer lines are not


class RulesScreen(Page):
    """The words, and the pictures beside or below them."""

    DEFAULT_CSS = """
    RulesScreen .pane { height: 1fr; }
    RulesScreen #words { width: 1fr; }
    RulesScreen #examples { width: 1fr; }
    RulesScreen .example { height: auto; width: 1fr; align-horizontal: center; margin-bottom: 1; }
    RulesScreen .example BoardView { height: auto; width: 100%; margin-bottom: 1; }
    RulesScreen .caption { text-style: bold; margin-bottom: 1; width: 1fr; }
    RulesScreen.narrow #examples { display: none; }
    RulesScreen.narrow.pictures #words { display: none; }
    RulesScreen.narrow.pictures #examples { display: block; }
    """

    def __init__(self, game_name: str) -> None:
        self.game = find(game_name)
        super().__init__()

    def title_words(self) -> str:
        return say("How to play {game}", game=self.game.title)

    def keys(self) -> Iterable[Key]:
        return (
            ("e,tab", "pictures", say("Words / pictures")),
            ("q", "back", ""),
        )

    def body(self) -> Iterable[Widget]:
        words = VerticalScroll(Static("", id="text", markup=False), id="words", classes="pane")
        words.border_title = say("Rules")
        shown = VerticalScroll(*self._pictures(), id="examples", classes="pane")
        shown.border_title = say("Examples")
        yield Horizontal(words, shown)

    def _pictures(self) -> Iterable[Widget]:
        for number, example in enumerate(examples(self.game), 1):
            words = f"{say('Fig. {number}.', number=number)} {example.words}"
            boards = []
            for picture in example.pictures:
                board = BoardView(example.game, picture.state, ascii=self.app.ascii)
                board.selected, board.targets, board.last = picture.selected, picture.targets, picture.last
                boards.append(board)
            yield Vertical(Static(words, classes="caption", markup=False), *boards, classes="example")

    def on_mount(self) -> None:
        self.query_one("#words").focus()

    def on_resize(self, event: events.Resize) -> None:
        narrow = event.size.width < WIDE
        self.set_class(narrow, "narrow")
        columns = event.size.width if narrow else event.size.width // 2
        self.query_one("#text", Static).update(
            rules(self.game, min(columns - 6, READABLE), ascii=self.app.ascii, boards=False)
        )

    def action_pictures(self) -> None:
        """Where there is no room for both, the one instead of the other."""
        if self.has_class("narrow"):
            self.toggle_class("pictures")
            self.query_one("#examples" if self.has_class("pictures") else "#words").focus()
        else:
            self.screen.focus_next()
