"""The table: a game on the screen, with all the orders that people can give."""

from __future__ import annotations

import re
import time

from tabuleiro.core import say
from tabuleiro.core.notation import fold, plain_grammar
from tabuleiro.home.setup import Setup
from tabuleiro.tui.advice import HINT_SECONDS, Adviser
from tabuleiro.tui.asks import Ask, AskText, HandOver, Keys
from tabuleiro.tui.end import End
from tabuleiro.tui.keeping import Keeper
from tabuleiro.tui.line import TurnLine
from tabuleiro.tui.panel import Engine
from tabuleiro.tui.room import Room
from tabuleiro.tui.seated import Seated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from tabuleiro.play.party import Party
    from tabuleiro.tui.page import Key
    from tabuleiro.tui.request import Request

PACES = (3.0, 1.0, 0.3, 0.0)  # seconds between turns where only computers play


class TableScreen(Seated):
    """A game, from its first turn to what comes after its end."""

    def __init__(self, table: Room, keeper: Keeper, *, flip: bool = False) -> None:
        self.adviser = Adviser(table, self._thought_of)
        self.pace = 1
        self.stepping = False  # to be paused again after a turn
        self.ended = False  # the end was shown
        self._waiting = False  # for the pace
        super().__init__(table, keeper, flip=flip)

    @classmethod
    def begin(cls, party: Party, rng: Random, wish: Request, control: str = "", position: str = "") -> TableScreen:
        """A new game."""
        from tabuleiro.ai.party import find_agents
        from tabuleiro.core.notation import read_position
        from tabuleiro.play.clock import Clock, TimeControl
        from tabuleiro.play.party import seated
        from tabuleiro.play.session import Session

        game = party.game
        start = read_position(game, position) if position else None
        clock = Clock(TimeControl.read(control), game.players) if control else None
        today = time.strftime("%Y-%m-%d")
        session = Session(game, rng, names=seated(party), start=start, clock=clock, date=today)
        room = Room(session, party, find_agents(party, rng, waiting=True), seconds=wish.seconds)
        return cls(room, Keeper(room, path=wish.record, flip=wish.flip), flip=wish.flip)

    @classmethod
    def resume(cls, path: str, rng: Random, wish: Request) -> TableScreen:
        """A game that was saved: one that the app keeps itself, or a file of the player's own."""
        from tabuleiro.ai.party import find_agents, go_on

        found = go_on(path, rng)
        party = found.party
        seconds = wish.seconds if wish.seconds is not None else found.setup.seconds
        room = Room(found.session, party, find_agents(party, rng, waiting=True), seconds=seconds)
        flip = wish.flip or found.setup.flip
        found.autosave.setup = Setup(party, seconds, flip)
        own = wish.record or ("" if found.ours else path)
        return cls(room, Keeper(room, found.autosave, own, flip), flip=flip)

    # ── Keys and orders ──────────────────────────────────────────────────────────────────────────────────────────

    def keys(self) -> Iterable[Key]:
        people = bool(self.table.humans)
        return (
            ("f1", "help", say("Keys")),
            *(
                (("f2", "hint", say("Hint")),)
                if people
                else (
                    ("f6", "pause", say("Pause")),
                    ("f7", "step", say("Step")),
                    ("f8", "slower", ""),
                    ("f9", "faster", ""),
                )
            ),
            ("f3", "engine", say("Engine")),
            ("f4", "flip", say("Flip")),
            *((("f5", "now", say("Move now")),) if self.table.agents else ()),
            ("ctrl+z", "undo", say("Undo")),
            ("ctrl+y", "redo", say("Redo")),
            ("ctrl+s", "save", ""),
            ("ctrl+t", "note", ""),
            ("ctrl+o", "copy", ""),
            ("ctrl+r", "resign", ""),
            ("ctrl+g", "draw", ""),
        )

    def orders(self) -> dict[str, tuple[str, str]]:
        """What can be typed: the action, and what it does."""
        table = self.table
        found = {
            say("help"): ("help", say("the keys, and this list")),
            say("hint"): ("hint", say("a good turn, shown on the board")),
            say("engine"): ("engine", say("what the engine thinks, on or off")),
            say("now"): ("now", say("the computer moves now")),
            say("undo"): ("undo", say("take back your last turn")),
            say("redo"): ("redo", say("play again what was taken back")),
            say("flip"): ("flip", say("look from the other side")),
            say("note"): ("note", say("write something about the turn on the board")),
            say("copy"): ("copy", say("copy the position")),
            say("save"): ("save", say("write the game to a file, from now on after every turn")),
            say("rules"): ("rules", say("how to play")),
            say("draw"): ("draw", say("offer a draw")),
            say("resign"): ("resign", say("give up")),
            say("pause"): ("pause", say("computers wait, or go on")),
            say("step"): ("step", say("computers play one turn")),
            say("slower"): ("slower", say("computers wait longer between turns")),
            say("faster"): ("faster", say("computers wait less between turns")),
            say("menu"): ("menu", say("leave the table; the game is kept")),
        }
        without = {"hint", "resign"} if not table.humans else {"pause", "step", "slower", "faster"}
        without |= set() if table.agents else {"now"}
        without |= set() if table.may_draw else {"draw"}
        return {word: found[word] for word in found if found[word][0] not in without}

    def obey(self, text: str) -> bool:
        order = self.orders().get(text.lower())
        if order is None or re.fullmatch(self.table.game.grammar or plain_grammar(self.table.game), fold(text)):
            return False
        getattr(self, f"action_{order[0]}")()
        return True

    def action_help(self) -> None:
        board = [
            (say("arrows"), say("move the cursor on the board")),
            (say("Enter, Space"), say("click the cell under the cursor")),
            (say("Esc, Backspace"), say("take back what is half entered")),
            (say("Tab"), say("complete what is typed, or go to the choices")),
            (say("PgUp PgDn Home End"), say("look at earlier turns, and back")),
            (say("Esc"), say("leave the table; the game is kept")),
        ]
        pressed = {action: keys for keys, action, _ in self.keys()}
        rows = [
            (_shown(pressed.get(action, "")) + f"  {word}", words) for word, (action, words) in self.orders().items()
        ]
        title = say("Keys, and words that can be typed")
        self.app.push_screen(Keys(title, [*board, ("", ""), *rows], self.room.ascii))

    def action_rules(self) -> None:
        self.room.show_rules(self.table.party.spec)

    # ── Looking and taking back ──────────────────────────────────────────────────────────────────────────────────

    def action_flip(self) -> None:
        self.flip = not self.flip
        self.keeper.flip(self.flip)
        self.redraw()

    def action_undo(self) -> None:
        self.stop_thinking()
        if not self.table.undo():
            self.say(say("There is nothing to take back."), wrong=True)
            return
        self.ended, self.paused = False, self.paused or not self.table.humans
        self.changed()

    def action_redo(self) -> None:
        self.stop_thinking()
        if not self.table.redo():
            self.say(say("There is nothing to play again."), wrong=True)
            return
        self.changed()

    def action_back(self) -> None:
        """Escape: out of whatever is being done, at last out of the game."""
        line = self.query_one(TurnLine)
        if line.value:
            line.clear()
        elif self.take_back():
            pass
        elif self.table.looking is not None:
            self.look(None)
        elif self.table.session.outcome:
            self.show_end()
        else:
            self.action_menu()

    def action_menu(self) -> None:
        if self.table.session.outcome or not self.table.begun:
            self.room.go_menu()
            return
        question = say("Leave the table? The game is kept, and you can go on with it later.")
        self.app.push_screen(
            Ask(question, say("Leave"), say("Stay"), self.room.ascii), lambda yes: self.room.go_menu() if yes else None
        )

    # ── The engine ───────────────────────────────────────────────────────────────────────────────────────────────

    def action_hint(self) -> None:
        if self.table.seat is None:
            self.say(say("A hint is for your own turn."), wrong=True)
        elif self.adviser.line:
            self._show_hint()
        elif self.adviser.look(HINT_SECONDS):
            self.say(say("Looking for a good turn..."))

    def _show_hint(self) -> None:
        line = self.adviser.line
        if line and self.table.seat is not None:
            self.hint = self.adviser.cells(line)
            self.redraw()
            self.say(say("Hint: {turn}", turn=next(iter(line.turns), "") or self.table.label(line.action)))

    def action_engine(self) -> None:
        self.adviser.follows = not self.adviser.follows
        if not self.adviser.follows:
            self.adviser.drop()
        self.redraw()

    def action_now(self) -> None:
        if self.thought:
            self.thought.hurry()

    def on_seated_finished(self, event: Seated.Finished) -> None:
        """The adviser's; the computer's own thoughts are handled where it sits."""
        if event.thought is not self.adviser.thought:
            return
        if event.thought.failure:
            self.adviser.follows = False
            self.say(str(event.thought.failure), wrong=True)
        elif not self.adviser.follows:
            self._show_hint()

    def redraw(self) -> None:
        super().redraw()
        self.adviser.follow()

    def show_beside(self) -> None:
        super().show_beside()
        words, line = "", self.adviser.line if self.adviser.follows else None
        if self.thought:
            words = self._thinking()
        elif self.adviser.busy and not line:
            words = say("looking at the position")
        elif self.paused:
            words = say("paused")
        self.query_one(Engine).show(words, self.table.game, line.scores if line else (), line.turns if line else ())

    def _thinking(self) -> str:
        assert self.thought is not None
        seat, agent = self.table.session.player, self.table.thinker
        if seat < 0:
            return ""
        words = say("{seat} thinks, {seconds} s", seat=self.table.people[seat], seconds=int(self.thought.seconds))
        if not getattr(agent, "ready", True):
            words += say("; the fast rules are being compiled, until then it plays by the plain ones")
        return words

    # ── Computers alone ──────────────────────────────────────────────────────────────────────────────────────────

    def go_on(self) -> None:
        """Let whoever is next play: hand over the keyboard, wait a little between computers' turns, or end."""
        table = self.table
        if table.session.outcome:
            if not self.ended:
                self.show_end()
        elif table.must_hand_over:
            self._hand_over()
        elif table.humans or not table.begun or not table.session.state.whole:
            super().go_on()
        elif self.stepping:
            self.stepping, self.paused = False, True
        elif not self._waiting and not self.paused:
            self._waiting = True
            self.set_timer(PACES[self.pace] or 0.001, self._paced)

    def _paced(self) -> None:
        self._waiting = False
        super().go_on()

    def action_pause(self) -> None:
        self.paused = not self.paused
        self.redraw()
        self.go_on()

    def action_step(self) -> None:
        self.paused, self.stepping = False, True
        Seated.go_on(self)

    def action_slower(self) -> None:
        self.pace = max(self.pace - 1, 0)
        self._say_pace()

    def action_faster(self) -> None:
        self.pace = min(self.pace + 1, len(PACES) - 1)
        self._say_pace()

    def _say_pace(self) -> None:
        self.say(say("{seconds} s between turns", seconds=PACES[self.pace]))

    # ── People ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _hand_over(self) -> None:
        table, seat = self.table, self.table.session.player

        def taken(_: object) -> None:
            table.seen_by = seat
            self.redraw()

        last = next(iter(table.session.view(None).turns[-1:]), "")
        if not isinstance(self.app.screen, HandOver):
            self.app.push_screen(HandOver(table.people[seat], last, table.known_alone(seat), self.room.ascii), taken)

    def action_resign(self) -> None:
        table = self.table
        seat = table.seat if table.seat is not None else next(iter(table.humans), None)
        if seat is None or table.session.outcome:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.stop_thinking()
                self.attempt(lambda: table.session.resign(seat))

        question = say("{seat}: do you give up?", seat=table.people[seat])
        self.app.push_screen(Ask(question, say("Give up"), say("Play on"), self.room.ascii), answered)

    def action_draw(self) -> None:
        table = self.table
        if not table.may_draw or table.seat is None:
            self.say(say("The computer does not take draws."), wrong=True)
            return
        self._ask_draw(table.seat, [other for other in table.humans if other != table.seat])

    def _ask_draw(self, seat: int, others: list[int]) -> None:
        """Ask one after the other; the game is drawn when all agree."""
        table = self.table
        if not others:
            self.attempt(table.session.agree_draw)
            return
        names = {"seat": table.people[seat], "other": table.people[others[0]]}

        def answered(yes: bool | None) -> None:
            if yes:
                self._ask_draw(seat, others[1:])
            else:
                self.say(say("{other} plays on.", other=names["other"]))

        question = say("{seat} offers a draw. Does {other} agree?", **names)
        self.app.push_screen(Ask(question, say("Agree"), say("Play on"), self.room.ascii), answered)

    def action_copy(self) -> None:
        state, _ = self.table.shown
        position = self.table.game.write_position(state)
        self.app.copy_to_clipboard(position)
        self.say(say("Copied: {position}", position=position))

    def action_note(self) -> None:
        table, comments = self.table, self.table.session.comments
        number = len(table.turn_texts) if table.looking is None else table.looking

        def written(text: str | None) -> None:
            if text is not None:
                comments.pop(number, None)
                if text.strip():
                    comments[number] = text.strip()
                self.changed()

        title = say("About turn {number}", number=number) if number else say("About this game")
        self.app.push_screen(AskText(title, comments.get(number, ""), self.room.ascii), written)

    def action_save(self) -> None:
        path = self.keeper.path or self.keeper.new_path()

        def written(name: str | None) -> None:
            if name and name.strip():
                trouble = self.keeper.save(name.strip())
                self.say(
                    trouble or say("Saved in {path}, and again after every turn.", path=name.strip()), bool(trouble)
                )
            if self.table.session.outcome:
                self.show_end()

        self.app.push_screen(AskText(say("Save the game in"), path, self.room.ascii), written)

    # ── The end ──────────────────────────────────────────────────────────────────────────────────────────────────

    def show_end(self) -> None:
        """The result, and what may come next."""
        self.ended = True
        self.adviser.drop()
        self.app.push_screen(End(self.table, self.room.ascii), self._after)

    def _after(self, wish: str | None) -> None:
        if wish == "rematch":
            clock = self.table.session.clock
            self.room.start_game(self.table.rematch(), str(clock.control) if clock else "")
        elif wish == "analyse":
            self.room.analyse(self.table.session)
        elif wish == "save":
            self.action_save()
        elif wish == "menu":
            self.room.go_menu()

    def on_unmount(self) -> None:
        self.adviser.drop()


def _shown(keys: str) -> str:
    """``ctrl+z`` as keyboards have it."""
    first = keys.partition(",")[0]
    return f"{first.replace('ctrl+', '^').upper():<4}"
