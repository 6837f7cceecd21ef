"""A game on the screen with the engine's advice, and computers that play each other at the pace that is wanted."""

from __future__ import annotations

from tabuleiro.arena.advice import HINT_SECONDS, hinted
from tabuleiro.core import say
from tabuleiro.draw.prose import pace_words
from tabuleiro.tui.advice import Adviser
from tabuleiro.tui.panel import Engine
from tabuleiro.tui.seated import Seated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.tui.keeping import Keeper
    from tabuleiro.tui.room import Room

PACES = (3.0, 1.0, 0.3, 0.0)  # seconds between turns where only computers play


class Advised(Seated):
    """Hints, the bar of the engine, and orders to computers: now, pause, step, slower, faster."""

    def __init__(self, table: Room, keeper: Keeper, *, flip: bool = False) -> None:
        self.adviser = Adviser(table, self._thought_of)
        self.pace = 1
        self.stepping = False  # to be paused again after a turn
        self._waiting = False  # for the pace
        self._told: set[str] = set()
        super().__init__(table, keeper, flip=flip)

    # ── The engine ───────────────────────────────────────────────────────────────────────────────────────────────

    def action_hint(self) -> None:
        if self.table.seat is None:
            self.say(say("A hint is for your own turn."), wrong=True)
        elif self.adviser.line and not self.adviser.outdone:
            self._show_hint()
        elif self.adviser.look(HINT_SECONDS):
            self.say(say("Looking for a good turn..."))

    def _show_hint(self) -> None:
        line = self.adviser.line
        if line and self.table.seat is not None:
            self.hint = self.adviser.cells(line)
            self.redraw()
            self.say(hinted(self.table.view, line))

    def action_engine(self) -> None:
        self.adviser.follows = not self.adviser.follows
        if not self.adviser.follows:
            self.adviser.drop()
        self.redraw()

    def action_now(self) -> None:
        """The computer answers at once; one that has failed, or was paused, tries again."""
        if self.thought:
            self.thought.hurry()
        elif self.paused:
            self.action_pause()

    def on_seated_finished(self, event: Seated.Finished) -> None:
        """The adviser's; the computer's own thoughts are handled where it sits."""
        if event.thought is not self.adviser.thought:
            return
        if event.thought.failure:
            self.adviser.follows = False
            self.say(say("The engine cannot go on. {trouble}", trouble=event.thought.trouble), wrong=True)
        elif not self.adviser.follows:
            self._show_hint()

    def redraw(self) -> None:
        super().redraw()
        self.adviser.follow()

    def show_beside(self) -> None:
        super().show_beside()
        self._tell_troubles()
        words, busy, line = "", True, self.adviser.line if self.adviser.follows else None
        if self.thought:
            words = self._thinking()
        elif self.adviser.busy:
            words = self._looking()
        elif self.paused:
            words, busy = say("paused; F5 goes on"), False
        scores, turns = (line.scores, line.turns) if line else ((), ())
        self.query_one(Engine).show(words, self.table.game, scores, turns, busy=busy)

    def _looking(self) -> str:
        """Of the engine that gives advice."""
        line = self.adviser.line
        words = say("looking at the position") + (pace_words(line.pace) if line else "")
        if self.adviser.compiling:
            words += say("; the fast rules are being compiled, until then it looks by the plain ones")
        return words

    def _thinking(self) -> str:
        """Of the computer whose turn it is: how long, and how fast."""
        assert self.thought is not None
        seat, agent = self.table.session.player, self.table.thinker
        if seat < 0:
            return ""
        told = self.thought.told
        words = say("{seat} thinks, {seconds} s", seat=self.table.people[seat], seconds=int(self.thought.seconds))
        words += pace_words(told.pace) if told else ""
        if getattr(agent, "compiling", False):
            words += say("; the fast rules are being compiled, until then it plays by the plain ones")
        return words

    def _tell_troubles(self) -> None:
        """What could not be compiled, once: from then on nobody waits for it."""
        for who in (*self.table.agents.values(), self.adviser.counsel):
            trouble = getattr(who, "trouble", "")
            if trouble and trouble not in self._told:
                self._told.add(trouble)
                self.notify(trouble, severity="warning", timeout=10, markup=False)

    # ── Computers alone ──────────────────────────────────────────────────────────────────────────────────────────

    def go_on(self) -> None:
        """Let the computer play, a little after its turn before where nobody else plays."""
        table = self.table
        if table.humans or not table.begun or not table.session.state.whole:
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
        super().go_on()

    def action_slower(self) -> None:
        self._set_pace(self.pace - 1)

    def action_faster(self) -> None:
        self._set_pace(self.pace + 1)

    def _set_pace(self, pace: int) -> None:
        self.pace = min(max(pace, 0), len(PACES) - 1)
        self.say(say("{seconds} s between turns", seconds=PACES[self.pace]))

    def on_unmount(self) -> None:
        self.adviser.drop()
