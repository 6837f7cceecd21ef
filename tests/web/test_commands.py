"""The commands of a site: what they say, and what they answer to wrong use in one line."""

from __future__ import annotations

import socket
from contextlib import closing

import pytest

from tabuleiro.cli.main import main
from tabuleiro.store.store import Store

WRONG = (
    (["--database", "mysql://x"], "is no database"),
    (["--agent", "x"], "write NAME=SPEC"),
    (["--port", "99999"], "no number"),
    (["--thinkers", "0"], "no number"),
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


def test_looking_after_the_games(database, tmp_path, capsys):
    assert main(["db", "upgrade", "--database", database]) == 0
    assert main(["db", "--database", database, "delete", "nothing"]) == 1
    assert main(["db", "prune", "--older", "30", "--database", database]) == 0
    assert main(["db", "backup", str(tmp_path / "copy.db"), "--database", database]) == 0
    assert main(["db", "backup", str(tmp_path / "copy.db"), "--database", database]) == 2
    assert main(["db"]) == 2
    said = capsys.readouterr()
    assert "0 games deleted" in said.out and "already" in said.err
    with closing(Store(f"sqlite:///{tmp_path / 'copy.db'}")) as store:
        assert store.count() == 0
