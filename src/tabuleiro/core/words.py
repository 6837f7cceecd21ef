"""The one door through which text reaches people, so that it can be translated.

Write ``say("{seat} to move", seat=name)``: the English sentence is the key, the values are filled in after
the translation. Front ends choose a language with ``speak``; everything below them only says. It is said when it is
shown: what stands in a table of a module is marked by ``later``, and said where it is used. ``say_many`` is for words
that depend on a number.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 1000  # characters of a message

_translate: list[Callable[[str], str]] = []
_translate_many: list[Callable[[str, str, int], str]] = []


def say(text: str, /, **values: object) -> str:
    """*text* in the chosen language, with *values* filled in."""
    if _translate:
        text = _translate[-1](text)
    return text.format(**values) if values else text


def say_many(one: str, many: str, count: int, /, **values: object) -> str:
    """*one* if *count* is 1, else *many*, as the chosen language counts; ``{count}`` is filled in with the *values*."""
    text = _translate_many[-1](one, many, count) if _translate_many else one if count == 1 else many
    return text.format(count=count, **values)


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
    _translate[:] = [translate] if translate else []
    _translate_many[:] = [translate_many] if translate_many else []


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
