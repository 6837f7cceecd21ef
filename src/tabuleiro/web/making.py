"""Setting up a game for the web: what was asked for, checked against what the site offers, becomes a table and its seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tabuleiro.core import Game, later, say
from tabuleiro.core.errors import TabuleiroError, UnknownAgent
from tabuleiro.core.notation import read_position
from tabuleiro.core.registry import origin_of, registered
from tabuleiro.core.words import one_line
from tabuleiro.play.clock import TimeControl
from tabuleiro.play.lineup import turned
from tabuleiro.store.again import lay
from tabuleiro.store.rows import AGENT, BOT, HUMAN, OPEN, GameRow, InviteRow, SeatRow
from tabuleiro.web.live import Live
from tabuleiro.web.orders import NOT_LEGAL, Refused
from tabuleiro.web.seats import Source, hashed
from tabuleiro.web.settings import Settings

FREE = ("random", "greedy", "report", "level")  # the kinds of program that anybody may ask for
LONGEST_SPEC, LONGEST_CLOCK, LONGEST_POSITION = 200, 20, 1000


@dataclass(frozen=True)
class Sitter:
    """Who is to sit somewhere: ``human``, ``open``, ``agent`` or ``bot``."""

    kind: str
    name: str = ""
    agent: str = ""
    token_hash: str = ""  # where the one who sits there has a token already


@dataclass
class Making:
    """A game that is wanted. Once it is laid, *tokens* has the token of every seat of a person, *codes* the code by which
    an open seat can be taken, both by seat.
    """

    game: Game[Any]
    sitters: Sequence[Sitter]
    clock: str = ""
    public: bool = False
    tag: str = ""
    start: str = ""
    owner: str = ""
    follows: str = ""
    seconds: float | None = None
    tokens: dict[int, str] = field(default_factory=dict)
    codes: dict[int, str] = field(default_factory=dict)
    invites: list[InviteRow] = field(default_factory=list)

    def lay(
        self,
        settings: Settings,
        source: Source,
        rng: Random,
        time: Callable[[], float],
        clock: Callable[[], float],
    ) -> Live:
        """The table, on no disk yet."""
        now, game = time(), source.id()
        seats = [self._seat(game, number, sitter, now, settings, source) for number, sitter in enumerate(self.sitters)]
        row = GameRow(
            game,
            str(self.game),
            self.game.edition,
            now,
            now,
            origin_of(self.game).source,
            self.start,
            self.clock,
            self.public,
            self.tag,
            self.owner,
            self.follows,
            waiting=any(row.kind == OPEN for row in seats),
            seconds=self.seconds,
        )
        return Live(row, seats, lay(row, seats, rng, clock), settings, time)

    def _seat(self, id: str, number: int, sitter: Sitter, now: float, settings: Settings, source: Source) -> SeatRow:
        token_hash = sitter.token_hash
        if sitter.kind in (HUMAN, BOT) and not token_hash:
            self.tokens[number] = source.token()
            token_hash = hashed(self.tokens[number])
        elif sitter.kind == OPEN:
            self.codes[number] = source.token()
            self.invites.append(InviteRow(hashed(self.codes[number]), id, number, now + settings.unjoined))
        return SeatRow(number, sitter.kind, sitter.name, sitter.agent, token_hash, None if sitter.kind == OPEN else now)


def offered(game: Game[Any], settings: Settings) -> list[str]:
    """The programs that anybody may ask for as opponents."""
    from tabuleiro.ai.agents import known, may_play

    added = [name for name, spec in settings.agents.items() if may_play(spec, game)]
    return [spec for spec in known(game) if spec.partition(":")[0] in FREE] + added


def playing_here(game: Game[Any], settings: Settings, agent: str) -> str:
    """How the program *agent* is spelled, if this site offers it: a database may name whatever somebody wants to be run."""
    if agent not in offered(game, settings):
        raise UnknownAgent(later("{agent} does not play here", agent=agent))
    return settings.agents.get(agent, agent)


def checked(
    settings: Settings,
    spec: str,
    sitters: Sequence[Mapping[str, str]],
    *,
    clock: str = "",
    tag: str = "",
    start: str = "",
    **more: Any,
) -> Making:
    """What was asked for, if this site offers it; raises Refused with what would do."""
    try:
        game = registered(spec[:LONGEST_SPEC])
        if clock:
            TimeControl.read(clock[:LONGEST_CLOCK])
        if start:
            read_position(game, start[:LONGEST_POSITION])
    except TabuleiroError as error:
        raise Refused(NOT_LEGAL, error.words) from error
    if len(sitters) != game.players:
        raise Refused(
            NOT_LEGAL, say("{game} has {count} seats; say who sits at each", game=str(game), count=game.players)
        )
    return Making(
        game,
        [_sitter(settings, game, sitter) for sitter in sitters],
        clock=clock,
        tag=checked_tag(tag),
        start=start,
        **more,
    )


def checked_name(settings: Settings, name: object) -> str:
    """A name as others may see it."""
    return one_line(str(name or ""))[: settings.limits.name]


def checked_tag(tag: object) -> str:
    """A tag: letters, digits and hyphens, which can stand in an address."""
    text = "-".join(str(tag or "").lower().split())
    if len(text) > 40 or not all(letter.isalnum() or letter == "-" for letter in text):
        raise Refused(NOT_LEGAL, say("a tag is made of at most {most} letters, digits and hyphens", most=40))
    return text


def _sitter(settings: Settings, game: Game[Any], wish: Mapping[str, str]) -> Sitter:
    kind, name, agent = wish.get("kind", ""), checked_name(settings, wish.get("name")), wish.get("agent") or ""
    if kind not in (HUMAN, OPEN, AGENT):
        raise Refused(NOT_LEGAL, say("a seat is human, open or agent"))
    if kind == AGENT and agent not in (known := offered(game, settings)):
        raise Refused(
            NOT_LEGAL,
            say("{agent} does not play here; there are {known}", agent=str(agent)[:40] or "''", known=", ".join(known)),
        )
    return Sitter(kind, name, agent if kind == AGENT else "")


def rematch(live: Live) -> Making:
    """The same people at the same game, everybody one seat further, with the tokens that they have."""
    row, before = live.row, turned(live.seats)
    sitters = [Sitter(seat.kind, seat.name, seat.agent, seat.token_hash) for seat in before]
    return Making(
        live.table.game,
        sitters,
        clock=row.clock,
        public=row.public,
        tag=row.tag,
        start=row.start,
        owner=row.owner,
        follows=row.id,
        seconds=row.seconds,
    )
