"""The rules of a game, which are written as plain text, as the parts of a page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tabuleiro.draw.prose import figures_in, unparted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


HEAD = re.compile(r"([^\W\d_][^.:;,]{1,24}:)\s+(?=\S)")  # "A turn: ...", the name of what a paragraph is about
ITEM = re.compile(r"\s*- ")
COLUMNS = re.compile(r" {2,}")


@dataclass(frozen=True)
class Block:
    """A paragraph, a ``list``, or ``signs`` with what they mean."""

    kind: str
    head: str = ""
    text: str = ""
    rows: tuple[Any, ...] = ()
    figures: tuple[int, ...] = ()  # numbers of those to which it refers


def blocks(parts: list[str]) -> list[Block]:
    """Paragraphs of the rules, each of which says which figures belong to it."""
    return [block for part in parts for block in _blocks(part.splitlines())]


def _blocks(lines: list[str]) -> Iterator[Block]:
    text: list[str] = []
    rows: list[list[str]] = []
    for line in lines:
        if ITEM.match(line):
            rows.append([ITEM.sub("", line, count=1)])
        elif rows and line.startswith(" "):
            rows[-1].append(line.strip())
        elif line.startswith("  ") and len(COLUMNS.split(line.strip(), maxsplit=1)) == 2:
            text.append(line)
        else:
            text.append(line.strip())
    signs = [COLUMNS.split(line.strip(), maxsplit=1) for line in text if line.startswith("  ")]
    words = " ".join(line for line in text if not line.startswith("  "))
    if words:
        shown = tuple(figures_in(words))
        words = unparted(words)
        head = HEAD.match(words)
        yield Block("text", head[1] if head else "", words[head.end() :] if head else words, figures=shown)
    if signs:
        shown = tuple(figures_in(" ".join(meaning for _, meaning in signs)))
        yield Block("signs", rows=tuple((sign, unparted(meaning)) for sign, meaning in signs), figures=shown)
    if rows:
        items = tuple(" ".join(row) for row in rows)
        yield Block("list", rows=tuple(map(unparted, items)), figures=tuple(figures_in(" ".join(items))))
