"""``tabuleiro games``: one line a game, with tabs between name, players, tagline and options.

On a terminal, where tabs and long lines are hard to read, the same is laid out over several lines.
"""

from __future__ import annotations

import sys

from tabuleiro.core.option import options, spell
from tabuleiro.core.registry import game_class, names
from tabuleiro.core.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any


def arguments(parser: ArgumentParser) -> None:
    pass


def run(args: Namespace) -> int:  # noqa: ARG001
    for name in names():
        kind = game_class(name)
        if sys.stdout.isatty():
            from tabuleiro.cli.screen import find_screen, hung

            width = find_screen().width
            print("\n".join([f"{name} ({seats(kind)})", *hung("  ", say(kind.tagline), width)]))
            for item in options(kind):
                head = f"    {item.name}={spell(item.default)}  "
                print("\n".join(hung(head, f"{say(item.help)} ({item.accepted})", width)))
        else:
            written = ", ".join(f"{item.name}={spell(item.default)} ({item.accepted})" for item in options(kind))
            print(name, seats(kind), say(kind.tagline), written, sep="\t")
    return 0


def seats(kind: Any) -> str:
    """``2 players``, or ``2-4 players`` where that is an option."""
    choice = next((item for item in options(kind) if item.name == "players"), None)
    numbers = choice.choices if choice and choice.choices else (kind().players,)
    least, most = numbers[0], numbers[-1]
    return say("{count} players", count=least if least == most else f"{least}-{most}")
