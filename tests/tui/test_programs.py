"""A saved game that names a program: the person is asked first, and whoever just presses Enter starts nothing."""

import os
import shlex
import sys
from dataclasses import replace
from random import Random

import pytest
from table_play import press, until

from tabuleiro.cli.commands.new import template
from tabuleiro.core.registry import find
from tabuleiro.home.saves import games_folder, unfinished_games
from tabuleiro.play.agent import Spec
from tabuleiro.play.lineup import HUMAN
from tabuleiro.table.players import go_on
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.screens.menu import MenuScreen
from tabuleiro.tui.screens.saved import SavedScreen
from tabuleiro.tui.screens.table import TableScreen
from tabuleiro.tui.widgets.dialogs import AskWhich

ENGINE = """open({mark!r}, 'w').close()
from tabuleiro.cli.main import main
main(['engine', 'momentum', '--agent', 'random'])
"""
BOT = """open({mark!r}, 'w').close()
from tabuleiro.play.agent import Agent, Choice
class First(Agent):
    def choose(self, view, limit):
        return Choice(view.actions[0])
"""


@pytest.fixture
def mark(tmp_path):
    return tmp_path / "started"


@pytest.fixture(params=["engine", "bot"])
def program(request, tmp_path, mark):
    """A player that leaves a mark when it is started: a command, or the file of a bot."""
    path = tmp_path / "bot.py"
    path.write_text((BOT if request.param == "bot" else ENGINE).format(mark=str(mark)), encoding="utf-8")
    return str(path) if request.param == "bot" else f"engine:{shlex.join([sys.executable, str(path)])}"


@pytest.fixture
def saved(program):
    """A game among our own, which anybody may have put there."""
    path = os.path.join(games_folder(), "momentum-2026-01-31-1.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'game: momentum\ntable players: ["human", "{program}"]\n\n1. 4,4\n')
    return path


def players(app):
    assert isinstance(app.screen, TableScreen)
    return app.screen.desk.table.party.players


async def from_the_menu(pilot):
    assert isinstance(pilot.app.screen, MenuScreen)
    await press(pilot, "c")


async def from_the_list(pilot):
    pilot.app.push_screen(SavedScreen("continue"))
    await pilot.pause()
    await press(pilot, "enter")


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize("way", [from_the_menu, from_the_list])
def test_enter_starts_nothing(drive, shown, mark, program, way):
    app = TabuleiroApp()

    async def scene(pilot):
        await way(pilot)
        assert isinstance(app.screen, AskWhich) and not mark.exists()
        window = app.screen.query_one(".window").content_region
        lines = shown(app)[window.y : window.bottom]
        told = "".join("".join(line[window.x : window.right] for line in lines).split())
        assert "".join(Spec.read(program).argument.split()) in told  # all of the command is seen
        await press(pilot, "enter")
        assert players(app) == (HUMAN, HUMAN)
        assert app.screen.desk.table.people == ["Blue", "Red"]
        await pilot.pause(0.3)

    drive(app, scene)
    assert not mark.exists()


def test_escape_leaves_the_game_as_it_was(drive, mark, saved):
    app = TabuleiroApp()
    with open(saved, encoding="utf-8") as file:
        before = file.read()

    async def scene(pilot):
        await from_the_menu(pilot)
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)
        assert [game.path for game in unfinished_games()] == [saved]  # nobody has it any more

    drive(app, scene)
    with open(saved, encoding="utf-8") as file:
        assert file.read() == before
    assert not mark.exists()


@pytest.mark.usefixtures("saved")
def test_the_computer_plays_instead(drive, mark):
    app = TabuleiroApp()

    async def scene(pilot):
        await from_the_menu(pilot)
        await press(pilot, "2")
        assert players(app) == (HUMAN, "level:2")

    drive(app, scene)
    assert not mark.exists()


@pytest.mark.usefixtures("saved")
def test_who_says_so_starts_it(drive, mark, program):
    app = TabuleiroApp()

    async def scene(pilot):
        await from_the_menu(pilot)
        await press(pilot, "down", "down", "enter")
        assert players(app) == (HUMAN, program)
        await until(pilot, mark.exists)

    drive(app, scene)


def test_a_program_that_is_not_there_is_told(drive, saved):
    with open(saved, "w", encoding="utf-8") as file:
        file.write('game: momentum\ntable players: ["human", "engine:no-such-program"]\n\n1. 4,4\n')
    app = TabuleiroApp()

    async def scene(pilot):
        await from_the_menu(pilot)
        await press(pilot, "3")
        assert isinstance(app.screen, MenuScreen) and len(app._notifications) == 1
        assert [game.path for game in unfinished_games()] == [saved]

    drive(app, scene)


def test_every_seat_is_asked_about(drive, mark, program, saved):
    with open(saved, "w", encoding="utf-8") as file:
        file.write(f'game: momentum\ntable players: ["{program}", "{program}"]\n\n1. 4,4\n')
    app = TabuleiroApp()

    async def scene(pilot):
        await from_the_menu(pilot)
        await press(pilot, "enter")
        assert isinstance(app.screen, AskWhich)
        await press(pilot, "2")
        assert players(app) == (HUMAN, "level:2")

    drive(app, scene)
    assert not mark.exists()


def test_a_record_of_a_stranger_is_asked_about_too(drive, mark, program, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(f"game: momentum\nseat 1: Ana\nseat 2: {program}\n\n1. 4,4\n", encoding="utf-8")
    app = TabuleiroApp(Request(resume=str(path)))

    async def scene(pilot):
        assert isinstance(app.screen, AskWhich)
        await press(pilot, "enter")
        assert players(app) == (HUMAN, HUMAN)

    drive(app, scene)
    assert not mark.exists()


def test_who_names_the_program_on_the_command_line_is_not_asked(drive, mark, program, saved):
    found = replace(go_on(saved, Random(0)).with_players({1: program}), programs={})  # as --players leaves it
    app = TabuleiroApp(Request(resume=saved, found=found))

    async def scene(pilot):
        assert players(app) == (HUMAN, program)
        await until(pilot, mark.exists)

    drive(app, scene)


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize("purpose", ["continue", "watch", "analyse"])
def test_listing_starts_nothing(drive, calm, mark, purpose):
    app = TabuleiroApp()

    async def scene(pilot):
        app.push_screen(SavedScreen(purpose))
        await pilot.pause()
        await press(pilot, "down", "up")
        await calm(pilot)
        assert len(app.screen.items) == 1

    drive(app, scene)
    assert not mark.exists()


def test_that_the_rules_have_changed_since_is_told(drive, tmp_path):
    game = tmp_path / "sixth.py"
    game.write_text(template("Sixth"), encoding="utf-8")
    find(str(game))
    path, other = tmp_path / "game.txt", tmp_path / "other.txt"
    for file in (path, other):
        file.write_text("game: sixth\nsource: sha256:0123456789abcdef\n\n1. a1\n", encoding="utf-8")
    app = TabuleiroApp(Request(resume=str(path)))

    async def scene(pilot):
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        (told,) = app._notifications
        assert "was played by another version of sixth" in told.message
        app.show_record(str(other))
        await pilot.pause()
        assert len(app._notifications) == 2

    drive(app, scene)


def test_a_game_that_was_given_is_in_the_menu(drive, shown, tmp_path):
    game = tmp_path / "sixth.py"
    game.write_text(template("Sixth"), encoding="utf-8")
    find(str(game))
    app = TabuleiroApp()

    async def scene(pilot):
        assert "6 Sixth" in "\n".join(shown(app))
        await press(pilot, "6", "p")
        assert isinstance(app.screen, TableScreen) and app.screen.desk.game.name == "sixth"

    drive(app, scene)
