"""Elo differences and ratings against numbers worked out by hand or known from elsewhere."""

from __future__ import annotations

from itertools import cycle, islice, permutations
from math import inf

import pytest

from tabuleiro.arena.davidson import Meeting
from tabuleiro.arena.luce import Finish
from tabuleiro.arena.ratings import Elo, compare, elo, rank, rate, student, wilson

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
    """Wilson's interval for 100 games and 1.984 standard errors, Student's for 100 observations: 0.5008 to 0.6916."""
    found = compare([[WON]] * 60 + [[LOST]] * 40)
    assert found.difference == pytest.approx(70.4, abs=0.1)
    assert (found.low, found.high) == (pytest.approx(0.5, abs=1), pytest.approx(140.5, abs=1.5))


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
    """Wilson's lower bound for 20 of 20 with Student's 2.201 for 2.0 + 9 degrees is 20 / (20 + 2.201²) = 0.805: +246."""
    found = compare([[WON, WON]] * 10)
    assert (found.difference, found.high) == (inf, inf)
    assert found.low == pytest.approx(246.4, abs=0.5)
    lost = compare([[LOST, LOST]] * 10)
    assert (lost.difference, lost.low, lost.high) == (-inf, -inf, pytest.approx(-found.low))


def test_one_game_and_none_say_next_to_nothing():
    assert compare([]) == Elo(0.0, -inf, inf)
    assert compare([[DRAWN]]).high > 200


def test_wilsons_interval():
    """Known: 8 of 10 lie between 0.490 and 0.943."""
    assert wilson(0.8, 10) == (pytest.approx(0.490, abs=0.001), pytest.approx(0.943, abs=0.001))


def test_text():
    assert str(Elo(37.4, -12.2, 90.0)) == "+37 (95 %: -12 to +90)"
    assert str(Elo(-0.2, -12.2, 12.0)) == "+0 (95 %: -12 to +12)"
    assert str(Elo(37.4, -12.2, inf)) == "+37 (95 %: at least -12)"


def test_what_is_beyond_ninety_per_cent_is_not_told_apart():
    assert str(Elo(elo(0.95), 287.0, 800.0)) == "> 380 (95 %: at least +287)"
    assert str(Elo(-inf, -inf, -287.0)) == "< -380 (95 %: at most -287)"
    assert str(Elo(inf, 700.0, inf)) == "> 380 (95 % sure)"
    assert str(Elo(-inf, -inf, -400.0)) == "< -380 (95 % sure)"


@pytest.mark.parametrize("pairs", [[], [(0.0, 0.0)], [(1.0, 1.0)], [(1.0, 0.0)]])
def test_of_too_few_games_no_bound_is_told(pairs):
    assert str(compare(pairs)) == "unknown, too few games"


def test_the_likelihood_of_superiority():
    assert compare([[WON, LOST]] * 20).superiority == pytest.approx(0.5)
    assert compare([[WON, WON]] * 12 + [[LOST, LOST]] * 4).superiority > 0.95
    assert compare([[LOST]] * 5).superiority == 0.0


def test_students_quantiles():
    """From any table."""
    for freedom, known in ((1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1e9, 1.960)):
        assert student(freedom) == pytest.approx(known, abs=0.005)


# ── Many players ─────────────────────────────────────────────────────────────────────────────────────────────────


def met(one, other, won, lost, drawn=0):
    """Games that were won, lost and drawn by *one*, each with an opening of its own, at either seat in turn."""
    scores = [WON] * won + [LOST] * lost + [DRAWN] * drawn
    return [Meeting(one, other, ((number % 2 == 0, score),)) for number, score in enumerate(scores)]


def test_two_players_are_as_far_apart_as_their_score_says():
    anchor, other = rate(["a", "b"], met("b", "a", 760, 240))
    assert (anchor.rating, anchor.low, anchor.high) == (0, 0, 0)
    assert other.rating == pytest.approx(elo(0.76), abs=1)
    assert (other.high - other.low) / 2 == pytest.approx(1.96 * 173.7 / (1000 * 0.76 * 0.24) ** 0.5, abs=0.5)


def test_differences_add_up_along_a_ladder():
    found = rate(["a", "b", "c"], met("b", "a", 76, 24) + met("c", "b", 64, 36), anchor="a")
    assert found[2].rating == pytest.approx(elo(0.76) + elo(0.64), abs=8)
    assert found[2].high - found[2].low > found[1].high - found[1].low > 0
    assert [rating.games for rating in found] == [100, 200, 100]
    assert found.superiority(2, 1) > 0.99 and found.superiority(0, 1) < 0.01


def test_nothing_bounds_who_lost_no_game():
    found = rate(["random", "greedy", "level:1"], met("greedy", "random", 40, 0) + met("level:1", "greedy", 30, 10))
    assert found[1].high == found[2].high == inf
    assert 200 < found[1].low < found[1].rating < 1500
    assert str(found[1]) == f"> {found[1].low:.0f}"


def test_the_more_games_one_side_wins_the_higher_is_the_only_bound():
    both = Meeting("b", "a", ((True, WON), (False, WON)))
    found = [rate(["a", "b"], [both] * count)[1] for count in (1, 2, 3, 5, 6, 10, 20, 50)]
    assert all(rating.high == inf for rating in found)
    lows = [rating.low for rating in found]
    assert lows == sorted(lows) and -1000 < lows[0] < -380 and 200 < lows[-1] < 1000


def sweep(one, other, pairs):
    """So many pairs of games, all won by *one*."""
    return [Meeting(one, other, ((True, WON), (False, WON)))] * pairs


def test_who_won_all_games_of_two_has_a_bound_and_it_is_said_why():
    """The lower bound of 48 to 0 is the chance whose 48th power is twice 5 % (mid-p): 0.953."""
    found = rate(["a", "b"], sweep("b", "a", 24))
    assert found[1].low == pytest.approx(elo(0.1 ** (1 / 48)), abs=1) and found[1].value == "> 523"
    assert found.notes("a") == [
        "A rating like > 523 is a bound, 95 % sure: no game was lost, or none won, that would set one on the other side."
    ]
    four = rate(["a", "b"], sweep("b", "a", 2))
    assert -200 < four[1].low < 43 and four[1].value == f"> {four[1].low:.0f}"  # elo(0.1 ** (1 / 4)) is +43


@pytest.mark.parametrize("anchor", ["a", "b", "d"])
def test_who_won_all_games_has_a_bound_however_far_that_is(anchor):
    """Everybody wins all games against those below: each step up is known to be one, and nothing is known to be less."""
    names = ["a", "b", "c", "d"]
    everybody = [meeting for top, one in enumerate(names) for other in names[:top] for meeting in sweep(one, other, 8)]
    neighbours = [meeting for one, other in zip(names[1:], names, strict=False) for meeting in sweep(one, other, 8)]
    for meetings in (everybody, neighbours):
        found = rate(names, meetings, anchor)
        zero = names.index(anchor)
        for rating in found.ratings[zero + 1 :]:
            assert rating.high == inf and rating.low > 200 and rating.value.startswith("> ")
        for rating in found.ratings[:zero]:
            assert rating.low == -inf and rating.high < -200 and rating.value.startswith("< ")


def test_what_no_game_compares_is_not_known():
    found = rate(["a", "b", "c", "d"], sweep("b", "a", 6) + sweep("d", "c", 6))
    assert [rating.value for rating in found] == ["+0", f"> {found[1].low:.0f}", "?", "?"]
    assert found.notes("a")[1:] == [
        "A ? is a rating that is not known: there are too few games, or none that compare the agent with a."
    ]
    assert found.superiority(2, 0) == pytest.approx(0.5, abs=0.01)
    assert rate(["a", "b"], sweep("b", "a", 1))[1].value == "?"
    assert rate(["a", "b"], met("b", "a", 20, 20)).notes("a") == []


def test_the_seat_is_told_from_the_player():
    """Who begins wins three games of four: two equal players, each pair of games with both seats."""
    games = [((True, WON), (False, LOST))] * 60 + [((True, WON), (False, WON))] * 15
    games += [((True, LOST), (False, LOST))] * 15 + [((True, LOST), (False, WON))] * 10
    found = rate(["a", "b"], [Meeting("b", "a", pair) for pair in games])
    assert found[1].rating == pytest.approx(0, abs=1)
    assert found.seat == pytest.approx(2 * elo(0.75), abs=8)


def test_pairs_that_split_make_ratings_surer():
    games = [((True, WON), (False, LOST)), ((True, LOST), (False, WON))] * 20 + [((True, WON), (False, WON))] * 4
    split = [Meeting("b", "a", pair) for pair in games]
    alone = [Meeting("b", "a", (game,)) for meeting in split for game in meeting.games]
    together, apart = rate(["a", "b"], split)[1], rate(["a", "b"], alone)[1]
    assert together.rating == pytest.approx(apart.rating)
    assert together.high - together.low < (apart.high - apart.low) / 1.5


def test_games_of_three_by_who_won():
    """In proportion to strength: one wins half of the games, two others a quarter each, from every seat alike."""
    tables = [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    games = [
        Finish(table, tuple(float(player == winner) for player in table), (number, winner, table))
        for table in tables
        for winner, count in (("a", 40), ("b", 20), ("c", 20))
        for number in range(count)
    ]
    found = rank(["c", "b", "a"], games)
    assert found[0].rating == found[0].low == found[0].high == 0
    assert found[1].rating == pytest.approx(0, abs=1)
    assert found[2].rating == pytest.approx(elo(2 / 3), abs=3)
    assert found.superiority(2, 0) > 0.99
    assert [rating.games for rating in found] == [240] * 3


def won_by(winner, names, count):
    """So many games of *names* at changing seats; *winner* says who wins each, by its number."""
    tables = list(permutations(names))
    return [
        Finish(table, tuple(float(player == winner(number)) for player in table), number)
        for number, table in enumerate(islice(cycle(tables), count))
    ]


def test_of_those_who_never_won_it_is_not_known_who_is_stronger():
    """A sample of such games is like any other, so that a bootstrap alone would be quite sure of it."""
    games = won_by(lambda _: "c", "abc", 24)
    found = rank(["a", "b", "c"], games)
    assert (
        [rating.value for rating in found.ratings[:2]] == ["+0", "?"]
        and found[2].high == inf
        and 200 < found[2].low < 1000
    )
    assert found.superiority(0, 1) == pytest.approx(0.5, abs=0.05) and found.superiority(2, 1) > 0.95
    others = rank(["a", "b", "c"], games, "c")
    assert all(rating.low == -inf and rating.high < -200 for rating in others.ratings[:2])


def test_one_win_of_many_bounds_a_rating_on_both_sides():
    found = rank(["a", "b", "c"], won_by(lambda number: "abc"[2 if number % 12 > 1 else number % 12], "abc", 48), "c")
    for rating in found.ratings[:2]:
        assert -inf < rating.low < rating.rating < rating.high < 0
        assert rating.rating - rating.low > rating.high - rating.rating  # what is rare could be far rarer
