"""``tabuleiro match GAME A B``: two programs play many games; who is stronger, and how sure that is."""

from __future__ import annotations

import sys
from contextlib import closing, contextmanager
from math import inf

from tabuleiro.cli import flags, place
from tabuleiro.cli.place import complain
from tabuleiro.cli.progress import Progress
from tabuleiro.core import later, say, say_many
from tabuleiro.core.errors import BadOption
from tabuleiro.core.registry import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, Protocol, TypeVar

    from tabuleiro.arena.executor import Executor
    from tabuleiro.arena.log import Journal, Log
    from tabuleiro.arena.match import Match
    from tabuleiro.arena.summary import Summary

    class Result(Protocol):
        """What games add up to."""

        def forfeits(self) -> list[str]: ...
        def lines(self) -> list[str]: ...
        def to_json(self) -> dict[str, Any]: ...

    R = TypeVar("R", bound=Result)


def arguments(parser: ArgumentParser) -> None:
    words = say("how many games, seats swapped in turn (100)")
    meeting_arguments(parser)
    parser.add_argument("--games", type=flags.games, default=100, metavar="N", help=words)
    parser.add_argument("--show", type=flags.games, metavar="N", help=say("print the record of game N, and play none"))


def meeting_arguments(parser: ArgumentParser) -> None:
    """What tells games of two agents from others, and where they are kept."""
    add = parser.add_argument
    place.game_argument(parser)
    words = say("random, greedy, level:3, mcts:seconds=1, engine:COMMAND, bot.py, ...")
    add("agents", metavar=say("AGENT"), nargs=2, help=words)
    limit_arguments(parser)
    words = say("random turns that begin every pair of games (4)")
    add("--opening", type=flags.opening, default=4, metavar="N", help=words)
    words = say("of N such openings, take the one that favours nobody (1)")
    add("--even", type=flags.even, default=1, metavar="N", help=words)
    add("--records", metavar=say("FILE"), help=say("where the games are kept (a file of the user's data directory)"))
    fresh_argument(parser)
    add("--json", action="store_true", help=say("the result as JSON"))


def limit_arguments(parser: ArgumentParser) -> None:
    """What matches and ladders have in common."""
    add = parser.add_argument
    add("--seconds", type=flags.seconds, metavar="S", help=say("how long they may think about a step"))
    words = say("the same in CPU seconds: fair on a busy machine")
    add("--cpu-seconds", type=flags.seconds, metavar="S", help=words)
    words = say("seconds for each player's game instead, and more after every turn: 60+1")
    add("--clock", type=flags.clock, metavar=say("TIME"), help=words)
    add("--nodes", type=flags.nodes, metavar="K", help=say("how many positions they may look at for a step"))
    add("--seed", type=int, default=0, metavar="N", help=say("what openings, chance and agents draw from (0)"))
    executor_arguments(parser)


def executor_arguments(parser: ArgumentParser) -> None:
    """Where games are played."""
    add = parser.add_argument
    add("--workers", type=flags.workers, metavar="N", help=say("games at a time (one a core)"))
    words = say("play on a Ray cluster: auto, local or its address")
    add("--ray", type=flags.cluster, metavar=say("ADDRESS"), help=words)


@contextmanager
def executor_of(workers: int | None, ray: str | None, games: float = inf) -> Iterator[Executor]:
    """Who plays *games* games; afterwards, tell what happened meanwhile."""
    from tabuleiro.arena.executor import hands

    with hands(workers, ray, games) as executor:
        yield executor
    complain(*executor.notes())


def tell_kept(there: int, count: int) -> None:
    """Say how many of *count* games need not be played."""
    if there:
        words = say_many(
            "{there} of {count} game is there already; --fresh starts anew",
            "{there} of {count} games are there already; --fresh starts anew",
            count,
            there=there,
        )
        print(words, file=sys.stderr)


def fresh_argument(parser: ArgumentParser) -> None:
    """What both do with games of programs as they were."""
    words = say("start anew: for a program that has changed; old games are set aside")
    parser.add_argument("--fresh", action="store_true", help=words)


def start_anew(journal: Journal) -> None:
    """Set the games of *journal* aside, and say where they are kept."""
    from tabuleiro.arena.log import set_aside

    if old := set_aside(journal):
        print(say("the games that were there are kept in {path}", path=old), file=sys.stderr)


def run(args: Namespace) -> int:
    from tabuleiro.arena.log import Log, default_path

    if args.show is not None:
        if args.fresh:
            raise BadOption(later("--show plays none, so --fresh is of no use; leave one of them out"))
        match = match_of(args)
        return show(Log(match, args.records or default_path(match, looking=True)).look(), args.show)
    meet(args, conduct)
    return 0


def meet(args: Namespace, conduct: Callable[[Log, Namespace], R]) -> R:
    """Open the log of the two agents, let *conduct* play what is missing, and tell the result."""
    from tabuleiro.arena.log import Log, default_path

    match = match_of(args)
    path = args.records or default_path(match)
    try_agents(args.game, args.agents, counted=args.cpu_seconds is not None)
    if args.fresh:
        start_anew(Log(match, path))
    with Log(match, path) as log:
        result = conduct(log, args)
    complain(*result.forfeits())
    if args.json:
        import json

        print(json.dumps(result.to_json(), ensure_ascii=False))
    else:
        print("\n".join(result.lines()))
    print(say("records: {path}", path=path), file=sys.stderr)
    return result


def match_of(args: Namespace) -> Match:
    """The match of two agents that the flags describe."""
    from tabuleiro.arena.match import Match

    limits = args.seconds, args.nodes, args.seed, args.opening, args.even, args.cpu_seconds, args.clock
    return Match(args.game, tuple(args.agents), *limits)


def try_agents(spec: str, agents: Iterable[str], *, counted: bool = False) -> None:
    """Raise for a program that is not there or does not start: better now than as a lost match. Where CPU time is
    *counted*, tell which programs know nothing of it.
    """
    from random import Random

    from tabuleiro.ai.agents import make

    game = find(spec)
    for name in agents:
        with closing(make(name, game, Random(0))) as agent:
            if counted and not agent.counting:
                complain(say("{agent} does not count CPU time: it has as many seconds by the clock", agent=name))


def show(log: Log, number: int) -> int:
    from tabuleiro.play.record import read_record

    if number not in log.games:
        raise BadOption(later("game {number} is not in {path}", number=number, path=log.path))
    game = log.games[number]
    record, _ = read_record(game.record_text())
    print(record.to_text(), end="")
    for line in game.said_last(log.match.agents):
        print(line, file=sys.stderr)
    return 0


def conduct(log: Log, args: Namespace) -> Summary:
    """Play what is missing, with a bar on a terminal; how that ended."""
    from tabuleiro.arena.executor import run as play_games

    games = args.games
    there = len(counted(log, games).games)
    tell_kept(there, games)
    if there == games:
        return counted(log, games)
    with executor_of(args.workers, args.ray, games - there) as executor, Progress() as line:

        def tell() -> None:
            if line.live:
                summary = counted(log, games)
                done = len(summary.games)
                left, elo = line.left(done, games, there), f"Elo {summary.elo}" if done else ""
                line.bar(done, games, f"{summary.score:g} - {done - summary.score:g}" if done else "", left, elo)

        play_games(log, games, executor, tell)
    return counted(log, games)


def counted(log: Log, games: int) -> Summary:
    """What games 1 to *games* add up to, as far as they are there."""
    from tabuleiro.arena.summary import Summary

    return Summary.of(log.match, [game for game in log.games.values() if game.number <= games])
