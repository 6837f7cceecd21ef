"""Every level's rating: each agent plays those that stand near it, and random is 0."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass

from tabuleiro.ai.agents import known, searches
from tabuleiro.arena.executor import Executor, conduct, hands, missing
from tabuleiro.arena.log import Log, Logs
from tabuleiro.arena.match import Match
from tabuleiro.arena.ratings import Ratings, rate
from tabuleiro.arena.summary import Summary
from tabuleiro.core import later
from tabuleiro.core.errors import BadOption, BadRecord
from tabuleiro.core.registry import find, names
from tabuleiro.home import files
from tabuleiro.play.agent import Spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from tabuleiro.arena.ratings import Rating
    from tabuleiro.core import Game

ANCHOR = "random"
EVEN = 8  # openings of which the most even one is played where two searches meet: only they can make use of it
NEAR = 2  # places up the ladder that an agent plays against, unless it is said


@dataclass(frozen=True)
class Ladder:
    """The game, its agents from weak to strong, how many games each pair plays at least, and what those depend on."""

    game: str
    agents: tuple[str, ...]
    games: int = 40
    seconds: float | None = None
    nodes: int | None = None
    seed: int = 0
    cpu_seconds: float | None = None
    clock: str | None = None
    near: int = NEAR

    @property
    def anchor(self) -> str:
        """The agent whose rating is 0."""
        return ANCHOR if ANCHOR in self.agents else self.agents[0]

    def matches(self) -> list[Match]:
        """Everybody against the next ones up the ladder."""
        return [
            Match(
                self.game,
                (stronger, agent),
                self.seconds,
                self.nodes,
                self.seed,
                even=evenly(stronger, agent),
                cpu_seconds=self.cpu_seconds,
                clock=self.clock,
            )
            for place, agent in enumerate(self.agents)
            for stronger in self.agents[place + 1 : place + 1 + self.near]
        ]

    def rungs(self, summaries: Iterable[Summary]) -> list[Summary]:
        """Those in which somebody plays the next one down the ladder."""
        pairs = set(zip(self.agents[1:], self.agents[:-1], strict=True))
        return [summary for summary in summaries if summary.match.agents in pairs]


def evenly(*agents: str) -> int:
    """Of how many openings a game of these takes the most even one."""
    return EVEN if all(map(searches, agents)) else 1


def usual(game: Game[Any]) -> tuple[str, ...]:
    """The agents of a ladder, unless others are named: random, the first programs, greedy and the levels."""
    specs = [Spec.read(text) for text in known(game)]
    return tuple(str(spec) for kind in ("random", "report", "greedy", "level") for spec in specs if spec.kind == kind)


def climb(
    ladder: Ladder,
    path: Callable[[Match], str],
    workers: int | Executor | None = None,
    progress: Callable[[Match, int, int, int], None] = lambda *_: None,
) -> tuple[Ratings, list[Summary]]:
    """Play what is missing and rate by all that was played; *path* says where the games of a match are kept. Also what every
    match came to.

    *progress* is told which match it is, its number and that of all matches, and how many of its games are done.
    """
    matches = ladder.matches()
    with ExitStack() as stack:
        logs = Logs([stack.enter_context(Log(match, path(match))) for match in matches])
        shown = dict.fromkeys(matches, 0) | {matches[0]: -1}

        def tell() -> None:
            for number, match in enumerate(matches, 1):
                done = sum(game <= ladder.games for game in logs[match].games)
                if done != shown[match]:
                    shown[match] = done
                    progress(match, number, len(matches), done)

        due = [job for match in matches for job in missing(logs[match], ladder.games)]
        executor = workers if isinstance(workers, Executor) else stack.enter_context(hands(workers, games=len(due)))
        conduct(executor, iter(due), len(due), logs, tell)
    summaries = [Summary.of(match, logs[match].games.values()) for match in matches]
    meetings = [meeting for summary in summaries for meeting in summary.meetings]
    return rate(ladder.agents, meetings, ladder.anchor), summaries


# ── The document ─────────────────────────────────────────────────────────────────────────────────────────────────

HEAD = """# How strong the levels are

Ratings by Davidson's model with 95 % intervals, on Elo's scale: 400 points more are odds of ten to one. Random play
is 0; `> 400` says that nothing bounds a rating from above. Every agent played those next to it on the ladder, with swapped seats and random openings that favour nobody.
What it scored against the line above is told too, of how many games.
`tabuleiro ladder --write docs/levels.md` measures again and writes this page.
"""


def section(ladder: Ladder, ratings: Iterable[Rating], summaries: Iterable[Summary] = ()) -> str:
    """A game's part of the page, which is in English like all documents: the ratings, and every agent against the one below."""
    below = {rung.match.agents[0]: f"{rung.share} | {rung.interval}" for rung in ladder.rungs(summaries)}
    title = find(ladder.game).title
    more = ladder.game.partition(":")[2]
    words = f"At least {_counted(ladder.games, 'game')} a pair"
    if ladder.seconds:
        words += f", {ladder.seconds:g} s a step"
    if ladder.cpu_seconds:
        words += f", {ladder.cpu_seconds:g} s of CPU time a step"
    if ladder.clock:
        words += f", clocks of {ladder.clock} s"
    if ladder.nodes:
        words += f", at most {_counted(ladder.nodes, 'node')} a step"
    lines = [
        f"## {title}{f' ({more})' if more else ''}",
        "",
        f"{words}.",
        "",
        "| agent | rating | 95 % | games | against the line above | 95 % |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| `{rating.player}` | {rating.value} | {rating.interval} | {rating.games} | {below.get(rating.player, ' | ')} |"
        for rating in ratings
    ]
    return "\n".join(lines) + "\n"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def rewritten(page: str, sections: Mapping[str, str]) -> str:
    """*page* with new *sections* by their heading lines, those of games first; all else stays, what is above them too."""
    head, *parts = f"\n{page}".split("\n## ")
    kept = [f"## {part.rstrip()}\n" for part in parts]
    due = dict(sections)
    kept = [due.pop(_heading(part), part) for part in kept] + list(due.values())
    titles = tuple(f"## {find(name).title}" for name in names())
    games = [part for part in kept if _heading(part) in sections or part.startswith(titles)]
    others = [part for part in kept if part not in games]
    return "\n".join([f"{head.strip()}\n" if head.strip() else HEAD, *sorted(games, key=_heading), *others])


def _heading(part: str) -> str:
    return part.partition("\n")[0]


def read_page(path: str) -> str:
    """The page *path* as it is, which may not be there yet; raises unless it can be read and written."""
    files.refuse_unwritable(path)
    try:
        return files.read_text(path) if os.path.isfile(path) else ""
    except BadRecord as error:
        raise BadOption(later("{path} is no text; choose another page", path=path)) from error


def write_page(path: str, sections: Sequence[str]) -> None:
    """Put *sections* into the page *path*."""
    files.write_text(path, rewritten(read_page(path), {_heading(section): section for section in sections}))
