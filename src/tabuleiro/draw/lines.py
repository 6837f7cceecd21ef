"""Lines of text laid out: cut, hung, wrapped, in columns, and side by side."""

from __future__ import annotations

from itertools import zip_longest

from tabuleiro.draw.text import width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def cut(text: str, room: int, ascii: bool) -> str:
    """*text* in *room* columns; what is left out is marked."""
    return text if width(text) <= room else f"{text[: max(room - 1, 0)]}{'.' if ascii else '…'}"


def hung(head: str, text: str, columns: int) -> list[str]:
    """*text* after *head*, its further lines below its first."""
    from textwrap import wrap

    room = max(columns - 1, len(head) + 20)
    return wrap(text, room, initial_indent=head, subsequent_indent=" " * len(head)) or [head]


def wrapped(lines: Iterable[str], columns: int) -> list[str]:
    """Lines no longer than *columns*; the rest of a long one is indented by as much as its beginning, and two more."""
    from textwrap import wrap

    out = []
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()))
        out += wrap(line, columns, subsequent_indent=indent + ("" if indent else "  ")) or [""]
    return out


def listed(words: Sequence[str], columns: int) -> list[str]:
    """*words* in columns, read downwards, as many as fit."""
    room = max(map(width, words), default=0) + 2
    down = -(-len(words) // max(1, (columns - 1) // room))
    rows = (words[row::down] for row in range(down))
    return ["".join(word + " " * (room - width(word)) for word in row).rstrip() for row in rows]


def beside(*blocks: Sequence[str], gap: int) -> list[str]:
    """*blocks* of lines side by side, *gap* columns apart."""
    rooms = [max(map(width, block), default=0) + gap for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    return [
        "".join(line + " " * (room - width(line)) for line, room in zip(row, rooms, strict=True)).rstrip()
        for row in rows
    ]
