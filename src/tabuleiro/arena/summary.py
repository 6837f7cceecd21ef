"""What the games of a match add up to."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.arena.match import Effort, Match, Played
from tabuleiro.arena.ratings import Elo, compare, expected
from tabuleiro.core import later, say, say_many

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from tabuleiro.arena.davidson import Meeting


@dataclass(frozen=True)
class Summary:
    """Score, Elo difference and effort, seen from the first agent."""

    match: Match
    games: tuple[Played, ...]

    @classmethod
    def of(cls, match: Match, games: Iterable[Played]) -> Summary:
        return cls(match, tuple(sorted(games, key=lambda game: game.number)))

    @property
    def score(self) -> float:
        return sum(game.scores[0] for game in self.games)

    @property
    def results(self) -> tuple[int, int, int]:
        """Games that the first agent won, shared and lost."""
        won = sum(game.scores[0] > game.scores[1] for game in self.games)
        lost = sum(game.scores[0] < game.scores[1] for game in self.games)
        return won, len(self.games) - won - lost, lost

    @property
    def elo(self) -> Elo:
        pairs: dict[int, list[float]] = {}
        for game in self.games:
            pairs.setdefault((game.number - 1) // 2, []).append(game.scores[0])
        return compare(list(pairs.values()))

    @property
    def share(self) -> str:
        """The part of the points that the first agent has, of how many games: ``83 % of 80``."""
        return later("{share:.0f} % of {count}", share=100 * self.score / len(self.games), count=len(self.games))

    @property
    def interval(self) -> str:
        """Of that part, 95 % sure: ``73 to 90 %``."""
        low, high = (100 * expected(bound) for bound in (self.elo.low, self.elo.high))
        return later("{low:.0f} to {high:.0f} %", low=low, high=high)

    @property
    def meetings(self) -> list[Meeting]:
        """The games by their openings, as ratings are made from them."""
        from tabuleiro.arena.davidson import Meeting

        one, other = self.match.agents
        found: dict[int, list[tuple[bool, float]]] = {}
        for game in self.games:
            found.setdefault((game.number - 1) // 2, []).append((game.number % 2 == 1, game.scores[0]))
        return [Meeting(one, other, tuple(games)) for games in found.values()]

    def effort(self, side: int) -> Effort:
        """All games of one agent together."""
        total = Effort()
        for game in self.games:
            for key, value in vars(game.efforts[side]).items():
                setattr(total, key, getattr(total, key) + value)
        return total

    def forfeits(self) -> list[str]:
        return [
            say("game {number}: {reason}", number=game.number, reason=game.reason)
            for game in self.games
            if game.forfeit is not None
        ]

    def lines(self) -> list[str]:
        """For people."""
        if not self.games:
            return self.result_lines()
        return [*self.result_lines(), say("Elo difference: {elo}", elo=self.elo), *self.effort_lines()]

    def result_lines(self) -> list[str]:
        """Who played how often, and how that ended."""
        one, other = self.match.agents
        count = len(self.games)
        lines = [
            say_many(
                "{game}: {one} against {other}, {count} game",
                "{game}: {one} against {other}, {count} games",
                count,
                game=self.match.game,
                one=one,
                other=other,
            )
        ]
        if not count:
            return lines
        won, drawn, lost = self.results
        lines.append(
            say(
                "score: {score:g} to {rest:g} ({share:.1f} %); {won} won, {drawn} drawn, {lost} lost",
                score=round(self.score, 3),
                rest=round(count - self.score, 3),
                share=100 * self.score / count,
                won=won,
                drawn=drawn,
                lost=lost,
            )
        )
        return lines

    def effort_lines(self) -> list[str]:
        """What each agent spent on a step."""
        lines = []
        for side, name in enumerate(self.match.agents if self.games else ()):
            effort = self.effort(side)
            words = say("{name}: {time:.4f} s a step", name=name, time=effort.seconds / max(effort.decisions, 1))
            if self.match.cpu_seconds is not None:
                words += say(", {time:.4f} s of CPU time", time=effort.cpu / max(effort.decisions, 1))
            if effort.nodes:
                words += say(", {nodes:.0f} nodes", nodes=effort.nodes / max(effort.decisions, 1))
            if effort.deep:
                words += say(", depth {depth:.1f}", depth=effort.depths / effort.deep)
            lines.append(words)
        return lines

    def to_json(self) -> dict[str, Any]:
        """For programs; an infinite bound is null."""
        won, drawn, lost = self.results
        bounds = {key: value if abs(value) < 1e9 else None for key, value in vars(self.elo).items()}
        efforts = [vars(self.effort(side)) for side in (0, 1)]
        return self.match.to_json() | {
            "games": len(self.games),
            "score": round(self.score, 6),
            "won": won,
            "drawn": drawn,
            "lost": lost,
            "elo": bounds,
            "efforts": efforts,
            "forfeits": self.forfeits(),
        }
