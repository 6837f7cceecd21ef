"""The arguments of an agent's spelling: ``mcts:seconds=1,threads=2``."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.core.errors import UnknownAgent
from tabuleiro.core.words import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


MOST = 1e12


@dataclass(frozen=True, slots=True)
class Number:
    """A number above 0, or 0 too; at most *most*."""

    kind: type[int | float]
    zero: bool = False
    most: float = MOST

    def read(self, written: str) -> float | None:
        """The value, None when it is no such number."""
        try:
            value = self.kind(written)
        except ValueError:
            return None
        return value if 0 < value <= self.most or (self.zero and value == 0) else None

    def __str__(self) -> str:
        return "…" if self.most == MOST else f"1…{self.most:g}"


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    def read(self, written: str) -> bool | None:
        """The value, None when it is neither."""
        return {"on": True, "off": False}.get(written)

    def __str__(self) -> str:
        return "on|off"


@dataclass(frozen=True, slots=True)
class File:
    """The path of a file."""

    def read(self, written: str) -> str | None:
        return written or None

    def __str__(self) -> str:
        return "FILE"


THREADS = Number(int, most=64)  # each has memory of its own


def read_arguments(name: str, text: str, allowed: Mapping[str, Number | Switch | File]) -> dict[str, Any]:
    """The values written in *text*, by name; *allowed* says which there are and what they may be."""
    values: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, written = part.partition("=")
        value = allowed[key].read(written) if equals and key in allowed else None
        if value is None:
            takes = ", ".join(f"{key}={what}" for key, what in allowed.items())
            raise UnknownAgent(
                later("{name}:{text} cannot be read; {name} takes {takes}", name=name, text=text, takes=takes)
            )
        values[key] = value
    return values
