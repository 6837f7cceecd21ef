"""Momentum: every sentence of the rules, on boards drawn in the test. Rows are drawn from the top, 1 is Blue, 2 is Red."""

from __future__ import annotations

from random import Random

import pytest

from tabuleiro.core import NOBODY, Choose, Place
from tabuleiro.core.errors import Ambiguous, BadOption, BadPosition, Illegal, Unreadable
from tabuleiro.core.notation import read_position, read_turn, turns
from tabuleiro.core.registry import find
from tabuleiro.games.momentum import SWAP, Marbles, Momentum
from tabuleiro.testing.perft import divide, perft

MOMENTUM = Momentum()
FREE = Momentum(forced="off")
EMPTY = ".......\n" * 7


def board(picture: str) -> bytes:
    """The cells of a drawn board."""
    return bytes(".12".index(cell) for cell in "".join(picture.split()))


def drawn(cells: bytes) -> str:
    side = int(len(cells) ** 0.5)
    return "\n".join("".join(".12"[cell] for cell in cells[at : at + side]) for at in range(0, len(cells), side))


def picture(text: str) -> str:
    return "\n".join(text.split())


def setup(text: str, player: int, played: int = 20) -> Marbles:
    """A drawn board with player 1 or 2 to move."""
    return Marbles(board(text), player - 1, played + (played + player + 1) % 2)


def play(game: Momentum, moves: str, state: Marbles | None = None) -> Marbles:
    """The state after these turns."""
    state = game.start() if state is None else state
    for text in moves.split():
        reading = read_turn(game, state, text)
        assert reading.complete
        (action,) = reading.actions
        assert action in game.actions(state)
        state = game.apply(state, action)
    return state


def legal(game: Momentum, state: Marbles) -> list[str]:
    return [turn.text for turn in turns(game, state)]


def position(rng: Random, size: int, most: int) -> bytes:
    """A random board with at most so many marbles of each colour."""
    cells = bytearray(size**2)
    spots = rng.sample(range(size**2), 2 * most)
    for marble in (1, 2):
        for _ in range(rng.randint(0, most)):
            cells[spots.pop()] = marble
    return bytes(cells)


# ── Board, material, turn counts ─────────────────────────────────────────────────────────────────────────────────


def test_cells_are_named_by_row_and_column_from_the_top_left():
    names = MOMENTUM.board.names
    assert len(names) == 49
    assert (names[0], names[6], names[7], names[48]) == ("1,1", "1,7", "2,1", "7,7")


def test_the_board_is_empty_and_all_marbles_are_in_hand():
    start = MOMENTUM.start()
    assert drawn(start.board) == EMPTY.strip()
    assert dict(MOMENTUM.status(start))["in hand"] == (8, 8)
    assert start.player == 0


def test_first_turn_has_49_drops():
    """T1."""
    assert legal(MOMENTUM, MOMENTUM.start()) == list(MOMENTUM.board.names)


def test_second_turn_has_48_drops_and_the_swap():
    """T2."""
    texts = legal(MOMENTUM, play(MOMENTUM, "4,4"))
    assert len(texts) == 49
    assert texts[-1] == "swap"
    assert "4,4" not in texts


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 49), (2, 2401), (3, 112_968)])
def test_turn_counts(depth, count):
    assert perft(MOMENTUM, MOMENTUM.start(), depth) == count
    assert perft(MOMENTUM, MOMENTUM.start(), depth, steps=True) == count


def test_turn_counts_by_first_turn():
    parts = divide(MOMENTUM, MOMENTUM.start(), 2)
    assert list(parts) == list(MOMENTUM.board.names)
    assert set(parts.values()) == {49}


def test_without_the_swap_the_second_turn_has_48():
    game = Momentum(swap=False)
    assert perft(game, game.start(), 2) == 49 * 48
    assert SWAP not in game.actions(play(game, "4,4"))


# ── Swap ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_swap_replaces_the_marble_and_pushes_nothing():
    """T3."""
    state = play(MOMENTUM, "4,4 swap")
    assert drawn(state.board) == picture("....... ....... ....... ...2... ....... ....... .......")
    status = dict(MOMENTUM.status(state))
    assert status["in hand"] == (8, 7)
    assert status["turn"] == ("3/60",)
    assert state.player == 0
    texts = legal(MOMENTUM, state)
    assert len(texts) == 48
    assert "swap" not in texts


def test_swap_is_only_for_the_first_turn_of_the_second_player():
    state = MOMENTUM.start()
    assert SWAP not in MOMENTUM.actions(state)
    for turn, text in enumerate(["1,1", "7,7", "1,7", "7,1", "4,4"], 1):
        state = play(MOMENTUM, text, state)
        assert (SWAP in MOMENTUM.actions(state)) == (turn == 1)


@pytest.mark.parametrize("text", ["swap", "SWAP", " s w a p ", "5,4", "d5", "D5"])
def test_typing_the_occupied_cell_swaps(text):
    """MO-A2: what the first program understood as a swap still is one."""
    state = play(MOMENTUM, "5,4")
    assert read_turn(MOMENTUM, state, text).actions == (SWAP,)


@pytest.mark.parametrize("starter", ["player1", "player2"])
def test_swap_belongs_to_whoever_moves_second(starter):
    """MO-A7."""
    game = Momentum(starter=starter)
    state = play(game, "4,4 4,4")
    second = 2 if starter == "player1" else 1
    assert state.board.count(second) == 1 and state.board.count(3 - second) == 0
    assert state.player == 2 - second


def test_swap_with_two_marbles_each_is_an_answer_to_the_last_marble():
    game = Momentum(marbles=2)
    assert "swap" in legal(game, play(game, "1,1"))
    assert legal(game, play(game, "1,1")) == ["1,2", "2,1", "2,2", "swap"]


# ── Pushes ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_neighbour_is_pushed_one_cell():
    """T4."""
    state = play(MOMENTUM, "4,4 4,3")
    assert drawn(state.board) == picture("....... ....... ....... ..2.1.. ....... ....... .......")


def test_a_ring_is_pushed_outward_in_all_eight_directions():
    """T5."""
    ring = setup("....... ....... ..111.. ..1.1.. ..111.. ....... .......", 2)
    after = play(FREE, "4,4", ring)
    assert drawn(after.board) == picture("....... .1.1.1. ....... .1.2.1. ....... .1.1.1. .......")


def test_only_the_last_marble_of_a_line_moves():
    """T6: through (4,4) only (4,3) moves, and (3,6) goes along the diagonal."""
    before = setup(".....1. ....... .....2. ..12... ....... ....... .......", 2)
    after = play(MOMENTUM, "4,5", before)
    assert drawn(after.board) == picture(".....1. ......2 ....... .1.22.. ....... ....... .......")


@pytest.mark.parametrize("near", ["11", "12", "21", "22"])
def test_colours_in_the_line_do_not_matter(near):
    """T7: the run (4,3) (3,2) (2,1) sends (2,1) home to its owner."""
    first, second = near
    before = setup(f"....... 2...... .{second}..... ..{first}.2.. ....1.. ....... .......", 1)
    after = play(MOMENTUM, "5,4", before)
    assert drawn(after.board) == picture(f"....... ....... .{second}...2. ..{first}.... ...1.1. ....... .......")
    hands = [dict(MOMENTUM.status(state))["in hand"][1] for state in (before, after)]
    assert hands[1] == hands[0] + 1


def test_an_occupied_cell_behind_the_neighbour_does_not_stop_the_push():
    """MO-A1: the line moves at its far end, whatever is behind the first neighbour."""
    before = setup("....... ....... ....... .121... ....... ....... .......", 2)
    assert drawn(play(MOMENTUM, "4,1", before).board) == picture(
        "....... ....... ....... 212.1.. ....... ....... ......."
    )


def test_a_pushed_marble_pushes_nothing():
    before = setup("....... ....... ....... .1.2... ....... ....... .......", 1)
    assert drawn(play(MOMENTUM, "4,1", before).board) == picture(
        "....... ....... ....... 1.12... ....... ....... ......."
    )


def test_own_marbles_go_home_too():
    """T9: the eighth marble knocks (1,1) off, so 7 are left and nobody has won."""
    before = setup("1.1.1.1 ....... ....... 2..1... ....... ....... 1.....1", 1)
    after = play(MOMENTUM, "1,2", before)
    assert drawn(after.board) == picture(".1.11.1 ....... ....... 2..1... ....... ....... 1.....1")
    assert after.board.count(1) == 7
    assert after.player == 1


def test_a_full_line_loses_its_last_marble():
    before = setup("....... ....... ....... .121212 ....... ....... .......", 1)
    after = play(MOMENTUM, "4,1", before)
    assert drawn(after.board) == picture("....... ....... ....... 112121. ....... ....... .......")


@pytest.mark.parametrize("size", [7, 8, 9])
def test_falls_are_what_pushing_finds(size):
    game = Momentum(size=size)
    rng = Random(size)
    for _ in range(150):
        cells = position(rng, size, rng.choice([3, 8, 14]))
        empty = [cell for cell, marble in enumerate(cells) if not marble]
        for marble in (1, 2):
            for dropped in (1, 2):
                found = {
                    cell
                    for cell in empty
                    if game.pushed(cells, cell, dropped).count(marble) < cells.count(marble) + (marble == dropped)
                }
                assert game.falls(cells, marble) == found, drawn(cells)


@pytest.mark.parametrize("size", [7, 8, 9])
def test_pushing_is_as_the_rules_say(size):
    """A second telling of the push, by rows and columns."""
    game = Momentum(size=size)
    rng = Random(100 + size)
    for _ in range(300):
        cells = position(rng, size, 12)
        row, column = divmod(rng.choice([cell for cell, marble in enumerate(cells) if not marble]), size)
        at = {divmod(cell, size): marble for cell, marble in enumerate(cells) if marble}
        after = {**at, (row, column): 1}
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                run = 0
                while (down or right) and (row + (run + 1) * down, column + (run + 1) * right) in at:
                    run += 1
                if run:
                    moved = after.pop((row + run * down, column + run * right))
                    onto = (row + (run + 1) * down, column + (run + 1) * right)
                    if all(0 <= place < size for place in onto):
                        after[onto] = moved
        expected = bytes(after.get(divmod(cell, size), 0) for cell in range(size**2))
        assert game.pushed(cells, row * size + column, 1) == expected, drawn(cells)


def test_the_rules_have_the_symmetries_of_the_square():
    rng = Random(5)
    turned = [column * 7 + 6 - row for row in range(7) for column in range(7)]
    mirrored = [row * 7 + 6 - column for row in range(7) for column in range(7)]
    for _ in range(100):
        cells = position(rng, 7, 8)
        drop = rng.choice([cell for cell, marble in enumerate(cells) if not marble])
        after = MOMENTUM.pushed(cells, drop, 2)
        for image in (turned, mirrored):
            there = bytes(cells[image.index(cell)] for cell in range(49))
            expected = bytes(after[image.index(cell)] for cell in range(49))
            assert MOMENTUM.pushed(there, image[drop], 2) == expected


# ── Last marble ──────────────────────────────────────────────────────────────────────────────────────────────────

T10 = """
1..1..1
.......
.....1.
2..1...
.......
.1...1.
...2...
"""


def test_the_last_marble_must_be_answered():
    """T10: nine cells knock a marble of the corner or the top edge off."""
    assert legal(MOMENTUM, setup(T10, 2)) == ["1,2", "1,6", "2,1", "2,2", "2,3", "2,4", "2,5", "2,6", "2,7"]
    assert legal(Momentum(forced="report"), setup(T10, 2)) == legal(MOMENTUM, setup(T10, 2))
    assert len(legal(FREE, setup(T10, 2))) == 40


def test_the_answer_of_t10_sends_the_named_marble_home():
    homes = {"1,1": "1,2 2,1 2,2", "1,4": "2,3 2,4 2,5", "1,7": "1,6 2,6 2,7"}
    for home, drops in homes.items():
        for drop in drops.split():
            after = play(MOMENTUM, drop, setup(T10, 2))
            assert after.board.count(1) == 6
            assert after.board[MOMENTUM.board.cells[home]] != 1


def test_without_an_answer_every_empty_cell_is_legal():
    """No marble of Blue is at the edge, and Red is far from winning."""
    state = setup("....... .1.1.1. ....... .1.1.1. ....... .1..... ......2", 2)
    for game in (MOMENTUM, Momentum(forced="report"), FREE):
        assert len(legal(game, state)) == 41


BOTH = """
1.1.1.1
.......
.1.....
.......
2..2..2
......1
2.2.212
"""


def test_both_need_one_more_marble():
    """MO-A3: winning at once is always allowed, except in the literal first program, where one must knock."""
    state = setup(BOTH, 1)
    assert state.board.count(1) == state.board.count(2) == 7
    wins, knocks = set(), set()
    for text in legal(FREE, state):
        after = play(FREE, text, state)
        if after.player == NOBODY:
            wins.add(text)
        if after.board.count(2) <= 6:
            knocks.add(text)
    assert wins - knocks and knocks - wins
    everything = set(legal(FREE, state))
    assert everything - wins - knocks, "some drops do neither"
    assert set(legal(MOMENTUM, state)) == wins | knocks
    assert set(legal(Momentum(forced="report"), state)) == knocks


def test_a_mover_with_the_last_marble_in_hand_is_not_forced():
    """MO-A3: when only the mover has all but one, every empty cell is legal."""
    state = setup("1.1.1.1 ....... ....... 2..1... ....... ....... 1.....1", 1)
    for game in (MOMENTUM, Momentum(forced="report"), FREE):
        assert len(legal(game, state)) == 41


def test_a_player_to_move_with_all_but_one_can_always_win():
    """MO-A3: so not knocking really loses, and the forced rule only forbids losing moves."""
    rng = Random(3)
    for _ in range(500):
        spots = rng.sample(range(49), 7 + rng.randint(0, 7))
        cells = bytes(1 if cell in spots[:7] else 2 if cell in spots else 0 for cell in range(49))
        state = Marbles(cells, 0, 20)
        assert any(FREE.apply(state, action).player == NOBODY for action in FREE.actions(state)), drawn(cells)


def test_the_forced_rule_only_forbids_losing_moves():
    rng = Random(4)
    for _ in range(60):
        spots = rng.sample(range(49), 14)
        cells = bytes(
            1 if cell in spots[:7] else 2 if cell in spots[: 7 + rng.randint(1, 7)] else 0 for cell in range(49)
        )
        state = Marbles(cells, 1, 21)
        allowed = set(MOMENTUM.actions(state))
        for action in FREE.actions(state):
            after = FREE.apply(state, action)
            keeps = after.player == NOBODY or after.board.count(1) <= 6
            if not keeps:
                assert any(FREE.apply(after, reply).player == NOBODY for reply in FREE.actions(after))
            if allowed != set(FREE.actions(state)):
                assert (action in allowed) == keeps


# ── End ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_all_marbles_on_the_board_win():
    """T9 the other way: `4,6` touches nothing."""
    state = play(MOMENTUM, "4,6", setup("1.1.1.1 ....... ....... 2..1... ....... ....... 1.....1", 1))
    assert state.player == NOBODY
    outcome = MOMENTUM.outcome(state)
    assert outcome.scores == (1.0, 0.0)
    assert outcome.points == (8, 1)
    assert outcome.reason == "Blue has all 8 marbles on the board"


def test_turn_limit_majority():
    """T12: each drop sends the other marble home; after turn 60 only Red is on the board."""
    state = play(MOMENTUM, "2,1 1,2 " * 30)
    assert state.player == NOBODY
    assert drawn(state.board) == picture(".2..... ....... ....... ....... ....... ....... .......")
    outcome = MOMENTUM.outcome(state)
    assert outcome.scores == (0.0, 1.0)
    assert outcome.points == (0, 1)
    assert outcome.reason == "60 turns are over and Red has more marbles on the board"


def test_turn_limit_draw():
    """T13."""
    state = play(MOMENTUM, "7,7 1,2 " + "2,1 1,2 " * 29)
    assert state.player == NOBODY
    assert drawn(state.board) == picture(".2..... ....... ....... ....... ....... ....... ......1")
    outcome = MOMENTUM.outcome(state)
    assert outcome.scores == (0.5, 0.5)
    assert outcome.drawn
    assert outcome.reason == "60 turns are over and both have 1 marble on the board"


def test_swap_counts_as_a_turn():
    game = Momentum(turn_limit=2)
    state = play(game, "4,4 swap")
    assert state.player == NOBODY
    assert game.outcome(state).scores == (0.0, 1.0)


def test_play_can_cycle_without_a_limit():
    """T12 without a limit: the position recurs for ever."""
    game = Momentum(turn_limit=0)
    state = play(game, "2,1 1,2 " * 50)
    assert state.player == 0
    assert state.board == play(game, "2,1 1,2").board


def test_a_win_in_the_last_turn_counts_before_the_majority():
    state = setup("....... .222222 ....... ....... 1111111 ....... .......", 2, 59)
    assert state.played == 59
    after = play(FREE, "7,7", state)
    assert FREE.outcome(after).points == (7, 7) and FREE.outcome(after).drawn
    state = setup("....... 2222222 ....... ....... 1111111 ....... .......", 2, 59)
    after = play(FREE, "7,7", state)
    assert FREE.outcome(after).reason == "Red has all 8 marbles on the board"


LUDII = "6,5 2,4 3,4 6,1 1,6 5,3 5,4 7,5 5,3 5,2 3,1 5,7 3,5 1,7 3,7"
PUSHES = {  # by turn: from, to ("" for sent home)
    3: {"2,4": "1,4"},
    7: {"6,5": "7,6", "5,3": "5,2"},
    8: {"7,6": "7,7"},
    9: {"5,4": "5,5", "5,2": "5,1"},
    10: {"5,3": "5,4", "6,1": "", "5,1": ""},
    13: {"3,4": "3,3"},
    14: {"1,6": "1,5"},
}


def test_a_recorded_game():
    """T14: 15 turns, Blue wins 8:5, and every push is the recorded one."""
    names = FREE.board.names
    state = FREE.start()
    for number, text in enumerate(LUDII.split(), 1):
        before = {names[cell]: marble for cell, marble in enumerate(state.board) if marble}
        expected = {cell: marble for cell, marble in before.items() if cell not in PUSHES.get(number, {})}
        for source, target in PUSHES.get(number, {}).items():
            if target:
                expected[target] = before[source]
        expected[text] = state.player + 1
        assert state.player == (number - 1) % 2
        state = play(FREE, text, state)
        assert {names[cell]: marble for cell, marble in enumerate(state.board) if marble} == expected, number
    assert state.player == NOBODY
    assert FREE.outcome(state).points == (8, 5)
    assert FREE.outcome(state).winners == (0,)


def test_random_games_end_before_turn_sixty():
    """At least 15 turns for the starter to win; 19 on average when nothing is forced."""
    rng = Random(8)
    lengths = []
    for _ in range(200):
        state = FREE.start()
        while state.player != NOBODY:
            state = FREE.apply(state, rng.choice(FREE.actions(state)))
        lengths.append(state.played)
    assert min(lengths) >= 15
    assert 17 < sum(lengths) / len(lengths) < 21


# ── Options ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "spec",
    [
        "momentum",
        "momentum:size=9,marbles=12",
        "momentum:swap=off",
        "momentum:forced=off",
        "momentum:forced=report",
        "momentum:turn_limit=0",
        "momentum:turn_limit=62,starter=player2",
        "momentum:marbles=25",
    ],
)
def test_options_are_spelled(spec):
    assert str(find(spec)) == spec


@pytest.mark.parametrize(
    "spec",
    [
        "size=6",
        "size=-9",
        "size=seven",
        "size=",
        "marbles=1",
        "marbles=26",
        "size=8,marbles=33",
        "swap=maybe",
        "forced=yes",
        "forced=win",
        "turn_limit=61",
        "turn_limit=-2",
        "starter=3",
        "starter=blue",
        "colour=red",
        "swap",
    ],
)
def test_bad_options_are_refused(spec):
    with pytest.raises(BadOption):
        find(f"momentum:{spec}")


@pytest.mark.parametrize("options", [{"size": "9"}, {"size": True}, {"swap": 1}, {"marbles": 8.0}, {"forced": None}])
def test_options_of_the_wrong_type_are_refused(options):
    with pytest.raises(BadOption):
        Momentum(**options)


def test_marbles_must_fit_the_board():
    """2(M-1) < N²: 25 on 7 by 7, where 24 each leave one cell empty, and 32 on 8 by 8."""
    assert Momentum(marbles=25).marbles == 25
    assert Momentum(size=8, marbles=32).marbles == 32
    with pytest.raises(BadOption, match="at most 25"):
        Momentum(marbles=26)


def test_larger_boards_keep_eight_marbles():
    """MO-A6."""
    game = Momentum(size=9)
    assert game.marbles == 8
    assert len(game.actions(game.start())) == 81


def test_thresholds_follow_the_number_of_marbles():
    """With 12 marbles on 9 by 9 the last marble is the twelfth."""
    game = Momentum(size=9, marbles=12)
    rows = ["1.1.1.1.1", ".........", "1.1.1.1.1", *["........."] * 5, "2...2...1"]
    state = Marbles(board(" ".join(rows)), 1, 21)
    assert state.board.count(1) == 11
    assert 0 < len(game.actions(state)) < len(Momentum(size=9, marbles=12, forced="off").actions(state))
    fewer = Marbles(state.board.replace(b"\1", b"\0", 1), 1, 21)
    assert len(game.actions(fewer)) == fewer.board.count(0)


def test_player2_may_begin():
    game = Momentum(starter="player2")
    assert game.start().player == 1
    assert drawn(play(game, "4,4 4,3").board) == picture("....... ....... ....... ..1.2.. ....... ....... .......")


# ── Text ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_turns_are_written_row_comma_column():
    game = Momentum(size=10)
    assert game.write(game.start(), Place(game.board.cells["10,3"], 1)) == "10,3"
    assert MOMENTUM.write(play(MOMENTUM, "4,4"), SWAP) == "swap"


@pytest.mark.parametrize("text", ["5,4", "d5", "D5", " 5 , 4 ", "d 5"])
def test_other_spellings_of_a_drop(text):
    """`d5` is column d, row 5."""
    assert read_turn(MOMENTUM, MOMENTUM.start(), text).actions == (Place(MOMENTUM.board.cells["5,4"], 1),)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("8,1", Illegal),
        ("0,1", Illegal),
        ("h1", Illegal),
        ("swap", Illegal),
        ("4,", Ambiguous),
        ("", Unreadable),
        ("4;4", Unreadable),
        ("pass", Unreadable),
        ("4,4,4", Unreadable),
    ],
)
def test_texts_that_are_no_turn_here(text, error):
    with pytest.raises(error) as caught:
        read_turn(MOMENTUM, MOMENTUM.start(), text)
    assert type(caught.value) is error
    assert caught.value.text == text


def test_an_occupied_cell_is_illegal_after_the_second_turn():
    with pytest.raises(Illegal):
        play(MOMENTUM, "1,1 7,7 1,1")


def test_no_turn_after_the_end():
    with pytest.raises(Illegal, match="over"):
        read_turn(MOMENTUM, Marbles(bytes(49), NOBODY, 60), "4,4")


ROWS = "1..1..1/......./.....1./2..1.../......./.1...1./...2..."


def test_position_text():
    state = Marbles(board(T10), 1, 9)
    assert MOMENTUM.write_position(state) == f"{ROWS} 2 9"
    assert MOMENTUM.read_position(f"{ROWS} 2 9") == state
    assert legal(MOMENTUM, MOMENTUM.read_position(f"{ROWS} 2 9")) == legal(MOMENTUM, setup(T10, 2))


def test_a_turn_number_that_counts_from_one_is_understood():
    """After `4,4 swap` two turns were played, and it is turn 3."""
    state = play(MOMENTUM, "4,4 swap")
    rows = MOMENTUM.write_position(state).split()[0]
    assert MOMENTUM.write_position(state) == f"{rows} 1 2"
    assert MOMENTUM.read_position(f"{rows} 1 3") == state
    assert MOMENTUM.read_position(f"{rows} 1 2") == state


def test_without_a_turn_number_as_few_turns_as_the_marbles_allow_were_played():
    """Blue's seven marbles took seven turns of Blue's, so thirteen in all; Red's two would have taken four."""
    assert MOMENTUM.read_position(f"{ROWS} 2").played == 13
    assert MOMENTUM.read_position(f"{ROWS} 1").played == 14
    assert Momentum(starter="player2").read_position(f"{ROWS} 2").played == 14
    assert MOMENTUM.read_position(f"{'/'.join(['.......'] * 7)} 1").played == 0


def test_the_swap_right_follows_from_a_position_text():
    text = MOMENTUM.write_position(play(MOMENTUM, "4,4"))
    assert text.endswith(" 2 1")
    for spelled in (text, text.removesuffix(" 1")):
        assert SWAP in MOMENTUM.actions(MOMENTUM.read_position(spelled))
    assert SWAP not in MOMENTUM.actions(MOMENTUM.read_position(text.removesuffix("1") + "3"))


def test_turn_number_and_mover_always_agree():
    """Even when nothing was played and the wrong player is to move, or the number is far too small."""
    empty = "/".join(["......."] * 7)
    for number in range(4):
        for player in (1, 2):
            for starter in ("player1", "player2"):
                game = Momentum(starter=starter)
                state = game.read_position(f"{empty} {player} {number}")
                assert (state.played + game.first) % 2 == player - 1
                assert abs(state.played - number) <= 1
                assert game.read_position(game.write_position(state)) == state


@pytest.mark.parametrize(
    "text",
    [
        "",
        ROWS,
        f"{ROWS} 3",
        f"{ROWS} 2 -1",
        f"{ROWS} 2 nine",
        f"{ROWS} 2 9 9",
        f"{ROWS}/ 2 9",
        f"{ROWS[1:]} 2 9",
        f".{ROWS} 2 9",
        ROWS.replace("2", "3") + " 2 9",
        "/".join(["......"] * 6) + " 1 0",
    ],
)
def test_texts_that_are_no_position(text):
    with pytest.raises(BadPosition):
        MOMENTUM.read_position(text)


@pytest.mark.parametrize(
    ("rows", "rest"),
    [
        ("11111111......", "2 20"),  # Blue has won already
        ("111111111.....", "2 20"),  # nine marbles
        ("11111111222222", "1 60"),  # Blue has won, and the turns are over
        ("1111111222222.", "1 60"),  # the turns are over
        ("1111111222222.", "- 59"),  # not over
        ("..............", "- 0"),  # not over
        ("1111111122222222", "- 20"),  # both have won
    ],
)
def test_positions_that_cannot_occur(rows, rest):
    cells = rows.ljust(49, ".")
    text = "/".join(cells[at : at + 7] for at in range(0, 49, 7)) + " " + rest
    assert MOMENTUM.read_position(text)
    with pytest.raises(BadPosition, match="cannot occur"):
        read_position(MOMENTUM, text)


def test_an_empty_board_of_six_by_six_is_not_the_start():
    """MO-A8: the first program's printed start lost a row and a column."""
    with pytest.raises(BadPosition):
        MOMENTUM.read_position("/".join(["......"] * 6) + " 1 0")
    assert drawn(MOMENTUM.start().board) == EMPTY.strip()


PRINTED_END = """
......
.1.12.
...2.1
211...
.1.1.2
...1.2
...2..
"""


@pytest.mark.parametrize("lost", range(7))
def test_the_printed_end_is_a_win_for_player1(lost):
    """MO-A8: it has lost a column; wherever an empty one is put back, player1 has won 8:6 after 41 turns."""
    rows = [row[:lost] + "." + row[lost:] for row in PRINTED_END.split()]
    state = read_position(MOMENTUM, "/".join(rows) + " - 41")
    outcome = MOMENTUM.outcome(state)
    assert outcome.points == (8, 6)
    assert outcome.scores == (1.0, 0.0)


# ── For players and pictures ─────────────────────────────────────────────────────────────────────────────────────


def test_evaluation_is_the_lead_in_marbles_less_those_easily_sent_home():
    lead, other = MOMENTUM.evaluate(setup(T10, 2))
    assert lead == -other and 0 < lead <= 5
    inner = setup(T10.replace("1..1..1", "......."), 2)
    assert MOMENTUM.evaluate(inner)[0] > 0


def test_status_counts_marbles_and_turns():
    state = setup(T10, 2)
    assert dict(MOMENTUM.status(state)) == {"in hand": (1, 6), "on the board": (7, 2), "turn": ("22/60",)}
    assert dict(Momentum(turn_limit=0).status(state))["turn"] == (22,)


def test_status_after_the_last_turn_does_not_count_on():
    state = play(MOMENTUM, "2,1 1,2 " * 30)
    assert dict(MOMENTUM.status(state))["turn"] == ("60/60",)


def test_seats_are_blue_and_red():
    assert [(seat.symbol, seat.name) for seat in MOMENTUM.seats] == [("1", "Blue"), ("2", "Red")]
    assert [piece.owner for piece in MOMENTUM.pieces] == [None, 0, 1]


def test_a_click_on_the_cell_drops_and_the_swap_is_a_button():
    assert MOMENTUM.paths(Place(3, 1)) == ((3,),)
    assert MOMENTUM.paths(Choose(0)) == ((),)


# ── What is due, in words ────────────────────────────────────────────────────────────────────────────────────────


def test_the_second_player_is_told_of_the_swap():
    assert MOMENTUM.prompt(play(MOMENTUM, "4,4")) == "drop a marble, or swap: take over the first one"
    assert Momentum(swap=False).prompt(play(Momentum(swap=False), "4,4")) == ""
    assert MOMENTUM.prompt(play(MOMENTUM, "4,4 1,1")) == ""


def test_what_the_last_marble_forces_is_told():
    threat = "1111...\n111....\n.......\n.......\n.......\n2......\n......."
    state = setup(threat, 2)
    assert len(MOMENTUM.actions(state)) < state.board.count(0)
    assert MOMENTUM.prompt(state) == "knock a marble of Blue off the board"
    both = "1111...\n111....\n.......\n.......\n2......\n222....\n222...."
    assert MOMENTUM.prompt(setup(both, 2)) == "win now, or knock a marble of Blue off the board"
    assert Momentum(forced="report").prompt(setup(both, 2)) == "knock a marble of Blue off the board"
    assert FREE.prompt(setup(both, 2)) == ""
