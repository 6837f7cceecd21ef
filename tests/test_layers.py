"""The layers of the house, where import-linter cannot see them: modules that are named by text and imported later."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tabuleiro"
MODULE = re.compile(r"tabuleiro\.([a-z_]+)\b[\w.]*(:\w+)?")
NAMED_BY_GAMES = ("twin", "profile", "planes")  # what a game names and others load: core/game.py says who
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
FLOORS = [line.replace("tabuleiro.", "").split(" | ") for line in CONTRACTS[0]["layers"]]
LAYERS = [name for floor in FLOORS for name in floor]


def named_packages(source: str) -> set[str]:
    """The packages of ours that *source* names in a text, but for what games name."""
    tree = ast.parse(source)
    exempt = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and any(getattr(name, "id", "") in NAMED_BY_GAMES for name in node.targets)
    }
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in exempt
    ]
    return {found[1] for text in texts if (found := MODULE.fullmatch(text))} & set(LAYERS)


def test_every_package_has_its_layer():
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert packages == set(LAYERS)


@pytest.mark.parametrize("package", LAYERS)
def test_no_text_names_a_package_below(package):
    floor = next(number for number, names in enumerate(FLOORS) if package in names)
    allowed = {package} | {name for names in FLOORS[floor + 1 :] for name in names}
    named = {
        path.relative_to(SOURCE): below
        for path in (SOURCE / package).rglob("*.py")
        if (below := named_packages(path.read_text(encoding="utf-8")) - allowed)
    }
    assert named == {}


def test_such_a_text_would_be_seen():
    assert named_packages('import_module("tabuleiro.kernels.jit")') == {"kernels"}
    assert named_packages('import_module(f"tabuleiro.cli.commands.{word}")') == {"cli"}
    assert named_packages('class Game:\n    twin = "tabuleiro.kernels.eximo:kernel"') == set()
