"""Runs command lines, each in a process forked from this one, which has everything loaded: a few milliseconds each.

Reads lines of JSON, ``[words, text]``, and answers each with ``[exit code, output, complaints]``; the exit code is None
when it took longer than it may. Forks are cheap, and what a command does to its process is gone with it.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import tempfile

PATIENCE = 60.0  # seconds; most take a hundredth of one
SHOWN = 1 << 20  # bytes of output that are told


def run(words: list[str], text: str) -> tuple[int | None, str, str]:
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
            sys.argv = ["tabuleiro", *words]
            from tabuleiro.__main__ import main

            sys.exit(main())
        os.close(alive)
        ended = select.select([done], [], [], PATIENCE)[0]  # readable when the last who has the other end is gone
        if not ended:
            os.killpg(pid, signal.SIGKILL)
        os.close(done)
        _, status = os.waitpid(pid, 0)
        told = []
        for file in (out, complaints):
            file.seek(0)
            told.append(file.read(SHOWN).decode("utf-8", "replace"))
        return (os.waitstatus_to_exitcode(status) if ended else None), *told


def serve() -> None:
    import tabuleiro.cli.main  # noqa: F401 - so that no process has to load it again
    from tabuleiro.cli.main import COMMANDS

    for command in COMMANDS:
        __import__(f"tabuleiro.cli.commands.{command}")
    for line in sys.stdin:
        words, text = json.loads(line)
        print(json.dumps(run(words, text)), flush=True)


if __name__ == "__main__":
    serve()
