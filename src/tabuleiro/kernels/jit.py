"""The one place that knows Numba: the decorator, a cache directory that is never stale, rules chosen by type.

Numba does not notice an edit of a callee in another file: a stale cache gives silently wrong results. So the cache
directory is named by a hash of everything compiled code can depend on, and older ones are pruned.

A generic function is chosen at compile time by the *type of the packed state*, through ``numba.extending.overload``.
That is the one arrangement whose disk cache works; dispatchers as arguments, closures and namedtuples of functions
all compile again in every process.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numba.extending

from tabuleiro.core import say
from tabuleiro.home.folders import folder, notice
from tabuleiro.home.languages import why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

KEPT = 3  # cache directories: this one and those of the last versions


def digest() -> str:
    """A hash of all sources that compiled code depends on, of Numba's version, and of whether bounds are checked."""
    package = Path(__file__).parent.parent
    whole = hashlib.sha256(f"{numba.__version__} {_config.BOUNDSCHECK}".encode())
    for part in ("core", "games", "kernels"):
        for path in sorted((package / part).rglob("*.py")):
            whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def prepare_cache() -> Path:
    """Make the directory of compiled code among the user's caches, or where those give way to, and drop old ones."""
    root = Path(folder("cache")) / "kernels"
    place = root / digest()
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.utime(place)
    for path in sorted((path for path in root.iterdir() if path.is_dir()), key=_age)[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)
    return place


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:  # another process has just dropped it
        return inf


_numba: Any = numba  # its type hints leave out some of what it can do
_config = _numba.config
if not _config.CACHE_DIR:
    _config.CACHE_DIR = str(prepare_cache())


def compiled(function: F, **options: bool) -> F:
    """Compile on first use, keep on disk, and let other threads run meanwhile.

    Numba would compile a function again for every literal number it is called with; here all are whole numbers alike.
    """
    made = _numba.njit(cache=True, nogil=True, **options)(function)
    if made is not function:  # it is when NUMBA_DISABLE_JIT is set
        choose = made.get_call_template
        made.get_call_template = lambda args, names: choose([_numba.types.unliteral(arg) for arg in args], names)
        _forgive(made._cache)  # noqa: SLF001 - the only way to it
    return cast("F", made)


def _forgive(cache: Any) -> None:
    """Compile again what a damaged file does not give back, and do without what a full disk does not take."""
    load, save = cache.load_overload, cache.save_overload

    def load_or_forget(*args: Any) -> Any:
        try:
            return load(*args)
        except Exception:  # noqa: BLE001 - whatever unpickling damaged bytes may raise
            with suppress(OSError):
                cache.flush()
            return None

    def save_or_not(*args: Any) -> None:
        try:
            save(*args)
        except OSError as error:
            notice(say("compiled code cannot be kept: {error}", error=why(error)))

    cache.load_overload, cache.save_overload = load_or_forget, save_or_not


def inlined(function: F) -> F:
    """Compile into every caller: for functions on the hottest paths. They may not make arrays.

    So they need not count who uses those they are given, which would cost more than what most of them do.
    """
    return compiled(function, forceinline=True, _nrt=False)


def allocating(function: F) -> F:
    """Compile what makes arrays, and yet is called by what is inlined; others take after their callers in this."""
    return compiled(function, _nrt=True)


_RULES: dict[type, dict[str, Callable[..., Any]]] = {}


@inlined
def alike(s: Any, code: int) -> int:
    """The usual weight: chance takes all steps alike, or there is none."""
    return 1


def register(packed: type, weight: Callable[..., int] = alike, **functions: Callable[..., Any]) -> None:
    """Declare the rules of the game whose packed states have this type; searches consider all that is legal, unless told."""
    _RULES[packed] = {"weight": weight, "consider": functions["legal"], **functions}


def rule_of(packed: type, rule: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled function behind a generic one, for calls from Python."""
    return _RULES[packed][rule.__name__]


def generic(stub: F) -> F:
    """A function chosen by the type of its first argument, at compile time when compiled; *stub* says the signature.

    The chosen one may not make arrays, unless it is ``allocating``.
    """
    name, arity = stub.__name__, stub.__code__.co_argcount

    def call(*args: Any) -> Any:
        return _RULES[type(args[0])][name](*args)

    call.__name__ = name

    def found(s: Any) -> Any:
        return _RULES.get(getattr(s, "instance_class", object), {}).get(name)

    def one(s: Any) -> Any:
        rule = found(s)
        return rule and (lambda s: rule(s))

    def two(s: Any, x: Any) -> Any:
        rule = found(s)
        return rule and (lambda s, x: rule(s, x))

    def three(s: Any, x: Any, y: Any) -> Any:
        rule = found(s)
        return rule and (lambda s, x, y: rule(s, x, y))

    chosen: Any = {1: one, 2: two, 3: three}[arity]
    chosen.__annotations__.clear()  # Numba wants the same bare signature as the lambda's
    _numba.extending.overload(call, jit_options={"_nrt": False})(chosen)
    return cast("F", call)
