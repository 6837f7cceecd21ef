"""What a player of Meerkats can guess of the hidden colours: Bayes over what the others' steps did for each.

A step that makes a colour's groups grow is likelier from the owner of that colour. How much likelier is one number,
``TRUST``; everything else is counted from public play. The truth is never looked at: the same view gives the same
belief.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import exp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.games.meerkats import Burrow, Meerkats
    from tabuleiro.play.view import View

TRUST = 0.35  # how much a growth of one stone in a colour's worth speaks for its owner
COLOURS = (1, 2, 3, 4)


class Belief:
    """For every seat and colour, the weight of the evidence that the seat owns the colour."""

    def __init__(self, game: Meerkats) -> None:
        self.game = game
        self.evidence = [[0.0] * len(COLOURS) for _ in range(game.players)]
        self._steps = 0  # that it has learned from

    def follow(self, view: View) -> None:
        """Learn from the steps since the last view; of another game, or one taken back, a new belief must learn."""
        new = view.steps[self._steps :]
        states = [*(step.before for step in new), view.state]
        worths = self._worths(states[0])
        for step, after in zip(new, states[1:], strict=True):
            if after.board != step.before.board:
                now = self._worths(after)
                if step.player >= 0:
                    gains = [new - old for new, old in zip(now, worths, strict=True)]
                    mean = sum(gains) / len(gains)
                    for colour, gain in enumerate(gains):
                        self.evidence[step.player][colour] += TRUST * (gain - mean)
                worths = now
        self._steps += len(new)

    def _worths(self, state: Any) -> list[float]:
        """How well each colour stands: its groups, the large ones more."""
        return [sum(size**1.5 for size in self.game.groups(state.board, colour)) for colour in COLOURS]

    def deals(self, view: Burrow) -> tuple[list[tuple[int, ...]], list[float]]:
        """The colours that all seats may have, and how likely the evidence makes each deal."""
        hidden = [seat for seat, colour in enumerate(view.colours) if not colour]
        deals, logs = [], []
        for deal in permutations(self.game.possible(view), len(hidden)):
            given = dict(zip(hidden, deal, strict=True))
            deals.append(tuple(given.get(seat, colour) for seat, colour in enumerate(view.colours)))
            logs.append(sum(self.evidence[seat][colour - 1] for seat, colour in given.items()))
        odds = [exp(value - max(logs)) for value in logs]
        return deals, [value / sum(odds) for value in odds]

    def imagine(self, view: Burrow, rng: Random) -> Burrow:
        """A world that looks like *view*, as likely as the evidence says."""
        deals, odds = self.deals(view)
        return replace(view, colours=rng.choices(deals, odds)[0])

    def chances(self, view: Burrow) -> tuple[float, float, float, float]:
        """How likely the seat after the one that decides is to own each colour."""
        seat = (view.player + 1) % self.game.players
        deals, odds = self.deals(view)
        red, green, blue, yellow = (
            sum((chance for deal, chance in zip(deals, odds, strict=True) if deal[seat] == colour), 0.0)
            for colour in COLOURS
        )
        return red, green, blue, yellow
