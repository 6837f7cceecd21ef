"""The pages of docs/rl are made from the code, and what they draw is what is seen."""

from __future__ import annotations

import importlib.util
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tabuleiro.core.registry import find
from tabuleiro.play import planes

ROOT = Path(__file__).parents[2]
GAMES = ("barragoon", "campo-bello", "eximo", "meerkats", "momentum")


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("planes_tool", ROOT / "tools" / "planes.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_is_up_to_date(tool, name):
    for file, text in ((f"{name}.md", tool.page(name)), (f"{name}.svg", tool.picture(name))):
        assert (ROOT / "docs" / "rl" / file).read_text(encoding="utf-8") == text, "run make planes"


@pytest.mark.parametrize("name", GAMES)
def test_every_plane_is_named_and_drawn_cell_by_cell(tool, name):
    game, state = tool.example(name)
    page = (ROOT / "docs" / "rl" / f"{name}.md").read_text(encoding="utf-8")
    for number, title in enumerate(planes.names(game)):
        assert f"| {number} | {title} |" in page
    drawn = (ROOT / "docs" / "rl" / f"{name}.svg").read_text(encoding="utf-8")
    drawn = drawn[drawn.rindex("</svg>", 0, drawn.rindex("</svg>")) :]  # after the picture of the position
    seen = planes.seen(game, state, state.player)
    for fill, values in ((tool.FILLS["yes"], {1}), (tool.FILLS["no"], {0})):
        cells = sum(value in values for plane in seen for value in plane)
        assert len(re.findall(rf'<(?:rect|circle) [^>]*fill="{fill}"', drawn)) == cells


@pytest.mark.parametrize("name", GAMES)
def test_the_codes_of_a_page_are_those_of_the_game(name):
    page = (ROOT / "docs" / "rl" / f"{name}.md").read_text(encoding="utf-8")
    section = page.split("## What can be done")[1].split("## Rewards")[0]
    runs = re.findall(r"^\| (\d+)(?:–(\d+))? \|", section, re.MULTILINE)
    ends = [(int(first), int(last or first)) for first, last in runs]
    assert ends[0][0] == 0 and ends[-1][1] == len(find(name).space) - 1
    assert all(one[1] + 1 == other[0] for one, other in pairwise(ends))
