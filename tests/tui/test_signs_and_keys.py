"""What is chosen has a sign besides its colour, buttons say which keys press them, and frames are of one kind."""

import pytest
from table_play import at_table, press

from tabuleiro.home.languages import choose
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.screens.setup import SetupScreen
from tabuleiro.tui.widgets.dialogs import Ask
from tabuleiro.tui.widgets.form import Picker, PickList


@pytest.mark.parametrize(("ascii", "mark"), [(False, "▸"), (True, ">")])
def test_who_plays_is_marked(drive, shown, ascii, mark):
    app = TabuleiroApp(Request(ascii=ascii))

    async def scene(pilot):
        app.push_screen(SetupScreen("momentum"))
        await pilot.pause()
        for mode, words in {"people": "People", "computers": "Computers", "mixed": "You and the computer"}.items():
            await pilot.click(f"#mode-{mode}")
            await pilot.pause()
            (line,) = (line for line in shown(app) if "Who plays?" in line)
            assert f"{mark}{words}" in line and line.count(mark) == 1

    drive(app, scene, (60, 20))


@pytest.mark.parametrize(("ascii", "corner"), [(False, "╭"), (True, "+")])
def test_the_list_of_a_picker_has_the_frame_of_all_windows(drive, shown, ascii, corner):
    app = TabuleiroApp(Request(ascii=ascii))

    async def scene(pilot):
        app.push_screen(SetupScreen("momentum"))
        await pilot.pause()
        app.screen.query(Picker).first().focus()
        await press(pilot, "enter")
        assert isinstance(app.screen, PickList)
        words = "\n".join(shown(app))
        assert corner in words and "▔" not in words and "▊" not in words

    drive(app, scene)


@pytest.mark.parametrize(("language", "yes"), [("en", "y Give up"), ("pt", "s Desistir")])
def test_buttons_say_their_keys(drive, shown, language, yes, monkeypatch):
    monkeypatch.delenv("TABULEIRO_LANG", raising=False)
    choose(language)
    app = at_table("momentum", lang=language)

    async def scene(pilot):
        await press(pilot, "ctrl+r")
        assert isinstance(app.screen, Ask)
        line = next(line for line in shown(app) if yes in line)
        assert " n " in line
        await press(pilot, yes[0])
        words = {"en": "r Rematch  a Analyse  s Save  m Menu  b Board"}
        words["pt"] = "r Desforra  a Analisar  s Guardar  m Menu  b Tabuleiro"
        assert any(words[language] in line for line in shown(app))
        await press(pilot, "b")
        assert not any(words[language] in line for line in shown(app))

    try:
        drive(app, scene, (60, 20))
    finally:
        choose("en")
