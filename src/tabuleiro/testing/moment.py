"""A moment of a random game: where a law is tested, and what to say when it is broken there."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from tabuleiro.core.game import choices
from tabuleiro.core.state import CHANCE, NOBODY
from tabuleiro.core.words import say
from tabuleiro.play.repetition import Past

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from random import Random
    from typing import Any

    from tabuleiro.core.action import Action
    from tabuleiro.core.game import Game

HORIZON = 20_000  # steps within which every game ends
FEW = 12  # steps tried at a moment, of those that are legal


class Violation(AssertionError):
    """A game breaks a law: its name, a sentence, and the position where it happened."""

    def __init__(self, law: str, sentence: str, game: str, position: str) -> None:
        super().__init__(f"{law}: {sentence}\n  {game} at {position}")
        self.law = law
        self.sentence = sentence
        self.game = game
        self.position = position


@dataclass
class Here:
    """A moment of a random game. *turn* is where the turn that ended here began, and its steps.

    *law* is the one being tested.
    """

    law: str
    game: Game[Any]
    state: Any
    rng: Random
    first: bool
    turn: tuple[Any, tuple[Action, ...]] | None
    past: dict[Hashable, tuple[Action, ...]]  # by key, what was legal in positions at the start of a turn
    taken: list[Action] = field(default_factory=list)  # every step of the game so far

    @cached_property
    def options(self) -> tuple[Action, ...]:
        """What a seat or chance can do; nothing when the game is over."""
        return () if self.state.player == NOBODY else tuple(choices(self.game, self.state))

    @property
    def some(self) -> tuple[Action, ...]:
        """A few of the options."""
        return self.options if len(self.options) <= FEW else tuple(self.rng.sample(self.options, FEW))

    @property
    def everybody(self) -> tuple[int | None, ...]:
        """All seats and a spectator."""
        return (*range(self.game.players), None)

    def broken(self, sentence: str) -> Violation:
        """The violation to raise."""
        try:
            position = self.game.write_position(self.state)
        except Exception:  # noqa: BLE001 - the game under test may be broken in any way
            position = repr(self.state)
        return Violation(self.law, sentence, str(self.game), position)

    def text(self, action: Action) -> str:
        return self.game.write(self.state, action)


def moments(game: Game[Any], rng: Random, past: dict[Hashable, tuple[Action, ...]]) -> Iterator[Here]:
    """A random game, moment by moment, with repetitions judged as at the table."""
    state, first = game.start(), True
    begun: Any = state
    steps: tuple[Action, ...] = ()
    decided = False
    seen = Past(game)
    taken: list[Action] = []
    for _ in range(HORIZON):
        ended = bool(steps) and (state.whole or state.player == NOBODY)
        here = Here("liveness", game, state, rng, first, (begun, steps) if ended and decided else None, past, taken)
        yield here
        if state.player == NOBODY:
            return
        if state.whole:
            begun, steps, decided = state, (), False
            if seen.recurs(state):
                return
        action = rng.choice(here.options)
        taken.append(action)
        first, decided, steps = False, decided or state.player != CHANCE, (*steps, action)
        try:
            state = game.apply(state, action)
        except Exception as error:
            here.law = "liveness"
            raise here.broken(
                say(
                    "{action} is legal but cannot be done: {error}",
                    action=action,
                    error=f"{type(error).__name__}: {error}",
                )
            ) from error
    here.law = "liveness"
    raise here.broken(say("not over after {count} steps", count=HORIZON))
