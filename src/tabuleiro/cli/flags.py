"""What stands after a flag: numbers and lists, each with a sentence about what would do."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from tabuleiro.core import say

DIGITS = 20  # of a number that is looked at


def whole(least: int, most: int) -> Callable[[str], int]:
    """What reads a number from *least* to *most*."""

    def read(text: str) -> int:
        from argparse import ArgumentTypeError

        if not (text.isascii() and text.isdigit() and len(text) <= DIGITS and least <= int(text) <= most):
            raise ArgumentTypeError(
                say("{text} is no number from {least} to {most}", text=text.strip() or "''", least=least, most=most)
            )
        return int(text)

    return read


games = whole(1, 100_000)
nodes = whole(1, 10**12)
workers = whole(1, 256)  # processes, each of some hundred megabytes
opening = whole(0, 1000)  # turns
even = whole(1, 100)  # each is played and judged before a game begins
rounds = whole(1, 1000)
lines = whole(1, 100)
depth = whole(0, 100)  # turns or steps


def seconds(text: str) -> float:
    """How long somebody may think."""
    from argparse import ArgumentTypeError

    from tabuleiro.core.errors import BadOption
    from tabuleiro.play.agent import read_seconds

    try:
        return read_seconds(text)
    except BadOption as error:
        raise ArgumentTypeError(str(error)) from error


def clock(text: str) -> str:
    """Time for a whole game, like ``60+1``, always spelled the same."""
    from argparse import ArgumentTypeError

    from tabuleiro.core.errors import BadOption
    from tabuleiro.play.clock import TimeControl

    try:
        return str(TimeControl.read(text))
    except BadOption as error:
        raise ArgumentTypeError(str(error)) from error


def between(least: float, most: float) -> Callable[[str], float]:
    """What reads a number between *least* and *most*, also one with a point."""

    def read(text: str) -> float:
        from argparse import ArgumentTypeError

        try:
            value = float(text)
        except ValueError:
            value = inf
        if not least <= value <= most:
            raise ArgumentTypeError(
                say("{text} is no number from {least} to {most}", text=text.strip() or "''", least=least, most=most)
            )
        return value

    return read


points = between(-1000, 1000)  # of Elo
risk = between(0.001, 0.4)  # of being wrong


def system(text: str) -> str:
    """Who meets whom in a tournament."""
    from argparse import ArgumentTypeError

    from tabuleiro.arena.pairings import SYSTEMS

    if text not in SYSTEMS:
        raise ArgumentTypeError(
            say("{text} is no system; {systems} would do", text=text or "''", systems=", ".join(SYSTEMS))
        )
    return text


def cluster(text: str) -> str:
    """Where a Ray cluster is."""
    import re
    from argparse import ArgumentTypeError

    if text not in ("auto", "local") and not re.fullmatch(r"([\w.-]+|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}", text, re.ASCII):
        raise ArgumentTypeError(
            say("{text} is no Ray cluster; auto, local or an address like 10.0.0.5:6379 would do", text=text or "''")
        )
    return text


def agents(text: str) -> list[str]:
    """The agents in a list with commas between; but ``mcts:seconds=1,nodes=9`` is one."""
    import re

    return [word.strip() for word in re.split(r",(?!\s*\w+=)", text)]
