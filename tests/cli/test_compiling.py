"""Line by line nobody waits for the compiler, and it is said by which rules the computer answers meanwhile."""

from __future__ import annotations

import os
import re

import pytest

SLOW = "threading.Event().wait()"  # for ever
FULL = "raise OSError(28, 'No space left on device')"
MEANWHILE = " (by the plain rules, while the fast ones are compiled)"
TROUBLE = "The fast rules cannot be compiled, so the plain ones go on: No space left on device"


@pytest.fixture
def play(terminal, tmp_path):
    """``play("momentum", compiler=SLOW)``: a game at a terminal where the compiler does that when it is needed."""

    def play(*words, compiler):
        lines = (
            "import threading",
            "from tabuleiro.ai import warm",
            "def prepared(*_):",
            f"    {compiler}",
            "warm.prepared = prepared",
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
