"""The law of records: what is read without complaint is written and read again without any change, and outlives a game.

Records of every game and option set, with all that a record can hold, are spoiled in many ways: letters, words, lines
and whole parts are changed, dropped, doubled and put in. Whatever comes of that is read, or refused with a BadRecord.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from option_sets import OPTION_SETS
from tabuleiro.core import NOBODY, choices
from tabuleiro.core.errors import BadRecord, BadVariation, TabuleiroError
from tabuleiro.core.notation import read_position, read_turn, typed
from tabuleiro.core.registry import find, names
from tabuleiro.play import replay as playing
from tabuleiro.play.lineup import OURS, read_setup, written
from tabuleiro.play.record import Variation, read_record
from tabuleiro.play.record.seal import sealed
from tabuleiro.play.record.value import MARKS
from tabuleiro.play.replay import replay
from tabuleiro.play.session import Session

FEW, MANY = 500, 20_000  # mutants a game: in make test, in make test-slow
WORDS = [
    "", "a", "b: c", "{", "}", "[", "]", "\\", "\\n", "line\nline", "· ·", "!", "?!", "1.", "(3s)", "sealed x", "sealed",
    "ção 🂡", "tab\there", "\x1b[2J", "\u2028", "\ud800", "game: eximo", "9" * 400, "-1", "Zé {of} the [A]", "\r\n",
]  # fmt: skip


# ── Records that have everything ─────────────────────────────────────────────────────────────────────────────────


def random_turn(game, state, rng):
    """The text of some legal turn, and where it leads."""
    text = words = ""
    while not words or not (state.whole or state.player == NOBODY):
        action = rng.choice(choices(game, state))
        text, words = text + game.write(state, action), words + typed(game, state, action)
        state = game.apply(state, action)
    return text or words, state


def remarks(turns, rng):
    """Comments, marks and seconds for so many *turns*."""
    numbers = range(1, turns + 1)
    comments = {
        number: rng.choice(("fine", "a {good}\\one\nreally", "[1. x] !")) for number in numbers if rng.random() < 0.3
    }
    marks = {number: rng.choice(MARKS) for number in numbers if rng.random() < 0.3}
    seconds = tuple(rng.choice((0.0, 0.5, 12.345, 999999.999)) for _ in numbers)
    return comments, marks, seconds if any(seconds) else ()


def random_variation(game, state, rng, depth=0):
    turns, variations = [], {}
    for number in range(1, rng.randint(1, 2) + 1):
        if state.player == NOBODY:
            break
        if depth < 3 and rng.random() < 0.4:
            variations[number] = (random_variation(game, state, rng, depth + 1),)
        text, state = random_turn(game, state, rng)
        turns.append(text)
    comments, marks, seconds = remarks(len(turns), rng)
    if rng.random() < 0.3:
        comments[0] = "instead"
    return Variation(tuple(turns), seconds, comments, marks, variations)


def rich_record(spec, rng):
    """The record of a random game, which may break off inside a turn or begin elsewhere, with all that can be said of it."""
    game = find(spec)
    session = Session(
        game, rng, names=["Ana", "Zé {da} silva", "Eva: \\", "level:2"][: game.players], date="2026-11-15"
    )
    if rng.random() < 0.3:
        for _ in range(rng.randint(1, 12)):
            if session.player >= 0:
                session.play(session.player, rng.choice(session.view(session.player).actions))
        if session.player >= 0:
            session = Session(game, rng, names=session.names, start=session.state)
    for _ in range(rng.randint(0, 9)):
        if session.player >= 0:
            session.play(
                session.player, rng.choice(session.view(session.player).actions), now=float(len(session.steps))
            )
    turns = session.history.turns()
    session.comments, session.marks, _ = remarks(len(turns), rng)
    for number, turn in enumerate(turns, 1):
        if rng.random() < 0.3:
            session.variations[number] = tuple(
                random_variation(game, turn[0].before, rng) for _ in range(rng.randint(1, 2))
            )
    session.tags = {"event": "Lisbon Open", "white elo": "", "Annotator": "R. e A."} if rng.random() < 0.6 else {}
    if rng.random() < 0.2 and session.player >= 0:
        session.resign(session.player)
    record = session.record()
    if rng.random() < 0.5 and not session.outcome:
        record = replace(record, table={"players": json.dumps(["human"] * game.players), "colour": "of the tablecloth"})
    if rng.random() < 0.3:
        record = replace(record, comments=record.comments | {0: "a game:\nof two lines"})
    return record


@cache
def rich_records(name):
    """Some records of each option set of the game called *name*."""
    rng = Random(name)
    specs = [f"{name}:{options}" if options else name for options in OPTION_SETS[name]]
    return [rich_record(spec, rng) for spec in specs for _ in range(6)]


# ── Mutants ──────────────────────────────────────────────────────────────────────────────────────────────────────

SIGNS = "{}()[]\\\"':,.;!?·\n\r\t 0123456789abcxyzRGBY@=-/é🂡\x00\x1b\x85\u2028\ufeff\ud800"


def other_letters(text, rng):
    """A few characters are changed, dropped, doubled or put in."""
    letters = list(text)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at = rng.randrange(len(letters) + 1)
        here = slice(at, at + rng.choice((1, 1, 3)))
        letters[here] = rng.choice(([rng.choice(SIGNS)], [], letters[here] * 2, [rng.choice(SIGNS), *letters[here]]))
    return "".join(letters)


def other_words(text, rng):
    """Words, with the blanks around them, are changed, dropped, doubled, exchanged or put in."""
    words = text.split(" ")
    known = ["!", "??", "?!", "!?!", "(1.5s)", f"({'9' * 400}s)", "(1e9s)", "(0.0004s)", "[", "]", "[]", "{a}", "{}", "{", "}", "\\", "\\!",
             "1.", "3...", "·", "sealed", "sealed:xyz", f"sealed:{sealed('a b').split()[1]}", "[1. x]", "[{a} 2. y ! {b}]", "winner:"]  # fmt: skip
    for _ in range(rng.choice((1, 1, 2, 3))):
        at, other = rng.randrange(len(words)), rng.randrange(len(words))
        match rng.randrange(5):
            case 0:
                words[at] = rng.choice(known)
            case 1:
                words[at] = ""
            case 2:
                words[at:at] = words[at : at + rng.randint(1, 3)]
            case 3:
                words[at], words[other] = words[other], words[at]
            case 4:
                words.insert(at, rng.choice(known))
    return " ".join(words)


def other_lines(text, rng):
    """Lines are dropped, doubled, exchanged, cut or put in."""
    lines = text.split("\n")
    word = rng.choice(WORDS)
    known = [f"event: {word}", "event: Porto Cup", f"Round : {word}", "round:", "seat X: Eva", f"seat w: {word}", "seat P1: Eva", f"seat 1:{word}",
             "seat: nobody", "date: 2026", f"note: {word}", f"table a: {word}", "table a-b: c", "result: 1 5 2 7", "result: 2 5 1 7 9", f"winner: {word}",
             "winner: 1", "reason: over", f"unfinished: {word}", "unfinished: ·", "edition: 1", "edition: 99999999999", f"deal: {sealed(word)}",
             "deal: sealed eJxx", f"start: {sealed(word)}", "source: sha256:00", "", "", f"1. {word}", word, '{"event": "x"}', '{"unfinished": [""]}',
             '{"reason": "over", "winners": []}', '{"turn": "4,4"}', "game: eximo"]  # fmt: skip
    for _ in range(rng.choice((1, 1, 2, 3))):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                del lines[at : at + 1]
                lines = lines or [""]
            case 1:
                lines.insert(other, lines[at])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
            case 4:
                lines.insert(at, rng.choice(known))
    return "\n".join(lines)


def other_parts(record, rng):
    """A record with other contents, of which some are strange: whatever can be written is read again."""
    word, turns = rng.choice(WORDS), len(record.turns)
    at = rng.randint(0, turns)
    variation = Variation(
        tuple(rng.choice((word, *record.turns)) for _ in range(rng.randint(0, 2))), (), {0: word, 1: "x"}, {1: "!"}
    )
    nested = replace(variation, variations={1: (variation,) * rng.randint(1, 2)})
    changed = [
        {"names": tuple(rng.choice((name, word)) for name in record.names)},
        {"date": word}, {"start": word}, {"deal": word}, {"reason": word}, {"source": word}, {"edition": rng.choice((0, -1, 10**10))},
        {"turns": (*record.turns[:at], word, *record.turns[at + 1 :])},
        {"turns": record.turns[:at]},
        {"unfinished": (word, *record.unfinished)},
        {"seconds": tuple(rng.choice((0.0, 1e-9, 1.23456, 999999999.9999, 1e12)) for _ in record.turns)},
        {"comments": record.comments | {at: word}},
        {"marks": record.marks | {at: rng.choice((*MARKS, word))}},
        {"variations": record.variations | {at: (nested,)}},
        {"tags": record.tags | {rng.choice(("site", "x y", "seat w", "game", word)): word}},
        {"table": record.table | {rng.choice(("a", "a b", "clock", word)): word}},
        {"winners": (0,)}, {"points": tuple(rng.choice((0, 7, -2)) for _ in range(rng.randint(0, len(record.seats))))},
        {"sealed": frozenset(rng.sample(["start", "deal", "unfinished", 1, 2, 3], 3))},
        {"seats": record.seats[::-1], "names": record.names[::-1]},
        {"seats": record.seats[:-1], "names": record.names[:-1], "winners": (), "points": ()},
        {"seats": ("X", *record.seats[1:])},
    ]  # fmt: skip
    for parts in rng.sample(changed, rng.choice((1, 1, 2, 3))):
        record = replace(record, **parts)
    return record


def other_data(text, rng):
    """JSON lines with other values under their keys."""
    lines = text.splitlines()
    at = rng.randrange(len(lines))
    data = json.loads(lines[at])
    key = rng.choice(
        [*data, "mark", "variations", "tags", "event", "seats", "names", "points", "seconds", "comment", "unfinished"]
    )
    turn = {"turn": rng.choice(WORDS), "mark": rng.choice(MARKS), "comment": rng.choice(WORDS)}
    deep = [turn]
    for _ in range(rng.choice((0, 1, 3, 30))):
        deep = [{"comment": "so"}, dict(turn, variations=[deep])]
    data[key] = rng.choice((
        rng.choice(WORDS), rng.choice(MARKS), 3, -1, True, None, 1.5, 1e300, float("nan"), float("inf"), 10**30, [], {}, [1, 2], ["1", "2"],
        ["w", "w"], {"a": "b"}, {"event": rng.choice(WORDS)}, [deep], [[]], [deep, [turn, {"comment": "x"}]], sealed(rng.choice(WORDS)[:1] or "a b"),
    ))  # fmt: skip
    if rng.random() < 0.2:
        del data[rng.choice(list(data))]
    lines[at] = json.dumps(data, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.1:
        lines[at] = lines[at].replace("{", '{"turn": "x", ', 1)
    return "\n".join(lines)


def mutant(records, rng):
    record = rng.choice(records)
    if rng.random() < 0.3:
        record = other_parts(record, rng)
    text = record.to_text() if rng.random() < 0.5 else record.to_json()
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        change = rng.choice((other_letters, other_words, other_lines, other_data))
        if change is other_data:
            try:
                text = other_data(text, rng)
            except (ValueError, TypeError, AttributeError, IndexError):  # not JSON lines
                text = other_words(text, rng)
        else:
            text = change(text, rng)
    return text


# ── The laws ─────────────────────────────────────────────────────────────────────────────────────────────────────


def unspelled(lines):
    """Without key and values of the reason, which only JSON has."""
    return re.sub(r'(?m)(, "reason": ".*?(?<!\\)(?:\\\\)*")(, "key": .*)\}$', r"\1}", lines)


def keeps_the_law(text):
    """Read *text*; the record and whether it was read without complaint. None for what is no record."""
    try:
        record, problems = read_record(text)
    except BadRecord:
        return None, False
    assert all(problem and problem.isprintable() for problem in problems)
    spellings = [record.to_text(), record.to_json()]
    if problems:
        for spelling in spellings:
            read_record(spelling)
        return record, False
    for spelling in spellings:
        spelling.encode()
        again, complaints = read_record(spelling)
        assert complaints == []
        assert again == record
        assert [again.to_text(), unspelled(again.to_json())] == [spellings[0], unspelled(spellings[1])]
        assert spelling == spellings[0] or again.to_json() == spelling
    return record, True


def outlives_a_game(record):
    """Go on with *record*: all that was in it is in the record of the session; False when it cannot be played."""
    try:
        session, trouble = replay(record, Random(0))
    except TabuleiroError:  # no such game, option or position
        return False
    assert trouble is None or str(trouble)
    if trouble and not isinstance(trouble, BadVariation):
        return False
    again = session.record()
    assert keeps_the_law(again.to_text()) == (again, True)
    for key in ("date", "tags", "comments", "marks", "variations", "seconds"):
        assert getattr(again, key) == getattr(record, key), key
    assert again.unfinished[: len(record.unfinished)] == record.unfinished  # chance may have gone on
    assert find(again.game) is session.game is find(record.game)
    named = dict(zip(again.seats, again.names, strict=True))
    for seat, name in zip(record.seats, record.names, strict=True):
        assert named[seat] == name or not name
    position = read_position(session.game, record.start) if record.start else session.game.start()
    assert position == session.origin
    assert len(again.turns) == len(record.turns)
    assert bool(again.deal) == bool(record.deal) or not record.deal
    if record.reason:
        assert [again.seats[seat] for seat in again.winners] == sorted(
            (record.seats[seat] for seat in record.winners), key=again.seats.index
        )
        assert session.verdict is None or again.reason == record.reason
    if record.points:
        assert dict(zip(again.seats, again.points, strict=True)) == dict(zip(record.seats, record.points, strict=True))
    resumed, _ = replay(again, Random(0))
    assert (resumed.state, resumed.outcome, resumed.record()) == (session.state, session.outcome, again)
    goes_on_as_it_was_set(record, session)
    return True


def goes_on_as_it_was_set(record, session):
    """What the table of a record has beside what we know is kept, while the game goes on."""
    try:
        setup = read_setup(record, session)
    except BadRecord:
        return
    if not session.outcome:
        kept = written(session, setup).table
        assert {key: text for key, text in kept.items() if key not in OURS} == {
            key: text for key, text in record.table.items() if key not in OURS
        }


@pytest.fixture(autouse=True)
def remembered(monkeypatch):
    """Reading a turn takes most of the time, and mutants have most turns in common."""
    known = {}

    def read(game, state, text):
        key = game, state, text
        if key not in known:
            try:
                known[key] = read_turn(game, state, text), None
            except ValueError as error:
                known[key] = None, error
        reading, error = known[key]
        if error:
            raise error
        return reading

    monkeypatch.setattr(playing, "read_turn", read)


def spoil(name, count, seed):
    """Try so many mutants; how many were read without complaint, and how many of those could be played."""
    records, rng = rich_records(name), Random(f"{name} {seed}")
    sound = played = 0
    for number in range(count):
        text = mutant(records, rng)
        try:
            record, clean = keeps_the_law(text)
            sound += clean
            played += clean and outlives_a_game(record)
        except Exception as error:
            raise AssertionError(f"mutant {number} of {name}: {text!r}") from error
    return sound, played


@pytest.mark.parametrize("name", names())
def test_records_that_have_everything_keep_the_law(name):
    records = rich_records(name)
    for record in records:
        for text in (record.to_text(), record.to_json()):
            assert keeps_the_law(text) == (record, True)
        assert outlives_a_game(record)
    assert (
        any(record.variations for record in records) and any(record.unfinished for record in records)
    ) or name == "momentum"


@pytest.mark.parametrize("name", names())
def test_mutants_keep_the_law(name):
    sound, played = spoil(name, FEW, 1)
    assert sound > FEW // 5 and played > FEW // 10  # else the law would say little


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_very_many_mutants_keep_the_law(name):
    sound, played = spoil(name, MANY, 2)
    print(f"{name}: {MANY} mutants, {sound} read without complaint, {played} of those played")
    assert sound > MANY // 5 and played > MANY // 10
