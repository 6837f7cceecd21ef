"""Records: two spellings of one value, read back exactly, and read as far as possible when damaged."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabuleiro.core.errors import BadRecord, TabuleiroError
from tabuleiro.core.registry import find, names
from tabuleiro.play.record import Record, read_record
from tabuleiro.play.session import Session, replay

SPECS = [*names(), "meerkats:stone=bag,players=4", "campo-bello:players=3", "eximo:drops=reserve,first=black"]
TEXTS_A_GAME = 10_000
CHUNK = 100


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
    if turns == 0:
        record.comments.pop(1)
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
        ('{"game": "mom\\nentum\\u001b"}', "^no game is called mom entum ; there"),
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


def damaged(text: str, rng: Random) -> str:
    """*text* with a few characters changed, dropped, doubled or put in."""
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(letters))
        letter = rng.choice("{}()[]\\\"':,.\n 0123456789abcxyzRGB@=-/é\x00\u2028")
        letters[at : at + 1] = rng.choice([[letter], [], letters[at : at + 1] * 2, [letter, *letters[at : at + 1]]])
    return "".join(letters)


@pytest.mark.parametrize("spec", names())
@pytest.mark.parametrize("spelling", ["to_text", "to_json"])
def test_damaged_records_raise_only_what_is_documented(spec: str, spelling: str):
    """10,000 texts a game in all: the two spellings take half each, in examples of many texts."""
    text = getattr(played(spec, 3).record(), spelling)()
    count = 0

    @settings(max_examples=TEXTS_A_GAME // 2 // CHUNK, deadline=None, database=None)
    @given(st.integers(0, 10**9))
    def many(seed: int) -> None:
        nonlocal count
        rng = Random(seed)
        for _ in range(CHUNK):
            count += 1
            only_documented(lambda: replay(read_record(damaged(text, rng))[0], Random(0)))

    many()
    assert count >= TEXTS_A_GAME // 2


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
    session, problem = replay(read_record(text)[0], Random(0))
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
