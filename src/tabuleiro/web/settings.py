"""How a site is run: every setting is a flag of ``tabuleiro serve`` and a variable ``TABULEIRO_…`` of the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Limits:
    """How much one address, one connection or one request may ask for; 0 does not bind."""

    requests: float = 50.0  # a second and address, in the long run
    burst: int = 400  # requests at once
    games: int = 400  # new games an hour and address
    sockets: int = 400  # connections at a time and address: a class sits behind one
    messages: float = 20.0  # a second and connection, in the long run
    body: int = 64_000  # bytes
    name: int = 40  # characters
    turn: int = 400  # characters
    at_once: int = 40  # games created by one request
    tables: int = 5000  # in memory


@dataclass(frozen=True)
class Settings:
    """*database* is an address, *url* how people reach the site if that is not what they send as host. *agents* are the
    programs that the operator adds, by name. *pace* is how many seconds pass at least between two turns of programs.
    """

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""
    trusted_proxy: str = ""
    thinkers: int = 1
    agents: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = Limits()
    pace: float = 0.5
    unjoined: float = 7 * 86_400  # seconds after which a game that nobody joined ends
    away: float = 120.0  # seconds after which an absent opponent loses by claim, with a clock
    away_long: float = 14 * 86_400  # and without
    idle: float = 600.0  # seconds after which a table that nobody looks at leaves the memory

    @property
    def secure(self) -> bool:
        """Is the site reached over HTTPS? Then cookies go no other way."""
        return self.url.startswith("https://")
