"""``tabuleiro new FILE.py``: a file that is the beginning of a new game, and already a game."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from unicodedata import combining, normalize

from tabuleiro.core import later, say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.home.files import refuse_to_replace, write_text

TEMPLATE = Path(__file__).with_name("new_game.py.txt")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar=say("FILE.py"), help=say("where to write it; nothing is replaced"))
    parser.add_argument("--title", metavar=say("TITLE"), help=say("what the game is called; without it, as the file"))


def run(args: Namespace) -> int:
    if not args.file.endswith(".py"):
        raise TabuleiroError(later("{path} should end with .py", path=args.file))
    if os.path.exists(args.file):
        refuse_to_replace(args.file)
    stem = os.path.basename(args.file).removesuffix(".py")
    title = " ".join((stem.replace("_", " ").title() if args.title is None else args.title).split())
    title = "".join(sign for sign in title if sign.isprintable() and sign not in '"\\') or "Game"
    write_text(args.file, template(title))
    print(say("{path} is written. Try:", path=args.file), file=sys.stderr)
    for command in ("check", "play"):
        print(f"  tabuleiro {command} {args.file}", file=sys.stderr)
    return 0


def template(title: str) -> str:
    """The file, for a game called *title*."""
    letters = (sign for sign in normalize("NFKD", title) if not combining(sign))  # é becomes e
    plain = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in letters)
    words = plain.split() or ["game"]
    kind = "".join(word[0].upper() + word[1:] for word in words)
    return (
        TEMPLATE.read_text(encoding="utf-8")
        .replace("{title}", title)
        .replace("{name}", "-".join(words).lower())
        .replace("{class}", kind if kind[0].isalpha() else f"Game{kind}")
    )
