"""``tabuleiro ladder GAME``: every level's rating, random play being 0."""

from __future__ import annotations

import os

from tabuleiro.cli import flags
from tabuleiro.cli.commands.match import executor_of, fresh_argument, limit_arguments, start_anew, try_agents
from tabuleiro.cli.progress import Progress
from tabuleiro.core import later, say, say_many
from tabuleiro.core.errors import BadOption
from tabuleiro.core.registry import find, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from tabuleiro.arena.match import Match


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar=say("GAME"), nargs="*", help=say("name[:option=value,...] or a .py file (all games)"))
    add("--agents", metavar=say("LIST"), help=say("from weak to strong: random,greedy,level:1,... (all levels)"))
    add("--games", type=flags.games, default=40, metavar="N", help=say("games of each pair at least (40)"))
    add(
        "--near",
        type=flags.whole(1, 100),
        default=2,
        metavar="N",
        help=say("how many places up the ladder each plays (2); with 1 only the next"),
    )
    limit_arguments(parser)
    add("--records", metavar=say("FOLDER"), help=say("where the games are kept (the user's data directory)"))
    fresh_argument(parser)
    add("--write", metavar=say("FILE"), help=say("write the ratings to this page, like docs/levels.md"))


def run(args: Namespace) -> int:
    from tabuleiro.arena.ladder import Ladder, climb, read_page, section, usual, write_page
    from tabuleiro.arena.log import Log

    if args.write:
        read_page(args.write)  # what cannot be written is better known before the games
    sections = []
    for spec in args.game or names():
        game = find(spec)
        agents = tuple(flags.agents(args.agents)) if args.agents else usual(game)
        if len(agents) < 2 or len(set(agents)) < len(agents):
            raise BadOption(later("a ladder takes two agents or more, each once: {agents}", agents=", ".join(agents)))
        limits = (args.seconds, args.nodes, args.seed, args.cpu_seconds, args.clock)
        ladder = Ladder(spec, agents, args.games, *limits, args.near)
        try_agents(spec, agents, counted=args.cpu_seconds is not None)
        for match in ladder.matches() if args.fresh else ():
            start_anew(Log(match, kept(args.records, match)))
        with executor_of(args.workers, args.ray) as executor, Progress() as line:
            ratings, summaries = climb(
                ladder, lambda match: kept(args.records, match), executor, teller(line, args.games)
            )
        wide = max(map(len, agents))
        print(say_many("{game}: {count} game a pair", "{game}: {count} games a pair", args.games, game=spec))
        for rating in ratings:
            print(f"{rating.player:{wide}}  {rating}")
        for note in ratings.notes(ladder.anchor):
            print(note)
        for rung in ladder.rungs(summaries):
            one, other = rung.match.agents
            words = {"one": one, "other": other, "share": rung.share, "interval": rung.interval}
            print(say("{one} against {other}: {share} ({interval})", **words))
        sections.append(section(ladder, ratings, summaries))
        if args.write:
            write_page(args.write, sections)
    return 0


def kept(folder: str | None, match: Match) -> str:
    """The file of the games of *match*."""
    from tabuleiro.arena.log import default_path

    path = default_path(match)
    return os.path.join(folder, os.path.basename(path)) if folder else path


def teller(line: Progress, games: int) -> Callable[[Match, int, int, int], None]:
    """What tells which match is played now, and how far it is; the last line of each stays."""

    def tell(match: Match, number: int, all: int, done: int) -> None:
        one, other = match.agents
        line.bar(
            done, games, say("{number} of {all}: {one} against {other}", number=number, all=all, one=one, other=other)
        )

    return tell
