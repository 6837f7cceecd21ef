"""Figures of a rules page: positions and turns that show a rule, played by the rules themselves when they are drawn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One sentence about a *position*, and perhaps a *turn* that is played in it: it is drawn before and after.

    Without a turn, the cells *chosen* so far are marked and where one may go on from there; or else the *marked* cells
    alone. *way* names the cells through which a piece goes. Cells are written by their names, with blanks between. The game
    is played without options, but for *options* like ``players=3``.
    """

    words: str
    position: str = ""  # the start, if it is not given
    turn: str = ""
    chosen: str = ""
    marked: str = ""
    way: str = ""
    options: str = ""
