"""Counting: how many ways there are to play so many turns, the number two programs with the same rules agree on."""

from __future__ import annotations

from tabuleiro.core.game import branches
from tabuleiro.core.notation import chance_alone, turns
from tabuleiro.core.state import CHANCE, NOBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core.game import Game

REMEMBERED = 1_000_000  # counts kept: states that recur by another order of steps are not counted again


def perft(game: Game[Any], state: Any, depth: int, *, steps: bool = False) -> int:
    """How many sequences of *depth* turns begin in *state*; with *steps*, of *depth* decisions of seats.

    A game that ends earlier counts nothing. Chance is never counted as a turn or a step, but what it does
    multiplies: draws that look different to the public are different sequences. Inside a turn, the rest of that
    turn counts as the first.
    """
    if depth <= 0:
        return 1
    return _steps(game, state, depth, {}) if steps else _turns(game, state, depth, False, {}, False)


def divide(game: Game[Any], state: Any, depth: int, *, steps: bool = False) -> dict[str, int]:
    """The count of ``perft`` by first turn (or step): text to number, in the order of the legal turns."""
    if depth <= 0 or state.player == NOBODY:
        return {}
    found: dict[str, int] = {}
    if not steps:
        known: dict[Any, int] = {}
        for turn in turns(game, state):
            rest = _turns(game, turn.after, depth - 1, False, known, False) if depth > 1 else 1
            found[turn.text] = found.get(turn.text, 0) + rest
        return found
    for action in branches(game, state):
        after = game.apply(state, action)
        if state.player == CHANCE:
            parts = divide(game, after, depth, steps=True)
        else:
            parts = {game.write(state, action): perft(game, after, depth - 1, steps=True)}
        for text, count in parts.items():
            found[text] = found.get(text, 0) + count
    return found


def _turns(game: Game[Any], state: Any, depth: int, decided: bool, known: dict[Any, int], dealt: bool) -> int:
    """Ways to finish the turn under way and play the others of *depth*; *decided*: a seat has begun it.

    *dealt*: before it was one of chance alone, and another would have no end.
    """
    if state.player == NOBODY:
        return 0
    key = (state, depth, decided)
    total = known.get(key)
    if total is not None:
        return total
    total = 0
    apply = game.apply
    began = decided or state.player != CHANCE
    last = depth == 1
    for action in branches(game, state):
        after = apply(state, action)
        if after.player == NOBODY:
            total += last and began
        elif not after.whole:
            total += _turns(game, after, depth, began, known, dealt)
        elif not began and dealt:
            raise chance_alone(game, state)
        elif not began:  # it was a deal
            total += _turns(game, after, depth, False, known, True)
        elif last:
            total += 1
        else:
            total += _turns(game, after, depth - 1, False, known, False)
    if len(known) < REMEMBERED:
        known[key] = total
    return total


def _steps(game: Game[Any], state: Any, depth: int, known: dict[Any, int]) -> int:
    """Sequences of *depth* decisions of seats."""
    if state.player == NOBODY:
        return 0
    chance = state.player == CHANCE
    options = branches(game, state)
    if depth == 1 and not chance:
        return len(options)
    key = (state, depth)
    total = known.get(key)
    if total is None:
        left = depth if chance else depth - 1
        total = sum(_steps(game, game.apply(state, action), left, known) for action in options)
        if len(known) < REMEMBERED:
            known[key] = total
    return total
