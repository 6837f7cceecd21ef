"""Threads that share a step: all parts are done, and an error in one of them is told and leaves all ready."""

from __future__ import annotations

import pytest

from tabuleiro.rl.crew import Crew


def test_every_number_is_worked_on_once():
    for n, threads in ((1, 1), (10, 3), (7, 7)):
        done = []
        Crew(n, threads).run(lambda lo, hi, done=done: done.extend(range(lo, hi)))
        assert sorted(done) == list(range(n))


@pytest.mark.parametrize("wrong", [0, 4, 8])
def test_an_error_is_told_and_the_next_step_goes_well(wrong):
    crew, done = Crew(9, 3), []

    def fails(lo, hi):
        if lo <= wrong < hi:
            raise ValueError(wrong)

    for _ in range(3):
        with pytest.raises(ValueError, match=str(wrong)):
            crew.run(fails)
    crew.run(lambda lo, hi: done.extend(range(lo, hi)))
    assert sorted(done) == list(range(9))
