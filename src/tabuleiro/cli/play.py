"""``tabuleiro play``: sets the table by flags, by questions or from a saved game, and lets them play line by line."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from random import Random

from tabuleiro.ai.party import HUMAN, Party, check_players, find_agents, go_on, seated
from tabuleiro.cli.ask import Keys, Left
from tabuleiro.cli.flags import agents, seconds
from tabuleiro.cli.interview import ask_party, tidy
from tabuleiro.cli.place import complain
from tabuleiro.cli.screen import Screen, find_screen
from tabuleiro.core import say, say_many
from tabuleiro.core.errors import BadOption, NotNow
from tabuleiro.core.notation import read_position
from tabuleiro.core.registry import find
from tabuleiro.home import files
from tabuleiro.home.folders import notice, take_notices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable
    from typing import Any

    from tabuleiro.cli.table import Table
    from tabuleiro.core import Game
    from tabuleiro.home.saves import Resumed
    from tabuleiro.play.clock import Clock
    from tabuleiro.play.session import Session


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar=say("GAME"),
        nargs="?",
        help=say("name[:option=value,...] or a .py file; without it you are asked"),
    )
    add = parser.add_argument
    add("--players", metavar=say("LIST"), help=say("who plays each seat: human, greedy, random, report:1, ..."))
    add("--names", metavar=say("LIST"), help=say("what they are called: Ana,Rui"))
    add("--plain", action="store_true", help=say("in words alone, line by line: for screen readers"))
    add("--lines", action="store_true", help=say("line by line, with boards drawn in text"))
    add("--seed", type=int, metavar="N", help=say("what chance and the computer draw from"))
    add("--record", metavar=say("FILE"), help=say("write the game there after every turn (.jsonl: as JSON lines)"))
    add("--position", metavar=say("TEXT"), help=say("begin with this position"))
    add("--resume", metavar=say("FILE"), help=say("go on with a game that was saved"))
    add("--seconds", type=seconds, metavar="S", help=say("how long the computer may think about a turn"))
    add("--clock", metavar=say("TIME"), help=say("seconds for each player, and more after every turn: 300+5"))
    add("--ascii", action="store_true", help=say("plain characters only"))
    add("--flip", action="store_true", help=say("the board from the other side"))


def run(args: Namespace) -> int:
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(line_buffering=True)  # a program at the other end waits for what is played
    asked = args.ascii
    if sys.stdin.isatty() and sys.stdout.isatty():
        heed_settings(args)
    screen = find_screen(args.ascii, plain=True if args.plain else False if args.lines else None)
    if args.game is None and args.resume is None and not screen.live:
        from tabuleiro.cli.demo import demonstrate

        return demonstrate(screen, 1 if args.seed is None else args.seed)
    if screen.live and not screen.plain and not args.lines and (open_screen := find_app()):
        args.ascii = asked  # what is remembered, the app heeds itself, and can change
        return open_screen(args)
    for text in take_notices():
        complain(text)
    keys = Keys(screen)
    try:
        table = set_table(args, screen, keys)
    except Left:
        return 0
    return table.run()


def heed_settings(args: Namespace) -> None:
    """At a terminal, let what is remembered hold where *args* and the environment do not say otherwise."""
    from tabuleiro.home.languages import VARIABLES, choose, languages
    from tabuleiro.home.settings import load_settings

    settings, warning = load_settings()
    if warning:
        notice(warning)
    args.plain = args.plain or (settings.plain and not args.lines)
    args.ascii = args.ascii or settings.ascii
    if settings.language in languages() and not args.lang and not os.environ.get(VARIABLES[0]):
        choose(settings.language)


def find_app() -> Callable[[Namespace], int] | None:
    """What opens the app in a full screen; None without Textual."""
    try:
        from tabuleiro.cli.full_screen import open_screen
    except ImportError:
        return None
    return open_screen


def set_table(args: Namespace, screen: Screen, keys: Keys) -> Table:
    from tabuleiro.cli.keeping import Keeper
    from tabuleiro.cli.table import Table
    from tabuleiro.home.saves import Autosave
    from tabuleiro.home.setup import Setup
    from tabuleiro.play.agent import Limit

    rng = Random(args.seed)
    again = resumed(args, rng) if args.resume else None
    party, session = (again.party, again.session) if again else begun(args, screen, keys, rng)
    if args.clock:
        session.clock = clock(args.clock, session.game.players)
    usual = again.setup if again else Setup(party)
    setup = Setup(party, args.seconds or usual.seconds, args.flip or usual.flip)
    waiting = screen.live and HUMAN in party.players
    if waiting:
        check_players(party)  # who is made in the background cannot complain
    computers = find_agents(party, rng, waiting=waiting)
    if args.record and not same(args.record, args.resume):
        files.refuse_to_replace(args.record)
    autosave = again.autosave if again else Autosave(setup)
    autosave.setup = setup
    flags = [f"--{flag}" for flag in ("plain", "lines", "ascii") if getattr(args, flag)]
    keeper = Keeper(session, autosave, flags)
    own = args.record or args.resume
    if own and not (again and again.ours and same(own, args.resume)):
        keeper.keep_at(own, None)  # what cannot be written is better known before the game
    return Table(session, computers, screen, keys, keeper, Limit(seconds=setup.seconds))


def begun(args: Namespace, screen: Screen, keys: Keys, rng: Random) -> tuple[Party, Session]:
    """A new game, by flags and questions."""
    from tabuleiro.play.session import Session

    if args.game is not None:
        find(args.game)  # wrong use is said before any question
    if screen.live and (args.game is None or args.players is None):
        party = ask_party(keys, args.game)
    else:
        game = find(args.game)
        party = Party(args.game, game, (HUMAN,) * game.players, ("",) * game.players)
    players = _listed(args.players, party.game, "--players") if args.players else party.players
    names = _listed(args.names, party.game, "--names") if args.names else party.names
    party = Party(party.spec, party.game, players, names)
    start = read_position(party.game, args.position) if args.position is not None else None
    session = Session(party.game, rng, names=seated(party), start=start, date=time.strftime("%Y-%m-%d"))
    if session.outcome:
        raise NotNow(say("the game is over: {reason}", reason=session.outcome.reason))
    return party, session


def resumed(args: Namespace, rng: Random) -> Resumed:
    """The game saved in a file, with the same people unless others are named."""
    if args.game is not None or args.position is not None:
        raise BadOption(say("--resume goes on with the game in the file; leave GAME and --position out"))
    again = go_on(args.resume, rng)
    party, session, game = again.party, again.session, again.session.game
    if args.players:
        party = replace(party, players=_listed(args.players, game, "--players"))
    if args.names:
        party = replace(party, names=_listed(args.names, game, "--names"))
        session.names = seated(party)
    return replace(again, setup=replace(again.setup, party=party))


def _listed(text: str, game: Game[Any], flag: str) -> tuple[str, ...]:
    """One item a seat, with commas between."""
    items = tuple(agents(text) if flag == "--players" else map(tidy, text.split(",")))
    if len(items) != game.players:
        raise BadOption(
            say_many(
                "{flag} {text} names {number}, but {game} has {count} seat",
                "{flag} {text} names {number}, but {game} has {count} seats",
                game.players,
                flag=flag,
                text=text,
                number=len(items),
                game=game,
            )
        )
    return tuple(item or HUMAN for item in items) if flag == "--players" else items


def clock(text: str, players: int) -> Clock:
    """A clock of the time control *text*."""
    from tabuleiro.play.clock import Clock, TimeControl

    return Clock(TimeControl.read(text), players)


def same(one: str, other: str | None) -> bool:
    """Are these names of the same file?"""
    return other is not None and os.path.realpath(one) == os.path.realpath(other)
