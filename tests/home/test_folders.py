"""Folders: the platform's, and what happens where they cannot be used."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tabuleiro.home.folders import KINDS, folder, place, take_notices


@pytest.mark.parametrize("kind", KINDS)
def test_folders_are_where_the_variables_say(home, kind):
    assert folder(kind) == str(home / kind / "tabuleiro")
    assert os.path.isdir(folder(kind))
    assert take_notices() == []


def test_without_variables_they_are_in_the_home(home, monkeypatch):
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(home / "me"))
    assert folder("data").startswith(str(home / "me"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_home_that_cannot_be_used_gives_way_to_a_temporary_one_with_one_warning(home, kind):
    (home / kind).write_text("a file is in the way", "utf-8")
    path = folder(kind)
    assert path.startswith(str(home / "temporary")) and os.path.isdir(path)
    assert folder(kind) == path
    (told,) = take_notices()
    assert str(home / kind / "tabuleiro") in told and path in told
    assert take_notices() == []


@pytest.mark.parametrize("kind", KINDS)
def test_who_only_looks_makes_no_folder(home, kind):
    before = sorted(home.rglob("*"))
    assert place(kind) == str(home / kind / "tabuleiro")
    assert sorted(home.rglob("*")) == before
    assert folder(kind) == place(kind)


def test_who_only_looks_finds_the_temporary_folder_too(home):
    (home / "data").write_text("a file is in the way", "utf-8")
    assert place("data") == folder("data")


def test_a_folder_without_permission_gives_way(home, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, _: "temporary" in path)  # root, unlike people, may do all
    assert folder("data").startswith(str(home / "temporary"))
    assert "Permission denied" in take_notices()[0]


def test_the_temporary_folder_is_found_again_but_never_somebody_elses(home):
    (home / "data").write_text("in the way", "utf-8")
    first = folder("data")
    folder.cache_clear()
    assert folder("data") == first
    os.rmdir(first)
    own = os.path.dirname(first)
    os.rmdir(own)
    (home / "elsewhere").mkdir()
    os.symlink(home / "elsewhere", own)
    folder.cache_clear()
    from tabuleiro.home import folders

    folders._fallback.cache_clear()
    assert not os.path.realpath(folder("data")).startswith(str(home / "elsewhere"))


def test_nothing_is_looked_up_before_it_is_wanted():
    code = "import sys, tabuleiro.home.folders, tabuleiro.cli.commands.games; print('platformdirs' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
