"""The spelling for people: header lines, numbered turns, the end."""

from __future__ import annotations

import re
from itertools import zip_longest

from tabuleiro.core import say
from tabuleiro.core.words import one_line
from tabuleiro.play.record import seal
from tabuleiro.play.record.draft import DEEPEST, KINDS, NAMED, TAG, TEXTS, Draft, Line, tidy
from tabuleiro.play.record.value import Record, Variation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SILENT = "·"  # stands for a step without a text among the steps of an unfinished turn
SEALED = "sealed:"  # begins a turn that is sealed, which is one word
HEADER = re.compile(rf"(?:({'|'.join(KINDS)}) ([^\s:]+)|({TAG.pattern}) *): ?(.*)")
# Nothing that was taken is given back: to remember how takes 200 bytes a character of a word of megabytes.
TOKEN = re.compile(r"\{((?:[^{}\\]++|\\.)*+)\}|(\{.*)|([\[\]])|((?:[^\s{}\[\]\\]++|\\.)++)|(\S)")
WORD = re.compile(r"(?:[^\s\\]++|\\.)++|\\")
OTHER = re.compile(  # words that are no turns
    rf"(?P<mark>[!?]{{1,2}})|(?P<number>[0-9]+\.+)|\((?P<time>[0-9]+(?:\.[0-9]+)?)s\)|{SEALED}(?P<seal>.*)|sealed|{SILENT}"
)
LONGEST = 40  # characters of a number that are read


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def write(record: Record) -> str:
    out = [*_head(record), ""]
    seats = max(len(record.seats), 1)
    played = record.played
    words: list[str] = []
    for number, text in enumerate(record.turns, 1):
        if words and (number - 1) % seats == 0:
            out.append(" ".join(words))
            words = []
        hidden = number in record.sealed
        word = SEALED + seal.sealed(text).removeprefix(seal.SEAL) if hidden else _word(text)
        words += _turn(word, number, seats, played, number)
    out += [" ".join(words)] if words else []
    if record.unfinished:
        steps = write_steps(record)
        out += ["", "unfinished: " + (seal.sealed(steps) if "unfinished" in record.sealed else steps)]
    return "\n".join([*out, *_end(record)]) + "\n"


def _head(record: Record) -> Iterator[str]:
    yield f"game: {one_line(record.game)}"
    yield f"edition: {record.edition}"
    if record.source:
        yield f"source: {one_line(record.source)}"
    for seat, name in zip(record.seats, record.names, strict=False):
        yield f"seat {seat}: {one_line(name)}".rstrip()
    if record.date:
        yield f"date: {one_line(record.date)}"
    for key, text in (("start", record.start), ("deal", record.deal)):
        if text:
            yield f"{key}: {seal.hidden(one_line(text), key in record.sealed)}"
    for key, text in record.tags.items():
        yield f"{key}: {one_line(text)}".rstrip()
    for key, text in record.table.items():
        yield f"table {key}: {one_line(text)}".rstrip()
    if 0 in record.comments:
        yield f"note: {_protect(record.comments[0])}"


def _end(record: Record) -> Iterator[str]:
    if record.reason or record.winners or record.points:
        yield ""
    if record.points:
        pairs = zip(record.seats, record.points, strict=False)
        yield "result: " + " ".join(f"{seat} {points}" for seat, points in pairs)
    if record.winners:
        yield "winner: " + " ".join(record.seats[seat] for seat in record.winners)
    if record.reason:
        yield f"reason: {one_line(record.reason)}"


def _turn(text: str, number: int, seats: int, line: Variation, at: int) -> Iterator[str]:
    """The words of a turn: turn *at* of *line*, with the *number* that it would have in the game."""
    if at == 1 or (number - 1) % seats == 0:
        yield f"{(number - 1) // seats + 1}."
    yield text
    if at in line.marks:
        yield line.marks[at]
    if at in line.comments:
        yield "{" + _protect(line.comments[at]) + "}"
    if at <= len(line.seconds) and (took := f"{line.seconds[at - 1]:.3f}".rstrip("0").rstrip(".")) != "0":
        yield f"({took}s)"
    for variation in line.variations.get(at, ()):
        yield f"[{write_variation(variation, number, seats)}]"


def write_variation(line: Variation, number: int, seats: int) -> str:
    """The words of *line*, which could have been played instead of turn *number* in a game of so many *seats*."""
    words = ["{" + _protect(line.comments[0]) + "}"] if 0 in line.comments else []
    for at, text in enumerate(line.turns, 1):
        words += _turn(_word(text), number + at - 1, seats, line, at)
    return " ".join(words)


def write_steps(record: Record) -> str:
    """The steps of the unfinished turn, one a word."""
    return " ".join(_word(text) or SILENT for text in record.unfinished)


def _word(text: str) -> str:
    """A turn or a step as one word, which is not taken for anything else."""
    word = re.sub(r"[\s{}\[\]\\]", r"\\\g<0>", one_line(text))
    return f"\\{word}" if OTHER.fullmatch(word) else word


def _protect(comment: str) -> str:
    return re.sub(r"[{}\\]", r"\\\g<0>", tidy(comment)).replace("\n", "\\n")


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────


def read(text: str) -> tuple[Record, list[str]]:
    draft = Draft()
    section = "head"
    for draft.at, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line:
            section = "end" if draft.played.turns else "turns"
            continue
        if draft.hopeless:
            break
        if header := HEADER.fullmatch(line):
            _read_header(draft, *header.groups())
            continue
        if draft.full:
            continue
        if line[0].isdigit():
            section = "turns"
        elif section != "turns":
            draft.complain(say("cannot be read: {text}", text=line[:40]))
            continue
        _read_turns(draft, line)
    return draft.record(), draft.problems


def _read_header(draft: Draft, kind: str | None, name: str, key: str, value: str) -> None:
    value = value.strip()
    if kind:
        (draft.seat if kind == "seat" else draft.entry)(name, value)
    elif key in TEXTS:
        draft.text(key, value)
    elif key == "edition":
        draft.edition(draft.number(value))
    elif key == "note":
        draft.played.comment_on(0, _unprotect(value))
    elif key == "winner":
        draft.winners(value.split())
    elif key == "result":
        words = value.split(maxsplit=2 * NAMED)
        pairs = zip_longest(words[::2], words[1::2], fillvalue="")
        draft.points([(letter, draft.number(points)) for letter, points in pairs])
    elif key == "unfinished":
        draft.unfinished(read_steps(draft, draft.opened(key, value)))
    else:
        draft.tag(one_line(key), value)


def read_steps(draft: Draft, text: str) -> list[str]:
    """The inverse of ``write_steps``."""
    steps = []
    for word in WORD.findall(text):
        if word == "\\":
            draft.complain(say("a lone backslash"))
        else:
            steps.append("" if word == SILENT else _plain(word))
    return steps


def _read_turns(draft: Draft, line: str) -> None:
    """Read a line of turns. Comments and variations end on the line on which they begin, so that damage stays there."""
    around = [draft.played]  # a stack: the game, and the variations that are open
    too_deep = 0
    for token in TOKEN.finditer(line):
        if not draft.has_words():
            break
        comment, unclosed, bracket, word, stray = token.groups()
        if bracket == "[" and (too_deep or len(around) > DEEPEST):
            too_deep += 1
        elif bracket == "[":
            around.append(Line(draft))
        elif bracket and too_deep:
            too_deep -= 1
            if not too_deep:
                draft.complain(say("variations are {most} deep at most", most=DEEPEST))
        elif bracket and len(around) == 1:
            draft.complain(say("a lone bracket: {text}", text=bracket))
        elif bracket:
            variation = around.pop()
            around[-1].variation(variation)
        elif too_deep:
            continue
        elif comment is not None:
            around[-1].comment(_unprotect(comment))
        elif word:
            _read_word(draft, around[-1], word)
        elif stray == "\\":
            draft.complain(say("a lone backslash"))
        else:
            draft.complain(say("a lone brace: {text}", text=(unclosed or stray)[:40]))
    if too_deep or (len(around) > 1 and not draft.full):
        draft.complain(say("a lone bracket: {text}", text="["))
    while len(around) > 1:
        variation = around.pop()
        around[-1].variation(variation)


def _read_word(draft: Draft, line: Line, word: str) -> None:
    found = OTHER.fullmatch(word)
    kind = found.lastgroup if found else None
    if kind == "mark":
        line.mark(word)
    elif found and kind == "time":
        line.time(float(found["time"].lstrip("0")[:LONGEST] or 0), word)
    elif found and kind == "seal" and line is draft.played:
        draft.sealed_turn(seal.SEAL + found["seal"])
    elif kind == "seal":
        draft.complain(say("a variation cannot be sealed"))
    elif kind != "number":
        (draft if line is draft.played else line).turn(_plain(word))


def _plain(word: str) -> str:
    return re.sub(r"\\(.)", r"\1", word) if "\\" in word else word


def _unprotect(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)
