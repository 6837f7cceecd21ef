"""One game in progress: the one mutable object. No threads, no I/O, no clock of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from tabuleiro.core import CHANCE, NOBODY, Action, Game, Outcome, choices, say, say_many
from tabuleiro.core.errors import BadRecord, Illegal, NotNow
from tabuleiro.core.notation import fold, read_position, read_turn, typed
from tabuleiro.core.registry import find
from tabuleiro.play.record import Record
from tabuleiro.play.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from random import Random
    from typing import Any

    from tabuleiro.play.clock import Clock

TRUTH = -3  # a pair of eyes that sees everything: saved games, referees


@dataclass(frozen=True, slots=True)
class Step:
    """A step that was taken: by whom, in which state, how it is written, and after how many seconds."""

    player: int
    before: Any
    action: Action
    text: str
    seconds: float = 0.0


@dataclass(slots=True)
class _Told:
    """The finished turns as somebody reads them, and of how many steps they are."""

    steps: int = 0
    deal: str = ""
    turns: list[tuple[str, float]] = field(default_factory=list)


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
        self.names = tuple(names) or tuple(seat.name for seat in game.seats)
        self.origin = game.start() if start is None else start
        self.state = self.origin
        self.clock = clock
        self.date = date
        self.steps: list[Step] = []
        self.undone: list[Step] = []
        self.comments: dict[int, str] = {}  # by number of the turn, from 1; 0 for the game
        self.verdict: Outcome | None = None  # an end that the position does not show: resignation, repetition, time
        self._seen: Counter[Hashable] = Counter()
        self._told: dict[int | None, _Told] = {}  # by whose eyes
        self._since = now
        self._count_position()
        if settle:
            self._settle()

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

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
        return [text for text, _ in self._spelled(TRUTH)[1]]

    @property
    def so_far(self) -> str:
        """The text of the turn under way."""
        return self._spelled(TRUTH)[2]

    def last_cells(self) -> tuple[int, ...]:
        """The cells that the last finished turn, and what is played of the present one, touched: for marking."""
        under_way = self._under_way()
        recent = self._last_turn(len(self.steps) - len(under_way)) + under_way
        paths = [path for step in recent for path in self.game.paths(step.action)[:1]]
        return tuple(dict.fromkeys(cell for path in paths for cell in path))

    def view(self, seat: int | None, now: float | None = None) -> View:
        """All that *seat* may know."""
        game = self.game
        eyes = TRUTH if self.outcome else seat
        _, finished, so_far = self._spelled(eyes)
        state, first = self.state, self._first()
        if eyes != TRUTH:
            state, first = game.view(state, seat), game.view(first, seat)
        left: list[float | None] = [None] * game.players
        if self.clock:
            left = list(self.clock.left)
            if now is not None and self.player >= 0:
                left[self.player] = self.clock.left[self.player] - (now - self._since)
        turns = tuple(text for text, _ in finished)
        return View(game, seat, state, first, turns, so_far, self.names, tuple(left), self.outcome)

    def known_alone(self, seat: int) -> list[str]:
        """What stands beside the board for *seat*'s eyes only."""
        mine = self.game.status(self.view(seat).state)
        public = self.game.status(self.view(None).state)
        return [
            f"{what} {values[seat]}"
            for (what, values), (_, shown) in zip(mine, public, strict=True)
            if len(values) == self.game.players and values[seat] != shown[seat]
        ]

    def record(self, seat: int | None = TRUTH) -> Record:
        """The game as a record: the whole truth, or what *seat* may know of it while it goes on."""
        deal, finished, _ = self._spelled(TRUTH if self.outcome else seat)
        ended = self.outcome
        origin = self.origin if ended or seat == TRUTH else self.game.view(self.origin, seat)
        return Record(
            str(self.game),
            self.game.edition,
            tuple(seat.symbol for seat in self.game.seats),
            tuple(
                seat.called if name == seat.name else name
                for seat, name in zip(self.game.seats, self.names, strict=True)
            ),
            date=self.date,
            start="" if self.origin == self.game.start() else self.game.write_position(origin),
            deal=deal,
            turns=tuple(text for text, _ in finished),
            unfinished=tuple(self._text(step, TRUTH if self.outcome else seat) for step in self._under_way()),
            seconds=tuple(seconds for _, seconds in finished) if any(seconds for _, seconds in finished) else (),
            comments=dict(self.comments),
            winners=ended.winners if ended else (),
            points=ended.points if ended else (),
            reason=ended.reason if ended else "",
        )

    def _turns(self, since: int = 0) -> Iterator[list[Step]]:
        """The steps from number *since* on, turn by turn; the last may be under way."""
        turn: list[Step] = []
        for step in self.steps[since:]:
            if turn and step.before.whole:
                yield turn
                turn = []
            turn.append(step)
        if turn:
            yield turn

    def _last_turn(self, end: int) -> list[Step]:
        """The steps of the turn to which the last of the first *end* steps belongs."""
        begun = end
        while begun and not self.steps[begun - 1].before.whole:
            begun -= 1
        return self.steps[max(begun - 1, 0) : end]

    def _under_way(self) -> list[Step]:
        """The steps of the turn that is not finished."""
        if self.state.whole or self.state.player == NOBODY:
            return []
        return self._last_turn(len(self.steps))

    def _first(self) -> Any:
        """The state in which the first turn began: after the deal."""
        for turn in self._turns():
            if any(step.player != CHANCE for step in turn):
                return turn[0].before
        last = self._under_way()
        return last[0].before if last else self.state

    def _spelled(self, seat: int | None) -> tuple[str, list[tuple[str, float]], str]:
        """The deal, the finished turns with their seconds, and the turn under way, as *seat* may read them.

        A turn is spelled once: what was told before is remembered, else long games would get slow.
        """
        told = self._told.setdefault(seat, _Told())
        under_way = self._under_way()
        for turn in self._turns(told.steps):
            if under_way and turn[0] is under_way[0]:
                break
            text = "".join(self._text(step, seat) for step in turn)
            if all(step.player == CHANCE for step in turn):
                told.deal += text
            else:
                text = text or "".join(typed(self.game, step.before, step.action) for step in turn)
                told.turns.append((text, round(sum(step.seconds for step in turn), 3)))
            told.steps += len(turn)
        return told.deal, told.turns, "".join(self._text(step, seat) for step in under_way)

    def _text(self, step: Step, seat: int | None) -> str:
        if seat == TRUTH:
            return step.text
        seen = self.game.veil(step.before, step.action, seat)
        return step.text if seen is step.action else self.game.write(self.game.view(step.before, seat), seen)

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def play(self, seat: int, move: Action | str, now: float | None = None) -> None:
        """Take a step, or all the steps of a text: a turn, its beginning or its rest, as far as it is *seat*'s."""
        if self.outcome:
            raise NotNow(say("the game is over: {reason}", reason=self.outcome.reason))
        if seat != self.state.player:
            raise NotNow(say("it is {name}'s turn", name=self.names[self.state.player]))
        if now is not None and self.clock and self.clock.fallen(seat, now - self._since):
            self.flag(seat)
            raise NotNow(say("the time is over"))
        for action in self._agreed(seat, self._read(seat, move) if isinstance(move, str) else (move,)):
            elapsed = 0.0 if now is None else now - self._since
            self._since = self._since if now is None else now
            if self.clock:
                self.clock.spend(seat, elapsed)
            self._advance(seat, action, elapsed)
        self.undone.clear()
        if self.clock and (self.state.whole or self.state.player == NOBODY):
            self.clock.finish_turn(seat)
        self._settle()

    def _read(self, seat: int, text: str) -> tuple[Action, ...]:
        """The steps *text* means: typed as the rest of the turn under way, or as the whole of it.

        It is read as the seat sees the game, so that no hint in an error tells a secret.
        """
        seen = self.game.view(self.state, seat)
        begun, folded = fold(self._spelled(seat)[2]), fold(text)
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
                raise NotNow(say("the rest of that turn is {name}'s to decide", name=self.names[state.player]))
            if action not in self.game.actions(state):
                text = self.game.write(state, action) if action in self.game.space else str(action)
                here = self.game.write_position(self.game.view(state, seat))
                raise Illegal(say("{text} is not legal here", text=text), text, here)
            agreed.append(action)
            state = self.game.apply(state, action)
        return agreed

    def take(self, action: Action, seconds: float = 0.0) -> None:
        """Take any legal step, chance's too, as a record does; it trusts the caller."""
        self._advance(int(self.state.player), action, seconds)

    def resign(self, seat: int) -> None:
        """*seat* gives up; the others share the win."""
        self._lose(seat, say("{name} resigned", name=self.names[seat]))

    def flag(self, seat: int) -> None:
        """*seat* has run out of time."""
        if self.clock and self.outcome is None:
            self.clock.left[seat] = 0.0
        self._lose(seat, say("{name} ran out of time", name=self.names[seat]))

    def agree_draw(self) -> None:
        if self.outcome is None:
            self.verdict = Outcome.draw(self.game.players, say("a draw was agreed"))

    def undo(self) -> bool:
        """Back to the decision that began the last turn, or the turn under way; False when there is none.

        What chance did before that decision stays: nobody draws twice.
        """
        begun = 0
        last = None
        for turn in self._turns():
            decisions = [number for number, step in enumerate(turn, begun) if step.player != CHANCE]
            last = decisions[0] if decisions else last
            begun += len(turn)
        if last is None:
            return False
        self.verdict = None
        self.undone += reversed(self.steps[last:])
        self.state = self.steps[last].before
        del self.steps[last:]
        self._told.clear()
        self._seen = Counter(self.game.key(step.before) for step in self.steps if step.before.whole)
        self._count_position()
        return True

    def redo(self) -> bool:
        """Play the turn again that was undone last, with all that chance did after it; False when there is none."""
        if not self.undone:
            return False
        finished = False
        while self.undone and not (finished and self.undone[-1].player != CHANCE):
            step = self.undone.pop()
            self._advance(step.player, step.action, step.seconds)
            finished = finished or self.state.whole or self.state.player == NOBODY
        return True

    def _advance(self, player: int, action: Action, seconds: float) -> None:
        text = self.game.write(self.state, action)
        self.steps.append(Step(player, self.state, action, text, seconds))
        self.state = self.game.apply(self.state, action)
        self._count_position()

    def _count_position(self) -> None:
        """Judge repetition, at the start of a turn."""
        often = self.game.repetition
        if often and self.state.whole and self.state.player != NOBODY:
            here = self.game.key(self.state)
            self._seen[here] += 1
            if self._seen[here] >= often:
                self.verdict = Outcome.draw(
                    self.game.players,
                    say_many(
                        "the position has occurred {count} time", "the position has occurred {count} times", often
                    ),
                )

    def _settle(self) -> None:
        """Let chance act until a seat decides."""
        while self.player == CHANCE:
            odds = self.game.odds(self.state)
            action = self.rng.choices([action for action, _ in odds], [weight for _, weight in odds])[0]
            self._advance(CHANCE, action, 0.0)

    def _lose(self, seat: int, reason: str) -> None:
        if self.outcome is None:
            others = [other for other in range(self.game.players) if other != seat]
            self.verdict = Outcome.shared(others, self.game.players, reason)


def replay(record: Record, rng: Random) -> tuple[Session, BadRecord | None]:
    """The session that *record* tells of, as far as it can be played, and what stopped it, if anything did.

    Raises when there is nothing to play: an unknown game or start position. What chance still has to do comes from
    *rng*.
    """
    game = find(record.game)
    if record.edition != game.edition:
        raise BadRecord(
            say(
                "this record is of edition {theirs} of the rules of {game}; these are edition {ours}",
                theirs=record.edition,
                game=game.name,
                ours=game.edition,
            )
        )
    record = _seated(record, game)
    start = read_position(game, record.start) if record.start else None
    named = zip(game.seats, record.names, strict=True) if len(record.names) == game.players else ()
    names = tuple(seat.name if name == seat.called else name for seat, name in named)
    session = Session(game, rng, names=names, start=start, date=record.date, settle=False)
    texts = ((0, record.deal), *enumerate(record.turns, 1)) if record.deal else enumerate(record.turns, 1)
    for number, text in texts:
        if session.outcome:
            return session, BadRecord(record.where(number) + say("{text} comes after the end of the game", text=text))
        if number == 0 and session.state.player != CHANCE:
            return session, BadRecord(record.where(number) + say("{text}, but there is nothing to deal", text=text))
        try:
            reading = read_turn(game, session.state, text)
        except ValueError as error:
            what = str(error)
            if session.state.player == CHANCE and not session.steps and not record.start:
                deal = _some_deal(game)
                what = say("{text} is no deal, which comes first; one looks like {deal}", text=text, deal=deal)
            return session, BadRecord(record.where(number) + what)
        if not reading.complete:
            return session, BadRecord(record.where(number) + say("{text} is only the beginning of a turn", text=text))
        for action in reading.actions:
            session.take(
                action, record.seconds[number - 1] / len(reading.actions) if 0 < number <= len(record.seconds) else 0.0
            )
    session.comments.update(record.comments)
    for text in record.unfinished:
        legal = () if session.outcome else choices(game, session.state)
        fitting = [action for action in legal if game.write(session.state, action) == text]
        if not fitting:
            return session, BadRecord(say("unfinished: {text} is not legal here", text=text))
        session.take(fitting[0])
    return session, _compare_ends(record, session)


def _seated(record: Record, game: Game[Any]) -> Record:
    """*record* with the seats in the order of the game: a file may name them in another, or leave some out."""
    letters = tuple(seat.symbol for seat in game.seats)
    if record.seats in (letters, ()):
        return record
    named = dict(zip(record.seats, record.names, strict=False))
    points = dict(zip(record.seats, record.points, strict=False))
    return replace(
        record,
        seats=letters,
        names=tuple(named.get(seat.symbol, seat.name) for seat in game.seats),
        winners=tuple(
            seat for seat, letter in enumerate(letters) if letter in [record.seats[at] for at in record.winners]
        ),
        points=tuple(points[letter] for letter in letters if letter in points),
    )


def _some_deal(game: Game[Any]) -> str:
    """What a deal looks like."""
    state, text = game.start(), ""
    while state.player == CHANCE and not (text and state.whole):
        action, _ = game.odds(state)[0]
        text += game.write(state, action)
        state = game.apply(state, action)
    return text


def _compare_ends(record: Record, session: Session) -> BadRecord | None:
    """Set the end that the record tells of, or say how it differs from what the rules say."""
    ended = session.outcome
    if ended is None and record.reason:
        if not all(0 <= seat < session.game.players for seat in record.winners) or not record.winners:
            return BadRecord(say("the record says that the game ended but not who won"))
        fits = len(record.points) in (0, session.game.players)
        points = record.points if fits else ()
        session.verdict = Outcome.shared(record.winners, session.game.players, record.reason, points)
        if not fits:
            return BadRecord(
                say_many(
                    "the record has the points of {count} seat",
                    "the record has the points of {count} seats",
                    len(record.points),
                )
            )
    elif ended is None:
        session._settle()  # noqa: SLF001 - the game goes on, and chance may be next
    elif record.reason and record.winners != ended.winners:
        names = [
            [session.names[seat] for seat in seats if seat < len(session.names)]
            for seats in (record.winners, ended.winners)
        ]
        return BadRecord(
            say(
                "the record says that {theirs} won, the rules say {ours}",
                theirs=", ".join(names[0]),
                ours=", ".join(names[1]),
            )
        )
    return None
