"""The table: what can be done besides playing on, and how it looks."""

from dataclasses import replace
from math import nan
from random import Random

import pytest
from table_play import arrows, at_table, by_keys, party, played, press, typed

from nets import written
from tabuleiro.core.notation import turns as turns_of
from tabuleiro.core.registry import find, names
from tabuleiro.home.saves import unfinished_games
from tabuleiro.home.settings import Settings, change_settings
from tabuleiro.play.agent import Agent
from tabuleiro.play.lineup import HUMAN
from tabuleiro.play.record import read_record
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.chooser import Chooser
from tabuleiro.tui.widgets.dialogs import Ask, HandOver, Keys
from tabuleiro.tui.widgets.end import End
from tabuleiro.tui.widgets.panel import Engine, Notice, TurnList
from tabuleiro.tui.widgets.turn_line import TurnLine


async def settled(pilot, done, tries=6000):
    """Wait until *done*, which does not take long."""
    for _ in range(tries):
        if done():
            return
        await pilot.pause(0.02)
    raise AssertionError("it never came to that")


def status(app):
    return app.screen.query_one("#status").render().plain


# ── How it looks ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", names())
def test_the_table_of_every_game(spec, drive, calm, same_screen):
    position, _ = played(spec, 2, 8)
    app = at_table(spec, position)

    async def scene(pilot):
        while isinstance(app.screen, HandOver):
            await press(pilot, "enter")
        for width, height in ((80, 24), (120, 40), (60, 20), (200, 60)):
            await pilot.resize_terminal(width, height)
            await calm(pilot)
            same_screen(app, f"table-{spec}-{width}x{height}")

    drive(app, scene)


@pytest.mark.parametrize("spec", names())
def test_the_table_in_plain_characters(spec, drive, shown, calm, same_screen):
    app = at_table(spec, played(spec, 2, 8)[0], ascii=True)

    async def scene(pilot):
        while isinstance(app.screen, HandOver):
            await press(pilot, "enter")
        await press(pilot, "enter")
        await calm(pilot)
        assert all(line.isascii() for line in shown(app))
        same_screen(app, f"table-{spec}-ascii")

    drive(app, scene)


def test_faces_to_choose_from_and_names_that_are_cut_are_plain_too(drive, shown, calm):
    position, long = "7/7/7/33W3/7/7/33B3/7/2B6 B place=B:2", "Maximiliana Theodora von und zu Hohenfels"
    seats = replace(party("barragoon"), names=(long, "Rui"))
    for plain in (True, False):
        app = TabuleiroApp(Request(party=seats, position=position.replace(" B ", " W "), ascii=plain))

        async def scene(pilot, app=app):
            await by_mouse_to(pilot, "a1")
            await calm(pilot)
            return "\n".join(shown(app))

        words = drive(app, scene)
        assert words.isascii() is plain and "@a1RL" in words
        assert words.count(long) == 1 and words.count("(Maximiliana") == 2  # whole in the title, cut beside the board
        assert ("@a1RL ⬎" in words) is not plain


async def by_mouse_to(pilot, cell):
    """Click *cell* on the board."""
    board = pilot.app.screen.query_one(BoardView)
    await pilot.click(BoardView, offset=board.place_of(board.game.board.cells[cell]))
    await pilot.pause()


@pytest.mark.parametrize("spec", names())
def test_resizing_keeps_everything_on_the_board(spec, drive):
    app = at_table(spec)

    async def scene(pilot):
        while isinstance(app.screen, HandOver):
            await press(pilot, "enter")
        for size in ((60, 20), (200, 60), (80, 24), (30, 8), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            board = app.screen.query_one(BoardView)
            if size != (30, 8):
                for cell in board.game.board:
                    assert board.cell_at(*board.place_of(cell)) == cell
                    assert board.place_of(cell) in board.size.region

    drive(app, scene)


def test_where_colours_are_few_the_board_has_lines(drive, calm, shown, monkeypatch):
    for colours, lined in (("truecolor", False), ("", True)):
        monkeypatch.setenv("COLORTERM", colours)
        monkeypatch.setenv("TERM", "xterm")
        app = at_table("barragoon")

        async def scene(pilot, app=app, lined=lined):
            await calm(pilot)
            assert any("┼" in line for line in shown(app)) is lined

        drive(app, scene, (120, 36))


def test_the_board_is_seen_from_the_other_side(drive):
    app = at_table("eximo")

    async def scene(pilot):
        board = app.screen.query_one(BoardView)
        before = board.place_of(0)
        await press(pilot, "f4")
        assert board.place_of(63) == before

    drive(app, scene)


def test_where_there_is_too_little_room_the_board_follows_the_cursor(drive):
    app = at_table("momentum:size=15")

    async def scene(pilot):
        board = app.screen.query_one(BoardView)
        await press(pilot, *["down"] * 14, *["right"] * 14)
        assert board.cursor == 15 * 15 - 1
        assert board.place_of(board.cursor) in board.size.region

    drive(app, scene, (40, 12))


@pytest.mark.parametrize("spec", ["campo-bello", "momentum", "eximo"])
def test_the_cursor_is_drawn_where_it_is_and_nowhere_else(spec, drive, calm, shown):
    app = at_table(spec)

    async def scene(pilot):
        board = app.screen.query_one(BoardView)
        for way in ("up", "left", "down", "down"):
            await press(pilot, way)
            await calm(pilot)
            marked = [(line.index("▸"), y) for y, line in enumerate(shown(app)) if "▸" in line[: board.region.right]]
            x, y = board.place_of(board.cursor) + board.region.offset
            assert [(x - left, at) for left, at in marked] == [(board.paper.fields[board.cursor][2] // 2, y)]

    drive(app, scene)


# ── Half-entered turns ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_click_is_taken_back_by_escape_and_by_backspace(drive):
    app = at_table("eximo")

    async def scene(pilot):
        table = app.screen.desk
        for key in ("escape", "backspace"):
            await by_keys_to(pilot, "b6")
            assert table.cells == table.game.board.at("b6")
            await press(pilot, key)
            assert table.cells == ()
        assert app.screen.query_one(BoardView).targets == table.selection.targets

    async def by_keys_to(pilot, name):
        screen = app.screen
        cell = screen.desk.game.board.cells[name]
        await press(pilot, *arrows(screen.desk.game.board, False, screen.cursor.cell, cell), "enter")

    drive(app, scene)


def test_a_cell_that_cannot_be_played_says_why_not_and_tab_goes_to_one_that_can(drive):
    app = at_table("eximo")

    async def scene(pilot):
        screen = app.screen
        desk, board = screen.desk, screen.desk.game.board
        await press(pilot, *arrows(board, False, screen.cursor.cell, board.cells["d4"]), "enter")
        assert "d4 is empty: there is nothing to move." in status(app)
        await press(pilot, "tab")
        assert screen.cursor.cell in desk.selection.targets
        assert "nothing to move" not in status(app) or screen.cursor.cell != board.cells["d4"]
        first = screen.cursor.cell
        await press(pilot, "tab", "tab", "shift+tab", "shift+tab")
        assert screen.cursor.cell == first
        await press(pilot, "enter")
        assert desk.cells == (first,)
        assert desk.refusal == ""
        await press(pilot, "tab")
        assert screen.cursor.cell in desk.selection.targets

    drive(app, scene)


def test_a_step_of_the_own_turn_is_taken_back_but_not_the_other_seats(drive):
    """A capture in Barragoon is followed by placements, the first of them by who lost the tile."""
    _, turns = played("barragoon", 1)
    turn = next(turn for turn in turns if len({step.player for step in turn}) == 2 and len(turn) > 2)
    game = find("barragoon")
    app = at_table("barragoon", game.write_position(turn[0].before))

    async def scene(pilot):
        table = app.screen.desk
        await by_keys(pilot, table, turn[0].action)
        assert len(table.session.steps) == 1
        assert table.take_back() is False, "the capture was the other seat's"
        await by_keys(pilot, table, turn[1].action)
        if turn[2].player == turn[1].player:
            await press(pilot, "escape")
            assert [step.action for step in table.session.steps] == [turn[0].action]

    drive(app, scene)


def test_the_line_below_the_board_says_what_comes_next(drive):
    """Who has taken a tile does not know that two barragoons are to be placed, the first by the other player."""
    app = at_table("barragoon", "7/7/7/33W3/7/7/33B3/7/2B6 W")

    async def scene(pilot):
        assert status(app) == "White to play"
        await typed(pilot, "d4xd7")
        assert status(app) == (
            "Black (brown) to play: place a barragoon on any empty square; then White places another (d4xd7)"
        )
        await typed(pilot, "@a1no")
        assert status(app) == "White to play: place a barragoon on any empty square (d4xd7@a1No)"

    drive(app, scene, size=(120, 40))


def test_a_choice_has_keys_and_typing_goes_on_to_the_line(drive):
    app = TabuleiroApp(Request(party=party("meerkats", "human", "random"), seed=1))

    async def scene(pilot):
        table = app.screen.desk
        await press(pilot, "enter")
        chooser = app.screen.query_one(Chooser)
        assert chooser.display and app.focused is chooser and len(chooser.labels) == 4
        await press(pilot, "escape")
        assert not chooser.display and table.cells == () and isinstance(app.focused, TurnLine)
        await press(pilot, "enter", "R")
        assert app.screen.query_one(TurnLine).value == "R" and app.focused is not chooser
        await press(pilot, "escape", "escape", "enter", "down", "enter")
        await settled(pilot, lambda: table.session.turns)
        assert table.session.turns[0].startswith("G")

    drive(app, scene)


def test_typing_is_completed_from_the_legal_turns(drive):
    app = at_table("eximo")

    async def scene(pilot):
        line = app.screen.query_one(TurnLine)
        await press(pilot, "B", "6")
        await pilot.pause()
        await press(pilot, "tab")
        assert app.screen.desk.complete("B6") == line.value != "B6"
        await press(pilot, "enter")
        assert len(app.screen.desk.session.turns) == 1 and line.value == ""

    drive(app, scene)


def test_what_is_not_legal_stays_in_the_line_and_is_said(drive):
    app = at_table("eximo")

    async def scene(pilot):
        await typed(pilot, "a1-a2")
        assert "a1-a2 is not legal here" in status(app)
        assert app.screen.query_one(TurnLine).value == "a1-a2"
        await press(pilot, "escape")
        assert app.screen.query_one(TurnLine).value == ""

    drive(app, scene)


# ── Back and forth ───────────────────────────────────────────────────────────────────────────────────────────────


def test_earlier_turns_are_looked_at_and_the_game_goes_on(drive):
    app = at_table("eximo")

    async def scene(pilot):
        board, table = app.screen.query_one(BoardView), app.screen.desk
        for text in ("b6-b5", "g3-g4", "c6-c5"):
            await typed(pilot, text)
        now = board.state
        await press(pilot, "home")
        assert board.state == table.game.start() and "After turn 0 of 3" in status(app)
        await press(pilot, "pagedown", "pagedown")
        assert table.looking == 2 and not board.targets
        await pilot.click(TurnList, offset=(8, 2))  # a line is the border
        assert table.looking == 1
        await press(pilot, "end")
        assert board.state == now and table.looking is None
        await typed(pilot, "c3-c4")
        assert len(table.view.turns) == 4

    drive(app, scene)


# ── Orders ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_hint_marks_cells_and_names_a_legal_turn(drive):
    app = TabuleiroApp(Request(party=party("momentum:size=9", "human", "random"), seed=1))

    async def scene(pilot):
        await press(pilot, "f2")
        await settled(pilot, lambda: app.screen.query_one(BoardView).hint, 3000)
        (cell,) = app.screen.query_one(BoardView).hint
        assert app.screen.desk.game.board.names[cell] in status(app)
        assert cell in app.screen.desk.selection.targets

    drive(app, scene)


def test_a_hint_is_for_the_position_on_the_board_alone(drive):
    """After undo another position may be as far from the start."""
    app = at_table("eximo")

    async def hinted(pilot):
        await press(pilot, "f2")
        await settled(pilot, lambda: status(app).startswith("Hint: "), 3000)
        return status(app).removeprefix("Hint: ").partition(" ")[0]  # by whatever rules

    async def scene(pilot):
        for turns, forced in ((("c6-c5", "b3-b4"), ""), (("g6-g5", "g3-g4"), "g5xg3xe3")):
            for turn in turns:
                await typed(pilot, turn)
            legal = [turn.text for turn in turns_of(app.screen.desk.game, app.screen.desk.session.state)]
            assert await hinted(pilot) in ([forced] if forced else legal)
            await press(pilot, "ctrl+z", "ctrl+z")

    drive(app, scene)


def test_a_hint_marks_the_whole_decision(drive):
    app = at_table("eximo")

    async def scene(pilot):
        for turn in ("g6-g5", "g3-g4"):
            await typed(pilot, turn)
        await press(pilot, "f2")
        await settled(pilot, lambda: app.screen.hint.cells, 3000)
        names = [app.screen.desk.game.board.names[cell] for cell in app.screen.hint.cells]
        assert names == ["g5", "g3", "e3"]

    drive(app, scene)


def test_nobody_is_offered_what_another_decides(drive):
    """After a capture in Barragoon both place a barragoon: who is asked first types the first alone."""
    app = TabuleiroApp(Request(party=party("barragoon", "human", "human"), seed=1))

    async def scene(_):
        table = app.screen.desk
        rng = Random(3)
        while not (table.session.so_far and "x" in table.session.so_far):
            table.play(rng.choice(table.view.actions))
        (cell, *_) = [action.cell for action in table.view.actions]
        begun = f"@{table.game.board.names[cell]}"
        text = table.complete(begun)
        assert text.count("@") == 1
        with pytest.raises(ValueError, match=r"try|beginning") as wrong:
            table.play("@z9")
        assert "@" in str(wrong.value) and all(word.count("@") < 2 for word in str(wrong.value).split())
        table.play(text)

    drive(app, scene)


def test_who_waits_is_not_busy(drive):
    app = TabuleiroApp(Request(party=party("momentum", "random", "random"), seed=1))

    async def scene(pilot):
        await press(pilot, "f6")
        app.screen.show_beside()
        await pilot.pause()
        said = app.screen.query_one(Engine).said.plain
        assert said.strip() == "paused; F5 goes on"

    drive(app, scene)


def test_long_words_about_who_thinks_are_all_to_be_read(drive):
    app = at_table("momentum")

    async def scene(pilot):
        engine = app.screen.query_one(Engine)
        app.screen.show_beside = lambda: None  # nobody else speaks here
        words = "Red (engine:a very long command with many words) thinks, 12 s"
        for _ in range(2):  # when it is there, it knows how broad it is
            engine.show(words, app.screen.desk.game, (), ())
            await pilot.pause()
        lines = engine.said.plain.splitlines()
        assert len(lines) == engine.styles.height.value > 1
        assert " ".join(" ".join(lines)[1:].split()) == words

    drive(app, scene)


def test_the_bar_of_the_engine_tells_whose_part_is_whose(drive):
    app = at_table("eximo")

    async def scene(pilot):
        engine = app.screen.query_one(Engine)
        app.screen.show_beside = lambda: None  # nobody else speaks here
        for _ in range(2):  # when it is there, it knows how broad it is
            engine.show("", app.screen.desk.game, (0.7, 0.3), ())
            await pilot.pause()
        assert engine.said.plain.split() == ["○", "70%", "●", "30%"]

    drive(app, scene)


def test_the_engine_follows_the_game_when_asked(drive, shown):
    app = at_table("momentum:size=9")  # which has no compiled rules, so that nobody waits for a compiler

    async def scene(pilot):
        await press(pilot, "f3")
        await settled(pilot, lambda: app.screen.computers.adviser.line, 3000)
        app.screen.show_beside()
        await pilot.pause()
        assert any("%" in line for line in shown(app))
        await press(pilot, "f3")
        assert app.screen.computers.adviser.thought is None
        await pilot.pause()
        assert not any("%" in line for line in shown(app))

    drive(app, scene)


def test_a_note_is_kept_with_its_turn(drive, tmp_path):
    path = tmp_path / "game.txt"
    app = at_table("eximo", record=str(path))

    async def scene(pilot):
        await typed(pilot, "b6-b5")
        await press(pilot, "ctrl+t", *"daring", "enter")
        assert app.screen.desk.session.comments == {1: "daring"}
        await typed(pilot, "b3-b4")
        await press(pilot, "pageup")
        assert status(app) == "After turn 1 of 2: daring"
        await press(pilot, "pageup")
        assert status(app) == "After turn 0 of 2"

    drive(app, scene)
    assert read_record(path.read_text())[0].comments == {1: "daring"}


def test_a_game_is_saved_where_the_player_wants(drive, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    app = at_table("eximo")

    async def scene(pilot):
        await typed(pilot, "b6-b5")
        await press(pilot, "ctrl+s", "enter")
        await typed(pilot, "b3-b4")

    drive(app, scene)
    (path,) = tmp_path.glob("eximo-*.txt")
    assert read_record(path.read_text())[0].turns == ("b6-b5", "b3-b4")


def test_a_game_is_saved_at_home(drive, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    app = at_table("eximo")

    async def scene(pilot):
        await typed(pilot, "b6-b5")
        await press(pilot, "ctrl+s", "ctrl+u", "~", "slash", *"mine", "enter")
        assert str(tmp_path / "mine") in status(app)

    drive(app, scene)
    assert read_record((tmp_path / "mine").read_text())[0].turns == ("b6-b5",)


def test_the_position_is_copied(drive):
    app = at_table("eximo")

    async def scene(pilot):
        await typed(pilot, "copy")
        assert app.clipboard == app.screen.desk.game.write_position(app.screen.desk.session.state)

    drive(app, scene)


def test_giving_up_is_asked_twice(drive):
    app = at_table("eximo")

    async def scene(pilot):
        await press(pilot, "ctrl+r")
        assert isinstance(app.screen, Ask)
        await press(pilot, "escape")
        assert app.screen.desk.session.outcome is None
        await press(pilot, "ctrl+r", "y")
        await pilot.pause()
        assert isinstance(app.screen, End)
        assert app.screen_stack[1].desk.session.outcome.winners == (1,)

    drive(app, scene)


def test_a_draw_is_agreed_by_all_people_and_by_no_computer(drive):
    app = at_table("campo-bello:players=3")

    async def scene(pilot):
        table = app.screen.desk
        await press(pilot, "ctrl+g", "y", "escape")
        assert table.session.outcome is None and "plays on" in status(app)
        await press(pilot, "ctrl+g", "y", "y")
        await pilot.pause()
        assert table.session.outcome.drawn

    drive(app, scene)
    other = TabuleiroApp(Request(party=party("eximo", "human", "random"), seed=1))

    async def alone(pilot):
        await press(pilot, "ctrl+g")
        assert "does not take draws" in status(other)

    drive(other, alone)


def test_help_lists_the_keys(drive, shown):
    app = at_table("eximo")

    async def scene(pilot):
        await typed(pilot, "help")
        assert isinstance(app.screen, Keys)
        assert any("F4" in line and "flip" in line for line in shown(app))
        await press(pilot, "escape")
        assert app.screen.query_one(TurnLine).value == ""

    drive(app, scene, (100, 40))


# ── Secrets, computers, clocks ───────────────────────────────────────────────────────────────────────────────────


def test_secrets_are_hidden_until_the_keyboard_is_handed_over(drive, shown):
    app = at_table("meerkats")

    async def scene(pilot):
        table = app.screen_stack[1].desk
        colour = table.session.view(0).known_alone()[0]
        assert isinstance(app.screen, HandOver)
        assert not any(colour in line for line in shown(app))
        await press(pilot, "enter")
        assert any(colour in line for line in shown(app))
        await press(pilot, "enter")
        assert table.eyes == 0

    drive(app, scene)


def test_who_takes_back_half_a_turn_keeps_the_keyboard(drive):
    app = at_table("meerkats")

    async def scene(pilot):
        table = app.screen_stack[1].desk
        for line in ("R5.5", "G5.6"):
            await press(pilot, "enter", "enter")
            await typed(pilot, line)
        assert not table.session.state.whole
        await press(pilot, "ctrl+z")
        assert table.session.state.whole and table.seat == 1 and not isinstance(app.screen, HandOver)
        await press(pilot, "ctrl+z")
        assert table.session.turns == [] and isinstance(app.screen, HandOver)

    drive(app, scene)


def test_computers_play_step_by_step_and_pause(drive):
    app = TabuleiroApp(Request(party=party("momentum", "random", "random"), seed=1))

    async def scene(pilot):
        screen = app.screen
        session = screen.desk.session
        await settled(pilot, lambda: session.turns)
        await press(pilot, "f6")
        await settled(pilot, lambda: screen.computers.thought is None)
        here = len(session.turns)
        await pilot.pause(0.1)
        assert len(session.turns) == here
        await press(pilot, "f7")
        await settled(pilot, lambda: len(session.turns) == here + 1 and screen.desk.paused)
        await press(pilot, "f9", "f9")
        assert "0.0 s" in status(app)
        await press(pilot, "f6")
        await settled(pilot, lambda: isinstance(app.screen, End), 3000)

    drive(app, scene)


def test_the_computer_can_be_told_to_move_now(drive):
    app = TabuleiroApp(Request(party=party("momentum:size=9", "human", "mcts:seconds=60"), seed=1))

    async def scene(pilot):
        await typed(pilot, "5,5")
        await settled(pilot, lambda: app.screen.computers.thought is not None)
        await press(pilot, "f5")
        await settled(pilot, lambda: len(app.screen.desk.session.turns) == 2)

    drive(app, scene)


def test_undo_while_the_computer_thinks(drive):
    app = TabuleiroApp(Request(party=party("momentum:size=9", "human", "mcts:seconds=60"), seed=1))

    async def scene(pilot):
        await typed(pilot, "5,5")
        await press(pilot, "ctrl+z")
        await settled(pilot, lambda: app.screen.computers.thought is None)
        assert app.screen.desk.session.turns == [] and app.screen.desk.seat == 0

    drive(app, scene)


def test_who_runs_out_of_time_loses(drive):
    app = at_table("eximo", clock="0.3")

    async def scene(pilot):
        await settled(pilot, lambda: isinstance(app.screen, End))
        assert app.screen_stack[1].desk.session.outcome.winners == (1,)

    drive(app, scene)


def test_a_game_is_kept_after_every_turn_and_goes_on(drive):
    app = TabuleiroApp(Request(party=party("eximo", "human", "random"), seed=1))

    async def scene(pilot):
        await typed(pilot, "b6-b5")
        await settled(pilot, lambda: len(app.screen.desk.session.turns) == 2)
        await press(pilot, "escape", "y")
        await pilot.pause()

    drive(app, scene)
    (game,) = unfinished_games()
    assert game.turns == 2
    again = TabuleiroApp(Request(resume=game.path, seed=2))

    async def more(pilot):
        table = again.screen.desk
        assert len(table.session.turns) == 2 and table.table.party.players == ("human", "random")
        await press(pilot, "ctrl+z")
        assert table.session.turns == []

    drive(again, more)


def test_after_the_end_comes_a_rematch_with_seats_changed(drive):
    app = TabuleiroApp(Request(party=party("eximo", "human", "random"), seed=1))

    async def scene(pilot):
        await press(pilot, "ctrl+r", "y")
        await pilot.pause()
        await press(pilot, "r")
        await pilot.pause()
        assert app.screen.desk.table.party.players == ("random", "human")
        await settled(pilot, lambda: app.screen.desk.session.turns)

    drive(app, scene)
    assert unfinished_games()[0].turns == 1


def test_a_computer_that_fails_is_told_and_can_try_again(drive):
    app = TabuleiroApp(Request(party=party("eximo", "human", "random"), seed=1))

    class Broken(Agent):
        name = "broken"

        def choose(self, view, limit):
            raise ZeroDivisionError("no\nidea")

    async def scene(pilot):
        table = app.screen.desk
        mended, table.table.agents[1] = table.table.agents[1], Broken()
        await typed(pilot, "b6-b5")
        await settled(pilot, lambda: app.screen.desk.paused)
        assert status(app) == "Black (random) cannot go on; F5 lets it try again. ZeroDivisionError: no idea"
        assert app.screen.query_one(Notice).words == "ZeroDivisionError: no idea"
        table.table.agents[1] = mended
        await press(pilot, "f5")
        await settled(pilot, lambda: len(table.session.turns) == 2)

    drive(app, scene)


def test_a_net_that_gives_no_numbers_loses_with_the_reason(drive, tmp_path):
    net = written(tmp_path / "mad.onnx", "momentum", [nan] * 99)
    app = TabuleiroApp(Request(party=party("momentum", "human", net), seed=1))

    async def scene(pilot):
        session = app.screen.desk.session
        await typed(pilot, "4,4")
        await settled(pilot, lambda: session.outcome)
        assert session.outcome.winners == (0,)
        assert "could not go on" in str(session.outcome.reason)
        assert "gave nan for a legal step" in str(session.outcome.reason)

    drive(app, scene)


def test_who_is_asked_for_a_draw_sees_nothing_of_what_the_other_knows(drive, shown):
    app = at_table("meerkats:players=3")

    async def scene(pilot):
        screen, table = app.screen_stack[1], app.screen_stack[1].desk
        await press(pilot, "enter", "enter")
        await typed(pilot, "R5.5")
        await press(pilot, "enter", "enter")
        colour = table.session.view(1).known_alone()[0]
        assert any(colour in line for line in shown(app))
        await press(pilot, "ctrl+g")
        for other in ("Player 1", "Player 3"):
            assert isinstance(app.screen, Ask)
            first = next(line for line in shown(app) if line.strip(" ╭─╮│╰╯"))
            assert f"Does {other} agree?" in first
            assert not any(colour in line for line in shown(app))
            await press(pilot, "y" if other == "Player 1" else "n")
        assert isinstance(app.screen, HandOver)  # the keyboard goes back
        assert not any(colour in line for line in shown(app))
        await press(pilot, "enter", "enter")
        assert table.seat == 1 and table.session.outcome is None
        assert "Player 3 plays on" in status(app) and screen is app.screen

    drive(app, scene)


def test_the_next_level_is_offered_after_three_wins(drive, shown):
    change_settings(lambda _: Settings(streaks={"momentum": ["level:2", 2]}))
    app = TabuleiroApp(Request(party=party("momentum", HUMAN, "level:2")))

    async def scene(pilot):
        app.screen.table.resign(1)
        app.screen.changed()
        await pilot.pause()
        assert any("n 3 wins in a row. Try level 3?" in line for line in shown(app))
        await press(pilot, "b", "enter")  # what is counted is counted once
        assert any("Try level 3?" in line for line in shown(app))
        await press(pilot, "n")
        assert app.screen.table.party.players == ("level:3", HUMAN)
        app.screen.table.resign(1)
        app.screen.changed()
        await pilot.pause()
        assert not any("in a row" in line for line in shown(app))
        await press(pilot, "n")  # nothing is offered
        assert isinstance(app.screen, End)

    drive(app, scene, (60, 20))
