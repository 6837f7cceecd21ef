"""Games to learn from: they depend on their number alone, and are kept as steps that the rules allow."""

from __future__ import annotations

import numpy as np
import pytest

from tabuleiro import kernels
from tabuleiro.core import CHANCE, choices
from tabuleiro.core.errors import BadOption, BadRecord
from tabuleiro.core.registry import find
from tabuleiro.kernels.search.selfplay import ALONE, ANY, FEW, FULL, LONGEST, MOST
from tabuleiro.learn.fit import states_of
from tabuleiro.learn.recipe import Recipe, recipe_for
from tabuleiro.learn.selfplay import SelfPlay, Shelf, kernel_for

SMALL = Recipe(batches=3, games=8, nodes=20, others=("drops=reserve", "capture=optional"), rare=2)
WORK = SelfPlay("eximo", "none", SMALL, 1)


def games_of(batch):
    """Codes, values and the result of each game."""
    ends = np.cumsum(batch.lengths)
    for begin, end, result in zip(ends - batch.lengths, ends, batch.results, strict=True):
        yield batch.codes[begin:end], batch.values[begin:end], result / 2


@pytest.mark.parametrize("number", [1, 2, 4])
def test_games_are_legal_and_end_as_they_say(number):
    """By the plain rules; the steps that a game began with are marked, and so are those without an alternative."""
    told, batch = WORK.play(number)
    game = find(batch.game)
    assert told == number and len(batch.lengths) == SMALL.games
    thought = 0
    for codes, values, result in games_of(batch):
        state = game.start()
        for code, value in zip(codes.tolist(), values.tolist(), strict=True):
            actions = game.actions(state)
            assert game.space[code] in actions
            assert value != ALONE or len(actions) == 1
            thought += abs(value) <= FULL
            state = game.apply(state, game.space[code])
        begun = int((values == ANY).sum())
        assert FEW <= begun <= MOST or begun == len(values)
        assert (values[:begun] == ANY).all()
        assert result == game.outcome(state).scores[0] if len(codes) < LONGEST else 0.5
    assert thought > 100


def test_what_chance_deals_is_drawn_and_marked():
    """Who learns knows both colours of Meerkats; nobody thought about the deal."""
    game, deals = find("meerkats"), set()
    _, batch = SelfPlay("meerkats", "none", SMALL, 1).play(1)
    for codes, values, result in games_of(batch):
        state = game.start()
        for code, value in zip(codes.tolist(), values.tolist(), strict=True):
            assert game.space[code] in choices(game, state)
            assert state.player != CHANCE or value == ANY
            state = game.apply(state, game.space[code])
        deals.add(state.colours)
        assert result == game.outcome(state).scores[0]
        assert FEW <= int((values == ANY).sum()) - 2 <= MOST
    assert len(deals) > 1


def test_a_batch_depends_on_its_number_seed_round_and_net_alone():
    def codes(work, number=1):
        return work.play(number)[1].codes.tolist()

    first = codes(WORK)
    assert first == codes(SelfPlay("eximo", "none", SMALL, 1))
    others = [
        codes(WORK, 3),
        codes(SelfPlay("eximo", "none", SMALL, 2)),
        codes(SelfPlay("eximo", "none", SMALL.but(seed=1), 1)),
    ]
    assert all(first != other for other in others)


def test_some_batches_have_other_options():
    assert [WORK.options(number) for number in range(1, 7)] == [
        *("eximo", "eximo:capture=optional", "eximo", "eximo:drops=reserve", "eximo", "eximo:capture=optional")
    ]
    for spelled in recipe_for("eximo").others:
        assert kernel_for(f"eximo:{spelled}").inputs


def test_the_shelf_keeps_batches_in_a_few_bytes_a_step(tmp_path):
    shelf = Shelf(str(tmp_path / "games"), 3)
    assert shelf.missing() == [1, 2, 3]
    number, batch = WORK.play(2)
    shelf.keep(WORK, (number, batch))
    assert shelf.missing() == [1, 3]
    again = shelf.read(2)
    assert again.game == batch.game == "eximo:capture=optional"
    assert all((one == other).all() for one, other in zip(again[1:], batch[1:], strict=True))
    size = (tmp_path / "games" / "00002.npz").stat().st_size
    assert size < 5 * len(batch.codes)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 and so on", b"\x93NUMPY"])
def test_a_damaged_batch_is_told_in_a_line(tmp_path, data):
    shelf = Shelf(str(tmp_path), 1)
    (tmp_path / "00001.npz").write_bytes(data)
    with pytest.raises(BadRecord, match=r"00001\.npz cannot be read; take it away to have it played again"):
        shelf.read(1)


def test_what_is_seen_is_what_the_kernel_says_of_the_states_of_the_plain_rules():
    _, batch = WORK.play(4)
    states = states_of([batch] * 6, trust=1.0)
    game, row = find(batch.game), 0
    kernel = kernels.find(game)
    from tabuleiro.kernels.eximo import features, sensed

    for number, (codes, values, result) in enumerate(games_of(batch)):
        state = game.start()
        for code, value in zip(codes.tolist(), values.tolist(), strict=True):
            if value != ANY:
                packed = kernel.pack(state)
                planes, spots = sensed(packed)
                assert states.planes[row].tolist() == [int(word) for word in planes]
                assert states.spots[row].tolist() == list(spots)
                assert states.counts[row].tolist() == list(features(packed, state.player))
                mine = result if state.player == 0 else 1 - result
                assert states.targets[row] == states.results[row] == mine
                assert states.games[row] == number
                row += 1
            state = game.apply(state, game.space[code])
    assert row * 6 == len(states.games)


def test_games_that_no_net_can_judge_are_refused():
    for spelled in ("meerkats:stone=bag", "meerkats:players=3", "campo-bello:players=3", "momentum:size=9"):
        with pytest.raises(BadOption, match="cannot be trained"):
            kernel_for(spelled)
