"""A disk that is full while people play: they are told that the game is not kept, once and beside the board."""

import resource

import pytest
from table_play import at_table, calm, press, typed

from tabuleiro.home.saves import unfinished_games
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.dialogs import Ask, HandOver

NOT_KEPT = "The game is not kept"
TURNS = ("1,1", "7,7", "1,3", "7,5", "1,5", "7,3", "1,7")


@pytest.fixture
def disk():
    """``disk(full=True)``: from now on the system refuses to write files; of as many bytes, to be exact, as they have."""
    before, most = resource.getrlimit(resource.RLIMIT_FSIZE)

    def disk(full):
        resource.setrlimit(resource.RLIMIT_FSIZE, (0 if full else before, most))

    yield disk
    disk(full=False)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)], ids=["80x24", "60x20"])
@pytest.mark.parametrize("turns_before", [0, 2])
def test_a_full_disk_is_told_once_beside_the_board(drive, shown, disk, size, turns_before):
    app = at_table("momentum")

    async def scene(pilot):
        screen, board = app.screen, app.screen.query_one(BoardView)
        for turn in TURNS[:turns_before]:
            await typed(pilot, turn)
        await calm(pilot)
        quiet = board.region
        disk(full=True)
        for turn in TURNS[turns_before : turns_before + 2]:
            await typed(pilot, turn)
            await calm(pilot)
            lines = shown(app)
            text = " ".join(" ".join(line[board.region.right :] for line in lines).split())
            assert text.count(NOT_KEPT) == 1 and "too large" in text  # as the system has it
            assert board.region == quiet and not app._notifications
            assert not any("not kept" in line[: board.region.right] for line in lines)
            assert len(screen.table.session.turns) == TURNS.index(turn) + 1
        disk(full=False)
        await typed(pilot, TURNS[turns_before + 2])
        await calm(pilot)
        assert "\n".join(shown(app)).count("kept again") == 1 and "not kept" not in "\n".join(shown(app))
        await typed(pilot, TURNS[turns_before + 3])
        await calm(pilot)
        assert "kept" not in "\n".join(shown(app))

    drive(app, scene, size)
    assert unfinished_games()[0].turns == turns_before + 4


def test_who_leaves_is_told_that_the_game_is_not_kept(drive, shown, disk):
    app = at_table("momentum")

    async def scene(pilot):
        await typed(pilot, TURNS[0])
        await press(pilot, "escape")
        assert isinstance(app.screen, Ask) and any("The game is kept" in line for line in shown(app))
        await press(pilot, "n")
        disk(full=True)
        await typed(pilot, TURNS[1])
        await press(pilot, "escape")
        assert isinstance(app.screen, Ask)
        assert any("The game is not kept" in line for line in shown(app))
        assert not any("The game is kept" in line for line in shown(app))
        await press(pilot, "n")
        disk(full=False)  # somebody has made room
        await press(pilot, "escape")
        assert isinstance(app.screen, Ask) and any("The game is kept" in line for line in shown(app))

    drive(app, scene)


def test_the_next_one_at_a_shared_screen_is_told_too(drive, shown, disk):
    app = at_table("meerkats")

    async def scene(pilot):
        await press(pilot, "enter", "enter")
        disk(full=True)
        await typed(pilot, "Y5.5")
        await calm(pilot)
        assert isinstance(app.screen, HandOver)
        await press(pilot, "enter", "enter")
        await calm(pilot)
        assert NOT_KEPT in " ".join(" ".join(shown(app)).split())

    drive(app, scene)
