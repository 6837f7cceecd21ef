"""Positions as PNG pictures, for previews of links and for programs that do not show SVG."""

from __future__ import annotations

from functools import lru_cache

import resvg_py

from tabuleiro.draw.svg import svg
from tabuleiro.draw.theme import THEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core import Game

SMALLEST, WIDEST = 64, 1200  # pixels across
KEPT = 64  # pictures in memory, at most some 400 kB each


def picture(game: Game[Any], state: Any, *, theme: str = "light", width: int = 600, **shown: Any) -> bytes:
    """A PNG of *state* on the paper of the theme; what else is *shown* is said as for ``svg``.

    A theme that is two in one is drawn as the light one: pixels cannot follow a screen. A width out of bounds is
    brought to the nearest that is allowed.
    """
    look = theme if theme in THEMES else "light"
    return pixels(svg(game, state, theme=look, **shown), look, width)


def pixels(drawing: str, theme: str = "light", width: int = 600) -> bytes:
    """The PNG of a *drawing* that has the colours of one *theme*."""
    return _rendered(drawing, THEMES[theme].background, max(SMALLEST, min(WIDEST, width)))


@lru_cache(maxsize=KEPT)
def _rendered(drawing: str, paper: str, width: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, background=paper, width=width))
