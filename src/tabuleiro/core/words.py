"""The one door through which text reaches people, so that it can be translated.

Write ``say("{seat} to move", seat=name)``: the English sentence is the key, the values are filled in after
the translation. Front ends choose a language with ``speak``; everything below them only says. It is said when it is
shown: what stands in a table of a module is marked by ``later``, and said where it is used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_translate: list[Callable[[str], str]] = []


def say(text: str, /, **values: object) -> str:
    """*text* in the chosen language, with *values* filled in."""
    if _translate:
        text = _translate[-1](text)
    return text.format(**values) if values else text


def later(text: str, /) -> str:
    """*text* as it is: marks words in a table, made before there is a language, that somebody will ``say``."""
    return text


def tell(text: str, /) -> str:
    """A long *text* in the chosen language: every paragraph is a sentence to ``say``, so that one can change alone."""
    return "\n\n".join(say(part) for part in text.split("\n\n"))


def speak(translate: Callable[[str], str] | None) -> None:
    """Use *translate* (a catalogue's ``gettext``) from now on; ``None`` goes back to English."""
    _translate.clear()
    if translate is not None:
        _translate.append(translate)


def one_line(text: str) -> str:
    """*text* on one line, with only what can be seen: a terminal would obey some of the other signs."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
