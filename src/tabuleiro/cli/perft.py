"""``tabuleiro perft GAME DEPTH``: the number by which two programs with the same rules can be compared."""

from __future__ import annotations

from tabuleiro.cli import place
from tabuleiro.core import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    place.arguments(parser)
    parser.add_argument("depth", metavar="DEPTH", type=depth, help=say("how many turns (or steps)"))
    parser.add_argument("--steps", action="store_true", help=say("count steps instead of whole turns"))
    parser.add_argument("--divide", action="store_true", help=say("the count of every first turn, then the total"))
    parser.add_argument("--reference", action="store_true", help=say("by the plain rules, even if there are faster"))


def depth(text: str) -> int:
    from argparse import ArgumentTypeError

    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise ArgumentTypeError(say("{text} is no depth; give a number from 0", text=text))
    return int(text)


def run(args: Namespace) -> int:
    from tabuleiro.testing.perft import divide, perft

    game, state = place.find_place(args)
    if not args.divide or not args.depth:
        print(perft(game, state, args.depth, steps=args.steps))
        return 0
    counts = divide(game, state, args.depth, steps=args.steps)
    for text, count in counts.items():
        print(f"{text or say('stop')}: {count}")
    print(sum(counts.values()))
    return 0
