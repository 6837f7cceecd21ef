"""Who sits where, in words; and how long a computer with a clock may think."""

import pytest

from tabuleiro.core.registry import find
from tabuleiro.play.clock import Clock, TimeControl
from tabuleiro.play.lineup import HUMAN, people


def test_people_are_told_by_seat_name_and_player():
    game = find("eximo")
    assert people(game, ("White", "Ana")) == ["White", "Black (Ana)"]
    assert people(game, ("greedy", "Hal"), ("greedy", "level:2")) == ["White (greedy)", "Black (Hal, level 2)"]
    assert people(game, ("level:2", "Rui")) == ["White (level 2)", "Black (Rui)"]  # as a record has it
    assert people(game, ("human", "Black"), (HUMAN, HUMAN)) == ["White (human)", "Black"]


def test_a_computer_shares_out_its_time():
    clock = Clock(TimeControl(300, 5), 2)
    assert clock.share(300) == pytest.approx(12.5)
    assert 0 < clock.share(0) < clock.share(30) < clock.share(300)
    assert Clock(TimeControl(60), 2).share(-1) > 0
