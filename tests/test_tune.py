"""The script that fits weights: the fit finds what is there to be found, and the whole runs from end to end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

import numpy as np
import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TINY = ("--games", "10", "--nodes", "2", "--workers", "1")


@pytest.fixture
def tune(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    from benchmarks import tune

    return tune


def run(*words):
    command = [sys.executable, "-m", "benchmarks.tune", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


def made(weights, count=20_000):
    """Features, and results that follow from these weights by chance."""
    rng = np.random.default_rng(1)
    features = rng.normal(size=(count, len(weights))) * (1, 10, 0.1)
    return features, (rng.random(count) < 1 / (1 + np.exp(-features @ weights))).astype(float)


def test_the_fit_finds_the_weights_that_made_the_results(tune):
    weights = np.array([1.0, -0.2, 5.0])
    features, results = made(weights)
    found = tune.fit(features, results)
    assert found == pytest.approx(weights, rel=0.1)
    assert tune.loss(features, results, found) < tune.loss(features, results, 0 * weights) == pytest.approx(np.log(2))


def test_a_pull_makes_weights_small_and_a_feature_that_never_shows_gets_none(tune):
    features, results = made(np.array([1.0, -0.2, 5.0]))
    features[:, 2] = 0
    loose, tight = tune.fit(features, results), tune.fit(features, results, pull=10_000)
    assert loose[2] == tight[2] == 0
    assert (np.abs(tight[:2]) < np.abs(loose[:2])).all()


def test_a_fifth_of_the_games_is_held_out(tune):
    """The held-out games say the opposite of the others: the fit does not follow them."""
    games = np.repeat(np.arange(20), 50)
    features = np.random.default_rng(2).normal(size=(1000, 1))
    results = ((features[:, 0] > 0) ^ (games % tune.HELD_OUT == 0)).astype(float)
    new, before, after = tune.weigh(tune.Samples(features, results, results, games), np.zeros(1))
    assert new[0] > 0 and after > before


def test_it_plays_fits_and_prints_weights_to_paste_the_same_for_the_same_seed():
    first, second, other = run("momentum", *TINY), run("momentum", *TINY), run("momentum", *TINY, "--seed", "1")
    assert first.returncode == 0 and not first.stderr
    assert first.stdout == second.stdout != other.stdout
    lines = first.stdout.splitlines()
    assert re.fullmatch(r"round 1: 10 games, \d+ states", lines[0])
    assert re.fullmatch(r"loss on games held out: \d\.\d+ before, \d\.\d+ after", lines[1])
    from tabuleiro.kernels.momentum import FEATURES

    assert [line[: len(name)] for line, name in zip(lines[3:], FEATURES, strict=False)] == list(FEATURES)
    assert len(re.findall(r"-?\d+\.\d+", lines[-1])) == len(FEATURES)


def test_an_interrupt_keeps_the_games_that_are_finished():
    """Ctrl-C after some games: the fit is made of those."""
    command = [sys.executable, "-c", PATIENT, "momentum", "--games", "100000", "--nodes", "2", "--workers", "1"]
    child = subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for line in child.stderr:
        if line.startswith("20 of"):
            break
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=120)
    assert child.returncode == 0, err
    assert "interrupted: going on with the games that are finished" in err
    assert 20 <= int(re.match(r"round 1: (\d+) games", out)[1]) < 100_000


# The command, which says how far it is though nobody looks, and hears an interrupt wherever it was started.
PATIENT = """
import signal, sys
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    from benchmarks import selfplay, tune
    def tell(text):
        print(text.partition("] ")[2], file=sys.stderr, flush=True)
    selfplay.tell = tell
    sys.exit(tune.main(sys.argv[1:]))
"""


def test_too_few_games_and_wrong_words_are_said_in_a_line():
    few = run("momentum", "--games", "1", "--nodes", "2", "--workers", "1")
    assert few.returncode == 1 and few.stderr.splitlines() == ["too few games to fit anything: play at least 6"]
    assert run("chess").returncode == run("momentum", "--games", "0").returncode == run().returncode == 2
    assert "judged by a net, which learns by: tabuleiro train eximo" in run("eximo").stderr
    wrong = run("momentum", "--part", "2")
    assert wrong.returncode == 2 and "'2' is no part of the way, such as 0.5 or 1" in wrong.stderr


@pytest.mark.slow
def test_rounds_and_a_match_play_by_the_new_weights():
    done = run(
        "momentum", *TINY, "--rounds", "2", "--match", "4", "--match-nodes", "20", "--part", "0.5", "--part", "1"
    )
    assert done.returncode == 0, done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines() if line.startswith("round")] == [
        "round 1",
        "round 2",
    ]
    assert re.findall(r"^([\d.]+) of the way: \[.*\]\nscore: [\d.]+ to [\d.]+", done.stdout, re.MULTILINE) == [
        "0.5",
        "1",
    ]
