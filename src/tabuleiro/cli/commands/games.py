"""``tabuleiro games``: one line a game, with tabs between name, players, tagline and options.

On a terminal, where tabs and long lines are hard to read, the same is laid out over several lines.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from tabuleiro.core.option import number_of_players, options, spell
from tabuleiro.core.registry import game_class, names
from tabuleiro.core.words import say


def arguments(parser: ArgumentParser) -> None:
    pass


def run(args: Namespace) -> int:  # noqa: ARG001
    for name in names():
        kind = game_class(name)
        if sys.stdout.isatty():
            from tabuleiro.cli.terminal import find_screen
            from tabuleiro.draw.lines import hung

            width = find_screen().width
            print("\n".join([f"{name} ({number_of_players(kind)})", *hung("  ", say(kind.tagline), width)]))
            for item in options(kind):
                head = f"    {item.name}={spell(item.default)}  "
                print("\n".join(hung(head, f"{say(item.help)} ({item.accepted})", width)))
        else:
            written = ", ".join(f"{item.name}={spell(item.default)} ({item.accepted})" for item in options(kind))
            print(name, number_of_players(kind), say(kind.tagline), written, sep="\t")
    return 0
