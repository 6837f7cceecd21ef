"""Positions to look at, made from any game's own rules: for thumbnails, and to show how turns are played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from tabuleiro.core import NOBODY, Game, say
from tabuleiro.core.piece import EMPTY
from tabuleiro.core.select import select
from tabuleiro.play.history import pages
from tabuleiro.play.session import Session

MANY = 14  # turns into a game: much has happened
TRIES = 40  # cells that are looked at for one that shows much


@dataclass(frozen=True)
class Example:
    """A position, what is marked in it, and what there is to see."""

    state: Any
    words: str
    selected: tuple[int, ...] = ()
    targets: frozenset[int] = frozenset()
    last: tuple[int, ...] = ()


@lru_cache(maxsize=64)
def after(game: Game[Any], turns: int) -> Session:
    """A game of random turns, always the same, about so many turns old; it is still going on. Do not play on in it."""
    session, rng = Session(game, Random(1)), Random(2)
    while len(session.turns) < turns or not session.state.whole:
        seat = session.player
        session.play(seat, rng.choice(list(game.actions(session.state))))
        if session.player == NOBODY:
            session.undo()
            break
    return session


def thumbnail(game: Game[Any]) -> Any:
    """A position by which one knows the game again: the start, unless that is an empty board."""
    start = game.start()
    state = start if any(piece != EMPTY for piece in start.board) else after(game, MANY).state
    return game.view(state, None)


def examples(game: Game[Any]) -> list[Example]:
    """The start; a turn half played, where turns are so; and the turn that changed most, before and after it."""
    played = after(game, MANY)
    start = after(game, 0).state
    words = say("The start. {seat} begins, on one of the marked cells.", seat=game.seats[start.player].name)
    found = [Example(game.view(start, None), words, targets=select(game, game.actions(start)).targets)]
    deciding = [start, *(step.before for step in played.steps if step.player >= 0)]
    begun = next((half for state in deciding if (half := _half_played(game, state))), None)
    return [*found, *([begun] if begun else []), *_turn(game, played)]


def _half_played(game: Game[Any], state: Any) -> Example | None:
    """The piece with the most places to go, in *state*."""
    legal = game.actions(state)
    begun = [select(game, legal, (cell,)) for cell in sorted(select(game, legal).targets)[:TRIES]]
    best = max(begun, key=lambda selection: len(selection.targets), default=None)
    if best is None or not best.targets:
        return None
    seat, cell = game.seats[state.player].name, game.board.names[best.cells[0]]
    words = say("{seat} has chosen {cell}: it can go on to the marked cells.", seat=seat, cell=cell)
    return Example(game.view(state, None), words, best.cells, best.targets)


def _turn(game: Game[Any], session: Session) -> list[Example]:
    """The turn of *session* that changed most, as two positions."""
    leaves = pages(session)

    def changes(number: int) -> int:
        return sum(
            old != new for old, new in zip(leaves[number - 1].state.board, leaves[number].state.board, strict=True)
        )

    number = max(reversed(range(1, len(leaves))), key=changes)  # of equal ones the last
    before, page = leaves[number - 1].state, leaves[number]
    seat, turn = game.seats[page.player].name, page.text
    return [
        Example(game.view(before, None), say("Later. {seat} is going to play {turn}:", seat=seat, turn=turn)),
        Example(
            game.view(page.state, None),
            say("{seat} has played {turn}; the cells of that turn are marked.", seat=seat, turn=turn),
            last=page.cells,
        ),
    ]
