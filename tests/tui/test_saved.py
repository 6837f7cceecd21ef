"""Games that were kept: to go on with, to look at, to throw away; damaged ones are named and never a crash."""

import os
import time

import pytest

from tabuleiro.home.saves import finished_folder, games_folder
from tabuleiro.table.library import DAMAGED, OVER, WAITING, records, waiting
from tabuleiro.tui.app import TabuleiroApp
from tabuleiro.tui.screens.analyse import AnalyseScreen
from tabuleiro.tui.screens.saved import SavedScreen
from tabuleiro.tui.screens.table import TableScreen
from tabuleiro.tui.screens.watch import WatchScreen
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.dialogs import Ask

LEFT = "game: eximo\nedition: 1\nseat w: Ana\nseat b: Rui\n\n1. b7^d5\n"
ENDED = "game: momentum\nedition: 1\nseat 1: [b]Eva\nseat 2: greedy\n\n1. 4,4 1,1\n\nwinner: 2\nreason: Eva resigned\n"


def put(folder, name, text, when):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.utime(path, (when, when))
    return path


@pytest.fixture
def shelf():
    """Two games under way, one that is over, one that is damaged."""
    return {
        "older": put(games_folder(), "eximo-1.txt", LEFT, 1_700_000_000),
        "newer": put(games_folder(), "meerkats-1.txt", "game: meerkats\ndeal: RB\n\n1. R5.5\n", 1_750_000_000),
        "over": put(finished_folder(), "momentum-1.txt", ENDED, 1_720_000_000),
        "damaged": put(games_folder(), "eximo-2.txt.damaged-1", "game: eximo\n\n1. z9-z8\n", 1_710_000_000),
    }


@pytest.fixture
def app(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield TabuleiroApp()
    monkeypatch.undo()
    time.tzset()


def test_the_latest_comes_first_and_damage_last(shelf):
    assert [(item.kind, item.path) for item in waiting()] == [
        (WAITING, shelf["newer"]),
        (WAITING, shelf["older"]),
        (DAMAGED, shelf["damaged"]),
    ]
    assert [item.kind for item in records()] == [OVER, WAITING, WAITING, DAMAGED]


def test_a_line_says_when_who_and_which_turn(shelf):
    older = next(item for item in waiting() if item.path == shelf["older"])
    assert older.line().endswith("Eximo: Ana, Rui; turn 2")
    assert "set aside: eximo-2.txt.damaged-1" in waiting()[-1].line()
    assert records()[0].line().endswith("Momentum: [b]Eva, greedy; 2 turns")


def saved(app, drive, purpose, scene, size=(80, 24)):
    async def perform(pilot):
        app.push_screen(SavedScreen(purpose))
        await pilot.pause()
        await pilot.pause()
        await scene(pilot)

    drive(app, perform, size)


def test_continue(app, drive, shelf):
    async def scene(pilot):
        await pilot.press("down")
        await pilot.pause()
        assert app.screen.query_one(BoardView).game.name == "eximo"
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.desk.session.turns == ["b7^d5"]

    saved(app, drive, "continue", scene)
    assert os.path.exists(shelf["older"])


def test_a_damaged_game_does_not_go_on_but_can_be_looked_at(app, drive, shelf, shown):  # noqa: ARG001
    async def scene(pilot):
        await pilot.press("end")
        await pilot.pause()
        assert any("z9-z8" in line for line in shown(app))  # what is wrong with it
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, SavedScreen)
        assert "cannot go on" in next(iter(app._notifications)).message
        await pilot.press("w")
        await pilot.pause()
        assert isinstance(app.screen, WatchScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, SavedScreen)

    saved(app, drive, "continue", scene, (120, 40))


def test_deleting_asks_first(app, drive, shelf):
    async def scene(pilot):
        for answer in ("n", "escape", "enter", "y"):
            await pilot.press("delete")
            assert isinstance(app.screen, Ask)
            await pilot.press(answer)
            await pilot.pause()
            assert isinstance(app.screen, SavedScreen)
            assert len(app.screen.items) == (2 if answer == "y" else 3)

    saved(app, drive, "continue", scene)
    assert not os.path.exists(shelf["newer"])


def test_deleting_the_last_leaves_words(app, drive, shown):
    put(games_folder(), "eximo-1.txt", LEFT, 1_700_000_000)

    async def scene(pilot):
        await pilot.press("d")
        await pilot.pause()
        await pilot.click("#yes")
        await pilot.pause()
        assert any("There is no game to go on with." in line for line in shown(app))
        await pilot.press("delete", "enter", "w")  # there is nothing to do it to

    saved(app, drive, "continue", scene)


def test_a_file_that_vanishes_is_told(app, drive, shelf):
    async def scene(pilot):
        os.unlink(shelf["newer"])
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, SavedScreen)
        assert app._notifications
        assert len(app.screen.items) == 2

    saved(app, drive, "continue", scene)


def test_records_to_watch_and_to_analyse(app, drive, shelf, same_screen):  # noqa: ARG001
    async def scene(pilot):
        same_screen(app, "saved-watch")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, WatchScreen)
        assert app.screen.game.name == "momentum"
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("down", "f3")
        await pilot.pause()
        assert isinstance(app.screen, AnalyseScreen)
        assert app.screen.game.name == "meerkats"

    saved(app, drive, "watch", scene, (100, 30))


def test_files_that_cannot_be_read_are_told(app, drive, tmp_path):
    texts = ["", "no record at all", "game: chess\n", "\x00\xff", "game: eximo\nedition: 99\n"]
    paths = [tmp_path / "nothing", tmp_path]
    for number, text in enumerate(texts):
        paths.append(tmp_path / str(number))
        paths[-1].write_bytes(text.encode("latin-1"))

    async def scene(pilot):
        field = app.screen.query_one("#path")
        for number, path in enumerate(paths, 1):
            field.value = str(path)
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(app.screen, SavedScreen)
            assert len(app._notifications) == number

    saved(app, drive, "watch", scene)


def test_a_file_is_named(app, drive, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text(ENDED, encoding="utf-8")

    async def scene(pilot):
        app.screen.query_one("#path").value = str(path)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, AnalyseScreen)

    saved(app, drive, "analyse", scene)


def test_a_position_is_typed(app, drive):
    async def perform(pilot):
        app.push_screen(SavedScreen("analyse", "eximo"))
        await pilot.pause()
        field = app.screen.query_one("#path")
        field.value = "8/8/3x4/8 b"
        await pilot.press("enter")
        assert isinstance(app.screen, SavedScreen)
        assert len(app._notifications) == 1
        for typed, seat in (("start", "w"), ("8/8/3w4/8/8/3b4/8/8 b", "b")):
            field.value = typed
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(app.screen, AnalyseScreen)
            assert app.screen.game.seats[app.screen.session.player].symbol == seat
            await pilot.press("escape")

    drive(app, perform)
