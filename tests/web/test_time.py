"""Clocks, people who go away or never come, and tables that nobody looks at: by a time of the test's own."""

from __future__ import annotations

from time import sleep

import pytest
from web_site import HUMAN, OPEN, agent, running

from tabuleiro.web.client import SiteError

DAY = 86_400


class Time:
    """A time that goes on when the test says so."""

    def __init__(self):
        self.now = 1_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def timed(database):
    """A site whose time is the test's."""
    time = Time()
    with running(database, time=time, clock=time) as site:
        site.time = time
        yield site


def two(site, **more):
    return site.site.create("momentum", [{**HUMAN, "name": "Ana"}, {**HUMAN, "name": "Rui"}], **more)


def test_the_first_turn_is_free_and_then_time_counts(timed):
    ana, rui = two(timed, clock="60+2")
    timed.time.now += 30
    assert ana.data()["clocks"] == [60.0, 60.0]
    ana.play("4,4")
    timed.time.now += 10
    data = rui.data()
    assert data["clocks"] == [62.0, 50.0] and data["table"]["clocks"]["running"] == 1
    rui.play("1,1")
    assert rui.data()["clocks"] == [62.0, 52.0]
    timed.time.now += 63
    with pytest.raises(SiteError) as refused:
        ana.play("2,2")
    assert refused.value.status == 409 and "time" in str(refused.value)
    assert rui.data()["outcome"]["reason"] == "Ana ran out of time"


def test_what_was_on_the_way_is_given_back_up_to_a_bound(timed):
    ana, rui = two(timed, clock="60")
    ana.play("4,4")
    with timed.socket(rui) as socket:
        number = socket.hear("beat")["n"]
        timed.time.now += 0.2  # there and back, as the server sees it
        socket.send("beat", n=number)
        assert socket.silent(1)
        timed.time.now += 5
        socket.order("turn", text="1,1")
        assert rui.data()["clocks"][1] == pytest.approx(60 - 5.2 + 0.2)
    with timed.socket(ana) as socket:
        number = socket.hear("beat")["n"]
        timed.time.now += 20  # whoever answers late gets no more than is fair
        socket.send("beat", n=number)
        socket.send("beat", n=number)
        socket.order("turn", text="2,2")
        assert ana.data()["clocks"][0] == pytest.approx(60 - 20 + 0.3)


def test_a_clock_goes_on_after_a_restart_from_the_last_turn(database):
    time = Time()
    with running(database, time=time, clock=time) as site:
        ana, rui = two(site, clock="60")
        ana.play("4,4")
        time.now += 7
        rui.play("1,1")
    time.now += 1000
    with running(database, time=time, clock=time) as site:
        data = type(ana)(site.site, ana.id, 0, ana.token).data()
        assert data["clocks"] == [60.0, 53.0]


def test_whoever_is_left_alone_may_claim_the_win(timed):
    ana, rui = two(timed, clock="600")
    ana.play("4,4")
    with timed.socket(rui) as socket:
        socket.hear("state")
        timed.time.now += 130
        assert "claim" not in ana.data()["table"]["may"]  # he thinks, and is there
    with timed.socket(ana) as mine:
        mine.hear("presence")
        timed.time.now += 119
        assert mine.order("claim", id="1")["type"] == "no"
        timed.time.now += 2
        assert "claim" in ana.data()["table"]["may"]
        assert mine.order("claim", id="2")["type"] == "ack"
    assert ana.data()["outcome"]["reason"] == "Rui left the game" and ana.data()["outcome"]["winners"] == [0]


def test_without_a_clock_one_waits_for_two_weeks(timed):
    ana, rui = two(timed)
    ana.play("4,4")
    timed.time.now += 14 * DAY - 1
    assert "claim" not in ana.data()["table"]["may"]
    timed.time.now += 1
    assert "claim" in ana.data()["table"]["may"]
    rui.play("1,1")
    assert "claim" not in ana.data()["table"]["may"]
    assert "claim" not in rui.data()["table"]["may"]


def test_a_game_that_nobody_joined_ends_after_a_week(timed):
    ana, _ = timed.site.create("momentum", [HUMAN, OPEN])
    timed.time.now += 7 * DAY - 1
    timed.run(timed.hub.tidy())
    assert ana.data()["outcome"] is None
    timed.time.now += 2
    timed.run(timed.hub.tidy())
    assert ana.data()["outcome"]["reason"] == "the game was called off"
    with pytest.raises(SiteError):
        timed.site.sit(ana.id, "Rui")


def test_a_table_that_nobody_looks_at_leaves_the_memory_and_comes_back(timed):
    ana, rui = two(timed)
    ana.play("4,4", id="x")
    with timed.socket(rui):
        timed.time.now += 700
        timed.run(timed.hub.tidy())
        assert ana.id in timed.hub.tables
    timed.time.now += 700
    timed.run(timed.hub.tidy())
    assert ana.id not in timed.hub.tables
    assert ana.play("4,4", id="x") == 1 and rui.data()["turns"] == ["4,4"]


def test_games_that_wait_for_people_leave_the_memory_soon_after_a_start(database):
    time = Time()
    with running(database, time=time, clock=time) as site:
        games = [site.site.create("momentum", [HUMAN, agent()])[0] for _ in range(4)]
    with running(database, time=time, clock=time) as site, site.socket(games[0]) as one:
        one.hear("state")
        for _ in range(400):
            if len(site.hub.tables) == 4:  # all were looked at: a program might have been about to play
                break
            sleep(0.05)
        assert len(site.hub.tables) == 4
        site.run(site.hub.tidy())
        assert set(site.hub.tables) == {games[0].id}
