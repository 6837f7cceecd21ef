"""Pictures in pixels: the right size, the right colours, and no more of them in memory than fit."""

import struct

import pytest

from tabuleiro.core.registry import find
from tabuleiro.web import pictures
from tabuleiro.web.pictures import KEPT, SMALLEST, WIDEST, picture

GAME = find("momentum")


def size(data):
    """Width and height of a PNG, which stand in its first chunk."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


@pytest.mark.parametrize("name", ["campo-bello", "meerkats", "barragoon"])
def test_a_position_becomes_a_picture(name):
    game = find(name)
    wide, high = size(picture(game, game.start(), width=120))
    assert wide == 120 and 100 < high < 160


def test_themes_and_positions_differ_and_auto_is_light():
    state = GAME.start()
    light, dark = (picture(GAME, state, theme=theme, width=80) for theme in ("light", "dark"))
    marked = picture(GAME, state, width=80, last=[3])
    assert len({light, dark, marked}) == 3
    assert picture(GAME, state, theme="auto", width=80) == light


def test_widths_are_bounded():
    drawn = picture(GAME, GAME.start(), theme="plain", width=1)
    assert size(drawn)[0] == SMALLEST
    assert size(picture(GAME, GAME.start(), theme="plain", width=10**9))[0] == WIDEST


def test_the_same_picture_is_drawn_once_and_few_are_kept():
    pictures._rendered.cache_clear()
    for _ in range(3):
        picture(GAME, GAME.start(), theme="plain", width=70)
    assert pictures._rendered.cache_info().misses == 1
    assert pictures._rendered.cache_info().maxsize == KEPT
