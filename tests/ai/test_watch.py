"""Limits: the tighter one binds, and without any a search ends all the same."""

from time import monotonic

import pytest

from tabuleiro.ai.watch import DEEPEST, MOST_NODES, Watch
from tabuleiro.play.agent import Limit


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
