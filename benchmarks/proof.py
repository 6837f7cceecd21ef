"""Forced wins by exhaustive search on the compiled rules: every reply is tried, nothing is estimated or remembered.

With secrets, a seat knows several worlds to be possible. They are searched together as if they were one state: a win
must come by the same steps in all of them, whatever the other does in any.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro import kernels
from tabuleiro.core import Action, Game
from tabuleiro.kernels.jit import compiled
from tabuleiro.kernels.meerkats.worlds import WorldsKernel
from tabuleiro.kernels.rules import Codes, legal, score, step, whole

ROWS = 128  # steps from the root at most
ENDLESS = 1 << 60  # states


class TooLong(Exception):
    """A search looked at more states than it may."""


@compiled
def forced(s: Any, seat: int, turns: int, shelf: NDArray[np.int32], row: int, left: NDArray[np.int64]) -> bool:
    """Whether *seat* wins within *turns* turns of both, whatever the other does.

    *left* is how many states may still be looked at; when it is negative afterwards, the answer means nothing.
    """
    if s.player == -2:
        return score(s, seat) == 1.0
    if turns == 0:
        return False
    mine = s.player == seat
    codes = shelf[row]
    for number in range(legal(s, codes)):
        left[0] -= 1
        if left[0] < 0:
            return False
        after = step(s, np.int64(codes[number]))
        if forced(after, seat, turns - 1 if whole(after) else turns, shelf, row + 1, left) == mine:
            return mine
    return not mine


@compiled
def keeps(s: Any, code: int, turns: int, shelf: NDArray[np.int32], left: NDArray[np.int64]) -> bool:
    """Whether the seat that decides can still force a win after this step."""
    after = step(s, code)
    return forced(after, s.player, turns - 1 if whole(after) else turns, shelf, np.int64(1), left)


@compiled
def winning(s: Any, turns: int, shelf: NDArray[np.int32], left: NDArray[np.int64], out: Codes) -> int:
    """Write to *out* the steps after which the seat that decides can still force a win; how many."""
    count = 0
    codes = shelf[0]
    for number in range(legal(s, codes)):
        code = np.int64(codes[number])
        if keeps(s, code, turns, shelf, left):
            out[count] = code
            count += 1
    return count


class Prover:
    """What can be proved of the states of *game*, looking at *most* states at a time; then it raises TooLong.

    A state with secrets is what *seat*, who wants to win, sees.
    """

    def __init__(self, game: Game[Any], most: int = ENDLESS) -> None:
        kernel = kernels.find(game)
        assert kernel is not None
        self.game = game
        self.kernel = kernel
        self.most = most
        self.looked = 0  # at so many states, the last time
        self._left = np.zeros(1, np.int64)
        self._shelf = np.empty((ROWS, kernel.width), np.int32)
        self._codes = np.empty(kernel.width, np.int32)

    def wins(self, state: Any, seat: int, turns: int) -> bool:
        """Whether *seat* can force a win in *state* within *turns* turns, the one under way and the other's included."""
        self._left[0] = self.most
        won = forced(self._packed(state, seat), seat, turns, self._shelf, 0, self._left)
        self._count()
        return bool(won)

    def keeps(self, state: Any, action: Action, turns: int) -> bool:
        """Whether the seat that decides can force a win within *turns* turns by this step."""
        self._left[0] = self.most
        code = self.game.space.index(action)
        kept = keeps(self._packed(state, state.player), code, turns, self._shelf, self._left)
        self._count()
        return bool(kept)

    def winning(self, state: Any, turns: int) -> list[Action]:
        """The steps after which the seat that decides can still force a win within *turns* turns."""
        self._left[0] = self.most
        packed = self._packed(state, state.player)
        count = winning(packed, turns, self._shelf, self._left, self._codes)
        self._count()
        return [self.game.space[int(code)] for code in self._codes[:count]]

    def _packed(self, state: Any, seat: int) -> Any:
        if type(self.game).view is Game.view:
            return self.kernel.pack(state)
        return WorldsKernel(self.game).pack(state, seat)

    def _count(self) -> None:
        self.looked = int(self.most - self._left[0])
        if self._left[0] < 0:
            raise TooLong
