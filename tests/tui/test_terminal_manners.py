"""What was seen on real terminals: complaints that outlived their cause, and turns that were out of sight."""

import os

from table_play import at_table, burst, press, typed

from tabuleiro.home.saves import finished_folder
from tabuleiro.tui.widgets.panel import TurnList
from tabuleiro.tui.widgets.turn_line import MOST, TurnLine


def test_escape_takes_the_complaint_away_with_the_line(drive, shown):
    async def scene(pilot):
        await typed(pilot, "zz9")
        assert any("zz9 cannot be read" in line for line in shown(pilot.app))
        await press(pilot, "escape")
        assert not any("zz9" in line for line in shown(pilot.app))
        assert any("Blue to play" in line for line in shown(pilot.app))

    drive(at_table("momentum"), scene)


def test_the_turn_on_the_board_is_in_sight_on_every_screen(drive):
    async def scene(pilot):
        turns = pilot.app.screen.query_one(TurnList)
        for turn in ("1,1", "7,7", "1,3", "7,5", "1,5", "7,3", "1,7", "7,1", "3,1", "5,7", "3,3", "5,5"):
            await typed(pilot, turn)
            assert in_sight(turns)
        await pilot.resize_terminal(80, 16)
        await pilot.pause()
        assert turns.current == 12 and in_sight(turns) and not turns.show_horizontal_scrollbar

    def in_sight(turns):
        return 0 <= turns.current - turns.scroll_offset.y < turns.scrollable_content_region.height

    drive(at_table("momentum"), scene, (80, 20))


def test_a_game_that_is_over_is_kept_once(drive):
    async def scene(pilot):
        await typed(pilot, "1,1")
        await press(pilot, "ctrl+r", "y")
        await press(pilot, "m")

    drive(at_table("momentum"), scene)
    assert len(os.listdir(finished_folder())) == 1


def test_much_that_is_pasted_as_if_it_were_typed_is_not_taken(drive):
    app = at_table("momentum")

    async def scene(pilot):
        line = app.screen.query_one(TurnLine)
        await burst(pilot, "abcdefghij" * 60)
        assert len(line.value) == MOST
        await press(pilot, "escape")
        await typed(pilot, "4,4")
        assert app.screen.desk.session.turns == ["4,4"]

    drive(app, scene)
