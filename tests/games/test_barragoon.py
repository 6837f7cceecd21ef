"""Barragoon: one test a sentence of the rules, and every known position with its whole list of moves."""

from dataclasses import replace
from itertools import pairwise, permutations, product
from random import Random

import pytest

from tabuleiro.core import EMPTY, NOBODY, Move, Place
from tabuleiro.core.errors import Ambiguous, BadOption, BadPosition, Illegal, Unreadable
from tabuleiro.core.notation import read_position, read_turn
from tabuleiro.core.option import read_options
from tabuleiro.core.select import select
from tabuleiro.games.barragoon import AT, FACES, NO, Barragoon, Tiles

GAME = Barragoon()
STRICT_ARROWS = Barragoon(directional_capture=True)
SYMBOLS = [piece.symbol for piece in GAME.pieces]
ALL_FACES = ["No", "OT", "OB", "OL", "OR", "TV", "TH", "RB", "RL", "RT", "RR", "LT", "LL", "LB", "LR", "AT"]
WHITE, BLACK = 0, 1

START = "14W3W13W4W1/22W3W2W2/7/1No3No1/No1No1No1No/1No3No1/7/22B3B2B2/14B3B13B4B1"
MIDDLE = "23W24W1/34W3/1No2W23W1/1No3W2W1AT1/No14B3BRLATNo/52BAT/33B3B2/22B4/14B5"
LATE = "7/7/6No/14WNo1THOT4W/OBAT1TVNoOL3B/2BTVNoOB1NoOT/NoOB1LTAT2/3B1AT4W3BRT1/2W6"


def texts(game, state):
    return sorted(game.write(state, action) for action in game.actions(state))


def moves(position, game=GAME):
    return texts(game, game.read_position(position))


def play(state, *steps, game=GAME):
    """The state after these steps, each legal where it is played."""
    for step in steps:
        legal = {game.write(state, action): action for action in game.actions(state)}
        assert step in legal, (step, game.write_position(state))
        state = game.apply(state, legal[step])
    return state


def drawn(picture):
    """The board in a picture: cells separated by blanks, with or without row and column labels."""
    rows = [line.split() for line in picture.strip().splitlines()]
    cells = [cell for row in rows if not row[0].islower() for cell in row if not cell.isdigit()]
    return bytes(SYMBOLS.index(cell) for cell in cells)


def random_states(seed, games, game=GAME):
    """Every state of some random games."""
    rng = Random(seed)
    for _ in range(games):
        state = game.start()
        yield state
        while state.player != NOBODY:
            state = game.apply(state, rng.choice(game.actions(state)))
            yield state


# ── Board and pieces ─────────────────────────────────────────────────────────────────────────────────────────────


def test_board_has_seven_columns_and_nine_rows_counted_from_the_top():
    assert len(GAME.board) == 7 * 9 == 63
    assert GAME.board.names[:8] == ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2")
    assert GAME.board.names[-1] == "g9"


def test_setup():
    assert GAME.start() == Tiles(
        drawn(
            """
                a  b  c  d  e  f  g
            1   .  4W 3W .  3W 4W .
            2   .  .  2W 3W 2W .  .
            3   .  .  .  .  .  .  .
            4   .  No .  .  .  No .
            5   No .  No .  No .  No
            6   .  No .  .  .  No .
            7   .  .  .  .  .  .  .
            8   .  .  2B 3B 2B .  .
            9   .  4B 3B .  3B 4B .
            """
        ),
        WHITE,
    )
    assert GAME.write_position(GAME.start()) == f"{START} W"
    assert dict(GAME.status(GAME.start()))["barragoons aside"] == (24,)


def test_open_setup_shows_all_turns():
    start = Barragoon(open=True).start()
    assert GAME.write_position(start) == f"{START} W".replace("No", "AT")


def test_seats_keep_b_for_the_brown_side():
    assert [seat.symbol for seat in GAME.seats] == ["W", "B"]
    assert GAME.seats[BLACK].name == "Black (brown)"


def test_pieces_are_the_empty_cell_six_tiles_and_sixteen_faces():
    assert [piece.symbol for piece in GAME.pieces] == [".", "2W", "3W", "4W", "2B", "3B", "4B", *ALL_FACES]
    assert [piece.owner for piece in GAME.pieces[1:7]] == [WHITE] * 3 + [BLACK] * 3
    assert all(piece.owner is None for piece in GAME.pieces[NO:])


def test_every_face_has_its_sign():
    assert "".join(piece.sign for piece in GAME.pieces[NO:]) == (
        "X\u2191\u2193\u2190\u2192\u2195\u2194\u21b1\u2b0e\u21b2\u2b11\u21b3\u2b0f\u21b0\u2b10\u2725"
    )


def test_a_label_shows_the_sign_next_to_the_name():
    state = play(GAME.read_position("3W6/7/7/No6/7/7/7/7/63B W"), "a1xa4")
    assert GAME.label(state, Place(0, SYMBOLS.index("RB"))) == "@a1RB"


def test_turned_glyphs_turn_their_crossings():
    """A quarter turn of the glyph, clockwise, turns both headings of each crossing clockwise."""
    turned = {"one-way": [0], "two-ways": [0, 2], "right-turn": [0], "left-turn": [0]}
    change = {"one-way": 0, "two-ways": 0, "right-turn": 1, "left-turn": 3}
    for index, piece in enumerate(GAME.pieces[NO:], NO):
        if piece.glyph in turned:
            quarter = piece.turn // 90
            wanted = {
                ((quarter + into) % 4, (quarter + into + change[piece.glyph]) % 4) for into in turned[piece.glyph]
            }
            assert GAME.pairs[index] == wanted, piece
    assert GAME.pairs[NO] == set()
    assert GAME.pairs[AT] == {(into, (into + turn) % 4) for into in range(4) for turn in (1, 3)}


def test_space_numbers_every_step_once():
    places = [action for action in GAME.space if isinstance(action, Place)]
    assert len(places) == 63 * 16
    assert all(GAME.space[GAME.space.index(action)] == action for action in GAME.space)
    centre = GAME.board.cells["d5"]
    assert sum(isinstance(action, Move) and action.source == centre for action in GAME.space) == 38  # 40, two are off


# ── Moving ───────────────────────────────────────────────────────────────────────────────────────────────────────

FIRST_MOVES = (
    "b1-a3 b1-a4 b1-c3 b1-d3 c2-a2 c2-b2 c2-b3 c2-c3 c2-c4 c2-d3 d2-b3 d2-c3 d2-c4 d2-d4 d2-d5 d2-e3 d2-e4 d2-f3 "
    "e2-d3 e2-e3 e2-e4 e2-f2 e2-f3 e2-g2 f1-d3 f1-e3 f1-g3 f1-g4"
)


def test_first_moves():
    assert texts(GAME, GAME.start()) == FIRST_MOVES.split()
    assert len(FIRST_MOVES.split()) == 28


def test_first_moves_of_black_mirror_those_of_white():
    mirror = {str(row): str(10 - row) for row in range(1, 10)}
    assert moves(f"{START} B") == sorted(
        "".join(mirror.get(sign, sign) for sign in move) for move in FIRST_MOVES.split()
    )


def test_first_moves_of_the_open_setup():
    game = Barragoon(open=True)
    assert texts(game, game.start()) == sorted([*FIRST_MOVES.split(), "b1-c4", "f1-e4"])


def test_moves_come_in_the_order_of_source_and_target():
    for state in random_states(11, 2):
        legal = GAME.actions(state) if state.player != NOBODY else []
        if state.pending:
            assert legal == sorted(legal, key=lambda action: (action.cell, action.piece))
        else:
            assert legal == sorted(legal, key=lambda action: (action.source, action.target))


@pytest.mark.parametrize(("tile", "count"), [("2W", 12), ("3W", 20), ("4W", 26)])
def test_lone_tile_in_the_middle(tile, count):
    assert len(moves(f"7/7/7/7/3{tile}3/7/7/7/7 W")) == count


@pytest.mark.parametrize(
    ("tile", "targets"),
    [
        ("2W", "a2 a3 b1 b2 c1"),
        ("3W", "a3 a4 b2 b3 c1 c2 d1"),
        ("4W", "a4 a5 b3 b4 c2 c3 d1 d2 e1"),
    ],
)
def test_lone_tile_in_the_corner(tile, targets):
    assert moves(f"{tile}6/7/7/7/7/7/7/7/7 W") == [f"a1-{target}" for target in targets.split()]


THROUGH = {
    "2W": {"OT": "d3", "TV": "d3", "RB": "e4", "LB": "c4", "AT": "c4 e4"},
    "3W": {"OT": "c3 d2 d3 e3", "TV": "c3 d2 d3 e3", "RB": "e4 f4", "LB": "b4 c4", "AT": "b4 c4 e4 f4"},
}


@pytest.mark.parametrize("tile", THROUGH)
@pytest.mark.parametrize("face", ALL_FACES)
def test_every_face_from_below(tile, face):
    """The tile on d5 can only leave through the face on d4: tiles next to it block and are too near to capture."""
    state = GAME.read_position(f"7/7/7/3{face}3/22B{tile}2B2/32B3/7/7/7 W")
    wanted = [f"d5-{target}" for target in THROUGH[tile].get(face, "").split()]
    assert texts(GAME, state) == wanted
    if not wanted:
        assert GAME.outcome(state).winners == (BLACK,)


def test_a_forced_turn_uses_up_the_turn():
    assert moves("7/7/7/7/7/7/7/3AT3/22B4W2B2 W") == ["d9-a8", "d9-b8", "d9-f8", "d9-g8"]


def test_after_a_straight_face_the_turn_is_still_free():
    assert moves("7/7/7/7/7/7/7/3OT3/22B3W2B2 W") == ["d9-c7", "d9-d6", "d9-d7", "d9-e7"]


@pytest.mark.parametrize("face", ["OT", "TV"])
def test_no_turn_is_made_on_a_straight_face(face):
    assert "d9-e8" not in moves(f"7/7/7/7/7/7/7/3{face}3/22B3W2B2 W")


def test_tiles_block():
    assert moves("4W2W5/2B6/7/7/7/7/7/7/7 W") == ["b1-b2", "b1-b3", "b1-c1", "b1-c2", "b1-d1", "b1xa2"]


def test_two_paths_to_a_square_are_one_move():
    """c3 is reached round either corner."""
    assert moves("7/7/7/32W3/7/7/7/7/7 W").count("d4-c3") == 1
    for state in random_states(12, 1):
        legal = GAME.actions(state) if state.player != NOBODY else []
        assert len(set(legal)) == len(legal)


def test_passing_is_not_possible():
    assert all(isinstance(action, Move | Place) for action in GAME.space)
    assert all(action.source != action.target for action in GAME.space if isinstance(action, Move))


# ── Known boards ─────────────────────────────────────────────────────────────────────────────────────────────────

MIDDLE_WHITE = (
    "c1-a1 c1-a2 c1-b2 c1-e1 c1-e2 c1xb3 c3-b2 c3-c2 c3-d3 c3-e3 d2-a1 d2-a2 d2-a3 d2-b1 d2-e4 d2-g1 d2-g2 d2-g3 d2xe5 "
    "d4-d3 d4-e3 d4-e4 d4xe5 f1-e3 f1-e4 f1-g3 f1-g4 f3-d3 f3-e1 f3-e2 f3-e4 f3-g1 f3-g2 f3-g4 f3xe5 f3xg5"
)


def test_middle_board():
    board = drawn(
        """
        .  .  3W .  .  4W .
        .  .  .  4W .  .  .
        .  No 2W .  .  3W .
        .  No 3W 2W .  AT .
        No .  4B 3B RL AT No
        .  .  .  .  .  2B AT
        .  .  .  3B 3B .  .
        .  .  2B .  .  .  .
        .  4B .  .  .  .  .
        """
    )
    state = read_position(GAME, f"{MIDDLE} W")
    assert state == Tiles(board, WHITE)
    assert GAME.write_position(state) == f"{MIDDLE} W"
    assert dict(GAME.status(state)) == {
        "tiles": (7, 7),
        "barragoons aside": (24,),
        "turns without a capture": ("0/100",),
    }


def test_middle_board_moves():
    assert moves(f"{MIDDLE} W") == MIDDLE_WHITE.split()
    black = moves(f"{MIDDLE} B")
    assert len(black) == 55
    assert {"d5-e6", "f6xe5", "f6xg5", "e7xg6"} < set(black)
    assert not {"f6-f4", "f6xf4"} & set(black)  # no way straight up over the AT on f5


def test_middle_board_with_directional_capture():
    assert moves(f"{MIDDLE} W", STRICT_ARROWS) == [
        move for move in MIDDLE_WHITE.split() if move not in ("d2xe5", "d4xe5", "f3xe5")
    ]
    assert moves(f"{MIDDLE} B", STRICT_ARROWS) == [move for move in moves(f"{MIDDLE} B") if move != "f6xe5"]


def test_late_board_with_older_names_of_two_ways():
    older = LATE.replace("TH", "TL").replace("TV", "TT")
    board = drawn(
        """
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  No
        .  4W No .  TH OT 4W
        OB AT .  TV No OL 3B
        2B TV No OB .  No OT
        No OB .  LT AT .  .
        3B .  AT 4W 3B RT .
        2W .  .  .  .  .  .
        """
    )
    state = read_position(GAME, f"{older} W", strict=False)
    assert state.board == board
    assert GAME.write_position(state) == f"{LATE} W"
    assert dict(GAME.status(state))["barragoons aside"] == (12,)


def test_late_board_is_refused_for_its_third_4w():
    with pytest.raises(BadPosition, match="only 2 tiles 4W"):
        read_position(GAME, f"{LATE} W")


def test_late_board_is_not_final():
    white = "a9-b8 a9-b9 a9-c9 b4-a1 b4-a2 b4-b1 b4-c1 b4-c2 b4-d2 b4-d3 b4-e3 d8-b9 d8-f9 d8-g9"
    black = "a8-b9 a8-c7 a8-c9 e8-c9 e8-d9 e8-f7 e8-f9 e8-g7 e8-g9"
    assert moves(f"{LATE} W") == white.split()
    assert moves(f"{LATE} B") == black.split()


# ── Capturing ────────────────────────────────────────────────────────────────────────────────────────────────────

ARROW_ABOVE = "7/3{face}3/7/7/33W1No1/7/7/7/63B W"


def test_a_capture_ignores_the_arrow_and_short_moves_do_not_capture():
    legal = moves(ARROW_ABOVE.format(face="OL"))
    assert len(legal) == 18
    assert [move for move in legal if "x" in move] == ["d5xd2"]  # and not the No on f5, two squares away


def test_a_short_move_does_not_capture_a_tile():
    assert "d5xd3" not in moves("7/7/32B3/7/33W3/7/7/7/7 W")
    assert "d5xd2" in moves("7/32B3/7/7/33W3/7/7/7/7 W")


def test_directional_capture_needs_an_arrow_that_admits_the_heading():
    position = ARROW_ABOVE.format(face="OL")
    assert moves(position, STRICT_ARROWS) == [move for move in moves(position) if move != "d5xd2"]
    assert len(moves(position, STRICT_ARROWS)) == 17


@pytest.mark.parametrize("face", ALL_FACES)
def test_directional_capture_by_face(face):
    position = ARROW_ABOVE.format(face=face)
    assert "d5xd2" in moves(position)
    assert ("d5xd2" in moves(position, STRICT_ARROWS)) == (face in ("No", "OT", "TV", "RB", "LB", "AT"))


def test_directional_capture_takes_any_path_that_arrives_well():
    """e3 is entered upwards by way of e5, or from the left by way of d3."""
    assert "d5xe3" in moves("7/7/4OT2/7/33W3/7/7/7/63B W", STRICT_ARROWS)
    assert "d5xe3" not in moves("7/7/4OT2/7/33WNo2/7/7/7/63B W", STRICT_ARROWS)
    assert "d5xe3" in moves("7/7/4OT2/7/33WNo2/7/7/7/63B W")
    assert "d5xe3" in moves("7/7/4OR2/7/33WNo2/7/7/7/63B W", STRICT_ARROWS)


def test_a_2_space_tile_does_not_capture_all_turns():
    wanted = "d5-c4 d5-c5 d5-c6 d5-d4 d5-d6 d5-e4 d5-e5 d5-e6 d5xb5 d5xf5"
    assert moves("7/7/3AT3/7/1OL12W1No1/7/3AT3/7/63B W") == wanted.split()


@pytest.mark.parametrize("taker", ["2W", "3W", "4W"])
@pytest.mark.parametrize("taken", ["2B", "3B", "4B"])
def test_any_tile_captures_any_other(taker, taken):
    row = {"2W": 3, "3W": 2, "4W": 1}[taker]
    rows = ["7"] * 9
    rows[4], rows[row - 1] = f"3{taker}3", f"3{taken}3"
    assert f"d5xd{row}" in moves(f"{'/'.join(rows)} W")


@pytest.mark.parametrize("face", ALL_FACES)
@pytest.mark.parametrize("taker", ["2W", "3W", "4W"])
def test_any_tile_captures_any_barragoon_but_the_exception(taker, face):
    row = {"2W": 3, "3W": 2, "4W": 1}[taker]
    rows = ["7"] * 9
    rows[4], rows[row - 1] = f"3{taker}3", f"3{face}3"
    legal = f"d5xd{row}" in moves(f"{'/'.join(rows)} W")
    assert legal == ((taker, face) != ("2W", "AT"))


def test_own_tiles_are_not_captured():
    assert not [move for move in moves("7/7/32W3/7/32W3/7/7/7/63B W") if "x" in move]


# ── Placing ──────────────────────────────────────────────────────────────────────────────────────────────────────

BARRAGOON_TAKEN = "3W6/7/7/No6/7/7/7/7/63B W"
TILE_TAKEN = "7/7/7/7/32W3/7/32B3/7/3B6 W aside=24"


def test_a_captured_barragoon_is_put_back_by_the_capturer():
    state = GAME.read_position(BARRAGOON_TAKEN)
    assert texts(GAME, state) == ["a1-a3", "a1-b2", "a1-b3", "a1-c1", "a1-c2", "a1-d1", "a1xa4"]
    state = play(state, "a1xa4")
    assert (state.player, state.pending, state.whole) == (WHITE, 1, False)
    legal = texts(GAME, state)
    assert len(legal) == 61 * 16 == 976
    assert {text[:3] for text in legal} == {f"@{name}" for name in GAME.board.names} - {"@a4", "@g9"}
    assert {text[3:] for text in legal} == set(ALL_FACES)
    state = play(state, "@a1RB")
    assert (state.player, state.whole) == (BLACK, True)
    assert GAME.write_position(state) == "RB6/7/7/3W6/7/7/7/7/63B B ply=1"


def test_for_a_captured_tile_the_loser_places_first_then_the_capturer():
    state = read_position(GAME, TILE_TAKEN)
    state = play(state, "d5xd7")
    assert (state.player, state.pending) == (BLACK, 2)
    assert len(GAME.actions(state)) == 61 * 16 == 976
    state = play(state, "@c3No")
    assert (state.player, state.pending, state.whole) == (WHITE, 1, False)
    assert len(GAME.actions(state)) == 60 * 16 == 960
    state = play(state, "@f6AT")
    assert (state.player, state.whole) == (BLACK, True)
    assert GAME.write_position(state) == "7/7/2No4/7/7/5AT1/32W3/7/3B6 B aside=22 ply=1"
    assert dict(GAME.status(state))["barragoons aside"] == (22,)


def test_no_placement_after_the_last_tile():
    state = play(GAME.read_position("7/7/7/7/32W3/7/32B3/7/7 W"), "d5xd7")
    assert (state.player, state.whole) == (NOBODY, True)
    assert GAME.outcome(state).scores == (1.0, 0.0)
    assert GAME.outcome(state).reason == "Black (brown) has no tile left"


def test_with_one_barragoon_aside_only_the_loser_places():
    state = play(GAME.read_position(TILE_TAKEN.replace("24", "1")), "d5xd7")
    assert (state.player, state.pending) == (BLACK, 1)
    assert GAME.write_position(state) == "7/7/7/7/7/7/32W3/7/3B6 W place=B:1 aside=0 ply=1"
    state = play(state, "@c3No")
    assert (state.player, state.whole) == (BLACK, True)


def test_with_none_aside_nobody_places():
    state = play(GAME.read_position(TILE_TAKEN.replace("24", "0")), "d5xd7")
    assert (state.player, state.whole) == (BLACK, True)


def test_a_captured_barragoon_does_not_change_the_heap():
    state = GAME.read_position(BARRAGOON_TAKEN)
    heap = dict(GAME.status(state))["barragoons aside"]
    for step in ("a1xa4", "@b2TH"):
        state = play(state, step)
        assert dict(GAME.status(state))["barragoons aside"] == heap


def test_a_click_on_an_empty_square_offers_the_faces():
    state = play(GAME.read_position(BARRAGOON_TAKEN), "a1xa4")
    assert len(select(GAME, GAME.actions(state), (10,)).options) == 16


# ── The end ──────────────────────────────────────────────────────────────────────────────────────────────────────

WHITE_STUCK = "7/7/7/3No3/2No2WNo2/3No3/7/7/63B"
BOTH_STUCK = "7/7/7/3No3/2No2WNo2/3No3/7/6No/5No2B"


def test_who_is_to_move_and_cannot_loses():
    state = GAME.read_position(f"{WHITE_STUCK} W")
    assert state.player == NOBODY
    assert GAME.outcome(state).winners == (BLACK,)
    assert GAME.outcome(state).reason == "White is to move and has no tile that can move"


def test_who_is_stuck_but_not_to_move_plays_on():
    state = GAME.read_position(f"{WHITE_STUCK} B")
    assert state.player == BLACK
    state = play(state, "g9-e9")
    assert GAME.outcome(state).winners == (BLACK,)


@pytest.mark.parametrize("loser", [WHITE, BLACK])
def test_if_both_are_stuck_the_one_to_move_loses(loser):
    state = GAME.read_position(f"{BOTH_STUCK} {'WB'[loser]}")
    assert GAME.outcome(state).winners == (1 - loser,)


def test_who_has_no_tile_loses_to_move():
    assert GAME.outcome(GAME.read_position("7/7/7/7/32W3/7/7/7/7 B")).winners == (WHITE,)


def test_the_end_comes_after_the_placements():
    """Black loses d7 and has only the stuck tile on g9 left, but both place first."""
    state = play(GAME.read_position("7/7/7/7/32W3/7/32B3/6No/5No2B W"), "d5xd7")
    assert state.player == BLACK
    state = play(state, "@a1No", "@a2No")
    assert state.player == NOBODY
    assert GAME.outcome(state).winners == (WHITE,)


def test_a_placement_can_win():
    state = play(GAME.read_position("3W6/7/7/No6/7/7/7/7/5No2B W"), "a1xa4")
    assert play(state, "@g8No").player == NOBODY
    assert play(state, "@g8TV").player == BLACK


def position_over(rows, express, side):
    return Barragoon(express=express).read_position(f"{rows} {side}").player == NOBODY


def test_five_tiles_a_side_can_move_at_first():
    assert [GAME.movable(GAME.start().board, seat) for seat in (WHITE, BLACK)] == [5, 5]


ONE_CAN_MOVE = "4W2W5/2B6/7/7/7/7/7/7/7"  # White's 4W cannot; Black's only tile can


@pytest.mark.parametrize(
    ("express", "side", "over"),
    [
        ("0", "W", False),
        ("1", "W", True),
        ("2", "W", True),
        ("1", "B", True),
        ("0/1", "W", False),
        ("0/1", "B", True),
        ("1/0", "W", True),
        ("1/0", "B", False),
        ("2/0", "B", False),
    ],
)
def test_express_with_one_tile_that_can_move(express, side, over):
    assert position_over(ONE_CAN_MOVE, express, side) == over


@pytest.mark.parametrize(("express", "over"), [("0", False), ("1", False), ("2", True), ("1/2", False), ("2/1", True)])
def test_express_with_two_tiles_that_can_move(express, over):
    assert position_over("3W53W/7/7/7/7/7/7/7/2B52B", express, "W") == over


def test_express_is_judged_before_moving():
    game = Barragoon(express="1")
    state = play(game.read_position("2W52W/7/7/7/7/7/7/7/3B53B B"), "a9-a6", game=game)
    assert state.player == WHITE


def test_express_outcome():
    game = Barragoon(express="1")
    outcome = game.outcome(game.read_position(f"{ONE_CAN_MOVE} W"))
    assert outcome.winners == (BLACK,)
    assert outcome.reason == "White can move too few tiles: 1"


def test_express_waits_for_the_placements():
    game = Barragoon(express="1")
    state = game.read_position("2W4W5/7/2B6/7/7/7/7/7/5No2B W")
    state = play(state, "a1xa3", game=game)
    assert (state.player, state.pending) == (BLACK, 2)
    state = play(state, "@g1No", "@g2No", game=game)
    assert game.outcome(state).winners == (WHITE,)


# ── Draws ────────────────────────────────────────────────────────────────────────────────────────────────────────

CYCLE = ("c2-c3", "c8-c7", "c3-c2", "c7-c8")


def test_usual_limits():
    assert (GAME.repetition, GAME.no_capture_limit, GAME.max_plies) == (3, 100, 1000)


def test_a_cycle_of_four_turns_recurs():
    state, keys = GAME.start(), [GAME.key(GAME.start())]
    for step in CYCLE * 2:
        state = play(state, step)
        keys.append(GAME.key(state))
    assert [number for number, key in enumerate(keys) if key == keys[0]] == [0, 4, 8]
    assert keys.count(keys[0]) == GAME.repetition


def test_the_key_tells_who_is_to_move():
    assert GAME.key(GAME.read_position(f"{START} W")) != GAME.key(GAME.read_position(f"{START} B"))


def test_turns_without_a_capture_draw():
    game = Barragoon(no_capture_limit=4)
    state = play(game.start(), *CYCLE[:3], game=game)
    assert state.player == BLACK
    state = play(state, CYCLE[3], game=game)
    assert state.player == NOBODY
    assert game.outcome(state).scores == (0.5, 0.5)
    assert game.outcome(state).reason == "4 turns went by without a capture"


@pytest.mark.parametrize(
    ("position", "steps"), [(BARRAGOON_TAKEN, ("a1xa4", "@a1No")), (TILE_TAKEN, ("d5xd7", "@a1No", "@a2No"))]
)
def test_any_capture_begins_the_count_anew(position, steps):
    state = GAME.read_position(f"{position} quiet=99")
    assert state.player == WHITE
    state = play(state, *steps)
    assert (state.player, state.quiet) == (BLACK, 0)


def test_the_hundredth_turn_without_a_capture_draws():
    state = GAME.read_position(f"{BARRAGOON_TAKEN} quiet=99")
    assert GAME.outcome(play(state, "a1-a3")).drawn


def test_turns_in_all_draw():
    game = Barragoon(max_plies=3)
    state = play(game.start(), *CYCLE[:3], game=game)
    assert state.player == NOBODY
    assert game.outcome(state).drawn
    assert game.outcome(state).reason == "3 turns are over"


def test_the_last_turn_is_played_to_its_end():
    state = play(GAME.read_position(f"{BARRAGOON_TAKEN} ply=999"), "a1xa4")
    assert state.player == WHITE
    assert GAME.outcome(play(state, "@a1No")).drawn


def test_a_loss_comes_before_a_draw():
    state = play(GAME.read_position("3W6/7/7/No6/7/7/7/7/5No2B W ply=999"), "a1xa4", "@g8No")
    assert GAME.outcome(state).winners == (WHITE,)
    assert GAME.outcome(GAME.read_position(f"{WHITE_STUCK} W quiet=100")).winners == (BLACK,)


def test_a_limit_of_0_is_none_and_nothing_is_counted():
    game = Barragoon(no_capture_limit=0, max_plies=0, repetition=0)
    state = play(game.start(), *CYCLE * 30, game=game)
    assert state == game.start()


# ── Options ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_options_are_read_from_text():
    texts = {"directional_capture": "on", "open": "yes", "express": "1/2", "repetition": "0", "max_plies": "500"}
    game = Barragoon(**read_options(Barragoon, texts))
    assert game == Barragoon(directional_capture=True, open=True, express="1/2", repetition=0, max_plies=500)
    assert str(game) == "barragoon:directional_capture=on,open=on,express=1/2,repetition=0,max_plies=500"


@pytest.mark.parametrize("wrong", [{"express": "3"}, {"express": "1/3"}, {"max_plies": -1}, {"open": "maybe"}])
def test_other_options_are_refused(wrong):
    with pytest.raises(BadOption):
        Barragoon(**wrong)


# ── Text ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_turn_with_placements_is_one_text():
    state = GAME.read_position(TILE_TAKEN)
    reading = read_turn(GAME, state, "d5xd7@c3No@f6AT")
    assert reading.complete
    assert play(state, "d5xd7", "@c3No", "@f6AT") == GAME.apply(
        GAME.apply(GAME.apply(state, reading.actions[0]), reading.actions[1]), reading.actions[2]
    )


def test_the_beginning_of_a_turn_is_read():
    reading = read_turn(GAME, GAME.read_position(TILE_TAKEN), "d5xd7")
    assert (len(reading.actions), reading.complete) == (1, False)


@pytest.mark.parametrize("text", ["d2-d5", "D2-D5", " d2 - d5 ", "2-4 5-4"])
def test_spellings_of_a_move(text):
    reading = read_turn(GAME, GAME.start(), text)
    assert GAME.write(GAME.start(), reading.actions[0]) == "d2-d5"


def test_line_and_column_numbers_of_a_capture():
    state = play(GAME.start(), "d2-d5")
    assert GAME.write(state, read_turn(GAME, state, "8-4 5-4").actions[0]) == "d8xd5"


@pytest.mark.parametrize(
    ("text", "face"),
    [("@e4rb", "RB"), ("@E4no", "No"), ("@e4TL", "TH"), ("@e4TR", "TH"), ("@e4tt", "TV"), ("@e4TB", "TV")],
)
def test_spellings_of_a_placement(text, face):
    state = play(GAME.read_position(BARRAGOON_TAKEN), "a1xa4")
    assert GAME.write(state, read_turn(GAME, state, text).actions[0]) == f"@e4{face}"


@pytest.mark.parametrize("text", ["d2-d9", "d2xd5", "2-4 9-4", "@e4RB", "d2-d5@e4TL"])
def test_illegal_turns(text):
    with pytest.raises(Illegal):
        read_turn(GAME, GAME.start(), text)


@pytest.mark.parametrize("text", ["h2-h3", "d2", "d2-d5@e4XX", "@e4", "hello", "d2-d5@a1No@a2No@a3No"])
def test_unreadable_turns(text):
    with pytest.raises((Unreadable, Ambiguous)):
        read_turn(GAME, GAME.start(), text)


def test_a_placement_without_its_face_is_only_a_beginning():
    state = play(GAME.read_position(BARRAGOON_TAKEN), "a1xa4")
    with pytest.raises(Ambiguous):
        read_turn(GAME, state, "@e4")


def test_positions_inside_a_turn_name_whose_turn_it_is_and_who_places():
    state = play(GAME.start(), "d2-d5", "d8xd5")
    rows = "14W3W13W4W1/22W12W2/7/1No3No1/No1No3BNo1No/1No3No1/7/22B12B2/14B3B13B4B1"
    assert GAME.write_position(state) == f"{rows} B place=W:2 ply=2"
    assert read_position(GAME, f"{rows} B place=W:2 ply=2") == state
    after = play(read_position(GAME, f"{rows} B place=W:2"), "@a1No")
    assert (after.player, after.pending, after.turn) == (BLACK, 1, BLACK)
    assert play(after, "@d8No").player == WHITE


def test_lower_case_is_read():
    assert GAME.read_position(f"{MIDDLE} W".lower()) == GAME.read_position(f"{MIDDLE} W")


def test_a_digit_before_a_letter_is_a_tile_and_otherwise_a_run():
    state = GAME.read_position("22W4/OTLB5/7/7/7/7/7/7/63B W")
    assert SYMBOLS[state.board[2]] == "2W"
    assert [SYMBOLS[content] for content in state.board[7:9]] == ["OT", "LB"]  # no TL between them


@pytest.mark.parametrize(
    "text",
    [
        "",
        START,
        f"{START} X",
        f"{START} WB",
        "7/7 W",
        f"{START}/7 W",
        START.replace("No", "XX") + " W",
        START.replace("/7/", "/8/", 1) + " W",
        f"{START} W place=W",
        f"{START} W place=W:3",
        f"{START} W aside=-1",
        f"{START} W colour=3",
        "/".join(["NoNoNoNoNoNoNo"] * 9) + " W place=W:1",
    ],
)
def test_unreadable_positions(text):
    with pytest.raises(BadPosition):
        GAME.read_position(text)


@pytest.mark.parametrize(
    ("text", "objection"),
    [
        ("4W4W4W4/7/7/7/7/7/7/7/63B W", "only 2 tiles 4W"),
        ("2B2B2B4/7/7/7/7/7/7/7/63W W", "only 2 tiles 2B"),
        ("3W3W3W3W3/7/7/7/7/7/7/7/63B W", "only 3 tiles 3W"),
        ("/".join(["NoNoNoNoNoNoNo"] * 5) + "/7/7/7/3W53B W", "only 32 barragoons"),
        (f"{START} W aside=25", "only 32 barragoons"),
        ("2W6/7/7/7/7/7/7/7/63B W place=W:2", "who lost a tile places first"),
        ("2W6/7/7/7/7/7/7/7/63B W place=B:1", "two barragoons are placed for a tile"),
    ],
)
def test_impossible_positions_are_read_only_leniently(text, objection):
    state = read_position(GAME, text, strict=False)
    assert GAME.read_position(GAME.write_position(state)) == state
    with pytest.raises(BadPosition, match=objection):
        read_position(GAME, text)


# ── Counting ─────────────────────────────────────────────────────────────────────────────────────────────────────


def count_turns(game, state, depth):
    """How many sequences of *depth* turns there are, every placement counted."""
    total = 0
    for action in game.actions(state):
        after = game.apply(state, action)
        left = depth - after.whole
        total += count_turns(game, after, left) if left and after.player != NOBODY else not left
    return total


def test_turns_counted():
    assert count_turns(GAME, GAME.start(), 1) == 28
    assert count_turns(GAME, GAME.start(), 2) == 441_615


def test_the_one_early_tile_capture():
    replies = [(move, reply) for move in texts(GAME, GAME.start()) for reply in texts(GAME, play(GAME.start(), move))]
    assert len(replies) == 784
    assert [(move, reply) for move, reply in replies if "x" in reply] == [("d2-d5", "d8xd5")]


# ── A second opinion ─────────────────────────────────────────────────────────────────────────────────────────────

OFFSETS = {"T": (0, -1), "R": (1, 0), "B": (0, 1), "L": (-1, 0)}
ENTERED_FROM = {"B": "T", "L": "R", "T": "B", "R": "L"}  # side: heading of a tile that comes in by it


def may_cross(face, into, out):
    """The faces in words of their letters."""
    kind, letter = face[0], face[-1]
    clockwise = "TRBL"
    right = clockwise[(clockwise.index(into) + 1) % 4]
    left = clockwise[(clockwise.index(into) + 3) % 4]
    if face == "AT":
        return out in (left, right)
    if face == "No":
        return False
    if kind == "O":
        return into == out == letter
    if kind == "T":
        return into == out and into in {"V": "TB", "H": "LR"}[letter]
    return into == ENTERED_FROM[letter] and out == (right if kind == "R" else left)


def slow_moves(board, seat, directional):
    """All moves, by trying every string of headings."""
    at = {(number % 7, number // 7): SYMBOLS[content] for number, content in enumerate(board)}
    mine, theirs = "WB"[seat], "BW"[seat]
    found = set()
    for start, tile in at.items():
        if tile == "." or tile[0] not in "234" or tile[1] != mine:
            continue
        value = int(tile[0])
        for length in (value - 1, value):
            for path in product("TRBL", repeat=length):
                corners = sum(one != other for one, other in pairwise(path))
                if corners > 1 or any({one, other} in ({"T", "B"}, {"L", "R"}) for one, other in pairwise(path)):
                    continue
                place, fine = start, True
                for number, heading in enumerate(path):
                    place = (place[0] + OFFSETS[heading][0], place[1] + OFFSETS[heading][1])
                    content = at.get(place)
                    if content is None:
                        fine = False
                    elif number < length - 1 and content != ".":
                        fine = content[0] not in "234" and may_cross(content, heading, path[number + 1])
                    elif number == length - 1 and content != ".":
                        fine = length == value and (
                            content[1] == theirs
                            if content[0] in "234"
                            else (tile[0], content) != ("2", "AT")
                            and (
                                not directional
                                or content in ("No", "AT")
                                or any(may_cross(content, heading, out) for out in "TRBL")
                            )
                        )
                    if not fine:
                        break
                if fine:
                    found.add((start[1] * 7 + start[0], place[1] * 7 + place[0]))
    return sorted(found)


@pytest.mark.parametrize("directional", [False, True])
def test_moves_are_those_of_the_slow_way(directional):
    game = Barragoon(directional_capture=directional)
    looked_at = 0
    for number, state in enumerate(random_states(5, 3, game)):
        if number % 12 == 0 and not state.pending and state.player != NOBODY:
            fast = [(move.source, move.target) for move in game.actions(state)]
            assert fast == slow_moves(state.board, state.player, directional), game.write_position(state)
            looked_at += 1
    assert looked_at > 30


def both_ways(pairs):
    return {one: other for pair in pairs.split() for one, other in permutations(pair.split("-"))}


SIDEWAYS = both_ways("OL-OR RL-LR RR-LL RT-LT RB-LB")
UPSIDE_DOWN = both_ways("OT-OB RT-LB RB-LT RL-LL RR-LR")
SWAPPED = both_ways("2W-2B 3W-3B 4W-4B")


@pytest.mark.parametrize(
    ("cells", "pieces", "swap"),
    [
        ([7 * row + 6 - column for row in range(9) for column in range(7)], SIDEWAYS, False),
        ([7 * (8 - row) + column for row in range(9) for column in range(7)], UPSIDE_DOWN | SWAPPED, True),
    ],
)
def test_mirrored_boards_have_mirrored_moves(cells, pieces, swap):
    for number, state in enumerate(random_states(6, 2)):
        if number % 7 or state.pending or state.player == NOBODY:
            continue
        mirrored = bytes(
            SYMBOLS.index(pieces.get(SYMBOLS[state.board[cell]], SYMBOLS[state.board[cell]])) for cell in cells
        )
        other = replace(state, board=mirrored, player=state.player ^ swap, turn=state.turn ^ swap)
        here = {(move.source, move.target) for move in GAME.actions(state)}
        there = {(cells[move.source], cells[move.target]) for move in GAME.actions(other)}
        assert here == there


# ── Random play ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "game",
    [
        GAME,
        STRICT_ARROWS,
        Barragoon(open=True, express="1/2"),
        Barragoon(no_capture_limit=30, max_plies=200),
        Barragoon(no_capture_limit=0, max_plies=400),
    ],
    ids=str,
)
def test_random_games(game):
    ends = 0
    for state in random_states(7, 4, game):
        tiles = sum(1 <= content < NO for content in state.board)
        stones = sum(content >= NO for content in state.board)
        if state.whole and (state.player != NOBODY or game.tiles(state.board, state.turn)):
            assert stones == 8 + 2 * (14 - tiles)
        assert dict(game.status(state))["barragoons aside"][0] >= 0
        assert state.board.count(EMPTY) >= 29
        text = game.write_position(state)
        assert "aside" not in text
        assert read_position(game, text) == state
        if state.player == NOBODY:
            assert sum(game.outcome(state).scores) == 1
            ends += 1
            continue
        legal = game.actions(state)
        assert legal
        assert len({game.write(state, action) for action in legal}) == len(legal)
        assert all(action in game.space for action in legal[:: 1 + len(legal) // 10])
    assert ends == 4


def test_evaluation_is_even_at_first_and_prefers_tiles():
    assert GAME.evaluate(GAME.start()) == (0.0, 0.0)
    ahead = GAME.read_position("3W3W5/7/7/7/7/7/7/7/63B W")
    white, black = GAME.evaluate(ahead)
    assert white == -black > 0
    assert GAME.evaluate(GAME.read_position(f"{WHITE_STUCK} W"))[BLACK] > white


def test_the_rules_in_prose_name_every_face_and_the_designers():
    import tabuleiro.games.barragoon as module

    for word in [symbol for symbol, *_ in FACES] + ["Robert Witter", "Frank Warneke", "WiWa"]:
        assert word in module.__doc__


# ── What is due, in words ────────────────────────────────────────────────────────────────────────────────────────


def test_the_one_who_took_a_barragoon_is_told_to_place_it():
    state = play(GAME.read_position(f"{MIDDLE} W"), "c1xb3")
    assert (state.player, GAME.prompt(state)) == (WHITE, "place a barragoon on any empty square")
    assert GAME.prompt(play(state, "@a1No")) == ""


def test_for_a_tile_both_are_told_to_place_one_after_the_other():
    state = play(GAME.read_position("7/7/7/33W3/7/7/33B3/7/2B6 W"), "d4xd7")
    assert state.player == BLACK
    assert GAME.prompt(state) == "place a barragoon on any empty square; then White places another"
    state = play(state, "@a1No")
    assert (state.player, GAME.prompt(state)) == (WHITE, "place a barragoon on any empty square")
    assert GAME.prompt(play(state, "@b1No")) == ""
