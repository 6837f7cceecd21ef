"""A sequential test on the games of two agents: how far it is, what it accepts, and what is told about it."""

from __future__ import annotations

from tabuleiro.arena.sprt import Course, Test, follow, in_order
from tabuleiro.arena.summary import Summary
from tabuleiro.core import say, say_many

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.arena.log import Log


class Trial:
    """A *test* on the games of *log*, of which at most so many count."""

    def __init__(self, test: Test, log: Log, most: int) -> None:
        self.test, self.log, self.most = test, log, most
        self.course = Course(0, 0.0, None, ())

    @property
    def games(self) -> dict[int, float]:
        """The scores of the games that may count, by number."""
        return {number: game.scores[0] for number, game in self.log.games.items() if number <= self.most}

    @property
    def decided(self) -> bool:
        return self.course.accepted is not None

    def look(self) -> None:
        """Take in the pairs that are finished."""
        self.course = follow(self.test, in_order(self.games), self.course)

    def summary(self) -> Summary:
        """Of the games that decided; until then, of all."""
        most = 2 * self.course.pairs if self.decided else self.most
        return Summary.of(self.log.match, [game for game in self.log.games.values() if game.number <= most])

    def forfeits(self) -> list[str]:
        return self.summary().forfeits()

    # ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────

    def status(self) -> tuple[str, ...]:
        """How it stands, for one line."""
        summary = self.summary()
        count = len(summary.games)
        return (
            say(
                "log-likelihood ratio {ratio:+.2f} of {low:.2f} to {high:+.2f}",
                ratio=self.course.ratio,
                low=self.test.low,
                high=self.test.high,
            ),
            say_many("{count} game", "{count} games", count),
            f"{summary.score:g} - {count - summary.score:g}",
        )

    def lines(self) -> list[str]:
        """For people. No difference is told: that of a test that ends itself looks greater than it is."""
        test, course, summary = self.test, self.course, self.summary()
        lines = [*summary.result_lines(), *summary.effort_lines()]
        if course.ends:
            ends = ", ".join(f"{2 * score:g}: {count}" for score, count in course.ends)
            lines.append(say("pairs of games by points: {ends}", ends=ends))
        lines.append(
            say(
                "log-likelihood ratio: {ratio:+.2f} after {pairs} pairs; {low:.2f} accepts {elo0:+g}, {high:+.2f} accepts {elo1:+g}",
                ratio=course.ratio,
                pairs=course.pairs,
                low=test.low,
                high=test.high,
                elo0=test.elo0,
                elo1=test.elo1,
            )
        )
        return [*lines, self._verdict()]

    def _verdict(self) -> str:
        test, (one, other) = self.test, self.log.match.agents
        if self.course.accepted is None:
            return say_many(
                "undecided after {count} game; more --games would go on",
                "undecided after {count} games; more --games would go on",
                len(self.games),
            )
        found, left, risk = (
            (test.elo1, test.elo0, test.alpha) if self.course.accepted else (test.elo0, test.elo1, test.beta)
        )
        return say(
            "accepted: {one} is {found:+g} points above {other} rather than {left:+g} (risk {risk:g} %)",
            one=one,
            other=other,
            found=found,
            left=left,
            risk=100 * risk,
        )

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        test, course = self.test, self.course
        kept = {key: value for key, value in self.summary().to_json().items() if key != "elo"}
        return (
            kept
            | vars(test)
            | {
                "pairs": [[score, count] for score, count in course.ends],
                "ratio": course.ratio,
                "low": test.low,
                "high": test.high,
                "accepted": course.accepted,
            }
        )
