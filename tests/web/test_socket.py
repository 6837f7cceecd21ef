"""Two sockets and a spectator at real tables: what each is told, and when."""

from __future__ import annotations

import pytest
from web_site import HUMAN, agent, running
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tabuleiro.core.registry import find
from tabuleiro.web.client import Seat, SiteError
from tabuleiro.web.settings import Limits


def two(site, game="barragoon", **more):
    return site.site.create(game, [{**HUMAN, "name": "Ana"}, {**HUMAN, "name": "Rui"}], **more)


def spectator(seat):
    return Seat(seat.site, seat.id, 0, "")


def test_both_players_place_within_one_turn_and_others_see_what_is_settled(site):
    ana, rui = two(site)
    with site.socket(ana) as white, site.socket(rui) as brown, site.socket(spectator(ana)) as third:
        for socket in (white, brown, third):
            socket.hear("state", v=0)
        white.order("turn", text="d2-d5")
        brown.order("turn", id="a", text="d8xd5")  # White has to place, then Brown: all within Brown's turn
        told = third.hear("state", v=2)
        assert told["view"]["so_far"] == "d8xd5" and told["view"]["player"] == 0
        assert brown.order("turn", id="b", text="@g2LT")["type"] == "no"
        assert brown.order("back", id="c")["type"] == "no"  # it is White's to decide by now
        white.order("turn", id="2", text="@g7OR")
        brown.order("turn", id="d", text="@g2LT")
        told = third.hear("state", v=4)
        assert told["view"]["turns"] == ["d2-d5", "d8xd5@g7OR@g2LT"]
        assert [frame["seat"] for frame in told["frames"]] == [1]


def test_a_half_turn_is_its_players_own_and_can_be_taken_back(site):
    ana, rui = two(site)
    with site.socket(ana) as white, site.socket(rui) as brown, site.socket(spectator(ana)) as third:
        for number, text in enumerate(("d2-d5", "d8xd5", "@g7OR", "@g2LT")):
            (white, brown, white, brown)[number].order("turn", id=f"t{number}", text=text)
        for socket in (white, brown, third):
            before = socket.hear("state", v=4)
        assert white.order("turn", id="half", text="e2xg2") == {"type": "ack", "id": "half", "v": 5}
        own = white.hear("state", v=5)
        assert own["view"]["so_far"] == "e2xg2" and "back" in own["table"]["may"]
        assert [frame["text"] for frame in own["frames"]] == ["e2xg2"]
        assert brown.silent(4) and third.silent(4)
        for seat in (rui, spectator(ana)):
            seen = seat.data()
            assert seen["so_far"] == "" and seen["cells"] == before["view"]["cells"] and seen["version"] == 5
            with site.socket(seat) as late:
                assert late.hear("state")["view"]["cells"] == before["view"]["cells"]
        assert "e2xg2" not in site.text(f"/api/v1/games/{ana.id}/record", rui.token)
        assert "e2xg2" in site.text(f"/api/v1/games/{ana.id}/record", ana.token)
        assert white.order("back", id="no")["v"] == 6
        assert white.hear("state", v=6)["view"]["cells"] == before["view"]["cells"]
        assert brown.silent(4) and third.silent(4)
        white.order("turn", id="half again", text="e2xg2")
        white.order("turn", id="rest", text="@e6OB")
        told = brown.hear("state", v=8)
        assert told["view"]["turns"][-1] == "e2xg2@e6OB"
        assert [frame["text"] for frame in told["frames"]] == ["e2xg2", "@e6OB"]


def test_who_wants_to_be_asked_is_asked_once_a_turn(site):
    seats = two(site, "meerkats")
    with site.socket(seats[0]) as first, site.socket(seats[1]) as second:
        dealt = first.hear("state")
        drop, v = dealt["view"]["legal"][0][1][0], dealt["v"]
        assert first.order("step", id="a", step=drop, ask=True)["type"] == "no"  # the first turn is one drop
        assert first.order("step", id="b", step=drop)["v"] == v + 1
        drop = second.hear("state", v=v + 1)["view"]["legal"][0][1][0]
        assert second.order("step", id="c", step=drop, ask=True)["v"] == v + 2  # a slide follows
        slide = second.hear("state", v=v + 2)["view"]["legal"][0][1][0]
        assert second.order("step", id="d", step=slide, ask=True)["type"] == "no"
        assert second.order("step", id="e", step=slide)["v"] == v + 3


def test_who_comes_back_is_told_what_was_missed(site):
    ana, rui = two(site, "momentum")
    with site.socket(ana) as one:
        one.hear("state")
    ana.play("4,4")
    rui.play("1,1")
    with site.socket(ana, v=0) as one:
        told = one.hear("state")
        assert told["v"] == 2 and [frame["text"] for frame in told["frames"]] == ["4,4", "1,1"]
        assert "description" not in told
    with site.socket(ana, v=2) as one:
        assert one.hear("state")["frames"] == []
    with site.socket(ana, v=99) as one:  # it cannot have seen that: everything is sent
        told = one.hear("state")
        assert told["from"] == 0 and len(told["frames"]) == 2


def test_page_drops_the_steps_that_were_taken_back(site):
    ana = site.site.create("momentum", [HUMAN, agent()])[0]
    with site.socket(ana, v="0&n=0") as one:
        assert one.hear("state")["speech"] == {"last": ""}
        one.order("turn", id="1", text="4,4")
        told = [one.hear("state", v=1), one.hear("state", v=2)]
        assert [(state["from"], [frame["turn"] for frame in state["frames"]]) for state in told] == [(0, [0]), (1, [1])]
        assert told[0]["frames"][0]["path"] == [24] and "4,4" in told[0]["speech"]["last"]
        one.order("undo", id="2")
        told = one.hear("state", v=3)
        assert (told["from"], told["frames"]) == (0, [])
    with site.socket(ana, v="2&n=2") as one:  # it was away while they were
        told = one.hear("state")
        assert (told["from"], told["frames"]) == (0, [])


def test_the_same_order_twice_is_done_once(site):
    ana, rui = two(site, "momentum")
    with site.socket(ana) as one:
        assert one.order("turn", id="x", text="4,4") == one.order("turn", id="x", text="4,4")
        assert ana.data()["turns"] == ["4,4"]
        assert rui.play("1,1", id="x") == 2  # another's ids are its own
    assert ana.data()["turns"] == ["4,4", "1,1"]


def test_an_order_that_comes_again_after_many_others_gets_the_same_answer(database):
    with running(database, limits=Limits(messages=0)) as site:
        ana, rui = two(site, "meerkats:players=2")
        ana.play(ana.data()["legal"][0][1][1])
        with site.socket(rui) as one:
            drop, v = one.hear("state")["view"]["legal"][0][1][0], rui.data()["version"]
            first = one.order("step", id="first", step=drop)
            for number in range(70):
                kind = {"type": "step", "step": drop} if number % 2 else {"type": "back"}
                assert one.order(**kind, id=f"{number}")["v"] == v + 2 + number
            assert first["type"] == "ack" and one.order("step", id="first", step=drop) == first
    with running(database) as site, site.socket(Seat(site.site, rui.id, rui.seat, rui.token)) as one:
        assert one.order("step", id="first", step=drop) == first


def test_every_step_is_an_event_on_the_disk_however_it_is_sent(database):
    with running(database) as site:
        ana, rui = two(site, "meerkats:players=2")
        ana.play("R1.1")
        v = rui.data()["version"]
        with site.socket(rui) as one:
            answer = one.order("turn", id="whole", text="G9.5/1.1-1.2")
        kept = [row for row in site.hub.store.load(ana.id).events if row.n > v]
        assert [(row.n, row.kind, row.text) for row in kept] == [
            (v + 1, "step", '["G9.5"]'),
            (v + 2, "step", '["/1.1-1.2"]'),
        ]
        assert answer == {"type": "ack", "id": "whole", "v": v + 2}
    with running(database) as site, site.socket(Seat(site.site, rui.id, rui.seat, rui.token)) as one:
        assert one.hear("state")["view"]["turns"] == ["R1.1", "G9.5/1.1-1.2"]
        assert one.order("turn", id="whole", text="G9.5/1.1-1.2") == answer


def test_a_restart_forgets_nothing(database):
    with running(database) as site:
        ana, rui = two(site)
        for seat, text in ((ana, "d2-d5"), (rui, "d8xd5"), (ana, "@g7OR")):
            seat.play(text, id=text)
        with site.socket(ana) as one:
            one.hear("state")
            site.server.should_exit = True
            assert one.hear("bye")["why"]
    with running(database) as site:
        ana, rui = (Seat(site.site, seat.id, seat.seat, seat.token) for seat in (ana, rui))
        assert ana.data()["so_far"] == "d8xd5@g7OR"
        assert ana.play("@g7OR", id="@g7OR") == 3  # sent again because the answer was lost
        assert rui.play("@g2LT") == 4
        assert ana.data()["turns"] == ["d2-d5", "d8xd5@g7OR@g2LT"]


def test_bad_messages_are_answered_and_harm_nobody(site):
    ana, _ = two(site, "momentum")
    with site.socket(ana) as one, site.socket(spectator(ana)) as third:
        one.hear("state"), third.hear("state")
        for text in ("", "x", "[]", "null", "{}", '{"type": 3}', "[" * 3000, "9" * 5000, '{"type":"turn"}'):
            one.socket.send(text)
            assert one.hear("no")["why"]
        for order, more in (
            ("turn", {}),
            ("turn", {"text": 7}),
            ("turn", {"text": "9,9"}),
            ("turn", {"text": "x" * 401}),
            ("step", {"step": -1}),
            ("step", {"step": True}),
            ("step", {"step": 10**30}),
            ("offer", {"what": ["draw"]}),
            ("offer", {"what": "pie"}),
            ("answer", {"what": {}, "yes": 1}),
            ("back", {}),
            ("claim", {}),
            ("undo", {}),
            ("hint", {}),
            ("dance", {}),
        ):
            assert one.order(order, **more)["type"] == "no", order
        assert third.order("turn", text="4,4")["type"] == "no"
        third.send("hello", token="x" * 32)
        assert third.hear("no")["why"]
        third.send("ping", t="x")
        assert third.hear("pong")["t"] is None
        third.send("hello", token=ana.token)
        assert third.hear("state")["view"]["seat"] == 0
        assert third.order("turn", id="q", text="4,4")["type"] == "ack"


def test_who_clicks_where_one_cannot_play_is_told_why(site):
    ana, _ = two(site, "eximo")
    with site.socket(ana) as one:
        one.hear("state")
        cells = find("eximo").board.cells
        for names, words in (
            (["d4"], "d4 is empty: there is nothing to move."),
            (["b3"], "The black man on b3 is not yours."),
            (["b6", "b7"], "b7 is taken: a man ends on an empty square."),
            (["d4", "b6"], "d4 is empty: there is nothing to move."),
            (["b6", "b5"], "this can be played"),
        ):
            told = one.order("why", cells=[cells[name] for name in names])
            assert (told["type"], told["why"]) == ("no", words)
        for wrong in (None, "b6", [64], [-1], [True], [[1]], {}):
            assert one.order("why", cells=wrong)["type"] == "no"
        assert one.order("why", cells=[])["why"] == "this can be played"


def test_a_flood_ends_the_connection_and_nothing_else(site):
    ana, _ = two(site, "momentum")

    def flood(socket):
        for _ in range(400):
            socket.send("ping", t=1)
            socket.hear("pong")

    with site.socket(ana) as one, pytest.raises(ConnectionClosed):
        flood(one)
    assert ana.data()["turns"] == []


def test_sockets_of_other_sites_are_refused(site):
    ana, _ = two(site, "momentum")
    with pytest.raises(InvalidStatus), site.socket(ana, Origin="http://evil.example"):
        pass
    with site.socket(ana, Origin=site.url) as one:
        one.hear("state")


def test_a_game_that_is_not_there(site):
    with site.socket(Seat(site.site, "nothing-here", 0, "")) as one:
        assert one.hear("no")["why"] == "there is no such game"
        with pytest.raises(ConnectionClosed):
            one.hear("state")


def test_offers_and_answers(site):
    ana, rui = two(site, "momentum")
    with site.socket(ana) as one, site.socket(rui) as other:
        assert one.order("offer", id="1", what="takeback")["type"] == "no"  # nothing was played
        one.order("turn", id="2", text="4,4")
        one.order("offer", id="3", what="takeback")
        assert other.hear("state", v=2)["table"]["offers"] == {"draw": None, "takeback": 0, "rematch": None}
        assert one.order("answer", id="4", what="takeback", yes=True)["type"] == "no"  # not one's own
        other.order("answer", id="5", what="takeback", yes=True)
        told = one.hear("state", v=3)
        assert told["view"]["turns"] == [] and told["view"]["player"] == 0 and not told["table"]["marked"]
        one.order("turn", id="6", text="4,4")
        other.order("offer", id="7", what="draw")
        one.order("answer", id="8", what="draw", yes=False)
        assert other.hear("state", v=6)["table"]["offers"]["draw"] is None
        other.order("offer", id="9", what="draw")
        one.order("answer", id="10", what="draw", yes=True)
        told = other.hear("state", v=8)
        assert told["view"]["outcome"]["reason"] == "a draw was agreed" and told["table"]["may"] == ["rematch"]
        other.order("offer", id="11", what="rematch")
        one.order("answer", id="12", what="rematch", yes=True)
        told = one.hear("state", v=11)
    again = told["table"]["rematch"].removeprefix("/game/")
    swapped = Seat(site.site, again, 1, ana.token)
    assert swapped.data()["seat"] == 1 and [seat["name"] for seat in swapped.data()["table"]["seats"]] == ["Rui", "Ana"]


def test_calling_off_and_giving_up(site):
    ana, rui = two(site, "momentum")
    with site.socket(ana) as one:
        assert "abort" in one.hear("state")["table"]["may"]
        one.order("abort")
        assert one.hear("state", v=1)["view"]["outcome"]["reason"] == "the game was called off"
    ana, rui = two(site, "momentum")
    for seat, text in ((ana, "4,4"), (rui, "1,1")):
        seat.play(text)
    with pytest.raises(SiteError) as refused:
        ana.order("abort")
    assert refused.value.status == 409
    rui.order("resign")
    assert ana.data()["outcome"]["winners"] == [0]
    with pytest.raises(SiteError) as refused:
        ana.play("2,2")
    assert refused.value.status == 409


def test_against_a_program_turns_are_taken_back_and_the_record_tells(site):
    ana, _ = site.site.create("momentum", [{**HUMAN, "name": "Ana"}, agent("random")])
    with site.socket(ana) as one:
        one.order("turn", id="1", text="4,4")
        told = one.hear("state", v=2)
        assert (
            len(told["view"]["turns"]) == 2
            and "undo" in told["table"]["may"]
            and "takeback" not in told["table"]["may"]
        )
        one.order("undo", id="2")
        told = one.hear("state", v=3)
        assert told["view"]["turns"] == [] and told["view"]["player"] == 0 and told["table"]["marked"]
    assert "Takebacks" in site.text(f"/api/v1/games/{ana.id}/record", ana.token)


def test_people_at_one_screen_see_who_decides(site):
    ana, rui = two(site, "momentum")
    both = Seat(site.site, ana.id, 0, f"{ana.token}.{rui.token}")
    with site.socket(both) as screen:
        told = screen.hear("state")
        assert told["view"]["seat"] == 0 and all(seat["you"] for seat in told["table"]["seats"])
        screen.order("turn", text="4,4")
        assert screen.hear("state")["view"]["seat"] == 1


def test_people_with_secrets_hand_the_screen_over(site):
    ana, rui = two(site, "meerkats:players=2")
    both = Seat(site.site, ana.id, 0, f"{ana.token}.{rui.token}")
    with site.socket(both) as screen:
        told = screen.hear("state")
        assert told["view"]["seat"] is None and not told["view"]["secrets"]
        assert screen.order("sit", id="ana", seat=0)["type"] == "ack"
        told = screen.hear("state")
        assert told["view"]["seat"] == 0 and told["view"]["secrets"]
        while told["view"]["player"] == 0:
            screen.order("step", id=str(told["v"]), step=told["view"]["legal"][0][1][0])
            told = screen.hear("state")
        assert told["view"]["seat"] == 0 and not told["view"]["legal"]
        assert screen.order("sit", id="rui", seat=1)["type"] == "ack"
        assert screen.hear("state")["view"]["seat"] == 1
        assert screen.order("sit", id="nobody", seat=2)["type"] == "no"


def test_a_seat_to_sit_at_is_a_number_that_one_holds(site):
    _, rui = two(site)
    with site.socket(rui) as brown:
        brown.hear("state")
        for seat in (0, 2, -1, 1.0, "1", None, [1], {}):
            assert brown.order("sit", id=f"{seat}", seat=seat)["type"] == "no"
        assert brown.order("sit", id="own", seat=1)["type"] == "ack"
        assert brown.order("sit", id="true", seat=True)["type"] == "ack"  # which is 1 to Python
