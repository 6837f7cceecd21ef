"""Counts positions, for games that are drawn when one comes up too often."""

from __future__ import annotations

from collections import Counter

from tabuleiro.core import NOBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from typing import Any

    from tabuleiro.core import Game


class Past:
    """The positions at the starts of turns, those of *states* to begin with."""

    def __init__(self, game: Game[Any], states: Iterable[Any] = ()) -> None:
        self._game = game
        self._seen: Counter[Hashable] = Counter()
        for state in states:
            self.recurs(state)

    def recurs(self, state: Any) -> bool:
        """Count *state*, unless it is inside a turn or the end; has its position come up too often?"""
        often = self._game.repetition
        if not often or not state.whole or state.player == NOBODY:
            return False
        here = self._game.key(state)
        self._seen[here] += 1
        return self._seen[here] >= often
