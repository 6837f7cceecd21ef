"""Momentum's kernel: the positions and games of the rules, with every option that changes what is legal there."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tabuleiro import kernels
from tabuleiro.core import NOBODY
from tabuleiro.core.notation import read_turn
from tabuleiro.games.momentum import Momentum
from tabuleiro.kernels.bits import listed, word_of
from tabuleiro.kernels.momentum import falls
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


@pytest.mark.parametrize("size", [7, 8])
def test_marbles_fall_from_where_the_rays_say_whatever_stands_there(size: int):
    """Also on boards fuller than a game gets, where runs reach from edge to edge."""
    game, rng = Momentum(size=size), Random(size)
    packed = kernels.find(game).pack(game.start())
    for number in range(600):
        occupied = {cell for cell in game.board if rng.random() < number / 500}
        mine = {cell for cell in occupied if rng.random() < 0.5}
        wanted = set()
        for cell in set(game.board) - occupied:
            for ray in game.board.rays[cell]:
                if ray and occupied.issuperset(ray) and ray[-1] in mine:
                    wanted.add(cell)
        assert int(falls(packed, word_of(mine), word_of(occupied))) == int(word_of(wanted))


@pytest.mark.parametrize("cells", [49, 64])
def test_a_list_is_of_all_cells_in_order_and_writes_no_further(cells: int):
    rng, out = Random(cells), np.full(cells + 8, -7, np.int32)
    for word in [0, 2**cells - 1, *(rng.getrandbits(cells) & rng.getrandbits(cells) for _ in range(300))]:
        count = listed(np.uint64(word), 100, out, cells)
        assert out[:count].tolist() == [100 + cell for cell in range(cells) if word >> cell & 1]
        assert (out[cells:] == -7).all()
