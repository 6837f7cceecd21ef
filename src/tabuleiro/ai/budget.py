"""When to stop thinking: an agent has limits of its own, gets others with every decision, and keeps to both."""

from __future__ import annotations

from time import monotonic

from tabuleiro.play.agent import SECONDS, least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.play.agent import Choice, Limit

DEEPEST = 100
MOST_NODES = 1 << 62  # what compiled searches can count
POLL = 0.01  # seconds between looks at the clock and at who wants to cancel
REPORT_SECONDS = 0.1  # seconds at least between two reports of what is known so far


class Watch:
    """The tighter of two limits, and the clock that starts now.

    Where nothing binds, a search that can be cancelled goes on until it is, any other ends after a second. A search
    that is not *deep* knows no depth, so that cannot bind it; then too it ends after a second.
    """

    def __init__(self, own: Limit, other: Limit, *, deep: bool = True) -> None:
        seconds, depth = least(own.seconds, other.seconds), least(own.depth, other.depth)
        self.nodes = fewest(own, other)
        self.depth = DEEPEST if depth is None else max(1, min(depth, DEEPEST))
        self.cancelled = other.cancelled
        self.report = other.report
        if seconds is None and self.nodes is None and not (depth and deep) and (depth or not self.cancelled):
            seconds = SECONDS
        self.began = self._told = monotonic()
        self.deadline = None if seconds is None else self.began + seconds

    @property
    def over(self) -> bool:
        """Is the time up, or was it cancelled?"""
        if self.deadline is not None and monotonic() >= self.deadline:
            return True
        return self.given_up

    @property
    def given_up(self) -> bool:
        """Was it cancelled?"""
        return self.cancelled is not None and self.cancelled()

    @property
    def used(self) -> float:
        """The share of the time that is gone; 0 where time is no limit."""
        if self.deadline is None or self.deadline <= self.began:
            return 0.0
        return (monotonic() - self.began) / (self.deadline - self.began)

    @property
    def spent(self) -> float:
        """Seconds since it began."""
        return monotonic() - self.began

    @property
    def awaited(self) -> bool:
        """Has somebody who listens heard nothing for a while?"""
        return self.report is not None and monotonic() - self._told >= REPORT_SECONDS

    def tell(self, choice: Choice) -> None:
        """Report what is known, if somebody listens."""
        if self.report:
            self._told = monotonic()
            self.report(choice)

    def pause(self, most: float = POLL) -> float:
        """How long to work or sleep until the next look."""
        return most if self.deadline is None else max(0.0, min(most, self.deadline - monotonic()))


def fewest(own: Limit, other: Limit) -> int | None:
    """The smaller limit of nodes, if there is one; no more than can be counted."""
    nodes = least(own.nodes, other.nodes)
    return least(nodes, MOST_NODES) if nodes is not None else None
