"""Nothing that is given on the command line ends it without a word, waits for ever or takes all memory."""

from __future__ import annotations

import os

import pytest

MATCH = ["match", "momentum", "random", "random"]
GAME = """
from dataclasses import dataclass

from tabuleiro.core import NOBODY, NOTHING, ActionSpace, Board, Game, Outcome, Piece, Place, Seat, State


@dataclass(frozen=True)
class Odd(Game):
    name, title, tagline = "odd", "Odd", "Ends."
    board = Board.grid("ab", "21")
    pieces = (NOTHING, Piece("x", "cross", 0, "blue"), Piece("o", "nought", 1, "red"))
    seats = (Seat("x", "Cross", "blue"), Seat("o", "Nought", "red"))
    space = ActionSpace(Place(cell, stone) for stone in (1, 2) for cell in range(4))

    def start(self):
        return State(bytes(4), 0)

    def actions(self, state):
        raise {end}

    def apply(self, state, action):
        return state

    def outcome(self, state):
        return Outcome.draw(2, "never")
"""


@pytest.mark.parametrize("end", ["SystemExit", "SystemExit(0)", "SystemExit('bye')", "GeneratorExit", "BaseException"])
def test_a_file_that_ends_the_program_does_not_run(run, tmp_path, end):
    (tmp_path / "evil.py").write_text(f"raise {end}", "utf-8")
    for command in (["check"], ["rules"], ["play", "--players", "random,random"]):
        done = run(command[0], "evil.py", *command[1:], code=2)
        assert done.stderr.startswith(f"tabuleiro: evil.py does not run: {end.partition('(')[0]}")
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("end", ["SystemExit(0)", "SystemExit('bye')", "SystemExit"])
def test_rules_that_end_the_program_are_a_mistake(run, tmp_path, end):
    (tmp_path / "odd.py").write_text(GAME.replace("{end}", end), "utf-8")
    done = run("moves", "odd.py", code=2)
    assert "something went wrong inside: SystemExit" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "flag", "least", "most"),
    [
        (MATCH, "--even", 1, 100),
        (MATCH, "--games", 1, 100_000),
        (MATCH, "--opening", 0, 1000),
        (MATCH, "--nodes", 1, 10**12),
        (MATCH, "--workers", 1, 256),
        (["ladder", "momentum"], "--games", 1, 100_000),
        (["check", "momentum"], "--games", 1, 100_000),
        (["analyze", "momentum"], "--lines", 1, 100),
        (["analyze", "momentum"], "--nodes", 1, 10**12),
    ],
)
def test_numbers_have_a_most(run, words, flag, least, most):
    """As many beginnings as one liked were played and judged before the first game, and as many processes started."""
    for value in (most + 1, 10**30, "9" * 5000, least - 1, "x", ""):
        said = run(*words, f"{flag}={value}", code=2).stderr
        assert f"argument {flag}: " in said and f" is no number from {least} to {most}; " in said
        assert len(said.splitlines()) == 1 and len(said) < 1100


def test_so_has_the_depth_of_a_count(run):
    for value in ("101", "9" * 5000):
        assert "is no number from 0 to 100" in run("perft", "momentum", value, code=2).stderr
    assert run("perft", "momentum:turn_limit=2", "100").stdout == "0\n"


@pytest.mark.parametrize("value", ["86401", "1e300", "inf", "9" * 400])
def test_nobody_thinks_for_more_than_a_day(run, value):
    for words in (MATCH, ["analyze", "momentum"], ["play", "momentum", "--players", "random,random"]):
        said = run(*words, "--seconds", value, code=2).stderr
        assert " is no number above 0 and up to 86400; " in said


def test_positions_are_read_from_ordinary_files(run, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    done = run("moves", "eximo", "--positions", "pipe", code=2)
    assert done.stderr == "tabuleiro: pipe: this is no ordinary file; what a program writes can be sent to -\n"


def test_a_position_may_be_as_long_as_it_likes(run, tmp_path):
    """It is refused like any other that cannot be read, in one line, and the next one is read."""
    start = run("show", "eximo").stdout.split("position: ")[1].splitlines()[0]
    (tmp_path / "positions").write_text(f"{'x' * 9_000_000}\n{start}\n", "utf-8")
    done = run("moves", "eximo", "--positions", "positions", code=2)
    empty, turns = done.stdout.splitlines()
    assert empty == "" and len(turns.split()) == 40
    assert len(done.stderr.splitlines()) == 1 and len(done.stderr) < 1100


def test_a_line_to_an_engine_may_be_as_long_as_it_likes(run):
    done = run("engine", "eximo", "--agent", "random", text=f"position {'x' * 9_000_000}\nisready\nquit\n")
    assert done.stdout.splitlines()[-1] == "readyok"
    assert all(len(line) < 2000 for line in done.stdout.splitlines())


@pytest.mark.parametrize("kind", ["pipe", "large", "deep"])
def test_the_games_of_a_match_are_read_from_a_file_of_ours(run, tmp_path, kind):
    path = tmp_path / "games.jsonl"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "deep":
        path.write_text("[" * 100_000 + "\n", "utf-8")
    else:
        path.touch()
        os.truncate(path, 2**40)
    said = run(*MATCH, "--games", "1", "--records", "games.jsonl", code=2).stderr
    assert (
        said
        == {
            "pipe": "tabuleiro: games.jsonl is no ordinary file; games are kept in one\n",
            "large": "tabuleiro: games.jsonl: this is too large to be read; 100 MB is the most\n",
            "deep": "tabuleiro: games.jsonl is something else than the games of a match\n",
        }[kind]
    )
    assert kind != "large" or os.path.getsize(path) == 2**40
