"""How far something is: one line on standard error that is written over, on a terminal alone and no wider than it."""

from __future__ import annotations

import os
import sys
from time import monotonic
from types import TracebackType
from typing import Self

from tabuleiro.cli.terminal import size

WIDEST = 24  # columns of a bar
OFTEN = 10.0  # seconds between two lines where none can be written over
CLEAR = "\r\x1b[K"


class Progress:
    """A line of a terminal; as a context it leaves nothing behind but a last line. A terminal that is *dumb* cannot
    write over: it gets a new line now and then.
    """

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()
        self.dumb = os.environ.get("TERM", "") in ("dumb", "")
        self._shown = False
        self._told = monotonic() - OFTEN

    @property
    def width(self) -> int:
        """Columns that a line may have; the last one stays free, for some terminals go on from it to the next line."""
        return size(sys.stderr)[0] - 1

    def show(self, *words: str, last: bool = False) -> None:
        """Write *words*, as many as there is room for; after the *last* ones the line stays."""
        if not self.live:
            return
        line = self._fitted(words)
        if not self.dumb:
            print(f"{CLEAR}{line}", end="\n" if last else "", file=sys.stderr, flush=True)
            self._shown = not last
        elif last or monotonic() - self._told >= OFTEN:
            print(line, file=sys.stderr, flush=True)
            self._told = monotonic()

    def bar(self, done: int, count: int, *words: str) -> None:
        """*done* of *count* as a bar, and *words* after it; the line stays when all is done."""
        wide = min(WIDEST, self.width // 3)
        full = wide * done // max(count, 1)
        self.show(f"[{'#' * full}{'.' * (wide - full)}] {done}/{count}", *words, last=done == count)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def clear(self) -> None:
        """Take away a line that is not the last, before something else is written."""
        if self._shown:
            print(CLEAR, end="", file=sys.stderr, flush=True)
            self._shown = False

    def _fitted(self, words: tuple[str, ...]) -> str:
        """*words* with two blanks between, without those for which there is no room; of the first, its beginning."""
        line = words[0][: self.width]
        for word in words[1:]:
            if word and len(line) + 2 + len(word) <= self.width:
                line = f"{line}  {word}"
        return line
