"""The games in examples/ keep every law, are what their rules say, and bring what they name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import tabuleiro
from tabuleiro import kernels
from tabuleiro.ai import make
from tabuleiro.ai.mcts import Mcts
from tabuleiro.ai.profiles import USUAL, profile_of
from tabuleiro.cli.main import main
from tabuleiro.core import CHANCE, NOBODY, Choose, Remove
from tabuleiro.core.registry import find
from tabuleiro.kernels.jit import foreign_module
from tabuleiro.testing.laws import check
from tabuleiro.testing.perft import perft
from tabuleiro.testing.twins import Differs, Twins

EXAMPLES = Path(__file__).parents[1] / "examples"
EINSTEIN, GHOSTS, BREAKTHROUGH = (str(EXAMPLES / f"{name}.py") for name in ("einstein", "ghosts", "breakthrough"))


@pytest.mark.parametrize("spec", ["konane.py", "einstein.py", "ghosts.py", "breakthrough.py", "breakthrough.py:size=5"])
def test_every_example_keeps_every_law(spec):
    assert check(find(f"{EXAMPLES}/{spec}"), Random(1), games=6) > 0


@pytest.mark.parametrize("path", [EINSTEIN, GHOSTS, BREAKTHROUGH])
def test_levels_play_it(path, capsys):
    assert main(["play", path, "--players", "level:1,greedy", "--seed", "1"]) == 0
    assert "wins" in capsys.readouterr().out.splitlines()[-1]


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_die_says_which_stone_moves():
    game = find(EINSTEIN)
    thrown = game.apply(game.start(), Choose(2))
    assert {game.write(thrown, move) for move in game.actions(thrown)} == {"c5-d5", "c5-d4", "c5-c4"}


def test_a_stone_that_is_gone_is_stood_for_by_its_neighbours_in_number():
    game = find(EINSTEIN)
    for thrown, sources in ((1, {"a5"}), (3, {"a5", "b4"}), (4, {"a5", "b4"}), (6, {"b4"})):  # 2 and 5 are left
        state = game.read_position(f"b24/1b53/5/5/4r1 b thrown={thrown}")
        assert {game.write(state, move)[:2] for move in game.actions(state)} == sources


@pytest.mark.parametrize(
    ("position", "turn", "words"),
    [
        ("5/5/5/3b11/r14 b thrown=1", "d2-e1", "Blue has reached the corner"),
        ("5/5/2r12/3b11/5 r turn=1 thrown=6", "c3-b3", None),
        ("5/1b13/2r12/5/5 r turn=1 thrown=6", "c3-b4", "Blue has no stones left"),
    ],
)
def test_who_reaches_the_corner_or_takes_the_last_stone_wins(position, turn, words):
    after = tabuleiro.new(EINSTEIN, position).play(turn)
    assert (after.outcome and after.outcome.reason) == words


def test_own_stones_are_taken_too():
    assert "pieces: Blue 5" in shown("show", EINSTEIN, "--moves", "1:a5-b5")


def shown(*words):
    command = [sys.executable, "-m", "tabuleiro", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("seed", range(4))
def test_moves_and_show_see_the_same_throw(seed, capsys):
    def said(command):
        assert main([command, EINSTEIN, "--seed", str(seed), "--moves", "3:a3-b2"]) == 0
        return capsys.readouterr().out

    line = next(line for line in said("show").splitlines() if line.startswith("position: "))
    here = tabuleiro.new(EINSTEIN, line.removeprefix("position: "))
    assert said("moves").split() == here.turns() != []


def test_without_a_seed_all_throws_are_listed(capsys):
    assert main(["moves", EINSTEIN]) == 0
    assert {turn[0] for turn in capsys.readouterr().out.split()} == {*"123456"}


# ── Secrets ──────────────────────────────────────────────────────────────────────────────────────────────────────


def dealt():
    game = find(GHOSTS)
    return game, game.apply(game.apply(game.start(), Choose(3)), Choose(44))


def test_each_sees_the_own_ghosts_and_nobody_sees_all():
    game, state = dealt()
    seen = [game.write_position(game.view(state, seat)).split()[0] for seat in (0, 1, None)]
    assert "h" in seen[0] and "G" in seen[0] and not {*"ge"} & {*seen[0]}
    assert "H" in seen[1] and "g" in seen[1] and not {*"GE"} & {*seen[1]}
    assert not {*"GEge"} & {*seen[2]}


def test_a_deal_is_seen_by_who_gets_it():
    game, start = find(GHOSTS), find(GHOSTS).start()
    assert start.player == CHANCE
    assert [game.veil(start, Choose(3), seat) == Choose(3) for seat in (0, 1, None)] == [True, False, False]


def test_worlds_differ_in_what_is_hidden_only():
    game, state = dealt()
    view = game.view(state, 0)
    worlds = {game.imagine(view, 0, Random(seed)).board for seed in range(30)}
    assert len(worlds) > 10 and all(world.count(4) == world.count(5) == 4 for world in worlds)


@pytest.mark.parametrize(
    ("position", "turn", "words"),
    [
        ("G5/6/6/6/6/4ge W dealt=2 taken=0,0,3,3", "a6-out", "a good ghost of White has left the board"),
        ("6/6/2Gg2/6/6/4ee W dealt=2 taken=0,0,3,2", "c4-d4", "White has taken all good ghosts"),
        ("6/6/2Ge2/6/6/4gg W dealt=2 taken=0,0,2,3", "c4-d4", "White has taken all evil ghosts"),
    ],
)
def test_three_ways_to_end(position, turn, words):
    after = tabuleiro.new(GHOSTS, position).play(turn)
    assert after.outcome.reason == words
    assert after.outcome.winners == ((1,) if "evil" in words else (0,))


def test_an_evil_ghost_does_not_leave():
    state = find(GHOSTS).read_position("E5/6/6/6/6/4ge W dealt=2 taken=0,0,3,3")
    assert not any(isinstance(step, Remove) for step in find(GHOSTS).actions(state))


# ── A kernel ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_breakthrough_counts():
    game = find(BREAKTHROUGH)
    assert [perft(game, game.start(), depth) for depth in (1, 2, 3)] == [22, 484, 11132]


@pytest.mark.parametrize(
    ("position", "turn", "words"),
    [
        ("5/1w3/5/5/4b w", "b4-b5", "White has got through"),
        ("5/5/1b3/w4/5 w", "a2-b3", "Black has no pieces left"),
    ],
)
def test_who_gets_through_or_takes_all_wins(position, turn, words):
    after = tabuleiro.new(f"{BREAKTHROUGH}:size=5", position).play(turn)
    assert after.player == NOBODY and after.outcome.reason == words


def test_the_twin_is_found_proved_and_searched():
    game = find(BREAKTHROUGH)
    assert Twins(game).walk(Random(1), 300) >= 300
    assert profile_of(game) != USUAL and isinstance(make("mcts", game, Random(0)), Mcts)
    packed = kernels.find(game).pack(game.start())
    assert type(packed).__module__.endswith("breakthrough_twin_py")
    tabuleiro.fast(BREAKTHROUGH)
    assert len(tabuleiro.new(BREAKTHROUGH).turns()) == 22


def test_its_compiled_code_is_kept_apart():
    from numba import typeof

    packed = kernels.find(find(BREAKTHROUGH)).pack(find(BREAKTHROUGH).start())
    assert foreign_module(kernels.find, (typeof(packed),)) == type(packed).__module__


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("way != 1 or not has(theirs, goal)", "True", "the legal steps are others"),
        ("theirs & ~target", "theirs", "leads elsewhere"),
        ("if seat == won", "if seat != won", "the scores are others"),
        ("return 1.0 / (1.0", "return 9.0 / (1.0", "an estimate is not between 0 and 1"),
    ],
)
def test_check_finds_a_twin_that_differs(right, wrong, words, tmp_path, capsys):
    for name in ("breakthrough.py", "breakthrough_twin.py"):
        source = (EXAMPLES / name).read_text()
        assert name == "breakthrough.py" or right in source
        (tmp_path / name).write_text(source.replace(right, wrong))
    assert main(["check", f"{tmp_path}/breakthrough.py:size=5", "--games", "3"]) == 1
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("breakthrough:size=5 breaks the law of twins: in the compiled twin, ") and words in first


def test_a_twin_that_lacks_something_is_told(tmp_path):
    for name in ("breakthrough.py", "breakthrough_twin.py"):
        (tmp_path / name).write_text((EXAMPLES / name).read_text().replace("    evaluate=evaluate,\n", ""))
    with pytest.raises(TypeError, match="registers no evaluate for Packed"):
        Twins(find(f"{tmp_path}/breakthrough.py")).compare(find(f"{tmp_path}/breakthrough.py").start())
    assert issubclass(Differs, AssertionError)
