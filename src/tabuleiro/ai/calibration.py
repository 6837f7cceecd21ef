"""What a few random games tell of a game that nobody has measured: plugins, and options without compiled rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tabuleiro.core import CHANCE, NOBODY
from tabuleiro.play.chance import drawn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core import Action, Game

STATES = 200  # that are looked at
LONGEST = 100  # steps of one game


@dataclass(frozen=True, slots=True)
class Survey:
    """*breadth*: how many steps there are to choose from; *unit*: how far apart the seats are by ``Game.evaluate``;
    *decisions*: how often there is something to choose in a turn, where there is at all.

    All are means. The scale of an evaluation is the game's own, so only against this unit can a lead be called big; it
    is 0 where a game does not judge positions.
    """

    breadth: float
    unit: float
    decisions: float


@lru_cache(maxsize=16)
def survey(game: Game[Any]) -> Survey:
    """Always the same for the same game."""
    rng, state, age = Random(0), game.start(), 0
    states = steps = decisions = turns = 0
    leads, decided = 0.0, False  # in this turn
    for _ in range(STATES):
        if state.player == NOBODY or age == LONGEST:
            state, age = game.start(), 0
        if state.whole:
            decided = False
        if state.player >= 0:
            breadth = len(game.actions(state))
            states, steps = states + 1, steps + breadth
            leads += sum(map(abs, leads_of(game, state))) / game.players
            if breadth > 1:
                decisions, turns, decided = decisions + 1, turns + (not decided), True
        state, age = game.apply(state, random_step(game, state, rng)), age + 1
    return Survey(steps / max(states, 1), leads / max(states, 1), decisions / turns if turns else 1.0)


def leads_of(game: Game[Any], state: Any) -> list[float]:
    """How much better *state* looks for every seat than for the others on average."""
    values = game.evaluate(state)
    whole, others = sum(values), max(game.players - 1, 1)
    return [value - (whole - value) / others for value in values]


def random_step(game: Game[Any], state: Any, rng: Random) -> Action:
    """Any step, by a seat or, by its odds, by chance."""
    if state.player == CHANCE:
        return drawn(game, state, rng)
    actions = game.actions(state)
    return actions[int(rng.random() * len(actions))]
