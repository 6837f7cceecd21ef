"""``tabuleiro check GAME``: plays random games and tests the laws that every game must keep."""

from __future__ import annotations

from random import Random

from tabuleiro.cli import flags
from tabuleiro.cli.progress import Progress
from tabuleiro.core import say, say_many
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.registry import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.testing.laws import Violation


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar=say("GAME"), help=say("a .py file, or name[:option=value,...]"))
    parser.add_argument("--games", type=flags.games, default=25, metavar="N", help=say("how many random games (25)"))
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=say("what they draw from (0)"))


def run(args: Namespace) -> int:
    from tabuleiro.testing.laws import LAWS, Violation, check

    game = find(args.game)

    def progress(games: int, moments: int) -> None:
        line.bar(games, args.games, positions(moments))

    try:
        with Progress() as line:
            moments = check(game, Random(args.seed), games=args.games, progress=progress)
    except Violation as violation:
        explain(game, violation)
        return 1
    print(
        say_many(
            "{game} keeps all {laws} laws in {count} game, {positions}",
            "{game} keeps all {laws} laws in {count} games, {positions}",
            args.games,
            game=game,
            laws=len(LAWS),
            positions=positions(moments),
        )
    )
    return 0


def positions(count: int) -> str:
    return say_many("{count} position", "{count} positions", count)


def explain(game: Game[Any], violation: Violation) -> None:
    """The law that was broken, what happened, and where."""
    from tabuleiro.cli.terminal import find_screen

    print(say("{game} breaks the law of {law}: {sentence}", game=game, law=violation.law, sentence=violation.sentence))
    print(say("position: {text}", text=violation.position))
    try:
        print(find_screen().board(game, game.read_position(violation.position)))
    except (TabuleiroError, LookupError, AssertionError, TypeError) as error:
        print(say("(it cannot be drawn: {error})", error=error))
