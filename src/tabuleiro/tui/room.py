"""A game at one table, without a screen: who plays, what is half entered, which turn is looked at.

Widgets ask it what to show and tell it what was clicked, pressed or typed; it knows no widget, no thread and no file.
"""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import islice

from tabuleiro.core import CHANCE, Game, Place, say
from tabuleiro.core.notation import fold, turns, typed
from tabuleiro.core.select import Selection, click, select
from tabuleiro.play.agent import Limit
from tabuleiro.play.pages import pages
from tabuleiro.play.party import HUMAN, people

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tabuleiro.core import Action
    from tabuleiro.play.agent import Agent
    from tabuleiro.play.party import Party
    from tabuleiro.play.session import Session
    from tabuleiro.play.view import View

OPEN_KINDS = ("mcts", "alphabeta", "engine")  # of agents that think until they are told to stop, if nothing binds them
OPEN_SECONDS = 2.0
COMPLETIONS = 64  # decisions looked at for completing what is typed


class Room:
    """People, computers by seat, the session between them, and what the one who looks at it is about to do."""

    def __init__(
        self, session: Session, party: Party, agents: dict[int, Agent], *, seconds: float | None = None
    ) -> None:
        self.session = session
        self.game = session.game
        self.party = party
        self.agents = agents
        self.seconds = seconds
        self.humans = [seat for seat, player in enumerate(party.players) if player == HUMAN]
        self.secret = type(self.game).view is not Game.view
        self.seen_by: int | None = None  # who has taken the keyboard, where people have secrets from each other
        self.looking: int | None = None  # the number of the turn that is looked at, None for the present
        self.cells: tuple[int, ...] = ()  # clicked so far
        self._began = time.monotonic()

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def now(self) -> float:
        """Seconds since the table was set."""
        return time.monotonic() - self._began

    @property
    def eyes(self) -> int | None:
        """Whose view is on the screen: the person's to play, the only person's, or a spectator's."""
        if self.session.player in self.humans:
            return None if self.must_hand_over else self.session.player
        return self.humans[0] if len(self.humans) == 1 else None

    @property
    def view(self) -> View:
        return self.session.view(self.eyes, self.now)

    @property
    def turn_texts(self) -> tuple[str, ...]:
        """The finished turns as those who look may read them."""
        return self.session.view(self.eyes).turns

    @property
    def shown(self) -> tuple[Any, tuple[int, ...]]:
        """The state on the screen and the cells of the turn that led to it."""
        if self.looking is None:
            return self.view.state, self.session.last_cells()
        page = pages(self.session)[self.looking]
        ended = self.session.outcome is not None
        return page.state if ended else self.game.view(page.state, self.eyes), page.cells

    @property
    def people(self) -> list[str]:
        return people(self.game, self.session.names, self.party.players)

    @property
    def seat(self) -> int | None:
        """The person who may act now, None while there is nobody."""
        player = self.session.player
        return player if player in self.humans and self.looking is None and not self.must_hand_over else None

    @property
    def must_hand_over(self) -> bool:
        """Is it the turn of somebody who must not see what the one before saw?"""
        player = self.session.player
        return self.secret and len(self.humans) > 1 and player in self.humans and self.seen_by != player

    @property
    def selection(self) -> Selection:
        """What is half entered, and what may come next; nothing while nobody may act."""
        if self.seat is None:
            return Selection((), frozenset(), (), None)
        return select(self.game, self.view.state, self.cells)

    def label(self, action: Action) -> str:
        """The words for a step that is chosen rather than clicked."""
        return self.game.label(self.view.state, action)

    def button(self, action: Action, ascii: bool) -> str:
        """Those words, with the sign of what is placed where the screen has it."""
        sign = self.game.pieces[action.piece].sign if isinstance(action, Place) and not ascii else ""
        return f"{self.label(action)} {sign}".rstrip()

    def look(self, turn: int | None) -> None:
        """Show the position after *turn* turns; None, or more than there are, for the present."""
        last = len(self.turn_texts)
        self.looking = None if turn is None or turn >= last else max(turn, 0)
        self.cells = ()

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def click(self, cell: int) -> bool:
        """A cell is clicked; True when that has completed a step, which is played."""
        if self.seat is None:
            return False
        found = click(self.game, self.view.state, self.selection, cell)
        if found.action is None:
            self.cells = found.cells
            return False
        self.play(found.action)
        return True

    def play(self, move: Action | str) -> None:
        """Play a step, or what is typed: a turn, its beginning or its rest. Raises what the session does."""
        assert self.seat is not None
        self.cells = ()
        self.session.play(self.seat, move, self.now)

    def take_back(self) -> bool:
        """Take back the last click, or else what the one to play has played of the turn under way."""
        if self.cells:
            self.cells = self.cells[:-1]
            return True
        seat, session = self.seat, self.session
        if seat is None or session.state.whole:
            return False
        own = 0
        for step in reversed(session.steps):
            if step.player != seat:
                break
            own += 1
            if step.before.whole:
                break
        before = len(session.steps) - own
        if not own or not session.undo():
            return False
        while len(session.steps) < before:  # what others have played of this turn stays
            session.take(session.undone.pop().action)
        return True

    def complete(self, text: str) -> str | None:
        """The first legal turn that begins with *text*."""
        if self.seat is None or not fold(text):
            return None
        view = self.view
        begun, wanted = fold(view.so_far), fold(text)
        if begun and wanted.startswith(begun):
            wanted = wanted[len(begun) :]
        words = [typed(self.game, view.state, action) for action in view.actions]
        found = [turn.text for turn in islice(turns(self.game, view.state, wanted, alone=True), COMPLETIONS)]
        rest = next((word for word in [*found, *words] if fold(word).startswith(wanted)), None)
        return None if rest is None else text + _rest(rest, wanted)

    def undo(self) -> bool:
        """Back to the last turn that a person began, or by a turn where only computers play."""
        session, taken = self.session, 0
        self._settle()
        while session.undo():
            taken += 1
            if not self.humans or session.player in self.humans:
                return True
        for _ in range(taken):
            session.redo()
        return False

    def redo(self) -> bool:
        """Play again what was taken back, up to a person's turn."""
        session = self.session
        self._settle()
        if not session.undone:
            return False
        while session.redo() and session.undone and self.humans and session.player not in self.humans:
            pass
        return True

    def _settle(self) -> None:
        """Forget what is half entered and what is looked at."""
        self.cells, self.looking = (), None

    # ── Computers ────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def thinker(self) -> Agent | None:
        """The computer whose turn it is."""
        return self.agents.get(self.session.player)

    def limit(self) -> Limit:
        """How long the computer may think about its next step."""
        session, seat = self.session, self.session.player
        kind, _, argument = self.party.players[seat].partition(":")
        seconds = self.seconds
        if seconds is None and kind in OPEN_KINDS and "=" not in argument:
            seconds = OPEN_SECONDS
        limit = Limit(seconds=seconds)
        if session.clock:
            left = self.session.view(None, self.now).clocks[seat] or 0.0
            share = session.clock.share(left)
            limit = replace(limit, seconds=share if seconds is None else min(share, seconds))
        return limit

    def answer(self, action: Action) -> None:
        """The computer's step."""
        self.session.play(self.session.player, action, self.now)

    # ── Ending ───────────────────────────────────────────────────────────────────────────────────────────────────

    def check_clock(self) -> bool:
        """Has somebody just run out of time?"""
        session = self.session
        if session.clock is None or session.player < 0:
            return False
        left = session.view(None, self.now).clocks[session.player]
        if left is None or left > 0:
            return False
        session.flag(session.player)
        self._settle()
        return True

    @property
    def may_draw(self) -> bool:
        """Can a draw be agreed? Computers take none."""
        return len(self.humans) == self.game.players and self.session.outcome is None

    @property
    def begun(self) -> bool:
        """Has anybody decided anything yet?"""
        return any(step.player != CHANCE for step in self.session.steps)

    def rematch(self) -> Party:
        """The same people, everybody one seat further."""
        party = self.party
        return replace(party, players=_further(party.players), names=_further(party.names))

    def standing(self) -> str:
        """Whose turn it is and what is half entered, or how the game ended."""
        from tabuleiro.draw.prose import due, standing

        session = self.session
        if self.looking is not None:
            return say("After turn {number} of {count}", number=self.looking, count=len(self.turn_texts))
        words = standing(self.game, session.state, session.outcome, self.people, acting=True)
        so_far = f"{self.view.so_far}{self._clicked()}".strip()
        if not so_far or session.outcome:
            return words
        return f"{words} ({so_far})" if due(self.game, session.state) else f"{words}: {so_far}"

    def _clicked(self) -> str:
        names: Sequence[str] = [self.game.board.names[cell] for cell in self.cells]
        return f" {'-'.join(names)}" if names else ""


def _further(items: tuple[str, ...]) -> tuple[str, ...]:
    return (*items[-1:], *items[:-1])


def _rest(text: str, folded: str) -> str:
    """What of *text* comes after its beginning, which is *folded*."""
    for end in range(len(text) + 1):
        if fold(text[:end]) == folded:
            return text[end:]
    return ""
