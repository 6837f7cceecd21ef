"""``tabuleiro perft GAME DEPTH``: the number by which two programs with the same rules can be compared."""

from __future__ import annotations

from tabuleiro.cli import place
from tabuleiro.core import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any

    from tabuleiro.core import Game

DEEP = 3  # turns


def arguments(parser: ArgumentParser) -> None:
    place.arguments(parser)
    parser.add_argument("depth", metavar=say("DEPTH"), type=depth, help=say("how many turns (or steps)"))
    parser.add_argument("--steps", action="store_true", help=say("count steps instead of whole turns"))
    parser.add_argument("--divide", action="store_true", help=say("the count of every first turn, then the total"))
    parser.add_argument("--reference", action="store_true", help=say("by the plain rules, even if there are faster"))


def depth(text: str) -> int:
    from argparse import ArgumentTypeError

    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise ArgumentTypeError(say("{text} is no depth; give a number from 0", text=text))
    return int(text)


def run(args: Namespace) -> int:
    from tabuleiro.testing.perft import divide

    game, state = place.find_place(args)
    if not args.divide or not args.depth:
        print(count(game, state, args.depth, steps=args.steps, reference=args.reference))
        return 0
    counts = divide(game, state, args.depth, steps=args.steps)
    for text, number in counts.items():
        print(f"{text or say('stop')}: {number}")
    print(sum(counts.values()))
    return 0


def count(game: Game[Any], state: Any, depth: int, *, steps: bool, reference: bool) -> int:
    """By the compiled rules where that pays: loading them takes longer than counting two turns."""
    from tabuleiro.testing.perft import perft

    if reference or depth < DEEP:
        return perft(game, state, depth, steps=steps)
    from tabuleiro import kernels
    from tabuleiro.kernels.search.perft import perft as compiled_perft

    kernel = kernels.find(game)
    if kernel is None:
        return perft(game, state, depth, steps=steps)
    return int(compiled_perft(kernel.pack(state), depth, kernel.width, steps))
