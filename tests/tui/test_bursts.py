"""Keys that come faster than the screen changes: a burst does what the same keys do one by one.

A fast typist, a paste without brackets or a slow line brings several keys at once. Each goes where the ones before it have
brought the focus.
"""

from random import Random

import pytest
from table_play import at_table, burst, calm, party, press, sent

from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.chooser import Chooser
from tabuleiro.tui.widgets.turn_line import TurnLine

UP, PASTE, DRAW, RESIGN, UNDO, NOTE = "\x1b[A", "\x1b[200~{}\x1b[201~", "\x07", "\x12", "\x1a", "\x14"


def line_of(app):
    return app.screen_stack[1].query_one(TurnLine).value


def alone(seed=1):
    return TabuleiroApp(Request(party=party("meerkats", "human", "random"), seed=seed))


@pytest.mark.parametrize("slowly", range(5))
def test_a_turn_typed_over_a_chooser_is_that_turn(drive, slowly):
    """The first so many keys come one by one, and the rest at once."""
    app, keys = alone(), "\rY5.5\r"

    async def scene(pilot):
        session = app.screen.desk.session
        for key in keys[:slowly]:
            await burst(pilot, key)
        await burst(pilot, keys[slowly:])
        assert session.turns[0] == "Y5.5" and line_of(app) == ""

    drive(app, scene)


def test_a_choice_is_made_by_a_key_that_comes_with_the_click(drive):
    app = alone()

    async def scene(pilot):
        await burst(pilot, f"{UP}\r2")
        assert app.screen.desk.session.turns[0] == "G3.4" and line_of(app) == ""

    drive(app, scene)


def test_a_choice_is_made_by_a_key_that_comes_with_the_mouse(drive):
    app = alone()

    async def scene(pilot):
        board = app.screen.query_one(BoardView)
        column, line = board.region.offset + board.place_of(app.screen.desk.game.board.cells["6.3"]) + (1, 1)
        await burst(pilot, f"\x1b[<0;{column};{line}M\x1b[<0;{column};{line}m2")
        assert app.screen.desk.session.turns[0] == "G6.3" and line_of(app) == ""

    drive(app, scene)


def test_what_is_pasted_over_a_chooser_goes_to_the_line(drive):
    app = alone()

    async def scene(pilot):
        await press(pilot, "enter")
        assert isinstance(app.focused, Chooser)
        await burst(pilot, PASTE.format("Y5.5\nnonsense") + "\r")
        assert app.screen.desk.session.turns[0] == "Y5.5"

    drive(app, scene)


@pytest.mark.parametrize(
    ("text", "ended"),
    [("resign\rn", False), ("resign\r\r", False), ("resign\r\x1b[C\r", True), (f"{RESIGN}y", True), ("draw\ry", True)],
)
def test_a_question_is_answered_by_the_keys_after_it(drive, text, ended):
    app = at_table("eximo")

    async def scene(pilot):
        await burst(pilot, text)
        assert bool(app.screen_stack[1].desk.session.outcome) == ended and line_of(app) == ""

    drive(app, scene)


def test_a_note_is_written_by_the_keys_after_it(drive):
    app = at_table("eximo")

    async def scene(pilot):
        await burst(pilot, f"b6-b5\r{NOTE}a bold one\rg3-g4\r")
        session = app.screen.desk.session
        assert session.comments == {1: "a bold one"} and session.turns == ["b6-b5", "g3-g4"] and line_of(app) == ""

    drive(app, scene)


KEYS = [
    "\r",
    " ",
    UP,
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\t",
    "\x7f",
    "y",
    "n",
    "1",
    "2",
    "b",
    "a",
    "m",
    "rules\r",
    "help\r",
]
KEYS += [DRAW, RESIGN, UNDO, NOTE, "\x19", "b6-b5\r", "g3-g4\r", "1,1\r", "d4xd7\r", "@a1no\r"]


@pytest.mark.parametrize("spec", ["eximo", "barragoon", "momentum", "campo-bello"])
@pytest.mark.parametrize("seed", range(2))
def test_a_burst_does_what_the_same_keys_do_one_by_one(drive, spec, seed):
    keys = Random(f"{spec} {seed}").choices(KEYS, k=12)

    def end(at_once):
        app = at_table(spec)

        async def scene(pilot):
            for text in ["".join(keys)] if at_once else keys:
                for event in sent(text):
                    app.post_message(event)
                    if not at_once:
                        await pilot.pause()
            await calm(pilot)
            table = app.screen_stack[-1]
            return type(table), app.focused and app.focused.id, app.export_screenshot()

        return drive(app, scene)

    assert end(at_once=True) == end(at_once=False), keys
