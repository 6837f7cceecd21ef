"""Plays jobs, each a game of a match by its number: here, in processes of this machine, or on a cluster.

A game depends on its match and number alone, so it does not matter who plays it, or when. Games are handed out in tasks of
about a second. What is finished comes back in any order, and counts when the log has it on the disk.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import closing
from itertools import islice
from math import inf
from time import monotonic
from typing import NamedTuple

from tabuleiro.ai.agents import cores
from tabuleiro.arena.signals import KILLED, answered, leave_politely, undisturbed
from tabuleiro.core import later
from tabuleiro.core.errors import WorkerDied

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
    from types import TracebackType
    from typing import Any, Protocol, Self

    from tabuleiro.arena.log import Log

    class Work(Protocol):
        """What games are played for: a match, or whatever else has numbered pieces that depend on nothing else. It can be
        hashed and pickled.
        """

        @property
        def game(self) -> str: ...
        @property
        def agents(self) -> tuple[str, ...]: ...
        def play(self, number: int, here: Mapping[str, str] | None = None) -> Any: ...

    class Keeper(Protocol):
        """What keeps finished games."""

        def keep(self, match: Any, game: Any) -> None: ...
        def settle(self, *, now: bool = False) -> bool: ...


LOOK = 0.5  # seconds after which something is yielded, if only that nothing is new
TASK = 1.0  # seconds of a task: long enough for what handing it out costs, short enough to be lost
MOST = 256  # games of a task
AHEAD = 2  # tasks for every worker that are handed out, so that none waits for the next one
TRIES = 3  # times that a game is handed out before the worker's end is the game's doing


class Job(NamedTuple):
    """Game *number* of a match, or piece *number* of other work."""

    match: Work
    number: int


class Report(NamedTuple):
    """What became of a task: the games with the seconds that each took, and the error that kept the rest from it."""

    games: list[tuple[Any, float]]
    error: Exception | None = None


class Lost(Exception):
    """A task whose worker ended."""


class Executor(ABC):
    """Plays any number of sets of jobs, one after another; use it as a context."""

    workers = 1
    lost = 0  # tasks whose worker ended before they did; they were handed out again

    @abstractmethod
    def play(self, jobs: Iterator[Job], count: int) -> Generator[list[tuple[Work, Any]]]:
        """Play *jobs*, which are *count*, and yield what is finished; at times that is nothing.

        To close this gives up what has not come back.
        """

    def notes(self) -> list[str]:
        """What happened that whoever reads the result should know."""
        return []

    def __enter__(self) -> Self:
        return self

    def __exit__(  # noqa: B027 - who plays here has nothing to end
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End those who play."""


class Here(Executor):
    """In this process, one game after another."""

    def play(self, jobs: Iterator[Job], count: int) -> Generator[list[tuple[Work, Any]]]:
        for match, number in jobs:
            yield [(match, match.play(number))]


class Pool(Executor):
    """Several workers, to whom tasks are handed out."""

    def play(self, jobs: Iterator[Job], count: int) -> Generator[list[tuple[Work, Any]]]:
        self._begin()
        tasks = Tasks(jobs, count, self.workers)
        waiting: dict[Any, list[Job]] = {}
        try:
            while True:
                while len(waiting) < AHEAD * self.workers and (task := tasks.take()):
                    self._prepare(task)
                    with undisturbed():  # a process that is half started would complain
                        waiting[self._hand_out(task)] = task
                if not waiting:
                    return
                finished, failure = self._gather(waiting, tasks)
                yield finished
                if failure:
                    raise failure
        finally:
            self._give_up(waiting)

    def _gather(self, waiting: dict[Any, list[Job]], tasks: Tasks) -> tuple[list[tuple[Work, Any]], Exception | None]:
        """The games that came back, and the error that ended a task."""
        finished: list[tuple[Work, Any]] = []
        failure = None
        for handle in self._returned(waiting):
            task = waiting.pop(handle)
            try:
                report = self._report(handle)
            except Lost:
                self.lost += 1
                tasks.hand_out_again(task)
                continue
            for job, (game, seconds) in zip(task, report.games, strict=False):
                tasks.learn(job.match, seconds)
                finished.append((job.match, game))
            failure = failure or report.error
        return finished, failure

    def _begin(self) -> None:
        """Get the workers ready, unless they are."""

    def _prepare(self, task: list[Job]) -> None:
        """Get the workers ready for *task*, which may take long and be interrupted."""

    @abstractmethod
    def _hand_out(self, task: list[Job]) -> Any:
        """A handle, by which the task is known from now on."""

    @abstractmethod
    def _returned(self, handles: Collection[Any]) -> Iterable[Any]:
        """Those of *handles* whose task is over, after at most LOOK seconds."""

    @abstractmethod
    def _report(self, handle: Any) -> Report:
        """What a task brought that is over; raises Lost."""

    @abstractmethod
    def _give_up(self, handles: Collection[Any]) -> None:
        """Nobody wants these tasks any more."""


class Tasks:
    """Cuts jobs into tasks of about a second, by what games of the same match took; shorter ones towards the end."""

    def __init__(self, jobs: Iterator[Job], count: int, workers: int) -> None:
        self._jobs, self._left, self._workers = jobs, count, workers
        self._seconds: dict[Work, float] = {}  # of a game, by match
        self._again: list[Job] = []
        self._tries: dict[Job, int] = {}

    def take(self) -> list[Job]:
        """The next task; an empty one when nothing is left."""
        if self._again:
            return [self._again.pop()]  # alone: whichever game ends its worker takes no other with it
        task: list[Job] = []
        most, seconds = min(MOST, max(1, self._left // (AHEAD * self._workers))), 0.0
        for job in islice(self._jobs, most):
            task.append(job)
            seconds += self._seconds.get(job.match, inf)
            if seconds >= TASK:
                break
        self._left -= len(task)
        return task

    def learn(self, match: Work, seconds: float) -> None:
        """A game of *match* took so long: half of what is believed is the last one, for the first one may compile."""
        self._seconds[match] = (self._seconds.get(match, seconds) + seconds) / 2

    def hand_out_again(self, task: list[Job]) -> None:
        """The worker of *task* ended. Raises WorkerDied for a game that was there too often when one did."""
        for job in task:
            tries = self._tries[job] = self._tries.get(job, 0) + (len(task) == 1)
            if tries >= TRIES:
                raise WorkerDied(
                    later(
                        "game {number} of {agents} ended its worker {count} times; start again to go on",
                        number=job.number,
                        agents=" - ".join(job.match.agents),
                        count=tries,
                    )
                )
        self._again += reversed(task)


def play_all(task: list[Job], here: Mapping[str, str] | None = None) -> Report:
    """Play a task, in a worker; *here* is how files that a person named are spelled on this machine."""
    games = []
    for match, number in task:
        began = monotonic()
        try:
            games.append((match.play(number, here), monotonic() - began))
        except Exception as error:  # noqa: BLE001 - the other side raises it
            return Report(games, error)
    return Report(games)


# ── For those who want games played ──────────────────────────────────────────────────────────────────────────────


def hands(workers: int | None = None, ray: str | None = None, games: float = inf) -> Executor:
    """Who plays: a cluster *ray* if one is named, else as many processes as asked for, or as there are cores for *games*."""
    if ray:
        from tabuleiro.arena.cluster import Ray

        return Ray(ray, workers)
    count = min(workers or cores(), games)
    if count <= 1:
        return Here()
    from tabuleiro.arena.processes import Processes

    return Processes(int(count))


def missing(log: Log, games: int) -> Iterator[Job]:
    """Those of the games 1 to *games* that are not in *log*."""
    return (Job(log.match, number) for number in range(1, games + 1) if number not in log.games)


def conduct(
    executor: Executor,
    jobs: Iterator[Job],
    count: int,
    keeper: Keeper,
    progress: Callable[[], None] = lambda: None,
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Let *executor* play *jobs* and *keeper* keep the games, until all are played or it is *enough*."""
    progress()
    with answered(KILLED, leave_politely), closing(executor.play(jobs, count)) as played:
        try:
            for finished in played:
                for match, game in finished:
                    keeper.keep(match, game)
                if keeper.settle():
                    progress()
                    if enough():
                        return
        finally:
            if keeper.settle(now=True):
                progress()


def run(
    log: Log,
    games: int,
    workers: int | Executor | None = None,
    progress: Callable[[], None] = lambda: None,
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Play games 1 to *games* of the match of *log*, but for those that are there already.

    *workers* is how many games at a time, or the executor that several matches share.
    """
    left = games - sum(1 <= number <= games for number in log.games)
    due = missing(log, games)
    if isinstance(workers, Executor):
        conduct(workers, due, left, log, progress, enough)
        return
    with hands(workers, games=left) as executor:
        conduct(executor, due, left, log, progress, enough)
