"""UGI on both sides: what is said, what is understood, and what happens with programs that do neither."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tabuleiro.ai.agents import cores, look_for, make
from tabuleiro.cli.commands.engine import serve
from tabuleiro.cli.commands.new import template
from tabuleiro.core.errors import AgentFailed, BadPosition, BadTurn, UnknownAgent
from tabuleiro.core.notation import turns, write_turns
from tabuleiro.core.registry import find
from tabuleiro.engines import client, process
from tabuleiro.engines.client import Invited
from tabuleiro.engines.info import MOST_WORDS, Thought, write_info
from tabuleiro.engines.protocol import MOST, SILENT, Reader, centipawns, read_steps, share_of, write_place, write_step
from tabuleiro.engines.server import read_limit
from tabuleiro.kernels import COMPILING
from tabuleiro.play.agent import Choice, Limit
from tabuleiro.play.session import Session

GAMES = [
    "momentum", "campo-bello", "campo-bello:players=4,removal=may", "eximo", "eximo:drops=reserve", "meerkats",
    "meerkats:players=3,stone=bag", "barragoon",
]  # fmt: skip


def told(place):
    """What follows ``position``."""
    command, _, rest = place.partition(" ")
    assert command == "position"
    return rest


# ── Places ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", GAMES)
def test_what_is_written_of_a_view_is_read_as_that_view(spec):
    game, rng = find(spec), Random(spec)
    session = Session(game, rng)
    readers = [Reader(game, Random(0)) for _ in game.seats]
    while session.player >= 0 and len(session.steps) < 80:
        seat = session.player
        view = session.view(seat)
        place = write_place(view)
        for reader in (readers[seat], Reader(game, Random(0))):
            read = reader.read(told(place))
            assert read.state == view.state and read.player == seat
            assert read.turns == list(view.turns) or " moves " not in place
        session.play(seat, rng.choice(view.actions))


def test_the_past_travels_along():
    """Otherwise an engine could not see a repetition coming."""
    session = Session(find("eximo"), Random(0))
    for _ in range(6):
        session.play(session.player, session.view(session.player).actions[0])
    place = write_place(session.view(session.player))
    assert place == f"position startpos moves {' '.join([*session.turns, *filter(None, [session.so_far])])}"


def test_an_engine_is_told_no_secret():
    """Only the own colour stands in the place; the same game with other secrets is told in the same words."""
    game = find("meerkats")
    session = Session(game, Random(0))
    own, other = session.state.colours
    third = next(colour for colour in (1, 2, 3, 4) if colour not in (own, other))
    twin = Session(game, Random(0), start=type(session.state)(session.state.board, 0, (own, third)))
    places = []
    for each in (session, twin):
        for _ in range(4):
            each.play(each.player, each.game.actions(each.state)[7])
        while each.player != 0:
            each.play(each.player, each.game.actions(each.state)[0])
        places.append(write_place(each.view(0)))
    assert places[0] == places[1]
    assert "?" in places[0]


def test_words_may_be_turns_or_steps():
    game = find("campo-bello")
    session = Session(game, Random(5))
    words = []
    while session.player >= 0:
        action = session.rng.choice(game.actions(session.state))
        words.append(write_step(game, session.state, action))
        session.play(session.player, action)
    assert SILENT in words
    by_step = Reader(game, Random(0)).read("startpos moves " + " ".join(words))
    by_turn = Reader(game, Random(0)).read("startpos moves " + " ".join(session.turns))
    assert by_step.state == session.state and by_step.turns == session.turns
    assert by_turn.turns[:-1] == session.turns[:-1]  # the last may have ended silently, which was not said


@pytest.mark.parametrize("text", ["", "moves 4,4", "fen", "startpos 4,4", "fen nonsense 1"])
def test_what_is_no_place_is_refused(text):
    with pytest.raises(BadPosition):
        Reader(find("momentum"), Random(0)).read(text)


def test_what_cannot_be_played_is_refused():
    with pytest.raises(BadTurn, match="9,9 is not legal"):
        Reader(find("momentum"), Random(0)).read("startpos moves 4,4 9,9")


def test_scores_are_odds():
    assert [centipawns(share) for share in (0.5, 10 / 11, 1 / 11, 1.0, 0.0)] == [0, 400, -400, 2000, -2000]
    assert [share_of(centipawns(share)) for share in (0.25, 1.0, 0.0)] == [pytest.approx(0.25, abs=0.001), 1, 0]


@pytest.mark.parametrize(
    ("text", "seat", "limit"),
    [
        ("movetime 1500", 0, Limit(1.5)),
        ("nodes 300 depth 4", 1, Limit(None, 300, 4)),
        ("cputime 1500 movetime 2000", 0, Limit(2.0, cpu_seconds=1.5)),
        ("cputime -5", 0, Limit(cpu_seconds=0.001)),
        ("infinite", 0, Limit()),
        ("", 0, Limit()),
        ("p1time 60000 p2time 3000 p1inc 0 p2inc 1000", 0, Limit(2.0, clock=60.0)),
        ("p1time 60000 p2time 3000 p1inc 0 p2inc 1000", 1, Limit(0.6, clock=3.0)),
        ("p1time 20", 0, Limit(0.01, clock=0.02)),
        ("movetime 1500 p1time 60000", 0, Limit(1.5, clock=60.0)),
        ("movetime x nodes", 0, Limit()),
        ("movetime -5", 0, Limit(0.001)),
        ("nodes -5 depth 0", 0, Limit(None, 1, 1)),
        (f"nodes {'9' * 400}", 0, Limit(None, MOST)),
        (f"nodes {'9' * 5000}", 0, Limit(None, MOST)),
        (f"movetime {'9' * 400}", 0, Limit(MOST / 1000)),
        ("nodes 007", 0, Limit(None, 7)),
        ("nodes ² depth ٣", 0, Limit()),
        ("p1time 1000 movestogo 0", 0, Limit(0.95, clock=1.0)),
        ("p1time 1000 movestogo -3 p1inc -9999", 0, Limit(0.95, clock=1.0)),
    ],
)
def test_limits(text, seat, limit):
    assert read_limit(text, seat) == limit


@pytest.mark.parametrize(
    ("limit", "counting", "words"),
    [
        (Limit(cpu_seconds=0.1), True, "go cputime 100"),
        (Limit(0.2, cpu_seconds=0.1), True, "go movetime 200 cputime 100"),
        (Limit(cpu_seconds=0.1), False, "go movetime 100"),
        (Limit(0.05, 7, cpu_seconds=0.1), False, "go movetime 50 nodes 7"),
    ],
)
def test_who_does_not_count_cpu_time_has_the_clocks(limit, counting, words):
    assert client.go(limit, counting=counting) == words


def test_an_engine_learns_its_time_for_the_step_and_for_the_game():
    assert client.go(Limit(2.5, 7, clock=60.0), seat=1) == "go movetime 2500 p2time 60000 nodes 7"


def test_the_work_of_an_engine_is_counted_in_its_process_and_in_what_that_started():
    view = Session(find("momentum:size=9"), Random(0)).view(0)
    ours = f"{sys.executable} -m tabuleiro engine momentum:size=9 --agent mcts"
    script = shlex.quote(f"{ours}; true")  # a shell that waits for it
    for command in (ours, f"sh -c {script}"):
        agent = make(f"engine:{command}", view.game, Random(0))
        try:
            before, mine = agent.worked(), time.process_time()
            assert agent.counting and before > 0
            assert agent.choose(view, Limit(cpu_seconds=0.3)).action in view.actions
            assert agent.worked() - before >= 0.3 > time.process_time() - mine
        finally:
            agent.close()
        assert agent.worked() == 0.0


# ── The side that thinks ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def talk():
    """``talk("momentum", "greedy", line, …)``: what the engine says."""

    def talk(spec, agent, *lines):
        said = []
        server = serve(spec, agent, said.append)
        for line in lines:
            assert server.hear(line) == (line != "quit")
        server.finish(wait=True)
        return said

    return talk


def test_a_conversation_over_pipes():
    lines = ["ugi", "isready", "position startpos moves 4,4", "query p1turn", "query gameover", "go", "nonsense"]
    done = subprocess.run(
        [sys.executable, "-m", "tabuleiro", "engine", "momentum", "--agent", "greedy"],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    said = done.stdout.splitlines()
    assert said[0].startswith("id name Tabuleiro ")
    assert "option name Agent type string default greedy" in said
    assert said.index("ugiok") < said.index("readyok") < said.index("response false")
    assert said.count("response false") == 2
    assert sum(line.startswith("bestmove ") for line in said) == 1
    assert "info string unknown command nonsense" in said
    assert done.stderr == ""


def test_queries(talk):
    won = "position fen 1111111/......./......./......./......./......./222222. 1 12"
    said = talk("momentum", "random", won, "query moves", "query fen", "query p1turn", "query p2turn", "query result")
    assert said[1:] == ["response " + won.partition("fen ")[2], "response true", "response false", "response none"]
    over = talk("momentum", "random", won + " moves 4,4", "query gameover", "query result", "query moves", "query x")
    assert over[:3] == ["response true", "response p1win", "response"]
    assert over[3].startswith("info string query one of gameover")


def test_an_over_game_and_a_bad_place_have_no_best_move(talk):
    over = "position fen 1111111/1....../......./......./......./......./222222. - 13"
    assert "bestmove (none)" in talk("momentum", "random", over, "go")
    said = talk("momentum", "random", "position startpos moves 9,9", "go")
    assert said[0].startswith("info string error: 9,9 is not legal here")
    assert said[1] == "bestmove (none)"


@pytest.mark.parametrize(
    "go", [f"nodes {'9' * 400}", "nodes ²", "p1time 1000 movestogo 0", "depth -1", f"movetime 1 p1time {'9' * 5000}"]
)
def test_every_go_is_answered(talk, three, go, monkeypatch):
    monkeypatch.setattr("tabuleiro.play.agent.SECONDS", 0.1)
    place = "position fen o2/1o1/xx1 x"
    for agent in ("mcts:seconds=0.1", "alphabeta:depth=2"):
        assert talk(three, agent, place, f"go {go}")[-1] == "bestmove c1"


def test_what_is_no_number_is_told(talk):
    said = talk("momentum", "random", "go nodes ² movetime x p1time")
    assert said[:2] == ["info string nodes takes a number, not ²", "info string movetime takes a number, not x"]
    assert said[-1].startswith("bestmove ")


def test_an_agent_that_cannot_be_made_has_no_best_move(monkeypatch):
    said = []
    server = serve("momentum", "random", said.append)
    monkeypatch.setattr(server, "_made", lambda: 1 // 0)
    server.hear("go")
    assert said[0] == "bestmove (none)" and said[1].startswith("info string error: ")


@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_it_while_it_thinks(how, code):
    words = [sys.executable, "-m", "tabuleiro", "engine", "momentum", "--agent", "mcts:threads=2"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # it may be ignored by who runs the tests
    with subprocess.Popen(words, **pipes, preexec_fn=heed) as process:  # noqa: PLW1509 - no thread interferes
        process.stdin.write(b"go infinite\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"info ")
        process.send_signal(how)
        try:
            _, complaints = process.communicate(timeout=30)
        finally:
            process.kill()
    told = [line for line in complaints.decode().splitlines() if COMPILING not in line]
    assert (process.returncode, told) == (code, [])


def test_it_ends_when_nobody_reads_its_answers():
    """``yes go | tabuleiro engine momentum | head -1``."""
    words = [sys.executable, "-m", "tabuleiro", "engine", "momentum", "--agent", "random"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(b"go\n")
    process.stdin.flush()
    assert process.stdout.readline()
    process.stdout.close()
    deadline = time.monotonic() + 30
    while process.poll() is None:
        assert time.monotonic() < deadline, "goes on without a reader"
        with suppress(OSError):
            process.stdin.write(b"go\n")
            process.stdin.flush()
        time.sleep(0.01)
    with suppress(OSError):
        process.stdin.close()
    assert (process.returncode, process.stderr.read()) == (0, b"")
    process.stderr.close()


def test_a_search_tells_what_it_knows_and_is_the_same_every_time(talk, three):
    said = talk(three, "mcts", "setoption name Seed value 5", "position startpos moves b2", "go nodes 200")
    assert said == [line for line in said if line.startswith(("info depth ", "bestmove "))]
    assert " nodes 200 " in said[-2] and " score cp " in said[-2] and " wdl " in said[-2] and " pv " in said[-2]
    again = talk(three, "mcts", "setoption name Seed value 5", "position startpos moves b2", "go nodes 200")
    assert again[-1] == said[-1]


@pytest.mark.parametrize(("spec", "agent"), [("eximo", "alphabeta"), ("momentum", "mcts"), ("momentum", "greedy")])
def test_it_tells_how_fast_it_is(talk, spec, agent):
    """Also of who does not measure it."""
    *_, line, best = talk(spec, agent, "isready", "position startpos", "go nodes 40000")
    words = line.split()
    time, nodes, pace = (int(words[words.index(key) + 1]) for key in ("time", "nodes", "nps"))
    assert best.startswith("bestmove ") and nodes > 0
    assert nodes / (time + 1) <= pace / 1000 <= nodes / max(time - 1, 0.001)  # the time is in milliseconds


@pytest.mark.parametrize("agent", ["level:8", "mcts", "alphabeta"])
def test_an_engine_takes_as_many_threads_as_there_are_cores(agent):
    server = serve("eximo", agent, lambda _: None)
    for asked, given in [(1, 1), (0, 1), (10_000, cores())]:
        server.hear(f"setoption name Threads value {asked}")
        server.hear("isready")
        assert server._agent.threads == given


def test_a_search_that_could_be_stopped_is_the_same_as_one_that_could_not():
    view = Session(find("momentum"), Random(0)).view(0)
    limits = [Limit(nodes=9000), Limit(nodes=9000, cancelled=lambda: False)]
    one, other = [make("mcts", find("momentum"), Random(5)).choose(view, limit) for limit in limits]
    assert one == other


def test_it_thinks_until_it_is_stopped(three):
    said = []
    server = serve(three, "mcts", said.append)
    server.hear("go infinite")
    server.hear("isready")
    assert said[-1] == "readyok" or said[-1].startswith("info ")
    time.sleep(0.05)
    assert not any(line.startswith("bestmove") for line in said)
    server.hear("stop")
    server.finish()
    assert said[-1].startswith("bestmove ")


@pytest.mark.parametrize("agent", ["mcts:seconds=60", "alphabeta:seconds=60"])
def test_a_plain_go_tells_and_can_be_stopped(three, agent):
    said = []
    server = serve(three, agent, said.append)
    began = time.monotonic()
    server.hear("go")
    while not any(line.startswith("info ") for line in said):
        assert time.monotonic() - began < 20
        time.sleep(0.01)
    server.hear("stop")
    server._thread.join(20)
    assert said[-1].startswith("bestmove ")


@pytest.mark.parametrize("agent", ["mcts", "alphabeta", "random", "greedy"])
def test_a_plain_go_without_any_limit_ends_by_itself(three, agent, monkeypatch):
    monkeypatch.setattr("tabuleiro.play.agent.SECONDS", 0.1)
    said = []
    server = serve(three, agent, said.append)
    server.hear("go")
    server._thread.join(20)
    assert said[-1].startswith("bestmove ")


def test_a_plain_go_leaves_an_agent_its_own_limit(talk, three, monkeypatch):
    monkeypatch.setattr("tabuleiro.play.agent.SECONDS", 0.0)
    assert " nodes 150 " in talk(three, "mcts:nodes=150", "go")[-2]


def test_the_agent_and_the_game_can_be_changed(talk, three):
    game = find(three)
    said = talk("momentum", "random", "setoption name Game value three", "setoption name Agent value greedy", "go")
    assert said[-1].removeprefix("bestmove ") in game.board.names
    said = talk("momentum", "random", "setoption name Agent value nobody", "setoption name Hash value 3")
    assert said[0].startswith("info string error: nobody cannot play Momentum")
    assert said[1] == "info string there is no option Hash"


@pytest.mark.parametrize("spelled", ["{path}", "{path}:size=4", "./canary.py", "canary.py", "../{folder}/canary.py"])
def test_the_other_side_names_no_file(talk, tmp_path, monkeypatch, spelled):
    monkeypatch.chdir(tmp_path)
    canary = tmp_path / "canary.py"
    canary.write_text(template("Canary") + "open('ran', 'w').close()\n", encoding="utf-8")
    said = talk("momentum", "random", f"setoption name Game value {spelled.format(path=canary, folder=tmp_path.name)}")
    assert len(said) == 1 and "is a path, which is not followed" in said[0]
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "agent",
    [
        "engine:touch ran",
        " Engine:touch ran",
        "ENGINE: touch ran",
        "policy:net.onnx",
        "mcts:net=/dev/tty",
        "alphabeta:nodes=1, net=ran",
    ],
)
def test_the_other_side_starts_no_program(talk, tmp_path, monkeypatch, agent):
    monkeypatch.chdir(tmp_path)
    said = talk("momentum", "random", f"setoption name Agent value {agent}", "go")
    assert "is a program, which is not started for others" in said[0] and said[-1].startswith("bestmove ")
    assert not (tmp_path / "ran").exists()


def test_a_game_in_a_file_is_told_by_its_name(talk, three):
    assert "option name Game type string default three" in talk(three, "random", "ugi")


def test_where_nobody_is_named_the_search_of_the_strongest_level_thinks(talk, three):
    """And it follows the game, until somebody is named."""
    for spec, search in (("eximo", "alphabeta"), ("campo-bello:players=4", "mcts"), (three, "mcts")):
        assert f"option name Agent type string default {search}" in talk(spec, None, "ugi")
    said = []
    server = serve("momentum", None, said.append)
    made = []
    for line in (
        "isready", "setoption name Game value eximo", "isready", "setoption name Game value meerkats", "isready",
        "setoption name Agent value greedy", "setoption name Game value eximo", "isready",
    ):  # fmt: skip
        server.hear(line)
        if line == "isready":
            made.append(server._agent.name)
    assert said == ["readyok"] * 4
    assert made == ["mcts", "alphabeta", "mcts", "greedy"]


# ── The side that asks ───────────────────────────────────────────────────────────────────────────────────────────


def ask(spec, agent):
    return f"engine:{shlex.join([sys.executable, '-m', 'tabuleiro', 'engine', spec, '--agent', agent])}"


def test_an_engine_says_what_it_thinks(three):
    game = find(three)
    agent = make(ask("momentum", "random"), game, Random(3))  # it is told which game, as it can be
    agent.close()
    agent = make(ask(three, "mcts"), game, Random(3))
    reports = []
    session = Session(game, Random(0))
    choice = agent.choose(session.view(0), Limit(nodes=200, report=reports.append))
    agent.close()
    assert choice.action in game.actions(session.state)
    assert choice.nodes == 200
    assert sum(choice.scores) == 1
    assert reports and all(isinstance(report, Choice) for report in reports)
    again = make(ask(three, "mcts"), game, Random(3))
    assert again.choose(session.view(0), Limit(nodes=200)).action == choice.action
    again.close()


def heard(view, *lines):
    """The choice of an engine that tells *lines*."""
    thought = Thought(view)
    for line in lines:
        thought.hear(line)
    return thought.choice


def test_the_last_line_that_an_engine_expects_is_read_once_and_as_far_as_it_is_legal(monkeypatch):
    view = Session(find("momentum"), Random(0)).view(0)
    read = []
    monkeypatch.setattr("tabuleiro.engines.info.read_steps", lambda *args: read.append(args[2]) or read_steps(*args))
    choice = heard(view, "info pv 1,1 2,2", "info pv 4,4 4,5 9,9 4,6", "info nodes 5")
    assert read == ["4,4", "4,5", "9,9"]
    assert choice.line[0] == choice.action == read_steps(view.game, view.state, "4,4")[0]
    assert write_turns(view.game, view.state, choice.line) == ("4,4", "4,5")
    assert heard(view, "info pv nonsense") == Choice(view.actions[0])
    long = heard(view, "info pv " + " ".join(f"{line},{row}" for line in range(1, 8) for row in range(1, 8)))
    assert 10 < len(long.line) <= MOST_WORDS


def test_a_line_that_cannot_be_played_is_told_as_far_as_it_can():
    """A bot of a person may expect anything."""
    view = Session(find("momentum"), Random(0)).view(0)
    step, other = view.actions[:2]
    assert write_info(view, Choice(step, line=(step, step, other))).endswith(" pv 1,1")
    assert write_info(view, Choice(step, line=("1,1", "2,2"))).endswith(" pv 1,1")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("info depth 3 nodes 50 score cp 400 pv 4,4 4,5", ((10 / 11, 1 / 11), ("4,4", "4,5"), 50, 3)),
        ("info wdl 250 500 250", ((0.5, 0.5), (), 0, 0)),
        ("info depth ٣ score cp ² nodes ² wdl ² ² ²", ((), (), 0, 0)),
        (f"info depth {'9' * 5000} nodes {'9' * 5000}", ((), (), MOST, MOST)),
        (f"info score cp {'9' * 5000}", ((1, 0), (), 0, 0)),
        (f"info score cp -{'9' * 400}", ((0, 1), (), 0, 0)),
        ("info nodes - depth -- score cp -", ((), (), 0, 0)),
        ("info nodes -5 depth -5 wdl -1 0 1", ((), (), 0, 0)),
        ("info string depth 5", ((), (), 0, 0)),
    ],
)
def test_what_an_engine_tells_is_understood_or_passed_over(line, told):
    view = Session(find("momentum"), Random(0)).view(0)
    choice = heard(view, line)
    texts = write_turns(view.game, view.state, choice.line)
    assert (choice.scores, texts, choice.nodes, choice.depth) == (pytest.approx(told[0]), *told[1:])


@pytest.mark.parametrize(
    ("line", "seconds", "pace"),
    [
        ("info nodes 50 time 250", 0.25, 200),
        ("info nodes 50 time 250 nps 199", 0.25, 200),
        ("info nodes 50 time 0 nps 5000", 0.01, 5000),
        ("info nodes 50 nps 5000", 0.01, 5000),
        ("info nodes 50", 0, 0),
        ("info nodes 50 time -3 nps -3", 0, 0),
        ("info nps 5000", 0, 0),
        (f"info nodes 1 time {'9' * 400}", MOST / 1000, 1000 / MOST),
    ],
)
def test_how_fast_an_engine_is(line, seconds, pace):
    view = Session(find("momentum"), Random(0)).view(0)
    choice = heard(view, line)
    assert (choice.seconds, choice.pace) == (pytest.approx(seconds), pytest.approx(pace))
    later = heard(view, line, "info nodes 100 pv 4,4")  # the time is not told again
    assert (later.nodes, later.seconds) == (100, choice.seconds)


def test_with_more_seats_a_score_is_the_own_and_the_others_share_the_rest():
    view = Session(find("campo-bello:players=4"), Random(0)).view(0)
    choice = heard(view, "info wdl 400 0 600")
    assert choice.scores == pytest.approx((0.4, 0.2, 0.2, 0.2))


def test_an_engine_can_be_stopped(three):
    agent = make(ask(three, "mcts"), find(three), Random(0))
    began = time.monotonic()
    agent.choose(Session(find(three), Random(0)).view(0), Limit(cancelled=lambda: time.monotonic() - began > 0.2))
    agent.close()
    assert time.monotonic() - began < 4


def test_a_whole_turn_will_do_as_an_answer(tmp_path):
    """Asked in the middle of a turn that it has told already, an engine is not bothered again."""
    game, session = find("campo-bello"), Session(find("campo-bello"), Random(1))
    while True:
        seat = session.player
        longest = max(turns(game, session.state), key=lambda turn: len(turn.actions))
        if len(longest.actions) > 2:
            break
        session.play(seat, longest.text)
    path = tmp_path / "bot.py"
    path.write_text(
        "import sys\nfor line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        f"    print({{'ugi': 'ugiok', 'isready': 'readyok', 'go': 'bestmove {longest.text}'}}.get(word, ''), flush=True)\n",
        encoding="utf-8",
    )
    agent = make(f"engine:{shlex.join([sys.executable, str(path)])}", game, Random(0))
    for action in longest.actions[:2]:
        choice = agent.choose(session.view(seat), Limit())
        assert choice.action == action
        session.play(seat, choice.action)
    agent.close()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mute", "did not answer ugi with ugiok; it last said: nothing"),
        ("unready", "did not answer isready with readyok; it last said: ugiok"),
        ("rude", "ended by itself with exit code 0; it last said: no"),
        ("buffering", "did not answer ugi with ugiok until it was ended: it must flush every line"),
        ("framed", "ended by itself with exit code 1; it last said: Error: oops"),
    ],
)
def test_what_does_not_greet_is_no_engine(broken, monkeypatch, name, words):
    monkeypatch.setattr(client, "GREETING", 0.3 if name in ("mute", "buffering") else 10)
    monkeypatch.setattr(client, "READY", 0.3)
    if name != "buffering":  # which has something to say at its end
        for module in (client, process):
            monkeypatch.setattr(module, "FAREWELL", 0.1)
    with pytest.raises(UnknownAgent, match=words):
        make(broken(name), find("momentum"), Random(0))


@pytest.mark.parametrize("command", ["", "there-is-no-such-program", "'unclosed"])
def test_what_is_no_program_is_no_engine(command):
    with pytest.raises(UnknownAgent, match="engine:"):
        make(f"engine:{command}", find("momentum"), Random(0))
    with pytest.raises(UnknownAgent, match="engine:"):
        look_for(f"engine:{command}")


def test_after_a_crash_nothing_more_is_expected(broken):
    agent = make(broken("leave"), find("momentum"), Random(0))
    view = Session(find("momentum"), Random(0)).view(0)
    for _ in range(2):
        with pytest.raises(AgentFailed, match="exit code 3"):
            agent.choose(view, Limit())


def invited(spec):
    return Invited(spec, partial(make, spec, find("momentum"), Random(0)))


def test_an_invited_engine_is_greeted_in_the_background_and_plays():
    agent = invited(ask("momentum", "greedy"))
    session = Session(find("momentum"), Random(0))
    for seat in (0, 1):
        session.play(seat, agent.choose(session.view(seat), Limit()).action)
    agent.close()
    assert len(session.turns) == 2


def test_nobody_waits_for_an_engine_that_does_not_greet(broken):
    agent = invited(broken("mute"))
    with pytest.raises(AgentFailed, match="has not introduced itself"):
        agent.choose(Session(find("momentum"), Random(0)).view(0), Limit(cancelled=lambda: True))
    agent.close()


def test_an_invited_engine_that_failed_is_started_anew(broken):
    agent = invited(broken("leave"))
    view, engines = Session(find("momentum"), Random(0)).view(0), []
    for _ in range(2):
        engines.append(agent._engine or agent._invite())
        with pytest.raises(AgentFailed, match="exit code 3"):
            agent.choose(view, Limit())
    assert engines[0].result() is not engines[1].result()
    agent.close()


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks for processes where Linux lists them")
def test_an_engine_that_nobody_wants_any_more_is_ended(broken, monkeypatch):
    monkeypatch.setattr(process, "FAREWELL", 0.2)
    agent = make(broken("stall"), find("momentum"), Random(0))
    pid = agent._process.pid
    assert Path(f"/proc/{pid}").exists()
    del agent
    gc.collect()
    assert not Path(f"/proc/{pid}").exists()
