"""Several people with secrets at one screen: nobody sees what another one knows, has typed or was about to do."""

import re
from random import Random
from threading import Event

import pytest
from table_play import at_table, burst, calm, party, press, sent, typed, until

from tabuleiro.draw.steering import nearest
from tabuleiro.home.saves import unfinished_games
from tabuleiro.play.agent import Agent, Choice
from tabuleiro.table.desk import GUARD
from tabuleiro.tui import in_order
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.dialogs import Ask, AskText, HandOver
from tabuleiro.tui.widgets.end import End
from tabuleiro.tui.widgets.panel import Engine
from tabuleiro.tui.widgets.turn_line import TurnLine

COLOUR = re.compile(r"colour (red|green|blue|yellow)|colours=(?=[?,]*[RGBY])(\S+)")
MOUSE = "\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"


def told(lines):
    """The colours of people that stand on a screen."""
    return ["".join(found) for found in COLOUR.findall("\n".join(lines))]


def colour(table, seat):
    return table.session.view(seat).known_alone()[0].split()[-1]


async def take(pilot):
    """Take the keyboard, read the secret, and go on to the board."""
    await calm(pilot)
    assert isinstance(pilot.app.screen, HandOver)
    await press(pilot, "enter", "enter")
    assert not isinstance(pilot.app.screen, HandOver)


async def begun(pilot, *turns):
    """Play *turns*, each by whose it is; the one after them has the keyboard."""
    for turn in turns:
        await take(pilot)
        await typed(pilot, turn)
    await take(pilot)


# ── Handing over ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["Y5.5\r\r\r", "Y5.5\r\r\rR3.3\r", "Y5.5\r   ", "\r4\r\r\r"])
def test_keys_typed_before_the_hand_over_is_seen_do_not_take_it(drive, shown, text):
    app = at_table("meerkats")

    async def scene(pilot):
        table = app.screen_stack[1].desk
        await take(pilot)
        await burst(pilot, text)
        assert table.session.turns == ["Y5.5"]
        assert isinstance(app.screen, HandOver) and not app.screen.told and not told(shown(app))
        await take(pilot)
        assert table.seat == 1 and app.screen.query_one(TurnLine).value == ""

    drive(app, scene)


def test_a_second_click_does_not_take_the_keyboard(drive, shown):
    app = at_table("meerkats")

    async def scene(pilot):
        await take(pilot)
        await press(pilot, "enter", "4")
        await take(pilot)
        board = app.screen.query_one(BoardView)
        await typed(pilot, "R5.6")
        start, end = (
            board.region.offset + board.place_of(board.game.board.cells[name]) + (1, 1) for name in ("5.5", "5.4")
        )
        twice = MOUSE.format(x=end.x, y=end.y) * 3
        await burst(pilot, MOUSE.format(x=start.x, y=start.y) + twice)
        assert app.screen_stack[1].desk.session.turns == ["Y5.5", "R5.6/5.5-5.4"]
        assert isinstance(app.screen, HandOver) and not app.screen.told and not told(shown(app))

    drive(app, scene)


@pytest.mark.parametrize(("moment", "taken"), [(0.1, False), (0.39, False), (0.41, True)])
def test_a_key_pressed_twice_by_a_nervous_hand_does_not_take_the_keyboard(drive, shown, monkeypatch, moment, taken):
    app = at_table("meerkats")

    async def scene(pilot):
        await take(pilot)
        monkeypatch.setattr(in_order, "GUARD", GUARD)
        await typed(pilot, "Y5.5")
        await calm(pilot)
        assert isinstance(app.screen, HandOver)
        (key,) = sent("\r")
        key.time = app.heeded_from - GUARD + moment  # so long after the page was on the screen
        app.post_message(key)
        await calm(pilot)
        assert app.screen.told == bool(told(shown(app))) == taken

    drive(app, scene)


def test_the_one_who_is_asked_for_a_draw_answers_not_the_one_who_offers(drive, shown):
    app = at_table("meerkats")

    async def scene(pilot):
        await begun(pilot, "Y5.5")
        await burst(pilot, "draw\ryyy")
        assert isinstance(app.screen, Ask) and not told(shown(app))
        assert app.screen_stack[1].desk.session.outcome is None
        await press(pilot, "n")
        assert isinstance(app.screen, HandOver)

    drive(app, scene)


@pytest.mark.parametrize("order", ["\x1a", MOUSE])
def test_what_was_typed_and_not_played_is_gone(drive, order):
    """The turn passes by an undo, or by the mouse, while something stands in the line."""
    app = at_table("meerkats")

    async def scene(pilot):
        await begun(pilot, "Y5.5")
        if order == MOUSE:
            await typed(pilot, "G5.6")
            board = app.screen.query_one(BoardView)
            cells = [board.game.board.cells[name] for name in ("5.5", "5.4")]
            places = [board.region.offset + board.place_of(cell) + (1, 1) for cell in cells]
            await burst(pilot, "B1.1" + "".join(MOUSE.format(x=at.x, y=at.y) for at in places))
        else:
            await burst(pilot, "B1.1" + order)
        assert isinstance(app.screen, HandOver) and app.screen_stack[1].query_one(TurnLine).value == ""
        await take(pilot)
        line = app.screen.query_one(TurnLine)
        assert line.value == "" and line._suggestion == ""

    drive(app, scene)


def test_the_cursor_and_a_half_made_choice_do_not_stay(drive):
    app = at_table("meerkats")

    async def scene(pilot):
        await begun(pilot, "Y5.5")
        screen = app.screen
        first = screen.cursor.cell
        await press(pilot, "up", "up", "left", "enter")
        assert screen.desk.cells and screen.cursor.cell != first
        await burst(pilot, "\x07")  # a draw is offered
        await press(pilot, "n")
        assert isinstance(app.screen, HandOver) and not screen.desk.cells
        await take(pilot)
        assert screen.desk.cells == () and screen.cursor.cell == first
        await press(pilot, "up", "up")
        await typed(pilot, "G5.6/5.5-5.4")
        await take(pilot)
        assert screen.cursor.cell == nearest(screen.desk.game.board, screen.desk.selection.targets)

    drive(app, scene)


def test_hints_and_judgements_do_not_stay(drive, shown):
    app = at_table("meerkats")

    async def scene(pilot):
        await begun(pilot, "Y5.5")
        screen = app.screen
        await press(pilot, "f2")
        await until(pilot, lambda: screen.hint.cells and "Hint: " in "\n".join(shown(app)))
        await press(pilot, "f3")
        await until(pilot, lambda: "%" in screen.query_one(Engine).said.plain)
        await typed(pilot, "G5.6/5.5-5.4")
        assert isinstance(app.screen, HandOver)
        board, engine = screen.query_one(BoardView), screen.query_one(Engine)
        assert not screen.hint.cells and not board.hint and "%" not in engine.said.plain
        assert not any("Hint: " in line for line in shown(app))
        await press(pilot, "enter", "enter")
        assert not board.hint and not any("Hint: " in line for line in shown(app))

    drive(app, scene)


def test_what_is_copied_tells_no_colour_to_the_next_who_pastes(drive):
    app = at_table("meerkats")

    async def scene(pilot):
        await begun(pilot, "Y5.5")
        await press(pilot, "ctrl+o")
        assert "?" in app.clipboard and not re.search("colours=.*[RGBY]", app.clipboard)
        await burst(pilot, "B1.1\x01\x18")  # to the start of the line; and cut, if it were marked
        app.screen.query_one(TurnLine).action_select_all()
        await press(pilot, "ctrl+x")
        await typed(pilot, "G5.6/5.5-5.4")
        await take(pilot)
        await press(pilot, "ctrl+v")
        assert "B1.1" not in app.screen.query_one(TurnLine).value

    drive(app, scene)


# ── Computers between people ─────────────────────────────────────────────────────────────────────────────────────


class Slow(Agent):
    """Plays the first legal step, when it may."""

    name = "slow"

    def __init__(self):
        self.may = Event()

    def choose(self, view, _limit):
        self.may.wait(60)
        return Choice(view.actions[0])


def with_one_between():
    """Two people with a computer between them, which thinks until it is let go."""
    return TabuleiroApp(Request(party=party("meerkats:players=3", "human", "random", "human"), seed=1)), Slow()


def test_while_the_computer_thinks_everybody_may_look(drive, shown):
    app, agent = with_one_between()

    async def scene(pilot):
        table = app.screen_stack[1].desk
        table.table.agents[1] = agent
        await take(pilot)
        assert told(shown(app)) == [colour(table, 0)]
        await typed(pilot, "Y5.5")
        assert app.screen is app.screen_stack[1] and not told(shown(app))
        await press(pilot, "ctrl+z")  # by whoever sits there now
        assert isinstance(app.screen, HandOver) and not told(shown(app))
        agent.may.set()

    drive(app, scene)


@pytest.mark.parametrize("opened", ["\x14I am ", "\x13I am "], ids=["note", "save"])
def test_a_line_that_somebody_was_writing_is_not_shown_to_the_next(drive, shown, opened):
    app, agent = with_one_between()

    async def scene(pilot):
        table = app.screen_stack[1].desk
        table.table.agents[1] = agent
        await take(pilot)
        await typed(pilot, "Y5.5")
        await burst(pilot, opened + colour(table, 0))
        assert isinstance(app.screen, AskText)
        agent.may.set()
        await until(pilot, lambda: isinstance(app.screen, HandOver))
        await take(pilot)
        assert app.screen is app.screen_stack[1] and not any("I am" in line for line in shown(app))
        assert not table.session.comments

    drive(app, scene)


def test_keys_typed_while_the_computer_thinks_are_not_kept_for_the_next(drive, shown):
    app, agent = with_one_between()

    async def scene(pilot):
        table = app.screen_stack[1].desk
        table.table.agents[1] = agent
        await take(pilot)
        await typed(pilot, "Y5.5")
        await burst(pilot, "B1.1")
        for event in sent("22\r\r\r"):
            app.post_message(event)
        agent.may.set()
        for event in sent("\r\r\r\r"):
            app.post_message(event)
        await until(pilot, lambda: isinstance(app.screen, HandOver))
        await calm(pilot)
        assert isinstance(app.screen, HandOver) and not app.screen.told and not told(shown(app))
        await take(pilot)
        assert app.screen.query_one(TurnLine).value == "" and table.session.player == 2

    drive(app, scene)


# ── Other ways to see something ──────────────────────────────────────────────────────────────────────────────────


def test_a_game_that_goes_on_shows_nothing_before_somebody_takes_the_keyboard(drive, shown):
    app = at_table("meerkats")

    async def scene(pilot):
        await begun(pilot, "Y5.5", "G5.6/5.5-5.4")
        await burst(pilot, "B1.1\r")
        assert not app.screen.desk.session.state.whole  # left in the middle of a turn

    drive(app, scene)
    again = TabuleiroApp(Request(resume=unfinished_games()[0].path, seed=1))

    async def more(pilot):
        assert isinstance(again.screen, HandOver) and not told(shown(again))
        await pilot.resize_terminal(120, 40)
        await calm(pilot)
        assert not told(shown(again))
        await take(pilot)
        assert told(shown(again)) == [colour(again.screen.desk, again.screen.desk.seat)]

    drive(again, more)


def test_time_that_ends_while_the_keyboard_is_handed_over_ends_the_game(drive):
    app = TabuleiroApp(Request(party=party("meerkats"), seed=1, clock="300"))

    async def scene(pilot):
        assert isinstance(app.screen, HandOver)
        app.screen_stack[1].desk.session.clock.left[0] = 0.0
        await until(pilot, lambda: isinstance(app.screen, End))
        await press(pilot, "b")
        assert app.screen is app.screen_stack[1]  # nobody is asked to take the keyboard any more

    drive(app, scene)


def test_what_the_end_has_shown_is_not_played_on_with(drive, shown):
    """A resignation shows all colours; who took it back went on with a game in which everybody knew them."""
    app = at_table("meerkats")

    async def scene(pilot):
        await begun(pilot, "Y5.5")
        table = app.screen_stack[1].desk
        table.table.resign(table.seat)
        app.screen_stack[1].changed()
        await until(pilot, lambda: isinstance(app.screen, End))
        await press(pilot, "b", "ctrl+z")
        assert table.session.outcome and table.session.turns == ["Y5.5"]
        assert app.screen is app.screen_stack[1]
        assert any("everybody has seen" in line for line in shown(app))

    drive(app, scene)


def test_who_writes_a_note_is_told_that_everybody_reads_it(drive, shown):
    app = at_table("meerkats")

    async def scene(pilot):
        await begun(pilot, "Y5.5")
        await press(pilot, "ctrl+t")
        assert any("About turn 1 (everybody can read it)" in line for line in shown(app))

    drive(app, scene)


KEYS = [
    "\r",
    " ",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\t",
    "\x7f",
    "n",
    "1",
    "4",
    "b",
    "B7",
    "5.5-5.4\r",
    "R3.3\r",
    "\r",
]
KEYS += [
    "\x07",
    "\x1a",
    "\x19",
    "\x14",
    "\x0f",
    "\x1bOS",
    "\x1b[H",
    "\x1b[F",
    "\x1b[5~",
    "\x1b[6~",
    "G5.5\r",
    "Y6.3\r",
    "\r",
]


@pytest.mark.parametrize(("spec", "seed"), [("meerkats", 1), ("meerkats:players=4", 2), ("meerkats:stone=bag", 3)])
def test_whatever_keys_are_pressed_nobody_sees_anothers_colour(drive, shown, spec, seed):
    """At any time, the only colour on the screen is that of the one who has taken the keyboard."""
    app, rng = at_table(spec), Random(seed)

    async def scene(pilot):
        seen, table = set(), app.screen_stack[1].desk
        for _ in range(100):
            for event in sent(rng.choice(KEYS)):
                app.post_message(event)
            await pilot.pause(0)
            await until(pilot, lambda: not app.delivering)
            hidden = isinstance(app.screen, Ask) or (isinstance(app.screen, HandOver) and not app.screen.told)
            found = set(told(shown(app)))
            assert found <= (set() if hidden else {colour(table, table.session.player)})
            seen |= found
        assert len(seen) > 1

    drive(app, scene)
