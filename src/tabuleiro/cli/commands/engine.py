"""``tabuleiro engine GAME``: speaks UGI, the universal game interface, on standard input and output."""

from __future__ import annotations

import sys

from tabuleiro.cli import place
from tabuleiro.core import say
from tabuleiro.home.files import lines_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from tabuleiro.engines.server import Server


def arguments(parser: ArgumentParser) -> None:
    place.game_argument(parser)
    parser.add_argument("--agent", metavar=say("AGENT"), help=say("who thinks (the search of the strongest level)"))
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=say("what it draws from (0)"))


def run(args: Namespace) -> int:
    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    server = serve(args.game, args.agent, write, args.seed)
    try:
        for line in lines_of(sys.stdin):
            if not server.hear(line):
                return 0
        server.finish(wait=True)
    finally:  # also when it is interrupted: the program does not end before its search does
        server.finish()
    return 0


def serve(game: str, agent: str | None, write: Callable[[str], None], seed: int = 0) -> Server:
    """An engine for *game* with our agents."""
    from tabuleiro.ai.agents import cores, make
    from tabuleiro.ai.levels import searcher
    from tabuleiro.engines.server import Server

    return Server(game, agent, write, seed, make=make, usual=searcher, cores=cores())
