"""Group commit: one thread writes, and takes all that is waiting into one transaction; an answer comes from the disk."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import SQLAlchemyError

Work = tuple[Executable, list[dict[str, Any]]]
Done = Callable[[Exception | None], None]

MOST = 500  # jobs in a transaction


class Writer:
    """Writes jobs, each of which is several statements that belong together, in the order in which they come."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._waiting: SimpleQueue[tuple[list[Work], Done] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, job: list[Work], done: Done) -> None:
        """Write *job*; *done* is called in the writer's thread once it is on the disk, or with what prevented that."""
        self._waiting.put((job, done))

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

    def _write_all(self, connection: Connection | None, jobs: list[tuple[list[Work], Done]]) -> Connection | None:
        """Write *jobs* in one transaction; if that fails, each in its own, so that one cannot hinder the others."""
        try:
            connection = connection or self.engine.connect()
            with connection.begin():
                _execute(connection, [work for job, _ in jobs for work in job])
        except (SQLAlchemyError, OSError) as error:
            if connection:
                connection.invalidate()  # after an error nothing is known about it
                connection.close()
            if len(jobs) == 1:
                jobs[0][1](error)
                return None
            connection = None
            for job in jobs:
                connection = self._write_all(connection, [job])
            return connection
        for _, done in jobs:
            done(None)
        return connection


def _execute(connection: Connection, works: list[Work]) -> None:
    """Execute *works* in order; rows for the same statement, one after the other, go together."""
    index = 0
    while index < len(works):
        statement, rows = works[index]
        rows = list(rows)
        index += 1
        while index < len(works) and works[index][0] is statement and rows:
            rows += works[index][1]
            index += 1
        connection.execute(statement, rows or None)
