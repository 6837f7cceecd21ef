"""Compiled code does not check whether an index is inside its array. Here it does, once, for kernels and searches."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": ""}
OUTSIDE = """
import numpy as np
from tabuleiro.kernels.jit import compiled

@compiled
def second(numbers):
    return numbers[1]

second(np.zeros(1))
"""


@pytest.fixture
def checked(tmp_path):
    """``checked(...)``: Python with these words, its compiled code checking bounds, with a cache of its own."""

    def checked(*words):
        env = os.environ | CHECKED | {"XDG_CACHE_HOME": str(tmp_path)}
        command = [sys.executable, *words]
        return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)

    return checked


def test_what_lies_outside_is_noticed(checked, tmp_path):
    script = tmp_path / "outside.py"
    script.write_text(OUTSIDE)
    done = checked(str(script))
    assert done.returncode == 1 and "IndexError" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("tests", ["tests/kernels", "tests/ai/test_mcts.py", "tests/ai/test_alphabeta.py"])
def test_kernels_and_searches_stay_inside(checked, tests):
    done = checked("-m", "pytest", "-n0", "-x", tests, "--deselect", "tests/kernels/test_cache.py")
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
