"""``python -m benchmarks.strength``: is the strongest level as strong as it should be, against players of other kinds?

How every level does against the one below, ``tabuleiro ladder`` measures. Plays the matches that say so, seats swapped, a few random turns first, and prints a table. What is played is kept
in the folder of records: stopped and started again, it goes on. Strength depends on nothing but thinking time and the
sources, so use a new folder after a change.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tabuleiro.ai.agents import known
from tabuleiro.ai.levels import LEVELS
from tabuleiro.arena.executor import run
from tabuleiro.arena.log import Log, default_path
from tabuleiro.arena.match import Match
from tabuleiro.arena.summary import Summary
from tabuleiro.core.registry import find, names

UCT = "mcts:plain=on"  # the textbook's: no evaluation, no proofs
STRONGEST = f"level:{max(LEVELS)}"
WEAK_SECONDS = 0.1  # against weak players, a fraction of its own time: stricter than needed, and quick
UCT_SECONDS = 0.1
EVEN = 8  # openings of which the fairest is played: where one decides the game, nothing is learned
BATCH = 10  # games, before looking whether the rest can still change the answer


@dataclass(frozen=True)
class Claim:
    """The first agent of *match* scores at least *share*."""

    topic: str
    match: Match
    share: float


def claims(game: str) -> Iterator[Claim]:
    """What is claimed of a game, the quick matches first."""
    for weak in known(find(game)):
        if weak == "random" or weak.startswith(("report", "greedy")):
            yield Claim(
                "weak", Match(game, (STRONGEST, weak), WEAK_SECONDS, even=EVEN), 0.9 if game == "meerkats" else 0.99
            )
    if game != "meerkats":
        yield Claim("uct", Match(game, (STRONGEST, UCT), UCT_SECONDS, even=EVEN), 0.75)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("game", nargs="*", metavar="GAME", help="a name (all games)")
    add("--only", action="append", choices=("weak", "uct"), help="this topic (all)")
    add("--games", type=int, default=100, metavar="N", help="of each match (100)")
    add("--records", metavar="FOLDER", help="where the games are kept (the user's data directory)")
    args = parser.parse_args(argv)
    every = [claim for game in args.game or names() for claim in claims(game)]
    for claim in every:
        if args.only and claim.topic not in args.only:
            continue
        path = default_path(claim.match)
        if args.records:
            path = os.path.join(args.records, os.path.basename(path))
        print(line(claim, played(claim, path, args.games), args.games), flush=True)
    return 0


def played(claim: Claim, path: str, games: int) -> Summary:
    """The match, as far as it was not played before and can still change the answer."""
    match = claim.match
    with Log(match, path) as log:

        def tell() -> None:
            if sys.stderr.isatty():
                print(f"\r\x1b[K{' '.join((match.game, *match.agents))} {len(log.games)}", end="\r", file=sys.stderr)

        for most in range(BATCH, games + BATCH, BATCH):
            count = min(most, games)
            run(log, count, None, tell)
            summary = Summary.of(match, [game for game in log.games.values() if game.number <= count])
            if settled(claim, summary, games):
                break
        return summary


def settled(claim: Claim, summary: Summary, games: int) -> bool:
    """Is the claim true or false of *games* games, however those that are left end?"""
    return summary.score >= claim.share * games or summary.score + games - len(summary.games) < claim.share * games


def line(claim: Claim, summary: Summary, games: int) -> str:
    """A row of the table: the score, what it should be, and the time that both spent on a step."""
    one, other = claim.match.agents
    count = len(summary.games)
    share = summary.score / count
    times = " and ".join(
        f"{summary.effort(side).seconds / max(1, summary.effort(side).decisions):.3f} s" for side in (0, 1)
    )
    met = summary.score >= claim.share * games
    verdict = "  NOT MET" if not met else "" if count == games else f"  certain of {games}"
    return (
        f"| {claim.match.game} | `{one}` | `{other}` | {summary.score:g} of {count} | {share:.0%} |"
        f" {claim.share:.0%} | {times} |{verdict}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
