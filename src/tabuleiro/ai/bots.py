"""Bots that a person gives as a file: ``bot.py`` or ``bot.py:Class`` is an agent.

A bot is code and has all the rights of who runs it, so only a person names one, and no data does. It plays in a process of
its own, which ``bot_host`` runs: whatever a bot does to itself, who plays against it goes on.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from inspect import Parameter, signature

from tabuleiro.core import Game, say
from tabuleiro.core.errors import AgentFailed, Ended, TabuleiroError, UnknownAgent
from tabuleiro.core.registry import defined, digest, given, load
from tabuleiro.engines.client import Engine
from tabuleiro.home.files import LARGEST, open_file, too_large
from tabuleiro.home.languages import spoken, why
from tabuleiro.play.agent import Agent, Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from types import TracebackType
    from typing import Any

    from tabuleiro.play.view import View

TIMES = 2  # as long as its time may a bot take
GRACE = 0.5  # seconds besides, for the way there and back
GIVEN = ("game", "rng")  # what a bot may ask for when it is made
UNFIT = 2  # exit code of a process whose bot cannot play at all; the last line that it says is the reason


class Bot(Engine):
    """The bot spelled *argument*, in a process of its own, that plays *game*.

    It has as much time for a step as anybody says, or a second; one that takes twice as long is ended.
    """

    answers_are_told = False  # they are ours; what the bot prints comes apart from them

    def __init__(self, argument: str, game: Game[Any], seed: int) -> None:
        look_for(argument)
        host = [sys.executable, "-P", "-m", "tabuleiro.ai.bot_host"]
        super().__init__(argument, [*host, spoken(), argument, str(game), *given()], game, seed)

    def choose(self, view: View, limit: Limit) -> Choice:
        return super().choose(view, self.bounded(limit))

    def bounded(self, limit: Limit) -> Limit:
        """With CPU time alone it has as many seconds by the clock too, for that is what most bots look at."""
        limit = super().bounded(limit)
        return replace(limit, seconds=limit.cpu_seconds) if limit.seconds is None else limit

    def _patience(self, limit: Limit) -> tuple[float | None, str]:
        if limit.cpu_seconds is not None:
            late = say("takes more than twice its time, {seconds:g} s of CPU time a step", seconds=limit.cpu_seconds)
            return super()._patience(limit)[0], late
        if limit.seconds is None or limit.clock is not None:
            return super()._patience(limit)
        late = say("takes more than twice its time, {seconds:g} s a step", seconds=limit.seconds)
        return self._most(limit.seconds), late

    def _most(self, seconds: float) -> float:
        return TIMES * seconds + GRACE

    def _farewell(self, code: int) -> str:
        return self._said[-1] if code == UNFIT and self._said else super()._farewell(code)

    def _no_step(self, wrong: str) -> str:
        return wrong

    def _trouble(self, kind: type[TabuleiroError], what: str) -> TabuleiroError:
        """A bot that failed is ended, so that all it printed is heard."""
        self.close()
        self._hear_out()
        return super()._trouble(kind, what)

    def printed(self) -> tuple[str, ...]:
        if not self._end.alive:
            self._hear_out()
        return self._words()

    def _report(self, what: str) -> str:
        """The sentence alone: what the bot printed is for the note."""
        return what if what.startswith(parts(self.name)[0]) else f"{self.name} {what}"


def look_for(argument: str) -> None:
    """Raise UnknownAgent unless the file is there; it is not run for that."""
    path, _ = parts(argument)
    if not os.path.isfile(path):
        raise UnknownAgent(say("there is no file {path}", path=path))


def arguments(_game: Game[Any]) -> tuple[str, ...]:
    """None to propose: people know their bots."""
    return ()


def make(argument: str, game: Game[Any], rng: Random) -> Bot:
    return Bot(argument, game, rng.getrandbits(31))


def parts(argument: str) -> tuple[str, str]:
    """The path and the class that *argument* spells; "" where it names none."""
    head, dot, name = argument.rpartition(".py:")
    return (f"{head}.py", name) if dot else (argument, "")


def source_of(argument: str) -> str:
    """The digest of the file of a bot."""
    look_for(argument)
    return digest(_read(parts(argument)[0]))


def _read(path: str) -> bytes:
    try:
        with open_file(path) as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise UnknownAgent(say("{path} does not run: {error}", path=path, error=why(error))) from error
    if len(data) > LARGEST:
        raise UnknownAgent(say("{path} does not run: {error}", path=path, error=too_large(LARGEST)))
    return data


# ── In the process of a bot ──────────────────────────────────────────────────────────────────────────────────────


def find_class(argument: str) -> type[Agent]:
    """The class of the bot spelled *argument*: its file is run, once. Modules beside it can be imported."""
    path, name = parts(argument)
    data = _read(path)
    module = load(path, data, UnknownAgent)
    found = {item.__name__: item for item in defined(module, Agent)}
    if name and name not in found:
        raise UnknownAgent(
            say("{path} has no bot {name}; it has {known}", path=path, name=name, known=", ".join(found) or say("none"))
        )
    if not name and len(found) != 1:
        raise UnknownAgent(
            say("{path} has no bot: a class that is an Agent and writes choose", path=path)
            if not found
            else say("{path} has several bots; write one of {bots}", path=path, bots=_spellings(path, found))
        )
    kind: type[Agent] = found[name] if name else next(iter(found.values()))
    asked = [item.name for item in _parameters(kind) if item.default is Parameter.empty and item.name not in GIVEN]
    if asked:
        raise UnknownAgent(
            say(
                "{path}: {name} asks for {asked}; a bot is made with game and rng, or less",
                path=path,
                name=kind.__name__,
                asked=", ".join(asked),
            )
        )
    return kind


def _spellings(path: str, found: dict[str, Any]) -> str:
    return ", ".join(f"{path}:{name}" for name in found)


def _parameters(kind: type) -> list[Parameter]:
    """What the constructor asks for by name."""
    return [
        item
        for item in signature(kind).parameters.values()
        if item.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    ]


class Watched(Agent):
    """A bot of the class *kind*, made when it gets ready. Of whatever goes wrong in it, it says where that was."""

    def __init__(self, kind: type[Agent], game: Game[Any], rng: Random) -> None:
        self.name = kind.__name__
        self._kind = kind
        self._gifts = {"game": game, "rng": rng}
        self._bot: Agent | None = None

    @property
    def bot(self) -> Agent:
        if self._bot is None:
            wanted = [item.name for item in _parameters(self._kind)]
            self._bot = self._kind(**{name: gift for name, gift in self._gifts.items() if name in wanted})
        return self._bot

    def prepare(self) -> None:
        """Get ready, or end the process: nobody has to wait for a bot that never will be."""
        try:
            self.bot.prepare()
        except BaseException as error:
            print(self._explained(error), file=sys.stderr)
            raise Ended(UNFIT) from error

    def close(self) -> None:
        self.bot.close()

    def bounded(self, limit: Limit) -> Limit:
        return self.bot.bounded(limit)

    def choose(self, view: View, limit: Limit) -> Choice:
        try:
            choice = self.bot.choose(view, limit)
        except BaseException as error:  # to leave is to fail, too
            raise self._explained(error) from error
        if not isinstance(choice, Choice):
            raise AgentFailed(say("gave {what}; choose gives a Choice", what=type(choice).__name__))
        if choice.action not in view.actions:
            where = view.game.write_position(view.state)
            raise AgentFailed(
                say("played {action} in {position}, which is not legal there", action=choice.action, position=where)
            )
        return choice

    def _explained(self, error: BaseException) -> AgentFailed:
        """Print the whole story, from the bot on, and keep the last of it."""
        from traceback import extract_tb, print_exception

        trace: TracebackType | None = error.__traceback__ and error.__traceback__.tb_next
        print_exception(type(error), error, trace)
        file = os.path.abspath(str(sys.modules[self._kind.__module__].__file__))
        lines = [frame.lineno for frame in extract_tb(trace) if os.path.abspath(frame.filename) == file]
        words = f"{type(error).__name__}: {error}".removesuffix(": ")
        if not lines:
            return AgentFailed(say("crashed: {error}", error=words))
        return AgentFailed(say("crashed in line {number}: {error}", number=lines[-1], error=words))
