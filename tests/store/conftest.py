"""The same tests on every kind of database."""

from __future__ import annotations

from itertools import count

import pytest

import postgres

pytest.importorskip("sqlalchemy")

NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_server():
    with postgres.server() as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.machine)])
def address(request, tmp_path):
    """A new database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    return postgres.fresh(request.getfixturevalue("postgres_server"), f"games{next(NUMBERS)}")
