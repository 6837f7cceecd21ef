"""The search for garbage: once for what is in use, and as before when the app is left."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from tabuleiro.core.registry import find
from tabuleiro.play.lineup import Party
from tabuleiro.tui.app import Request, TabuleiroApp


@pytest.fixture(autouse=True)
def no_collection():
    """Here it is what is tested."""


class Knot:
    """Garbage that only a search can find."""

    def __init__(self):
        self.knot = self


def test_what_a_search_has_seen_in_use_is_left_alone_until_a_game_begins():
    before = list(gc.callbacks)

    async def play():
        party = Party(find("momentum"), ("human", "human"), ("", ""))
        app = TabuleiroApp(Request(party=party))
        async with app.run_test() as pilot:
            await pilot.pause()
            knot = Knot()
            seen = weakref.ref(knot)
            gc.collect()
            assert gc.get_freeze_count() > 10_000  # all that is loaded
            knot = None
            gc.collect()
            assert seen() is not None
            app.start_game(party)
            await pilot.pause()
            assert seen() is None
            assert gc.get_freeze_count() > 10_000

    asyncio.run(play())
    assert gc.callbacks == before
    assert gc.get_freeze_count() == 0
