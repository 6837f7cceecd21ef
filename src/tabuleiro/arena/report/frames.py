"""Games as a page steps through them: the board at the start, and for every turn its text and the cells that it changed.

The page knows no rules. All is packed together, so that hundreds of games are a small part of it.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from itertools import pairwise
from random import Random

from tabuleiro.core import say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.play.history import decider, turn_text
from tabuleiro.play.record import read_record
from tabuleiro.play.replay import replay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tabuleiro.arena.match import Match, Played
    from tabuleiro.arena.standings import Standings

    Board = Sequence[int]


def packed(standings: Standings) -> str:
    """All games as JSON, deflated, in the letters of base 64."""
    place = {agent: number for number, agent in enumerate(standings.tournament.agents)}
    starts: dict[bytes, int] = {}
    games = [told(standings, match, game, place, starts) for match, game in standings.games]
    data = {"starts": [list(board) for board in starts], "games": games}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b64encode(squeezed.compress(text.encode()) + squeezed.flush()).decode()


def told(
    standings: Standings, match: Match, game: Played, place: dict[str, int], starts: dict[bytes, int]
) -> dict[str, Any]:
    """A game: who sat where, who won what and why, and its turns."""
    seating = match.seating(game.number, standings.game.players)
    start, turns = frames(game)
    return {
        "n": game.number,
        "seats": [place[match.agents[side]] for side in seating],
        "scores": [round(game.scores[side] / seating.count(side), 3) for side in seating],
        "why": say(game.reason),
        "start": starts.setdefault(start, len(starts)),
        "turns": [text for text, _, _ in turns],
        "by": [seat for _, seat, _ in turns],
        "cells": [changes for _, _, changes in turns],
    }


def frames(game: Played) -> tuple[bytes, list[tuple[str, int, list[int]]]]:
    """The board at the start, and for every turn its text, who played it, and the cells that it changed, each with the
    piece that stands there now. What is not finished of the last turn is a turn too.
    """
    record, _ = read_record(game.record_text())
    try:
        session, _ = replay(record, Random(0))
    except TabuleiroError:  # a file that was changed by hand
        return b"", []
    history = session.history
    turns = [turn for turn in (*history.turns(), history.under_way()) if turn]
    boards = [*(bytes(turn[0].before.board) for turn in turns), bytes(session.state.board)]
    return boards[0], [
        (turn_text(turn), decider(turn), changes(before, after))
        for turn, (before, after) in zip(turns, pairwise(boards), strict=True)
    ]


def changes(before: Board, after: Board) -> list[int]:
    """Cell, piece, cell, piece."""
    return [
        value for cell, (old, new) in enumerate(zip(before, after, strict=True)) if old != new for value in (cell, new)
    ]
