"""Looking after a database from outside, also while a site runs on it."""

from __future__ import annotations

import os
from contextlib import closing

from sqlalchemy import Engine

from tabuleiro.core import later, say
from tabuleiro.core.errors import BadOption
from tabuleiro.home.files import refuse_to_replace
from tabuleiro.store.database import connect, upgrade, usable
from tabuleiro.store.store import Store


def back_up(address: str, file: str) -> None:
    """Copy the SQLite database at *address* to *file* as it is at one moment; never over another file."""
    engine = _there(address)
    if engine.dialect.name != "sqlite":
        raise BadOption(say("this is a PostgreSQL database, which pg_dump backs up"))
    refuse_to_replace(file)
    with usable(address), engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        raw.commit()
        raw.execute("VACUUM INTO ?", (file,))
    engine.dispose()


def _there(address: str) -> Engine:
    """The database at *address*, which must be there: only a site makes one where there is none."""
    engine = connect(address)
    if engine.dialect.name == "sqlite" and not os.path.exists(engine.url.database or ""):
        raise BadOption(later("there is no database at {address}", address=address))
    return engine


def bring_up_to_date(address: str) -> None:
    """Upgrade the tables, or make them in an empty database."""
    with usable(address):
        upgrade(_there(address))


def prune(address: str, before: float) -> int:
    """Delete the games in which nothing has happened since *before*; how many."""
    _there(address).dispose()
    with usable(address), closing(Store(address)) as store:
        return store.prune(before)


def delete(address: str, game: str) -> bool:
    """Delete *game*; was it there?"""
    _there(address).dispose()
    with usable(address), closing(Store(address)) as store:
        return store.delete(game)
