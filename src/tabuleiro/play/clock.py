"""Time for thinking. Nothing here looks at a real clock: the caller says what time it is."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.core import later
from tabuleiro.core.errors import BadOption

TURNS_LEFT = 30  # a computer plans for this many more
RESERVE = 0.05  # seconds that it leaves on its clock
LEAST = 0.01  # seconds for a step, however late it is


def share(left: float, increment: float, turns: float = TURNS_LEFT) -> float:
    """How long a computer may think about a step that has so many seconds *left* for so many *turns*. An increment comes
    after a whole turn, which may have several steps, so that a step has half of it.
    """
    return max(min(left / turns + increment / 2, left - RESERVE), LEAST)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """*base* seconds for the whole game and *increment* more after every turn; written ``300+5``."""

    base: float
    increment: float = 0.0

    @classmethod
    def read(cls, text: str) -> TimeControl:
        base, plus, increment = text.strip().partition("+")
        try:
            control = cls(float(base), float(increment) if plus else 0.0)
        except ValueError:
            control = cls(0.0)
        if not (0 < control.base <= 1e6 and 0 <= control.increment <= 1e5):
            raise BadOption(
                later("{text} is no time control; write seconds, or seconds+increment like 300+5", text=text)
            )
        return control

    def __str__(self) -> str:
        base, increment = (f"{seconds:.12g}" for seconds in (self.base, self.increment))  # 1e+06 would be read as a sum
        return f"{base}+{increment}" if self.increment else base


class Clock:
    """Seconds left for every seat; the seat that decides spends."""

    def __init__(self, control: TimeControl, players: int) -> None:
        self.control = control
        self.left = [control.base] * players

    def spend(self, seat: int, seconds: float) -> None:
        self.left[seat] -= max(seconds, 0.0)

    def finish_turn(self, seat: int) -> None:
        self.left[seat] += self.control.increment

    def share(self, left: float) -> float:
        """How long a computer that has so many seconds *left* may think about a step."""
        return share(left, self.control.increment)

    def fallen(self, seat: int, seconds: float = 0.0) -> bool:
        """Has *seat* run out of time, *seconds* into its thinking?"""
        return self.left[seat] - seconds <= 0
