"""Who leaves while rules are compiled in the background leaves at once, and as anybody else does."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import atexit, sys, threading
from tabuleiro import __main__

class Torn:
    def __del__(self):
        print("the interpreter is wound up")

torn = Torn()
atexit.register(print, "what was registered is done")
def work(seconds):
    threading.Event().wait(seconds)
    print("work is finished")
threading.Thread(target=work, args=(0.2,)).start()
threading.Thread(target=work, args=(600,), daemon=sys.argv[1] == "daemon").start() if sys.argv[1] else None
__main__.main = lambda: 3
__main__.start()
"""


@pytest.mark.parametrize("compiling", ["daemon", ""])
def test_what_belongs_to_an_end_is_done(compiling):
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, compiling], capture_output=True, text=True, timeout=60, check=False
    )
    told = ["work is finished", "what was registered is done"]
    if not compiling:
        told.append("the interpreter is wound up")
    assert (ended.returncode, ended.stdout.splitlines(), ended.stderr) == (3, told, "")
