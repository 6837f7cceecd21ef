"""The games in other people's dialects, by these people's own checkers."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from tabuleiro.core.errors import BadOption
from tabuleiro.rl.solo import Solo
from tabuleiro.rl.zoo import Table

GAMES = ("barragoon", "campo-bello", "eximo", "meerkats", "momentum")
SPECS = [*GAMES, *(f"{name}:players={count}" for name in ("campo-bello", "meerkats") for count in (3, 4))]


# PettingZoo asks for a dictionary where there are masks, and its checker knows the environments that have one by name: its own.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoo_accepts_it(spec):
    from pettingzoo.test import api_test, seed_test

    api_test(Table(spec), num_cycles=60)
    seed_test(lambda: Table(spec), num_cycles=20)


@pytest.mark.parametrize("spec", SPECS)
def test_gymnasium_accepts_it(spec):
    from gymnasium.utils.env_checker import check_env

    check_env(Solo(spec), skip_render_check=True)


@pytest.mark.parametrize(
    ("dialect", "library", "command"),
    [
        ("zoo", "pettingzoo", "'tabuleiro[rl]'"),
        ("solo", "gymnasium", "'tabuleiro[rl]'"),
        ("sb3", "stable_baselines3", "'tabuleiro[rl,sb3]'"),
        ("spiel", "pyspiel", "open_spiel"),
    ],
)
def test_who_lacks_a_library_is_told_how_to_get_it(dialect, library, command):
    program = f"import sys; sys.modules['{library}'] = None; import tabuleiro.rl.{dialect}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last == f"ImportError: learning programs need more parts; install them: pip install {command}"


@pytest.mark.parametrize("seat", [-1, 2, 5])
def test_a_learner_sits_at_a_seat_that_there_is(seat):
    with pytest.raises(BadOption, match="seats are 0 to 1"):
        Solo("momentum", seat=seat)


def test_a_game_may_be_given_and_a_seed_of_numpy_s():
    from tabuleiro.core.registry import find

    game = find("meerkats:players=3")
    assert Solo(game).game is game
    one, other = Table(game), Table("meerkats:players=3")
    one.reset(seed=np.int64(3))
    other.reset(seed=3)
    assert one.session.state == other.session.state


def test_without_a_seed_tables_are_dealt_differently():
    tables = [Table("meerkats") for _ in range(12)]
    for table in tables:
        table.reset()
    assert len({table.session.state.colours for table in tables}) > 1


def test_a_game_against_an_agent_is_played_to_its_end():
    env = Solo("momentum", "greedy", seat=1, render_mode="ansi")
    _, info = env.reset(seed=3)
    assert env.session.steps and "1" in env.render()
    over, reward = False, 0.0
    while not over:
        assert (info["action_mask"] == env.action_masks()).all()
        _, reward, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert not cut
    assert reward == env.session.outcome.scores[1] * 2 - 1
    env.close()


@pytest.mark.parametrize("spec", ["momentum", "meerkats:players=3"])
def test_what_is_not_legal_loses(spec):
    env = Table(spec)
    env.reset(seed=1)
    loser = env.agent_selection
    mask = env.observe(loser)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(env.terminations.values()) and env.infos[loser] == {"illegal": True}
    assert min(env.rewards, key=env.rewards.get) == loser and sum(env.rewards.values()) == pytest.approx(0)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_open_spiel_accepts_it(name):
    import pyspiel

    from tabuleiro.rl.spiel import register

    short = f"tabuleiro_{name.replace('-', '_')}"
    assert short in register() and short in register()
    counts = ("", "(players=3)", "(players=4)") if name in ("campo-bello", "meerkats") else ("",)
    for parameters in counts:
        game = pyspiel.load_game(short + parameters)
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.slow
def test_open_spiel_is_told_of_a_step_that_is_not_legal():
    import pyspiel

    from tabuleiro.rl.spiel import register

    register()
    state = pyspiel.load_game("tabuleiro_eximo").new_initial_state()
    before = str(state)
    wrong = next(code for code in range(10**6) if code not in state.legal_actions())
    for code in (wrong, -3, 10**6):
        with pytest.raises(BadOption, match="not the code of a legal step"):
            state.apply_action(code)
        assert str(state) == before
    state.apply_action(state.legal_actions()[0])
    assert str(state) != before


@pytest.mark.slow
def test_open_spiel_has_our_options_and_searches_with_its_own():
    import pyspiel
    from open_spiel.python.algorithms import mcts

    from tabuleiro.rl.spiel import register

    register()
    game = pyspiel.load_game("tabuleiro_momentum(size=8,swap=False)")
    assert game.num_distinct_actions() == 2 * 64 + 1 and game.rules.size == 8 and not game.rules.swap
    assert pyspiel.load_game("tabuleiro_barragoon(express=~1/2)").rules.express == "1/2"
    bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(random_state=np.random.RandomState(1)))
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()


@pytest.mark.slow
def test_open_spiel_games_go_to_other_processes():
    import pickle

    import pyspiel

    from tabuleiro.rl.spiel import register

    register()
    games = [pyspiel.load_game(f"tabuleiro_{spec}") for spec in ("momentum(size=8,swap=False)", "meerkats(players=3)")]
    for game in games:
        again = pickle.loads(pickle.dumps(game))
        assert str(again) == str(game) and again.rules == game.rules
        assert game.get_type().max_num_players == (4 if "meerkats" in str(game) else 2)


def test_what_is_asked_before_a_game_begins_is_told():
    table, alone = Table("momentum", render_mode="ansi"), Solo("momentum", render_mode="ansi")
    early = (lambda: table.step(0), lambda: table.observe("seat_0"), table.render)
    early += (lambda: alone.step(0), alone.action_masks, alone.render)
    for use in early:
        with pytest.raises(BadOption, match="reset comes first"):
            use()
    alone.reset(seed=1)
    alone.close()
    with pytest.raises(BadOption, match="reset comes first"):
        alone.step(0)


@pytest.mark.parametrize("code", [3.0, "3", None, float("nan")])
def test_a_step_is_a_whole_number(code):
    table, alone = Table("momentum"), Solo("momentum", seat=0)
    table.reset(seed=1), alone.reset(seed=1)
    for env in (table, alone):
        with pytest.raises(BadOption, match="a step is a whole number"):
            env.step(code)
        assert not env.session.outcome


@pytest.mark.parametrize("limit", [{"seconds": float("nan")}, {"seconds": 0}, {"nodes": -1}, {"nodes": 0}])
def test_an_opponent_thinks_for_a_while(limit):
    with pytest.raises(BadOption, match="numbers above 0"):
        Solo("momentum", "mcts", **limit)
