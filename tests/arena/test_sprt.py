"""The sequential test: what it accepts, that it always ends, and that the order of pairs is all that counts."""

from __future__ import annotations

from math import isfinite

import pytest

from tabuleiro.arena.sprt import Test as Sprt
from tabuleiro.arena.sprt import follow, in_order


def test_bounds_are_walds():
    assert (Sprt().low, Sprt().high) == (pytest.approx(-2.944, abs=0.001), pytest.approx(2.944, abs=0.001))


def test_many_games_decide():
    strong = follow(Sprt(), [1.0, 0.5, 0.5, 0.75] * 200)
    weak = follow(Sprt(), [0.0, 0.5, 0.5, 0.25] * 200)
    assert (strong.accepted, weak.accepted) == (1, 0)
    assert strong.pairs < 100 and weak.pairs < 100


def test_pairs_count_in_the_order_of_their_numbers():
    assert in_order({}) == in_order({2: 1.0}) == in_order({1: 1.0, 3: 0.0, 4: 0.0}) == []
    assert in_order({4: 0.5, 1: 1.0, 2: 0.0, 3: 1.0, 6: 1.0}) == [0.5, 0.75]


def test_what_is_open_stays_open():
    course = follow(Sprt(), [0.5, 0.75, 0.25] * 4)
    assert course.accepted is None and course.pairs == 12


def test_pairs_after_the_decision_have_no_say():
    scores = [1.0, 0.5, 0.5, 0.75] * 200
    course = follow(Sprt(), scores)
    assert follow(Sprt(), scores[: course.pairs] + [0.0] * 500) == course
    assert follow(Sprt(), scores, follow(Sprt(), scores[:5])) == course


def test_results_on_one_side_end_and_are_finite():
    for score in (0.0, 0.5, 1.0, 1 / 3):
        assert isfinite(Sprt().ratio({score: 10_000}))


def test_the_normal_ratio_is_its_limit():
    """With many pairs and near hypotheses: N (m1 - m0) (2 m - m0 - m1) / (2 variance)."""
    test = Sprt(0, 2)
    m0, m1 = 0.5, 1 / (1 + 10 ** (-2 / 400))
    pairs = {0.0: 1000, 0.25: 2000, 0.5: 4000, 0.75: 2100, 1.0: 1050}
    total = sum(pairs.values())
    mean = sum(end * count for end, count in pairs.items()) / total
    variance = sum((end - mean) ** 2 * count for end, count in pairs.items()) / total
    assert test.ratio(pairs) == pytest.approx(total * (m1 - m0) * (2 * mean - m0 - m1) / variance / 2, rel=0.02)
