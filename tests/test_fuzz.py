"""Any text may be typed: it is read, or refused with an error of ours, and soon."""

from __future__ import annotations

import re
import time
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from option_sets import OPTION_SETS, SPECS
from tabuleiro.core import NOBODY, NOTHING, Board, Piece, notation
from tabuleiro.core.errors import BadPosition, BadTurn, TabuleiroError
from tabuleiro.core.game import choices
from tabuleiro.core.notation import plain_grammar, read_position, read_turn
from tabuleiro.core.registry import find

EXAMPLES, TEXTS = 100, 100  # so many texts per example: 10,000 a game
SOON = 2.0  # seconds within which a text must be read or refused
QUICK = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
SIGNS = "0123456789abcdefghxyzRGBYWNo-=,.:;/|@^>*!?'\"\\()[]{}%$&#~\t\n\r\0 éß½²٣⅓Ⅳİǅ🂡\u200b\u0301\u202e\ud800"


def mutated(rng, text):
    """*text* with a few characters changed, dropped, doubled, swapped or put in."""
    signs = list(text)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 8))):
        at = rng.randrange(len(signs) + 1)
        here = slice(at, at + rng.choice((1, 1, 1, 2, 5)))
        match rng.randrange(6):
            case 0:
                signs[here] = rng.choice(SIGNS)
            case 1:
                del signs[here]
            case 2:
                signs[at:at] = signs[here] * rng.choice((1, 1, 30))
            case 3:
                signs[here] = signs[here][::-1]
            case 4:
                signs[at:at] = rng.choice(SIGNS)
            case 5:
                signs[here] = "".join(signs[here]).swapcase()
    return "".join(signs)


def noise(rng):
    """A text that means nothing."""
    return "".join(rng.choice(SIGNS) for _ in range(rng.choice((0, 1, 2, 3, 5, 8, 20, 200))))


def reached(game, rng):
    """A state somewhere in a random game, and a turn text that is legal there or was a little earlier."""
    state, text = game.start(), ""
    for _ in range(rng.choice((1, 2, 3, 10, 30, 80))):
        if state.player == NOBODY:
            break
        action = rng.choice(choices(game, state))
        text = game.write(state, action) if state.whole else text + game.write(state, action)
        last, state = state, game.apply(state, action)
    return rng.choice((state, last)), text


def tried(read, text, errors):
    """What *read* makes of *text*, or None when it refuses."""
    begun = time.perf_counter()
    found = message = None
    try:
        found = read(text)
    except errors as error:
        message = str(error)
    assert time.perf_counter() - begun < SOON, f"{text!r} takes too long"
    assert message is None or message, f"{text!r} is refused without a word"
    return found


def some_game(name, rng):
    options = rng.choice(OPTION_SETS[name])
    return find(f"{name}:{options}")


@pytest.mark.parametrize("name", OPTION_SETS)
@given(seed=st.integers(0, 2**32 - 1), typed=st.text(max_size=40))
@QUICK
def test_turn_texts(name, seed, typed):
    rng = Random(seed)
    game = some_game(name, rng)
    state, turn = reached(game, rng)
    with patch.object(notation, "LOOKED_THROUGH", 10):  # suggestions cost most of the time; see below
        for number in range(TEXTS):
            text = typed if number == 0 else noise(rng) if number % 10 == 0 else mutated(rng, turn)
            reading = tried(lambda text: read_turn(game, state, text), text, BadTurn)
            if reading is not None:
                after = state
                for action in reading.actions:
                    assert action in choices(game, after), repr(text)
                    after = game.apply(after, action)
                assert reading.complete == (after.whole or after.player == NOBODY)


@pytest.mark.parametrize("name", OPTION_SETS)
@given(seed=st.integers(0, 2**32 - 1), typed=st.text(max_size=40))
@QUICK
def test_position_texts(name, seed, typed):
    """What is read and could occur is a state like any other: it can be written, and goes on or is over."""
    rng = Random(seed)
    game = some_game(name, rng)
    state, _ = reached(game, rng)
    position = game.write_position(game.view(state, rng.choice((0, None))))
    for number in range(TEXTS):
        text = typed if number == 0 else noise(rng) if number % 10 == 0 else mutated(rng, position)
        if tried(game.read_position, text, BadPosition) is None:
            continue
        found = tried(lambda text: read_position(game, text), text, BadPosition)
        if found is not None:
            assert game.read_position(game.write_position(found)) == found, repr(text)
            if found.player == NOBODY:
                assert len(game.outcome(found).scores) == game.players
            else:
                options = choices(game, found)
                assert options, repr(text)
                game.apply(found, rng.choice(options))


@pytest.mark.parametrize("spec", SPECS)
def test_refusals_with_all_their_suggestions(spec):
    """As they are for people: they look through many turns, and still come soon."""
    rng = Random(spec)
    game = find(spec)
    for _ in range(3):
        state, turn = reached(game, rng)
        for text in (mutated(rng, turn), mutated(rng, turn) + "x", noise(rng), ""):
            tried(lambda text, state=state: read_turn(game, state, text), text, BadTurn)


@pytest.mark.parametrize("spec", SPECS)
def test_digits_of_other_scripts(spec):
    """They count as digits for ``str.isdigit`` and for regular expressions, but no cell is called so."""
    rng = Random(spec)
    game = find(spec)
    state, turn = reached(game, rng)
    for zero in (0x0660, 0xFF10):
        digits = {ord("0") + number: zero + number for number in range(10)}
        tried(game.read_position, game.write_position(state).translate(digits), BadPosition)
        tried(lambda text: read_turn(game, state, text), turn.translate(digits), BadTurn)


def test_the_usual_grammar_is_quick_when_cells_are_numbers():
    """111 is cell 11 and cell 1, or 1 and 11, or 1 and 1 and 1: there are many ways to read a long one."""
    board = Board.grid([str(number) for number in range(1, 21)], [""])
    grammar = plain_grammar(SimpleNamespace(board=board, pieces=(NOTHING, Piece("o", "nought", 0))))
    assert tried(lambda text: re.fullmatch(grammar, text), "1" * 200 + "!", ()) is None
    for text in ("1" * 200, "3-4", "x12", "o@20", "3-47-8", "=2", "pass", "1-2x3"):
        assert tried(lambda text: re.fullmatch(grammar, text), text, ()), text


@pytest.mark.parametrize("name", OPTION_SETS)
def test_option_texts(name):
    rng = Random(name)
    specs = [f"{name}:{options}" for options in OPTION_SETS[name]]
    for _ in range(1000):
        text = mutated(rng, rng.choice(specs))
        found = tried(find, text, TabuleiroError)
        assert found is None or str(found).partition(":")[0] in OPTION_SETS
