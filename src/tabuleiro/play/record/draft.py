"""A record while it is read: what both spellings ask of it is checked here, once."""

from __future__ import annotations

import re

from tabuleiro.core import later, say, say_many
from tabuleiro.core.errors import BadRecord
from tabuleiro.core.words import brief, one_line
from tabuleiro.play.record import seal
from tabuleiro.play.record.value import MARKS, Record, Variation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Sequence

FOREVER = 10**9  # seconds, thirty years: more is damage
DEEPEST = 20  # variations within variations
MOST = 10_000  # turns, those of variations too: far more than any game has had, and what is played again in seconds
TOLD = 20  # problems that are told one by one: a file that is no record at all can have a million
HOPELESS = 10_000  # problems after which no more turns are read
WORDS = 200_000  # words, comments and brackets: more than twice what so many turns can have
NAMED = 1000  # seats, tags, entries of a table and steps of a turn that is not finished, of each
LONGEST_NAME = 10_000  # characters: names stand in every line, picture and list
TEXTS = ("game", "source", "date", "start", "deal", "reason")  # headers that are kept as they are
OTHERS = ("edition", "unfinished", "result", "winner", "note")  # those that mean something else than their text
KINDS = ("seat", "table")  # those that have a name of their own: seat w, table clock
TAG = re.compile(r"[^\W\d_](?:[\w '.-]*[\w'.-])?")


def tidy(comment: str) -> str:
    """*comment* without what a terminal would obey, on as many lines as it has."""
    return "\n".join(map(one_line, comment.splitlines())).strip("\n")


class Line:
    """A line of play: its turns, and what is said of the last of them, or of the whole before there is one."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.complain = draft.complain
        self.turns: list[str] = []
        self.seconds: dict[int, float] = {}
        self.comments: dict[int, list[str]] = {}
        self.marks: dict[int, str] = {}
        self.variations: dict[int, list[Variation]] = {}

    def turn(self, text: str) -> bool:
        """Add a turn; False when it has no text, or there is no room for it."""
        text = one_line(text)
        if not text:
            self.complain(say("a turn without a text"))
        elif self.draft.has_room(text):
            self.turns.append(text)
            return True
        return False

    def comment(self, text: str) -> None:
        self.comment_on(len(self.turns), text)

    def comment_on(self, number: int, text: str) -> None:
        """Comments on one turn are joined."""
        if text := tidy(text):
            self.comments.setdefault(number, []).append(text)

    def time(self, seconds: float, text: str) -> None:
        """Times are kept to the millisecond."""
        if not 0 <= seconds < FOREVER or round(seconds, 3) >= FOREVER:
            self.complain(say("{text}: a turn takes less than {most} seconds", text=text[:40], most=FOREVER))
        elif self._may_have(text, self.seconds):
            self.seconds[len(self.turns)] = round(float(seconds), 3)

    def mark(self, text: str) -> None:
        if text not in MARKS:
            self.complain(say("{text} is no mark; there are {marks}", text=text[:40], marks=" ".join(MARKS)))
        elif self._may_have(text, self.marks):
            self.marks[len(self.turns)] = text

    def variation(self, line: Line) -> None:
        """Add *line*, which could have been played instead of the last turn."""
        number = len(self.turns)
        if not number:
            self.complain(say("a variation comes after the turn that it replaces"))
        elif not line.turns:
            if not self.draft.full:
                self.complain(say("a variation without a turn"))
        else:
            self.variations.setdefault(number, []).append(line.value())

    def _may_have(self, text: str, found: Container[int]) -> bool:
        """May *text* belong to the last turn? There is a turn, which has nothing of the kind yet."""
        if not self.turns:
            self.complain(say("{text} comes after a turn", text=text[:40]))
        elif len(self.turns) in found:
            self.complain(say("{text}: there is one already", text=text[:40]))
        return bool(self.turns) and len(self.turns) not in found

    def value(self) -> Variation:
        numbers = range(1, len(self.turns) + 1)
        seconds = tuple(self.seconds.get(number, 0.0) for number in numbers) if any(self.seconds.values()) else ()
        comments = {number: " ".join(texts) for number, texts in self.comments.items()}
        variations = {number: tuple(lines) for number, lines in self.variations.items()}
        return Variation(tuple(self.turns), seconds, comments, self.marks, variations)


class Draft:
    """What a reader has found so far, and what was wrong with it. *at* is the number of the line that it reads."""

    def __init__(self) -> None:
        self.at = 0
        self.problems: list[str] = []
        self.untold = 0
        self.room = MOST  # for more turns
        self.words = WORDS  # that may follow
        self.full = False  # there was no room for a turn, and what follows it cannot be read
        self.played = Line(self)
        self.lines: list[int] = []
        self.seats: dict[str, str] = {}
        self.table: dict[str, str] = {}
        self.tags: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        self._edition = 1
        self._unfinished: tuple[str, ...] = ()
        self._winners: Sequence[str] = ()
        self._points: dict[str, int] = {}
        self._sealed: set[str | int] = set()
        self._seen: set[str] = set()
        self._room = seal.LARGEST

    def complain(self, problem: str) -> None:
        if len(self.problems) < TOLD:
            self.problems.append(say("line {line}: {problem}", line=self.at, problem=brief(problem)))
        else:
            self.untold += 1
            self.full = self.full or self.hopeless

    @property
    def hopeless(self) -> bool:
        """Is there so much damage that there is no point in going on?"""
        return self.untold >= HOPELESS

    def has_room(self, turn: str) -> bool:
        """Is there room for one more *turn*? That there is none is a problem once."""
        if not self.room and not self.full:
            self.complain(say("{text} is one turn too many; the first {most} are read", text=turn[:40], most=MOST))
        self.full = not self.room or self.hopeless
        self.room -= not self.full
        return not self.full

    def has_words(self) -> bool:
        """May one more word of the turns be read? That it may not is a problem once."""
        self.words -= 1
        if self.words < 0 and not self.full:
            self.complain(say("this is too long; the first {most} words are read", most=WORDS))
            self.full = True
        return not self.full

    def _has_names(self, found: dict[str, str], key: str) -> bool:
        """Is there room for *key* in *found*?"""
        if len(found) >= NAMED:
            self.complain(say("{key} is one too many; the first {most} are kept", key=key[:40], most=NAMED))
        return len(found) < NAMED

    def once(self, key: str) -> bool:
        """Is this the first *key*? A second one is a problem, and the first stays."""
        first = key not in self._seen
        self._seen.add(key)
        if not first:
            self.complain(say("{key} is there twice", key=key[:40]))
        return first

    def opened(self, key: str | int, text: str) -> str:
        """*text*, or what is under the seal if it is sealed; *key* is what it will be.

        A damaged seal stays as it is: it is no deal, no position and no turn of any game.
        """
        if not text.startswith(seal.SEAL):
            return text
        try:
            text = seal.opened(text, self._room)
        except BadRecord as error:
            self.complain(str(error))
            return text
        self._room -= len(text)
        if one_line(text):
            self._sealed.add(key)
        return text

    # ── The parts ────────────────────────────────────────────────────────────────────────────────────────────────

    def turn(self, text: str) -> bool:
        """Add a turn to what was played; False when that cannot be."""
        added = self.played.turn(text)
        if added:
            self.lines.append(self.at)
            if self.played.turns[-1].startswith(seal.SEAL):  # written in the open, it would be read as a seal
                self._sealed.add(len(self.lines))
        return added

    def sealed_turn(self, text: str) -> bool:
        """Add a turn that may be sealed."""
        return self.turn(self.opened(len(self.played.turns) + 1, text))

    def text(self, key: str, text: str) -> None:
        """One of ``TEXTS``."""
        if self.once(key):
            text = one_line(text)  # invisible characters must not hide a seal
            self._texts[key] = one_line(self.opened(key, text)) if key in ("start", "deal") else text

    def edition(self, number: int | None) -> None:
        if self.once("edition") and number is not None:
            self._edition = number

    def number(self, text: str) -> int | None:
        """The number written *text*; None, and a problem, for what is none."""
        if re.fullmatch(r"-?[0-9]{1,9}", text):
            return int(text)
        self.complain(say("{text} is no number", text=text[:40] or "''"))
        return None

    def seat(self, letter: str, name: str) -> None:
        if not letter.isprintable() or not re.fullmatch(r"[^\s:]+", letter):
            self.complain(say("{text} is no letter of a seat", text=letter[:40]))
        elif self._has_names(self.seats, f"seat {letter}") and self.once(f"seat {letter}"):
            if len(name) > LONGEST_NAME:
                self.complain(say("a name has at most {most} characters: {text}", most=LONGEST_NAME, text=name[:40]))
            self.seats[letter] = one_line(name[:LONGEST_NAME])

    def entry(self, key: str, text: str) -> None:
        """What somebody needs who goes on with the game."""
        if not key.isidentifier():
            self.complain(say("table {key} cannot be kept; it takes a single word", key=key[:40]))
        elif self._has_names(self.table, f"table {key}") and self.once(f"table {key}"):
            self.table[key] = one_line(text)

    def tag(self, key: str, text: str) -> None:
        taken = key in (*TEXTS, *OTHERS) or key.partition(" ")[0] in KINDS
        if taken or not TAG.fullmatch(key) or one_line(key) != key:
            self.complain(say("{key} is no name of a tag", key=key[:40]))
        elif self._has_names(self.tags, key) and self.once(f"tag {key}"):
            self.tags[key] = one_line(text)

    def unfinished(self, steps: Sequence[str]) -> None:
        if self.once("unfinished"):
            if len(steps) > NAMED:
                self.complain(say("a turn has at most {most} steps", most=NAMED))
            self._unfinished = tuple(map(one_line, steps[:NAMED]))

    def winners(self, letters: Sequence[str]) -> None:
        if self.once("winner"):
            self._winners = letters

    def points(self, pairs: Sequence[tuple[str, int | None]]) -> None:
        """The points of each seat, by its letter."""
        if self.once("result"):
            found = {letter: points for letter, points in pairs if points is not None}
            if len(found) < len(pairs):
                self.complain(say("result: write every seat once, each with its points"))
            else:
                self._points = found

    # ── The whole ────────────────────────────────────────────────────────────────────────────────────────────────

    def record(self) -> Record:
        """The record; raises BadRecord when nothing says of what game."""
        if not self._texts.get("game"):
            raise BadRecord(later("this is no record: it does not say of what game"))
        letters = {letter: seat for seat, letter in enumerate(self.seats)}
        strangers = [word for word in self._winners if word not in letters]
        problems = [say("winner: there is no seat {word}", word=one_line(word[:40])) for word in strangers[:TOLD]]
        if self._points and set(self._points) != set(letters):
            problems.append(say("result: write every seat once, each with its points"))
            self._points = {}
        if self.untold:
            problems.append(say_many("and {count} more problem", "and {count} more problems", self.untold))
        self.problems += problems
        played, texts = self.played.value(), dict.fromkeys(TEXTS, "") | self._texts
        return Record(
            game=texts["game"],
            edition=self._edition,
            seats=tuple(letters),
            names=tuple(self.seats.values()),
            date=texts["date"],
            start=texts["start"],
            deal=texts["deal"],
            turns=played.turns,
            unfinished=self._unfinished,
            seconds=played.seconds,
            comments=played.comments,
            winners=tuple(sorted({letters[word] for word in self._winners if word in letters})),
            points=tuple(self._points[letter] for letter in letters if letter in self._points),
            reason=texts["reason"],
            table=self.table,
            source=texts["source"],
            tags=self.tags,
            marks=played.marks,
            variations=played.variations,
            sealed=frozenset(self._sealed),
            lines=tuple(self.lines),
        )
