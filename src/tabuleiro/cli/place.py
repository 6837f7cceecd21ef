"""A position named on the command line: the game, perhaps a position text, perhaps turns that are played first."""

from __future__ import annotations

import sys

from tabuleiro.core import CHANCE, say
from tabuleiro.core.errors import BadTurn
from tabuleiro.core.notation import read_position, read_turn
from tabuleiro.core.registry import find
from tabuleiro.core.words import brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from random import Random
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.play.history import Step


def game_argument(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar=say("GAME"), help=say("name[:option=value,...] or a .py file"))


def arguments(parser: ArgumentParser) -> None:
    game_argument(parser)
    position_arguments(parser)


def position_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--position", metavar=say("TEXT"), help=say("begin with this position"))
    parser.add_argument("--lenient", action="store_true", help=say("also positions that cannot occur in a game"))


def turn_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--moves", metavar=say("TURNS"), default="", help=say("turns to play first, separated by blanks")
    )
    parser.add_argument("--seed", type=int, metavar="N", help=say("what chance draws from (0)"))


def find_place(args: Namespace) -> tuple[Game[Any], Any]:
    """The game and the state where it begins."""
    game = find(args.game)
    if args.position is None:
        return game, game.start()
    return game, read_position(game, args.position, strict=not args.lenient)


def play_turns(game: Game[Any], state: Any, turns: str, rng: Random) -> tuple[Any, list[Step]]:
    """The state after *turns*, and the steps of the last one. Chance does what a turn says, or draws from *rng*."""
    from tabuleiro.play.chance import drawn
    from tabuleiro.play.history import Step

    steps: list[Step] = []
    for word in turns.split():
        while True:
            try:
                actions = read_turn(game, state, word).actions
                break
            except BadTurn:
                if state.player != CHANCE:
                    raise
                state = game.apply(state, drawn(game, state, rng))
        steps = []
        for action in actions:
            steps.append(Step(int(state.player), state, action, game))
            state = game.apply(state, action)
    return state, steps


def complain(*texts: str) -> None:
    """Say what is wrong, on standard error."""
    for text in texts:
        print(f"tabuleiro: {brief(text)}", file=sys.stderr)
