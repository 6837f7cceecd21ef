"""Line by line at one terminal, several people with secrets: nothing on it, above it or in its keys tells another's."""

from __future__ import annotations

import re

import pytest

COLOUR = re.compile(r"[Cc]olour(?:s?:? Player \d)? (red|green|blue|yellow)|colours=(?=[?,]*[RGBY])(\S+)")
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
MODES = ["--lines", "--plain"]


@pytest.fixture(params=MODES)
def shared(terminal, request):
    """Meerkats for people at one terminal, which can be cleared."""

    def shared(players="human,human", game="meerkats", **more):
        return terminal("play", game, "--players", players, request.param, "--seed", "1", **more)

    return shared


def take(screen, seat):
    """Take the keyboard; all that is then shown up to the prompt."""
    screen.wait(f"Pass the keyboard to Player {seat}, who then presses Enter: ")
    screen.type("")
    return screen.wait(f"Player {seat}> ")


def colour(shown):
    """The one colour that is told."""
    (found,) = {"".join(words) for words in COLOUR.findall(shown)}
    return found


def left_on(screen):
    """All that can still be seen or scrolled back to: what came after the terminal was cleared last."""
    return screen.seen.rpartition(CLEAR)[2]


def test_the_screen_and_all_above_it_is_cleared_at_hand_over(shared):
    screen = shared()
    one = colour(take(screen, 1))
    screen.type("y5.5")
    screen.wait("Pass the keyboard to Player 2")
    assert CLEAR in screen.seen and not COLOUR.search(left_on(screen))
    screen.type("")
    other = colour(screen.wait("Player 2> "))
    assert one != other and not re.search(rf"colour {one}|Player 1 {one}", left_on(screen))


@pytest.mark.parametrize("words", [["--lines"], ["--plain"]])
def test_where_the_terminal_cannot_be_cleared_everything_leaves_the_screen_and_that_is_said(terminal, words):
    screen = terminal("play", "meerkats", "--players", "human,human", *words, TERM="dumb")
    take(screen, 1)
    screen.type("y5.5")
    between = screen.wait("Pass the keyboard to Player 2").replace("\r", "")
    assert "\n" * 24 in between and "\x1b" not in screen.seen
    assert "This terminal keeps what it has shown: nobody should scroll back." in screen.seen
    assert screen.seen.count("nobody should scroll back") == 1


def test_a_terminal_that_has_grown_is_emptied_to_its_last_line(terminal):
    screen = terminal("play", "meerkats", "--players", "human,human", "--plain", TERM="dumb")
    take(screen, 1)
    screen.resize(columns=80, lines=60)
    screen.type("y5.5")
    assert "\n" * 60 in screen.wait("Pass the keyboard to Player 2").replace("\r", "")


UP, KILL, YANK, YANK_POP, BACK, LAST_WORD = "\x1b[A", "\x15", "\x19", "\x1by", "\x12", "\x1b."


@pytest.mark.parametrize("key", [UP, UP + UP, "\x10", YANK, YANK + YANK_POP, LAST_WORD, f"{BACK}b"])
def test_no_key_brings_back_what_the_one_before_has_typed(terminal, key):
    screen = terminal("play", "meerkats", "--players", "human,human", "--lines")
    take(screen, 1)
    screen.press(f"b1.1 mine{KILL}")  # deleted, and not played
    screen.type("b2.2 mine")
    screen.wait("Player 1> ")
    screen.type("y5.5")
    take(screen, 2)
    before = len(screen.seen)
    screen.press(key)
    screen.type("!")
    screen.wait("Player 2> ")
    assert "mine" not in screen.seen[before:] and "5.5" not in re.split("cannot|no ", screen.seen[before:])[0]


def test_keys_pressed_before_the_hand_over_do_not_take_the_keyboard(shared):
    screen = shared()
    take(screen, 1)
    screen.press("y5.5\n\n\nb1.1\n")
    screen.wait("Pass the keyboard to Player 2, who then presses Enter: ")
    assert "Player 2> " not in screen.rest() and not COLOUR.search(left_on(screen))
    screen.type("")
    screen.wait("Player 2> ")


def test_who_is_offered_a_draw_sees_what_everybody_may(shared):
    screen = shared(game="meerkats:players=3", players="human,human,human")
    one = colour(take(screen, 1))
    screen.type("y5.5")
    take(screen, 2)
    screen.type("draw")
    screen.wait("Pass the keyboard to Player 1, who then presses Enter: ")
    assert not COLOUR.search(left_on(screen))
    screen.type("")
    asked = screen.wait("[n]: ")
    assert "Player 2 offers a draw. Does Player 1 agree?" in asked and not COLOUR.search(left_on(screen))
    assert "5.5" in asked or "Y" in asked  # the board, as a spectator sees it
    screen.type("y")
    screen.wait("Pass the keyboard to Player 3, who then presses Enter: ")
    screen.type("")
    screen.wait("[n]: ")
    screen.type("n")
    again = take(screen, 2)
    assert "Player 3 plays on." in again and colour(again) != one
    screen.type("draw")
    for other in (1, 3):
        screen.wait(f"Pass the keyboard to Player {other}, who then presses Enter: ")
        screen.type("")
        screen.wait("[n]: ")
        screen.type("y")
    screen.wait("A draw: a draw was agreed")
    assert len({"".join(words) for words in COLOUR.findall(left_on(screen))}) > 0  # over, so all is shown


def test_while_a_computer_thinks_everybody_may_look(terminal):
    command = "human,mcts:seconds=3,human"
    screen = terminal("play", "meerkats:players=3", "--players", command, "--lines", "--seed", "1")
    take(screen, 1)
    screen.type("y5.5")
    screen.wait("is thinking...")
    assert not COLOUR.search(left_on(screen))


@pytest.mark.parametrize("end", ["quit", "\x04", "interrupt"])
def test_who_leaves_leaves_no_secret_on_the_screen(shared, end):
    screen = shared()
    take(screen, 1)
    screen.type("y5.5")
    take(screen, 2)
    if end == "interrupt":
        assert screen.interrupt() == 130
    else:
        screen.press(end + ("" if end == "\x04" else "\n"))
        assert screen.end() == 0
    assert "The game is saved" in left_on(screen) and not COLOUR.search(left_on(screen))


def test_who_writes_a_note_is_told_that_everybody_reads_it(shared):
    screen = shared()
    take(screen, 1)
    screen.type("note I am nobody")
    assert "About this game (everybody can read it): I am nobody" in screen.wait("Player 1> ")


def test_one_person_at_a_terminal_has_nothing_to_hide(terminal):
    screen = terminal("play", "meerkats", "--players", "human,random", "--lines", "--seed", "1")
    screen.wait("Player 1> ")
    screen.type("y5.5")
    screen.wait("Player 1> ")
    screen.press(UP)
    screen.type("!")
    screen.wait("y5.5!")
    screen.wait("Player 1> ")
    screen.type("quit")
    assert screen.end() == 0 and CLEAR not in screen.seen
