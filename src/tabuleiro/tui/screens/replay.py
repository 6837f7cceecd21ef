"""A game that was played, on the screen position by position: what watching and analysing have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from textual import events
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tabuleiro.core import say
from tabuleiro.core.words import shortened
from tabuleiro.draw.prose import points_line, standing, status_lines
from tabuleiro.play.history import page_number, pages
from tabuleiro.play.lineup import people
from tabuleiro.play.session import Session
from tabuleiro.table.motion import turn_stills
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.dialogs import Keys
from tabuleiro.tui.widgets.page import Key, Page, plain
from tabuleiro.tui.widgets.panel import seat_badge

AROUND = 4  # lines of the screen that are not the board's
SLIM = 76  # columns below which nothing is left free inside the frames
LEAST, LEAST_SLIM = 29, 20  # columns of the side
LONGEST_REMARK, MOST_REMARKS = 5000, 100  # characters, and how many are shown: to wrap megabytes takes minutes


class Turns(OptionList):
    """The turns; the one on the board stays in sight when what stands below takes more room."""

    def on_resize(self) -> None:
        self.scroll_to_highlight()


class ReplayScreen(Page):
    """The board on the left, the turns on the right, what is said of the position below them.

    What is secret stays so unless the game has ended.
    """

    DEFAULT_CSS = """
    ReplayScreen #board { width: 1fr; height: 1fr; }
    ReplayScreen #turns { height: 1fr; min-height: 4; }
    ReplayScreen #words { height: auto; max-height: 50%; }
    ReplayScreen { layers: default over; }
    ReplayScreen #line { display: none; layer: over; dock: bottom; padding: 0 1; }
    ReplayScreen.slim .pane { padding: 0; }
    """
    SIDE = 38  # columns of the side where the board has enough

    def __init__(self, session: Session, *, flip: bool = False) -> None:
        self.session = session
        self.flip = flip
        self.game = session.game
        self.pages = pages(session)
        self.at = 0
        self.people = people(self.game, session.names)
        self.columns = self.SIDE - 5
        self.then: Callable[[str], object] = self._jump  # what is done with what is typed
        super().__init__()

    def keys(self) -> Iterable[Key]:
        return (
            ("n,right", "turn(1)", say("Next")),
            ("b,left", "turn(-1)", say("Prev")),
            ("g", "ask_turn", say("Go to")),
            ("f", "flip", say("Flip")),
            ("f1", "keys", say("Keys")),
            ("q", "back", ""),
        )

    def action_keys(self) -> None:
        caps = [(keys.partition(",")[0], words) for keys, _, words in self.bound if words]
        named = [(self.app.get_key_display(Binding(key, "")), words) for key, words in caps]
        self.app.push_screen(Keys(say("Keys"), named))

    # ── What is shown ────────────────────────────────────────────────────────────────────────────────────────────

    def body(self) -> Iterable[Widget]:
        board = BoardView(self.game, self._seen(0), ascii=self.app.ascii, flip=self.flip)
        left = Vertical(board, id="board", classes="pane")
        lines = (Option(plain(self.line(number)), id=str(number)) for number in range(len(self.pages)))
        turns = Turns(*lines, id="turns", classes="pane")
        words = VerticalScroll(Static("", id="text", markup=False), id="words", classes="pane")
        yield Horizontal(left, Vertical(turns, words, id="side"))
        yield Input(id="line", compact=True)  # over the keys, so that nothing moves

    def line(self, number: int) -> str:
        """A line of the list of turns."""
        page = self.pages[number]
        note = "" if not page.remarks else " *" if self.app.ascii else " …"
        if not number:
            return f"     {say('the start')}{note}"
        text = page.text or say("stop")
        mark = f" {page.mark}" if page.mark else ""
        return f"{number:3}. {self.sign(page.player)} {text}{mark}{note}"

    def sign(self, seat: int) -> str:
        """A seat's sign as the table has it; its name instead of a number, which would look like one of the turn."""
        sign = seat_badge(self.game, seat, self.app.ascii)[0].strip()
        return self.game.seats[seat].name if sign.isdigit() else sign

    def who(self) -> str:
        """Everybody, with the signs that are no letters."""
        signs = [self.sign(seat) for seat in range(self.game.players)]
        named = zip(signs, self.people, strict=True)
        return ", ".join(name if sign[0].isalnum() else f"{sign} {name}" for sign, name in named)

    def words(self) -> list[str]:
        """What is said of the position that is shown."""
        page, ended = self.pages[self.at], self.session.outcome
        state = self._seen(self.at)
        lines = []
        if self.at == len(self.pages) - 1 and ended:
            lines += [standing(self.game, state, ended, self.people), points_line(ended, self.people)]
        elif state.player >= 0:
            lines.append(standing(self.game, state, None, self.people))
        remarks = [shortened(remark, LONGEST_REMARK) for remark in page.remarks[:MOST_REMARKS]]
        return [*lines, *remarks, *status_lines(self.game, state)]

    def _seen(self, number: int) -> Any:
        state = self.pages[number].state
        return state if self.session.outcome else self.game.view(state, None)

    def on_mount(self) -> None:
        turns = self.query_one("#turns", OptionList)
        turns.highlighted = self.at
        turns.focus()
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """The board is read first; what stands beside it has the rest."""
        slim = event.size.width < SLIM
        self.set_class(slim, "slim")
        room = event.size - (2 if slim else 4, AROUND)
        side = self.query_one(BoardView).beside(room, self.SIDE, LEAST_SLIM if slim else LEAST)
        self.query_one("#side").styles.width = side
        self.fit(side - (3 if slim else 5))  # of frame and scroll bar

    def fit(self, columns: int) -> None:
        """So many are there for words beside the board."""
        self.columns = columns

    def show(self) -> None:
        """Draw the position that is looked at."""
        page = self.pages[self.at]
        board = self.query_one(BoardView)
        board.state, board.last = self._seen(self.at), page.cells
        self.query_one("#board").border_title = plain(
            say("Turn {number} of {last}", number=self.at, last=len(self.pages) - 1) if self.at else self.game.title
        )
        self.query_one("#turns").border_title = plain(self.who())
        self.query_one("#text", Static).update("\n".join(self.words()))

    # ── Turning over ─────────────────────────────────────────────────────────────────────────────────────────────

    def go_to(self, number: int, *, calm: bool = True) -> None:
        """Look at the position after so many turns, or at the nearest there is; where it is *calm*, at the next one's steps."""
        number = min(max(number, 0), len(self.pages) - 1)
        if number != self.at:
            if calm and number == self.at + 1 and self.app.settings.motion:
                self.query_one(BoardView).play(turn_stills(self.session, number))
            self.at = number
            self.query_one("#turns", OptionList).highlighted = number
            self.show()

    def on_option_list_option_highlighted(self) -> None:
        self.go_to(self.query_one("#turns", OptionList).highlighted or 0)

    def action_turn(self, by: int) -> None:
        self.go_to(self.at + by)

    def action_flip(self) -> None:
        self.flip = not self.flip
        self.query_one(BoardView).flip = self.flip

    def action_ask_turn(self) -> None:
        self.ask(say("turn, 0 to {last}", last=len(self.pages) - 1), self._jump)

    def _jump(self, word: str) -> None:
        last = len(self.pages) - 1
        if (number := page_number(word, last)) is None:
            self.app.warn(say("There is no turn {word}; they go from 0 to {last}.", word=word, last=last))
        else:
            self.go_to(number)

    # ── What is typed ────────────────────────────────────────────────────────────────────────────────────────────

    def ask(self, what: str, then: Callable[[str], object]) -> None:
        """Ask for a line of text; *then* gets it."""
        line = self.query_one("#line", Input)
        line.placeholder, line.display, self.then = what, True, then
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        self._close()
        if text:
            self.then(text)

    def _close(self) -> None:
        line = self.query_one("#line", Input)
        line.value, line.display = "", False
        self.query_one("#turns").focus()

    def action_back(self) -> None:
        if self.query_one("#line", Input).display:
            self._close()
        else:
            super().action_back()
