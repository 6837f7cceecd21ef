"""When to stop thinking: an agent has limits of its own, gets others with every decision, and keeps to both."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from time import monotonic, process_time

from tabuleiro.play.agent import SECONDS, least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.play.agent import Choice, Limit

DEEPEST = 100
MOST_NODES = 1 << 62  # what compiled searches can count
POLL = 0.01  # seconds between looks at the clock and at who wants to cancel
REPORT_SECONDS = 0.1  # seconds at least between two reports of what is known so far


def tighter(own: Limit, other: Limit) -> Limit:
    """The tighter of an agent's own limit and the one that it gets; where that counts CPU time, so does its own time."""
    seconds, cpu = least(own.seconds, other.seconds), least(own.cpu_seconds, other.cpu_seconds)
    if other.cpu_seconds is not None:
        seconds, cpu = other.seconds, least(cpu, own.seconds)
    nodes, depth = least(own.nodes, other.nodes), least(own.depth, other.depth)
    return replace(other, seconds=seconds, nodes=nodes, depth=depth, cpu_seconds=cpu)


class Watch:
    """The tighter of two limits, and the clocks that start now: that of the wall, and the one that counts the work of all
    threads of this process.

    Where nothing binds, a search that can be cancelled goes on until it is, any other ends after a second. A search
    that is not *deep* knows no depth, so that cannot bind it; then too it ends after a second.
    """

    def __init__(self, own: Limit, other: Limit, *, deep: bool = True, threads: int = 1) -> None:
        limit = tighter(own, other)
        seconds, depth = limit.seconds, limit.depth
        self.nodes = limit.nodes if limit.nodes is None else min(limit.nodes, MOST_NODES)
        self.depth = DEEPEST if depth is None else max(1, min(depth, DEEPEST))
        self.cancelled = other.cancelled
        self.report = other.report
        timeless = seconds is None and limit.cpu_seconds is None
        if timeless and self.nodes is None and not (depth and deep) and (depth or not self.cancelled):
            seconds = SECONDS
        self._threads = threads
        self.began = self._told = monotonic()
        self.deadline = None if seconds is None else self.began + seconds
        self._work = limit.cpu_seconds  # None does not bind
        self._worked = 0.0 if self._work is None else process_time()

    @property
    def over(self) -> bool:
        """Is the time up, or was it cancelled?"""
        if self.deadline is not None and monotonic() >= self.deadline:
            return True
        return self._work_left <= 0 or self.given_up

    @property
    def _work_left(self) -> float:
        """CPU seconds that are left."""
        return inf if self._work is None else self._work - (process_time() - self._worked)

    @property
    def given_up(self) -> bool:
        """Was it cancelled?"""
        return self.cancelled is not None and self.cancelled()

    @property
    def used(self) -> float:
        """The share of the time that is gone; 0 where time is no limit."""
        shares = [0.0]
        if self.deadline is not None and self.deadline > self.began:
            shares.append((monotonic() - self.began) / (self.deadline - self.began))
        if self._work:
            shares.append(1 - self._work_left / self._work)
        return max(shares)

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
        left = inf if self.deadline is None else self.deadline - monotonic()
        return max(0.0, min(most, left, self._work_left / self._threads))
