"""What somebody stumbled over who only wanted to play."""

from types import SimpleNamespace

import pytest
from table_play import at_table, party, press, typed, until
from test_saved import ENDED, put

import tabuleiro
from tabuleiro.core.registry import find
from tabuleiro.draw import canvas
from tabuleiro.draw.theme import contrast
from tabuleiro.home.saves import finished_folder
from tabuleiro.play.lineup import HUMAN, Party
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.screens.analyse import AnalyseScreen
from tabuleiro.tui.screens.menu import MenuScreen
from tabuleiro.tui.screens.saved import SavedScreen
from tabuleiro.tui.screens.table import TableScreen
from tabuleiro.tui.screens.thinking import Hint
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.dialogs import Ask, AskText, AskWhich, HandOver, Keys, Listed
from tabuleiro.tui.widgets.end import End
from tabuleiro.tui.widgets.form import PickList
from tabuleiro.tui.widgets.panel import Engine, TurnList

LONG = "Maria Madalena de Vasconcelos"


def test_escape_leads_from_a_finished_game_to_the_menu(drive):
    app = at_table("momentum")

    async def scene(pilot):
        await press(pilot, "ctrl+r", "y")
        assert isinstance(app.screen, End)
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)
        await press(pilot, "enter")  # what may come next
        assert isinstance(app.screen, End)
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, MenuScreen)

    drive(app, scene)


def test_what_comes_next_is_asked_again_after_an_analysis(drive):
    app = at_table("momentum")

    async def scene(pilot):
        await typed(pilot, "4,4")
        await press(pilot, "ctrl+r", "y", "a")
        assert isinstance(app.screen, AnalyseScreen)
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, End))
        await press(pilot, "b")  # to look at the board
        assert isinstance(app.screen, TableScreen)
        await press(pilot, "f1", "escape")
        assert isinstance(app.screen, TableScreen)

    drive(app, scene)


def test_moves_lists_the_legal_turns(drive, shown):
    app = at_table("eximo")

    async def scene(pilot):
        await typed(pilot, "moves")
        assert isinstance(app.screen, Listed)
        words = " ".join(shown(app)).replace("│", " ").split()
        assert {"b6-b5", "d8^d6", "Legal"} <= set(words)
        await press(pilot, "escape")
        await typed(pilot, "moves d8")
        words = " ".join(shown(app)).split()
        assert "d8^d6" in words and "b6-b5" not in words
        await press(pilot, "escape")
        await typed(pilot, "moves h9")
        assert isinstance(app.screen, TableScreen)
        assert any("No turn begins with h9." in line for line in shown(app))

    drive(app, scene)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
def test_the_trouble_of_a_bot_covers_nothing_that_is_typed(drive, shown, size, tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from tabuleiro.play.agent import Agent\nclass Bad(Agent):\n    def choose(self, view, limit):\n        1 / 0\n"
    )
    app = TabuleiroApp(Request(party=party("momentum", HUMAN, str(bot))))

    async def scene(pilot):
        await typed(pilot, "4,4")
        await until(pilot, lambda: app.screen.desk.paused)
        await pilot.pause()
        assert not app._notifications
        lines = shown(app)
        assert any("ZeroDivisionError" in line for line in lines)
        await press(pilot, *"undo")
        assert any(line.strip() == "undo" for line in shown(app))

    drive(app, scene, size)


@pytest.mark.parametrize(("key", "stays"), [("s", True), ("n", True), ("l", False), ("y", False)])
def test_the_first_letters_of_leave_and_stay_do_what_they_say(drive, key, stays):
    app = at_table("momentum")

    async def scene(pilot):
        await typed(pilot, "4,4")
        await press(pilot, "escape")
        assert isinstance(app.screen, Ask)
        await press(pilot, key)
        assert isinstance(app.screen, TableScreen) is stays

    drive(app, scene)


def test_signs_of_nobody_do_not_look_like_a_side():
    game = find("barragoon")
    theme = canvas.theme_of(game)
    nobody = {piece.colour for piece in game.pieces if piece.colour == "neutral"}
    assert nobody
    for role in ("light", "dark", "neutral"):
        others = [theme.colour(other) for other in ("light", "dark", "neutral") if other != role]
        assert all(contrast(theme.colour(role), other) > 1.7 for other in others)


@pytest.mark.parametrize("key", ["f3", "f4"])
def test_a_hint_stays_when_the_board_is_turned_or_the_engine_shown(drive, shown, key, monkeypatch):
    monkeypatch.setattr("tabuleiro.tui.screens.thinking.HINT_SECONDS", 0.1)
    app = at_table("momentum")

    async def scene(pilot):
        screen = app.screen
        screen.show_hint(Hint((0, 1), "Hint: 1,1"))
        await press(pilot, key)
        assert any("Hint: 1,1" in line for line in shown(app))
        assert set(screen.query_one(BoardView).hint) == {0, 1}
        await press(pilot, "f3" if key == "f3" else "f4")
        await typed(pilot, "4,4")
        assert not any("Hint: " in line for line in shown(app)) and not screen.query_one(BoardView).hint

    drive(app, scene)


def test_what_stands_below_the_engine_stays_where_it_is(drive):
    app = TabuleiroApp(Request(party=party("momentum", HUMAN, "greedy")))

    async def scene(pilot):
        engine, turns = app.screen.query_one(Engine), app.screen.query_one(TurnList)
        engine.show("Red (greedy) thinks, 0 s", app.screen.table.game, (), ())
        await pilot.pause()
        top = turns.region.y
        engine.show("", app.screen.table.game, (), ())
        await pilot.pause()
        assert turns.region.y == top

    drive(app, scene)


@pytest.mark.parametrize("columns", [60, 80])
def test_who_thinks_or_looks_for_a_hint_moves_no_turns(drive, columns):
    app = TabuleiroApp(Request(party=party("barragoon", HUMAN, "level:1")))

    async def scene(pilot):
        engine, turns = app.screen.query_one(Engine), app.screen.query_one(TurnList)
        top = turns.region.y
        for words in ("Black (brown) thinks, 9 s, 99k nodes/s", "looking at the position, 99k nodes/s", ""):
            engine.show(words, app.screen.table.game, (), ())
            await pilot.pause()
            assert turns.region.y == top

    drive(app, scene, (columns, 24))


@pytest.mark.parametrize("columns", [60, 80])
def test_the_level_of_a_computer_is_not_cut(drive, shown, columns):
    app = TabuleiroApp(Request(party=party("barragoon", HUMAN, "level:1")))

    async def scene(_):
        beside = "".join(line[-26:] for line in shown(app)[1:])
        assert "Black (brown)" in beside and "(level 1)" in beside

    drive(app, scene, (columns, 20))


def test_four_players_leave_room_for_the_supply_and_a_turn(drive, shown):
    app = TabuleiroApp(Request(party=party("meerkats:players=4", HUMAN, *["level:1"] * 3)))

    async def scene(pilot):
        await pilot.pause(0.3)
        lines = shown(app)
        assert lines[0].endswith("…")
        beside = "\n".join(line[38:] for line in lines[1:])
        assert beside.count("level 1") == 3 and "yellow 15" in beside and "the start" in beside

    drive(app, scene, (60, 20))


def test_all_faces_can_be_seen_on_a_small_screen(drive, shown):
    app = TabuleiroApp(Request(party=party("barragoon", HUMAN, HUMAN), position="7/7/7/33W3/7/7/33B3/44B2/7 W"))

    async def scene(pilot):
        await typed(pilot, "d4xd7")
        await press(pilot, "tab", "enter")
        lines = shown(app)
        (word,) = {word for line in lines for word in line.split() if word.endswith("No")}
        cell = word[1:3]
        assert all(any(f"@{cell}{face}" in line for line in lines) for face in ("No", "OT", "LR", "AT"))
        assert any(line.strip().endswith(f"hoose what to place on {cell}") for line in lines)

    drive(app, scene, (60, 20))


def test_a_stone_that_was_moved_and_can_be_moved_is_marked_as_one_that_can():
    position = tabuleiro.new("meerkats").play("R5.5 G3.2/5.5-9.5")
    game, state = position.game, position.state
    cells = [cell for cell, number in enumerate(state.board) if number]
    paper = canvas.sheet_of(game, False, False, False, 1)
    page = canvas.paint(game, state, paper, canvas.Marks(last=cells, targets=cells), False, False, False)
    for cell in cells:
        column, line, wide = paper.fields[cell]
        assert "".join(sign for sign, _ in page[line][column : column + wide])[::2] == "••"


@pytest.mark.parametrize("ascii", [False, True])
def test_the_end_is_told_in_whole_on_a_small_screen(drive, shown, ascii):
    game = find("eximo")
    app = TabuleiroApp(Request(party=Party(game, (HUMAN, HUMAN), (LONG, f"{LONG} Junior")), ascii=ascii))

    async def scene(pilot):
        await press(pilot, "ctrl+r", "y")
        assert isinstance(app.screen, End)
        words = " ".join(" ".join(line.strip(" |│+") for line in shown(app)).split())
        assert "resigned" in words or "gave up" in words or "gives up" in words
        assert f"{LONG} Junior) wins: " in words
        assert all("Menu" not in line or "Board" in line for line in shown(app))
        assert all(any(f" {share}   men 16" in line for line in shown(app)) for share in (0, 1))

    drive(app, scene, (60, 20))


def test_a_marked_tile_keeps_its_digit_on_the_smallest_board():
    game = find("barragoon")
    state = game.start()
    tiles = [cell for cell, number in enumerate(state.board) if game.pieces[number].owner in (0, 1)]
    paper = canvas.sheet_of(game, False, False, True, 0)
    for marks in (canvas.Marks(), canvas.Marks(last=tiles), canvas.Marks(hint=tiles, targets=tiles, cursor=tiles[0])):
        page = canvas.paint(game, state, paper, marks, False, False, False)
        for cell in tiles:
            column, line, wide = paper.fields[cell]
            field = "".join(sign for sign, _ in page[line][column : column + wide])
            assert canvas.signs(game.pieces, False, False)[state.board[cell]] in field


def test_empty_squares_can_be_seen_in_plain_characters():
    game = find("momentum")
    for size in range(canvas.sizes(game.board)):
        paper = canvas.sheet_of(game, True, False, False, size)
        page = canvas.paint(game, game.start(), paper, canvas.Marks(), True, False, False)
        signs = {sign for line in page for sign, _ in line}
        assert signs & {".", "|"}


@pytest.mark.parametrize("spec", ["momentum", "barragoon"])
def test_marks_are_the_same_at_both_ends(spec):
    game = find(spec)
    state, size = game.start(), 1
    cells = range(len(game.board))
    pairs = dict(zip("▸[«(•", "◂]»)•", strict=True))
    paper = canvas.sheet_of(game, False, False, False, size)
    marks = canvas.Marks(last=cells, targets=cells, hint=cells)
    page = canvas.paint(game, state, paper, marks, False, False, False)
    for column, line, wide in paper.fields:
        left, right = page[line][column][0], page[line][column + wide - 1][0]
        assert left in pairs and pairs[left] == right


def test_a_bullet_is_nobodys_sign_on_any_board():
    for name in ("momentum", "eximo"):
        game = find(name)
        faces = canvas.signs(game.pieces, False, False)
        empty = [cell for cell, number in enumerate(game.start().board) if not number]
        for size in range(canvas.sizes(game.board)):
            paper = canvas.sheet_of(game, False, False, False, size)
            page = canvas.paint(game, game.start(), paper, canvas.Marks(targets=empty), False, False, False)
            for cell in empty:
                column, line, wide = paper.fields[cell]
                field = "".join(sign for sign, _ in page[line][column : column + wide])
                assert "•" in field and not any(face and face in field for face in faces)


def test_letters_typed_in_watch_are_the_name_of_a_file(drive):
    put(finished_folder(), "momentum-1.txt", ENDED, 1_720_000_000)
    app = TabuleiroApp()

    async def scene(pilot):
        app.push_screen(SavedScreen("watch"))
        await pilot.pause()
        assert app.screen.items
        await press(pilot, "d", "a", "w", ".", "t")
        assert isinstance(app.screen, SavedScreen)
        assert app.screen.query_one("#path").value == "daw.t"
        await press(pilot, "escape")

    drive(app, scene)


def test_the_list_of_turns_keeps_its_room_while_a_number_is_typed(drive):
    app = at_table("momentum")

    async def scene(pilot):
        app.analyse(app.screen.table.session)
        await pilot.pause()
        turns = app.screen.query_one("#turns")
        await press(pilot, "space")  # what it has found so far stays
        await until(pilot, lambda: app.screen.thought is None)
        before = turns.region
        await press(pilot, "g")
        assert app.screen.query_one("#line").has_focus and turns.region == before
        await press(pilot, "escape")
        await until(pilot, lambda: turns.has_focus)

    drive(app, scene)


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_keys_of_an_analysis_are_whole_and_f1_tells_them_all(drive, shown, columns):
    app = at_table("momentum")

    async def scene(pilot):
        app.analyse(app.screen.table.session)
        await pilot.pause()
        line = shown(app)[-1]
        assert "f1 Keys" in line and "…" not in line
        assert line.split("  ")[-1].strip().split(" ", 1)[1] in [words for _, _, words in app.screen.bound]
        await press(pilot, "f1")
        assert isinstance(app.screen, Keys)
        words = "\n".join(shown(app))
        assert all(word in words for word in ("Think", "Judge all", "Mistakes", "Flip"))
        await press(pilot, "escape", "escape")

    drive(app, scene, (columns, 24))


def test_names_beside_the_bars_of_an_analysis_are_whole(drive):
    app = TabuleiroApp(Request(party=party("barragoon", HUMAN, "level:1")))

    async def scene(pilot):
        app.analyse(app.screen.table.session)
        await press(pilot, "space")  # it need not find anything here
        app.screen.found[0] = [SimpleNamespace(scores=(0.25, 0.75))]
        assert app.screen._shares()[1].startswith("Black (brown) (level 1) █")

    drive(app, scene)


def test_what_to_place_is_told_in_whole_on_80_columns(drive, shown):
    game = find("barragoon")
    who = Party(game, (HUMAN, HUMAN), (LONG, LONG))
    app = TabuleiroApp(Request(party=who, position="7/7/7/33W3/7/7/33B3/44B2/7 W"))

    async def scene(pilot):
        await typed(pilot, "d4xd7")
        (line,) = (line for line in shown(app) if "lace a barragoon" in line)
        assert line.strip().startswith("Place a barragoon on any empty square; then White places another")

    drive(app, scene)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Ask("Leave?", "Leave", "Stay"),
        lambda: AskText("Save the game in", "game.txt"),
        lambda: AskWhich("Who plays?", {"human": "you", "level:2": "the computer"}),
        lambda: HandOver("White", "a1", ["colour red"]),
        lambda: Keys("Keys", [("F1", "all of them")] * 40),
        lambda: PickList({"a": "one", "b": "two"}, "a"),
    ],
)
def test_every_window_does_with_plain_characters(drive, shown, make):
    app = TabuleiroApp(Request(ascii=True))

    async def scene(pilot):
        app.go_menu()
        app.push_screen(make())
        await pilot.pause()
        app.warn("The disk is full")
        await pilot.pause()
        assert [sign for line in shown(app) for sign in line if not sign.isascii()] == []

    drive(app, scene)


def test_a_level_is_called_as_people_call_it_wherever_a_game_is_looked_at(drive, shown, tmp_path):
    path = put(tmp_path, "game.txt", ENDED.replace("greedy", "level:2"), 0)
    app = TabuleiroApp()

    async def scene(pilot):
        app.show_record(path)
        await pilot.pause()
        for _ in range(2):
            lines = shown(app)
            assert any("level 2" in line for line in lines[:2]) and not any("level:2" in line for line in lines)
            await press(pilot, "a")

    drive(app, scene)
