"""Who sits where, in words; and how long a computer with a clock may think."""

from random import Random

import pytest

from tabuleiro.core.errors import BadRecord
from tabuleiro.core.registry import find
from tabuleiro.play.clock import Clock, TimeControl
from tabuleiro.play.lineup import HUMAN, people, read_setup
from tabuleiro.play.record import Record
from tabuleiro.play.session import Session


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
    assert Clock(TimeControl(1, 10), 2).share(1) < 1  # whatever comes later, there is no more now


@pytest.mark.parametrize("text", ["300+5", "1000000", "1000000+100000", "123456.5+0.25", "0.1"])
def test_a_time_control_is_read_as_it_is_written(text):
    assert str(TimeControl.read(text)) == text


@pytest.mark.parametrize(
    "table",
    [{"seconds": "-1"}, {"seconds": "0"}, {"seconds": "1e300"}, {"clock": "300", "left": "1e300 1"}, {"clock": "300", "left": "1 nan"}],
)  # fmt: skip
def test_times_of_a_table_that_cannot_be_are_reported(table):
    with pytest.raises(BadRecord, match="cannot be read"):
        read_setup(Record("momentum", table=table), Session(find("momentum"), Random(0)))
