"""The games and records on this machine, as lists to choose from."""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass
from random import Random

from tabuleiro.core import say, say_many
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.registry import registered
from tabuleiro.home import files
from tabuleiro.home.folders import folder
from tabuleiro.home.saves import finished_folder, games_folder, unfinished_games
from tabuleiro.play.lineup import called
from tabuleiro.play.session import Session

WAITING, OVER, DAMAGED = "waiting", "over", "damaged"
DAMAGE = re.compile(r"\.damaged-\d+$")  # how files that were set aside end


@dataclass(frozen=True)
class Item:
    """A file with a game in it; *turns* are those that were played."""

    path: str
    kind: str
    title: str = ""
    names: tuple[str, ...] = ()
    turns: int = 0
    when: float = 0.0

    def line(self) -> str:
        """All that one wants to know to find it again, in one line."""
        date = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.when))
        if self.kind == DAMAGED:
            return say("{date}  damaged, set aside: {file}", date=date, file=os.path.basename(self.path))
        people = ", ".join(map(called, self.names))
        words = (
            say("turn {turn}", turn=self.turns + 1)
            if self.kind == WAITING
            else say_many("{count} turn", "{count} turns", self.turns)
        )
        return f"{date}  {self.title}: {people}; {words}"


def waiting() -> list[Item]:
    """The games that can go on, the latest first, and below them what is damaged."""
    games = [Item(game.path, WAITING, game.title, game.names, game.turns, game.when) for game in unfinished_games()]
    return [*games, *set_aside()]


def set_aside() -> list[Item]:
    """Files that were found damaged, the latest first."""
    found = [
        Item(path, DAMAGED, when=_when(path)) for path in _files(games_folder(), folder("data")) if DAMAGE.search(path)
    ]
    return sorted(found, key=lambda item: -item.when)


def records() -> list[Item]:
    """Every game that can be looked at: those that are over, the latest first, then those that can go on."""
    over = [item for path in _files(finished_folder(), folder("data")) if (item := _record(path))]
    games = waiting()
    known = {item.path for item in games}
    over = sorted((item for item in over if item.path not in known), key=lambda item: -item.when)
    return [*over, *games]


def opened(path: str) -> tuple[Session, list[str]]:
    """The game in the file *path* as far as it can be played, and what is wrong with it; raises when nothing can."""
    _, session, problems = files.load(os.path.expanduser(path), Random(0))
    return session, list(map(str, problems))


def _files(*places: str) -> list[str]:
    return [os.path.join(place, name) for place in places for name in os.listdir(place)]


def _record(path: str) -> Item | None:
    if not path.endswith((".txt", ".jsonl")) or not os.path.isfile(path):
        return None
    try:
        record, _ = files.record_in(path)
        title = registered(record.game).title
    except (TabuleiroError, OSError):
        return None
    return Item(path, OVER, title, record.names, len(record.turns), _when(path))


def _when(path: str) -> float:
    try:
        return os.path.getmtime(path)
    except OSError:
        return 0.0
