"""What those say who miss the libraries of a dialect."""

from __future__ import annotations

from tabuleiro.core.words import say


def lacking(command: str) -> ImportError:
    """The error to raise, with the *command* that installs them."""
    return ImportError(say("learning programs need more parts; install them: {command}", command=command))
