"""The arguments of an agent's spelling: ``mcts:seconds=1,threads=2``."""

from __future__ import annotations

from tabuleiro.core.errors import UnknownAgent
from tabuleiro.core.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


MOST = 1e12


def read_arguments(name: str, text: str, allowed: Mapping[str, type]) -> dict[str, float | int | str]:
    """The values written in *text*, by name; *allowed* says which there are and of what type."""
    values: dict[str, float | int | str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, written = part.partition("=")
        value = _value(allowed[key], written) if equals and key in allowed else None
        if value is None:
            takes = ", ".join(f"{key}=…" for key in allowed)
            raise UnknownAgent(
                say("{name}:{text} cannot be read; {name} takes {takes}", name=name, text=text, takes=takes)
            )
        values[key] = value
    return values


def _value(kind: type, written: str) -> float | int | str | None:
    """The value, None when it is no such thing or out of bounds."""
    try:
        value: float | int | str = kind(written)
    except ValueError:
        return None
    return value if isinstance(value, str) or 0 < value < MOST else None
