"""How much one address may ask for: buckets that fill with time."""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable

from tabuleiro.web.settings import Limits

MOST = 10_000  # addresses that are remembered


class Buckets:
    """By key, up to *burst* wishes at once and *rate* a second in the long run; a rate of 0 binds nobody."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, count: float = 1.0) -> bool:
        """May *key* have *count* more?"""
        if not self.rate:
            return True
        now = self.clock()
        left, since = self._left.pop(key, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        allowed = left >= count
        self._left[key] = left - count if allowed else left, now
        while len(self._left) > MOST:
            self._left.popitem(last=False)
        return allowed


class Gate:
    """The limits of one site."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self.limits = limits
        self.requests = Buckets(limits.requests, limits.burst, clock)
        self.games = Buckets(limits.games / 3600, max(limits.games, 1), clock)
        self.sockets: Counter[str] = Counter()
        self._clock = clock

    def connect(self, address: str) -> bool:
        """Count one more connection of *address* until ``disconnect``, if it may have one."""
        if not self.has_room(address):
            return False
        self.sockets[address] += 1
        return True

    def has_room(self, address: str) -> bool:
        """May *address* have one more connection?"""
        return not self.limits.sockets or self.sockets.get(address, 0) < self.limits.sockets

    def disconnect(self, address: str) -> None:
        self.sockets[address] -= 1
        if self.sockets[address] <= 0:
            del self.sockets[address]

    def messages(self) -> Buckets:
        """The limit of one connection."""
        return Buckets(self.limits.messages, 3 * self.limits.messages, self._clock)


def network(address: str) -> str:
    """What is kept of an *address*, also in logs: the network that it is in, never all of it."""
    found = _read(address)
    return str(ipaddress.ip_network((found, 24 if found.version == 4 else 48), strict=False)) if found else "?"


def household(address: str) -> str:
    """What counts as one address: of a longer one, the half that a provider gives to a household."""
    found = _read(address)
    if found is None or found.version == 4:
        return str(found or "?")
    return str(ipaddress.ip_network((found, 64), strict=False))


def _read(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """*address*, which may be the old kind in the dress of the new one, as a server that speaks both sees it."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
