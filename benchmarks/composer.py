"""Where problems come from: the ends of games between agents of middling strength, one problem from a game.

A problem must need more than one turn, few turns may win, and a turn at random must be unlikely to. What an agent makes
of a problem plays no part in the choice. Barragoon has too many placements for that: one problem in three is from the end
of a game and can be won at once, by few of thousands of turns; in the others many tiles hunt one or two, and there are no
barragoons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

from benchmarks.problem import Problem, done
from benchmarks.proof import Prover, TooLong
from tabuleiro.ai.agents import make
from tabuleiro.core import Game
from tabuleiro.play.run import run
from tabuleiro.play.session import Session

PLAYERS = {"eximo": "level:5", "campo-bello": "level:5", "barragoon": "level:2"}  # who play; level:4 elsewhere
OPENING = 4  # turns at random, so that no two games are alike
LAST = {"meerkats": 5, "barragoon": 1}  # of a game's turns are looked at; 12 elsewhere
DEEPEST = 9  # turns that a win may take
LATER = 2  # turns by which a win may be longer than the shortest and still makes a problem easier
MOST = {"meerkats": 400_000}  # states in a search; 3,000,000 elsewhere
CHECKED = 50_000  # states in the proof of the winning turns alone, which is repeated on the plain rules
MOST_TURNS = 40  # that win
LUCK = 1 / 3  # the chance at most that a turn at random wins

HEADER = """\
# {title}: forced wins. A line has a position; the turns that force a win in the shortest time; and how many turns that
# takes, the other seat's included. A turn is written as far as the seat alone decides it.{views}
# Found by: python -m benchmarks.tactics find {name} --seed {seed}
# {source}
# Proved by exhaustive search on the compiled rules, with every reply and without any estimate: these turns win in so many
# turns, no other does, and none wins sooner. tests/tactics/test_tactics.py proves the wins again on the plain rules."""
VIEWS = """
# A position is what the seat to decide sees: its turn must win whatever colour the other has. Its own colour is any that
# it may have had."""
PLAYED = "The positions are from the last turns of games of {spec} against itself, one from a game."
SET_UP = """The wins in one turn are from the ends of games of {spec} against itself; in the others many tiles,
# set up at random, hunt one or two, without barragoons."""


def header(game: Game[Any], seed: int) -> str:
    source = SET_UP if game.name == "barragoon" else PLAYED
    views = VIEWS if type(game).view is not Game.view else ""
    source = source.format(spec=PLAYERS.get(game.name, "level:4"))
    return HEADER.format(title=game.title, name=game.name, seed=seed, views=views, source=source)


def compose(game: Game[Any], rng: Random) -> Iterator[Problem]:
    """Problem after problem, each from a game of its own."""
    for number in count():
        found: list[Problem] = []
        while not found:
            if game.name != "barragoon":
                posed = [pose(game, seen) for state in last_states(game, rng) for seen in views(game, state)]
            elif number % 3 == 0:
                posed = [pose(game, state, 1) for state in last_states(game, rng)]
            else:
                posed = [pose(game, hunt(game, rng))]
            found = [problem for problem in posed if problem]
        yield rng.choices(found, [problem.turns**2 for problem in found])[0]


def last_states(game: Game[Any], rng: Random) -> list[Any]:
    """The starts of the last turns of a game, as the seat that decides sees them."""
    session = Session(game, Random(rng.random()))
    while session.player >= 0 and len(session.turns) < OPENING:
        session.play(session.player, rng.choice(session.view(session.player).actions))
    spec = PLAYERS.get(game.name, "level:4")
    run(session, [make(spec, game, Random(rng.random())) for _ in game.seats])
    starts = [game.view(step.before, step.player) for step in session.steps if step.player >= 0 and step.before.whole]
    return starts[-LAST.get(game.name, 12) :]


def views(game: Game[Any], state: Any) -> list[Any]:
    """What the seat that decides sees; where it has a secret colour, with every colour that it could have."""
    if type(game).view is Game.view:
        return [state]
    hidden = game.view(state, None)
    deals = ([colour if seat == state.player else 0 for seat in range(2)] for colour in game.possible(hidden))
    return [replace(state, colours=tuple(deal)) for deal in deals]


def hunt(game: Game[Any], rng: Random) -> Any:
    """A set-up of Barragoon small enough for proofs: many tiles, to move, against one or two; no barragoons."""
    kinds, seat = (1, 1, 2, 2, 2, 3, 3), rng.randrange(2)
    tiles = [3 * seat + kind for kind in rng.sample(kinds, rng.randint(4, 7))]
    tiles += [3 * (1 - seat) + kind for kind in rng.sample(kinds, rng.randint(1, 2))]
    board = bytearray(len(game.board))
    for cell, tile in zip(rng.sample(range(len(board)), len(tiles)), tiles, strict=True):
        board[cell] = tile
    return game.settled(bytes(board), seat, 0, 0, 0)


def pose(game: Game[Any], state: Any, least: int = 2) -> Problem | None:
    """The problem in *state*, if it is one that takes at least so many turns."""
    prover = Prover(game, MOST.get(game.name, 3_000_000))
    try:
        turns = next(turns for turns in range(1, DEEPEST + 1) if prover.winning(state, turns))
        if turns < least:
            return None
        luck, won = answers(prover, state, turns)
        if luck > LUCK or len(won) > MOST_TURNS:
            return None
        looked = 0
        for after in won.values():
            prover.wins(after, state.player, turns - after.whole)
            looked += prover.looked
    except (StopIteration, TooLong):
        return None
    if looked > CHECKED or (turns > 1 and easy(prover, state, turns + LATER)):
        return None
    return Problem(game.write_position(state), tuple(won), turns)


def easy(prover: Prover, state: Any, turns: int) -> bool:
    """Whether too many turns win within so many, as far as can be seen."""
    from benchmarks.proof import TooLong

    try:
        return answers(prover, state, turns)[0] > LUCK
    except TooLong:
        return False


def answers(prover: Prover, state: Any, turns: int, text: str = "") -> tuple[float, dict[str, Any]]:
    """The chance that random steps keep the forced win until another decides; those that do, and where they lead."""
    game, seat = prover.game, state.player
    luck, won = 0.0, {}
    for action in prover.winning(state, turns):
        after, longer = game.apply(state, action), text + game.write(state, action)
        chance, more = (1.0, {longer: after}) if done(after, seat) else answers(prover, after, turns, longer)
        luck += chance / len(game.actions(state))
        won |= more
    return luck, won
