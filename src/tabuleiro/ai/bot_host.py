"""The process of a bot: ``python -m tabuleiro.ai.bot_host LANGUAGE BOT GAME FILE...`` speaks UGI for it.

FILES are games that a person gave. What the bot prints goes to standard error, and what it reads is empty: standard
input and output are ours.
"""

from __future__ import annotations

import os
import sys
from functools import partial

from tabuleiro.ai.bots import UNFIT, Watched, find_class
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.registry import give
from tabuleiro.engines.server import Server
from tabuleiro.home.files import lines_of
from tabuleiro.home.languages import choose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.play.agent import Agent


def main(words: list[str]) -> int:
    language, bot, game, *files = words
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr
    questions = os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8")
    with open(os.devnull, encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), sys.stdin.fileno())
    choose(language)
    try:
        for path in files:
            give(path)
        make = partial(watched, find_class(bot))
        server = Server(game, None, lambda line: print(line, file=answers), make=make, usual=lambda _: bot)
        for line in lines_of(questions):
            if not server.hear(line):
                break
    except TabuleiroError as error:
        print(error, file=sys.stderr)
        return UNFIT
    finally:
        sys.stderr.flush()
    return 0


def watched(kind: type[Agent], _spec: str, game: Game[Any], rng: Random, **_threads: int) -> Watched:
    return Watched(kind, game, rng)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
