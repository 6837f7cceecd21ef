"""match, ladder, analyze and engine as people run them."""

from __future__ import annotations

import json
import re
import shlex
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tabuleiro.analysis.analyst import Analyst
from tabuleiro.arena.executor import run as play_games
from tabuleiro.arena.log import Log
from tabuleiro.arena.match import Match
from tabuleiro.cli.commands.analyze import tell_haste
from tabuleiro.cli.commands.new import template
from tabuleiro.core.registry import find

EXAMPLE = Path(__file__).parents[2] / "examples" / "ugi_bot.py"


@pytest.fixture
def three(tmp_path):
    (tmp_path / "three.py").write_text(template("Three"), encoding="utf-8")
    return "three.py"


# ── match ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_match(run, tmp_path):
    words = ("match", "momentum", "greedy", "random", "--games", "6", "--records", "games.jsonl")
    done = run(*words)
    title, score, elo, *efforts = done.stdout.splitlines()
    assert title == "momentum: greedy against random, 6 games"
    assert score == "score: 6 to 0 (100.0 %); 6 won, 0 drawn, 0 lost"
    assert elo == "Elo difference: > 380 (95 %: at least -43)"
    assert [line.partition(":")[0] for line in efforts] == ["greedy", "random"]
    assert "s a step" in efforts[0] and "nodes" in efforts[0]
    assert done.stderr == "records: games.jsonl\n"
    again = run(*words)
    assert again.stdout == done.stdout
    assert again.stderr.splitlines()[0] == "6 of 6 games are there already; --fresh starts anew"
    more = json.loads(run(*words, "--games", "7", "--json").stdout)
    assert (more["games"], more["score"], more["elo"]["high"]) == (7, 7, None)
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 8


def test_a_match_by_cpu_time(run):
    program = f"engine:{shlex.join([sys.executable, str(EXAMPLE), 'momentum'])}"
    words = ("match", "momentum", "mcts", program, "--games", "1", "--cpu-seconds", "0.01", "--workers", "1")
    done = run(*words)
    told = [line for line in done.stdout.splitlines() if line.endswith("s of CPU time")]
    assert len(told) == 1 and told[0].startswith(program)  # the other one tells nodes besides
    assert f"tabuleiro: {program} does not count CPU time: it has as many seconds by the clock\n" in done.stderr


def test_a_match_by_the_clock(run):
    words = ("match", "momentum", "mcts", "random", "--games", "2", "--clock", "2+0.01", "--workers", "1")
    done = run(*words)
    assert "2 games" in done.stdout.splitlines()[0] and "ran out" not in done.stderr
    assert "2 of 2 games are there already" in run(*words[:-3], "2.0+.01", "--workers", "1").stderr
    assert "60+x is no time control" in run(*words[:6], "--clock", "60+x", code=2).stderr
    assert "leave one of them out" in run(*words, "--seconds", "1", code=2).stderr


def test_games_are_kept_where_the_same_command_finds_them(run, tmp_path):
    words = ("match", "momentum", "random", "random", "--games", "2", "--workers", "1")
    path = run(*words).stderr.partition("records: ")[2].strip()
    assert path.startswith(str(tmp_path / "data"))
    assert "2 of 2 games are there already" in run(*words).stderr
    shown = run(*words, "--show", "2").stdout
    assert shown.startswith("game: momentum\n")
    assert run("replay", "-", "--check", text=shown).stdout.startswith("-: sound")
    assert "game 3 is not in" in run(*words, "--show", "3", code=2).stderr


def test_a_file_of_the_same_name_in_another_folder_is_another_match(run, tmp_path):
    words = ("match", "g.py", "random", "random", "--games", "2", "--workers", "1")
    for folder, title in (("a", "Three"), ("c", "Other")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "g.py").write_text(template(title), encoding="utf-8")
        done = run(*words, cwd=tmp_path / folder)
        assert done.stdout.startswith("g.py: random against random, 2 games\n")
        assert "already" not in done.stderr
    assert "2 of 2 games are there already" in run(*words, cwd=tmp_path / "a").stderr
    shown = run("match", "a/g.py", *words[2:], "--show", "1").stdout
    assert "game: three\n" in shown and "\nsource: sha256:" in shown
    assert run("replay", "-", "--check", "--game", "a/g.py", text=shown).stdout.startswith("-: sound")


def test_a_match_starts_anew_and_the_old_games_are_set_aside(run, tmp_path):
    words = ("match", "momentum", "random", "random", "--games", "2", "--workers", "1", "--records", "games.jsonl")
    assert run(*words, "--fresh").stderr == "records: games.jsonl\n"
    for number in (1, 2):
        before = (tmp_path / "games.jsonl").read_bytes()
        done = run(*words, "--fresh")
        old = f"games.old-{number}.jsonl"
        assert done.stderr == f"the games that were there are kept in {old}\nrecords: games.jsonl\n"
        assert (tmp_path / old).read_bytes() == before
        assert (tmp_path / "games.jsonl").read_bytes().count(b"\n") == 3
    (tmp_path / "games.jsonl").write_text("a diary\n", encoding="utf-8")
    assert "something else" in run(*words, "--fresh", code=2).stderr
    assert (tmp_path / "games.jsonl").read_text(encoding="utf-8") == "a diary\n"


def test_to_show_a_game_leaves_no_trace(run, tmp_path):
    words = ("match", "momentum", "random", "random", "--show", "1")
    assert "game 1 is not in" in run(*words, code=2).stderr
    assert "game 1 is not in no/games.jsonl" in run(*words, "--records", "no/games.jsonl", code=2).stderr
    assert list(tmp_path.iterdir()) == []


def test_a_game_is_shown_while_others_are_played(run, tmp_path):
    match = Match("momentum", ("random", "random"))
    with Log(match, str(tmp_path / "games.jsonl")) as log:
        play_games(log, 1, workers=1)
        words = ("match", "momentum", "random", "random", "--records", "games.jsonl")
        assert run(*words, "--show", "1").stdout.startswith("game: momentum\n")
        for more in ((), ("--fresh",)):
            assert "is being played by another process" in run(*words, *more, code=2).stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("momentum", "random", "random", "--records", "/dev/null"), "/dev/null is no ordinary file"),
        (("momentum", "random", "random", "--records", "/dev/null", "--show", "1"), "/dev/null is no ordinary file"),
        (("momentum", "random", "random", "--show", "1", "--fresh"), "leave one of them out"),
        (("momentum", "nobody", "random"), "nobody cannot play Momentum"),
        (("momentum", "random", "random", "--seconds", "nan"), "argument --seconds: nan is no number above 0"),
        (("momentum", "random", "random", "--opening", "-1"), "argument --opening: -1 is no number from 0"),
        (("nothing", "random", "random"), "no game is called nothing"),
        (("momentum", "random", "engine:there-is-no-such-program"), "there is no program there-is-no-such-program"),
        (("momentum", "random", "random", "--seconds", "0"), "argument --seconds: 0 is no number above 0"),
    ],
)
def test_a_match_that_cannot_be(run, words, said):
    assert said in run("match", *words, "--games", "2", code=2).stderr


def test_a_terminal_gets_a_bar(terminal):
    screen = terminal("match", "momentum", "random", "random", "--games", "4", "--workers", "1")
    assert screen.end() == 0
    assert "] 4/4" in screen.seen and "[" + "#" * 24 + "]" in screen.seen


@pytest.mark.parametrize("columns", [30, 40, 60, 80, 200])
def test_a_bar_is_no_wider_than_the_terminal(terminal, columns):
    screen = terminal("match", "momentum", "greedy", "random", "--games", "3", "--workers", "1", columns=columns)
    assert screen.end() == 0
    bars = [line.strip() for line in re.split(r"\r\x1b\[K|\r\n", screen.seen) if line.startswith("[")]
    assert len(bars) >= 2 and "] 3/3  3 - 0" in bars[-1]  # games that are kept together are told together
    assert all(len(line) < columns for line in bars)
    assert ("Elo > 380 (95 %: " in bars[-1]) == (columns >= 80)


@pytest.mark.parametrize("term", ["dumb", ""])
@pytest.mark.parametrize(
    "words",
    [
        ("match", "momentum", "random", "random", "--games", "3", "--workers", "1"),
        ("ladder", "momentum", "--agents", "random,greedy", "--games", "2", "--workers", "1"),
        ("check", "momentum", "--games", "2"),
        ("warmup", "momentum"),
    ],
)
def test_a_dumb_terminal_gets_whole_lines(terminal, words, term):
    screen = terminal(*words, TERM=term)
    assert screen.end() == 0
    assert "\x1b" not in screen.seen and "\r" not in screen.seen.replace("\r\n", "")
    assert len([line for line in screen.seen.splitlines() if line.startswith("[" + "#" * 24)]) == 1


def test_a_ladder_tells_how_far_a_match_is(terminal):
    screen = terminal("ladder", "momentum", "--agents", "random,greedy", "--games", "3", "--workers", "1")
    assert screen.end() == 0
    for done in (0, 3):
        assert f"] {done}/3  1 of 1: greedy against random" in screen.seen


# ── ladder ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_ladder(run, tmp_path, three):
    words = ("ladder", three, "--agents", "random,greedy", "--games", "4", "--workers", "1", "--write", "levels.md")
    head, random, greedy, rung = run(*words).stdout.splitlines()
    assert head == "three.py: 4 games a pair"
    assert random == "random  +0"
    assert greedy.startswith("greedy  ")
    assert re.fullmatch(r"greedy against random: \d+ % of 4 \(\d+ to \d+ %\)", rung)
    page = (tmp_path / "levels.md").read_text(encoding="utf-8")
    assert "## Three\n" in page and "| `random` | +0 |  | 4 |  |  |" in page


def test_a_ladder_starts_anew_and_the_old_games_are_set_aside(run, tmp_path):
    """Otherwise the games of a program that has changed would count beside those of the old one."""
    agents = ("--agents", "random,report:1,greedy")
    words = ("ladder", "momentum", *agents, "--games", "2", "--workers", "1", "--records", "games")
    assert "are kept in" not in run(*words, "--fresh").stderr
    before = {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()}
    assert len(before) == 3
    run(*words)
    assert {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()} == before
    done = run(*words, "--games", "1", "--fresh")
    old = {name.replace(".jsonl", ".old-1.jsonl") for name in before}
    said = [line for line in done.stderr.splitlines() if "are kept in" in line]
    assert {line.rpartition("/")[2] for line in said} == old
    assert all(line.startswith("the games that were there are kept in games/") for line in said)
    for name, data in before.items():
        assert (tmp_path / "games" / name.replace(".jsonl", ".old-1.jsonl")).read_bytes() == data
        assert (tmp_path / "games" / name).read_bytes().count(b"\n") == 2  # the match and its one new game


def test_what_an_agent_of_a_ladder_takes_is_no_other_agent(run, three):
    words = ("ladder", three, "--agents", "random,mcts:nodes=20,threads=2", "--games", "2", "--workers", "1")
    assert "mcts:nodes=20,threads=2  " in run(*words).stdout


@pytest.mark.parametrize("seconds", ["-1", "0", "nan", "inf", "long"])
def test_a_ladder_takes_time(run, seconds):
    said = run("ladder", "momentum", "--agents", "random,greedy", f"--seconds={seconds}", code=2).stderr
    assert f"argument --seconds: {seconds} is no number above 0" in said


@pytest.mark.parametrize(
    ("page", "said"),
    [("no/levels.md", "no/levels.md: No such file"), (".", "is a directory"), ("levels.md", "levels.md is no text")],
)
def test_a_page_that_cannot_be_written_is_told_before_the_games(run, tmp_path, page, said):
    (tmp_path / "levels.md").write_bytes(b"\xff")
    words = ("ladder", "momentum", "--agents", "random,greedy", "--games", "2", "--records", "games", "--write", page)
    assert said in run(*words, code=2).stderr
    assert not (tmp_path / "games").exists()


def test_a_ladder_needs_two_agents(run):
    assert "two agents or more" in run("ladder", "momentum", "--agents", "random", code=2).stderr


# ── analyze ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_analyze_a_position(run, three):
    words = ("analyze", three, "--position", "o2/1o1/xx1 x", "--nodes", "800")
    (line,) = run(*words).stdout.splitlines()
    assert line.startswith("1. ") and "%  c1" in line
    lines = run(*words, "--lines", "3").stdout.splitlines()
    assert [line[:3] for line in lines] == ["1. ", "2. ", "3. "]
    assert lines[0].startswith("1. 100.0 %  c1 ")
    assert run(*words, "--lines", "3").stdout.splitlines() == lines


def test_the_search_of_the_strongest_level_thinks(run):
    lines = [run("analyze", "eximo", "--nodes", "300", *who).stdout for who in ((), ("--agent", "alphabeta"))]
    assert lines[0] == lines[1] != run("analyze", "eximo", "--nodes", "300", "--agent", "mcts").stdout


@pytest.mark.parametrize(
    "words",
    [
        ("eximo", "--seconds", "0.2", "--lines", "2", "--moves", "b6-b5"),
        ("campo-bello", "--seconds", "0.05", "--lines", "4"),
    ],
)
def test_little_time_is_no_trouble(run, words):
    assert len(run("analyze", *words).stdout.splitlines()) == int(words[4])


def test_haste_is_told(capsys):
    analyst = Analyst("mcts", find("momentum"))
    tell_haste(analyst)
    assert capsys.readouterr().err == ""
    analyst.hurried = 2
    tell_haste(analyst)
    assert "2 positions got a glimpse alone" in capsys.readouterr().err


def test_analyze_tells_that_it_gets_ready(terminal, three, tmp_path):
    (tmp_path / "game.txt").write_text("game: three\n\n1. a1 b2\n2. b1 a3\n", encoding="utf-8")
    for words in ((three, "--seconds", "0.1"), ("game.txt", "--game", three, "--nodes", "20")):
        screen = terminal("analyze", *words)
        assert screen.end() == 0
        assert "getting ready" in screen.seen
    assert "] 0/4  decisions" in screen.seen and "] 4/4  decisions" in screen.seen


def test_analyze_a_position_live(terminal, three):
    screen = terminal("analyze", three, "--seconds", "0.3")
    assert screen.end() == 0
    assert screen.seen.count("%") > 1  # it was written over
    assert "1. " in screen.seen.splitlines()[-1]


PACE = r"\d+ nodes, [\d.]+[kM]? nodes/s"


def test_a_terminal_is_told_how_fast_it_thinks_and_a_pipe_is_not(terminal, run):
    screen = terminal("analyze", "eximo", "--seconds", "1")
    assert screen.end() == 0
    lines = [line for line in screen.seen.splitlines() if " %  " in line]
    assert len(lines) > 1 and all(re.search(PACE, line) for line in lines)
    (line,) = run("analyze", "eximo", "--nodes", "3000").stdout.splitlines()
    assert re.search(r"\(\d+ nodes, depth \d+\)$", line)


def test_the_work_is_seen_on_a_narrow_terminal_and_turns_are_left_out(terminal):
    screen = terminal("analyze", "eximo", "--seconds", "1", columns=60)
    assert screen.end() == 0
    *live, last = [re.split(r"\x1b\[\w+", line)[-1].rstrip() for line in screen.seen.splitlines() if " %  " in line]
    assert live and all(len(line) < 60 and re.search(rf"\({PACE}(, depth \d+)?\)$", line) for line in live)
    assert re.search(PACE, last)


RECORD = "game: three\nseat x: Ana\nseat o: Rui\n\n1. a1 b2\n2. b1 a3\n"


@pytest.fixture
def game(tmp_path, three):  # noqa: ARG001 - the game of the record
    """The path of a record, whose analysis takes longer than anybody waits."""
    (tmp_path / "game.txt").write_text(RECORD, encoding="utf-8")
    (tmp_path / "diary").write_text("dear diary", encoding="utf-8")
    (tmp_path / "link.svg").hardlink_to(tmp_path / "game.txt")
    return "game.txt"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--svg", "game.txt"), "game.txt: the chart is an SVG picture"),
        (("--svg", "link.svg"), "link.svg is the record itself"),
        (("--svg", "chart.png"), "chart.png: the chart is an SVG picture; give it a name that ends with .svg"),
        (("--output", "./game.txt"), "game.txt is the record itself"),
        (("--output", "same", "--svg", "./same"), "same cannot be both"),
        (("--output", "same.svg"), "same.svg: the annotated record is a text"),
        (("--output", "no/such.txt"), "no/such.txt: No such file or directory"),
        (("--svg", "no/such.svg"), "no/such.svg: No such file or directory"),
        (("--output", "."), ". is a directory"),
        (("--output", "diary"), "diary is there already; choose another name"),
        (("--svg", "diary"), "diary is there already; choose another name"),
        (("--moves", "a1"), "--moves goes with a position, and game.txt is a record"),
        (("--lines", "2"), "--lines goes with a position, and game.txt is a record"),
        (("--lenient",), "--lenient goes with a position, and game.txt is a record"),
    ],
)
def test_where_an_analysis_goes_is_checked_before_the_work(run, tmp_path, game, words, said):
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert said in run("analyze", game, "--game", "three.py", *words, "--seconds", "100", code=2).stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_an_earlier_analysis_of_the_same_game_is_replaced_and_nothing_else(run, tmp_path, game):
    words = ("analyze", game, "--game", "three.py", "--nodes", "20")
    run(*words)
    run(*words)
    more = RECORD.replace("a3", "a3\n3. b3 c1")
    (tmp_path / game).write_text(more, encoding="utf-8")
    run(*words)  # of the same game when it was shorter
    assert "b3" in (tmp_path / "game.analysis.txt").read_text(encoding="utf-8")
    (tmp_path / game).write_text(RECORD.replace("a3", "c3"), encoding="utf-8")
    assert "game.analysis.txt is there already" in run(*words, code=2).stderr
    assert "game.analysis.svg is there already" in run(*words, "--output", "other.txt", code=2).stderr
    run(*words, "--output", "other.jsonl", "--svg", "other.svg")
    run(*words, "--output", "other.jsonl", "--svg", "other.svg")
    assert run(*words, "--output", "/dev/stdout", "--svg", "/dev/null").stdout.count("analysis: mcts") == 1


@pytest.mark.usefixtures("three")
def test_analyze_a_game(run, tmp_path):
    record = "game: three\nedition: 1\nseat x: Ana\nseat o: Rui\n\n1. a1 {corner} b2\n2. b1 a3\n3. c1\n\nwinner: x\nreason: Cross has three in a row\n"
    (tmp_path / "game.txt").write_text(record, encoding="utf-8")
    lines = run("analyze", "game.txt", "--nodes", "500", "--game", "three.py").stdout.splitlines()
    (blunder,) = [line for line in lines if " a3 " in line]
    assert "?" in blunder and "better c1" in blunder
    assert lines[-2].startswith("Cross (Ana): ") and lines[-1].startswith("Nought (Rui): ")
    annotated = (tmp_path / "game.analysis.txt").read_text(encoding="utf-8")
    assert "{corner; " in annotated and "better c1" in annotated
    assert run("replay", "game.analysis.txt", "--check", "--game=three.py").stdout.startswith(
        "game.analysis.txt: sound, 5 turns"
    )
    assert ET.parse(tmp_path / "game.analysis.svg").getroot().tag.endswith("svg")
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == record


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nothing",), "no game is called nothing"),
        (("nothing.txt",), "nothing.txt: No such file or directory"),
        (("folder/nothing",), "folder/nothing: No such file or directory"),
        (("-",), "needs --output and --svg"),
        (("momentum", "--svg", "chart.svg"), "--svg goes with a record, and this is a position"),
        (("momentum", "--output", "game.txt"), "--output goes with a record, and this is a position"),
        (
            ("momentum", "--position", "1111111/1....../......./......./......./......./222222. - 13"),
            "the game is over",
        ),
        (("momentum", "--agent", "random", "--nodes", "5"), "random does not say what it thinks"),
    ],
)
def test_what_cannot_be_analyzed(run, words, said):
    assert said in run("analyze", *words, code=2).stderr


# ── engine ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_engine(run):
    said = run("engine", "eximo", "--agent", "greedy", text="ugi\nposition startpos\ngo\nquit\n").stdout.splitlines()
    assert "ugiok" in said
    assert said[-1].startswith("bestmove ")
    for agent in ("nobody", "''"):
        assert f"{agent} cannot play" in run("engine", "eximo", "--agent", agent.strip("'"), code=2).stderr


def test_an_engine_thinks_with_the_search_of_the_strongest_level(run):
    text = "ugi\nsetoption name Game value momentum\nposition startpos\ngo nodes 50\n"
    said = run("engine", "eximo", text=text).stdout.splitlines()
    assert "option name Agent type string default alphabeta" in said
    assert said[-1].startswith("bestmove ") and not any(line.startswith("info string") for line in said)
