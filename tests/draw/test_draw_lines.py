"""Lines of text laid out: nothing is wider than its room, and colours take none."""

import pytest

from tabuleiro.draw.lines import beside, cut, hung, listed, wrapped
from tabuleiro.draw.text import width

RED = "\x1b[1;38;5;133mx\x1b[0m"


def test_blocks_stand_side_by_side_whatever_their_heights_and_colours():
    assert beside(["ab", RED], ["1", "2", "3"], gap=2) == ["ab  1", f"{RED}   2", "    3"]
    assert beside([], ["1"], gap=1) == [" 1"]
    assert width(RED) == 1


@pytest.mark.parametrize("columns", [8, 20, 80])
def test_words_are_listed_downwards(columns):
    words = ["a1", "車", "c3-d4", "e5"]
    lines = listed(words, columns)
    assert " ".join(lines).split() != [] and all(width(line) < columns for line in lines)
    assert sorted(" ".join(lines).split()) == sorted(words)
    assert listed([], columns) == []


def test_what_is_long_is_hung_wrapped_or_cut():
    assert hung("  1  ", "one two three four five six", 12) == ["  1  one two three four", "     five six"]
    assert wrapped(["  one two", "three four", ""], 7) == ["  one", "  two", "three", "  four", ""]
    assert cut("Barragoon", 5, ascii=True) == "Barr." and cut("Eximo", 5, ascii=True) == "Eximo"
