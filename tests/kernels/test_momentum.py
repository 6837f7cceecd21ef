"""Momentum's kernel: the positions and games of the rules, with every option that changes what is legal there."""

from __future__ import annotations

import pytest

from tabuleiro.core import NOBODY
from tabuleiro.core.notation import read_turn
from tabuleiro.games.momentum import Momentum
from tabuleiro.testing.twins import Twins

FREE = Momentum(forced="off")
VARIANTS = (Momentum(), FREE, Momentum(forced="report"), Momentum(swap=False), Momentum(turn_limit=0))
EMPTY = "......./......./......./......./......./......./......."
POSITIONS = {
    "T1": f"{EMPTY} 1 0",
    "T5 ring": "......./......./..111../..1.1../..111../......./....... 2 21",
    "T6": ".....1./......./.....2./..12.../......./......./....... 2 21",
    "T7": "......./2....../.2...../..1.2../....1../......./....... 1 20",
    "T9": "1.1.1.1/......./......./2..1.../......./......./1.....1 1 20",
    "T10": "1..1..1/......./.....1./2..1.../......./.1...1./...2... 2 21",
}
GAMES = {
    "T2": "4,4",
    "T3": "4,4 swap",
    "T4": "4,4 4,3",
    "T12": "2,1 1,2 " * 30,
    "T13": "7,7 1,2 " + "2,1 1,2 " * 29,
    "T14": "6,5 2,4 3,4 6,1 1,6 5,3 5,4 7,5 5,3 5,2 3,1 5,7 3,5 1,7 3,7",
}
WINNERS = {"T12": (1,), "T13": (0, 1), "T14": (0,)}


@pytest.mark.parametrize("game", VARIANTS, ids=str)
@pytest.mark.parametrize("name", POSITIONS)
def test_positions_of_the_rules_and_what_follows_them(game: Momentum, name: str):
    twins, state = Twins(game), game.read_position(POSITIONS[name])
    twins.compare(state)
    for action in game.actions(state):
        twins.compare(game.apply(state, action))


@pytest.mark.parametrize("name", GAMES)
def test_games_of_the_rules(name: str):
    twins, state = Twins(FREE), FREE.start()
    for text in GAMES[name].split():
        twins.compare(state)
        (action,) = read_turn(FREE, state, text).actions
        state = FREE.apply(state, action)
    twins.compare(state)
    assert (state.player == NOBODY) == (name in WINNERS)
    if name in WINNERS:
        assert FREE.outcome(state).winners == WINNERS[name]
