"""Run the command as people do: in a process of its own, with pipes or with a terminal."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

COMMAND = [sys.executable, "-m", "tabuleiro"]
AGAIN = re.compile(r"(Play again|Jogar outra vez).*: ")
PATIENCE = 60  # seconds until a terminal that says nothing is given up
COLOURS = re.compile(r"\x1b\[[\d;?]*[a-zA-Z]")


def environment(home, **more):
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TABULEIRO_DEBUG")}
    folders = {"XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home.parent / "config")}
    return kept | folders | {"PYTHONIOENCODING": "utf-8", "TERM": "xterm"} | more


@pytest.fixture
def run(tmp_path):
    """``run("show", "eximo")``: the finished process; *code* is checked, and a stack trace is never shown."""

    def run(*words, text="", code=0, cwd=tmp_path, **more):
        done = subprocess.run(
            [*COMMAND, *words],
            input=text,
            capture_output=True,
            encoding="utf-8",
            cwd=cwd,
            env=environment(tmp_path / "data", **more),
            timeout=120,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done

    return run


class Terminal:
    """A command on a terminal of 80 by 24, or with other *columns*."""

    def __init__(self, words, folder, columns=80, **more):
        self.seen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a sign may come in two parts
        self.waiting = 0  # where what was not waited for begins, colours not counted
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            for number in (signal.SIGINT, signal.SIGHUP):  # ignored in what a shell runs in the background or by nohup,
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])  # and blocked under some services: all is inherited
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.chdir(folder)
            os.execve(sys.executable, [*COMMAND, *words], environment(folder / "data", **more))

    def read(self):
        """What it writes now; False when it has ended."""
        ready, _, _ = select.select([self.screen], [], [], 0.05)
        if not ready:
            return True
        try:
            data = os.read(self.screen, 65536)
        except OSError:
            return False
        self.seen += self.decoder.decode(data)
        return bool(data)

    def wait(self, *texts):
        """Read until one of *texts* comes; what came before it, and it, without colours."""
        deadline = time.monotonic() + PATIENCE
        going = True
        while True:
            plain = COLOURS.sub("", self.seen)
            fresh = plain[self.waiting :]
            found = [plain.index(text, self.waiting) + len(text) for text in texts if text in fresh]
            if found:
                begun, self.waiting = self.waiting, min(found)
                return plain[begun : self.waiting]
            assert going, f"ended without saying {texts}: {fresh}"
            assert time.monotonic() < deadline, f"never said {texts}: {fresh}"
            going = self.read()

    def type(self, line):
        self.press(f"{line}\n")

    def press(self, keys):
        """Send *keys* in one go."""
        os.write(self.screen, keys.encode())

    def resize(self, columns, lines):
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def rest(self):
        """All that it has said, once it has been silent for half a second."""
        before, silent = len(self.seen), time.monotonic()
        while self.read() and time.monotonic() - silent < 0.5:
            silent = time.monotonic() if len(self.seen) > before else silent
            before = len(self.seen)
        return self.seen

    def interrupt(self):
        """Ctrl-C until it ends, as people press it: readline misses one that comes just before it listens."""
        presses = time.monotonic()
        deadline = presses + PATIENCE
        while self.read():
            if time.monotonic() >= presses:
                os.write(self.screen, b"\x03")
                presses += 2
            assert time.monotonic() < deadline, f"does not end: {self.seen[-2000:]}"
        return self.end()

    def end(self):
        """Read to the end, where nobody wants another game; the exit code."""
        deadline, asked = time.monotonic() + PATIENCE, False
        while self.read():
            if not asked and AGAIN.search(self.seen):
                asked = True
                self.type("n")
            assert time.monotonic() < deadline, f"does not end: {self.seen[-2000:]}"
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        assert "Traceback" not in self.seen
        return os.waitstatus_to_exitcode(status)

    def hang_up(self):
        """Close the window; returns when the command has ended."""
        os.close(self.screen)
        self.screen = -1
        deadline = time.monotonic() + PATIENCE
        while not os.waitpid(self.pid, os.WNOHANG)[0]:
            assert time.monotonic() < deadline, "does not end"
            time.sleep(0.05)
        self.pid = 0

    def close(self):
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if self.screen >= 0:
            os.close(self.screen)


@pytest.fixture
def terminal(tmp_path):
    opened = []

    def terminal(*words, **more):
        opened.append(Terminal(words, tmp_path, **more))
        return opened[-1]

    yield terminal
    for one in opened:
        one.close()
