"""Pages: every one is there, in the reader's language and no other, and does what its form says."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from threading import Event

import pytest

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient

from tabuleiro.ai.agents import known
from tabuleiro.core.errors import AgentFailed
from tabuleiro.core.option import options
from tabuleiro.core.registry import find, names
from tabuleiro.core.words import Language
from tabuleiro.draw.prose import chapters
from tabuleiro.home import languages
from tabuleiro.play.lineup import BEGINNERS
from tabuleiro.play.session import CALLED_OFF
from tabuleiro.store.store import Store
from tabuleiro.web.app import create_app
from tabuleiro.web.assets import FOLDER, address, assets
from tabuleiro.web.hub import Hub
from tabuleiro.web.making import rematch
from tabuleiro.web.prose import blocks
from tabuleiro.web.script_words import script_words
from tabuleiro.web.settings import Settings
from tabuleiro.web.thinkers import Thinkers

HERE = {"origin": "http://testserver"}
SPOKEN = ("aria-label", "alt", "title", "placeholder")  # attributes that people read or hear
UNSAID = {"club", "Tabuleiro", "English", "Português"}  # the same in every language; a tag is what somebody typed
WORD = re.compile(r"[^\W\d_]{2,}")


@pytest.fixture
def site(tmp_path):
    database = f"sqlite:///{tmp_path}/games.db"
    settings = Settings(database=database, url="http://testserver")
    hub = Hub(Store(database), Thinkers(1, warm=False), settings)
    with TestClient(create_app(settings, hub), base_url="http://testserver", headers=HERE) as client:
        yield client


def start(site, name, /, **form):
    """The address of a new game, made by the form as a browser sends it."""
    answer = site.post(f"/new/{name}", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


class Texts(HTMLParser):
    """What people read of a page."""

    def __init__(self, page):
        super().__init__()
        self.found, self.links, self.inside = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag in ("script", "style"):
            self.inside.append(tag)
        named = dict(attributes)
        self.found += [named[name] for name in SPOKEN if named.get(name)]
        self.links += [named[name] for name in ("src", "href", "action", "formaction") if named.get(name)]
        assert "style" not in named, "the policy of the site lets no style stand in a page"
        assert not any(name.startswith("on") for name in named)

    def handle_endtag(self, tag):
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data):
        if not self.inside:
            self.found.append(data)


PAGES = ["/", "/about", "/nowhere", "/tag/club", *(f"/{kind}/{name}" for name in names() for kind in ("rules", "new"))]


@pytest.fixture
def pseudo(monkeypatch):
    """A language in which everything said stands in brackets."""
    voice = Language(
        "en", lambda text: text and f"⟦{text}⟧", lambda one, many, count: f"⟦{one if count == 1 else many}⟧"
    )
    monkeypatch.setattr(languages, "_language", lambda _: voice)
    languages._known.cache_clear()
    yield
    languages._known.cache_clear()


def unsaid(page, *texts):
    """The words of *page* that nobody can translate."""
    text = " ".join(Texts(page).found)  # a paragraph may have become several elements
    while text != (text := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)):
        pass
    return set(WORD.findall(text)) - UNSAID - {word for one in texts for word in WORD.findall(one)}


def table_words(game):
    """What is no language's: titles, and the letters of notation."""
    spellings = [value for item in options(game) for value in item.values]
    return [game.title, *(piece.symbol for piece in game.pieces), *game.board.names, *spellings, *known(game)]


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("path", PAGES)
def test_every_page_says_all_its_words(site, path):
    texts = [text for name in names() for text in table_words(find(name))]
    assert unsaid(site.get(path).text, *texts) == set()


@pytest.mark.usefixtures("pseudo")
def test_pages_of_a_game_say_all_their_words(site):
    path = start(site, "barragoon", mode="friend", name="Ana")
    texts = [*table_words(find("barragoon")), "Ana"]
    page = site.get(path).text
    code = re.search(r"/join/([\w-]+)", page)[1]
    for address_ in (path, f"{path}/seat", f"/join/{code}"):
        assert unsaid(site.get(address_).text, *texts) == set()


def test_scripts_say_only_words_that_the_page_brings():
    said = set()
    for path in Path(FOLDER).glob("*.js"):
        text = path.read_text(encoding="utf-8")
        said |= {one or other for one, other in re.findall(r"\bsay(?:Many)?\((?:'([^']+)'|\"([^\"]+)\")", text)}
    assert said == set(script_words())


def test_game_that_was_called_off_is_no_draw(site):
    path = start(site, "momentum", mode="computer", public="on")
    site.post(f"/api/v1{path.replace('game', 'games')}/abort")
    assert "A draw" not in site.get("/").text
    assert f"'{CALLED_OFF}'" in (Path(FOLDER) / "panel.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PAGES)
def test_no_page_leads_a_browser_elsewhere(site, path):
    for link in Texts(site.get(path).text).links:
        assert link.startswith(("/", "#")) and not link.startswith("//")
        if link.startswith(("/static/", "/board/")):
            assert site.get(link).status_code == 200


def test_first_game_against_the_computer_takes_one_press(site):
    path = start(site, "eximo", mode="computer", level="level:1")
    page = site.get(path).text
    assert 'id="boot"' in page and "level 1" in page


def test_form_is_checked_field_by_field(site):
    answer = site.post("/new/momentum", data={"option.size": "99", "clock": "other", "control": "soon", "count": "41"})
    assert answer.status_code == 422
    assert set(re.findall(r'id="wrong-([\w-]+)"', answer.text)) == {"option-size", "control", "count"}


def test_every_option_of_every_game_is_on_its_form(site):
    for name in names():
        page = site.get(f"/new/{name}").text
        fields = ["starter" if item.name in BEGINNERS else f"option.{item.name}" for item in options(find(name))]
        assert all(f'name="{field}"' in page for field in ["starter", *fields])


def test_options_seats_and_clock_of_the_form_reach_the_game(site):
    path = start(
        site,
        "meerkats",
        **{
            "mode": "here",
            "option.players": "3",
            "clock": "300+3",
            "seat.2": "level:1",
            "name.0": "Ana",
            "name.1": "Rui",
            "tag": "Club Night",
            "public": "on",
        },
    )
    told = site.get(f"/api/v1{path.replace('game', 'games')}").json()
    assert told["game"] == "meerkats:players=3"
    assert [seat["name"] for seat in told["table"]["seats"]] == ["Ana", "Rui", "level 1"]
    assert [seat["you"] for seat in told["table"]["seats"]] == [True, True, False]
    assert told["table"]["clocks"]["left"][1] == 300
    assert path in site.get("/tag/club-night").text and path in site.get("/").text


def test_thinking_time_of_the_form_is_kept_with_the_game_and_holds_for_the_next(site):
    hub = site.app.state.hub
    path = start(site, "eximo", mode="computer", level="level:1", seconds="0.5")
    live = hub.tables[path.rpartition("/")[2]]
    assert live.table.seconds == 0.5
    assert rematch(live).seconds == 0.5
    assert hub.store.load(live.id).game.seconds == 0.5
    for seconds in ("", "9999", "soon"):  # only what the form offers
        usual = start(site, "eximo", mode="computer", level="level:1", seconds=seconds)
        assert hub.tables[usual.rpartition("/")[2]].table.seconds is None
    assert "selected>at most 0.5 s a step" in site.get("/new/eximo?seconds=0.5").text


@pytest.mark.parametrize(("clock", "seconds"), [("", 0.5), ("other", 0.05)])
def test_thinking_time_reaches_the_program_unless_the_clock_allows_less(site, monkeypatch, clock, seconds):
    asked, done = [], Event()

    async def ask(*words):
        asked.append(words[-1])
        done.set()
        raise AgentFailed("enough")

    monkeypatch.setattr(site.app.state.hub.thinkers, "ask", ask)
    start(site, "eximo", mode="watch", level="level:1", seconds="0.5", clock=clock, control="1")
    assert done.wait(20)
    assert 0 < asked[0] <= seconds


def test_invitation_is_taken_by_a_press_and_by_nothing_else(site):
    path = start(site, "momentum", mode="friend", name="Ana")
    code = re.search(r"/join/([\w-]+)", site.get(path).text)[1]
    friend = TestClient(site.app, base_url="http://testserver", headers=HERE)
    for _ in range(3):
        assert "Ana invites you to Momentum" in friend.get(f"/join/{code}").text
    answer = friend.post(f"/join/{code}", data={"name": "Rui"}, follow_redirects=False)
    assert answer.headers["location"] == path
    assert "HttpOnly" in answer.headers["set-cookie"] and "SameSite=lax" in answer.headers["set-cookie"]
    again = friend.get(f"/join/{code}", follow_redirects=False)  # the same link leads back to the seat
    assert (again.status_code, again.headers["location"]) == (303, path)
    late = TestClient(site.app, base_url="http://testserver", headers=HERE)
    assert f'href="{path}">Watch the game' in late.get(f"/join/{code}").text and not late.cookies
    assert late.post(f"/join/{code}", data={"name": "Eva"}).status_code == 409
    assert "Rui" in site.get(path).text
    assert "Your turn" in site.get("/").text


def test_seat_moves_to_another_device_by_a_press(site):
    path = start(site, "momentum", mode="computer")
    link = re.search(r"/seat/[\w-]+", site.get(f"{path}/seat").text)[0]
    other = TestClient(site.app, base_url="http://testserver", headers=HERE)
    assert other.get(f"{path}/seat").status_code == 403
    assert other.get(link).status_code == 200 and not other.cookies
    assert other.post(link, follow_redirects=False).headers["location"] == path
    assert other.get(f"{path}/seat").status_code == 200


def test_finished_game_is_played_on_from_any_turn(site):
    path = start(site, "momentum", mode="here")
    game = path.rpartition("/")[2]
    for turn in ("4,4", "3,3", "2,2"):
        assert site.post(f"/api/v1/games/{game}/turns", json={"turn": turn}).status_code == 200
    going_on = site.post("/new/momentum", data={"from": game, "turn": "2"})
    assert going_on.status_code == 422 and "still going on" in going_on.text
    assert site.post(f"/api/v1/games/{game}/resign").status_code == 200
    assert f'value="{game}"' in site.get(f"/new/momentum?from={game}&turn=2").text
    again = start(site, "momentum", **{"from": game, "turn": "2", "mode": "here"})
    told = site.get(f"/api/v1{again.replace('game', 'games')}").json()
    assert told["position"].endswith(" 1 2") and told["turns"] == []


def test_class_gets_a_page_of_links(site):
    page = site.post("/new/eximo", data={"count": "3", "tag": "class 7", "public": "on"}).text
    assert len(set(re.findall(r"/join/[\w-]+", page))) == 6
    assert len(set(re.findall(r"/game/[\w-]+", site.get("/tag/class-7").text))) == 3


def test_lost_page_is_a_page_and_programs_get_json(site):
    assert site.get("/game/nowhere1").status_code == 404
    assert "Nobody at this table" in site.get("/game/nowhere1").text
    assert site.get("/api/v1/games/nowhere1").json()["error"]


def test_language_is_chosen_and_leads_nowhere_else(site):
    assert site.get("/", headers={"accept-language": "pt-PT"}).text.count('lang="pt"') > 1
    answer = site.get("/language/pt?to=//elsewhere.example", follow_redirects=False)
    assert answer.headers["location"] == "/"
    assert "Cinco jogos" in site.get("/").text


def test_files_are_kept_by_browsers_and_change_their_address_with_their_content(site):
    answer = site.get(address("site.css"))
    assert "immutable" in answer.headers["cache-control"] and answer.headers["content-encoding"] == "gzip"
    assert site.get("/static/x/pages.py").status_code == 404
    assert all(one.mark == assets()["site.css"].mark for one in assets().values())


def test_pictures_show_a_game_now_and_before(site):
    path = start(site, "momentum", mode="here")
    game = path.rpartition("/")[2]
    site.post(f"/api/v1/games/{game}/turns", json={"turn": "4,4"})
    now, before = (site.get(f"/picture/{game}.svg{query}").text for query in ("", "?turn=0"))
    assert now.startswith("<svg") and now != before
    assert site.get(f"/picture/{game}.png").content.startswith(b"\x89PNG")


def test_rules_become_paragraphs_lists_and_signs():
    told = {name: blocks(chapters(find(name))[0]) for name in names()}
    kinds = {name: [block.kind for block in found] for name, found in told.items()}
    assert "signs" in kinds["barragoon"] and "list" in kinds["eximo"]
    assert [number for block in told["barragoon"] for number in block.figures] == list(range(1, 11))
    heads = [block.head for block in told["barragoon"]]
    assert "A turn:" in heads
    said = "".join(f"{block.text}{block.rows}" for found in told.values() for block in found)
    assert "Fig. " not in said and said.count("Fig.") > 30  # no line ends between it and its number


def test_watching_leads_somewhere_when_nobody_plays(site):
    assert 'href="/#watch"' in site.get("/").text and 'id="watch"' in site.get("/").text


def test_lost_page_has_an_empty_board_and_two_ways_out(site):
    page = site.get("/nowhere").text
    assert {"/", "/rules"} <= set(Texts(page.partition("<main")[2]).links)
    board = site.get(re.search(r'/board/[^"]+', page)[0].replace("&amp;", "&")).text
    assert "<use" not in board.partition('class="pieces"')[2].partition("</g>")[0]


@pytest.mark.parametrize("name", ["eximo", "barragoon"])
def test_who_begins_is_drawn_by_lot(site, name):
    assert '<option value="lot">' in site.get(f"/new/{name}").text
    begun = set()
    while len(begun) < 2:  # a lot falls on both sides sooner or later
        path = start(site, name, mode="here", starter="lot", **{"name.0": "Ana", "name.1": "Rui"})
        found = site.get(f"/api/v1{path.replace('game', 'games')}").json()
        begun.add(found["table"]["seats"][found["player"]]["name"])
    assert begun == {"Ana", "Rui"}


def test_a_starter_who_does_not_play_is_told_beside_the_field(site):
    answer = site.post("/new/campo-bello", data={"option.players": "2", "starter": "r"})
    assert answer.status_code == 422 and 'id="wrong-option-first"' in answer.text
    assert start(site, "campo-bello", **{"option.players": "4", "starter": "r"})
