"""The fit finds what is there to be found, and its whole numbers say what it says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tabuleiro.core.errors import BadOption
from tabuleiro.kernels import eximo
from tabuleiro.learn import fit as fits
from tabuleiro.learn.fit import Model, States, adam, chances, fit, foretold, loss, split, states_of
from tabuleiro.learn.recipe import Recipe
from tabuleiro.learn.selfplay import SelfPlay

INPUTS = eximo.INPUTS
PLAIN = replace(INPUTS, mirrors=())


def some_states(count, seed=0):
    """States of nothing in particular; who is ahead on the left half of the board wins, if the phase is 0."""
    rng = np.random.default_rng(seed)
    taken, mine = rng.random((count, 64)) < 0.4, rng.random((count, 64)) < 0.5
    planes = np.stack([pack(taken & mine), pack(taken & ~mine)], axis=1)
    phase = rng.integers(0, 2, count)
    spots = np.stack([128 + 4 * phase, np.full(count, 148), np.full(count, 165)], axis=1)
    left = (taken * np.where(mine, 1, -1))[:, np.arange(64) % 8 < 4].sum(axis=1)
    results = ((left > 0) ^ (phase == 1)).astype(np.float32)
    counts = np.zeros((count, INPUTS.counted), np.float32)
    return States(planes, spots.astype(np.int16), counts, results, results, np.arange(count, dtype=np.int32))


def pack(cells):
    return np.packbits(cells, axis=1, bitorder="little").view(np.uint64).ravel()


@pytest.fixture(autouse=True)
def small_steps(monkeypatch):
    """Of which even few states make many."""
    monkeypatch.setattr(fits, "TOGETHER", 128)


@pytest.fixture
def no_mirrors(monkeypatch):
    """Inputs of a game where left is not right."""
    monkeypatch.setattr(eximo.EximoKernel, "inputs", PLAIN)


@pytest.mark.usefixtures("no_mirrors")
def test_a_net_finds_what_no_sum_can_say():
    """The phase turns everything round: worth nothing to the linear model, and much to the net."""
    states, recipe = some_states(8000), Recipe(epochs=10)
    linear = fit("eximo", states, recipe, "", hidden=False)
    net = fit("eximo", states, recipe, "", hidden=True)
    assert linear.loss == pytest.approx(np.log(2), abs=0.03)
    assert net.loss < 0.45


@pytest.mark.usefixtures("no_mirrors")
def test_whole_numbers_say_what_the_fit_says():
    states = some_states(5000)._replace(counts=np.random.default_rng(3).normal(size=(5000, 15)).astype(np.float32))
    for hidden in (True, False):
        rng = np.random.default_rng(1)
        model = Model(PLAIN, rng, hidden=hidden, counts=True)
        adam(model, states, 3, rng, lambda _: None)
        lead, _ = model.lead(model.active(states), states.counts)
        net = model.net("eximo", "")
        assert net.fits(INPUTS)
        whole = net.lead(states.planes, states.spots.astype(np.int64), states.counts)
        assert np.abs(chances(whole) - chances(lead)).mean() < 0.005
        assert foretold(net, states) == pytest.approx(loss(chances(lead), states.results), abs=0.005)


def test_the_linear_model_finds_the_weights_that_made_the_results():
    rng = np.random.default_rng(0)
    states = some_states(20_000)
    counts = rng.normal(size=states.counts.shape).astype(np.float32)
    true = rng.normal(size=INPUTS.counted)
    results = (rng.random(20_000) < chances(counts @ true)).astype(np.float32)
    states = states._replace(counts=counts, targets=results, results=results)
    found = np.array(fit("eximo", states, Recipe(epochs=12), "", hidden=False).net.skip) / 16384
    assert found == pytest.approx(true, abs=0.15)


def test_the_linear_model_judges_a_mirrored_board_alike():
    rng = np.random.default_rng(1)
    model = Model(INPUTS, rng, hidden=False, counts=False)
    adam(model, some_states(5000), 2, rng, lambda _: None)
    rows = model.net("eximo", "").rows[:, 0]
    (mirror,) = INPUTS.mirrors
    assert (rows[list(mirror)] == rows[:128]).all() and len(set(rows[:128])) > 20


def test_the_slopes_are_those_of_the_loss():
    """By taking a small step with every kind of weight."""
    states = some_states(500)._replace(counts=np.random.default_rng(3).normal(size=(500, 15)).astype(np.float32))
    for hidden in (True, False):
        model = Model(INPUTS, np.random.default_rng(2), hidden=hidden, counts=True)
        model.weights = {key: value.astype(np.float64) for key, value in model.weights.items()}
        active = model.active(states)
        slopes = model.slopes(active, states)
        for key, weight in model.weights.items():
            place = np.unravel_index(np.abs(slopes[key]).argmax(), weight.shape)
            before, tiny = weight[place], 1e-5
            around = []
            for weight[place] in (before - tiny, before + tiny):
                around.append(loss(chances(model.lead(active, states.counts)[0]), states.targets))
            weight[place] = before
            assert (around[1] - around[0]) / (2 * tiny) == pytest.approx(slopes[key][place], rel=0.02), key


def test_mirrors_move_the_cells_of_all_planes_alike():
    model = Model(INPUTS, np.random.default_rng(0), hidden=True, counts=False)
    states = some_states(50)
    (mirror,) = INPUTS.mirrors
    plain, mirrored = model.active(states), model.active(states, np.array(mirror))
    assert (mirrored[:, 128:] == plain[:, 128:]).all()
    boards = plain[:, :128].reshape(-1, 16, 8)[:, :, ::-1].reshape(-1, 128)
    assert (mirrored[:, :128] == boards).all() and (mirrored != plain).any()


def test_one_game_of_twenty_is_held_out():
    states = some_states(4000)
    known, held = split(states)
    assert len(known.games) == 3800 and set(held.games % 20) == {0}


def test_a_target_is_the_end_mixed_with_what_was_thought():
    from tabuleiro.kernels.search.selfplay import ALONE, FULL
    from tabuleiro.learn.fit import _targets

    values, seats = np.array([FULL, 0, ALONE, -FULL], np.int16), np.array([0, 1, 1, 1])
    found = _targets(values, seats, 0.0, 0.75)
    last = 0.75 * 0.0 + 0.25 * 1.0  # the second seat thinks that it has lost
    before = 0.75 * last + 0.25 * 0.5
    assert found == pytest.approx([0.75 * before + 0.25 * 1.0, before, last, last])
    assert _targets(values, seats, 0.0, 1.0) == [0.0] * 4


def test_the_same_games_give_the_same_net_and_too_few_are_refused():
    recipe = Recipe(games=24, nodes=5, epochs=1)
    work = SelfPlay("eximo", "none", recipe, 1)
    batches = [work.play(number)[1] for number in (1, 2)]
    states = states_of(batches, 0.9)
    one, other = (fit("eximo", states, recipe, "", hidden=True) for _ in range(2))
    assert one.net.write() == other.net.write()
    with pytest.raises(BadOption, match="24 games are too few to fit anything; 40 are the least"):
        states_of(batches[:1], 0.9)
