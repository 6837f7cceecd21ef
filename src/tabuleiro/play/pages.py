"""A game that was played, position by position: what every way of looking back turns over."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.core import CHANCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.play.session import Session, Step


@dataclass(frozen=True)
class Page:
    """A position of a game: what was just played, by whom, which cells that touched, and what was said of it."""

    state: Any
    text: str = ""
    player: int = CHANCE
    cells: tuple[int, ...] = ()
    comment: str = ""


def pages(session: Session) -> list[Page]:
    """The start, after the deal, and the position after every turn; the last turn may be under way."""
    game = session.game
    afters = [step.before for step in session.steps[1:]] + [session.state]
    found = [Page(session.origin, comment=session.comments.get(0, ""))]
    turn: list[Step] = []
    for step, after in zip(session.steps, afters, strict=False):  # before the first step there is no state after one
        turn.append(step)
        if not (after.whole or after is session.state):
            continue
        decider = next((step.player for step in turn if step.player != CHANCE), CHANCE)
        if decider == CHANCE:  # a deal, or a draw for a turn that nobody has begun
            found[-1] = Page(after if after.whole else found[-1].state, comment=found[-1].comment)
        else:
            path = tuple(cell for step in turn for cell in next(iter(game.paths(step.action)), ()))
            text = "".join(step.text for step in turn)
            found.append(Page(after, text, decider, path, session.comments.get(len(found), "")))
        turn = []
    return found
