"""Text: reading is the inverse of writing over the legal steps, so that each rule is said once.

A turn's text is its steps' texts joined. Input is folded (case and blanks do not matter) and may use a game's
other spellings. Here too is the usual notation of games that do not define their own, and the rows of a
position text that several games share.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

from tabuleiro.core.action import Action, Choose, Move, Pass, Place, Remove
from tabuleiro.core.errors import Ambiguous, BadPosition, BadTurn, GameFailed, Illegal, Unreadable
from tabuleiro.core.state import CHANCE, NOBODY, State
from tabuleiro.core.words import later, later_many, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from tabuleiro.core.board import Board
    from tabuleiro.core.game import Game
    from tabuleiro.core.piece import Piece

NEAR_MISSES = 4  # suggestions in an error message
SHOWN = 60  # characters of a wrong text in an error message
ALIKE, FAR = (
    0.5,
    3,
)  # how much a suggestion has of a wrong text, which none can have of one that is so many times as long
LONGEST_TURN = 4000  # characters; whatever is longer is no turn of any game
LOOKED_THROUGH = 200  # turns looked through for suggestions: a Barragoon capture has 440,832 completions


@dataclass(frozen=True, slots=True)
class Turn:
    """A way to finish the turn under way: its text, its steps and where they lead."""

    text: str
    actions: tuple[Action, ...]
    after: Any


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text means: steps, and whether they complete the turn."""

    actions: tuple[Action, ...]
    complete: bool


def fold(text: str) -> str:
    """*text* without blanks, in lower case."""
    return "".join(text.split()).casefold()


# ── Turns ────────────────────────────────────────────────────────────────────────────────────────────────────────


def turns(game: Game[Any], state: Any, prefix: str = "", *, alone: bool = False) -> Iterator[Turn]:
    """Every way to finish the turn under way, in order; *prefix* (folded) keeps those whose text begins so.

    With *alone*, only as far as the seat that decides first goes on to decide: what it may type.
    A deal by chance before the first turn is not part of it: one of those that look alike is taken. Raises GameFailed
    where chance alone makes turn after turn, which no list would ever end.
    """
    from tabuleiro.core.game import branches

    write, apply = game.write, game.apply

    def walk(
        state: Any, text: str, words: str, actions: tuple[Action, ...], decider: int, dealt: bool
    ) -> Iterator[Turn]:
        who = state.player if decider == CHANCE else decider
        for action in branches(game, state):
            step = write(state, action)
            longer = text + step
            if prefix:
                folded = fold(longer)
                if not folded.startswith(prefix) and not prefix.startswith(folded):
                    continue
            after, taken, said = apply(state, action), (*actions, action), words + (step or typed(game, state, action))
            if not (after.whole or after.player == NOBODY or (alone and after.player != who != CHANCE)):
                yield from walk(after, longer, said, taken, who, dealt)
            elif who != CHANCE:
                yield Turn(longer or said, taken, after)
            elif dealt:
                raise chance_alone(game, state)
            elif after.player != NOBODY:  # it was a deal
                yield from walk(after, "", "", (), CHANCE, True)

    if state.player != NOBODY:
        yield from walk(state, "", "", (), CHANCE, False)


def chance_alone(game: Game[Any], state: Any) -> GameFailed:
    """What is wrong where one turn of chance alone follows another."""
    return GameFailed(
        later(
            "chance alone finishes a second turn at {position}; let whole be False until a deal is over or a seat decided",
            position=game.write_position(state),
        )
    )


def typed(game: Game[Any], state: Any, action: Action) -> str:
    """The text of a step; of one that has none, such as to stop, the word that can be typed for it.

    A turn of such steps alone, the rest of one that was begun, is written in those words.
    """
    return game.write(state, action) or next(iter(game.spellings(state, action)), "")


def read_turn(game: Game[Any], state: Any, text: str) -> Reading:
    """The steps that *text* means in *state*: a whole turn, or its beginning when that is all there is.

    Raises Unreadable, Illegal or Ambiguous, each with what would do.
    """
    wanted = fold(text)
    if state.player == NOBODY:
        raise Illegal(later("the game is over; no turn can be played"), text, game.write_position(state))
    if not wanted:
        raise Unreadable(later("an empty turn; {hint}", hint=_hint(game, state, "")), text, game.write_position(state))
    found = list(_spelled(game, state, wanted, ()))
    complete = {reading.actions for reading in found if reading.complete}
    if len(complete) == 1:
        return Reading(complete.pop(), complete=True)
    if complete:
        raise _ambiguous(game, state, text, [write_steps(game, state, actions) for actions in complete])
    if found:
        shortest = min((reading.actions for reading in found), key=len)
        if all(reading.actions[: len(shortest)] == shortest for reading in found):
            return Reading(shortest, complete=False)
        raise _ambiguous(game, state, text, [write_steps(game, state, reading.actions) for reading in found])
    raise _refusal(game, state, text, wanted)


def _spelled(game: Game[Any], state: Any, left: str, actions: tuple[Action, ...]) -> Iterator[Reading]:
    """Every sequence of steps within this turn whose texts joined are *left*."""
    from tabuleiro.core.game import choices

    over = state.player == NOBODY or (bool(actions) and state.whole)
    if not left and actions:
        yield Reading(actions, complete=over)
    if over:
        return
    for action in choices(game, state):
        written = game.write(state, action)
        shown = () if written else (game.label(state, action),)  # a step without a text is typed as it is shown
        for folded in {fold(written), *map(fold, (*game.spellings(state, action), *shown))}:
            if left.startswith(folded) and (left or not folded):
                yield from _spelled(game, game.apply(state, action), left[len(folded) :], (*actions, action))


def write_steps(game: Game[Any], state: Any, actions: Iterable[Action]) -> str:
    """The text of *actions* taken one after the other from *state* on: of a turn, or of a part of one."""
    text = ""
    for action in actions:
        text += game.write(state, action)
        state = game.apply(state, action)
    return text


def write_turns(game: Game[Any], state: Any, actions: Iterable[Action]) -> tuple[str, ...]:
    """The texts of the turns that *actions* make: the rest of the present turn first, the last perhaps unfinished."""
    texts, text = [], ""
    for action in actions:
        text += game.write(state, action)
        state = game.apply(state, action)
        if state.whole or state.player == NOBODY:
            texts.append(text)
            text = ""
    return tuple(filter(None, (*texts, text)))


def legal_part(game: Game[Any], state: Any, actions: Iterable[Action]) -> Iterator[Action]:
    """*actions* from *state* on, as far as they are legal; what chance does nobody expects."""
    for action in actions:
        if state.player < 0 or action not in game.actions(state):
            return
        yield action
        state = game.apply(state, action)


def listed(texts: Iterable[str]) -> str:
    """Turns in a sentence, told apart although some have commas of their own."""
    return "; ".join(texts)


def _ambiguous(game: Game[Any], state: Any, text: str, meanings: list[str]) -> Ambiguous:
    return Ambiguous(
        later("{text} could mean {meanings}", text=text.strip(), meanings=listed(sorted(set(meanings))[:NEAR_MISSES])),
        text,
        game.write_position(state),
    )


def _refusal(game: Game[Any], state: Any, text: str, wanted: str) -> BadTurn:
    """Why nothing legal is spelled *text*."""
    shown = shortened(text.strip(), SHOWN)
    here = game.write_position(state)
    begun = []
    for turn in turns(game, state, wanted, alone=True):
        if fold(turn.text).startswith(wanted):
            begun.append(turn.text)
        if len(begun) >= NEAR_MISSES:
            break
    if begun:
        return Ambiguous(later("{text} is only the beginning of {turns}", text=shown, turns=listed(begun)), text, here)
    if len(wanted) > LONGEST_TURN or not re.fullmatch(game.grammar or plain_grammar(game), wanted):
        return Unreadable(
            later("{text} cannot be read; {hint}", text=shown, hint=_hint(game, state, wanted)), text, here
        )
    return Illegal(later("{text} is not legal here; {hint}", text=shown, hint=_hint(game, state, wanted)), text, here)


def _hint(game: Game[Any], state: Any, wanted: str) -> str:
    """Legal turns that look like *wanted*, or the first ones."""
    from difflib import get_close_matches

    texts = [turn.text for turn, _ in zip(turns(game, state, alone=True), range(LOOKED_THROUGH), strict=False)]
    folded = {fold(text): text for text in texts}
    near = []
    if 0 < len(wanted) <= FAR * max(map(len, folded)):
        near = [folded[found] for found in get_close_matches(wanted, folded, NEAR_MISSES, ALIKE)]
    return later("try {turns}", turns=listed(near or texts[:NEAR_MISSES]))


# ── The usual notation ───────────────────────────────────────────────────────────────────────────────────────────


def plain_step(game: Game[Any], action: Action) -> str:
    """``b@c3`` place, ``c3-c4`` move, ``xc3`` remove, ``=2`` choose, ``pass``; one kind of piece a seat is left out."""
    names, pieces = game.board.names, game.pieces
    match action:
        case Place(cell, piece):
            return names[cell] if len(pieces) <= len(game.seats) + 1 else f"{pieces[piece].symbol}@{names[cell]}"
        case Move(source, target):
            return f"{names[source]}-{names[target]}"
        case Remove(cell):
            return f"x{names[cell]}"
        case Choose(option):
            return f"={option}"
        case Pass():
            return "pass"


def plain_grammar(game: Game[Any]) -> str:
    """What texts of the usual notation look like, folded."""
    cell = "|".join(sorted((re.escape(name.casefold()) for name in game.board.names), key=len, reverse=True))
    symbol = "|".join(re.escape(piece.symbol.casefold()) for piece in game.pieces)
    # Each part is atomic: cells called 1 and 11 would otherwise make long texts take for ever.
    return rf"(?>({cell})-({cell})|(({symbol})@|x)?({cell})|=\d+|pass)+"


def plain_position(game: Game[Any], state: Any) -> str:
    """Rows, who decides (``?`` chance, ``-`` nobody), then the other fields that are not as at the start."""
    words = [write_rows(game.board, game.pieces, state.board), _decider(game, state.player)]
    start = game.start()
    for item in fields(state):
        value = getattr(state, item.name)
        if item.name not in ("board", "player") and value != getattr(start, item.name):
            words.append(
                f"{item.name}={','.join(map(str, map(int, value))) if isinstance(value, tuple) else int(value)}"
            )
    return " ".join(words)


def _decider(game: Game[Any], player: int) -> str:
    return {CHANCE: "?", NOBODY: "-"}.get(player) or game.seats[player].symbol


def read_plain_position(game: Game[Any], text: str) -> Any:
    """The inverse of ``plain_position``."""
    rows, *rest = text.split() or [""]
    board = read_rows(game.board, game.pieces, rows)
    deciders = {_decider(game, player): player for player in (CHANCE, NOBODY, *range(game.players))}
    if not rest or rest[0] not in deciders:
        raise BadPosition(
            later("after the rows comes who decides, one of {deciders}: {text}", deciders=" ".join(deciders), text=text)
        )
    values: dict[str, Any] = {item.name: getattr(game.start(), item.name) for item in fields(game.start())}
    values |= {"board": board, "player": deciders[rest[0]]}
    for word in rest[1:]:
        name, _, value = word.partition("=")
        if name not in values or name in ("board", "player") or not re.fullmatch(r"-?\d{1,9}(,-?\d{1,9})*|", value):
            raise BadPosition(later("{word} is not a field of this position", word=word))
        numbers = tuple(int(number) for number in value.split(",") if number)
        if isinstance(values[name], tuple):
            values[name] = numbers
        elif len(numbers) == 1:
            values[name] = type(values[name])(numbers[0])
        else:
            raise BadPosition(later("{word} should be one number", word=word))
    state: State = type(game.start())(**values)
    return state


# ── Positions ────────────────────────────────────────────────────────────────────────────────────────────────────


def read_position(game: Game[Any], text: str, strict: bool = True) -> Any:
    """The state written *text*; *strict* also refuses what cannot occur in a game."""
    state = game.read_position(text)
    if strict and (objection := game.objection(state)):
        raise BadPosition(later("{text} cannot occur: {objection}", text=text, objection=objection))
    return state


def write_rows(board: Board, pieces: Sequence[Piece], cells: bytes) -> str:
    """Rows from the top joined by ``/``; runs of empty cells as digits unless digits are pieces."""
    runs = _has_runs(board, pieces)
    rows = []
    for row in board.rows:
        text, gap = "", 0
        for cell in row:
            if cells[cell] == 0 and runs:
                gap += 1
                continue
            text += (str(gap) if gap else "") + pieces[cells[cell]].symbol
            gap = 0
        rows.append(text + (str(gap) if gap else ""))
    return "/".join(rows)


def read_rows(board: Board, pieces: Sequence[Piece], text: str) -> bytes:
    """The inverse of ``write_rows``; any case will do where symbols differ by more than case."""
    runs = _has_runs(board, pieces)
    exact = {piece.symbol: index for index, piece in enumerate(pieces)}
    loose = {piece.symbol.casefold(): index for index, piece in enumerate(pieces)}
    widest = max(map(len, exact))
    rows = text.split("/")
    if len(rows) != len(board.rows):
        raise BadPosition(
            later_many(
                "{text} has {count} row; this board has {rows}",
                "{text} has {count} rows; this board has {rows}",
                len(rows),
                text=text,
                rows=len(board.rows),
            )
        )
    cells = bytearray(len(board))
    for number, (row, written) in enumerate(zip(board.rows, rows, strict=True), 1):
        found: list[int] = []
        at = 0
        while at < len(written):
            for width in range(widest, 0, -1):
                word = written[at : at + width]
                index = exact.get(word, loose.get(word.casefold()) if len(loose) == len(exact) else None)
                if index is not None and len(word) == width:
                    found.append(index)
                    at += width
                    break
            else:
                if not (runs and written[at] in "123456789"):
                    raise BadPosition(
                        later("row {number}, {row}: {word} is no piece", number=number, row=written, word=written[at])
                    )
                found += [0] * int(written[at])
                at += 1
        if len(found) != len(row):
            raise BadPosition(
                later_many(
                    "row {number}, {row}, has {count} cell; it should have {width}",
                    "row {number}, {row}, has {count} cells; it should have {width}",
                    len(found),
                    number=number,
                    row=written,
                    width=len(row),
                )
            )
        for cell, index in zip(row, found, strict=True):
            cells[cell] = index
    return bytes(cells)


def _has_runs(board: Board, pieces: Sequence[Piece]) -> bool:
    """Digits can stand for empty cells when they are no pieces and every run fits one digit."""
    return all(not piece.symbol.isdigit() for piece in pieces) and max(map(len, board.rows)) < 10
