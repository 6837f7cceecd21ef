"""Boards for pages: empty ones that a script fills, positions to look at, and square codes of links."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup

from tabuleiro.draw.svg import live, svg
from tabuleiro.play.history import touched
from tabuleiro.table.examples import MANY, after, examples

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.play.view import View


@lru_cache(maxsize=64)
def live_board(game: Game[Any], look: str) -> Markup:
    """The board into which the script of a page puts pieces."""
    return Markup(live(game, look))  # noqa: S704 - our own drawing


@lru_cache(maxsize=64)
def symbols(game: Game[Any], look: str) -> Markup:
    """The pieces of *game* alone, for use on a page."""
    head, _, _ = live(game, look).partition('<g class="ground"')
    hidden = head.replace('class="board"', 'class="symbols" aria-hidden="true"', 1)
    return Markup(f"{hidden}</svg>")  # noqa: S704 - our own drawing


@lru_cache(maxsize=256)
def board_picture(game: Game[Any], look: str, figure: int | None = None, part: int = 0) -> str:
    """A part of one of the figures of *game*, counted from 1; 0 is the start, and without a number it is a position by
    which the game is known again.
    """
    found = examples(game)
    if figure == 0:
        return svg(game, game.start(), theme=look, width=600)
    if figure is None or not 0 < figure <= len(found):
        return svg(game, after(game, MANY).view(None).state, theme=look, width=600)
    example = found[figure - 1]
    one = example.pictures[min(max(part, 0), len(example.pictures) - 1)]
    return svg(
        example.game,
        one.state,
        theme=look,
        last=one.last,
        selected=one.selected,
        targets=one.targets,
        ways=[one.way] if one.way else (),
        width=600,
    )


def game_picture(view: View, look: str, turn: int | None = None, *, mini: bool = False) -> str:
    """What *view* shows now, or after so many turns."""
    if turn is not None and 0 <= turn < len(view.history):
        last = touched(view.history[turn - 1], view.turn_starts[turn]) if turn else ()
        return svg(view.game, view.turn_starts[turn], theme=look, last=last, mini=mini)
    return svg(view.game, view.state, theme=look, last=view.last, mini=mini)


@lru_cache(maxsize=256)
def square_code(url: str) -> Markup:
    """A link to be read by a camera."""
    code = segno.make(url, error="m").svg_inline(omitsize=True, border=2, dark="#000", light="#fff")
    return Markup(code)  # noqa: S704 - our own drawing
