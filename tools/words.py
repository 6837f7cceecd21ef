"""Brings the catalogues up to date with the words in the code: ``make words`` extracts, merges and compiles.

Words that stand in a call of ``say``, ``say_many``, ``both`` or ``later`` are found in the sources and in the templates of
pages. What a game is made of (its rules, tagline
and credits, the names of its seats and pieces, the words of its options) is asked of the game. Babel merges what was
found into the catalogue of every language; a sentence that has changed keeps its old translation, marked as fuzzy, until
somebody has looked at it.
"""

from __future__ import annotations

import ast
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tabuleiro.core.option import options
from tabuleiro.core.registry import find, names
from tabuleiro.draw.prose import account
from tabuleiro.home.languages import LOCALE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tabuleiro.core import Game

SOURCES = os.path.dirname(LOCALE)
TEMPLATE = os.path.join(LOCALE, "tabuleiro.pot")
SAYING = ("say", "say_many", "both", "later", "later_many")
NO_DAY = datetime(2000, 1, 1, tzinfo=UTC)  # a catalogue changes with its words, not with the day
ARGPARSE = (  # what it says by itself, in any of our versions of Python, when our parsers are used
    "usage: ",
    "positional arguments",
    "options",
    "show this help message and exit",
    "%(prog)s: error: %(message)s\n",
    "argument %(argument_name)s: %(message)s",
    "unrecognized arguments: %s",
    "the following arguments are required: %s",
    "expected one argument",
    "expected at most one argument",
    "expected at least one argument",
    "expected %s argument",
    "expected %s arguments",
    "ignored explicit argument %r",
    "invalid %(type)s value: %(value)r",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "unknown parser %(parser_name)r (choices: %(choices)s)",
)


# ── Finding ──────────────────────────────────────────────────────────────────────────────────────────────────────


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Where something is said."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
            yield node


def files(ending: str = ".py") -> list[str]:
    """Our sources, as paths below the package."""
    found = [os.path.join(folder, name) for folder, _, names in os.walk(SOURCES) for name in names]
    return sorted(os.path.relpath(path, SOURCES) for path in found if path.endswith(ending))


def literal(call: ast.Call) -> str | tuple[str, ...] | None:
    """What is said literally: a text, or that for one and that for many."""
    words = [word.value for word in call.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
    return tuple(words) if len(words) > 1 else words[0] if words else None


def of_sources() -> Iterator[tuple[str | tuple[str, ...], str]]:
    """Every text that is said literally, and its file."""
    for path in files():
        with open(os.path.join(SOURCES, path), encoding="utf-8") as file:
            tree = ast.parse(file.read())
        for call in calls(tree):
            if text := literal(call):
                yield text, path


def of_templates() -> Iterator[tuple[str | tuple[str, ...], str]]:
    """Every text that a page says, and its template."""
    from jinja2 import Environment
    from jinja2.nodes import Call, Const, Name

    for path in files(".html"):
        with open(os.path.join(SOURCES, path), encoding="utf-8") as file:
            tree = Environment(autoescape=True).parse(file.read())
        for call in tree.find_all(Call):
            if isinstance(call.node, Name) and call.node.name in SAYING:
                words = [word.value for word in call.args if isinstance(word, Const) and isinstance(word.value, str)]
                if words:
                    yield tuple(words) if len(words) > 1 else words[0], path


def of_game(game: Game[Any]) -> Iterator[str]:
    """What people read of a game that its functions do not say."""
    yield from account(game).split("\n\n")
    yield from (game.tagline, game.credits)
    yield from (text for item in options(game) for text in (item.help, item.called, *item.words))
    yield from (seat.called for seat in game.seats)
    yield from (piece.called for piece in game.pieces)


def of_games() -> Iterator[tuple[str, str]]:
    for name in names():
        game = find(name)
        numbers = next((item.choices for item in options(game) if item.name == "players"), ())
        for variant in (game, *(replace(game, players=number) for number in numbers)):
            for text in filter(None, of_game(variant)):
                yield text, type(game).__module__.removeprefix("tabuleiro.").replace(".", "/") + ".py"


def template() -> Catalog:
    """All the words there are, untranslated."""
    found = empty()
    for text, path in (*of_sources(), *of_templates(), *of_games(), *((text, "cli/main.py") for text in ARGPARSE)):
        found.add(text, locations=[(path, 0)])
    return found


# ── Keeping ──────────────────────────────────────────────────────────────────────────────────────────────────────


def empty(language: str | None = None) -> Catalog:
    return Catalog(
        language,
        project="Tabuleiro",
        version="1",
        header_comment="# The words of Tabuleiro; docs/translate.md says how to change them.",
        msgid_bugs_address="none",
        last_translator="nobody in particular",
        language_team="none",
        creation_date=NO_DAY,
        revision_date=NO_DAY,
        fuzzy=False,
    )


def read(path: str) -> Catalog:
    with open(path, "rb") as file:
        return read_po(file)


def write(path: str, catalogue: Catalog) -> None:
    with open(path, "wb") as file:
        write_po(file, catalogue, width=100, ignore_obsolete=True, sort_by_file=True, include_lineno=False)


def compile_to(path: str, catalogue: Catalog) -> None:
    with open(path, "wb") as file:
        write_mo(file, catalogue)


def missing(catalogue: Catalog) -> list[str]:
    """What is not translated, or not looked at."""
    unready = (message for message in catalogue if message.id and (message.fuzzy or not all(both(message.string))))
    return [both(message.id)[0] for message in unready]


def both(words: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """The one text, or that for one and that for many."""
    return tuple(words) if isinstance(words, (tuple, list)) else (words or "",)


def main() -> int:
    """Extract, merge, compile; 1 when something is left to translate, which is listed."""
    words = template()
    write(TEMPLATE, words)
    left = 0
    for language in sorted(item.name for item in os.scandir(LOCALE) if item.is_dir()):
        path = os.path.join(LOCALE, language, "LC_MESSAGES", "tabuleiro.po")
        catalogue = empty(language)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path):
            for message in filter(lambda message: message.id, read(path)):
                catalogue[message.id] = message
        catalogue.update(words)
        write(path, catalogue)
        compile_to(path.removesuffix("po") + "mo", catalogue)
        todo = missing(catalogue)
        left += len(todo)
        print(f"{language}: {len(catalogue)} texts, {len(todo)} to translate in {os.path.relpath(path)}")
        for text in todo:
            print(f"  {text.splitlines()[0][:100]}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
