"""The table: a game on the screen, with all the orders that people can give."""

from __future__ import annotations

import os
import re
import time

from tabuleiro.core import say
from tabuleiro.core.notation import fold, plain_grammar
from tabuleiro.home.setup import Setup
from tabuleiro.tui.advised import Advised
from tabuleiro.tui.asks import Ask, AskText, HandOver, Keys
from tabuleiro.tui.cursor import nearest
from tabuleiro.tui.end import End
from tabuleiro.tui.keeping import Keeper
from tabuleiro.tui.line import TurnLine
from tabuleiro.tui.orders import guide, keys_of, orders_of
from tabuleiro.tui.room import Room
from tabuleiro.tui.sides import from_behind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from tabuleiro.play.party import Party
    from tabuleiro.tui.page import Key
    from tabuleiro.tui.request import Request


class TableScreen(Advised):
    """A game, from its first turn to what comes after its end."""

    ended = False  # the end was shown
    side: bool | None = None  # whether the board is seen from the other side, where somebody has said so

    def __init__(self, table: Room, keeper: Keeper, *, flip: bool = False) -> None:
        super().__init__(table, keeper, flip=flip)
        self.placed = self.cursor  # where the cursor was put by us

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
        room = Room(session, party, find_agents(party, rng, waiting=True, patient=False), seconds=wish.seconds)
        flip = from_behind(room) if wish.flip is None else wish.flip
        table = cls(room, Keeper(room, path=wish.record, flip=flip), flip=flip)
        table.side = wish.flip
        return table

    @classmethod
    def resume(cls, path: str, rng: Random, wish: Request) -> TableScreen:
        """A game that was saved: one that the app keeps itself, or a file of the player's own."""
        from tabuleiro.ai.party import find_agents, go_on

        found = go_on(path, rng)
        party = found.party
        seconds = wish.seconds if wish.seconds is not None else found.setup.seconds
        room = Room(found.session, party, find_agents(party, rng, waiting=True, patient=False), seconds=seconds)
        flip = found.setup.flip if wish.flip is None else wish.flip
        found.autosave.setup = Setup(party, seconds, flip)
        own = wish.record or ("" if found.ours else path)
        return cls(room, Keeper(room, found.autosave, own, flip), flip=flip)

    # ── Keys and orders ──────────────────────────────────────────────────────────────────────────────────────────

    def keys(self) -> Iterable[Key]:
        return keys_of(self.table)

    def obey(self, text: str) -> bool:
        """A turn of the game that looks like an order is a turn."""
        game, wish = self.table.game, text.lower()
        if re.fullmatch(game.grammar or plain_grammar(game), fold(text)):
            return False
        for action, (word, _) in orders_of(self.table).items():
            if wish in (word, action):
                getattr(self, f"action_{action}")()
                return True
        return False

    def action_help(self) -> None:
        self.app.push_screen(Keys(say("Keys, and words that can be typed"), guide(self.table), self.room.ascii))

    def action_rules(self) -> None:
        self.room.show_rules(self.table.party.spec)

    # ── Looking and taking back ──────────────────────────────────────────────────────────────────────────────────

    def action_flip(self) -> None:
        self.flip = self.side = not self.flip
        self.keeper.flip(self.flip)
        self.redraw()

    def look(self, turn: int | None) -> None:
        """An earlier position, with what was written about its turn."""
        super().look(turn)
        table = self.table
        number = len(table.turn_texts) if table.looking is None else table.looking
        if note := table.session.comments.get(number):
            self.say(f"{table.standing()}: {note}")

    def action_undo(self) -> None:
        self.stop_thinking()
        if not self.table.undo():
            self.say(say("There is nothing to take back."), wrong=True)
            return
        self.ended, self.paused = False, not self.table.humans
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

    # ── What follows ─────────────────────────────────────────────────────────────────────────────────────────────

    def changed(self) -> None:
        self._place_cursor()
        super().changed()

    def _place_cursor(self) -> None:
        """A cursor that nobody has moved goes to where something can be done."""
        targets = self.table.selection.targets
        if targets and self.cursor == self.placed and self.cursor not in targets:
            self.cursor = self.placed = nearest(self.table.game.board, targets)

    def go_on(self) -> None:
        """Show the end, hand over the keyboard, or let the computer play."""
        if self.table.session.outcome:
            if not self.ended:
                self.show_end()
        elif self.table.must_hand_over:
            self._hand_over()
        else:
            super().go_on()

    # ── People ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _hand_over(self, news: str = "") -> None:
        table, seat = self.table, self.table.session.player

        def taken(_: object) -> None:
            table.seen_by = seat
            self._place_cursor()
            self.redraw()
            if news:
                self.say(news)

        last = next(iter(table.session.view(None).turns[-1:]), "")
        if not isinstance(self.app.screen, HandOver):
            self.app.push_screen(
                HandOver(table.people[seat], last, table.session.known_alone(seat), self.room.ascii), taken
            )

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
        """Ask one after the other; the game is drawn when all agree. Nobody sees what only the one who offers knows."""
        table, hides = self.table, self.table.secret
        if not others:
            self.attempt(table.session.agree_draw)
            return
        names = {"seat": table.people[seat], "other": table.people[others[0]]}

        def answered(yes: bool | None) -> None:
            news = say("{other} plays on.", other=names["other"])
            if yes:
                self._ask_draw(seat, others[1:])
            elif hides:
                table.seen_by = None
                self.redraw()
                self._hand_over(news)
            else:
                self.say(news)

        question = say("{seat} offers a draw. Does {other} agree?", **names)
        self.app.push_screen(Ask(question, say("Agree"), say("Play on"), self.room.ascii, hides), answered)

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
                path = os.path.expanduser(name.strip())
                trouble = self.keeper.save(path)
                self.say(trouble or say("Saved in {path}, and again after every turn.", path=path), bool(trouble))
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
            self.room.start_game(self.table.rematch(), str(clock.control) if clock else "", flip=self.side)
        elif wish == "analyse":
            self.room.analyse(self.table.session, self.flip)
        elif wish == "save":
            self.action_save()
        elif wish == "menu":
            self.room.go_menu()
