"""The value: what both spellings say."""

from __future__ import annotations

from dataclasses import dataclass, field

from tabuleiro.core.words import joined, later

MARKS = ("!", "?", "!!", "??", "!?", "?!")


@dataclass(frozen=True)
class Variation:
    """A line of play that was not played, but could have been.

    *turns* are texts, *seconds* how long each took, if that is known. *comments*, *marks* and *variations* (instead of
    that turn) are by number of the turn, from 1 on; comment 0 is about the whole variation.
    """

    turns: tuple[str, ...]
    seconds: tuple[float, ...] = ()
    comments: dict[int, str] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    variations: dict[int, tuple[Variation, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Record:
    """What is needed to play a game again without a random seed, and what people want to know of it.

    *seats* are the letters of the seats, *names* who sat there. *turns* are texts, *unfinished* the steps of a turn
    under way. *seconds*, *comments*, *marks* and *variations* are about the turns, as in a ``Variation``; comment 0 is
    about the whole game. *winners* are seats from 0. *tags* are what people want to keep beside that, by name.
    *table* is what only those need who go on with the game, by name: who is a computer, what the clocks show.
    *source* is the digest of the file in which the game was given, "" for an installed one.
    *sealed* says what is to be hidden from a glance when it is written: ``start``, ``deal``, ``unfinished``, and turns
    by number.
    *lines* are where the turns stood in the file that was read.
    """

    game: str
    edition: int = 1
    seats: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    date: str = ""
    start: str = ""
    deal: str = ""
    turns: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()
    seconds: tuple[float, ...] = ()
    comments: dict[int, str] = field(default_factory=dict)
    winners: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    reason: str = ""
    table: dict[str, str] = field(default_factory=dict)
    source: str = ""
    tags: dict[str, str] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    variations: dict[int, tuple[Variation, ...]] = field(default_factory=dict)
    sealed: frozenset[str | int] = frozenset()
    lines: tuple[int, ...] = field(default=(), compare=False)

    @property
    def played(self) -> Variation:
        """The turns with all that is said of them, as one value."""
        return Variation(self.turns, self.seconds, self.comments, self.marks, self.variations)

    def where(self, number: int) -> str:
        """``line 9, turn 4: `` for messages."""
        line = later("line {line}, ", line=self.lines[number - 1]) if 0 < number <= len(self.lines) else ""
        return joined((line, later("turn {number}: ", number=number) if number else later("the deal: ")), "")

    def to_text(self) -> str:
        """The readable spelling."""
        from tabuleiro.play.record import text

        return text.write(self)

    def to_json(self) -> str:
        """JSON lines: the header, a line a turn, a line for the end if there is one."""
        from tabuleiro.play.record import lines

        return lines.write(self)


def read_record(text: str) -> tuple[Record, list[str]]:
    """The record written *text* in either spelling, and what was wrong with it, each with its line.

    Raises BadRecord when there is not even a game in it.
    """
    from tabuleiro.play.record import lines
    from tabuleiro.play.record import text as readable

    text = text.removeprefix("\ufeff")
    return lines.read(text) if text.lstrip().startswith("{") else readable.read(text)
