"""Eight words side by side do compiled what they do interpreted."""

from random import Random

import numpy as np
import pytest

from tabuleiro.kernels.bits import U0, popcount
from tabuleiro.kernels.jit import compiled
from tabuleiro.kernels.lanes import COUNT, apart, at_most, counts, lane, summed, together

BOARD = (1 << 63) - 1


def worked(word, other, shift, most):
    """Something of everything that lanes can do, each by a word of its own."""
    cells = apart(word)
    moved = (cells << shift) | (cells >> shift)
    mixed = (moved | other) & ~(cells << shift)
    choices = counts(mixed)
    few = at_most(choices, most)
    return (
        together(cells),
        together(moved),
        together(mixed & few),
        summed(choices),
        popcount(together(cells & ~few)),
        lane(mixed, 0) ^ lane(mixed, 3) ^ lane(mixed, COUNT - 1),
    )


@pytest.mark.parametrize("tiles", [0, 1, 2, 7, 8, 9, 20, 63])
def test_compiled_as_interpreted(tiles):
    rng, fast, seen = Random(tiles), compiled(worked), set()
    for _ in range(50):
        word = np.uint64(sum(1 << cell for cell in rng.sample(range(63), tiles)))
        other, shift, most = np.uint64(rng.getrandbits(63)), np.uint64(rng.randrange(20)), np.uint64(rng.randrange(40))
        found = fast(word, other, shift, most)
        assert found == worked(word, other, shift, most)
        seen.add(found)
    assert len(seen) > 40


def test_one_cell_a_lane_the_lowest_first():
    word = np.uint64(0b1011_0000_1100_1000_0110_0001)
    assert [int(word) for word in apart(word)] == [1 << cell for cell in (0, 5, 6, 11, 14, 15, 20, 21)]
    assert together(apart(word)) == word ^ np.uint64(1 << 23)
    assert (apart(U0) == U0).all() and together(apart(U0)) == U0


def test_the_last_bit_of_a_word_counts_too():
    word = np.uint64(1 << 63 | 1)
    assert compiled(lambda word: summed(apart(word)))(word) == summed(apart(word)) == 1 - 2**63


def test_all_bits_or_none():
    lanes = apart(np.uint64(0b111))
    assert [int(word) for word in at_most(lanes, np.uint64(2))] == [BOARD * 2 + 1] * 2 + [0] + [BOARD * 2 + 1] * 5
