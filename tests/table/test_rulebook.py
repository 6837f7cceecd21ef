"""The rules pages: every figure is a position of the game, and shows what its words and the prose say."""

import re

import pytest

from tabuleiro.core import CHANCE
from tabuleiro.core.registry import find, named, names
from tabuleiro.draw.prose import chapters, figures_in
from tabuleiro.draw.text import width
from tabuleiro.table.examples import after, examples
from tabuleiro.table.rulebook import legend, rules, written_like


def figures(name):
    game = find(name)
    return list(zip(named(game, game.figures), examples(game), strict=True))


@pytest.mark.parametrize("name", names())
def test_the_prose_refers_to_every_figure_once(name):
    game = find(name)
    learnt, small_print = chapters(game)
    numbers = [number for part in learnt for number in figures_in(part)]
    assert numbers == list(range(1, len(examples(game)) + 1))  # in the order in which they are read
    assert not any(map(figures_in, small_print))


@pytest.mark.parametrize(
    ("name", "turns"),
    [
        ("momentum", r"\d,\d"),
        ("eximo", r"\w\d\^\w\d; \w\d-\w\d; \w\dx\w\dx.*"),
        ("campo-bello", r"\w+-\w+; \w+-\w+-\w+x\w+"),
        ("meerkats", r"\w\d\.\d; \w\d\.\d/\d\.\d-\d\.\d"),
        ("barragoon", r"\w\d-\w\d; \w\dx\w\d@\w\d\w\w; \w\dx\w\d@\w\d\w\w@\w\d\w\w"),
    ],
)
def test_whole_turns_of_every_kind_show_how_they_are_written(name, turns):
    assert re.fullmatch(f"Turns are written like {turns}", written_like(find(name)))


@pytest.mark.parametrize("name", names())
def test_cells_in_the_words_of_a_figure_are_touched_or_marked_or_taken(name):
    game = find(name)
    known = sorted(game.board.names, key=len, reverse=True)
    for figure, example in figures(name):
        pictures = example.pictures
        seen = {cell for one in pictures for cell in (*one.selected, *one.targets, *one.last, *one.way)}
        seen |= {cell for one in pictures for cell, piece in enumerate(one.state.board) if piece}
        for cell in re.findall(rf"(?<![\w.,])(?:{'|'.join(map(re.escape, known))})(?![\w]|[.,]\d)", figure.words):
            assert game.board.cells[cell] in seen, (figure.words, cell)


def test_who_moves_later_in_a_turn_is_chosen_as_well():
    _, example = figures("meerkats")[1]  # a drop on 5.6, then a slide from 5.5
    before, board = example.pictures[0], example.game.board
    assert [board.names[cell] for cell in before.selected] == ["5.5"]
    assert {board.names[cell] for cell in before.targets} == {"5.6", "5.1"}


@pytest.mark.parametrize("name", names())
def test_a_turn_is_drawn_before_and_after_it(name):
    for figure, example in figures(name):
        assert len(example.pictures) == (2 if figure.turn else 1)
        if figure.turn:
            before, after = example.pictures
            assert before.state.board != after.state.board
            assert after.last


def test_the_way_of_a_tile_is_one_that_the_faces_allow():
    game = find("barragoon")
    ways = [(example.pictures[0].state.board, example.pictures[0].way) for _, example in figures("barragoon")]
    for board, way in filter(lambda pair: pair[1], ways):
        ahead, reach = game.ways[way[0]], len(way) - 1
        assert reach == int(game.pieces[board[way[0]]].symbol[0])
        onward = [(None, one) for one in ahead[reach]]
        for number, cell in enumerate(way[1:], 1):
            crossing, (at, _, _, onward) = next(step for step in onward if step[1][0] == cell)
            if crossing is not None:
                assert game.crossings[board[way[number - 1]]] & crossing
            assert at == cell


def test_marked_stones_are_one_whole_group():
    game = find("meerkats")
    for figure, example in figures("meerkats"):
        if figure.marked:
            board, cells = example.pictures[0].state.board, set(example.pictures[0].last)
            colour = board[min(cells)]
            alone = bytes(piece if cell in cells else 0 for cell, piece in enumerate(board))
            assert game.groups(alone, colour) == [len(cells)] == game.groups(board, colour)[:1]


@pytest.mark.parametrize(
    ("name", "number", "winner"),
    [
        ("campo-bello", 11, 1),
        ("meerkats", 4, 0),
        ("meerkats", 5, 0),
        ("momentum", 6, 0),
        ("barragoon", 10, 0),
        ("eximo", 10, 1),
    ],
)
def test_who_has_won_in_a_figure(name, number, winner):
    game = find(name)
    assert game.outcome(examples(game)[number - 1].pictures[-1].state).winners == (winner,)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_page_fits_and_ends_with_readings_and_options(name, columns):
    game = find(name)
    page = rules(game, columns)
    assert max(map(width, page.splitlines())) <= columns
    assert all(f"Fig. {number}." in page for number in range(1, len(examples(game)) + 1))
    head, _, tail = page.partition("Readings and options\n----")
    assert "Readings:" in tail
    assert game.credits in " ".join(tail.split())
    assert "Readings:" not in head
    assert "first program" not in page
    assert rules(game, columns, ascii=True).isascii()


def test_a_page_to_listen_to_has_no_boards():
    page = rules(find("momentum"), 80, boards=False)
    assert "Fig. 1." not in page
    assert "Last marble" in page


def test_the_legend_shows_all_sixteen_faces_beside_their_codes():
    game = find("barragoon")
    rows = legend(game).splitlines()
    for face in game.pieces[7:]:
        assert any(row.split() == [face.sign, face.symbol, *face.name.split()] for row in rows), face


def test_options_do_not_change_the_figures():
    assert [example.words for example in examples(find("momentum:size=9"))] == [
        example.words for example in examples(find("momentum"))
    ]
    assert "Fig. 6." in rules(find("momentum:size=9"), 80)


def test_the_first_figure_of_a_game_that_begins_with_a_throw_is_its_start():
    game = find("examples/einstein.py")
    played = after(game, 0)
    assert all(step.player == CHANCE for step in played.steps)
    first = examples(game)[0].pictures[0].state
    assert (first.board, played.turns) == (game.start().board, [])
