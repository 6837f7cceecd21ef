"""Programs from elsewhere take seats: ``tabuleiro sit``, which needs none of the parts of a site."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from web_site import HUMAN, OPEN, agent

from tabuleiro.cli.main import main
from tabuleiro.web import client
from tabuleiro.web.client import Seat


def test_a_program_takes_a_free_seat_and_plays_to_the_end(site, capsys):
    seats = site.site.create("momentum", [OPEN, agent("random")])
    assert main(["sit", f"{site.url}/game/{seats[0].id}", "greedy", "--name", "Hal"]) == 0
    table = Seat(site.site, seats[0].id, 0, "").data()
    assert table["outcome"] and table["table"]["seats"][0]["name"] == "Hal"
    assert capsys.readouterr().out.strip() == table["standing"]


def test_a_program_takes_the_seat_of_a_link(site):
    ana, _ = site.site.create("eximo", [HUMAN, agent("random")])
    ana_url = f"{site.url}/seat/{ana.token}"
    assert main(["sit", ana_url, "random"]) == 0
    assert ana.data()["outcome"]


REFUSED = (
    ("ftp://x/game/1", "random", "is no table"),
    ("{site}/about", "random", "is no table"),
    ("http://127.0.0.1:9/game/1", "random", "http://127.0.0.1:9 does not answer: Connection refused\n"),
    ("{site}/game/nothing-there", "random", "no such game"),
    ("{site}/game/{game}", "nobody", "cannot play"),
    ("{site}/seat/" + "x" * 32, "random", "holds no seat"),
)


def test_what_does_not_do_is_told_in_one_line_and_at_once(site, capsys, monkeypatch):
    monkeypatch.setattr(client.time, "sleep", lambda _: pytest.fail("waits for a site that never was there"))
    game = site.site.create("momentum", [OPEN, OPEN])[0].id
    for url, player, words in REFUSED:
        assert main(["sit", url.format(site=site.url, game=game), player]) == 2
        told = capsys.readouterr().err
        assert words in told and told.count("\n") == 1
    assert site.hub.tables[game].table.absent == {0, 1}


def test_a_site_that_was_there_is_waited_for_and_a_person_is_told(site, monkeypatch):
    monkeypatch.setattr(client, "PAUSE", 0.001)
    told = []
    ours, _, _ = client.site_of(f"{site.url}/game/x", told.append)
    with pytest.raises(client.SiteError) as error:
        ours.ask("/api/v1/games/nothing-there")
    assert error.value.status == 404 and not told
    gone = client.Site("http://127.0.0.1:9", told.append)
    with pytest.raises(client.SiteError):
        gone.ask("/api/v1/games/x")
    assert not told
    gone.met[:] = ours.met  # as if it had been there
    with pytest.raises(client.SiteError):
        gone.ask("/api/v1/games/x")
    assert len(told) == client.TRIES - 1
    assert told[0] == "http://127.0.0.1:9 does not answer: Connection refused; trying again in 0.002 s"


def test_the_client_needs_the_standard_library_alone():
    code = "import sys, json, tabuleiro.web.client, tabuleiro.cli.commands.sit; print(json.dumps(list(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert not loaded & {
        "fastapi",
        "starlette",
        "sqlalchemy",
        "uvicorn",
        "structlog",
        "pydantic",
        "websockets",
        "numpy",
    }
