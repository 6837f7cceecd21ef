"""Which games there are: those installed, by entry points ``tabuleiro.games``, and those given as a file in this run.

There are two doors. ``find`` is for what a person spelled, on the command line or in code: it may be the path of a
file, which is loaded and registered under its game's ``name`` until the program ends. ``registered`` is for what data
says, a record, a view or another program: it knows registered names alone and never opens a file, for a file names
what a stranger likes.

Entry points are read from the ``entry_points.txt`` files directly: ``importlib.metadata`` would take longer to
import than everything else that ``tabuleiro games`` does.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module

from tabuleiro.core.errors import BadOption, TabuleiroError, UnknownGame
from tabuleiro.core.option import read_options
from tabuleiro.core.words import later, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from tabuleiro.core.game import Game

GROUP = "[tabuleiro.games]"
NAME = re.compile(r"\w[\w-]*")  # of a game given as a file: what can be spelled in records and on the command line
LARGEST = 4_000_000  # bytes of a file that holds a game
KEPT = 64  # games with their options; what others ask for may be spelled in any number of ways
SHOWN = 40  # characters of a name in a message


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
    """The games that can be played: the installed ones, and below them those given in this run."""
    return (*entries(), *_given)


def find(spec: str) -> Game[Any]:
    """The game that a person spelled: ``name[:option=value,...]`` or ``path/to/file.py[:option=value,...]``."""
    name, written = _split(spec)
    return _with_options(give(name) if name.endswith(".py") else game_class(name), written)


def registered(spec: str) -> Game[Any]:
    """The game that data spells ``name[:option=value,...]``; no file is looked at, whatever the name."""
    name, written = _split(spec)
    if name.endswith(".py"):
        raise UnknownGame(
            later(
                "{path} is a path, which is not followed; write the name of the game there, and give its file: --game FILE.py",
                path=_cut(name),
            )
        )
    if name.strip().lower() not in names():
        known = ", ".join(names())
        raise UnknownGame(
            later(
                "no game is called {name}; there are {known}, or give its file: --game FILE.py",
                name=_cut(name),
                known=known,
            )
        )
    return _with_options(game_class(name), written)


def _with_options(kind: Any, written: str) -> Game[Any]:
    texts = {}
    for part in filter(None, (part.strip() for part in written.split(","))):
        key, separator, value = part.partition("=")
        if not separator:
            raise BadOption(later("{part} is no option; write name=value", part=part))
        texts[key.strip()] = value
    return _made(kind, *read_options(kind, texts).items())


@lru_cache(maxsize=KEPT)
def _made(kind: Any, *values: tuple[str, bool | int | str]) -> Game[Any]:
    """The game of this class and options: made once, for its tables take time to build and it never changes."""
    game: Game[Any] = kind(**dict(values))
    return game


def game_class(name: str) -> Any:
    """The class of the game that is registered as *name*."""
    name = name.strip().lower()
    if name in _given:
        return _given[name]
    target = entries().get(name)
    if target is None:
        known = ", ".join(names())
        raise UnknownGame(
            later("no game is called {name}; there are {known}, or give a .py file", name=_cut(name), known=known)
        )
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


def _split(spec: str) -> tuple[str, str]:
    head, dot_py, tail = spec.rpartition(".py")
    if dot_py and (not tail or tail.startswith(":")):
        return head + dot_py, tail[1:]
    name, _, written = spec.partition(":")
    return name, written


def _cut(name: str) -> str:
    """*name* as a message can have it."""
    return shortened(name, SHOWN) or "''"


# ── Games given as files ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Origin:
    """Where the class of a game was loaded from: the *path* of the file, and the digest of its *source*."""

    path: str
    source: str


_given: dict[str, Any] = {}  # the classes that were given in this run, by name
_origins: dict[Any, Origin] = {}  # by class, those too that a changed file has replaced


def give(file: str) -> Any:
    """Load *file*, the path of a Python file, and register the one game that it defines for this run; its class.

    A file that was given before, or a copy of it, is not run again unless it has changed since.
    """
    if not file.endswith(".py"):
        raise UnknownGame(later("{path} should end with .py", path=file))
    if not os.path.isfile(file):
        raise UnknownGame(later("there is no file {path}", path=file))
    data = _source(file)
    origin = Origin(os.path.abspath(file), digest(data))
    for known in _given.values():
        if _origins[known].source == origin.source:
            return known
    kind = _run(file, data)
    name = str(getattr(kind, "name", ""))
    key = name.lower()
    if not NAME.fullmatch(name):
        raise UnknownGame(
            later("{path}: a game is called by letters, digits and hyphens, not {name}", path=file, name=name or "''")
        )
    if key in entries():
        raise UnknownGame(
            later("{path}: {name} is an installed game; give this one another name", path=file, name=name)
        )
    if key in _given and _origins[_given[key]].path != origin.path:
        other = _origins[_given[key]].path
        raise UnknownGame(later("{path}: {name} is already the game in {other}", path=file, name=name, other=other))
    _given[key], _origins[kind] = kind, origin
    return kind


def given() -> tuple[str, ...]:
    """The files that were given in this run: what another process of ours needs to find the same games."""
    return tuple(_origins[kind].path for kind in _given.values())


def origin_of(game: Game[Any]) -> Origin:
    """The file in which a person gave *game*; nothing is known of an installed one."""
    return _origins.get(type(game), Origin("", ""))


def _source(path: str) -> bytes:
    """What is in the file *path*, if that can be read."""
    try:
        with open(path, "rb") as opened:
            data = opened.read(LARGEST + 1)
    except OSError as error:
        raise _does_not_run(path, error) from error
    if len(data) > LARGEST:
        raise UnknownGame(
            later("{path} is too large to be a game; {most} MB is the most", path=path, most=LARGEST // 1_000_000)
        )
    return data


def digest(data: bytes) -> str:
    """What tells the content of a file from any other."""
    from hashlib import sha256

    return f"sha256:{sha256(data).hexdigest()}"


def _does_not_run(path: str, error: BaseException, kind: type[TabuleiroError] = UnknownGame) -> TabuleiroError:
    return kind(later("{path} does not run: {error}", path=path, error=f"{type(error).__name__}: {error}"))


def _run(path: str, data: bytes) -> Any:
    """The one game class that *data*, the content of the file *path*, defines."""
    from tabuleiro.core.game import Game

    found = defined(load(path, data), Game)
    if len(found) != 1:
        raise UnknownGame(later("{path} should define one game, it defines {count}", path=path, count=len(found)))
    return found[0]


def defined(module: ModuleType, base: type) -> list[Any]:
    """The classes of kind *base* that *module* itself defines, but for those that are not finished."""
    from inspect import isabstract

    return [
        item
        for item in vars(module).values()
        if isinstance(item, type)
        and issubclass(item, base)
        and item.__module__ == module.__name__
        and not isabstract(item)
    ]


def load(path: str, data: bytes, trouble: type[TabuleiroError] = UnknownGame) -> ModuleType:
    """The module in the file *path*, whose content is *data*; raises *trouble* when it does not run.

    Modules beside it can be imported.
    """
    from importlib.util import module_from_spec, spec_from_file_location

    folder = os.path.dirname(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.append(folder)  # last: what is called like a module of Python does not replace that
    label = "tabuleiro_given_" + "".join(letter if letter.isalnum() else "_" for letter in os.path.abspath(path))
    spec = spec_from_file_location(label, path)
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[label] = module  # dataclasses look their module up
    try:
        # A person gave it. What runs is what was digested, and no compiled file of an earlier version.
        exec(compile(data, path, "exec", dont_inherit=True), vars(module))  # noqa: S102
    except BaseException as error:
        del sys.modules[label]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise _does_not_run(path, error, trouble) from error
    return module


# ── What games name ──────────────────────────────────────────────────────────────────────────────────────────────

_beside: dict[str, tuple[str, ModuleType]] = {}  # modules beside games given as files, by path, with their digests


def named(game: Game[Any], target: str) -> Any:
    """What *game* names as ``module:attribute``, such as its compiled twin.

    The module that a game given as a file names is first looked for in the folder of that file: ``sixth_twin:kernel`` is
    in ``sixth_twin.py``. It may also be the file of the game itself.
    """
    name, _, attribute = target.partition(":")
    try:
        return getattr(_neighbour(game, name) or import_module(name), attribute)
    except UnknownGame:
        raise
    except Exception as error:  # whatever the import of somebody's module may raise
        raise UnknownGame(
            later(
                "{game} names {target}, which cannot be loaded: {error}",
                game=game.name,
                target=target,
                error=f"{type(error).__name__}: {error}",
            )
        ) from error


def _neighbour(game: Game[Any], name: str) -> ModuleType | None:
    """The module *name* in the folder of the file in which *game* was given, if there is one."""
    origin = origin_of(game)
    path = os.path.join(os.path.dirname(origin.path), *name.split(".")) + ".py"
    if path == origin.path:
        return sys.modules[type(game).__module__]
    if not origin.path or not os.path.isfile(path):
        return None
    data = _source(path)
    source = digest(data)
    if _beside.get(path, ("", None))[0] != source:
        _beside[path] = source, load(path, data)
    return _beside[path][1]
