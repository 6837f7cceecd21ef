"""The JSON API as it is promised: statuses, answers, errors of one line, and what nobody may ask for."""

from __future__ import annotations

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from web_site import HUMAN, OPEN, agent, running

from tabuleiro.core.registry import names
from tabuleiro.play.view import View
from tabuleiro.web.client import Seat, SiteError
from tabuleiro.web.settings import Limits


def call(site, path, body=None, method=None, **headers):
    """The status and the JSON of an answer, whatever it is."""
    data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
    usual = {"Content-Type": "application/json"} if data is not None else {}
    request = Request(site.url + path, data, usual | headers, method=method)
    try:
        with urlopen(request, timeout=20) as answer:
            return answer.status, json.loads(answer.read()), answer.headers
    except HTTPError as error:
        return error.code, json.loads(error.read()), error.headers


def refused(work, *words, **more):
    with pytest.raises(SiteError) as error:
        work(*words, **more)
    assert "\n" not in str(error.value)
    return error.value.status


def test_a_game_is_made_joined_and_played(site):
    status, made, _ = call(site, "/api/v1/games", {"game": "momentum", "seats": [{**HUMAN, "name": "Ana"}, OPEN]})
    assert status == 201 and set(made) == {"id", "url", "seats"}
    assert made["url"] == f"{site.url}/game/{made['id']}"
    assert [seat["kind"] for seat in made["seats"]] == ["human", "open"]
    assert made["seats"][1]["token"] is None and "/join/" in made["seats"][1]["url"]
    ana = Seat(site.site, made["id"], 0, made["seats"][0]["token"])
    rui = site.site.sit(made["id"], "Rui", bot=False)
    assert rui.seat == 1 and [player["name"] for player in ana.data()["players"]] == ["Ana", "Rui"]
    assert refused(site.site.sit, made["id"], "Eva") == 409
    turn = {"turn": "4,4", "id": "a"}
    bearer = {"Authorization": f"Bearer {ana.token}"}
    assert call(site, f"/api/v1/games/{ana.id}/turns", turn, **bearer)[:2] == (200, {"version": 2})
    assert call(site, f"/api/v1/games/{ana.id}/turns", turn, **bearer)[:2] == (200, {"version": 2})
    assert refused(ana.play, "1,1") == 409
    illegal = {"turn": "9,9"}
    status, answer, _ = call(site, f"/api/v1/games/{ana.id}/turns", illegal, Authorization=f"Bearer {rui.token}")
    assert status == 422 and answer["error"].startswith("9,9 is not legal here; try ")
    assert isinstance(rui.view(), View) and rui.view().actions
    assert rui.data()["version"] == 2 and Seat(site.site, ana.id, 0, "").data()["seat"] is None


def test_an_invitation_is_taken_by_a_post_and_once(site):
    _, made, _ = call(site, "/api/v1/games", {"game": "eximo", "seats": [OPEN, OPEN]})
    code = made["seats"][1]["url"].rpartition("/")[2]
    for _ in range(100):
        assert call(site, f"/api/v1/invites/{code}")[0] == 405
    assert site.site.accept(code, "Rui").seat == 1
    assert refused(site.site.accept, code, "Eva") == 409
    assert refused(site.site.accept, "x" * 32, "Eva") == 404
    seats = Seat(site.site, made["id"], 0, "").data()["table"]["seats"]
    assert (seats[1]["name"], seats[1]["kind"], seats[1]["agent"]) == ("Rui", "agent", "bot")


def test_what_there_is(site):
    status, found, headers = call(site, "/api/v1/games")
    assert status == 200 and [game["name"] for game in found["games"]] == list(names())
    assert all(game["options"] and "level:8" in game["agents"] for game in found["games"])
    assert not any(
        spec.startswith(("engine", "mcts", "alphabeta")) for game in found["games"] for spec in game["agents"]
    )
    assert "default-src 'self'" in headers["Content-Security-Policy"] and headers["Referrer-Policy"] == "same-origin"
    site.site.create("eximo", [HUMAN, HUMAN], public=True, tag="Turma 7")
    site.site.create("eximo", [HUMAN, HUMAN], tag="Turma 7")
    (table,) = call(site, "/api/v1/games?tag=turma-7")[1]["tables"]
    assert table["game"] == "eximo" and table["turns"] == 0
    assert call(site, "/api/v1/openapi.json")[1]["paths"]["/api/v1/games/{id}/turns"]
    assert call(site, "/healthz")[1]["ok"]


REFUSED = [
    {"game": "x.py", "seats": [HUMAN, HUMAN]},
    {"game": "/etc/passwd", "seats": [HUMAN, HUMAN]},
    {"game": "momentum:size=99", "seats": [HUMAN, HUMAN]},
    {"game": "momentum", "seats": [HUMAN]},
    {"game": "momentum", "seats": [HUMAN] * 3},
    {"game": "momentum", "seats": [HUMAN, agent("engine:rm -rf /")]},
    {"game": "momentum", "seats": [HUMAN, agent("mcts:seconds=9999")]},
    {"game": "momentum", "seats": [HUMAN, agent("bot.py")]},
    {"game": "momentum", "seats": [HUMAN, agent("")]},
    {"game": "momentum", "seats": [HUMAN, {"kind": "bot"}]},
    {"game": "momentum", "seats": [HUMAN, HUMAN], "clock": "soon"},
    {"game": "momentum", "seats": [HUMAN, HUMAN], "tag": "a/b"},
    {"game": "momentum", "seats": [HUMAN, HUMAN], "start": "nowhere"},
    {"game": "momentum", "seats": [HUMAN, HUMAN], "count": 41},
    {"game": "momentum", "seats": [HUMAN, HUMAN], "more": 1},
    {"game": ["momentum"], "seats": {}},
    [],
]


def test_what_the_site_does_not_offer_is_refused_in_one_line(site):
    for wish in REFUSED:
        status, answer, _ = call(site, "/api/v1/games", wish)
        assert status == 422 and set(answer) == {"error"} and "\n" not in answer["error"], wish
    assert site.hub.store.count() == 0


def test_forty_games_at_once(site):
    wish = {"game": "eximo", "seats": [OPEN, OPEN], "count": 40, "tag": "club", "public": True}
    made = call(site, "/api/v1/games", wish)[1]["games"]
    assert len({game["id"] for game in made}) == 40
    assert len(call(site, "/api/v1/games?tag=club")[1]["tables"]) == 40


def test_records_as_text_and_json(site):
    ana, rui = site.site.create("momentum", [{**HUMAN, "name": "Ana"}, HUMAN])
    ana.play("4,4")
    rui.order("resign")
    text = site.text(f"/api/v1/games/{ana.id}/record")
    assert "4,4" in text and "Ana" in text and "resigned" in text
    lines = site.text(f"/api/v1/games/{ana.id}/record?format=json").splitlines()
    assert json.loads(lines[0])["game"] == "momentum"


def test_programs_listen_to_events(site):
    ana, rui = site.site.create("momentum", [HUMAN, HUMAN])
    messages = rui.messages()
    assert next(message for message in messages if message["type"] == "state")["v"] == 0
    ana.play("4,4")
    assert next(message for message in messages if message["type"] == "state")["view"]["turns"] == ["4,4"]


def test_strangers_are_kept_out(site):
    ana, rui = site.site.create("momentum", [HUMAN, HUMAN])
    assert refused(Seat(site.site, ana.id, 0, "").play, "4,4") == 403
    assert refused(Seat(site.site, ana.id, 0, "x" * 32).play, "4,4") == 401
    assert refused(Seat(site.site, "another-game", 0, ana.token).play, "4,4") == 404
    path, turn = f"/api/v1/games/{ana.id}/turns", {"turn": "4,4"}
    cookie = {"Cookie": f"seat_{ana.id}={ana.token}"}
    assert call(site, path, turn, Origin="http://evil.example", **cookie)[0] == 403
    assert call(site, path, turn, **{"Sec-Fetch-Site": "cross-site"}, **cookie)[0] == 403
    assert call(site, path, turn, Origin="null", **cookie)[0] == 403
    assert call(site, path, turn, Host="evil.example", **cookie)[0] == 400
    assert call(site, path, turn, Origin=site.url, **cookie)[0] == 200
    assert rui.data()["turns"] == ["4,4"]


def test_sizes_and_rates_are_limited(database):
    limits = Limits(burst=30, requests=0.001, games=3, body=2000)
    with running(database, limits=limits) as site:
        wish = {"game": "momentum", "seats": [HUMAN, HUMAN]}
        assert call(site, "/api/v1/games", wish | {"tag": "x" * 3000})[0] == 413
        assert [call(site, "/api/v1/games", wish)[0] for _ in range(4)] == [201, 201, 201, 429]
        assert 429 in [call(site, "/healthz")[0] for _ in range(31)]


def test_broken_json_and_lost_paths_are_answered(site):
    assert call(site, "/api/v1/games", b"{", **{"Content-Type": "application/json"})[0] == 422
    assert call(site, "/api/v1/games", b"\xff\xfe")[0] in (400, 422)
    assert call(site, "/api/v1/nothing")[0] == 404
    assert call(site, "/api/v1/games", method="DELETE")[0] == 405
    assert call(site, "/api/v1/games/%00/turns", {"turn": "a"})[0] == 404


def test_names_are_cut_and_made_harmless(site):
    ana, _ = site.site.create("momentum", [{**HUMAN, "name": "A\u202e\x1b[31m\n" + "x" * 100}, HUMAN])
    (name, _) = (seat["name"] for seat in ana.data()["table"]["seats"])
    assert len(name) <= 40 and name.isprintable()


def test_a_program_plays_a_whole_game_by_itself(site):
    watcher, _ = site.site.create("momentum", [agent("random"), agent("greedy")])
    for message in Seat(site.site, watcher.id, 0, "").messages():
        if message["type"] == "state" and message["view"]["outcome"]:
            break
    assert message["view"]["turns"] and message["table"]["seats"][1]["agent"] == "greedy"
