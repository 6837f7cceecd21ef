"""``tabuleiro warmup``: compile all that the strong players need, now rather than in the first games."""

from __future__ import annotations

import sys

from tabuleiro.core import say
from tabuleiro.core.registry import find, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

BAR = 24  # characters


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("games", metavar=say("GAME"), nargs="*", help=say("which games (all)"))


def run(args: Namespace) -> int:
    from tabuleiro.ai.warm import warm_up

    def progress(what: str, done: int, count: int) -> None:
        if sys.stderr.isatty():
            filled = BAR * done // count
            bar = "#" * filled + "." * (BAR - filled)
            print(
                f"\r\x1b[K[{bar}] {done}/{count} {what}", end="" if done < count else "\n", file=sys.stderr, flush=True
            )

    warm_up([find(spec) for spec in args.games or names()], progress)
    return 0
