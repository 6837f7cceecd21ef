"""The end of Meerkats, when few stones are left: a win that is certain whatever the other's colour is.

Alpha-beta over all the worlds that a seat thinks possible, taken together: it looks for steps that win in each of them
against every reply. It knows no more than the view does.
"""

from __future__ import annotations

from dataclasses import replace

from tabuleiro.ai.alphabeta import AlphaBeta
from tabuleiro.ai.profiles import Manner
from tabuleiro.games.meerkats import ALL, Meerkats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeGuard

    from tabuleiro.core import Game
    from tabuleiro.play.agent import Choice, Limit
    from tabuleiro.play.view import View

FEW = 6  # stones left; with more, proofs take too long
MANNER = Manner(noisy=0, few=1 << 30)  # a proof leaves no step out


def fits(game: Game[Any]) -> TypeGuard[Meerkats]:
    """Two players and no bag?"""
    return isinstance(game, Meerkats) and game.players == 2 and game.stone == "choose"


class Endgame(AlphaBeta):
    """Searches the possible worlds as one."""

    def __init__(self, name: str, game: Meerkats, limit: Limit, threads: int) -> None:
        from tabuleiro.kernels.meerkats.worlds import WorldsKernel
        from tabuleiro.kernels.search.alphabeta import SCALE

        super().__init__(name, game, limit, threads, MANNER)
        self.kernel = WorldsKernel(game)
        self.least = SCALE  # wins

    def example(self) -> Any:
        """Before the first drop, by who knows a colour."""
        return replace(self.game.start(), player=0, colours=(1, 0))

    def choose(self, view: View, limit: Limit) -> Choice:
        """A step that wins for certain, scored so; or any, without scores. No deeper than the game can last."""
        longest = 2 * left(view) + 1  # a slide may be due first
        return super().choose(view, replace(limit, depth=longest if limit.depth is None else min(limit.depth, longest)))

    def concerns(self, view: View) -> bool:
        """Are few stones left?"""
        return left(view) <= FEW


def left(view: View) -> int:
    """The stones in the supply."""
    board: bytes = view.state.board
    return board.count(0) - (len(board) - ALL)
