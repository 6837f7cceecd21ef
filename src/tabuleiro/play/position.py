"""The facade for people: ``tabuleiro.new("eximo").play("b6-b5")`` prints as a board and draws itself in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tabuleiro.core import CHANCE, NOBODY, Game, Outcome, choices
from tabuleiro.core.notation import read_position, read_turn, turns, typed
from tabuleiro.core.registry import find, named, names
from tabuleiro.play.chance import drawn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REMEMBERED = 1000  # turns of a position that were listed; a capture in Barragoon has some hundred thousand

_twins: dict[Game[Any], Any] = {}  # the compiled rules that serve, by game


@dataclass(frozen=True)
class Position:
    """A game and where it stands; immutable. Chance draws from *seed* and the position, so the same play repeats."""

    game: Game[Any]
    state: Any
    seed: int = 0

    @property
    def player(self) -> int:
        """The seat that decides next, from 0; NOBODY (-2) when the game is over."""
        return int(self.state.player)

    @property
    def text(self) -> str:
        """The position in one line."""
        return self.game.write_position(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.game.outcome(self.state) if self.state.player == NOBODY else None

    def turns(self) -> list[str]:
        """Every legal turn, or every way to finish the one under way."""
        twin = _twins.get(self.game)
        texts: list[str] | None = twin.turns(self.state) if twin else None
        if texts is None:
            found = list(turns(self.game, self.state))
            texts = [turn.text for turn in found]
            if len(set(texts)) == len(texts) <= REMEMBERED:
                self._after.update((turn.text, turn.after) for turn in found)
        return texts

    def steps(self) -> list[str]:
        """Every legal step: one Barragoon capture alone has 440,832 turns, but no more than 672 next steps."""
        return (
            [typed(self.game, self.state, action) for action in choices(self.game, self.state)]
            if self.player != NOBODY
            else []
        )

    def play(self, text: str) -> Position:
        """The position after one or several turns, separated by blanks."""
        position = self
        for word in text.split() or [text]:
            position = Position(self.game, position._played(word), self.seed).settled()
        return position

    def _played(self, word: str) -> Any:
        """The state after the turn, or the part of one, that is written so."""
        state = self._after.get(word)
        if state is not None:
            return state
        state, twin = self.state, _twins.get(self.game)
        for action in (twin and twin.read(state, word)) or read_turn(self.game, state, word).actions:
            state = self.game.apply(state, action)
        return state

    @cached_property
    def _after(self) -> dict[str, Any]:
        """Where the turns lead that were listed, by their texts: whoever plays one has mostly asked for them before."""
        return {}

    def settled(self) -> Position:
        """The position after chance has acted."""
        if self.state.player != CHANCE:
            return self
        from random import Random

        state = self.state
        while state.player == CHANCE:
            rng = Random(f"{self.seed} {self.game.write_position(state)}")
            state = self.game.apply(state, drawn(self.game, state, rng))
        return Position(self.game, state, self.seed)

    def _seen(self) -> Any:
        """What a picture may show: all that the seat to decide may know."""
        return self.game.view(self.state, self.state.player if self.state.player >= 0 else None)

    def __str__(self) -> str:
        from tabuleiro.draw.text import text

        return text(self.game, self._seen())

    def _repr_svg_(self) -> str:
        from tabuleiro.draw.svg import svg

        return svg(self.game, self._seen())


def new(spec: str, position: str | None = None, seed: int = 0) -> Position:
    """A new game, spelled ``name[:option=value,...]``, or one that goes on from a *position* text."""
    game = find(spec)
    state = game.start() if position is None else read_position(game, position)
    return Position(game, state, seed).settled()


def fast(*specs: str) -> None:
    """Let compiled rules list and read the turns of these games, or of all: loaded now, or compiled the first time.

    They say the same as the plain rules, sooner. Games that have none, or have chance, stay with the plain ones. Nothing is
    loaded without this call: a script that lists a few turns has neither a compiler nor a thread in it.
    """
    for game in map(find, specs or names()):
        twin = named(game, game.twin)(game) if game.twin else None
        if twin is not None and twin.turns(game.start()) is not None:
            _twins[game] = twin
