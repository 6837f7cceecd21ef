"""Whole games through the app, from the first turn to the end: by mouse alone, by keys alone, and typed."""

import asyncio
from itertools import groupby

import pytest
import textual.app
import textual.pilot
from table_play import at_table, by_keys, by_mouse, soon_over, typed, until

from tabuleiro.core.registry import find
from tabuleiro.tui.app import TabuleiroApp
from tabuleiro.tui.widgets.dialogs import HandOver
from tabuleiro.tui.widgets.end import End

GAMES = {"campo-bello": 3, "meerkats": 1, "momentum": 1, "barragoon": 2, "eximo": 60}  # seeds of short games


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """The pilot sleeps twice for every key. That would be most of a game, and is not needed where outcomes are awaited."""

    async def go_on(*_):
        await asyncio.sleep(0)

    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", go_on)
    monkeypatch.setattr(TabuleiroApp, "ignore_typed", lambda _: None)  # these keys know no haste


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("means", ["mouse", "keys", "typing"])
def test_a_game_to_its_end(spec, means, drive):
    turns = soon_over(spec, GAMES[spec])
    app = at_table(spec, seed=GAMES[spec])

    async def scene(pilot):
        table = app.screen_stack[1].desk
        for turn in turns:
            if isinstance(app.screen, HandOver):
                await take_over(pilot, means)
            if means == "typing":
                for _, steps in groupby(turn, key=lambda step: step.player):
                    await by_typing(pilot, table, list(steps))
                continue
            for step in turn:
                await (by_mouse if means == "mouse" else by_keys)(pilot, table, step.action)
        await until(pilot, lambda: isinstance(app.screen, End) and app.screen.query("#result"))
        assert table.session.turns == ["".join(step.text for step in turn) for turn in turns]
        assert table.session.outcome.reason in app.screen.query_one("#result").render().plain

    drive(app, scene)


@pytest.mark.parametrize("spec", GAMES)
def test_undo_to_the_start_and_redo_to_the_end(spec, drive):
    turns = soon_over(spec, GAMES[spec])
    app = at_table(spec, seed=GAMES[spec])
    final = find(spec).has_secrets  # such a game does not go on after its end
    turns = turns[:-1] if final else turns

    async def scene(pilot):
        screen = app.screen_stack[1]
        table, start = screen.desk, screen.desk.session.state
        if isinstance(app.screen, HandOver):
            await take_over(pilot)
        for step in (step for turn in turns for step in turn):
            table.holder = step.player
            table.play(step.action)
        screen.changed()
        await until(pilot, lambda: isinstance(app.screen, HandOver if final else End))
        end, texts = table.session.state, table.session.turns
        await (take_over(pilot) if final else pilot.press("escape"))
        await until(pilot, lambda: app.screen is screen)
        for played in reversed(range(len(turns))):
            await turn_over(pilot, table, "ctrl+z", played)
        assert table.session.state == start and table.session.turns == [] and table.session.outcome is None
        await pilot.press("ctrl+z")
        await until(pilot, lambda: "nothing to take back" in screen.query_one("#status").render().plain)
        for played in range(len(turns)):
            await turn_over(pilot, table, "ctrl+y", played + 1)
        assert table.session.state == end and table.session.turns == texts
        await until(pilot, lambda: final or isinstance(app.screen, End))

    drive(app, scene)


async def turn_over(pilot, table, key, played):
    """Take a turn back, or play it again, so that so many are *played*."""
    await pilot.press(key)
    await until(pilot, lambda: len(table.session.turns) == played)
    if isinstance(pilot.app.screen, HandOver):
        await take_over(pilot)


async def take_over(pilot, means="keys"):
    """Take the keyboard, read the secret, and go on to the board."""
    window = pilot.app.screen
    await until(pilot, lambda: any(words.region for words in window.query("#words")))
    desk = pilot.app.screen_stack[1].desk
    for done in (lambda: window.told, lambda: not desk.must_hand_over and pilot.app.screen is not window):
        await (pilot.click("#words") if means == "mouse" else pilot.press("enter"))
        await until(pilot, done)


async def by_typing(pilot, table, steps):
    """What one seat plays of a turn, in one line."""
    after = len(table.session.steps) + len(steps)
    await typed(pilot, "".join(step.text for step in steps) or "stop")
    await until(pilot, lambda: len(table.session.steps) == after)
