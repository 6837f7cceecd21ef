"""Whole games on a terminal, played as people do: in tmux, by keys alone, knowing only what stands on the screen."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from random import Random

import pytest

from tabuleiro.core.registry import find, names
from tabuleiro.play.record import read_record
from tabuleiro.play.replay import replay

PATIENCE = 300  # seconds until a screen that does not change is given up
OVER, HINT = "The game is over", r"^ Hint: (\S+)(?: \(.*)? *$"
SETTINGS = "set -g status off\nset -g default-terminal tmux-256color\n"
AFTERWARDS = '"$@"; echo "left with $?"; read -r nothing'  # the terminal stays, so that its screen can be looked at


class Tmux:
    """A command on a terminal of *size*, which has nothing to do with other terminals."""

    def __init__(self, folder, size, *words):
        assert shutil.which("tmux"), "this test needs tmux"
        settings = folder / "tmux.conf"
        settings.write_text(SETTINGS, "utf-8")
        self.words = ["tmux", "-u", "-S", str(folder / "socket"), "-f", str(settings)]
        homes = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("DATA", "CONFIG", "STATE")}
        kept = {key: value for key, value in os.environ.items() if key not in ("TMUX", "NO_COLOR")}
        self.env = kept | homes | {"TABULEIRO_LANG": "en", "LC_ALL": "C.UTF-8", "COLORTERM": "truecolor"}
        columns, lines = map(str, size)
        command = ["sh", "-c", AFTERWARDS, "sh", sys.executable, "-m", "tabuleiro", *words]
        self.tell("new-session", "-d", "-x", columns, "-y", lines, *command)

    def tell(self, *words):
        done = subprocess.run([*self.words, *words], env=self.env, check=True, capture_output=True, encoding="utf-8")
        return done.stdout

    def press(self, *keys):
        self.tell("send-keys", *keys)

    def type(self, text):
        self.tell("send-keys", "-l", text)
        self.press("Enter")

    @property
    def screen(self):
        return self.tell("capture-pane", "-p")

    def wait(self, done):
        """Look at the screen until *done* finds something in it; that."""
        deadline = time.monotonic() + PATIENCE
        while not (found := done(screen := self.screen)):
            assert time.monotonic() < deadline, screen
            time.sleep(0.1)
        return found

    def sees(self, *patterns):
        """Wait until one of *patterns* is there; its match."""
        return self.wait(
            lambda screen: next(filter(None, (re.search(one, screen, re.MULTILINE) for one in patterns)), None)
        )


@pytest.fixture
def tmux(tmp_path):
    opened = []

    def tmux(*words):
        opened.append(Tmux(tmp_path, *words))
        return opened[-1]

    yield tmux
    for one in opened:
        one.tell("kill-server")


def play_on(terminal, seat):
    """Whenever it is the turn of *seat*, ask for a hint and type it, until the game is over."""
    while terminal.sees(OVER, f"^ {seat} to play")[0] != OVER:
        terminal.press("F2")
        hint = terminal.sees(HINT)
        terminal.type(hint[1])
        terminal.wait(lambda screen, hint=hint: hint[0] not in screen)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
@pytest.mark.parametrize("game", names())
def test_a_whole_game_against_the_computer(tmux, tmp_path, game, size):
    terminal = tmux(size, "play", game, "--players", "human,level:2", "--seed", "1")
    terminal.sees("f1 Keys")
    play_on(terminal, find(game).seats[0].name)
    (path,) = (tmp_path / "data" / "tabuleiro" / "finished").glob("*.txt")
    record, problems = read_record(path.read_text("utf-8"))
    session, problem = replay(record, Random(0))
    assert not problems and problem is None and session.outcome
    print(f"\n{path.name}: {len(session.turns)} turns\n{terminal.screen}")  # to be looked at: pytest -s
    terminal.press("m")
    terminal.sees("What next")
    terminal.press("q")
    terminal.sees("^left with 0$")
    assert list(path.parent.glob("*.txt")) == [path]  # kept once
