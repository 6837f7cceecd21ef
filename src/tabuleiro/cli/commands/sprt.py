"""``tabuleiro sprt GAME A B``: is A stronger than B by so many points? It plays until that is clear, and no longer."""

from __future__ import annotations

import sys

from tabuleiro.cli import flags
from tabuleiro.cli.commands.match import executor_of, meet, meeting_arguments
from tabuleiro.cli.progress import Progress
from tabuleiro.core import later, say, say_many
from tabuleiro.core.errors import BadOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tabuleiro.arena.trial import Trial

DONE, NO = 0, 1


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    meeting_arguments(parser)
    add("--elo0", type=flags.points, default=0.0, metavar="N", help=say("points that would not be enough (0)"))
    add("--elo1", type=flags.points, default=30.0, metavar="N", help=say("points that would be enough (30)"))
    words = say("the risk to take the first for the second (0.05)")
    add("--alpha", type=flags.risk, default=0.05, metavar="P", help=words)
    words = say("the risk to take the second for the first (0.05)")
    add("--beta", type=flags.risk, default=0.05, metavar="P", help=words)
    words = say("games at most; then it stays undecided (20000)")
    add("--games", type=flags.games, default=20_000, metavar="N", help=words)


def run(args: Namespace) -> int:
    from tabuleiro.arena.sprt import Test
    from tabuleiro.arena.trial import Trial

    if args.elo0 >= args.elo1:
        raise BadOption(later("--elo0 {low:g} has to be less than --elo1 {high:g}", low=args.elo0, high=args.elo1))
    test = Test(args.elo0, args.elo1, args.alpha, args.beta)
    trial = meet(args, lambda log, args: conduct(Trial(test, log, args.games), args))
    return DONE if trial.course.accepted == 1 else NO


def conduct(trial: Trial, args: Namespace) -> Trial:
    """Play until it is decided or there are as many games as asked for; how that ended."""
    from tabuleiro.arena.executor import run as play_games

    there = len(trial.games)
    if there:
        words = say_many(
            "{count} game is there already; --fresh starts anew",
            "{count} games are there already; --fresh starts anew",
            there,
        )
        print(words, file=sys.stderr)
    trial.look()
    if trial.decided or there == trial.most:
        return trial
    with executor_of(args.workers, args.ray, trial.most - there) as executor, Progress() as line:

        def tell() -> None:
            trial.look()
            line.show(*trial.status())

        play_games(trial.log, trial.most, executor, tell, lambda: trial.decided)
    return trial
