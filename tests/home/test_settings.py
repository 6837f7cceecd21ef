"""Settings: remembered, never in the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from tabuleiro.home.folders import take_notices
from tabuleiro.home.lock import Lock
from tabuleiro.home.settings import Settings, change_settings, load_settings, settings_path

CHOICES = {"options": {"size": "9"}, "players": ["human", "level:2"], "names": ["João", ""], "control": "300+5"}


def test_without_a_file_all_is_as_usual():
    assert load_settings() == (Settings(), "")
    assert not os.path.exists(settings_path())


def test_what_was_chosen_is_there_the_next_time(home):
    change_settings(lambda settings: settings.chosen("momentum", CHOICES))
    change_settings(lambda settings: settings.chosen("eximo", {}))
    change_settings(lambda settings: replace(settings, theme="dark", language="pt", ascii=True, plain=True))
    found, warning = load_settings()
    assert not warning
    assert found == Settings("eximo", {"momentum": CHOICES, "eximo": {}}, "dark", "pt", ascii=True, plain=True)
    assert settings_path().startswith(str(home / "config"))
    assert os.listdir(os.path.dirname(settings_path())) == ["settings.json"]  # no lock, no half-written file
    assert take_notices() == []


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"theme": 3}', b'{"choices": []}', b'{"ascii": "yes"}', b"[" * 99999],
)
def test_a_damaged_file_is_set_aside_with_a_message(damage):
    path = settings_path()
    for number in (1, 2):
        with open(path, "wb") as file:
            file.write(damage)
        found, warning = load_settings()
        assert found == Settings()
        assert warning.endswith(f"{path}.damaged-{number}")
        with open(f"{path}.damaged-{number}", "rb") as file:
            assert file.read() == damage
    assert load_settings() == (Settings(), "")


def test_a_change_of_damaged_settings_begins_anew_and_says_so():
    with open(settings_path(), "w", encoding="utf-8") as file:
        file.write("{")
    assert change_settings(lambda settings: replace(settings, theme="dark")).theme == "dark"
    assert "damaged" in take_notices()[0]
    assert load_settings() == (Settings(theme="dark"), "")


def test_keys_of_other_versions_are_passed_over():
    with open(settings_path(), "w", encoding="utf-8") as file:
        json.dump({"theme": "light", "volume": 11}, file)
    assert load_settings() == (Settings(theme="light"), "")


def test_what_cannot_be_written_or_read_is_told():
    os.mkdir(settings_path())
    assert change_settings(lambda settings: replace(settings, theme="dark")).theme == "dark"
    cannot_be_read, cannot_be_written = take_notices()
    assert "cannot be read: Is a directory" in cannot_be_read
    assert "cannot be written: Is a directory" in cannot_be_written


def test_programs_that_change_settings_at_once_lose_nothing():
    code = (
        "import sys\n"
        "from tabuleiro.home.settings import change_settings\n"
        "for number in range(20):\n"
        "    change_settings(lambda settings: settings.chosen(f'{sys.argv[1]}{number}', number))\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, name]) for name in "abc"]
    assert [process.wait(timeout=60) for process in running] == [0, 0, 0]
    found, warning = load_settings()
    assert not warning
    assert found.choices == {f"{name}{number}": number for name in "abc" for number in range(20)}


# ── Locks ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_lock_is_held_once(tmp_path):
    path = str(tmp_path / "lock")
    lock = Lock.take(path)
    assert lock and Lock.take(path) is None
    lock.release()
    lock.release()
    assert not os.path.exists(path)
    again = Lock.take(path)
    assert again
    again.release()


def test_a_lock_ends_with_its_process_however_that_ends(tmp_path):
    path = str(tmp_path / "lock")
    code = "import sys, time\nfrom tabuleiro.home.lock import Lock\nprint(bool(Lock.take(sys.argv[1])), flush=True)\ntime.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "True\n"
        assert Lock.take(path) is None
        process.kill()
        process.wait()
    lock = Lock.take(path)
    assert lock
    lock.release()
