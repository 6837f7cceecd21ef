"""The examples that learn do learn, with a small part of the time that they would have."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tabuleiro.arena.match import Match, play
from tabuleiro.rl.vector import VectorGame, luck

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name, *words):
    command = [sys.executable, str(EXAMPLES / name), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_momentum_is_learnt_from_nothing_and_the_file_plays(tmp_path):
    path, games = tmp_path / "momentum.onnx", VectorGame("momentum", 2)
    games.step(games.hasty(luck(range(2))))  # compiled now, which would be counted there
    games.ahead()
    games.choose(luck(range(2)))
    head, first, *_, last = run("learn_momentum.py", path, "--cpu-minutes", "0.15")
    assert head == "cpu_seconds,drops,random,hasty"
    assert float(first.split(",")[2]) < 0.7 and float(last.split(",")[2]) > 0.9
    played = [play(Match("momentum", (f"policy:{path}", "random")), number) for number in (1, 2, 3, 4)]
    assert sum(game.scores[0] for game in played) >= 3 and not any(game.forfeit for game in played)


def test_what_is_hidden_in_meerkats_is_asked_of_games_held_out():
    head, *rows, last = run("believe_meerkats.py", "--games", "4", "--level", "level:1")
    assert head.startswith("turn,games,prior_right,computer_right,right,") and rows[-1].startswith("all,")
    assert last.startswith("3 games learnt from, 1 held out")
