"""Line by line nobody waits for the compiler, and it is said by which rules the computer answers meanwhile."""

from __future__ import annotations

import os
import re

import pytest

from tabuleiro.kernels import COMPILING

SLOW = "from numba.core import event; event.start_event('numba:compile'); threading.Event().wait()"  # for ever
FULL = "raise OSError(28, 'No space left on device')"
MEANWHILE = " (by the plain rules, until the fast ones are ready)"
TROUBLE = "The fast rules cannot be compiled, so the plain ones go on: No space left on device"


@pytest.fixture
def play(terminal, tmp_path):
    """``play("momentum", compiler=SLOW)``: a game at a terminal where the compiler does that when it is needed."""

    def play(*words, compiler):
        lines = (
            "import threading",
            "from tabuleiro.ai import background",
            "def prepared(*_):",
            f"    {compiler}",
            "background.prepared = prepared",
        )
        (tmp_path / "sitecustomize.py").write_text("\n".join(lines), encoding="utf-8")
        path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
        return terminal("play", *words, PYTHONPATH=path)

    return play


@pytest.mark.parametrize("how", ["--lines", "--plain"])
def test_a_hint_waits_for_no_compiler_and_says_so(play, how):
    screen = play("momentum", "--players", "human,human", how, compiler=SLOW)
    screen.wait("Blue> ")
    screen.type("hint")
    said = screen.wait("Blue> ")
    assert "Looking for a good turn..." in said
    assert re.search(rf"Hint: \d,\d{re.escape(MEANWHILE)}", said)
    screen.type("quit")
    assert screen.end() == 0


def test_a_computer_waits_for_no_compiler_and_says_so(play):
    screen = play("momentum", "--players", "human,level:1", "--lines", compiler=SLOW)
    screen.wait("Blue> ")
    screen.type("4,4")
    assert f"Red (level 1) is thinking...{MEANWHILE}" in screen.wait("2. Red (level 1) plays ")
    screen.wait("Blue> ")
    screen.type("quit")
    assert screen.end() == 0


@pytest.mark.parametrize("how", ["--lines", "--plain"])
def test_why_nothing_can_be_compiled_is_said_once(play, how):
    screen = play("momentum", "--players", "human,level:1", how, compiler=FULL)
    screen.wait("Blue> ")
    screen.type("4,4")
    assert TROUBLE in screen.wait("2. Red (level 1) plays ")
    screen.wait("Blue> ")
    for _ in range(2):
        screen.type("hint")
        screen.wait("Hint: ")
        screen.wait("Blue> ")
    screen.type("quit")
    assert screen.end() == 0
    assert screen.seen.count("compiled") == 1


def test_a_player_that_does_not_exist_is_no_trouble_of_the_compiler(terminal):
    for player, said in (("level:99", "level:99 cannot play Momentum"), ("mcts:luck=7", "mcts:luck=7 cannot be read")):
        screen = terminal("play", "momentum", "--players", f"human,{player}", "--lines")
        assert screen.end() == 2
        assert said in screen.seen


# ── From a pipe ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_pipe_is_told_once_that_something_is_compiled(run, tmp_path):
    """A program that reads the answer would otherwise wait for it without knowing why."""
    words = ("perft", "momentum", "3", "--steps")
    first = run(*words, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert first.stderr == f"tabuleiro: {COMPILING}\n"
    again = run(*words, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert (again.stdout, again.stderr) == (first.stdout, "")


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_match_says_so_once_whoever_compiles(run, tmp_path, workers):
    words = ("match", "momentum", "level:2", "random", "--games", "4", "--records", "games", "--workers", workers)
    said = run(*words, XDG_CACHE_HOME=str(tmp_path / "cache")).stderr
    assert said == f"tabuleiro: {COMPILING}\nrecords: games\n"


def test_what_takes_less_than_a_second_is_not_told(monkeypatch):
    from tabuleiro.home import folders
    from tabuleiro.kernels import jit

    said, clock = [], [0.0]
    monkeypatch.setattr(jit, "monotonic", lambda: clock[0])
    monkeypatch.setattr(folders, "_announcers", [said.append])
    watch = jit.Stopwatch()

    def at(now, happens):
        clock[0] = now
        happens(None)
        return len(said)

    assert not at(0.0, watch.on_start)
    assert not at(0.5, watch.on_start)  # what the first one needs
    assert not at(0.8, watch.on_end)
    assert not at(0.9, watch.on_end)
    assert not at(100.0, watch.on_start)  # nothing was compiled meanwhile
    assert at(100.2, watch.on_end) == 1
    assert at(101.0, watch.on_start) == 1
    assert at(200.0, watch.on_end) == 1
    assert said == [COMPILING]
