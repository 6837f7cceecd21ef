"""What an engine tells while it thinks, the line ``info`` of UGI: ``info depth 3 nodes 50 score cp 20 pv b3-b4 g6-g5``."""

from __future__ import annotations

from dataclasses import replace

from tabuleiro.core.errors import BadTurn
from tabuleiro.core.notation import legal_part, write_turns
from tabuleiro.engines.protocol import centipawns, read_steps, share_of, whole_number, write_step
from tabuleiro.play.agent import Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from tabuleiro.core import Action, Game
    from tabuleiro.play.view import View

MOST_WORDS = 32  # of a line that are read


def write_info(view: View, choice: Choice) -> str:
    """What is known so far, in one line."""
    words = ["info"]
    if choice.depth:
        words.append(f"depth {choice.depth}")
    words.append(f"time {round(choice.seconds * 1000)} nodes {choice.nodes}")
    if choice.pace:
        words.append(f"nps {round(choice.pace)}")
    if choice.scores and view.seat is not None:
        share = choice.scores[view.seat]
        words.append(f"score cp {centipawns(share)} wdl {round(1000 * share)} 0 {1000 - round(1000 * share)}")
    game, state = view.game, view.state
    turns = write_turns(game, state, legal_part(game, state, choice.line))
    line = ["".join(text.split()) for text in turns] or [write_step(game, state, choice.action)]
    return " ".join([*words, "pv", *line])


class Thought:
    """What an engine has told so far of its decision in *view*; what is not understood is passed over."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._numbers = Choice(view.actions[0])
        self._line, self._read = "", True

    @property
    def choice(self) -> Choice:
        """All that is known; of several lines that it expected, the last is read, and only when somebody asks."""
        if not self._read:
            steps = tuple(read_line(self.view.game, self.view.state, self._line.split()[:MOST_WORDS]))
            self._numbers = replace(self._numbers, action=steps[0] if steps else self._numbers.action, line=steps)
            self._read = True
        return self._numbers

    def hear(self, line: str) -> None:
        """Add what an ``info`` line tells."""
        told, _, principal = line.partition(" pv ")
        words = told.split()
        if "string" in words:
            return
        values: dict[str, list[str]] = {word: words[at + 1 : at + 4] for at, word in enumerate(words)}
        nodes, depth, time, pace = (max(_number(values, key) or 0, 0) for key in ("nodes", "depth", "time", "nps"))
        seconds = time / 1000 or (nodes / pace if pace else 0.0)
        before, share = self._numbers, _share(values)
        self._numbers = replace(
            before,
            scores=before.scores if share is None else _scores(self.view, share),
            nodes=nodes or before.nodes,
            depth=depth or before.depth,
            seconds=seconds or before.seconds,
        )
        if principal and principal != self._line:
            self._line, self._read = principal, False


def read_line(game: Game[Any], state: Any, words: Iterable[str]) -> Iterator[Action]:
    """The steps from *state* on that *words* tell of, as far as they are legal; each is of a turn, or of one step.

    What chance does nobody tells beforehand.
    """
    for word in words:
        if state.player < 0:
            return
        try:
            actions = read_steps(game, state, word)
        except BadTurn:
            return
        for action in actions:
            yield action
            state = game.apply(state, action)


def _number(values: dict[str, list[str]], key: str) -> int | None:
    return whole_number(next(iter(values.get(key, ())), ""))


def _share(values: dict[str, list[str]]) -> float | None:
    """The share of the win that the engine expects for itself; None where it does not say."""
    shares = [part for word in values.get("wdl", ()) if (part := whole_number(word)) is not None and part >= 0]
    if len(shares) == 3 and any(shares):
        won, drawn, lost = shares
        return (won + drawn / 2) / (won + drawn + lost)
    pawns = _number(values, "cp")
    return None if pawns is None else share_of(pawns)


def _scores(view: View, share: float) -> tuple[float, ...]:
    """Every seat's score; of several others each gets as much of the rest."""
    rest = (1 - share) / max(view.game.players - 1, 1)
    return tuple(share if seat == view.seat else rest for seat in range(view.game.players))
