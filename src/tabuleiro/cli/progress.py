"""How far something is: lines on standard error that are written over, on a terminal alone and no wider than it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from time import monotonic
from types import TracebackType
from typing import Self

from tabuleiro.cli.terminal import size
from tabuleiro.core import say
from tabuleiro.draw.prose import minutes

WIDEST = 24  # columns of a bar
OFTEN = 10.0  # seconds between two lines where none can be written over
CLEAR = "\r\x1b[K"
BELOW = "\x1b[J"  # clears what stands below


class Progress:
    """A line of a terminal; as a context it leaves nothing behind but a last line. A terminal that is *dumb* cannot
    write over: it gets a new line now and then.
    """

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()
        self.dumb = os.environ.get("TERM", "") in ("dumb", "")
        self._shown = False
        self._above = 0  # lines above that of the cursor that are ours
        self._began = monotonic()
        self._told = self._began - OFTEN

    @property
    def width(self) -> int:
        """Columns that a line may have; the last one stays free, for some terminals go on from it to the next line."""
        return size(sys.stderr)[0] - 1

    @property
    def height(self) -> int:
        """Lines that there is room for."""
        return size(sys.stderr)[1]

    def show(self, *words: str, last: bool = False, above: Sequence[str] = ()) -> None:
        """Write *words*, as many as there is room for, below the lines *above*; after the *last* ones all stays."""
        if not self.live:
            return
        line = self._fitted(words)
        if not self.dumb:
            tall = [text[: self.width] for text in above[: max(0, self.height - 2)]]
            print(
                f"{self._back()}{''.join(f'{text}{chr(10)}' for text in tall)}{CLEAR}{line}",
                end="\n" if last else "",
                file=sys.stderr,
                flush=True,
            )
            self._shown = not last
            self._above = 0 if last else len(tall)
        elif last or monotonic() - self._told >= OFTEN:
            print(line, file=sys.stderr, flush=True)
            self._told = monotonic()

    def bar(self, done: int, count: int, *words: str, above: Sequence[str] = ()) -> None:
        """*done* of *count* as a bar, and *words* after it; the line stays when all is done."""
        wide = min(WIDEST, self.width // 3)
        full = wide * done // max(count, 1)
        self.show(f"[{'#' * full}{'.' * (wide - full)}] {done}/{count}", *words, last=done == count, above=above)

    def left(self, done: int, count: int, before: int = 0) -> str:
        """How long the rest takes at the pace since *before* were done, when this was made; "" while nobody knows."""
        if not before < done < count:
            return ""
        pace = (monotonic() - self._began) / (done - before)
        return say("{time} left", time=minutes(pace * (count - done)))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def clear(self) -> None:
        """Take away a line that is not the last, before something else is written."""
        if self._shown:
            print(self._back(), end="", file=sys.stderr, flush=True)
            self._shown, self._above = False, 0

    def _back(self) -> str:
        """What leads to the first of our lines, and takes all of them away."""
        return f"\x1b[{self._above}A\r{BELOW}" if self._above else CLEAR

    def _fitted(self, words: tuple[str, ...]) -> str:
        """*words* with two blanks between, without those for which there is no room; of the first, its beginning."""
        line = words[0][: self.width]
        for word in words[1:]:
            if word and len(line) + 2 + len(word) <= self.width:
                line = f"{line}  {word}"
        return line
