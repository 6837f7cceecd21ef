"""Do 95 % intervals hold what they say? Simulated tournaments and tests whose truth is known.

``python -m benchmarks.coverage [--runs 2000] [--only NAME] [--like WORDS]`` prints how often the interval of a rating has
the true one in it, of which how often where it has one end alone, and how often a sequential test is wrong.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isinf
from typing import Any

import numpy as np

from tabuleiro.arena.davidson import Meeting
from tabuleiro.arena.luce import Finish
from tabuleiro.arena.ratings import POINTS, compare, elo, rank, rate
from tabuleiro.arena.sprt import ENDS, LEAST_PAIRS, Test, ratios

SCORES = (1.0, 0.5, 0.0)
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(41)


def ends(difference: float, draw: float = 0.0, seat: float = 0.0, bias: float = 0.0) -> Any:
    """The chances of the nine ways in which a pair of games can end: *bias* is the standard deviation of what openings give
    to who begins, in points like the others.
    """
    lean = np.array([1.0, -1.0])[:, None] * (seat + bias * NODES) + difference  # by game and opening
    odds = np.stack([np.exp(lean / 2 / POINTS), np.full_like(lean, draw), np.exp(-lean / 2 / POINTS)])
    chances = odds / odds.sum(axis=0)
    return np.einsum("an,bn,n->ab", chances[:, 0], chances[:, 1], WEIGHTS / WEIGHTS.sum()).ravel()


def meetings(one: int, other: int, counts: Any) -> list[Meeting]:
    """Pairs of games that ended in the nine ways so often."""
    made = []
    for cell in np.flatnonzero(counts):
        games = ((True, SCORES[cell // 3]), (False, SCORES[cell % 3]))
        made += [Meeting(str(one), str(other), games)] * int(counts[cell])
    return made


def everybody(count: int) -> list[tuple[int, int]]:
    return [(one, other) for one in range(count) for other in range(one)]


def neighbours(count: int) -> list[tuple[int, int]]:
    return [(one, other) for one in range(count) for other in range(max(one - 2, 0), one)]


@dataclass(frozen=True)
class Tournament:
    """Whose strengths have a standard deviation of *spread* points; all play, or those near each other on a ladder."""

    name: str
    players: int = 5
    games: int = 40
    spread: float = 100.0
    draw: float = 0.0
    seat: float = 0.0
    bias: float = 0.0
    pairs: Callable[[int], list[tuple[int, int]]] = everybody

    def cover(self, runs: int, seed: int = 1) -> float:
        """The share of intervals that have the truth in them."""
        found = self.found(runs, seed)
        return sum(hit for hit, _ in found) / len(found)

    def found(self, runs: int, seed: int = 1) -> list[tuple[bool, bool]]:
        """Of each interval, has it the truth in it, and has it one end alone?

        Where openings are biased, the truth is what an endless tournament would find.
        """
        rng = np.random.default_rng(seed)
        found = []
        names = [str(player) for player in range(self.players)]
        for _ in range(runs):
            strengths = np.sort(rng.normal(0, self.spread, self.players))
            chances = {
                (one, other): ends(strengths[one] - strengths[other], self.draw, self.seat, self.bias)
                for one, other in self.pairs(self.players)
            }
            truth = [*(strengths - strengths[0])]
            if self.bias:
                truth = [rating.rating for rating in rate(names, endless(chances))]
            seen = [
                meeting
                for pair, chance in chances.items()
                for meeting in meetings(*pair, rng.multinomial(self.games // 2, chance))
            ]
            for rating, true in list(zip(rate(names, seen), truth, strict=True))[1:]:
                found.append((rating.low <= true <= rating.high, isinf(rating.low) or isinf(rating.high)))
        return found

    def told(self, runs: int) -> str:
        found = self.found(runs)
        open_ended = [hit for hit, alone in found if alone]
        words = f"tournament, {self.name}: {sum(hit for hit, _ in found) / len(found):.1%} of {len(found)}"
        if open_ended:
            words += f"; {sum(open_ended) / len(open_ended):.1%} of {len(open_ended)} with one end"
        return words


def endless(chances: dict[tuple[int, int], Any], games: int = 4000) -> list[Meeting]:
    """As many pairs of games of each end as are expected."""
    return [meeting for pair, chance in chances.items() for meeting in meetings(*pair, np.round(chance * games))]


TOURNAMENTS = (
    Tournament("no draws"),
    Tournament("draws", draw=1.0),
    Tournament("seat +150", draw=1.0, seat=150),
    Tournament("seat -150, no draws", seat=-150),
    Tournament("openings with bias", draw=0.5, bias=400),
    Tournament("ladder of spread 1000", players=8, spread=1000, pairs=neighbours),
    Tournament("the same with draws", players=8, spread=1000, draw=0.5, pairs=neighbours),
    Tournament("the same, 200 games a pair", players=8, spread=1000, games=200, pairs=neighbours),
)


def cover_match(games: int, difference: float, draw: float, bias: float, runs: int, seed: int = 1) -> float:
    """The share of the intervals of single matches that have the truth in them."""
    rng = np.random.default_rng(seed)
    chances = ends(difference, draw, 0.0, bias)
    score = sum(chance * (SCORES[cell // 3] + SCORES[cell % 3]) / 2 for cell, chance in enumerate(chances))
    hits = 0
    for counts in rng.multinomial(games // 2, chances, runs):
        found = compare(
            [pair for cell, count in enumerate(counts) for pair in [[SCORES[cell // 3], SCORES[cell % 3]]] * count]
        )
        hits += found.low <= elo(score) <= found.high
    return hits / runs


def cover_several(runs: int, games: int = 200, players: int = 5, seed: int = 1) -> float:
    """The same of games of three, by Plackett and Luce: who sits where changes from game to game."""
    rng = np.random.default_rng(seed)
    hits = 0
    for run in range(runs):
        strengths = np.sort(rng.normal(0, 100, players)) / POINTS
        finishes = []
        for game in range(games):
            table = rng.permutation(players)[:3]
            odds = np.exp(strengths[table] + np.array([0.3, 0.0, -0.3]))
            scores = rng.multinomial(1, odds / odds.sum())
            finishes.append(Finish(tuple(map(str, table)), tuple(map(float, scores)), game))
        found = rank([str(player) for player in range(players)], finishes, seed=run)
        truth = (strengths - strengths[0]) * POINTS
        hits += sum(rating.low <= true <= rating.high for rating, true in list(zip(found, truth, strict=True))[1:])
    return hits / runs / (players - 1)


def wrong(
    test: Test, difference: float, bias: float, runs: int, most: int = 20_000, seed: int = 1
) -> tuple[float, float]:
    """How often elo1 is accepted where the score is that of *difference* points, and the mean number of games."""
    rng = np.random.default_rng(seed)
    nine = ends(true_lean(difference, bias), 0.0, 0.0, bias)
    chances = np.zeros(len(ENDS))
    for cell, chance in enumerate(nine):
        chances[ENDS.index((SCORES[cell // 3] + SCORES[cell % 3]) / 2)] += chance
    counts, accepted, games = np.zeros((runs, len(ENDS))), 0, 0
    for pairs in range(1, most + 1):
        counts += rng.multinomial(1, chances, len(counts))
        if pairs < LEAST_PAIRS:
            continue
        ratio = ratios(counts, np.array(ENDS), test)
        done = (ratio <= test.low) | (ratio >= test.high)
        accepted += int((ratio >= test.high).sum())
        games += 2 * pairs * int(done.sum())
        counts = counts[~done]
        if not len(counts):
            break
    return accepted / runs, games / runs


def true_lean(difference: float, bias: float) -> float:
    """The strength that scores as *difference* points do when openings have this *bias*."""
    wanted, low, high = 1 / (1 + 10 ** (-difference / 400)), -2000.0, 2000.0
    for _ in range(60):
        middle = (low + high) / 2
        score = sum(p * (SCORES[c // 3] + SCORES[c % 3]) / 2 for c, p in enumerate(ends(middle, 0.0, 0.0, bias)))
        low, high = (middle, high) if score < wanted else (low, middle)
    return low


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--only", choices=("tournaments", "matches", "several", "sprt"), action="append")
    parser.add_argument("--like", default="", help="of the tournaments, those whose names have this in them")
    args = parser.parse_args(argv)
    wanted = args.only or ["tournaments", "matches", "several", "sprt"]
    for tournament in TOURNAMENTS if "tournaments" in wanted else ():
        if args.like in tournament.name:
            print(tournament.told(args.runs), flush=True)
    for games in (20, 40, 100, 400) if "matches" in wanted else ():
        found = [
            f"{difference} points, draws {draw}, bias {bias}: {cover_match(games, difference, draw, bias, args.runs):.1%}"
            for difference, draw, bias in ((0, 0, 0), (100, 0, 0), (300, 0, 0), (0, 2, 0), (100, 0, 400), (0, 0, 800))
        ]
        print(f"match of {games} games; " + "; ".join(found), flush=True)
    if "several" in wanted:
        print(f"games of three: {cover_several(min(args.runs, 300)):.1%}", flush=True)
    for bias in (0, 400, 800) if "sprt" in wanted else ():
        for difference in (0, 30):
            share, games = wrong(Test(), difference, bias, args.runs)
            error = share if difference == 0 else 1 - share
            print(f"sprt 0 to 30, truth {difference}, bias {bias}: wrong {error:.1%}, {games:.0f} games", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
