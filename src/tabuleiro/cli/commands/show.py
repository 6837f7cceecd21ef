"""``tabuleiro show GAME``: a position as text, and as a picture when one is wanted."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from random import Random

from tabuleiro.cli import place
from tabuleiro.cli.terminal import find_screen
from tabuleiro.core import CHANCE, say
from tabuleiro.draw.prose import standing, status_lines
from tabuleiro.draw.theme import LOOKS
from tabuleiro.play.chance import settled
from tabuleiro.play.history import touched


def arguments(parser: ArgumentParser) -> None:
    place.arguments(parser)
    place.turn_arguments(parser)
    parser.add_argument("--svg", metavar=say("FILE"), help=say("write a picture to this file; - for standard output"))
    parser.add_argument("--theme", choices=tuple(LOOKS), default="light", help=say("of the picture"))
    parser.add_argument("--flip", action="store_true", help=say("from the other side"))
    parser.add_argument("--ascii", action="store_true", help=say("plain characters only"))


def run(args: Namespace) -> int:
    rng = Random(args.seed or 0)
    game, start = place.find_place(args)
    state, steps = place.play_turns(game, start, args.moves, rng)
    last = touched(steps, state)
    state = settled(game, state, rng)
    if start.player == CHANCE and any(game.veil(start, deal, None) != deal for deal, _ in game.odds(start)):
        state = game.view(state, None)  # what chance dealt in secret stays secret; what the position says is known
    if args.svg:
        from tabuleiro.draw.svg import svg
        from tabuleiro.home.files import write_text

        picture = svg(game, state, theme=args.theme, flip=args.flip, last=last)
        if args.svg == "-":
            print(picture)
            return 0
        write_text(args.svg, picture + "\n")
    print(find_screen(args.ascii).board(game, state, args.flip, last))
    print()
    print(say("position: {text}", text=game.write_position(state)))
    for line in status_lines(game, state):
        print(line)
    print(standing(game, state))
    return 0
