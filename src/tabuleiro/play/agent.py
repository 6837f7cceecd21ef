"""What an agent is: a spelling by which it is found, a choice of a step from a view, and a limit to its thinking."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from time import process_time
from typing import TypeVar

from tabuleiro.core import later
from tabuleiro.core.errors import BadOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.core import Action
    from tabuleiro.play.view import View


SECONDS = 1.0  # for a decision that neither the caller nor the agent itself limits
LONGEST = 86_400  # seconds that somebody may give an agent for a step: a day
PATIENCE = 5.0  # seconds at most for a decision of a computer that a file has seated
PERSON, PROGRAM, BOT, POLICY, LEVEL = (
    "human",
    "engine",
    "bot",
    "policy",
    "level",
)  # kinds of player that others than ``ai`` must tell apart
N = TypeVar("N", int, float)


@dataclass(frozen=True, slots=True)
class Spec:
    """Who plays, as it is spelled: ``human``, ``greedy``, ``level:2``, ``engine:COMMAND``, ``bot.py:Class``, ``policy:FILE``."""

    kind: str
    argument: str = ""

    @classmethod
    def read(cls, text: Spec | str) -> Spec:
        """The value of a spelling; which kinds and arguments there are, ``ai.make`` knows."""
        if isinstance(text, Spec):
            return text
        kind, _, argument = text.partition(":")
        kind = kind.strip().lower()
        if kind != PROGRAM and _names_a_file(text.strip()):
            return cls(BOT, text.strip())
        return cls(kind, argument.strip())

    def __str__(self) -> str:
        if self.kind == BOT:
            return self.argument
        return f"{self.kind}:{self.argument}" if self.argument else self.kind

    @property
    def human(self) -> bool:
        """Is it a person?"""
        return self.kind == PERSON

    @property
    def program(self) -> bool:
        """Is it code of somebody else, a command or the file of a bot, that plays in a process of its own?"""
        return self.kind in (PROGRAM, BOT)

    @property
    def net(self) -> str:
        """The file of a net that it names, ``mcts:net=FILE``; "" where it names none, also as ``net=none``."""
        if self.kind in (PROGRAM, BOT, POLICY):
            return ""
        named = (part.strip() for part in self.argument.split(","))
        path = next((part.removeprefix("net=") for part in named if part.startswith("net=")), "")
        return "" if path == "none" else path

    def with_net(self, path: str) -> Spec:
        """With another file of a net."""
        return replace(self, argument=self.argument.replace(f"net={self.net}", f"net={path}", 1))

    @property
    def foreign(self) -> bool:
        """Is it a program or a file of somebody else? Then only a person may name it, and no data."""
        return self.program or self.kind == POLICY or bool(self.net)

    @property
    def level(self) -> bool:
        """Is it one of the levels, which people know by their numbers?"""
        return self.kind == LEVEL and self.argument.isdigit()


def _names_a_file(text: str) -> bool:
    """Is *text* spelled ``path.py`` or ``path.py:Class``?"""
    head, dot, tail = text.rpartition(".py")
    return bool(head and dot) and (not tail or (tail[0] == ":" and tail[1:].isidentifier()))


@dataclass(frozen=True, slots=True)
class Choice:
    """A step, and what the agent thought of it: every seat's expected score, the expected line, the work done.

    *scores* are on the scale of an ``Outcome``: they share out one win, from 0 for a lost game to 1 for a won one. *line* has
    the steps that are expected, this one first.

    Two that found the same are equal, however long it took them.
    """

    action: Action
    scores: tuple[float, ...] = ()
    line: tuple[Action, ...] = ()
    nodes: int = 0
    depth: int = 0
    seconds: float = field(default=0.0, compare=False)  # of thinking so far; 0 where nobody knows

    @property
    def pace(self) -> float:
        """Nodes a second; 0 where that is not known."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Limit:
    """How long an agent may think about a step; None does not bind.

    *nodes* are positions looked at, *depth* is how many steps ahead. *cpu_seconds* are those that a processor works for
    it, in all threads together: on a busy machine as many as on a quiet one.
    *clock* are the seconds left for its whole game, where it has a clock: *seconds* is a good share of them, which it may
    overrun, but when they are gone it has lost.
    While it thinks, it asks *cancelled* whether to stop, and passes what it knows so far to *report*.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    cancelled: Callable[[], bool] | None = None
    report: Callable[[Choice], None] | None = None
    cpu_seconds: float | None = None
    clock: float | None = None

    @property
    def free(self) -> bool:
        """Does nothing bind but a cancellation?"""
        return (self.seconds, self.nodes, self.depth, self.cpu_seconds) == (None,) * 4


def least(one: N | None, other: N | None) -> N | None:
    """The smaller of those that are given."""
    return min((value for value in (one, other) if value is not None), default=None)


def read_seconds(text: str) -> float:
    """How long somebody may think; raises BadOption."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= LONGEST:
        raise BadOption(later("{text} is no number above 0 and up to {most}", text=text.strip() or "''", most=LONGEST))
    return value


@dataclass(frozen=True, slots=True)
class Status:
    """How ready an agent is: whether it is *preparing* and answers less well until that is done, whether it is *compiling*
    for that, which takes longer than loading what was compiled before, and what *trouble* keeps it from being at its best,
    in one sentence.
    """

    preparing: bool = False
    compiling: bool = False
    trouble: str = ""


class Agent(ABC):
    """Chooses a step from a view, so that it never sees more than its seat may.

    A subclass sets *name* and writes ``choose``; the other methods do nothing unless it has something to do there.
    *limit* is its own, besides the one that it gets with every decision: the tighter one holds.
    """

    name: str
    limit = Limit()

    @abstractmethod
    def choose(self, view: View, limit: Limit) -> Choice:
        """A legal step for ``view.seat``, which is the one that decides."""

    def prepare(self) -> None:  # noqa: B027 - most agents have nothing to prepare
        """Get everything ready that would make the first decision slower than its limit, such as compiled code."""

    def close(self) -> None:  # noqa: B027 - most agents have nothing to release
        """Release what would outlive the agent, such as a process."""

    def status(self) -> Status:
        """How ready it is now."""
        return Status()

    def worked(self) -> float:
        """CPU seconds that the process in which it thinks has used, in all its threads."""
        return process_time()

    @property
    def counting(self) -> bool:
        """Does it keep to a limit of CPU seconds? A program of somebody else may know the clock alone."""
        return True

    def printed(self) -> tuple[str, ...]:
        """The last lines that a bot has printed, for who wrote it; all of them once it is closed."""
        return ()

    def bounded(self, limit: Limit) -> Limit:
        """*limit*; with SECONDS where neither it nor the agent's own binds, and a search might only end when cancelled."""
        return replace(limit, seconds=SECONDS) if limit.free and self.limit.free else limit
