"""The language of the interface: the one that is asked for, or that of the machine's locale.

English is what the code says. Every other language is a folder with a catalogue, which is read only when it is spoken.
The process has one language, and any context, such as that of a request to a server, can have its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache

from tabuleiro.core.errors import BadOption
from tabuleiro.core.words import LANGUAGE, Language, Said, later, speak

ENGLISH = "en"
LOCALE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "locale")
MOST = 200  # characters of a wish that are read
CATALOGUE = os.path.join("LC_MESSAGES", "tabuleiro.mo")  # in the folder of a language
VARIABLES = ("TABULEIRO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts

KEPT = 2048  # sentences that are looked up once

TROUBLES = (  # the most common messages of the system, for the translators
    later("No such file or directory"),
    later("Permission denied"),
    later("Is a directory"),
    later("Not a directory"),
    later("File exists"),
    later("File name too long"),
    later("No space left on device"),
    later("Read-only file system"),
    later("Address already in use"),
)


def languages() -> tuple[str, ...]:
    """The languages there are."""
    return (
        ENGLISH,
        *sorted(name for name in os.listdir(LOCALE) if os.path.isfile(os.path.join(LOCALE, name, CATALOGUE))),
    )


def spoken() -> str:
    """The language that is spoken here."""
    return LANGUAGE.get().code


def choose(lang: str | None = None) -> str:
    """Let the process speak *lang*, or what the environment asks for; which language that is.

    A locale that we do not speak is answered in English; but who names a language is told that we do not.
    """
    language = _named(lang) if lang is not None else _usual()
    speak(_language(language))
    return language


def choose_remembered(lang: str, asked: str) -> None:
    """Let the process speak *lang*, which somebody chose before, unless a language was *asked* for this time."""
    if not asked and not os.environ.get(VARIABLES[0]):
        choose(lang if lang in languages() else None)


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Speak *lang* in this context, whatever others speak: in this block, and in the tasks and threads it starts."""
    token = LANGUAGE.set(_known(lang))
    try:
        yield
    finally:
        LANGUAGE.reset(token)


@cache
def _known(lang: str) -> Language:
    """The language called *lang*, looked for on the disk once; raises BadOption."""
    return _language(_named(lang))


def preferred(accepted: str) -> str:
    """The first language that we speak of a browser's Accept-Language, English if there is none."""
    ranked = []
    for item in accepted[:MOST].split(","):
        tag, _, quality = item.partition(";q=")
        try:
            ranked.append((-float(quality or 1), _plain(tag)))
        except ValueError:
            continue
    known = languages()
    return next((language for _, language in sorted(ranked, key=lambda one: one[0]) if language in known), ENGLISH)


def why(error: OSError) -> Said:
    """What the system says of *error*."""
    return later(error.strerror or str(error))


def _named(lang: str) -> str:
    if (language := _plain(lang)) in languages():
        return language
    raise BadOption(
        later("{lang} is no language that we speak; there are {known}", lang=lang or "''", known=", ".join(languages()))
    )


def _usual() -> str:
    wanted = next(filter(None, (os.environ.get(name, "") for name in VARIABLES)), "")
    return language if (language := _plain(wanted)) != ENGLISH and language in languages() else ENGLISH


def _plain(locale: str) -> str:
    """``pt`` for ``pt_PT.UTF-8``, ``pt-BR`` and ``PT``."""
    return re.split(r"[_.@-]", locale.strip().lower())[0]


@cache
def _language(code: str) -> Language:
    if code == ENGLISH:
        return Language()
    from gettext import GNUTranslations

    with open(os.path.join(LOCALE, code, CATALOGUE), "rb") as file:
        found = GNUTranslations(file)

    @lru_cache(KEPT)
    def translate(text: str) -> str:
        return text and found.gettext(text)  # the words for "" are the catalogue's own headers

    return Language(code, translate, found.ngettext)
