"""What a program or a person at the app does with a stranger's file, as jobs for ``apart``.

A job is done when the answer is given or refused by one of our errors; any other error is shown, and is a defect.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import traceback
from random import Random

DONE, REFUSED, DEFECT = 0, 2, 3
PURPOSES = ("continue", "watch", "analyse")


def answer(name: str, words: list[str]) -> int:
    from tabuleiro.core.errors import TabuleiroError

    try:
        globals()[name](*words)
    except (TabuleiroError, OSError) as error:
        print(f"tabuleiro: {error}"[:1000], file=sys.stderr)
        return REFUSED
    except BaseException:  # noqa: BLE001 - whatever it is, it is shown
        traceback.print_exc()
        return DEFECT
    return DONE


def content(path: str) -> str:
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read()


# ── The API ──────────────────────────────────────────────────────────────────────────────────────────────────────


def record(path: str) -> None:
    """Read it, play it, and write it in both spellings."""
    from tabuleiro.play.record import read_record
    from tabuleiro.play.replay import replay

    found, _ = read_record(content(path))
    found.to_text()
    found.to_json()
    session, _ = replay(found, Random(0))
    session.view(None).to_json()
    session.record().to_text()


def load(path: str) -> None:
    from tabuleiro.home.files import load

    load(path, Random(0))


def view(path: str) -> None:
    from tabuleiro.play.view import View

    View.from_json(json.loads(content(path))).to_json()


# ── Games that are kept ──────────────────────────────────────────────────────────────────────────────────────────


def among_ours(path: str) -> str:
    """A copy of *path*, whatever it is, among the games under way, where anybody may have put it."""
    from tabuleiro.home.saves import finished_folder, games_folder

    places = [os.path.join(folder, "momentum-2026-01-31-1.txt") for folder in (games_folder(), finished_folder())]
    for place in places:
        if os.path.lexists(place):
            os.unlink(place)
        if os.path.isfile(path) and not os.path.islink(path):
            shutil.copy(path, place)
        else:
            os.symlink(os.path.abspath(path), place)
    return places[0]


def listed(path: str) -> None:
    from tabuleiro.table import library

    among_ours(path)
    library.records()
    library.waiting()


def resumed(path: str) -> None:
    from tabuleiro.table.players import check_players, go_on

    listed(path)
    place = among_ours(path)
    check_players(go_on(place, Random(0)).party)


def app(path: str, *wanted: str) -> None:
    """The app: the menu, the lists of what can go on, be watched and be analysed; Enter on the first, and on the file.

    *wanted* are the purposes, if not all, and ``named`` for the file alone, ``listed`` for the first of the list alone.
    """
    from tabuleiro.tui.app import TabuleiroApp
    from tabuleiro.tui.screens.saved import SavedScreen

    async def perform() -> None:
        among_ours(path)
        opened = TabuleiroApp()
        async with opened.run_test(size=(80, 24)) as pilot:
            await pilot.pause()

            async def enter() -> None:
                await pilot.press("enter")
                await pilot.pause(0.1)
                while len(opened.screen_stack) > 3:
                    await opened.pop_screen()

            for purpose in [each for each in PURPOSES if each in wanted] or PURPOSES:
                opened.push_screen(SavedScreen(purpose))
                await pilot.pause()
                if "named" not in wanted:
                    await enter()
                if purpose != "continue" and "listed" not in wanted and isinstance(opened.screen, SavedScreen):
                    opened.screen.query_one("#path").value = path
                    opened.screen.query_one("#path").focus()
                    await enter()
                while len(opened.screen_stack) > 2:
                    await opened.pop_screen()

    asyncio.run(perform())


def menu(path: str) -> None:
    """The app as it opens, and the latest game that can go on."""
    from tabuleiro.tui.app import TabuleiroApp

    async def perform() -> None:
        among_ours(path)
        opened = TabuleiroApp()
        async with opened.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("c")
            await pilot.pause(0.1)

    asyncio.run(perform())


def listing() -> None:
    from tabuleiro.table import library

    library.records()


def front(settings: str) -> None:
    """The app as it opens with these *settings*, and the form for a new game."""
    from tabuleiro.home.settings import settings_path
    from tabuleiro.tui.app import TabuleiroApp

    shutil.copy(settings, settings_path())

    async def perform() -> None:
        opened = TabuleiroApp()
        async with opened.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for key in ("n", "enter", "enter"):
                await pilot.press(key)
                await pilot.pause()

    asyncio.run(perform())
