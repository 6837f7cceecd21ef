"""Which games there are: every one comes by the same door, the entry points ``tabuleiro.games``, or as a file.

Entry points are read from the ``entry_points.txt`` files directly: ``importlib.metadata`` would take longer to
import than everything else that ``tabuleiro games`` does.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module

from tabuleiro.core.errors import BadOption, UnknownGame
from tabuleiro.core.option import read_options
from tabuleiro.core.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core.game import Game

GROUP = "[tabuleiro.games]"


@cache
def entries() -> dict[str, str]:
    """``module:Class`` of every installed game, by name, in order of the name."""
    found: dict[str, str] = {}
    for folder in sys.path:
        try:
            kept = [item.path for item in os.scandir(folder or ".") if item.name.endswith((".dist-info", ".egg-info"))]
        except OSError:
            continue  # a path entry that is a zip file or not there
        for path in kept:
            try:
                with open(os.path.join(path, "entry_points.txt"), encoding="utf-8") as file:
                    text = file.read()
            except OSError:
                continue
            _, _, rest = text.partition(GROUP)
            for line in rest.partition("\n[")[0].splitlines():
                name, separator, target = line.partition("=")
                if separator:
                    found.setdefault(name.strip(), target.strip())
    return dict(sorted(found.items()))


def names() -> tuple[str, ...]:
    """The installed games."""
    return tuple(entries())


def find(spec: str) -> Game[Any]:
    """The game spelled *spec*: ``name[:option=value,...]`` or ``path/to/file.py[:option=value,...]``."""
    name, written = _split(spec)
    kind = game_class(name)
    texts = {}
    for part in filter(None, (part.strip() for part in written.split(","))):
        key, separator, value = part.partition("=")
        if not separator:
            raise BadOption(say("{part} is no option; write name=value", part=part))
        texts[key.strip()] = value
    return _made(kind, *read_options(kind, texts).items())


def anywhere(spec: str) -> str:
    """*spec* as it means the same game in every folder: the path of a file is made absolute."""
    return os.path.abspath(spec) if _split(spec)[0].endswith(".py") else spec


@cache
def _made(kind: Any, *values: tuple[str, bool | int | str]) -> Game[Any]:
    """The game of this class and options: made once, for its tables take time to build and it never changes."""
    game: Game[Any] = kind(**dict(values))
    return game


def game_class(name: str) -> Any:
    """The class of the game called *name*, or in the file *name*."""
    if name.endswith(".py"):
        return _from_file(name)
    target = entries().get(name.strip().lower())
    if target is None:
        known = ", ".join(names())
        raise UnknownGame(
            say("no game is called {name}; there are {known}, or give a .py file", name=name or "''", known=known)
        )
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


def _split(spec: str) -> tuple[str, str]:
    head, dot_py, tail = spec.rpartition(".py")
    if dot_py and (not tail or tail.startswith(":")):
        return head + dot_py, tail[1:]
    name, _, written = spec.partition(":")
    return name, written


def _from_file(path: str) -> Any:
    """The one game class that the file defines."""
    from importlib.util import module_from_spec, spec_from_file_location
    from inspect import isabstract

    from tabuleiro.core.game import Game

    if not os.path.isfile(path):
        raise UnknownGame(say("there is no file {path}", path=path))
    label = "tabuleiro_game_" + "".join(letter if letter.isalnum() else "_" for letter in os.path.abspath(path))
    spec = spec_from_file_location(label, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[label] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[label]
        raise UnknownGame(
            say("{path} does not run: {error}", path=path, error=f"{type(error).__name__}: {error}")
        ) from error
    found = [
        item
        for item in vars(module).values()
        if isinstance(item, type) and issubclass(item, Game) and item.__module__ == label and not isabstract(item)
    ]
    if len(found) != 1:
        raise UnknownGame(say("{path} should define one game, it defines {count}", path=path, count=len(found)))
    return found[0]
