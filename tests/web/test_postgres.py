"""The site on PostgreSQL: a game goes on after a restart, and two at once do not hinder each other."""

from __future__ import annotations

import pytest
from web_site import HUMAN, agent, running

import postgres
from tabuleiro.web.client import Seat

pytestmark = pytest.mark.machine


def test_a_whole_game_on_postgresql_with_a_restart():
    with postgres.server() as address:
        database = postgres.fresh(address, "site")
        with running(database) as site:
            ana, rui = site.site.create("barragoon", [HUMAN, HUMAN])
            ana.play("d2-d5", id="x")
            rui.play("d8xd5")
            programs, _ = site.site.create("momentum", [agent("random"), agent("random")])
            for message in Seat(site.site, programs.id, 0, "").messages():
                if message["type"] == "state" and message["view"]["outcome"]:
                    break
        with running(database) as site:
            ana, rui = (Seat(site.site, seat.id, seat.seat, seat.token) for seat in (ana, rui))
            assert ana.play("d2-d5", id="x") == 1
            ana.play("@g7OR")
            with site.socket(rui) as socket:
                socket.hear("state")
                socket.order("turn", text="@g2LT")
                assert socket.hear("state", v=4)["view"]["turns"] == ["d2-d5", "d8xd5@g7OR@g2LT"]
            assert Seat(site.site, programs.id, 0, "").data()["turns"] == message["view"]["turns"]
