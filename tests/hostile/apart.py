"""Runs jobs, each in a process forked from this one, which has everything loaded: a few milliseconds each.

Reads lines of JSON, ``[name, words, text]``, and answers each with ``[exit code, output, complaints, seconds, megabytes]``:
what it took of a processor, and of memory at its peak. The job ``line`` is a command line, others are functions of
``calls``; *text* comes from standard input. The exit code is None for a job that did not end. Forks are cheap, and what
a job does to its process is gone with it.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tabuleiro.__main__ import leave

PATIENCE = 60.0  # seconds; most take a hundredth of one
SHOWN = 1 << 20  # bytes of output that are told
ROOM = 8 << 30  # bytes of addresses: what asks for all the memory there is fails before the machine does
WRITTEN = 256 << 20  # bytes that a file may have


def run(name: str, words: list[str], text: str) -> tuple[int | None, str, str, float, float]:
    with tempfile.TemporaryFile() as typed, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as complaints:
        typed.write(text.encode("utf-8", "surrogateescape"))
        typed.seek(0)
        done, alive = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.setsid()
            for number, file in enumerate((typed, out, complaints)):
                os.dup2(file.fileno(), number)
            for number, mode in enumerate("rww"):
                stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - for as long as it runs
                setattr(sys, ("stdin", "stdout", "stderr")[number], stream)
            resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
            resource.setrlimit(resource.RLIMIT_FSIZE, (WRITTEN, WRITTEN))
            leave(job(name, words))
        os.close(alive)
        ended = select.select([done], [], [], PATIENCE)[0]  # readable when the last who has the other end is gone
        if not ended:
            os.killpg(pid, signal.SIGKILL)
        os.close(done)
        _, status, used = os.wait4(pid, 0)
        told = []
        for file in (out, complaints):
            file.seek(0)
            told.append(file.read(SHOWN).decode("utf-8", "replace"))
        code = os.waitstatus_to_exitcode(status) if ended else None
        return code, *told, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def job(name: str, words: list[str]) -> int:
    if name == "line":
        from tabuleiro.__main__ import main

        sys.argv = ["tabuleiro", *words]
        return main()
    import calls

    return calls.answer(name, words)


def serve() -> None:
    from tabuleiro.cli.main import COMMANDS

    for command in COMMANDS:  # so that no process has to load them again
        __import__(f"tabuleiro.cli.commands.{command}")
    for line in sys.stdin:
        print(json.dumps(run(*json.loads(line))), flush=True)


def answers(jobs, folder):
    """What each of *jobs*, ``(name, words, text)``, answers when it is done in *folder*."""
    folders = {f"XDG_{kind}_HOME": str(folder / f"own-{kind.lower()}") for kind in ("DATA", "CONFIG", "STATE")}
    done = subprocess.run(
        [sys.executable, str(Path(__file__))],
        input="".join(json.dumps(each) + "\n" for each in jobs),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, **folders, "TABULEIRO_DEBUG": ""},
        check=True,
    )
    told = [json.loads(answer) for answer in done.stdout.splitlines()]
    assert len(told) == len(jobs)
    return told


if __name__ == "__main__":
    serve()
