"""How much stronger, and how sure: Elo differences of matches, and ratings of many players.

A difference of 400 points means odds of ten to one: expected score = 1 / (1 + 10 ** (-difference / 400)).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, inf, isinf, log10, sqrt

from tabuleiro.core import later, say
from tabuleiro.core.words import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, Protocol

    from tabuleiro.arena.davidson import Meeting
    from tabuleiro.arena.luce import Finish

    class Fit(Protocol):
        """What a model found, in natural logarithms of odds: arrays of strengths, bounds, and their covariance."""

        @property
        def strengths(self) -> Any: ...
        @property
        def low(self) -> Any: ...
        @property
        def high(self) -> Any: ...
        @property
        def covariance(self) -> Any: ...


SURE = 1.959964  # standard deviations on each side that hold 95 % of a normal distribution
POINTS = 400.0 / 2.302585  # Elo points of a natural logarithm of the odds
CLEAR = 380  # points of a score of 90 %: what is beyond is known to be more, but hardly how much
INDEPENDENT = 2.0  # pairs of independent games that a match is taken to have had before: no pairs vary not at all


@dataclass(frozen=True)
class Elo:
    """A difference of strength and its 95 % interval; infinite where nothing bounds it."""

    difference: float
    low: float
    high: float

    def __str__(self) -> str:
        difference, low, high = points(self.difference), points(self.low), points(self.high)
        if self.low < -CLEAR and self.high > CLEAR:
            return say("unknown, too few games")
        if self.low > CLEAR or self.high < -CLEAR:
            return say("{difference} (95 % sure)", difference=difference)
        if self.high > CLEAR:
            return say("{difference} (95 %: at least {low})", difference=difference, low=low)
        if self.low < -CLEAR:
            return say("{difference} (95 %: at most {high})", difference=difference, high=high)
        return say("{difference} (95 %: {low} to {high})", difference=difference, low=low, high=high)

    @property
    def superiority(self) -> float:
        """How likely the first is the stronger one, going by these games alone."""
        if isinf(self.difference):
            return 1.0 if self.difference > 0 else 0.0
        bound = self.low if self.difference > 0 else self.high
        reach = abs(self.difference - bound)
        return 0.5 if isinf(bound) or not reach else normal(SURE * self.difference / reach)


def points(value: float) -> str:
    """``+35``, ``-120``; beyond what games can tell apart, ``> 380`` and ``< -380``."""
    return f"> {CLEAR}" if value > CLEAR else f"< -{CLEAR}" if value < -CLEAR else signed(value)


def signed(value: float) -> str:
    """``+35``, and of what is nearly nothing ``+0``."""
    return f"{round(value):+d}"


def elo(score: float) -> float:
    """The difference of strength that an expected *score* between 0 and 1 means."""
    if score <= 0 or score >= 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))


def expected(difference: float) -> float:
    """The score that a *difference* of strength means."""
    return float(difference > 0) if isinf(difference) else 1 / (1 + 10 ** (-difference / 400))


def normal(deviations: float) -> float:
    """The share of a normal distribution that lies below so many standard *deviations*."""
    return (1 + erf(deviations / sqrt(2))) / 2


def compare(pairs: Sequence[Sequence[float]]) -> Elo:
    """How much stronger a player is whose scores are *pairs*: those of games with the same opening, seats swapped.

    The games of a pair depend on each other, so how the means of the pairs vary says how many independent games they
    are worth. The interval is Wilson's for as many, wider where few pairs told how they vary.
    """
    scores = [score for pair in pairs for score in pair]
    if not scores:
        return Elo(0.0, -inf, inf)
    mean, count, groups = sum(scores) / len(scores), len(scores), len(pairs)
    worth = float(count)
    if 0 < mean < 1:
        independent = mean * (1 - mean) / count
        seen = sum((sum(pair) - mean * len(pair)) ** 2 for pair in pairs) / count**2  # groups / (groups - 1) of it
        error = (seen * groups + INDEPENDENT * independent) / (groups - 1 + INDEPENDENT)
        worth = mean * (1 - mean) / error
    low, high = wilson(mean, worth, student(groups - 1 + INDEPENDENT))
    return Elo(elo(mean), elo(low), elo(high))


def student(freedom: float) -> float:
    """How many standard errors hold 95 % of Student's t: more than SURE where few observations told the error.

    Fisher's expansion, which is right to 0.004 from three degrees of *freedom* on.
    """
    if freedom < 3:
        return {1: 12.706, 2: 4.303}.get(int(freedom), inf)
    z, n = SURE, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def wilson(mean: float, count: float, sure: float = SURE) -> tuple[float, float]:
    """The chances of winning between which *mean* of *count* games is no surprise."""
    extra = sure**2 / count
    centre = (mean + extra / 2) / (1 + extra)
    reach = sure / (1 + extra) * sqrt(mean * (1 - mean) / count + extra / (4 * count))
    return (
        0.0 if mean == 0 else max(centre - reach, 0.0),
        1.0 if mean == 1 else min(centre + reach, 1.0),
    )


# ── Many players ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Rating:
    """Points above the player that is the anchor, and their 95 % interval; infinite where nothing bounds it."""

    player: str
    rating: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return self.value + (f" ({shown(self.interval)})" if self.interval else "")

    @property
    def value(self) -> str:
        """``+35``; of a player who won or lost all that could bound it, only ``> 350`` or ``< -20``."""
        if self.unknown:
            return "?"
        if isinf(self.high):
            return f"> {self.low:.0f}"
        return f"< {self.high:.0f}" if isinf(self.low) else signed(self.rating)

    @property
    def unknown(self) -> bool:
        """Is nothing known, or next to nothing: no bound on one side, and one that is far away on the other?"""
        return (isinf(self.high) and self.low < -CLEAR) or (isinf(self.low) and self.high > CLEAR)

    @property
    def interval(self) -> str:
        """``-10 to +80``; nothing where there is none, or the value says it."""
        if isinf(self.high) or isinf(self.low) or self.low == self.high:
            return ""
        return later("{low} to {high}", low=signed(self.low), high=signed(self.high))


@dataclass(frozen=True)
class Ratings:
    """Ratings in the order of the players, and how they vary together, in points squared.

    *seat* are the points that the first seat is worth, and *seat_error* their standard error.
    """

    ratings: tuple[Rating, ...]
    covariance: tuple[tuple[float, ...], ...]
    seat: float = 0.0
    seat_error: float = 0.0

    def __iter__(self) -> Iterator[Rating]:
        return iter(self.ratings)

    def __len__(self) -> int:
        return len(self.ratings)

    def __getitem__(self, number: int) -> Rating:
        return self.ratings[number]

    def notes(self, anchor: str) -> list[str]:
        """What has to be said of values that are no numbers; *anchor* is what the one whose rating is 0 is called."""
        bounds = [rating.value for rating in self if isinf(rating.low) != isinf(rating.high) and not rating.unknown]
        told = []
        if bounds:
            told.append(
                say(
                    "A rating like {example} is a bound, 95 % sure: no game was lost, or none won, that would set one on the other side.",
                    example=bounds[0],
                )
            )
        if any(rating.unknown for rating in self):
            told.append(
                say(
                    "A ? is a rating that is not known: there are too few games, or none that compare the agent with {anchor}.",
                    anchor=anchor,
                )
            )
        return told

    def superiority(self, one: int, other: int) -> float:
        """How likely player number *one* is stronger than *other*, going by these games alone."""
        if one == other:
            return 0.5
        table = self.covariance
        error = sqrt(max(table[one][one] + table[other][other] - 2 * table[one][other], 1e-9))
        return normal((self.ratings[one].rating - self.ratings[other].rating) / error)


def rate(players: Sequence[str], meetings: Iterable[Meeting], anchor: str | None = None) -> Ratings:
    """What *meetings*, games of two players each, say of *players*: the model is Davidson's, see ``davidson``.

    The rating of *anchor*, or of the first player, is 0.
    """
    from tabuleiro.arena.davidson import fit

    meetings = list(meetings)
    found = fit(players, meetings, players.index(anchor) if anchor is not None else 0)
    games = dict.fromkeys(players, 0)
    for meeting in meetings:
        games[meeting.one] += len(meeting.games)
        games[meeting.other] += len(meeting.games)
    return Ratings(*_on_scale(players, found, games), found.seat * 2 * POINTS, found.seat_error * 2 * POINTS)


def rank(players: Sequence[str], finishes: Iterable[Finish], anchor: str | None = None, *, seed: int = 0) -> Ratings:
    """The same for games of any number of players, by Plackett and Luce, see ``luce``; *seed* is that of the bootstrap."""
    from tabuleiro.arena.luce import fit

    finishes = list(finishes)
    found = fit(players, finishes, players.index(anchor) if anchor is not None else 0, seed)
    games = {player: sum(player in finish.players for finish in finishes) for player in players}
    return Ratings(*_on_scale(players, found, games))


def _on_scale(
    players: Sequence[str], found: Fit, games: Mapping[str, int]
) -> tuple[tuple[Rating, ...], tuple[tuple[float, ...], ...]]:
    """Ratings and covariance in points."""
    columns = ((each * POINTS).tolist() for each in (found.strengths, found.low, found.high))
    ratings = tuple(
        Rating(player, value, low, high, games[player])
        for player, value, low, high in zip(players, *columns, strict=True)
    )
    return ratings, tuple(map(tuple, (found.covariance * POINTS**2).tolist()))
