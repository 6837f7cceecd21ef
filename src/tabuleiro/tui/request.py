"""What the terminal app is opened for: the menu, a game with these people, or one that was saved."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.ai.party import Party


@dataclass(frozen=True)
class Request:
    """Without *party*, *game* and *resume* the menu opens.

    *game* is the spelling of one that is to be set up, *resume* the path of a saved game, *record* that of a file that
    the game is written to after every turn. *position* is where a new game begins, *seconds* how long computers may think about a step, *clock* a time control
    like ``300+5``. *flip* is whether the board is seen from the other side, None for as it suits who plays. *lang* is the
    language that was asked for, "" if none was.
    """

    party: Party | None = None
    game: str = ""
    resume: str = ""
    record: str = ""
    position: str = ""
    seed: int | None = None
    seconds: float | None = None
    clock: str = ""
    ascii: bool = False
    flip: bool | None = None
    lang: str = ""
