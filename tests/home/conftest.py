"""A home of its own for every test."""

from __future__ import annotations

import tempfile

import pytest

from tabuleiro.home import folders


def forget():
    folders.folder.cache_clear()
    folders._fallback.cache_clear()
    folders.take_notices()


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """The directory that stands for everything a person has."""
    for kind in ("DATA", "CONFIG", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    forget()
    yield tmp_path
    forget()
