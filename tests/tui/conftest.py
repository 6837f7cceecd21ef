"""What tests of the terminal app share: apps driven by a pilot, and screens compared with files as plain text.

``TABULEIRO_WRITE_SCREENS=1 pytest tests/tui`` writes the files of ``screens/`` anew; the difference is the review.
"""

import asyncio
import io
import os
from pathlib import Path
from time import monotonic, process_time

import pytest
from rich.console import Console
from textual._context import active_app

from tabuleiro.home import folders
from tabuleiro.tui import in_order

SCREENS = Path(__file__).parent / "screens"
DRAWN = 0.002  # seconds between two pictures; Textual waits 1/60
WINDOW = 0.002  # seconds in which an idle app works less than WORK seconds; Textual looks at 0.02
WORK = 0.0005
ROWS = 3  # windows in a row in which it is idle
SOON = 0.02  # seconds: what a timer will do so soon is waited for


async def wait_for_idle(min_sleep=0.0, max_sleep=1.0):
    """What Textual's function of this name waits for, without most of the sleep: two fiftieths of a second a key.

    The app is idle when nothing is to be drawn, no task is ready to run, no timer rings soon, and no thread works. One
    that never is gets *max_sleep* seconds; on a busy machine, where it has hardly worked in them, more.
    """
    app, loop, began, before = active_app.get(), asyncio.get_running_loop(), monotonic(), process_time()
    row = 0
    while (spent := monotonic() - began) < max_sleep or (
        spent < 10 * max_sleep and process_time() - before < max_sleep / 4
    ):
        worked = process_time()
        await asyncio.sleep(WINDOW)
        idle = process_time() - worked < WORK and not loop._ready
        soon = loop.time() + SOON
        idle = idle and not any(timer.when() < soon for timer in loop._scheduled if not timer.cancelled())
        row = row + 1 if idle and not (app.screen_stack and unfinished(app.screen)) else 0
        if row >= ROWS and spent >= min_sleep:
            return


def unfinished(screen):
    """Has *screen* something to draw, or to do once it is drawn?"""
    return bool(
        screen._dirty_widgets
        or screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._callbacks
    )


@pytest.fixture(autouse=True)
def no_collection(monkeypatch):
    """No full garbage collection when a game begins: it looks at all that the tests have loaded, which takes longer than
    most of them. ``test_tidying`` has it.
    """
    monkeypatch.setattr("tabuleiro.tui.app._collect", lambda: None)


@pytest.fixture(autouse=True)
def short_waits(monkeypatch):
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", wait_for_idle)
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", DRAWN)


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """Settings and games of the person who runs the tests stay as they are."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        if name != "XDG_CACHE_HOME":  # compiled rules may be found there
            monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("TERM", "xterm-256color")  # boards have lines where there are few colours
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setattr(in_order, "GUARD", 0.0)  # tests know what is on the screen
    folders.folder.cache_clear()
    folders.take_notices()
    yield
    folders.folder.cache_clear()


def shown(app):
    """The screen as lines of text, without blanks at their ends."""
    width, height = app.size
    console = Console(
        width=width, height=height, file=io.StringIO(), force_terminal=True, record=True, legacy_windows=False
    )
    stack = app._background_screens
    console.print(app.screen._compositor.render_update(full=True, screen_stack=stack, simplify=False))
    return [line.rstrip() for line in console.export_text(styles=False).splitlines()]


def same_screen(app, name):
    """The screen is the one in ``screens/NAME.txt``."""
    lines, path = shown(app), SCREENS / f"{name}.txt"
    if os.environ.get("TABULEIRO_WRITE_SCREENS"):
        path.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    assert "\n".join(lines).rstrip().splitlines() == path.read_text(encoding="utf-8").splitlines()


async def calm(pilot):
    """Wait until the screen stays as it is."""
    before = None
    while (now := shown(pilot.app)) != before:
        before = now
        await pilot.pause(0.03)


def drive(app, scene, size=(80, 24), *, motion=False):
    """Run *app* without a terminal and let the coroutine *scene*, which gets the pilot, play with it.

    Without *motion* everything is shown at once.
    """
    app.animation_level = "full" if motion else "none"

    async def perform():
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            return await scene(pilot)

    return asyncio.run(perform())


@pytest.fixture(name="shown")
def shown_fixture():
    return shown


@pytest.fixture(name="same_screen")
def same_screen_fixture():
    return same_screen


@pytest.fixture(name="drive")
def drive_fixture():
    return drive


@pytest.fixture(name="calm")
def calm_fixture():
    return calm
