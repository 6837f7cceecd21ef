"""The terminal app in Portuguese: no English is left on its screens, and words that are typed are Portuguese ones."""

from __future__ import annotations

import re

import pytest

from tabuleiro.core.registry import names
from tabuleiro.home.languages import choose
from tabuleiro.tui.app import TabuleiroApp
from tabuleiro.tui.request import Request

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


def test_words_are_typed_in_portuguese(drive, shown):
    *_, asked, ended = tour(drive, shown, "3 p", " ".join("desistir") + " enter", "tab enter")
    assert "queres mesmo desistir?" in asked
    assert "ganha: Branco desistiu" in ended and "Desforra" in ended
    assert not ENGLISH.findall(ended)
