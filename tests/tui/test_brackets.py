"""Names, titles and files may have brackets in them: they are shown as they are, on every screen, and are no markup."""

import os

import pytest
from table_play import at_table, press, typed

from tabuleiro.core.registry import find
from tabuleiro.home.saves import finished_folder
from tabuleiro.tui.app import TabuleiroApp
from tabuleiro.tui.screens.analyse import AnalyseScreen
from tabuleiro.tui.screens.saved import SavedScreen
from tabuleiro.tui.screens.setup import SetupScreen
from tabuleiro.tui.screens.watch import WatchScreen
from tabuleiro.tui.widgets.dialogs import Ask
from tabuleiro.tui.widgets.end import End

NAME = "Ana [/b]"
TITLE = "Mo[/i]mentum"
RECORD = f"game: momentum\nedition: 1\nseat 1: {NAME}\nseat 2: [red]\n\n1. 4,4 {{a [/u] note}} 1,1\n\nwinner: 2\nreason: [/] so\n"


@pytest.fixture(autouse=True)
def title(monkeypatch):
    """A game of somebody else, with a title that is not ours to choose."""
    monkeypatch.setattr(type(find("momentum")), "title", TITLE)


def test_from_setting_up_to_the_end_and_after(drive, shown):
    app = TabuleiroApp()

    async def scene(pilot):
        await press(pilot, "5")
        assert any(f"─ {TITLE} ─" in line for line in shown(app))
        await press(pilot, "o")
        assert isinstance(app.screen, SetupScreen)
        app.screen.query_one("#name-0").value = NAME
        await press(pilot, "f5")
        await typed(pilot, "4,4")
        await press(pilot, "ctrl+r")
        assert any(f"Blue ({NAME}): do you give up?" in line for line in shown(app))
        await press(pilot, "y")
        assert isinstance(app.screen, End)
        await press(pilot, "a")
        assert isinstance(app.screen, AnalyseScreen)
        assert any(f"─ ● Blue ({NAME})" in line for line in shown(app))

    drive(app, scene)


def test_records_from_the_list_to_the_last_turn(drive, shown):
    with open(os.path.join(finished_folder(), "[b]momentum.txt"), "w", encoding="utf-8") as file:
        file.write(RECORD)
    app = TabuleiroApp()

    async def scene(pilot):
        await press(pilot, "w")
        await pilot.pause()
        assert isinstance(app.screen, SavedScreen)
        words = shown(app)
        assert any(f"─ {TITLE} ─" in line for line in words)
        assert any(f"{TITLE}: {NAME}, [red]; 2 turns" in line for line in words)
        await press(pilot, "delete")
        assert isinstance(app.screen, Ask)
        await press(pilot, "n", "enter")
        assert isinstance(app.screen, WatchScreen)
        for key in ("right", "end"):
            await press(pilot, key)
            assert any(f"─ ● Blue ({NAME}), ○ Red ([red]) ─" in line for line in shown(app))

    drive(app, scene, (120, 40))


def test_a_game_that_was_left(drive, shown):
    table = at_table("momentum")

    async def play(pilot):
        await typed(pilot, "4,4")

    drive(table, play)
    app = TabuleiroApp()

    async def scene(pilot):
        assert any(f"Go on with {TITLE}" in line for line in shown(app))
        await press(pilot, "c")
        await press(pilot, "escape")
        assert any("Stay" in line for line in shown(app))

    drive(app, scene)
