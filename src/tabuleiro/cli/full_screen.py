"""``tabuleiro play`` on a terminal: opens the app. What is wrong with the command is said before the screen changes."""

from __future__ import annotations

from argparse import Namespace
from random import Random

from tabuleiro.cli.commands import play
from tabuleiro.cli.terminal import shows_signs
from tabuleiro.core.registry import find
from tabuleiro.play.clock import TimeControl
from tabuleiro.table.players import check_players
from tabuleiro.table.setting import check_record, new_session
from tabuleiro.tui.app import Request, open_app


def open_screen(args: Namespace) -> int:
    """Let people play as *args* say until they leave; the exit code."""
    party = found = None
    wish = play.wish(args)
    if wish.clock:
        TimeControl.read(wish.clock)
    if wish.record:
        check_record(wish.record, args.resume or "")
    if args.resume:
        found = play.resumed(args, Random(args.seed))
        check_players(found.party)
    elif args.game and (args.players or args.names or args.position is not None):
        party = play.named(args, Random(args.seed))
        new_session(party, Random(args.seed), wish)
    elif args.game:
        find(args.game)
    return open_app(
        Request(
            **vars(wish),
            party=party,
            game=args.game or "",
            resume=args.resume or "",
            found=found,
            seed=args.seed,
            ascii=args.ascii or not shows_signs(),
            lang=args.lang,
            lot=args.lot,
        )
    )
