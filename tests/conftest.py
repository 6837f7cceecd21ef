"""All tests read English, unless they ask for another language; a small game, and programs that speak UGI badly."""

from __future__ import annotations

import os
import shlex
import sys
from collections import Counter
from threading import Event

import pytest

from tabuleiro.cli.commands.new import template
from tabuleiro.core import registry

os.environ["TABULEIRO_LANG"] = "en"

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
BROOD = """
import os, signal, sys, time
if not os.fork():  # a child that hears nothing
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    open(sys.argv[1] + ".child", "w").close()
    time.sleep(600)
    os._exit(0)
"""
BROKEN = {
    "crash": POLITE + "raise RuntimeError('out of ideas')",
    "leave": POLITE + "sys.exit(3)",
    "signal": POLITE + "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "stall": POLITE + "print('info string hm', flush=True); time.sleep(60)",
    "hung": POLITE.replace(
        'hear("go")', "open(sys.argv[1] + ('.game' if hear('go') else '.end'), 'w'); time.sleep(600)"
    ),
    "brood": BROOD
    + POLITE
    + "signal.signal(signal.SIGTERM, signal.SIG_IGN); print('bestmove (none)', flush=True); time.sleep(600)",
    "orphans": BROOD + POLITE + "sys.exit(3)",
    "illegal": POLITE + "print('bestmove 8,8', flush=True); hear('quit')",
    "garbage": POLITE + "print('\\x00 bestmove?\\nbestmove %&/()\\x1b[31m\\n', flush=True); hear('quit')",
    "resign": POLITE + "print('bestmove (none)', flush=True); hear('quit')",
    "empty": POLITE + "print('bestmove', flush=True); hear('quit')",
    "odd": POLITE
    + "print('info depth ٣ score cp ² nodes ² wdl ² ² ²', 'info nodes ' + '9' * 5000, 'info', 'info pv', sep='\\n')\n"
    + "print('info score cp ' + '9' * 400 + ' depth ' + '7' * 30 + ' wdl 1 2\\ninfo wdl 0 0 0 pv zz\\nbestmove 8,8', flush=True); hear('quit')",
    "long": POLITE + "print('bestmove ' + '9' * 5_000_000, flush=True); hear('quit')",
    "endless": POLITE + "while True: sys.stdout.write('x' * 65536)",
    "flood": POLITE + "while True: print('info string', 'x' * 200)",
    "mute": "import time; time.sleep(60)",
    "unready": "print('ugiok', flush=True); import time; time.sleep(60)",
    "rude": "print('no', flush=True)",
    "buffering": "import sys; list(sys.stdin); print('ugiok')",
    "framed": "import sys; sys.exit('Error: oops' + '\\n    at frame' * 9 + '\\n\\nNode.js v20')",
}


@pytest.fixture(autouse=True)
def own_run(monkeypatch):
    """Games given as files are given for a run, and a test is one."""
    monkeypatch.setattr(registry, "_given", {})


@pytest.fixture
def compiler(monkeypatch):
    """What lets the compiler go on; it has not been needed before."""
    from numba.core import event

    from tabuleiro.ai import background

    go_on, prepared = Event(), background.prepared

    def slowly(*words):
        with event.trigger_event("numba:compile"):
            go_on.wait(60)
        return prepared(*words)

    monkeypatch.setattr(background, "prepared", slowly)
    yield go_on
    go_on.set()


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


def pytest_terminal_summary(terminalreporter):
    """Where the time goes: the seconds of all workers together, by folder."""
    spent = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            folder = "/".join(getattr(report, "nodeid", "").partition("::")[0].split("/")[:-1][:2])
            spent[folder] += getattr(report, "duration", 0.0)
    times = ", ".join(f"{folder} {seconds:.0f}" for folder, seconds in spent.most_common() if seconds >= 0.5)
    if times:
        terminalreporter.write_line(f"seconds by folder: {times}")
