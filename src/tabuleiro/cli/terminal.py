"""What a terminal can show, and a table drawn for it: the board, what stands beside it, and how it ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TextIO

from tabuleiro.core import Game, say
from tabuleiro.draw.lines import beside, listed, wrapped
from tabuleiro.draw.prose import belongings, minutes
from tabuleiro.draw.text import text, width

SIGNS = "●○◆◇│─┼╱╲·•↱⬎✥▸…"  # a terminal that can show these can show every board
TOLD = ("PYTHONIOENCODING", "PYTHONUTF8")  # where these are set, the encoding was chosen deliberately
COERCED = ("C.UTF-8", "C.utf8", "UTF-8")  # what Python itself sets for C, so that it says nothing
GAP = 3  # columns between the board and what stands beside it
GLUE = "\xa0"  # a blank where a line must not break
NARROW = 22  # columns that what stands beside the board needs at least


@dataclass(frozen=True)
class Screen:
    """Where a person looks. Not *live* is a pipe or a file: no prompts, no colours, nothing that moves.

    *plain* is for those who listen: boards in words, and nothing that must be seen.
    """

    live: bool = False
    colour: bool = False
    ascii: bool = False
    dumb: bool = False
    plain: bool = False
    width: int = 80
    height: int = 24

    def clear(self) -> None:
        """Wipe the screen and what has scrolled off it: somebody else is going to look.

        A *dumb* terminal can only be emptied, and it may be higher by now than it was.
        """
        print("\n" * max(self.height, size(sys.stdout)[1]) if self.dumb else "\x1b[2J\x1b[3J\x1b[H", end="", flush=True)

    def board(self, game: Game[Any], state: Any, flip: bool = False, last: Collection[int] = ()) -> str:
        if self.plain:
            from tabuleiro.draw.speech import spoken_board

            return "\n".join(spoken_board(game, state, flip))
        return text(game, state, ascii=self.ascii, colour=self.colour, flip=flip, last=last)

    def table(self, board: str, panel: Iterable[str]) -> str:
        """The *panel* beside the *board*, or below it where there is no room."""
        rows, lines = board.splitlines(), list(panel)
        edge = max(map(width, rows)) + GAP
        if edge + NARROW > self.width:
            rows += ["", *lines]
        else:
            rows = beside(rows, ["", *wrapped(lines, self.width - edge - 1)], gap=GAP)
        return "\n".join(rows).replace(GLUE, " ")

    def panel(self, game: Game[Any], state: Any, people: Sequence[str], clocks: Sequence[float | None]) -> list[str]:
        """Who sits where and what they have, seat by seat, then what belongs to the table."""
        own, common = belongings(game, state)
        lines = []
        for seat, name in enumerate(people):
            mark = (">" if self.ascii else "▸") if state.player == seat else " "
            lines.append(f"{mark} {name}")
            shares = [_glued(f"{what} {value}") for what, value in own[seat]]
            if seat < len(clocks) and (left := clocks[seat]) is not None:
                shares.append(_glued(say("clock {time}", time=minutes(left))))
            if shares:
                lines.append("    " + ", ".join(shares))
        return [*lines, "", *(f"{what}: {_glued(value)}" for what, value in common)] if common else lines

    def rules(self, game: Game[Any]) -> str:
        """The rules of *game*; those who listen get no boards."""
        from tabuleiro.table.rulebook import rules

        return rules(game, self.width, ascii=self.ascii, colour=self.colour, boards=not self.plain)

    def listed(self, words: Sequence[str]) -> list[str]:
        """*words* in columns, or one after the other for those who listen."""
        if not self.plain:
            return listed(words, self.width)
        from textwrap import wrap

        return wrap(", ".join(words), self.width - 1, break_long_words=False, break_on_hyphens=False)


def find_screen(ascii: bool = False, plain: bool | None = False) -> Screen:
    """The screen of this process; *plain* None leaves it to the terminal."""
    live = sys.stdin.isatty() and sys.stdout.isatty()
    term = os.environ.get("TERM", "")
    plain = live and term == "dumb" if plain is None else plain
    dumb = term in ("dumb", "")
    colour = sys.stdout.isatty() and not dumb and not plain and not os.environ.get("NO_COLOR")
    return Screen(live, colour, ascii or not shows_signs(), dumb, plain, *size(sys.stdout))


def size(stream: TextIO) -> tuple[int, int]:
    """Columns and lines of the terminal that *stream* goes to, or what is usual."""
    width = height = 0
    with suppress(OSError, ValueError):
        width, height = os.get_terminal_size(stream.fileno())
    return width or 80, height or 24


def shows_signs() -> bool:
    """Can standard output take the characters that boards are drawn with, and does whoever reads it have them?"""
    if sys.stdout.isatty() and os.environ.get("TERM") == "linux":  # a console, whose font has 512 letters at most
        return False
    try:
        SIGNS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return any(map(os.environ.get, TOLD)) or _unicode_locale()


def _unicode_locale() -> bool:
    """Does the locale leave room for more than ASCII? Python itself writes UTF-8 in the plainest of them."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    name = next((name for name in names if name and name not in COERCED), "")
    _, dot, encoding = name.partition("@")[0].partition(".")
    return encoding.lower().replace("-", "") == "utf8" if dot else name not in ("C", "POSIX")


def _glued(text: str) -> str:
    """*text* that breaks after commas only."""
    return text.replace(" ", GLUE).replace(f",{GLUE}", ", ")
