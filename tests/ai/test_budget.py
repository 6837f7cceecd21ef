"""Limits: the tighter one binds, and without any a search ends all the same."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from time import monotonic, sleep

import pytest

from tabuleiro.ai.background import prepared
from tabuleiro.ai.budget import DEEPEST, MOST_NODES, REPORT_SECONDS, Watch
from tabuleiro.core import Place
from tabuleiro.core.registry import find
from tabuleiro.play.agent import Choice, Limit
from tabuleiro.play.session import Session


def never() -> bool:
    return False


@pytest.mark.parametrize(
    ("own", "other", "nodes", "depth"),
    [
        (Limit(nodes=5), Limit(nodes=7), 5, DEEPEST),
        (Limit(nodes=7), Limit(nodes=5, depth=3), 5, 3),
        (Limit(depth=2), Limit(depth=9), None, 2),
        (Limit(depth=1000), Limit(), None, DEEPEST),
    ],
)
def test_the_tighter_binds(own, other, nodes, depth):
    watch = Watch(own, other)
    assert (watch.nodes, watch.depth, watch.deadline) == (nodes, depth, None)


@pytest.mark.parametrize("nodes", [10**20, 10**400])
def test_more_nodes_than_can_be_counted_are_as_many_as_can(nodes):
    assert Watch(Limit(), Limit(nodes=nodes)).nodes == Watch(Limit(nodes=nodes), Limit()).nodes == MOST_NODES
    assert Watch(Limit(nodes=7), Limit(nodes=nodes)).nodes == 7


def test_the_shorter_time_binds():
    begun = monotonic()
    for own, other in [(Limit(seconds=60), Limit(seconds=600)), (Limit(seconds=600), Limit(seconds=60))]:
        assert begun + 60 <= Watch(own, other).deadline < begun + 600


@pytest.mark.parametrize(
    ("limit", "deep", "bounded"),
    [
        (Limit(), True, True),
        (Limit(), False, True),
        (Limit(cancelled=never), True, False),
        (Limit(cancelled=never), False, False),
        (Limit(depth=3), True, False),
        (Limit(depth=3), False, True),
        (Limit(depth=3, cancelled=never), False, True),
        (Limit(nodes=3), False, False),
    ],
)
def test_a_search_that_nothing_ends_ends_after_a_second(limit, deep, bounded):
    assert (Watch(Limit(), limit, deep=deep).deadline is not None) == bounded


def test_it_is_over_when_time_is_up_or_somebody_cancels():
    assert Watch(Limit(), Limit(seconds=0)).over
    assert Watch(Limit(seconds=600), Limit(cancelled=lambda: True)).over
    watch = Watch(Limit(seconds=600), Limit(cancelled=never))
    assert not watch.over and watch.pause(0.5) == 0.5
    assert Watch(Limit(), Limit(seconds=0)).pause() == 0


def test_cpu_time_passes_only_while_something_works():
    watch = Watch(Limit(), Limit(cpu_seconds=0.05))
    sleep(0.1)
    assert watch.deadline is None and not watch.over and watch.used < 1 and watch.pause(0.5) <= 0.05
    while not watch.over:
        sum(range(1000))
    assert watch.used >= 1 and watch.pause() == 0


def test_where_cpu_time_is_counted_so_is_an_agents_own_time():
    watch = Watch(Limit(seconds=0.0), Limit(cpu_seconds=600))
    assert watch.deadline is None and watch.over
    watch = Watch(Limit(seconds=600), Limit(seconds=60, cpu_seconds=600))
    assert watch.deadline is not None and not watch.over


@pytest.mark.parametrize(
    ("game", "spec"),
    [("momentum", "level:8"), ("eximo", "level:8"), ("meerkats", "mcts:threads=2"), ("momentum:size=9", "alphabeta")],
)
def test_every_search_ends_when_it_has_worked_so_long(game: str, spec: str):
    view = Session(find(game), Random(0)).view(0)
    agent = prepared(spec, view.game, Random(0))
    worked = agent.worked()
    assert agent.choose(view, Limit(cpu_seconds=0.1)).action in view.actions
    assert agent.worked() - worked < 0.6  # by itself a second, or for ever


# ── What is told ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_listens_is_told_now_and_then():
    told, choice = [], Choice(Place(1, 1))
    deaf, watch = Watch(Limit(), Limit()), Watch(Limit(), Limit(report=told.append))
    deaf.tell(choice)
    assert not watch.awaited or watch.spent >= REPORT_SECONDS
    sleep(REPORT_SECONDS)
    assert watch.awaited and not deaf.awaited
    watch.tell(choice)
    assert told == [choice]
    assert not watch.awaited or watch.spent >= 2 * REPORT_SECONDS


def test_a_pace_is_nodes_a_second_where_the_seconds_are_known():
    choice = Choice(Place(1, 1), nodes=600, seconds=0.5)
    assert choice.pace == 1200
    assert replace(choice, seconds=0.0).pace == 0 == Choice(Place(1, 1)).pace
    assert choice == replace(choice, seconds=3.0)  # how long it took is no part of what was found


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        ("momentum", "mcts"),
        ("eximo", "alphabeta"),
        ("barragoon", "level:8"),
        ("meerkats", "mcts:threads=2"),
        ("momentum:size=9", "mcts"),
        ("momentum:size=9", "alphabeta"),
    ],
)
def test_every_search_tells_how_long_it_has_thought_and_how_much(game: str, spec: str):
    view, told = Session(find(game), Random(0)).view(0), []
    agent = prepared(spec, view.game, Random(0))
    began = monotonic()
    choice = agent.choose(view, Limit(seconds=0.5, report=told.append))
    elapsed = monotonic() - began
    told.append(choice)
    assert all(0 < earlier.seconds <= later.seconds <= elapsed for earlier, later in pairwise(told))
    assert all(earlier.nodes <= later.nodes for earlier, later in pairwise(told))
    assert choice.pace == choice.nodes / choice.seconds > 0
