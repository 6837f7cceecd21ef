"""Games as bytes: a line that says what they are, then the numbers. Nothing in them is ever run."""

from __future__ import annotations

import json
from importlib.metadata import version
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tabuleiro.core import later
from tabuleiro.core.errors import BadOption, TabuleiroError
from tabuleiro.core.notation import read_position
from tabuleiro.core.words import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from tabuleiro.core import Game

KIND = "tabuleiro games"
DTYPES = ("int8", "bool", "int32", "int64", "uint64", "float32", "uint8")


def frozen(what: dict[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """*arrays* by name, with what tells *what* they are of."""
    head = what | {"arrays": [[name, array.dtype.name, list(array.shape)] for name, array in arrays.items()]}
    return json.dumps(head).encode() + b"\n" + b"".join(array.tobytes() for array in arrays.values())


def thawed(what: dict[str, Any], data: bytes) -> dict[str, NDArray[Any]]:
    """The arrays in *data*; raises BadOption unless they are of that."""
    try:
        line, _, rest = memoryview(data).tobytes().partition(b"\n")
        head = dict(json.loads(line))
        listed = [(str(name), str(dtype), tuple(map(int, shape))) for name, dtype, shape in head.pop("arrays")]
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError) as error:
        raise no_games() from error
    for key, ours in what.items():
        if head.get(key) != ours:
            theirs = shortened(str(head.get(key)), 80)
            raise BadOption(
                later("these are other games: {key} is {theirs}, not {ours}", key=key, theirs=theirs, ours=ours)
            )
    arrays, at = {}, 0
    for name, dtype, shape in listed:
        if dtype not in DTYPES or min(shape, default=0) < 0:
            raise no_games()
        size = prod(shape) * np.dtype(dtype).itemsize
        if at + size > len(rest):
            raise no_games()
        try:
            raw = np.frombuffer(rest, np.uint8)[at : at + size]
            arrays[name] = (raw != 0 if dtype == "bool" else raw.view(dtype)).reshape(shape)
        except (ValueError, OverflowError) as error:  # too many dimensions, or too long ones beside one of length 0
            raise no_games() from error
        at += size
    if at != len(rest):
        raise no_games()
    return arrays


def write_states(game: Game[Any], states: Iterable[Any]) -> NDArray[np.uint8]:
    """The text of each state on a line of its own, as bytes."""
    return np.frombuffer("\n".join(map(game.write_position, states)).encode(), np.uint8)


def read_states(game: Game[Any], text: NDArray[Any] | None) -> list[Any]:
    """The inverse; only of states that can occur, where a seat decides."""
    if text is None:
        raise no_games()
    try:
        states = [read_position(game, line) for line in text.tobytes().decode().split("\n")]
    except (UnicodeDecodeError, TabuleiroError) as error:
        raise no_games() from error
    if any(state.player < 0 for state in states):
        raise no_games()
    return states


def read_luck(arrays: Mapping[str, NDArray[Any]], n: int) -> NDArray[np.uint64]:
    """A word for each of *n* games; none is 0, with which a generator would stand still."""
    words = arrays.get("rng")
    if words is None or words.dtype != np.uint64 or words.shape != (n,) or not words.all():
        raise no_games()
    return words


def possible(game: Game[Any], state: Any) -> bool:
    """Is it a state of this game that can occur, where a seat decides?"""
    try:
        return bool(state.player >= 0 and read_position(game, game.write_position(state)) == state)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, TabuleiroError):
        return False


def no_games() -> BadOption:
    return BadOption(later("these bytes are no games that were packed"))


def about(game: Game[Any]) -> dict[str, Any]:
    """Game, options, edition and version."""
    return {"kind": KIND, "game": str(game), "edition": game.edition, "version": version("tabuleiro")}
