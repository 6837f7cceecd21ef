"""A game at one terminal, line by line: shows what the desk sees, takes turns and orders, and lets computers think."""

from __future__ import annotations

import os
import shlex
import sys
from functools import cached_property

from tabuleiro.cli.line import orders
from tabuleiro.cli.place import complain
from tabuleiro.cli.prompts import Keys, Left
from tabuleiro.cli.terminal import Screen
from tabuleiro.core import say
from tabuleiro.core.errors import Illegal, NetFailed, NotNow, TabuleiroError
from tabuleiro.core.registry import origin_of
from tabuleiro.core.words import one_line
from tabuleiro.draw.lines import hung
from tabuleiro.draw.prose import due, minutes, points_line, standing, status_lines
from tabuleiro.draw.speech import spoken_turn
from tabuleiro.table.commands import Question, Reply
from tabuleiro.table.desk import Desk
from tabuleiro.table.streak import count_end, offer_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.analysis.hint import Counsel

UNSEEN = (-1, False)


class LineTable:
    """On a live *screen* people see boards and are prompted; a pipe only gets what is played.

    *flags* belong to the command to go on.
    """

    def __init__(self, desk: Desk, screen: Screen, keys: Keys, flags: list[str]) -> None:
        assert desk.table.keeper is not None
        self.desk: Desk = desk
        self.table = desk.table
        self.keeper = desk.table.keeper
        self.session, self.game = desk.session, desk.game
        self.screen = screen
        self.keys = keys
        self.flags = flags
        self.level = ""  # that was offered and is wanted next
        self.refused = False  # a line from a pipe was no turn
        self.news = ""  # for who takes the keyboard next
        self._told: set[str] = set()
        self._seen = UNSEEN  # the table's last event, and the side, when the board was drawn

    # ── Showing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def draw(self) -> None:
        """Board and status as those may see them who look, or listen."""
        (state, last), view = self.desk.shown, self.desk.view
        board = self.screen.board(self.game, state, self.desk.flip, last)
        if self.screen.live and not self.screen.plain:
            print(self.screen.table(board, self.screen.panel(self.game, state, self.table.people, view.clocks)))
        else:
            print("\n".join([board, "", *status_lines(self.game, state)]))
            if self.screen.plain and self.session.clock:
                times = ", ".join(
                    f"{seat.name} {minutes(left)}"
                    for seat, left in zip(self.game.seats, view.clocks, strict=True)
                    if left is not None
                )
                print(say("clock: {times}", times=times))
        self._seen = self._present

    @property
    def _present(self) -> tuple[int, bool]:
        return len(self.table.events), self.desk.flip

    def tell_once(self, words: str) -> None:
        """Say what nobody wants to read again and again; "" is nothing."""
        if words and words not in self._told:
            self._told.add(words)
            print(words)

    def tell_news(self) -> None:
        """Say what there is to know about the file that the game is in."""
        complain(*self.keeper.take_news())

    @cached_property
    def counsel(self) -> Counsel:
        """Who gives hints; it begins to get ready when the first one is wanted."""
        from tabuleiro.analysis.hint import Counsel

        return Counsel(self.game)

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def run(self) -> int:
        """Play to the end, or until somebody leaves; the exit code."""
        try:
            while (seat := self.session.player) >= 0:
                self.follow()
                if seat in self.table.agents:
                    self.let_think(seat)
                else:
                    self.listen(seat)
            self.finish()
        except Left:
            self.leave()
            return 2 if self.refused or self.keeper.trouble else 0
        except KeyboardInterrupt:
            print(file=sys.stderr)
            self.leave()
            return 130
        return 2 if self.keeper.trouble else 0

    def let_think(self, seat: int) -> None:
        """Let the computer at *seat* decide, as long as it is its to decide."""
        agent, session, before = self.table.agents[seat], self.session, len(self.session.steps)
        turn = len(session.history.turns())
        note = self.screen.live and not self.screen.dumb and not self.screen.plain
        if agent.status().preparing:
            agent.prepare()
        status = agent.status()
        self.tell_once(status.trouble)
        if note:
            words = say("{seat} is thinking...", seat=self.table.people[seat])
            if status.compiling:
                words += say(" (by the plain rules, until the fast ones are ready)")
            print(words, end="", flush=True)
        try:
            while session.player == seat and len(session.history.turns()) == turn:
                choice = agent.choose(self.table.view(seat), self.table.limit())
                try:
                    self.table.play(seat, choice.action)
                except NotNow:
                    if not session.outcome:
                        raise
        except NetFailed as error:
            self.table.fail(seat, str(error))
        finally:
            if note:
                print("\r\x1b[K", end="")
        self.tell_news()
        if len(session.steps) > before:  # else its time was over
            self.announce(before)
        if self.screen.live and not self.screen.plain and not self.table.humans and not session.outcome:
            self.draw()

    def listen(self, seat: int) -> None:
        """Take one line from the person at *seat*."""
        if self.desk.must_hand_over:
            self.hand_over(seat)
        if self._seen != self._present and (self.screen.live or self.screen.plain):
            self.draw()
        if self.screen.live and due(self.game, self.session.state):
            words = standing(self.game, self.session.state, None, self.table.people, acting=True)
            print("\n".join(hung("", words, self.screen.width)))
        line = self.keys.line(self.prompt(seat))
        if not line:
            if self.screen.live:
                print(say("Type a turn, or help."))
            return
        if orders.obey(self, line):
            self.tell_news()
            return
        before = len(self.session.steps)
        try:
            self.desk.play(line)
        except TabuleiroError as error:
            if not self.session.outcome:  # else the time was over
                reason = self.desk.why_not(line) if isinstance(error, Illegal) else ""
                self.complain(f"{error}. {say(reason)}" if reason else str(error))
            return
        self.tell_news()
        if self.screen.plain or not self.screen.live:
            self.announce(before)

    def complain(self, words: str) -> None:
        """Say what was wrong with a line."""
        self.refused = self.refused or not self.screen.live
        if self.screen.live:
            print(one_line(words))
        else:
            complain(words)

    def settle(self, answer: Reply | Question) -> None:
        """Ask what an order still needs to know, and say what it is answered with."""
        while isinstance(answer, Question):
            answer = answer.then(self.ask(answer))
        if self.desk.must_hand_over:
            self.news = answer.words
        elif answer.words:
            print(one_line(answer.words))

    def ask(self, question: Question) -> bool:
        """Who sends orders by a pipe is sure of them."""
        if question.sure and not self.screen.live:
            return True
        if question.to is not None and self.screen.live:
            self.pass_keyboard(question.to)
            self.draw()
        return self.keys.yes(question.words)

    def announce(self, since: int) -> None:
        """Say what was played from step number *since* on, as everybody may read it."""
        told = self.session.history.told(since)
        text = "".join(step.text for step in told.seen).strip() or say("stop")
        words = say("{number}. {seat} plays {text}", number=told.number, seat=self.table.people[told.seat], text=text)
        if self.screen.plain:
            words = f"{words}: {spoken_turn(self.game, told.triples)}."
            self._seen = self._present  # the spoken turn replaces a redraw
        print(words)

    def prompt(self, seat: int) -> str:
        so_far = self.session.view(seat).so_far.strip()
        return f"{self.table.people[seat]}{f' {so_far}' if so_far else ''}> "

    # ── People who share the screen ──────────────────────────────────────────────────────────────────────────────

    def hand_over(self, seat: int) -> None:
        """Let the person at *seat* have the keyboard, and tell what only that person may know."""
        self.pass_keyboard(seat)
        self.desk.take_keyboard()
        print(say("Only you know: {secrets}", secrets=", ".join(self.table.view(seat).known_alone())))
        if self.news:
            print(one_line(self.news))
        self.news = ""

    def pass_keyboard(self, seat: int) -> None:
        """Hide everything until the person at *seat* sits here."""
        self.turn_away()
        if turn := self.table.last_turn:
            print(say("The last turn was {turn}.", turn=turn))
        self.keys.ignore_typed()
        self.keys.line(say("Pass the keyboard to {seat}, who then presses Enter: ", seat=self.table.people[seat]))
        self.turn_away()

    def turn_away(self) -> None:
        """Let nothing be left of what one person has seen and typed."""
        self.screen.clear()
        self.keys.forget()
        self._seen = UNSEEN
        if self.screen.dumb:
            self.tell_once(say("This terminal keeps what it has shown: nobody should scroll back."))

    def follow(self) -> None:
        """As soon as a person's turn is over, everybody may look, also while computers think."""
        before = self.desk.holder
        self.desk.follow()
        if before is not None and self.desk.holder is None and not self.desk.must_hand_over:
            self.turn_away()

    # ── Ending ───────────────────────────────────────────────────────────────────────────────────────────────────

    def finish(self) -> None:
        """The last board, with nothing hidden any more, and who won."""
        self.sum_up()
        if self.keeper.own and not self.keeper.trouble:
            print(say("The game is recorded in {path}.", path=self.keeper.own), file=sys.stderr)

    def sum_up(self) -> None:
        """How the game stands or has ended; then it is closed."""
        game, ended, people = self.game, self.session.outcome, self.table.people
        if ended or not self.screen.live:
            self.draw()
            print()
            if not self.screen.live and not self.screen.plain:
                print(say("position: {text}", text=game.write_position(self.session.view(None).state)))
            if ended:
                print(points_line(ended, people))
            print(standing(game, self.session.state, ended, people))
        self.table.close()
        self.tell_news()

    def again(self) -> bool:
        """Is another game wanted, now that this one is over? Perhaps against another ``level``."""
        if not self.screen.live or not self.table.humans or self.session.outcome is None:
            return False
        try:
            if (level := count_end(self.table)) and self.keys.yes(offer_words(level)):
                self.level = level
                return True
            return self.keys.yes(say("Play again, everybody one seat further?"))
        except (Left, KeyboardInterrupt):
            return False

    def leave(self) -> None:
        """Keep the game, and say how to go on with it."""
        if self.session.outcome:
            return
        if self.desk.shared and self.screen.live:
            self.turn_away()
        self.sum_up()
        if self.keeper.left and self.table.begun and not self.keeper.trouble:
            print(say("The game is saved. To go on: {command}", command=self.command()), file=sys.stderr)

    def command(self) -> str:
        """What to type to go on with the game that was left."""
        called = os.path.basename(sys.argv[0]).startswith("tabuleiro")
        file = origin_of(self.game).path
        words = ["play", "--resume", self.keeper.left, *(["--game", file] if file else []), *self.flags]
        return f"{'tabuleiro' if called else 'python -m tabuleiro'} {shlex.join(words)}"
