"""Drawings of a report: lines and bars that are as wide as the page lets them be, so all places are in per cent."""

from __future__ import annotations

from html import escape
from math import floor, isfinite, log10

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.arena.ratings import Rating

HIGH, MIDDLE = 28, 14  # pixels of a line of a drawing
MARGIN = 0.06  # of a scale, at both ends
STEPS = (1, 2, 5, 10)
TICKS = 5  # on a scale, at most


class Scale:
    """From the lowest to the highest of *values*, those that are infinite left out."""

    def __init__(self, values: Iterable[float]) -> None:
        known = [value for value in values if isfinite(value)] or [0.0]
        low, high = min(known), max(known)
        room = max(high - low, 1.0) * MARGIN
        self.low, self.high = low - room, high + room

    def at(self, value: float) -> float:
        """Per cent from the left; what is beyond the scale is at its end."""
        share = (value - self.low) / (self.high - self.low)
        return round(100 * min(max(share, 0.0), 1.0), 2)

    def ticks(self) -> dict[float, bool]:
        """Round numbers on it, and for each whether it can stay away where there is little room."""
        rough = (self.high - self.low) / TICKS
        power = 10.0 ** floor(log10(rough))
        step = next(power * factor for factor in STEPS if power * factor >= rough)
        first = floor(self.low / step) + 1
        return {number * step: number % 2 == 1 for number in range(first, floor(self.high / step) + 1)}


def intervals(ratings: Sequence[Rating]) -> Scale:
    """The scale that all of *ratings* fit on. A bound that is far from everything else does not squeeze the rest."""
    values = [rating.rating for rating in ratings]
    spread = max(max(values) - min(values), 100.0)
    bounds = [bound for rating in ratings for bound in (rating.low, rating.high)]
    near = [bound for bound in bounds if min(values) - spread <= bound <= max(values) + spread]
    return Scale([*values, *near])


def interval(rating: Rating, scale: Scale) -> str:
    """A dot with its interval; an end that has an arrow goes on, one without bounds has one at the edge of the scale."""
    left, right, dot = scale.at(rating.low), scale.at(rating.high), scale.at(rating.rating)
    zero = f'<line class="zero" x1="{scale.at(0)}%" x2="{scale.at(0)}%" y1="0" y2="{HIGH}"/>'
    ends = ""
    for bound, at, inside in (
        (rating.low, left, rating.low >= scale.low),
        (rating.high, right, rating.high <= scale.high),
    ):
        if isfinite(bound) and inside:
            ends += f'<line class="end" x1="{at}%" x2="{at}%" y1="{MIDDLE - 5}" y2="{MIDDLE + 5}"/>'
        else:
            turn = "-1 1" if bound == rating.low else "1 1"
            ends += f'<svg x="{at}%" y="{MIDDLE}" overflow="visible"><path class="arrow" transform="scale({turn})" d="M0-5L7 0L0 5z"/></svg>'
    told = escape(str(rating))
    return (
        f'<svg class="track" width="100%" height="{HIGH}" role="img" aria-label="{told}">{zero}'
        f'<line class="reach" x1="{left}%" x2="{right}%" y1="{MIDDLE}" y2="{MIDDLE}"/>{ends}'
        f'<circle class="dot" cx="{dot}%" cy="{MIDDLE}" r="5.5"/></svg>'
    )


def axis(scale: Scale) -> str:
    """The numbers below."""
    marks = "".join(
        f'<line x1="{scale.at(value)}%" x2="{scale.at(value)}%" y1="0" y2="5"/>'
        f'<text x="{scale.at(value)}%" y="19" text-anchor="middle"{" class=spare" if spare else ""}>{value:+.0f}</text>'
        for value, spare in scale.ticks().items()
    )
    return f'<svg class="axis" width="100%" height="24" aria-hidden="true">{marks}</svg>'


def bar(share: float) -> str:
    """A bar that fills *share* of its width, from 0 to 1."""
    wide = round(100 * min(max(share, 0.0), 1.0), 2)
    return (
        f'<svg class="track" width="100%" height="{HIGH}" aria-hidden="true">'
        f'<rect class="room" y="{MIDDLE - 6}" width="100%" height="12" rx="3"/>'
        f'<rect class="bar" y="{MIDDLE - 6}" width="{wide}%" height="12" rx="3"/></svg>'
    )
