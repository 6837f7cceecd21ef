"""Garbage on the site: what lives is not looked through again and again, and what is dead is freed all the same."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from tabuleiro.web import collecting


class Ring:
    """Holds itself, as connections and their tasks do."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.callbacks.remove(collecting._set_aside)
    gc.unfreeze()


def dropped_after_a_look() -> weakref.ref[Ring]:
    collecting.set_survivors_aside()
    ring = Ring()
    gc.collect()
    return weakref.ref(ring)


def test_survivors_are_not_looked_at_again() -> None:
    ring = dropped_after_a_look()
    gc.collect()
    assert ring() is not None


def test_rings_are_freed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "EVERY", 0.0)
    ring = dropped_after_a_look()

    async def freed() -> None:
        gone = asyncio.Event()
        weakref.finalize(ring(), gone.set)
        looking = asyncio.create_task(collecting.look_through_all())
        await asyncio.wait_for(gone.wait(), 10)
        looking.cancel()

    asyncio.run(freed())
    assert ring() is None
