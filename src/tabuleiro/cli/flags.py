"""What stands after a flag: numbers and lists, each with a sentence about what would do."""

from __future__ import annotations

from collections.abc import Callable

from tabuleiro.core import say

LONGEST = 86_400  # seconds: a day
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
lines = whole(1, 100)
depth = whole(0, 100)  # turns or steps


def seconds(text: str) -> float:
    """How long somebody may think."""
    from argparse import ArgumentTypeError

    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= LONGEST:
        raise ArgumentTypeError(
            say("{text} is no number above 0 and up to {most}", text=text.strip() or "''", most=LONGEST)
        )
    return value


def agents(text: str) -> list[str]:
    """The agents in a list with commas between; but ``mcts:seconds=1,nodes=9`` is one."""
    import re

    return [word.strip() for word in re.split(r",(?!\s*\w+=)", text)]
