"""The bots of the first programs for these games, as the student reports and their sources describe them.

Campo Bello and Eximo had two levels. The others had one bot, which plays at random; there level 2 is the same as level
1. All step legally under every option, also under those that the first programs did not have.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tabuleiro.core import Action, Game, Move, Pass, Place, Remove
from tabuleiro.play.agent import Agent, Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random
    from typing import Any

    from tabuleiro.games.campo_bello import CampoBello
    from tabuleiro.play.view import View


@dataclass(slots=True)
class ReportBot(Agent):
    """Plays like the first program at this *level*: everything follows from the view, nothing is kept between steps."""

    decide: Callable[[View, int, Random], Action]
    level: int
    rng: Random
    name: str

    def choose(self, view: View, limit: Limit) -> Choice:
        return Choice(self.decide(view, self.level, self.rng))


# ── Campo Bello ──────────────────────────────────────────────────────────────────────────────────────────────────

# The first program lists the two ends of every jump, triangle X after triangle; N is the next triangle.
TRIANGLES = (("b", "y"), ("y", "r"), ("r", "g"), ("g", "b"))
ENDS = "mid-X1 mid-X2 X0-N2 X0-X3 X0-X5 X1-N0 X1-X6 X1-X8 X2-X7 X2-X9 X3-X5 X6-X8 X7-X9"
ACROSS = "b0-r0 y0-g0"


def campo_bello(view: View, level: int, _rng: Random) -> Action:
    """No chance at all: the last mover of the own list that can jump takes its first jump.

    Having jumped another player's mover, it is removed itself. Otherwise level 1 stops; level 2 jumps on with the
    first jump there is, unless the rules forbid that very jump (the first program: if it leads back to the start).
    """
    from tabuleiro.games.campo_bello import CampoBello

    game, state, legal = view.game, view.state, view.actions
    assert isinstance(game, CampoBello)
    wanted: Action | None = None
    if state.whole:
        jumps = (first_jump(game, state.board, mover) for mover in reversed(movers(game, view)))
        wanted = next(filter(None, jumps), None)
    elif state.due:
        wanted = Remove(state.jumper)
    elif level == 2:
        wanted = first_jump(game, state.board, state.jumper)
    if wanted is not None and wanted in legal:
        return wanted
    return Pass() if Pass() in legal else legal[0]


def movers(game: CampoBello, view: View) -> list[int]:
    """The own movers as the first program lists them: who moved last comes first, who never moved last, in order."""
    seat, board = view.seat, view.start.board
    assert seat is not None
    triangles = ("yg", "rb")[seat] if game.players == 2 else "ybgr"[seat]
    home = game.board.at(f"{triangle}{number}" for triangle in triangles for number in range(1, 10))
    listed = [cell for cell in dict.fromkeys((*home, *game.board)) if board[cell] == seat + 1]
    for state, action in view.replay():
        if state.player == seat and isinstance(action, Move):
            gone = (action.source, game.overs[action])
            listed = [action.target, *(cell for cell in listed if cell not in gone)]
        elif state.player == seat and isinstance(action, Remove):
            listed.remove(action.cell)
    return listed


def first_jump(game: CampoBello, board: bytes, mover: int) -> Move | None:
    """The first jump in the first program's order that the board has for the *mover*."""
    for name in landings()[game.board.names[mover]]:
        jump = Move(mover, game.board.cells[name])
        if board[game.overs[jump]] and not board[jump.target]:
            return jump
    return None


@cache
def landings() -> dict[str, list[str]]:
    """Where a mover can land from each point: jumps listed from that end first, then those listed from the other."""
    pairs = [
        tuple(pair.replace("X", triangle).replace("N", after).split("-"))
        for triangle, after in TRIANGLES
        for pair in ENDS.split()
    ]
    pairs += [tuple(pair.split("-")) for pair in ACROSS.split()]
    points = ["mid", *(f"{triangle}{number}" for triangle, _ in TRIANGLES for number in range(10))]
    return {
        point: [other for one, other in pairs if one == point] + [one for one, other in pairs if other == point]
        for point in points
    }


# ── The others ───────────────────────────────────────────────────────────────────────────────────────────────────


def eximo(view: View, level: int, rng: Random) -> Action:
    """Any man that has a play, then any kind of play it has, then any way to play it; drops anywhere.

    Level 2 captures whenever the man it happened to choose can.
    """
    from tabuleiro.games.eximo import kind

    moves = [action for action in view.actions if isinstance(action, Move)]
    if not moves:
        return rng.choice(view.actions)
    man = rng.choice(list(dict.fromkeys(move.source for move in moves)))
    plays: dict[str, list[Move]] = {}
    for move in moves:
        if move.source == man:
            plays.setdefault(kind(view.state, move), []).append(move)
    chosen = "x" if level == 2 and "x" in plays else rng.choice(list(plays))
    return rng.choice(plays[chosen])


FARTHEST = 4  # cells that the first program of Meerkats slides a stone


def meerkats(view: View, _level: int, rng: Random) -> Action:
    """Any stone on any cell, then any slide of another stone, of at most four cells if there is one."""
    rays = view.game.board.rays
    near = [
        action
        for action in view.actions
        if isinstance(action, Move) and any(action.target in ray[:FARTHEST] for ray in rays[action.source])
    ]
    return rng.choice(near or view.actions)


def momentum(view: View, _level: int, rng: Random) -> Action:
    """Any cell that the last marble does not forbid; it never swaps."""
    return rng.choice([action for action in view.actions if isinstance(action, Place)])


def barragoon(view: View, _level: int, rng: Random) -> Action:
    """Any move, any placement: the report came before its bot."""
    return rng.choice(view.actions)


BOTS: dict[str, Callable[[View, int, Random], Action]] = {
    "barragoon": barragoon,
    "campo-bello": campo_bello,
    "eximo": eximo,
    "meerkats": meerkats,
    "momentum": momentum,
}


def arguments(game: Game[Any]) -> tuple[str, ...]:
    return ("1", "2") if game.name in BOTS else ()


def make(argument: str, game: Game[Any], rng: Random) -> ReportBot:
    return ReportBot(BOTS[game.name], int(argument), rng, f"report:{argument}")
