"""The one door through which text reaches people, so that it can be translated.

Write ``say("{seat} to move", seat=name)``: the English sentence is the key, the values are filled in after
the translation. Front ends choose a language with ``speak`` for the process, or with ``speaking`` for one reader among
several; everything below them only says. It is said when it is shown: what stands in a table of a module is marked by
``later``, and said where it is used. ``say_many`` is for words that depend on a number.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Voice = tuple[Callable[[str], str], Callable[[str, str, int], str]]  # a catalogue's gettext and ngettext

LONGEST = 1000  # characters of a message

ENGLISH: Voice = (lambda text: text, lambda one, many, count: one if count == 1 else many)

_spoken: list[Voice] = [ENGLISH]  # by the process
_here: ContextVar[Voice | None] = ContextVar("voice", default=None)  # to one reader


def _voice() -> Voice:
    return _here.get() or _spoken[-1]


def say(text: str, /, **values: object) -> str:
    """*text* in the chosen language, with *values* filled in."""
    text = _voice()[0](text)
    return text.format(**values) if values else text


def say_many(one: str, many: str, count: int, /, **values: object) -> str:
    """*one* if *count* is 1, else *many*, as the chosen language counts; ``{count}`` is filled in with the *values*."""
    return _voice()[1](one, many, count).format(count=count, **values)


def both(one: str, many: str, /) -> tuple[str, str]:
    """*one* and *many* in the chosen language, for somebody else to fill in."""
    number = _voice()[1]
    return number(one, many, 1), number(one, many, 2)


def later(text: str, /) -> str:
    """*text* as it is: marks words in a table, made before there is a language, that somebody will ``say``."""
    return text


def tell(text: str, /) -> str:
    """A long *text* in the chosen language: every paragraph is a sentence to ``say``, so that one can change alone."""
    return "\n\n".join(say(part) for part in text.split("\n\n"))


def speak(
    translate: Callable[[str], str] | None = None, translate_many: Callable[[str, str, int], str] | None = None
) -> None:
    """Use these (a catalogue's ``gettext`` and ``ngettext``) from now on; without them, English."""
    _spoken[:] = [(translate or ENGLISH[0], translate_many or ENGLISH[1])]


@contextmanager
def speaking(voice: Voice) -> Iterator[None]:
    """Inside this block, and in what it starts with a copy of its context, *voice* is used: one reader of several."""
    before = _here.set(voice)
    try:
        yield
    finally:
        _here.reset(before)


def shortened(text: str, most: int) -> str:
    """*text*, or its beginning and its end when it has more than *most* characters."""
    tail = (most - 1) // 2
    return text if len(text) <= most else f"{text[: most - 1 - tail]}…{text[len(text) - tail :]}"


def brief(text: str) -> str:
    """*text* as a line for people. It may quote what somebody typed or sent, however long that is; what would do
    instead is said at the end, which stays.
    """
    return one_line(shortened(text, LONGEST))


def one_line(text: str) -> str:
    """*text* on one line, with only what can be seen: a terminal would obey some of the other signs."""
    if not text.isprintable():
        text = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(text.split())
