"""``tabuleiro db``: looking after the games of a web site."""

from __future__ import annotations

import time
from argparse import SUPPRESS, ArgumentParser, Namespace

from tabuleiro.cli import flags
from tabuleiro.cli.commands.serve import database_argument, database_of, needs_extra
from tabuleiro.core import say, say_many

DAY = 86_400


def arguments(parser: ArgumentParser) -> None:
    database_argument(parser)
    tasks = parser.add_subparsers(dest="task", required=True, metavar=say("TASK"))
    backup = tasks.add_parser("backup", help=say("copy the database to a file, also while the site runs"))
    backup.add_argument("file", metavar=say("FILE"))
    tasks.add_parser("upgrade", help=say("bring the tables up to date; the site does so when it starts"))
    prune = tasks.add_parser("prune", help=say("delete games in which nothing has happened for a long time"))
    prune.add_argument("--older", type=flags.whole(1, 100_000), required=True, metavar=say("DAYS"))
    delete = tasks.add_parser("delete", help=say("delete a game"))
    delete.add_argument("game", metavar=say("GAME"))
    for task in tasks.choices.values():  # before the task or after it
        database_argument(task, SUPPRESS)


def run(args: Namespace) -> int:
    needs_extra()
    from tabuleiro.store import care

    address = database_of(args)
    if args.task == "backup":
        care.back_up(address, args.file)
        print(say("the games are copied to {file}", file=args.file))
    elif args.task == "upgrade":
        care.bring_up_to_date(address)
        print(say("the tables are up to date"))
    elif args.task == "prune":
        count = care.prune(address, time.time() - args.older * DAY)
        print(say_many("{count} game deleted", "{count} games deleted", count))
    elif not care.delete(address, args.game):
        print(say("there is no game {game}", game=args.game))
        return 1
    else:
        print(say("{game} is deleted", game=args.game))
    return 0
