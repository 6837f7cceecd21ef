"""The spelling for machines, JSON lines: a header, a line a turn, a line for what is unfinished, a line for the end."""

from __future__ import annotations

import json

from tabuleiro.core import say
from tabuleiro.core.words import spelled, understood
from tabuleiro.play.record import seal
from tabuleiro.play.record.draft import DEEPEST, TEXTS, Draft, Line
from tabuleiro.play.record.text import read_steps, write_steps
from tabuleiro.play.record.value import Record, Variation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

HEAD: dict[str, Any] = {
    "game": str, "edition": int, "source": str, "seats": [str], "names": [str], "date": str, "start": str, "deal": str,
    "tags": {str: str}, "table": {str: str}, "note": str,
}  # fmt: skip
TURN: dict[str, Any] = {"turn": str, "seconds": float, "mark": str, "comment": str, "variations": [[dict]]}
UNFINISHED: dict[str, Any] = {"unfinished": [str]}
END: dict[str, Any] = {"winners": [str], "points": [int], "reason": str, "key": str, "many": str, "values": dict}


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def write(record: Record) -> str:
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _lines(record))
    return text.encode(errors="replace").decode()  # half a sign, which a command line can hold, cannot be in a file


def _lines(record: Record) -> Iterator[dict[str, Any]]:
    head: dict[str, Any] = {"game": record.game, "edition": record.edition}
    if record.source:
        head["source"] = record.source
    head |= {"seats": list(record.seats), "names": list(record.names)}
    start, deal = (seal.hidden(getattr(record, key), key in record.sealed) for key in ("start", "deal"))
    more = {"date": record.date, "start": start, "deal": deal, "tags": record.tags, "table": record.table}
    head |= {key: value for key, value in more.items() if value}
    if 0 in record.comments:
        head["note"] = record.comments[0]
    yield head
    for number, line in enumerate(_turns(record.played), 1):
        yield line | {"turn": seal.hidden(line["turn"], number in record.sealed)}
    if record.unfinished:
        hide = "unfinished" in record.sealed
        yield {"unfinished": seal.sealed(write_steps(record)) if hide else list(record.unfinished)}
    if record.reason or record.winners or record.points:
        winners = [record.seats[seat] for seat in record.winners]
        yield {"winners": winners, "points": list(record.points), "reason": record.reason} | spelled(record.reason)


def _turns(line: Variation) -> Iterator[dict[str, Any]]:
    for number, text in enumerate(line.turns, 1):
        turn: dict[str, Any] = {"turn": text}
        if number <= len(line.seconds) and line.seconds[number - 1]:
            turn["seconds"] = line.seconds[number - 1]
        if number in line.marks:
            turn["mark"] = line.marks[number]
        if number in line.comments:
            turn["comment"] = line.comments[number]
        if number in line.variations:
            turn["variations"] = [
                [*([{"comment": other.comments[0]}] if 0 in other.comments else []), *_turns(other)]
                for other in line.variations[number]
            ]
        yield turn


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────


def read(text: str) -> tuple[Record, list[str]]:
    draft = Draft()
    ends: list[tuple[int, dict[str, Any]]] = []
    for draft.at, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        if draft.hopeless:
            break
        try:
            data = json.loads(line, object_pairs_hook=_object)
            kind = _kind(data)
        except (ValueError, TypeError, RecursionError) as error:
            what = str(error) if isinstance(error, TypeError) else "JSON"
            draft.complain(say("damaged ({what}): {text}", what=what[:40], text=line[:40]))
            continue
        if kind is HEAD:
            _read_head(draft, data)
        elif kind is TURN:
            if draft.sealed_turn(data["turn"]):
                _read_remarks(draft.played, data, 1)
        elif kind is UNFINISHED:
            steps = data["unfinished"]
            draft.unfinished(steps if isinstance(steps, list) else read_steps(draft, draft.opened("unfinished", steps)))
        else:
            ends.append((draft.at, data))
    for draft.at, data in ends:  # only now all seats are known
        _read_end(draft, data)
    return draft.record(), draft.problems


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of *pairs*; raises TypeError for a key that is there twice, for one would be lost."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise TypeError(key)
        found[key] = value
    return found


def _kind(data: Any) -> dict[str, Any]:
    """What kind of line *data* is, by the first key that a kind must have; raises TypeError, with what is wrong with it."""
    for kind in (HEAD, TURN, UNFINISHED, END):
        if isinstance(data, dict) and (next(iter(kind)) in data or (kind is END and data.keys() & END)):
            _check(data, kind)
            return kind
    raise TypeError("{}")


def _check(data: dict[str, Any], kind: dict[str, Any]) -> None:
    for key, value in data.items():
        sealed = kind is UNFINISHED and key in kind and isinstance(value, str) and value.startswith(seal.SEAL)
        shape = kind.get(key, str if kind is HEAD and key not in {**TURN, **UNFINISHED, **END} else None)
        if not sealed and not (shape and _fits(value, shape)):
            raise TypeError(key)
    for turns in data.get("variations", ()):
        for number, turn in enumerate(turns):
            _check(turn, TURN)
            if "turn" not in turn and (number or turn.keys() != {"comment"}):
                raise TypeError("variations")


def _fits(value: Any, shape: Any) -> bool:
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())
    return isinstance(value, (int, float) if shape is float else shape) and not isinstance(value, bool)


def _read_head(draft: Draft, data: dict[str, Any]) -> None:
    if not draft.once("header"):
        return
    for key in TEXTS:
        if key in data:
            draft.text(key, data[key])
    if "edition" in data:
        draft.edition(draft.number(str(data["edition"])))
    seats, names = data.get("seats", []), data.get("names", [])
    if len(seats) != len(names):
        draft.complain(
            say("the numbers of seats ({seats}) and of names ({names}) differ", seats=len(seats), names=len(names))
        )
    for letter, name in zip(seats, names, strict=False):
        draft.seat(letter, name)
    for key, text in data.get("table", {}).items():
        draft.entry(key, text)
    unknown = {key: text for key, text in data.items() if key not in HEAD}
    for key, text in (*data.get("tags", {}).items(), *unknown.items()):
        draft.tag(key, text)
    draft.played.comment_on(0, data.get("note", ""))


def _read_remarks(line: Line, data: dict[str, Any], depth: int) -> None:
    """What *data* says of the last turn of *line*."""
    if "seconds" in data:
        line.time(data["seconds"], str(data["seconds"]))
    if "mark" in data:
        line.mark(data["mark"])
    line.comment(data.get("comment", ""))
    for turns in data.get("variations", ()):
        if depth > DEEPEST:
            line.complain(say("variations are {most} deep at most", most=DEEPEST))
            continue
        variation = Line(line.draft)
        for turn in turns:
            if "turn" not in turn:
                variation.comment(turn["comment"])
            elif variation.turn(turn["turn"]):
                _read_remarks(variation, turn, depth + 1)
        line.variation(variation)


def _read_end(draft: Draft, data: dict[str, Any]) -> None:
    draft.winners(data.get("winners", []))
    points = [draft.number(str(number)) for number in data.get("points", [])]
    if points and len(points) != len(draft.seats):
        draft.complain(
            say(
                "the numbers of seats ({seats}) and of points ({points}) differ",
                seats=len(draft.seats),
                points=len(points),
            )
        )
    elif points:
        draft.points(list(zip(draft.seats, points, strict=True)))
    draft.text("reason", understood(data.get("reason", ""), data))
