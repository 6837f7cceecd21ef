"""Looking after a database from outside, also while a site runs on it."""

from __future__ import annotations

import os
from contextlib import closing

from tabuleiro.core import later, say
from tabuleiro.core.errors import BadOption
from tabuleiro.home.files import refuse_to_replace
from tabuleiro.store.database import connect, upgrade, usable
from tabuleiro.store.store import Store


def back_up(address: str, file: str) -> None:
    """Copy the SQLite database at *address* to *file* as it is at one moment; never over another file."""
    engine = connect(address)
    if engine.dialect.name != "sqlite":
        raise BadOption(say("this is a PostgreSQL database, which pg_dump backs up"))
    if not os.path.isfile(engine.url.database or ""):
        raise BadOption(later("there is no database at {address}", address=address))
    refuse_to_replace(file)
    with usable(address), engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        raw.commit()
        raw.execute("VACUUM INTO ?", (file,))
    engine.dispose()


def bring_up_to_date(address: str) -> None:
    """Make the tables, or upgrade them."""
    with usable(address):
        upgrade(connect(address))


def prune(address: str, before: float) -> int:
    """Delete the games in which nothing has happened since *before*; how many."""
    with usable(address), closing(Store(address)) as store:
        return store.prune(before)


def delete(address: str, game: str) -> bool:
    """Delete *game*; was it there?"""
    with usable(address), closing(Store(address)) as store:
        return store.delete(game)
