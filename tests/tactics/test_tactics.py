"""The forced wins kept here are what they say: proved by the plain rules, complete by the compiled ones, and found."""

from __future__ import annotations

import os
from importlib import import_module
from random import Random

import pytest

from tabuleiro.ai.agents import make
from tabuleiro.ai.alphabeta import playable
from tabuleiro.ai.meerkats.endgame import Endgame
from tabuleiro.core import NOBODY, Game
from tabuleiro.core.notation import read_position, read_turn
from tabuleiro.core.registry import find, names
from tabuleiro.play.agent import Limit

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LEAST = 30  # problems a game
SAMPLE = 3  # one problem of so many is tried in the short run
PROVED = 3_000_000  # states at most in the proof that a turn wins that is not listed
SOLVED = 0.95  # of the problems at least

every_game = pytest.mark.parametrize("name", names())


@pytest.fixture
def tactics(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    return import_module("benchmarks.tactics")


# ── The proof: every reply, by the rules as they are written ─────────────────────────────────────────────────────


def possible_worlds(game, view):
    """Every state that the seat to decide cannot tell from the truth."""
    if type(game).view is Game.view:
        return (view,)
    settled = (tuple(colour or hidden for colour in view.colours) for hidden in game.possible(view))
    return tuple(type(view)(view.board, view.player, colours) for colours in settled)


def step(game, worlds, action, seat):
    """The worlds that go on after a step, or None when the win is lost in one."""
    after = [game.apply(world, action) for world in worlds]
    if any(world.player == NOBODY and game.outcome(world).winners != (seat,) for world in after):
        return None
    return tuple(world for world in after if world.player != NOBODY)


def forced(game, worlds, seat, turns, known):
    """Whether *seat* wins in all worlds by the same steps within *turns* turns, whatever the other does."""
    if not worlds:
        return worlds is not None
    if turns == 0:
        return False
    if (worlds, turns) not in known:
        mine = worlds[0].player == seat
        known[worlds, turns] = mine == any(
            forced(game, after, seat, turns - bool(after and after[0].whole), known) == mine
            for after in (step(game, worlds, action, seat) for action in game.actions(worlds[0]))
        )
    return known[worlds, turns]


def prove(game, problem):
    """Every turn that is listed forces the win in the time that is said."""
    view = read_position(game, problem.position)
    for text in problem.winning:
        worlds, turns = possible_worlds(game, view), problem.turns
        for action in read_turn(game, view, text).actions:
            worlds = step(game, worlds, action, view.player)
        turns -= bool(worlds and worlds[0].whole)
        assert forced(game, worlds, view.player, turns, {}), f"{game}: {text} in {problem}"


def test_the_proof_knows_a_win_from_none():
    """Momentum: Blue has seven marbles and Red six; only with the move has Blue won."""
    game = find("momentum:size=7,forced=off")
    won = read_position(game, "1.1.1.1/......./1.1.1../......./2.2.2../......./2.2.2.. 1 20")
    assert forced(game, (won,), 0, 1, {})
    assert not forced(game, (won,), 1, 3, {})
    lost = read_position(game, "1.1.1../......./1.1.1../......./2.2.2../......./2.2.2.. 1 20")
    assert not forced(game, (lost,), 0, 1, {})


# ── The problems ─────────────────────────────────────────────────────────────────────────────────────────────────


@every_game
def test_there_are_enough_problems_and_each_is_well_formed(tactics, name):
    game, problems = find(name), tactics.problems(name)
    assert len({problem.position for problem in problems}) == len(problems) >= LEAST
    assert sum(problem.turns > 1 for problem in problems) >= len(problems) * 2 / 3
    for problem in problems:
        view = read_position(game, problem.position)
        assert game.write_position(view) == problem.position and view.whole
        assert problem.winning and len(set(problem.winning)) == len(problem.winning)
        for text in problem.winning:
            state = view
            for action in read_turn(game, view, text).actions:
                assert action in game.actions(state), f"{text} in {problem}"
                state = game.apply(state, action)
            assert tactics.done(state, view.player)


@every_game
def test_some_wins_are_forced_by_the_plain_rules(tactics, name):
    for problem in tactics.problems(name)[::SAMPLE]:
        prove(find(name), problem)


@pytest.mark.slow
@every_game
def test_all_wins_are_forced_by_the_plain_rules(tactics, name):
    for problem in tactics.problems(name):
        prove(find(name), problem)


@pytest.mark.slow
@every_game
def test_no_other_turn_wins_as_soon_and_none_sooner(tactics, name):
    composer = import_module("benchmarks.composer")
    game = find(name)
    prover = composer.Prover(game)
    for problem in tactics.problems(name):
        view = read_position(game, problem.position)
        luck, won = composer.answers(prover, view, problem.turns)
        assert sorted(won) == sorted(problem.winning) and luck <= composer.LUCK, problem
        assert problem.turns == 1 or not prover.winning(view, problem.turns - 1), problem


@every_game
def test_search_finds_the_wins(tactics, name):
    """By positions looked at, not by time; ``python -m benchmarks.tactics solve`` asks the strongest level by the clock."""
    game, problems = find(name), tactics.problems(name)
    limit = Limit(nodes=100_000)
    agent = make("alphabeta", game, Random(1)) if playable(game) else Endgame("endgame", game, limit, 1)
    allowed = (1 - SOLVED) * len(problems)
    missed = [
        (problem, actions)
        for problem in problems
        if tactics.spelled(game, problem, actions := tactics.answer(game, problem, agent, limit)) not in problem.winning
    ]
    if len(missed) > allowed:  # only then is it worth to prove that some turns win a little later
        missed = [found for found in missed if not tactics.solves(game, *found, PROVED)]
    assert len(missed) <= allowed, missed
