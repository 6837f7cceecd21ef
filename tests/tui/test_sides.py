"""Who plays alone has the own pieces at hand, unless they want it otherwise; the cursor waits where one can begin."""

import pytest
from table_play import party, press, typed, until

from tabuleiro.core.registry import find, names
from tabuleiro.home.saves import unfinished_games
from tabuleiro.table.desk import at_the_top
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.screens.analyse import AnalyseScreen
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.end import End


@pytest.mark.parametrize("spec", [*names(), "campo-bello:players=3", "campo-bello:players=4"])
def test_whose_pieces_begin_at_the_top(spec):
    game = find(spec)
    top = {
        "barragoon": ["White"],
        "eximo": ["White"],
        "campo-bello:players=3": ["Green"],
        "campo-bello:players=4": ["Green"],
    }
    assert [seat.name for number, seat in enumerate(game.seats) if at_the_top(game, number)] == top.get(spec, [])


def alone(*players, **wish):
    return TabuleiroApp(Request(party=party("eximo", *players), seed=1, **wish))


def at_the_bottom(screen, seat):
    """Whose men are nearest to the lower edge?"""
    board = screen.query_one(BoardView)
    start = board.game.start()
    lowest = max(board.game.board, key=lambda cell: (start.board[cell] != 0, board.place_of(cell).y))
    return board.game.pieces[start.board[lowest]].owner == seat


def test_a_rematch_turns_the_board_with_the_seats(drive):
    app = alone("human", "random")

    async def scene(pilot):
        assert app.screen.desk.flip and at_the_bottom(app.screen, 0)
        await press(pilot, "ctrl+r", "y")
        await press(pilot, "r")
        screen = app.screen
        assert screen.desk.table.humans == [1] and not screen.desk.flip and at_the_bottom(screen, 1)
        await until(pilot, lambda: screen.desk.seat == 1)
        await pilot.pause()
        assert screen.cursor.cell in screen.desk.selection.targets

    drive(app, scene)


def test_who_turns_the_board_has_it_so_in_the_next_game_and_when_it_goes_on(drive):
    app = alone("human", "random")

    async def scene(pilot):
        await press(pilot, "f4")
        assert not app.screen.desk.flip
        await press(pilot, "ctrl+r", "y")
        await press(pilot, "r")
        assert app.screen.desk.table.humans == [1] and not app.screen.desk.flip
        await press(pilot, "f4")
        await until(pilot, lambda: app.screen.desk.session.turns)

    drive(app, scene)
    again = TabuleiroApp(Request(resume=unfinished_games()[0].path))

    async def more(_pilot):
        assert again.screen.desk.flip

    drive(again, more)


def test_a_side_that_is_asked_for_and_people_among_themselves(drive):
    for app, flip in ((alone("human", "human"), False), (alone("random", "human", flip=True), True)):

        async def scene(_pilot, app=app, flip=flip):
            assert app.screen.desk.flip is flip

        drive(app, scene)


def test_the_game_is_looked_at_from_the_same_side(drive):
    app = alone("human", "random")

    async def scene(pilot):
        await press(pilot, "ctrl+r", "y")
        assert isinstance(app.screen, End)
        await press(pilot, "a")
        assert isinstance(app.screen, AnalyseScreen) and app.screen.query_one(BoardView).flip

    drive(app, scene)


def test_a_cursor_that_was_moved_stays(drive):
    app = TabuleiroApp(Request(party=party("eximo"), seed=1))

    async def scene(pilot):
        screen = app.screen
        await typed(pilot, "b6-b5")
        assert screen.cursor.cell in screen.desk.selection.targets
        await press(pilot, "up")
        here = screen.cursor.cell
        await typed(pilot, "g3-g4")
        assert screen.cursor.cell == here

    drive(app, scene)
