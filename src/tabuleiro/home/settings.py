"""What is remembered between runs: how people like the screen, and what they last chose for every game.

The file is JSON, written as a whole or not at all, and changed under a lock: of two programs that change different
things at once, neither loses the other's.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field, fields, replace

from tabuleiro.core import say
from tabuleiro.home import files
from tabuleiro.home.folders import folder, notice
from tabuleiro.home.languages import why
from tabuleiro.home.lock import Lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

PATIENCE = 2.0  # seconds for another program to finish writing; after that we write all the same


@dataclass(frozen=True)
class Settings:
    """*choices* are by game, in the words of the menu that wrote them; *last* is the game that was chosen last.

    Without a *theme* or a *language* it is as the terminal and the locale say. With *motion*, turns are shown step by step.
    *streaks* are wins in a row by game: against which level, and how many.
    """

    last: str = ""
    choices: Mapping[str, Any] = field(default_factory=dict)
    theme: str = ""
    language: str = ""
    ascii: bool = False
    plain: bool = False
    motion: bool = True
    streaks: Mapping[str, Any] = field(default_factory=dict)

    def chosen(self, game: str, choices: Any) -> Settings:
        """With *choices* (anything that JSON can hold) for *game*, which is the last one now."""
        return replace(self, last=game, choices={**self.choices, game: choices})


def settings_path() -> str:
    return os.path.join(folder("config"), "settings.json")


def load_settings() -> tuple[Settings, str]:
    """The settings, and what went wrong, if anything did: a damaged file is set aside and all is as usual."""
    path = settings_path()
    try:
        return _read(files.read_text(path)), ""
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), say("{path} cannot be read: {reason}", path=path, reason=why(error))
    except (ValueError, TypeError, RecursionError):
        return Settings(), _put_away(path)


def change_settings(change: Callable[[Settings], Settings]) -> Settings:
    """Write what *change* makes of the settings; what cannot be written is told, and holds for this run alone."""
    path = settings_path()
    try:
        lock = Lock.take(f"{path}.lock", PATIENCE)
    except OSError:
        lock = None  # the folder has its own trouble, which the writing will tell
    try:
        settings, warning = load_settings()
        if warning:
            notice(warning)
        settings = change(settings)
        files.write_text(path, json.dumps(asdict(settings), ensure_ascii=False, indent=1) + "\n", sync=True)
    except OSError as error:
        notice(say("{path} cannot be written: {error}", path=path, error=why(error)))
    finally:
        if lock:
            lock.release()
    return settings


def _read(text: str) -> Settings:
    """The settings written *text*; keys that we do not know are another version's, and values of a wrong kind damage."""
    data = json.loads(text)
    if not isinstance(data, dict):
        raise TypeError
    usual = Settings()
    known = {item.name: data[item.name] for item in fields(Settings) if item.name in data}
    if not all(isinstance(value, type(getattr(usual, name))) for name, value in known.items()):
        raise ValueError
    return Settings(**known)


def _put_away(path: str) -> str:
    try:
        kept = files.set_aside(path)
    except OSError as error:
        return say("{path} is damaged: {problem}", path=path, problem=why(error))
    return say("The settings were damaged and begin anew; the old ones are now in {path}", path=kept)
