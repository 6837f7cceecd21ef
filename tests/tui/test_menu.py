"""The main menu: every entry leads somewhere and back, and a newcomer plays within five keys."""

import asyncio
import os
import signal

import pytest
from table_play import until
from textual import events

from tabuleiro.core.registry import find, game_class, names
from tabuleiro.home.languages import choose
from tabuleiro.home.saves import games_folder
from tabuleiro.home.settings import Settings, change_settings, load_settings, settings_path
from tabuleiro.play.lineup import HUMAN
from tabuleiro.table.draft import Draft, remember
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.screens.analyse import AnalyseScreen
from tabuleiro.tui.screens.menu import MenuScreen
from tabuleiro.tui.screens.rules import RulesScreen
from tabuleiro.tui.screens.saved import SavedScreen
from tabuleiro.tui.screens.settings import SettingsScreen
from tabuleiro.tui.screens.setup import SetupScreen
from tabuleiro.tui.screens.table import TableScreen
from tabuleiro.tui.widgets.board import BoardView

SIZES = [(120, 40), (60, 20), (200, 60)]
LEFT = """game: eximo
edition: 1
seat w: Ana
seat b: Rui

1. b7^d5
"""


@pytest.fixture
def app():
    return TabuleiroApp(Request(seed=1))


@pytest.fixture
def left():
    """A game that was not finished."""
    path = os.path.join(games_folder(), "eximo-2026-01-01-1.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(LEFT)
    return path


@pytest.fixture
def random():
    """Computers that need no compiler were chosen last for every game."""
    for name in reversed(names()):
        players = ["random"] * find(name).players
        remember(Draft(name, players=(HUMAN, *players[1:])))


@pytest.mark.usefixtures("random")
def test_any_game_is_two_keys_away(app, drive):
    async def scene(pilot):
        for number, name in enumerate(names(), 1):
            await pilot.press(str(number), "p")
            await pilot.pause()
            assert app.screen.desk.table.party.game is find(name)
            app.go_menu()
            await pilot.pause()

    drive(app, scene)


def test_keys_in_one_burst_mean_what_they_mean_one_by_one(app, drive):
    async def scene(pilot):
        for key in ("3", "o"):  # as a fast hand, or a paste, gives them
            app.post_message(events.Key(key, key))
        await until(pilot, lambda: isinstance(app.screen, SetupScreen) and app.screen.query("#mode-people"))
        assert app.screen.game_name == names()[2]

    drive(app, scene)


@pytest.mark.parametrize("key", "ohsp")
def test_a_signal_while_a_page_is_being_composed_is_no_error(app, drive, key):
    async def wait(done, seconds):
        for _ in range(2000):
            if done():
                return
            await asyncio.sleep(seconds)
        raise TimeoutError

    async def scene(_pilot):
        app.heed_signals()
        menu = app.screen
        app.post_message(events.Key(key, key))
        await wait(lambda: app.screen is not menu, 0)
        os.kill(os.getpid(), signal.SIGTERM)
        await wait(lambda: not app.is_running, 0.01)

    drive(app, scene)
    assert app.return_code == 0


def test_every_game_is_shown_with_what_it_is_and_whose(app, drive, shown):
    async def scene(pilot):
        for name in names():
            await pilot.pause()
            words = " ".join(" ".join(shown(app)).split())
            assert game_class(name).title in words
            assert game_class(name).tagline in words
            assert game_class(name).credits.split(";")[0] in words
            assert app.screen.query_one(BoardView).game is find(name)
            await pilot.press("down")

    drive(app, scene, (120, 40))


def test_arrows_go_through_games_and_entries_and_back(app, drive):
    async def scene(pilot):
        await pilot.press(*["down"] * 5)
        assert app.focused.id == "entries"
        await pilot.press("down", "up", "up")
        assert app.focused.id == "games"
        assert app.screen.game == names()[-1]

    drive(app, scene)


PAGES = {"o": SetupScreen, "h": RulesScreen, "c": SavedScreen, "w": SavedScreen, "a": SavedScreen, "s": SettingsScreen}


def test_every_page_by_its_key_and_back(app, drive):
    async def scene(pilot):
        for key, page in PAGES.items():
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, page)
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, MenuScreen)

    drive(app, scene)


ENTRIES = {
    "setup": SetupScreen,
    "rules": RulesScreen,
    "continue": SavedScreen,
    "watch": SavedScreen,
    "analyse": SavedScreen,
    "settings": SettingsScreen,
    "play": TableScreen,
}


@pytest.mark.usefixtures("random")
def test_every_entry_by_mouse(app, drive):
    async def scene(pilot):
        for entry, page in ENTRIES.items():
            place = app.screen.query_one("#entries").get_option_index(entry)
            await pilot.click("#entries", offset=(4, 1 + place))
            await pilot.pause()
            assert isinstance(app.screen, page)
            if page is not TableScreen:
                await pilot.press("escape")
                await pilot.pause()

    drive(app, scene, (60, 20))


def test_quit(app, drive):
    async def scene(pilot):
        await pilot.press("q")
        await pilot.pause()
        return app.is_running

    assert not drive(app, scene)
    assert app.return_code == 0


# ── What was left ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_game_that_was_left_is_offered_first_with_one_key(left, drive, shown):
    app = TabuleiroApp()

    async def scene(pilot):
        assert any("Go on with Eximo" in line for line in shown(app))
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.desk.session.turns == ["b7^d5"]
        assert app.screen.desk.session.names == ("Ana", "Rui")

    drive(app, scene)
    assert os.path.exists(left)


@pytest.mark.usefixtures("left")
def test_c_goes_on_too(drive):
    app = TabuleiroApp()

    async def scene(pilot):
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)

    drive(app, scene)


def test_a_game_that_was_left_and_vanished_is_told(left, drive):
    app = TabuleiroApp()

    async def scene(pilot):
        os.unlink(left)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)
        assert len(app._notifications) == 1

    drive(app, scene)


def test_a_damaged_game_is_told_and_not_offered(left, drive, shown):
    with open(left, "w", encoding="utf-8") as file:
        file.write("nothing of a game")
    app = TabuleiroApp()

    async def scene(pilot):
        assert not any("Go on" in line for line in shown(app))
        (told,) = app._notifications
        assert "damaged" in told.message
        await pilot.press("c")
        await pilot.pause()
        assert any("damaged, set aside" in line for line in shown(app))

    drive(app, scene, (120, 40))


# ── Settings ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("random")
def test_the_last_game_is_chosen_again(app, drive):
    async def scene(pilot):
        await pilot.press("4", "p")
        await pilot.pause()
        app.go_menu()
        await pilot.pause()
        return app.screen.game

    assert drive(app, scene) == load_settings()[0].last == "meerkats"
    assert drive(again := TabuleiroApp(), lambda _: game_of(again)) == "meerkats"


async def game_of(app):
    return app.screen.game


def test_damaged_settings_are_told(drive):
    with open(settings_path(), "w", encoding="utf-8") as file:
        file.write("{")
    app = TabuleiroApp()

    async def scene(_pilot):
        (told,) = app._notifications
        assert "settings were damaged" in told.message

    drive(app, scene)


def test_a_last_game_that_is_no_longer_there(drive):
    change_settings(lambda _: Settings(last="chess", theme="gone", language="tlh"))
    app = TabuleiroApp()
    assert drive(app, lambda _: game_of(app)) == names()[0]


def test_characters_and_colours_hold_at_once_and_next_time(app, drive, shown):
    async def scene(pilot):
        await pilot.press("s")
        await pilot.press("down", "right")
        await pilot.pause()
        assert app.theme == "textual-light"
        await pilot.press("down", "right")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert app.ascii
        assert "".join(shown(app)).isascii()

    drive(app, scene)
    settings = load_settings()[0]
    assert settings.ascii
    assert settings.theme == "textual-light"
    again = TabuleiroApp()
    assert again.ascii
    assert again.theme == "textual-light"


def test_the_language_is_spoken_at_once_and_next_time(drive, shown, monkeypatch):
    monkeypatch.delenv("TABULEIRO_LANG")
    monkeypatch.setenv("LC_ALL", "C")
    app = TabuleiroApp()

    async def scene(pilot):
        await pilot.press("s", "right", "right")
        await pilot.pause()
        assert load_settings()[0].language == "pt"
        await pilot.press("escape")
        await pilot.pause()
        words = "\n".join(shown(app))
        assert "How to play" not in words
        return words

    try:
        first = drive(app, scene)
        again = TabuleiroApp()

        async def look(pilot):
            await pilot.pause()
            return "\n".join(shown(again))

        assert drive(again, look) == first
    finally:
        choose("en")


def test_screens(app, drive, same_screen):
    async def scene(pilot):
        for number, name in enumerate(names(), 1):
            await pilot.press(str(number))
            await pilot.pause()
            same_screen(app, f"menu-{name}")
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            same_screen(app, f"menu-{width}x{height}")

    drive(app, scene)


def test_plain_characters(drive, same_screen):
    app = TabuleiroApp(Request(ascii=True))

    async def scene(_pilot):
        same_screen(app, "menu-ascii")

    drive(app, scene)


def test_analysis_of_nothing_kept_waits_for_a_file(app, drive):
    async def scene(pilot):
        await pilot.press("a")
        await pilot.pause()
        assert app.focused.id == "path"
        assert not isinstance(app.screen, AnalyseScreen)

    drive(app, scene)


def test_a_newcomer_plays_within_five_keys(app, drive):
    async def scene(pilot):
        await pilot.press("enter", "enter")  # the game, then Play
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        party = app.screen.desk.table.party
        assert party.players == (HUMAN, "level:2")
        assert party.game is find(names()[0])

    drive(app, scene)
