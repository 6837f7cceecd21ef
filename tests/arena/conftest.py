"""A small game without compiled rules, and programs that speak UGI badly."""

from __future__ import annotations

import shlex
import sys

import pytest

from tabuleiro.cli.new import template

POLITE = """
import sys, time
def hear(command):
    for line in sys.stdin:
        if line.split()[:1] == [command]:
            return line
hear("ugi"); print("id name Broken\\nugiok", flush=True)
hear("isready"); print("readyok", flush=True)
hear("go")
"""
BROKEN = {
    "crash": POLITE + "raise RuntimeError('out of ideas')",
    "leave": POLITE + "sys.exit(3)",
    "signal": POLITE + "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "stall": POLITE + "print('info string hm', flush=True); time.sleep(60)",
    "illegal": POLITE + "print('bestmove 8,8', flush=True); hear('quit')",
    "garbage": POLITE + "print('\\x00 bestmove?\\nbestmove %&/()\\x1b[31m\\n', flush=True); hear('quit')",
    "resign": POLITE + "print('bestmove (none)', flush=True); hear('quit')",
    "empty": POLITE + "print('bestmove', flush=True); hear('quit')",
    "mute": "import time; time.sleep(60)",
    "unready": "print('ugiok', flush=True); import time; time.sleep(60)",
    "rude": "print('no', flush=True)",
}


@pytest.fixture
def three(tmp_path):
    """The path of a file that holds three in a row."""
    path = tmp_path / "three.py"
    path.write_text(template("Three"), encoding="utf-8")
    return str(path)


@pytest.fixture
def broken(tmp_path):
    """``broken("stall")``: the spelling of an engine that does so."""

    def broken(name):
        path = tmp_path / f"bot_{name}.py"
        path.write_text(BROKEN[name], encoding="utf-8")
        return f"engine:{shlex.join([sys.executable, str(path)])}"

    return broken
