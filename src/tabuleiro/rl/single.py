"""One game for a learning program: what a seat sees, what it may do, and what a result is worth."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from tabuleiro.core import later
from tabuleiro.core.errors import BadOption
from tabuleiro.core.words import shortened
from tabuleiro.play import planes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gymnasium import spaces
    from numpy.typing import NDArray

    from tabuleiro.core import Game
    from tabuleiro.play.session import Session


def rewards(scores: Sequence[float]) -> list[float]:
    """For every seat (players x share of the win - 1) / (players - 1): 1 for winning alone, and all add up to nothing."""
    seats = len(scores)
    return [(seats * score - 1) / (seats - 1) for score in scores]


def sight(game: Game[Any]) -> spaces.Box:
    """The space of what ``seen`` gives."""
    from gymnasium import spaces

    shape = (len(planes.names(game)), len(game.board))
    return spaces.Box(-planes.LARGEST, planes.LARGEST, shape, np.int8)


def seen(session: Session, seat: int) -> NDArray[np.int8]:
    """The planes that *seat* sees."""
    return np.array(planes.seen(session.game, session.state, seat), np.int8)


def mask(session: Session, seat: int) -> NDArray[np.int8]:
    """1 for each code that *seat* may choose; none while another decides."""
    space = session.game.space
    found = np.zeros(len(space), np.int8)
    if session.player == seat:
        found[[space.index(action) for action in session.view(seat).actions]] = 1
    return found


def whole(code: Any) -> int:
    """*code*, if it is a whole number of any kind; raises BadOption."""
    try:
        return index(code)
    except TypeError:
        raise BadOption(later("a step is a whole number, not {code}", code=shortened(repr(code), 40))) from None


def begun(env: Any) -> Session:
    """The game that *env* plays; raises BadOption before the first."""
    session: Session | None = getattr(env, "session", None)
    if session is None:
        raise not_begun()
    return session


def not_begun() -> BadOption:
    return BadOption(later("no game has begun: reset comes first"))


def take(session: Session, code: int) -> bool:
    """Take the step with this code, for whoever decides; one that is not legal loses the game. Was it?"""
    code = whole(code)
    seat, space = session.player, session.game.space
    action = space[code] if 0 <= code < len(space) else None
    if action in session.view(seat).actions:
        assert action is not None
        session.play(seat, action)
        return True
    session.resign(seat)
    return False
