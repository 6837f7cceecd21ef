"""Python's search for garbage, when nobody waits.

A full search looks at every object there is, the compiler's among them, and takes a tenth of a second or two in which no
key is answered. So what one search has found in use is left alone by the next ones, until a game begins.
"""

from __future__ import annotations

import gc
from typing import Any

FULL = 2  # the generation that a full search looks at


def begin() -> None:
    """From now on every full search is the last one for what it finds in use."""
    gc.callbacks.append(_leave_alone)


def tidy() -> None:
    """Search all there is: at a moment when a pause disturbs nobody."""
    gc.unfreeze()
    gc.collect()


def end() -> None:
    """Everything is as it was before ``begin``."""
    gc.callbacks.remove(_leave_alone)
    gc.unfreeze()


def _leave_alone(phase: str, info: dict[str, Any]) -> None:
    if phase == "stop" and info["generation"] == FULL:
        gc.freeze()
