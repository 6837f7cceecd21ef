"""The terminal app in Portuguese: no English is left on its screens, and words that are typed are Portuguese ones."""

from __future__ import annotations

import re

import pytest

from tabuleiro.core.option import options
from tabuleiro.core.registry import find, names
from tabuleiro.home.languages import choose
from tabuleiro.tui.app import Request, TabuleiroApp

ENGLISH = re.compile(
    r"\b(the|of|and|with|who|is|not|to|turns?|board|back|play|game|games|quit|begins?|men|tiles)\b", re.IGNORECASE
)


@pytest.fixture(autouse=True)
def portuguese(monkeypatch):
    monkeypatch.delenv("TABULEIRO_LANG", raising=False)
    choose("pt")
    yield
    choose("en")


def tour(drive, shown, *stops, size=(100, 30)):
    """The text on the screen after the keys of each stop."""

    async def scene(pilot):
        seen = []
        for keys in stops:
            await pilot.press(*keys.split())
            await pilot.pause()
            seen.append("\n".join(shown(pilot.app)))
        return seen

    return drive(TabuleiroApp(Request(lang="pt", seed=1)), scene, size=size)


@pytest.mark.parametrize("number", range(1, len(names()) + 1))
def test_no_english_is_left_on_the_way_to_a_game(drive, shown, number):
    menu, rules, table, keys = tour(drive, shown, str(number), "h", "escape p", "f1")
    assert "Como se joga" in menu and "Regras" in rules and "a jogar" in table and "setas" in keys
    for screen in (menu, table, keys):
        assert not ENGLISH.findall(screen)
    assert not ENGLISH.findall(re.sub(r"\w+=\S+|\|.*", "", rules))


def test_no_english_is_left_in_settings_and_lists(drive, shown):
    for screen in tour(drive, shown, "s", "escape c", "escape w", "escape a"):
        assert not ENGLISH.findall(screen)


@pytest.mark.parametrize("name", names())
def test_no_english_is_left_in_the_form_of_a_game(drive, shown, name):
    (form,) = tour(drive, shown, f"{names().index(name) + 1} o", size=(100, 60))
    words = form.replace("engine:", "")
    assert "(habitual)" in words and "nível 2: " in words
    assert not ENGLISH.findall(words)
    for item in options(find(name)):
        assert item.name in ("players", "first", "starter") or item.title in words
        assert not re.search(rf"\b({item.name}|{item.name.replace('_', ' ')})\b", words)


def test_levels_are_named_in_portuguese_at_the_table_too(drive, shown):
    menu, table = tour(drive, shown, "1", "p")
    assert "nível 2" in menu and "nível 2" in table and "level" not in menu + table


def test_keys_are_called_the_same_below_and_in_the_help(drive, shown):
    table, keys = tour(drive, shown, "1 p", "f1", size=(120, 50))
    assert "^y Refazer" in table and re.search(r"\^Y +refazer ", keys)
    assert "^z Anular" in table and re.search(r"\^Z +anular ", keys)


@pytest.mark.parametrize("size", [(100, 50), (60, 40)])
def test_what_is_long_in_the_help_goes_on_below_its_beginning(drive, shown, size):
    _, keys = tour(drive, shown, "1 p", "f1", size=size)
    lines = keys.splitlines()
    first = next(number for number, line in enumerate(lines) if "setas " in line)
    left = lines[first].index("setas ")
    right, column = lines[first].index("│", left), lines[first].index("mover") - left
    told = [line[left:right].rstrip() for line in lines[first:] if line[right : right + 1] == "│"]
    told = [line for line in told if line]
    assert len(told) > 20
    assert all(line[column - 1] == " " and line[column] != " " for line in told)
    assert any(line.startswith(" " * column) for line in told)


def test_words_are_typed_in_portuguese(drive, shown):
    *_, asked, ended = tour(drive, shown, "3 p", " ".join("desistir") + " enter", "tab enter")
    assert "queres mesmo desistir?" in asked
    assert "ganha: Branco desistiu" in ended and "Desforra" in ended
    assert not ENGLISH.findall(ended)
