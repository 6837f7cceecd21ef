"""Where things are kept on this machine: the platform's own directories, or a temporary one where those fail.

``platformdirs`` knows them, and the XDG variables; it is imported when a folder is first wanted.
"""

from __future__ import annotations

import os
import stat
from functools import cache

from tabuleiro.core import say
from tabuleiro.home.languages import why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

KINDS = ("data", "config", "cache", "state")

_notices: list[str] = []
_announcers: list[Callable[[str], None]] = []


def notice(text: str) -> None:
    """Keep *text* for the person in front of the screen."""
    _notices.append(text)


def take_notices() -> list[str]:
    """What people should be told about their files, once: a front end shows it where it is seen."""
    told = list(dict.fromkeys(_notices))
    _notices.clear()
    return told


def announce(text: str) -> None:
    """Tell *text* at once, where a front end has said how: it is about the present, so nobody needs it later."""
    for tell in _announcers:
        tell(text)


def announce_by(tell: Callable[[str], None]) -> None:
    """Let *tell* bring announcements to the person, from now on."""
    _announcers[:] = [tell]


@cache
def folder(kind: str) -> str:
    """Our directory of this *kind*, which is there and can be written to: ``data``, ``config``, ``cache``, ``state``."""
    path = proper(kind)
    try:
        _make(path)
    except OSError as error:
        other = os.path.join(_fallback(), kind)
        _make(other)
        notice(
            say(
                "{path} cannot be used ({reason}); until that is mended, files are kept in {other}",
                path=path,
                reason=why(error),
                other=other,
            )
        )
        return other
    return path


def place(kind: str) -> str:
    """Where ``folder(kind)`` is or would be; nothing is made where there is nothing to look for."""
    path = above = proper(kind)
    while not os.path.exists(above):
        above = os.path.dirname(above)
    unused = above != path and os.path.isdir(above) and os.access(above, os.W_OK | os.X_OK)
    return path if unused else folder(kind)


def proper(kind: str) -> str:
    """Where a *kind* of file belongs on this platform, whether it is there or not."""
    from platformdirs import PlatformDirs

    assert kind in KINDS
    return str(getattr(PlatformDirs("tabuleiro", appauthor=False), f"user_{kind}_dir"))


def _make(path: str) -> None:
    """Make the directory *path* for nobody else's eyes; raises unless it can be written to."""
    os.makedirs(path, mode=0o700, exist_ok=True)
    if not os.access(path, os.W_OK | os.X_OK):
        raise PermissionError(13, os.strerror(13), path)


@cache
def _fallback() -> str:
    """A temporary directory that the next run finds again; one of this process alone if somebody else has that name."""
    import tempfile

    own = os.getuid() if hasattr(os, "getuid") else 0
    path = os.path.join(tempfile.gettempdir(), f"tabuleiro-{own}")
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
        found = os.lstat(path)
        if stat.S_ISDIR(found.st_mode) and found.st_uid == own:
            return path
    except OSError:
        pass
    return tempfile.mkdtemp(prefix="tabuleiro-")
