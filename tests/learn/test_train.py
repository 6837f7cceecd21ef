"""Rounds: what does not win is not taken, what is there is not done again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from tabuleiro.arena.executor import Here
from tabuleiro.arena.processes import Processes
from tabuleiro.core.errors import BadNet, BadOption
from tabuleiro.learn import fit as fits
from tabuleiro.learn import train
from tabuleiro.learn.recipe import RECIPES, Recipe
from tabuleiro.learn.selfplay import Shelf
from tabuleiro.learn.train import Training

TINY = {"batches": 1, "nodes": 10, "match_nodes": 10}


MATCHES = ("round-1/net.net against round-1/linear.net", "round-1/linear.net against none")


class Heard:
    """Keeps what is told."""

    def __init__(self):
        self.lines, self.shares = [], []

    def progress(self, share, *words):
        self.shares.append((share, words))

    def line(self, words):
        self.lines.append(words)


@pytest.fixture
def quick(monkeypatch):
    """Matches of four games, which decide nothing."""
    monkeypatch.setattr(train, "GAMES", 4)
    monkeypatch.setitem(RECIPES, "eximo", Recipe(games=48, epochs=1))


def begun(folder, **more):
    return Training.of("eximo", str(folder), "none", **(TINY | more))


def files_in(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.usefixtures("quick")
def test_what_does_not_win_is_not_taken_and_nothing_is_done_twice(tmp_path):
    heard, training = Heard(), begun(tmp_path)
    assert not training.run(Here(), heard)
    assert not os.path.exists(training.result)
    lines = [line.partition(":")[0] for line in heard.lines]
    assert lines == ["round 1", "linear", "net", *MATCHES]
    assert heard.lines[-1].endswith("does not win") and "of 4 games" in heard.lines[-1]
    assert "round 1, 48 games" in heard.lines[1]
    before, again = files_in(tmp_path), Heard()
    assert not begun(tmp_path).run(Here(), again)
    assert again.lines == heard.lines
    assert files_in(tmp_path) == before
    assert {words[0].partition(":")[0] for _, words in again.shares} == set()


@pytest.mark.usefixtures("quick")
def test_what_wins_is_taken_and_plays_the_next_round(tmp_path, monkeypatch):
    """Whatever it is: the test accepts all here."""
    monkeypatch.setattr(Training, "wins", lambda *_: True)
    heard, training = Heard(), begun(tmp_path)
    assert training.run(Here(), heard, rounds=2)
    second = (tmp_path / "round-2" / "net.net").read_bytes()
    assert (tmp_path / "eximo.net").read_bytes() == second != (tmp_path / "round-1" / "net.net").read_bytes()
    about = json.loads(second.partition(b"\n")[0])["about"]
    assert about.startswith("round 2, 96 games")  # of both rounds
    first, next_ = (Shelf(str(tmp_path / f"round-{number}" / "games"), 1).read(1) for number in (1, 2))
    assert first.codes.tolist() != next_.codes.tolist()


@pytest.mark.slow
def test_whoever_plays_the_games_are_the_same(tmp_path):
    """Here, or in processes."""
    for name, executor in (("here", Here()), ("apart", Processes(2))):
        with executor:
            begun(tmp_path / name, batches=3).gather(1, "none", executor, Heard())
    one, other = (
        {path.name: Shelf(str(path.parent), 3).read(int(path.stem)) for path in (tmp_path / name).rglob("*.npz")}
        for name in ("here", "apart")
    )
    assert sorted(one) == sorted(other) == ["00001.npz", "00002.npz", "00003.npz"]
    assert all(one[name].codes.tolist() == other[name].codes.tolist() for name in one)


def test_another_recipe_needs_another_folder(tmp_path):
    begun(tmp_path).open()
    with pytest.raises(BadOption, match="another recipe; --out names another folder"):
        begun(tmp_path, seed=5).open()


def test_bad_words_are_refused(tmp_path):
    with pytest.raises(BadOption, match="cannot be trained"):
        Training.of("meerkats:players=3", str(tmp_path))
    with pytest.raises(BadOption, match="a net is for all options; try eximo"):
        Training.of("eximo:drops=reserve", str(tmp_path))
    with pytest.raises(BadOption, match="comma"):
        Training.of("eximo", str(tmp_path / "a,b"))
    with pytest.raises(BadNet):
        Training.of("eximo", str(tmp_path), str(tmp_path / "missing.net"))


def test_the_page_has_the_numbers_of_the_code():
    from tabuleiro.kernels.net import LARGEST, UNITS
    from tabuleiro.kernels.search.selfplay import FEW, MOST

    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(os.path.join(root, "docs", "training.md"), encoding="utf-8") as file:
        page = " ".join(file.read().split())
    recipe = RECIPES["eximo"]
    assert recipe.rare == 6 and train.ROUNDS == 4 and fits.HELD_OUT == 20
    for phrase in (
        f"at most {LARGEST >> 10} KB are read",
        f"{FEW} to {MOST} random steps",
        f"{recipe.stray / 10:g} % of the steps",
        f"{train.TEST.elo0:g} against {train.TEST.elo1:g} points, {train.GAMES} games at most",
        f"a row of {UNITS} whole numbers of 16 bits",
    ):
        assert phrase in page


# ── The command ──────────────────────────────────────────────────────────────────────────────────────────────────

COMMAND = [sys.executable, "-m", "tabuleiro", "train"]


def test_an_interrupt_keeps_what_is_finished(tmp_path):
    command = [*COMMAND, "eximo", "--out", str(tmp_path), "--batches", "500", "--nodes", "5", "--workers", "1"]
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # it may be ignored by who runs the tests
    child = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed)  # noqa: PLW1509
    games = tmp_path / "round-1" / "games"
    try:
        while child.poll() is None and not (games.exists() and len(list(games.glob("*.npz"))) > 2):
            time.sleep(0.02)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    finally:
        child.kill()
    assert child.returncode == 130, err
    assert f"interrupted; the same command goes on where it was: {tmp_path}" in err and "Traceback" not in err
    assert out.splitlines() == ["round 1"]
    kept = len(list(games.glob("*.npz")))
    assert 2 < kept < 500 and not list(games.glob("*.part"))


def test_the_command_says_what_would_do(tmp_path):
    def told(*words):
        done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 2
        return done.stderr

    assert "meerkats:players=3 cannot be trained" in told("meerkats:players=3", "--out", "x")
    assert "5 is no number from 1 to 4" in told("eximo", "--rounds", "5")
    assert "missing.net" in told("eximo", "--out", "x", "--from", "missing.net")
    assert not list(tmp_path.iterdir())
