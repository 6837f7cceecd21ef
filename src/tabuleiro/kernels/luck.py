"""Seeds become words from which compiled code draws, and plain code alike; without Numba, so that plain code is light."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

import numpy as np

from tabuleiro.core import later
from tabuleiro.core.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray


def luck(seeds: Iterable[int]) -> NDArray[np.uint64]:
    """A word for each seed, any whole number; none is 0, with which a generator would stand still."""
    try:
        words = [(index(seed) * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) % 2**64 or 1 for seed in seeds]
    except TypeError:
        raise BadOption(later("seeds are whole numbers, one for each game")) from None
    return np.array(words, np.uint64)
