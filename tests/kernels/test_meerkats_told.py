"""Meerkats as a seat thinks about it: the same game, but for the telling of the others' colours after its turn."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tabuleiro import kernels
from tabuleiro.core import CHANCE, NOBODY
from tabuleiro.core.registry import find
from tabuleiro.kernels import rules
from tabuleiro.kernels.jit import rule_of
from tabuleiro.kernels.meerkats.told import ToldKernel
from tabuleiro.play.session import Session


def call(rule, packed, *rest):
    return rule_of(type(packed), rule)(packed, *rest)


def again(packed):
    """Words that came back from compiled code are numbers; as words they may go in again."""
    words = {colour: np.uint64(getattr(packed.state, colour)) for colour in ("red", "green", "blue", "yellow")}
    return packed._replace(state=packed.state._replace(**words))


def played(game, rng, steps):
    """A state in which a seat decides, after so many random steps; chance may add one."""
    session = Session(game, Random(rng.random()))
    for _ in range(steps):
        session.play(session.player, rng.choice(game.actions(session.state)))
    return session.state


def steps_of(packed, codes):
    return [int(code) for code in codes[: call(rules.legal, packed, codes)]]


@pytest.mark.parametrize(
    "spec", ["meerkats", "meerkats:players=3", "meerkats:players=4,stone=bag", "meerkats:liberty=on"]
)
def test_after_its_turn_a_seat_is_told_every_colour_and_the_game_goes_on(spec):
    game, rng, codes = find(spec), Random(2), np.empty(512, np.int32)
    kernel = ToldKernel(kernels.find(game))
    for number in range(12):
        state = played(game, rng, 9 * number)
        seat, packed, heard = state.player, kernel.pack(state), []
        while packed.player != NOBODY:
            listed = steps_of(packed, codes)
            if listed[0] < 0:
                assert packed.player == CHANCE and state.player != seat
                possible = [code for code in listed if call(rules.weight, packed, code)]
                assert len(possible) == 1
                heard.append(-possible[0])
                packed = again(call(rules.step, packed, possible[0]))
                continue
            assert packed.player == state.player and kernel.unpack(packed) == state
            if state.player >= 0:
                assert [game.space[code] for code in listed] == list(game.actions(state))
                action = rng.choice(game.actions(state))
            else:
                action = rng.choice([action for action, _ in game.odds(state)])
                assert call(rules.weight, packed, game.space.index(action)) == dict(game.odds(state))[action]
            state = game.apply(state, action)
            packed = again(call(rules.step, packed, game.space.index(action)))
        others = [state.colours[(seat + later) % game.players] for later in range(1, game.players)]
        assert heard == others
        scores = game.outcome(state).scores
        assert [call(rules.score, packed, other) for other in range(game.players)] == pytest.approx(scores)


def test_before_the_other_colour_is_told_the_estimate_is_the_mean_of_all():
    game, rng = find("meerkats"), Random(4)
    kernel = ToldKernel(kernels.find(game))
    state = played(game, rng, 40)
    own = state.colours[state.player]
    others = [colour for colour in (1, 2, 3, 4) if colour != own]

    def estimate(*chances):
        return call(rules.evaluate, kernel.pack(state, chances), state.player)

    certain = [estimate(*(float(colour == other) for colour in (1, 2, 3, 4))) for other in others]
    assert len(set(certain)) == 3
    plain = kernel.plain.pack(state)
    truth = others.index(state.colours[1 - state.player])
    assert certain[truth] == pytest.approx(call(rules.evaluate, plain, state.player))
    mean = estimate(*(0.0 if colour == own else 1 / 3 for colour in (1, 2, 3, 4)))
    assert mean == pytest.approx(sum(certain) / 3)


FOURTEEN = "GGGGG/GGGGGG/GGG4/8/9/8/7/R5/RRRRR colours=R,?"  # one more green makes fifteen


@pytest.mark.parametrize("instant", ["on", "off"])
def test_a_step_that_may_end_the_game_is_told_of_in_all_worlds(instant):
    """Otherwise the same node of a tree would be the other's turn in one world and the seat's own slide in another."""
    game, codes = find(f"meerkats:instant15={instant}"), np.empty(512, np.int32)
    kernel, view = ToldKernel(kernels.find(game)), game.read_position(FOURTEEN)
    seat = view.player
    assert view.colours[seat] == 1
    drop = next(action for action in game.actions(view) if game.write(view, action) == "G3.4")
    lists = []
    for colour in (2, 3, 4):
        world = replace(view, colours=tuple(known or colour for known in view.colours))
        packed = again(call(rules.step, kernel.pack(world), game.space.index(drop)))
        assert (packed.state.player == NOBODY) == (instant == "on" and colour == 2)
        lists.append((packed.player, steps_of(packed, codes)))
        if packed.player == CHANCE:
            packed = again(call(rules.step, packed, -colour))
            assert packed.player == packed.state.player == game.apply(world, drop).player
    assert lists[0] == lists[1] == lists[2]
    assert lists[0][0] == (CHANCE if instant == "on" else seat)
