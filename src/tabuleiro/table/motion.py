"""A turn step by step: pictures of the board between two positions, which show what was pushed, taken and jumped over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tabuleiro.core.piece import EMPTY
from tabuleiro.play.history import TRUTH, Step, touched
from tabuleiro.play.session import Session

BEAT = 0.2  # seconds for a picture
CALM = 1.0  # seconds between turns that leave time to look at their steps
MOST = 12  # pictures that wait to be shown; of more, the oldest are left out


@dataclass(frozen=True)
class Still:
    """A picture: a state, and the cells that the step to it has touched."""

    state: Any
    cells: tuple[int, ...]


def stills(frames: Iterable[tuple[Step, Any]]) -> list[Still]:
    """The steps of *frames*, each with the state after it: first what was moved or placed, then what that brought about.

    A step that changes nothing on the board has no picture.
    """
    found = []
    for step, after in frames:
        before, made = bytes(step.before.board), _made(step, after)
        if made not in (before, after.board):
            found.append(Still(replace(step.before, board=made), _path(step)))
        if after.board != before:
            found.append(Still(after, touched((step,), after)))
    return found


def turn_stills(session: Session, number: int) -> list[Still]:
    """The turn of this *number*, from 1, as everybody may know it; the last one may be under way."""
    history, eyes = session.history, TRUTH if session.outcome else None
    turns = (*history.turns(eyes), history.under_way(eyes))
    first = len(history.deal()) + sum(map(len, turns[: number - 1]))
    return stills(history.frames(eyes, first, first + len(turns[number - 1])))


def _path(step: Step) -> tuple[int, ...]:
    return next(iter(step.game.paths(step.action)), ())


def _made(step: Step, after: Any) -> bytes:
    """The board when only the piece of the step itself has come to its place."""
    board, path = bytearray(step.before.board), _path(step)
    if len(path) > 1 and board[path[0]] != EMPTY:
        board[path[-1]], board[path[0]] = board[path[0]], EMPTY
    elif len(path) == 1 and after.board[path[0]] != EMPTY:
        board[path[0]] = after.board[path[0]]
    return bytes(board)
