"""Which agents there are: each has a spelling, ``kind`` or ``kind:argument``, like ``report:2``."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module

from tabuleiro.core import Game, later, say
from tabuleiro.core.errors import UnknownAgent
from tabuleiro.play.agent import BOT, POLICY, PROGRAM, Spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any

    from tabuleiro.play.agent import Agent


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of agent, and the module that makes it, which is imported on first use.

    The module has ``arguments(game)``, the arguments to offer for a game ("" stands for none; an empty tuple says that
    the kind cannot play it), and ``make(argument, game, rng)``. If a kind is *open*, ``make`` accepts other arguments
    too and raises UnknownAgent for those that it cannot read. A kind that *searches* has compiled code to prepare where
    its game has a compiled twin, and its ``make`` takes a number of threads.
    """

    module: str
    open: bool = False
    searches: bool = False


KINDS = {
    "random": Kind("tabuleiro.ai.random"),
    "greedy": Kind("tabuleiro.ai.greedy"),
    "report": Kind("tabuleiro.ai.report_bots"),
    "level": Kind("tabuleiro.ai.levels", searches=True),
    "alphabeta": Kind("tabuleiro.ai.alphabeta", open=True, searches=True),
    "mcts": Kind("tabuleiro.ai.mcts", open=True, searches=True),
    PROGRAM: Kind("tabuleiro.engines.client", open=True),
    BOT: Kind("tabuleiro.ai.bots", open=True),
    POLICY: Kind("tabuleiro.ai.policy", open=True),
}


def make(spec: Spec | str, game: Game[Any], rng: Random, *, threads: int = 1) -> Agent:
    """The agent spelled *spec* for *game*; its choices draw from *rng*, its name is the spelling.

    A search whose spelling does not say how many *threads* it has gets this many: one where several games are played
    side by side, ``cores()`` where a person waits for the answer.
    """
    spec = Spec.read(spec)
    kind = KINDS.get(spec.kind)
    if kind:
        module = _module(kind)
        if kind.open or spec.argument in module.arguments(game):
            more = {"threads": threads} if kind.searches else {}
            agent: Agent = module.make(spec.argument, game, rng, **more)
            return agent
    raise UnknownAgent(
        later(
            "{spec} cannot play {game}; try {known}",
            spec=str(spec) or "''",
            game=game.title,
            known=", ".join(known(game)),
        )
    )


def known(game: Game[Any]) -> tuple[str, ...]:
    """The spellings of the agents to offer for *game*."""
    return tuple(
        str(Spec(name, argument)) for name, kind in KINDS.items() for argument in _module(kind).arguments(game)
    )


def described(spec: str) -> str:
    """A few words about a computer player."""
    return {
        "random": say("plays anything"),
        "greedy": say("wants the best position after its own turn"),
        "report:1": say("the easy player of the first program"),
        "report:2": say("the better player of the first program"),
        "level:1": say("a gentle beginner"),
        "level:2": say("an easy player, good for a first game"),
        "level:3": say("a casual player"),
        "level:4": say("a player with some practice"),
        "level:5": say("a good player"),
        "level:6": say("a strong player"),
        "level:7": say("a very strong player"),
        "level:8": say("all that this machine can do"),
        "alphabeta:seconds=1": say("follows every line as far as a second allows"),
        "mcts:seconds=1": say("plays many games in its head for a second"),
    }.get(spec, "")


def may_play(spec: Spec | str, game: Game[Any]) -> bool:
    """Is *spec* known for *game*, or of a kind that judges other arguments when it is made?"""
    spec = Spec.read(spec)
    kind = KINDS.get(spec.kind)
    if kind is None:
        return False
    if spec.kind == POLICY:
        return bool(_module(kind).plays(spec.argument, game))
    known = _module(kind).arguments(game)
    return spec.argument in known or (kind.open and (spec.program or bool(known)))


def look_for(spec: Spec | str) -> None:
    """Raise UnknownAgent unless the program that *spec* names is there; it is not started for that."""
    spec = Spec.read(spec)
    _module(KINDS[spec.kind]).look_for(spec.argument)


def source_of(spec: Spec | str) -> str:
    """The digest of the file that a person has named as an agent; "" for one that needs none."""
    spec = Spec.read(spec)
    return str(_module(KINDS[spec.kind]).source_of(spec.argument)) if spec.kind in (BOT, POLICY) else ""


def searches(spec: Spec | str) -> bool:
    """Does the agent look ahead by search? Then it has code to compile before its first step."""
    kind = KINDS.get(Spec.read(spec).kind)
    return kind is not None and kind.searches


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _module(kind: Kind) -> Any:
    return import_module(kind.module)
