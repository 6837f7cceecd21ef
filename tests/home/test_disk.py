"""Files that nobody waits for: what was given is never lost, and never half there."""

from __future__ import annotations

import os
import shutil
from threading import Event

import pytest

from tabuleiro.home import files
from tabuleiro.home.disk import BESIDE, Disk, settle


@pytest.fixture
def path(tmp_path):
    (tmp_path / "games").mkdir()
    return str(tmp_path / "games" / "game.txt")


@pytest.fixture
def slow(monkeypatch):
    """A disk that is not sure of anything before the event is set."""
    sure, fsync = Event(), os.fsync

    def hesitant(file):
        assert sure.wait(30)
        fsync(file)

    monkeypatch.setattr(os, "fsync", hesitant)
    yield sure
    sure.set()


def text_in(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def test_a_text_arrives_and_leaves_nothing_beside(path):
    disk = Disk()
    for text in ("one\n", "two\r\nlines, façade\n", ""):
        disk.write(path, text)
        disk.wait()
        assert text_in(path) == text
        assert os.listdir(os.path.dirname(path)) == ["game.txt"]


def test_nobody_waits_for_a_slow_disk_and_the_newest_text_arrives(path, slow):
    disk, texts = Disk(), [f"text {number}" for number in range(200)]
    for text in texts:
        disk.write(path, text)
    assert not os.path.exists(path)  # the disk is not sure of anything yet
    slow.set()
    disk.wait()
    assert text_in(path) == texts[-1]
    assert os.listdir(os.path.dirname(path)) == ["game.txt"]


def test_what_was_on_its_way_when_the_program_ended_takes_its_place(path, slow, tmp_path):
    disk = Disk()
    for text in ("one", "two\r\nlines"):
        disk.write(path, text)
    left = str(tmp_path / "left.txt")  # as the program would leave it if it ended now
    shutil.copy(path + BESIDE, left + BESIDE)
    slow.set()
    settle(left)
    assert text_in(left) == "two\r\nlines"
    assert not os.path.exists(left + BESIDE)


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 70])
def test_what_was_cut_on_its_way_is_forgotten(path, slow, length):
    disk = Disk()
    with open(path, "w", encoding="utf-8") as file:
        file.write("the turns before")
    disk.write(path, "the turns of a game")
    with open(path + BESIDE, "rb") as file:
        begun = file.read()[:length]
    slow.set()
    disk.wait()
    with open(path, "w", encoding="utf-8") as file:
        file.write("the turns before")
    with open(path + BESIDE, "wb") as file:
        file.write(begun)
    settle(path)
    assert text_in(path) == "the turns before"
    assert not os.path.exists(path + BESIDE)


def test_bytes_that_are_no_text_are_forgotten(path):
    with open(path, "w", encoding="utf-8") as file:
        file.write("the turns before")
    with open(path + BESIDE, "wb") as file:
        file.write(b"\x00\xff" * 100)
    settle(path)
    assert text_in(path) == "the turns before" and not os.path.exists(path + BESIDE)


def test_a_text_that_is_written_now_comes_after_all_others(path):
    disk = Disk()
    for number in range(50):
        disk.write(path, f"text {number}")
    disk.write_now(path, "the last")
    settle(path)
    assert text_in(path) == "the last"
    assert os.listdir(os.path.dirname(path)) == ["game.txt"]


def test_what_the_disk_refuses_is_told_the_next_time_and_not_lost(path, monkeypatch):
    disk, fsync = Disk(), os.fsync

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    disk.write(path, "one")
    disk.wait()
    monkeypatch.setattr(os, "fsync", fsync)
    settle(path)
    assert text_in(path) == "one"
    with pytest.raises(OSError, match="No space"):
        disk.write(path, "two")
    disk.wait()
    assert text_in(path) == "two"
    disk.write(path, "three")
    disk.wait()
    assert text_in(path) == "three"


def test_an_error_at_the_very_end_is_told_and_later_texts_arrive(path, monkeypatch):
    disk, unlink = Disk(), os.unlink

    def broken(name):
        if str(name).endswith(BESIDE):
            raise OSError(5, "Input/output error")
        unlink(name)

    monkeypatch.setattr(os, "unlink", broken)
    disk.write(path, "one")
    disk.wait()
    assert text_in(path) == "one"
    monkeypatch.setattr(os, "unlink", unlink)
    with pytest.raises(OSError, match="Input/output"):
        disk.write(path, "two")
    disk.wait()
    assert text_in(path) == "two"
    assert os.listdir(os.path.dirname(path)) == ["game.txt"]


# ── For whose eyes ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def modes(monkeypatch):
    """The modes of files at the moment when they are made, with the umask of a generous person."""
    found, make = {}, os.open

    def noted(path, flags, *mode, **more):
        file = make(path, flags, *mode, **more)
        if flags & os.O_CREAT:
            found[os.path.basename(path)] = oct(os.fstat(file).st_mode & 0o777)
        return file

    monkeypatch.setattr(os, "open", noted)
    before = os.umask(0o022)
    yield found
    os.umask(before)


def mode(path):
    return oct(os.stat(path).st_mode & 0o777)


def test_every_file_is_for_its_owner_alone_from_the_first_moment(path, modes, slow):
    disk = Disk()
    disk.write(path, "one")
    assert mode(path + BESIDE) == "0o600"
    slow.set()
    disk.wait()
    disk.write_now(path, "two")
    assert mode(path) == "0o600"
    assert len(modes) == 2 and set(modes.values()) == {"0o600"}  # the temporary files of both


@pytest.mark.usefixtures("modes")
def test_a_file_of_an_earlier_version_is_closed_to_others_when_it_is_written_again(path):
    with open(path, "w", encoding="utf-8") as file:
        file.write("old")
    os.chmod(path, 0o644)
    Disk().write_now(path, "new")
    assert mode(path) == "0o600"


@pytest.mark.usefixtures("modes")
def test_what_was_on_its_way_arrives_for_its_owner_alone(path, slow, tmp_path):
    disk = Disk()
    disk.write(path, "late")
    copy = str(tmp_path / "copy.txt")
    shutil.copy(path + BESIDE, copy + BESIDE)
    slow.set()
    disk.wait()
    settle(copy)
    assert text_in(copy) == "late" and mode(copy) == "0o600"


def test_other_files_keep_their_mode_and_are_never_more_open_on_the_way(path, modes):
    files.write_text(path, "a picture")
    assert mode(path) == "0o644"
    os.chmod(path, 0o640)
    modes.clear()
    files.write_text(path, "another")
    assert mode(path) == "0o640" and set(modes.values()) == {"0o600"}


def test_a_temporary_file_that_a_killed_process_left_is_no_hindrance_nor_is_a_link_followed(path, tmp_path):
    part = f"{os.path.realpath(path)}.{os.getpid()}.part"
    (tmp_path / "other.txt").write_text("of somebody else")
    os.symlink(tmp_path / "other.txt", part)
    Disk().write_now(path, "mine")
    assert text_in(path) == "mine" and (tmp_path / "other.txt").read_text() == "of somebody else"
