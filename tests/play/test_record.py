"""Records: two spellings of one value, read back exactly, and read as far as possible when damaged."""

import json
import re
import tracemalloc
import zlib
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from option_sets import SPECS as ALL_SPECS
from tabuleiro.core import Place
from tabuleiro.core.errors import BadRecord, BadVariation, TabuleiroError
from tabuleiro.core.registry import find, names
from tabuleiro.games.momentum import Momentum
from tabuleiro.home import files, saves
from tabuleiro.play.record import Record, Variation, read_record
from tabuleiro.play.record.draft import HOPELESS, LONGEST_NAME, MOST, NAMED, TOLD, WORDS
from tabuleiro.play.record.seal import sealed
from tabuleiro.play.record.text import _word as word
from tabuleiro.play.replay import replay
from tabuleiro.play.session import Session

SPECS = [*names(), "meerkats:stone=bag,players=4", "campo-bello:players=3", "eximo:drops=reserve,first=black"]


def played(spec: str, turns: int = 10_000, seed: int = 1) -> Session:
    rng = Random(seed)
    game = find(spec)
    session = Session(game, rng, names=[f"Zé {{{seat}}}" for seat in range(game.players)], date="2026-11-15")
    while session.player >= 0 and len(session.turns) < turns:
        session.play(session.player, rng.choice(session.view(session.player).actions), now=float(len(session.steps)))
    session.comments = {0: "a game:\nof two lines", 1: "good } or { bad \\ move\nreally"}
    return session


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("turns", [0, 3, 10_000])
def test_both_spellings_come_back(spec: str, turns: int):
    session = played(spec, turns)
    record = session.record()
    for text in (record.to_text(), record.to_json()):
        again, problems = read_record(text)
        assert problems == []
        assert again == record
        resumed, problem = replay(again, Random(0))
        assert problem is None
        assert (resumed.state, resumed.outcome) == (session.state, session.outcome)
        assert resumed.record() == record


def test_a_record_may_break_off_inside_a_turn():
    game = find("eximo")
    session = Session(game, Random(0), start=game.read_position("8/8/8/3w4/8/4w3/w4b2/8 b"))
    session.play(1, "f2xd4")
    again, problem = replay(read_record(session.record().to_text())[0], Random(0))
    assert problem is None
    assert (again.state, again.so_far) == (session.state, "f2xd4")


def test_resignation_is_kept():
    session = Session(find("momentum"), Random(0), names=["Ana", "Rui"])
    session.play(0, "4,4")
    session.resign(1)
    again, problem = replay(read_record(session.record().to_json())[0], Random(0))
    assert problem is None
    assert again.outcome == session.outcome


def test_damage_is_reported_with_line_and_turn_and_the_rest_is_read():
    text = "game: momentum\nseat 1: A\nseat 2: B\n\n1. 4,4 4,3\n2. 4,3 1,1\n3. 2,2 3,3\n"
    record, problems = read_record(text)
    assert problems == [] and len(record.turns) == 6
    session, problem = replay(record, Random(0))
    assert session.turns == ["4,4", "4,3"]
    assert str(problem).startswith("line 6, turn 3: 4,3 is not legal here")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no record"),
        ("hello", "no record"),
        ("{}", "no record"),
        ("[1]", "no record"),
        ("game: chess\n", "no game is called chess"),
        ('{"game": "mom\\nentum\\u001b"}', "^no game is called mom entum; there"),
        ("game: momentum:size=3\n", "size takes a number from 7"),
        ("game: momentum\nedition: 9\n", "edition 9"),
        ("game: momentum\nstart: nonsense\n", "nonsense is no position"),
    ],
)
def test_what_is_no_record_says_so(text: str, message: str):
    with pytest.raises(TabuleiroError, match=message):
        replay(read_record(text)[0], Random(0))


def test_a_wrong_winner_is_found():
    record = played("momentum").record()
    other = 1 - record.winners[0]
    wrong = read_record(record.to_text().replace(f"winner: {record.winners[0] + 1}", f"winner: {other + 1}"))[0]
    assert "won, the rules say" in str(replay(wrong, Random(0))[1])


def test_turns_after_the_end_are_found():
    record = played("momentum").record()
    longer = Record(record.game, 1, record.seats, record.names, turns=(*record.turns, "1,1"))
    assert "after the end of the game" in str(replay(longer, Random(0))[1])


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("spelling", ["to_text", "to_json"])
def test_a_record_cut_anywhere_is_read_up_to_the_cut(spec: str, spelling: str):
    record = played(spec, 12).record()
    text = getattr(record, spelling)()
    ends = []  # where each turn is complete: after the blank behind it, or at the end of its JSON line
    for turn in record.turns:
        found = text.index(
            turn, ends[-1] if ends else text.index("1. ") if spelling == "to_text" else text.index('"turn"')
        )
        ends.append(found + len(turn) + 1 if spelling == "to_text" else text.index("\n", found) + 1)
    for cut in range(text.index("\n") + 1, len(text) + 1):
        part, _ = read_record(text[:cut])
        complete = sum(end <= cut for end in ends)
        assert part.turns[:complete] == record.turns[:complete]
        assert len(part.turns) <= complete + 1  # the turn under the knife may look like a turn
    with pytest.raises(BadRecord):
        read_record(text[: text.index("game") + 3])


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_text_at_all(text: str):
    only_documented(lambda: read_record(text))


def only_documented(call: Callable[[], object]) -> None:
    """Run *call*: it may raise what is documented, with a message of one line."""
    message = ""
    try:
        call()
    except TabuleiroError as error:
        message = str(error)
    assert "\n" not in message


@pytest.mark.parametrize("spec", [*SPECS, "campo-bello:removal=may", "campo-bello:players=4,chain=report,removal=may"])
def test_a_game_left_anywhere_goes_on_there(spec: str):
    """Also inside a turn, where a text alone would not tell a jump from a jump and the decision to stop."""
    rng = Random(3)
    game = find(spec)
    session = Session(game, rng)
    for _ in range(40):
        if session.player < 0:
            break
        for text in (session.record().to_text(), session.record().to_json()):
            again, problem = replay(read_record(text)[0], Random(0))
            assert problem is None
            assert again.state == session.state
            assert again.record() == session.record()
        view = session.view(session.player)
        state = view.start
        for before, action in view.replay():
            assert before == state
            state = game.apply(state, action)
        assert state == view.state
        session.play(session.player, rng.choice(view.actions))


INSIDE = "Y:y1,y2,g9|B:b0,y0,r3,r6|to=Y|mover=y1|from=y8|jumps=1"  # Yellow has jumped, and may jump on or stop


@pytest.mark.parametrize(
    ("spec", "start", "first"),
    [
        ("campo-bello", INSIDE, "stop"),
        ("campo-bello:removal=may", "Y:y1,g9|B:b0,y2,r3,r6|to=Y|mover=y1|from=y8|over=y2|jumps=3|remove", "keep"),
    ],
)
def test_a_rest_of_a_turn_without_text_is_written_in_words(spec: str, start: str, first: str):
    game = find(spec)
    session = Session(game, Random(0), start=game.read_position(start))
    session.play(0, first)
    session.play(1, "r6-r1")
    assert session.turns == [first, "r6-r1"]
    for text in (session.record().to_text(), session.record().to_json()):
        again, problem = replay(read_record(text)[0], Random(0))
        assert problem is None
        assert again.state == session.state
    assert len(list(session.view(0).replay())) == 2


def test_seats_may_be_named_in_any_order():
    text = "game: momentum\nseat 2: Rui\nseat 1: Ana\n\n1. 4,4\n\nresult: 2 5 1 7\nwinner: 1 1\nreason: Rui resigned\n"
    session, problem = replay(read_record(text)[0], Random(0))
    assert problem is None
    assert session.names == ("Ana", "Rui")
    assert session.outcome is not None
    assert (session.outcome.scores, session.outcome.points) == ((1.0, 0.0), (7, 5))


def test_a_seat_that_is_not_named_is_called_as_usual():
    session, problem = replay(read_record("game: momentum\nseat 2: Rui\n\n1. 4,4\n")[0], Random(0))
    assert problem is None and session.names == ("Blue", "Rui")


@pytest.mark.parametrize("result", ["1 5", "1 5 2 6 3 7"])
def test_points_for_too_few_or_too_many_are_found(result: str):
    text = f"game: momentum\nseat 1: A\nseat 2: B\n\n1. 4,4\n\nresult: {result}\nwinner: 1\nreason: B resigned\n"
    record, problems = read_record(text)
    assert problems == ["result: write every seat once, each with its points"]
    session, problem = replay(record, Random(0))
    assert problem is None and session.outcome is not None and session.outcome.points == ()
    session, problem = replay(replace(record, points=(5, 6, 7)), Random(0))
    assert "the points of" in str(problem)
    assert session.outcome is not None and session.outcome.points == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game: momentum\ndeal: 4,4\n\n1. 4,3\n", "the deal: 4,4, but there is nothing to deal"),
        (
            "game: meerkats\n\n1. R5.5\n",
            "line 3, turn 1: R5.5 is no deal, which comes first; one looks like colours P1=red P2=green",
        ),
        (
            "game: meerkats:stone=bag\ndeal: colours P1=red P2=?\n\n1. R5.5\n",
            "the deal: colours P1=red P2=? is no deal, which comes first; one looks like colours P1=red P2=green",
        ),
    ],
)
def test_a_deal_is_what_chance_does_first(text: str, message: str):
    session, problem = replay(read_record(text)[0], Random(0))
    assert str(problem) == message
    assert session.turns == []


def test_what_a_terminal_would_obey_is_not_read():
    comments = {0: "one\x1b[2J\ntwo", 1: "three\x07"}
    record = Record("momentum", 1, ("1", "2"), ("A\x1b", "\u202eB"), "today\x9b", turns=("4,4",), comments=comments)
    for text in (record.to_text(), record.to_json()):
        again, problems = read_record(text)
        assert problems == []
        assert (again.names, again.date) == (("A", "B"), "today")
        assert again.comments == {0: "one [2J\ntwo", 1: "three"}


@pytest.mark.parametrize("spec", SPECS)
def test_an_unfinished_turn_after_the_end_is_found(spec: str):
    record = played(spec).record()
    broken = read_record(record.to_text() + "\nunfinished: stop\n")[0]
    assert "unfinished: stop is not legal here" in str(replay(broken, Random(0))[1])


def test_what_is_needed_to_go_on_is_kept_beside_the_game():
    table = {"players": "human,level:2", "clock": "300+5", "left": "212.4 188"}
    record = Record("momentum", 1, ("1", "2"), ("A", "B"), turns=("4,4",), table=table)
    assert "\ntable clock: 300+5\n" in record.to_text()
    for text in (record.to_text(), record.to_json()):
        assert read_record(text) == (record, [])
    stranger = read_record('{"game": "momentum", "table": {"a b": "1", "c": "\\u001b[2J\\nd"}}')[0]
    assert stranger.table == {"c": "[2J d"}
    assert len(read_record('{"game": "momentum"}\n{"game": "eximo", "table": {"clock": 3}}')[1]) == 1


# ── What belongs to a turn ───────────────────────────────────────────────────────────────────────────────────────

HEAD = "game: momentum\nseat 1: Ana\nseat 2: Rui\n\n"


@pytest.mark.parametrize("seconds", ["9" * 400, "1000000000", "999999999.9999"])
def test_a_time_that_nobody_takes_is_reported_and_the_rest_is_read(seconds: str):
    text = HEAD + f"1. 4,4 ({seconds}s) 3,3 (2s)\n"
    record, problems = read_record(text)
    assert problems == [f"line 5: {f'({seconds}s)'[:40]}: a turn takes less than 1000000000 seconds"]
    assert (record.turns, record.seconds) == (("4,4", "3,3"), (0.0, 2.0))
    assert read_record(record.to_text()) == (record, [])
    data = f'{{"game": "momentum"}}\n{{"turn": "4,4", "seconds": {seconds}}}\n{{"turn": "3,3", "seconds": 2}}\n'
    record, problems = read_record(data)
    assert len(problems) == 1 and (record.turns, record.seconds) == (("4,4", "3,3"), (0.0, 2.0))


def test_times_are_kept_to_the_millisecond_in_both_spellings():
    record = read_record(HEAD + "1. 4,4 (1.23456s) 3,3 (0.0004s)\n")[0]
    assert record.seconds == (1.235, 0.0)
    assert read_record(record.to_json())[0] == record == read_record(record.to_text())[0]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("(3s) 4,4", "(3s) comes after a turn"),
        ("! 4,4", "! comes after a turn"),
        ("[1. 3,3] 4,4", "a variation comes after the turn that it replaces"),
        ("4,4 (3s) (4s)", "(4s): there is one already"),
        ("4,4 ! ?", "?: there is one already"),
        ("4,4 []", "a variation without a turn"),
        ("4,4 [1. 3,3", "a lone bracket: ["),
        ("4,4 ]", "a lone bracket: ]"),
        ("4,4 {what", "a lone brace: {what"),
        ("4,4 what}", "a lone brace: }"),
        ("4,4 \\", "a lone backslash"),
        ("4,4 [1. 3,3 sealed:eJw=]", "a variation cannot be sealed"),
        ("4,4" + " [1. 4,4" * 21 + "]" * 21, "variations are 20 deep at most"),
    ],
)
def test_what_cannot_be_kept_is_reported(words: str, problem: str):
    record, problems = read_record(HEAD + f"1. {words}\n")
    assert problems == [f"line 5: {problem}"]
    assert record.turns[0] == "4,4"


def test_comments_on_one_turn_are_joined():
    text = (
        HEAD.replace("\n\n", "\nnote: a game\nnote: of chess?\n\n")
        + "{No:} 1. 4,4 {one} (2s) {two\\nlines} [1. 3,3] {three} 3,3\n"
    )
    record, problems = read_record(text)
    assert problems == []
    assert record.comments == {0: "a game of chess? No:", 1: "one two\nlines three"}
    assert read_record(record.to_text()) == read_record(record.to_json()) == (record, [])


def test_variations_and_marks_are_read_and_written():
    text = (
        HEAD
        + "1. 4,4 !? {the middle} (3.2s) [1. 3,3 ! 4,5 [{or} 1. 5,5 {too far} 2. 1,1] 2. 6,6] [1. 1,1] 3,3\n2. 1,7 ??\n"
    )
    record, problems = read_record(text)
    assert problems == []
    assert record.turns == ("4,4", "3,3", "1,7") and record.marks == {1: "!?", 3: "??"}
    nested = Variation(("5,5", "1,1"), comments={0: "or", 1: "too far"})
    first = Variation(("3,3", "4,5", "6,6"), marks={1: "!"}, variations={2: (nested,)})
    assert record.variations == {1: (first, Variation(("1,1",)))}
    assert record.to_text().endswith(text.partition("\n\n")[2])
    assert read_record(record.to_json()) == (record, [])
    turn = record.to_json().splitlines()[1]
    assert '"mark": "!?"' in turn and '"variations": [[{"turn": "3,3", "mark": "!"}, ' in turn
    session, trouble = replay(record, Random(0))
    assert trouble is None and session.record() == record


@pytest.mark.parametrize(
    ("variation", "problem"),
    [
        ("[1. 9,9]", "9,9 is not legal here; try"),
        ("[1. 3,3 1,6 2. 3,3]", "3,3 is not legal here; try"),
        ("[1. 3,3 1,6 2. 5,5 [2. 3,3]]", "3,3 is not legal here; try"),
        ("[1. hello]", "hello cannot be read; try"),
    ],
)
def test_a_variation_that_cannot_be_played_is_reported_and_kept(variation: str, problem: str):
    record, problems = read_record(HEAD + f"1. 4,4 {variation} 3,3\n")
    assert problems == []
    session, trouble = replay(record, Random(0))
    assert isinstance(trouble, BadVariation)
    assert str(trouble).startswith(f"line 5, turn 1: in a variation, {problem}")
    assert session.turns == ["4,4", "3,3"] and session.record().variations == record.variations


def test_a_file_full_of_variations_is_read_soon():
    """All of them are read, and as many are checked as nobody has to wait for."""
    record, problems = read_record(HEAD + "1. 4,4 " + "[1. 3,3] {and} " * 9_000)
    assert problems == [] and len(record.variations[1]) == 9_000
    session, trouble = replay(record, Random(0))
    assert isinstance(trouble, BadVariation) and "the first 5000 are checked" in str(trouble)
    assert session.record() == record


def test_a_turn_can_have_any_text():
    words = (
        "!",
        "??",
        "1.",
        "12...",
        "(3s)",
        "a b",
        "[x]",
        "{y}",
        "z\\",
        "\\n",
        "·",
        "sealed",
        "sealed:x",
        "sealed x",
        "game:",
    )
    record = Record("momentum", 1, ("1", "2"), ("A", "B"), turns=words, unfinished=(*words, "", "colours P1=red"))
    varied = replace(record, variations={2: (Variation(words),)})
    for text in (varied.to_text(), varied.to_json()):
        again, problems = read_record(text)
        assert problems == [] and again == replace(varied, sealed=frozenset({words.index("sealed x") + 1}))
        assert read_record(again.to_text()) == read_record(again.to_json()) == (again, [])


def test_what_cannot_be_in_a_file_is_not_written():
    """A command line can hold half a sign, and what is pasted a line break of any kind."""
    strange = "a\udcffb\u2028c\x0bd"
    record = Record(
        "momentum", 1, ("1", "2"), (strange, "B"), strange, turns=("4,4",), comments={0: strange, 1: strange}
    )
    for text in (record.to_text(), record.to_json()):
        text.encode()
        again, problems = read_record(text)
        assert problems == [] and again.turns == ("4,4",) and again.comments.keys() == {0, 1}


@pytest.mark.parametrize("spec", ALL_SPECS)
def test_no_turn_of_a_game_looks_like_anything_else(spec: str):
    """A backslash is never needed: marks, numbers, times and brackets are no turns of any game."""
    rng = Random(4)
    session = Session(find(spec), rng)
    while session.player >= 0 and len(session.turns) < 60:
        session.play(session.player, rng.choice(session.view(session.player).actions))
    assert all(word(text) == text for text in session.turns)


# ── Who, and what else ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "game: momentum\nseat 1: Ana\nseat X: Eva\nseat 2: Rui\n\n1. 4,4\n",
        '{"game": "momentum", "seats": ["1", "X", "2"], "names": ["Ana", "Eva", "Rui"]}\n{"turn": "4,4"}\n',
    ],
)
def test_a_seat_that_the_game_does_not_have_is_reported(text: str):
    record, problems = read_record(text)
    assert problems == [] and record.names == ("Ana", "Eva", "Rui")
    session, trouble = replay(record, Random(0))
    assert str(trouble) == "this game has the seats 1 2, and not X (Eva)"
    assert session.names == ("Ana", "Rui") and session.turns == ["4,4"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("game: momentum\nseat 1: Ana\nseat 1: Eva\n", "line 3: seat 1 is there twice"),
        ("game: momentum\ndate: 1\ndate: 2\n", "line 3: date is there twice"),
        ("game: momentum\ngame: eximo\n", "line 2: game is there twice"),
        ("game: momentum\nevent: A\nevent: B\n", "line 3: tag event is there twice"),
        ("game: momentum\ntable a: A\ntable a: B\n", "line 3: table a is there twice"),
        ("game: momentum\ntable a-b: A\n", "line 2: table a-b cannot be kept; it takes a single word"),
        ("game: momentum\nseat: Ana\n", "line 2: seat is no name of a tag"),
        ("game: momentum\nseat 1 or 2: Ana\n", "line 2: seat 1 or 2 is no name of a tag"),
        ("game: momentum\nunfinished: a\nunfinished: b\n", "line 3: unfinished is there twice"),
        ("game: momentum\nseat 1: A\nseat 2: B\nresult: 1 5 2\n", "line 4: '' is no number"),
        ("game: momentum\nseat 1: A\nseat 2: B\nresult: 1 5 1 6\n", "line 4: result: write every seat once, each with its points"),
        ("game: momentum\nwinner: 3\n", "winner: there is no seat 3"),
        ('{"game": "momentum", "seats": ["1"], "names": ["A", "B"]}', "line 1: the numbers of seats (1) and of names (2) differ"),
        ('{"game": "momentum", "names": ["A", "B"]}', "line 1: the numbers of seats (0) and of names (2) differ"),
        ('{"game": "momentum", "seats": ["1", "1"], "names": ["A", "B"]}', "line 1: seat 1 is there twice"),
        ('{"game": "momentum"}\n{"game": "eximo"}', "line 2: header is there twice"),
        ('{"game": "momentum", "tags": {"a:b": "c"}}', "line 1: a:b is no name of a tag"),
        ('{"game": "momentum", "tags": {"date": "c"}}', "line 1: date is no name of a tag"),
        ('{"game": "momentum"}\n{"turn": "4,4", "turn": "3,3"}', 'line 2: damaged (turn): {"turn": "4,4", "turn": "3,3"}'),
        ('{"game": "momentum"}\n{"turn": "4,4", "mark": "!!!"}', "line 2: !!! is no mark; there are ! ? !! ?? !? ?!"),
        ('{"game": "momentum"}\n{"reason": "x", "points": [5, 7]}', "line 2: the numbers of seats (0) and of points (2) differ"),
        ('{"game": "momentum"}\n{"turn": ""}', "line 2: a turn without a text"),
    ],
)  # fmt: skip
def test_nothing_is_lost_in_silence(text: str, problem: str):
    problems = read_record(text)[1]
    assert problem in problems


def test_points_belong_to_the_seats_whose_letters_stand_before_them():
    text = "game: momentum\nseat 1: A\nseat 2: B\n\n1. 4,4\n\nresult: 2 5 1 7\nwinner: 1\nreason: B resigned\n"
    assert read_record(text)[0].points == (7, 5)


def test_a_winner_without_a_reason_is_reported():
    session, trouble = replay(read_record(HEAD + "1. 4,4\n\nwinner: 1\n")[0], Random(0))
    assert "a line reason: is missing" in str(trouble) and session.outcome is None


def test_points_that_the_rules_do_not_give_are_found():
    record = played("momentum").record()
    _, trouble = replay(replace(record, points=tuple(points + 1 for points in record.points)), Random(0))
    assert str(trouble).startswith("the record says points ")


def test_a_header_that_is_not_known_is_a_tag():
    text = "game: momentum\nedition: 1\nseat 1: Ana\nseat 2: Rui\nevent: Lisbon Open\nwhite elo: 2000: or so\nRound:\n\n1. 4,4\n"
    record, problems = read_record(text)
    assert problems == []
    assert list(record.tags.items()) == [("event", "Lisbon Open"), ("white elo", "2000: or so"), ("Round", "")]
    assert record.to_text() == text
    assert '"tags": {"event": "Lisbon Open", ' in record.to_json()
    assert read_record(record.to_json()) == (record, [])
    session, _ = replay(record, Random(0))
    session.play(1, "3,3")
    assert session.record().tags == record.tags
    assert read_record('{"game": "momentum", "event": "Lisbon Open"}')[0].tags == {"event": "Lisbon Open"}


def test_an_unfinished_turn_that_is_finished_is_found():
    record = read_record("game: momentum\nunfinished: 4,4\n")[0]
    assert "unfinished: 4,4 finishes the turn" in str(replay(record, Random(0))[1])


def test_a_deal_among_the_turns_is_found():
    text = '{"game": "meerkats"}\n{"turn": "colours P1=red P2=blue", "comment": "so"}\n{"turn": "R5.5", "comment": "well"}\n'
    assert "write it in the line deal:" in str(replay(read_record(text)[0], Random(0))[1])


def test_a_file_of_nonsense_gives_a_few_problems():
    for text in (
        HEAD + "1. 4,4 " + "} " * 10_000,
        HEAD + "1. 4,4 " + "[" * 100_000,
        '{"game": "momentum"}\n' + "x\n" * 10_000,
    ):
        problems = read_record(text)[1]
        assert 0 < len(problems) <= 21
    assert problems[-1] == "and 9980 more problems"


# ── Seals ────────────────────────────────────────────────────────────────────────────────────────────────────────


def meerkats(start: str = "") -> Session:
    game = find("meerkats")
    return Session(game, Random(3), start=game.read_position(start) if start else None)


@pytest.mark.parametrize("spelling", ["to_text", "to_json"])
def test_the_deal_of_a_game_under_way_is_sealed_and_open_when_it_is_over(spelling: str):
    session = meerkats()
    session.play(0, "R5.5")
    record = session.record()
    text = getattr(record, spelling)()
    assert "colours" in record.deal and "sealed " in text
    assert not re.search(r"colours|P\d=|red|green|blue|yellow", text)
    again, problems = read_record(text)
    assert (again, problems) == (record, [])
    assert getattr(again, spelling)() == text
    resumed, trouble = replay(again, Random(0))
    assert trouble is None and resumed.state == session.state
    session.resign(1)
    assert record.deal in getattr(session.record(), spelling)()


@pytest.mark.parametrize("spelling", ["to_text", "to_json"])
def test_a_start_that_tells_colours_is_sealed(spelling: str):
    session = meerkats("5/6/7/8/R8/8/7/6/5 colours=G,B")
    session.play(1, "R1.1/5.1-5.2")
    record = session.record()
    text = getattr(record, spelling)()
    assert record.start.endswith("colours=G,B") and "colours" not in text and "R8" not in text
    assert read_record(text) == (record, [])
    session.resign(0)
    assert "colours=G,B" in getattr(session.record(), spelling)()


def test_what_a_seat_may_know_is_not_sealed():
    session = meerkats()
    assert session.record(0).sealed == session.record(None).sealed == frozenset()
    assert "?" in session.record(None).to_text()


class Blind(Momentum):
    """Momentum in which nobody sees where others put their marbles."""

    def veil(self, state, action, seat):
        return action if seat == state.player else Place(0, action.piece)


@pytest.mark.parametrize("spelling", ["to_text", "to_json"])
def test_turns_that_are_secrets_are_sealed(spelling: str):
    session = Session(Blind(), Random(0))
    for seat, text in ((0, "1,1"), (1, "6,5"), (0, "2,3")):
        session.play(seat, text)
    session.comments[2], session.marks[3] = "where?", "!"
    record = session.record()
    text = getattr(record, spelling)()
    assert "6,5" not in text and "2,3" not in text and "1,1" in text
    assert read_record(text) == (record, [])
    assert replay(record, Random(0))[0].state == session.state


def test_steps_that_are_secrets_are_sealed():
    record = Record("momentum", unfinished=("a b", "", "·", "sealed"), sealed=frozenset({"unfinished"}))
    for text in (record.to_text(), record.to_json()):
        assert "a" not in text.partition("unfinished")[2].partition("sealed")[0]
        assert read_record(text) == (record, [])


@pytest.mark.parametrize(
    ("seal", "problem"),
    [
        ("sealed eJxLTgIAA", "the seal sealed eJxLTgIAA is damaged"),
        ("sealed eNpLTg==", "the seal sealed eNpLTg== is damaged"),
        ("sealed ????", "the seal sealed ???? is damaged"),
        ("sealed çãoçãoção", "is damaged"),
        (f"sealed {b64encode(zlib.compress(b'colours P1=red P2=blue') + b'more').decode()}", "is damaged"),
        (f"sealed {b64encode(zlib.compress(bytes([255, 254]))).decode()}", "is damaged"),
        (f"sealed {b64encode(zlib.compress(bytes(1 << 24), 9)).decode()}", "holds too much; 1 MB is the most"),
    ],
)
@pytest.mark.parametrize("key", ["deal", "start"])
def test_a_damaged_seal_is_a_bad_record(seal: str, problem: str, key: str, tmp_path):
    for text in (f"game: meerkats\n{key}: {seal}\n", json.dumps({"game": "meerkats", key: seal})):
        path = tmp_path / "game.txt"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadRecord) as caught:
            saves.resume(str(path))
        assert (problem if key == "deal" else "under a seal that is damaged") in str(caught.value)


def test_seals_take_no_more_memory_than_a_record_may():
    bomb = b64encode(zlib.compress(bytes(1 << 20), 9)).decode()
    lines = ['{"game": "meerkats"}', *[json.dumps({"turn": f"sealed {bomb}"})] * 2000]
    tracemalloc.start()
    problems = read_record("\n".join(lines))[1]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 64 << 20 and "holds too much" in problems[-2]


def test_a_seal_stands_where_something_may_be_sealed():
    """One in the place of something else in the line of an unfinished turn was taken for a list."""
    for key in ("variations", "mark", "turns"):
        lines = ['{"game": "eximo"}', json.dumps({"unfinished": ["Y"], key: sealed("x")})]
        _, problems = read_record("\n".join(lines))
        assert problems and "damaged" in problems[0]
    _, problems = read_record(f'{{"game": "eximo"}}\n{{"turn": "b6-b5", "unfinished": "{sealed("x")}"}}')
    assert problems


def test_a_seal_behind_a_sign_that_nobody_sees_is_a_seal():
    """The sign was taken away after the text was found to be no seal, so that it was one when it was written."""
    for start in (sealed("x"), f"\ufeff{sealed('x')}", f"\x00 {sealed('x')}"):
        record, problems = read_record(f"game: eximo\nstart: {start}\n")
        assert (problems, record.start, record.sealed) == ([], "x", {"start"})
        assert read_record(record.to_text()) == (record, [])


def test_a_record_has_no_more_turns_than_can_be_played_again():
    """A few megabytes of legal turns took minutes, and of variations more than a gigabyte."""
    head = "game: momentum\n\n1. 4,4 "
    for text, played in (
        (head + "a ! " * 2 * MOST + "{x}\nwinner: 1", MOST),
        (head + "[a b] " * MOST + "c {x}", 1),
        (head + "[" + "a " * 2 * MOST + "] b", 1),
        ('{"game": "momentum"}\n' + '{"turn": "a", "comment": "x"}\n' * 2 * MOST, MOST),
        ('{"game": "momentum"}\n{"turn": "a", "variations": [' + ", ".join(['[{"turn": "b"}]'] * MOST) + "]}", 1),
    ):
        record, problems = read_record(text)
        assert [problem for problem in problems if f"is one turn too many; the first {MOST} are read" in problem]
        lines = [line for lines in record.variations.values() for line in lines]
        assert len(record.turns) == played
        assert played + sum(len(line.turns) for line in lines) == MOST
        assert len(record.marks) <= len(record.turns) and "x" not in record.comments.get(played, "")[1:]
    record, problems = read_record(head + "a " * (MOST - 1))
    assert problems == [] and len(record.turns) == MOST
    page = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
    assert f"up to {MOST:,} turns" in page and f"up to {files.LARGEST // 1_000_000} MB" in page


@pytest.mark.parametrize("unit", ["R5.5/", "\\a", "a\\{"])
@pytest.mark.parametrize("around", ["1. {}", "1. {{{}}}", "1. {{{}", "unfinished: {}", "note: {}"])
def test_a_word_of_any_length_takes_little_memory(unit, around):
    """Of one that fills a file as large as is read, a gigabyte was taken."""
    text = "game: meerkats\n\n" + around.format(unit * 20_000)
    tracemalloc.start()
    try:
        read_record(text)
        assert tracemalloc.get_traced_memory()[1] < 40 * len(text)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "text",
    ["game: momentum\nseat 1: {}\n\n1. 4,4\n", '{{"game": "momentum", "seats": ["1", "2"], "names": ["{}", "b"]}}\n'],
)
def test_a_name_has_an_end(text):
    """One of megabytes took minutes and gigabytes where it is drawn."""
    fine, problems = read_record(text.format("x" * LONGEST_NAME))
    assert problems == [] and len(fine.names[0]) == LONGEST_NAME
    record, problems = read_record(text.format("x" * (LONGEST_NAME + 1)))
    assert record.names == fine.names and "at most 10000 characters" in problems[0]


@pytest.mark.parametrize(("head", "line"), [("game: momentum\n\n1. 4,4 ", "] "), ('{"game": "momentum"}\n', "{\n")])
def test_what_is_nothing_but_damage_is_not_read_to_its_end(head, line):
    record, problems = read_record(head + line * 3 * HOPELESS + '\n{"turn": "4,4"}')
    assert record.game == "momentum" and len(record.turns) < 2
    assert len(problems) == TOLD + 1 and f"{HOPELESS:,}" in problems[-1].replace("10000", "10,000")


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("seat {}: x", "seats"),
        ("t{}: x", "tags"),
        ("table a{}: x", "table"),
    ],
)
def test_names_have_a_number(line, kept):
    """Hundreds of thousands took half a gigabyte, and seconds in every list."""

    def text(count):
        return "game: momentum\n" + "".join(line.format(number) + "\n" for number in range(count))

    record, problems = read_record(text(NAMED))
    assert problems == [] and len(getattr(record, kept)) == NAMED
    record, problems = read_record(text(NAMED + 1))
    assert len(getattr(record, kept)) == NAMED and f"is one too many; the first {NAMED} are kept" in problems[0]
    again, problems = read_record(record.to_json())
    assert problems == [] and again == record
    line = json.loads(record.to_json())
    line |= {"seats": [*map(str, range(NAMED + 1))], "names": ["x"] * (NAMED + 1)}
    line |= {part: {f"t{number}": "x" for number in range(NAMED + 1)} for part in ("tags", "table")}
    record, problems = read_record(json.dumps(line))
    assert (len(record.seats), len(record.tags), len(record.table), len(problems)) == (NAMED, NAMED, NAMED, 3)


def test_words_and_steps_have_a_number():
    head = "game: momentum\n\n1. 4,4 "
    record, problems = read_record(head + "{x}" * (WORDS - 2) + "\nwinner: 1\nseat 1: Ana")
    assert problems == [] and len(record.comments[1]) == 2 * (WORDS - 2) - 1
    cut, problems = read_record(head + "{x}" * WORDS + "\n2. 3,3\n\nwinner: 1\nseat 1: Ana")
    assert cut == record and problems == [f"line 3: this is too long; the first {WORDS} words are read"]
    for text in (
        "game: momentum\nunfinished: " + "a " * 2 * NAMED,
        f'{{"game": "momentum"}}\n{json.dumps({"unfinished": ["a"] * 2 * NAMED})}',
    ):
        record, problems = read_record(text)
        assert len(record.unfinished) == NAMED and f"a turn has at most {NAMED} steps" in problems[0]


def test_all_that_turns_may_have_is_within_the_number_of_words():
    """What one spelling reads without complaint, the other does too."""
    turn = {
        "turn": "a",
        "comment": "c",
        "mark": "!",
        "seconds": 1,
        "variations": [[{"comment": "c"}, {"turn": "b", "comment": "c", "mark": "?", "seconds": 1}]],
    }
    record, problems = read_record('{"game": "momentum"}\n' + (json.dumps(turn) + "\n") * (MOST // 2))
    assert problems == []
    assert read_record(record.to_text()) == (record, [])
