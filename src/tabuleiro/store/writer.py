"""Group commit: one thread writes, and takes all that is waiting into one transaction; an answer comes from the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, Executable

MOST = 500  # jobs in a transaction

T = TypeVar("T")
Work = tuple[Executable, list[dict[str, Any]]]
Told = Callable[[list[tuple[T, Exception | None]]], None]


class Writer(Generic[T]):
    """Writes jobs, each of which is several statements that belong together, in the order in which they come.

    Within a transaction the rows for one statement go together, and statements come in the given *order*: a game before
    what happens in it. *told* is called in the thread of the writer, with whose jobs are on the disk, or what prevented that.
    """

    def __init__(self, engine: Engine, order: Sequence[Executable], told: Told[T]) -> None:
        self.engine = engine
        self.order = order
        self.told = told
        self._waiting: SimpleQueue[tuple[list[Work], T] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, job: list[Work], whose: T) -> None:
        """Write *job*; *told* will hear of it as *whose*."""
        self._waiting.put((job, whose))

    def close(self) -> None:
        """Write what is waiting, and end."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        connection: Connection | None = None
        while (first := self._waiting.get()) is not None:
            jobs, last = [first], False
            while len(jobs) < MOST and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    last = True
                    break
                jobs.append(following)
            connection = self._write_all(connection, jobs)
            if last:
                break
        if connection:
            connection.close()

    def _write_all(self, connection: Connection | None, jobs: list[tuple[list[Work], T]]) -> Connection | None:
        """Write *jobs* in one transaction; if that fails, each in its own, so that one cannot hinder the others."""
        try:
            connection = connection or self.engine.connect()
            with connection.begin():
                self._execute(connection, [work for job, _ in jobs for work in job])
        except Exception as error:  # noqa: BLE001 - whatever it is, this thread has to go on for the others
            if connection:
                connection.close()  # the pool keeps it: on a full disk SQLite could not open another one to read with
            if len(jobs) == 1:
                self.told([(jobs[0][1], error)])
                return None
            connection = None
            for job in jobs:
                connection = self._write_all(connection, [job])
            return connection
        self.told([(whose, None) for _, whose in jobs])
        return connection

    def _execute(self, connection: Connection, works: list[Work]) -> None:
        rows: dict[int, list[dict[str, Any]]] = {}
        for statement, more in works:
            rows.setdefault(id(statement), []).extend(more)
        for statement in self.order:
            if id(statement) in rows:
                connection.execute(statement, rows[id(statement)])
