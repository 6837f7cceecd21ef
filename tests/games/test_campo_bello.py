"""Campo Bello, sentence by sentence. Names like T7 and CB-A3 are those of the rules' test positions and readings."""

from itertools import islice, pairwise
from random import Random

import pytest

from tabuleiro.core import NOBODY, Move, Pass, Remove
from tabuleiro.core.errors import BadOption, BadPosition, Illegal, Unreadable
from tabuleiro.core.notation import read_position, read_turn, turns
from tabuleiro.core.option import options
from tabuleiro.core.registry import find
from tabuleiro.core.select import click, select
from tabuleiro.games.campo_bello import PASS, CampoBello

GAME = CampoBello()
OPTION_SETS = [
    {},
    {"chain": "report"},
    {"blocked": "pass"},
    {"home": "nine", "first": "b"},
    {"removal": "may"},
    {"players": 3},
    {"players": 3, "blocked": "end", "chain": "report"},
    {"players": 4, "first": "r"},
    {"players": 4, "removal": "may", "chain": "report"},
]

# The jumps, as (end, over, end), written out in full once more.
TRIPLES = """
mid b0 b1/mid b0 b2/b1 b0 y0/g0 b0 b2/b0 b1 b3/b0 b2 b5/b1 b3 b6/b1 b4 b8/b2 b4 b7/b2 b5 b9/b3 b4 b5/b6 b7 b8/b7 b8 b9
mid y0 y1/mid y0 y2/y1 y0 r0/b0 y0 y2/y0 y1 y3/y0 y2 y5/y1 y3 y6/y1 y4 y8/y2 y4 y7/y2 y5 y9/y3 y4 y5/y6 y7 y8/y7 y8 y9
mid r0 r1/mid r0 r2/r1 r0 g0/y0 r0 r2/r0 r1 r3/r0 r2 r5/r1 r3 r6/r1 r4 r8/r2 r4 r7/r2 r5 r9/r3 r4 r5/r6 r7 r8/r7 r8 r9
mid g0 g1/mid g0 g2/g1 g0 b0/r0 g0 g2/g0 g1 g3/g0 g2 g5/g1 g3 g6/g1 g4 g8/g2 g4 g7/g2 g5 g9/g3 g4 g5/g6 g7 g8/g7 g8 g9
b0 mid r0/y0 mid g0
"""


def texts(game, state):
    """The legal turns, as a sorted list."""
    return sorted(turn.text for turn in turns(game, state))


def at(position, **chosen):
    """The legal turns of *position*."""
    game = CampoBello(**chosen)
    return texts(game, read_position(game, position))


def first_jumps(game, state):
    """The legal jumps at the beginning of a turn: ``y2>mid``."""
    names = game.board.names
    jumps = [step for step in game.actions(state) if isinstance(step, Move)]
    return sorted(f"{names[jump.source]}>{names[jump.target]}" for jump in jumps)


def played(game, line, state=None):
    """The state after the turns of *line*, each of which must be legal and whole."""
    state = state or game.start()
    for text in line.split():
        reading = read_turn(game, state, text)
        assert reading.complete, text
        for action in reading.actions:
            assert action in game.actions(state)
            state = game.apply(state, action)
        assert state.whole
    return state


def steps(game, state, *wanted):
    """The state after the steps written *wanted*, which may leave the turn under way."""
    for text in wanted:
        found = [step for step in game.actions(state) if game.write(state, step) == text]
        assert len(found) == 1, text
        state = game.apply(state, found[0])
    return state


def drawn(game, letters):
    """A text board with these *letters* on its points."""
    lines = [[" "] * 24 for _ in range(9)]
    for (column, line), word in zip(game.board.spots, letters, strict=True):
        lines[line][column : column + len(word)] = word
    return "\n".join("".join(line).rstrip() for line in lines)


def picture(game, position):
    state = game.read_position(position)
    return drawn(game, [game.pieces[piece].symbol for piece in state.board])


def perft(game, state, depth):
    return sum(perft(game, turn.after, depth - 1) for turn in turns(game, state)) if depth else 1


# ── The board ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_map():
    assert "\n" + drawn(GAME, GAME.board.names) == (
        """
    g9  g8  g7  g6
b6    g5  g4  g3    r9
  b3    g2  g1    r5
b7  b1    g0    r2  r8
  b4  b0  mid r0  r4
b8  b2    y0    r1  r7
  b5    y1  y2    r3
b9    y3  y4  y5    r6
    y6  y7  y8  y9"""
    )


def test_points_are_numbered_in_reading_order():
    assert GAME.board.names[:9] == ("g9", "g8", "g7", "g6", "b6", "g5", "g4", "g3", "r9")
    assert [GAME.board.names[cell] for row in GAME.board.rows for cell in row] == list(GAME.board.names)


def test_the_jumps():
    names, cells = GAME.board.names, GAME.board.cells
    expected = {tuple(triple.split()) for line in TRIPLES.split("\n") if line for triple in line.split("/")}
    assert len(expected) == 54
    found = {(names[jump.source], names[over], names[jump.target]) for jump, over in GAME.overs.items()}
    assert found == expected | {triple[::-1] for triple in expected}
    assert len({(start, end) for start, _, end in found}) == 108  # start and landing determine the jumped point
    degrees = [len(GAME.leaps[cells[name]]) for name in ("mid", *(f"y{number}" for number in range(10)))]
    assert degrees == [8, 5, 4, 4, 2, 0, 2, 2, 2, 2, 2]


def test_nobody_can_land_on_a_point_4():
    dead = set(GAME.board.at("y4 b4 g4 r4"))
    assert not dead & {jump.target for jump in GAME.overs}
    assert {jump.target for jump in GAME.overs} | dead == set(GAME.board)


@pytest.mark.parametrize(
    "renamed",
    [
        lambda name: name if name == "mid" else "bgry"["ybgr".index(name[0])] + name[1],
        lambda name: name if name == "mid" else "yrgb"["ybgr".index(name[0])] + "0215439876"[int(name[1])],
    ],
    ids=["rotation", "mirror"],
)
def test_the_board_has_the_symmetry_of_the_square(renamed):
    board = GAME.board
    image = [board.cells[renamed(name)] for name in board.names]
    jumps = {(jump.source, over, jump.target) for jump, over in GAME.overs.items()}
    assert {tuple(image[cell] for cell in jump) for jump in jumps} == jumps
    links = {frozenset(link) for link in board.links}
    assert {frozenset(image[cell] for cell in link) for link in links} == links


def test_jumps_are_straight_but_for_eight_bent_ones_at_the_tips():
    names, centres = GAME.board.names, GAME.board.centres
    bent = set()
    for jump, over in GAME.overs.items():
        (ax, ay), (bx, by), (cx, cy) = (centres[cell] for cell in (jump.source, over, jump.target))
        if (bx - ax, by - ay) != pytest.approx((cx - bx, cy - by)):
            bent.add(frozenset(names[cell] for cell in (jump.source, over, jump.target)))
    assert bent == {frozenset(("mid", f"{letter}0", f"{letter}{side}")) for letter in "ybgr" for side in (1, 2)}


@pytest.mark.parametrize(
    "line",
    ["b6 b3 b1 b0 y0 y2 y5 y9", "y6 y3 y1 y0 r0 r2 r5 r9", "r6 r3 r1 r0 g0 g2 g5 g9", "g6 g3 g1 g0 b0 b2 b5 b9"],
)
def test_long_lines_are_straight_diagonals(line):
    centres = [GAME.board.centres[cell] for cell in GAME.board.at(line)]
    strides = {(round(x - u, 6), round(y - v, 6)) for (u, v), (x, y) in pairwise(centres)}
    assert len(strides) == 1
    ((across, down),) = strides
    assert abs(across) == abs(down)


def test_drawn_lines():
    links = {frozenset((GAME.board.names[one], GAME.board.names[other])) for one, other in GAME.board.links}
    inside = "0-1 0-2 1-2 1-3 1-4 2-4 2-5 3-4 4-5 3-6 3-7 4-7 4-8 5-8 5-9 6-7 7-8 8-9"
    pairs = [pair.split("-") for pair in inside.split(" ")]
    expected = {frozenset((letter + one, letter + other)) for letter in "ybgr" for one, other in pairs}
    expected |= {frozenset(("mid", f"{letter}0")) for letter in "ybgr"}
    expected |= {frozenset(pair.split()) for pair in ("y0 b0", "b0 g0", "g0 r0", "r0 y0")}
    assert links == expected
    assert len(GAME.board.links) == 80


def test_neighbours_are_about_one_unit_apart():
    for one, other in GAME.board.links:
        (ax, ay), (bx, by) = GAME.board.centres[one], GAME.board.centres[other]
        assert 0.75 < ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 < 1.7


def test_triangles_are_zones():
    zones = {colour: {GAME.board.names[cell] for cell in cells} for colour, cells in GAME.board.zones.items()}
    names = {"yellow": "y", "blue": "b", "yellow opposite": "g", "blue opposite": "r"}  # after their owners
    assert zones == {name: {f"{letter}{number}" for number in range(10)} for name, letter in names.items()}


# ── Set-up ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_two_players_have_two_opposite_triangles_each():
    assert "\n" + drawn(GAME, [GAME.pieces[piece].symbol for piece in GAME.start().board]) == (
        """
    y   y   y   y
b     y   y   y     b
  b     y   y     b
b   b     .     b   b
  b   .   .   .   b
b   b     .     b   b
  b     y   y     b
b     y   y   y     b
    y   y   y   y"""
    )
    assert GAME.start().player == 0
    assert [(seat.symbol, seat.name, seat.colour) for seat in GAME.seats] == [
        ("Y", "Yellow", "yellow"),
        ("B", "Blue", "blue"),
    ]


def test_four_players_have_one_triangle_each():
    game = CampoBello(players=4)
    assert "\n" + drawn(game, [game.pieces[piece].symbol for piece in game.start().board]) == (
        """
    g   g   g   g
b     g   g   g     r
  b     g   g     r
b   b     .     r   r
  b   .   .   .   r
b   b     .     r   r
  b     y   y     r
b     y   y   y     r
    y   y   y   y"""
    )
    assert [seat.symbol for seat in game.seats] == ["y", "b", "g", "r"]
    assert [(piece.symbol, piece.owner, piece.colour, piece.glyph) for piece in game.pieces[1:]] == [
        ("y", 0, "yellow", "mover"),
        ("b", 1, "blue", "mover"),
        ("g", 2, "green", "mover"),
        ("r", 3, "red", "mover"),
    ]


def test_with_three_players_the_red_triangle_begins_empty_but_can_be_used():
    game = CampoBello(players=3)
    assert [game.start().board.count(mover) for mover in range(4)] == [14, 9, 9, 9]
    assert not any(game.start().board[cell] for cell in game.board.zones["empty"])
    assert at("y:y0,y1|b:b9|g:g9,g8|to=y", players=3) == ["y0-y3", "y1-mid", "y1-r0"]


def test_turns_go_clockwise_from_yellow():
    game = CampoBello(players=4)
    order = [game.seats[state.player].symbol for state in (game.start(), played(game, "y3-y0"))]
    order += [game.seats[played(game, line).player].symbol for line in ("y3-y0 b3-b0", "y3-y0 b3-b0 g3-g0")]
    assert order == ["y", "b", "g", "r"]
    assert played(game, "y3-y0 b3-b0 g3-g0 r3-r0").player == 0
    assert played(CampoBello(players=3), "y3-y0 b3-b0 g3-g0").player == 0


@pytest.mark.parametrize(
    ("players", "first", "player"), [(2, "y", 0), (2, "b", 1), (3, "g", 2), (4, "g", 2), (4, "r", 3)]
)
def test_first_says_who_begins(players, first, player):
    assert CampoBello(players=players, first=first).start().player == player


@pytest.mark.parametrize(("players", "first"), [(2, "g"), (2, "r"), (3, "r"), (4, "x")])
def test_who_does_not_play_cannot_begin(players, first):
    with pytest.raises(BadOption, match="first"):
        CampoBello(players=players, first=first)


# ── A turn ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_t1_start():
    assert texts(GAME, GAME.start()) == ["g3-g0", "g5-g0", "y3-y0", "y5-y0"]
    other = CampoBello(first="b")
    assert texts(other, other.start()) == ["b3-b0", "b5-b0", "r3-r0", "r5-r0"]


def test_t2_a_chain_over_another_players_mover():
    state = played(GAME, "y3-y0")
    found = texts(GAME, state)
    assert len(found) == 38
    assert [text for text in found if "x" not in text] == ["b3-b0", "b5-b0", "r3-r0", "r5-r0"]
    for beginning in ("r3-r0-y1x", "r5-r0-y1x"):
        assert sum(text.startswith(beginning) for text in found) == 17
        assert f"{beginning}y1" in found  # the jumper itself, named by its landing
    report = CampoBello(chain="report")
    assert len(texts(report, played(report, "y3-y0"))) == 1062


def test_t3_the_double_jump():
    state = played(GAME, "y3-y0 b5-b0")
    assert first_jumps(GAME, state) == ["g3>g0", "g5>g0", "y2>mid", "y5>y3", "y8>y1"]
    assert len(texts(GAME, state)) == 70
    after = played(GAME, "y8-y1-r0", state)  # CB-A10: over two of the own, so no removal is asked, and no third jump
    assert GAME.write_position(after) == (
        "Y:g1,g2,g3,g4,g5,g6,g7,g8,g9,r0,y2,y5,y6,y7,y9|B:b0,b1,b3,b4,b6,b7,b8,b9,r1,r2,r3,r4,r5,r6,r7,r8,r9|to=B"
    )
    assert first_jumps(GAME, after) == ["b1>mid", "b1>y0", "b3>b5", "b7>b2", "r1>g0", "r1>mid", "r2>mid", "r2>y0"]


T4 = "Y:g6,g2,y4,y5,y6,y7,y8,y9|B:y0,b8,r1,r3,r4,r5,r6,r7,r8,r9|to="


def test_t4_printed_in_the_middle_of_a_game():
    assert "\n" + picture(GAME, T4 + "Y") == (
        """
    .   .   .   y
.     .   .   .     b
  .     y   .     b
.   .     .     .   b
  .   .   .   .   b
b   .     b     b   b
  .     .   .     b
.     .   y   y     b
    y   y   y   y"""
    )
    state = GAME.read_position(T4 + "Y")
    assert first_jumps(GAME, state) == ["y5>y3", "y7>y2", "y8>y1", "y9>y2"]
    found = texts(GAME, state)
    assert len(found) == 46
    assert sum("x" not in text for text in found) == 4
    for chain in ("y7-y2-b0x", "y7-y2-midx", "y8-y1-midx", "y8-y1-r0x", "y9-y2-b0x", "y9-y2-midx"):
        assert sum(text.startswith(chain) for text in found) == 7
    assert at(T4 + "B") == ["r3-r0", "r3-r0-y1", "r7-r2", "r9-r2"]
    assert GAME.points(state.board) == (24, 28)


@pytest.mark.parametrize(
    ("movers", "expected"),
    [
        ("y5,y2", "y2-y9 y5-y0"),
        ("y2,y0", "y0-y5 y2-b0 y2-mid"),
        ("y8,y7,y3", "y7-y9 y8-y6 y8-y6-y1"),
        ("y8,y7,y3,y0", "y7-y9 y8-y6 y8-y6-y1 y8-y6-y1-mid y8-y6-y1-r0"),
        ("y8,y7,y3,y4", "y3-y5 y7-y2 y7-y9 y8-y1 y8-y1-y6 y8-y6 y8-y6-y1"),
    ],
    ids="abcde",
)
def test_t6_official_figures(movers, expected):
    assert at(f"Y:{movers}|B:r6|to=Y") == expected.split()


@pytest.mark.parametrize(
    ("movers", "refused"),
    [("y2,y0", "y2-r0"), ("y8,y7,y3,y4", "y8-y6-y1-y8")],
    ids=["sharp corner", "end where you began"],
)
def test_t6_official_illegal_figures(movers, refused):
    with pytest.raises(Illegal):
        read_turn(GAME, GAME.read_position(f"Y:{movers}|B:r6|to=Y"), refused)


def test_t6_the_same_mover_is_not_jumped_twice():
    assert at("Y:y5,g9|B:y2|to=Y") == ["y5-y0xg9", "y5-y0xy0"]


def test_a_jump_needs_a_mover_to_jump_and_an_empty_point():  # CB-A1
    assert at("Y:y5,g6|B:r6,g3,b9|to=Y") == ["g6-g1xg1", "g6-g1xy5"]  # y5 has nobody to jump
    assert at("Y:y5,y0,g6|B:r6,g3,y2,b9|to=Y")[0] == "g6-g1xg1"
    assert not [text for text in at("Y:y5,y0,g6|B:r6,g3,y2,b9|to=Y") if text.startswith("y5")]  # y0 is taken


@pytest.mark.parametrize("letter", "ybgr")
def test_at_a_tip_one_may_bend_into_the_middle_and_go_straight_on_but_not_turn_sharply(letter):  # CB-A2
    before, after = {"y": "rb", "b": "yg", "g": "br", "r": "gy"}[letter]
    position = "Y:{}|B:r6|to=Y" if letter in "yg" else "Y:y6|B:{}|to=B"
    found = at(position.format(f"{letter}2,{letter}0"))
    assert {f"{letter}2-mid", f"{letter}2-{after}0"} <= set(found)
    assert f"{letter}2-{before}0" not in found
    found = at(position.format(f"{letter}1,{letter}0"))
    assert {f"{letter}1-mid", f"{letter}1-{before}0"} <= set(found)
    assert f"{letter}1-{after}0" not in found


def test_a_jumped_own_mover_is_removed():
    state = played(GAME, "y5-y0", GAME.read_position("Y:y5,y2,y9|B:b9,b8|to=Y"))
    assert GAME.write_position(state) == "Y:y0,y9|B:b8,b9|to=B"


def test_another_players_mover_stays_and_any_own_mover_goes():
    before = GAME.read_position("Y:g6,y5,y6|B:b8,b9,y2|to=Y")
    for removed, left in {"g6": "y0,y6", "y6": "g6,y0", "y0": "g6,y6"}.items():
        state = played(GAME, f"y5-y0x{removed}", before)
        assert GAME.write_position(state) == f"Y:{left}|B:b8,b9,y2|to=B"


def test_a_removal_is_a_decision_even_with_one_mover():
    state = steps(GAME, GAME.read_position("Y:y2|B:y0,r9|to=Y"), "y2-mid")
    assert not state.whole and state.player == 0
    assert GAME.actions(state) == [Remove(GAME.board.cells["mid"])]


def test_the_jumper_when_removed_does_not_jump_on():
    game = CampoBello()
    state = steps(game, read_position(game, "Y:y5,g9,mid|B:b7,b8,y2|to=Y"), "y5-y0")
    assert steps(game, state, "xy0").player == 1
    assert steps(game, state, "xg9").player == 0  # y0 can jump mid


def test_t8_the_removal_comes_before_the_next_jump():
    expected = ["y2-b0xb0", "y2-b0xg9", "y2-midxg9", "y2-midxmid"]
    assert at("Y:y2,g9|B:y0|to=Y") == expected
    assert at("Y:y2,g9|B:y0|to=Y", chain="report") == sorted([*expected, "y2-midxg9-y1xy1"])


def test_t11_a_removed_mover_can_free_a_landing():  # CB-A5
    found = at("Y:y5,r2|B:y2,r0,b9|to=Y")
    assert "y5-y0xr2-r2xr2" in found
    assert "y5-y0xr2" in found  # and one may stop before
    assert "y5-y0xy0" in found
    assert not [text for text in found if text.startswith("y5-y0-")]


def test_a_removed_mover_cannot_be_jumped():
    state = steps(GAME, GAME.read_position("Y:y5,mid,g9|B:y2,b9,b8|to=Y"), "y5-y0")
    assert "y5-y0xg9-g0" in at("Y:y5,mid,g9|B:y2,b9,b8|to=Y")
    assert steps(GAME, state, "xmid").player == 1  # nothing left to jump: the turn ended by itself


def test_one_may_stop_only_where_one_may_go_on():
    state = steps(GAME, GAME.read_position("Y:y8,y7,y3|B:r6,r5|to=Y"), "y8-y6")
    assert not state.whole and state.player == 0
    assert [GAME.write(state, step) for step in GAME.actions(state)] == ["", "-y1"]
    assert [GAME.label(state, step) for step in GAME.actions(state)] == ["stop", "-y1"]
    assert steps(GAME, state, "").board == state.board
    assert steps(GAME, state, "-y1").whole  # no way on: the turn ended by itself


def test_three_jumps_at_most():  # CB-A4
    # y6 over y3, y1 over y0, r0 over r2; a fourth jump would be r5 over r4
    position = "Y:y6,y3,y0,r2,r4|B:b9|to=Y"
    assert "y6-y1-r0-r5" in at(position)
    state = GAME.read_position("Y:r0,r2,r4|B:b9|to=Y")
    assert "r0-r5-r3" in texts(GAME, state)
    assert not [text for text in at(position) if text.count("-") > 3]
    assert not [text for text in at(position, chain="report") if text.count("-") > 3]


def test_a_chain_belongs_to_one_mover():
    state = steps(GAME, GAME.read_position("Y:y8,y7,y3,g9,g8|B:r6|to=Y"), "y8-y6")
    assert {step.source for step in GAME.actions(state) if isinstance(step, Move)} == {GAME.board.cells["y6"]}


def test_who_can_jump_must():
    assert Pass() not in GAME.actions(GAME.start())


def test_chain_report_forbids_only_the_first_point():  # CB-A3
    report = CampoBello(chain="report")
    line = "r3-r0-y1xb9-r0xb8"
    with pytest.raises(Illegal):
        read_turn(GAME, played(GAME, "y3-y0"), line)
    state = played(report, line, played(report, "y3-y0"))
    assert state.player == 0
    with pytest.raises(Illegal):
        read_turn(report, report.read_position("Y:y5,g9|B:y2|to=Y"), "y5-y0xg9-y5xy5")


def test_no_point_twice_follows_from_the_other_two_rules_of_a_chain():
    """The state of a turn need not know every point where the jumper has stood."""
    counts = [0, 0, 0, 0]

    def walk(path, overs):
        counts[len(overs)] += 1
        assert len(set(path)) == len(path)
        if len(overs) < 3:
            for over, target, _ in GAME.leaps[path[-1]]:
                if over not in overs and target != path[0]:
                    walk((*path, target), (*overs, over))

    for cell in GAME.board:
        walk((cell,), ())
    assert counts == [41, 108, 256, 488]


def test_removal_may_be_declined():  # CB-A5
    game = CampoBello(removal="may")
    state = steps(game, read_position(game, "Y:y5,g9|B:y2|to=Y"), "y5-y0")
    assert [game.label(state, step) for step in game.actions(state)] == ["keep all", "xg9", "xy0"]
    assert game.write(state, PASS) == ""
    assert at("Y:y5,g9|B:y2|to=Y", removal="may") == ["y5-y0", "y5-y0xg9", "y5-y0xy0"]
    after = played(game, "y5-y0", read_position(game, "Y:y5,g9|B:y2,b9,b8|to=Y"))
    assert game.write_position(after) == "Y:g9,y0|B:b8,b9,y2|to=B"


def test_who_declines_may_jump_on():
    assert at("Y:y5,mid|B:y2,b9|to=Y", removal="may") == [
        "y5-y0",
        "y5-y0-g0",
        "y5-y0xmid",
        "y5-y0xy0",
    ]


def test_declined_removals_can_repeat_a_position_and_the_third_is_a_draw():
    game = CampoBello(removal="may")
    before = read_position(game, "Y:b2,y5|B:b5,y2|to=Y")
    assert played(game, "y5-y0 b5-b0 y0-y5 b0-b5", before) == before
    assert (game.repetition, GAME.repetition) == (3, 0)


# ── The end ──────────────────────────────────────────────────────────────────────────────────────────────────────

T5 = "Y:g5,g6,g8,y5,y6,y9|B:b2,b3,b8,r5,r6,r8,y0|to="


def test_t5_printed_at_the_end_of_a_game():
    assert "\n" + picture(GAME, T5 + "-") == (
        """
    .   y   .   y
.     y   .   .     .
  b     .   .     b
.   .     .     .   b
  .   .   .   .   .
b   b     b     .   .
  .     .   .     .
.     .   .   y     b
    y   .   .   y"""
    )
    state = read_position(GAME, T5 + "B")
    assert state.player == NOBODY
    assert GAME.write_position(state) == T5 + "-"
    outcome = GAME.outcome(state)
    assert (outcome.points, outcome.scores, outcome.winners) == ((18, 19), (1.0, 0.0), (0,))
    assert outcome.reason == "the player to move cannot jump; the fewest points, 18: Yellow"


def test_t5_with_passing():  # CB-A6
    game = CampoBello(blocked="pass")
    state = read_position(game, T5 + "B")
    assert (state.player, texts(game, state), game.label(state, PASS)) == (1, ["pass"], "pass")
    after = played(game, "pass", state)
    assert (after.player, after.board) == (0, state.board)
    assert first_jumps(game, after) == ["y9>y2"]
    assert len(texts(game, after)) == 27


def test_only_the_player_to_move_is_asked_whether_there_is_a_jump():  # CB-A6: not "either side"
    assert read_position(GAME, T5 + "Y").player == 0


GOLDEN = {
    "1 v 1": """
        g5-g0 b5-b0 g7-g2 b7-b2 g9-g7 b9-b7 g6-g8 b6-b8 g1-g6 b1-y0 y2-b0xb0 r5-r0 y9-y2 r7-r2 y7-y9 r9-r7
        y3-y5 r6-r8 y1-midxmid r1-r6 g0-g5 r0-r5 y2-b0xb0
    """,
    "2 v 2": """
        g5-g0 b5-b0 g7-g2-r0 b7-b2-mid g9-g7 b9-b7 g6-g8 b6-b8 g3-g0-y0xy0 b3-b0 y5-y0-g0xg0 r2-y0xy0
        y7-y2 r9-r2-y0xy0 y9-y7 r7-r9 y6-y8 r3-r5 y3-y0-r2 mid-b1
    """,
}


@pytest.mark.parametrize(("bots", "points", "blocked"), [("1 v 1", (18, 19), 1), ("2 v 2", (10, 18), 0)])
def test_t7_golden_games(bots, points, blocked):
    state = played(GAME, GOLDEN[bots])
    assert state.player == NOBODY
    assert not GAME.can_jump(state.board, blocked)
    outcome = GAME.outcome(state)
    assert (outcome.points, outcome.winners) == (points, (0,))
    passing = CampoBello(blocked="pass")
    assert texts(passing, played(passing, GOLDEN[bots])) == ["pass"]


def test_the_first_golden_game_ends_in_the_printed_position():  # CB-A9
    assert GAME.write_position(played(GAME, GOLDEN["1 v 1"])) == T5 + "-"


@pytest.mark.parametrize("chosen", [{}, {"blocked": "pass"}])
def test_t9_no_movers_left_ends_the_game_at_once(chosen):
    game = CampoBello(**chosen)
    state = read_position(game, "Y:y2|B:y0,r9|to=Y")
    assert texts(game, state) == ["y2-b0xb0", "y2-midxmid"]
    for turn in turns(game, state):
        assert turn.after.player == NOBODY
        outcome = game.outcome(turn.after)
        assert (outcome.points[0], outcome.winners, outcome.reason) == (0, (0,), "Yellow has no movers left")


@pytest.mark.parametrize("players", [3, 4])
def test_no_movers_left_ends_the_game_for_all(players):
    game = CampoBello(players=players)
    red = "r:r6,r3|" if players == 4 else ""
    state = read_position(game, f"y:y2|b:y0,b6,b3|g:g6,g3|{red}to=y")
    after = played(game, "y2-midxmid", state)
    assert after.player == NOBODY
    assert game.outcome(after).scores == (1.0,) + (0.0,) * (players - 1)


def test_t10_a_mover_on_a_point_4_is_dead():
    state = read_position(GAME, "Y:y4|B:r6,r3|to=Y")
    assert state.player == NOBODY
    assert GAME.outcome(state).points == (3, 6)
    assert at("Y:y4|B:r6,r3|to=B") == ["r6-r1"]


@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_players_pass_and_end_when_nobody_can_jump(players):
    game = CampoBello(players=players)
    red = "r:r4|" if players == 4 else ""
    state = read_position(game, f"y:y4|b:b6,b3|g:g4|{red}to=y")
    assert texts(game, state) == ["pass"]
    state = played(game, "pass", state)
    assert texts(game, state) == ["b6-b1"]
    after = played(game, "b6-b1", state)
    assert after.player == NOBODY
    outcome = game.outcome(after)
    assert outcome.points == (3,) * players
    assert outcome.scores == pytest.approx((1 / players,) * players)
    assert outcome.reason.startswith("nobody can jump; the fewest points, 3: Yellow, Blue, Green")


def test_passes_go_round_until_somebody_can_jump():
    game = CampoBello(players=4)
    state = read_position(game, "y:y4|b:b4|g:g4|r:r6,r3|to=y")
    assert played(game, "pass pass pass", state).player == 3
    assert texts(game, played(game, "pass pass pass", state)) == ["r6-r1"]


@pytest.mark.parametrize("players", [3, 4])
def test_blocked_end_ends_the_game_for_any_number_of_players(players):
    game = CampoBello(players=players, blocked="end")
    red = "r:r4|" if players == 4 else ""
    assert read_position(game, f"y:y4|b:b6,b3|g:g4|{red}to=y").player == NOBODY
    state = read_position(game, f"y:y4|b:b6,b3|g:g4|{red}to=b")
    assert played(game, "b6-b1", state).player == NOBODY


def test_blocked_by_default():
    assert [CampoBello(players=players).passing for players in (2, 3, 4)] == [False, True, True]
    assert all(CampoBello(players=players, blocked="pass").passing for players in (2, 3, 4))
    assert not any(CampoBello(players=players, blocked="end").passing for players in (2, 3, 4))


# ── The score ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("home", "points"), [("ten", (11, 10)), ("nine", (7, 6))])
def test_t14_score(home, points):  # CB-A7
    game = CampoBello(home=home)
    state = read_position(game, "Y:y0,y1,mid,g0,b4|B:b0,b9,r0,y4|to=Y")
    assert game.points(state.board) == points


def test_home_nine_tints_the_nine():
    zones = CampoBello(home="nine").board.zones
    assert [len(cells) for cells in zones.values()] == [9, 9, 9, 9]


def test_with_four_players_only_the_own_triangle_is_home():
    game = CampoBello(players=4)
    state = game.read_position("y:y1,g1,mid|b:b1,r1|g:g0,y0|r:r9,b9|to=y")
    assert game.points(state.board) == (5, 4, 4, 4)


def test_with_three_players_the_empty_triangle_is_nobodys_home():
    game = CampoBello(players=3)
    assert game.points(game.read_position("y:r1|b:r2|g:r3,g3|to=y").board) == (1, 1, 4)


def test_equal_lowest_totals_are_a_draw_between_them():
    state = read_position(GAME, "Y:y4|B:r4|to=Y")
    outcome = GAME.outcome(state)
    assert (outcome.points, outcome.scores, outcome.drawn) == ((3, 3), (0.5, 0.5), True)
    game = CampoBello(players=3)
    outcome = game.outcome(game.read_position("y:y4|b:b4|g:g4,b8|to=-"))
    assert outcome.scores == (0.5, 0.5, 0.0)


def test_evaluation_and_status():
    state = GAME.read_position(T4 + "Y")
    assert GAME.evaluate(state) == (4.0, -4.0)
    assert GAME.status(state) == (("movers", (8, 10)), ("points", (24, 28)))
    game = CampoBello(players=3)
    assert game.evaluate(game.read_position("y:r1|b:r2|g:r3,g3|to=-")) == (1.5, 1.5, -3.0)


# ── Counts ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_t15_four_players_start():
    game = CampoBello(players=4)
    assert texts(game, game.start()) == ["y3-y0", "y5-y0"]


@pytest.mark.parametrize(
    ("chain", "counts"), [("official", (4, 152, 4264)), ("report", (4, 4248))], ids=["official", "report"]
)
def test_perft(chain, counts):
    game = CampoBello(chain=chain)
    assert tuple(perft(game, game.start(), depth) for depth in range(1, len(counts) + 1)) == counts


# ── Text ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "Y:y5,y9|B:b9,y2|to=Y|mover=y9|from=y0|over=y2|jumps=2|remove",
        "Y:y3,y6|B:r5,r6|to=Y|mover=y6|from=y8|jumps=1",
        "Y:y0,y2|B:b0,r9|to=Y",
        "Y:|B:r9,y0|to=-",
    ],
)
def test_positions_read_and_write(text):
    assert GAME.write_position(GAME.read_position(text)) == text


def test_a_position_inside_a_turn():
    state = steps(GAME, GAME.read_position("Y:y5,mid,g9|B:y2,b9,b8|to=Y"), "y5-y0")
    assert GAME.write_position(state) == "Y:g9,mid,y0|B:b8,b9,y2|to=Y|mover=y0|from=y5|over=y2|jumps=1|remove"
    state = steps(GAME, state, "xg9")
    assert GAME.write_position(state) == "Y:mid,y0|B:b8,b9,y2|to=Y|mover=y0|from=y5|over=y2|jumps=1"


def test_positions_forgive_order_case_and_blanks():
    assert GAME.read_position(" y: Y2, g9 | b: Y0 | TO=y ") == GAME.read_position("Y:g9,y2|B:y0|to=Y")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Y:y2|B:y0",
        "Y:y2|B:y0|to=G",
        "Y:y2|to=Y",
        "Y:y10|B:y0|to=Y",
        "Y:z1|B:y0|to=Y",
        "Y:y2|B:y2|to=Y",
        "Y:y2,y2|B:y0|to=Y",
        "Y:y2|B:y0|to=Y|mover=y2",
        "Y:y2|B:y0|to=Y|mover=y2|from=y0|jumps=4",
        "Y:y2|B:y0|to=-|mover=y2|from=y5|jumps=1",
        "y:y1|b:b1|g:g1|r:r1|to=y",
    ],
)
def test_what_is_no_position(text):
    with pytest.raises(BadPosition):
        GAME.read_position(text)


@pytest.mark.parametrize(
    ("text", "objection"),
    [
        ("Y:y2,y0|B:r6,r3|to=-", "not over"),
        ("Y:y0,y1,y2,y3,y4,y5,y6,y7,y8,y9,g0,g1,g2,g3,g4,g5,g6,g7,g8|B:r9|to=Y", "more than 18"),
        ("Y:|B:|to=-", "no movers left"),
        ("Y:y0,y2|B:|to=Y|mover=y0|from=y5|jumps=1", "no movers left"),
        ("Y:y2,mid|B:r9|to=Y|mover=y0|from=y5|jumps=1", "no turn"),  # nobody on y0
        ("Y:y0,y5,mid|B:r9|to=Y|mover=y0|from=y5|jumps=1", "no turn"),  # y5 should be empty
        ("Y:y0,mid|B:r9|to=Y|mover=y0|from=y5|over=y2|jumps=1", "no turn"),  # nobody on y2
        ("Y:y0,y2|B:r9|to=Y|mover=y0|from=y5|over=y2|jumps=1", "no turn"),  # y2 is the own
        ("Y:y0,mid|B:r9|to=Y|mover=y0|from=y5|jumps=1|remove", "no turn"),  # nobody was jumped
        ("Y:y0,g9|B:r9|to=Y|mover=y0|from=y5|jumps=1", "no turn"),  # no way on
        ("Y:y0,mid|B:r9|to=Y|mover=y0|from=y5|jumps=3", "no turn"),  # no fourth jump
        ("Y:y0,mid|B:r9,y2,b2|to=Y|mover=y0|from=y5|over=b2,y2|jumps=1|remove", "no turn"),  # two with one jump
    ],
)
def test_what_cannot_occur(text, objection):
    with pytest.raises(BadPosition, match=objection):
        read_position(GAME, text)


def test_with_the_reports_chain_nobody_is_barred_from_being_jumped():
    with pytest.raises(BadPosition, match="no turn"):
        read_position(CampoBello(chain="report"), "Y:y0,mid|B:y2|to=Y|mover=y0|from=y5|over=y2|jumps=1|remove")


def test_where_the_game_is_over_nobody_is_to_move():
    assert GAME.read_position("Y:|B:r6,r3|to=B").player == NOBODY


def test_input_forgives_case_and_blanks():
    state = played(GAME, "y3-y0 b5-b0")
    assert read_turn(GAME, state, "Y8 - Y1 - R0") == read_turn(GAME, state, "y8-y1-r0")


def test_inside_a_turn_words_and_starts_are_understood():
    state = steps(GAME, GAME.read_position("Y:y8,y7,y3|B:r6|to=Y"), "y8-y6")
    assert read_turn(GAME, state, "stop").actions == (PASS,)
    assert read_turn(GAME, state, "y6-y1") == read_turn(GAME, state, "-y1")
    game = CampoBello(removal="may")
    state = steps(game, game.read_position("Y:y5,mid|B:y2,b9|to=Y"), "y5-y0")
    assert read_turn(game, state, "keep stop").actions == (PASS, PASS)
    assert read_turn(game, state, "keep-g0") == read_turn(game, state, "-g0")


@pytest.mark.parametrize("text", ["y2-r0", "y4-y0", "pass", "y2", "y3-y0xg9", "y9-y2-b0xg5-b5xy6", "mid-y1", "stop"])
def test_what_reads_well_but_is_not_legal(text):
    with pytest.raises(Illegal):
        read_turn(GAME, GAME.start(), text)


@pytest.mark.parametrize("text", ["hello", "y10-y0", "z3-z0", "y3y0", "y3>y0", "y4-", "12"])
def test_what_cannot_be_read(text):
    with pytest.raises(Unreadable):
        read_turn(GAME, GAME.start(), text)


def test_a_turn_that_wants_a_removal_is_incomplete_without():
    reading = read_turn(GAME, GAME.read_position("Y:y5,g9|B:y2|to=Y"), "y5-y0")
    assert not reading.complete and len(reading.actions) == 1


def test_clicks():
    start, over, end = GAME.board.at("y3 y1 y0")
    legal = GAME.actions(GAME.start())
    selection = click(GAME, legal, select(GAME, legal), start)
    assert selection.targets == {end}
    assert click(GAME, legal, selection, end).action == Move(start, end)
    assert over not in select(GAME, legal).targets
    state = steps(GAME, GAME.read_position("Y:y5,mid,g9|B:y2,b9,b8|to=Y"), "y5-y0")
    assert select(GAME, GAME.actions(state)).targets == set(GAME.board.at("y0 mid g9"))


# ── Options ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_options():
    assert {item.name: (item.default, item.choices) for item in options(GAME)} == {
        "players": (2, (2, 3, 4)),
        "chain": ("official", ("official", "report")),
        "blocked": ("auto", ("auto", "end", "pass")),
        "home": ("ten", ("ten", "nine")),
        "removal": ("must", ("must", "may")),
        "first": ("y", ("y", "b", "g", "r")),
    }


def test_the_game_is_found_by_its_name():
    spelled = "campo-bello:players=4,chain=report,blocked=end,home=nine,removal=may,first=g"
    assert str(find(spelled)) == spelled
    assert find("campo-bello") == GAME
    with pytest.raises(BadOption):
        find("campo-bello:players=5")


# ── Random play ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("chosen", OPTION_SETS, ids=str)
def test_random_play(chosen):
    game, rng = CampoBello(**chosen), Random(20)
    for _ in range(12):
        state, whole_turns, passes = game.start(), 0, 0
        while state.player != NOBODY:
            legal = game.actions(state)
            assert legal and len(set(legal)) == len(legal) and all(step in game.space for step in legal)
            if state.whole and rng.random() < 0.1:
                found = [turn.text for turn in islice(turns(game, state), 1500)]
                assert len(set(found)) == len(found)
                text = rng.choice(found)
                assert read_turn(game, state, text).complete
            step = rng.choice(legal)
            passes += state.whole and step == PASS
            state = game.apply(state, step)
            whole_turns += state.whole
            text = game.write_position(state)
            assert read_position(game, text) == state
        assert sum(game.outcome(state).scores) == pytest.approx(1)
        if game.removal == "must":
            assert whole_turns - passes <= {2: 35, 3: 25, 4: 33}[game.players]


@pytest.mark.parametrize("chosen", [{}, {"players": 4}], ids=str)
def test_every_jump_costs_the_jumper_one_mover(chosen):
    game, rng = CampoBello(**chosen), Random(4)
    for _ in range(20):
        state = game.start()
        while state.player != NOBODY:
            mine = state.player + 1
            counts = [state.board.count(mover) for mover in range(1, game.players + 1)]
            step = rng.choice(game.actions(state))
            after = game.apply(state, step)
            paid = isinstance(step, Remove) or (isinstance(step, Move) and not after.due)
            counts[mine - 1] -= paid
            assert [after.board.count(mover) for mover in range(1, game.players + 1)] == counts
            state = after


# ── What is due, in words ────────────────────────────────────────────────────────────────────────────────────────


def due(position, *steps_taken, **chosen):
    """What is due after these steps from *position*."""
    game = CampoBello(**chosen)
    state = read_position(game, position)
    for text in steps_taken:
        state = game.apply(state, next(step for step in game.actions(state) if game.write(state, step) == text))
    return game.prompt(state)


def test_a_removal_is_asked_for():
    assert due("Y:y2,y9|B:y0,r9|to=Y", "y2-b0") == "remove any mover of Yellow"
    assert due("Y:y2,y9|B:y0,r9|to=Y", "y2-b0", removal="may") == "remove a mover of Yellow, or keep all"
    assert due("Y:y2,y9|B:y0,r9|to=Y") == ""


def test_a_mover_that_can_jump_again_is_named():
    assert due("Y:y5,y2,mid,g9|B:r9|to=Y", "y5-y0") == "jump on with the mover on y0, or stop"


def test_who_cannot_jump_is_told_to_pass():
    assert due("Y:y6|B:b6,b3|to=Y", blocked="pass") == "pass, for no mover can jump"
