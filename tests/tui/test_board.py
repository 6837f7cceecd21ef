"""The board as a widget: where cells are, how the cursor goes, and that nothing is told by colour alone."""

from collections import deque

import pytest
from table_play import played

from tabuleiro.core.registry import find, names
from tabuleiro.draw.canvas import LARGE, Marks, fitting, paint, runs, sheet_of
from tabuleiro.draw.sheet import sizes
from tabuleiro.draw.steering import WAYS, nearest, next_cell
from tabuleiro.draw.text import signs

SPECS = [*names(), "campo-bello:players=4", "momentum:size=11"]


def text_of(page):
    return ["".join(sign for sign, _ in line) for line in page]


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("spec", SPECS)
def test_arrows_reach_every_cell_from_every_cell(spec, flip):
    board = find(spec).board
    forth = {cell: {next_cell(board, flip, cell, way) for way in WAYS} for cell in board}
    back = {cell: {other for other in board if cell in forth[other]} for cell in board}
    for links in (forth, back):
        seen, queue = {0}, deque([0])
        while queue:
            for cell in links[queue.popleft()] - seen:
                seen.add(cell)
                queue.append(cell)
        assert seen == set(board)


@pytest.mark.parametrize("spec", SPECS)
def test_arrows_go_where_they_point(spec):
    game = find(spec)
    fields = sheet_of(game, False, False, False, 1).fields
    places = [(column + wide / 2, line) for column, line, wide in fields]
    for cell in game.board:
        x, y = places[cell]
        for way, (right, down) in WAYS.items():
            to_x, to_y = places[next_cell(game.board, False, cell, way)]
            along = (to_x - x) * right + (to_y - y) * down
            assert along > 0 or (to_x, to_y) == (x, y)


@pytest.mark.parametrize(("start", "way", "goal"), [("g5", "down", "g2"), ("mid", "left", "b0"), ("b3", "down", "b4")])
def test_arrows_keep_to_the_lines_of_the_board(start, way, goal):
    board = find("campo-bello").board
    assert board.names[next_cell(board, False, board.cells[start], way)] == goal


def test_the_cursor_begins_in_the_middle():
    board = find("momentum").board
    assert board.names[nearest(board, ())] == "4,4"
    assert board.names[nearest(board, board.at("1,1 5,4 7,7"))] == "5,4"


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("spec", SPECS)
def test_every_size_shows_every_cell_in_its_place(spec, flip, ascii):
    game = find(spec)
    state = game.read_position(played(spec, 2, 5)[0])
    faces = signs(game.pieces, ascii, flip)
    for size in range(sizes(game.board)):
        paper = sheet_of(game, ascii, flip, False, size)
        places = [
            (column + part, line) for inside in paper.insides for column, line, wide in inside for part in range(wide)
        ]
        assert len(places) == len(set(places)), "no two cells share a place"
        lines = text_of(paint(game, state, paper, Marks(), ascii, flip, False))
        assert all(len(line) == paper.width for line in lines)
        assert not ascii or all(line.isascii() for line in lines)
        for cell, number in enumerate(state.board):
            column, line, wide = paper.fields[cell]
            face, high = faces[number], len(paper.insides[cell])
            shown = "".join(lines[line + part][column : column + wide] for part in (-1, 0, 1) if high > 1 or part == 0)
            if number and face in LARGE and high >= 5 and not ascii:
                assert "".join(LARGE[face]).replace(" ", "") in shown.replace(" ", "").translate(
                    str.maketrans("", "", "▄▀█")
                )
            elif number:
                assert face in shown


@pytest.mark.parametrize("spec", names())
def test_marks_can_be_told_without_colours(spec):
    game = find(spec)
    state = game.read_position(played(spec, 2, 5)[0])
    taken = next(cell for cell in game.board if state.board[cell])
    free = next(cell for cell in game.board if not state.board[cell])
    for size in range(sizes(game.board)):
        paper = sheet_of(game, False, False, False, size)
        for cell in (taken, free):
            looks = set()
            for marks in (
                Marks(),
                Marks(last=[cell]),
                Marks(targets=[cell]),
                Marks(selected=[cell]),
                Marks(hint=[cell]),
                Marks(cursor=cell),
                Marks(targets=[cell], cursor=cell),
                Marks(selected=[cell], cursor=cell),
            ):
                looks.add("\n".join(text_of(paint(game, state, paper, marks, False, False, False))))
            assert len(looks) == 8


@pytest.mark.parametrize("spec", names())
def test_all_pieces_can_be_told_without_colours(spec):
    game = find(spec)
    for flip in (False, True):
        faces = signs(game.pieces, False, flip)
        assert len(set(faces[1:])) == len(game.pieces) - 1


def test_the_largest_board_that_fits_is_taken():
    game = find("eximo")
    heights = [fitting(game, False, False, False, room).height for room in ((60, 16), (52, 20), (90, 36), (170, 56))]
    assert heights == sorted(set(heights))
    assert fitting(game, False, False, False, (1, 1)).height == 9


def test_neighbours_of_one_look_are_one_run():
    game = find("eximo")
    page = paint(game, game.start(), sheet_of(game, False, False, False, 1), Marks(), False, False, False)
    line = list(runs(page[1]))
    assert "".join(text for text, _ in line) == "".join(sign for sign, _ in page[1])
    assert len(line) < len(page[1])
