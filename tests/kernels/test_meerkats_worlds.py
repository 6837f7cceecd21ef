"""The worlds that a seat of Meerkats thinks possible, packed as one state: what holds there holds in the worst of them."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tabuleiro.core import NOBODY
from tabuleiro.core.registry import find
from tabuleiro.kernels import rules
from tabuleiro.kernels.jit import rule_of
from tabuleiro.kernels.meerkats.worlds import WorldsKernel


def call(rule, packed, *rest):
    return rule_of(type(packed), rule)(packed, *rest)


def again(packed):
    """Words that came back from compiled code are numbers; as words they may go in again."""
    words = {colour: np.uint64(getattr(packed.state, colour)) for colour in ("red", "green", "blue", "yellow")}
    return packed._replace(state=packed.state._replace(**words))


def late(game, rng, most=6):
    """A state near the end, by random play, in which colours are gathered: each stone dropped beside its own if it can."""
    board = bytearray(len(game.board))
    stones = [colour for colour in (1, 2, 3, 4) for _ in range(15)]
    near = game.board.neighbours
    while board.count(0) > most:
        colour = rng.choice(stones)
        stones.remove(colour)
        cells = [cell for cell, stone in enumerate(board) if not stone]
        beside = [cell for cell in cells if any(board[other] == colour for other in near[cell])]
        board[rng.choice(beside or cells)] = colour
    return game.settled(bytes(board), tuple(rng.sample((1, 2, 3, 4), 2)))


def views(game, state, seat):
    """What *seat* sees, and every world that looks so."""
    view = replace(state, colours=tuple(colour if owner == seat else 0 for owner, colour in enumerate(state.colours)))
    possible = game.possible(view)
    return view, [replace(state, colours=tuple(colour or other for colour in view.colours)) for other in possible]


@pytest.mark.parametrize("options", ["", ":instant15=off", ":tie=second,final_slide=on", ":liberty=on", ":slide=max"])
def test_the_worlds_go_on_together_and_the_worst_one_counts(options):
    game = find(f"meerkats{options}")
    kernel, codes = WorldsKernel(game), np.empty(512, np.int32)
    rng, ends, keys = Random(3), set(), {}
    for number in range(60):
        state, seat = late(game, rng, 3 + number % 6), number % 2
        if state.player == NOBODY:
            continue
        view, worlds = views(game, state, seat)
        packed = kernel.pack(view, seat)
        assert kernel.unpack(packed) == view
        while packed.player >= 0:
            actions = game.actions(worlds[0])
            count = call(rules.legal, packed, codes)
            assert [game.space[int(code)] for code in codes[:count]] == list(actions)
            assert call(rules.whole, packed) == worlds[0].whole
            chances = [call(rules.evaluate, packed, either) for either in (0, 1)]
            assert sum(chances) == pytest.approx(1.0) and 0.0 < chances[0] < 1.0
            assert keys.setdefault(call(rules.key, packed), packed) == packed
            action = rng.choice(actions)
            worlds = [game.apply(world, action) for world in worlds]
            packed = again(call(rules.step, packed, game.space.index(action)))
            over = any(world.player == NOBODY for world in worlds)
            assert packed.player == (NOBODY if over else worlds[0].player)
        worst = min(game.outcome(world).scores[seat] for world in worlds if world.player == NOBODY)
        assert [call(rules.score, packed, either) for either in (seat, 1 - seat)] == [worst, 1 - worst]
        ends.add(worst)
    assert {0.0, 1.0} <= ends


def test_of_open_cards_there_is_one_world():
    """A colour that is seen is the only one that the other can have; the analysis of a finished game sees all."""
    game, rng = find("meerkats"), Random(5)
    kernel = WorldsKernel(game)
    for _ in range(40):
        state = late(game, rng)
        if state.player != NOBODY:
            packed = kernel.pack(state)
            colours = {packed.state.colours >> 3 * place & 7 for place in range(4)} - {0}
            assert (
                colours == {*state.colours}
                and packed.state.colours >> 3 * packed.seat & 7 == state.colours[packed.seat]
            )
