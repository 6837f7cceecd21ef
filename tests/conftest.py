"""All tests read English, whatever the locale of the machine, unless they ask for another language."""

from __future__ import annotations

import os
from threading import Event

import pytest

os.environ["TABULEIRO_LANG"] = "en"


@pytest.fixture
def compiler(monkeypatch):
    """What lets the compiler go on; it has not been needed before."""
    from tabuleiro.ai import warm
    from tabuleiro.arena import advice

    go_on, prepared = Event(), warm.prepared

    def slowly(*words):
        go_on.wait(60)
        return prepared(*words)

    monkeypatch.setattr(warm, "prepared", slowly)
    monkeypatch.setattr(advice, "PATIENCE", 0.0)
    yield go_on
    go_on.set()
