"""The walk of one click, from the board to the file: one view a seat, legal steps listed twice at most, no text read."""

import asyncio
import os
from importlib.util import module_from_spec, spec_from_file_location

import pytest

TOOLS = os.path.join(os.path.dirname(__file__), "..", "..", "tools")


@pytest.fixture(scope="module")
def walk():
    """The script that counts."""
    spec = spec_from_file_location("walk", os.path.join(TOOLS, "walk.py"))
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", ["barragoon", "meerkats", "momentum"])
def test_a_click_builds_a_view_a_seat_and_reads_no_text(walk, game):
    counts = asyncio.run(walk.walk(game))
    steps = counts["steps"]
    seats = 2 if game == "meerkats" else 1  # whoever takes the keyboard next, and what both may see before that
    assert steps == walk.STEPS and counts["views"] <= seats * steps
    assert 0 < counts["listings"] <= 2 * steps
    assert counts["texts read"] == 0 < counts["texts written"]
