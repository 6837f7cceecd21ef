"""The commands of a site: what they say, and what they answer to wrong use in one line."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from urllib.request import urlopen

import pytest

from tabuleiro.cli.main import main
from tabuleiro.store.store import Store

WRONG = (
    (["--database", "mysql://x"], "is no database"),
    (["--agent", "x"], "write NAME=SPEC"),
    (["--agent", "net=policy:nobody.onnx"], "there is no file nobody.onnx"),
    (["--port", "99999"], "no number"),
    (["--thinkers", "0"], "no number"),
    (["--trusted-proxy", "*"], "no address"),
    (["--trusted-proxy", "127.0.0.1,proxy.example"], "no address"),
)


@pytest.mark.parametrize(("words", "told"), WRONG)
def test_wrong_use_is_told_in_one_line(capsys, words, told):
    assert main(["serve", *words]) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1


def test_a_port_that_is_taken(capsys, database):
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        assert main(["serve", "--port", str(other.getsockname()[1]), "--database", database]) == 2
    said = capsys.readouterr().err
    assert "cannot be used" in said and said.count("\n") == 1


@pytest.mark.parametrize("desktop", [True, False])
def test_a_browser_opens_where_there_is_a_desktop(database, tmp_path, desktop):
    """A browser that stays open, as some do, and keeps nobody from playing meanwhile."""
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\nexec sleep 60\n')
    browser.chmod(0o755)
    here = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env = here | {"BROWSER": str(browser)} | ({"DISPLAY": ":0"} if desktop else {})
    words = [sys.executable, "-m", "tabuleiro", "serve", "--open", "--port", "0", "--database", database]
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True, start_new_session=True) as site:
        try:
            url = site.stdout.readline().split()[-1]
            with closing(urlopen(f"{url}/healthz", timeout=20)) as answer:
                assert answer.status == 200
            until = time.monotonic() + (20 if desktop else 0.5)
            while not opened.exists() and time.monotonic() < until:
                time.sleep(0.05)
            assert (opened.read_text().strip() if opened.exists() else "") == (url if desktop else "")
        finally:
            os.killpg(site.pid, signal.SIGKILL)


def test_settings_come_from_flags_and_then_from_the_environment(monkeypatch):
    from argparse import ArgumentParser

    from tabuleiro.cli.commands import serve

    monkeypatch.setenv("TABULEIRO_PORT", "81")
    monkeypatch.setenv("TABULEIRO_DATABASE", "sqlite:///x.db")
    monkeypatch.setenv("TABULEIRO_AGENTS", "a=greedy\nb=mcts:nodes=9")
    parser = ArgumentParser()
    serve.arguments(parser)
    found = serve.settings_of(parser.parse_args([]))
    assert (found.port, found.database, found.host) == (81, "sqlite:///x.db", "127.0.0.1")
    assert found.agents == {"a": "greedy", "b": "mcts:nodes=9"}
    assert serve.settings_of(parser.parse_args(["--port", "82"])).port == 82


def made(address):
    """An empty database of a site."""
    Store(address).close()
    return address


def test_looking_after_the_games(database, tmp_path, capsys):
    assert main(["db", "upgrade", "--database", made(database)]) == 0
    assert main(["db", "--database", database, "delete", "nothing"]) == 1
    assert main(["db", "prune", "--older", "30", "--database", database]) == 0
    assert main(["db", "backup", str(tmp_path / "copy.db"), "--database", database]) == 0
    assert main(["db", "backup", str(tmp_path / "copy.db"), "--database", database]) == 2
    assert main(["db"]) == 2
    said = capsys.readouterr()
    assert "0 games deleted" in said.out and "already" in said.err
    with closing(Store(f"sqlite:///{tmp_path / 'copy.db'}")) as store:
        assert store.count() == 0


def other_databases(folder):
    """What is no database of a site, by name."""
    (folder / "text.db").write_text("hello", "utf-8")
    (folder / "dir.db").mkdir()
    os.mkfifo(folder / "pipe.db")
    tables = {
        "game.db": ["CREATE TABLE game (x)"],
        "later.db": ["CREATE TABLE alembic_version (version_num)", "INSERT INTO alembic_version VALUES ('../../evil')"],
    }
    for name, lines in tables.items():
        with closing(sqlite3.connect(folder / name)) as made:
            for line in lines:
                made.execute(line)
            made.commit()
    return ["text.db", "dir.db", "pipe.db", *tables]


def test_a_database_that_is_not_of_a_site(tmp_path, capsys):
    tasks = (["db", "upgrade"], ["db", "prune", "--older", "3"], ["db", "delete", "x"], ["serve", "--port", "0"])
    for name in other_databases(tmp_path):
        for words in tasks:
            assert main([*words, "--database", f"sqlite:///{tmp_path / name}"]) == 2
            said = capsys.readouterr().err
            assert "cannot be used: " in said and said.count("\n") == 1


@pytest.mark.parametrize(
    "task", [["upgrade"], ["prune", "--older", "3"], ["delete", "x"], ["backup", "copy.db"]], ids=lambda task: task[0]
)
def test_looking_after_nothing_makes_no_database(task, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for address in ("sqlite:///none.db", "sqlite:///none/none.db", "sqlite://"):
        assert main(["db", *task, "--database", address]) == 2
        said = capsys.readouterr().err
        assert f"there is no database at {address}" in said and said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_backup_of_nothing_is_none(tmp_path, capsys):
    database = made(f"sqlite:///{tmp_path / 'a.db'}")
    for name in (*other_databases(tmp_path)[:3], "none.db", "none/none.db"):
        assert main(["db", "backup", str(tmp_path / "copy.db"), "--database", f"sqlite:///{tmp_path / name}"]) == 2
    assert main(["db", "backup", str(tmp_path / "none" / "copy.db"), "--database", database]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 6 and "went wrong inside" not in said.err
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(("copy", "none"))) == []


def test_a_password_is_not_shown(capsys):
    assert main(["db", "upgrade", "--database", "postgresql://ana:hunter2@127.0.0.1:1/x"]) == 2
    assert "hunter2" not in capsys.readouterr().err
