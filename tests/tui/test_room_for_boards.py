"""Boards shrink before they are cut off, and names of cells are dropped last: on every page, in every usual size."""

import os
from random import Random

import pytest

from tabuleiro.core.registry import find, names
from tabuleiro.home.saves import games_folder
from tabuleiro.play.session import Session
from tabuleiro.tui.app import TabuleiroApp
from tabuleiro.tui.screens.analyse import AnalyseScreen
from tabuleiro.tui.screens.replay import ReplayScreen
from tabuleiro.tui.screens.saved import SavedScreen
from tabuleiro.tui.widgets.board import BoardView

SIZES = [(80, 24), (60, 20), (120, 40), (200, 60)]


def all_in_sight(app):
    board = app.screen.query_one(BoardView)
    for cell in board.game.board:
        assert board.place_of(cell) in board.size.region
        assert board.cell_at(*board.place_of(cell)) == cell
    assert board.paper.width <= board.size.width and board.paper.height <= board.size.height


@pytest.mark.parametrize("page", [ReplayScreen, AnalyseScreen])
@pytest.mark.parametrize("spec", [*names(), "meerkats:players=4"])
def test_records_and_analysis(spec, page, drive, monkeypatch, shown):
    monkeypatch.setattr(AnalyseScreen, "_think", lambda _: None)
    app = TabuleiroApp()

    async def scene(pilot):
        app.push_screen(page(Session(find(spec), Random(1))))
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            all_in_sight(app)
            if app.screen.game.board.outline == "point" and size != (60, 20):  # which is not high enough
                words = "\n".join(shown(app))
                assert all(name in words for name in app.screen.game.board.names)

    drive(app, scene)


def test_the_menu(drive):
    app = TabuleiroApp()

    async def scene(pilot):
        for size in SIZES:
            await pilot.resize_terminal(*size)
            for number in range(1, len(names()) + 1):
                await pilot.press(str(number))
                await pilot.pause()
                all_in_sight(app)

    drive(app, scene)


def test_the_list_of_games(drive):
    for name in names():
        with open(os.path.join(games_folder(), f"{name}.txt"), "w", encoding="utf-8") as file:
            file.write(Session(find(name), Random(1)).record().to_text())
    app = TabuleiroApp()

    async def scene(pilot):
        app.push_screen(SavedScreen("watch"))
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.press("home")
            for _ in names():
                await pilot.pause()
                await pilot.pause()
                all_in_sight(app)
                await pilot.press("down")

    drive(app, scene)
