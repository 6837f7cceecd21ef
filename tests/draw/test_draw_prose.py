"""How a game stands, in one line: who is to play, and what the next step is where a turn has several."""

import pytest

from tabuleiro.core import Game
from tabuleiro.core.notation import read_position, read_turn
from tabuleiro.core.registry import find, names
from tabuleiro.draw.prose import pace_words, standing

DUEL = "7/7/7/33W3/7/7/33B3/7/2B6 W"


@pytest.mark.parametrize("name", [name for name in names() if name != "meerkats"])
def test_a_turn_that_begins_as_usual_needs_no_words(name):
    game = find(name)
    assert game.prompt(game.start()) == ""
    assert standing(game, game.start()) == f"{game.seats[game.start().player].name} to play"


def test_every_game_says_what_comes_next_inside_a_turn():
    assert all(type(find(name)).prompt is not Game.prompt for name in names())


def test_who_is_to_play_and_what():
    game = find("barragoon")
    state = read_position(game, DUEL)
    for action in read_turn(game, state, "d4xd7").actions:
        state = game.apply(state, action)
    assert standing(game, state) == (
        "Black (brown) to play: place a barragoon on any empty square; then White places another"
    )


def test_what_binds_a_turn_from_its_beginning_is_for_those_who_act():
    """Who looks at a position from outside, a program perhaps, reads only whose turn it is."""
    game = find("eximo")
    state = read_position(game, "8/8/8/8/2w5/2b5/8/8 b")
    assert standing(game, state) == "Black to play"
    assert standing(game, state, acting=True) == "Black to play: a capture is compulsory"


def test_only_what_everybody_may_see_is_told():
    """The words are on a screen that several people look at."""
    seen = []

    class Spied(type(find("meerkats"))):
        def prompt(self, state):
            seen.append(state)
            return ""

    game = Spied()
    state = read_position(game, "5/6/7/8/4R4/8/7/6/5 colours=G,B")
    standing(game, state, acting=True)
    assert seen == [game.view(state, None)] != [state]


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (0.0, ""),
        (850.4, ", 850 nodes/s"),
        (45_600, ", 46k nodes/s"),
        (999_400, ", 999k nodes/s"),
        (1.25e7, ", 12.5M nodes/s"),
    ],
)
def test_a_pace_is_short_and_one_that_is_not_known_is_not_told(pace, words):
    assert pace_words(pace) == words
