"""``tabuleiro rules GAME``: the rules in prose, who made the game, its options, and what turns look like."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tabuleiro.core import say
from tabuleiro.core.registry import find


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar=say("GAME"), help=say("name[:option=value,...] or a .py file"))


def run(args: Namespace) -> int:
    from tabuleiro.cli.terminal import find_screen
    from tabuleiro.draw.prose import rules

    print(rules(find(args.game), find_screen().width))
    return 0
