"""One step ahead in many games, by compiled and by plain rules."""

from __future__ import annotations

import numpy as np
import pytest

from tabuleiro.ai.greedy import worth
from tabuleiro.core.errors import BadOption
from tabuleiro.play import planes
from tabuleiro.rl.single import rewards
from tabuleiro.rl.vector import VectorGame, luck

OPEN = ("barragoon", "campo-bello", "campo-bello:players=3", "eximo", "momentum")


@pytest.mark.parametrize("spec", OPEN)
def test_what_would_be_seen_is_what_the_rules_say(spec):
    games, plain = VectorGame(spec, 3, seeds=4), VectorGame(spec, 3, seeds=4, plain=True)
    assert not games.plain and plain.plain
    rng, ends = luck(range(3)), 0
    for _ in range(90 if spec == "momentum" else 12):
        first, seen, worths = games.ahead()
        for mine, other in zip((first, seen, worths), plain.ahead(), strict=True):
            np.testing.assert_array_equal(mine, other)
        ends += int((~np.isnan(worths)).sum())
        state = games.state(1)
        for at, code in enumerate(games.codes[1, : games.counts[1]], first[1]):
            after = games.game.apply(state, games.game.space[code])
            assert seen[at].tolist() == [list(plane) for plane in planes.seen(games.game, after, state.player)]
            if after.player == -2:
                assert worths[at] == pytest.approx(rewards(games.game.outcome(after).scores)[state.player])
            else:
                assert np.isnan(worths[at])
        steps = games.choose(rng)
        games.step(steps)
        plain.step(steps)
    assert ends or spec != "momentum"


def test_the_hasty_step_is_the_best_at_once():
    games, rng = VectorGame("momentum", 64, seeds=1, plain=True), luck(range(64))
    for _ in range(12):
        chosen = games.hasty(rng)
        for number in range(0, 64, 16):
            state = games.state(number)
            worths = {
                code: worth(games.game, games.game.apply(state, games.game.space[code]), state.player)
                for code in games.codes[number, : games.counts[number]].tolist()
            }
            assert worths[int(chosen[number])] == max(worths.values())
        games.step(games.choose(rng))


@pytest.mark.parametrize("spec", ["eximo", "momentum"])
def test_hasty_steps_are_legal_and_beat_any(spec):
    games, rng, rows = VectorGame(spec, 60, seeds=2, longest=400), luck(range(60)), np.arange(60)
    points, counted = 0.0, np.zeros(60, np.bool_)
    for _ in range(400):
        hasty, others = games.hasty(rng).copy(), games.choose(rng)
        assert games.mask[rows, hasty].all()
        games.step(np.where(games.player == rows % games.game.players, hasty, others))
        ended = games.done & ~counted
        points += float(games.rewards[rows, rows % games.game.players][ended].sum())
        counted |= ended
    assert points > 10


def test_of_equal_steps_each_has_its_chance():
    games, rng = VectorGame("momentum:swap=off", 500, seeds=1), luck(range(500))
    games.step([24] * 500)  # in the middle, so that every answer can be turned and mirrored
    assert len(set(games.hasty(rng).tolist())) > 3


def test_nobody_looks_ahead_where_something_is_hidden():
    games = VectorGame("meerkats", 2)
    for look in (games.ahead, lambda: games.hasty(luck(range(2)))):
        with pytest.raises(BadOption, match="secrets"):
            look()
