"""The protocol: what a game must say (four functions), and what follows from it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

from tabuleiro.core import notation
from tabuleiro.core.action import Action, ActionSpace, Choose, Move, Pass, Place, Remove
from tabuleiro.core.errors import BadOption
from tabuleiro.core.option import options, write_options
from tabuleiro.core.state import CHANCE, NOBODY, Outcome, State
from tabuleiro.core.words import later, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from random import Random

    from tabuleiro.core.board import Board
    from tabuleiro.core.piece import Piece, Seat

S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """The rules of one game. Subclasses are frozen dataclasses whose fields are the game's options.

    Required: the facts below, and ``start``, ``actions``, ``apply``, ``outcome``. All are pure functions of
    immutable values. Everything else has a default that most games keep.
    """

    name: ClassVar[str]  # as typed: "campo-bello"
    title: ClassVar[str]  # as read: "Campo Bello"
    tagline: ClassVar[str] = ""  # one line about the game
    edition: ClassVar[int] = 1  # raised when a change of the rules would break old records
    credits: ClassVar[str] = ""  # the designer
    grammar: ClassVar[str] = ""  # a regular expression every folded turn text matches; "" for the usual notation
    twin: ClassVar[str] = ""  # ``module:function`` that makes the compiled twin of these rules, see kernels.find
    profile: ClassVar[str] = ""  # ``module:name`` of the tuning for computer players, see ai.profiles
    figures: ClassVar[str] = ""  # ``module:name`` of what the rules page shows, see core.figure
    planes: ClassVar[str] = ""  # ``module:name`` of what learning programs see, see play.planes

    def __init_subclass__(cls, **more: object) -> None:
        """A twin and what else a class names belong to it alone: a subclass may have other rules."""
        super().__init_subclass__(**more)
        for name in ("twin", "profile", "figures", "planes"):
            setattr(cls, name, vars(cls).get(name, ""))

    @property
    def players(self) -> int:
        """How many seats; a field in games where it is an option."""
        return 2

    @property
    def has_secrets(self) -> bool:
        """Is something hidden from some seat? Known by what the game has written: ``view`` or ``veil``."""
        kind = type(self)
        return kind.view is not Game.view or kind.veil is not Game.veil

    @property
    def has_chance(self) -> bool:
        """Does chance decide something? Known by what the game has written: ``odds``."""
        return type(self).odds is not Game.odds

    @property
    def repetition(self) -> int:
        """At which occurrence of a position (``key``) the game is drawn; 0 for never. Judged by the session."""
        return 0

    @property
    @abstractmethod
    def board(self) -> Board: ...

    @property
    @abstractmethod
    def pieces(self) -> tuple[Piece, ...]:
        """All kinds of piece; ``pieces[0]`` is the empty cell."""

    @property
    @abstractmethod
    def seats(self) -> tuple[Seat, ...]: ...

    @property
    @abstractmethod
    def space(self) -> ActionSpace: ...

    def __post_init__(self) -> None:
        """Check the options; a game with rules between options adds its own."""
        for item in options(self):
            item.check(getattr(self, item.name))
        if self.repetition == 1:
            raise BadOption(later("repetition=1 would end the game before it begins; it takes 0, or a number from 2"))

    def __str__(self) -> str:
        """The spelling that makes this game again: ``momentum:size=9``."""
        changed = write_options(self)
        return f"{self.name}:{changed}" if changed else self.name

    # ── The rules ────────────────────────────────────────────────────────────────────────────────────────────

    @abstractmethod
    def start(self) -> S: ...

    @abstractmethod
    def actions(self, state: S) -> Sequence[Action]:
        """Every legal step, in a fixed order; never empty while a seat decides."""

    @abstractmethod
    def apply(self, state: S, action: Action) -> S:
        """The state after a legal *action*; it trusts the caller."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """How the game ended; asked only when ``state.player`` is NOBODY."""

    # ── Only for games with chance or secrets ────────────────────────────────────────────────────────────────

    def odds(self, state: S) -> Sequence[tuple[Action, int]]:
        """What chance can do and with what weights, when ``state.player`` is CHANCE."""
        raise NotImplementedError(f"{self.name} has no chance")

    def view(self, state: S, seat: int | None) -> S:
        """*state* as *seat* may see it (None: a spectator), with what is hidden blotted out."""
        return state

    def veil(self, state: S, action: Action, seat: int | None) -> Action:
        """*action* as *seat* may see it taken in *state*."""
        return action

    def imagine(self, view: S, seat: int | None, rng: Random) -> S:
        """A state that *seat* cannot tell from the truth, drawn fairly from all that look like *view*."""
        return view

    # ── Text ─────────────────────────────────────────────────────────────────────────────────────────────────

    def write(self, state: S, action: Action) -> str:
        """The text of one step; a turn's text is the texts of its steps joined."""
        return notation.plain_step(self, action)

    def spellings(self, state: S, action: Action) -> Iterable[str]:
        """Other texts that are understood as this step."""
        return ()

    def label(self, state: S, action: Action) -> str:
        """The words on a button for this step."""
        return self.write(state, action) or say("stop")

    def prompt(self, state: S) -> str:
        """What is to be done next, in a few words, where that is not simply a turn: inside one, or when a rule binds.

        Asked of what everybody may see, while a seat decides; "" where there is nothing to add.
        """
        return ""

    def write_position(self, state: S) -> str:
        """The one line of text of *state*."""
        return notation.plain_position(self, state)

    def read_position(self, text: str) -> S:
        """The inverse of ``write_position``; raises BadPosition for what cannot be read."""
        state: S = notation.read_plain_position(self, text)
        return state

    def objection(self, state: S) -> str | None:
        """Why this readable position cannot occur in a game, or None."""
        return None

    # ── For players and pictures ─────────────────────────────────────────────────────────────────────────────

    def paths(self, action: Action) -> Sequence[tuple[int, ...]]:
        """The clicks that mean *action*: cell after cell, perhaps in several orders; empty for a button."""
        match action:
            case Place(cell, _) | Remove(cell):
                return ((cell,),)
            case Move(source, target):
                return ((source, target),)
            case Choose() | Pass():
                return ((),)

    def why_not(self, state: S, chosen: tuple[int, ...], cell: int) -> str | None:
        """Which rule forbids to click *cell* after the cells *chosen*; None leaves the words to ``core.why``."""
        return None

    def key(self, state: S) -> Hashable:
        """What must recur for a repetition; counters that only grow stay out."""
        return state

    def evaluate(self, state: S) -> tuple[float, ...]:
        """How good *state* looks for every seat, higher is better; the scale is the game's own."""
        if state.player == NOBODY:
            return self.outcome(state).scores
        return (0.0,) * self.players

    def status(self, state: S) -> Sequence[tuple[str, tuple[object, ...]]]:
        """What stands beside the board: a name and a value for every seat (hands, points) or one for the table."""
        owned = [sum(self.pieces[piece].owner == seat for piece in state.board) for seat in range(self.players)]
        return ((say("pieces"), tuple(owned)),) if any(owned) else ()


def choices(game: Game[S], state: S) -> Sequence[Action]:
    """Every step that can be taken in *state*, by a seat or by chance."""
    if state.player == CHANCE:
        return [action for action, _ in game.odds(state)]
    return game.actions(state)


def branches(game: Game[S], state: S) -> Sequence[Action]:
    """The steps that count as different in *state*: a seat's all; of chance's, one of those that look alike to the public."""
    if state.player != CHANCE:
        return game.actions(state)
    seen = {game.veil(state, action, None): action for action, _ in reversed(game.odds(state))}
    return list(reversed(seen.values()))
