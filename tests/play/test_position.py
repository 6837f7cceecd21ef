"""A position for people: its turns, what is played on it, and the same by compiled rules."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

import tabuleiro
from tabuleiro.core.errors import Ambiguous, Illegal, Unreadable
from tabuleiro.core.notation import read_turn, turns
from tabuleiro.play import position

LENGTH = 60  # turns in a walk


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Every test begins with the plain rules."""
    monkeypatch.setattr(position, "_twins", {})


def walk(start, rng):
    """Every position of a random game, and the turn that is played there."""
    place = start
    for _ in range(LENGTH):
        texts = place.turns()
        if not texts:
            return
        text = rng.choice(texts)
        yield place, texts, text
        place = place.play(text)


@pytest.mark.parametrize("name", ["eximo", "momentum", "campo-bello"])
def test_what_was_listed_is_played_as_it_is_read(name):
    for place, _, text in walk(tabuleiro.new(name), Random(name)):
        fresh = tabuleiro.Position(place.game, place.state, place.seed)
        assert fresh.play(text) == place.play(text)


@pytest.mark.parametrize("spec", ["eximo", "eximo:drops=reserve", "momentum", "campo-bello", "campo-bello:players=3"])
def test_compiled_rules_list_and_read_the_same(spec):
    tabuleiro.fast(spec)
    for place, texts, text in walk(tabuleiro.new(spec), Random(spec)):
        assert texts == [turn.text for turn in turns(place.game, place.state)]
        after = place.state
        for action in read_turn(place.game, place.state, text).actions:
            after = place.game.apply(after, action)
        assert place.play(text).state == after


def test_the_rest_is_asked_of_the_plain_rules():
    tabuleiro.fast("eximo", "meerkats")
    start = tabuleiro.new("eximo")
    assert start.play("B6-B5") == start.play("b6-b5") == start.play("2-17-3-1")
    chain = start.play("b6-b5 b3-b4 b5xb3")  # the first half of a chain
    assert not chain.state.whole and chain.turns() == ["xd3"] and chain.play("xd3").player == 1
    for text, error in (("b6-b4", Illegal), ("zz", Unreadable), ("b7^", Ambiguous)):
        with pytest.raises(error):
            start.play(text)
    assert tabuleiro.new("meerkats").turns()


def test_all_installed_games_can_be_made_fast():
    tabuleiro.fast()
    assert {game.name for game in position._twins} == {"barragoon", "campo-bello", "eximo", "momentum"}


def test_more_turns_than_a_page_holds(monkeypatch):
    from tabuleiro.kernels import spelling

    start = tabuleiro.new("barragoon")
    texts = start.turns()
    monkeypatch.setattr(spelling, "PAGE", spelling.LINE + 50)
    tabuleiro.fast("barragoon")
    assert start.game in position._twins and start.turns() == texts
    position._twins.clear()
    monkeypatch.setattr(spelling, "MOST", 0)  # of those that no page can hold the plain rules tell
    tabuleiro.fast("barragoon")
    assert start.game not in position._twins and start.turns() == texts


def test_nothing_compiled_is_loaded_unasked():
    code = "import sys, tabuleiro; tabuleiro.new('eximo').play('b6-b5').turns(); print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_public_names_are_listed():
    assert {*tabuleiro.__all__, "__version__"} <= {*dir(tabuleiro)}
