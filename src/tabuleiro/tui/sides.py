"""Where people sit: a board is shown so that who plays alone has the own pieces at hand, where it tells whose place is where."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.tui.room import Room

FAR = 1 / 3  # of the board's height


def from_behind(room: Room) -> bool:
    """Is it best seen from the other side? So it is for one person among computers whose pieces begin at the top."""
    return len(room.humans) == 1 and at_the_top(room.game, room.humans[0])


def at_the_top(game: Game[Any], seat: int) -> bool:
    """Do the pieces of *seat* begin in the upper part of the picture?"""
    heights = [y for _, y in game.board.centres]
    own = [y for y, piece in zip(heights, game.start().board, strict=True) if game.pieces[piece].owner == seat]
    top, bottom = min(heights), max(heights)
    return bool(own) and sum(own) / len(own) < top + FAR * (bottom - top)
