"""The command ``tabuleiro``, also as ``python -m tabuleiro``."""

import sys
from signal import SIG_DFL, SIGINT, default_int_handler, getsignal, signal


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


if __name__ == "__main__":
    sys.exit(main())
