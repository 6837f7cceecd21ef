"""``tabuleiro rules GAME``: the rules in prose, who made the game, its options, and what turns look like."""

from __future__ import annotations

import sys

from tabuleiro.core import say
from tabuleiro.core.notation import turns
from tabuleiro.core.option import options, spell
from tabuleiro.core.registry import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any

    from tabuleiro.core import Game

EXAMPLES = 4  # turns shown


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=say("name[:option=value,...] or a .py file"))


def run(args: Namespace) -> int:
    from tabuleiro.cli.screen import find_screen

    print(rules(find(args.game), find_screen().width))
    return 0


def rules(game: Game[Any], width: int) -> str:
    """Everything a player wants to know, in lines of *width* columns."""
    from tabuleiro.cli.screen import paragraphs

    told = (sys.modules[type(game).__module__].__doc__ or type(game).__doc__ or "").strip().replace("``", "")
    parts = [say(told), say("Credits: {credits}", credits=game.credits)] if game.credits else [say(told)]
    settings = [
        f"- {item.name}={spell(getattr(game, item.name))}: {say(item.help)} ({item.accepted})" for item in options(game)
    ]
    if settings:
        parts.append(say("Options:") + "\n" + "\n".join(settings))
    parts.append(say("Turns are written like {turns}", turns=examples(game, game.start())))
    return paragraphs("\n\n".join(parts), width - 1)


def examples(game: Game[Any], state: Any) -> str:
    """A few of the turns in *state*."""
    return ", ".join(turn.text for turn, _ in zip(turns(game, state), range(EXAMPLES), strict=False))
