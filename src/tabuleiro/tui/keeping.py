"""Keeping a game: after every turn where it can go on from, and in a file of the player's own if that is wished."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from itertools import count

from tabuleiro.core import say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.home import files
from tabuleiro.home.languages import why
from tabuleiro.home.saves import Autosave
from tabuleiro.home.setup import Setup, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.tui.room import Room


class Keeper:
    """Keeps the game of *room*; *path* is a file that is written too, "" for none."""

    def __init__(self, room: Room, autosave: Autosave | None = None, path: str = "", flip: bool = False) -> None:
        self.room = room
        self.path = path
        self.autosave = autosave or Autosave(Setup(room.party, room.seconds, flip))

    @property
    def trouble(self) -> str:
        """Why the game is not kept, while it is not."""
        return self.autosave.trouble

    def flip(self, flip: bool) -> None:
        self.autosave.setup = replace(self.autosave.setup, flip=flip)

    def keep(self) -> str:
        """Keep the game as it stands; what went wrong, or nothing. Nobody waits for the disk."""
        self.autosave.keep(self.room.session, self.room.now, wait=False)
        return self.write(self.path) if self.path else ""

    def leave(self) -> None:
        """Nobody plays it here any more."""
        self.autosave.finish(self.room.session, self.room.now)

    def new_path(self) -> str:
        """The name of a file that is not there yet."""
        stem = f"{self.room.game.name}-{time.strftime('%Y-%m-%d')}"
        return next(path for number in count(1) if not os.path.exists(path := f"{stem}-{number}.txt"))

    def save(self, path: str) -> str:
        """Write the game to *path* now and after every turn; what went wrong, or nothing."""
        try:
            if path != self.path:
                files.refuse_to_replace(path)
        except TabuleiroError as error:
            return str(error)
        trouble = self.write(path)
        self.path = self.path if trouble else path
        return trouble

    def write(self, path: str) -> str:
        room = self.room
        try:
            files.save(path, written(room.session, self.autosave.setup, room.now))
        except OSError as error:
            return say("{path} cannot be written: {error}", path=path, error=why(error))
        return ""
