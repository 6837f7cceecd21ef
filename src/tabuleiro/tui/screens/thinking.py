"""Computers at a table on the screen: the one whose turn it is thinks, and the engine gives advice, in the background."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Thread

from tabuleiro.analysis.hint import HINT_SECONDS, hinted
from tabuleiro.core import say
from tabuleiro.core.errors import NetFailed, TabuleiroError
from tabuleiro.draw.prose import pace_words
from tabuleiro.table.adviser import Adviser
from tabuleiro.table.thought import Thought
from tabuleiro.tui.widgets.panel import Notice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.play.agent import Choice, Limit
    from tabuleiro.table.desk import Desk
    from tabuleiro.tui.screens.table import TableScreen
    from tabuleiro.tui.widgets.panel import Engine

SOON = 0.001  # seconds: when the screen has had its turn


@dataclass(frozen=True)
class Hint:
    """The cells of a turn that was found to be good, and the sentence that tells it."""

    cells: tuple[int, ...] = ()
    words: str = ""


NO_HINT = Hint()


class Computers:
    """Lets the computers of a table think at the pace that its desk wants, and tells *screen* what they found."""

    def __init__(self, screen: TableScreen, desk: Desk) -> None:
        self.screen = screen
        self.desk = desk
        self.table = desk.table
        self.adviser = Adviser(desk, self._tell)
        self.thought: Thought[Choice] | None = None  # the computer's whose turn it is
        self._waiting = False  # for the pace
        self._told: set[str] = set()

    # ── The computer whose turn it is ────────────────────────────────────────────────────────────────────────────

    def go_on(self) -> None:
        """Let the computer that is next think, a little after the turn before where nobody else plays."""
        delay = self.desk.delay()
        if delay is None or self.thought or self._waiting:
            return
        if delay == 0.0 and (self.table.humans or not self.table.begun or self.desk.until is not None):
            self._think()
        else:
            self._waiting = True
            self.screen.set_timer(delay or SOON, self._paced)

    def _paced(self) -> None:
        self._waiting = False
        if self.desk.delay() is not None and self.thought is None:
            self._think()

    def _think(self) -> None:
        agent, table = self.table.thinker, self.table
        assert agent is not None
        view = table.view(table.session.player)

        def choose(limit: Limit) -> Choice:
            return agent.choose(view, limit)

        self.thought = Thought(table.session.player, choose, table.limit(), self._tell)
        self.thought.start()

    def _tell(self, thought: Thought[Any]) -> None:
        """Called in the thought's own thread."""
        self.screen.post_message(self.screen.Finished(thought))

    def drop(self) -> None:
        """What the computer thinks about is no longer wanted."""
        if self.thought:
            self.thought.drop()

    def hurry(self) -> None:
        """The computer answers at once; one that has failed, or was paused, tries again."""
        if self.thought:
            self.thought.hurry()
        elif self.desk.paused:
            self.desk.pause()
            self.screen.redraw()
            self.go_on()

    def finished(self, thought: Thought[Any]) -> None:
        """A thought is finished: the computer's whose turn it is, or the adviser's."""
        if thought is self.adviser.thought:
            self._advised(thought)
        if thought is not self.thought:
            return
        self.thought = None
        if thought.dropped or self.table.session.outcome:
            self.go_on()
        elif isinstance(thought.failure, NetFailed):
            self.table.fail(self.table.session.player, thought.trouble)
            self.screen.changed()
        elif thought.failure:
            self._failed(thought.trouble)
        elif thought.answer:
            try:
                self.table.play(self.table.session.player, thought.answer.action)
            except TabuleiroError as error:
                if self.table.session.outcome is None:
                    self._failed(str(error))
                    return
            self.screen.changed()

    def _failed(self, trouble: str) -> None:
        self.desk.paused = True
        seat = self.table.people[self.table.session.player]
        words = say("{seat} cannot go on; F5 lets it try again. {trouble}", seat=seat, trouble=trouble)
        self.screen.tell(words, wrong=True)
        self.screen.query_one(Notice).show(trouble)  # longer than the line, perhaps

    def close(self) -> None:
        """Nobody plays here any more; a program of somebody else may take a while to end, and nobody waits for it."""
        self.drop()
        self.adviser.drop()
        for agent in self.table.agents.values():
            Thread(target=agent.close, name="close", daemon=True).start()

    # ── Advice ───────────────────────────────────────────────────────────────────────────────────────────────────

    def hint(self) -> None:
        """Show a good turn, or begin to look for one."""
        if self.desk.seat is None:
            self.screen.tell(say("A hint is for your own turn."), wrong=True)
        elif self.adviser.line and not self.adviser.outdone:
            self._show_hint()
        elif self.adviser.look(HINT_SECONDS):
            self.screen.tell(say("Looking for a good turn..."))

    def _show_hint(self) -> None:
        line = self.adviser.line
        if line and self.desk.seat is not None:
            self.screen.show_hint(Hint(self.adviser.cells(line), hinted(self.desk.view, line)))

    def follow(self) -> None:
        """Show what the engine thinks of every position, or no longer."""
        self.adviser.follows = not self.adviser.follows
        if not self.adviser.follows:
            self.adviser.drop()
        self.screen.redraw()

    def _advised(self, thought: Thought[Any]) -> None:
        if thought.failure:
            self.adviser.follows = False
            self.screen.tell(say("The engine cannot go on. {trouble}", trouble=thought.trouble), wrong=True)
        elif not self.adviser.follows:
            self._show_hint()

    # ── Who thinks ───────────────────────────────────────────────────────────────────────────────────────────────

    def show(self, engine: Engine) -> None:
        """Say beside the board who thinks, and what the engine has found."""
        self._tell_troubles()
        words, busy, line = "", True, self.adviser.line if self.adviser.follows else None
        if self.thought:
            words = self._thinking(self.thought)
        elif self.adviser.busy:
            words = self._looking()
        elif self.desk.paused:
            words, busy = say("paused; F5 goes on"), False
        scores, turns = (line.scores, line.turns) if line else ((), ())
        engine.show(words, self.table.game, scores, turns, busy=busy)

    def usual(self) -> list[str]:
        """The longest of what is often said of who thinks."""
        pace = pace_words(99_000)
        thinking = [self._thinks(seat, 9) for seat in self.table.agents]
        return [words + pace for words in (*thinking, say("looking at the position"))]

    def _thinks(self, seat: int, seconds: int) -> str:
        return say("{seat} thinks, {seconds} s", seat=self.table.game.seats[seat].name, seconds=seconds)

    def _looking(self) -> str:
        """Of the engine that gives advice."""
        line = self.adviser.line
        words = say("looking at the position") + (pace_words(line.pace) if line else "")
        if self.adviser.status.compiling:
            words += say("; the fast rules are being compiled")
        return words

    def _thinking(self, thought: Thought[Choice]) -> str:
        """Of the computer whose turn it is: how long, and how fast."""
        seat, agent = self.table.session.player, self.table.thinker
        if seat < 0:
            return ""
        told = thought.told
        words = self._thinks(seat, int(thought.seconds))
        words += pace_words(told.pace) if told else ""
        if agent and agent.status().compiling:
            words += say("; the fast rules are being compiled")
        return words

    def _tell_troubles(self) -> None:
        """What could not be compiled, once: from then on nobody waits for it."""
        statuses = [*(agent.status() for agent in self.table.agents.values()), self.adviser.status]
        for trouble in (status.trouble for status in statuses):
            if trouble and trouble not in self._told:
                self._told.add(trouble)
                self.screen.app.warn(trouble)
