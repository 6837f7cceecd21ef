"""Games and views as JSON, for browsers and other programs that do not know the rules.

``describe`` has what is the same throughout a game: board, pieces, seats. ``write_view`` has what a seat may know now, with
every legal step and the clicks that mean it. Texts are in the language of the moment of writing; the reason of an end
has its key and values beside it.

``read_view`` reads a stranger's data: nothing in it loads a file or starts a program, and what is no view is an error. It
plays the numbers of the steps from the start on, and ignores the fields that follow from those.
"""

from __future__ import annotations

from tabuleiro.core import NOBODY, Game, Outcome, choices
from tabuleiro.core.errors import BadView
from tabuleiro.core.notation import read_position, typed
from tabuleiro.core.registry import registered
from tabuleiro.core.words import later, read_spelled, shown, spelled
from tabuleiro.play.history import History
from tabuleiro.play.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MOST_STEPS = 10_000  # of a game; far more than any game that people or programs have played
MOST_CHARACTERS = 1000  # of a text
MOST = 2**53  # of a number: what every reader of JSON can tell from its neighbours


def describe(game: Game[Any]) -> dict[str, Any]:
    """What is the same throughout a game, and for all seats: the board, the pieces and the seats."""
    board = game.board
    return {
        "game": str(game),
        "edition": game.edition,
        "title": game.title,
        "players": game.players,
        "secrets": game.has_secrets,
        "outline": board.outline,
        "cells": list(board.names),
        "centres": [list(centre) for centre in board.centres],
        "links": [list(link) for link in board.links],
        "zones": {name: list(cells) for name, cells in board.zones.items()},
        "labels": [list(label) for label in board.labels],
        "pieces": [
            {
                "symbol": piece.symbol,
                "name": piece.name,
                "owner": piece.owner,
                "colour": piece.colour,
                "glyph": piece.glyph,
                "turn": piece.turn,
                "sign": piece.sign,
            }
            for piece in game.pieces
        ],
        "seats": [{"symbol": seat.symbol, "name": seat.name, "colour": seat.colour} for seat in game.seats],
    }


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def write_view(view: View) -> dict[str, Any]:
    """All that the seat of *view* needs to play."""
    return write_shared(view) | write_own(view) | {"clocks": list(view.clocks)}


def write_shared(view: View) -> dict[str, Any]:
    """The part of it that is the same for all who see the same of the game."""
    from tabuleiro.draw.prose import due, standing

    game, state, ended = view.game, view.state, view.outcome
    return _essence(view) | {
        "player": view.player,
        "cells": list(state.board),
        "last": list(view.last),
        "prompt": "" if ended else due(game, state),
        "standing": standing(game, state, ended, list(map(shown, view.names)), acting=True),
        "status": [[name, [_plain(value) for value in values]] for name, values in game.status(state)],
        "turns": list(view.turns),
        "so_far": view.so_far,
        "position": game.write_position(state),
    }


def write_own(view: View) -> dict[str, Any]:
    """The part that is this seat's alone; what clocks show is the moment's."""
    return {"seat": view.seat, "legal": _legal(view), "secrets": view.known_alone()}


def essence(view: View) -> dict[str, Any]:
    """What the rest follows from by the rules, and all that ``read_view`` looks at."""
    return _essence(view) | {"seat": view.seat, "clocks": list(view.clocks)}


def _essence(view: View) -> dict[str, Any]:
    game, ended = view.game, view.outcome
    start, turns, begun = view.followed
    return {
        "game": str(game),
        "edition": game.edition,
        "version": view.version,
        "players": [
            {"name": shown(name), "seat": seat.name, "symbol": seat.symbol, "colour": seat.colour}
            for name, seat in zip(view.names, game.seats, strict=True)
        ],
        "outcome": ended and _outcome(ended),
        "start": None if start == game.start() else game.write_position(start),
        "steps": [step.number for turn in (*turns, begun) for step in turn],
    }


def _legal(view: View) -> list[list[Any]]:
    """The legal steps by the clicks that mean them: ``[paths, step, ...]``, where a step is ``[number, text]``, and
    ``[number, text, label]`` if the words on its button are not its text.

    Grouped so, the 672 ways to place a barragoon are half as long.
    """
    game, state = view.game, view.state
    groups: dict[tuple[tuple[int, ...], ...], list[Any]] = {}
    for action in view.actions:
        text, label = typed(game, state, action), game.label(state, action)
        step = [game.space.index(action), text, *([label] if label != text else [])]
        groups.setdefault(tuple(game.paths(action)), []).append(step)
    return [[[list(path) for path in paths], *steps] for paths, steps in groups.items()]


def _outcome(ended: Outcome) -> dict[str, Any]:
    return {
        "scores": list(ended.scores),
        "points": list(ended.points),
        "winners": list(ended.winners),
        "reason": shown(ended.reason),
        **spelled(ended.reason),
    }


def _plain(value: object) -> object:
    return value if isinstance(value, int) else str(value)


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────


def read_view(data: object) -> View:
    """The inverse of ``write_view``; raises BadView, or what is wrong with the game or the position that it names."""
    if not isinstance(data, dict):
        raise BadView(later("this is no view: it should be an object with the fields that the format has"))
    game = registered(_field(data, "game", _is_text, later("the spelling of a game")))
    edition = _field(data, "edition", _is_count, later("a number"))
    if edition != game.edition:
        raise BadView(
            later(
                "this view is of edition {theirs} of the rules of {game}; these are edition {ours}",
                theirs=edition,
                game=game.name,
                ours=game.edition,
            )
        )
    players = game.players
    seat = _field(data, "seat", lambda value: value is None or _is_count(value, players - 1), later("a seat, or null"))
    people = _field(data, "players", _list_of(_is_named, players), later("an object with a name for every seat"))
    clocks = _field(data, "clocks", _list_of(_is_time, players), later("a number of seconds, or null, for every seat"))
    version = _field(data, "version", _is_count, later("a number"))
    history = _played(game, data)
    outcome = _ended(game, history.state, data)
    names = tuple(person["name"] for person in people)
    turns, begun = history.turns(), history.under_way()
    return View(game, seat, history.state, history.origin, turns, begun, names, tuple(clocks), outcome, version)


def _played(game: Game[Any], data: dict[str, Any]) -> History:
    """The steps from the start on, each of which must be legal."""
    start = _field(data, "start", lambda value: value is None or _is_text(value), later("a position, or null"))
    history = History(game, game.start() if start is None else read_position(game, start))
    in_space = _list_of(lambda value: _is_count(value, len(game.space) - 1))
    steps = _field(data, "steps", in_space, later("a list of numbers of steps"))
    if len(steps) > MOST_STEPS:
        raise BadView(later("this view has {count} steps; at most {most} are read", count=len(steps), most=MOST_STEPS))
    for number, step in enumerate(steps, 1):
        action = game.space[step]
        if history.state.player == NOBODY or action not in choices(game, history.state):
            raise BadView(later("step {number} of this view, {step}, is not legal there", number=number, step=step))
        history.take(action)
    return history


def _ended(game: Game[Any], state: Any, data: dict[str, Any]) -> Outcome | None:
    """How the game ended: by the rules if they say so, else as the view tells."""
    fine = _field(data, "outcome", lambda value: value is None or isinstance(value, dict), later("an object, or null"))
    if state.player == NOBODY:
        return game.outcome(state)
    if fine is None:
        return None
    return Outcome(
        tuple(_field(fine, "scores", _list_of(_is_share, game.players), later("a number from 0 to 1 for every seat"))),
        read_spelled(fine) or _field(fine, "reason", _is_text, later("a sentence")),
        tuple(_field(fine, "points", _are_points(game.players), later("a number for every seat, or nothing"))),
    )


def _field(data: dict[str, Any], name: str, fits: Callable[[Any], bool], what: str) -> Any:
    if name not in data or not fits(data[name]):
        raise BadView(later("this is no view: {field} should be {what}", field=name, what=what))
    return data[name]


def _is_text(value: object) -> bool:
    """A text of some length that can be written: half a character, which JSON can spell, cannot."""
    fine = isinstance(value, str) and len(value) <= MOST_CHARACTERS
    return fine and not any("\ud800" <= character <= "\udfff" for character in str(value))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MOST  # nan is not


def _is_count(value: object, most: int = MOST) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _is_time(value: object) -> bool:
    return value is None or _is_number(value)


def _is_share(value: Any) -> bool:
    return _is_number(value) and 0 <= value <= 1


def _is_named(value: object) -> bool:
    return isinstance(value, dict) and _is_text(value.get("name"))


def _are_points(players: int) -> Callable[[Any], bool]:
    points = _list_of(lambda value: isinstance(value, int) and _is_number(value))
    return lambda value: points(value) and len(value) in (0, players)


def _list_of(fits: Callable[[Any], bool], count: int | None = None) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, list) and (count is None or len(value) == count) and all(fits(item) for item in value)
    )
