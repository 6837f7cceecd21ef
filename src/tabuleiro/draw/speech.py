"""The board and every turn in words, for ears and fingertips: made from a game's data and its steps, for any game.

A board is told row by row, what stands side by side together; a turn step by step, with what each step did to the
rest of the board.
"""

from __future__ import annotations

from itertools import groupby, pairwise

from tabuleiro.core import EMPTY, OFF, Choose, Move, Pass, Place, Remove, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from tabuleiro.core import Action, Board, Game

    Taken = tuple[Any, Action, Any]  # the state before a step, the step, the state after it


def spoken_board(game: Game[Any], state: Any, flip: bool = False) -> list[str]:
    """The board, a sentence a row: ``Row 6: white man b6 and c6; white man f6 and g6; 4 empty.``"""
    rows = list(zip(_row_names(game.board), game.board.rows, strict=True))
    if flip:
        rows = [(name, row[::-1]) for name, row in reversed(rows)]
    lines = []
    for empty, some in groupby(rows, lambda item: all(state.board[cell] == EMPTY for cell in item[1])):
        named = list(some)
        if not empty:
            lines += [say("Row {row}: {words}.", row=name, words=_row_words(game, state, row)) for name, row in named]
        elif len(named) == 1:
            lines.append(say("Row {row}: empty.", row=named[0][0]))
        else:
            lines.append(say("Rows {first} to {last}: empty.", first=named[0][0], last=named[-1][0]))
    return lines


def _row_names(board: Board) -> Iterator[str]:
    """What stands beside a row on a drawn board, or its number from the top."""
    for number, row in enumerate(board.rows, 1):
        left, height = board.centres[row[0]]
        beside = [label for label, x, y in board.labels if x < left and abs(y - height) < 0.1]
        yield beside[0] if beside else str(number)


def _row_words(game: Game[Any], state: Any, row: Sequence[int]) -> str:
    words = [
        f"{game.pieces[piece].name} {_cells(game.board, list(cells))}"
        for piece, cells in groupby(row, lambda cell: state.board[cell])
        if piece != EMPTY
    ]
    if free := sum(state.board[cell] == EMPTY for cell in row):
        words.append(say("{count} empty", count=free))
    return "; ".join(words)


def _cells(board: Board, cells: list[int]) -> str:
    """Neighbours in a row; where their names count up, the ends are enough."""
    names = [board.names[cell] for cell in cells]
    if len(names) == 2:
        return say("{one} and {other}", one=names[0], other=names[1])
    if len(names) > 2 and board.outline != "point":
        return say("{first} to {last}", first=names[0], last=names[-1])
    return ", ".join(names)


# ── Turns ────────────────────────────────────────────────────────────────────────────────────────────────────────


def spoken_turn(game: Game[Any], steps: Iterable[Taken]) -> str:
    """What was played, as everybody may know it: ``white man b6 to b4, takes black man b5, on to d2``."""
    words: list[str] = []
    at = OFF  # where the piece is that was moved last
    for before, action, after in steps:
        seen = game.veil(before, action, None)
        old, new = game.view(before, None), game.view(after, None)
        words.append(_deed(game, old, seen, at))
        words += _effects(game, old.board, new.board, seen, words[-1])
        at = seen.target if isinstance(seen, Move) else OFF
    return ", ".join(words)


def _deed(game: Game[Any], state: Any, action: Action, at: int) -> str:
    names = game.board.names
    match action:
        case Move(source, target) if source == at:
            return say("on to {target}", target=names[target])
        case Move(source, target):
            piece = game.pieces[state.board[source]].name
            return say("{piece} {source} to {target}", piece=piece, source=names[source], target=names[target])
        case Place(cell, piece):
            return say("{piece} on {cell}", piece=game.pieces[piece].name, cell=names[cell])
        case Remove(cell):
            return say("{piece} {cell} is removed", piece=game.pieces[state.board[cell]].name, cell=names[cell])
        case Choose() | Pass():
            return game.label(state, action)


def _effects(game: Game[Any], old: bytes, new: bytes, action: Action, told: str) -> Iterator[str]:
    """What the step did besides itself."""
    names, pieces = game.board.names, game.pieces
    own: tuple[int, ...] = ()
    match action:
        case Move(source, target):
            own = (source, target)
            if old[target] != EMPTY:
                yield say("takes {piece} {cell}", piece=pieces[old[target]].name, cell=names[target])
        case Place(cell) | Remove(cell):
            own = (cell,)
    changed = [cell for cell in game.board if old[cell] != new[cell] and cell not in own]
    pushed = _pushes(game.board, old, new, own[0], changed) if isinstance(action, Place) else {}
    for cell in changed:
        gone, come = pieces[old[cell]].name, pieces[new[cell]].name
        if cell in pushed:
            yield say("pushes {piece} {source} to {target}", piece=gone, source=names[cell], target=names[pushed[cell]])
        elif cell in pushed.values():
            continue
        elif new[cell] == EMPTY and isinstance(action, Move):
            yield say("takes {piece} {cell}", piece=gone, cell=names[cell])
        elif new[cell] == EMPTY:
            yield say("{piece} {cell} goes off", piece=gone, cell=names[cell])
        elif names[cell] not in told:  # a choice of cells has named them
            yield say("{cell} is now {piece}", piece=come, cell=names[cell])
    if isinstance(action, Move) and new[action.target] == EMPTY:
        yield say("leaves the board")


def _pushes(board: Board, old: bytes, new: bytes, centre: int, changed: Sequence[int]) -> dict[int, int]:
    """Pieces that have gone one cell further along a line from *centre*: from where, to where."""
    pairs = [pair for ray in board.rays[centre] for pair in pairwise(ray)] if board.steps else []
    return {
        cell: onward
        for cell, onward in pairs
        if cell in changed and onward in changed and new[onward] == old[cell] != EMPTY == new[cell]
    }
