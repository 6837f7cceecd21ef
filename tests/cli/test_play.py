"""Playing line by line: through pipes, and on a terminal with questions, orders and secrets."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from math import nan
from pathlib import Path
from random import Random

import pytest

from nets import written
from tabuleiro.ai.agents import make
from tabuleiro.analysis.report import about
from tabuleiro.core.registry import find, names
from tabuleiro.play.agent import Limit
from tabuleiro.play.record import read_record
from tabuleiro.play.replay import replay
from tabuleiro.play.session import Session


def session_in(path):
    record, problems = read_record(path.read_text("utf-8"))
    assert not problems
    session, trouble = replay(record, Random(0))
    assert trouble is None
    return session


# ── Through pipes ────────────────────────────────────────────────────────────────────────────────────────────────


def test_without_a_game_and_a_terminal_the_computer_plays_every_game(run):
    told = run("play").stdout
    for name in names():
        assert f"{find(name).title}, " in told
    assert len(re.findall(r"\n(?:points|score): .*\n.*(?:win|draw)", told)) == len(names())
    assert "\x1b" not in told
    assert run("play", "--seed", "1").stdout == told


def test_a_net_that_gives_no_numbers_loses_with_the_reason(run, tmp_path):
    net = written(tmp_path / "mad.onnx", "momentum", [nan] * 99)
    told = run("play", "momentum", "--players", f"human,{net}", text="4,4\n").stdout
    assert re.search(r"could not go on: .*mad\.onnx gave nan for a legal step", told)


@pytest.mark.parametrize("name", ["game.txt", "game.jsonl"])
def test_a_game_that_is_saved_while_it_goes_on_tells_no_secrets(run, tmp_path, name):
    run("play", "meerkats", "--seed", "7", "--record", name, text="R5.5\n")
    text = (tmp_path / name).read_text("utf-8")
    assert "R5.5" in text and not re.search(r"colours|P\d=|\b(red|green|blue|yellow)\b", text)
    assert session_in(tmp_path / name).state.colours == (2, 1)
    assert "sound, 1 turn" in run("replay", name, "--check").stdout


def test_what_a_chart_says_of_its_game_tells_no_secrets():
    session = Session(find("meerkats"), Random(7))
    assert "colours" in session.record().deal and "colours" not in about(session)


def test_the_same_seed_plays_the_same_game_and_writes_the_same_record(run, tmp_path):
    words = ["play", "meerkats", "--players", "random,greedy", "--seed", "7", "--record"]
    assert run(*words, "one.txt").stdout == run(*words, "two.txt").stdout
    assert (tmp_path / "one.txt").read_bytes() == (tmp_path / "two.txt").read_bytes()
    assert session_in(tmp_path / "one.txt").outcome


def test_turns_come_from_the_pipe_without_prompts(run):
    done = run("play", "eximo", "--names", "Ana,Rui", text="b6-b5\n  B3 - B4 \n")
    first, second, *rest = done.stdout.splitlines()
    assert first == "1. White (Ana) plays b6-b5"
    assert second == "2. Black (Rui) plays b3-b4"
    assert rest[-1] == "White (Ana) to play"
    assert "> " not in done.stdout


def test_a_program_can_play_through_pipes(tmp_path):
    words = [sys.executable, "-m", "tabuleiro", "play", "momentum", "--players", "human,random", "--record", "game.txt"]
    with subprocess.Popen(words, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for number in range(1, 6, 2):
            legal = session_in(tmp_path / "game.txt").view(0).actions if number > 1 else []
            turn = find("momentum").board.names[legal[0].cell] if legal else "4,4"
            print(turn, file=process.stdin, flush=True)
            assert process.stdout.readline() == f"{number}. Blue plays {turn}\n"
            assert process.stdout.readline().startswith(f"{number + 1}. Red (random) plays ")
        process.kill()


def test_a_turn_can_be_given_bit_by_bit(run, tmp_path):
    capture = "7/7/7/33W3/7/7/33B3/44B2/7 W"
    run("play", "barragoon", "--position", capture, "--record", "game.txt", text="d4xd7\n@a1No\n@a2AT\nd8-d7\n", code=2)
    assert session_in(tmp_path / "game.txt").turns == ["d4xd7@a1No@a2AT"]


def test_a_whole_game_from_the_pipe(run, tmp_path):
    run("play", "momentum", "--players", "random,random", "--seed", "2", "--record", "game.txt")
    turns = session_in(tmp_path / "game.txt").turns
    done = run("play", "momentum", text="\n".join(turns))
    assert "wins: " in done.stdout.splitlines()[-1]
    assert done.stderr == ""


def test_what_is_no_turn_is_said_and_the_rest_is_read(run):
    done = run("play", "eximo", text="b6-b5\nb6-b4\nfly\n\nb3-b4\n", code=2)
    assert "2. Black plays b3-b4" in done.stdout
    illegal, unreadable, saved = done.stderr.splitlines()
    assert illegal.startswith("tabuleiro: b6-b4 is not legal here; try ")
    assert illegal.endswith(". b6 is empty: there is nothing to move.")
    assert unreadable.startswith("tabuleiro: fly cannot be read; try ")
    assert saved.startswith("The game is saved. To go on: python -m tabuleiro play --resume ")


def test_orders_work_in_pipes(run):
    lines = ["b6-b5", "undo", "redo", "position", "moves b3", "nothing", "help", "draw", "yes"]
    done = run("play", "eximo", text="\n".join(lines))
    assert "1wwwwww1/1wwwwww1/2w2ww1/1w6/8/1bb2bb1/1bbbbbb1/1bbbbbb1 b ply=1" in done.stdout
    assert "\nb3-b4  " in done.stdout or "b3-b4\n" in done.stdout
    assert done.stdout.splitlines()[-1] == "A draw: a draw was agreed"


def test_resigning_in_a_pipe(run):
    assert run("play", "eximo", text="resign\n").stdout.splitlines()[-1] == "Black wins: White resigned"


def test_no_turns_leave_no_file(run, tmp_path):
    assert run("play", "eximo").stderr == ""
    assert not (tmp_path / "data").exists()


def test_a_game_that_was_left_goes_on(run, tmp_path):
    done = run("play", "eximo", "--players", "human,random", "--names", "Ana,", "--seed", "1", text="b6-b5\n")
    command = shlex.split(done.stderr.partition("To go on: python -m tabuleiro ")[2])
    *words, path = command
    assert words == ["play", "--resume"] and path.startswith(str(tmp_path / "data" / "tabuleiro" / "games" / "eximo-"))
    again = run(*command, "--seed", "1", text="f6-f5\n")
    assert "3. White (Ana) plays f6-f5" in again.stdout
    assert len(session_in(tmp_path / path).turns) == 4
    # in a record of another program, the names say who is a computer
    text = "".join(line for line in (tmp_path / path).open(encoding="utf-8") if not line.startswith("table "))
    (tmp_path / "other.txt").write_text(text, "utf-8")
    assert "6. Black (random) plays " in run("play", "--resume", "other.txt", "--seed", "1", text="g6-g5\n").stdout


def test_a_game_goes_on_with_its_players_clocks_and_board(run, tmp_path):
    words = [
        "--players",
        "human,random",
        "--names",
        "Ana,Hal",
        "--clock",
        "1000+5",
        "--seconds",
        "9",
        "--flip",
        "--seed",
        "1",
    ]
    run("play", "eximo", *words, "--record", "game.txt", text="b6-b5\n")
    record = read_record((tmp_path / "game.txt").read_text("utf-8"))[0]
    assert record.table["clock"] == "1000+5" and record.table["flip"] == "on" and record.table["seconds"] == "9"
    first, second = map(float, record.table["left"].split())
    assert 900 < first < 1005 and 900 < second < 1005
    slow = (tmp_path / "game.txt").read_text("utf-8").replace(record.table["left"], "77.5 500")
    (tmp_path / "game.txt").write_text(slow, "utf-8")
    told = run("play", "--resume", "game.txt", "--plain", text="f6-f5\n").stdout
    assert "3. White (Ana) plays f6-f5" in told and "4. Black (Hal, random) plays " in told
    assert re.search(r"clock: White 1:(1\d|2[0-3]), Black 8:(1\d|2\d)", told)  # what was left, and 5 more
    assert told.splitlines()[0].startswith("Row 1: ")  # from the other side


def test_a_game_that_is_played_elsewhere_does_not_go_on_twice(run, lines, tmp_path):
    screen = lines("eximo", "--players", "human,random", "--seed", "1")
    screen.wait("White> ")
    screen.type("b6-b5")
    screen.wait("White> ")
    (saved,) = (tmp_path / "data" / "tabuleiro" / "games").glob("*.txt")
    assert "played in another window" in run("play", "--resume", str(saved), code=2).stderr
    os.kill(screen.pid, signal.SIGKILL)
    screen.end()
    assert len(session_in(saved).turns) == 2
    assert "3. White plays c6-c5" in run("play", "--resume", str(saved), text="c6-c5\n").stdout


def test_a_kept_game_may_be_its_own_record(run, tmp_path):
    run("play", "eximo", text="b6-b5\n")
    (path,) = (tmp_path / "data" / "tabuleiro" / "games").glob("*.txt")
    run("play", "--resume", str(path), "--record", str(path), text="b3-b4\n")
    assert len(session_in(path).turns) == 2
    run("play", "--resume", str(path), "--record", "copy.txt", text="b5xb3xd3\n")
    assert len(session_in(tmp_path / "copy.txt").turns) == len(session_in(path).turns) == 3


def test_saving_from_a_pipe_leaves_one_file(run, tmp_path):
    run("play", "eximo", text="save\nb6-b5\nsave\nsave game.txt\nb3-b4\n")
    assert len(session_in(tmp_path / "game.txt").turns) == 2
    assert not (tmp_path / "data").exists()


def test_a_record_does_not_start_programs(run, tmp_path):
    (tmp_path / "game.txt").write_text("game: eximo\nseat w: Ana\nseat b: engine:touch started\n\n1. b6-b5\n", "utf-8")
    told = run("play", "--resume", "game.txt", code=2).stderr
    assert "names a program for Black" in told and "touch started" in told and "--players" in told
    assert "Black to play" in run("play", "--resume", "game.txt", "--players", "human,human").stdout
    assert not (tmp_path / "started").exists()


def test_a_player_may_have_several_settings(run):
    words = ["--players", "human,mcts:nodes=10,seconds=1"]
    assert "names 2" in run("play", "meerkats:players=3", *words, code=2).stderr


@pytest.mark.parametrize("file", ["game.txt", "game.jsonl"])
def test_the_record_is_written_as_its_name_says(run, tmp_path, file):
    run("play", "momentum:size=8", "--names", "Ana,Rui", "--record", file, text="4,4\n")
    text = (tmp_path / file).read_text("utf-8")
    assert text.startswith('{"game": "momentum:size=8"' if file.endswith(".jsonl") else "game: momentum:size=8\n")
    assert session_in(tmp_path / file).names == ("Ana", "Rui")
    assert [item.name for item in tmp_path.iterdir()] == [file]  # no temporary file stays


def test_a_record_does_not_replace_another_file(run, tmp_path):
    (tmp_path / "mine").write_text("dear diary", "utf-8")
    assert "is there already" in run("play", "eximo", "--record", "mine", text="b6-b5\n", code=2).stderr
    assert (tmp_path / "mine").read_text("utf-8") == "dear diary"
    assert "Saved in" not in run("play", "eximo", text="save mine\n").stdout
    assert (tmp_path / "mine").read_text("utf-8") == "dear diary"


def test_save_keeps_writing(run, tmp_path):
    run("play", "eximo", text="b6-b5\nsave game.txt\nb3-b4\n")
    assert len(session_in(tmp_path / "game.txt").turns) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "no game is called chess"),
        (["eximo", "--players", "human"], "names 1, but eximo has 2 seats"),
        (["meerkats:players=3", "--names", "A,B"], "names 2, but meerkats:players=3 has 3 seats"),
        (["eximo", "--players", "human,deep-blue"], "deep-blue cannot play Eximo; try random, greedy"),
        (["eximo", "--position", "here"], "here: write rows"),
        (
            ["momentum", "--position", "1111111/1....../......./......./......./......./....... - 15"],
            "the game is over",
        ),
        (["eximo", "--clock", "soon"], "soon is no time control"),
        (["eximo", "--seconds", "0"], "argument --seconds: 0 is no number above 0"),
        (["eximo", "--record", "no/such/game.txt"], "game.txt: No such file or directory"),
        (["eximo", "--record", "."], "is a directory"),
        (["--resume", "nowhere"], "nowhere: No such file or directory"),
        (["eximo", "--resume", "nowhere"], "leave GAME, --position and --lot out"),
    ],
)
def test_play_says_what_is_wrong(run, words, said):
    done = run("play", *words, code=2)
    assert said in done.stderr and len(done.stderr.splitlines()) == 1


def test_the_command_of_an_engine_may_be_long_and_names_are_cut(run):
    bot = shlex.join([sys.executable, str(Path(__file__).parents[2] / "examples" / "ugi_bot.py"), "momentum"])
    assert len(bot) > 40
    words = ("play", "momentum", "--players", f"engine:{bot} , random", "--names", f"{'A' * 50}, B", "--seed", "1")
    points, winner = run(*words).stdout.splitlines()[-2:]
    assert f"Blue ({'A' * 40}, engine:{bot}) " in points and "Red (B, random) " in points
    assert " wins: " in winner


def test_a_finished_or_damaged_game_does_not_go_on(run, tmp_path):
    run("play", "momentum", "--players", "random,random", "--record", "over.txt")
    assert "the game is over" in run("play", "--resume", "over.txt", code=2).stderr
    (tmp_path / "cut.txt").write_text("game: eximo\n\n1. b6-b5 b6-b5 c3-c4\n", "utf-8")
    assert "line 3, turn 2" in run("play", "--resume", "cut.txt", code=2).stderr
    (tmp_path / "bytes.txt").write_bytes(b"game: eximo\n\xff")
    assert "byte 13 is not UTF-8" in run("play", "--resume", "bytes.txt", code=2).stderr


def test_names_cannot_spoil_the_record(run, tmp_path):
    run("play", "eximo", "--names", "A\nwinner: w,\x1b[31mred", "--record", "game.txt", text="b6-b5\n")
    assert session_in(tmp_path / "game.txt").names == ("A winner: w", "[31mred")


def test_the_clock_runs_out(run):
    done = run("play", "momentum", "--clock", "0.000001", text="4,4\n")
    assert done.stdout.splitlines()[-1] == "Red wins: Blue ran out of time"


def test_nobody_sees_anothers_colour_before_the_end(run, tmp_path):
    words = ["play", "meerkats:players=4", "--players", "human,random,random,random", "--seed", "3"]
    told = run(*words, "--record", "game.txt", text="R5.5\n").stdout
    assert "colour: Player 1 " in told and told.count("Player 2 ?") == 2  # colour and largest group
    truth = session_in(tmp_path / "game.txt").state.colours
    assert len(set(truth)) == 4
    assert re.search(r"colours=.,\?,\?,\?|colours=\?,\?,\?,\?", told)


@pytest.fixture
def lines(terminal):
    """``tabuleiro play`` on a terminal, line by line."""
    return lambda *words, **more: terminal("play", "--lines", *words, **more)


# ── On a terminal ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", names())
def test_a_person_plays_a_whole_game_against_the_computer(lines, tmp_path, name):
    record = tmp_path / "game.txt"
    screen = lines(name, "--players", "human,random", "--seed", "3", "--record", "game.txt")
    game = find(name)
    me = make("greedy", game, Random(1))
    for _ in range(500):
        shown = screen.wait("> ", "wins: ", "A draw: ")
        assert all(len(line) <= 80 for line in shown.replace("\r", "").split("\n"))
        session = session_in(record)
        if session.outcome:
            break
        assert session.player == 0
        action = me.choose(session.view(0), Limit()).action
        text = game.write(session.state, action)
        screen.type(text or next(iter(game.spellings(session.state, action))))
    assert screen.end() == 0
    assert session_in(record).outcome.reason in screen.seen.replace("\r\n", "\n")
    assert f"{game.seats[1].name} (random) plays " in screen.seen


def test_the_questions_of_a_game_against_the_computer(lines, tmp_path):
    screen = lines("--record", "game.txt")
    shown = screen.wait("[1]: ")
    assert all(find(name).title in shown for name in names())
    screen.type("nonsense")
    assert "nonsense is no choice" in screen.wait("[1]: ")
    screen.type("r 5")
    assert "by Phil Leduc" in screen.wait("to stop -- ")
    screen.type("q")
    screen.wait("[1]: ")
    screen.type(str(1 + names().index("momentum")))
    screen.wait("Who plays?")
    screen.wait("[2]: ")
    screen.type("2")
    screen.wait("Which side do you play?")
    screen.wait("[1]: ")
    screen.type("2")
    screen.wait("How does the computer play Blue?")
    assert "6  level 2" in screen.wait("[6]: ")  # the same that the app offers first
    screen.type("1")
    screen.wait("Name of Red [Red]: ")
    screen.type("João")
    screen.wait("Who begins?")
    screen.wait("[1]: ")
    screen.type("2")
    shown = " ".join(screen.wait("to change it: ").split())
    assert "Board size: 7" in shown and "Swap rule: on" in shown and "larger boards favour the first player" in shown
    screen.type("1")
    screen.wait("Board size: cells a side")
    screen.wait("[7]: ")
    screen.type("6")
    assert "size=6 is not possible; size takes a number from 7" in screen.wait("[7]: ")
    screen.type("9")
    assert "Board size: 9" in screen.wait("to change it: ")
    screen.type("4")
    assert "1  win or knock off" in screen.wait("[1]: ")
    screen.type("2")
    assert "Last marble: nothing is forced" in screen.wait("to change it: ")
    screen.type("")
    shown = screen.wait("Red (João)> ")
    assert "Blue (random)" in shown
    screen.type("5,5")
    screen.wait("2. Blue (random) plays ")
    screen.wait("Red (João)> ")
    screen.type("quit")
    assert screen.end() == 0
    session = session_in(tmp_path / "game.txt")
    assert str(session.game) == "momentum:size=9,forced=off,starter=player2"
    assert session.names == ("random", "João")


def test_the_questions_of_a_game_of_three(lines):
    screen = lines("--record", "game.txt", "--seed", "1")
    screen.wait("[1]: ")
    screen.type("campo-bello")
    screen.wait("How many players? (2|3|4) [2]: ")
    screen.type("5")
    screen.wait("players=5 is not possible")
    screen.wait("[2]: ")
    screen.type("3")
    screen.wait("Who plays?")
    screen.wait("[2]: ")
    screen.type("")
    screen.wait("How many seats does the computer take?")
    screen.wait("[2]: ")
    screen.type("1")
    screen.wait("How does the computer play Green?")
    screen.wait("]: ")
    screen.type("2")
    screen.wait("Name of Yellow [Yellow]: ")
    screen.type("")
    screen.wait("Name of Blue [Blue]: ")
    screen.type("")
    shown = screen.wait("Who begins?")
    shown = screen.wait("[1]: ")
    assert "Green" in shown and "Red" not in shown
    screen.type("")
    screen.wait("to change it: ")
    screen.type("")
    screen.wait("Yellow> ")
    screen.type("quit")
    assert screen.end() == 0


def test_the_lot_decides_who_begins(lines, tmp_path):
    screen = lines("--record", "game.txt", "--seed", "1")
    screen.wait("[1]: ")
    screen.type("barragoon")
    screen.wait("[2]: ")
    screen.type("1")
    for name in ("Ana", "Rui"):
        screen.wait("]: ")
        screen.type(name)
    assert "White, as the rules say" in screen.wait("by lot: who sits where is drawn")
    screen.wait("[1]: ")
    screen.type("2")
    screen.wait("to change it: ")
    screen.type("")
    screen.wait("White (")
    screen.type("quit")
    assert screen.end() == 0
    assert set(session_in(tmp_path / "game.txt").names) == {"Ana", "Rui"}


def test_a_flag_lets_the_lot_decide_and_the_record_tells(run, tmp_path):
    begun = set()
    for seed in range(8):
        path = tmp_path / f"{seed}.txt"
        run("play", "momentum", "--players", "random,random", "--lot", "--seed", str(seed), "--record", str(path))
        begun.add(session_in(path).steps[0].player)
    assert begun == {0, 1}


def test_leaving_the_questions(lines):
    for leave in ("q", "\x04"):
        screen = lines()
        screen.wait("[1]: ")
        screen.type(leave)
        assert screen.end() == 0
    screen = lines("eximo")
    screen.wait("[2]: ")
    assert screen.interrupt() == 130


def test_orders_at_the_prompt(lines):
    screen = lines("eximo", "--players", "human,random", "--seed", "2")
    screen.wait("White> ")
    screen.type("undo")
    assert "nothing to take back" in screen.wait("White> ")
    screen.type("redo")
    assert "nothing to play again" in screen.wait("White> ")
    screen.type("b6-b5")
    assert "turn: 3/500" in screen.wait("White> ")
    screen.type("undo")  # back to the own decision: two turns
    assert "turn: 1/500" in screen.wait("White> ")
    screen.type("redo")
    assert "turn: 3/500" in screen.wait("White> ")
    screen.type("flip")
    assert "\n1 │" in screen.wait("White> ").replace("\r", "")
    screen.type("board")
    screen.wait("White> ")
    screen.type("moves c6")
    assert "c6-c5" in screen.wait("White> ")
    screen.type("rules")
    screen.wait("to stop -- ")
    screen.type("q")
    screen.wait("White> ")
    screen.type("draw")
    assert "does not take draws" in screen.wait("White> ")
    screen.type("?")
    assert "take back your last turn" in screen.wait("White> ")
    screen.type("resign")
    screen.wait("White: do you give up? y/n [n]: ")
    screen.type("n")
    screen.wait("White> ")
    screen.type("resign")
    screen.wait("[n]: ")
    screen.type("y")
    assert screen.end() == 0
    assert "Black (random) wins: White resigned" in screen.seen


def test_too_many_turns_are_listed_as_steps(lines):
    screen = lines("meerkats", "--position", "5/6/7/3RGB2/4YRGB1/3BYR2/7/6/5 colours=R,G", "--players", "human,random")
    screen.wait("> ")
    screen.type("moves")
    shown = screen.wait("> ")
    assert "more than 400 turns" in shown and "R1.1" in shown and "/" not in shown.partition("these:")[2]


def test_turns_are_listed_as_far_as_they_are_for_the_person_to_decide(lines):
    capture = "7/7/7/33W3/7/7/33B3/44B2/7 W"
    screen = lines("barragoon", "--position", capture, "--players", "human,random")
    screen.wait("White> ")
    screen.type("moves d4x")
    shown = screen.wait("White> ")
    assert "d4xd7" in shown and "@" not in shown


def test_an_interrupt_saves_the_game(lines, tmp_path):
    screen = lines("eximo", "--players", "human,random", "--seed", "2")
    screen.wait("White> ")
    screen.type("b6-b5")
    screen.wait("White> ")
    assert screen.interrupt() == 130
    assert "The game is saved. To go on: " in screen.seen
    (saved,) = (tmp_path / "data" / "tabuleiro" / "games").iterdir()
    assert len(session_in(saved).turns) == 2


def test_colours_only_on_terminals_that_want_them(terminal):
    def shown(**more):
        screen = terminal("show", "eximo", **more)
        assert screen.end() == 0
        return screen.seen

    assert "\x1b[" in shown()
    assert "\x1b" not in shown(NO_COLOR="1")
    assert "\x1b" not in shown(TERM="dumb")
    assert shown(PYTHONIOENCODING="ascii").isascii()


def test_players_at_one_terminal_do_not_see_each_others_colours(lines, tmp_path):
    screen = lines("meerkats", "--players", "human,human", "--names", "Ana,Rui", "--record", "game.txt")
    screen.wait("Pass the keyboard to Player 1 (Ana), who then presses Enter: ")
    colours = ["?", "red", "green", "blue", "yellow"]
    mine = [colours[colour] for colour in session_in(tmp_path / "game.txt").state.colours]
    assert not any(f"colour {colour}" in screen.seen for colour in colours)
    screen.type("")
    ana = screen.wait("Player 1 (Ana)> ")
    screen.type("r5.5")
    between = screen.wait("Pass the keyboard to Player 2 (Rui), who then presses Enter: ")
    screen.type("")
    rui = screen.wait("Player 2 (Rui)> ")
    assert f"Only you know: colour {mine[0]}" in ana and f"colour {mine[1]}" not in ana
    assert f"Only you know: colour {mine[1]}" in rui and f"colour {mine[0]}" not in rui
    assert "Only you know" not in between and "The last turn was R5.5." in between
    assert screen.seen.count("\x1b[2J\x1b[3J\x1b[H") == 4  # wiped before and after every change of hands
    screen.type("resign")
    screen.wait("[n]: ")
    screen.type("y")
    end = screen.wait("Player 1 (Ana) wins: ")
    assert f"colour {mine[0]}" in end and f"colour {mine[1]}" in end  # at the end all is shown


def test_a_single_person_is_shown_the_own_colour(lines, tmp_path):
    screen = lines("meerkats", "--players", "random,human", "--record", "game.txt")
    shown = screen.wait("Player 2> ")
    colours = ["?", "red", "green", "blue", "yellow"]
    other, mine = (colours[colour] for colour in session_in(tmp_path / "game.txt").state.colours)
    assert f"colour {mine}" in shown and f"colour {other}" not in shown
    assert "Pass the keyboard" not in shown


def test_after_the_end_the_same_people_play_again_one_seat_further(lines):
    screen = lines("eximo", "--players", "human,human", "--names", "Ana,Rui")
    screen.wait("White (Ana)> ")
    screen.type("resign")
    screen.wait("y/n [n]: ")
    screen.type("y")
    screen.wait("Play again, everybody one seat further? y/n [n]: ")
    screen.type("y")
    screen.wait("White (Rui)> ")
    screen.type("quit")
    assert screen.end() == 0
