"""A record played again: the session that it tells of, and what is wrong with it."""

from __future__ import annotations

from dataclasses import replace

from tabuleiro.core import CHANCE, NOBODY, Game, Outcome, choices, later, later_many
from tabuleiro.core.errors import BadRecord, BadVariation, OtherEdition
from tabuleiro.core.notation import read_position, read_turn
from tabuleiro.core.registry import registered
from tabuleiro.core.words import joined, words_of
from tabuleiro.play.record.seal import SEAL
from tabuleiro.play.session import AGREED, CALLED_OFF, FAILED, LEFT, OUT_OF_TIME, RESIGNED, Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random
    from typing import Any

    from tabuleiro.core.words import Said
    from tabuleiro.play.record import Record, Variation

MOST = 5000  # turns in variations that are checked: a large file has more than anybody wants to wait for


def replay(record: Record, rng: Random, game: Game[Any] | None = None) -> tuple[Session, BadRecord | None]:
    """The session that *record* tells of, as far as it can be played, and what is wrong with the record, if anything is.

    That is what stopped it, or a BadVariation if the game is sound. Raises when there is nothing to play: an unknown
    game or start position. What chance still has to do comes from *rng*. *game* is the one that the record names, if the
    caller has it.
    """
    game = game or registered(record.game)
    if record.edition != game.edition:
        raise OtherEdition(
            later(
                "this record is of edition {theirs} of the rules of {game}; these are edition {ours}",
                theirs=record.edition,
                game=game.name,
                ours=game.edition,
            )
        )
    strangers = _strangers(record, game)
    record = _seated(record, game)
    if record.start.startswith(SEAL):
        raise BadRecord(later("the start position is under a seal that is damaged"))
    start = read_position(game, record.start) if record.start else None
    named = zip(game.seats, record.names, strict=True) if len(record.names) == game.players else ()
    names = tuple(seat.called if name in (seat.called, "") else name for seat, name in named)
    session = Session(game, rng, names=names, start=start, date=record.date, settle=False)
    trouble = _play(record, session)
    _keep_remarks(record, session)
    if trouble is None:
        trouble = _compare_ends(record, session) or strangers or _bad_variation(record, session)
    return session, trouble


def _play(record: Record, session: Session) -> BadRecord | None:
    """Play what *record* tells; what stopped it, if anything did."""
    game = session.game
    texts = ((0, record.deal), *enumerate(record.turns, 1)) if record.deal else enumerate(record.turns, 1)
    for number, text in texts:
        if session.outcome:
            return BadRecord(_at(record, number, later("{text} comes after the end of the game", text=text)))
        if number == 0 and session.state.player != CHANCE:
            return BadRecord(_at(record, number, later("{text}, but there is nothing to deal", text=text)))
        try:
            reading = read_turn(game, session.state, text)
        except ValueError as error:
            what = words_of(error)
            if session.state.player == CHANCE and not session.steps and not record.start:
                deal = _some_deal(game)
                what = later("{text} is no deal, which comes first; one looks like {deal}", text=text, deal=deal)
            return BadRecord(_at(record, number, what))
        if not reading.complete:
            return BadRecord(_at(record, number, later("{text} is only the beginning of a turn", text=text)))
        seconds = record.seconds[number - 1] if 0 < number <= len(record.seconds) else 0.0
        for action in reading.actions:
            session.take(action, seconds / len(reading.actions))
        if number == 1 and all(step.player == CHANCE for step in session.steps):
            return BadRecord(_at(record, number, later("{text} is a deal; write it in the line deal:", text=text)))
    for text in record.unfinished:
        legal = () if session.outcome else choices(game, session.state)
        fitting = [action for action in legal if game.write(session.state, action) == text]
        if not fitting:
            return BadRecord(later("unfinished: {text} is not legal here", text=text))
        session.take(fitting[0])
        if session.state.whole or session.state.player == NOBODY:
            return BadRecord(later("unfinished: {text} finishes the turn; write it among the turns", text=text))
    return None


def _at(record: Record, number: int, what: str) -> Said:
    """*What*, and that it is said of turn *number*."""
    return joined((record.where(number), what), "")


def _keep_remarks(record: Record, session: Session) -> None:
    """Let *session* have what is said in *record* of the turns that could be played."""
    turns = range(len(session.history.turns()) + 1)
    session.comments = {number: text for number, text in record.comments.items() if number in turns}
    session.marks = {number: mark for number, mark in record.marks.items() if number in turns}
    session.variations = {number: lines for number, lines in record.variations.items() if number in turns}
    session.tags = dict(record.tags)


def _bad_variation(record: Record, session: Session) -> BadVariation | None:
    """The first variation that cannot be played, and why."""
    turns, room = session.history.turns(), iter(range(MOST))
    for number in sorted(session.variations):
        for variation in session.variations[number]:
            if problem := _unplayable(session.game, turns[number - 1][0].before, variation, room):
                return BadVariation(_at(record, number, later("in a variation, {problem}", problem=problem)))
    return None


def _unplayable(game: Game[Any], state: Any, variation: Variation, room: Iterator[int]) -> str:
    """Why *variation*, or one within it, cannot be played from *state*; nothing if it can. *room* is for more turns."""
    for number, text in enumerate(variation.turns, 1):
        for other in variation.variations.get(number, ()):
            if problem := _unplayable(game, state, other, room):
                return problem
        if next(room, None) is None:
            return later("{text} is one turn too many; the first {most} are checked", text=text, most=MOST)
        try:
            reading = read_turn(game, state, text)
        except ValueError as error:
            return words_of(error)
        if not reading.complete:
            return later("{text} is only the beginning of a turn", text=text)
        for action in reading.actions:
            state = game.apply(state, action)
    return ""


def _strangers(record: Record, game: Game[Any]) -> BadRecord | None:
    """Names for seats that the game does not have."""
    letters = [seat.symbol for seat in game.seats]
    found = [f"{seat} ({name})" for seat, name in zip(record.seats, record.names, strict=False) if seat not in letters]
    if not found:
        return None
    seats, theirs = " ".join(letters), ", ".join(found)
    return BadRecord(later("this game has the seats {seats}, and not {theirs}", seats=seats, theirs=theirs))


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
        names=tuple(named.get(seat.symbol, seat.called) for seat in game.seats),
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
        return _set_end(record, session)
    if ended is None and (record.winners or record.points):
        return BadRecord(later("the record says who won, but not how the game ended: a line reason: is missing"))
    if ended is None:
        session.settle()  # the game goes on, and chance may be next
    elif (record.reason or record.winners) and record.winners != ended.winners:
        names = [
            [session.names[seat] for seat in seats if seat < len(session.names)]
            for seats in (record.winners, ended.winners)
        ]
        return BadRecord(
            later(
                "the record says that {theirs} won, the rules say {ours}",
                theirs=joined(names[0]),
                ours=joined(names[1]),
            )
        )
    elif record.points and record.points != ended.points:
        theirs, ours = (" ".join(map(str, points)) for points in (record.points, ended.points))
        return BadRecord(later("the record says points {theirs}, the rules say {ours}", theirs=theirs, ours=ours))
    return None


def _set_end(record: Record, session: Session) -> BadRecord | None:
    """Let the game end as *record* says, for a reason that the board does not show."""
    if not all(0 <= seat < session.game.players for seat in record.winners) or not record.winners:
        return BadRecord(later("the record says that the game ended but not who won"))
    fits = len(record.points) in (0, session.game.players)
    points = record.points if fits else ()
    session.end(Outcome.shared(record.winners, session.game.players, _understood(record.reason, session), points))
    if fits:
        return None
    return BadRecord(
        later_many(
            "the record has the points of {count} seat",
            "the record has the points of {count} seats",
            len(record.points),
        )
    )


def _understood(reason: str, session: Session) -> str:
    """*Reason* as the session would give it, to be said in every language; a sentence that it never gives as it stands."""
    by_name = (later(key, name=name) for key in (RESIGNED, OUT_OF_TIME, LEFT, FAILED) for name in session.names)
    return next((words for words in (AGREED, CALLED_OFF, *by_name) if words == reason), reason)
