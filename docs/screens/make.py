"""Takes the pictures of the terminal app beside this file: ``python docs/screens/make.py``."""  # noqa: INP001 (a script)

import asyncio
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random

from tabuleiro.core.registry import find
from tabuleiro.play.agent import Limit
from tabuleiro.play.lineup import Party, Setup, written
from tabuleiro.play.session import Session
from tabuleiro.table import adviser
from tabuleiro.table.desk import at_the_top
from tabuleiro.tui.app import Request, TabuleiroApp

# Games against level 2, as far as they are shown.
BARRAGOON = """e2-f2 d8-e6 f2xf4@d8No b9-a7 d2-d5 e8-g8 b1-c3 e9-f7 c3xe5@c7No c9-a9 f4xf6@e7LT a7-b9 c2-b2 e6-c6
b2xb4@d6OB g8-f8 b4xa5@b8LB f8xe7@f2No d5xe7@e3No@c9RR f9-g6 e5xf2@g7LL a9-b7 f2xg5@a7No f7xd8@d2No"""
CAMPO_BELLO = """g3-g0 b3-b0 g8-g1 r5-r0 y3-y0 r7-r2-mid-y1xy1 y8-y1 b8-b1-mid y1-r0 mid-r2xb9 r0-r5xy9 r9-r7
r5-r0xg9 r6-r8 y6-y8 b6-b8"""
SCREENS = {
    "menu": ("", "", (80, 24), []),
    "barragoon": ("barragoon", BARRAGOON, (120, 40), ["f3"]),
    "campo-bello": ("campo-bello", CAMPO_BELLO, (80, 24), ["f2"]),
}
NODES = 3_000  # that the engine looks at: time would make another picture every time


def begun(folder: str, name: str, turns: str) -> str:
    """The file of a game of which *turns* are played."""
    game = find(name)
    party = Party(game, ("human", "level:2"), ("", ""))
    record = replace(
        written(Session(game, Random(0)), Setup(party, flip=at_the_top(game, 0))), turns=tuple(turns.split())
    )
    path = Path(folder) / f"{name}.txt"
    path.write_text(record.to_text(), encoding="utf-8")
    return str(path)


async def taken(path: str, size: tuple[int, int], keys: list[str]) -> str:
    """The picture of the app after *keys*, when the engine has said what it thinks."""
    app = TabuleiroApp(Request(resume=path, seed=0))
    async with app.run_test(size=size) as pilot:
        await pilot.press(*keys)
        while (adviser := getattr(app.screen, "adviser", None)) and adviser.busy:
            await pilot.pause(0.1)
        await pilot.pause(0.5)
        return app.export_screenshot(title="tabuleiro")


def screens(folder: str) -> dict[str, str]:
    """The pictures by file name."""
    return {
        f"{name}.svg": asyncio.run(taken(begun(folder, game, turns) if game else "", size, keys))
        for name, (game, turns, size, keys) in SCREENS.items()
    }


if __name__ == "__main__":
    adviser.Limit = lambda seconds: Limit(nodes=NODES)  # noqa: ARG005
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home, "TABULEIRO_LANG": "en"}
        os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        for file, picture in screens(home).items():
            Path(__file__).with_name(file).write_text(picture, encoding="utf-8")
