"""Compiled code on the disk: never stale, never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tabuleiro.kernels import COMPILING

COUNT = "from tabuleiro.kernels.bits import bit; print(bit(5))"


@pytest.fixture
def compute(tmp_path):
    """``compute()``: the result of a compiled function in a process of its own; its cache is ``tmp_path/cache``."""

    def compute(**more):
        places = {f"XDG_{kind}_HOME": str(tmp_path / kind.lower()) for kind in ("CACHE", "DATA", "CONFIG", "STATE")}
        done = subprocess.run(
            [sys.executable, "-c", COUNT],
            env=os.environ | places | {"TMPDIR": str(tmp_path), "NUMBA_CACHE_DIR": ""} | more,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout.strip()

    return compute


def files_in(place: Path) -> list[Path]:
    return sorted(path for path in place.rglob("*.nb?"))


def test_what_was_compiled_is_found_again(compute, tmp_path):
    assert compute() == "32"
    before = {path: path.stat().st_mtime_ns for path in files_in(tmp_path / "cache")}
    assert before
    assert compute() == "32"
    assert {path: path.stat().st_mtime_ns for path in files_in(tmp_path / "cache")} == before


@pytest.mark.parametrize("damage", [b"", b"\x80", b"nonsense"])
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_what_is_damaged_is_compiled_again(compute, tmp_path, ending, damage):
    assert compute() == "32"
    damaged = [path for path in files_in(tmp_path / "cache") if path.suffix == f".{ending}"]
    for path in damaged:
        path.write_bytes(damage if ending == "nbc" or damage != b"nonsense" else path.read_bytes()[:40])
    assert compute() == "32"
    before = files_in(tmp_path / "cache")
    assert compute() == "32" and files_in(tmp_path / "cache") == before


def test_old_directories_go(compute, tmp_path):
    root = tmp_path / "cache" / "tabuleiro" / "kernels"
    for age in range(5):
        (root / f"old-{age}").mkdir(parents=True)
        os.utime(root / f"old-{age}", (1e9 - age, 1e9 - age))
    assert compute() == "32"
    kept = sorted(path.name for path in root.iterdir())
    assert len(kept) == 3 and kept[1:] == ["old-0", "old-1"]


def test_a_cache_that_cannot_be_used_gives_way_and_is_told_once(tmp_path):
    (tmp_path / "cache").write_text("no directory", encoding="utf-8")
    places = {f"XDG_{kind}_HOME": str(tmp_path / kind.lower()) for kind in ("CACHE", "DATA", "CONFIG", "STATE")}
    done = subprocess.run(
        [sys.executable, "-m", "tabuleiro", "perft", "momentum:marbles=2", "4"],
        env=os.environ | places | {"TMPDIR": str(tmp_path), "NUMBA_CACHE_DIR": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip().isdigit()
    (line,) = [line for line in done.stderr.splitlines() if COMPILING not in line]
    assert "cannot be used" in line and "until that is mended" in line
