"""After three wins in a row against one level the next one is offered."""

from random import Random

import pytest

from tabuleiro.core.registry import find
from tabuleiro.home.settings import Settings, change_settings
from tabuleiro.play.lineup import HUMAN, Party
from tabuleiro.table.draft import Draft, recalled, remember
from tabuleiro.table.setting import Host, Wish, begin, rematch
from tabuleiro.table.streak import count_end, level_after, level_at, wins_in_a_row


def sit(*players, game="momentum"):
    return begin(Party(find(game), players, ("",) * len(players)), Random(1), Wish(), Host(live=False)).table


def ended(*players, loser, game="momentum"):
    table = sit(*players, game=game)
    table.resign(loser)
    return table


def test_three_wins_in_a_row_earn_the_next_level():
    assert [count_end(ended(HUMAN, "level:2", loser=1)) for _ in range(4)] == ["", "", "level:3", "level:3"]
    assert count_end(ended("level:3", HUMAN, loser=0)) == ""  # another level begins anew
    assert wins_in_a_row("momentum", "level:3") == 1 and wins_in_a_row("momentum", "level:2") == 0


def test_a_loss_begins_anew_and_games_count_apart():
    for loser in (1, 1, 0, 1, 1):
        assert count_end(ended(HUMAN, "level:2", loser=loser)) == ""
        count_end(ended(HUMAN, "level:2", loser=1, game="eximo"))
    assert count_end(ended(HUMAN, "level:2", loser=1)) == "level:3"


def test_nothing_is_offered_after_the_strongest_nor_at_other_tables():
    for players in ((HUMAN, "level:8"), (HUMAN, HUMAN), (HUMAN, "greedy"), ("level:2", "level:2")):
        assert [count_end(ended(*players, loser=1)) for _ in range(3)] == [""] * 3
    assert level_at(sit(HUMAN, "level:2", "level:2", game="meerkats:players=3")) == "level:2"
    assert level_at(sit(HUMAN, "level:2", "level:3", game="meerkats:players=3")) == ""
    assert level_after(find("momentum"), "greedy") == ""
    assert count_end(sit(HUMAN, "level:2")) == ""  # not over


@pytest.mark.parametrize("damage", ["many", ["level:2"], ["level:2", "2"], {"level:2": 2}, None])
def test_a_damaged_count_begins_anew(damage):
    change_settings(lambda _: Settings(streaks={"momentum": damage}))
    assert wins_in_a_row("momentum", "level:2") == 0


def test_the_next_level_plays_the_next_game_and_those_after_it():
    remember(Draft("momentum").with_name(0, "Ana"))
    desk = begin(Draft("momentum").party(), Random(1), Wish(), Host(live=False))
    again = rematch(desk, Random(1), Host(live=False), "level:3")
    assert again.table.party.players == ("level:3", HUMAN)
    assert recalled("momentum").party().players == (HUMAN, "level:3") and recalled("momentum").called(0) == "Ana"
