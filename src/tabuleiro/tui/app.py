"""The terminal app: it opens screens and lets them find each other; all else is theirs.

Every screen is imported when it is first wanted, so that the menu is there at once.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from textual.binding import Binding
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.theme import Theme

from tabuleiro.core.errors import TabuleiroError
from tabuleiro.home.folders import take_notices
from tabuleiro.home.languages import choose_remembered
from tabuleiro.home.saves import Resumed
from tabuleiro.home.settings import Settings, load_settings
from tabuleiro.play.lineup import Party
from tabuleiro.play.session import Session
from tabuleiro.table.desk import Desk
from tabuleiro.table.players import go_on, instead, program_words
from tabuleiro.table.setting import Host, Wish, begin, rematch, resume
from tabuleiro.tui.in_order import InOrder

HOST = Host(busy=True)
SWITCH = 0.001  # seconds until a thread that thinks in Python lets the screen have its turn
FULL = 2  # the generation that a full garbage collection looks at
ROOM = Theme(  # dark, with the warm light of a lamp over the table
    name="tabuleiro",
    primary="#6b5138",
    secondary="#3f5f6b",
    accent="#e8b45c",
    foreground="#e9e4da",
    background="#14161a",
    surface="#1e2227",
    panel="#262b31",
    success="#5fae7f",
    warning="#e8b45c",
    error="#d9736a",
    dark=True,
)


@dataclass(frozen=True)
class Request(Wish):
    """What the app is opened for: without *party*, *game* and *resume* the menu.

    *game* is the spelling of one that is to be set up, *resume* the path of a saved game, *found* what was read there
    already. *lang* is the language that was asked for, "" if none was. With *lot*, who begins is drawn.
    """

    party: Party | None = None
    game: str = ""
    resume: str = ""
    found: Resumed | None = None
    seed: int | None = None
    ascii: bool = False
    lang: str = ""
    lot: bool = False


class PlainBar(ScrollBarRender):
    """A scroll bar whose ends are whole cells: others are drawn with parts of blocks."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


class TabuleiroApp(InOrder):
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
        choose_remembered(settings.language, self.request.lang)

    @property
    def ascii(self) -> bool:
        """Whether only plain characters can be shown."""
        return self.request.ascii or self.settings.ascii

    def on_mount(self) -> None:
        gc.callbacks.append(_leave_alone)
        if not self.is_headless:
            self.heed_signals()
        wish, self.request = self.request, replace(self.request, clock="", position=None)  # for the first game alone
        if wish.found:
            self._decide(wish.resume, wish.found, list(wish.found.programs), wish)
        elif wish.resume:
            self.resume_game(wish.resume)
        elif wish.party:
            if not self.start_game(wish.party, wish.clock, wish.position):
                self.go_menu()
        elif wish.game:
            self.set_up(wish.game, wish.clock)
        else:
            self.go_menu()

    def on_unmount(self) -> None:
        gc.callbacks.remove(_leave_alone)
        gc.unfreeze()

    def heed_signals(self) -> None:
        """Whoever ends the app from outside gets the terminal back as it was.

        Not for SIGHUP: where the terminal is closed there is none to give back, and the game is kept up to its last turn.
        """
        loop = asyncio.get_running_loop()
        for ending in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # on Windows
                loop.add_signal_handler(ending, self.leave)

    # ── Where to go ──────────────────────────────────────────────────────────────────────────────────────────────

    def go(self, screen: Screen[Any]) -> None:
        """Show *screen* instead of all that is open."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def sit_down(self, desk: Desk) -> None:
        """Show the table of *desk*; the file of one game is not another's."""
        from tabuleiro.tui.screens.table import TableScreen

        self.go(TableScreen(desk))
        self.request = replace(self.request, record="")
        self.call_after_refresh(_collect)

    def go_menu(self) -> None:
        """The main menu, instead of all that is open."""
        from tabuleiro.tui.screens.menu import MenuScreen

        self.go(MenuScreen())

    def set_up(self, spec: str, control: str = "") -> None:
        """The form of the game spelled *spec*: as it was filled in last, but for what is said now."""
        from tabuleiro.table.draft import LOT, drafted
        from tabuleiro.tui.screens.setup import SetupScreen

        draft = drafted(spec, control, self.request.seconds)
        draft = draft.with_starter(LOT) if self.request.lot else draft
        self.go(SetupScreen(draft.name, draft))

    def start_game(
        self, party: Party, control: str = "", position: str | None = None, seconds: float | None = None
    ) -> bool:
        """A new game of *party*, with time control *control*, perhaps from another *position*; False if it cannot be.

        Computers may think for *seconds* about a step; without, as long as the command that opened the app says.
        """
        if seconds is None:
            seconds = self.request.seconds
        wish = replace(self.request, clock=control, position=position, seconds=seconds)
        return self._sit_down_at(lambda: begin(party, self.rng, wish, HOST))

    def play_again(self, desk: Desk, level: str = "") -> bool:
        """Another game after that of *desk*, perhaps against another *level*; False if it cannot be."""
        return self._sit_down_at(lambda: rematch(desk, self.rng, HOST, level))

    def _sit_down_at(self, made: Callable[[], Desk]) -> bool:
        try:
            desk = made()
        except TabuleiroError as error:
            self.warn(str(error))
            return False
        self.sit_down(desk)
        return True

    def resume_game(self, path: str) -> None:
        """Go on with the game saved in *path*; raises a TabuleiroError or OSError when that cannot be.

        Programs that the file names are started only when the person says so, here or on the command line.
        """
        found = go_on(path, self.rng)
        self._decide(path, found, list(found.programs), self.request)

    def _decide(self, path: str, found: Resumed, seats: list[int], wish: Wish) -> None:
        """Ask who plays in *seats*, which the file gives to programs; then sit down."""
        from tabuleiro.tui.widgets.dialogs import AskWhich

        if not seats:
            self._go_on(path, found, wish)
            return
        if len(self.screen_stack) < 2:
            self.go_menu()  # for who does not want to decide

        def answered(player: str | None) -> None:
            if player is None:
                found.autosave.release()
                return
            try:
                self._decide(path, found.with_players({seats[0]: player}), seats[1:], wish)
            except (TabuleiroError, OSError) as error:
                self.warn(str(error))

        self.push_screen(AskWhich(program_words(found, seats[0]), instead(found.programs[seats[0]])), answered)

    def _go_on(self, path: str, found: Resumed, wish: Wish) -> None:
        try:
            self.sit_down(resume(path, found, self.rng, wish, HOST))
            self.warn(*take_notices())
        except Exception:
            found.autosave.release()
            raise

    def show_record(self, path: str) -> None:
        """Step through the record in *path*; the way back is ``dismiss``."""
        from tabuleiro.tui.screens.watch import WatchScreen

        self.push_screen(WatchScreen(path))
        self.warn(*take_notices())

    def warn(self, *texts: str) -> None:
        """Show what went wrong, for long enough to be read."""
        for text in texts:
            self.notify(text, severity="warning", timeout=10, markup=False)

    def analyse(self, session: Session, flip: bool = False, then: Callable[[object], None] | None = None) -> None:
        """Look at a game with the engine's eyes, perhaps from the other side; on the way back *then* is called."""
        from tabuleiro.tui.screens.analyse import AnalyseScreen

        self.push_screen(AnalyseScreen(session, flip=flip), then)

    def show_rules(self, game_name: str) -> None:
        """How to play; the way back is ``dismiss``."""
        from tabuleiro.tui.screens.rules import RulesScreen

        self.push_screen(RulesScreen(game_name))


def _collect() -> None:
    """Collect garbage at a moment when a pause disturbs nobody.

    A full collection looks at every object there is, the compiler's among them, and takes a tenth of a second or two in
    which no key is answered. So what one has found in use is left alone by the next ones, until a game begins.
    """
    gc.unfreeze()
    gc.collect()


def _leave_alone(phase: str, info: dict[str, Any]) -> None:
    if phase == "stop" and info["generation"] == FULL:
        gc.freeze()


def open_app(request: Request) -> int:
    """Run the app until it is left; the exit code."""
    app = TabuleiroApp(request)
    code = app.run()
    return code if code is not None else app.return_code or 0
