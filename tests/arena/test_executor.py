"""Jobs are cut into tasks, lost ones are handed out again, and what is finished counts once it is on the disk."""

from __future__ import annotations

import os
from itertools import count
from typing import ClassVar

import pytest

from tabuleiro.arena import log as logs
from tabuleiro.arena.executor import TRIES, Executor, Job, Lost, Pool, Report, Tasks, hands, play_all, run
from tabuleiro.arena.log import Log
from tabuleiro.arena.match import Match, play
from tabuleiro.core.errors import GameFailed, WorkerDied

MATCH = Match("momentum", ("random", "random"))
OTHER = Match("momentum", ("greedy", "random"))


def jobs(match=MATCH, games=1000):
    return (Job(match, number) for number in range(1, games + 1))


# ── Tasks ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_first_task_is_one_game_and_the_next_ones_take_a_second():
    tasks = Tasks(jobs(), 1000, 2)
    assert len(tasks.take()) == 1
    tasks.learn(MATCH, 0.125)
    assert len(tasks.take()) == 8
    tasks.learn(MATCH, 0.0)
    assert len(tasks.take()) == 16


def test_what_takes_long_is_a_task_by_itself():
    tasks = Tasks(iter([Job(MATCH, 1), Job(OTHER, 1), Job(MATCH, 2)]), 1000, 1)
    tasks.learn(MATCH, 0.4)
    tasks.learn(OTHER, 5.0)
    assert [len(tasks.take()) for _ in range(2)] == [2, 1]


def test_tasks_shrink_towards_the_end_and_every_job_is_there_once():
    tasks = Tasks(jobs(games=100), 100, 2)
    tasks.learn(MATCH, 0.001)
    sizes, seen = [], []
    while task := tasks.take():
        sizes.append(len(task))
        seen += task
    assert seen == list(jobs(games=100))
    assert sizes[0] == 25 and sizes[-4:] == [1, 1, 1, 1]


def test_a_lost_task_comes_again_game_by_game_and_not_for_ever():
    tasks = Tasks(jobs(games=3), 3, 1)
    tasks.learn(MATCH, 0.001)
    task = [*tasks.take(), *tasks.take()]
    tasks.hand_out_again(task)
    for _ in range(TRIES - 1):
        assert tasks.take() == [task[0]]
        tasks.hand_out_again([task[0]])
    assert tasks.take() == [task[0]]
    with pytest.raises(WorkerDied, match=r"game 1 of random - random ended its worker 3 times"):
        tasks.hand_out_again([task[0]])


# ── A pool ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Forgetful(Pool):
    """Plays here, and loses every third task."""

    workers = 3
    given_up: ClassVar[list[int]] = []

    def __init__(self):
        self.numbers, self.tasks = count(1), {}

    def _hand_out(self, task):
        number = next(self.numbers)
        self.tasks[number] = task
        return number

    def _returned(self, handles):
        return sorted(handles, reverse=True)[:2]

    def _report(self, handle):
        if handle % 3 == 0:
            raise Lost
        return play_all(self.tasks[handle])

    def _give_up(self, handles):
        self.given_up[:] = handles


def test_lost_tasks_are_counted_and_every_game_is_there_once(tmp_path):
    with Log(MATCH, str(tmp_path / "games.jsonl")) as log:
        with Forgetful() as pool:
            run(log, 20, pool)
        assert sorted(log.games) == list(range(1, 21)) and pool.lost > 3 and not pool.given_up
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 21


def test_enough_is_enough_and_the_rest_is_given_up(tmp_path):
    with Log(MATCH, str(tmp_path / "games.jsonl")) as log, Forgetful() as pool:
        run(log, 10_000, pool, enough=lambda: len(log.games) >= 10)
        assert 10 <= len(log.games) < 1000 and pool.given_up


def test_an_error_in_a_game_is_raised_after_what_was_finished(tmp_path):
    class Limited(Forgetful):
        def _report(self, handle):
            games, _ = play_all(self.tasks[handle])
            return Report(games, GameFailed("no more")) if handle > 4 else Report(games)

    with Log(MATCH, str(tmp_path / "games.jsonl")) as log:
        with pytest.raises(GameFailed, match="no more"), Limited() as pool:
            run(log, 1000, pool)
        assert log.games


def test_one_pool_of_processes_plays_several_matches(tmp_path):
    with hands(2) as pool:
        for number, match in enumerate((MATCH, OTHER)):
            with Log(match, str(tmp_path / f"{number}.jsonl")) as log:
                run(log, 6, pool)
                assert sorted(log.games) == [1, 2, 3, 4, 5, 6]
                assert log.games[5].scores == play(match, 5).scores
        assert isinstance(pool, Executor) and pool.lost == 0 and pool.notes() == []


# ── The disk ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_games_are_forced_to_the_disk_together_and_count_then(tmp_path, monkeypatch):
    forced = []
    monkeypatch.setattr(os, "fsync", lambda file: forced.append(os.fstat(file).st_size))
    monkeypatch.setattr(logs, "WAIT", 3600.0)
    played = [play(MATCH, number) for number in (1, 2)]
    with Log(MATCH, str(tmp_path / "games.jsonl")) as log:
        assert len(forced) == 1
        for number in range(1, logs.TOGETHER):
            log.keep(MATCH, played[0].__class__(**vars(played[0]) | {"number": number}))
            assert not log.settle()
        assert not log.games and len(forced) == 1
        log.keep(MATCH, played[0].__class__(**vars(played[1]) | {"number": 999}))
        assert log.settle() and len(log.games) == logs.TOGETHER and len(forced) == 2
        log.keep(MATCH, played[1].__class__(**vars(played[1]) | {"number": 1000}))
        monkeypatch.setattr(logs, "WAIT", 0.0)
        assert log.settle() and 1000 in log.games
        log.keep(MATCH, played[1].__class__(**vars(played[1]) | {"number": 1001}))
    assert 1001 in log.games and len(forced) == 4
    assert forced[-1] == os.path.getsize(tmp_path / "games.jsonl")
