"""``tabuleiro tournament GAME`` or ``FILE.toml``: many programs play each other; tables, ratings and a report."""

from __future__ import annotations

import os
import sys

from tabuleiro.cli import flags, plan
from tabuleiro.cli.commands.match import (
    executor_of,
    fresh_argument,
    limit_arguments,
    start_anew,
    tell_kept,
    try_agents,
)
from tabuleiro.cli.place import complain
from tabuleiro.cli.progress import Progress
from tabuleiro.core import later, say
from tabuleiro.core.errors import BadOption, TabuleiroError
from tabuleiro.core.registry import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any

    from tabuleiro.arena.standings import Standings
    from tabuleiro.arena.tournament import Book, Tournament

GAMES = "games.jsonl"
HOW = ("workers", "ray", "output")  # what is said about playing, and not about the tournament


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar=say("GAME|FILE.toml"), help=say("a game, or a file that says what flags would say"))
    add("--agents", metavar=say("LIST"), help=say("who plays: random,greedy,level:1,bot.py,..."))
    add("--bots", metavar=say("FOLDER"), help=say("every bot of a folder plays too: its files that end with .py"))
    words = say("round-robin, gauntlet (the first agent against all others) or swiss (round-robin)")
    add("--system", type=flags.system, metavar=say("SYSTEM"), help=words)
    add("--games", type=flags.games, metavar="N", help=say("games of each meeting, seats moved on in turn (12)"))
    add("--rounds", type=flags.rounds, metavar="N", help=say("Swiss rounds (until one can have won all)"))
    limit_arguments(parser)
    parser.set_defaults(seed=None)
    add("--opening", type=flags.opening, metavar="N", help=say("random turns that begin every pair of games (4)"))
    words = say("of N such openings, take the one that favours nobody (8 where searches meet)")
    add("--even", type=flags.even, metavar="N", help=words)
    add("--anchor", metavar=say("AGENT"), help=say("whose rating is 0 (random, or the first one)"))
    add("--output", metavar=say("FOLDER"), help=say("where games, tables and the report are kept"))
    fresh_argument(parser)
    add("--report", action="store_true", help=say("write tables and report of the games that are there, and play none"))
    add("--json", action="store_true", help=say("the result as JSON"))


def run(args: Namespace) -> int:
    from tabuleiro.arena.tournament import Book

    said = plan.settings(args)
    tournament = entered(said, args.report)
    folder = said.get("output") or default_folder(tournament)
    book = Book(tournament, os.path.join(folder, GAMES))
    refuse_strangers(folder)
    if args.report and args.fresh:
        raise BadOption(later("--report plays none, so --fresh is of no use; leave one of them out"))
    if args.report:
        return tell(tournament, book.look(), folder, args.json)
    if args.fresh:
        start_anew(book)
        book = Book(tournament, book.path)
    with book:
        play(tournament, book, said)
        return tell(tournament, book, folder, args.json)


def entered(said: dict[str, Any], looking: bool) -> Tournament:
    """The tournament that was *said*, if it can be played; a bot of a folder that does not start is left out and named."""
    from tabuleiro.arena.tournament import Tournament

    find(said["game"])
    agents = list(said.get("agents", ()))
    bots = plan.bots_in(said["bots"]) if "bots" in said else []
    if not looking:
        try_agents(said["game"], agents, counted="cpu_seconds" in said)
        bots = [bot for bot in bots if starts(said["game"], bot)]
    known = {name: value for name, value in said.items() if name not in (*HOW, "bots")}
    tournament = Tournament(**known | {"agents": (*agents, *bots)})
    tournament.check()
    return tournament


def starts(game: str, bot: str) -> bool:
    try:
        try_agents(game, [bot])
    except TabuleiroError as error:
        complain(say("{bot} does not take part: {error}", bot=bot, error=error.words))
        return False
    return True


def default_folder(tournament: Tournament) -> str:
    """Where the same command finds its games again."""
    from hashlib import sha256

    from tabuleiro.arena.tournament import Book
    from tabuleiro.home.folders import folder

    told = str([Book(tournament, "").head(), tournament.system, *sorted(tournament.agents)])
    slug = "".join(letter if letter.isalnum() else "-" for letter in tournament.game)[:40].strip("-")
    return os.path.join(folder("data"), "tournaments", f"{slug}-{sha256(told.encode()).hexdigest()[:8]}")


def refuse_strangers(folder: str) -> None:
    """Raise where a file that would be replaced is not of a tournament."""
    from tabuleiro.arena.report import NAMES

    if os.path.exists(folder) and not os.path.isdir(folder):
        raise BadOption(later("{path} is no folder; choose another --output", path=folder))
    if os.path.exists(os.path.join(folder, GAMES)):
        return
    for name in NAMES:
        if os.path.exists(path := os.path.join(folder, name)):
            raise BadOption(later("{path} is there, and not of a tournament; choose another --output", path=path))


def play(tournament: Tournament, book: Book, said: dict[str, Any]) -> None:
    """Play what is missing, with a table on a terminal, and tell what happened meanwhile."""
    from tabuleiro.arena.standings import Standings
    from tabuleiro.arena.tournament import conduct

    there, count = Standings.of(tournament, book).done, tournament.count
    tell_kept(there, count)
    if there == count:
        return
    with executor_of(said.get("workers"), said.get("ray"), count - there) as executor, Progress() as line:

        def tell() -> None:
            if line.live:
                standings = Standings.of(tournament, book)
                done = standings.done
                above = scores(standings) if done < count else ()
                line.bar(done, count, line.left(done, count, there), above=above)

        try:
            conduct(tournament, book, executor, tell)
        except KeyboardInterrupt:
            line.clear()
            done = Standings.of(tournament, book).done
            words = say("{done} of {count} games are kept; the same command goes on", done=done, count=count)
            print(words, file=sys.stderr)
            raise


def scores(standings: Standings) -> list[str]:
    """The table as it is while games are played."""
    tallies = standings.tallies()
    wide = max(len(label) for label, _, _ in tallies)
    return [
        f"{place:3}  {label:{wide}}  {score:7.1f} / {games:<5} {100 * score / max(games, 1):5.1f} %"
        for place, (label, score, games) in enumerate(tallies, 1)
    ]


def tell(tournament: Tournament, book: Book, folder: str, as_json: bool) -> int:
    """Write tables and report, and print the table."""
    from tabuleiro.arena.report import PAGE, write
    from tabuleiro.arena.standings import Standings

    standings = Standings.of(tournament, book)
    if not standings.done:
        raise BadOption(later("there are no games in {path}", path=book.path))
    with Progress() as line:
        line.show(say("writing the report …"))
        write(standings, folder)
    complain(*standings.forfeits())
    if standings.done < tournament.count:
        complain(say("{done} of {count} games were played", done=standings.done, count=tournament.count))
    print(standings.to_json() if as_json else standings.text(), end="")
    print(say("report: {path}", path=os.path.join(folder, PAGE)), file=sys.stderr)
    return 0
