r"""A game written down: one value with two spellings.

For people, text: header lines, an empty line, numbered turns, and how it ended. Braces hold comments, round brackets
the seconds a turn took; a backslash protects a brace, a line break or itself.

    game: eximo:first=black
    edition: 1
    seat w: Ana
    seat b: level:3
    date: 2026-11-15

    1. b3-b4 {a quiet start} (3.2s) g6-g5
    2. b4-b5 …

    winner: b
    reason: White cannot move

A game that was left inside a turn has the steps of that turn, one a word, in a line ``unfinished:``. What is needed
to go on with it but is no part of the game stands in lines like ``table clock: 300+5``.

For machines, JSON lines: a header, a line a turn, a line for the end. Both are read up to the first damage and on
after it where that is possible: a file cut anywhere loses no more than the turn under the knife.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace

from tabuleiro.core import say
from tabuleiro.core.errors import BadRecord
from tabuleiro.core.words import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HEADER = re.compile(r"(game|edition|(?:seat|table) \S+|date|start|deal|unfinished|result|winner|reason|note): ?(.*)")
SILENT = "·"  # stands for a step without a text among the steps of an unfinished turn
FOREVER = 1e9  # seconds, thirty years: more is damage
TOKEN = re.compile(r"\{((?:[^{}\\]|\\.)*)\}|(\{.*)|\((\d+(?:\.\d+)?)s\)|(\d+\.)(?=\s|$)|(\S+)")


@dataclass(frozen=True)
class Record:
    """What is needed to play a game again without a random seed, and what people want to know of it.

    *turns* are texts, *unfinished* the steps of a turn under way. *seconds* are how long each took, if that is
    known. *seats* are the letters of the seats, *names* who sat there. *comments* are by number of the turn, from 1; 0 is about the whole game. *winners* are seats from 0.
    *table* is what only those need who go on with the game, by name: who is a computer, what the clocks show.
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
    lines: tuple[int, ...] = field(default=(), compare=False)

    def where(self, number: int) -> str:
        """``line 9, turn 4: `` for messages."""
        line = say("line {line}, ", line=self.lines[number - 1]) if 0 < number <= len(self.lines) else ""
        return line + (say("turn {number}: ", number=number) if number else say("the deal: "))

    # ── For people ───────────────────────────────────────────────────────────────────────────────────────────────

    def to_text(self) -> str:
        """The readable spelling."""
        out = [f"game: {self.game}", f"edition: {self.edition}"]
        out += [f"seat {seat}: {one_line(name)}" for seat, name in zip(self.seats, self.names, strict=False)]
        out += [
            f"{key}: {one_line(text)}"
            for key, text in (("date", self.date), ("start", self.start), ("deal", self.deal))
            if text
        ]
        out += [f"table {key}: {one_line(text)}" for key, text in self.table.items()]
        if 0 in self.comments:
            out.append(f"note: {_protect(self.comments[0])}")
        out.append("")
        seats = max(len(self.seats), 1)
        for first in range(0, len(self.turns), seats):
            words = [f"{first // seats + 1}."]
            for number in range(first + 1, min(first + seats, len(self.turns)) + 1):
                words.append(self.turns[number - 1])
                if number in self.comments:
                    words.append("{" + _protect(self.comments[number]) + "}")
                if number <= len(self.seconds) and self.seconds[number - 1]:
                    words.append(f"({self.seconds[number - 1]:.3f}".rstrip("0").rstrip(".") + "s)")
            out.append(" ".join(words))
        if self.unfinished:
            out += ["", "unfinished: " + " ".join(one_line(text) or SILENT for text in self.unfinished)]
        if self.reason:
            out.append("")
            if self.points:
                pairs = zip(self.seats, self.points, strict=False)
                out.append("result: " + " ".join(f"{seat} {points}" for seat, points in pairs))
            out.append("winner: " + " ".join(self.seats[seat] for seat in self.winners))
            out.append(f"reason: {one_line(self.reason)}")
        return "\n".join(out) + "\n"

    # ── For machines ─────────────────────────────────────────────────────────────────────────────────────────────

    def to_json(self) -> str:
        """JSON lines: the header, a line a turn, a line for the end if there is one."""
        header: dict[str, Any] = {
            "game": self.game,
            "edition": self.edition,
            "seats": list(self.seats),
            "names": list(self.names),
        }
        header |= {key: text for key, text in (("date", self.date), ("start", self.start), ("deal", self.deal)) if text}
        if self.table:
            header["table"] = self.table
        if 0 in self.comments:
            header["note"] = self.comments[0]
        out = [header]
        for number, text in enumerate(self.turns, 1):
            line: dict[str, Any] = {"turn": text}
            if number <= len(self.seconds):
                line["seconds"] = self.seconds[number - 1]
            if number in self.comments:
                line["comment"] = self.comments[number]
            out.append(line)
        if self.unfinished:
            out.append({"unfinished": list(self.unfinished)})
        if self.reason:
            out.append(
                {
                    "winners": [self.seats[seat] for seat in self.winners],
                    "points": list(self.points),
                    "reason": self.reason,
                }
            )
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in out)


def read_record(text: str) -> tuple[Record, list[str]]:
    """The record written *text* in either spelling, and what was wrong with it, each with its line.

    Raises BadRecord when there is not even a game in it.
    """
    text = text.removeprefix("\ufeff")
    return _read_json(text) if text.lstrip().startswith("{") else _read_text(text)


def _tidy(record: Record) -> Record:
    """*record* with what people wrote in it free of signs that a terminal would obey."""
    return replace(
        record,
        names=tuple(map(one_line, record.names)),
        date=one_line(record.date),
        comments={turn: "\n".join(map(one_line, text.splitlines())) for turn, text in record.comments.items()},
        reason=one_line(record.reason),
        table={key: one_line(text) for key, text in record.table.items() if key.isidentifier()},
    )


def _read_text(text: str) -> tuple[Record, list[str]]:
    head: dict[str, str] = {}
    names: dict[str, str] = {}
    table: dict[str, str] = {}
    turns: list[str] = []
    lines: list[int] = []
    seconds: dict[int, float] = {}
    comments: dict[int, str] = {}
    problems: list[str] = []
    section = "head"
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.fullmatch(line.strip()):
            key, value = header[1], header[2].strip()
            kind, _, what = key.partition(" ")
            if what:
                (names if kind == "seat" else table)[what] = value
            else:
                head[kind] = value
            continue
        if not line.strip() or line.lstrip()[0].isdigit():
            section = "turns" if line.strip() or not turns else "end"
        elif section != "turns":
            problems.append(say("line {line} cannot be read: {text}", line=number, text=line.strip()[:40]))
            continue
        for comment, open_brace, took, count, turn in TOKEN.findall(line):
            if open_brace or "}" in turn:
                problems.append(say("line {line}: a lone brace: {text}", line=number, text=(open_brace or turn)[:40]))
            elif turn:
                turns.append(turn)
                lines.append(number)
            elif took:
                seconds[len(turns)] = float(took)
            elif not count:
                comments[len(turns)] = _unprotect(comment)
    if "game" not in head:
        raise BadRecord(say("this is no record: it has no line that begins with game:"))
    if "note" in head:
        comments[0] = _unprotect(head["note"])
    seats = tuple(names)
    record = Record(
        head["game"],
        _number(head.get("edition", "1"), "edition", problems),
        seats,
        tuple(names.values()),
        head.get("date", ""),
        head.get("start", ""),
        head.get("deal", ""),
        tuple(turns),
        tuple(text.replace(SILENT, "") for text in head.get("unfinished", "").split()),
        tuple(seconds.get(turn, 0.0) for turn in range(1, len(turns) + 1)) if seconds else (),
        comments,
        _winners(seats, head.get("winner", "").split(), problems),
        tuple(_number(word, "result", problems) for word in head.get("result", "").split()[1::2]),
        head.get("reason", ""),
        table,
        tuple(lines),
    )
    return _tidy(record), problems


def _read_json(text: str) -> tuple[Record, list[str]]:
    head: dict[str, Any] = {}
    end: dict[str, Any] = {}
    begun: dict[str, Any] = {}
    turns: list[tuple[int, dict[str, Any]]] = []
    problems: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            _check(data)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            what = type(error).__name__
            problems.append(say("line {line} is damaged ({what}): {text}", line=number, what=what, text=line[:40]))
            continue
        if "game" in data:
            head = data
        elif "turn" in data:
            turns.append((number, data))
        elif "unfinished" in data:
            begun = data
        else:
            end = data
    if not head:
        raise BadRecord(say("this is no record: no line of it names a game"))
    seats = tuple(head.get("seats", ()))
    comments = {number: line["comment"] for number, (_, line) in enumerate(turns, 1) if "comment" in line}
    record = Record(
        head["game"],
        head.get("edition", 1),
        seats,
        tuple(head.get("names", ())),
        head.get("date", ""),
        head.get("start", ""),
        head.get("deal", ""),
        tuple(line["turn"] for _, line in turns),
        tuple(begun.get("unfinished", ())),
        tuple(line.get("seconds", 0.0) for _, line in turns) if any("seconds" in line for _, line in turns) else (),
        comments | ({0: head["note"]} if "note" in head else {}),
        _winners(seats, end.get("winners", []), problems),
        tuple(end.get("points", ())),
        end.get("reason", ""),
        head.get("table", {}),
        tuple(number for number, _ in turns),
    )
    return _tidy(record), problems


SHAPES: dict[str, type | tuple[type, ...]] = {
    "game": str, "edition": int, "seats": list, "names": list, "date": str, "start": str, "deal": str, "note": str, "table": dict,
    "turn": str, "seconds": (int, float), "comment": str, "unfinished": list, "winners": list, "points": list, "reason": str,
}  # fmt: skip


def _check(data: Any) -> None:
    """Raise unless *data* is a line of a record; lists hold texts, but for points."""
    key: str
    value: Any
    for key, value in data.items():
        if not isinstance(value, SHAPES[key]) or isinstance(value, bool):
            raise TypeError(key)
        if isinstance(value, list) and not all(isinstance(item, int if key == "points" else str) for item in value):
            raise TypeError(key)
        if isinstance(value, dict) and not all(isinstance(item, str) for item in value.values()):
            raise TypeError(key)
    if not 0 <= data.get("seconds", 0) < FOREVER:
        raise ValueError
    if not data.keys() & {"game", "turn", "unfinished", "reason"}:
        raise KeyError


def _winners(seats: tuple[str, ...], words: list[str], problems: list[str]) -> tuple[int, ...]:
    problems += [say("winner: there is no seat {word}", word=word[:40]) for word in words if word not in seats]
    return tuple(sorted({seats.index(word) for word in words if word in seats}))


def _number(text: str, key: str, problems: list[str]) -> int:
    if re.fullmatch(r"-?\d{1,9}", text):
        return int(text)
    problems.append(say("{key}: {text} is no number", key=key, text=text[:40]))
    return 1


def _protect(text: str) -> str:
    return re.sub(r"[{}\\]", r"\\\g<0>", text).replace("\n", "\\n").replace("\r", "")


def _unprotect(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)
