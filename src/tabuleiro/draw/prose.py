"""Words about a game laid out in lines: its rules as every front end shows them."""

from __future__ import annotations

import sys

from tabuleiro.core import say
from tabuleiro.core.notation import turns
from tabuleiro.core.option import options, spell
from tabuleiro.core.words import tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core import Game

EXAMPLES = 4  # turns shown


def rules(game: Game[Any], width: int) -> str:
    """Everything a player wants to know, in lines of *width* columns."""
    parts = [tell(account(game)), *([say("Credits: {credits}", credits=say(game.credits))] if game.credits else [])]
    settings = [
        f"- {item.name}={spell(getattr(game, item.name))}: {say(item.help)} ({item.accepted})" for item in options(game)
    ]
    if settings:
        parts.append(say("Options:") + "\n" + "\n".join(settings))
    parts.append(say("Turns are written like {turns}", turns=examples(game, game.start())))
    return paragraphs("\n\n".join(parts), width - 1)


def account(game: Game[Any]) -> str:
    """The rules in prose, as the game's own file tells them."""
    return (sys.modules[type(game).__module__].__doc__ or type(game).__doc__ or "").strip().replace("``", "")


def examples(game: Game[Any], state: Any) -> str:
    """A few of the turns in *state*."""
    return ", ".join(turn.text for turn, _ in zip(turns(game, state), range(EXAMPLES), strict=False))


def paragraphs(text: str, width: int) -> str:
    """Running text filled to *width*; indented lines and items of lists begin anew."""
    from textwrap import wrap

    out: list[str] = []
    pieces: list[str] = []

    def flush() -> None:
        if pieces:
            first = pieces[0]
            indent = " " * (len(first) - len(first.lstrip()) + 2 * first.lstrip().startswith("- "))
            words = " ".join([first, *(piece.strip() for piece in pieces[1:])])
            out.extend(wrap(words, max(width, 20), subsequent_indent=indent, drop_whitespace=True))
            pieces.clear()

    inside = False  # an item of a list, whose further lines are indented
    for line in text.splitlines():
        item = line.lstrip().startswith("- ")
        if not line.strip():
            flush()
            out.append("")
            inside = False
        elif item or (line.startswith(" ") and not inside):
            flush()
            pieces.append(line)
            inside = item
        else:
            pieces.append(line)
    flush()
    return "\n".join(out)
