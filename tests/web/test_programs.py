"""Programs at a site: hints, rematches, a game from a file, programs that the operator adds, one that fails; and the log."""

from __future__ import annotations

import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from math import nan

import numpy as np
import pytest
from web_site import HUMAN, OPEN, agent, running

from nets import written
from tabuleiro.core.registry import give
from tabuleiro.web import attendant
from tabuleiro.web.client import Seat, Site, SiteError

ANY = np.zeros(99)


def end_of(site, seat):
    """The last state of a game that programs play."""
    for message in Seat(site.site, seat.id, 0, "").messages():
        if message["type"] == "state" and message["view"]["outcome"]:
            return message
    raise AssertionError


def test_a_hint_is_a_legal_step_for_one_pair_of_eyes_and_marked(site):
    ana, _ = site.site.create("momentum", [HUMAN, agent("random")])
    with site.socket(ana) as mine, site.socket(Seat(site.site, ana.id, 0, "")) as third:
        legal = [step[0] for _, *steps in mine.hear("state")["view"]["legal"] for step in steps]
        assert mine.order("hint")["type"] == "ack"
        hint = mine.hear("hint", id="1")
        assert hint["step"] in legal and hint["text"]
        assert mine.hear("state", v=1)["table"]["marked"]
        third.silent(0)
        assert not [message for message in third.heard if message["type"] == "hint"]
    assert "Hints" in site.text(f"/api/v1/games/{ana.id}/record")


def test_a_rematch_with_a_program_is_agreed_at_once(site):
    ana, _ = site.site.create("momentum", [{**HUMAN, "name": "Ana"}, agent("random")])
    with site.socket(ana) as mine:
        mine.order("resign", id="1")
        mine.order("offer", id="2", what="rematch")
        told = mine.hear("state", v=3)
    again = Seat(site.site, told["table"]["rematch"].removeprefix("/game/"), 1, ana.token)
    assert again.data()["seat"] == 1 and again.data()["table"]["seats"][0]["agent"] == "random"


def test_a_game_from_a_file_is_played_by_programs_too(database, three):
    give(three)
    with running(database) as site:
        last = end_of(site, site.site.create("three", [agent("random"), agent("level:1")])[0])
        assert last["view"]["game"] == "three" and last["view"]["turns"]


def test_a_program_that_only_the_database_names_is_not_started(database, tmp_path):
    """Somebody else may have made it; what plays here are the programs that the site offers."""
    script, ran = tmp_path / "bot.py", tmp_path / "ran"
    script.write_text(f"open({str(ran)!r}, 'w').close()\n", "utf-8")
    with running(database) as site:
        ids = [site.site.create("momentum", [agent("random"), HUMAN])[0].id for _ in range(2)]
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as made:
        for game, spec in zip(ids, (f"engine:touch {ran}", str(script)), strict=True):
            made.execute("DELETE FROM event WHERE game = ?", (game,))
            made.execute("UPDATE seat SET agent = ? WHERE game = ? AND seat = 0", (spec, game))
        made.commit()
    with running(database) as site:
        for game in ids:
            assert end_of(site, Seat(site.site, game, 0, ""))["view"]["outcome"]["winners"] == [1]
    assert not ran.exists()


def test_the_operator_adds_programs_and_one_that_fails_loses(database, broken):
    with running(database, agents={"hal": "mcts:nodes=20", "bad": broken("crash")}) as site:
        last = end_of(site, site.site.create("momentum", [agent("hal"), agent("bad")])[0])
        assert last["view"]["outcome"]["winners"] == [0]
        assert last["view"]["outcome"]["reason"] == "bad could not go on", "its last words are the operator's business"
        assert [seat["agent"] for seat in last["table"]["seats"]] == ["hal", "bad"]


def test_a_program_that_fails_is_called_as_people_read_it(site, monkeypatch):
    monkeypatch.setattr(attendant, "choose", None)  # whatever is asked of our programs fails
    ana, _ = site.site.create("momentum", [HUMAN, agent("level:1")])
    with site.socket(ana) as one, site.socket(ana, **{"Accept-Language": "pt"}) as other:
        one.order("turn", text="4,4")
        ends = [socket.hear("state", v=2)["view"]["outcome"]["reason"] for socket in (one, other)]
    assert ends == ["level 1 could not go on", "nível 1 não conseguiu continuar"]


def test_the_operator_adds_a_trained_net_and_one_that_says_no_numbers_loses(database, tmp_path):
    nets = {
        name: written(tmp_path / f"{name}.onnx", "momentum", row) for name, row in (("net", ANY), ("mad", ANY * nan))
    }
    with running(database, agents=nets) as site:
        seats = [[agent("net"), agent("random")], [agent("mad"), agent("random")]]
        good, mad = (end_of(site, site.site.create("momentum", row)[0])["view"]["outcome"] for row in seats)
        assert "go on" not in good["reason"] and mad["winners"] == [1]
        assert mad["reason"] == "mad could not go on: mad gave nan for a legal step"
        with pytest.raises(SiteError, match="net does not play here"):
            site.site.create("eximo", [agent("net"), HUMAN])
        with pytest.raises(SiteError, match="does not play here"):
            site.site.create("momentum", [agent(nets["net"]), HUMAN])


def test_two_readers_read_two_languages(site):
    ana, rui = site.site.create("momentum", [{**HUMAN, "name": "Ana"}, {**HUMAN, "name": "Rui"}])
    with site.socket(ana) as one, site.socket(rui, **{"Accept-Language": "pt"}) as other:
        rui.order("resign")
        assert one.hear("state", v=1)["view"]["outcome"]["reason"] == "Rui resigned"
        assert other.hear("state", v=1)["view"]["outcome"]["reason"] == "Rui desistiu"
        assert other.order("turn", text="4,4")["why"] == "a partida terminou: Rui desistiu"


def test_the_log_has_neither_tokens_nor_addresses(database):
    words = [sys.executable, "-m", "tabuleiro", "serve", "--port", "0", "--database", database]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        url = re.search(r"http://\S+", server.stdout.readline())[0]
        site = Site(url)
        ana, rui = site.create("momentum", [HUMAN, OPEN])
        rui = site.sit(ana.id, "Rui")
        ana.play("4,4")
        for path in (f"/seat/{ana.token}", f"/join/{rui.token}", f"/game/{ana.id}"):
            with suppress(SiteError):
                site.open(path, token=ana.token).close()
        server.send_signal(signal.SIGTERM)
        _, log = server.communicate(timeout=30)
    assert "/api/v1/games/{id}/turns" in log and "127.0.0.0/24" in log
    assert ana.token not in log and rui.token not in log and "127.0.0.1" not in log
