"""Steps are shown one by one, for a moment: a key ends that, and finds what it would have found without it."""

import pytest
from table_play import at_table, burst, party, played, press, typed, until

from tabuleiro.home.settings import Settings, change_settings
from tabuleiro.play.lineup import HUMAN
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.screens.table import TableScreen
from tabuleiro.tui.widgets import board as boards
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.end import End


@pytest.fixture
def standing(monkeypatch):
    """Pictures stand until somebody presses a key."""
    monkeypatch.setattr(boards, "BEAT", 600.0)


@pytest.fixture
def passing(monkeypatch):
    monkeypatch.setattr(boards, "BEAT", 0.01)


def marbles(state):
    return {cell for cell, piece in enumerate(state.board) if piece}


@pytest.mark.usefixtures("standing")
def test_what_is_pushed_is_seen_before_and_after(drive):
    app = at_table("momentum")

    async def scene(pilot):
        board, desk = app.screen.query_one(BoardView), app.screen.desk
        await typed(pilot, "4,4")
        assert board.playing and board.still is None  # one picture, the present
        await typed(pilot, "4,5")
        cell = desk.game.board.names.index("4,4")
        assert cell in marbles(board.still.state) and cell not in marbles(desk.session.state)
        assert board.state == desk.session.state
        await press(pilot, "right")
        assert board.still is None and not board.playing

    drive(app, scene, motion=True)


@pytest.mark.usefixtures("passing")
def test_the_present_is_shown_when_all_has_been_seen(drive):
    app = at_table("momentum")

    async def scene(pilot):
        board = app.screen.query_one(BoardView)
        for turn in ("4,4", "4,5"):
            await typed(pilot, turn)
            await until(pilot, lambda: not board.playing)
            assert board.still is None and not app.passing

    drive(app, scene, motion=True)


@pytest.mark.parametrize("off", ["setting", "textual", "burst"])
@pytest.mark.usefixtures("standing")
def test_it_can_be_turned_off_and_does_not_slow_what_is_typed_ahead(drive, off):
    if off == "setting":
        change_settings(lambda _: Settings(motion=False))
    app = at_table("momentum")

    async def scene(pilot):
        board = app.screen.query_one(BoardView)
        if off == "burst":
            await burst(pilot, "4,4\r4,5\r4,6\r5,5\rx")
            assert len(app.screen.desk.session.history.turns()) == 4
        else:
            await typed(pilot, "4,4")
            await typed(pilot, "4,5")
        assert board.still is None and not board.playing

    drive(app, scene, motion=off != "textual")


@pytest.mark.usefixtures("passing")
def test_the_end_is_told_when_its_steps_have_been_seen(drive):
    app = TabuleiroApp(Request(party=party("momentum", "random", "random"), seed=1))

    async def scene(pilot):
        app.screen.desk.pace = 3
        await until(pilot, lambda: isinstance(app.screen, End))
        table = app.screen_stack[-2]
        assert isinstance(table, TableScreen) and table.query_one(BoardView).still is None

    drive(app, scene, motion=True)


@pytest.mark.usefixtures("standing")
def test_a_key_finds_the_end_that_waits(drive):
    position, [(*_, last)] = played("momentum", 2, 1)
    app = at_table("momentum", position)

    async def scene(pilot):
        await typed(pilot, last.text)
        board = app.screen.query_one(BoardView)
        assert board.playing and app.screen.desk.session.outcome and not isinstance(app.screen, End)
        await press(pilot, "b")  # as if the end had been there at once
        assert isinstance(app.screen, TableScreen) and app.screen.ended

    drive(app, scene, motion=True)


@pytest.mark.usefixtures("standing")
def test_a_computers_answer_waits_until_the_push_has_been_seen(drive):
    app = TabuleiroApp(Request(party=party("momentum", HUMAN, "greedy"), seed=1))

    async def scene(pilot):
        screen = app.screen
        board, session = screen.query_one(BoardView), screen.desk.session
        await typed(pilot, "4,4")
        await until(pilot, lambda: len(session.history.turns()) == 2)
        await pilot.pause()
        assert board.still is not None and board.still.state.board != session.state.board
        await press(pilot, "left")
        assert board.still is None and board.state == session.state

    drive(app, scene, motion=True)


@pytest.mark.usefixtures("standing")
def test_the_next_turn_of_a_record_is_shown_by_its_steps(drive, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("game: momentum\n\n1. 4,4 4,5\n", encoding="utf-8")
    app = TabuleiroApp()

    async def scene(pilot):
        app.show_record(str(path))
        await pilot.pause()
        board = app.screen.query_one(BoardView)
        await press(pilot, "n", "n")
        assert board.still is not None and board.state.board != board.still.state.board
        await press(pilot, "b")
        assert board.still is None and not board.playing

    drive(app, scene, motion=True)
