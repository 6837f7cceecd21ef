"""Eximo: every sentence of the rules, on boards drawn in the test. Rank 8 is on top; w moves down, b moves up."""

from __future__ import annotations

import re
from itertools import combinations
from math import comb
from random import Random

import pytest

import tabuleiro.games.eximo as module
from tabuleiro.core import NOBODY, OFF, Choose, Move
from tabuleiro.core.errors import Ambiguous, BadOption, BadPosition, Illegal, Unreadable
from tabuleiro.core.notation import read_position, read_turn, turns
from tabuleiro.core.registry import find
from tabuleiro.core.select import click, select
from tabuleiro.games.eximo import Eximo, Men
from tabuleiro.play.session import Session
from tabuleiro.testing.perft import perft

EXIMO = Eximo()
RESERVE = Eximo(drops="reserve")
OPTIONAL = Eximo(capture="optional")
VARIANTS = (
    EXIMO,
    Eximo(first="black"),
    RESERVE,
    OPTIONAL,
    Eximo(max_plies=40, repetition=2),
    Eximo(drops="reserve", capture="optional", max_plies=90),
    Eximo(max_plies=0, repetition=0),
)
IDS = [str(game) for game in VARIANTS]

START = """
    . w w w w w w .
    . w w w w w w .
    . w w . . w w .
    . . . . . . . .
    . . . . . . . .
    . b b . . b b .
    . b b b b b b .
    . b b b b b b .
"""
FORTY = """b1-a2 b1^d3 b2-a3 b2^b4 b2^d4 b3-a4 b3-b4 b3-c4 c1^a3 c1^e3 c2-d3 c2^a4 c2^c4 c3-b4 c3-c4 c3-d4 d1^d3 d2-d3
d2-e3 d2^b4 e1^e3 e2-d3 e2-e3 e2^g4 f1^d3 f1^h3 f2-e3 f2^f4 f2^h4 f3-e4 f3-f4 f3-g4 g1-h2 g1^e3 g2-h3 g2^e4 g2^g4 g3-f4
g3-g4 g3-h4"""
FIGURE_7 = """
    . . w w b w w .
    . . w . . w w .
    . w . . . w . .
    . . . . . . . .
    . . . . . . . .
    . b . . . b b .
    . b b . b . b .
    . b . b b . b .
"""
FIGURE_8 = """
    . . w w w w w .
    . . w . . w w .
    . . . w . w . .
    . . . . . . . .
    . . . w . . . .
    . b b . . b b .
    . b b . b . b .
    . b . b b . b .
"""
ENDLESS = "1wwwwww1/1wwwwww1/8/8/8/8/1bbbbbb1/1bbbbbb1 w"
CYCLE = "b7-a6 g2-h3 a6-a5 h3-h4 a5-a4 h4-h5 a4-a3 h5-h6 a3-a2 h6-h7 a2-a1=b7 h7-h8=g2"


def rows(picture: str) -> str:
    """The rows of a position text for a drawn board; single dots are read as well as runs."""
    return "/".join("".join(line.split()) for line in picture.strip().splitlines())


def at(text: str, game: Eximo = EXIMO) -> Men:
    """The state of a position text, strictly read."""
    return read_position(game, text)


def setup(picture: str, rest: str, game: Eximo = EXIMO) -> Men:
    """The state of a drawn board with *rest* after its rows: the side to move and more."""
    return at(f"{rows(picture)} {rest}", game)


def drawn(state: Men) -> str:
    return "\n".join(" ".join(".wb"[man] for man in state.board[row : row + 8]) for row in range(0, 64, 8))


def picture(text: str) -> str:
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())


def legal(state: Men, game: Eximo = EXIMO) -> list[str]:
    """All turn texts, sorted; every one only once."""
    texts = [turn.text for turn in turns(game, state)]
    assert len(set(texts)) == len(texts)
    return sorted(texts)


def play(state: Men, text: str, game: Eximo = EXIMO) -> Men:
    """The state after these turns, or after the beginning of a turn."""
    for turn in text.split():
        for action in read_turn(game, state, turn).actions:
            assert action in game.actions(state)
            state = game.apply(state, action)
    return state


def finished(state: Men) -> list[Men]:
    """The states after every turn, one for each way to play it."""
    after = [EXIMO.apply(state, action) for action in EXIMO.actions(state)]
    return [end for inner in after for end in ([inner] if inner.whole else finished(inner))]


def flipped(text: str) -> str:
    """A turn text seen from the other side of the table: rank r becomes 9 - r, drops in order again."""
    way, equals, drops = "".join(str(9 - int(sign)) if sign.isdigit() else sign for sign in text).partition("=")
    return way + equals + ",".join(sorted(drops.split(",")))


def mirrored(text: str) -> str:
    """A turn text in a mirror: a becomes h."""
    files = dict(zip("abcdefgh", "hgfedcba", strict=True))
    way, equals, drops = "".join(files.get(sign, sign) for sign in text).partition("=")
    return way + equals + ",".join(sorted(drops.split(",")))


def positions(game: Eximo, seed: int, games: int) -> list[Men]:
    """Every state of some random games."""
    rng, seen = Random(seed), []
    for _ in range(games):
        state = game.start()
        while state.player != NOBODY:
            seen.append(state)
            state = game.apply(state, rng.choice(game.actions(state)))
        seen.append(state)
    return seen


# ── Board, material, start ───────────────────────────────────────────────────────────────────────────────────────


def test_squares_are_named_from_a8_at_the_top_left_to_h1():
    names = EXIMO.board.names
    assert len(names) == 64
    assert (names[0], names[7], names[8], names[63]) == ("a8", "h8", "a7", "h1")


def test_the_start():
    """T1, and the first program's printed board."""
    start = EXIMO.start()
    assert drawn(start) == picture(START)
    assert EXIMO.write_position(start) == "1wwwwww1/1wwwwww1/1ww2ww1/8/8/1bb2bb1/1bbbbbb1/1bbbbbb1 w"
    assert dict(EXIMO.status(start))["men"] == (16, 16)
    assert start.whole and start.player == 0


def test_white_begins_and_with_an_option_black():
    assert EXIMO.start().player == 0
    assert find("eximo:first=black").start().player == 1


def test_forty_first_turns_for_either_side():
    """T1."""
    assert legal(Eximo(first="black").start()) == sorted(FORTY.split())
    assert legal(EXIMO.start()) == sorted(flipped(text) for text in FORTY.split())


def test_ten_men_have_three_first_turns_four_two_and_two_one():
    """T1: the designer's count; rank 1 has the men with fewer."""
    by_man: dict[str, int] = {}
    for text in FORTY.split():
        by_man[text[:2]] = by_man.get(text[:2], 0) + 1
    assert sorted(by_man.values()) == [1] * 2 + [2] * 4 + [3] * 10
    assert {man for man, count in by_man.items() if count == 2} == {"b1", "c1", "f1", "g1"}
    assert {man for man, count in by_man.items() if count == 1} == {"d1", "e1"}


def test_the_first_programs_choices_for_the_man_1_3():
    """T2: d7 steps to 2-3 and 2-4, jumps to 3-1, captures nothing."""
    assert [text for text in legal(EXIMO.start()) if text.startswith("d7")] == ["d7-d6", "d7-e6", "d7^b5"]


def test_drop_zones_are_the_first_two_ranks_without_the_edge_files():
    zones = {name: {EXIMO.board.names[cell] for cell in cells} for name, cells in EXIMO.board.zones.items()}
    assert zones == {
        "white drop zone": {file + rank for file in "bcdefg" for rank in "87"},
        "black drop zone": {file + rank for file in "bcdefg" for rank in "12"},
    }


# ── Moves and jumps ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_man_steps_straight_or_diagonally_ahead():
    """T5: no capture of f3, which g4 backs."""
    state = setup(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . w .
        . . . . . w . .
        . . . . b . . .
        . b . . . . . .
        """,
        "b",
    )
    assert legal(state) == ["b1-a2", "b1-b2", "b1-c2", "e2-d3", "e2-e3"]


def test_a_jump_over_a_friend_goes_on_while_it_can():
    """T6: b1^d3 may not stop there."""
    state = setup(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . b . . . .
        . . . . . . . .
        . b b . . . . .
        . b . . . . . .
        """,
        "b",
    )
    texts = legal(state)
    assert len(texts) == 12
    assert [text for text in texts if text.startswith("b1")] == ["b1-a2", "b1^b3", "b1^d3^d5"]
    after = play(state, "b1^d3")
    assert EXIMO.write_position(after) == "8/8/8/8/3b4/3b4/1bb5/8 b chain=jump:d3"
    assert not after.whole and after.player == 1
    assert legal(after) == ["^d5"]


def test_the_man_jumped_over_stays():
    after = play(at("8/8/8/8/3b4/8/1bb5/1b6 b"), "b1^d3^d5")
    assert EXIMO.board.names[after.board.index(2)] == "d5"
    assert after.board.count(2) == 4


def test_a_longer_chain_of_jumps_need_not_be_chosen():
    state = at("8/8/8/5b2/8/1b1b4/2b5/8 b")
    assert [text for text in legal(state) if text.startswith("c2^")] == ["c2^a4", "c2^e4^g6"]


def test_three_jumps_lead_to_the_last_row():
    texts = [text for text in legal(at("8/1b6/8/1b6/8/1b6/b7/8 b")) if text.startswith("a2^")]
    assert {text.partition("=")[0] for text in texts} == {"a2^c4^a6^c8"}
    assert len(texts) == comb(12, 2)


def test_a_jump_is_never_compulsory_at_the_start_of_a_turn():
    assert {"d7-d6", "d7^b5"} <= set(legal(EXIMO.start()))


def test_a_jump_never_turns_into_a_capture():
    """T14: after d2^d4 the man could capture e5, but the turn is over."""
    state = setup(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . w . . .
        . . . . . . . .
        . . . b . . . .
        . . . b . . . .
        . . . . . . . .
        """,
        "b",
    )
    assert legal(state) == ["d2-c3", "d2-e3", "d2^d4", "d3-c4", "d3-d4", "d3-e4"]
    after = play(state, "d2^d4")
    assert after.whole and after.player == 0


def test_a_capture_never_turns_into_a_jump():
    """c3xe5 could leap on over its friend e6."""
    assert legal(at("8/7w/4b3/8/3w4/2b5/8/8 b")) == ["c3xe5"]


# ── Captures ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_five_directions_of_capture():
    """T7: the two sideways captures must go on, whatever the designer's diagram marks."""
    state = setup(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . w w w . . . .
        . w b w . . . .
        . . . . . . . .
        . . . . . . . .
        """,
        "b",
    )
    assert legal(state) == ["c3xa3xc5", "c3xa5", "c3xc5", "c3xe3xc5", "c3xe5"]
    assert EXIMO.write_position(play(state, "c3xe3")) == "8/8/8/8/1www4/1w2b3/8/8 b chain=capture:e3"


def test_who_can_capture_must():
    """T9."""
    board = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . w . . . .
        . . b . . . . .
        . . . . . b . .
        . . . . . . . .
    """
    assert legal(setup(board, "b")) == ["c3xe5"]
    assert legal(setup(board, "w")) == ["d4xb2"]


def test_sideways_is_for_capturing_only_and_nothing_goes_backwards():
    """T15."""
    assert legal(at("8/8/8/8/3bw3/8/8/8 b")) == ["d4xf4"]
    assert legal(at("8/8/8/8/3b4/3w4/8/8 b")) == ["d4-c5", "d4-d5", "d4-e5"]


def test_a_captured_man_is_taken_off_at_once():
    """There is no way back over it within the chain."""
    state = at("7w/8/8/8/3w4/2bw4/8/8 b")
    begun = play(state, "c3xe3")
    assert drawn(begun).splitlines()[5] == ". . . . b . . ."
    assert legal(begun) == ["xc5"]
    assert legal(at("7w/8/8/8/8/2bw4/8/8 b")) == ["c3xe3"]


def test_the_longest_chain_is_not_compulsory_but_stopping_short_is_forbidden():
    assert legal(at("8/8/3w4/8/1w1w4/2b5/8/8 b")) == ["c3xa5", "c3xe5xc7"]


def test_a_chain_can_capture_twelve_men():
    state = setup(
        """
        . . . . . . . .
        . . . . . . w .
        . w . w . w . .
        w . . . . . . .
        . w . w . w . .
        . . . . . . w .
        b w . w . w . .
        . . . . . . . .
        """,
        "b",
    )
    way = "a2xc2xe2xg2xg4xe4xc4xa4xa6xc6xe6xg6xg8="
    after = play(state, way)
    assert after.board.count(1) == 0
    assert after.pending == 2
    assert play(after, "b1,b2").player == NOBODY


def test_captures_and_drops_in_one_turn():
    """The zone is examined after the captures: b2 is free again, and all twelve squares are."""
    texts = legal(at("8/2w5/8/2w5/8/2w5/bw6/8 b"))
    assert {"a2xc2xc4xc6xc8=b1,g2", "a2xc2xc4xc6xc8=b2,g2"} <= set(texts)
    assert len(texts) == comb(12, 2)


def test_first_programs_figure_8():
    """T3: its caption lets c3 capture d4 and d6, but c7 is occupied; the counters are right."""
    state = setup(FIGURE_8, "b 4 5", RESERVE)
    assert state.lost == (5, 4)
    assert RESERVE.objection(state) is None
    assert legal(state, RESERVE) == legal(setup(FIGURE_8, "b")) == ["c3xe5"]
    white = legal(setup(FIGURE_8, "w"))
    assert len(white) == 31
    assert not any("x" in text for text in white)


def test_first_programs_figure_8_without_c7():
    """T3: then the caption is right and the counters are not."""
    board = rows(FIGURE_8).replace("..w..ww.", ".....ww.")
    assert legal(at(f"{board} b")) == ["c3xe5xc7"]
    with pytest.raises(BadPosition, match="16"):
        at(f"{board} b 4 5", RESERVE)
    assert legal(at(f"{board} b 4 6", RESERVE), RESERVE) == ["c3xe5xc7"]


# ── The last row ─────────────────────────────────────────────────────────────────────────────────────────────────


PAIRS = ["c1,d2", "c1,f1", "c1,f2", "d2,f1", "d2,f2", "f1,f2"]


def test_a_man_that_arrives_is_exchanged_for_two():
    """T4: one step before the first program's figure 7."""
    state = at("2ww1ww1/2w1bww1/1w3w2/8/8/1b3bb1/1bb1b1b1/1b1bb1b1 b")
    texts = legal(state)
    assert len(texts) == 35
    assert not any("x" in text for text in texts)
    assert [text for text in texts if text.startswith("e7")] == [f"e7-e8={pair}" for pair in PAIRS]
    after = play(state, "e7-e8=c1,f2")
    assert after.player == 0 and after.whole
    assert after.board.count(2) == 13
    assert drawn(after).splitlines()[-2:] == [". b b . b b b .", ". b b b b . b ."]


def test_first_programs_figure_7_is_inside_a_turn():
    """T4: the man on e8 has just arrived; 9 white and 12 black men, 4 and 7 lost."""
    state = setup(FIGURE_7, "b")
    assert state.pending == 2 and not state.whole and state.player == 1
    assert legal(state) == PAIRS
    assert EXIMO.write_position(state) == "2ww1ww1/2w2ww1/1w3w2/8/8/1b3bb1/1bb1b1b1/1b1bb1b1 b drop:2"
    assert state == play(at("2ww1ww1/2w1bww1/1w3w2/8/8/1b3bb1/1bb1b1b1/1b1bb1b1 b"), "e7-e8=")
    counted = setup(FIGURE_7, "b 4 7", RESERVE)
    assert counted.lost == (7, 5)  # with the man just taken off
    assert RESERVE.objection(counted) is None
    assert legal(counted, RESERVE) == PAIRS
    assert counted == setup(FIGURE_7, "b", RESERVE) == setup(FIGURE_7, "b 4 7 drop:2", RESERVE)


def test_a_chain_ends_on_the_last_row():
    """T10: d8 survives although e8 behind it is empty."""
    state = setup(
        """
        . . . w . . . .
        . . w . . . . .
        . . b . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
        "b",
    )
    texts = legal(state)
    zone = [file + rank for file in "bcdefg" for rank in "12"]
    assert texts == sorted(f"c6xc8={one},{other}" for one, other in combinations(zone, 2))
    assert len(texts) == 66
    assert EXIMO.write_position(play(state, "c6xc8=b1,b2")) == "3w4/8/8/8/8/8/1b6/1b6 w ply=1"


@pytest.mark.parametrize("way", ["a7-a8", "a7-b8"])
def test_one_empty_square_one_drop(way: str):
    """T11."""
    state = at("8/b7/8/8/8/8/1bbbbb2/1bbbbbb1 b")
    assert [turn for turn in legal(state) if turn.startswith("a7")] == ["a7-a8=g2", "a7-b8=g2"]
    assert play(state, way).pending == 1
    assert play(state, f"{way}=g2").board.count(2) == 12


def test_no_empty_square_no_drop():
    """T11: the man is lost, the text keeps its sign of arrival."""
    state = at("8/b7/8/8/8/8/1bbbbbb1/1bbbbbb1 b")
    assert [turn for turn in legal(state) if turn.startswith("a7")] == ["a7-a8=", "a7-b8="]
    assert play(state, "a7-a8=").board.count(2) == 12


def test_enemies_in_the_zone_block_it():
    """T11."""
    state = at("8/7b/8/8/8/8/1wwwwww1/8 b")
    first = [f"{file}1" for file in "bcdefg"]
    pairs = [f"{one},{other}" for one, other in combinations(first, 2)]
    assert legal(state) == sorted(f"h7-{goal}={pair}" for goal in ("g8", "h8") for pair in pairs)
    assert len(legal(state)) == 30


def test_white_arrives_on_rank_1_and_drops_on_ranks_7_and_8():
    state = at("1wwwwww1/2wwwww1/8/8/8/8/w7/4b3 w")
    assert [text for text in legal(state) if text.startswith("a2")] == ["a2-a1=b7", "a2-b1=b7"]
    state = at("2wwwww1/2wwwww1/8/8/8/8/w7/4b3 w")
    assert "a2-a1=b7,b8" in legal(state)


def test_a_side_may_have_more_than_sixteen_men():
    assert max(max(state.board.count(1), state.board.count(2)) for state in positions(EXIMO, 1, 40)) > 16
    assert max(max(state.board.count(1), state.board.count(2)) for state in positions(RESERVE, 1, 40)) == 16


# ── Drops in either order, one text, counted once ────────────────────────────────────────────────────────────────


ARRIVING = "8/2wwwww1/8/8/8/8/w7/4b3 w"


def test_a_pair_is_entered_in_either_order():
    state = at(ARRIVING)
    readings = {
        read_turn(EXIMO, state, text) for text in ("a2-a1=b8,c8", "a2-a1=c8,b8", "A2-A1 = C8, B8", "a2-a1b8,c8")
    }
    assert len(readings) == 1
    (reading,) = readings
    assert reading.complete and len(reading.actions) == 2
    assert sum(turn.text in ("a2-a1=b8,c8", "a2-a1=c8,b8") for turn in turns(EXIMO, state)) == 1
    assert "a2-a1=b8,c8" in legal(state)


def test_a_pair_is_entered_after_the_arrival():
    begun = read_turn(EXIMO, at(ARRIVING), "a2-a1")
    assert not begun.complete
    state = EXIMO.apply(at(ARRIVING), *begun.actions)
    assert {read_turn(EXIMO, state, text).actions for text in ("b8,c8", "c8,b8", "=c8,b8", "0-2 0-1")} == {
        read_turn(EXIMO, state, "b8,c8").actions
    }


def test_a_pair_is_clicked_in_either_order():
    state = play(at(ARRIVING), "a2-a1")
    one, other, taken = EXIMO.board.at("b8 c8 c7")
    legal = EXIMO.actions(state)
    found = []
    for first, second in ((one, other), (other, one)):
        begun = click(EXIMO, legal, select(EXIMO, legal), first)
        assert begun.action is None and second in begun.targets and first not in begun.targets
        found.append(click(EXIMO, legal, begun, second).action)
    assert found[0] == found[1] is not None
    assert EXIMO.write(state, found[0]) == "b8,c8"
    assert taken not in select(EXIMO, legal).targets


def test_a_single_drop_is_one_click():
    state = play(at("8/b7/8/8/8/8/1bbbbb2/1bbbbbb1 b"), "a7-a8")
    (cell,) = EXIMO.board.at("g2")
    legal = EXIMO.actions(state)
    selection = select(EXIMO, legal)
    assert selection.targets == {cell}
    assert EXIMO.write(state, click(EXIMO, legal, selection, cell).action) == "g2"


def test_a_drop_option_says_its_squares():
    texts = {EXIMO.write(EXIMO.start(), Choose(number)) for number in range(156)}
    assert len(texts) == len(EXIMO.landings) == 2 * (12 + comb(12, 2)) == 156
    state = play(at(ARRIVING), "a2-a1")
    (drop,) = read_turn(EXIMO, state, "c8,b8").actions
    assert EXIMO.label(state, drop) == "drop on b8 and c8"
    assert EXIMO.label(state, Choose(0)) == "drop on b7"


# ── The end ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_is_blocked_has_lost():
    """T13."""
    board = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w . . . . . . .
        b b . . . . . .
    """
    state = setup(board, "w")
    assert state.player == NOBODY and list(turns(EXIMO, state)) == []
    assert EXIMO.outcome(state).winners == (1,)
    assert EXIMO.outcome(state).reason == "White cannot move"
    assert legal(setup(board, "b")) == ["a1xa3"]


def test_who_has_no_men_left_has_lost():
    state = play(at("8/8/8/8/3w4/2b5/8/8 b"), "c3xe5")
    assert state.player == NOBODY
    outcome = EXIMO.outcome(state)
    assert (outcome.scores, outcome.points, outcome.reason) == ((0.0, 1.0), (0, 1), "White has no men left")


def test_only_the_player_to_move_is_examined():
    assert at("8/8/8/8/8/8/w7/bb6 b").player == 1  # White could not move, but it is Black's turn
    assert at("8/8/8/8/8/8/8/bb6 b").player == 1  # and here White has no men


def test_who_is_blocked_loses_even_against_nobody():
    """No game comes to this, but the rule is clear: Black's last man is gone, and White to move is blocked."""
    state = EXIMO.read_position("8/7b/8/8/8/8/1wwwwww1/wwwwwwww b")
    assert legal(state) == ["h7-g8=", "h7-h8="]
    after = play(state, "h7-h8=")
    assert after.player == NOBODY and after.board.count(2) == 0
    assert EXIMO.outcome(after).winners == (1,)


def test_repetition_is_a_draw_at_the_third_occurrence():
    """T12: twelve plies lead back to the same position, with forced drops and no capture on the way."""
    state = at(ENDLESS)
    assert len(legal(state)) == 36
    for text in CYCLE.split():
        assert not any("x" in turn for turn in legal(state))
        if "=" in text:
            way = text.partition("=")[0]
            assert [turn for turn in legal(state) if turn.startswith(way)] == [text]
        state = play(state, text)
    assert EXIMO.key(state) == EXIMO.key(at(ENDLESS))
    session = Session(EXIMO, Random(1), start=at(ENDLESS))
    for number, text in enumerate(CYCLE.split() * 2):
        assert session.outcome is None, number
        session.play(session.player, text)
    assert session.outcome is not None and session.outcome.drawn


def test_repetition_with_a_reserve():
    """T12: with four men lost each the counters come back as well."""
    start = at(f"{ENDLESS} 4 4", RESERVE)
    state = play(start, CYCLE, RESERVE)
    assert RESERVE.key(state) == RESERVE.key(start)
    assert state.lost == (4, 4)


def test_repetition_key_is_board_side_and_reserve():
    state = at(ENDLESS)
    assert EXIMO.key(state) == EXIMO.key(at(f"{ENDLESS} ply=7"))
    assert EXIMO.key(state) != EXIMO.key(at(ENDLESS[:-1] + "b"))
    loose = [RESERVE.read_position(f"{ENDLESS} {lost}") for lost in ("4 4", "4 5", "5 4")]
    assert len({RESERVE.key(state) for state in loose}) == 3


def test_repetition_can_be_turned_off():
    game = Eximo(repetition=0)
    session = Session(game, Random(1), start=at(ENDLESS, game))
    for text in CYCLE.split() * 5:
        session.play(session.player, text)
    assert session.outcome is None


def test_so_many_turns_are_a_draw():
    game = Eximo(max_plies=2)
    state = play(game.start(), "b6-b5 b3-b4", game)
    assert state.player == NOBODY
    outcome = game.outcome(state)
    assert outcome.drawn and outcome.reason == "2 turns are over"
    assert EXIMO.max_plies == 500


def test_a_loss_on_the_last_turn_is_a_loss():
    game = Eximo(max_plies=1)
    state = play(at("8/8/8/8/3w4/2b5/8/8 b", game), "c3xe5", game)
    assert game.outcome(state).winners == (1,)


def test_turns_are_counted_only_for_the_limit():
    assert play(EXIMO.start(), "b6-b5 b3-b4").played == 2
    unlimited = Eximo(max_plies=0)
    assert play(unlimited.start(), "b6-b5 b3-b4", unlimited).played == 0
    assert unlimited.read_position(f"{ENDLESS} ply=9").played == 0


# ── Options ──────────────────────────────────────────────────────────────────────────────────────────────────────


SIXTEEN = """
    . . w w w w . .
    b . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    b b b b b b b .
    . b b b b . . .
    . b b b b . . .
"""


def test_a_reserve_gives_back_only_men_that_were_lost():
    """T18: with 16 men on the board, one of them arriving."""
    free = [text for text in legal(setup(SIXTEEN, "b")) if text.startswith("a7-a8")]
    assert free == [f"a7-a8={one},{other}" for one, other in combinations(("f1", "f2", "g1", "g2"), 2)]
    state = setup(SIXTEEN, "b 0 12", RESERVE)
    texts = [text for text in legal(state, RESERVE) if text.startswith("a7-a8")]
    assert texts == ["a7-a8=f1", "a7-a8=f2", "a7-a8=g1", "a7-a8=g2"]
    begun = play(state, "a7-a8", RESERVE)
    assert (begun.pending, begun.lost) == (1, (12, 1))
    after = play(begun, "g2", RESERVE)
    assert after.lost == (12, 0) and after.board.count(2) == 16


def test_a_reserve_counts_captured_men():
    state = play(at("8/8/8/8/3w4/2b5/5b2/8 b", RESERVE), "c3xe5", RESERVE)
    assert state.lost == (16, 14)
    assert RESERVE.write_position(state) == "8/8/8/4b3/8/8/5b2/8 w 14 16 ply=1"
    assert dict(RESERVE.status(state))["lost men"] == (16, 14)
    assert "lost men" not in dict(EXIMO.status(EXIMO.start()))


def test_without_a_reserve_nothing_is_counted():
    assert all(state.lost == (0, 0) for state in positions(EXIMO, 2, 2))
    assert at(f"{ENDLESS} 4 4") == at(ENDLESS)


def test_captures_may_be_optional():
    """The first program: no compulsion at the start of a turn, but a chain goes on."""
    state = at("8/8/3w4/8/3w4/2b5/5b2/8 b", OPTIONAL)
    assert legal(state, OPTIONAL) == [
        "c3-b4", "c3-c4", "c3xe5xc7", "f2-e3", "f2-f3", "f2-g3",
    ]  # fmt: skip
    assert legal(play(state, "c3xe5", OPTIONAL), OPTIONAL) == ["xc7"]


@pytest.mark.parametrize("spec", ["first=red", "drops=two", "capture=never", "repetition=-1", "max_plies=x", "size=9"])
def test_options_that_do_not_exist(spec: str):
    with pytest.raises(BadOption):
        find(f"eximo:{spec}")


def test_every_option_by_its_spelling():
    spec = "eximo:first=black,drops=reserve,capture=optional,repetition=0,max_plies=0"
    assert str(find(spec)) == spec
    assert str(find("eximo")) == "eximo"
    assert (EXIMO.repetition, Eximo(repetition=0).repetition) == (3, 0)


# ── Text ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1-3 2-3", "d7-d6"),
        ("1-3 7-2-3", "d7-d6"),
        ("1-3 8-3-1", "d7^b5"),
        ("1-3 3-1", "d7^b5"),
        ("D7 ^ B5", "d7^b5"),
    ],
)
def test_the_first_programs_coordinates(text: str, meant: str):
    start = EXIMO.start()
    assert read_turn(EXIMO, start, text) == read_turn(EXIMO, start, meant)
    assert read_turn(EXIMO, start, text).complete


def test_the_first_programs_coordinates_in_a_chain():
    jumps = at("8/8/8/8/3b4/8/1bb5/1b6 b")
    meant = read_turn(EXIMO, jumps, "b1^d3^d5")
    assert meant.complete and len(meant.actions) == 2
    assert read_turn(EXIMO, jumps, "7-1 8-5-3 8-3-3") == read_turn(EXIMO, jumps, "7-1 5-3 3-3") == meant
    inside = play(jumps, "b1^d3")
    assert read_turn(EXIMO, inside, "8-3-3") == read_turn(EXIMO, inside, "^d5")
    takes = at("8/8/8/8/1www4/1wbw4/8/8 b")
    assert read_turn(EXIMO, takes, "5-2 9-5-4 9-3-2") == read_turn(EXIMO, takes, "c3xe3xc5")


def test_the_first_programs_coordinates_with_drops():
    state = at(ARRIVING)
    meant = read_turn(EXIMO, state, "a2-a1=b8,c8")
    for text in ("6-0 7-7-0 0-1 0-2", "6-0 7-0 0-2 0-1", "6-0 7-7-0 =b8,c8"):
        assert read_turn(EXIMO, state, text) == meant


def test_the_wrong_kind_of_turn_is_illegal():
    for text in ("1-3 8-2-3", "1-3 7-3-1", "1-3 9-3-1", "d7-b5", "d7xb5", "d7^d5", "d7-d4", "d7-d6=", "b8,c7"):
        with pytest.raises(Illegal):
            read_turn(EXIMO, EXIMO.start(), text)


@pytest.mark.parametrize("text", ["hello", "d7--d6", "d9-d8", "i7-i6", "1-8 2-8", "d7-d6=b8,c7,d7", "castle", "=="])
def test_what_cannot_be_read(text: str):
    with pytest.raises(Unreadable):
        read_turn(EXIMO, EXIMO.start(), text)


def test_a_square_alone_is_only_the_beginning():
    with pytest.raises(Ambiguous, match="d7-d6"):
        read_turn(EXIMO, EXIMO.start(), "d7")


def test_half_a_chain_is_the_beginning_of_a_turn():
    reading = read_turn(EXIMO, at("8/8/8/8/3b4/8/1bb5/1b6 b"), "b1^d3")
    assert not reading.complete and len(reading.actions) == 1


def test_arrival_without_a_drop_may_leave_out_its_sign():
    state = at("8/b7/8/8/8/8/1bbbbbb1/1bbbbbb1 b")
    assert read_turn(EXIMO, state, "a7-a8") == read_turn(EXIMO, state, "a7-a8=")
    assert read_turn(EXIMO, state, "a7-a8").complete


@pytest.mark.parametrize(
    "text",
    [
        "8/8/8/8/3b4/3b4/1bb5/8 b chain=jump:d3",
        "8/8/8/8/1www4/1w2b3/8/8 b chain=capture:e3",
        "2ww1ww1/2w2ww1/1w3w2/8/8/1b3bb1/1bb1b1b1/1b1bb1b1 b drop:2",
        "8/8/8/8/8/8/1bbbbb2/1bbbbbb1 b drop:1 ply=12",
        "8/8/8/8/8/8/w7/bb6 w",
        "8/8/8/4b3/8/8/8/8 w ply=31",
        f"{ENDLESS} ply=500",
    ],
)
def test_position_texts_round_trip(text: str):
    state = at(text)
    assert EXIMO.write_position(state) == text
    assert (state.player == NOBODY) == (state.ended != NOBODY)


def test_position_texts_with_a_reserve():
    state = at("8/8/8/8/8/8/1bbbbb2/1bbbbbb1 b 5 16 drop:1", RESERVE)
    assert state.lost == (16, 5)
    assert RESERVE.write_position(state) == "8/8/8/8/8/8/1bbbbb2/1bbbbbb1 b 5 16 drop:1"
    assert at("8/8/8/8/8/8/1bbbbb2/1bbbbbb1 B drop:1", RESERVE) == state


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (ENDLESS[:-2], "side to move"),
        ("", "side to move"),
        (f"{ENDLESS} x", "side to move"),
        (ENDLESS[:-1] + "-", "side to move"),
        (f"{ENDLESS} chain=hop:b7", "side to move"),
        (f"{ENDLESS} drop:3", "side to move"),
        ("8/8/8 w", "rows"),
        (ENDLESS.replace("1w", "1k"), "no piece"),
        (ENDLESS.replace("1w", "2w"), "cells"),
        (f"{ENDLESS} chain=jump:a5", "no jump goes on from a5"),
        (f"{ENDLESS} chain=capture:b7", "no capture goes on from b7"),
        (f"{ENDLESS} drop:2", "0 men to drop"),
        ("8/8/8/8/8/8/1bbbbb2/1bbbbbb1 b drop:2", "1 man to drop"),
        ("8/8/8/8/8/8/1bbbbb2/1bbbb3 b drop:1", "2 men to drop"),
        ("b7/8/8/8/8/8/1bbbbbb1/1bbbbbb1 b", "0 men to drop"),
        ("b7/8/8/8/8/8/8/1bbbbbb1 w", "Black stays on its last row"),
        ("bb6/8/8/8/8/8/8/1bbbbbb1 b", "Black stays on its last row"),
        ("1w6/8/8/8/8/8/8/w7 b", "White stays on its last row"),
        ("8/8/8/8/8/8/8/8 w", "nobody has a man"),
        (f"{ENDLESS} ply=501", "over after 500 turns"),
        ("8/8/8/8/3b4/3b4/8/8 b chain=jump:d3", "no man can have leapt to d3"),
        ("8/8/8/8/3w4/3wbb2/3bbb2/8 b chain=capture:e3", "no man can have leapt to e3"),
    ],
)
def test_positions_that_cannot_be(text: str, complaint: str):
    with pytest.raises(BadPosition, match=complaint):
        at(text)


def test_positions_that_cannot_be_with_a_reserve():
    for text in (f"{ENDLESS} 4 5", f"{ENDLESS} 5 4", "wwwwwwww/wwwwwwww/w7/8/8/8/8/b7 w"):
        with pytest.raises(BadPosition, match="16 men"):
            at(text, RESERVE)


def test_the_rules_for_people_have_the_numbers_of_the_game():
    text = " ".join((module.__doc__ or "").split())
    assert "Matteo Perlini (2013)" in text
    assert f"Each side has {EXIMO.start().board.count(1)} men" in text
    assert f"and so are {EXIMO.max_plies} turns" in text
    assert EXIMO.repetition == 3 and "third time" in text


# ── For players ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_evaluation_likes_men_and_advancement():
    assert EXIMO.evaluate(EXIMO.start()) == (0.0, 0.0)
    more = EXIMO.evaluate(at("1w6/1w6/8/8/8/8/8/1b6 w"))
    assert more[0] == -more[1] > 0
    near, far = EXIMO.evaluate(at("8/8/8/8/8/w7/8/7b w")), EXIMO.evaluate(at("8/8/w7/8/8/8/8/7b w"))
    assert near[0] > far[0]
    arrived = EXIMO.evaluate(play(at("8/8/8/8/8/8/w7/7b w"), "a2-a1"))
    assert arrived[0] > near[0]
    lost = EXIMO.evaluate(at("8/8/8/8/8/8/w7/bb6 w"))
    assert lost[0] == -lost[1] < -20


def test_status_says_the_turn_where_there_is_a_limit():
    state = play(EXIMO.start(), "b6-b5")
    assert dict(EXIMO.status(state)) == {"men": (16, 16), "turn": ("2/500",)}
    assert "turn" not in dict(Eximo(max_plies=0).status(state))


# ── Counts, symmetry, random play ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("first", ["white", "black"])
def test_perft(first: str):
    """T19: and the number of different positions."""
    start = Eximo(first=first).start()
    assert [perft(EXIMO, start, depth) for depth in (1, 2, 3)] == [40, 1600, 60284]
    level, counts = {start}, []
    for _ in range(3):
        level = {turn for state in level for turn in finished(state)}
        counts.append(len({EXIMO.key(state) for state in level}))
    assert counts == [40, 1600, 36018]


def turn_starts(game: Eximo, seed: int, count: int) -> list[Men]:
    """So many states at turn starts, from some random games."""
    states = [state for state in positions(game, seed, 8) if state.player != NOBODY and state.whole]
    return Random(seed).sample(states, count)


@pytest.mark.parametrize("game", VARIANTS, ids=IDS)
def test_the_board_can_be_mirrored_and_the_colours_swapped(game: Eximo):
    swap = bytes.maketrans(b"\1\2", b"\2\1")
    for state in turn_starts(game, 3, 40):
        ranks = [state.board[row : row + 8] for row in range(0, 64, 8)]
        texts = legal(state, game)
        sideways = Men(b"".join(rank[::-1] for rank in ranks), state.player, lost=state.lost)
        assert legal(sideways, game) == sorted(map(mirrored, texts))
        upside = Men(b"".join(ranks[::-1]).translate(swap), 1 - state.player, lost=state.lost[::-1])
        assert legal(upside, game) == sorted(map(flipped, texts))


@pytest.mark.parametrize("game", VARIANTS, ids=IDS)
def test_random_games_end_and_every_state_round_trips(game: Eximo):
    states = positions(game, 4, 8)
    assert sum(state.player == NOBODY for state in states) == 8
    assert {state.whole for state in states} == {True, False}
    for state in states:
        assert read_position(game, game.write_position(state)) == state
        if state.player == NOBODY:
            assert sum(game.outcome(state).scores) == 1
            assert list(turns(game, state)) == []
        else:
            actions = game.actions(state)
            assert actions and len(set(actions)) == len(actions)
            assert all(game.space[game.space.index(action)] == action for action in actions)


@pytest.mark.parametrize("game", VARIANTS, ids=IDS)
def test_every_turn_text_is_unique_and_read_back(game: Eximo):
    rng = Random(5)
    states = [state for state in positions(game, 5, 3) if state.player != NOBODY]
    for state in rng.sample(states, 40):
        found = list(turns(game, state))
        assert len({turn.text for turn in found}) == len(found)
        turn = rng.choice(found)
        reading = read_turn(game, state, turn.text)
        assert reading.complete and reading.actions == turn.actions


@pytest.mark.parametrize("game", VARIANTS, ids=IDS)
def test_every_spelling_is_understood_and_of_the_grammar(game: Eximo):
    rng = Random(9)
    for state in turn_starts(game, 9, 40):
        turn = rng.choice(list(turns(game, state)))
        text, inner = "", state
        for action in turn.actions:
            text += rng.choice([game.write(inner, action), *game.spellings(inner, action)])
            inner = game.apply(inner, action)
        reading = read_turn(game, state, text)
        assert reading.complete and reading.actions == turn.actions, text
        assert re.fullmatch(game.grammar, turn.text)


def test_white_men_never_stand_on_rank_1_nor_black_men_on_rank_8():
    for state in positions(EXIMO, 6, 10):
        assert 1 not in state.board[56:] and 2 not in state.board[:8]


def test_a_chain_is_where_its_man_stands():
    chained = [state for state in positions(EXIMO, 7, 20) if state.chain != OFF]
    assert {state.taking for state in chained} == {True, False}
    for state in chained:
        assert state.board[state.chain] == state.player + 1
        assert all(isinstance(action, Move) and action.source == state.chain for action in EXIMO.actions(state))


# ── A second, plain statement of the rules ───────────────────────────────────────────────────────────────────────


def plain(men: dict[str, str], side: str, capture: str, drops: int) -> list[str]:
    """All turn texts, from squares by name; *drops* is the number of own men that may come back at most."""
    ahead = 1 if side == "b" else -1
    last, home = ("8", "12") if side == "b" else ("1", "78")

    def away(square: str, files: int, ranks: int) -> str:
        goal = chr(ord(square[0]) + files) + chr(ord(square[1]) + ranks)
        return goal if "a" <= goal[0] <= "h" and "1" <= goal[1] <= "8" else ""

    def finish(text: str, men: dict[str, str], square: str) -> list[str]:
        if square[1] != last:
            return [text]
        left = {name: man for name, man in men.items() if name != square}
        free = [file + rank for file in "bcdefg" for rank in home if file + rank not in left]
        return [f"{text}={','.join(pair)}" for pair in combinations(free, min(2, len(free), drops))]

    def leap(text: str, men: dict[str, str], square: str, over: str) -> list[str]:
        found = []
        for files, ranks in [(-1, ahead), (0, ahead), (1, ahead)] + ([(-1, 0), (1, 0)] if over != side else []):
            middle, goal = away(square, files, ranks), away(square, 2 * files, 2 * ranks)
            if square[1] != last and goal and men.get(middle) == over and goal not in men:
                after = {name: man for name, man in men.items() if name != square and (over == side or name != middle)}
                after[goal] = side
                longer = f"{text}{'^' if over == side else 'x'}{goal}"
                found += leap(longer, after, goal, over) or finish(longer, after, goal)
        return found

    mine = [square for square, man in men.items() if man == side]
    takes = [text for square in mine for text in leap(square, men, square, "w" if side == "b" else "b")]
    if takes and capture == "must":
        return takes
    found = takes + [text for square in mine for text in leap(square, men, square, side)]
    for square in mine:
        for files in (-1, 0, 1):
            if (goal := away(square, files, ahead)) and goal not in men:
                after = {name: man for name, man in men.items() if name != square} | {goal: side}
                found += finish(f"{square}-{goal}", after, goal)
    return found


@pytest.mark.parametrize("game", VARIANTS, ids=IDS)
def test_the_plain_statement_agrees(game: Eximo):
    names = game.board.names
    kinds: set[str] = set()
    for state in turn_starts(game, 8, 120):
        men = {names[cell]: "wb"[man - 1] for cell, man in enumerate(state.board) if man}
        drops = state.lost[state.player] + 1 if game.drops == "reserve" else 2
        texts = legal(state, game)
        assert texts == sorted(plain(men, "wb"[state.player], game.capture, drops))
        kinds.update(sign for text in texts for sign in text if sign in "-^x=,")
    assert kinds == set("-^x=,")


# ── What is due, in words ────────────────────────────────────────────────────────────────────────────────────────


def due(position: str, *steps: str, game: Eximo = EXIMO) -> str:
    """What is due after these steps from *position*."""
    state = read_position(game, position)
    for text in steps:
        state = game.apply(state, next(step for step in game.actions(state) if game.write(state, step) == text))
    return game.prompt(state)


def test_who_must_capture_is_told_so() -> None:
    face_to_face = "8/8/8/8/2w5/2b5/8/8 b"
    assert due(face_to_face) == "a capture is compulsory"
    assert due(face_to_face, game=OPTIONAL) == ""


def test_a_chain_that_must_go_on_names_its_man() -> None:
    assert due("8/8/2w5/8/2w5/2b5/8/8 b", "c3xc5") == "capture again with the man on c5"
    assert due("8/6w1/8/2b5/8/2b5/2b5/8 b", "c2^c4") == "jump on with the man on c4"


def test_drops_say_how_many_and_where() -> None:
    assert due("8/b7/8/8/8/8/7w/8 b", "a7-a8=") == "drop 2 men on empty squares of the own first two rows, b to g"
    full = "8/b7/8/8/8/8/1bbbbbb1/1bbbbb2 b"
    assert due(full, "a7-a8=") == "drop 1 man on an empty square of the own first two rows, b to g"
