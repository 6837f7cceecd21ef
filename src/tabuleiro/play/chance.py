"""What chance draws, by its odds."""

from __future__ import annotations

from tabuleiro.core import CHANCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.core import Action, Game


def drawn(game: Game[Any], state: Any, rng: Random) -> Action:
    """A step of chance in *state*."""
    odds = game.odds(state)
    return rng.choices([action for action, _ in odds], [weight for _, weight in odds])[0]


def settled(game: Game[Any], state: Any, rng: Random) -> Any:
    """The state in which a seat decides, or nobody."""
    while state.player == CHANCE:
        state = game.apply(state, drawn(game, state, rng))
    return state
