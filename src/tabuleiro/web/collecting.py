"""Collecting garbage without holding turns up.

Python looks through all objects from time to time for rings that nobody holds any more. With a thousand games in memory one
such look takes a third of a second, in which nobody's turn goes through, and it finds next to nothing: most of what a game
leaves behind is freed at once. So what has outlived a look is set aside, and looked through again only once an hour.
"""

from __future__ import annotations

import asyncio
import gc

EVERY = 3600.0  # seconds between two looks through what was set aside
OLDEST = 2  # the generation that holds whatever outlived earlier looks


def set_survivors_aside() -> None:
    """From now on, what is alive after a look through everything is not looked at by the next one."""
    if _set_aside not in gc.callbacks:
        gc.callbacks.append(_set_aside)
    gc.collect()


def _set_aside(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] == OLDEST:
        gc.freeze()


async def look_through_all() -> None:
    """Free the rings among what was set aside, once an hour."""
    while True:
        await asyncio.sleep(EVERY)
        gc.unfreeze()
        gc.collect()
