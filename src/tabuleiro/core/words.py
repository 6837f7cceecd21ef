"""The one door through which text reaches people, so that it can be translated.

Write ``say("{seat} to move", seat=name)``: the English sentence is the key, the values are filled in after the
translation. It is said when it is shown: what is made now and shown at another time, or to several readers, is kept by
``later``, with its values, and whoever shows it says it. ``say_many`` and ``later_many`` are for words that depend on a
number. The language is that of the context, which by default is the process's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass

LONGEST = 1000  # characters of a message
PLAIN = (str, int, float)
DEEPEST = 8  # sentences within sentences, of a stranger


@dataclass(slots=True)
class Language:
    """A language by its code, with a catalogue's ``gettext`` and ``ngettext``; English needs none."""

    code: str = "en"
    translate: Callable[[str], str] | None = None
    translate_many: Callable[[str, str, int], str] | None = None


_usual = Language()  # the process's
LANGUAGE: ContextVar[Language] = ContextVar("language", default=_usual)


def speak(language: Language) -> None:
    """Let the process speak *language* from now on, but where a context has its own."""
    _usual.code, _usual.translate, _usual.translate_many = language.code, language.translate, language.translate_many


# ── Saying ───────────────────────────────────────────────────────────────────────────────────────────────────────


def say(text: str, /, **values: object) -> str:
    """*text* in the reader's language, with *values* filled in; words kept by ``later`` are said again, as values too."""
    translate = LANGUAGE.get().translate
    if translate is None:
        return text.format(**values) if values else text
    if values:
        return _filled(translate(text), values)
    return shown(text) if type(text) is Said else translate(text)


def say_many(one: str, many: str, count: int, /, **values: object) -> str:
    """*one* if *count* is 1, else *many*, as the reader's language counts; ``{count}`` is filled in with the *values*."""
    translate = LANGUAGE.get().translate_many
    if translate is None:
        return (one if count == 1 else many).format(count=count, **values)
    words = translate(one, many, count)
    return _filled(words, {"count": count, **values}) if values else words.format(count=count)


def both(one: str, many: str, /) -> tuple[str, str]:
    """*one* and *many* in the reader's language, for somebody else to fill in."""
    translate = LANGUAGE.get().translate_many
    return (translate(one, many, 1), translate(one, many, 2)) if translate else (one, many)


def _filled(text: str, values: dict[str, object]) -> str:
    if Said in map(type, values.values()):
        values = {name: shown(value) if type(value) is Said else value for name, value in values.items()}
    return text.format(**values)


# ── Saying later ─────────────────────────────────────────────────────────────────────────────────────────────────


class Said(str):
    """A sentence in English that can be said in every language: it keeps its *key* and the *values* in its blanks.

    Words that go with a number keep those for *many* too, and the *number*, which is also a value, ``count``.
    """

    __slots__ = ("key", "many", "number", "values")

    key: str
    many: str
    number: int
    values: dict[str, object]


def later(text: str, /, **values: object) -> Said:
    """*text* with *values*, for somebody to ``say``: made before there is a reader."""
    return _kept(text, "", 1, values)


def later_many(one: str, many: str, count: int, /, **values: object) -> Said:
    """What ``say_many`` says, for somebody to ``say``."""
    return _kept(one, many, count, {"count": count, **values})


def joined(parts: Iterable[str], between: str = ", ") -> Said:
    """*parts* in a row, each to be said for itself."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return later(between.join(f"{{{name}}}" for name in values), **values)


def words_of(error: Exception) -> str:
    """What *error* says: to be said again, if it is one of ours."""
    words = next(iter(error.args), "")
    return words if isinstance(words, Said) else str(error)


def _kept(key: str, many: str, count: int, values: dict[str, object]) -> Said:
    """Values that are neither texts nor numbers are kept as they read."""
    for name, value in values.items():
        if not isinstance(value, PLAIN):
            values[name] = words_of(value) if isinstance(value, Exception) else str(value)
    text = key if count == 1 else many
    said = Said(text.format(**values) if values else text)
    said.key, said.many, said.number, said.values = str(key), many, count, values
    return said


def shown(text: str) -> str:
    """*text* as its reader gets it: said, if it was kept by ``later``; what a person wrote is left as it is."""
    language = LANGUAGE.get()
    if type(text) is not Said or language.translate is None or language.translate_many is None:
        return text
    many, key = text.many, text.key
    words = language.translate_many(key, many, text.number) if many else language.translate(key)
    return _filled(words, text.values) if text.values else words


# ── As data ──────────────────────────────────────────────────────────────────────────────────────────────────────


def spelled(text: str) -> dict[str, object]:
    """Key and values of what was kept by ``later``, for JSON; nothing for another text."""
    if type(text) is not Said:
        return {}
    values = {name: spelled(value) if type(value) is Said else value for name, value in text.values.items()}
    return {"key": text.key, **({"many": text.many} if text.many else {}), "values": values}


def read_spelled(data: object, deep: int = DEEPEST) -> Said | None:
    """The inverse, from anybody: None for what spells nothing. A blank of a stranger's key takes a value, and no more."""
    match data:
        case {"key": str(key), "values": dict(given), **rest} if deep:
            many = rest.get("many", "")
            values = {name: read_spelled(value, deep - 1) or value for name, value in given.items()}
            count = values.get("count") if many else 1
            if type(count) is int and _fit(key, many, values):
                said = _kept(key, str(many), count, values)
                return said if len(said) <= LONGEST else None
    return None


def understood(text: str, data: object) -> str:
    """*text*, to be said in every language if *data* spells it."""
    said = read_spelled(data)
    return said if said == text else text


def _fit(key: str, many: object, values: dict[str, object]) -> bool:
    """Are the blanks of *key*, and of *many*, just names of *values*, and those texts of one line and numbers?"""
    from string import Formatter

    texts = [key, many, *(value for value in values.values() if type(value) not in (int, float))]
    if not all(isinstance(text, str) and len(text) <= LONGEST and text.isprintable() for text in texts):
        return False
    try:
        blanks = [blank for text in texts[:2] for _, *blank in Formatter().parse(str(text)) if blank[0] is not None]
    except ValueError:
        return False
    return all(name in values and name.isidentifier() and not form and not kind for name, form, kind in blanks)


def tell(text: str, /) -> str:
    """A long *text* in the chosen language: every paragraph is a sentence to ``say``, so that one can change alone."""
    return "\n\n".join(say(part) for part in text.split("\n\n"))


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
    line = " ".join(text.split())
    return text if line == text else line  # words to be said stay so
