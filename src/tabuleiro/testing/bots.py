"""What is wrong with a bot: quick games against a player that takes any step, and a look at what it keeps between them."""

from __future__ import annotations

import os
import pickle
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from random import Random

from tabuleiro.ai.agents import look_for, make
from tabuleiro.ai.bots import Watched, find_class
from tabuleiro.arena.match import Match, Played, play
from tabuleiro.arena.processes import attend
from tabuleiro.arena.summary import Summary
from tabuleiro.core import say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.registry import find, given
from tabuleiro.home.languages import spoken
from tabuleiro.play.agent import BOT, Limit, Spec
from tabuleiro.play.run import step
from tabuleiro.play.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

OPENING = 2  # random turns that begin every pair of games
SLOW = 2  # times its time
SHOWN = 5  # problems that are told; whoever mends these finds the others
STEPS = 30  # of a game after which it is known what a bot keeps
QUICK, PATIENCE = 0.1, 60.0  # seconds for each of them, and for all


@dataclass(frozen=True)
class Result:
    """What is wrong, in one line a problem, how many games were played, and in how many the bot did better.

    *said* is what the bot printed last, with a line before it that says so: in the first game that it forfeited, or else
    in the last one.
    """

    problems: tuple[str, ...]
    games: int
    won: int
    said: tuple[str, ...] = ()


def check(
    bot: str, game: str, games: int, seconds: float, seed: int = 0, progress: Callable[[int], None] = lambda _: None
) -> Result:
    """Let *bot*, an agent's spelling, play *games* games of *game* with so many *seconds* a step.

    One that fails before it has played anything is not asked again. Raises for a game or a file that is not there.
    """
    find(game)
    if Spec.read(bot).program:
        look_for(bot)
    else:
        make(bot, find(game), Random(0))
    match = Match(game, (bot, "random"), seconds, seed=seed, opening=OPENING)
    played: list[Played] = []
    for number in range(1, games + 1):
        progress(number - 1)
        played.append(play(match, number))
        if played[-1].forfeit is not None and not played[-1].efforts[0].decisions:
            break
    summary = Summary.of(match, played)
    problems = [*_failures(played), *_slowness(summary, seconds)]
    if not problems and Spec.read(bot).kind == BOT:
        problems = [
            say("{bot} keeps {name} from one game to the next; keep it in self", bot=bot, name=name)
            for name in _apart(bot, game, min(seconds, QUICK), seed)
        ]
    told = next((game for game in played if game.forfeit is not None), played[-1])
    return Result(tuple(problems), len(played), summary.results[0], tuple(told.said_last(match.agents)))


def _failures(played: list[Played]) -> list[str]:
    """How games were forfeited, each way once."""
    ways: dict[str, list[int]] = {}
    for game in played:
        if game.forfeit is not None:
            ways.setdefault(game.reason, []).append(game.number)
    told = [_told(reason, numbers) for reason, numbers in ways.items()]
    rest = len(told) - SHOWN
    return [*told[:SHOWN], *([say("and {count} more", count=rest)] if rest > 0 else [])]


def _told(reason: str, numbers: list[int]) -> str:
    if len(numbers) == 1:
        return say("game {number}: {reason}", number=numbers[0], reason=reason)
    count = len(numbers)
    return say("{count} games, first game {number}: {reason}", count=count, number=numbers[0], reason=reason)


def _slowness(summary: Summary, seconds: float) -> list[str]:
    effort = summary.effort(0)
    mean = effort.seconds / max(effort.decisions, 1)
    if mean <= SLOW * seconds:
        return []
    bot = summary.match.agents[0]
    return [
        say(
            "{bot} is too slow: it takes {mean:.2f} s a step and has {seconds:g} s", bot=bot, mean=mean, seconds=seconds
        )
    ]


# ── What is kept ─────────────────────────────────────────────────────────────────────────────────────────────────


def _apart(*words: object) -> list[str]:
    """``kept`` in a process of its own: no bot runs in ours."""
    from tabuleiro.home.processes import own_processes

    with own_processes().Pool(1, attend, (spoken(), given())) as pool, suppress(TabuleiroError):
        found: list[str] = pool.apply_async(kept, words).get(PATIENCE)
        return found
    return []


def kept(bot: str, game: str, seconds: float, seed: int) -> list[str]:
    """What the module of *bot*, or a class in it, has kept of a game that is over: then the next one depends on it."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        from sys import modules

        kind, rules = find_class(Spec.read(bot).argument), find(game)
        module = modules[kind.__module__]
        Watched(kind, rules, Random(seed)).prepare()  # what is made once, such as a table, is there now
        before = _values(module)
        session, rng = Session(rules, Random(seed)), Random(seed)
        agents = [Watched(kind, rules, rng), make("random", rules, rng)]
        while session.player >= 0 and len(session.steps) < STEPS:
            step(session, agents[session.player % len(agents)], Limit(seconds))
        after = _values(module)
    return sorted(name for name in after if before.get(name) != after[name])


def _values(module: ModuleType) -> dict[str, bytes]:
    """What stands in a module and in its classes, as bytes that can be compared; code is not looked at."""
    places = [("", vars(module))]
    places += [
        (f"{name}.", dict(vars(item)))
        for name, item in vars(module).items()
        if isinstance(item, type) and item.__module__ == module.__name__
    ]
    found = {}
    for owner, names in places:
        for name, value in list(names.items()):
            if not (
                name.startswith("_") or callable(value) or isinstance(value, property | classmethod | staticmethod)
            ):
                with suppress(Exception):  # what cannot be written down, such as another module, is passed over
                    found[owner + name] = pickle.dumps(value)
    return found
