"""Words that threads share: nothing that one of them adds is lost, and of two that want to write only one does."""

from threading import Thread

import numpy as np
import pytest

from tabuleiro.kernels.atomic import gain, look, turn
from tabuleiro.kernels.jit import compiled

OFTEN, THREADS = 200_000, 4


@compiled
def add(words, at, often):
    for _ in range(often):
        gain(words, at, 1)


@compiled
def lock_and_add(locks, sums, often):
    """Nothing but the lock keeps the sum right."""
    for _ in range(often):
        while not turn(locks, 3, 0, -1):
            pass
        sums[0] += 1
        turn(locks, 3, -1, 0)


@compiled
def stands(words, at):
    return look(words, at)


def together(work, *args):
    threads = [Thread(target=work, args=args) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("kind", [np.int32, np.int64, np.float64])
def test_nothing_that_threads_add_is_lost(kind):
    words = np.zeros((2, 4), kind)
    together(add, words, 6, OFTEN)
    assert words[1, 2] == THREADS * OFTEN == words.sum()
    assert stands(words, 6) == THREADS * OFTEN


@pytest.mark.parametrize("kind", [np.int16, np.int32, np.int64])
def test_one_at_a_time_gets_in(kind):
    locks, sums = np.zeros(4, kind), np.zeros(1, np.int64)
    add(locks, 0, 1), lock_and_add(locks, sums, 1)  # compiled before threads meet
    together(lock_and_add, locks, sums, OFTEN // 20)
    assert sums[0] == 1 + THREADS * (OFTEN // 20)
    assert locks.tolist() == [1, 0, 0, 0]


def test_plain_code_does_the_same():
    words = np.array([[1, 2], [3, 4]], np.int32)
    assert look(words, 2) == 3
    assert turn(words, 2, 3, 7) and not turn(words, 2, 3, 8)
    assert gain(words, 3, 5) == 4
    assert words.tolist() == [[1, 2], [7, 9]]
