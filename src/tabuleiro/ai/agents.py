"""Which programs there are to play with: all are spelled ``kind`` or ``kind:argument``, like ``report:2``."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module

from tabuleiro.core import Game, say
from tabuleiro.core.errors import UnknownAgent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.play.agent import Agent


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of agent, and the module of this package that makes it, imported when it is needed.

    The module has ``arguments(game)``, the arguments that people may want with a game ("" stands for none; an empty
    tuple says that the kind cannot play it), and ``make(argument, game, rng)``. Of an *open* kind ``make`` takes
    other arguments too and judges them itself, raising UnknownAgent. The ``make`` of one with *threads* also takes how
    many it may use.
    """

    module: str
    open: bool = False
    threads: bool = False


KINDS = {
    "random": Kind("random_agent"),
    "greedy": Kind("greedy"),
    "report": Kind("report_bots"),
    "level": Kind("levels", threads=True),
    "alphabeta": Kind("alphabeta", open=True, threads=True),
    "mcts": Kind("mcts", open=True, threads=True),
    "engine": Kind("engine", open=True),
}


def make(spec: str, game: Game[Any], rng: Random, *, threads: int = 1) -> Agent:
    """The agent spelled *spec* for *game*; its choices draw from *rng*, its name is the spec.

    One whose spelling leaves that open may use so many *threads*: one where several games are played side by side,
    ``cores()`` where a person waits for the answer.
    """
    kind, _, argument = spec.strip().partition(":")
    kind = kind.lower()
    if kind in KINDS:
        module = _module(kind)
        if KINDS[kind].open or argument in module.arguments(game):
            more = {"threads": threads} if KINDS[kind].threads else {}
            agent: Agent = module.make(argument, game, rng, **more)
            return agent
    raise UnknownAgent(
        say("{spec} cannot play {game}; try {known}", spec=spec or "''", game=game.title, known=", ".join(known(game)))
    )


def known(game: Game[Any]) -> tuple[str, ...]:
    """The specs that people may want for *game*."""
    return tuple(
        f"{kind}:{argument}" if argument else kind for kind in KINDS for argument in _module(kind).arguments(game)
    )


def may_play(spec: str, game: Game[Any]) -> bool:
    """Is *spec* known for *game*, or of a kind that judges other arguments when it is made?"""
    kind = spec.partition(":")[0].lower()
    return spec in known(game) or (
        kind in KINDS and KINDS[kind].open and (kind == "engine" or bool(_module(kind).arguments(game)))
    )


def cores() -> int:
    """How many processors there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _module(kind: str) -> Any:
    return import_module(f"tabuleiro.ai.{KINDS[kind].module}")
