"""Text boards: drawn in full here, so that a change shows as a picture."""

import re
from textwrap import dedent
from timeit import timeit

import pytest
from draw_toys import Comb, Dice, Scattered, Strange, Web

from tabuleiro.core.registry import find, names
from tabuleiro.draw.text import text, width

GAMES = [*map(find, names()), find("campo-bello:players=4"), Comb(), Web(), Scattered(), Dice(), Strange()]
ANSI = re.compile(r"\x1b\[[\d;]*m")


def every_piece(game):
    """A state with as many kinds of piece as there are cells for."""
    count = len(game.pieces)
    return Comb().with_board(bytes(cell % count for cell in game.board))


def drawn(picture):
    return dedent(picture).strip("\n")


def test_squares():
    game = find("momentum")
    state = game.read_position("1....../.2...../......./......./......./......./......1 1 4")
    assert text(game, state, last=[0, 1], targets=[2, 8], selected=[48]) == drawn("""
  ┌───┬───┬───┬───┬───┬───┬───┐
1 │(●)│( )│ • │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
2 │   │•○•│   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
3 │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
4 │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
5 │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
6 │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
7 │   │   │   │   │   │   │[●]│
  └───┴───┴───┴───┴───┴───┴───┘
    1   2   3   4   5   6   7
""")


def test_squares_in_ascii_have_symbols_of_two_characters():
    assert text(Dice(), Dice().full(), ascii=True, targets=[0, 23], last=[0], selected=[24]) == drawn("""
  +----+----+----+----+----+
1 |(No*| OT | OR | OB | OL |
  +----+----+----+----+----+
2 | TV | TH | RT | RR | RB |
  +----+----+----+----+----+
3 | RL | LT | LR | LB | LL |
  +----+----+----+----+----+
4 | AT | 2W | 3W | 4W | 2B |
  +----+----+----+----+----+
5 | 3B | 4B |    | *  |[  ]|
  +----+----+----+----+----+
    a    b    c    d    e
""")


def test_faces_are_arrows():
    assert text(Dice(), Dice().full(), coordinates=False) == drawn("""
┌────┬────┬────┬────┬────┐
│ X  │ ↑  │ →  │ ↓  │ ←  │
├────┼────┼────┼────┼────┤
│ ↕  │ ↔  │ ↱  │ ⬎  │ ↲  │
├────┼────┼────┼────┼────┤
│ ⬑  │ ↰  │ ⬏  │ ↳  │ ⬐  │
├────┼────┼────┼────┼────┤
│ ✥  │ 2W │ 3W │ 4W │ 2B │
├────┼────┼────┼────┼────┤
│ 3B │ 4B │    │    │    │
└────┴────┴────┴────┴────┘
""")


def test_flipped_faces_point_at_the_same_cells():
    assert text(Dice(), Dice().full(), flip=True) == drawn("""
  ┌────┬────┬────┬────┬────┐
5 │    │    │    │ 4B │ 3B │
  ├────┼────┼────┼────┼────┤
4 │ 2B │ 4W │ 3W │ 2W │ ✥  │
  ├────┼────┼────┼────┼────┤
3 │ ⬏  │ ↰  │ ⬐  │ ↳  │ ⬎  │
  ├────┼────┼────┼────┼────┤
2 │ ↱  │ ⬑  │ ↲  │ ↔  │ ↕  │
  ├────┼────┼────┼────┼────┤
1 │ →  │ ↑  │ ←  │ ↓  │ X  │
  └────┴────┴────┴────┴────┘
    e    d    c    b    a
""")


def test_flipped_faces_keep_their_names():
    board = text(Dice(), Dice().full(), ascii=True, flip=True)
    assert board.splitlines()[9] == "1 | OL | OB | OR | OT | No |"


def test_hexagons():
    game = Comb()
    state = game.with_board(bytes([1, 2, 0, 3, 4, 0, 0]))
    assert text(game, state, last=[3], targets=[2, 4], selected=[6]) == drawn("""
     ╱ ╲ ╱ ╲
  1 │ R │ G │
   ╱ ╲ ╱ ╲ ╱ ╲
2 │ • │(B)│•Y•│
   ╲ ╱ ╲ ╱ ╲ ╱
  3 │ · │[·]│
     ╲ ╱ ╲ ╱
""")


def test_hexagons_flipped_in_ascii():
    game = Comb()
    state = game.with_board(bytes([1, 2, 0, 3, 4, 0, 0]))
    assert text(game, state, flip=True, ascii=True).splitlines() == [
        "     / \\ / \\",
        "  3 | . | . |",
        "   / \\ / \\ / \\",
        "2 | Y | B | . |",
        "   \\ / \\ / \\ /",
        "  1 | G | R |",
        "     \\ / \\ /",
    ]


def test_hexagons_with_names():
    lines = text(Comb(), Comb().with_board(bytes([1, 0, 0, 0, 0, 0, 0])), names=True).splitlines()
    assert lines[1] == "    1 │   R   │  1.2  │"
    assert lines[3] == "2 │  2.1  │  2.2  │  2.3  │"


def test_points_show_piece_and_name_joined_by_lines():
    game = Web()
    state = game.with_board(bytes([1, 0, 2, 0, 0]))
    assert text(game, state, last=[0], targets=[1, 2], selected=[3]).splitlines() == [
        "(●nw)─── •ne",
        "  │ ╲   ╱ │",
        "  │•○<&>• │",
        "  │ ╱   ╲ │",
        "[·sw]─── ·se",
    ]


def test_points_in_ascii_part_symbol_and_name():
    game = Web()
    assert text(game, game.with_board(bytes([1, 0, 2, 0, 0])), ascii=True).splitlines()[0] == " a:nw --   ne"


def test_points_without_names():
    game = Web()
    assert text(game, game.with_board(bytes([1, 0, 2, 0, 0])), coordinates=False).splitlines() == [
        " ● ───── ·",
        " │ ╲   ╱ │",
        " │   ○   │",
        " │ ╱   ╲ │",
        " · ───── ·",
    ]


def test_points_without_spots_follow_their_centres():
    game = Scattered()
    board = text(game, game.with_board(bytes([1, 2, 0])))
    assert board.splitlines()[0] == " ●p ──── ○q"
    assert board.splitlines()[-1] == " ·r"
    assert any("│" in line for line in board.splitlines())


def test_the_largest_board_of_points_fits_a_terminal():
    game = find("campo-bello")
    board = text(game, game.start())
    assert max(map(width, board.splitlines())) < 60
    assert len(board.splitlines()) < 24


def test_names_in_empty_cells():
    board = text(find("momentum"), find("momentum").start(), names=True)
    assert board.splitlines()[1] == "1 │ 1,1 │ 1,2 │ 1,3 │ 1,4 │ 1,5 │ 1,6 │ 1,7 │"


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("flip", [False, True])
def test_every_piece_is_on_the_board(game, flip):
    state = every_piece(game)
    board = text(game, state, ascii=True, flip=flip, coordinates=False)
    for number in set(state.board) - {0}:
        symbol = game.pieces[number].symbol
        assert board.count(symbol) >= state.board.count(number)


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("names", [False, True])
@pytest.mark.parametrize("flip", [False, True])
def test_ascii_is_ascii(game, names, flip):
    cells = list(game.board)
    board = text(game, every_piece(game), ascii=True, names=names, flip=flip, last=cells[:2], targets=cells[1:4])
    assert board.isascii()
    assert "\x1b" not in board


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("ascii", [False, True])
def test_colour_only_adds_colour(game, ascii):
    state, cells = every_piece(game), list(game.board)
    plain = text(game, state, ascii=ascii, last=cells[:2], targets=cells[1:4], selected=cells[:1])
    coloured = text(game, state, ascii=ascii, last=cells[:2], targets=cells[1:4], selected=cells[:1], colour=True)
    assert "\x1b" not in plain
    assert coloured != plain
    assert [line.rstrip() for line in ANSI.sub("", coloured).splitlines()] == plain.splitlines()


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("mark", ["last", "targets", "selected"])
@pytest.mark.parametrize("ascii", [False, True])
def test_every_mark_shows_without_colour(game, mark, ascii):
    state = every_piece(game)
    boards = [text(game, state, ascii=ascii, **{mark: [cell]}) for cell in game.board]
    assert len({text(game, state, ascii=ascii), *boards}) == len(game.board) + 1


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("mark", ["last", "targets", "selected"])
def test_marks_move_nothing(game, mark):
    state = every_piece(game)
    plain = text(game, state).splitlines()
    marked = text(game, state, **{mark: list(game.board)}).splitlines()
    for before, after in zip(plain, marked, strict=True):
        for sign, now in zip(before, after.ljust(len(before)), strict=False):
            assert now == sign or now in "()[]•"


@pytest.mark.parametrize("game", [game for game in GAMES if game.board.outline == "square"], ids=str)
@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("names", [False, True])
def test_lines_of_a_grid_are_equally_wide(game, ascii, names):
    lines = text(game, every_piece(game), ascii=ascii, names=names).splitlines()
    assert len({width(line) for line in lines[:-1]}) == 1
    assert len(lines) == 2 * len(game.board.rows) + 2


def test_wide_signs_keep_the_columns():
    game = Strange()
    lines = text(game, game.with_board(bytes([4, 1, 0, 4]))).splitlines()
    assert lines[1] == "2 │ 車 │ &  │"
    assert {width(line) for line in lines[:5]} == {13}


def test_signs_that_look_alike_give_way_to_symbols():
    game = Strange()
    assert "N" in text(game, game.with_board(bytes([2, 3, 0, 0])))
    assert "!" not in text(game, game.with_board(bytes([2, 3, 0, 0])))


@pytest.mark.parametrize("game", GAMES[: len(names())], ids=str)
def test_text_is_quick(game):
    state = every_piece(game)
    once = min(timeit(lambda: text(game, state, colour=True, targets=range(9)), number=5) / 5 for _ in range(5))
    assert once < 0.002
