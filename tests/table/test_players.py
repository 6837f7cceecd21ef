"""Who plays on in a game that was kept."""

from random import Random

import pytest

from tabuleiro.core.errors import UnknownAgent
from tabuleiro.table.players import check_players, go_on

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
