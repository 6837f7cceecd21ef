"""One table: a game, who sits at it, and all that they may do; front ends draw it and pass on what people do.

Every change has a number, so that whoever has seen some of them can ask for the rest. A table knows no screen and starts
no thread: its host lets computers think, and passes on their answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from tabuleiro.core import CHANCE, Action, say
from tabuleiro.core.errors import NotNow
from tabuleiro.play.agent import Agent, Limit
from tabuleiro.play.lineup import HUMAN, Party, people
from tabuleiro.play.session import Session
from tabuleiro.play.view import View
from tabuleiro.table.keeper import Keeper


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: ``step``, ``undo``, ``redo``, ``offer``, ``decline``, ``note``, ``end``; by *seat*, None for nobody."""

    number: int
    kind: str
    seat: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw that one seat has offered, and the seats that have not answered yet."""

    seat: int
    waiting: tuple[int, ...]


class Table:
    """The session, people, computers by seat, the offer under way and the keeper of the game.

    *seconds* is how long computers may think, None for as long as is usual. *clock* tells the time in seconds; one that
    says None makes records without times, so that the same seed writes the same record.
    """

    def __init__(
        self,
        session: Session,
        party: Party,
        agents: dict[int, Agent],
        *,
        seconds: float | None = None,
        keeper: Keeper | None = None,
        clock: Callable[[], float | None] | None = None,
    ) -> None:
        self.session = session
        self.game = session.game
        self.party = party
        self.agents = agents
        self.seconds = seconds
        self.keeper = keeper
        self.humans = [seat for seat, player in enumerate(party.players) if player == HUMAN]
        self.offer: Offer | None = None
        self.events: list[Event] = []
        self._clock = clock or stopwatch()

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def now(self) -> float | None:
        return self._clock()

    @property
    def people(self) -> list[str]:
        """For every seat its name, and who sits there."""
        return people(self.game, self.session.names, self.party.players)

    def view(self, seat: int | None) -> View:
        """All that *seat* may know; None for a spectator."""
        return self.session.view(seat, self.now)

    @property
    def begun(self) -> bool:
        """Has anybody decided anything yet?"""
        return any(step.player != CHANCE for step in self.session.steps)

    @property
    def last_turn(self) -> str:
        """The last finished turn as everybody may read it, "" before the first."""
        return next(iter(self.session.view(None).turns[-1:]), "")

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def play(self, seat: int, move: Action | str) -> None:
        """Play a step, or what is typed: a turn, its beginning or its rest. Raises what the session does."""
        try:
            self.session.play(seat, move, self.now)
        except NotNow:
            self._see_end()  # the time was over
            raise
        self.offer = None  # who plays on does not want a draw
        self._happened("step", seat)

    def take_back(self, seat: int) -> bool:
        """Take back what *seat* has played of the turn under way; what others have played of it stays."""
        if self.session.outcome or not self.session.take_back(seat):
            return False
        self._happened("undo", seat)
        return True

    def undo(self) -> bool:
        """Back to the last turn that a person began, or by a turn where only computers play."""
        session, taken = self.session, 0
        while session.undo():
            taken += 1
            if not self.humans or session.player in self.humans:
                self._happened("undo")
                return True
        for _ in range(taken):
            session.redo()
        return False

    def redo(self) -> bool:
        """Play again what was taken back, up to a person's turn."""
        session = self.session
        if not session.undone:
            return False
        while session.redo() and session.undone and self.humans and session.player not in self.humans:
            pass
        self._happened("redo")
        return True

    def note(self, number: int, text: str) -> None:
        """Write *text* about turn *number*, 0 for the game; "" takes away what was written."""
        self.session.comments.pop(number, None)
        if text.strip():
            self.session.comments[number] = text.strip()
        self._happened("note")

    # ── Computers ────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def thinker(self) -> Agent | None:
        """The computer that decides next."""
        return self.agents.get(self.session.player)

    def limit(self) -> Limit:
        """How long the computer may think about its next step."""
        session, seat = self.session, self.session.player
        if session.clock is None:
            return self.agents[seat].bounded(Limit(seconds=self.seconds))
        share = session.clock.share(self.view(None).clocks[seat] or 0.0)
        return Limit(seconds=share if self.seconds is None else min(share, self.seconds))

    # ── Ending ───────────────────────────────────────────────────────────────────────────────────────────────────

    def resign(self, seat: int) -> None:
        """*seat* gives up."""
        self.session.resign(seat)
        self._see_end(seat)

    @property
    def may_draw(self) -> bool:
        """Can a draw be agreed? Computers take none."""
        return len(self.humans) == self.game.players and self.session.outcome is None

    def offer_draw(self, seat: int) -> None:
        """*seat* offers a draw to all the others."""
        assert self.may_draw
        self.offer = Offer(seat, tuple(other for other in self.humans if other != seat))
        self._happened("offer", seat, say("{seat} offers a draw.", seat=self.people[seat]))

    def answer_draw(self, seat: int, yes: bool) -> None:
        """*seat* answers the offer: the game is drawn when all agree, and goes on as soon as one does not."""
        offer = self.offer
        assert offer is not None and seat in offer.waiting
        if not yes:
            self.offer = None
            self._happened("decline", seat, say("{other} plays on.", other=self.people[seat]))
            return
        self.offer = replace(offer, waiting=tuple(other for other in offer.waiting if other != seat))
        if not self.offer.waiting:
            self.offer = None
            self.session.agree_draw()
            self._see_end()

    def check_clock(self) -> bool:
        """Has somebody just run out of time?"""
        session = self.session
        if session.clock is None or session.player < 0:
            return False
        left = self.view(None).clocks[session.player]
        if left is None or left > 0:
            return False
        session.flag(session.player)
        self._see_end()
        return True

    def rematch(self) -> Party:
        """The same people, everybody one seat further."""
        party = self.party
        return replace(party, players=_further(party.players), names=_further(party.names))

    def close(self) -> None:
        """Nobody plays here any more: the game is kept."""
        if self.keeper:
            self.keeper.leave(self.session, self.now)

    # ── What happened ────────────────────────────────────────────────────────────────────────────────────────────

    def since(self, number: int) -> list[Event]:
        """The events after the one numbered *number*."""
        return self.events[number:]

    def _happened(self, kind: str, seat: int | None = None, words: str = "") -> None:
        self.events.append(Event(len(self.events) + 1, kind, seat, words))
        if self.keeper:
            self.keeper.keep(self.session, self.now)

    def _see_end(self, seat: int | None = None) -> None:
        """Tell of an end that no step has brought."""
        if self.session.outcome:
            self.offer = None
            self._happened("end", seat)


def stopwatch() -> Callable[[], float]:
    """Seconds from now on."""
    began = time.monotonic()
    return lambda: time.monotonic() - began


def _further(items: tuple[str, ...]) -> tuple[str, ...]:
    return (*items[-1:], *items[:-1])
