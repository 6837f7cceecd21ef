"""Thoughts in the background."""

from __future__ import annotations

from queue import Queue

from tabuleiro.play.agent import Limit
from tabuleiro.table.thought import Thought


def test_a_thought_begins_when_it_is_told_to_so_that_it_can_be_watched_from_its_first_word():
    done: Queue[Thought[str]] = Queue()

    def work(_):
        thought.told = "so far"
        return "at last"

    thought = Thought("this", work, Limit(), done.put)
    assert done.empty() and thought.answer is None
    thought.start()
    assert done.get(timeout=60) is thought
    assert (thought.told, thought.answer, thought.failure) == ("so far", "at last", None)


def test_a_thought_that_fails_says_so():
    done: Queue[Thought[None]] = Queue()
    Thought("this", lambda _: 1 / 0, Limit(), done.put).start()
    assert isinstance(done.get(timeout=60).failure, ZeroDivisionError)
