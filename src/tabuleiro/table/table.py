"""One table: a game, who sits at it, and all that they may do; front ends draw it and pass on what people do.

Every change has a number, so that whoever has seen some of them can ask for the rest. A table knows no screen and starts
no thread: its host lets computers think, and passes on their answers.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from tabuleiro.core import CHANCE, NOBODY, Action, later
from tabuleiro.core.errors import NotNow
from tabuleiro.core.words import Said
from tabuleiro.play.agent import Agent, Limit, least
from tabuleiro.play.history import decider
from tabuleiro.play.lineup import HUMAN, Party, people, persons, seated
from tabuleiro.play.session import Session
from tabuleiro.play.view import View
from tabuleiro.table.keeper import Keeper

DRAW, TAKEBACK, REMATCH = "draw", "takeback", "rematch"  # what can be offered
FAIL = "fail"  # how a game ends whose program cannot go on
EARLY = 2  # turns; before so many are played, a game can be called off


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: ``deal``, ``step``, ``back`` (within a turn), ``undo``, ``redo``, ``offer``, ``agree``, ``decline``,
    ``note``, ``sit``, ``hint``, ``rematch``, ``end``; by *seat*, None for nobody.

    *what* is what was offered or answered, or how the game ended without a step; *count* is how many steps there are now.
    *words* are said when they are shown.
    """

    number: int
    kind: str
    seat: int | None = None
    words: str = ""
    what: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """What one seat has offered, and the seats that have not answered yet."""

    seat: int
    waiting: tuple[int, ...]


class Table:
    """The session, people, computers by seat, the offer under way and the keeper of the game.

    *seconds* is how long computers may think, None for as long as is usual; *patience* is the most in any case, for those
    whom a file has seated. *clock* tells the time in seconds; one that
    says None makes records without times, so that the same seed writes the same record. *absent* are seats that nobody has
    taken yet; where people come *later*, the time of the first turn is nobody's, and no time counts while a seat is empty.
    """

    def __init__(
        self,
        session: Session,
        party: Party,
        agents: dict[int, Agent],
        *,
        seconds: float | None = None,
        patience: float | None = None,
        keeper: Keeper | None = None,
        clock: Callable[[], float | None] | None = None,
        absent: Iterable[int] = (),
        later: bool = False,
    ) -> None:
        self.session = session
        self.game = session.game
        self.party = party
        self.agents = agents
        self.seconds = seconds
        self.patience = patience
        self.keeper = keeper
        self.humans = [seat for seat, player in enumerate(party.players) if player == HUMAN]
        self.absent = set(absent)
        self.later = later
        self.offers: dict[str, Offer] = {}
        self.helped: Counter[str] = Counter()  # hints and turns taken back without asking, which the record tells
        self.successor = ""  # the game that follows this one, by a name that the host understands
        self.events: list[Event] = []
        self._clock = clock or stopwatch()

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def now(self) -> float | None:
        return self._clock()

    @property
    def version(self) -> int:
        """The number of the last change."""
        return len(self.events)

    @property
    def ticking(self) -> bool:
        """Does time count?"""
        return not self.later or (bool(self.session.history.turns()) and not self.absent)

    @property
    def people(self) -> list[str]:
        """For every seat its name, and who sits there."""
        return people(self.game, self.session.names, self.party.players)

    def person(self, seat: int) -> Said:
        """The same of one *seat*, to be said."""
        return persons(self.game, self.session.names, self.party.players)[seat]

    def view(self, seat: int | None) -> View:
        """All that *seat* may know; None for a spectator."""
        return self.session.view(seat, self._time)

    def told(self, seat: int | None) -> View:
        """All that *seat* may know while it is not told what another player can still take back."""
        return self.session.told(seat, self._time)

    @property
    def _time(self) -> float | None:
        return self.now if self.ticking else None

    def alone(self, seat: int) -> bool:
        """Are all the opponents of *seat* programs?"""
        return not self.absent and self.humans == [seat]

    def may(self, seat: int) -> list[str]:
        """What *seat* may do now besides playing."""
        session = self.session
        if session.outcome:
            return [REMATCH] if self.humans and not self.successor and not self.absent else []
        can_undo = self._decided_by(seat) is not None
        found = {
            DRAW: self.may_draw and DRAW not in self.offers,
            TAKEBACK: can_undo
            and len(self.humans) == self.game.players
            and not self.absent
            and TAKEBACK not in self.offers,
            "undo": can_undo and self.alone(seat),
            "hint": session.player == seat and self.alone(seat),
            "back": session.player == seat and bool(session.pending),
            "abort": self.early,
            "resign": True,
        }
        return [what for what, allowed in found.items() if allowed]

    @property
    def early(self) -> bool:
        """Can the game still be called off?"""
        return self.session.outcome is None and len(self.session.history.turns()) < EARLY

    @property
    def begun(self) -> bool:
        """Has anybody decided anything yet?"""
        return any(step.player != CHANCE for step in self.session.steps)

    @property
    def last_turn(self) -> str:
        """The last finished turn as everybody may read it, "" before the first."""
        return next(iter(self.session.view(None).turns[-1:]), "")

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def deal(self) -> None:
        """Let chance act before anybody decides."""
        self.session.settle()
        if self.session.steps:
            self._happened("deal")

    def play(self, seat: int, move: Action | str, lag: float = 0.0) -> None:
        """Play a step, or what is typed: a turn, its beginning or its rest. Raises what the session does."""
        over, before = self.session.outcome is not None, len(self.session.steps)
        try:
            self.session.play(seat, move, self._time, lag)
        except NotNow:
            if not over:
                self._see_end(seat, "flag")  # the time was over
            raise
        if self.later and len(self.session.history.turns()) <= 1 and self.now is not None:
            self.session.start_clock(self.now)
        self.offers.clear()  # playing on declines every open offer
        for count in range(before + 1, len(self.session.steps)):
            if self.session.steps[count].player == seat:  # what chance adds belongs to the step before it
                self.events.append(Event(self.version + 1, "step", seat, count=count))
        self._happened("step", seat)

    def sit(self, seat: int, name: str, player: str = HUMAN) -> None:
        """Somebody takes a seat that was free."""
        self.absent.discard(seat)
        players, names = list(self.party.players), list(self.party.names)
        players[seat], names[seat] = player, name
        self.party = replace(self.party, players=tuple(players), names=tuple(names))
        self.humans = [seat for seat, player in enumerate(players) if player == HUMAN]
        self.session.rename(seated(self.party))
        if self.now is not None and not self.ticking:
            self.session.start_clock(self.now)
        self._happened("sit", seat)

    def hint(self, seat: int) -> None:
        """*seat* asks the computer what to play; the record will tell."""
        self._help("Hints")
        self._happened("hint", seat)

    def take_back(self, seat: int) -> bool:
        """Take back what *seat* has played of the turn under way; what others have played of it stays."""
        if self.session.outcome or not self.session.take_back(seat):
            return False
        self._happened("back", seat)
        return True

    def undo_turn(self, seat: int, asked: bool = False) -> bool:
        """Back to the last turn that *seat* began, the one under way included; whoever has not *asked* has it told in the record."""
        last = self._decided_by(seat)
        if last is None or self.session.outcome:
            return False
        self.session.back_to(last)
        self.offers.clear()
        if not asked:
            self._help("Takebacks")
        self._happened("undo", seat, what=TAKEBACK if asked else "")
        return True

    def _decided_by(self, seat: int) -> int | None:
        """The number of the step that began the last turn of *seat*."""
        history = self.session.history
        turns = [*history.turns(), history.under_way()]
        number = len(self.session.steps)
        for turn in reversed(turns):
            number -= len(turn)
            if turn and decider(turn) == seat:
                return number + next(at for at, step in enumerate(turn) if step.player == seat)
        return None

    def _help(self, what: str) -> None:
        self.helped[what] += 1
        self.session.tags[what] = str(self.helped[what])

    @property
    def final(self) -> bool:
        """Has the end shown what people had hidden from each other? That cannot be unshown, so nobody can play on."""
        return self.session.outcome is not None and self.game.has_secrets and len(self.humans) > 1

    def undo(self) -> bool:
        """Back to the last turn that a person began, or by a turn where only computers play; not from an end that is final."""
        session, taken = self.session, 0
        if self.final:
            return False
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
        share = session.clock.share(self.view(None).clocks[seat] or 0.0) if session.clock else None
        limit = self.agents[seat].bounded(Limit(seconds=least(share, self.seconds)))
        return replace(limit, seconds=least(limit.seconds, self.patience))

    # ── Ending ───────────────────────────────────────────────────────────────────────────────────────────────────

    def resign(self, seat: int) -> None:
        """*seat* gives up."""
        self.session.resign(seat)
        self._see_end(seat, "resign")

    def fail(self, seat: int, trouble: str = "") -> None:
        """The program at *seat* cannot go on, and has lost; *trouble* says why."""
        self.session.fail(seat, trouble)
        self._see_end(seat, FAIL, trouble)

    def call_off(self, seat: int | None = None) -> None:
        """The game ends without a winner: a seat did so early, or the host because somebody never came."""
        self.session.abort()
        self._see_end(seat, "abort")

    def claim(self, seat: int) -> None:
        """*seat* waits no longer for the one who decides; the host knows how long that one has been away."""
        gone = self.session.player
        assert gone not in (seat, NOBODY)
        self.session.leave(gone)
        self._see_end(gone, "leave")

    @property
    def may_draw(self) -> bool:
        """Can a draw be agreed? Computers take none."""
        return len(self.humans) == self.game.players and not self.absent and self.session.outcome is None

    def make_offer(self, seat: int, what: str) -> bool:
        """*seat* offers *what* to all the other people; True if nobody has to be asked, so that it is agreed at once."""
        assert what in self.may(seat)
        self.offers[what] = Offer(seat, tuple(other for other in self.humans if other != seat))
        words = later("{seat} offers a draw.", seat=self.person(seat)) if what == DRAW else ""
        self._happened("offer", seat, words, what)
        return not self.offers[what].waiting

    def answer(self, seat: int, what: str, yes: bool) -> bool:
        """*seat* answers an offer, which falls as soon as one says no; True when all have agreed.

        A draw and a turn taken back are done then; a rematch is the host's to set up.
        """
        offer = self.offers[what]
        assert seat in offer.waiting
        if not yes:
            del self.offers[what]
            words = later("{other} plays on.", other=self.person(seat)) if what == DRAW else ""
            self._happened("decline", seat, words, what)
            return False
        self.offers[what] = replace(offer, waiting=tuple(other for other in offer.waiting if other != seat))
        if self.offers[what].waiting:
            self._happened("agree", seat, what=what)
            return False
        del self.offers[what]
        if what == DRAW:
            self.session.agree_draw()
            self._see_end(what=DRAW)
        elif what == TAKEBACK:
            self.undo_turn(offer.seat, asked=True)
        else:
            self._happened("agree", seat, what=what)
        return True

    def follow(self, successor: str) -> None:
        """Another game follows this one."""
        self.successor = successor
        self.offers.clear()
        self._happened("rematch", what=successor)

    def check_clock(self) -> bool:
        """Has somebody just run out of time?"""
        session = self.session
        if session.clock is None or session.player < 0 or not self.ticking:
            return False
        left = self.view(None).clocks[session.player]
        if left is None or left > 0:
            return False
        seat = session.player
        session.flag(seat)
        self._see_end(seat, "flag")
        return True

    def close(self) -> None:
        """Nobody plays here any more: the game is kept."""
        if self.keeper:
            self.keeper.leave(self.session, self.now)

    # ── What happened ────────────────────────────────────────────────────────────────────────────────────────────

    def since(self, number: int) -> list[Event]:
        """The events after the one numbered *number*."""
        return self.events[number:]

    def _happened(self, kind: str, seat: int | None = None, words: str = "", what: str = "") -> None:
        self.events.append(Event(len(self.events) + 1, kind, seat, words, what, len(self.session.steps)))
        if self.keeper:
            self.keeper.keep(self.session, self.now)

    def _see_end(self, seat: int | None = None, what: str = "", words: str = "") -> None:
        """Tell of an end that no step has brought."""
        if self.session.outcome:
            self.offers.clear()
            self._happened("end", seat, words, what)


def stopwatch() -> Callable[[], float]:
    """Seconds from now on."""
    began = time.monotonic()
    return lambda: time.monotonic() - began
