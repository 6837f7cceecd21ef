"""Watching a record: forwards, backwards, to any turn, or by itself."""

from __future__ import annotations

from collections.abc import Iterable

from textual.timer import Timer

from tabuleiro.core import say
from tabuleiro.core.words import joined
from tabuleiro.play.lineup import called
from tabuleiro.table.library import opened
from tabuleiro.table.motion import CALM
from tabuleiro.tui.screens.replay import ReplayScreen
from tabuleiro.tui.widgets.page import Key

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)  # turns a second


class WatchScreen(ReplayScreen):
    """The record in the file *path*; what is damaged is said, and the rest is shown. Raises when there is nothing."""

    def __init__(self, path: str) -> None:
        session, self.problems = opened(path)
        self.path = path
        self.speed = 1  # a place in SPEEDS
        self.running: Timer | None = None
        super().__init__(session)

    def title_words(self) -> str:
        return say("{game}: {people}", game=self.game.title, people=joined(map(called, self.session.names)))

    def keys(self) -> Iterable[Key]:
        return (
            *super().keys(),
            ("space", "run", say("Auto")),
            ("a", "analyse", say("Analyse")),
            ("plus,equals_sign", "faster(1)", say("Faster")),
            ("minus", "faster(-1)", ""),
        )

    def on_mount(self) -> None:
        for problem in self.problems:
            self.notify(problem, title=say("This record is damaged"), severity="warning", timeout=15, markup=False)

    def words(self) -> list[str]:
        lines = super().words()
        if self.running:
            lines.append(say("By itself: a turn every {seconds:g} s", seconds=1 / SPEEDS[self.speed]))
        if self.problems and self.at == len(self.pages) - 1:
            lines += [say("Damaged: {problem}", problem=problem) for problem in self.problems]
        return lines

    # ── By itself ────────────────────────────────────────────────────────────────────────────────────────────────

    def action_run(self) -> None:
        """Start or stop; at the end it begins anew."""
        if self.running:
            self._stop()
        else:
            if self.at == len(self.pages) - 1:
                self.go_to(0)
            self.running = self.set_interval(1 / SPEEDS[self.speed], self._tick)
        self.show()

    def _tick(self) -> None:
        self.go_to(self.at + 1, calm=1 / SPEEDS[self.speed] >= CALM)
        if self.at == len(self.pages) - 1:
            self._stop()
            self.show()

    def _stop(self) -> None:
        if self.running:
            self.running.stop()
            self.running = None

    def action_faster(self, by: int) -> None:
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        if self.running:
            self._stop()
            self.running = self.set_interval(1 / SPEEDS[self.speed], self._tick)
        else:
            self.notify(say("A turn every {seconds:g} s", seconds=1 / SPEEDS[self.speed]), timeout=1)
        self.show()

    def action_analyse(self) -> None:
        self._stop()
        self.app.analyse(self.session, self.flip)
