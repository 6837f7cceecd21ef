"""The language of the interface: the one that is asked for, or that of the machine's locale.

English is what the code says. Every other language is a folder with a catalogue, which is read only when it is spoken.
"""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from tabuleiro.core import words
from tabuleiro.core.errors import BadOption
from tabuleiro.core.words import later, say, speak

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ENGLISH = "en"
LOCALE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "locale")
MOST = 200  # characters of a wish that are read
CATALOGUE = os.path.join("LC_MESSAGES", "tabuleiro.mo")  # in the folder of a language
VARIABLES = ("TABULEIRO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that says something counts

TROUBLES = (  # what the system says of a file, most of the time
    later("No such file or directory"),
    later("Permission denied"),
    later("Is a directory"),
    later("Not a directory"),
    later("File exists"),
    later("File name too long"),
    later("No space left on device"),
    later("Read-only file system"),
)

_spoken = [ENGLISH]
_here: ContextVar[str] = ContextVar("language")  # of one reader


def languages() -> tuple[str, ...]:
    """The languages there are."""
    return (
        ENGLISH,
        *sorted(name for name in os.listdir(LOCALE) if os.path.isfile(os.path.join(LOCALE, name, CATALOGUE))),
    )


def spoken() -> str:
    """The language that was chosen: for this reader, else for the process."""
    return _here.get(_spoken[-1])


def choose(lang: str | None = None) -> str:
    """Speak *lang*, or what the environment asks for; which language that is.

    A locale that we do not speak is answered in English; but who names a language is told that we do not.
    """
    language = _named(lang) if lang is not None else _usual()
    speak(*_catalogue(language))
    _spoken[-1] = language
    return language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Inside this block *language*, one of ``languages()``, is spoken to this reader alone."""
    before = _here.set(language)
    try:
        with words.speaking(_catalogue(language)):
            yield
    finally:
        _here.reset(before)


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


def why(error: OSError) -> str:
    """What the system says of *error*."""
    return say(error.strerror or str(error))


def _named(lang: str) -> str:
    if (language := _plain(lang)) in languages():
        return language
    raise BadOption(
        say("{lang} is no language that we speak; there are {known}", lang=lang or "''", known=", ".join(languages()))
    )


def _usual() -> str:
    wanted = next(filter(None, (os.environ.get(name, "") for name in VARIABLES)), "")
    return language if (language := _plain(wanted)) != ENGLISH and language in languages() else ENGLISH


def _plain(locale: str) -> str:
    """``pt`` for ``pt_PT.UTF-8``, ``pt-BR`` and ``PT``."""
    return re.split(r"[_.@-]", locale.strip().lower())[0]


@cache
def _catalogue(language: str) -> words.Voice:
    if language == ENGLISH:
        return words.ENGLISH
    from gettext import GNUTranslations

    with open(os.path.join(LOCALE, language, CATALOGUE), "rb") as file:
        found = GNUTranslations(file)
    return lambda text: text and found.gettext(text), found.ngettext  # the words for "" are the catalogue's own headers
