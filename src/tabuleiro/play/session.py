"""One game in progress: the one mutable object. No threads, no I/O, no clock of its own."""

from __future__ import annotations

from itertools import takewhile

from tabuleiro.core import CHANCE, NOBODY, Action, Game, Outcome, later, later_many
from tabuleiro.core.errors import Illegal, NotNow
from tabuleiro.core.notation import fold, read_turn
from tabuleiro.core.registry import origin_of
from tabuleiro.play.chance import drawn
from tabuleiro.play.history import TRUTH, History, Step, turn_text
from tabuleiro.play.record import Record, Variation
from tabuleiro.play.repetition import Past
from tabuleiro.play.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random
    from typing import Any

    from tabuleiro.play.clock import Clock

# How a game can end that the board does not show, as a record tells it.
RESIGNED, OUT_OF_TIME = later("{name} resigned"), later("{name} ran out of time")
LEFT, CALLED_OFF = later("{name} left the game"), later("the game was called off")
AGREED = later("a draw was agreed")
FAILED, FAILED_SO = later("{name} could not go on"), later("{name} could not go on: {trouble}")


class Session:
    """Holds the truth, checks every step, lets chance act, judges repetition, and gives each seat its view.

    *rng* is what chance draws from. *start* begins from another state. The caller passes the time as *now*.
    """

    def __init__(
        self,
        game: Game[Any],
        rng: Random,
        *,
        names: Sequence[str] = (),
        start: Any = None,
        clock: Clock | None = None,
        now: float = 0.0,
        date: str = "",
        settle: bool = True,
    ) -> None:
        self.game = game
        self.rng = rng
        self.names = tuple(names) or tuple(seat.called for seat in game.seats)
        self.history = History(game, game.start() if start is None else start)
        self.clock = clock
        self.date = date
        self.undone: list[Step] = []
        # What people keep with the game; all but the tags by number of the turn, from 1, and comment 0 for the game.
        self.comments: dict[int, str] = {}
        self.marks: dict[int, str] = {}
        self.variations: dict[int, tuple[Variation, ...]] = {}
        self.tags: dict[str, str] = {}
        self.verdict: Outcome | None = None  # an end that the position does not show: resignation, repetition, time
        self.version = 0  # grows with every change
        self._views: dict[int | None, View] = {}  # of this version, by seat
        self._told: dict[int | None, View] = {}  # likewise, without what can still be taken back
        self._past = Past(game)
        self._since = now
        self._count_position()
        if settle:
            self.settle()

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def state(self) -> Any:
        """Where the game stands: the truth, which no seat but a referee gets to see."""
        return self.history.state

    @property
    def origin(self) -> Any:
        """The state from which the game began, before the deal."""
        return self.history.origin

    @property
    def steps(self) -> list[Step]:
        """Every step so far, chance's too."""
        return self.history.steps

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        if self.verdict is None and self.state.player == NOBODY:
            return self.game.outcome(self.state)
        return self.verdict

    @property
    def player(self) -> int:
        """The seat that decides next, NOBODY when the game is over."""
        return NOBODY if self.verdict else int(self.state.player)

    @property
    def turns(self) -> list[str]:
        """The texts of the finished turns, the deal left out."""
        return [turn_text(turn) for turn in self.history.turns()]

    @property
    def so_far(self) -> str:
        """The text of the turn under way."""
        return "".join(step.text for step in self.history.under_way())

    def view(self, seat: int | None, now: float | None = None) -> View:
        """All that *seat* may know. It is built once a version, however often it is asked for; only clocks run on."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self._seen_by(seat)
        return view.at(self._clocks(now)) if self.clock else view

    @property
    def pending(self) -> int:
        """How many of the last steps their player can still take back: those since another seat or chance decided, as
        long as the same seat decides on.
        """
        seat = self.player
        return sum(1 for _ in takewhile(lambda step: step.player == seat, reversed(self.history.under_way())))

    def told(self, seat: int | None, now: float | None = None) -> View:
        """What *seat* may know while it is not told what another player can still take back."""
        pending = 0 if seat == self.player else self.pending
        if not pending:
            return self.view(seat, now)
        view = self._told.get(seat)
        if view is None:
            view = self._told[seat] = self._seen_by(seat, pending)
        return view.at(self._clocks(now)) if self.clock else view

    def _seen_by(self, seat: int | None, pending: int = 0) -> View:
        """What *seat* may know, without the last *pending* steps, which are of the turn under way."""
        game, history = self.game, self.history
        eyes = TRUTH if self.outcome else seat
        state, start = self.steps[-pending].before if pending else self.state, history.start
        if eyes != TRUTH:
            state, start = game.view(state, seat), game.view(start, seat)
        turns, under_way = history.turns(eyes), history.under_way(eyes)
        under_way = under_way[: len(under_way) - pending]
        clocks = (None,) * game.players
        return View(game, seat, state, start, turns, under_way, self.names, clocks, self.outcome, self.version)

    def _clocks(self, now: float | None) -> tuple[float | None, ...]:
        """The seconds that everybody has left."""
        assert self.clock is not None
        left = list[float | None](self.clock.left)
        if now is not None and self.player >= 0:
            left[self.player] = self.clock.left[self.player] - (now - self._since)
        return tuple(left)

    def record(self, seat: int | None = TRUTH) -> Record:
        """The game as a record: the whole truth, or what *seat* may know of it while it goes on."""
        history, ended = self.history, self.outcome
        eyes = TRUTH if ended else seat
        turns = history.turns(eyes)
        seconds = tuple(round(sum(step.seconds for step in turn), 3) for turn in turns)
        origin = self.origin if ended or seat == TRUTH else self.game.view(self.origin, seat)
        here = range(len(turns) + 1)  # what was said of turns that were taken back is not told
        return Record(
            str(self.game),
            self.game.edition,
            tuple(seat.symbol for seat in self.game.seats),
            tuple(
                seat.called if name in (seat.called, seat.name) else name
                for seat, name in zip(self.game.seats, self.names, strict=True)
            ),
            date=self.date,
            source=origin_of(self.game).source,
            start="" if self.origin == self.game.start() else self.game.write_position(origin),
            deal="".join(step.text for step in history.deal(eyes)),
            turns=tuple(turn_text(turn) for turn in turns),
            unfinished=tuple(step.text for step in history.under_way(eyes)),
            seconds=seconds if any(seconds) else (),
            comments={number: text for number, text in self.comments.items() if number in here},
            marks={number: mark for number, mark in self.marks.items() if number in here},
            variations={number: lines for number, lines in self.variations.items() if number in here},
            tags=dict(self.tags),
            sealed=frozenset() if ended or seat != TRUTH else self._secrets(),
            winners=ended.winners if ended else (),
            points=ended.points if ended else (),
            reason=ended.reason if ended else "",
        )

    def _secrets(self) -> frozenset[str | int]:
        """What the record of a game under way has to seal: all that the public reads differently, or not at all."""
        game, history = self.game, self.history
        if not game.has_secrets:
            return frozenset()
        pairs = enumerate(zip(history.turns(), history.turns(None), strict=True), 1)
        found: set[str | int] = {number for number, (turn, told) in pairs if turn_text(turn) != turn_text(told)}
        for name, steps in (("deal", history.deal), ("unfinished", history.under_way)):
            if [step.text for step in steps()] != [step.text for step in steps(None)]:
                found.add(name)
        if self.origin not in (game.start(), game.view(self.origin, None)):
            found.add("start")
        return frozenset(found)

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def start_clock(self, now: float) -> None:
        """Time counts from *now* on; what has passed is nobody's."""
        self._since = now

    def play(self, seat: int, move: Action | str, now: float | None = None, lag: float = 0.0) -> None:
        """Take a step, or all the steps of a text: a turn, its beginning or its rest, as far as it is *seat*'s.

        Of the time until *now*, *lag* seconds were on the way and do not count.
        """
        if self.outcome:
            raise NotNow(later("the game is over: {reason}", reason=self.outcome.reason))
        if seat != self.state.player:
            raise NotNow(later("it is {name}'s turn", name=self.names[self.state.player]))
        if now is not None and self.clock and self.clock.fallen(seat, now - self._since - lag):
            self.flag(seat)
            raise NotNow(later("the time is over"))
        agreed = self._agreed(seat, self._read(seat, move) if isinstance(move, str) else (move,))
        self._forget_undone()
        for action in agreed:
            elapsed = 0.0 if now is None else max(now - self._since - lag, 0.0)
            self._since = self._since if now is None else now
            if self.clock:
                self.clock.spend(seat, elapsed)
            self._advance(action, elapsed)
        if self.clock and (self.state.whole or self.state.player == NOBODY):
            self.clock.finish_turn(seat)
        self.settle()

    def _read(self, seat: int, text: str) -> tuple[Action, ...]:
        """The steps *text* means: typed as the rest of the turn under way, or as the whole of it.

        It is read as the seat sees the game, so that no hint in an error tells a secret.
        """
        seen = self.game.view(self.state, seat)
        begun = fold("".join(step.text for step in self.history.under_way(seat)))
        folded = fold(text)
        if begun and folded.startswith(begun):
            try:
                return read_turn(self.game, seen, text).actions
            except ValueError:
                return read_turn(self.game, seen, folded[len(begun) :]).actions
        return read_turn(self.game, seen, text).actions

    def _agreed(self, seat: int, actions: Sequence[Action]) -> list[Action]:
        """All *actions* if they are legal and *seat*'s to decide, else none: half a text is never played.

        What comes after an end that the seat could not foresee is left out.
        """
        state = self.state
        agreed: list[Action] = []
        for action in actions:
            if state.player == NOBODY:
                break
            if state.player != seat:
                raise NotNow(later("the rest of that turn is {name}'s to decide", name=self.names[state.player]))
            if action not in self._legal(state):
                text = self.game.write(state, action) if action in self.game.space else str(action)
                here = self.game.write_position(self.game.view(state, seat))
                raise Illegal(later("{text} is not legal here", text=text), text, here)
            agreed.append(action)
            state = self.game.apply(state, action)
        return agreed

    def _legal(self, state: Any) -> Sequence[Action]:
        """The steps that can be taken in *state*: in the present one, those that the view has listed, if it has no secret."""
        if state is self.state and not self.game.has_secrets:
            return self.view(state.player).actions
        return self.game.actions(state)

    def take(self, action: Action, seconds: float = 0.0) -> None:
        """Take any legal step, chance's too, as a record does; it trusts the caller."""
        self._advance(action, seconds)

    def resign(self, seat: int) -> None:
        """*seat* gives up; the others share the win."""
        self._lose(seat, later(RESIGNED, name=self.names[seat]))

    def flag(self, seat: int) -> None:
        """*seat* has run out of time."""
        if self.clock and self.outcome is None:
            self.clock.left[seat] = 0.0
        self._lose(seat, later(OUT_OF_TIME, name=self.names[seat]))

    def leave(self, seat: int) -> None:
        """*seat* has gone away and is waited for no longer."""
        self._lose(seat, later(LEFT, name=self.names[seat]))

    def fail(self, seat: int, trouble: str = "") -> None:
        """The program at *seat* gave no legal step; *trouble* says why, as far as everybody may know."""
        name = self.names[seat]
        self._lose(seat, later(FAILED_SO, name=name, trouble=trouble) if trouble else later(FAILED, name=name))

    def abort(self) -> None:
        """The game ends before it has come to anything: nobody has won."""
        if self.outcome is None:
            self.end(Outcome.draw(self.game.players, later(CALLED_OFF)))

    def agree_draw(self) -> None:
        if self.outcome is None:
            self.end(Outcome.draw(self.game.players, later(AGREED)))

    def end(self, outcome: Outcome) -> None:
        """End the game by something that the position does not show."""
        self.verdict = outcome
        self._change()

    def rename(self, names: Sequence[str]) -> None:
        """Others sit at the table."""
        self.names = tuple(names)
        self._change()

    def _change(self) -> None:
        """Something is different: what was shown is no longer how it stands."""
        self.version += 1
        self._views.clear()
        self._told.clear()

    def undo(self) -> bool:
        """Back to the decision that began the last turn, or the turn under way; False when there is none.

        What chance did before that decision stays: nobody draws twice.
        """
        last = self.history.last_decided()
        if last is None:
            return False
        self.back_to(last)
        return True

    def take_back(self, seat: int) -> bool:
        """Take back what *seat* has just played of the turn under way, which may have steps of others before that."""
        own = sum(1 for _ in takewhile(lambda step: step.player == seat, reversed(self.history.under_way())))
        if own:
            self.back_to(len(self.steps) - own)
        return bool(own)

    def back_to(self, count: int) -> None:
        """Take back all but the first *count* steps."""
        self.verdict = None
        self.undone += reversed(self.history.cut(count))
        self._past = Past(self.game, (step.before for step in self.steps))
        self._count_position()
        self._change()

    def branch(self, turn: int, rng: Random) -> Session:
        """Another game, which has come as far as this one had after *turn* turns; chance draws from *rng* there."""
        other = Session(self.game, rng, names=self.names, start=self.origin, clock=None, date=self.date, settle=False)
        other.comments, other.marks, other.variations = dict(self.comments), dict(self.marks), dict(self.variations)
        other.tags = dict(self.tags)
        for step in self.steps:
            other.take(step.action, step.seconds)
        other.back_to(self.history.begin_of(turn))
        other.settle()
        return other

    def redo(self) -> bool:
        """Play the turn again that was undone last, with all that chance did after it; False when there is none."""
        if not self.undone:
            return False
        finished = False
        while self.undone and not (finished and self.undone[-1].player != CHANCE):
            step = self.undone.pop()
            self._advance(step.action, step.seconds)
            finished = finished or self.state.whole or self.state.player == NOBODY
        return True

    def _forget_undone(self) -> None:
        """Other turns are played than those taken back: they cannot be played again, and what was said of them goes."""
        if self.undone:
            finished = len(self.history.turns())
            for said in (self.comments, self.marks, self.variations):
                for number in [number for number in said if number > finished]:
                    del said[number]
        self.undone.clear()

    def _advance(self, action: Action, seconds: float) -> None:
        self.history.take(action, seconds)
        self._count_position()
        self._change()

    def _count_position(self) -> None:
        """Judge repetition, at the start of a turn."""
        if self._past.recurs(self.state):
            often = self.game.repetition
            why = later_many("the position has occurred {count} time", "the position has occurred {count} times", often)
            self.verdict = Outcome.draw(self.game.players, why)

    def settle(self) -> None:
        """Let chance act until a seat decides."""
        while self.player == CHANCE:
            self._advance(drawn(self.game, self.state, self.rng), 0.0)

    def _lose(self, seat: int, reason: str) -> None:
        if self.outcome is None:
            others = [other for other in range(self.game.players) if other != seat]
            self.end(Outcome.shared(others, self.game.players, reason))
