"""Positions are counted at the starts of turns."""

from __future__ import annotations

from dataclasses import replace

from tabuleiro.core import NOBODY
from tabuleiro.core.registry import find
from tabuleiro.play.repetition import Past


def test_the_third_time_is_too_often_and_counters_do_not_matter():
    game = find("eximo")
    state = game.start()
    past = Past(game)
    assert [past.recurs(replace(state, played=number)) for number in range(4)] == [False, False, True, True]


def test_what_is_inside_a_turn_or_over_does_not_count():
    game = find("eximo:repetition=2")
    start = game.start()
    inside = replace(start, chain=20)
    over = replace(start, player=NOBODY)
    past = Past(game, [inside, inside, over, over])
    assert not inside.whole and not past.recurs(inside) and not past.recurs(over)
    assert not past.recurs(start) and past.recurs(start)


def test_a_game_without_repetition_goes_on():
    game = find("eximo:repetition=0")
    past = Past(game, [game.start()] * 9)
    assert not past.recurs(game.start())
