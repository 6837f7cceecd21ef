"""What the terminal app is opened for: the menu, a game with these people, or one that was saved."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.home.saves import Resumed
from tabuleiro.play.lineup import Party
from tabuleiro.table.setting import Wish


@dataclass(frozen=True)
class Request(Wish):
    """Without *party*, *game* and *resume* the menu opens.

    *game* is the spelling of one that is to be set up, *resume* the path of a saved game, *found* what was read there
    already. *lang* is the language that was asked for, "" if none was.
    """

    party: Party | None = None
    game: str = ""
    resume: str = ""
    found: Resumed | None = None
    seed: int | None = None
    ascii: bool = False
    lang: str = ""
