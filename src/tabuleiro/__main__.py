"""The command ``tabuleiro``, also as ``python -m tabuleiro``."""

from __future__ import annotations

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path and sys.path[0] != os.path.dirname(os.path.dirname(__file__)):
    del sys.path[0]  # the present folder, where ``python -m`` looks for modules first, and anything may lie
from signal import SIG_DFL, SIGINT, default_int_handler, getsignal, signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def start() -> NoReturn:
    """Be the command ``tabuleiro``: run it, and end the process."""
    leave(main())


def main() -> int:
    """Run the command line of this process; the exit code.

    An interrupt before or after that, while modules are loaded or the interpreter winds up, ends the process as it ends
    other programs: at once and without a word.
    """
    if getsignal(SIGINT) is default_int_handler:  # it is ignored in what a shell runs in the background
        signal(SIGINT, SIG_DFL)
    from tabuleiro.cli.main import main as run

    try:
        return run()
    finally:
        if getsignal(SIGINT) is default_int_handler:
            signal(SIGINT, SIG_DFL)


def leave(code: int) -> NoReturn:
    """End the process with *code*. A daemon thread may be compiling: LLVM aborts when it is torn down meanwhile, so then
    everything is done that belongs to an end, but the interpreter is not wound up.
    """
    threading = sys.modules.get("threading")
    if threading and any(thread.daemon for thread in threading.enumerate()):
        import atexit

        threading._shutdown()  # noqa: SLF001 - what the interpreter itself calls first: other threads finish their work
        atexit._run_exitfuncs()  # noqa: SLF001 - and then this
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):  # nobody reads any more
                code = code or 1
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    start()
