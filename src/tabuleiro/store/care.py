"""Looking after a database from outside, also while a site runs on it."""

from __future__ import annotations

from contextlib import closing

from sqlalchemy.exc import SQLAlchemyError

from tabuleiro.core import say
from tabuleiro.core.errors import BadOption
from tabuleiro.core.words import brief
from tabuleiro.home.files import refuse_to_replace
from tabuleiro.store.database import connect, upgrade
from tabuleiro.store.store import Store


def back_up(address: str, file: str) -> None:
    """Copy the SQLite database at *address* to *file* as it is at one moment; never over another file."""
    engine = connect(address)
    if engine.dialect.name != "sqlite":
        raise BadOption(say("this is a PostgreSQL database, which pg_dump backs up"))
    refuse_to_replace(file)
    with engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        raw.commit()
        raw.execute("VACUUM INTO ?", (file,))
    engine.dispose()


def bring_up_to_date(address: str) -> None:
    """Make the tables, or upgrade them."""
    try:
        upgrade(connect(address))
    except SQLAlchemyError as error:
        raise BadOption(say("{address} cannot be used: {error}", address=address, error=_first_line(error))) from error


def prune(address: str, before: float) -> int:
    """Delete the games in which nothing has happened since *before*; how many."""
    with closing(_store(address)) as store:
        return store.prune(before)


def delete(address: str, game: str) -> bool:
    """Delete *game*; was it there?"""
    with closing(_store(address)) as store:
        return store.delete(game)


def _store(address: str) -> Store:
    try:
        return Store(address)
    except SQLAlchemyError as error:
        raise BadOption(say("{address} cannot be used: {error}", address=address, error=_first_line(error))) from error


def _first_line(error: SQLAlchemyError) -> str:
    return brief(str(getattr(error, "orig", None) or error).partition("\n")[0])
