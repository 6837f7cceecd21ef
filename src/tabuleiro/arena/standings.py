"""What the games of a tournament add up to: who stands where, and how sure that is."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import inf, isfinite

from tabuleiro.arena.luce import Finish
from tabuleiro.arena.match import Effort, Match, Played
from tabuleiro.arena.pairings import GAUNTLET, ROUND_ROBIN, SWISS, WIN
from tabuleiro.arena.ratings import Rating, Ratings, rank, rate
from tabuleiro.arena.summary import Summary
from tabuleiro.arena.tournament import EQUAL, labels, points
from tabuleiro.core import later, say, say_many
from tabuleiro.core.registry import find
from tabuleiro.core.words import Said, both, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from tabuleiro.arena.tournament import Book, Tournament
    from tabuleiro.core import Game

OPEN = "…"  # stands for what differs from game to game in the reason for an end
CALLED = {ROUND_ROBIN: later("round robin"), GAUNTLET: later("gauntlet"), SWISS: later("Swiss")}


@dataclass(frozen=True)
class Row:
    """An agent of the table. *points* are those of Swiss rounds, *ahead* how likely it is stronger than the next."""

    agent: str
    label: str
    games: int
    score: float
    won: int
    drawn: int
    lost: int
    points: float
    rating: Rating
    effort: Effort
    forfeits: int
    ahead: float | None = None

    @property
    def share(self) -> float:
        return self.score / self.games if self.games else 0.0

    @property
    def pace(self) -> float:
        """Seconds a step."""
        return self.effort.seconds / max(self.effort.decisions, 1)


@dataclass(frozen=True)
class Standings:
    """All finished games of a tournament, meeting by meeting; *byes* are the agents that had a round without a game."""

    tournament: Tournament
    meetings: tuple[tuple[Match, tuple[Played, ...]], ...]
    byes: tuple[str, ...] = ()

    @classmethod
    def of(cls, tournament: Tournament, book: Book) -> Standings:
        """As far as *book* goes."""
        meetings: list[tuple[Match, tuple[Played, ...]]] = []
        byes: list[str] = []
        for paired, matches in tournament.rounds_after(book):
            meetings += ((match, tuple(book.played(match))) for match in matches)
            byes += [paired.bye] if paired.bye else []
        return cls(tournament, tuple(meetings), tuple(byes))

    @cached_property
    def game(self) -> Game[Any]:
        return find(self.tournament.game)

    @cached_property
    def labels(self) -> dict[str, str]:
        return labels(self.tournament.agents)

    @property
    def games(self) -> Iterator[tuple[Match, Played]]:
        """Every game, meeting by meeting."""
        return ((match, game) for match, games in self.meetings for game in games)

    @property
    def done(self) -> int:
        return sum(len(games) for _, games in self.meetings)

    def tallies(self) -> list[tuple[str, float, int]]:
        """Name, score and games of every agent, the best first: what is known without ratings."""
        score, count = dict.fromkeys(self.tournament.agents, 0.0), Counter[str]()
        for match, game in self.games:
            for agent, part in zip(match.agents, game.scores, strict=True):
                score[agent] += part
                count[agent] += 1
        told = [(self.labels[agent], score[agent], count[agent]) for agent in self.tournament.agents]
        return sorted(told, key=lambda tally: -tally[1] / max(tally[2], 1))

    # ── The table ──

    @cached_property
    def ratings(self) -> Ratings:
        """By Davidson's model where two meet, by that of Plackett and Luce where more do."""
        agents, zero = self.tournament.agents, self.tournament.zero
        if all(len(match.agents) == 2 for match, _ in self.meetings):
            return rate(
                agents, [found for match, games in self.meetings for found in Summary.of(match, games).meetings], zero
            )
        return rank(agents, map(self._finish, self.games), zero, seed=self.tournament.seed)

    def _finish(self, played: tuple[Match, Played]) -> Finish:
        match, game = played
        seating = dict.fromkeys(match.seating(game.number, self.game.players))  # one that has two seats is there once
        return Finish(
            tuple(match.agents[side] for side in seating),
            tuple(game.scores[side] for side in seating),
            (match.agents, match.group(game.number)),
        )

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """From the first to the last."""
        agents = self.tournament.agents
        ranked = sorted(map(self._row, agents), key=self._merit, reverse=True)
        place = {agent: number for number, agent in enumerate(agents)}
        ahead: list[float | None] = [
            self.ratings.superiority(place[one.agent], place[other.agent]) if one.games and other.games else None
            for one, other in pairwise(ranked)
        ]
        return tuple(replace(row, ahead=sure) for row, sure in zip(ranked, [*ahead, None], strict=True))

    def _row(self, agent: str) -> Row:
        score, results, effort, forfeits = 0.0, Counter[str](), Effort(), 0
        for match, games in self.meetings:
            if agent not in match.agents:
                continue
            side = match.agents.index(agent)
            for game in games:
                score += game.scores[side]
                best = max(other for place, other in enumerate(game.scores) if place != side)
                lead = game.scores[side] - best
                results["drawn" if abs(lead) < EQUAL else "won" if lead > 0 else "lost"] += 1
                forfeits += game.forfeit == side
                for name, value in vars(game.efforts[side]).items():
                    setattr(effort, name, getattr(effort, name) + value)
        rating = self.ratings[self.tournament.agents.index(agent)]
        won, drawn, lost = results["won"], results["drawn"], results["lost"]
        count = results.total()
        return Row(
            agent, self.labels[agent], count, score, won, drawn, lost, self._points(agent), rating, effort, forfeits
        )

    def _points(self, agent: str) -> float:
        """What it has from Swiss rounds that are over."""
        if self.tournament.system != SWISS:
            return 0.0
        total = WIN * self.byes.count(agent)
        for match, games in self.meetings:
            if agent in match.agents and len(games) == self.tournament.games:
                won = points(games)
                total += won if agent == match.agents[0] else WIN - won
        return total

    def _merit(self, row: Row) -> tuple[float, ...]:
        """By what the table is in order: in a gauntlet not all have played the same opponents."""
        strength = max(-1e9, min(1e9, row.rating.rating))
        return (strength,) if self.tournament.system == GAUNTLET else (row.points, row.share, strength)

    def between(self, one: str, other: str) -> tuple[float, float, int]:
        """What each of two scored in the games that both played, and how many those are."""
        mine = theirs = 0.0
        count = 0
        for match, games in self.meetings:
            if one in match.agents and other in match.agents:
                here, there = match.agents.index(one), match.agents.index(other)
                mine += sum(game.scores[here] for game in games)
                theirs += sum(game.scores[there] for game in games)
                count += len(games)
        return mine, theirs, count

    # ── How games went ──

    @cached_property
    def endings(self) -> list[tuple[str, int]]:
        """Why games ended, and how many; what differs between games of the same end is left open."""
        found: dict[str, list[str]] = {}
        for _, game in self.games:
            found.setdefault(_key(game.reason), []).append(game.reason)
        told = [(_alike(reasons), len(reasons)) for reasons in found.values()]
        return sorted(told, key=lambda pair: -pair[1])

    @cached_property
    def seats(self) -> list[float]:
        """The share of the win that each seat had, by its number."""
        shares = [0.0] * self.game.players
        for match, game in self.games:
            seating = match.seating(game.number, self.game.players)
            for seat, side in enumerate(seating):
                shares[seat] += game.scores[side] / seating.count(side)
        return [share / max(self.done, 1) for share in shares]

    def title(self) -> str:
        """One line: the game, how many agents, how they meet, and how many games."""
        return say(
            "{game}: {agents}, {system}, {games}",
            game=self.tournament.game,
            agents=say_many("{count} agent", "{count} agents", len(self.tournament.agents)),
            system=say(CALLED[self.tournament.system]),
            games=say_many("{count} game", "{count} games", self.done),
        )

    def forfeits(self) -> list[str]:
        """Games that somebody lost by a fault."""
        return [
            say(
                "{agents}, game {number}: {reason}",
                agents=" - ".join(self.labels[agent] for agent in match.agents),
                number=game.number,
                reason=game.reason,
            )
            for match, game in self.games
            if game.forfeit is not None
        ]

    def notes(self) -> list[str]:
        """What has to be said of ratings that are no numbers."""
        return self.ratings.notes(self.labels[self.tournament.zero])

    # ── As files ──

    def columns(self) -> tuple[list[str], list[list[str]]]:
        """The table for people: headings, and a line an agent."""
        swiss = self.tournament.system == SWISS
        heads = ["", say("agent"), *([say("points")] if swiss else []), say("score"), say("games"), "%"]
        heads += [
            say("wins"),
            say("draws"),
            say("losses"),
            say("rating"),
            "95 %",
            say("ahead of the next"),
            say("s a step"),
        ]
        lines = []
        for place, row in enumerate(self.rows, 1):
            line = [str(place), row.label, *([f"{row.points:g}"] if swiss else []), f"{round(row.score, 3):g}"]
            line += [str(row.games), f"{100 * row.share:.1f}", str(row.won), str(row.drawn), str(row.lost)]
            line += [row.rating.value, shown(row.rating.interval), chance(row.ahead), f"{row.pace:.4f}"]
            lines.append(line)
        return heads, lines

    def text(self) -> str:
        """The table for a terminal."""
        heads, lines = self.columns()
        wide = [max(map(len, column)) for column in zip(heads, *lines, strict=True)]
        told = [
            "  ".join(
                cell.ljust(room) if place == 1 else cell.rjust(room)
                for place, (cell, room) in enumerate(zip(line, wide, strict=True))
            )
            for line in (heads, *lines)
        ]
        return "\n".join([self.title(), *(line.rstrip() for line in told), *self.notes()]) + "\n"

    def markdown(self) -> str:
        heads, lines = self.columns()
        order = [row.agent for row in self.rows]
        cross = [
            [self.labels[one], *("" if one == other else self.cell(one, other) for other in order)] for one in order
        ]
        parts = [f"# {self.title()}", _table(heads, lines, left=2)]
        words = say("Ratings on Elo's scale; {agent} is 0.", agent=f"`{self.labels[self.tournament.zero]}`")
        parts += [" ".join([words, *self.notes()])]
        parts += [f"## {say('Against each other')}", _table(["", *map(str, range(1, len(order) + 1))], cross, left=1)]
        parts += [f"## {say('How games ended')}"]
        parts += ["\n".join(f"- {count}: {reason}" for reason, count in self.endings)]
        return "\n\n".join(part for part in parts if part) + "\n"

    def cell(self, one: str, other: str) -> str:
        """``7.5-2.5``, what two scored against each other; a dash where they have not met."""
        mine, theirs, count = self.between(one, other)
        return f"{round(mine, 2):g}-{round(theirs, 2):g}" if count else "–"

    def csv(self) -> str:
        """For programs, with the same names in every language; times come last."""
        out = io.StringIO()
        table = csv.DictWriter(out, list(self._records()[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(self._records())
        return out.getvalue()

    def to_json(self) -> str:
        order = [row.agent for row in self.rows]
        told = {
            "tournament": self.tournament.to_json(),
            "games": self.done,
            "table": self._records(),
            "against": [[list(self.between(one, other)) for other in order] for one in order],
            "superiority": self._superiority(order),
            "first_seat": {"elo": round(self.ratings.seat, 1), "error": round(self.ratings.seat_error, 1)},
            "seats": [round(share, 4) for share in self.seats],
            "endings": [{"reason": reason, "games": count} for reason, count in self.endings],
            "forfeits": self.forfeits(),
        }
        return json.dumps(told, ensure_ascii=False, indent=1) + "\n"

    def _superiority(self, order: Sequence[str]) -> list[list[float]]:
        place = self.tournament.agents.index
        return [[round(self.ratings.superiority(place(one), place(other)), 4) for other in order] for one in order]

    def _records(self) -> list[dict[str, Any]]:
        return [
            {
                "rank": number,
                "agent": row.agent,
                "points": row.points,
                "score": round(row.score, 6),
                "games": row.games,
                "won": row.won,
                "drawn": row.drawn,
                "lost": row.lost,
                "forfeits": row.forfeits,
                "rating": None if row.rating.unknown else _finite(row.rating.rating),
                "low": _finite(row.rating.low),
                "high": _finite(row.rating.high),
                "ahead": None if row.ahead is None else round(row.ahead, 4),
                "decisions": row.effort.decisions,
                "nodes": row.effort.nodes,
                "seconds": round(row.effort.seconds, 3),
            }
            for number, row in enumerate(self.rows, 1)
        ]


def chance(value: float | None) -> str:
    """``97 %``; what is nearly sure is not called sure."""
    if value is None:
        return ""
    return "> 99.9 %" if value > 0.999 else "< 0.1 %" if value < 0.001 else f"{100 * value:.1f} %"


def _finite(value: float) -> float | None:
    return round(value, 1) if isfinite(value) and abs(value) < inf else None


def _table(heads: Sequence[str], lines: Iterable[Sequence[str]], left: int) -> str:
    """A table of Markdown; all but the first *left* columns have numbers."""
    rule = "|".join(["---"] * left + ["---:"] * (len(heads) - left))
    told = [" | ".join(_escaped(cell) for cell in line) for line in (heads, *lines)]
    return "\n".join([f"| {told[0]} |", f"|{rule}|", *(f"| {line} |" for line in told[1:])])


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


# ── Reasons ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _key(reason: str) -> str:
    return reason.key if isinstance(reason, Said) else reason


def _alike(reasons: Sequence[str]) -> str:
    """What *reasons* of one kind say; where their values differ, that is left open."""
    first = reasons[0]
    if not isinstance(first, Said):
        return first
    values = {
        name: value
        if all(isinstance(reason, Said) and reason.values.get(name) == value for reason in reasons)
        else OPEN
        for name, value in first.values.items()
    }
    if first.many:
        return both(first.key, first.many)[1].format(**values)
    return say(first.key, **values)
