"""An interrupt in the first moments, while modules are loaded, ends the command without a word."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from tabuleiro import __main__

PYPROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
MODULE, _, FUNCTION = PYPROJECT["project"]["scripts"]["tabuleiro"].partition(":")
SCRIPT = f"""
import os, signal, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ.get("INTERRUPTED_AT"):
            signal.raise_signal(signal.SIGINT)
        if name == "tabuleiro.cli":  # the command has begun
            os.write(1, b"!")

signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests
signal.pthread_sigmask(signal.SIG_SETMASK, [])
sys.meta_path.insert(0, Interrupt())
sys.argv[0] = "tabuleiro"
from {MODULE} import {FUNCTION}
sys.exit({FUNCTION}())
"""  # as the script that an installer writes, with an interrupt as soon as a module is wanted
MODULES = [
    "tabuleiro.cli", "tabuleiro.cli.main", "tabuleiro.core", "tabuleiro.core.errors", "tabuleiro.core.words",
    "tabuleiro.home", "tabuleiro.home.languages", "tabuleiro.cli.commands.games", "argparse",
    "tabuleiro.core.registry", "tabuleiro.games.momentum",
]  # fmt: skip
QUIET = (-signal.SIGINT, 128 + signal.SIGINT)


def command(**more):
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, "games"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, **more},
    )


@pytest.mark.parametrize("module", MODULES)
def test_an_interrupt_while_a_module_is_loaded(module):
    process = command(INTERRUPTED_AT=module)
    said, complaints = process.communicate(timeout=60)
    assert process.returncode in QUIET
    assert complaints.strip() == ""
    assert said.count("\n") < 5


@pytest.mark.parametrize("moment", [0, 0.01, 0.02, 0.04, 0.06, 0.09, 0.13, 0.18, 0.24, 0.3])
def test_an_interrupt_at_an_early_moment(moment):
    process = command()
    assert process.stdout.read(1) == "!"
    time.sleep(moment)
    process.send_signal(signal.SIGINT)
    said, complaints = process.communicate(timeout=60)
    assert process.returncode in (*QUIET, 0)
    assert complaints.strip() == ""
    assert process.returncode or said.count("\n") == 5


@pytest.mark.parametrize("before", [signal.SIG_IGN, signal.default_int_handler, signal.SIG_DFL])
def test_an_interrupt_that_is_ignored_stays_so(monkeypatch, before, capsys):
    """A shell starts what it runs in the background like that."""
    monkeypatch.setattr(sys, "argv", ["tabuleiro", "--version"])
    old = signal.signal(signal.SIGINT, before)
    try:
        assert __main__.main() == 0
        assert signal.getsignal(signal.SIGINT) == (signal.SIG_IGN if before == signal.SIG_IGN else signal.SIG_DFL)
    finally:
        signal.signal(signal.SIGINT, old)
    assert capsys.readouterr().out.startswith("tabuleiro ")
