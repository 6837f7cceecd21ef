"""Matches: seats, openings, forfeits, and files that survive any end."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tabuleiro.ai import background, make
from tabuleiro.arena import log, match
from tabuleiro.arena.executor import Here, run
from tabuleiro.arena.log import Log, default_path, lock, set_aside
from tabuleiro.arena.match import Effort, Match, Played, play
from tabuleiro.arena.opening import begins, judge_of, lopsided, opened
from tabuleiro.arena.processes import Processes
from tabuleiro.arena.summary import Summary
from tabuleiro.core.errors import BadOption, BadRecord, Busy, GameFailed, WorkerDied
from tabuleiro.core.registry import find
from tabuleiro.engines import client, process
from tabuleiro.play.agent import Agent
from tabuleiro.play.record import read_record
from tabuleiro.play.replay import replay
from tabuleiro.play.session import Session

EXAMPLE = Path(__file__).parents[2] / "examples" / "ugi_bot.py"
MATCH = Match("momentum", ("greedy", "random"))


def course(game):
    """All of a game that does not depend on the clock."""
    return game.number, game.scores, game.reason, [line.get("turn") for line in game.record]


# ── A game ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_game_depends_on_its_number_alone():
    assert course(play(MATCH, 3)) == course(play(MATCH, 3))
    assert course(play(MATCH, 3)) != course(play(replace(MATCH, seed=1), 3))


@pytest.mark.parametrize("spec", ["momentum", "campo-bello", "eximo", "meerkats", "meerkats:stone=bag", "barragoon"])
def test_pairs_share_an_opening_and_swap_seats(spec):
    game, match = find(spec), Match(spec, ("greedy", "random"))
    openings = []
    for number in range(1, 9, 2):
        one, other = opened(match, game, number), opened(match, game, number + 1)
        assert one.state == other.state and one.turns == other.turns
        assert len(one.turns) == match.opening
        assert one.names == tuple(reversed(other.names)) == ("greedy", "random")
        openings.append(tuple(one.turns))
    assert len(set(openings)) == len(openings)


def test_an_opening_never_ends_the_game(three):
    match = Match(three, ("random", "random"), opening=30)
    sessions = [opened(match, find(three), number) for number in range(1, 60)]
    assert all(session.player >= 0 for session in sessions)
    assert any(session.turns for session in sessions)


def tried_one_by_one(match, game, luck):
    """The longest beginning that does not end the game, by trying every number of turns."""
    for turns in range(match.opening, -1, -1):
        rng = Random(f"{match.seed} opening {luck}")
        session = Session(game, Random(f"{match.seed} chance {luck}"))
        while session.player >= 0 and not (len(session.turns) == turns and begins(session)):
            session.play(session.player, rng.choice(game.actions(session.state)))
        if session.outcome is None:
            break
    return session.steps


@pytest.mark.parametrize("opening", [0, 4, 7, 25, 70])
@pytest.mark.parametrize("spec", ["momentum", "campo-bello", "meerkats:stone=bag"])
def test_an_opening_is_as_long_as_it_can_be(three, spec, opening):
    for name in (spec, three):
        game, match = find(name), Match(name, ("random", "random"), opening=opening, seed=3)
        for number in (1, 3, 5):
            assert opened(match, game, number).steps == tried_one_by_one(match, game, number // 2)


def test_an_opening_of_any_length_begins_at_once():
    session = opened(Match("momentum", ("random", "random"), opening=10**9), find("momentum"), 1)
    assert session.player >= 0 and len(session.turns) > 20


@pytest.mark.parametrize("spec", ["momentum", "campo-bello"])
def test_even_openings_are_shared_too_and_favour_less(spec):
    game, match = find(spec), Match(spec, ("greedy", "random"))
    judge, even = judge_of(game), replace(match, even=6)
    pairs = range(1, 17, 2)
    for number in pairs:
        assert opened(even, game, number).turns == opened(even, game, number + 1).turns
    plain, chosen = (sum(lopsided(opened(one, game, number), judge) for number in pairs) for one in (match, even))
    assert chosen < plain * 2 / 3


def test_an_even_opening_of_a_game_without_compiled_rules_is_any(three):
    match = Match(three, ("random", "random"))
    assert opened(replace(match, even=6), find(three), 1).turns == opened(match, find(three), 1).turns


def test_around_a_table_of_four_they_sit_in_turn():
    match = Match("campo-bello:players=4", ("greedy", "random"))
    assert [match.seating(number, 4) for number in (1, 2)] == [(0, 1, 0, 1), (1, 0, 1, 0)]
    game = play(match, 1)
    assert sum(game.scores) == pytest.approx(1)


def test_of_four_everybody_sits_everywhere_and_neighbours_change():
    four = Match("meerkats:players=4", ("greedy", "random", "report:1", "level:1"))
    seatings = [four.seating(number, 4) for number in range(1, 25)]
    assert all(sorted(seating) == [0, 1, 2, 3] for seating in seatings) and len(set(seatings)) == 24
    for group in range(6):
        games = seatings[4 * group : 4 * group + 4]
        assert all({seating[seat] for seating in games} == {0, 1, 2, 3} for seat in range(4))
    game = find(four.game)
    assert len({tuple(opened(four, game, number).turns) for number in (1, 2, 3, 4)}) == 1
    assert opened(four, game, 4).turns != opened(four, game, 5).turns


def test_three_agents_share_one_win():
    three = Match("campo-bello:players=3", ("random", "greedy", "random"))
    game = play(three, 2)
    assert len(game.scores) == len(game.efforts) == 3 and sum(game.scores) == pytest.approx(1)
    record, _ = read_record(game.record_text())
    assert record.names == ("greedy", "random", "random")
    assert Played.from_json(json.loads(json.dumps(game.to_json()))) == game


def test_a_kept_game_is_a_sound_record():
    game = play(MATCH, 2)
    record, problems = read_record(game.record_text())
    session, trouble = replay(record, Random(0))
    assert not problems and trouble is None
    assert session.outcome.reason == game.reason
    assert record.names == ("random", "greedy")
    assert game.scores[0] == session.outcome.scores[1]
    assert game.efforts[0].decisions + game.efforts[1].decisions == len(session.steps) - MATCH.opening


def test_a_log_of_before_cpu_time_was_counted_is_read_on():
    identity = Match("momentum", ("greedy", "random")).identity()
    assert list(identity) == ["game", "agents", "seconds", "nodes", "seed", "opening", "even"]
    assert Match("momentum", ("greedy", "random"), cpu_seconds=0.5).identity() == identity | {"cpu_seconds": 0.5}
    assert Effort(**{key: value for key, value in vars(Effort()).items() if key != "cpu"}) == Effort()


def test_a_file_of_a_game_is_found_again_from_the_record(three):
    record, _ = read_record(play(Match(three, ("random", "random")), 1).record_text())
    assert replay(record, Random(0))[1] is None


# ── Engines ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", ["momentum", "campo-bello", "meerkats"])
def test_the_example_plays_a_full_match(tmp_path, spec):
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 30
    match = Match(spec, (f"engine:{shlex.join([sys.executable, str(EXAMPLE), spec])}", "random"))
    with Log(match, str(tmp_path / "games.jsonl")) as log:
        run(log, 2, workers=1)
    assert [game.forfeit for game in log.games.values()] == [None, None]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("crash", "ended by itself with exit code 1; it last said: .*RuntimeError: out of ideas"),
        ("leave", "ended by itself with exit code 3"),
        ("signal", "was ended by signal 9"),
        ("stall", "has not answered go movetime 10 after 1.0 s; it last said: .*info string hm"),
        ("illegal", "played 8,8 in .*: 8,8 is not legal here"),
        ("garbage", r"played %&/\(\) in .* cannot be read"),
        ("resign", r"played \(none\) in "),
        ("empty", "played '' in "),
        ("odd", "played 8,8 in .*: 8,8 is not legal here"),
        ("long", "played 9999+…9999+ in .* cannot be read"),
        ("endless", "has not answered go movetime 10 after 1.0 s; it last said: .*xxxx"),
        ("flood", "has not answered go movetime 10 after 1.0 s; it last said: info string xxxx"),
    ],
)
def test_what_goes_wrong_forfeits_the_game_and_is_told(broken, monkeypatch, name, words):
    if name in ("stall", "endless", "flood"):
        monkeypatch.setattr(client, "MARGIN", 1.0)  # time to say something on a busy machine
        monkeypatch.setattr(process, "FAREWELL", 0.1)
    bot = broken(name)
    game = play(Match("momentum", (bot, "random"), seconds=0.01), 1)
    assert (game.forfeit, game.scores) == (0, (0.0, 1.0))
    assert re.search(words, game.reason), game.reason
    assert game.reason.startswith(f"forfeit: {bot} ")
    assert game.reason.isprintable()
    assert len(game.reason) < 1500
    record, _ = read_record(game.record_text())
    assert replay(record, Random(0))[0].outcome.reason == game.reason


def test_the_match_goes_on_after_forfeits(broken, tmp_path):
    match = Match("momentum", ("random", broken("crash")))
    with Log(match, str(tmp_path / "games.jsonl")) as log:
        run(log, 2, workers=1)
    summary = Summary.of(match, log.games.values())
    assert summary.results == (2, 0, 0)
    assert len(summary.forfeits()) == 2


class Clumsy(Agent):
    """An agent with a mistake in it."""

    name = "greedy"

    def choose(self, view, limit):
        return {}["no such\nthing"]


def test_an_agent_with_a_mistake_in_it_forfeits(monkeypatch):
    monkeypatch.setattr(background, "prepared", lambda spec, *_: Clumsy() if spec == "greedy" else make(spec, *_))
    game = play(MATCH, 1)
    assert (game.forfeit, game.scores) == (0, (0.0, 1.0))
    assert game.reason == r"forfeit: greedy: went wrong inside: KeyError: 'no such\nthing'"


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_who_ends_the_program_forfeits_nothing(monkeypatch, error):
    def ended(*_):
        raise error

    monkeypatch.setattr(background, "prepared", ended)
    with pytest.raises(error):
        play(MATCH, 1)


def test_a_game_that_cannot_begin_is_named(monkeypatch):
    monkeypatch.setattr(match, "opened", lambda *_: 1 // 0)
    with pytest.raises(GameFailed, match="momentum: game 3 cannot begin: ZeroDivisionError: "):
        play(MATCH, 3)


def test_a_worker_process_that_dies_is_told(tmp_path):
    source = (EXAMPLE.parent / "konane.py").read_text().replace("def start(self)", "def begin(self)")
    file = tmp_path / "deadly.py"
    file.write_text(
        source.replace('name = "konane"', 'name = "deadly"')
        + "\n    def start(self):\n        import multiprocessing, os\n\n"
        + "        if multiprocessing.parent_process():\n            os._exit(3)\n        return self.begin()\n"
    )
    match = Match(str(file), ("random", "random"))
    with Log(match, str(tmp_path / "games.jsonl")) as log, pytest.raises(WorkerDied, match="ended abruptly"):
        run(log, 4, workers=2)


# ── The file ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def kept(tmp_path):
    """A file with four finished games."""
    path = str(tmp_path / "games.jsonl")
    with Log(MATCH, path) as log:
        run(log, 4, workers=1)
    return path


def test_what_is_kept_comes_back(kept):
    with Log(MATCH, kept) as log:
        games = dict(log.games)
    assert [course(games[number]) for number in range(1, 5)] == [course(play(MATCH, number)) for number in range(1, 5)]


def test_a_cut_line_is_played_again_wherever_it_is_cut(kept):
    data = Path(kept).read_bytes()
    begin = data.rstrip(b"\n").rfind(b"\n") + 1
    for end in {begin, begin + 1, (begin + len(data)) // 2, len(data) - 2, len(data) - 1}:
        Path(kept).write_bytes(data[:end])
        with Log(MATCH, kept) as log:
            assert sorted(log.games) == [1, 2, 3]
            run(log, 4, workers=1)
        lines = [json.loads(line) for line in Path(kept).read_text(encoding="utf-8").splitlines()]
        assert [line["number"] for line in lines[1:]] == [1, 2, 3, 4]


def test_a_cut_head_is_written_again(kept):
    for end in (0, 1, 20):
        Path(kept).write_bytes(Path(kept).read_bytes()[:end])
        with Log(MATCH, kept) as log:
            assert log.games == {}
        assert json.loads(Path(kept).read_text(encoding="utf-8"))["match"]["game"] == "momentum"


def test_a_damaged_line_is_played_again_and_a_double_one_counts_once(kept):
    head, one, two, three, four = Path(kept).read_bytes().splitlines(keepends=True)
    Path(kept).write_bytes(head + one + b"{damaged\n" + three + one + four + b'{"number": 9}\n')
    with Log(MATCH, kept) as log:
        assert sorted(log.games) == [1, 3, 4]
        run(log, 4, workers=1)
        assert course(log.games[2]) == course(Played.from_json(json.loads(two)))


def test_the_games_of_another_match_are_not_touched(kept):
    before = Path(kept).read_bytes()
    with pytest.raises(BadOption, match="another match: seed=0"), Log(replace(MATCH, seed=7), kept):
        pass
    assert Path(kept).read_bytes() == before


def test_a_file_that_is_something_else_is_not_touched(tmp_path):
    for text in ("a diary\n", "a diary"):
        path = tmp_path / "diary"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadRecord, match="something else"), Log(MATCH, str(path)):
            pass
        assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("head", ["5", "null", "[]", '"momentum"', "[[1]]"])
def test_a_head_that_is_no_match_is_not_touched(tmp_path, head):
    path = tmp_path / "games.jsonl"
    path.write_text(f'{{"match": {head}}}\n', encoding="utf-8")
    with pytest.raises((BadRecord, BadOption)), Log(MATCH, str(path)):
        pass
    assert path.read_text(encoding="utf-8") == f'{{"match": {head}}}\n'


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("number", -1),
        ("number", 0),
        ("number", float("inf")),
        ("scores", [float("nan"), 0]),
        ("scores", [1e308, 0]),
        ("scores", [-1, 1]),
        ("forfeit", 7),
        ("turns", -1),
        ("efforts", [{"seconds": float("nan")}, {}]),
        ("efforts", [{"nodes": "many"}, {}]),
    ],
)
def test_a_line_that_no_match_can_have_does_not_count(kept, key, value):
    head, *games = Path(kept).read_text(encoding="utf-8").splitlines()
    damaged = json.dumps(json.loads(games[0]) | {key: value})
    Path(kept).write_text("\n".join([head, damaged, *games[1:]]) + "\n", encoding="utf-8")
    assert sorted(Log(MATCH, kept).look().games) == [2, 3, 4]


def test_one_process_at_a_time(kept):
    with Log(MATCH, kept), pytest.raises(Busy, match="another process"), Log(MATCH, kept):
        pass


def test_nobody_begins_while_the_games_are_set_aside(kept, monkeypatch):
    tried, really = [], os.rename

    def rename(path, goal):
        with pytest.raises(Busy, match="another process"), Log(MATCH, path):
            pass
        tried.append(goal)
        really(path, goal)

    monkeypatch.setattr(os, "rename", rename)
    assert [set_aside(Log(MATCH, kept))] == tried and len(tried) == 1
    assert set_aside(Log(MATCH, kept)) is None
    assert sorted(Log(MATCH, tried[0]).look().games) == [1, 2, 3, 4]


def test_who_opened_a_file_that_was_set_aside_then_takes_the_new_one(kept, monkeypatch):
    goal, before = f"{kept}.old", Path(kept).read_bytes()

    def slow(file, path):
        if not os.path.exists(goal):
            os.rename(path, goal)
        lock(file, path)

    monkeypatch.setattr(log, "lock", slow)
    with Log(MATCH, kept) as now:
        assert now.games == {}
        run(now, 1, workers=1)
    assert sorted(Log(MATCH, kept).look().games) == [1]
    assert Path(goal).read_bytes() == before


def test_every_match_has_a_file_of_its_own():
    others = [
        replace(MATCH, nodes=9),
        replace(MATCH, game="momentum:size=9"),
        replace(MATCH, agents=("random", "greedy")),
    ]
    assert len({default_path(match) for match in [MATCH, *others]}) == 4
    assert default_path(MATCH) == default_path(replace(MATCH))


SAME = replace(MATCH, agents=("engine:tabuleiro engine momentum --agent mcts:nodes=9", "random"))


@pytest.mark.parametrize(
    ("match", "name"),
    [
        (MATCH, "momentum-greedy-random-e6cc8473.jsonl"),
        (SAME, "momentum-engine-tabuleiro-engine-momentum---agent-mcts-nodes-0bf2be20.jsonl"),
        (
            replace(SAME, agents=("engine:/bin/bot 'a b'", "engine:'")),
            "momentum-engine--bin-bot--a-b--engine-7f010ad7.jsonl",
        ),
    ],
)
def test_what_is_no_relative_path_has_the_same_file_everywhere(match, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert os.path.basename(default_path(match, looking=True)) == name


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("momentum", "engine:./bot"),
        ("momentum", "engine:./bot --seed 1 2>log"),
        ("momentum", "engine:python -u bot momentum"),
        ("momentum", "Engine:python bot"),
    ],
)
def test_a_relative_path_is_another_match_in_another_folder(tmp_path, monkeypatch, game, agent):
    """There, the same words mean another program."""
    match, paths = Match(game, ("random", agent)), []
    for folder in ("a", "c"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bot").touch()
        monkeypatch.chdir(tmp_path / folder)
        paths.append(default_path(match, looking=True))
        with Log(match, str(tmp_path / "games.jsonl")) if folder == "a" else pytest.raises(BadOption, match="another"):
            Log(match, str(tmp_path / "games.jsonl")).look()
    assert paths[0] != paths[1]
    monkeypatch.chdir(tmp_path / "a")
    assert default_path(match, looking=True) == paths[0]
    Log(match, str(tmp_path / "games.jsonl")).look()


def test_a_game_in_a_file_is_the_same_match_however_it_is_spelled_and_in_every_folder(three, monkeypatch, tmp_path):
    monkeypatch.chdir(os.path.dirname(three))
    (tmp_path / "x").mkdir()
    shutil.copy(three, tmp_path / "x" / "copy.py")
    spellings = (three, "three.py", "./three.py", "x/../three.py", "x/copy.py", "three")
    assert len({default_path(Match(spec, ("random", "random")), looking=True) for spec in spellings}) == 1
    record, _ = read_record(play(Match("three.py", ("random", "random")), 1).record_text())
    assert record.game == "three" and record.source.startswith("sha256:")
    assert replay(record, Random(0))[1] is None


def test_a_log_names_no_path_and_another_source_is_another_match(three, tmp_path):
    match, path = Match(three, ("random", "random")), str(tmp_path / "games.jsonl")
    with Log(match, path) as log:
        log.add(play(match, 1))
    kept = Path(path).read_text(encoding="utf-8")
    assert '"game": "three"' in kept and three not in kept and str(tmp_path) not in kept
    Path(three).write_text(Path(three).read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    with pytest.raises(BadOption, match="another match: source=sha256:"):
        Log(match, path).look()


# ── Killed ───────────────────────────────────────────────────────────────────────────────────────────────────────


def children(pid):
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def workers(pid):
    """The processes that play for the match in process *pid*."""
    return [child for child in children(pid) if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text("utf-8")]


def running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


LINUX = pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="looks for processes where Linux lists them")


def running_with(word):
    """The processes that have *word* on their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if word.encode() in path.read_bytes() and running(int(path.parent.name)):
                found.append(int(path.parent.name))
    return found


def started(*words, path):
    """The command, in a session of its own as from a terminal; no signal is ignored, whoever runs the tests."""

    def heed():
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])

    return subprocess.Popen(
        [sys.executable, "-m", "tabuleiro", *words, "--records", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=heed,  # noqa: PLW1509 - no thread of ours does anything that matters here
    )


def wait_for(fact, seconds=60):
    deadline = time.monotonic() + seconds
    while not fact():
        assert time.monotonic() < deadline
        time.sleep(0.02)


ENDS = [
    (how, workers, when)
    for how in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
    for workers, when in (("2", ".game"), ("1", ".game"), ("1", ".end"))
]


@LINUX
@pytest.mark.parametrize(("how", "workers", "when"), ENDS)
def test_no_engine_outlives_the_match(broken, tmp_path, how, workers, when):
    """Not one that hangs in a game, nor one that does not go when it has been tried."""
    path = tmp_path / "hung"
    bot = f"{broken('hung')} {path}"
    process = started("match", "momentum", bot, "random", "--workers", workers, path=tmp_path / "games.jsonl")
    wait_for(path.with_suffix(when).exists)
    if how == signal.SIGINT:
        os.killpg(process.pid, how)
        time.sleep(0.2)
        os.killpg(process.pid, how)
    else:
        process.send_signal(how)
    said, complaints = process.communicate(timeout=60)
    wait_for(lambda: not running_with(str(path)), 20)
    if how != signal.SIGKILL:  # after which nobody tidies up
        assert (said, complaints.strip()) == ("", "")
        assert process.returncode == (130 if how == signal.SIGINT else 128 + how)


@LINUX
@pytest.mark.parametrize("bot", ["brood", "orphans"])
@pytest.mark.parametrize("victim", ["nobody", "worker", "match"])
def test_what_an_engine_has_started_does_not_outlive_the_match(broken, tmp_path, bot, victim):
    """Not even after a SIGKILL of who plays, nor when the engine itself went in good order long ago."""
    path = tmp_path / "brood"
    words = ["match", "momentum", f"{broken(bot)} {path}", "random", "--workers", "2" if victim == "worker" else "1"]
    process = started(*words, "--games", "2" if victim == "nobody" else "1000", path=tmp_path / "games.jsonl")
    wait_for(path.with_suffix(".child").exists)
    if victim == "match":
        process.kill()
    elif victim == "worker":
        wait_for(lambda: any(children(pid) for pid in workers(process.pid)))
        for pid in workers(process.pid):
            os.kill(pid, signal.SIGKILL)
    process.communicate(timeout=60)
    wait_for(lambda: not running_with(str(path)), 20)


@LINUX
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("moment", [0.0, 0.1, 0.2, 0.4])
def test_an_end_while_the_processes_start_is_a_quiet_one(tmp_path, how, moment):
    path = tmp_path / "games.jsonl"
    process = started("match", "momentum", "greedy", "random", "--games", "100000", "--workers", "2", path=path)
    wait_for(lambda: path.exists() and path.stat().st_size)
    time.sleep(moment)
    for _ in range(3 if how == signal.SIGINT else 1):
        os.killpg(process.pid, how)
        time.sleep(0.1)
    said, complaints = process.communicate(timeout=60)
    assert (said, complaints.strip()) == ("", "")
    assert process.returncode == 128 + how
    wait_for(lambda: not running_with(str(path)), 20)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_match_of_very_many_games_begins_at_once(tmp_path, workers):
    with Log(MATCH, str(tmp_path / "games.jsonl")) as log:

        def enough():
            if len(log.games) >= 5:
                raise InterruptedError

        with pytest.raises(InterruptedError):
            run(log, 10**11, workers, enough)
    assert 5 <= len(log.games) <= 1000


@pytest.mark.parametrize(("asked", "at_once"), [(None, 2), (5, 5), (1, 1)])
def test_as_many_games_at_a_time_as_cores_that_may_be_used(tmp_path, monkeypatch, asked, at_once):
    """Not as many as there are: in a container, or after taskset, they are fewer."""
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 7}, raising=False)
    seen = []

    def played(self, jobs, count):
        seen.append((self.workers, count, [job.number for job in jobs]))
        yield from ()

    monkeypatch.setattr(Here, "play", played)
    monkeypatch.setattr(Processes, "play", played)
    with Log(MATCH, str(tmp_path / "games.jsonl")) as log:
        run(log, 9, asked)
    assert seen == [(at_once, 9, list(range(1, 10)))]


def test_games_that_are_there_are_not_played_again_and_others_are(tmp_path):
    with Log(MATCH, str(tmp_path / "games.jsonl")) as log:
        for number in (2, 5, 9):
            log.add(play(MATCH, number))
        before = dict(log.games)
        run(log, 6, workers=2)
        assert sorted(log.games) == [1, 2, 3, 4, 5, 6, 9]
    assert all(log.games[number] is game for number, game in before.items())


@LINUX
def test_killed_in_the_middle_and_started_again_no_game_is_lost_or_counted_twice(tmp_path):
    games, path = 200, tmp_path / "games.jsonl"
    words = [sys.executable, "-m", "tabuleiro", "match", "momentum", "greedy", "random", "--games", str(games)]
    words += ["--records", str(path), "--workers", "2", "--json"]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < 30:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.005)
    workers = children(process.pid)
    process.send_signal(signal.SIGKILL)
    process.wait()
    survived = [
        json.loads(line) for line in path.read_text(encoding="utf-8").splitlines(keepends=True) if line[-1] == "\n"
    ]
    assert 29 <= len(survived) - 1 < games

    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=True, timeout=120)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines[: len(survived)] == survived
    assert sorted(line["number"] for line in lines[1:]) == list(range(1, games + 1))
    assert f"{len(survived) - 1} of {games} games are there already" in done.stderr
    told = json.loads(done.stdout)
    assert (told["games"], told["won"] + told["drawn"] + told["lost"]) == (games, games)
    assert told["score"] == sum(line["scores"][0] for line in lines[1:])
    for line in lines[1::25]:  # the same games that a match without an accident has
        assert course(Played.from_json(line)) == course(play(MATCH, line["number"]))
    while any(map(running, workers)):
        assert time.monotonic() < deadline, "workers live on without their parent"
        time.sleep(0.05)
