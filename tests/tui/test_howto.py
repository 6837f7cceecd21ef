"""How to play: the rules as the command line tells them, with positions that show them."""

import pytest
from table_play import until

from tabuleiro.core.registry import find, names
from tabuleiro.core.select import select
from tabuleiro.table.examples import after, examples, thumbnail
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.screens.menu import MenuScreen


@pytest.mark.parametrize("name", names())
def test_a_game_without_figures_shows_what_chance_does(name):
    kind = type("Bare", (type(find(name)),), {})  # figures belong to the class that names them
    game = kind()
    found = examples(game)
    assert len(found) in (2, 3)
    start = after(game, 0).state
    assert found[0].pictures[0].targets == select(game, game.actions(start)).targets
    half = [example.pictures[0] for example in found if example.pictures[0].selected]
    assert len(half) == (name != "momentum")  # there every turn is one click
    assert all(picture.targets for picture in half)
    before, last = found[-1].pictures
    assert before.state.board != last.state.board
    assert last.last
    pictures = [picture for example in found for picture in example.pictures]
    assert all(game.write_position(game.view(picture.state, None)) for picture in pictures)


@pytest.mark.parametrize("name", names())
def test_a_thumbnail_has_pieces_and_no_secrets(name):
    game = find(name)
    state = thumbnail(game)
    assert any(state.board)
    assert state == game.view(state, None)


def test_a_game_that_ends_early_has_examples_too():
    game = type("Bare", (type(find("momentum")),), {})(marbles=2)
    session = after(game, 14)
    assert session.outcome is None
    assert len(examples(game)) == 2


@pytest.mark.parametrize("name", names())
def test_figures_stand_below_the_words_that_name_them(name, drive, shown, same_screen):
    app = TabuleiroApp(Request(seed=1))

    async def scene(pilot):
        app.show_rules(name)
        await pilot.pause()
        page = app.screen.query_one("#words")
        await until(pilot, lambda: page.max_scroll_y > 0)  # the scroll bar comes with the second layout
        await pilot.pause()
        same_screen(app, f"rules-{name}")
        seen = []
        while not seen or page.scroll_y < page.max_scroll_y:
            seen += shown(app)
            await pilot.press("space")
        words = "\n".join(seen + shown(app))
        last = len(examples(find(name)))
        assert all(f"Fig. {number}. " in words for number in range(1, last + 1))
        assert words.index("Fig. 1. ") < words.rindex(f"(Fig. {last - 1}")
        top = page.scroll_y
        await pilot.press("b")
        assert page.scroll_y < top
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)

    drive(app, scene)


def test_scroll_bars_are_plain_where_characters_are(drive, shown):
    for plain in (True, False):

        async def scene(pilot):
            pilot.app.show_rules("eximo")
            await pilot.pause()
            seen = []
            for _ in range(8):
                await pilot.press("down")
                seen += shown(pilot.app)
            return "".join(seen)

        assert drive(TabuleiroApp(Request(seed=1, ascii=plain)), scene, (60, 20)).isascii() is plain


def test_every_word_of_the_rules_can_be_reached(drive):
    app = TabuleiroApp(Request(seed=1))

    async def scene(pilot):
        app.show_rules("eximo")
        await pilot.pause()
        words = app.screen.query_one("#words")
        await pilot.press("end")
        assert words.scroll_y == words.max_scroll_y > 0

    drive(app, scene, (60, 20))
