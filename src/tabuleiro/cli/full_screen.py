"""``tabuleiro play`` on a terminal: opens the app. What is wrong with the command is said before the screen changes."""

from __future__ import annotations

import os
from random import Random

from tabuleiro.ai.party import check_players
from tabuleiro.cli import play
from tabuleiro.cli.ask import Keys
from tabuleiro.cli.screen import Screen, shows_signs
from tabuleiro.core.registry import find
from tabuleiro.home import files
from tabuleiro.tui.app import open_app
from tabuleiro.tui.request import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace


def open_screen(args: Namespace) -> int:
    """Let people play as *args* say until they leave; the exit code."""
    party = None
    if args.clock:
        play.clock(args.clock, 1)
    if args.record:
        check_record(args.record, args.resume)
    if args.resume:
        change_saved(args)
    elif args.game and (args.players or args.names or args.position is not None):
        party, _ = play.begun(args, Screen(), Keys(Screen()), Random(args.seed))
        check_players(party)
    elif args.game:
        find(args.game)
    return open_app(
        Request(
            party=party,
            game=args.game or "",
            resume=args.resume or "",
            record=args.record or "",
            position=args.position or "",
            seed=args.seed,
            seconds=args.seconds,
            clock=args.clock or "",
            ascii=args.ascii or not shows_signs(),
            flip=args.flip or None,
            lang=args.lang,
        )
    )


def check_record(path: str, resumed: str | None) -> None:
    """Raise unless a record can be written to *path*."""
    if not play.same(path, resumed):
        files.refuse_to_replace(path)
    os.stat(os.path.dirname(os.path.abspath(path)))


def change_saved(args: Namespace) -> None:
    """Raise unless the saved game can go on; what is to be different from now on is written into its file."""
    from tabuleiro.home.setup import written

    again = play.resumed(args, Random(args.seed))
    check_players(again.party)
    if args.clock:
        again.session.clock = play.clock(args.clock, again.session.game.players)
    if args.players or args.names or args.clock:
        files.save(args.resume, written(again.session, again.setup))
    again.autosave.release()
