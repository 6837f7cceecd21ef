"""The report of a tournament: it stands alone, tells the games as they were, and looks like the site."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from hashlib import sha256
from importlib.resources import files
from random import Random

import pytest

from arena.test_tournament import played
from tabuleiro.arena.ratings import Rating
from tabuleiro.arena.report.frames import frames
from tabuleiro.arena.report.page import page
from tabuleiro.arena.report.plots import Scale, interval, intervals
from tabuleiro.arena.tournament import Tournament
from tabuleiro.play.record import read_record
from tabuleiro.play.replay import replay

GAMES = ("momentum", "barragoon", "eximo", "meerkats:players=3", "campo-bello:players=4")
MOST = 2000  # bytes that a game may add to a page


@pytest.fixture(scope="module", params=GAMES)
def standings(request, tmp_path_factory):
    agents = ("random", "greedy", "report:1")[: 2 + (":" in request.param)]
    tournament = Tournament(request.param, agents, games=4)
    return played(tournament, tmp_path_factory.mktemp("report") / "games.jsonl")[0]


def unpacked(text):
    found = re.search(r'id="packed">([^<]*)</script>', text)[1]
    return json.loads(zlib.decompress(b64decode(found), -15))


def test_the_page_asks_nobody_for_anything(standings):
    text = page(standings)
    assert re.findall(r"""(?:src|href|action|url)\s*[=(]\s*["']?(?!#)[^"'#\s)]""", text) == []
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) == {"http://www.w3.org/2000/svg"}
    assert " style=" not in text and not re.search(r"\son\w+=", text)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    for tag in ("style", "script"):
        inside = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)[1]
        assert f"'sha256-{b64encode(sha256(inside.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; ")


def test_the_options_of_the_game_are_told_and_every_interval(standings):
    text, (_, _, options) = page(standings), standings.tournament.game.partition(":")
    assert f'<p class="lead">{options}{" · " if options else ""}{len(standings.tournament.agents)} agents' in text
    assert [
        rating.interval for rating in standings.ratings if rating.interval and f"({rating.interval})" not in text
    ] == []


def test_every_game_is_there_as_it_was(standings):
    data = unpacked(page(standings))
    assert len(data["games"]) == standings.done == len(list(standings.games))
    for told, (match, game) in zip(data["games"], standings.games, strict=True):
        record, _ = read_record(game.record_text())
        session, trouble = replay(record, Random(0))
        assert trouble is None and told["turns"] == session.turns
        board = list(data["starts"][told["start"]])
        for changed in told["cells"]:
            for cell, piece in zip(changed[::2], changed[1::2], strict=True):
                assert board[cell] != piece
                board[cell] = piece
        assert bytes(board) == bytes(session.state.board)
        names = [standings.tournament.agents[agent] for agent in told["seats"]]
        assert names == [match.agents[side] for side in match.seating(game.number, standings.game.players)]
        assert sum(told["scores"]) == pytest.approx(1, abs=0.01) and told["why"] == game.reason


def test_a_game_adds_little_to_the_page(standings):
    packed = re.search(r'id="packed">([^<]*)</script>', page(standings))[1]
    assert len(packed) < MOST * standings.done


def test_a_game_that_somebody_changed_by_hand_has_no_turns(standings):
    _, game = next(standings.games)
    head, *rest = game.record
    changed = game.__class__(**vars(game) | {"record": ({**head, "game": "nothing"}, *rest)})
    assert frames(changed) == (b"", [])


def test_it_has_the_colours_of_the_site():
    tokens = [
        dict(re.findall(r"(--[a-z-]+): (light-dark\([^)]*\));", (files(package) / path).read_text(encoding="utf-8")))
        for package, path in (("tabuleiro.arena.report", "report.css"), ("tabuleiro.web", "static/site.css"))
    ]
    ours, site = tokens
    assert len(ours) >= 14 and ours.items() <= site.items()


# ── Drawings ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_scale_has_round_numbers_and_room_for_all():
    scale = Scale([-180, 0, 950])
    assert scale.ticks() == {0: False, 500: True, 1000: False}
    assert 0 < scale.at(-180) < scale.at(0) < scale.at(950) < 100


def test_what_nothing_bounds_has_an_arrow_at_the_edge():
    bounded, endless = Rating("a", 0.0, -50.0, 50.0, 4), Rating("b", 300.0, 100.0, float("inf"), 4)
    far = Rating("c", 100.0, -9000.0, 200.0, 4)
    scale = intervals([bounded, endless, far])
    assert scale.low > -1000
    assert [interval(rating, scale).count("arrow") for rating in (bounded, endless, far)] == [0, 1, 1]
    assert interval(endless, scale).count('class="end"') == 1
