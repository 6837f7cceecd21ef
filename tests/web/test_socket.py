"""Two sockets and a spectator at real tables: what each is told, and when."""

from __future__ import annotations

from web_site import HUMAN

from tabuleiro.web.client import Seat


def two(site, game="barragoon", **more):
    return site.site.create(game, [{**HUMAN, "name": "Ana"}, {**HUMAN, "name": "Rui"}], **more)


def test_a_turn_reaches_the_other_player_and_the_spectator(site):
    ana, rui = two(site, "momentum")
    with site.socket(ana) as one, site.socket(rui) as other, site.socket(Seat(site.site, ana.id, 0, "")) as third:
        first = one.hear("state")
        assert first["description"]["game"] == "momentum" and first["view"]["seat"] == 0
        assert [seat["you"] for seat in first["table"]["seats"]] == [True, False]
        other.hear("state"), third.hear("state")
        assert one.order("turn", text="4,4") == {"type": "ack", "id": "1", "v": 1}
        for socket, seat in ((one, 0), (other, 1), (third, None)):
            told = socket.hear("state", v=1)
            assert told["view"]["seat"] == seat and told["view"]["turns"] == ["4,4"]
            assert [frame["text"] for frame in told["frames"]] == ["4,4"]
            assert "description" not in told
        assert bool(told["view"]["legal"]) is False
