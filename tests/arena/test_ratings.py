"""Elo differences and ratings against numbers worked out by hand or known from elsewhere."""

from __future__ import annotations

from math import inf

import pytest

from tabuleiro.arena.ratings import Elo, compare, elo, rate, wilson

WON, LOST, DRAWN = 1.0, 0.0, 0.5


@pytest.mark.parametrize(
    ("score", "difference"),
    [(0.5, 0), (0.64, 100), (0.76, 200), (0.909, 400), (0.36, -100)],  # the table of FIDE's handbook
)
def test_differences_are_those_of_the_known_table(score, difference):
    assert elo(score) == pytest.approx(difference, abs=1.5)


def test_nothing_bounds_a_clean_score():
    assert elo(1.0) == inf
    assert elo(0.0) == -inf


def test_sixty_of_a_hundred_independent_games():
    """Standard error sqrt(0.24 / 100) = 0.049, so the score is between 0.504 and 0.696."""
    found = compare([[WON]] * 60 + [[LOST]] * 40)
    assert found.difference == pytest.approx(70.4, abs=0.1)
    assert (found.low, found.high) == (pytest.approx(2.4, abs=1), pytest.approx(144, abs=1.5))


def test_pairs_that_always_split_say_more_than_independent_games():
    """Who begins wins: with swapped seats both are equal, and that is quite sure."""
    split = compare([[WON, LOST]] * 49 + [[WON, WON]])
    alone = compare([[score] for score in [WON, LOST] * 49 + [WON, WON]])
    assert split.difference == alone.difference
    assert split.high - split.low < (alone.high - alone.low) / 3


def test_draws_make_it_surer():
    drawn = compare([[DRAWN, DRAWN]] * 40 + [[WON, DRAWN]] * 10)
    decided = compare([[WON, WON]] * 27 + [[WON, LOST]] + [[LOST, LOST]] * 22)
    assert drawn.difference == pytest.approx(decided.difference)
    assert drawn.high - drawn.low < decided.high - decided.low


def test_a_clean_score_has_a_bound_on_one_side():
    """Wilson's lower bound for 20 of 20 is 20 / (20 + 1.96²) = 0.8389, that is +287."""
    found = compare([[WON, WON]] * 10)
    assert (found.difference, found.high) == (inf, inf)
    assert found.low == pytest.approx(286.6, abs=0.1)
    lost = compare([[LOST, LOST]] * 10)
    assert (lost.difference, lost.low, lost.high) == (-inf, -inf, pytest.approx(-found.low))


def test_one_game_and_none_say_next_to_nothing():
    assert compare([]) == Elo(0.0, -inf, inf)
    assert compare([[DRAWN]]).high > 200


def test_wilsons_interval():
    """Known: 8 of 10 lie between 0.490 and 0.943."""
    assert wilson(0.8, 10) == (pytest.approx(0.490, abs=0.001), pytest.approx(0.943, abs=0.001))


def test_text():
    assert str(Elo(37.4, -12.2, inf)) == "+37 (95 %: -12 to +inf)"


# ── Many players ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_two_players_are_as_far_apart_as_their_score_says():
    anchor, other = rate(["a", "b"], {("b", "a"): (760.0, 1000)})
    assert (anchor.rating, anchor.reach) == (0, 0)
    assert other.rating == pytest.approx(elo(0.76), abs=1)
    assert other.reach == pytest.approx(1.96 * 173.7 / (1000 * 0.76 * 0.24) ** 0.5, abs=0.5)


def test_differences_add_up_along_a_ladder():
    results = {("b", "a"): (76.0, 100), ("c", "b"): (64.0, 100)}
    ratings = {rating.player: rating for rating in rate(["a", "b", "c"], results, anchor="a")}
    assert ratings["c"].rating == pytest.approx(elo(0.76) + elo(0.64), abs=4)
    assert ratings["c"].reach > ratings["b"].reach > 0
    assert [ratings[player].games for player in "abc"] == [100, 200, 100]


def test_a_clean_score_stays_finite_and_its_reach_is_wide():
    ratings = rate(
        ["random", "greedy", "level:1"], {("greedy", "random"): (40.0, 40), ("level:1", "greedy"): (40.0, 40)}
    )
    assert 300 < ratings[1].rating < 1000 < ratings[2].rating < 2000
    assert ratings[2].reach > 300


def test_ratings_make_the_results_most_likely():
    """At the best ratings every player scores what is expected, counting the drawn game before each pairing."""
    results = {("b", "a"): (13.0, 20), ("c", "b"): (11.5, 20), ("c", "a"): (17.0, 20)}
    rating = {found.player: found.rating for found in rate(["a", "b", "c"], results)}
    for player in "abc":
        scored = expected = 0.0
        for (one, other), (score, games) in results.items():
            share = 1 / (1 + 10 ** ((rating[other] - rating[one]) / 400))
            if player == one:
                scored, expected = scored + score + 0.5, expected + (games + 1) * share
            elif player == other:
                scored, expected = scored + games - score + 0.5, expected + (games + 1) * (1 - share)
        assert scored == pytest.approx(expected, abs=1e-4)
