"""Two programs or more, many games: who sits where, how a game begins, and how one is played.

Games come in groups, pairs where two play, that share a random opening and the luck of chance while everybody moves on by
a seat. A game depends on nothing but the match and its number, so a match can be played in any order, by several
processes, and go on after an end by force.
"""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import asdict, dataclass, replace
from itertools import islice, permutations
from math import factorial
from random import Random
from time import monotonic

from tabuleiro.ai.agents import source_of
from tabuleiro.arena.opening import opened
from tabuleiro.core import Outcome, later, say
from tabuleiro.core.errors import AgentFailed, BadOption, GameFailed, TabuleiroError
from tabuleiro.core.registry import digest, find, origin_of
from tabuleiro.core.words import brief, joined, shortened, understood
from tabuleiro.home.files import LARGEST, open_file
from tabuleiro.play.agent import BOT, POLICY, Limit, Spec
from tabuleiro.play.clock import Clock, TimeControl
from tabuleiro.play.session import OUT_OF_TIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.play.agent import Agent, Choice
    from tabuleiro.play.session import Session

LONG = 300  # signs of an error that are told
LATER = ("cpu_seconds", "clock")  # limits that came later
LONGEST = 2000  # turns until a game without end is called a draw


@dataclass(frozen=True)
class Match:
    """The game, the agents as they are spelled, two or more, and all that the games depend on.

    *opening* is how many random turns begin a game; of *even* such beginnings the most even one is taken. *clock* is a
    time control like ``60+1`` for each seat, from the end of the opening on.
    """

    game: str
    agents: tuple[str, ...]
    seconds: float | None = None
    nodes: int | None = None
    seed: int = 0
    opening: int = 4
    even: int = 1
    cpu_seconds: float | None = None
    clock: str | None = None

    def __post_init__(self) -> None:
        if self.clock is not None and (self.seconds is not None or self.cpu_seconds is not None):
            raise BadOption(later("a clock takes the place of seconds and CPU seconds a step; leave one of them out"))

    def limit(self, session: Session) -> Limit:
        """For the next step of the *session*: by the clock, who decides has a share of what it shows."""
        if session.clock is None:
            return Limit(self.seconds, self.nodes, cpu_seconds=self.cpu_seconds)
        left = session.clock.left[session.player]
        return Limit(session.clock.share(left), self.nodes, clock=left)

    def group(self, number: int) -> int:
        """The number, from 0, of the games that begin as game *number* does: so many in a row as there are agents."""
        return (number - 1) // len(self.agents)

    def seating(self, number: int, players: int) -> tuple[int, ...]:
        """Which of the agents sits at each seat in game *number*: they move on from game to game, and who sits beside
        whom changes from group to group.
        """
        count = len(self.agents)
        rounds = self.group(number) % factorial(count - 1)
        circle = (0, *next(islice(permutations(range(1, count)), rounds, None)))
        return tuple(circle[(seat + number - 1) % count] for seat in range(players))

    def play(self, number: int, here: Mapping[str, str] | None = None) -> Played:
        """Game *number*, from 1; *here* is how a file that a person named is spelled on this machine."""
        return play(self, number, here)

    def to_json(self) -> dict[str, Any]:
        """Plain data, as it was spelled; what older logs do not name is left out where it does not bind."""
        data = asdict(self) | {"agents": list(self.agents)}
        return {key: value for key, value in data.items() if value is not None or key not in LATER}

    def identity(self) -> dict[str, Any]:
        """What tells this match from others, in whatever folder it is played; a game given as a file has its name."""
        game = find(self.game)
        source = origin_of(game).source
        named = {"game": str(game), "source": source} if source else {}
        bots = [source for spec in map(Spec.read, self.agents) if (source := digest_of(spec))]
        return self.to_json() | named | {"agents": list(map(rooted, self.agents))} | ({"bots": bots} if bots else {})


def digest_of(spec: Spec) -> str:
    """Of the file of a bot, a policy or a net that *spec* names; "" where it names none."""
    if source := source_of(spec):
        return source
    if not os.path.isfile(spec.net):
        return ""
    with open_file(spec.net) as file:
        return digest(file.read(LARGEST))


def rooted(spec: str) -> str:
    """The agent *spec* as it means the same program in every folder: its path is made absolute."""
    return placed(spec, os.path.abspath)


def placed(spec: str, place: Callable[[str], str]) -> str:
    """The agent *spec* with another path by *place*: of a bot or a policy, of a program that is run, or of the script that this runs."""
    read = Spec.read(spec)
    if read.kind in (BOT, POLICY):
        return str(Spec(read.kind, place(read.argument)))
    if read.net:
        return str(read.with_net(place(read.net)))
    if not read.program:
        return spec
    try:
        words = shlex.split(read.argument)
    except ValueError:
        return spec
    script = next((word for word in words[1:] if not word.startswith("-")), "")
    paths = {word for word in words[:1] if os.path.dirname(word)} | (
        {script} if os.path.isfile(place(script)) else set()
    )
    full = [place(word) if word in paths else word for word in words]
    return spec if full == words else str(Spec(read.kind, shlex.join(full)))


@dataclass
class Effort:
    """What an agent spent in a game: seconds by the clock and of CPU time, in whatever process it thinks; *depths* is the
    sum over the decisions for which it told one.
    """

    decisions: int = 0
    seconds: float = 0.0
    nodes: int = 0
    depths: int = 0
    deep: int = 0
    cpu: float = 0.0

    def add(self, choice: Choice, seconds: float, cpu: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.cpu += cpu
        self.nodes += choice.nodes
        self.depths += choice.depth
        self.deep += choice.depth > 0


@dataclass(frozen=True)
class Played:
    """A finished game: the score of each agent, how it ended, who forfeited it if somebody did, and the record.

    *output* is what each agent said last: who forfeited, if it is a program; where nobody did, what the bots printed.
    """

    number: int
    scores: tuple[float, ...]
    reason: str
    forfeit: int | None
    turns: int
    efforts: tuple[Effort, ...]
    record: tuple[dict[str, Any], ...]
    output: tuple[tuple[str, ...], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain data; unlike ``asdict`` this does not copy the record, which takes as long as the disk."""
        return vars(self) | {"efforts": tuple(dict(vars(effort)) for effort in self.efforts)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Played:
        """The inverse of ``to_json``; raises KeyError, TypeError or ValueError for anything else."""
        efforts = tuple(Effort(**effort) for effort in data["efforts"])
        scores = tuple(map(float, data["scores"]))
        if len(scores) != len(efforts):
            raise ValueError(scores)
        record, output = tuple(dict(line) for line in data["record"]), list(data.get("output", ()))
        if output and isinstance(output[0], str):  # as games were kept before: the lines of one agent
            output = [output if side == (data["forfeit"] or 0) else () for side in range(len(scores))]
        return cls(
            int(data["number"]),
            scores,
            understood(str(data["reason"]), record[-1] if record else None),
            data["forfeit"],
            int(data["turns"]),
            efforts,
            record,
            tuple(tuple(map(str, lines)) for lines in output),
        )

    def said_last(self, agents: Sequence[str]) -> list[str]:
        """What the programs among *agents* said last, each with a line before it that says whose words these are."""
        heard = [(agent, lines) for agent, lines in zip(agents, self.output, strict=False) if lines]
        return [words for agent, lines in heard for words in (say("{agent} said last:", agent=agent), *lines)]

    def record_text(self) -> str:
        """The record as JSON lines."""
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self.record)


# ── One game ─────────────────────────────────────────────────────────────────────────────────────────────────────


def play(match: Match, number: int, here: Mapping[str, str] | None = None) -> Played:
    """Game *number* of the match, from 1; *here* is how a file that a person named is spelled on this machine."""
    from tabuleiro.ai.background import prepared

    here = here or {}
    game = find(here.get(match.game, match.game))
    seating = match.seating(number, game.players)
    session = begun(match, game, number)
    efforts = tuple(Effort() for _ in match.agents)
    agents: list[Agent] = []
    loser: int | None = None
    last_words: tuple[str, ...] = ()  # of the loser
    try:
        for side, spec in enumerate(match.agents):
            loser = side  # until it is there
            agents.append(prepared(here.get(spec, spec), game, Random(f"{match.seed} agent {side} game {number}")))
        began = monotonic()
        while session.player >= 0:
            loser = seating[session.player]
            decide(match, session, agents[loser], efforts[loser], began)
            if len(session.steps) > LONGEST and len(session.turns) > LONGEST:
                session.end(Outcome.draw(game.players, later("{count} turns were played", count=LONGEST)))
        loser = None
    except Exception as error:
        if loser is None or (os.environ.get("TABULEIRO_DEBUG") and not isinstance(error, TabuleiroError)):
            raise
        name, words = match.agents[loser], sentence(error)
        blamed = words if name in words else joined((name, words), ": ")
        forfeit(session, seating, loser, later("forfeit: {words}", words=blamed))
        last_words = tuple(line for note in getattr(error, "__notes__", ()) for line in note.splitlines())
    finally:
        for agent in agents:
            agent.close()
    if loser is None:
        output = tuple(agent.printed() for agent in agents)
    else:
        output = tuple(last_words if side == loser else () for side in range(len(match.agents)))
    return replace(told(match, session, number, loser, efforts), output=output)


def decide(match: Match, session: Session, agent: Agent, effort: Effort, began: float) -> None:
    """Let *agent* take the next step of the game that *began* then. Of its clock goes only what it thinks."""
    clock, seat = session.clock, session.player
    view, worked, before = session.view(seat), agent.worked(), monotonic()
    session.start_clock(before - began)
    late = AgentFailed(later(OUT_OF_TIME, name=session.names[seat]))
    try:
        choice = agent.choose(view, match.limit(session))
    except AgentFailed as error:
        if clock and clock.fallen(seat, monotonic() - before):
            raise late from error
        raise
    now = monotonic()
    effort.add(choice, now - before, max(0.0, agent.worked() - worked))
    if clock and clock.fallen(seat, now - before):
        raise late
    session.play(seat, choice.action, now - began)


def begun(match: Match, game: Game[Any], number: int) -> Session:
    """Game *number* after its opening, with clocks that start now; raises a sentence when the rules do not get so far."""
    try:
        session = opened(match, game, number)
    except TabuleiroError:
        raise
    except Exception as error:
        words = f"{type(error).__name__}: {error}"
        raise GameFailed(
            later(
                "{game}: game {number} cannot begin: {error}",
                game=match.game,
                number=number,
                error=shortened(words, LONG),
            )
        ) from error
    if match.clock is not None:
        session.clock = Clock(TimeControl.read(match.clock), game.players)
    return session


def sentence(error: Exception) -> str:
    """What went wrong, in one line; of a mistake in a program, its kind too."""
    if isinstance(error, TabuleiroError):
        return brief(error.words)
    return brief(later("went wrong inside: {error}", error=shortened(f"{type(error).__name__}: {error}", LONG)))


def forfeit(session: Session, seating: tuple[int, ...], loser: int, reason: str) -> None:
    """The seats of the others share the win."""
    winners = [seat for seat, side in enumerate(seating) if side != loser]
    session.end(Outcome.shared(winners, len(seating), reason))


def told(match: Match, session: Session, number: int, loser: int | None, efforts: tuple[Effort, ...]) -> Played:
    """The finished game as data."""
    ended = session.outcome
    assert ended is not None
    seating = match.seating(number, session.game.players)
    scores = [0.0] * len(match.agents)
    for score, side in zip(ended.scores, seating, strict=True):
        scores[side] += score
    scores[-1] = sum(ended.scores) - sum(scores[:-1])
    lines = [json.loads(line) for line in session.record().to_json().splitlines()]
    for effort in efforts:
        effort.seconds, effort.cpu = round(effort.seconds, 4), round(effort.cpu, 4)
    return Played(number, tuple(scores), ended.reason, loser, len(session.turns), efforts, tuple(lines))
