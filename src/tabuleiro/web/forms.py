"""The form of a new game: what was filled in, what is wrong with it, and the game that is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qs

from tabuleiro.core import say
from tabuleiro.core.option import options
from tabuleiro.core.words import one_line
from tabuleiro.play.lineup import BEGINNERS, HUMAN, beginners
from tabuleiro.table.draft import LOT, THINKING, USUAL, Draft, agent_words, clock_words, thinking_words
from tabuleiro.web.making import checked_tag
from tabuleiro.web.orders import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random
    from typing import Any

    from tabuleiro.core import Game

OPEN, HERE, OTHER = "open", "here", "other"  # choices of a seat and a clock
MODES = ("computer", "friend", HERE, "watch")
CLOCKS = ("", "300+3", "600+5", OTHER)
MOST_NAME, MOST_GAMES = 24, 40
LONGEST = 64_000  # bytes of a form
MOST_FIELDS = 200
MOST_DIGITS = 6


def modes() -> list[tuple[str, str, str]]:
    """The ways of playing: value, sign and words."""
    return [
        ("computer", "cpu", say("the computer")),
        ("friend", "link", say("a friend by link")),
        (HERE, "two", say("two at this screen")),
        ("watch", "eye", say("or watch two computers")),
    ]


def fields(body: bytes) -> dict[str, str]:
    """What a form has sent; the last value of a field counts."""
    text = "&".join(body[:LONGEST].decode("utf-8", "replace").split("&", MOST_FIELDS)[:MOST_FIELDS])
    return {name: values[-1] for name, values in parse_qs(text, keep_blank_values=True).items()}


def whole(text: str) -> int | None:
    """The number that *text* writes in a few digits."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


@dataclass(frozen=True)
class Form:
    """The fields for a game of this *name*; *agents* are the programs that play here."""

    name: str
    sent: Mapping[str, str]
    agents: Sequence[str]

    def get(self, field: str, usual: str = "") -> str:
        return self.sent.get(field, usual).strip()

    @property
    def mode(self) -> str:
        mode = self.get("mode", MODES[0])
        return mode if mode in MODES else MODES[0]

    @property
    def level(self) -> str:
        level = self.get("level", USUAL)
        return level if level in self.agents else USUAL

    @property
    def clock(self) -> str:
        clock = self.get("clock")
        return clock if clock in CLOCKS else OTHER

    @property
    def control(self) -> str:
        """The time control, "" for none."""
        return self.get("control") if self.clock == OTHER else self.clock

    @property
    def seconds(self) -> str:
        """How long programs may think, "" for as long as is usual."""
        seconds = self.get("seconds")
        return seconds if seconds in THINKING else ""

    @property
    def draft(self) -> Draft:
        """Options and time as the terminal's own form has them."""
        texts = {
            item.name: self.sent[f"option.{item.name}"]
            for item in options(Draft(self.name).playable())
            if f"option.{item.name}" in self.sent
        }
        starter, option = self.get("starter"), beginners(Draft(self.name).playable())[0]
        if option and starter not in ("", LOT):
            texts[option] = starter
        return Draft(self.name, texts, control=self.control, seconds=self.seconds, lot=starter == LOT)

    @property
    def changed(self) -> bool:
        """Is any option not as usual, but for who begins?"""
        draft, usual = self.draft, Draft(self.name)
        items = (item for item in options(draft.playable()) if item.name not in BEGINNERS)
        return any(draft.text(item) != usual.text(item) for item in items)

    def problems(self) -> dict[str, str]:
        """What is wrong, by field."""
        found = {key: text for key, text in self.draft.problems().items() if not key.startswith("player.")}
        for seat in range(self.draft.playable().players):
            if self.sitter(seat) not in ("", HUMAN, OPEN, HERE, *self.agents):
                found[f"player.{seat}"] = say("nobody of that name plays here")
        if not 1 <= (whole(self.get("count", "1")) or 0) <= MOST_GAMES:
            found["count"] = say("a number from {least} to {most}", least=1, most=MOST_GAMES)
        try:
            checked_tag(self.get("tag"))
        except Refused as refused:
            found["tag"] = str(refused)
        return found

    @property
    def count(self) -> int:
        return whole(self.get("count", "1")) or 1

    def sitter(self, seat: int) -> str:
        """Who was chosen for *seat*, "" for as the way of playing has it."""
        return self.get(f"seat.{seat}")

    def called(self, seat: int) -> str:
        return one_line(self.get(f"name.{seat}"))[:MOST_NAME]

    @property
    def own_name(self) -> str:
        return one_line(self.get("name"))[:MOST_NAME]

    def side(self, game: Game[Any], rng: Random) -> int:
        """The reader's own seat."""
        side = self.get("side", "0")
        if side == LOT:
            return rng.randrange(game.players)
        seat = whole(side) or 0
        return seat if seat < game.players else 0

    def seats(self, game: Game[Any], rng: Random) -> list[dict[str, str]]:
        """Who sits where, as the API wants it; ``me`` marks the reader's own."""
        side, found = self.side(game, rng), []
        for seat in range(game.players):
            usual = {
                "computer": HUMAN if seat == side else self.level,
                "friend": HUMAN if seat == side else OPEN,
                HERE: HERE,
                "watch": self.level,
            }[self.mode]
            found.append(self._seat(OPEN if self.count > 1 else self.sitter(seat) or usual, seat, mine=seat == side))
        return found

    def _seat(self, who: str, seat: int, *, mine: bool) -> dict[str, str]:
        name = self.called(seat)
        if who == OPEN:
            return {"kind": "open"}
        if who in (HUMAN, HERE):
            return {"kind": "human", "name": name or (self.own_name if mine and self.mode != HERE else "")}
        return {"kind": "agent", "agent": who, "name": name}

    # ── What there is to choose ──────────────────────────────────────────────────────────────────────────────────

    def sitters(self) -> list[tuple[str, str]]:
        """Who can sit at a seat, with words about each."""
        programs = [(spec, agent_words(spec)) for spec in self.agents]
        return [
            ("", say("as above")),
            (HUMAN, say("you")),
            (HERE, say("somebody at this screen")),
            (OPEN, say("a friend by link")),
            *programs,
        ]

    def clocks(self) -> list[tuple[str, str]]:
        return [(value, say("other") if value == OTHER else clock_words(value)) for value in CLOCKS]

    def thinking(self) -> list[tuple[str, str]]:
        return [(value, thinking_words(value)) for value in THINKING]
