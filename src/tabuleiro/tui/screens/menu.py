"""The main menu: the games with a picture of each, and all that can be done with them."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import Any

from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabuleiro.core import Game, say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.option import number_of_players
from tabuleiro.core.registry import find, game_class, names
from tabuleiro.home.folders import take_notices
from tabuleiro.home.saves import unfinished_games
from tabuleiro.home.settings import load_settings
from tabuleiro.play.lineup import called, seated
from tabuleiro.table.draft import recalled, remember
from tabuleiro.table.examples import thumbnail
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.page import Choices, Key, Page, plain

LEFT = 32  # columns of the lists


class MenuScreen(Page):
    """Choose a game on the left, see it on the right, and say what to do below."""

    DEFAULT_CSS = """
    MenuScreen #games, MenuScreen #entries { height: auto; }
    MenuScreen #about { width: 1fr; height: 1fr; }
    MenuScreen #picture { width: 1fr; height: 1fr; align: center middle; overflow: hidden; }
    MenuScreen #words { height: auto; text-align: center; }
    """
    HAS_BACK = False

    def __init__(self) -> None:
        super().__init__()
        last = load_settings()[0].last
        self.game = last if last in names() else names()[0]
        self.left = next(iter(unfinished_games()), None)

    def title_words(self) -> str:
        return say("Tabuleiro: board games for people and computers")

    def keys(self) -> Iterable[Key]:
        return (
            ("p", "do('play')", say("Play")),
            ("o", "do('setup')", say("Set up")),
            ("h", "do('rules')", say("How to play")),
            ("c", "go_on", say("Continue")),
            ("q,ctrl+q", "do('quit')", say("Quit")),
            ("w", "do('watch')", ""),
            ("a", "do('analyse')", ""),
            ("s", "do('settings')", ""),
            *((str(number), f"choose({number})", "") for number in range(1, min(len(names()), 9) + 1)),
        )

    # ── What is shown ────────────────────────────────────────────────────────────────────────────────────────────

    def body(self) -> Iterable[Widget]:
        games = Choices(*(Option(plain(self._line(name)), id=name) for name in names()), id="games", classes="pane")
        games.border_title = say("Game")
        entries = Choices(*self._entries(), id="entries", classes="pane")
        entries.border_title = say("What next?")
        game = find(self.game)
        picture = BoardView(game, thumbnail(game), ascii=self.app.ascii, small=True)
        about = Vertical(
            Vertical(picture, id="picture"), Static("", id="words", markup=False), id="about", classes="pane"
        )
        left = Vertical(games, entries, id="left")
        left.styles.width = LEFT
        yield Horizontal(left, about)

    def _line(self, name: str) -> str:
        mark = (">" if self.app.ascii else "▸") if name == self.game else " "
        return f"{mark} {names().index(name) + 1} {game_class(name).title}"

    def _entries(self) -> list[Option]:
        words = {
            "play": say("Play"),
            "setup": say("Set up a game"),
            "rules": say("How to play"),
            "continue": say("Continue a saved game"),
            "watch": say("Watch a record"),
            "analyse": say("Analyse"),
            "settings": say("Settings"),
            "quit": say("Quit"),
        }
        if self.left:
            words = {"resume": say("Go on with {game}", game=self.left.title), **words}
        return [Option(plain(text), id=key) for key, text in words.items()]

    def on_mount(self) -> None:
        self.query_one("#games", Choices).highlighted = names().index(self.game)
        entries = self.query_one("#entries", Choices)
        entries.highlighted = 0
        (entries if self.left else self.query_one("#games", Choices)).focus()
        self._show()
        self.app.warn(*filter(None, [self.app.warning]), *take_notices())
        self.app.warning = ""

    def _show(self) -> None:
        """The picture of the chosen game and the words below it."""
        game = find(self.game)
        board = self.query_one(BoardView)
        board.game, board.state = game, thumbnail(game)
        self.query_one("#about").border_title = plain(game.title)
        self._tell()
        games = self.query_one("#games", Choices)
        for name in names():
            games.replace_option_prompt(name, plain(self._line(name)))

    def on_resize(self) -> None:
        self._tell()

    def _tell(self) -> None:
        """As much about the game as there is room for below its picture."""
        room, board = self.app.size - (LEFT + 4, 4), self.query_one(BoardView)
        words = self._words(board.game)
        spare = room.height - board.fitting(Size(room.width, 0)).height
        while len(words) > 1 and sum(len(wrap(text, max(room.width, 1))) for text in words) > spare:
            del words[len(words) // 2]  # the facts before the people
        self.query_one("#words", Static).update("\n".join(words))

    def _words(self, game: Game[Any]) -> list[str]:
        facts = [number_of_players(type(game)), *([say(game.credits)] if game.credits else [])]
        versus = " – " if not self.app.ascii else " - "
        people = versus.join(map(called, seated(recalled(self.game).party())))
        return [
            say(game.tagline),
            " · ".join(facts).replace("·", "-" if self.app.ascii else "·"),
            say("Play: {people}", people=people),
        ]

    # ── What is done ─────────────────────────────────────────────────────────────────────────────────────────────

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_list.id == "games" and names()[event.option_index] != self.game:
            self.game = names()[event.option_index]
            self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list.id == "games":
            entries = self.query_one("#entries", Choices)
            entries.highlighted = entries.get_option_index("play")
            entries.focus()
        elif event.option_id:
            self.action_do(event.option_id)

    def action_choose(self, number: int) -> None:
        self.query_one("#games", Choices).highlighted = number - 1

    def action_back(self) -> None:
        """Escape goes to the games, and never out by accident."""
        self.query_one("#games", Choices).focus()

    def action_go_on(self) -> None:
        """The game that was left last, or the list of all."""
        self.action_do("resume" if self.left else "continue")

    def action_do(self, what: str) -> None:
        if what == "play":
            draft = recalled(self.game)
            if draft.programs:  # a file names them: whoever starts one has seen it in the form
                self.app.push_screen(self._page("setup"))
                return
            remember(draft)
            self.app.start_game(draft.party(self.app.rng), draft.control, seconds=draft.thinking)
        elif what == "resume" and self.left:
            self._resume(self.left.path)
        elif what == "rules":
            self.app.show_rules(self.game)
        elif what == "quit":
            self.app.exit()
        else:
            self.app.push_screen(self._page(what))

    def _resume(self, path: str) -> None:
        try:
            self.app.resume_game(path)
        except (TabuleiroError, OSError) as error:
            self.app.warn(str(error))

    def _page(self, what: str) -> Page:
        """The page for an entry, imported when it is first wanted."""
        if what == "setup":
            from tabuleiro.tui.screens.setup import SetupScreen

            return SetupScreen(self.game)
        if what == "settings":
            from tabuleiro.tui.screens.settings import SettingsScreen

            return SettingsScreen()
        from tabuleiro.tui.screens.saved import SavedScreen

        return SavedScreen(what, self.game)
