"""A tournament: agents, who of them meet, and all their games in one file, from which it goes on after any end.

A game is known by its agents and its number, and a bot by its source too. So an agent that comes later, or a bot
that has changed, adds its own games, and those of the others are there already.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from functools import cached_property
from math import comb
from random import Random

from tabuleiro.arena import pairings
from tabuleiro.arena.executor import Executor, Job
from tabuleiro.arena.executor import conduct as conduct_jobs
from tabuleiro.arena.ladder import ANCHOR, evenly
from tabuleiro.arena.log import Journal, credible
from tabuleiro.arena.match import Match, Played, digest_of, rooted
from tabuleiro.arena.pairings import DRAW, GAUNTLET, LOSS, SWISS, SYSTEMS, WIN, NoPairing, Round
from tabuleiro.core import later
from tabuleiro.core.errors import BadOption
from tabuleiro.core.registry import find, origin_of
from tabuleiro.play.agent import BOT, POLICY, PROGRAM, Spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

MOST = 100_000  # games of a tournament
EQUAL = 1e-6  # by which scores may differ and be the same


@dataclass(frozen=True)
class Tournament:
    """The game, the agents as they are spelled, two or more, the system, and what the games depend on.

    *games* are those of each meeting. *even* is None where searches are to get even openings, as on a ladder.
    """

    game: str
    agents: tuple[str, ...]
    system: str = SYSTEMS[0]
    games: int = 12
    rounds: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    seed: int = 0
    opening: int = 4
    even: int | None = None
    anchor: str | None = None
    cpu_seconds: float | None = None
    clock: str | None = None

    def check(self) -> None:
        """Raise BadOption for what cannot be played."""
        self.match(self.agents)
        if len(self.agents) < 2 or len(set(map(rooted, self.agents))) < len(self.agents):
            raise BadOption(
                later("a tournament takes two agents or more, each once: {agents}", agents=", ".join(self.agents))
            )
        if self.anchor is not None and self.anchor not in self.agents:
            raise BadOption(later("the anchor {anchor} is none of the agents", anchor=self.anchor))
        if self.system != SWISS and self.rounds is not None:
            raise BadOption(later("only Swiss tournaments have a number of rounds; leave it out"))
        if self.system == SWISS and self.seats != 2:
            raise BadOption(later("Swiss rounds are for two seats; a game of more takes round-robin or gauntlet"))
        if self.system == SWISS and self.planned_rounds >= len(self.agents) + len(self.agents) % 2:
            raise BadOption(
                later(
                    "{agents} agents can play at most {most} Swiss rounds",
                    agents=len(self.agents),
                    most=len(self.agents) - 1 + len(self.agents) % 2,
                )
            )
        if self.count > MOST:
            raise BadOption(
                later("that would be {count} games; {most} is the most of a tournament", count=self.count, most=MOST)
            )

    @cached_property
    def seats(self) -> int:
        return find(self.game).players

    @property
    def planned_rounds(self) -> int:
        return self.rounds or pairings.usual_rounds(len(self.agents))

    @property
    def count(self) -> int:
        """How many games it has."""
        agents = len(self.agents)
        together = min(self.seats, agents)
        if self.system == SWISS:
            return self.planned_rounds * (agents // 2) * self.games
        return self.games * (comb(agents - 1, together - 1) if self.system == GAUNTLET else comb(agents, together))

    @property
    def zero(self) -> str:
        """The agent whose rating is 0."""
        return self.anchor or (ANCHOR if ANCHOR in self.agents else self.agents[0])

    def match(self, agents: Sequence[str]) -> Match:
        """The meeting of *agents*; each has openings of its own, whoever else plays in the tournament."""
        names = " - ".join(_called(Spec.read(agent)) for agent in agents)
        seed = Random(f"{self.seed} {names}").getrandbits(32)
        even = self.even or evenly(*agents)
        begins = seed, self.opening, even
        return Match(self.game, tuple(agents), self.seconds, self.nodes, *begins, self.cpu_seconds, self.clock)

    def rounds_after(self, book: Book) -> Iterator[tuple[Round, list[Match]]]:
        """Round after round who meets whom. A Swiss round is known when the games of those before are in *book*."""
        if self.system != SWISS:
            paired = pairings.gauntlet if self.system == GAUNTLET else pairings.round_robin
            alone = paired(self.agents, self.seats)
            yield alone, list(map(self.match, alone.meetings))
            return
        past: list[tuple[Round, Mapping[tuple[str, ...], float]]] = []
        while len(past) < self.planned_rounds:
            try:
                paired_now = pairings.swiss(self.agents, self.planned_rounds, past)
            except NoPairing:
                return
            matches = list(map(self.match, paired_now.meetings))
            yield paired_now, matches
            if any(len(book.played(match)) < self.games for match in matches):
                return
            past.append((paired_now, {match.agents: points(book.played(match)) for match in matches}))

    def to_json(self) -> dict[str, Any]:
        """Plain data, as it was spelled."""
        return asdict(self) | {"agents": list(self.agents)}


def points(games: Sequence[Played]) -> float:
    """What the first of two agents has from a meeting: it counts as one game."""
    lead = sum(game.scores[0] - game.scores[1] for game in games)
    return DRAW if abs(lead) < EQUAL else WIN if lead > 0 else LOSS


class Book(Journal):
    """The games of a tournament that are finished, in the file *path*, by the keys of their agents and by number."""

    def __init__(self, tournament: Tournament, path: str) -> None:
        super().__init__(path)
        self.tournament = tournament
        self.games: dict[tuple[str, ...], dict[int, Played]] = {}
        self._keys = {agent: key(agent) for agent in tournament.agents}

    def head(self) -> dict[str, Any]:
        told = self.tournament
        game = find(told.game)
        source = origin_of(game).source
        depends = {key: getattr(told, key) for key in ("seconds", "cpu_seconds", "nodes", "seed", "opening", "even")}
        depends |= {"clock": told.clock} if told.clock is not None else {}  # older files do not name it
        return {"tournament": {"game": str(game)} | ({"source": source} if source else {}) | depends}

    def keep(self, match: Match, game: Played) -> None:
        """Keep a finished game; it counts when it is on the disk."""
        keys = self._keys_of(match)
        if game.number not in self.games.get(keys, ()):
            self._wait({"agents": keys} | game.to_json(), lambda: self._count(keys, game))

    def take_in(self, data: Any) -> None:
        game, keys = Played.from_json(data), tuple(map(str, data["agents"]))
        if credible(game, len(keys)):
            self._count(keys, game)

    def played(self, match: Match) -> list[Played]:
        """The games of a meeting, in order."""
        found = self.games.get(self._keys_of(match), {})
        return [found[number] for number in range(1, self.tournament.games + 1) if number in found]

    def missing(self, matches: Sequence[Match]) -> list[Job]:
        """The games that are not there; those of every meeting turn by turn, so that all get on together."""
        due = [
            (match, number)
            for match in matches
            for found in [self.games.get(self._keys_of(match), {})]
            for number in range(1, self.tournament.games + 1)
            if number not in found
        ]
        return [Job(match, number) for match, number in sorted(due, key=lambda one: one[0].group(one[1]))]

    def _another(self, other: list[str]) -> BadOption:
        return BadOption(
            later(
                "{path} holds the games of another tournament: {other}; choose another --output",
                path=self.path,
                other=", ".join(other),
            )
        )

    def _keys_of(self, match: Match) -> tuple[str, ...]:
        return tuple(self._keys[agent] for agent in match.agents)

    def _count(self, keys: tuple[str, ...], game: Played) -> None:
        self.games.setdefault(keys, {}).setdefault(game.number, game)


def conduct(
    tournament: Tournament,
    book: Book,
    executor: Executor,
    progress: Callable[[], None] = lambda: None,
) -> None:
    """Let *executor* play what is missing, round after round."""
    for _, matches in tournament.rounds_after(book):
        due = book.missing(matches)
        conduct_jobs(executor, iter(due), len(due), book, progress)


# ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────


def key(agent: str) -> str:
    """What tells an agent from others, in whatever folder it is named; a bot that has changed is another one."""
    return " ".join(filter(None, (rooted(agent), digest_of(Spec.read(agent)))))


def labels(agents: Sequence[str]) -> dict[str, str]:
    """What agents are called in tables: files and programs without their folders, unless others are called so too."""
    short = {agent: _called(Spec.read(agent)) for agent in agents}
    called = list(short.values())
    return {agent: name if called.count(name) == 1 else agent for agent, name in short.items()}


def _called(spec: Spec) -> str:
    if spec.kind == BOT:
        head, _, name = os.path.basename(spec.argument).partition(".py")
        return head + name
    if spec.kind == POLICY:
        return f"{spec.kind}:{os.path.basename(spec.argument)}"
    if spec.kind == PROGRAM:
        program, blank, rest = spec.argument.partition(" ")
        return f"{spec.kind}:{os.path.basename(program)}{blank}{rest}"
    return str(spec)
