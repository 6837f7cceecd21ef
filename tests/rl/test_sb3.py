"""The games for Stable-Baselines3: its checker, and learning that goes on. Needs torch, so it is for ``make test-slow``."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tabuleiro.arena.match import Match, play

ROOT = Path(__file__).parents[2]
GAMES = ("barragoon", "campo-bello", "eximo", "meerkats", "momentum")
SPECS = [*GAMES, *(f"{name}:players={count}" for name in ("campo-bello", "meerkats") for count in (3, 4))]

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("spec", SPECS)
def test_the_checker_accepts_it(spec):
    from stable_baselines3.common.env_checker import check_env

    from tabuleiro.rl.solo import Solo

    check_env(Solo(spec), warn=False)


@pytest.mark.parametrize("spec", SPECS)
def test_a_masked_learner_goes_on(spec):
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    from tabuleiro.rl.sb3 import SelfPlay, frozen

    env = SelfPlay(spec, 8, longest=60)
    assert is_masking_supported(env)
    env.seed(3)
    seen = env.reset()
    assert seen.shape == (8, *env.observation_space.shape) and seen.dtype == env.observation_space.dtype
    assert (get_action_masks(env) == env.games.mask).all() and (env.games.player == env.seats).all()
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=32, n_epochs=1, seed=1, device="cpu")
    env.opponents.append(frozen(model))
    model.learn(256)
    assert model.num_timesteps == 256 and not env.games.illegal.any()


def played(opponents, steps=400, seed=5):
    """Rewards of games in which the learner steps at random."""
    from tabuleiro.rl.sb3 import SelfPlay
    from tabuleiro.rl.vector import luck

    env, rng, found = SelfPlay("momentum", 32, opponents, seeds=seed), luck(range(32)), []
    env.reset()
    for _ in range(steps):
        seats = env.seats.copy()
        assert (env.games.player == seats).all()
        _, rewards, done, infos = env.step(env.games.choose(rng).copy())
        assert all(("terminal_observation" in info) == over for info, over in zip(infos, done, strict=True))
        assert (rewards[~done] == 0).all()
        found += zip(seats[done].tolist(), rewards[done].tolist(), strict=True)
    return found


def test_rewards_are_the_learners_at_both_seats():
    equal = played(["random"])
    assert {seat for seat, _ in equal} == {0, 1} and abs(np.mean([reward for _, reward in equal])) < 0.15
    for seat in (0, 1):
        lost = [reward for at, reward in played(["hasty"]) if at == seat]
        assert len(lost) > 50 and np.mean(lost) < -0.95


def test_the_same_seed_plays_the_same_games():
    assert played(["random", "hasty"], 60) == played(["random", "hasty"], 60)
    assert played(["random"], 60, seed=5) != played(["random"], 60, seed=6)


@pytest.mark.parametrize("seed", [np.int64(5), -5])
def test_any_whole_number_is_a_seed(seed):
    assert played(["random"], 60, seed) == played(["random"], 60, int(seed))


def test_an_opponent_that_steps_illegally_loses_and_an_unknown_one_is_named():
    from tabuleiro.core.errors import BadOption

    lost = played([lambda seen, _: np.zeros(len(seen), np.int64) - 5], 20)
    assert lost and all(reward == 1 for _, reward in lost)
    with pytest.raises(BadOption, match="nobody is no opponent"):
        played(["nobody"], 2)
    with pytest.raises(BadOption, match="nobody to play against"):
        played([], 2)


def test_a_pool_is_a_list_and_may_not_run_dry():
    from tabuleiro.core.errors import BadOption
    from tabuleiro.rl.sb3 import SelfPlay

    with pytest.raises(BadOption, match="opponents are a list"):
        SelfPlay("momentum", 4, "random")
    env = SelfPlay("momentum", 4)
    env.reset()
    env.opponents.clear()
    with pytest.raises(BadOption, match="nobody to play against"):
        env.step(env.games.choose(env._luck).copy())


@pytest.mark.parametrize("code", [-1, -7, 99, 2**32, 2**40 + 3])
def test_what_is_no_code_is_no_legal_step_for_anybody(code):
    from tabuleiro.rl.sb3 import SelfPlay

    env = SelfPlay("momentum", 4)
    env.reset()
    _, rewards, done, _ = env.step(np.full(4, code))
    assert done.all() and (rewards == -1).all()
    lost = played([lambda seen, _: np.full(len(seen), code)], 20)
    assert lost and all(reward == 1 for _, reward in lost)


def test_steps_are_whole_numbers():
    from tabuleiro.core.errors import BadOption
    from tabuleiro.rl.sb3 import SelfPlay

    env = SelfPlay("momentum", 4)
    env.reset()
    with pytest.raises(BadOption, match="whole numbers, not float64"):
        env.step(np.full(4, 1.5))


def test_what_the_page_shows_runs():
    page = (ROOT / "docs" / "rl.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"<!-- needs torch -->\n```text\n(.*?)```", page, re.DOTALL)
    shorter = snippet.replace("100_000", "5_000")
    assert shorter.count("5_000") == 2
    known = {}
    exec(shorter, known)
    assert known["model"].num_timesteps >= 5_000 and len(known["games"].opponents) == 3


def test_the_example_learns_and_its_file_plays(tmp_path):
    path = tmp_path / "ppo.onnx"
    command = [sys.executable, str(ROOT / "examples" / "ppo_momentum.py"), str(path), "--cpu-minutes", "0.7"]
    head, *_, last = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert head == "cpu_seconds,steps,random,hasty" and float(last.split(",")[2]) > 0.9
    played = [play(Match("momentum", (f"policy:{path}", "random")), number) for number in range(1, 9)]
    assert sum(game.scores[0] for game in played) >= 7 and not any(game.forfeit for game in played)
