"""Watching a record: forwards, backwards, to any turn, by itself; what is damaged is said and the rest is shown."""

from dataclasses import replace

import pytest

from tabuleiro.core.errors import BadRecord
from tabuleiro.core.registry import find
from tabuleiro.table.examples import after
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.screens.analyse import AnalyseScreen
from tabuleiro.tui.screens.menu import MenuScreen
from tabuleiro.tui.screens.replay import LONGEST_REMARK, ReplayScreen
from tabuleiro.tui.screens.watch import WatchScreen
from tabuleiro.tui.widgets.board import BoardView

EXIMO = """game: eximo
edition: 1
seat w: Ana [x]
seat b: Rui
note: a short one

1. g8^e6 {bold [b]as brass} b2^b4
2. b7^d5 e2-d3

winner: b
reason: Ana resigned
"""
MEERKATS = "game: meerkats\ndeal: RB\n\n1. R5.5 G5.6/5.5-4.5\n"


def test_marks_and_variations_are_shown(watch):
    async def scene(pilot, app):
        assert app.screen.line(2).endswith("b2^b4 ?! …") and app.screen.line(3).endswith("b7^d5")
        await pilot.press("right", "right")
        assert "[1. e2-d3 {better}]" in words(app)

    watch(EXIMO.replace("b2^b4", "b2^b4 ?! [1. e2-d3 {better}]"), scene)


def test_of_a_very_long_comment_the_ends_are_shown(watch):
    """One of megabytes kept the screen busy for minutes."""

    async def scene(pilot, app):
        await pilot.press("right")
        told = words(app)
        assert "first" in told and "last" in told and len(told) < 3 * LONGEST_REMARK

    watch(EXIMO.replace("bold [b]as brass", "first" + " so on" * 10_000 + " last"), scene)


@pytest.fixture
def watch(drive, tmp_path):
    """Opens a record with this text and runs a scene."""

    def run(text, scene, size=(80, 24)):
        path = tmp_path / "game.txt"
        path.write_text(text, encoding="utf-8")
        app = TabuleiroApp()

        async def perform(pilot):
            app.show_record(str(path))
            await pilot.pause()
            return await scene(pilot, app)

        return drive(app, perform, size)

    return run


def board(app):
    return app.screen.query_one(BoardView)


def words(app):
    return "\n".join(app.screen.words())


def test_forwards_and_backwards(watch, same_screen):
    async def scene(pilot, app):
        states = [page.state for page in app.screen.pages]
        assert len(states) == 5
        assert board(app).state == states[0]
        assert "a short one" in words(app)
        await pilot.press("right")
        assert board(app).state == states[1]
        assert {app.screen.game.board.names[cell] for cell in board(app).last} == {"g8", "e6"}
        assert "bold [b]as brass" in words(app)
        await pilot.pause()
        same_screen(app, "watch-eximo")
        await pilot.press("n", "n", "n", "n", "n")
        assert board(app).state == states[4]
        assert "Rui" in words(app)
        assert "Ana resigned" in words(app)
        await pilot.press("left", "b")
        assert board(app).state == states[2]
        await pilot.press("home")
        await pilot.pause()
        assert app.screen.at == 0
        await pilot.press("end")
        await pilot.pause()
        assert app.screen.at == 4

    watch(EXIMO, scene)


def test_any_turn_by_mouse_and_by_number(watch):
    async def scene(pilot, app):
        await pilot.click("#turns", offset=(5, 4))
        await pilot.pause()
        assert app.screen.at == 3
        await pilot.press("g", "1", "enter")
        await pilot.pause()
        assert app.screen.at == 1
        for wrong in ("9", "x"):
            await pilot.press("g", wrong, "enter")
            await pilot.pause()
            assert app.screen.at == 1
        assert "from 0 to 4" in next(iter(app._notifications)).message
        await pilot.press("g", "escape")  # out of the question, not out of the record
        await pilot.pause()
        assert isinstance(app.screen, WatchScreen)
        await pilot.press("right")
        assert app.screen.at == 2

    watch(EXIMO, scene)


def test_by_itself_with_a_speed(watch, monkeypatch):
    monkeypatch.setattr(
        "tabuleiro.tui.screens.watch.SPEEDS", (1e-6, 2e-6, 3e-6)
    )  # so slow that nothing happens by itself

    async def scene(pilot, app):
        await pilot.press(*["plus"] * 9)
        assert app.screen.speed == 2
        await pilot.press("space")
        timer = app.screen.running
        assert timer._interval == 1 / 3e-6
        await pilot.press("minus")
        assert app.screen.running is not timer
        assert "By itself: a turn every 500000 s" in words(app)
        for _ in range(4):
            assert app.screen.running
            app.screen._tick()  # what the timer does
        assert app.screen.at == 4
        assert app.screen.running is None
        await pilot.press("space")  # from the start again
        assert app.screen.at == 0
        await pilot.press("space")
        assert app.screen.running is None

    watch(EXIMO, scene)


def test_the_clock_turns_the_pages(watch):
    async def scene(pilot, app):
        await pilot.press(*["plus"] * 9, "space")
        while app.screen.running:
            await pilot.pause(0.05)
        return app.screen.at

    assert watch(EXIMO, scene) == 4


def test_flip_and_sizes(watch, shown):
    async def scene(pilot, app):
        usual = shown(app)
        await pilot.press("f")
        await pilot.pause()
        assert board(app).flip
        assert shown(app) != usual
        for size in ((60, 20), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await pilot.press("f")
        await pilot.pause()
        assert shown(app) == usual

    watch(EXIMO, scene)


def test_a_damaged_record_is_shown_as_far_as_it_goes(watch):
    async def scene(pilot, app):
        assert len(app.screen.pages) == 3
        (told,) = app._notifications
        assert "turn 3" in told.message
        await pilot.press("end")
        await pilot.pause()
        assert "Damaged: line 8, turn 3" in words(app)

    watch(EXIMO.replace("2. b7^d5", "2. b7^d9"), scene)


def test_nothing_to_watch(tmp_path):
    path = tmp_path / "empty.txt"
    path.write_text("")
    with pytest.raises(BadRecord):
        WatchScreen(str(path))


def test_secrets_stay_secret_until_the_end(watch):
    async def scene(_pilot, app):
        shown = [board(app).state, *(app.screen._seen(number) for number in range(len(app.screen.pages)))]
        game = app.screen.game
        assert all(state == game.view(state, None) for state in shown)

    watch(MEERKATS, scene)


def test_analyse_and_back(watch):
    async def scene(pilot, app):
        await pilot.press("a")
        await pilot.pause()
        assert isinstance(app.screen, AnalyseScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)

    watch(EXIMO, scene)


def test_the_turn_on_the_board_stays_in_sight_and_the_result_comes_first(watch):
    record = after(find("eximo"), 30).record()
    text = replace(record, winners=(1,), reason="so it was agreed " * 5).to_text()

    async def scene(pilot, app):
        for key in ("end", "home", "end"):
            await pilot.press(key)
            await pilot.pause()
            turns = app.screen.query_one("#turns")
            at = turns._index_to_line[app.screen.at] - turns.scroll_offset.y
            assert 0 <= at < turns.scrollable_content_region.height
        assert app.screen.words()[0].startswith("Black wins: so it was")

    watch(text, scene)


def test_numbers_are_turns_and_signs_are_seats(watch, shown):
    async def scene(_pilot, app):
        assert app.screen.line(1) == "  1. ● 4,4"
        assert any("─ ● Blue, ○ Red ─" in line for line in shown(app))
        app.request = Request(ascii=True)
        assert app.screen.line(2) == "  2. Red 1,1"

    watch("game: momentum\n\n1. 4,4 1,1\n", scene)
