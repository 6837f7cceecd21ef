"""Runs jobs, each in a process forked from this one, which has everything loaded: a few milliseconds each.

Reads lines of JSON, ``[name, words, text]``, and answers each with ``[exit code, output, complaints, seconds, megabytes]``:
what it took of a processor, and of memory at its peak. The job ``line`` is a command line, others are functions of
``calls``; *text* comes from standard input. The exit code is None for a job that did not end. Forks are cheap, and what
a job does to its process is gone with it. Jobs that do not mind each other run in several lanes at once, for the app
mostly waits; each lane has folders of its own.
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
import time
from contextlib import suppress
from pathlib import Path

from tabuleiro.__main__ import leave

PATIENCE = 180.0  # seconds; most take a hundredth of one, and the machine may have other work
SHOWN = 1 << 20  # bytes of output that are told
ROOM = 8 << 30  # bytes of addresses: what asks for all the memory there is fails before the machine does
WRITTEN = 256 << 20  # bytes that a file may have
KINDS = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")


class Running:
    """A job that runs in the lane called *lane*."""

    def __init__(self, name: str, words: list[str], text: str, lane: str) -> None:
        self.lane, self.late = lane, time.monotonic() + PATIENCE
        self.files = [tempfile.TemporaryFile() for _ in range(3)]  # noqa: SIM115 - until it is over
        self.files[0].write(text.encode("utf-8", "surrogateescape"))
        self.files[0].seek(0)
        self.done, alive = os.pipe()  # the first is readable when the last process that has the other is gone
        self.pid = os.fork()
        if self.pid == 0:
            self._perform(name, words)
        os.close(alive)

    def _perform(self, name: str, words: list[str]) -> None:
        os.setsid()
        for kind in KINDS:
            os.environ[kind] += self.lane
        for number, file in enumerate(self.files):
            os.dup2(file.fileno(), number)
        for number, mode in enumerate("rww"):
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - for as long as it runs
            setattr(sys, ("stdin", "stdout", "stderr")[number], stream)
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
        resource.setrlimit(resource.RLIMIT_FSIZE, (WRITTEN, WRITTEN))
        leave(job(name, words))

    def over(self, ended: bool) -> tuple[int | None, str, str, float, float]:
        """What it answers; one that has not *ended* is killed."""
        if not ended:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
        os.close(self.done)
        _, status, used = os.wait4(self.pid, 0)
        told = []
        for file in self.files[1:]:
            file.seek(0)
            told.append(file.read(SHOWN).decode("utf-8", "replace"))
        for file in self.files:
            file.close()
        code = os.waitstatus_to_exitcode(status) if ended else None
        return code, *told, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def job(name: str, words: list[str]) -> int:
    if name == "line":
        from tabuleiro.__main__ import main

        sys.argv = ["tabuleiro", *words]
        return main()
    import calls

    return calls.answer(name, words)


def serve(lanes: int) -> None:
    from tabuleiro.cli.main import COMMANDS

    for command in COMMANDS:  # so that no process has to load them again
        __import__(f"tabuleiro.cli.commands.{command}")
    import tabuleiro.tui.app  # noqa: F401

    jobs = list(enumerate(map(json.loads, sys.stdin)))[::-1]
    free = [f"-{lane}" if lane else "" for lane in range(lanes)]
    running: dict[int, tuple[int, Running]] = {}
    while jobs or running:
        while jobs and free:
            number, words = jobs.pop()
            begun = Running(*words, free.pop())
            running[begun.done] = number, begun
        ended = select.select(list(running), [], [], 1)[0]
        for place, (number, begun) in list(running.items()):
            if place in ended or time.monotonic() > begun.late:
                print(json.dumps([number, begun.over(place in ended)]), flush=True)
                free.append(begun.lane)
                del running[place]


def answers(jobs, folder, lanes=1):
    """What each of *jobs*, ``(name, words, text)``, answers when it is done in *folder*."""
    folders = {kind: str(folder / f"own-{kind.split('_')[1].lower()}") for kind in KINDS}
    done = subprocess.run(
        [sys.executable, str(Path(__file__)), str(lanes)],
        input="".join(json.dumps(each) + "\n" for each in jobs),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, **folders, "TABULEIRO_DEBUG": "", "TEXTUAL_ANIMATIONS": "none"},
        check=True,
    )
    told = dict(map(json.loads, done.stdout.splitlines()))
    return [told[number] for number in range(len(jobs))]


if __name__ == "__main__":
    serve(int(sys.argv[1]))
