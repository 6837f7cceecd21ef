"""The terminal app: it opens screens and lets them find each other; all else is theirs.

Every screen is imported when it is first wanted, so that the menu is there at once.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import ClassVar

from textual.app import App
from textual.binding import Binding
from textual.scrollbar import ScrollBar, ScrollBarRender

from tabuleiro.core.errors import TabuleiroError
from tabuleiro.home.languages import VARIABLES, choose, languages
from tabuleiro.home.settings import load_settings
from tabuleiro.tui import tidying
from tabuleiro.tui.colours import ROOM
from tabuleiro.tui.request import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from textual.screen import Screen

    from tabuleiro.ai.party import Party
    from tabuleiro.home.settings import Settings
    from tabuleiro.play.session import Session
    from tabuleiro.tui.table import TableScreen


SWITCH = 0.001  # seconds until a thread that thinks in Python lets the screen have its turn


class PlainBar(ScrollBarRender):
    """A scroll bar whose ends are whole cells: others are drawn with parts of blocks."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


class TabuleiroApp(App[int]):
    """The game room."""

    TITLE = "Tabuleiro"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[Any]] = [Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True)]

    def __init__(self, request: Request | None = None) -> None:
        super().__init__()
        sys.setswitchinterval(SWITCH)
        self.request = request or Request()
        self.rng = Random(self.request.seed)
        self.register_theme(ROOM)
        self.settings, self.warning = load_settings()
        self.heed(self.settings)

    def heed(self, settings: Settings) -> None:
        """Let *settings* hold from now on; a language that was asked for when the app was opened comes first."""
        self.settings = settings
        ScrollBar.renderer = PlainBar if self.ascii else ScrollBarRender
        self.theme = settings.theme if settings.theme in self.available_themes else ROOM.name
        if not self.request.lang and not os.environ.get(VARIABLES[0]):
            choose(settings.language if settings.language in languages() else None)

    @property
    def ascii(self) -> bool:
        """Whether only plain characters can be shown."""
        return self.request.ascii or self.settings.ascii

    def on_mount(self) -> None:
        tidying.begin()
        if not self.is_headless:
            self._heed_signals()
        wish = self.request
        if wish.resume:
            self.resume_game(wish.resume)
        elif wish.party:
            if not self.start_game(wish.party, wish.clock, wish.position):
                self.go_menu()
        elif wish.game:
            self.set_up(wish.game, wish.clock)
        else:
            self.go_menu()

    def on_unmount(self) -> None:
        tidying.end()

    def _heed_signals(self) -> None:
        """Whoever ends the app from outside gets the terminal back as it was.

        Not for SIGHUP: where the terminal is closed there is none to give back, and the game is kept up to its last turn.
        """
        loop = asyncio.get_running_loop()
        for ending in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # on Windows
                loop.add_signal_handler(ending, self.exit)

    # ── Where to go ──────────────────────────────────────────────────────────────────────────────────────────────

    def go(self, screen: Screen[Any]) -> None:
        """Show *screen* instead of all that is open."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def sit_down(self, table: TableScreen) -> None:
        """Show *table*; the file of one game is not another's."""
        self.go(table)
        self.request = replace(self.request, record="")
        self.call_after_refresh(tidying.tidy)

    def go_menu(self) -> None:
        """The main menu, instead of all that is open."""
        from tabuleiro.tui.menu import MenuScreen

        self.go(MenuScreen())

    def set_up(self, spec: str, control: str = "") -> None:
        """The form of the game spelled *spec*: as it was filled in last, but for what is said now."""
        from tabuleiro.tui.draft import drafted
        from tabuleiro.tui.setup import SetupScreen

        draft = drafted(spec, control)
        self.go(SetupScreen(draft.name, draft))

    def start_game(self, party: Party, control: str = "", position: str = "", flip: bool | None = None) -> bool:
        """A new game of *party*, with time control *control*, perhaps from another *position*; False if it cannot be.

        *flip* is the side that the board is seen from, None for as it was asked for when the app was opened.
        """
        from tabuleiro.ai.party import check_players
        from tabuleiro.tui.table import TableScreen

        try:
            check_players(party)
            wish = self.request if flip is None else replace(self.request, flip=flip)
            table = TableScreen.begin(party, self.rng, wish, control, position)
        except TabuleiroError as error:
            self.notify(str(error), severity="warning", timeout=10, markup=False)
            return False
        self.sit_down(table)
        return True

    def resume_game(self, path: str) -> None:
        """Go on with the game saved in *path*; raises a TabuleiroError or OSError when that cannot be."""
        from tabuleiro.tui.table import TableScreen

        self.sit_down(TableScreen.resume(path, self.rng, self.request))

    def show_record(self, path: str) -> None:
        """Step through the record in *path*; the way back is ``pop_screen``."""
        from tabuleiro.tui.watch import WatchScreen

        self.push_screen(WatchScreen(path))

    def analyse(self, session: Session, flip: bool = False) -> None:
        """Look at a game with the engine's eyes, perhaps from the other side; the way back is ``pop_screen``."""
        from tabuleiro.tui.analyse import AnalyseScreen

        self.push_screen(AnalyseScreen(session, flip=flip))

    def show_rules(self, game_name: str) -> None:
        """How to play; the way back is ``pop_screen``."""
        from tabuleiro.tui.howto import RulesScreen

        self.push_screen(RulesScreen(game_name))


def open_app(request: Request) -> int:
    """Run the app until it is left; the exit code."""
    app = TabuleiroApp(request)
    code = app.run()
    return code if code is not None else app.return_code or 0
