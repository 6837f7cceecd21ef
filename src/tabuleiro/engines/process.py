"""Programs of others while they run: each has a process group of its own, and the whole group ends when we do.

A program that ends in good order may have started others that do not. So its group is killed at the end. When we are
killed ourselves, nobody can do that any more but a guard: a process in the same group that reads from a pipe of which
we alone hold the other end. The system closes it with us, however we end, and then the guard kills the group.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from time import monotonic, sleep

FAREWELL = 1.0  # seconds from ``quit`` to the end
POLL = 0.05
SHELL = "/bin/sh"
GUARDED = """\
pipe=$1; shift
( (read -r _; kill -s KILL -- "-$$") <"$pipe" >/dev/null 2>&1 & )
exec "$@"
"""  # a double fork: the program may wait for all its children, and the guard must be none

RUNNING: dict[subprocess.Popen[str], int] = {}  # our ends of the guards' pipes, by program; -1 where there is no guard


def start(words: list[str]) -> subprocess.Popen[str]:
    """Run *words* with pipes to and from it. Raises OSError."""
    guarded = os.path.exists(SHELL) and os.path.isdir("/dev/fd")
    theirs, ours = os.pipe() if guarded else (-1, -1)
    try:
        process = subprocess.Popen(  # noqa: S603 - what the user wants to run
            [SHELL, "-c", GUARDED, "guard", f"/dev/fd/{theirs}", *words] if guarded else words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            start_new_session=True,  # a group of its own; and an interrupt at the terminal is ours, not the program's
            pass_fds=(theirs,) if guarded else (),
        )
    except BaseException:
        _close(ours)
        raise
    finally:
        _close(theirs)
    RUNNING[process] = ours
    return process


def end(process: subprocess.Popen[str]) -> None:
    """Ask the program to quit, then kill what is left of it and of all that it started; to do so again is no harm."""
    try:
        if process.poll() is None:
            dismiss(process)
            with suppress(subprocess.TimeoutExpired):
                process.wait(FAREWELL)
    finally:
        if process in RUNNING:
            kill(process)
            process.wait()
            _close(RUNNING.pop(process))


def end_all() -> None:
    """End every program that we run, whatever it was doing: for who ends at once."""
    for process in list(RUNNING):
        dismiss(process)
    deadline = monotonic() + FAREWELL
    while monotonic() < deadline and any(process.poll() is None for process in list(RUNNING)):
        sleep(POLL)
    for process in list(RUNNING):
        kill(process)


def dismiss(process: subprocess.Popen[str]) -> None:
    """Say goodbye."""
    if process.stdin is not None:
        with suppress(OSError, ValueError, RuntimeError):  # RuntimeError: something is being written to it just now
            process.stdin.write("quit\n")
        with suppress(OSError, ValueError, RuntimeError):
            process.stdin.close()


def kill(process: subprocess.Popen[str]) -> None:
    """End the program and its group, which lives on without it: at least the guard does, so its number is still ours."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def worked(process: int) -> float:
    """CPU seconds that *process* and those that it has started and that still run have used, in all their threads; 0
    where the system tells nobody about the processes of others.
    """
    if sys.platform != "linux":
        return 0.0
    try:
        used = time.clock_gettime(~process << 3 | 2)  # as clock_getcpuclockid numbers the clock of a process
    except OSError:  # it has ended
        return 0.0
    with suppress(OSError):
        for task in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{task}/children", encoding="ascii") as file:
                used += sum(worked(int(child)) for child in file.read().split())
    return used


def _close(pipe: int) -> None:
    if pipe >= 0:
        os.close(pipe)
