"""The connection to a database, and bringing its tables up to date."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tabuleiro.core import later, say
from tabuleiro.core.errors import BadOption
from tabuleiro.core.words import brief

PATIENCE = 10  # seconds that SQLite waits for another process
DIALECTS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


@contextmanager
def usable(address: str) -> Iterator[None]:
    """Whatever a database at *address* does wrong inside is told in one line: it may be no site's, or none at all."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        cause = brief(str(getattr(error, "orig", None) or error).partition("\n")[0])
        place = make_url(address).render_as_string(hide_password=True)
        raise BadOption(later("{address} cannot be used: {error}", address=place, error=cause)) from error


def connect(address: str) -> Engine:
    """The database at *address*: ``sqlite:///games.db`` or ``postgresql://user@host/name``."""
    try:
        url = make_url(address)
    except ArgumentError:
        url = None
    if url is None or url.drivername.partition("+")[0] not in DIALECTS:
        known = "sqlite:///FILE, postgresql://USER@HOST/NAME"
        raise BadOption(later("{address} is no database; write {known}", address=address, known=known))
    url = url.set(drivername=DIALECTS[url.drivername.partition("+")[0]])
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", _careful)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _careful(connection: Any, _: object) -> None:
    """A commit is on the disk when it returns, also if the power fails; readers do not wait for the writer."""
    connection.isolation_level = None  # we say BEGIN ourselves
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def upgrade(engine: Engine) -> None:
    """Bring the tables up to date, or make them."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    if engine.dialect.name == "sqlite" and engine.url.database:
        os.makedirs(os.path.dirname(os.path.abspath(engine.url.database)), exist_ok=True)
    config = Config()
    config.set_main_option("script_location", os.path.join(os.path.dirname(os.path.abspath(__file__)), "migrations"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise SQLAlchemyError(say("its tables are of another version of Tabuleiro")) from error
