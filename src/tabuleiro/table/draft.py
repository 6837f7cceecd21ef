"""A game that is being set up: everything as it was typed, what is wrong with it, and the party it becomes.

Nothing is refused while somebody is still typing; ``problems`` says what is wrong and beside which field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from tabuleiro.ai.agents import described, known, look_for, make, may_play
from tabuleiro.core import Game, say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.option import Option, options, read_options, spell
from tabuleiro.core.registry import find, game_class, registered
from tabuleiro.core.words import one_line
from tabuleiro.home.settings import change_settings, load_settings
from tabuleiro.play.agent import BOT, POLICY, Spec, read_seconds
from tabuleiro.play.clock import TimeControl
from tabuleiro.play.lineup import HUMAN, Party, beginners, called, turned

USUAL = "level:2"  # the computer that a newcomer meets
MOST = 40  # letters of a name
MODES = ("people", "mixed", "computers")
THINKING = ("", "0.5", "1", "3", "10")  # seconds for a step of a computer, "" for as long as is usual
OTHER = "other"  # a computer player, or a time, to be typed
LOT = "lot"  # who begins is drawn
ENGINE = "engine:"  # what is likely to be typed


@dataclass(frozen=True)
class Draft:
    """The game's name, options by name, who sits where and their names, the time control, and how many *seconds*
    computers may think about a step at most. With *lot*, who begins is drawn when the game is.

    Seats that were never spoken of are as usual: a person at the first, the computer at the others.
    """

    name: str
    texts: Mapping[str, str] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    control: str = ""
    seconds: str = ""
    lot: bool = False

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    def text(self, item: Option) -> str:
        return self.texts.get(item.name, spell(item.default))

    def player(self, seat: int) -> str:
        usual = HUMAN if seat == 0 else USUAL
        return (self.players[seat] if seat < len(self.players) else usual) or usual

    @property
    def programs(self) -> bool:
        """Is somebody's program among the players?"""
        return any(Spec.read(player).foreign for player in self.players)

    def called(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else ""

    @property
    def thinking(self) -> float | None:
        """How long computers may think about a step, None for as long as is usual; raises BadOption."""
        return read_seconds(self.seconds) if self.seconds else None

    @property
    def starter(self) -> str:
        """Who begins, as ``starters`` has it."""
        name, seats = beginners(game := self.playable())
        text = self.texts.get(name, spell(getattr(game, name)) if name else "")
        return LOT if self.lot else text if text in seats else next(iter(seats), "")

    def game(self) -> Game[Any]:
        """The game with its options; raises BadOption."""
        kind = game_class(self.name)
        values = read_options(kind, self.texts)
        written = ",".join(f"{name}={spell(value)}" for name, value in sorted(values.items()))
        return registered(f"{self.name}:{written}" if written else self.name)

    def playable(self) -> Game[Any]:
        """The game, or as much of it as can be made while some option is wrong: its seats are wanted all the same."""
        try:
            return self.game()
        except TabuleiroError:
            pass
        seats = self.texts.get("players")
        try:
            return Draft(self.name, {"players": seats} if seats else {}).game()
        except TabuleiroError:
            return registered(self.name)

    @property
    def mode(self) -> str:
        """Who plays, in one of three words."""
        people = [self.player(seat) == HUMAN for seat in range(self.playable().players)]
        return MODES[0] if all(people) else MODES[1] if any(people) else MODES[2]

    def problems(self) -> dict[str, str]:
        """What is wrong, by field: ``option.size``, ``player.1``, ``control``, ``seconds``; ``""`` for what has no field."""
        found = self._option_problems()
        game = self.playable()
        for seat in range(game.players):
            player = self.player(seat)
            if player != HUMAN and (problem := self._agent_problem(player, game)):
                found[f"player.{seat}"] = problem
        times = {"control": (self.control, TimeControl.read), "seconds": (self.seconds, read_seconds)}
        for key, (text, read) in times.items():
            try:
                _ = read(text) if text else None
            except TabuleiroError as error:
                found[key] = str(error)
        return found

    def _agent_problem(self, player: str, game: Game[Any]) -> str:
        """What is wrong with a computer player, if anything is; a command is looked for when it is to be run."""
        spec = Spec.read(player)
        if spec.kind != POLICY and not may_play(spec, game):
            return say("{spec} cannot play {game}", spec=player or "''", game=game.title)
        try:
            if spec.kind == BOT:
                look_for(spec)
            elif spec.kind == POLICY:
                make(spec, game, Random(0))
        except TabuleiroError as error:
            return str(error)
        return ""

    def _option_problems(self) -> dict[str, str]:
        kind = game_class(self.name)
        found = {}
        for item in options(kind):
            try:
                item.read(self.text(item))
            except TabuleiroError:
                text = self.text(item).strip() or "''"
                found[f"option.{item.name}"] = say(
                    "{text} is not possible; it takes {accepted}", text=text, accepted=item.accepted
                )
        if not found:
            try:
                self.game()
            except TabuleiroError as error:
                found[self._culprit()] = str(error)
        return found

    def _culprit(self) -> str:
        """The field of the option without which the others go together."""
        for item in options(game_class(self.name)):
            try:
                self.with_option(item.name, spell(item.default)).game()
            except TabuleiroError:
                continue
            return f"option.{item.name}"
        return ""

    def party(self, rng: Random | None = None) -> Party:
        """What is to be played, when there are no problems; with *rng*, who begins by lot is drawn."""
        game = self.game()
        seats = range(game.players)
        names = tuple(short_name(self.called(seat)) for seat in seats)
        party = Party(game, tuple(self.player(seat) for seat in seats), names)
        return by_lot(party, rng) if self.lot and rng else party

    # ── Changing ─────────────────────────────────────────────────────────────────────────────────────────────────

    def with_option(self, name: str, text: str) -> Draft:
        return replace(self, texts={**self.texts, name: text})

    def with_player(self, seat: int, player: str) -> Draft:
        return replace(self, players=self._row(self.player, seat, player))

    def with_name(self, seat: int, name: str) -> Draft:
        return replace(self, names=self._row(self.called, seat, name))

    def with_time(self, key: str, text: str) -> Draft:
        """With another ``control`` or other ``seconds``."""
        return replace(self, control=text.strip()) if key == "control" else replace(self, seconds=text.strip())

    def with_starter(self, value: str) -> Draft:
        """*value* is one of ``starters``."""
        name, seats = beginners(self.playable())
        draft = self.with_option(name, value) if value in seats else self
        return replace(draft, lot=value == LOT)

    def with_mode(self, mode: str) -> Draft:
        """All seats at once; a computer that was chosen before stays."""
        count = self.playable().players
        chosen = [self.player(seat) for seat in range(count)]
        computers = [player if player != HUMAN else USUAL for player in chosen]
        if mode == MODES[0]:
            return replace(self, players=(HUMAN,) * count)
        if mode == MODES[2]:
            return replace(self, players=tuple(computers))
        return replace(self, players=tuple(chosen) if self.mode == mode else (HUMAN, *computers[1:]))

    def swapped(self) -> Draft:
        """Everybody one seat further."""
        seats = range(self.playable().players)
        players, names = turned([*map(self.player, seats)]), turned([*map(self.called, seats)])
        return replace(self, players=tuple(players), names=tuple(names))

    def _row(self, read: Callable[[int], str], seat: int, text: str) -> tuple[str, ...]:
        row = [read(other) for other in range(max(seat + 1, self.playable().players))]
        row[seat] = text
        return tuple(row)

    # ── Remembering ──────────────────────────────────────────────────────────────────────────────────────────────

    def to_json(self) -> dict[str, Any]:
        return {
            "options": dict(self.texts),
            "players": list(self.players),
            "names": list(self.names),
            "control": self.control,
            "seconds": self.seconds,
            "lot": self.lot,
        }

    @classmethod
    def from_json(cls, name: str, data: object) -> Draft:
        """What was remembered of the game *name*; whatever is no longer possible is as usual again."""
        if not isinstance(data, dict):
            return cls(name)
        texts, players, names = (data.get(key) for key in ("options", "players", "names"))
        control, seconds = (text if isinstance(text := data.get(key), str) else "" for key in ("control", "seconds"))
        known = {item.name for item in options(game_class(name))}
        draft = cls(
            name,
            {key: text for key, text in texts.items() if key in known and isinstance(text, str)}
            if isinstance(texts, dict)
            else {},
            _words(players),
            _words(names),
            control,
            seconds,
            data.get("lot") is True,
        )
        return draft if not draft.problems() else cls(name)


def _words(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        return ()
    return tuple(value)


def recalled(name: str) -> Draft:
    """The game *name* as it was set up last."""
    return Draft.from_json(name, load_settings()[0].choices.get(name))


def drafted(spec: str, control: str = "", seconds: float | None = None) -> Draft:
    """The game spelled *spec* as it was set up last, but for the options and the times that are given."""
    game = find(spec)
    draft = recalled(game.name)
    if game != registered(game.name):
        values = {item: getattr(game, item.name) for item in options(game)}
        draft = replace(
            draft, texts={item.name: spell(value) for item, value in values.items() if value != item.default}
        )
    typed = draft.seconds if seconds is None else f"{seconds:g}"
    return replace(draft, control=control or draft.control, seconds=typed)


def remember(draft: Draft) -> None:
    """Let *draft* be how its game is set up next time."""
    change_settings(lambda settings: settings.chosen(draft.name, draft.to_json()))


# ── What there is to choose ──────────────────────────────────────────────────────────────────────────────────────


def short_name(text: str) -> str:
    """A person's name without what would spoil a screen or a record."""
    return one_line(text)[:MOST]


def starters(game: Game[Any]) -> dict[str, str]:
    """Who may begin, as a value and in words; where the rules say who does, the lot decides who sits there."""
    name, seats = beginners(game)
    if not name:
        begins = say("{seat}, as the rules say", seat=game.seats[0].name)
        return {"": begins, LOT: say("by lot: who sits where is drawn")}
    return {**{value: game.seats[seat].name for value, seat in seats.items()}, LOT: say("by lot")}


def by_lot(party: Party, rng: Random) -> Party:
    """*party* with who begins drawn."""
    game, by = lot(party.game, rng)
    return replace(party.further(by), game=game)


def lot(game: Game[Any], rng: Random) -> tuple[Game[Any], int]:
    """Who begins, drawn: the game with its option of that, or else by how many seats everybody moves on."""
    name, seats = beginners(game)
    if not name:
        return game, rng.randrange(game.players)
    drawn: Game[Any] = replace(game, **{name: rng.choice(list(seats))})  # type: ignore[type-var]
    return drawn, 0


def agent_choices(game: Game[Any]) -> dict[str, str]:
    """A person, or any computer player that knows *game*, with a few words about each."""
    return {HUMAN: say("a person"), **{spec: agent_words(spec) for spec in known(game)}, OTHER: say("other")}


def agent_words(spec: str) -> str:
    """What a computer player is called, and a few words about it: the same in every list."""
    name, words = called(spec), described(spec)
    if not words:
        return name
    return f"{name} ({words})" if ":" in name else f"{name}: {words}"


def clock_words(control: str) -> str:
    """A time control in words."""
    if not control:
        return say("no clock")
    read = TimeControl.read(control)
    if read.increment:
        return say("{minutes:g} min + {seconds:g} s a turn", minutes=read.base / 60, seconds=read.increment)
    return say("{minutes:g} min", minutes=read.base / 60)


def thinking_words(seconds: str) -> str:
    """How long computers may think, in words."""
    return say("at most {seconds} s a step", seconds=seconds) if seconds else say("as usual")
