"""Games played in a real browser: by click, by keyboard alone, by two people, and across a restart of the server."""

from __future__ import annotations

from math import nan

import pytest
from browser.hands import begin, click, key, over, play, turns
from web_site import running

import postgres
from nets import written
from tabuleiro.core.registry import names

pytestmark = pytest.mark.machine

WHOLE_BY_CLICK, WHOLE_BY_KEYS = ("momentum", "campo-bello"), ("momentum",)
OTHERS = [name for name in names() if name not in WHOLE_BY_CLICK]


def result(page):
    """How the game ended, as the page tells."""
    assert over(page)
    return page.locator("#prompt").inner_text()


@pytest.mark.parametrize("game", WHOLE_BY_CLICK)
def test_whole_game_by_click(site, reader, game):
    page = reader()
    begin(page, site.url, game)
    play(page)
    assert "turns." in result(page) and page.locator("#turns button").count() == turns(page)


@pytest.mark.parametrize("game", WHOLE_BY_KEYS)
def test_whole_game_by_keyboard_alone(site, reader, game):
    page = reader()
    begin(page, site.url, game)
    play(page, key)
    assert "turns." in result(page)


@pytest.mark.parametrize("game", OTHERS)
def test_many_turns_of_the_others(site, reader, game):
    page = reader()
    begin(page, site.url, game)
    play(page, most=20)
    assert over(page) or turns(page) >= 20


def invite(ana, rui, url, game, name="Rui"):
    """Ana makes a game, and sends Rui the link."""
    begin(ana, url, game, mode="friend")
    link = ana.locator("#prompt .invite input").first.input_value()
    rui.goto(link)
    rui.fill("#name", name)
    rui.click("button.main")
    rui.wait_for_selector("body[data-v]")


def by_turns(*pages, most, hand=click):
    """Everybody plays when it is their turn."""
    while not any(map(over, pages)) and turns(pages[0]) < most:
        for page in pages:
            if page.evaluate("document.body.dataset.due") == "yes":
                before = turns(page)
                play(page, hand, most=1, seed=before)
        pages[0].wait_for_timeout(20)


def test_two_people_play_on_after_the_server_was_restarted(database, reader):
    ana, rui = reader(), reader()
    with running(database) as site:
        port = int(site.url.rpartition(":")[2])
        invite(ana, rui, site.url, "momentum")
        by_turns(ana, rui, most=4)
        before = ana.evaluate("window.page.view.turns.slice(0, 4)")
    ana.wait_for_selector("#net:not([hidden])")
    with running(database, port=port):
        for page in (ana, rui):
            page.wait_for_selector("#net", state="hidden", timeout=30_000)
        by_turns(ana, rui, most=8)
        assert ana.evaluate("window.page.view.turns.slice(0, 4)") == before
        assert turns(ana) >= 8 or over(ana)


# ── The whole sets ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("game", OTHERS)
def test_other_whole_games_by_click(site, reader, game):
    page = reader()
    begin(page, site.url, game)
    play(page)
    assert "turns." in result(page)


@pytest.mark.slow
@pytest.mark.parametrize("game", [name for name in names() if name not in WHOLE_BY_KEYS])
def test_other_whole_games_by_keyboard_alone(site, reader, game):
    page = reader()
    begin(page, site.url, game)
    play(page, key)
    assert "turns." in result(page)


@pytest.mark.slow
def test_whole_game_by_click_on_postgresql(reader):
    with postgres.server() as address, running(postgres.fresh(address, "site")) as site:
        page = reader()
        begin(page, site.url, "eximo")
        play(page)
        assert "turns." in result(page) and page.locator("#turns button").count() == turns(page)


@pytest.mark.slow
def test_spectator_sees_every_turn_and_the_end(site, reader):
    ana, rui, eva = reader(), reader(), reader()
    invite(ana, rui, site.url, "momentum")
    eva.goto(ana.url)
    eva.wait_for_selector("body[data-v]")
    ana.wait_for_function("() => document.getElementById('watchers').textContent.startsWith('1')")
    by_turns(ana, rui, most=1000)
    eva.wait_for_function("() => document.body.dataset.due === 'over'")
    assert turns(eva) == turns(ana) and eva.evaluate("window.page.seat") is None


@pytest.mark.slow
def test_three_people_at_meerkats_know_their_own_colour_alone(site, reader):
    pages = [reader() for _ in range(3)]
    ana = pages[0]
    ana.goto(f"{site.url}/new/meerkats?mode=friend&option.players=3")
    ana.click("button.main")
    ana.wait_for_selector("body[data-v]")
    links = [field.input_value() for field in ana.locator("#prompt .invite input").all()]
    for page, link in zip(pages[1:], links, strict=True):
        page.goto(link)
        page.click("button.main")
        page.wait_for_selector("body[data-v]")
    by_turns(*pages, most=9)
    for page in pages:
        own = page.evaluate("window.page.view.status.find(([name]) => name === 'colour')[1]")
        assert sum(colour != "?" for colour in own) == 1
        told = page.locator("#secret-words").inner_text()
        assert told.startswith(f"colour {next(one for one in own if one != '?')}, ")
    by_turns(*pages, most=1000)
    for page in pages:
        page.wait_for_function("() => document.body.dataset.due === 'over'")
        shown = page.evaluate("window.page.view.status.find(([name]) => name === 'colour')[1]")
        assert "?" not in shown and "turns." in result(page)


@pytest.mark.slow
def test_reload_in_the_middle_of_a_turn_loses_nothing(site, reader):
    page = reader()
    begin(page, site.url, "meerkats")
    play(page, until=lambda page: page.evaluate("window.page.view.so_far !== '' && window.page.due"))
    before = page.evaluate("window.page.view.so_far")
    page.reload()
    page.wait_for_selector("body[data-v]")
    assert page.evaluate("window.page.view.so_far") == before
    page.get_by_role("button", name="Begin the turn again").click()
    page.wait_for_function("() => window.page.view.so_far === ''")


@pytest.mark.slow
def test_who_wants_to_be_asked_is_asked_once_a_turn(site, reader):
    page = reader()
    begin(page, site.url, "meerkats")
    page.evaluate("localStorage.setItem('tabuleiro.confirm', 'on')")
    ask = page.get_by_role("button", name="Play it")
    for number in (1, 2):
        play(page, until=lambda _: ask.is_visible())
        assert turns(page) == 2 * (number - 1)
        assert (page.evaluate("window.page.view.so_far") != "") == (number > 1)  # the drop was played unasked
        ask.click()
        page.wait_for_function("(least) => window.page.view.turns.length >= least", arg=2 * number)


@pytest.mark.slow
def test_phone_with_touch(site, reader):
    page = reader(390, 844, has_touch=True, is_mobile=True)
    begin(page, site.url, "barragoon")
    play(page, tap, most=6)
    assert turns(page) >= 6
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def tap(page, kind, what):
    if kind == "cell":
        page.locator(f'.over .cell[data-cell="{what}"]').tap()
    else:
        page.locator(f'#prompt [data-key="{what}"]').tap()


@pytest.mark.slow
def test_pieces_are_dragged(site, reader):
    page = reader()
    begin(page, site.url, "eximo")
    path = page.evaluate("window.page.steps[0].paths[0]")
    places = [page.locator(f'.over .cell[data-cell="{cell}"]').bounding_box() for cell in path]
    (x, y), (to_x, to_y) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in places)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 2, y)
    assert page.locator(".held").count() == 0
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    assert page.locator(".held").count() == 1
    page.mouse.move(to_x, to_y)
    page.mouse.up()
    page.wait_for_function("() => window.page.view.turns.length >= 1")


def test_three_wins_in_a_row_earn_the_next_level(site, reader):
    page = reader()
    begin(page, site.url, "momentum", level="level:2")
    won = """async (games) => {
      const name = performance.getEntriesByType('resource').map((one) => one.name).find((one) => one.endsWith('streak.js'));
      const { earned } = await import(name);
      return games.map(([id, won]) => earned(window.page.boot.streak, id, won));
    }"""
    games = [["a", True], ["a", True], ["b", True], ["c", True], ["d", False], ["e", True], ["f", True]]
    assert page.evaluate(won, games) == [False, False, False, True, False, False, False]
    assert page.locator("#prompt a[href*=level]").count() == 0
    page.evaluate("""() => {
      window.page.view.outcome = { scores: [1, 0], points: [], winners: [0], reason: 'so', key: '' };
      window.page.render();
    }""")
    link = page.locator("#prompt a[href*=level]")
    assert link.inner_text() == "3 wins in a row. Try level 3?"
    link.click()
    page.wait_for_selector("#setup")
    assert page.locator("input[name=level]:checked").input_value() == "level:3"
    assert page.locator("input[name=mode]:checked").input_value() == "computer"


@pytest.mark.parametrize("mode", ["watch", "here"])
def test_no_level_is_offered_where_no_one_plays_against_one(site, reader, mode):
    page = reader()
    begin(page, site.url, "momentum", mode=mode)
    assert page.evaluate("window.page.boot.streak") is None


@pytest.mark.slow
def test_whole_game_against_a_trained_net_and_one_that_gives_no_numbers(database, tmp_path, reader):
    """An operator names them; who sits at the page reads why the second has lost."""
    nets = {"student": written(tmp_path / "a.onnx", "momentum", range(99))}
    nets["mad"] = written(tmp_path / "b.onnx", "momentum", [nan] * 99)
    with running(database, agents=nets) as site:
        for name in nets:
            page = reader()
            page.goto(f"{site.url}/new/momentum")
            page.locator("summary", has_text="Who sits where").click()
            page.select_option("select[name='seat.0']", "human")
            page.select_option("select[name='seat.1']", name)
            page.click("button.main")
            page.wait_for_selector("body[data-v]")
            play(page)
            told = result(page)
            assert ("could not go on" in told) == (name == "mad"), told
            assert name == "student" or "mad gave nan for a legal step" in told
            assert name == "mad" or turns(page) > 8
