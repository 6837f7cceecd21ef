"""Threads that share a step: all parts are done, and an error in one of them is told and leaves all ready."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from threading import Event
from time import monotonic, sleep

import pytest

from tabuleiro.rl import crew
from tabuleiro.rl.crew import Crew
from tabuleiro.rl.vector import VectorGame, luck


def test_every_number_is_worked_on_once():
    for n, threads in ((1, 1), (10, 3), (7, 7)):
        done = []
        Crew(n, threads).run(lambda lo, hi, done=done: done.extend(range(lo, hi)))
        assert sorted(done) == list(range(n))


@pytest.mark.parametrize("wrong", [0, 4, 8])
def test_an_error_is_told_and_the_next_step_goes_well(wrong):
    mates, done = Crew(9, 3), []

    def fails(lo, hi):
        if lo <= wrong < hi:
            raise ValueError(wrong)

    for _ in range(3):
        with pytest.raises(ValueError, match=str(wrong)):
            mates.run(fails)
    mates.run(lambda lo, hi: done.extend(range(lo, hi)))
    assert sorted(done) == list(range(9))


@pytest.mark.filterwarnings("error")
def test_games_may_go_before_a_thread_of_theirs_has_woken():
    """Nobody waits for one that sleeps: the others do its part."""
    for seed in range(200):
        VectorGame("momentum", 2, seed, threads=2)


@pytest.mark.parametrize("where", ["call", "wake", "attend", "over"])
def test_after_ctrl_c_the_games_can_go_on(where, monkeypatch):
    """It can come between any two lines; where the games stand then is anybody's guess, and they can be set again."""
    alone, several = VectorGame("momentum", 300, 2), VectorGame("momentum", 300, 2, threads=3)
    kept = several.pack()
    several.step_at_random(luck(range(300)))
    several._stepper._crew.dismiss()  # all is compiled before anything is replaced, which compiled code cannot call
    for number in range(12):
        owner, name = (crew._Mate, "attend") if where == "wake" else (crew.gate, where)

        real = getattr(owner, name)

        def breaks(*args, real=real):
            if where == "attend" and args[0] == crew.gate.WATCHING:  # a thread that wakes
                return real(*args)
            raise KeyboardInterrupt

        if number % 4 == 1:
            sleep(0.02)  # all have gone to sleep
        with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
            patch.setattr(owner, name, breaks)
            several.step_at_random(luck(range(300)))
        several.unpack(kept)
        alone.unpack(kept)
        for drawn in (luck(range(300)), luck(range(300, 600))):
            alone.step(alone.choose(drawn.copy()))
            several.step_at_random(drawn)
        assert (alone.observations == several.observations).all() and (alone.mask == several.mask).all()


@pytest.mark.parametrize("when", ["put", "own", "wait"])
def test_ctrl_c_waits_for_all_and_the_next_work_goes_well(when, monkeypatch):
    """Whenever it comes, nobody works on when ``run`` has returned, and no thread is lost."""
    mates, working, slow = Crew(9, 3), [], Event()

    def work(*part):
        if part == mates.own and when == "own":
            raise KeyboardInterrupt
        working.append(part)
        if part != mates.own and slow.is_set():
            sleep(0.15)
        working.remove(part)

    def put(mate, job, real=crew._Mate.do):
        if mate is mates._mates[1]:
            raise KeyboardInterrupt
        real(mate, job)

    for _ in range(5):
        slow.set()
        with monkeypatch.context() as patch:
            if when == "put":
                patch.setattr(crew._Mate, "do", put)
            if when == "wait":
                signal.signal(signal.SIGALRM, signal.default_int_handler)
                signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(KeyboardInterrupt):
                mates.run(work)
        assert not working
        slow.clear()
        done = []
        mates.run(lambda lo, hi, done=done: done.extend(range(lo, hi)))
        assert sorted(done) == list(range(9))


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own():
    games, drawn = VectorGame("momentum", 30, threads=3), luck(range(30))
    games.step_at_random(drawn)
    child = os.fork()
    if not child:
        try:
            games.hasty(drawn)
            games.playouts(1)
            games.step_at_random(drawn)
        except BaseException:  # noqa: BLE001 - nothing of this process may go on
            os._exit(1)
        os._exit(0)
    end, found = monotonic() + 60, (0, 0)
    while found == (0, 0) and monotonic() < end:
        found = os.waitpid(child, os.WNOHANG)
        sleep(0.01)
    if found == (0, 0):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert found == (child, 0)


def test_threads_that_watch_and_threads_that_sleep_take_the_same_steps():
    """Words follow each other at once, or after a pause in which all have gone to sleep; what they work on is exchanged."""
    alone, several = VectorGame("eximo", 30, 2), VectorGame("eximo", 30, 2, threads=3)
    for number in range(120):
        if number % 20 == 0:
            one, other = luck(range(number, number + 30)), luck(range(number, number + 30))
        if number % 30 == 7:
            sleep(0.02)
        if number % 40 == 9:
            several.unpack(several.pack())
        if number % 50 == 11:
            several = several.clone()
        alone.step(alone.choose(one))
        if number % 7:
            codes = several.choose(other)
            several.step(codes if number % 3 else codes.tolist())
        else:
            several.step_at_random(other)
        assert (one == other).all()
        for name in ("counts", "mask", "observations", "player", "rewards", "done"):
            assert (getattr(alone, name) == getattr(several, name)).all(), (number, name)
