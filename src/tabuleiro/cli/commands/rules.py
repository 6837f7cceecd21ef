"""``tabuleiro rules GAME``: the rules in prose and figures, who made the game, its options, and what turns look like."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tabuleiro.cli import place
from tabuleiro.core.registry import find


def arguments(parser: ArgumentParser) -> None:
    place.game_argument(parser)


def run(args: Namespace) -> int:
    from tabuleiro.cli.terminal import find_screen

    print(find_screen().rules(find(args.game)))
    return 0
