"""How long the terminal app takes from a key to the board it shows, while computers of level 8 think on all cores."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from functools import partial
from random import Random
from statistics import quantiles

from benchmarks.task import Task

LIMIT = 50.0  # milliseconds
LEAST = 40  # keys
PATIENCE = 300.0  # seconds for the compiler, and for two turns


async def answers(spec: str, seconds: float) -> list[float]:
    """Milliseconds from each key, as a terminal hands it to the app, until the board is painted anew."""
    from textual import events

    from tabuleiro.core.registry import find
    from tabuleiro.play.lineup import Party
    from tabuleiro.tui.app import Request, TabuleiroApp
    from tabuleiro.tui.widgets.board import BoardView

    app = TabuleiroApp(Request(party=Party(find(spec), ("level:8", "level:8"), ("", "")), seed=1))
    found: list[float] = []
    async with app.run_test(size=(120, 40)):
        screen, board = app.screen, app.screen.query_one(BoardView)
        table, began = screen.desk, time.monotonic()
        screen.desk.pace = 3  # no pause between turns
        while time.monotonic() - began < PATIENCE:
            if all(agent.ready for agent in table.table.agents.values()) and len(table.session.turns) > 1:
                break
            await asyncio.sleep(0.1)
        began = time.monotonic()
        while table.session.outcome is None and (len(found) < LEAST or time.monotonic() - began < seconds):
            if screen.computers.thought is None:
                await asyncio.sleep(0.01)
                continue
            old, key, goal = board._page, *(("home", 0), ("end", None))[len(found) % 2]  # noqa: SLF001
            asked = time.perf_counter()
            app.post_message(events.Key(key, None))
            while table.looking != goal or board._page in (None, old):  # noqa: ASYNC110, SLF001 - the board rings no bell
                await asyncio.sleep(0)
            found.append(1000 * (time.perf_counter() - asked))
            await asyncio.sleep(0.03)
    return found


def slow(spec: str, seconds: float) -> float:
    """The time that 19 of 20 keys keep to; all is compiled before."""
    from tabuleiro.ai.background import prepared
    from tabuleiro.core.registry import find

    prepared("level:8", find(spec), Random(0))
    with tempfile.TemporaryDirectory() as place:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            os.environ[name] = place
        return quantiles(asyncio.run(answers(spec, seconds)), n=20)[-1]


TASKS = tuple(Task(f"key-{spec}", "ms", partial(slow, spec), LIMIT, most=True) for spec in ("momentum", "eximo"))
