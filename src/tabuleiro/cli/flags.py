"""What stands after a flag: numbers and lists, each with a sentence about what would do."""

from __future__ import annotations

from tabuleiro.core import say


def count(text: str) -> int:
    """A number from 1."""
    return _number(text, 1)


def turns(text: str) -> int:
    """A number from 0."""
    return _number(text, 0)


def _number(text: str, least: int) -> int:
    from argparse import ArgumentTypeError

    if not (text.isascii() and text.isdigit() and int(text) >= least):
        raise ArgumentTypeError(say("{text} is no number from {least}", text=text, least=least))
    return int(text)


def seconds(text: str) -> float:
    """How long somebody may think."""
    from argparse import ArgumentTypeError

    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise ArgumentTypeError(say("{text} is no number above 0", text=text))
    return value


def agents(text: str) -> list[str]:
    """The agents in a list with commas between; but ``mcts:seconds=1,nodes=9`` is one."""
    import re

    return [word.strip() for word in re.split(r",(?!\s*\w+=)", text)]
