"""Games on the machines of a Ray cluster: ``tabuleiro[cluster]``.

A task that is lost with its worker or its machine is ours to hand out again, so that the loss is counted and told. A
file that a person named, a game or a bot, goes along with the jobs, and every machine must have the same Tabuleiro.
"""

from __future__ import annotations

import os
import pickle
import sys
from functools import cache, lru_cache
from tempfile import gettempdir

from tabuleiro.arena.executor import LOOK, Job, Lost, Pool, Report, play_all
from tabuleiro.arena.parcel import Parcel, unpacked
from tabuleiro.core import later, say, say_many
from tabuleiro.core.errors import BadOption, WorkerDied
from tabuleiro.home.languages import choose, spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from types import TracebackType
    from typing import Any, Self

    from tabuleiro.arena.executor import Work

AUTO, LOCAL = "auto", "local"
HOST = "127.0.0.1"  # where Ray listens when we start it
SETTINGS = {
    "RAY_worker_niceness": "0",  # else workers are niced, and play many times slower on a busy machine
    "RAY_USAGE_STATS_ENABLED": "0",
}
OBJECTS = 100 * 2**20  # bytes for what tasks bring back
KNOCK = 5.0  # seconds for a cluster to answer at all
WARM = 600.0  # seconds in which a machine has compiled everything


class Ray(Pool):
    """The cluster at *address*; ``auto`` is the one that runs on this machine, or one of our own, ``local`` one of our own."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        self._address, self._asked = address, workers
        self._notes: list[str] = []
        self._setup: dict[Work, Any] = {}  # language and files, by match
        self._warm: set[tuple[str, str, str]] = set()

    def __enter__(self) -> Self:
        os.environ.update({key: value for key, value in SETTINGS.items() if key not in os.environ})
        try:
            import ray
        except ImportError as error:
            raise BadOption(later("--ray needs Ray: pip install 'tabuleiro[cluster]'")) from error
        self._ray: Any = ray
        self._connect()
        self._task = self._ray.remote(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")(work)
        self.workers = self._asked or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return self

    def _connect(self) -> None:
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "ignore_reinit_error": False}
        if self._address != LOCAL:
            try:
                _knock(self._address)
                self._ray.init(self._address, **quiet)
            except (OSError, ValueError, RuntimeError) as error:
                if self._address != AUTO:
                    raise BadOption(
                        later(
                            "there is no Ray cluster at {address} that lets us in: {error}",
                            address=self._address,
                            error=_line(error),
                        )
                    ) from error
            else:
                return
        self._ray.init(
            LOCAL,  # else Ray looks for one that runs, and takes none of the following
            num_cpus=self._asked or _cores(),
            include_dashboard=False,
            object_store_memory=OBJECTS,
            _node_ip_address=HOST,
            **quiet,
        )

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ray.shutdown()

    def notes(self) -> list[str]:
        lost = self.lost
        told = say_many(
            "{count} task was lost with its worker and handed out again",
            "{count} tasks were lost with their workers and handed out again",
            lost,
        )
        return [*self._notes, *([told] if lost else [])]

    def _prepare(self, task: list[Job]) -> None:
        for job in task:
            if job.match not in self._setup:
                self._setup[job.match] = self._ray.put((spoken(), Parcel.of(job.match)))
                self._warm_up(job.match)

    def _hand_out(self, task: list[Job]) -> Any:
        return self._task.remote(task, *{id(ref): ref for ref in (self._setup[job.match] for job in task)}.values())

    def _returned(self, handles: Collection[Any]) -> Iterable[Any]:
        done, _ = self._ray.wait(list(handles), num_returns=1, timeout=LOOK)
        if done:
            done, _ = self._ray.wait(list(handles), num_returns=len(handles), timeout=0)
        return list(done)

    def _report(self, handle: Any) -> Report:
        errors = self._ray.exceptions
        try:
            report: Report = pickle.loads(self._ray.get(handle))  # noqa: S301 - what our own worker wrote
        except errors.RayTaskError as error:
            raise WorkerDied(later("a worker of the cluster failed: {error}", error=_line(error.cause))) from error
        except errors.RayError as error:
            raise Lost from error
        return report

    def _give_up(self, handles: Collection[Any]) -> None:
        for handle in handles:
            self._ray.cancel(handle, force=True)

    def _warm_up(self, match: Work) -> None:
        """Let every machine compile what *match* needs once, before all its workers would; refuse one that differs."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        nodes = [node for node in self._ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]
        due = {
            (node["NodeID"], match.game, agent): node
            for node in nodes
            for agent in match.agents
            if (node["NodeID"], match.game, agent) not in self._warm
        }
        asked = {}
        for node in {node["NodeID"]: node for node in due.values()}.values():
            there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            remote = self._ray.remote(num_cpus=1, max_retries=0, scheduling_strategy=there)(warm)
            asked[remote.remote(match, self._setup[match])] = node["NodeManagerAddress"]
        self._warm |= set(due)
        for handle, address in asked.items():
            try:
                edition, nice = self._ray.get(handle, timeout=WARM)
            except self._ray.exceptions.RayTaskError as error:
                raise WorkerDied(later("a worker of the cluster failed: {error}", error=_line(error.cause))) from error
            except self._ray.exceptions.RayError:
                continue  # a machine that went; its tasks will be lost and told
            if edition != our_edition():
                raise BadOption(later("{address} has another version of Tabuleiro; install the same", address=address))
            note = say("workers at {address} are niced: start Ray there with RAY_worker_niceness=0", address=address)
            if nice and note not in self._notes:
                self._notes.append(note)


def _knock(address: str) -> None:
    """Raise OSError at once if nobody answers at ``host:port``: Ray would try for minutes."""
    from socket import create_connection

    host, colon, port = address.rpartition(":")
    if colon and port.isdigit() and "://" not in address:
        create_connection((host, int(port)), KNOCK).close()


def _line(error: object) -> str:
    return str(error).strip().partition("\n")[0]


def _cores() -> int:
    from tabuleiro.ai.agents import cores

    return cores()


@cache
def our_edition() -> str:
    """What tells this Tabuleiro from others: Python's version, and a digest of our sources."""
    from hashlib import sha256
    from pathlib import Path

    import tabuleiro

    root = Path(tabuleiro.__file__).parent
    digest = sha256()
    for path in sorted((*root.rglob("*.py"), *root.rglob("*.net"))):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{sys.version_info.major}.{sys.version_info.minor} {digest.hexdigest()}"


# ── In a worker ──────────────────────────────────────────────────────────────────────────────────────────────────


def work(task: list[Job], *setups: tuple[str, Parcel]) -> bytes:
    """Play a task; engines end with this process, however it ends, for each of them has a guard. What became of it is
    written here: Ray would look for code in every object of it, which takes several times as long.
    """
    here: dict[str, str] = {}
    for language, parcel in setups:
        choose(language)
        here |= _found(parcel)
    return pickle.dumps(play_all(task, here), pickle.HIGHEST_PROTOCOL)


def warm(match: Work, setup: tuple[str, Parcel]) -> tuple[str, int]:
    """Compile what *match* needs; which Tabuleiro this is, and how nice its workers are."""
    from random import Random

    from tabuleiro.ai.background import prepared
    from tabuleiro.core.registry import find
    from tabuleiro.play.agent import Spec

    edition = our_edition()
    choose(setup[0])
    here = _found(setup[1])
    game = find(here.get(match.game, match.game))
    for agent in match.agents:
        if not Spec.read(agent).program:
            prepared(here.get(agent, agent), game, Random(0)).close()
    return edition, os.nice(0)


@lru_cache(maxsize=256)
def _found(parcel: Parcel) -> dict[str, str]:
    return unpacked(parcel, os.path.join(gettempdir(), f"tabuleiro-{os.getuid() if hasattr(os, 'getuid') else 0}"))
