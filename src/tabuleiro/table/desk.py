"""One pair of eyes at a table: what it sees, what is half entered, and which turn it looks at.

The terminal has one desk, for all who share its screen. A browser's desk is its script, which only walks the click paths
of its view.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from tabuleiro.core import Action, Game, Place, later, say
from tabuleiro.core.errors import NotNow
from tabuleiro.core.notation import fold, turns, typed
from tabuleiro.core.select import Selection, click, select
from tabuleiro.core.why import why_not, why_not_typed
from tabuleiro.core.words import shortened
from tabuleiro.draw.prose import due, standing
from tabuleiro.draw.text import signs
from tabuleiro.play.history import TRUTH, pages
from tabuleiro.play.view import View
from tabuleiro.table.motion import CALM, Still, stills
from tabuleiro.table.table import Table

GUARD = 0.4  # seconds that something must have been shown to somebody else before a key is meant for it
LISTED = 400  # turns; where there are more, the next steps are listed
COMPLETIONS = 64  # decisions looked at for completing what is typed
FAR = 1 / 3  # of the board's height
LONGEST_NOTE = 5000  # characters that are shown of a note
PACES = (3.0, 1.0, 0.3, 0.0)  # seconds between turns where only computers play


class Desk:
    """What the people at one screen see of *table* and are about to do.

    *flip* shows the board from the other side, None as it suits who plays; what somebody wants is kept in *side*. A *public* screen, like a pipe, is nobody's own:
    where several people have secrets, it shows what everybody may see.
    """

    def __init__(self, table: Table, *, flip: bool | None = None, public: bool = False) -> None:
        self.table = table
        self.public = public
        self.session, self.game = table.session, table.game
        self.side = flip
        self.flip = from_behind(table) if flip is None else flip
        self.holder: int | None = None  # who has taken the keyboard, where people have secrets from each other
        self.looking: int | None = None  # the number of the turn that is looked at, None for the present
        self.cells: tuple[int, ...] = ()  # clicked so far
        self.refusal = ""  # why the last click led nowhere
        self.paused = False  # computers wait
        self.until: int | None = None  # computers wait again after so many turns
        self.pace = 1  # of PACES
        self.seen = len(table.session.steps)  # how many steps were shown here

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def must_hand_over(self) -> bool:
        """Is it the turn of somebody who must not see what the one before saw?"""
        humans, player = self.table.humans, self.session.player
        return self.shared and not self.public and player in humans and self.holder != player

    @property
    def shared(self) -> bool:
        """Do several people with secrets from each other use this screen?"""
        return self.game.has_secrets and len(self.table.humans) > 1

    @property
    def eyes(self) -> int | None:
        """Whose view is shown: the person's to play, the only person's, or a spectator's."""
        humans, player = self.table.humans, self.session.player
        if player in humans:
            return None if self.shared and (self.public or self.holder != player) else player
        return humans[0] if len(humans) == 1 else None

    @property
    def view(self) -> View:
        return self.table.view(self.eyes)

    @property
    def shown(self) -> tuple[Any, tuple[int, ...]]:
        """The state that is shown, and the cells of the turn that led to it."""
        if self.looking is None:
            return self.view.state, self.view.last
        page = pages(self.session)[self.looking]
        return page.state if self.session.outcome else self.game.view(page.state, self.eyes), page.cells

    @property
    def seat(self) -> int | None:
        """The person who may act now, None while there is nobody."""
        player = self.session.player
        free = player in self.table.humans and self.looking is None and not self.must_hand_over
        return player if free else None

    @property
    def at(self) -> int:
        """The number of the turn that is shown."""
        return len(self.view.turns) if self.looking is None else self.looking

    def look(self, turn: int | None) -> None:
        """Show the position after *turn* turns; None, or more than there are, for the present."""
        self.looking = None if turn is None or turn >= len(self.view.turns) else max(turn, 0)
        self.cells = ()

    def take_keyboard(self) -> None:
        """The one whose turn it is sits here now, and has not seen the turn before."""
        self.clear()
        self.holder, history = self.session.player, self.session.history
        self.seen = len(self.session.steps) - sum(map(len, (*history.turns()[-1:], history.under_way())))

    def follow(self) -> None:
        """Whoever's turn is over has put the keyboard down."""
        if self.holder != self.session.player:
            self.holder = None

    def unseen(self) -> list[Still]:
        """What has been played since this was asked last, step by step; nothing where the present is to be seen at once."""
        session, count = self.session, len(self.session.steps)
        since, self.seen = min(self.seen, count), count
        played = self.table.events and self.table.events[-1].kind == "step"
        hurried = not self.table.humans and self.until is None and PACES[self.pace] < CALM
        if not played or hurried or self.looking is not None or self.must_hand_over:
            return []
        return stills(session.history.frames(TRUTH if session.outcome else self.eyes, since, count))

    def clear(self) -> None:
        """Forget what is half entered and what is looked at."""
        self.cells, self.looking = (), None

    @property
    def position(self) -> str:
        """What is shown, in one line that may be read by everybody who shares the screen."""
        state, _ = self.shown
        hidden = self.shared and not self.session.outcome
        return self.game.write_position(self.game.view(state, None) if hidden else state)

    def standing(self, short: bool = False) -> str:
        """Whose turn it is and what is half entered, or how the game ended; *short* is only what is to be done."""
        session, view = self.session, self.view
        if self.looking is not None:
            words = say("After turn {number} of {count}", number=self.looking, count=len(view.turns))
            note = session.comments.get(self.looking)
            return f"{words}: {shortened(note, LONGEST_NOTE)}" if note else words
        choice = self._choice()
        if short and (wanted := choice or due(self.game, session.state)):
            return f"{wanted[:1].upper()}{wanted[1:]}"
        if choice:
            return say("{seat} to play: {step}", seat=self.table.people[session.player], step=choice)
        words = standing(self.game, session.state, session.outcome, self.table.people, acting=True)
        clicked = "-".join(self.game.board.names[cell] for cell in self.cells)
        so_far = f"{view.so_far} {clicked}".strip()
        if not so_far or session.outcome:
            return words
        return f"{words} ({so_far})" if due(self.game, session.state) else f"{words}: {so_far}"

    def _choice(self) -> str:
        """What is to be chosen of what may stand on the cell that was clicked; "" where there is no such choice."""
        found = self.selection
        if found.targets or not found.cells or not all(isinstance(option, Place) for option in found.options):
            return ""
        return say("choose what to place on {cell}", cell=self.game.board.names[found.cells[-1]])

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def selection(self) -> Selection:
        """What is half entered, and what may come next; nothing while nobody may act."""
        if self.seat is None:
            return Selection((), frozenset(), (), None)
        return select(self.game, self.view.actions, self.cells)

    def button(self, action: Action, ascii: bool = False) -> str:
        """The words for a step that is chosen rather than clicked, with the sign of what is placed as the board shows it."""
        words = self.game.label(self.view.state, action)
        if ascii or not isinstance(action, Place) or not self.game.pieces[action.piece].sign:
            return words
        return f"{words} {signs(self.game.pieces, ascii, self.flip)[action.piece]}"

    def click(self, cell: int) -> bool:
        """A cell is clicked; True when that has completed a step, which is played."""
        self.looking, self.refusal = None, ""
        if self.seat is None:
            return False
        found = click(self.game, self.view.actions, self.selection, cell)
        if found.action is None:
            if found.cells[-1:] != (cell,) and cell not in self.cells:
                self.refusal = why_not(self.game, self.view.state, self.cells, cell)
            self.cells = found.cells
            return False
        self.play(found.action)
        return True

    def play(self, move: Action | str) -> None:
        """Play a step, or what is typed: a turn, its beginning or its rest. Raises what the session does."""
        self.clear()
        if self.seat is None:
            raise NotNow(later("Nobody here can play now; type help"))
        self.table.play(self.seat, move)

    @property
    def acting(self) -> View:
        """What the one sees who may act: so turns are listed, and so they are refused, on a public screen too."""
        return self.view if self.seat is None else self.table.view(self.seat)

    def why_not(self, text: str) -> str:
        """Which rule forbids the step of which *text* names the cells; nothing where that cannot be told."""
        return why_not_typed(self.game, self.acting.state, self.acting.actions, text) if self.seat is not None else ""

    def listed(self, begun: str = "") -> tuple[str, list[str]]:
        """All turns that can be typed and begin with *begun*, or the next steps where there are too many to read; before
        them what there is to say of them, if anything.
        """
        game, state, wanted = self.game, self.acting.state, fold(begun)
        some = islice(turns(game, state, wanted, alone=True), LISTED + 1)
        found = [turn.text or say("stop") for turn in some if fold(turn.text).startswith(wanted)]
        if not found:
            return (say("No turn begins with {text}.", text=begun) if begun else ""), []
        if len(found) <= LISTED:
            return "", found
        steps = [typed(game, state, action) or game.label(state, action) for action in game.actions(state)]
        steps = [text for text in steps if fold(text).startswith(wanted)] or steps
        return say("There are more than {count} turns; each begins with one of these:", count=LISTED), steps

    def take_back(self) -> bool:
        """Take back the last click, or else what the one to play has played of the turn under way."""
        if self.cells:
            self.cells = self.cells[:-1]
            return True
        return self.seat is not None and self.table.take_back(self.seat)

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

    # ── Computers alone ──────────────────────────────────────────────────────────────────────────────────────────

    def delay(self) -> float | None:
        """Seconds until the computer that is next should begin to think; None while it waits for a word."""
        table = self.table
        if table.thinker is None or self.session.outcome:
            return None
        turns = len(self.session.history.turns())
        if self.until is not None and turns >= self.until:
            self.paused, self.until = True, None
        if self.paused:
            return None
        between = not table.humans and table.begun and self.session.state.whole and self.until is None
        return PACES[self.pace] if between else 0.0

    def pause(self) -> None:
        """Computers wait, or go on."""
        self.paused, self.until = not self.paused, None

    def step(self) -> None:
        """Computers play one turn."""
        self.paused, self.until = False, len(self.session.history.turns()) + 1

    def faster(self, by: int = 1) -> str:
        """Let computers wait less between turns; how long they wait now."""
        self.pace = min(max(self.pace + by, 0), len(PACES) - 1)
        return say("{seconds} s between turns", seconds=PACES[self.pace])

    def slower(self) -> str:
        return self.faster(-1)


def from_behind(table: Table) -> bool:
    """Is the board best seen from the other side? So it is for one person among computers whose pieces begin at the top."""
    return len(table.humans) == 1 and at_the_top(table.game, table.humans[0])


def at_the_top(game: Game[Any], seat: int) -> bool:
    """Do the pieces of *seat* begin in the upper part of the picture?"""
    heights = [y for _, y in game.board.centres]
    own = [y for y, piece in zip(heights, game.start().board, strict=True) if game.pieces[piece].owner == seat]
    top, bottom = min(heights), max(heights)
    return bool(own) and sum(own) / len(own) < top + FAR * (bottom - top)


def _rest(text: str, folded: str) -> str:
    """What of *text* comes after its beginning, which is *folded*."""
    for end in range(len(text) + 1):
        if fold(text[:end]) == folded:
            return text[end:]
    return ""
