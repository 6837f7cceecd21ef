"""Where a game that is played line by line is kept: in a file of the player's own, or among the games under way."""

from __future__ import annotations

import os
import shlex
import sys

from tabuleiro.cli.place import complain
from tabuleiro.core import say
from tabuleiro.home import files
from tabuleiro.home.folders import take_notices
from tabuleiro.home.languages import why
from tabuleiro.home.setup import written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.home.saves import Autosave
    from tabuleiro.play.session import Session


class Keeper:
    """Keeps a game in one file: *own* if there is one, else by *autosave*. *flags* belong to the command to go on."""

    def __init__(self, session: Session, autosave: Autosave, flags: list[str]) -> None:
        self.session = session
        self.autosave = autosave
        self.flags = flags
        self.own = ""
        self.failed = False  # the game is not kept

    @property
    def path(self) -> str:
        """The file that the game is in, if it is in one."""
        return self.own or self.autosave.path

    def keep(self, now: float | None) -> None:
        """Write the game down; a full disk does not end it."""
        if not self.own:
            self.autosave.keep(self.session, now)
            self.failed = bool(self.autosave.trouble)
            for text in take_notices():
                complain(text)
            return
        try:
            self._write(self.own, now)
            self.failed = False
        except OSError as error:
            if not self.failed:
                complain(say("{path} cannot be written: {error}", path=self.own, error=why(error)))
            self.failed = True

    def keep_at(self, path: str, now: float | None) -> None:
        """Keep the game in the file *path* from now on, and nowhere else; raises when it cannot be written."""
        self._write(path, now)
        self.own = path
        self.autosave.discard()

    def _write(self, path: str, now: float | None) -> None:
        files.save(path, written(self.session, self.autosave.setup, now))

    def leave(self, now: float | None) -> None:
        """Keep the game for another day, and say how to go on with it."""
        self.keep(now)
        if not self.failed:
            print(say("The game is saved. To go on: {command}", command=self.command()), file=sys.stderr)
        self.autosave.release()

    def command(self) -> str:
        """What to type to go on with this game."""
        called = os.path.basename(sys.argv[0]).startswith("tabuleiro")
        words = ["play", "--resume", self.path, *self.flags]
        return f"{'tabuleiro' if called else 'python -m tabuleiro'} {shlex.join(words)}"
