"""Playthroughs: a change of the rules, the notation or the order of steps shows as a diff of these files.

    TABULEIRO_UPDATE=1 pytest tests/test_playthrough.py

writes them anew.
"""

from __future__ import annotations

import os

import pytest

from tabuleiro.core.registry import find, names
from tabuleiro.testing.playthrough import file_name, main, playthrough

FOLDER = os.path.join(os.path.dirname(__file__), "playthroughs")
TOLD = [
    *names(),
    "campo-bello:players=4,removal=may",
    "eximo:drops=reserve,capture=optional",
    "meerkats:players=3,stone=bag",
    "momentum:size=9,marbles=12",
]


@pytest.mark.parametrize("spec", TOLD)
def test_playthrough(spec):
    path = os.path.join(FOLDER, file_name(spec))
    told = playthrough(find(spec))
    if os.environ.get("TABULEIRO_UPDATE"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(told)
    with open(path, encoding="utf-8") as file:
        assert told == file.read()


def test_no_playthrough_is_left_over():
    assert sorted(os.listdir(FOLDER)) == sorted(map(file_name, TOLD))


def test_playthroughs_are_written_by_the_command(tmp_path):
    assert main([str(tmp_path), "momentum"]) == 0
    with open(os.path.join(FOLDER, "momentum.txt"), encoding="utf-8") as file:
        assert (tmp_path / "momentum.txt").read_text(encoding="utf-8") == file.read()
    assert main([]) == 2
