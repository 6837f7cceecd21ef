"""The steps of a game and the turns that they make: which steps make a turn is said here, and nowhere else.

A turn goes from one state that is ``whole`` to the next, or to the end of the game. What chance does alone before the
first decision is the deal, which is no turn.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, takewhile

from tabuleiro.core import CHANCE, NOBODY, choices
from tabuleiro.core.notation import typed
from tabuleiro.play.record.text import write_variation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from tabuleiro.core import Action, Game
    from tabuleiro.play.session import Session

DIGITS = 9  # of a number that somebody types
TRUTH = -3  # a pair of eyes that sees everything: saved games, referees


@dataclass(frozen=True)
class Step:
    """A step that was taken: by whom, in which state, and after how many seconds; its text is written when asked for.

    As a seat sees it, state and step are those that ``Game.view`` and ``Game.veil`` give.
    """

    player: int
    before: Any
    action: Action
    game: Game[Any] = field(repr=False, compare=False)
    seconds: float = field(default=0.0, compare=False)

    @cached_property
    def text(self) -> str:
        return self.game.write(self.before, self.action)

    @cached_property
    def number(self) -> int:
        """The number of the step among all that the game can ever have."""
        return self.game.space.index(self.action)

    @cached_property
    def expected(self) -> Any:
        """Where the rules lead from here; None where they do not list this step, because of what a seat does not see."""
        legal = self.action in choices(self.game, self.before)
        return self.game.apply(self.before, self.action) if legal else None


Turn = tuple[Step, ...]


@dataclass(frozen=True)
class Told:
    """A decision for everybody's ears: the number of its turn, who decided, the steps as all may know them.

    *triples* are the steps with the states before and after them, for those who describe what happened.
    """

    number: int
    seat: int
    seen: Turn
    triples: tuple[tuple[Any, Action, Any], ...]


class History:
    """Every step since *origin*, turn by turn, as it was and as each seat may know it. *state* is where they lead."""

    def __init__(self, game: Game[Any], origin: Any) -> None:
        self.game = game
        self.origin = origin
        self.state = origin
        self.steps: list[Step] = []
        self._begins: list[int] = []  # by turn, the number of its first step
        self._veiled: dict[int | None, list[Step]] = {}  # by seat, for as many steps as it has asked about
        self._finished: dict[int | None, list[Turn]] = {}  # likewise, the turns that are over, the deal first
        self._turns: dict[int | None, tuple[int, tuple[Turn, ...]]] = {}  # those after the deal, for so many steps

    def take(self, action: Action, seconds: float = 0.0) -> None:
        """Add a step of whoever decides now; it trusts the caller."""
        before = self.state
        if before.whole or not self.steps:
            self._begins.append(len(self.steps))
        self.steps.append(Step(int(before.player), before, action, self.game, seconds))
        self.state = self.game.apply(before, action)

    def cut(self, count: int) -> list[Step]:
        """Keep the first *count* steps, and give the others."""
        gone = self.steps[count:]
        if gone:
            self.state = gone[0].before
            self._begins = [begin for begin in self._begins if begin < count]
            for steps in (self.steps, *self._veiled.values()):
                del steps[count:]
            self._finished.clear()
            self._turns.clear()
        return gone

    @property
    def start(self) -> Any:
        """The state in which the first turn began: after the deal."""
        deals = self._deals()
        return self.steps[self._begins[deals]].before if deals < len(self._begins) else self.state

    def deal(self, eyes: int | None = TRUTH) -> Turn:
        """What chance did alone before the first turn, as *eyes* may know it."""
        return tuple(step for turn in self._over(eyes)[: self._deals()] for step in turn)

    def turns(self, eyes: int | None = TRUTH) -> tuple[Turn, ...]:
        """The finished turns, as *eyes* may know them; put together once for so many steps, for much asks for them."""
        count, turns = self._turns.get(eyes, (-1, ()))
        if count != len(self.steps):
            turns = tuple(self._over(eyes)[self._deals() :])
            self._turns[eyes] = len(self.steps), turns
        return turns

    def under_way(self, eyes: int | None = TRUTH) -> Turn:
        """The steps of the turn that is not finished, none between turns; as *eyes* may know them."""
        between = self.state.whole or self.state.player == NOBODY or not self.steps
        return () if between else tuple(self._seen(eyes)[self._begins[-1] :])

    def frames(self, eyes: int | None, first: int, last: int) -> list[tuple[Step, Any]]:
        """The steps from number *first* to before *last*, each with the state after it, as *eyes* may know them."""
        steps = self._seen(eyes)
        final = self.state if eyes == TRUTH else self.game.view(self.state, eyes)
        afters = [*(step.before for step in steps[first + 1 : last + 1]), final]
        return list(zip(steps[first:last], afters, strict=False))

    def turn_of(self, number: int) -> int:
        """The index of the turn to which step *number* belongs, below 0 for the deal."""
        return bisect_right(self._begins, number) - 1 - self._deals()

    def begin_of(self, turn: int) -> int:
        """The number of the step that begins the turn with index *turn*; of the next one where it has not begun."""
        place = turn + self._deals()
        return self._begins[place] if place < len(self._begins) else len(self.steps)

    def decisions(self) -> Iterator[tuple[int, Turn]]:
        """What one seat decided in a row within a turn, and the number of that turn, from 1."""
        for number, turn in enumerate((*self.turns(), self.under_way()), 1):
            for player, steps in groupby(turn, lambda step: step.player):
                if player != CHANCE:
                    yield number, tuple(steps)

    def told(self, since: int) -> Told:
        """What one seat decided in a row from step number *since* on, with what chance drew for it, as all may know it."""
        place = bisect_right(self._begins, since) - 1
        ends = [*self._begins[1:], len(self.steps)]
        if all(step.player == CHANCE for step in self.steps[self._begins[place] : since]):
            since = self._begins[place]  # what chance drew for this turn is part of it
        steps, end = self.steps[since : ends[place]], ends[place]
        spans = zip(self._begins[: place + 1], ends, strict=False)
        number = sum(decider(self.steps[first:last]) != CHANCE for first, last in spans)
        afters = [*(step.before for step in self.steps[since + 1 : end + 1]), self.state]
        triples = tuple((step.before, step.action, after) for step, after in zip(steps, afters, strict=False))
        return Told(number, decider(steps), tuple(self._seen(None)[since:end]), triples)

    def last_decided(self) -> int | None:
        """The number of the step that began the last turn in which somebody decided: chance's before it not counted."""
        for begin in reversed(self._begins):
            for number, step in enumerate(self.steps[begin:], begin):
                if step.player != CHANCE:
                    return number
        return None

    def _deals(self) -> int:
        """How many of the finished turns are chance's alone, before anybody has decided: one, or none."""
        return sum(1 for _ in takewhile(lambda turn: decider(turn) == CHANCE, self._over(TRUTH)))

    def _over(self, eyes: int | None) -> list[Turn]:
        """All finished turns, the deal first. They never change, so each is put together once."""
        steps, begins = self._seen(eyes), self._begins
        known = self._finished.setdefault(eyes, [])
        for number in range(len(known), len(begins) - bool(self.under_way())):
            known.append(tuple(steps[begins[number] : begins[number + 1] if number + 1 < len(begins) else None]))
        return known

    def _seen(self, eyes: int | None) -> list[Step]:
        """All steps as *eyes* may know them."""
        game = self.game
        if eyes == TRUTH or not game.has_secrets:
            return self.steps
        known = self._veiled.setdefault(eyes, [])
        for step in self.steps[len(known) :]:
            seen, action = game.view(step.before, eyes), game.veil(step.before, step.action, eyes)
            known.append(Step(step.player, seen, action, game, step.seconds))
        return known


def decider(turn: Sequence[Step]) -> int:
    """The seat that began *turn*; CHANCE where nobody has decided yet."""
    return next((step.player for step in turn if step.player != CHANCE), CHANCE)


def turn_text(turn: Sequence[Step]) -> str:
    """The text of *turn*: its steps' texts joined, or the words that can be typed for steps that have none."""
    return "".join(step.text for step in turn) or "".join(typed(step.game, step.before, step.action) for step in turn)


def touched(steps: Sequence[Step], after: Any) -> tuple[int, ...]:
    """The cells that *steps*, which led to *after*, touched, in order, each once: for marking.

    These are the cells that are clicked for a step, and those where a piece came to lie by it, as when one is pushed.
    """
    cells: list[int] = []
    boards = (*(step.before.board for step in steps[1:]), after.board)
    for step, board in zip(steps, boards, strict=bool(steps)):
        cells += next(iter(step.game.paths(step.action)), ())
        before = step.before.board
        if board != before:
            cells += (cell for cell, piece in enumerate(board) if piece and piece != before[cell])
    return tuple(dict.fromkeys(cells))


# ── Looking back ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Page:
    """A position of a game: what was just played, by whom, which cells that touched, and what was said of it.

    *variations* are texts of what could have been played instead.
    """

    state: Any
    text: str = ""
    player: int = CHANCE
    cells: tuple[int, ...] = ()
    comment: str = ""
    mark: str = ""
    variations: tuple[str, ...] = ()

    @property
    def remarks(self) -> list[str]:
        """The comment, then the variations, if there are any."""
        return [text for text in (self.comment, *self.variations) if text]


def page_number(word: str, last: int) -> int | None:
    """The number of a page, at most *last*, that somebody has typed; None for anything else."""
    number = int(word) if word.isascii() and word.isdigit() and len(word) <= DIGITS else last + 1
    return number if number <= last else None


def pages(session: Session) -> list[Page]:
    """The start, after the deal, and the position after every turn; the last turn may be under way."""
    history, comments = session.history, session.comments
    begun = history.under_way()
    turns = [*history.turns(), *([begun] if begun else [])]
    afters = [*(turn[0].before for turn in turns), history.state][1:]
    found = [Page(history.start, comment=comments.get(0, ""))]
    for number, (turn, after) in enumerate(zip(turns, afters, strict=False), 1):  # before the first there is none after
        if turn is begun and decider(begun) == CHANCE:
            break  # chance has drawn for a turn that nobody has begun
        lines = session.variations.get(number, ())
        variations = tuple(f"[{write_variation(line, number, session.game.players)}]" for line in lines)
        said = comments.get(number, ""), session.marks.get(number, ""), variations
        found.append(Page(after, turn_text(turn), decider(turn), touched(turn, after), *said))
    return found
