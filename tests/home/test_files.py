"""Files that are read: ordinary ones of a bounded size, and nothing is waited for."""

from __future__ import annotations

import io
import os
import re
import signal
import socket
import sys
from random import Random

import pytest

from tabuleiro.core.errors import BadRecord
from tabuleiro.home import files
from tabuleiro.home.disk import BESIDE, settle
from tabuleiro.home.languages import speaking
from tabuleiro.home.settings import Settings, load_settings, settings_path
from tabuleiro.play.record.draft import TOLD

TOO_LARGE = "this is too large to be read; 4 MB is the most"
NOT_ORDINARY = "this is no ordinary file; what a program writes can be sent to -"


@pytest.fixture(autouse=True)
def alarm():
    """Whoever waits for the other end of a pipe, or reads a device to its end, is stopped."""

    def ring(*_):
        raise TimeoutError

    old = signal.signal(signal.SIGALRM, ring)
    signal.alarm(20)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, old)


ODD = ["fifo", "socket", "device", "link to a fifo", "link to a device"]
movable = pytest.mark.parametrize("odd", [kind for kind in ODD if kind != "device"], indirect=True)


@pytest.fixture(params=ODD)
def odd(request, tmp_path):
    """The path of something that is no ordinary file."""
    path = str(tmp_path / "odd")
    target = f"{path}.target"
    match request.param:
        case "fifo":
            os.mkfifo(path)
        case "socket":
            bound = socket.socket(socket.AF_UNIX)
            folder = os.getcwd()
            os.chdir(tmp_path)  # the name of a socket must be short
            bound.bind("odd")
            os.chdir(folder)
            bound.close()
        case "device":
            path = "/dev/zero"
        case "link to a fifo":
            os.mkfifo(target)
            os.symlink(target, path)
        case "link to a device":
            os.symlink("/dev/zero", path)
    return path


def test_only_an_ordinary_file_is_read(odd):
    with pytest.raises(BadRecord, match=f"^{re.escape(NOT_ORDINARY)}$"):
        files.read_text(odd)


def test_nobody_waits_for_who_might_read_from_a_pipe(tmp_path):
    """To write to a pipe waited until somebody read from it: ``play --record pipe`` began no game."""
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="nobody reads from this pipe"):
        files.write_text(pipe, "text")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    files.write_text(pipe, "text")
    assert os.read(reader, 99) == b"text"
    os.close(reader)


def test_a_file_that_cannot_be_read_is_named():
    with pytest.raises(OSError, match="/proc/self/mem"):
        files.read_text("/proc/self/mem")


def test_a_link_to_an_ordinary_file_is_read(tmp_path):
    (tmp_path / "game.txt").write_text("façade\r\n", "utf-8", newline="")
    os.symlink(tmp_path / "game.txt", tmp_path / "link")
    assert files.read_text(str(tmp_path / "link")) == "façade\r\n"


def test_a_pipe_that_the_shell_has_opened_is_read():
    """As in ``tabuleiro replay <(zcat game.txt.gz)``."""
    reader, writer = os.pipe()
    os.write(writer, b"text")
    os.close(writer)
    assert files.read_text(f"/dev/fd/{reader}") == "text"
    os.close(reader)


@pytest.mark.parametrize("beyond", [0, 1])
def test_the_size_of_a_file_has_a_limit(tmp_path, beyond):
    path = tmp_path / "large"
    path.write_text("x" * (files.LARGEST + beyond), "utf-8")
    if beyond:
        with pytest.raises(BadRecord, match=f"^{TOO_LARGE}$"):
            files.read_text(str(path))
    else:
        assert len(files.read_text(str(path))) == files.LARGEST


def test_a_large_file_is_not_read_to_its_end(tmp_path):
    path = tmp_path / "sparse"
    path.touch()
    os.truncate(path, 2**40)
    with pytest.raises(BadRecord, match=f"^{TOO_LARGE}$"):
        files.read_text(str(path))


def test_standard_input_has_the_same_limit(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("x" * files.LARGEST))
    assert len(files.read_text("-")) == files.LARGEST
    monkeypatch.setattr(sys, "stdin", open("/dev/zero", encoding="utf-8"))  # noqa: SIM115 - closed below
    with sys.stdin, pytest.raises(BadRecord, match=f"^{TOO_LARGE}$"):
        files.read_text("-")


def test_a_directory_and_a_file_that_is_not_there_are_said_to_be_so(tmp_path):
    with pytest.raises(IsADirectoryError):
        files.read_text(str(tmp_path))
    with pytest.raises(FileNotFoundError):
        files.read_text(str(tmp_path / "none"))


def test_of_very_many_problems_the_first_are_told(tmp_path):
    path = tmp_path / "braces.txt"
    path.write_text(f"game: momentum\n\n1. 4,4 {'} ' * 1000}", "utf-8")
    record, _, problems = files.load(str(path), Random(0))
    assert record.turns == ("4,4",)
    assert list(map(str, problems)) == ["line 3: a lone brace: }"] * TOLD + ["and 980 more problems"]


@movable
def test_settings_that_are_no_file_are_set_aside(odd):
    os.rename(odd, settings_path())
    settings, warning = load_settings()
    assert settings == Settings()
    assert "begin anew" in warning


@movable
def test_nothing_waits_for_what_stands_beside_a_kept_game(odd, tmp_path):
    path = str(tmp_path / "game.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write("as it was")
    os.rename(odd, path + BESIDE)
    settle(path)
    assert files.read_text(path) == "as it was"
    assert not os.path.lexists(path + BESIDE)


def test_what_several_want_of_a_file_is_understood_once(tmp_path, monkeypatch):
    """A list, the picture beside it and the game that is opened read a large file many times over."""
    from tabuleiro.play import record

    read, texts = record.read_record, []
    monkeypatch.setattr(record, "read_record", lambda text: texts.append(text) or read(text))
    path = tmp_path / "game.txt"
    path.write_text("game: momentum\nevent: once\n\n1. 4,4 {", "utf-8")
    for _ in range(3):
        found, session, problems = files.load(str(path), Random(0))
        problems.clear()  # nobody else's
    assert len(texts) == 1 and len(session.steps) == 1
    path.write_text("game: momentum\nevent: twice\n\n1. 3,3\n", "utf-8")
    assert files.record_in(str(path))[0].turns == ("3,3",) != found.turns and len(texts) == 2


def test_problems_are_told_in_the_language_of_who_reads(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("game: momentum\n\n1. 4,4 {", "utf-8")
    english = files.record_in(str(path))[1]
    with speaking("pt"):
        portuguese = files.record_in(str(path))[1]
    assert english != portuguese and files.record_in(str(path))[1] == english
