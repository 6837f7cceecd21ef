"""Colours: known to all roles, and far enough from what lies under them."""

import pytest

from tabuleiro.draw.svg import TINT
from tabuleiro.draw.theme import TERMINAL, THEMES, VISIBLE, contrast, mix

ROLES = ["none", "neutral", "light", "dark", "yellow", "blue", "green", "red", "seat1", "seat2", "seat3", "seat4"]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_role_has_a_colour(theme):
    assert THEMES[theme.name] is theme
    assert set(theme.roles) == set(ROLES)
    for role in [*ROLES, "heliotrope", ""]:
        assert theme.colour(role).startswith("#") and len(theme.colour(role)) == 7


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_unknown_roles_share_the_spare_colours_evenly(theme):
    assert sorted(theme.colour(role) for role in "abcd") == sorted(theme.spare)
    assert not set(theme.spare) & {theme.background, theme.board, theme.shade}


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("role", [*ROLES[1:], "heliotrope", "a", "b", "c"])
def test_pieces_and_their_marks_are_visible(theme, role):
    for ground in (theme.board, theme.shade):
        assert max(contrast(theme.colour(role), ground), contrast(theme.rim(role), ground)) >= VISIBLE
    assert contrast(theme.ink(role), theme.colour(role)) >= VISIBLE


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_words_are_legible(theme):
    for ground in (theme.board, theme.shade, theme.background):
        assert contrast(theme.text, ground) >= 4.5
    assert contrast(theme.label, theme.frame) >= 4.5
    for ground in (theme.board, theme.shade):
        assert contrast(mix(ground, theme.text, 0.6), ground) >= VISIBLE  # names in empty cells are faint


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_marks_are_visible(theme):
    for ground in (theme.board, theme.shade):
        assert contrast(theme.mark, ground) >= VISIBLE
        assert contrast(theme.focus, theme.halo) >= VISIBLE
    for ground in (theme.board, theme.shade, mix(theme.board, theme.last, TINT)):
        assert max(contrast(colour, ground) for colour in (theme.mark, theme.halo)) >= VISIBLE


@pytest.mark.parametrize("role", TERMINAL)
def test_terminal_colours_stand_out_from_black_and_white(role):
    levels = (0, 95, 135, 175, 215, 255)
    number = TERMINAL[role] - 16
    colour = "#" + "".join(f"{levels[part]:02x}" for part in (number // 36, number // 6 % 6, number % 6))
    assert contrast(colour, "#000000") >= VISIBLE
    assert contrast(colour, "#ffffff") >= VISIBLE


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#ff0000", "#ff0000") == 1
