"""Games of somebody else, served by ``tabuleiro serve --game FILE.py`` without another line: played, drawn, and silent."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from web_site import HUMAN, agent

from tabuleiro.web.client import Seat, Site

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = ("breakthrough", "einstein", "ghosts", "konane")
MOST = 400  # steps of ours


@pytest.fixture
def served(database, request):
    """A site that knows the game of one file, started as its operator would."""
    file = str(EXAMPLES / f"{request.param}.py")
    words = [sys.executable, "-m", "tabuleiro", "serve", "--port", "0", "--database", database, "--game", file]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield request.param, Site(re.search(r"http://\S+", server.stdout.readline())[0])
    finally:
        server.terminate()
        server.wait(20)


def texts(data):
    return [step[1] for _, *steps in data["legal"] for step in steps]


def text_of(site, path):
    with closing(site.open(path)) as answer:
        return answer.read().decode()


@pytest.mark.slow
@pytest.mark.parametrize("served", GAMES, indirect=True)
def test_a_whole_game_against_a_level_drawn_and_recorded(served):
    game, site = served
    ana, _ = site.create(game, [HUMAN, agent("level:1")])
    assert text_of(site, f"/picture/{ana.id}.svg").startswith("<svg")
    rng, played = Random(1), 0
    for message in ana.messages():
        if message["type"] != "state":
            continue
        if message["view"]["outcome"]:
            break
        if message["view"]["player"] == ana.seat:
            played += 1
            assert played < MOST
            ana.play(rng.choice(texts(message["view"])), id=str(played))
    assert played > 2 and message["view"]["outcome"]["reason"]
    assert text_of(site, f"/api/v1/games/{ana.id}/record").startswith(f"game: {game}")
    assert game in text_of(site, "/")


@pytest.mark.parametrize("served", ["ghosts"], indirect=True)
def test_a_secret_of_a_stranger_s_game_is_kept(served):
    game, site = served
    ana, rui = site.create(game, [HUMAN, HUMAN])
    rng, third = Random(2), Seat(site, ana.id, 0, "")
    for number in range(40):
        views = [seat.data() for seat in (ana, rui, third)]
        positions = [view["position"] for view in views]
        if views[2]["outcome"]:
            break
        if number > 20:
            assert len(set(positions)) == 3, "each sees something that the others do not"
        seat, view = ((ana, rui)[views[2]["player"]], views[views[2]["player"]])
        assert not views[2]["legal"]
        seat.play(rng.choice(texts(view)), id=str(number))
    assert number > 20
