"""The words of UGI, the universal game interface, for a place in a game: what programs tell each other.

    position startpos moves b3-b4 g6-g5
    position fen 1wwwwww1/… w moves b3-b4

A word after ``moves`` is a turn or a step. A step whose text is empty is written ``0000``: it has to be said where the
list ends with it, and follows from the next word elsewhere. In a game with secrets the ``fen`` is what one seat may see.
"""

from __future__ import annotations

from itertools import takewhile
from math import log10

from tabuleiro.core import CHANCE, Action, Game, choices, later
from tabuleiro.core.errors import BadPosition, BadTurn, Illegal, NotNow
from tabuleiro.core.notation import fold, read_position, read_turn
from tabuleiro.play.chance import drawn
from tabuleiro.play.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random
    from typing import Any

    from tabuleiro.play.history import Turn
    from tabuleiro.play.view import View

SILENT = "0000"  # a step without a text
NO_STEP = "(none)"  # the answer where no step can be taken
SURE = 2000  # centipawns of a won game
MOST = 10**15  # of anything that is counted: what is more is taken for this


def write_step(game: Game[Any], state: Any, action: Action) -> str:
    """The word for *action*."""
    return "".join(game.write(state, action).split()) or SILENT


def read_steps(game: Game[Any], state: Any, word: str) -> list[Action]:
    """The steps that *word* means: one, or several of this turn, after a silent one if nothing else will do."""
    wanted = "" if word == SILENT else fold(word) or NO_STEP
    for action in choices(game, state) if state.player >= CHANCE else ():
        if fold(game.write(state, action)) == wanted:
            return [action]
    if not wanted:
        raise Illegal(later("no step without a text is legal here"), word, game.write_position(state))
    try:
        return _loud(game, state, read_turn(game, state, word).actions)
    except BadTurn:
        silent = silent_step(game, state)
        if silent is None:
            raise
        return [silent, *read_steps(game, game.apply(state, silent), word)]


def silent_step(game: Game[Any], state: Any) -> Action | None:
    """The step without a text that ends or goes on with the turn under way, if there is one."""
    if state.whole or state.player < 0:
        return None
    return next((action for action in game.actions(state) if not game.write(state, action)), None)


def _loud(game: Game[Any], state: Any, actions: Sequence[Action]) -> list[Action]:
    """*actions* without the silent ones at their end."""
    kept = 0
    for number, action in enumerate(actions, 1):
        kept = number if game.write(state, action) else kept
        state = game.apply(state, action)
    return list(actions[:kept])


# ── Places ───────────────────────────────────────────────────────────────────────────────────────────────────────


def write_place(view: View) -> str:
    """The command that tells what *view* shows: where the turns begin that another program can follow, and those turns."""
    game = view.game
    start, turns, begun = view.followed
    place = "startpos" if start == game.start() else f"fen {game.write_position(start)}"
    words = [word for turn in turns for word in _turn_words(turn)]
    words += [write_step(game, step.before, step.action) for step in begun]
    return " ".join(["position", place, *(["moves", *words] if words else [])])


def _turn_words(turn: Turn) -> list[str]:
    """A finished turn in one word, and one more for every step without a text at its end."""
    word = "".join("".join(step.text for step in turn).split())
    silent = sum(1 for _ in takewhile(lambda step: not step.text, reversed(turn)))
    return [*([word] if word else []), *[SILENT] * silent]


class Reader:
    """Understands where games stand; words that it has read once, in the same place, it does not work out again."""

    def __init__(self, game: Game[Any], rng: Random) -> None:
        self.game = game
        self.rng = rng
        self._known: tuple[str, list[tuple[str, list[Action]]]] = ("", [])  # the start, and words with their steps

    def read(self, text: str) -> Session:
        """The session that *text*, what follows ``position``, tells of. What chance did without being told is drawn."""
        kind, _, rest = text.strip().partition(" ")
        where, _, moves = f" {rest} ".partition(" moves ")
        where = where.strip()
        if kind not in ("startpos", "fen") or bool(where) != (kind == "fen"):
            raise BadPosition(
                later("{text} is no place; write startpos or fen TEXT, then moves", text=text.strip() or "''")
            )
        start = read_position(self.game, where, strict=False) if where else None
        session = Session(self.game, self.rng, start=start, settle=False)
        known = self._known[1] if self._known[0] == where else []
        read: list[tuple[str, list[Action]]] = []
        same = True
        for number, word in enumerate(moves.split()):
            same = same and number < len(known) and known[number][0] == word
            actions = known[number][1] if same else self._steps(session, word)
            for action in actions:
                if session.outcome:
                    raise NotNow(later("{word} comes after the end of the game", word=word))
                session.take(action)
            read.append((word, actions))
        self._known = (where, read)
        while session.player == CHANCE:
            session.take(drawn(self.game, session.state, self.rng))
        return session

    def _steps(self, session: Session, word: str) -> list[Action]:
        """The steps of *word*, after what chance must have done."""
        state, untold = session.state, list[Action]()
        while True:
            try:
                return [*untold, *read_steps(self.game, state, word)]
            except BadTurn:
                if state.player != CHANCE:
                    raise
            untold.append(drawn(self.game, state, self.rng))
            state = self.game.apply(state, untold[-1])


# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────────────────────


def whole_number(word: str) -> int | None:
    """The number that *word* writes, at most MOST; None when it writes none."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    size = digits.lstrip("0")
    number = min(int(size or "0"), MOST) if len(size) <= len(str(MOST)) else MOST
    return -number if word.startswith("-") else number


def centipawns(share: float) -> int:
    """An expected score on the scale that engines are used to: 400 are odds of ten to one."""
    if not 0.00001 < share < 0.99999:
        return SURE if share > 0.5 else -SURE
    return round(400 * log10(share / (1 - share)))


def share_of(centipawns: int) -> float:
    """The inverse of ``centipawns``."""
    return 1.0 if centipawns >= SURE else 0.0 if centipawns <= -SURE else float(1 / (1 + 10 ** (-centipawns / 400)))
