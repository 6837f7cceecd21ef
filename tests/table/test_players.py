"""Who plays on in a game that was kept."""

from random import Random

import pytest

from tabuleiro.core.errors import UnknownAgent
from tabuleiro.home.folders import take_notices
from tabuleiro.play.agent import PATIENCE
from tabuleiro.table.players import check_players, go_on
from tabuleiro.table.setting import Host, Wish, rematch, resume

RECORD = "game: eximo\nedition: 1\nseat w: Ana\nseat b: {name}\n{table}\n1. b7^d5\n"


@pytest.mark.parametrize("table", ["", 'table players: ["human", "level:99"]\n'])
def test_a_computer_that_we_do_not_have_is_reported(tmp_path, table):
    path = tmp_path / "game.txt"
    path.write_text(RECORD.format(name="level:99", table=table), "utf-8")
    with pytest.raises(UnknownAgent, match="level:99 cannot play Eximo"):
        check_players(go_on(str(path), Random(0)).party)


@pytest.mark.parametrize(("name", "player"), [("level:2", "level:2"), ("Level", "human"), ("Rui: the first", "human")])
def test_names_say_who_is_a_computer(tmp_path, name, player):
    path = tmp_path / "game.txt"
    path.write_text(RECORD.format(name=name, table=""), "utf-8")
    found = go_on(str(path), Random(0))
    assert found.party.players == ("human", player)


SLOW = [
    ("level:2", "table seconds: 1e9\n", True),
    ("mcts:seconds=1e9", "", True),
    ("mcts:nodes=999999999999", "", False),
    ("alphabeta:depth=99", "", False),
    ("alphabeta:seconds=3600", "table clock: 1000000+100000\ntable left: 1e7 1e7\n", True),
    ("level:2", "table clock: 1000000+100000\n", False),
]


@pytest.mark.parametrize(("player", "more", "told"), SLOW)
def test_a_file_does_not_make_a_computer_think_for_as_long_as_it_likes(tmp_path, player, more, told):
    path = tmp_path / "game.txt"
    table = f'table players: ["human", "{player}"]\n{more}'
    path.write_text(RECORD.format(name="Rui", table=table), "utf-8")
    desk = resume(str(path), go_on(str(path), Random(0)), Random(0), Wish(), Host(live=False))
    assert desk.table.session.player == 1 and desk.table.limit().seconds <= PATIENCE
    assert (f"table seconds: {PATIENCE:g}\n" in path.read_text("utf-8")) == (
        "seconds" in more
    )  # and nothing is said where nothing was
    notices = take_notices()
    assert [PATIENCE] * told == [PATIENCE for text in notices if f"{PATIENCE:g} s" in text] and len(notices) == told
    desk.table.call_off()
    again = rematch(desk, Random(0), Host(live=False)).table
    assert again.party.players[0] == player and again.limit().seconds <= PATIENCE


def test_a_person_may_give_a_computer_all_the_time_in_the_world(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(RECORD.format(name="Rui", table='table players: ["human", "level:2"]\n'), "utf-8")
    desk = resume(str(path), go_on(str(path), Random(0)), Random(0), Wish(seconds=3600), Host(live=False))
    assert desk.table.limit().seconds == 3600 and not take_notices()
