"""What a terminal can show: lines and symbols, or plain characters where its locale or its kind has no others."""

from __future__ import annotations

import io
import sys

import pytest

from tabuleiro.cli.terminal import find_screen, shows_signs

LOCALES = ("LC_ALL", "LC_CTYPE", "LANG", "PYTHONIOENCODING", "PYTHONUTF8", "TERM")


class Window(io.TextIOWrapper):
    def isatty(self):
        return True


@pytest.fixture
def at(monkeypatch):
    """``at(LC_ALL="C")``: a terminal, or with *tty* False a pipe, where only this is said of locales and terminals."""

    def at(encoding="utf-8", tty=True, **said):
        for name in LOCALES:
            monkeypatch.delenv(name, raising=False)
        for name, value in said.items():
            monkeypatch.setenv(name, value)
        stream = (Window if tty else io.TextIOWrapper)(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", stream)
        return shows_signs()

    return at


@pytest.mark.parametrize("name", ["C", "POSIX", "pt_PT.ISO-8859-1", "en_US.iso885915", "ja_JP.eucJP@x"])
@pytest.mark.parametrize("variable", ["LC_ALL", "LC_CTYPE", "LANG"])
def test_a_locale_without_unicode_has_plain_characters(at, variable, name):
    """Python writes UTF-8 there all the same, which says nothing about the terminal."""
    assert not at(**{variable: name})
    assert find_screen().ascii


@pytest.mark.parametrize("name", ["C.UTF-8", "pt_PT.utf8", "en_US.UTF-8@euro", "pt_PT", ""])
def test_a_locale_with_unicode_has_signs(at, name):
    assert at(LC_ALL=name)


def test_the_first_variable_that_says_something_counts(at):
    assert not at(LC_ALL="C", LANG="en_US.UTF-8")
    assert at(LC_ALL="", LC_CTYPE="en_US.UTF-8", LANG="C")


def test_who_says_how_python_writes_is_believed(at):
    assert at(LC_ALL="C", PYTHONIOENCODING="utf-8")
    assert at(LC_ALL="C", PYTHONUTF8="1")


def test_a_stream_that_cannot_take_the_signs_has_plain_characters(at):
    assert not at("ascii", LC_ALL="C.UTF-8")
    assert not at("latin-1", LC_ALL="C.UTF-8")


def test_the_console_of_linux_has_no_letters_for_them(at):
    """Its fonts have 512 letters at most; a pipe that is read elsewhere does not care."""
    assert not at(TERM="linux", LANG="en_US.UTF-8")
    assert at(tty=False, TERM="linux", LANG="en_US.UTF-8")


@pytest.mark.parametrize("more", [{"LC_ALL": "C", "PYTHONIOENCODING": ""}, {"TERM": "linux"}])
@pytest.mark.parametrize("words", [(), ("--lines",)])
def test_a_table_in_such_a_terminal_is_plain(terminal, more, words):
    screen = terminal("play", "momentum", "--players", "human,random", *words, **more)
    screen.wait("Type a turn" if not words else "Blue> ")
    screen.interrupt()
    assert screen.seen.isascii() and "+---" in screen.seen
