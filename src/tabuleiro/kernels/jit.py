"""The one place that knows Numba: the decorator, a cache directory that is never stale, rules chosen by type.

Numba does not notice an edit of a callee in another file: a stale cache gives silently wrong results. So the cache
directory is named by a hash of all sources that compiled code can depend on, and older ones are pruned. A twin that
comes from outside this package has a directory of its own inside it, named by a hash of its sources too.

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
from time import monotonic
from typing import Any, TypeVar, cast

import numba
import numba.core.event
import numba.extending

from tabuleiro.core import say
from tabuleiro.home.folders import announce, folder, notice
from tabuleiro.home.languages import why
from tabuleiro.kernels import COMPILING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

QUIET = 1.0  # seconds of compiling until it is told
KEPT = 3  # cache directories: this one and those of the last versions
PACKAGE = Path(__file__).parent.parent


def digest() -> str:
    """A hash of all sources of ours that compiled code depends on, Numba's version, and whether bounds are checked."""
    whole = hashlib.sha256(f"{numba.__version__} {_config.BOUNDSCHECK}".encode())
    for part in ("core", "games", "kernels"):
        for path in sorted((PACKAGE / part).rglob("*.py")):
            whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def prepare_cache() -> Path:
    """The directory of compiled code among the user's caches, or in the place that stands in for them."""
    return fresh(Path(folder("cache")) / "kernels", digest())


def fresh(root: Path, name: str) -> Path:
    """Make the directory *name* in *root* and delete all but the latest others."""
    place = root / name
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.utime(place)
    for path in sorted((path for path in root.iterdir() if path.is_dir()), key=_age)[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)
    return place


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:  # another process has just deleted it
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
        _share_out(made._cache, function)  # noqa: SLF001 - the only way to it
    return cast("F", made)


def _share_out(cache: Any, function: Callable[..., Any]) -> None:
    """Let *cache* keep what belongs to a twin from elsewhere in that twin's directory, and tolerate a bad disk: compile
    again what a damaged file does not give back, and go on without what a full disk does not take.
    """
    plain, caches = type(cache), {"": cache}

    def cache_for(sig: Any) -> Any:
        module = foreign_module(function, sig)
        name = digest_of(module) if module else ""
        if name not in caches:
            caches[name] = _cache_in(plain(function), fresh(Path(_config.CACHE_DIR) / "twins", name))
        return caches[name]

    def load(sig: Any, context: Any) -> Any:
        try:
            return plain.load_overload(cache_for(sig), sig, context)
        except Exception:  # noqa: BLE001 - whatever unpickling damaged bytes may raise
            with suppress(OSError):
                cache_for(sig).flush()
            return None

    def save(sig: Any, result: Any) -> None:
        try:
            plain.save_overload(cache_for(sig), sig, result)
        except OSError as error:
            notice(say("compiled code cannot be kept: {error}", error=why(error)))

    cache.load_overload, cache.save_overload = load, save


def _cache_in(cache: Any, place: Path) -> Any:
    """*cache*, one of Numba's, in another directory than the configured one: Numba cannot choose one by signature."""
    impl = cache._impl  # noqa: SLF001
    impl.locator._cache_path = path = str(place / Path(cache.cache_path).name)  # noqa: SLF001
    file = _numba.core.caching.IndexDataCacheFile(path, impl.filename_base, impl.locator.get_source_stamp())
    cache._cache_file = file  # noqa: SLF001
    return cache


def foreign_module(function: Callable[..., Any], sig: Any) -> str:
    """The module outside this package on whose code *function*, compiled for these argument types, depends: where it is
    defined, or where a packed state among its arguments is; "" if there is none.
    """
    states = (getattr(kind, "instance_class", None) for kind in getattr(sig, "args", sig))
    modules = (function.__module__, *(state.__module__ for state in states if state is not None))
    return next((module for module in modules if not _ours(module)), "")


def _ours(module: str) -> bool:
    return module.partition(".")[0] == PACKAGE.name


def digest_of(module: str) -> str:
    """A hash of the sources of *module* and of those loaded from the same folder or the same package."""
    from sys import modules

    home, package = _file(modules[module]).parent, module.partition(".")[0]
    related = {
        _file(other)
        for name, other in list(modules.items())
        if name.partition(".")[0] == package or _file(other).parent == home
    }
    whole = hashlib.sha256()
    for path in sorted(path for path in related if path.is_file()):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def _file(module: Any) -> Path:
    return Path(getattr(module, "__file__", None) or os.devnull)


def inlined(function: F) -> F:
    """Compile into every caller: for functions on the hottest paths. They may not make arrays.

    So they need not count who uses those they are given, which would cost more than what most of them do.
    """
    return compiled(function, forceinline=True, _nrt=False)


def outlined(function: F) -> F:
    """Compile once, to be called, also by what is inlined, whose callees are otherwise inlined too: for what is long, and
    would leave its callers too few registers.
    """
    return compiled(function, forceinline=False)


def allocating(function: F) -> F:
    """Compile what makes arrays, and yet is called by what is inlined; others take after their callers in this."""
    return compiled(function, _nrt=True)


class Stopwatch(numba.core.event.Listener):
    """Announces that something is compiled when that has taken a while; of what is kept on disk nothing is heard."""

    def __init__(self) -> None:
        self.depth = 0  # what is compiled may need other functions
        self.spent = self.began = 0.0
        self.told = False

    def on_start(self, _: Any) -> None:
        if not self.depth:
            self.began = monotonic()
        self.depth += 1
        self._look()

    def on_end(self, _: Any) -> None:
        self.depth -= 1
        if not self.depth:
            self.spent += monotonic() - self.began
        self._look()

    def _look(self) -> None:
        running = monotonic() - self.began if self.depth else 0.0
        if not self.told and self.spent + running > QUIET:
            self.told = True
            announce(say(COMPILING))


_numba.core.event.register("numba:compile", Stopwatch())

_RULES: dict[type, dict[str, Callable[..., Any]]] = {}


@inlined
def alike(s: Any, code: int) -> int:
    """The usual weight: chance takes all steps alike, or there is none."""
    return 1


def register(packed: type, weight: Callable[..., int] = alike, **functions: Callable[..., Any]) -> None:
    """Declare the rules of the game whose packed states have this type; searches consider all that is legal, unless told.

    Numba names compiled code by the names of types, and links what has the same name: two twins may call their states alike.
    """
    packed.__name__ = f"{packed.__module__}.{packed.__qualname__}"
    _RULES[packed] = {"weight": weight, "consider": functions["legal"], **functions}


def declare(packed: type, **functions: Callable[..., Any]) -> None:
    """Declare more rules of a game that is registered: those that not every use needs."""
    _RULES[packed] |= functions


def rule_of(packed: type, rule: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled function behind a generic one, for calls from Python."""
    if not has_rule(packed, rule):
        raise TypeError(f"{packed.__module__} registers no {rule.__name__} for {packed.__qualname__}")
    return _RULES[packed][rule.__name__]


def has_rule(packed: type, rule: Callable[..., Any]) -> bool:
    """Does the game of these packed states declare this one, which not every game needs?"""
    return rule.__name__ in _RULES.get(packed, {})


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

    def four(s: Any, x: Any, y: Any, z: Any) -> Any:
        rule = found(s)
        return rule and (lambda s, x, y, z: rule(s, x, y, z))

    chosen: Any = {1: one, 2: two, 3: three, 4: four}[arity]
    chosen.__annotations__.clear()  # Numba wants the same bare signature as the lambda's
    _numba.extending.overload(call, jit_options={"_nrt": False})(chosen)
    return cast("F", call)
