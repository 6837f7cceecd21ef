"""Options are fields of a game: declared once, checked here, spelled ``size=9,swap=off`` on every front end."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from functools import cache

from tabuleiro.core.errors import BadOption
from tabuleiro.core.words import later, say, say_many, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

YES, NO = ("on", "yes", "true", "1"), ("off", "no", "false", "0")

MOST = 999_999_999  # the largest number where an option does not say what its most is


@dataclass(frozen=True)
class Option:
    """One option: a switch (``bool``), a number (``int``) or one of some words (``str``).

    *name* and *choices* are spellings, the same in every language. *called* and *words* are what people read instead,
    in English: what the option is about, and what each choice means.
    """

    name: str
    default: bool | int | str
    help: str
    choices: tuple[int | str, ...] = ()
    least: int = 0
    most: int = MOST
    called: str = ""
    words: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What it is called in the reader's language."""
        return say(self.called) if self.called else self.name.replace("_", " ")

    @property
    def values(self) -> tuple[str, ...]:
        """The spellings to choose from; none for a number to be typed."""
        return ("on", "off") if isinstance(self.default, bool) else tuple(map(str, self.choices))

    def said(self, text: str) -> str:
        """The value spelled *text* in words."""
        if isinstance(self.default, bool):
            return say("on") if text == "on" else say("off")
        for value, words in zip(self.values, self.words, strict=False):
            if value == text:
                return say(words)
        return text

    @property
    def accepted(self) -> str:
        """What would do, for people: ``on|off``, ``2|3|4``, or ``a number from 7 to 26``."""
        return shown(self._accepted)

    @property
    def _accepted(self) -> str:
        if isinstance(self.default, bool):
            return "on|off"
        if self.choices:
            return "|".join(str(choice) for choice in self.choices)
        return later("a number from {least} to {most}", least=self.least, most=self.most)

    def read(self, text: str) -> bool | int | str:
        """The value written *text*."""
        word = text.strip().lower()
        if isinstance(self.default, bool):
            if word in YES or word in NO:
                return word in YES
        elif isinstance(self.default, int):
            if word.isascii() and word.removeprefix("-").isdigit() and len(word) <= len(str(MOST)):
                value = int(word)
                if value in self.choices or (not self.choices and self.least <= value <= self.most):
                    return value
        elif word in self.choices:
            return word
        raise self.refusal(text)

    def check(self, value: object) -> None:
        """Raise unless *value* is one this option takes."""
        if type(value) is not type(self.default) or self.read(spell(value)) != value:
            raise self.refusal(spell(value))

    def refusal(self, text: str) -> BadOption:
        return BadOption(
            later(
                "{name}={text} is not possible; {name} takes {accepted}",
                name=self.name,
                text=text,
                accepted=self._accepted,
            )
        )


def option(
    default: Any,
    help: str,
    choices: tuple[int | str, ...] | dict[str, str] = (),
    least: int = 0,
    most: int = MOST,
    called: str = "",
) -> Any:
    """A dataclass field that is an option of a game; *choices* may come with the words for each.

    A number without choices is between *least* and *most*. Give it a *most* for which boards are still drawn and
    searched in no time: what a stranger writes in a record or sends to an engine is refused beyond it.
    """
    words = tuple(choices.values()) if isinstance(choices, dict) else ()
    facts = {"help": help, "choices": tuple(choices), "least": least, "most": most, "called": called, "words": words}
    return field(default=default, metadata=facts)


def options(game: Any) -> tuple[Option, ...]:
    """The options of a game (an instance or its class), in order."""
    return _options(game if isinstance(game, type) else type(game))


@cache
def _options(kind: Any) -> tuple[Option, ...]:
    return tuple(
        Option(item.name, item.default, **item.metadata)
        for item in fields(kind)
        if item.default is not MISSING and "help" in item.metadata
    )


def spell(value: object) -> str:
    """An option's value as text."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def read_options(game: Any, texts: Mapping[str, str]) -> dict[str, bool | int | str]:
    """The values written in *texts*, by name, for the game class *game*."""
    known = {item.name: item for item in options(game)}
    for name in texts:
        if name not in known:
            raise BadOption(
                later(
                    "{game} has no option {name}; it has {known}",
                    game=game.name,
                    name=name or "''",
                    known=", ".join(known) or later("none"),
                )
            )
    return {name: known[name].read(text) for name, text in texts.items()}


def write_options(game: Any) -> str:
    """The options of *game* that are not as usual: ``size=9,swap=off``."""
    return ",".join(
        f"{item.name}={spell(getattr(game, item.name))}"
        for item in options(game)
        if getattr(game, item.name) != item.default
    )


def number_of_players(kind: Any) -> str:
    """``2 players``, or ``2-4 players`` where that is an option."""
    choice = next((item for item in options(kind) if item.name == "players"), None)
    numbers = choice.choices if choice and choice.choices else (kind().players,)
    least, most = int(numbers[0]), int(numbers[-1])
    if least != most:
        return say("{least}-{most} players", least=least, most=most)
    return say_many("{count} player", "{count} players", most)
