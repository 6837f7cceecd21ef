"""What stands after a flag: numbers and lists, each with a sentence about what would do."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from tabuleiro.core import say
from tabuleiro.core.errors import BadOption
from tabuleiro.play.agent import read_seconds
from tabuleiro.play.clock import TimeControl

T = TypeVar("T")
N = TypeVar("N", int, float)
DIGITS = 20  # of a number that is looked at


def _flag(read: Callable[[str], T]) -> Callable[[str], T]:
    """*read* for argparse, which tells what an error of its own kind says."""

    def told(text: str) -> T:
        try:
            return read(text)
        except BadOption as error:
            raise ArgumentTypeError(str(error)) from error

    return told


def _number(kind: Callable[[str], N], least: float, most: float) -> Callable[[str], N]:
    """What reads a number from *least* to *most*."""

    def read(text: str) -> N:
        with suppress(ValueError):
            if least <= (value := kind(text)) <= most:
                return value
        raise ArgumentTypeError(
            say("{text} is no number from {least} to {most}", text=text.strip() or "''", least=least, most=most)
        )

    return read


def _digits(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise ValueError
    return int(text)


def whole(least: int, most: int) -> Callable[[str], int]:
    return _number(_digits, least, most)


games = whole(1, 100_000)
nodes = whole(1, 10**12)
workers = whole(1, 256)  # processes, each of some hundred megabytes
opening = whole(0, 1000)  # turns
even = whole(1, 100)  # each is played and judged before a game begins
rounds = whole(1, 1000)
lines = whole(1, 100)
depth = whole(0, 100)  # turns or steps
points = _number(float, -1000, 1000)  # of Elo
risk = _number(float, 0.001, 0.4)  # of being wrong
seconds = _flag(read_seconds)
clock = _flag(lambda text: str(TimeControl.read(text)))  # always spelled the same


def system(text: str) -> str:
    """Who meets whom in a tournament."""
    from tabuleiro.arena.pairings import SYSTEMS

    if text not in SYSTEMS:
        raise ArgumentTypeError(
            say("{text} is no system; {systems} would do", text=text or "''", systems=", ".join(SYSTEMS))
        )
    return text


def cluster(text: str) -> str:
    """Where a Ray cluster is."""
    if text not in ("auto", "local") and not re.fullmatch(r"([\w.-]+|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}", text, re.ASCII):
        raise ArgumentTypeError(
            say("{text} is no Ray cluster; auto, local or an address like 10.0.0.5:6379 would do", text=text or "''")
        )
    return text


def agents(text: str) -> list[str]:
    """The agents in a list with commas between; but ``mcts:seconds=1,nodes=9`` is one."""
    return [word.strip() for word in re.split(r",(?!\s*\w+=)", text)]
