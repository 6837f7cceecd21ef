"""A game with the engine's eyes: the best lines of a position as they are found, and every decision judged."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace

from textual.message import Message
from textual.widgets import OptionList

from tabuleiro.ai.levels import searcher
from tabuleiro.arena.analysis import Analyst, cancelled, verdicts
from tabuleiro.core import say, say_many
from tabuleiro.play.agent import Limit
from tabuleiro.play.view import View
from tabuleiro.tui.board import BoardView
from tabuleiro.tui.leaves import Leaves
from tabuleiro.tui.thinking import Thought

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from textual.timer import Timer

    from tabuleiro.arena.analysis import Verdict
    from tabuleiro.arena.line import Line
    from tabuleiro.play.session import Session
    from tabuleiro.tui.page import Key

LINES = 3  # of a position
LONGER = (0.5, 2.0, 8.0, 30.0)  # seconds about a position, again and again
TURN_SECONDS = 0.3  # about every decision of a game
SOON = 0.15  # seconds that one stays at a position before it is thought about
OFTEN = 0.1  # seconds between two looks at what was found
BAR = 8  # columns
WORST = ("", "?!", "?", "??")


class AnalyseScreen(Leaves):
    """A finished game is judged at once; of a game under way, the present position is thought about."""

    DEFAULT_CSS = """
    AnalyseScreen #side { width: 44; }
    AnalyseScreen #words { max-height: 60%; min-height: 9; }
    AnalyseScreen.slim #side { width: 34; }
    """

    @dataclass
    class Found(Message):
        """Lines of the position after so many turns."""

        at: int
        lines: list[Line]

    @dataclass
    class Judged(Message):
        """A verdict on a decision."""

        verdict: Verdict

    @dataclass
    class Ended(Message):
        """A thought has come to its end."""

        thought: Thought[Any]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.at = 0 if session.outcome else len(self.leaves) - 1
        self.analyst = Analyst(searcher(self.game), self.game)
        self.wanted = session.outcome is None  # to think about what is shown
        self.thought: Thought[Any] | None = None
        self.reviewing = False
        self.found: dict[int, list[Line]] = {}  # by number of the turn before the position
        self.verdicts: dict[int, list[Verdict]] = {}  # by number of the turn
        self._soon: Timer | None = None

    def title_words(self) -> str:
        return say("Analysis of {game}: {people}", game=self.game.title, people=", ".join(self.session.names))

    def keys(self) -> Iterable[Key]:
        return (
            *super().keys(),
            ("space", "think", say("Think")),
            ("r", "review", say("Judge all")),
            ("m", "mistake", say("Mistakes")),
        )

    def on_mount(self) -> None:
        if self.session.outcome and len(self.leaves) > 1:
            self.action_review()
        else:
            self._think()

    def on_unmount(self) -> None:
        self._drop()

    # ── Thinking about a position ────────────────────────────────────────────────────────────────────────────────

    def show(self) -> None:
        super().show()
        best = self.found.get(self.at)
        self.query_one(BoardView).hint = next(iter(self.game.paths(best[0].action)), ()) if best else ()
        if self.wanted and not self.reviewing and (self.thought is None or self.thought.about != self.at):
            self._drop()
            if self._soon:
                self._soon.stop()
            self._soon = self.set_timer(SOON, self._think)

    def _think(self) -> None:
        """About the position that is shown, longer and longer, until there is another or nobody wants it."""
        state = self.leaves[self.at].state
        if not self.wanted or self.reviewing or state.player < 0:
            return
        if not self.session.outcome:
            state = self.game.view(state, state.player)
        view, at = View(self.game, state.player, state, state), self.at

        def work(limit: Limit) -> None:
            told = seldom(lambda lines: self._tell(self.Found(at, lines)))
            for seconds in LONGER:
                lines = self.analyst.lines(view, replace(limit, seconds=seconds, report=None), LINES, told)
                if cancelled(limit):
                    return
                self._tell(self.Found(at, lines))

        self._begin(at, work)

    def _begin(self, about: object, work: Callable[[Limit], None]) -> None:
        self._drop()
        self.thought = Thought(about, work, Limit(), self._end)
        self.thought.start()
        self.show()

    def _end(self, thought: Thought[Any]) -> None:
        self._tell(self.Ended(thought))

    def _tell(self, message: Message) -> None:
        """From the thread of a thought; when the app is gone, nobody listens any more."""
        with suppress(RuntimeError):
            self.post_message(message)

    def _drop(self) -> None:
        if self.thought:
            self.thought.drop()
            self.thought = None

    def on_analyse_screen_found(self, event: Found) -> None:
        self.found[event.at] = event.lines
        self.show()

    def on_analyse_screen_ended(self, event: Ended) -> None:
        if event.thought is self.thought:
            if event.thought.failure:
                trouble = say("The engine cannot go on. {trouble}", trouble=event.thought.trouble)
                self.notify(trouble, severity="error", markup=False)
            if self.reviewing:
                self.reviewing = False
                self.thought = None
            self.show()

    def action_think(self) -> None:
        """Begin, or stop whatever is thought about."""
        self.wanted = not (self.wanted or self.reviewing)
        self.reviewing = False
        self._drop()
        self.show()

    # ── Judging the game ─────────────────────────────────────────────────────────────────────────────────────────

    def action_review(self) -> None:
        """Every decision, from the first on."""

        def work(limit: Limit) -> None:
            for verdict in verdicts(self.session, self.analyst, replace(limit, seconds=TURN_SECONDS, report=None)):
                self._tell(self.Judged(verdict))

        self.verdicts.clear()
        self.reviewing = True
        self._begin("the game", work)

    def on_analyse_screen_judged(self, event: Judged) -> None:
        number = event.verdict.turn
        self.verdicts.setdefault(number, []).append(event.verdict)
        self.query_one("#turns", OptionList).replace_option_prompt(str(number), self.line(number))
        self.show()

    def action_mistake(self) -> None:
        """To the next turn that was a mistake, and from the last to the first."""
        wrong = [number for number in sorted(self.verdicts) if self._mark(number)]
        if wrong:
            self.go_to(next((number for number in wrong if number > self.at), wrong[0]))
        else:
            self.notify(say("No mistake is known."))

    def _mark(self, number: int) -> str:
        """The worst mark in the turn."""
        return max((verdict.mark for verdict in self.verdicts.get(number, ())), key=WORST.index, default="")

    # ── What is shown ────────────────────────────────────────────────────────────────────────────────────────────

    def line(self, number: int) -> str:
        """The turn, and who may expect how much after it: the first seat of two, else the one that played."""
        judged = self.verdicts.get(number)
        if not judged:
            return super().line(number)
        page = self.leaves[number]
        share = judged[-1].scores[0 if self.game.players == 2 else page.player]
        text = f"{number:3}. {self.game.seats[page.player].symbol} {page.text or say('stop')}"
        room = 19 if self.has_class("slim") else 24
        text = text if len(text) <= room else text[: room - 1] + ("." if self.room.ascii else "…")
        return f"{text:{room}}{bar(share, BAR, self.room.ascii)}{100 * share:3.0f}%{self._mark(number)}".replace(
            "[", "\\["
        )

    def words(self) -> list[str]:
        lines = [self._doing(), *self._shares()]
        state = self.leaves[self.at].state
        for number, line in enumerate(self.found.get(self.at, ()), 1):
            turns = " ".join(line.turns) or say("stop")
            lines.append(f"{number}. {100 * line.scores[state.player]:.0f} %  {turns}")
        for verdict in self.verdicts.get(self.at, ()):
            if verdict.mark:
                better = " ".join(verdict.better)
                lines.append(say("{turn} {mark} better {line}", turn=verdict.text, mark=verdict.mark, line=better))
        return [*lines, "", *super().words(), *self._summary()]

    def _doing(self) -> str:
        if self.reviewing:
            last = len(self.leaves) - 1
            return say_many(
                "Judging the game: {done} of {count} turn",
                "Judging the game: {done} of {count} turns",
                last,
                done=len(self.verdicts),
            )
        if self.thought and self.found.get(self.at):
            nodes = sum(line.nodes for line in self.found[self.at])
            return say_many("Thinking: {count} position", "Thinking: {count} positions", nodes)
        return say("Thinking...") if self.thought else say("Space: think about this position")

    def _shares(self) -> list[str]:
        """A bar for every seat: its share of the win."""
        found, judged = self.found.get(self.at), self.verdicts.get(self.at)
        scores: Sequence[float] = found[0].scores if found else judged[-1].scores if judged else ()
        wide = max(map(len, self.people))
        return [
            f"{name:{wide}} {bar(share, 2 * BAR, self.room.ascii)} {100 * share:3.0f} %"
            for name, share in zip(self.people, scores, strict=False)
        ]

    def _summary(self) -> list[str]:
        """How many mistakes everybody made, once the whole game is judged."""
        if self.reviewing or len(self.verdicts) < len(self.leaves) - 1:
            return []
        judged = [verdict for several in self.verdicts.values() for verdict in several]
        lines = []
        for seat, name in enumerate(self.people):
            marks = [verdict.mark for verdict in judged if verdict.seat == seat]
            counts = ", ".join(f"{marks.count(mark)} {mark}" for mark in WORST[1:])
            lines.append(say("{name}: {marks}", name=name, marks=counts))
        return lines


def bar(share: float, width: int, ascii: bool) -> str:
    """*share* of *width* columns."""
    full = min(max(round(share * width), 0), width)
    return ("#" if ascii else "█") * full + ("-" if ascii else "░") * (width - full)


def seldom(tell: Callable[[list[Line]], object]) -> Callable[[list[Line]], None]:
    """*tell*, but not more often than eyes can follow."""
    last = [0.0]

    def told(lines: list[Line]) -> None:
        if lines and time.monotonic() - last[0] > OFTEN:
            last[0] = time.monotonic()
            tell(lines)

    return told
