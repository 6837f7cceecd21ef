"""``tabuleiro rules GAME``: the rules in prose and figures, who made the game, its options, and what turns look like."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tabuleiro.core import say
from tabuleiro.core.registry import find


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar=say("GAME"), help=say("name[:option=value,...] or a .py file"))


def run(args: Namespace) -> int:
    from tabuleiro.cli.terminal import find_screen
    from tabuleiro.table.rulebook import rules

    screen = find_screen()
    print(rules(find(args.game), screen.width, ascii=screen.ascii, colour=screen.colour))
    return 0
