"""``tabuleiro engine GAME``: speaks UGI, the universal game interface, on standard input and output."""

from __future__ import annotations

import sys

from tabuleiro.core import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar=say("GAME"), help=say("name[:option=value,...] or a .py file"))
    parser.add_argument("--agent", metavar=say("AGENT"), help=say("who thinks (the search of the strongest level)"))
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=say("what it draws from (0)"))


def run(args: Namespace) -> int:
    from tabuleiro.ai.ugi_server import Server

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    server = Server(args.game, args.agent, write, args.seed)
    try:
        for line in iter(sys.stdin.readline, ""):
            if not server.hear(line):
                return 0
        server.finish(wait=True)
    finally:  # also when it is interrupted: the program does not end before its search does
        server.finish()
    return 0
