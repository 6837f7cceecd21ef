"""What goes wrong is said in one line, however long the text was that is quoted in it."""

from __future__ import annotations

import tracemalloc

import pytest

from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.notation import read_position, read_turn
from tabuleiro.core.registry import find, names
from tabuleiro.core.words import LONGEST, brief, shortened
from tabuleiro.play.clock import TimeControl
from tabuleiro.play.record import read_record

HUGE = 10_000_000


def test_a_text_is_shortened_in_its_middle():
    assert shortened("abcdefg", 7) == "abcdefg"
    assert shortened("abcdefgh", 7) == "abc…fgh"
    assert shortened("abcdefgh", 6) == "abc…gh"
    assert shortened("abcdefgh", 1) == "…"
    assert brief("one\x1b\ntwo" + "x" * HUGE + " would do").startswith("one two")
    assert brief("x" * HUGE + " would do").endswith("x would do")
    assert len(brief("x" * HUGE)) == LONGEST


def refusal(read, text):
    """What *read* says against *text*; nothing if it takes it."""
    try:
        read(text)
    except TabuleiroError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("sign", ["x", "1", "/", "é", " \n"])
@pytest.mark.parametrize("name", names())
def test_what_is_read_wrong_is_told_in_few_words(name, sign):
    """The end of the sentence, what would do instead, is there."""
    game = find(name)
    for read in (
        lambda text: read_turn(game, game.start(), text),
        lambda text: read_position(game, text),
        lambda text: find(f"{name}:{text}=1"),
        lambda text: find(f"{name}:size={text}"),
        find,
        TimeControl.read,
        lambda text: read_record(f"game: {text}\nedition: {text}\n1. a {text}"),
    ):
        told = refusal(read, sign * (HUGE // 100))
        assert len(told) <= LONGEST
        assert "\n" not in told


def test_what_would_do_stays_in_sight():
    with pytest.raises(TabuleiroError, match=r"^x+…x+ is no position; write rows, who drops .* like \.{7}/.* 1 0$"):
        read_position(find("momentum"), "x" * HUGE)
    with pytest.raises(TabuleiroError, match=r"^no game is called x+…x+; there are barragoon, .* or give a .py file$"):
        find("x" * HUGE)
    with pytest.raises(TabuleiroError, match=r"^size=9+…9+ is not possible; size takes a number from 7"):
        find(f"momentum:size={'9' * HUGE}")


TURNS = {"campo-bello": "y8-y1", "meerkats": "R5.5/", "momentum": "4,4", "barragoon": "d2xd5@c3No", "eximo": "b6-b5"}


@pytest.mark.parametrize("name", names())
def test_a_turn_of_any_length_takes_little_memory(name):
    """A record may have one of megabytes, and to look for what it resembles took a gigabyte for it."""
    game = find(name)
    state, text = game.start(), TURNS[name] * 50_000
    tracemalloc.start()
    try:
        assert "try " in refusal(lambda text: read_turn(game, state, text), text)
        assert tracemalloc.get_traced_memory()[1] < 15 * len(text)
    finally:
        tracemalloc.stop()
