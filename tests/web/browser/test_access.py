"""What a page must be besides pretty: open to everybody, small, calm, and at home nowhere but on its server."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from browser.hands import begin, key, play, turns
from browser.test_play import by_turns, invite

from tabuleiro.core.registry import names
from tabuleiro.web.assets import FOLDER

pytestmark = pytest.mark.machine

FIRST_LOAD = 60_000  # bytes, compressed, without the picture of the board
TARGET = 44  # pixels
PAGES = ["/", "/about", "/nowhere", "/tag/club", *(f"/{kind}/{name}" for name in names() for kind in ("rules", "new"))]


def faults(page, axe):
    """What axe finds serious."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        (one["id"], [node["html"][:160] for node in one["nodes"]][:3])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def test_scripts_keep_their_types(tsc):
    scripts = [str(path) for path in sorted(Path(FOLDER).glob("*.js"))]
    options = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2023", "--module", "esnext"]
    more = ["--moduleResolution", "bundler", "--lib", "es2023,dom,dom.iterable"]
    done = subprocess.run([tsc, *options, *more, *scripts], capture_output=True, text=True, check=False)
    assert done.stdout == ""


def test_game_page_has_no_fault_loads_little_and_asks_nobody_else(site, reader, axe):
    page = reader(bypass_csp=True)  # axe injects itself
    loaded = []
    page.on("response", lambda response: loaded.append(response))  # noqa: PLW0108 - playwright takes no builtin
    begin(page, site.url, "barragoon")
    game = [one for one in loaded if "/game/" in one.url or "/static/" in one.url]
    board = page.evaluate("document.querySelector('#board svg').outerHTML.length")
    sizes = {one.url: one.request.sizes()["responseBodySize"] for one in game}
    assert sum(sizes.values()) <= FIRST_LOAD, (sizes, board)
    assert all(url.startswith((site.url, site.url.replace("http", "ws"))) for url in page.requests)
    assert faults(page, axe) == []


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious_on_any_page(site, reader, axe, path, dark):
    page = reader(color_scheme="dark" if dark else "light", bypass_csp=True)  # axe injects itself
    page.goto(site.url + path)
    assert faults(page, axe) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_serious_in_any_state_of_a_game(site, reader, axe, game, dark):
    page = reader(color_scheme="dark" if dark else "light", bypass_csp=True)  # axe injects itself
    begin(page, site.url, game)
    assert faults(page, axe) == []
    play(page, most=3)
    page.wait_for_function("() => document.body.dataset.due === 'yes'")
    page.locator(".over .cell[data-target]").first.click()
    assert faults(page, axe) == []
    page.keyboard.press("Escape")
    page.evaluate("window.page.look(1)")
    assert faults(page, axe) == []
    page.evaluate("window.page.look(null)")
    page.locator("[data-act=Resign], [data-act=Abort]").click()
    assert faults(page, axe) == []
    page.get_by_role("button", name="Yes").click()
    page.wait_for_function("() => document.body.dataset.due === 'over'")
    assert faults(page, axe) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_serious_where_people_meet(site, reader, axe, dark, width):
    def open_one():
        return reader(width, 844, color_scheme="dark" if dark else "light", bypass_csp=True)

    found = {}

    def look(page, where):
        page.wait_for_timeout(300)  # until what fades in or out has done so
        if wrong := faults(page, axe):
            found[where] = wrong

    ana, rui, eva = open_one(), open_one(), open_one()
    ana.goto(f"{site.url}/new/momentum?mode=friend&clock=300%2B3&tag=club&public=on")
    ana.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    look(ana, "form")
    ana.click("#setup .main")
    ana.wait_for_selector("body[data-v]")
    look(ana, "waiting for a friend")
    link = ana.locator("#prompt .invite input").first.input_value()
    rui.goto(link)
    look(rui, "invitation")
    rui.click("button.main")
    rui.wait_for_selector("body[data-v]")
    look(rui, "the other's turn")
    eva.goto(link)
    look(eva, "taken invitation")
    eva.goto(ana.url)
    eva.wait_for_selector("body[data-v]")
    look(eva, "spectator")
    by_turns(ana, rui, most=4)
    ana.locator("[data-act=Draw]").click()
    rui.get_by_role("button", name="Accept").wait_for()
    look(ana, "offer of one's own")
    look(rui, "offer")
    rui.evaluate("window.page.line.socket.close(); window.page.up = false; window.page.panel.connection()")
    look(rui, "connection lost")
    rui.evaluate("window.page.refusal = 'no'; window.page.render()")
    look(rui, "refused")
    rui.click(".menu summary")
    look(rui, "menu")
    eva.goto(f"{site.url}/tag/club")
    look(eva, "tag")
    eva.goto(site.url)
    look(eva, "home with games")
    ana.goto(f"{ana.url}/seat")
    look(ana, "seat")
    eva.goto(ana.locator(".invite input").input_value())
    look(eva, "seat brought here")
    ana.goto(f"{site.url}/new/eximo?count=2")
    ana.click("#setup .main")
    look(ana, "many games")
    ana.goto(f"{site.url}/new/meerkats?mode=here&option.players=3")
    ana.click("#setup .main")
    ana.wait_for_selector("#sit")
    look(ana, "hand-over")
    ana.click("#sit")
    ana.wait_for_selector("#main:visible")
    look(ana, "shared screen")
    assert found == {}


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 900, 390])
def test_controls_are_large_enough_and_reached_by_keyboard(site, reader, width):
    page = reader(width, 844)
    begin(page, site.url, "momentum")
    small = page.evaluate(
        """(least) => [...document.querySelectorAll('main button, main a[href], main input, summary')]
          .filter((one) => !one.closest('#turns, .faces, p') && one.checkVisibility())
          .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect().width, one.getBoundingClientRect().height])
          .filter(([, width, height]) => height < least || width < least)""",
        TARGET,
    )
    assert small == []
    wanted = page.evaluate(
        """() => [...document.querySelectorAll('button, a[href], input, summary')].filter((one) => one.checkVisibility() && !one.closest('details:not([open]) > :not(summary)') && !one.closest('[inert]')).length"""
    )
    seen = set()
    for _ in range(wanted + 20):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)"))
    assert len(seen) >= wanted


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_pages_fit_at_twice_the_size(site, reader, path):
    page = reader(640, 400, device_scale_factor=2)  # what a window of 1280 by 800 leaves at 200 %
    page.goto(site.url + path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


@pytest.mark.slow
def test_game_can_be_played_at_twice_the_size(site, reader):
    page = reader(640, 400, device_scale_factor=2)
    begin(page, site.url, "momentum")
    play(page, most=4)
    assert turns(page) >= 4 and page.evaluate("document.documentElement.scrollWidth") <= 640


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize(("width", "height"), [(640, 400), (844, 390), (512, 384), (390, 844), (320, 480)])
def test_board_is_the_largest_thing_on_small_and_on_enlarged_screens(site, reader, game, width, height):
    page = reader(width, height, locale="pt-PT")
    begin(page, site.url, game)
    board = page.locator("#board").bounding_box()
    assert max(board["width"], board["height"]) >= 0.6 * min(width, height)
    assert board["width"] <= width + 12 and page.evaluate("document.documentElement.scrollWidth") <= width
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.locator(".faces.few button, .prompt .btn, .seat .of, .bar.act .icon").evaluate_all(cut) == []


@pytest.mark.slow
def test_steps_are_animated_one_after_the_other(site, reader):
    page = reader()
    begin(page, site.url, "barragoon")
    seen = page.evaluate(
        """async () => { const board = window.page.board, cells = board.shown, moved = cells.slice();
          const from = cells.findIndex((piece) => piece), to = cells.findIndex((piece) => !piece);
          moved[to] = cells[from]; moved[from] = 0;
          let last = performance.now(), going = true; const frames = [], order = [], act = board.act.bind(board);
          const look = (now) => { frames.push(now - last); last = now; if (going) requestAnimationFrame(look); }; requestAnimationFrame(look);
          board.act = async (stage, ...rest) => {
            const done = act(stage, ...rest);
            order.push(['begins', ...stage.slides, board.layer.getAnimations({ subtree: true }).filter((one) => one.playState === 'running').length]);
            await done;
            order.push(['ends']);
          };
          await board.play([...Array(3)].flatMap(() => [{ cells: moved, path: [from, to] }, { cells, path: [to, from] }]));
          going = false;
          return { frames, order, from, to, shown: board.shown.join() === cells.join() }; }"""
    )
    print(f"worst animation frame {max(seen['frames']):.0f} ms of {len(seen['frames'])}")  # the machine decides that
    there, back = [seen["from"], seen["to"]], [seen["to"], seen["from"]]
    assert seen["order"] == [["begins", there, 1], ["ends"], ["begins", back, 1], ["ends"]] * 3
    assert seen["shown"]


@pytest.mark.slow
def test_two_readers_of_one_game_read_two_languages(site, reader):
    ana, rui = reader(locale="en-GB"), reader(locale="pt-PT")
    invite(ana, rui, site.url, "momentum")
    assert "Your turn" in ana.locator("#prompt").inner_text()
    play(ana, most=1)
    rui.wait_for_function("() => document.body.dataset.due === 'yes'")
    assert "tua vez" in rui.locator("#prompt").inner_text()
    rui.locator("[data-act=Desistir], [data-act=Anular]").click()
    rui.get_by_role("button", name="Sim").click()
    for page in (ana, rui):
        page.wait_for_function("() => document.body.dataset.due === 'over'")
    reasons = [page.evaluate("window.page.view.outcome.reason") for page in (ana, rui)]
    assert reasons[0] != reasons[1] and "The game is over" in ana.locator("#prompt").inner_text()
    for page, reason in zip((ana, rui), reasons, strict=True):
        assert reason.lower() in page.locator("#prompt").inner_text().lower()  # the page begins it with a capital


@pytest.mark.slow
@pytest.mark.parametrize("width", [1024, 390])
def test_note_is_reached_on_narrow_screens(site, reader, width):
    page = reader(width, 844)
    begin(page, site.url, "meerkats")
    page.click(".menu summary")
    for place in ("Rules of Meerkats", "Play on another device", "Record"):
        assert page.locator(".menu").get_by_role("link", name=place).is_visible()
    page.get_by_role("link", name="About this game").click()
    assert page.locator(".menu[open]").count() == 0
    for part in ("#secret-words", "#turn", ".note a[href='/rules/meerkats']"):
        page.locator(part).scroll_into_view_if_needed()
        assert page.locator(part).is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_keys_tell_what_eyes_would_see(site, reader):
    page = reader()
    begin(page, site.url, "eximo")
    key(page, "cell", page.evaluate("window.page.steps[0].paths[0][0]"))
    told = {}
    for letter in "rcbpdst?":
        page.keyboard.press(letter)
        told[letter] = page.locator("#said").inner_text()
    assert all(told.values()) and len(set(told.values())) == len(told)
    assert "white man" in told["p"] and "possible" in told["t"]


@pytest.mark.slow
def test_hand_over_covers_what_the_other_knows(site, reader):
    page = reader()
    begin(page, site.url, "meerkats", mode="here")
    assert page.locator("#main").is_hidden()
    page.click("#sit")
    page.wait_for_selector("#main:visible")
    assert page.locator("#secret-words").inner_text()
    play(page, until=lambda page: page.locator("#covered").is_visible())
    assert page.locator("#secret-words").is_hidden()
    page.click("#sit")
    page.wait_for_selector("#main:visible")


@pytest.mark.slow
def test_who_waits_for_a_friend_is_not_told_to_play(site, reader):
    page, friend = reader(), reader(390, 844)
    begin(page, site.url, "momentum", mode="friend")
    assert "your turn" not in page.locator(".panel").inner_text().lower() and "Your turn" not in page.title()
    friend.goto(page.locator("#prompt .invite input").first.input_value())
    assert page.locator("#prompt .invite svg").is_visible()
    button = friend.locator("button.main").bounding_box()
    assert button["y"] + button["height"] <= 844  # in reach without scrolling
    friend.click("button.main")
    page.wait_for_function("() => document.querySelector('#turns').innerText.includes('your turn')")


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["computer", "friend"])
def test_board_and_all_that_is_pressed_fill_the_screen_of_a_phone(site, reader, mode):
    page = reader(390, 844)
    begin(page, site.url, "momentum", mode=mode)
    bar, note = page.locator("#acts").bounding_box(), page.locator("#note").bounding_box()
    assert bar["y"] + bar["height"] == 844 and note["y"] >= 844
    if mode == "friend":
        code = page.locator("#prompt .invite svg").bounding_box()
        assert code["y"] + code["height"] <= bar["y"]


@pytest.mark.slow
def test_what_another_has_to_do_does_not_read_like_an_order(site, reader):
    ana, rui = reader(), reader()
    invite(ana, rui, site.url, "barragoon")
    for page, turn in ((ana, "d2-d5"), (rui, "d8xd5")):  # Ana, who has lost a tile, places a barragoon within his turn
        page.wait_for_function("() => document.body.dataset.due === 'yes'")
        page.fill("#turn", turn)
        page.keyboard.press("Enter")
    ana.wait_for_function("() => document.querySelector('#prompt').innerText.includes('lace a barragoon')")
    rui.wait_for_function("() => document.body.dataset.due === 'no' && window.page.view.prompt")
    assert "to play: place a barragoon" in rui.locator("#prompt").inner_text()


@pytest.mark.slow
def test_signs_are_offered_as_they_will_stand(site, reader):
    """White sits at the side that is turned round: an arrow that is chosen up must not come to stand down."""
    ana, rui = reader(), reader()
    invite(ana, rui, site.url, "barragoon")
    for page, turn in ((ana, "d2-d5"), (rui, "d8xd5")):
        page.wait_for_function("() => document.body.dataset.due === 'yes'")
        page.fill("#turn", turn)
        page.keyboard.press("Enter")
    ana.wait_for_selector("#prompt .faces")
    shown = "(button) => button.querySelector('use').getAttribute('href').slice(1)"
    up = ana.get_by_role("button", name="one way to the top")
    assert ana.evaluate("window.page.board.flipped") and up.evaluate(shown) == ana.evaluate(
        "window.page.board.twins[8]"
    )
    assert up.evaluate(shown) != "p8"
    ana.evaluate("window.page.flip()")
    assert up.evaluate(shown) == "p8"


@pytest.mark.slow
def test_what_no_cell_shows_is_a_button_with_a_picture(site, reader):
    ana, rui = reader(), reader()
    invite(ana, rui, site.url, "momentum")
    ana.fill("#turn", "4,4")
    ana.keyboard.press("Enter")
    swap = rui.get_by_role("button", name="swap")
    swap.wait_for()
    assert swap.locator("svg.i").is_visible() and rui.evaluate("window.page.boot.stops") == []
    swap.click()
    ana.wait_for_function("() => window.page.view.turns.join() === '4,4,swap'")


@pytest.mark.slow
def test_few_pieces_to_choose_from_stand_in_one_row(site, reader):
    page = reader(1024, 768)
    begin(page, site.url, "meerkats")
    tops = page.locator(".faces.few button").evaluate_all("(all) => all.map((one) => one.offsetTop)")
    assert len(tops) == 4 and len(set(tops)) == 1
    assert page.locator(".faces.few button").evaluate_all(
        "(all) => all.every((one) => one.scrollWidth <= one.clientWidth)"
    )


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (390, 844)])
def test_game_is_started_without_scrolling_and_nothing_hides_behind_the_button(site, reader, width, height):
    page = reader(width, height)
    page.goto(f"{site.url}/new/meerkats")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    for field in ("input[name=level]", "#seconds", "#o-players", "#count"):
        page.locator(field).first.focus()
        page.wait_for_timeout(50)
        button, seen = page.locator("#setup .main").bounding_box(), page.locator(field).first.bounding_box()
        assert button["y"] + button["height"] <= height
        assert seen["y"] + seen["height"] <= button["y"]


@pytest.mark.slow
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_rules_lead_to_the_rules_of_other_games(site, reader, width):
    page = reader(width, 844)
    page.goto(f"{site.url}/rules/eximo")
    page.locator("#main nav").get_by_role("link", name="Momentum").click()
    assert page.locator("h1").inner_text() == "Momentum"


@pytest.mark.slow
def test_page_of_a_game_says_who_has_come_and_lets_only_players_type(site, reader):
    ana, rui, eva = reader(), reader(), reader()
    invite(ana, rui, site.url, "momentum")
    ana.wait_for_function("() => document.title.endsWith('Momentum: You and Rui')")
    assert ana.locator("#people").inner_text() == "You and Rui"
    eva.goto(ana.url)
    eva.wait_for_selector("body[data-v]")
    assert ana.locator("#turn").is_visible() and eva.locator("#turn").is_hidden()
    assert ana.locator("#turn").bounding_box()["width"] >= 100


@pytest.mark.slow
def test_whole_turn_at_once_is_shown_step_by_step(site, reader):
    ana, rui = reader(), reader()
    invite(ana, rui, site.url, "meerkats")
    ana.evaluate(
        """() => { const board = window.page.board, act = board.act.bind(board); window.acted = [];
          board.act = (stage, ...rest) => { window.acted.push([stage.come.length, stage.slides.length]); return act(stage, ...rest); }; }"""
    )
    for page, turn in ((ana, "R1.1"), (rui, "G9.5/1.1-1.2")):
        page.wait_for_function("() => document.body.dataset.due === 'yes'")
        page.fill("#turn", turn)
        page.keyboard.press("Enter")
    ana.wait_for_function("() => window.acted.length === 3")
    assert ana.evaluate("window.acted") == [[1, 0], [1, 0], [0, 1]]  # her drop; his drop, then his slide


@pytest.mark.slow
def test_what_one_plays_for_and_the_last_turn_are_told_in_words(site, reader):
    page = reader()
    begin(page, site.url, "momentum")
    assert "push the far end" in page.locator("#prompt").inner_text()
    play(page, most=3)
    page.wait_for_function("() => document.body.dataset.due === 'yes' && window.page.view.turns.length % 2 === 0")
    assert "Level 1: red marble on" in page.locator("#prompt .last").inner_text()
    play(page)
    assert "Points: You (" in page.locator("#prompt").inner_text()
