"""Whole games through the app: by mouse alone, by keys alone, and typed."""

from itertools import groupby

import pytest
from table_play import at_table, by_keys, by_mouse, played, press, typed

from tabuleiro.tui.asks import HandOver
from tabuleiro.tui.end import End

# A random game of each: seed, and how many of its last turns are played where all would take too long.
GAMES = {"campo-bello": (1, None), "meerkats": (1, 8), "momentum": (1, None), "barragoon": (1, 10), "eximo": (1, 12)}


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("means", ["mouse", "keys", "typing"])
def test_a_game_to_its_end(spec, means, drive):
    position, turns = played(spec, *GAMES[spec])
    app = at_table(spec, position)

    async def scene(pilot):
        table = app.screen_stack[1].table
        for turn in turns:
            while isinstance(app.screen, HandOver):
                await (pilot.click("#words") if means == "mouse" else press(pilot, "enter"))
            if means == "typing":
                for _, steps in groupby(turn, key=lambda step: step.player):
                    await typed(pilot, "".join(step.text for step in steps) or "stop")
                continue
            for step in turn:
                await (by_mouse if means == "mouse" else by_keys)(pilot, table, step.action)
        await pilot.pause()
        assert isinstance(app.screen, End)
        assert table.session.turns == ["".join(step.text for step in turn) for turn in turns]
        assert table.session.outcome.reason in "".join(app.screen.query_one("#result").render().plain)

    drive(app, scene)
