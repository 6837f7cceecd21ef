"""Forced wins: ``python -m benchmarks.tactics find GAME`` looks for some, ``solve`` has an agent solve those kept.

Who finds another turn than those listed, one that is proved to win a little later, has solved the problem too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from benchmarks.problem import Problem, done, problems
from tabuleiro.core import Action, Game
from tabuleiro.core.errors import UnknownAgent
from tabuleiro.core.notation import read_position
from tabuleiro.core.registry import find, names
from tabuleiro.play.agent import Agent, Limit

SHARE = 0.75  # of the time left that is for the next step: a turn may have several
LATER = (2, 4)  # turns by which a win may be longer than the shortest
PROVED = 30_000_000  # states in the proof of that


def answer(game: Game[Any], problem: Problem, agent: Agent, limit: Limit) -> list[Action]:
    """The turn that an agent plays; the seconds of *limit* are for all its steps, the rest is for each."""
    from tabuleiro.play.history import Step
    from tabuleiro.play.view import View

    start = state = read_position(game, problem.position)
    seat, seconds = start.player, limit.seconds
    begun: tuple[Step, ...] = ()
    actions: list[Action] = []
    while not actions or not done(state, seat):
        began = time.perf_counter()
        limit = replace(limit, seconds=None if seconds is None else SHARE * seconds)
        actions.append(agent.choose(View(game, seat, state, start, (), begun), limit).action)
        if seconds is not None:
            seconds = max(seconds - (time.perf_counter() - began), 0.01)
        begun = (*begun, Step(seat, state, actions[-1], game))
        state = game.apply(state, actions[-1])
    return actions


def spelled(game: Game[Any], problem: Problem, actions: Sequence[Action]) -> str:
    state, text = read_position(game, problem.position), ""
    for action in actions:
        text += game.write(state, action)
        state = game.apply(state, action)
    return text


def solves(game: Game[Any], problem: Problem, actions: Sequence[Action], most: int = PROVED) -> bool:
    """Whether the turn is listed, or is proved to win a little later by looking at so many states."""
    if spelled(game, problem, actions) in problem.winning:
        return True
    return any(keeps(game, problem, actions, problem.turns + later, most) for later in LATER)


def keeps(game: Game[Any], problem: Problem, actions: Sequence[Action], turns: int, most: int) -> bool:
    """Whether each of the steps keeps a win that is forced within so many turns."""
    from benchmarks.proof import Prover, TooLong

    prover, state = Prover(game, most), read_position(game, problem.position)
    try:
        for action in actions:
            if not prover.keeps(state, action, turns):
                return False
            state = game.apply(state, action)
    except TooLong:
        return False
    return True


# ── The command line ─────────────────────────────────────────────────────────────────────────────────────────────


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tactics", description="Forced wins.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    finding = verbs.add_parser("find", help="print problems, one a line")
    finding.add_argument("game", choices=names())
    finding.add_argument("--count", type=int, default=36, help="how many (36)")
    finding.add_argument("--seed", type=int, default=1)
    solving = verbs.add_parser("solve", help="say how many of the problems kept an agent solves")
    solving.add_argument("games", nargs="*", metavar="GAME", help="all without one")
    solving.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for a problem (1)")
    solving.add_argument("--agent", default="level:8")
    args = parser.parse_args(argv)
    if args.verb == "find":
        return print_problems(find(args.game), args.count, args.seed)
    if unknown := set(args.games) - set(names()):
        parser.error(f"there are no problems for {', '.join(sorted(unknown))}, only for {', '.join(names())}")
    try:
        for name in args.games or names():
            print_solved(find(name), args.agent, args.seconds)
    except UnknownAgent as error:
        parser.error(str(error))
    return 0


def print_problems(game: Game[Any], count: int, seed: int) -> int:
    from benchmarks.composer import compose, header

    print(header(game, seed))
    seen: set[str] = set()
    for problem in compose(game, Random(seed)):
        if problem.position not in seen:
            seen.add(problem.position)
            print(problem, flush=True)
        if len(seen) == count:
            break
    return 0


def print_solved(game: Game[Any], spec: str, seconds: float) -> None:
    """One line a game, and one for every problem that was not solved."""
    from tabuleiro.ai.agents import make
    from tabuleiro.ai.background import prepared

    kept = problems(game.name)
    prepared(spec, game, Random(0))  # compiled first
    limit = Limit(seconds=seconds)
    played = [(problem, answer(game, problem, make(spec, game, Random(1)), limit)) for problem in kept]
    missed = [(problem, actions) for problem, actions in played if not solves(game, problem, actions)]
    solved = len(kept) - len(missed)
    print(f"{game.name}: {spec} solves {solved} of {len(kept)} ({solved / len(kept):.0%}) in {seconds:g} s", flush=True)
    for problem, actions in missed:
        print(f"  {spelled(game, problem, actions)} instead of {problem}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
