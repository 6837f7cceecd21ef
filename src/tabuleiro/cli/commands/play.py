"""``tabuleiro play``: sets the table by flags, by questions or from a saved game, and lets them play line by line."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from tabuleiro.cli.flags import agents, seconds
from tabuleiro.cli.line.interview import ask_party
from tabuleiro.cli.line.table import LineTable
from tabuleiro.cli.place import complain
from tabuleiro.cli.prompts import Keys, Left
from tabuleiro.cli.terminal import Screen, find_screen
from tabuleiro.core import Game, later, later_many, say
from tabuleiro.core.errors import BadOption
from tabuleiro.core.registry import find
from tabuleiro.home.folders import notice, take_notices
from tabuleiro.home.saves import Resumed
from tabuleiro.play.lineup import HUMAN, Party, seated
from tabuleiro.table.desk import Desk
from tabuleiro.table.draft import by_lot, short_name
from tabuleiro.table.players import go_on, instead, program_words
from tabuleiro.table.setting import Host, Wish, begin, rematch, resume


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    words = say("name[:option=value,...] or a .py file; without it you are asked")
    add("game", metavar=say("GAME"), nargs="?", help=words)
    add("--players", metavar=say("LIST"), help=say("who plays each seat: human, greedy, random, report:1, ..."))
    add("--names", metavar=say("LIST"), help=say("what they are called: Ana,Rui"))
    add("--lot", action="store_true", help=say("who begins is drawn by lot"))
    add("--plain", action="store_true", help=say("in words alone, line by line: for screen readers"))
    add("--lines", action="store_true", help=say("line by line, with boards drawn in text"))
    add("--seed", type=int, metavar="N", help=say("what chance and the computer draw from"))
    add("--record", metavar=say("FILE"), help=say("write the game there after every turn (.jsonl: as JSON lines)"))
    add("--position", metavar=say("TEXT"), help=say("begin with this position"))
    add("--resume", metavar=say("FILE"), help=say("go on with a game that was saved"))
    words = say("the most that computers may think about a step; easy levels need less")
    add("--seconds", type=seconds, metavar="S", help=words)
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
        from tabuleiro.cli.line.demo import demonstrate

        return demonstrate(screen, 1 if args.seed is None else args.seed)
    if screen.live and not screen.plain and not args.lines and (open_screen := find_app()):
        args.ascii = asked  # the app reads the settings itself, and people change them there
        return open_screen(args)
    keys, rng, host = Keys(screen), Random(args.seed), Host(live=screen.live)
    try:
        desk = set_table(args, screen, keys, rng, host)
    except Left:
        return 0
    complain(*take_notices())
    flags = [f"--{flag}" for flag in ("plain", "lines", "ascii") if getattr(args, flag)]
    table = LineTable(desk, screen, keys, flags)
    code = table.run()
    while table.again():
        table = LineTable(rematch(table.desk, rng, host, table.level), screen, keys, flags)
        code = table.run()
    return code


def heed_settings(args: Namespace) -> None:
    """At a terminal, let what is remembered hold where *args* and the environment do not say otherwise."""
    from tabuleiro.home.languages import choose_remembered
    from tabuleiro.home.settings import load_settings

    settings, warning = load_settings()
    if warning:
        notice(warning)
    args.plain = args.plain or (settings.plain and not args.lines)
    args.ascii = args.ascii or settings.ascii
    choose_remembered(settings.language, args.lang)


def find_app() -> Callable[[Namespace], int] | None:
    """What opens the app in a full screen; None without Textual."""
    try:
        from tabuleiro.cli.full_screen import open_screen
    except ImportError:
        return None
    return open_screen


def set_table(args: Namespace, screen: Screen, keys: Keys, rng: Random, host: Host) -> Desk:
    if args.resume:
        found = decided(resumed(args, rng), screen, keys)
        return resume(args.resume, found, rng, wish(args), host)
    party = named(args, rng) if unasked(args, screen) else ask_named(args, keys, rng)
    return begin(party, rng, wish(args), host)


def wish(args: Namespace) -> Wish:
    """What the flags say besides the game and who plays it."""
    return Wish(args.record or "", args.position, args.seconds, args.clock or "", args.flip or None)


def unasked(args: Namespace, screen: Screen) -> bool:
    """Do the flags say who plays what, or is there nobody to ask?"""
    return not screen.live or (args.game is not None and args.players is not None)


def ask_named(args: Namespace, keys: Keys, rng: Random) -> Party:
    """The game and who plays it, by questions; flags come first."""
    if args.game is not None:
        find(args.game)  # wrong use is said before any question
    return _drawn(_flagged(ask_party(keys, args.game, rng), args), args, rng)


def named(args: Namespace, rng: Random) -> Party:
    """The game and who plays it, by flags; people where those do not say."""
    game = find(args.game)
    return _drawn(_flagged(Party(game, (HUMAN,) * game.players, ("",) * game.players), args), args, rng)


def _drawn(party: Party, args: Namespace, rng: Random) -> Party:
    return by_lot(party, rng) if args.lot else party


def _flagged(party: Party, args: Namespace) -> Party:
    """*party* with the players and names of the flags, where those say any."""
    players = _listed(args.players, party.game, "--players") if args.players else party.players
    names = _listed(args.names, party.game, "--names") if args.names else party.names
    return replace(party, players=players, names=names)


def resumed(args: Namespace, rng: Random) -> Resumed:
    """The game saved in a file, with the same people unless others are named."""
    if args.game is not None or args.position is not None or args.lot:
        raise BadOption(later("--resume goes on with the game in the file; leave GAME, --position and --lot out"))
    again = go_on(args.resume, rng)
    if args.players:
        again = replace(again, patience=None, programs={})
    party = _flagged(again.party, args)
    if args.names:
        again.session.rename(seated(party))
    return replace(again, setup=replace(again.setup, party=party))


def decided(again: Resumed, screen: Screen, keys: Keys) -> Resumed:
    """*again* with whoever people want in the seats of programs that the file names; from a pipe nobody is asked."""
    for seat, program in again.programs.items():
        if not screen.live:
            again.autosave.release()
            raise BadOption(
                later("{words}; it is not started, so say who plays: --players LIST", words=program_words(again, seat))
            )
        print(program_words(again, seat))
        players = instead(program)
        chosen = keys.choose(say("Who plays {seat}?", seat=again.session.game.seats[seat].name), list(players.values()))
        again = again.with_players({seat: list(players)[chosen]})
    return again


def _listed(text: str, game: Game[Any], flag: str) -> tuple[str, ...]:
    """One item a seat, with commas between."""
    items = tuple(agents(text) if flag == "--players" else map(short_name, text.split(",")))
    if len(items) != game.players:
        raise BadOption(
            later_many(
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
