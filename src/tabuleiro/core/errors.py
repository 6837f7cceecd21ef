"""What can go wrong at the table's edge.

    TabuleiroError
    ├── UnknownGame     no game of that name, or a file that holds none
    ├── BadOption       an option the game does not have, or a value it does not take
    ├── UnknownAgent    no player program of that name
    ├── BadPosition     a position text that cannot be read, or a position that cannot be
    ├── BadRecord       a record that cannot be read
    │   ├── BadVariation   the game is sound, but a variation cannot be played
    │   └── OtherEdition   it was played by another edition of the rules
    ├── BadView         JSON that is no view of a game
    ├── BadNet          a file that holds no net for the game
    ├── NotNow          the wrong seat, or the game is over
    ├── Busy            a file that another process is using
    ├── AgentFailed     an agent gave no legal step: it crashed, was silent or broke the rules
    │   └── NetFailed      a net did, which would do the same again
    ├── GameFailed      the code of a game raised an error
    ├── WorkerDied      a worker process ended before its work was done
    └── BadTurn         a turn text that cannot be played here
        ├── Unreadable  nothing this game ever writes looks like that
        ├── Illegal     it reads well but is not legal here
        └── Ambiguous   it could mean several things

Every one is a ``ValueError`` whose message is one line for people: what was tried, and what would do. It keeps words
said ``later``, so that ``str`` gives them in the language of whoever reads them, in another process too.
"""

from __future__ import annotations

from tabuleiro.core.words import brief, shown


class Ended(SystemExit):
    """We end in good order, with this exit code. Any other SystemExit comes from code of others, and is its mistake."""


class TabuleiroError(ValueError):
    """Anything a person or a file can do wrong."""

    def __init__(self, message: str) -> None:
        super().__init__(message)

    @property
    def words(self) -> str:
        """What was said, for whoever says it again as part of something else."""
        message: str = self.args[0]
        return message

    def __str__(self) -> str:
        return brief(shown(self.words))


class UnknownGame(TabuleiroError):
    """No game of that name, or a file that holds none."""


class BadOption(TabuleiroError):
    """An option the game does not have, or a value it does not take."""


class UnknownAgent(TabuleiroError):
    """No player program of that name."""


class BadPosition(TabuleiroError):
    """A position text that cannot be read, or a position that cannot be."""


class BadRecord(TabuleiroError):
    """A record that cannot be read; says the line and the turn."""


class BadVariation(BadRecord):
    """A variation that cannot be played, in a record whose game can: it is kept, and hinders nobody."""


class OtherEdition(BadRecord):
    """The record was played by another edition of the rules."""


class BadView(TabuleiroError):
    """JSON that is no view of a game; says which field is wrong."""


class BadNet(TabuleiroError):
    """A file that holds no net for the game."""


class NotNow(TabuleiroError):
    """The wrong seat, or the game is over."""


class Busy(TabuleiroError):
    """Another process is using the file."""


class AgentFailed(TabuleiroError):
    """An agent gave no legal step: it crashed, was silent or broke the rules."""


class NetFailed(AgentFailed):
    """A net gave no number for a legal step; asked again, it would do the same."""


class GameFailed(TabuleiroError):
    """The code of a game raised an error."""


class WorkerDied(TabuleiroError):
    """A worker process ended before its work was done."""


class BadTurn(TabuleiroError):
    """A turn text that cannot be played here."""

    def __init__(self, message: str, text: str, position: str) -> None:
        super().__init__(message)
        self.text = text
        self.position = position

    def __reduce__(self) -> tuple[type[BadTurn], tuple[str, str, str]]:
        """What another process needs to make it again."""
        return type(self), (self.words, self.text, self.position)


class Unreadable(BadTurn):
    """Nothing this game ever writes looks like that."""


class Illegal(BadTurn):
    """It reads well but is not legal here."""


class Ambiguous(BadTurn):
    """It could mean several things."""
