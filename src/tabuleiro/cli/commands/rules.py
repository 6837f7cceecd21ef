"""``tabuleiro rules GAME``: the rules in prose and figures, who made the game, its options, and what turns look like."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tabuleiro.cli import place
from tabuleiro.core.registry import find


def arguments(parser: ArgumentParser) -> None:
    place.game_argument(parser)


def run(args: Namespace) -> int:
    from tabuleiro.cli.terminal import find_screen
    from tabuleiro.table.rulebook import rules

    screen = find_screen()
    print(rules(find(args.game), screen.width, ascii=screen.ascii, colour=screen.colour))
    return 0
