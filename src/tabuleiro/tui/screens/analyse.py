"""A game with the engine's eyes: the best lines of a position as they are found, and every decision judged."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from textual.message import Message
from textual.timer import Timer
from textual.widgets import OptionList

from tabuleiro.ai.levels import searcher
from tabuleiro.analysis.analyst import MARKS, Analyst, Verdict, cancelled, verdicts
from tabuleiro.analysis.lines import Line
from tabuleiro.analysis.report import marks
from tabuleiro.core import later, say, say_many
from tabuleiro.core.errors import NotNow, TabuleiroError
from tabuleiro.core.words import joined
from tabuleiro.draw.lines import cut
from tabuleiro.draw.prose import pace_words
from tabuleiro.draw.text import width
from tabuleiro.play.agent import Limit
from tabuleiro.play.history import pages
from tabuleiro.play.lineup import called
from tabuleiro.play.session import Session
from tabuleiro.play.view import View
from tabuleiro.table.thought import Thought
from tabuleiro.tui.screens.replay import ReplayScreen
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.page import Key, plain

LINES = 3  # of a position
LONG = 3.0  # seconds until it is said what takes so long
LONGER = (0.5, 2.0, 8.0, 30.0)  # seconds about a position, again and again
TURN_SECONDS = 0.3  # about every decision of a game
SOON = 0.15  # seconds that one stays at a position before it is thought about
SOON_TOLD = 1.0  # seconds between two looks at whether it takes long
OFTEN = 0.1  # seconds between two looks at what was found
BARS = (8, 4, 0)  # columns, where there is room
TEXT = 10  # columns of a turn at least


class AnalyseScreen(ReplayScreen):
    """A finished game is judged at once; of a game under way, the present position is thought about.

    What is secret in a game under way is not used either: the best turn of somebody who knows it would tell it.
    """

    DEFAULT_CSS = """
    AnalyseScreen #words { max-height: 60%; min-height: 9; }
    """
    SIDE = 44

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

    def __init__(self, session: Session, at: int | None = None, *, flip: bool = False) -> None:
        super().__init__(session, flip=flip)
        self.at = at if at is not None else 0 if session.outcome else len(self.pages) - 1
        self.hidden = session.outcome is None and self.game.has_secrets
        self.analyst = Analyst(searcher(self.game), self.game)
        self.wanted = session.outcome is None or at is not None  # to think about what is shown
        self.thought: Thought[Any] | None = None
        self.done = False  # the thought has come to its end
        self.reviewing = False
        self.found: dict[int, list[Line]] = {}  # by number of the turn before the position
        self.verdicts: dict[int, list[Verdict]] = {}  # by number of the turn
        self.troubles: dict[int, str] = {}  # why nothing is found, by number of the turn before the position
        self._soon: Timer | None = None

    def title_words(self) -> str:
        return say("Analysis of {game}: {people}", game=self.game.title, people=joined(map(called, self.session.names)))

    def keys(self) -> Iterable[Key]:
        *others, flip, keys, back = super().keys()
        return (
            *others,
            ("p", "ask_play", say("Play")),
            ("space", "think", say("Think")),
            ("r", "review", say("Judge all")),
            ("m", "mistake", say("Mistakes")),
            flip,
            keys,
            back,
        )

    def on_mount(self) -> None:
        self.set_interval(SOON_TOLD, self._wait)
        if self.wanted or len(self.pages) == 1:
            self._think()
        else:
            self.action_review()

    def _wait(self) -> None:
        """Where nothing is found for a while, say why."""
        if self.thought and self.is_current and not self.found.get(self.at):
            super().show()

    def on_screen_suspend(self) -> None:
        """What is thought of a position that is out of sight is not wanted."""
        if not self.reviewing:
            self._drop()

    def on_screen_resume(self) -> None:
        self.show()

    def on_unmount(self) -> None:
        self._drop()

    # ── Thinking about a position ────────────────────────────────────────────────────────────────────────────────

    def show(self) -> None:
        super().show()
        if self.verdicts:
            whose = self.game.seats[0].name if self.game.players == 2 else say("who played")
            self.query_one("#turns").border_subtitle = plain(say("share of the win: {seat}", seat=whose))
        best = self.found.get(self.at)
        self.query_one(BoardView).hint = next(iter(self.game.paths(best[0].action)), ()) if best else ()
        if self.wanted and not self.reviewing and (self.thought is None or self.thought.about != self.at):
            self._drop()
            if self._soon:
                self._soon.stop()
            self._soon = self.set_timer(SOON, self._think)

    def _think(self) -> None:
        """About the position that is shown, longer and longer, until there is another or nobody wants it."""
        state = self.pages[self.at].state
        if not self.wanted or self.reviewing or state.player < 0:
            return
        if self.hidden:
            state = self.game.view(state, None)
        view, at = View.of(self.game, state), self.at

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
        self.done = False
        self.troubles.pop(self.at, None)
        self.thought = Thought(about, work, Limit(), lambda thought: self._tell(self.Ended(thought)))
        self.thought.start()
        self.show()

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
                about = event.thought.about
                at = about if isinstance(about, int) else self.at
                self.troubles[at] = say("The engine cannot go on. {trouble}", trouble=event.thought.trouble)
            self.done = True
            if self.reviewing:
                self.reviewing = False
                self.thought = None
            self.show()

    def action_think(self) -> None:
        """Begin, or stop whatever is thought about."""
        self.wanted = not (self.wanted or self.reviewing) or self.at in self.troubles
        self.reviewing = False
        self._drop()
        self.show()

    # ── Judging the game ─────────────────────────────────────────────────────────────────────────────────────────

    def action_review(self) -> None:
        """Every decision, from the first on."""
        if self.hidden:
            self.app.warn(say("A game with secrets is judged when it is over."))
            return

        def work(limit: Limit) -> None:
            for verdict in verdicts(self.session, self.analyst, replace(limit, seconds=TURN_SECONDS, report=None)):
                self._tell(self.Judged(verdict))

        self.verdicts.clear()
        self.reviewing = True
        self._begin("the game", work)

    def on_analyse_screen_judged(self, event: Judged) -> None:
        number = event.verdict.turn
        self.verdicts.setdefault(number, []).append(event.verdict)
        self._relist(number)
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
        worst = max(self.verdicts.get(number, ()), key=lambda verdict: verdict.lost, default=None)
        return worst.mark if worst else ""

    # ── Other turns ──────────────────────────────────────────────────────────────────────────────────────────────

    def action_ask_play(self) -> None:
        self.ask(say("a turn to play here"), self._play)

    def _play(self, text: str) -> None:
        """See what comes of another turn here: on a page of its own, unless the game has come no further."""
        session = self.session.branch(self.at, Random(0))
        try:
            if session.player < 0:
                raise NotNow(later("Nobody can play here."))
            session.play(session.player, text)
        except (TabuleiroError, ValueError) as error:
            self.app.warn(str(error))
            return
        page = AnalyseScreen(session, len(pages(session)) - 1, flip=self.flip)
        if self.at == len(self.pages) - 1 and not self.session.outcome:
            self.app.switch_screen(page)
        else:
            self.app.push_screen(page)

    # ── What is shown ────────────────────────────────────────────────────────────────────────────────────────────

    def line(self, number: int) -> str:
        """The turn, and who may expect how much after it: the first seat of two, else the one that played."""
        judged = self.verdicts.get(number)
        if not judged:
            return super().line(number)
        page = self.pages[number]
        share = judged[-1].scores[0 if self.game.players == 2 else page.player]
        numbers = f"{100 * share:3.0f}%{self._mark(number):2}"
        wide = next(wide for wide in BARS if wide <= max(self.columns - len(numbers) - 2 * TEXT, 0))
        room = max(self.columns - len(numbers) - wide, TEXT)
        return f"{cut(super().line(number), room, self.app.ascii):{room}}{bar(share, wide, self.app.ascii)}{numbers}".rstrip()

    def fit(self, columns: int) -> None:
        """What is known of every turn is written anew."""
        if columns != self.columns:
            super().fit(columns)
            for number in self.verdicts:
                self._relist(number)
            self.show()

    def _relist(self, number: int) -> None:
        self.query_one("#turns", OptionList).replace_option_prompt(str(number), plain(self.line(number)))

    def words(self) -> list[str]:
        hidden = [say("Secrets are left out: this is what a spectator can tell.")] if self.hidden else []
        lines = [self._doing(), *hidden, *self._shares()]
        state = self.pages[self.at].state
        for number, line in enumerate(self.found.get(self.at, ()), 1):
            lines.append(f"{number}. {100 * line.scores[state.player]:.0f} %  {' '.join(line.turns)}")
        for verdict in self.verdicts.get(self.at, ()):
            if verdict.mark:
                better = " ".join(verdict.better)
                lines.append(say("{turn} {mark} better {line}", turn=verdict.text, mark=verdict.mark, line=better))
        return [*lines, *self._summary(), "", *super().words()]

    def _doing(self) -> str:
        if self.reviewing:
            last = len(self.pages) - 1
            return say_many(
                "Judging the game: {done} of {count} turn",
                "Judging the game: {done} of {count} turns",
                last,
                done=len(self.verdicts),
            )
        if self.pages[self.at].state.player < 0:
            return say("Nobody has a choice here: there is nothing to think about.")
        if self.at in self.troubles:
            return self.troubles[self.at]
        if self.thought and self.found.get(self.at):
            nodes, seconds = (sum(getattr(line, what) for line in self.found[self.at]) for what in ("nodes", "seconds"))
            if self.done:
                return say_many("{count} position was looked at", "{count} positions were looked at", nodes)
            pace = pace_words(nodes / seconds if seconds > 0 else 0.0)
            return say_many("Thinking: {count} position", "Thinking: {count} positions", nodes) + pace
        if self.thought and self.thought.seconds > LONG:
            return say("Thinking... The first time, the fast rules are compiled before that.")
        return say("Thinking...") if self.thought else say("Space: think about this position")

    def _shares(self) -> list[str]:
        """A bar for every seat: its share of the win."""
        found, judged = self.found.get(self.at), self.verdicts.get(self.at)
        scores: Sequence[float] = found[0].scores if found else judged[-1].scores if judged else ()
        wide = min(max(map(width, self.people)), max(self.columns - BARS[0] - 7, TEXT))
        room = max(min(self.columns - wide - 7, 2 * BARS[0]), BARS[1])
        return [
            f"{cut(name, wide, self.app.ascii):{wide}} {bar(share, room, self.app.ascii)} {100 * share:3.0f} %"
            for name, share in zip(self.people, scores, strict=False)
        ]

    def _summary(self) -> list[str]:
        """How many mistakes everybody made, once the whole game is judged, and what the marks mean."""
        if self.reviewing or not self.verdicts or len(self.verdicts) < len(self.pages) - 1:
            return []
        judged = [verdict for several in self.verdicts.values() for verdict in several]
        least = ", ".join(f"{mark} {100 * share:.0f}%" for share, mark in reversed(MARKS))
        people = enumerate(self.people)
        return [
            *(say("{name}: {marks}", name=name, marks=marks(judged, seat)) for seat, name in people),
            say("{marks} of the win lost", marks=least),
        ]


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
