"""A PostgreSQL server of the tests' own: Debian's, installed where we may, started in a temporary folder."""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import contextmanager

import pytest

PACKAGE = "postgresql"


def binaries() -> str:
    """The folder with ``initdb`` and ``pg_ctl``; installed by the machine's packages if it is not there."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    if not found and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-qq", PACKAGE], check=False, capture_output=True)
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    if not found:
        pytest.fail(f"these tests need PostgreSQL: install the package {PACKAGE} (apt-get install {PACKAGE})")
    return os.path.dirname(found[-1])


@contextmanager
def server():
    """The address of a fresh server, without a database name; it ends with the block."""
    folder = binaries()
    root = os.geteuid() == 0
    owner = {"user": "postgres", "group": "postgres", "extra_groups": []} if root else {}
    with tempfile.TemporaryDirectory(prefix="tabuleiro-pg-") as place:
        if root:
            os.chown(place, pwd.getpwnam("postgres").pw_uid, -1)
        data = os.path.join(place, "data")

        def run(program, *words):
            program = os.path.join(folder, program)
            subprocess.run([program, *words], check=True, stdout=subprocess.DEVNULL, cwd=place, **owner)

        run("initdb", "-D", data, "-A", "trust", "-U", "tabuleiro", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories={place}"
        run("pg_ctl", "-D", data, "-o", options, "-l", os.path.join(place, "log"), "-w", "start")
        try:
            yield f"postgresql://tabuleiro@/{{name}}?host={place}"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")


def fresh(address: str, name: str) -> str:
    """A new, empty database on the server at *address*."""
    import psycopg

    with psycopg.connect(address.format(name="postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return address.format(name=name)
