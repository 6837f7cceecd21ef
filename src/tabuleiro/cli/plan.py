"""What a tournament is to be: from a TOML file that a person names, and from flags, which win over it."""

from __future__ import annotations

import os
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from tabuleiro.cli import flags
from tabuleiro.core import later
from tabuleiro.core.errors import BadOption, BadRecord
from tabuleiro.core.words import joined, shortened, words_of
from tabuleiro.home import files

ENDING = ".toml"
LONG = 60  # signs of a wrong value that are told


def seed(value: str) -> int:
    """What openings, chance and agents draw from."""
    try:
        return int(value)
    except ValueError as error:
        raise BadOption(later("{text} is no whole number", text=value)) from error


READERS: dict[str, Callable[[str], Any]] = {  # what a file may say
    "game": str,
    "agents": str,
    "bots": str,
    "system": flags.system,
    "games": flags.games,
    "rounds": flags.rounds,
    "seconds": flags.seconds,
    "cpu_seconds": flags.seconds,
    "clock": flags.clock,
    "nodes": flags.nodes,
    "seed": seed,
    "opening": flags.opening,
    "even": flags.even,
    "anchor": str,
    "output": str,
    "workers": flags.workers,
    "ray": flags.cluster,
}
NUMBERS = {"games", "rounds", "seconds", "cpu_seconds", "nodes", "seed", "opening", "even", "workers"}
PATHS = ("bots", "output")


def settings(args: Namespace) -> dict[str, Any]:
    """All that was said, by name: flags first, then the file; what was not said is not there."""
    said = {name: value for name in READERS if (value := getattr(args, name, None)) is not None}
    if isinstance(said.get("agents"), str):
        said["agents"] = flags.agents(said["agents"])
    if not args.game.endswith(ENDING):
        return said
    path = said.pop("game")
    found = read(path)
    if "game" not in found:
        raise BadOption(later('{path} does not say which game is played, like game = "momentum"', path=path))
    stem = os.path.splitext(os.path.basename(path))[0]
    return {"output": os.path.join(os.path.dirname(path), stem)} | found | said


def read(path: str) -> dict[str, Any]:
    """What the file *path* says; paths in it begin where it lies. Raises one line about what is wrong."""
    import tomllib

    try:
        data = tomllib.loads(files.read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise BadOption(later("{path} is no TOML: {error}", path=path, error=str(error))) from error
    except BadRecord as error:
        raise BadOption(joined((path, error.words), ": ")) from error
    except RecursionError as error:
        raise BadOption(later("{path} is no TOML: {error}", path=path, error="nested too deeply")) from error
    said = {name: _value(path, name, value) for name, value in data.items()}
    return _placed(said, os.path.dirname(path))


def _value(path: str, name: str, value: object) -> Any:
    if name not in READERS:
        near = get_close_matches(name, READERS, 1)
        would = near[0] if near else ", ".join(READERS)
        raise BadOption(later("{path}: there is no {name}; {would} would do", path=path, name=name, would=would))
    if name == "agents":
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadOption(later('{path}: agents is no list of names like ["random", "greedy"]', path=path))
        return [item.strip() for item in value]
    kind = (int, float, str) if name == "clock" else (int, float) if name in NUMBERS else str
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadOption(
            later(
                "{path}: {value} is no value for {name}; one like {example} would do",
                path=path,
                value=shortened(str(value), LONG),
                name=name,
                example="12" if name in NUMBERS else '"…"',
            )
        )
    try:
        return READERS[name](str(value))
    except (ArgumentTypeError, BadOption) as error:
        raise BadOption(joined((path, name, words_of(error)), ": ")) from error


def _placed(said: dict[str, Any], folder: str) -> dict[str, Any]:
    """What *said* names by paths, seen from where we are instead of from *folder*."""
    from tabuleiro.arena.match import placed

    def place(name: str) -> str:
        return os.path.join(folder, name)

    if not folder:
        return said
    moved: dict[str, Any] = {name: place(said[name]) for name in PATHS if name in said}
    if said.get("game", "").partition(":")[0].endswith(".py"):
        moved["game"] = place(said["game"])
    if "agents" in said:
        moved["agents"] = [placed(agent, place) for agent in said["agents"]]
    if "anchor" in said:
        moved["anchor"] = placed(said["anchor"], place)
    return said | moved


def bots_in(folder: str) -> list[str]:
    """The files of a folder of bots, by name; one that begins with ``_`` belongs to the others."""
    found = sorted(name for name in os.listdir(folder) if name.endswith(".py") and not name.startswith(("_", ".")))
    if not found:
        raise BadOption(later("there are no bots in {folder}: files like bot.py", folder=folder))
    return [os.path.join(folder, name) for name in found]
