"""Keeping a game: after every change where it can go on from, and in a file of the player's own if one was named."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from itertools import count

from tabuleiro.core import say
from tabuleiro.home import files
from tabuleiro.home.folders import notice
from tabuleiro.home.languages import why
from tabuleiro.home.saves import Autosave
from tabuleiro.play.lineup import written
from tabuleiro.play.session import Session


class Keeper:
    """Keeps one game: by *autosave* if that is *automatic*, and in the file *own*, "" for none.

    Who does not *wait* for the disk has the game written when ``keep`` returns, and on the disk a moment later.
    """

    def __init__(self, autosave: Autosave, own: str = "", *, automatic: bool = True, wait: bool = True) -> None:
        self.autosave = autosave
        self.own = own
        self.automatic = automatic or bool(autosave.path)
        self.wait = wait
        self.failed = ""  # what the system said when the own file could not be written the last time
        self.left = ""  # the file that the game was in when it was left
        self._news: list[str] = []

    @property
    def path(self) -> str:
        """The file that the game is in, if it is in one."""
        return self.own or self.autosave.path

    @property
    def trouble(self) -> str:
        """What is wrong with a file that the game should be in, while something is."""
        if self.failed:
            return say("{path} cannot be written: {error}", path=self.own, error=self.failed)
        return self.autosave.trouble if self.automatic else ""

    @property
    def lost(self) -> str:
        """Why the game as it stands is in no file, while it is in none."""
        reasons = [*([self.autosave.reason] if self.automatic else []), *([self.failed] if self.own else [])]
        return reasons[-1] if all(reasons) and reasons else ""

    def warning(self) -> str:
        """What people should know while something is wrong, in few words."""
        return self._words(self.lost)

    def _words(self, reason: str) -> str:
        return say("The game is not kept: {trouble}", trouble=reason) if self.lost else self.trouble

    def take_news(self) -> list[str]:
        """What people should be told about their files, once."""
        told, self._news = self._news, []
        return told

    def flip(self, flip: bool) -> None:
        self.autosave.setup = replace(self.autosave.setup, flip=flip)

    def keep(self, session: Session, now: float | None) -> None:
        """Write the game as it stands; a full disk does not end it."""
        before = self.trouble
        if self.automatic:
            self.autosave.keep(session, now, wait=self.wait)
        if self.own:
            try:
                self.write(session, now)
                self.failed = ""
            except OSError as error:
                self.failed = why(error)
        if self.trouble and not before:
            self._news.append(self._words(self.trouble))
        elif before and not self.trouble:
            self._news.append(say("The game is kept again."))

    def save(self, path: str, session: Session, now: float | None) -> None:
        """Write the game to the file *path*, from now on after every change; raises when that cannot be."""
        if not path:
            self.keep(session, now)
            return
        if path != self.own:
            files.refuse_to_replace(path)
        before, self.own = self.own, path
        try:
            self.write(session, now)
        except OSError:
            self.own = before
            raise

    def leave(self, session: Session, now: float | None) -> None:
        """Nobody plays it here any more: what is not over can go on from somewhere."""
        self.automatic = self.automatic or not (self.own or session.outcome)
        self.wait = True  # others may open the file from now on
        self.keep(session, now)
        if self.trouble:
            self._news.clear()
            notice(self._words(self.trouble))  # the screen may be gone
        self.left = self.path
        self.autosave.release()

    def new_path(self, name: str) -> str:
        """The name of a file for a game called *name* that is not there yet."""
        stem = f"{name}-{time.strftime('%Y-%m-%d')}"
        return next(path for number in count(1) if not os.path.exists(path := f"{stem}-{number}.txt"))

    def write(self, session: Session, now: float | None) -> None:
        """Write the own file; raises OSError."""
        files.save(self.own, written(session, self.autosave.setup, now))
