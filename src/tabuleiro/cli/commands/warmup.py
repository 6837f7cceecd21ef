"""``tabuleiro warmup``: compile all that the strong players need, now rather than in the first games."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tabuleiro.cli.progress import Progress
from tabuleiro.core import say
from tabuleiro.core.registry import find, names


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("games", metavar=say("GAME"), nargs="*", help=say("which games (all)"))


def run(args: Namespace) -> int:
    from tabuleiro.ai.background import warm_up

    games = [find(spec) for spec in args.games or names()]
    with Progress() as line:
        warm_up(games, lambda what, done, count: line.bar(done, count, what))
    return 0
