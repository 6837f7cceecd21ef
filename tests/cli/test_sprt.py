"""``sprt`` as people run it: it stops itself, goes on, says what is undecided, and its exit code is the answer."""

from __future__ import annotations

import json

import pytest

CLEAR = ("--elo1", "300", "--workers", "1")


def test_it_stops_as_soon_as_it_is_clear_and_the_same_command_plays_no_more(run):
    done = run("sprt", "momentum", "greedy", "random", *CLEAR)
    title, score, *_, ratio, verdict = done.stdout.splitlines()
    assert title == "momentum: greedy against random, 12 games"
    assert score == "score: 12 to 0 (100.0 %); 12 won, 0 drawn, 0 lost"
    assert "pairs of games by points: 2: 6" in done.stdout and "Elo" not in done.stdout
    assert ratio == "log-likelihood ratio: +3.18 after 6 pairs; -2.94 accepts +0, +2.94 accepts +300"
    assert verdict == "accepted: greedy is +300 points above random rather than +0 (risk 5 %)"
    again = run("sprt", "momentum", "greedy", "random", *CLEAR)
    assert again.stdout == done.stdout and "there already; --fresh starts anew" in again.stderr


def test_no_is_an_exit_code(run):
    done = run("sprt", "momentum", "random", "greedy", "--elo0", "-300", "--elo1", "0", "--workers", "1", code=1)
    assert "accepted: random is -300 points above greedy rather than +0" in done.stdout


def test_what_is_undecided_is_told_and_goes_on(run, tmp_path):
    words = ("sprt", "momentum", "greedy", "random", *CLEAR, "--records", "games.jsonl")
    done = run(*words, "--games", "5", code=1)
    assert done.stdout.endswith("\nundecided after 5 games; more --games would go on\n")
    assert "log-likelihood ratio: +1.06 after 2 pairs" in done.stdout
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 6
    more = run(*words)
    assert "5 games are there already" in more.stderr and "accepted: " in more.stdout
    data = json.loads(run(*words, "--json").stdout)
    assert (data["accepted"], data["pairs"], data["games"], data["elo1"]) == (1, [[1.0, 6]], 12, 300)
    assert data["ratio"] >= data["high"]


def test_it_says_the_same_however_many_play_at_a_time(run):
    words = ("sprt", "momentum", "report:1", "random", "--elo1", "300", "--json")
    found = [
        json.loads(run(*words, "--workers", count, "--records", f"{count}.jsonl", code=1).stdout) for count in "12"
    ]
    for data in found:
        del data["efforts"]
    assert found[0] == found[1] and found[0]["accepted"] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--elo0", "30"), "--elo0 30 has to be less than --elo1 30"),
        (("--elo0", "nan"), "argument --elo0: nan is no number from -1000 to 1000"),
        (("--alpha", "0.6"), "argument --alpha: 0.6 is no number from 0.001 to 0.4"),
        (("--games", "0"), "argument --games: 0 is no number from 1"),
    ],
)
def test_a_test_that_cannot_be(run, words, said):
    assert said in run("sprt", "momentum", "greedy", "random", *words, code=2).stderr


def test_a_terminal_sees_how_the_ratio_goes(terminal):
    screen = terminal("sprt", "momentum", "greedy", "random", *CLEAR)
    assert screen.end() == 0
    assert "log-likelihood ratio +0.00 of -2.94 to +2.94  0 games" in screen.seen
    assert "accepted: greedy is +300 points above random" in screen.seen
