"""``tabuleiro perft GAME DEPTH``: the number by which two programs with the same rules can be compared."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from tabuleiro.cli import flags, place
from tabuleiro.cli.progress import Progress
from tabuleiro.core import Game, say

DEEP = 3  # turns
QUIET = 1.0  # seconds before a word is said of how far it is
LOOK = 0.1  # seconds between looks


def arguments(parser: ArgumentParser) -> None:
    place.arguments(parser)
    parser.add_argument("depth", metavar=say("DEPTH"), type=flags.depth, help=say("how many turns (or steps)"))
    parser.add_argument("--steps", action="store_true", help=say("count steps instead of whole turns"))
    parser.add_argument("--divide", action="store_true", help=say("the count of every first turn, then the total"))
    parser.add_argument("--reference", action="store_true", help=say("by the plain rules, even if there are faster"))


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

    kernel = kernels.find(game)
    if kernel is None:
        return perft(game, state, depth, steps=steps)
    return patiently(kernel.pack(state), depth, kernel.width, steps)


def patiently(packed: Any, depth: int, width: int, steps: bool) -> int:
    """Count in another thread, for compiled code hears no Ctrl-C; a terminal is told how far it is after a while."""
    from concurrent.futures import ThreadPoolExecutor
    from time import monotonic

    from tabuleiro.kernels.search.perft import STOP, new_watch, progress, watched

    watch = new_watch()
    watched(packed, 0, width, steps, watch)  # compiles here: Ctrl-C works while it compiles
    shown = monotonic() + QUIET
    with ThreadPoolExecutor(1) as pool, Progress() as line:
        counting = pool.submit(watched, packed, depth, width, steps, watch)
        try:
            while True:
                try:
                    return int(counting.result(LOOK))
                except TimeoutError:
                    if monotonic() >= shown:
                        line.show(f"{100 * progress(watch):.0f} %")
        finally:
            watch[STOP] = 1
