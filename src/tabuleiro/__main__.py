"""``python -m tabuleiro`` is the command ``tabuleiro``."""

import sys

from tabuleiro.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
