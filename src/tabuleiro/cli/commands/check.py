"""``tabuleiro check GAME`` tests the laws that every game must keep; ``tabuleiro check BOT GAME`` tests a bot."""

from __future__ import annotations

from random import Random

from tabuleiro.cli import flags
from tabuleiro.cli.progress import Progress
from tabuleiro.core import say, say_many
from tabuleiro.core.errors import BadOption, TabuleiroError, UnknownGame
from tabuleiro.core.registry import find
from tabuleiro.play.agent import Spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.testing.laws import Violation

GAMES, BOT_GAMES = 25, 20
SECONDS = 0.1  # for a step of a bot


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("what", metavar=say("GAME|BOT"), help=say("a .py file, or name[:option=value,...]; or bot.py[:Class]"))
    add("game", metavar=say("GAME"), nargs="?", help=say("the game that the bot is to play"))
    add("--games", type=flags.games, metavar="N", help=say("how many games (25 to test a game, 20 to test a bot)"))
    add("--seconds", type=flags.seconds, metavar="S", help=say("how long the bot may think about a step (0.1)"))
    add("--seed", type=int, default=0, metavar="N", help=say("what they draw from (0)"))


def run(args: Namespace) -> int:
    return check_game(args) if args.game is None else check_bot(args)


def check_bot(args: Namespace) -> int:
    from tabuleiro.testing.bots import check

    games = args.games or BOT_GAMES
    with Progress() as line:
        result = check(
            args.what, args.game, games, args.seconds or SECONDS, args.seed, lambda done: line.bar(done, games)
        )
    for problem in result.problems:
        print(problem)
    if not result.problems:
        print(
            say_many(
                "{bot} plays {game} as it should: {count} game, {won} won",
                "{bot} plays {game} as it should: {count} games, {won} won",
                result.games,
                bot=args.what,
                game=args.game,
                won=result.won,
            )
        )
    for words in result.said:
        print(words)
    return 1 if result.problems else 0


def check_game(args: Namespace) -> int:
    from tabuleiro.testing.laws import LAWS, Violation, check
    from tabuleiro.testing.twins import twins_of

    if args.seconds is not None:
        raise BadOption(say("--seconds is for a bot, and {what} alone is a game: name its game too", what=args.what))
    game, games = game_of(args.what), args.games or GAMES

    def progress(done: int, moments: int) -> None:
        line.bar(done, games, positions(moments))

    try:
        with Progress() as line:
            moments = check(game, Random(args.seed), games=games, progress=progress)
    except Violation as violation:
        explain(game, violation)
        return 1
    print(
        say_many(
            "{game} keeps all {laws} laws in {count} game, {positions}",
            "{game} keeps all {laws} laws in {count} games, {positions}",
            games,
            game=game,
            laws=len(LAWS),
            positions=positions(moments),
        )
    )
    if pair := twins_of(game):
        print(
            say_many(
                "its compiled twin says the same of {count} state",
                "its compiled twin says the same of {count} states",
                pair.states,
            )
        )
    return 0


def game_of(what: str) -> Game[Any]:
    """The game spelled *what*; who names a player instead is told how to check one."""
    from tabuleiro.ai.agents import KINDS

    try:
        return find(what)
    except UnknownGame as error:
        hint = say("to check a player, write tabuleiro check {what} GAME", what=what)
        player = Spec.read(what).kind in KINDS
        raise UnknownGame(f"{error}; {hint}" if player else str(error)) from error


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
