"""What a click that plays a step costs in the terminal app: views built, legal steps listed, texts written and read.

    python tools/walk.py [GAME ...]

People sit at all seats. The clicks before the last one of a step are not counted.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections import Counter
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from tabuleiro.core import notation
from tabuleiro.core.registry import find, names
from tabuleiro.play.lineup import HUMAN, Party
from tabuleiro.play.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = 6  # steps that are played; the mean of what each costs is printed


@contextmanager
def counted(spec: str, counts: Counter[str]) -> Iterator[None]:
    """Count while inside what is done with the game *spec*."""
    kind = type(find(spec))
    watched = [
        (View, "__init__", "views"),
        (kind, "actions", "listings"),
        (kind, "write", "texts written"),
        (notation, "_spelled", "texts read"),
    ]
    works = [getattr(where, name) for where, name, _ in watched]

    def noted(work: Any, what: str, *args: Any, **values: Any) -> Any:
        counts[what] += 1
        return work(*args, **values)

    for (where, name, what), work in zip(watched, works, strict=True):
        # A function in a class is handed the object; a partial would not be.
        setattr(where, name, lambda *args, work=work, what=what, **values: noted(work, what, *args, **values))
    try:
        yield
    finally:
        for (where, name, _), work in zip(watched, works, strict=True):
            setattr(where, name, work)


async def walk(spec: str) -> Counter[str]:
    """Play the first steps of a game by clicks, and count."""
    from tabuleiro.tui.app import Request, TabuleiroApp

    game, counts = find(spec), Counter[str]()
    party = Party(game, (HUMAN,) * game.players, ("",) * game.players)
    app = TabuleiroApp(Request(party=party, seed=1))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        while not hasattr(app.screen, "desk"):  # the keyboard is handed to the first person
            await pilot.press("enter")
        screen: Any = app.screen
        desk = screen.desk
        while counts["steps"] < STEPS:
            await pilot.pause()
            if app.screen is not screen:
                await pilot.press("enter")
                continue
            paths = [path for action in desk.view.actions for path in game.paths(action)[:1]]
            path = paths[len(paths) // 2]
            for cell in path[:-1]:
                screen.attempt(partial(desk.click, cell))
                await pilot.pause()
            before = len(desk.session.steps)
            with counted(spec, counts):
                if path:
                    screen.attempt(partial(desk.click, path[-1]))
                    await pilot.pause()
                if len(desk.session.steps) == before:  # several steps are clicked so: one is chosen
                    screen.attempt(partial(desk.play, desk.selection.options[0]))
                    await pilot.pause()
            counts["steps"] += 1
    return counts


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            os.environ[name] = place
        for spec in sys.argv[1:] or names():
            counts = asyncio.run(walk(spec))
            words = (
                f"{counts[what] / STEPS:.1f} {what}" for what in ("views", "listings", "texts written", "texts read")
            )
            print(f"{spec}: {', '.join(words)}", flush=True)


if __name__ == "__main__":
    main()
