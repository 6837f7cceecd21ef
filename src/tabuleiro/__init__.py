"""Tabuleiro: five abstract board games, played well.

>>> import tabuleiro
>>> game = tabuleiro.new("eximo").play("b6-b5 b3-b4")
>>> game.player, game.turns()
(0, ['b5xb3xd3'])

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

__version__ = "0.1.0"

_HOMES = {
    "new": "tabuleiro.play.position",
    "Position": "tabuleiro.play.position",
    "fast": "tabuleiro.play.position",
    "Session": "tabuleiro.play.session",
    "Record": "tabuleiro.play.record",
    "View": "tabuleiro.play.view",
    "describe": "tabuleiro.play.wire",
    "find": "tabuleiro.core.registry",
    "names": "tabuleiro.core.registry",
}
__all__ = ["Position", "Record", "Session", "View", "describe", "fast", "find", "names", "new"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'tabuleiro' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
