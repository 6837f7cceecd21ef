"""``tabuleiro`` on a terminal: when the app opens, for what, and that a game outlives its program."""

from __future__ import annotations

import os
import re
import resource
import signal
import sys
import time
from argparse import Namespace
from random import Random

import pytest

from tabuleiro.cli.commands import play
from tabuleiro.play.record import read_record
from tabuleiro.play.replay import replay

COLOURS = re.compile(r"\x1b\[[\d;?]*[a-zA-Z]")
OPENED, CLOSED = "\x1b[?1049h", "\x1b[?1049l"  # the other screen of the terminal
ENTER, LEAVE, INTERRUPT = b"\r", b"\x11", b"\x03"
PATIENCE = 60
WRONG = [
    (["chess"], "no game is called chess"),
    (["eximo", "--players", "human"], "names 1, but eximo has 2 seats"),
    (["eximo", "--players", "human,deep-blue"], "deep-blue cannot play Eximo; try random, greedy"),
    (["eximo", "--position", "here"], "here: write rows"),
    (["eximo", "--clock", "soon"], "soon is no time control"),
    (["eximo", "--seconds", "0"], "argument --seconds: 0 is no number above 0"),
    (["eximo", "--record", "no/such/game.txt"], "No such file or directory"),
    (["eximo", "--record", "."], "is a directory"),
    (["--resume", "nowhere"], "nowhere: No such file or directory"),
    (["eximo", "--resume", "nowhere"], "leave GAME, --position and --lot out"),
]


def press(screen, keys):
    for key in keys:
        os.write(screen.screen, key if isinstance(key, bytes) else key.encode())


def leave(screen):
    press(screen, [LEAVE])
    assert screen.end() == 0
    assert OPENED in screen.seen and CLOSED in screen.seen


def saved(tmp_path):
    return list((tmp_path / "data" / "tabuleiro" / "games").glob("*.txt"))


def until(screen, done):
    """Read what the app shows until *done* says something; that."""
    deadline = time.monotonic() + PATIENCE
    while not (found := done()):
        assert screen.read(), f"ended: {screen.seen[-2000:]}"
        assert time.monotonic() < deadline, screen.seen[-2000:]
    return found


def turns_in(path):
    record, problems = read_record(path.read_text("utf-8"))
    session, problem = replay(record, Random(0))
    assert not problems and problem is None
    return session.turns


def test_alone_it_opens_the_menu(terminal):
    screen = terminal()
    screen.wait("Tabuleiro")
    screen.wait("Meerkats")
    leave(screen)


def test_flags_alone_are_those_of_play(terminal):
    screen = terminal("--ascii")
    screen.wait("Meerkats")
    assert "+- What next" in screen.wait("What next")
    leave(screen)


def test_a_game_is_set_up_first(terminal):
    screen = terminal("play", "momentum:size=9", "--clock", "300+5")
    screen.wait("Set up a game of Momentum")
    assert re.search(r"Board size +9 ", screen.wait("Marbles"))
    leave(screen)


@pytest.mark.parametrize("words", [["--lines"], ["--plain"]])  # before the command, which is allowed too
def test_who_wants_lines_gets_lines(terminal, words):
    screen = terminal(*words, "play", "momentum", "--players", "human,random")
    screen.wait("Blue> ")
    screen.type("quit")
    assert screen.end() == 0
    assert OPENED not in screen.seen


def test_without_textual_it_is_line_by_line(terminal, tmp_path):
    (tmp_path / "textual.py").write_text("raise ImportError", "utf-8")
    screen = terminal("play", "momentum", "--players", "human,random", PYTHONPATH=str(tmp_path))
    screen.wait("Blue> ")
    screen.type("quit")
    assert screen.end() == 0


def test_remembered_plain_characters_are_not_an_order(monkeypatch):
    """Else they could not be given up in the app."""
    seen = []
    monkeypatch.setattr(play, "heed_settings", lambda args: setattr(args, "ascii", True))
    monkeypatch.setattr(play, "find_screen", lambda *_, **__: Namespace(live=True, plain=False))
    monkeypatch.setattr(play, "find_app", lambda: lambda args: seen.append(args.ascii))
    monkeypatch.setattr(sys, "stdin", Namespace(isatty=lambda: True))
    monkeypatch.setattr(sys, "stdout", Namespace(isatty=lambda: True))
    for asked in (False, True):
        play.run(Namespace(ascii=asked, plain=False, lines=False, game=None, resume=None))
    assert seen == [False, True]


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_what_is_wrong_is_said_before_the_screen_changes(terminal, words, said):
    screen = terminal("play", *words)
    assert screen.end() == 2
    assert OPENED not in screen.seen
    assert said in " ".join(screen.seen.split())


def test_a_killed_game_goes_on_when_the_app_is_opened_again(terminal, tmp_path):
    screen = terminal("play", "momentum", "--players", "human,random", "--seed", "3")
    screen.wait("f1 Keys")
    press(screen, ["4,4", ENTER])
    (path,) = until(screen, lambda: [path for path in saved(tmp_path) if len(turns_in(path)) >= 2])
    before = turns_in(path)
    os.kill(screen.pid, signal.SIGKILL)
    while screen.read():
        pass
    again = terminal()
    again.wait("Go on with Momentum")
    press(again, [ENTER])
    again.wait("f1 Keys")
    press(again, ["7,7", ENTER])
    until(again, lambda: len(turns_in(path)) == len(before) + 2)
    assert turns_in(path)[: len(before)] == before
    assert saved(tmp_path) == [path]
    leave(again)


def interrupted(screen):
    press(screen, [INTERRUPT])


def told_to_end(screen):
    os.kill(screen.pid, signal.SIGTERM)


@pytest.mark.parametrize("ended", [interrupted, told_to_end])
def test_however_it_is_ended_the_game_is_kept_and_the_terminal_given_back(terminal, tmp_path, ended):
    screen = terminal("play", "momentum", "--players", "human,random", "--seed", "3")
    screen.wait("f1 Keys")
    press(screen, ["4,4", ENTER])
    (path,) = until(screen, lambda: [path for path in saved(tmp_path) if len(turns_in(path)) == 2])
    press(screen, ["nonsense", ENTER])
    screen.wait("nonsense cannot be read")
    ended(screen)
    assert screen.end() == 0
    assert CLOSED in screen.seen
    assert len(turns_in(path)) == 2 and not path.with_name(f"{path.name}.lock").exists()


def test_a_closed_terminal_ends_it_and_the_game_is_kept(terminal, tmp_path):
    screen = terminal("play", "momentum", "--players", "human,random", "--seed", "3")
    screen.wait("f1 Keys")
    press(screen, ["4,4", ENTER])
    (path,) = until(screen, lambda: [path for path in saved(tmp_path) if len(turns_in(path)) == 2])
    screen.hang_up()
    assert len(turns_in(path)) == 2
    again = terminal()
    again.wait("Go on with Momentum")
    leave(again)


def test_a_saved_game_goes_on_with_others_and_another_clock(terminal, run, tmp_path):
    run("play", "eximo", "--players", "human,random", "--clock", "300", text="b6-b5\n")
    (path,) = saved(tmp_path)
    words = ["--players", "human,human", "--names", "Ana,Rui", "--clock", "77+1"]
    screen = terminal("play", "--resume", str(path), *words)
    screen.wait("Ana")
    leave(screen)
    record = read_record(path.read_text("utf-8"))[0]
    assert record.names == ("Ana", "Rui")
    assert record.table["players"] == '["human", "human"]' and record.table["clock"] == "77+1"


def test_a_file_of_ones_own_goes_on_with_its_clocks_and_is_written(terminal, run, tmp_path):
    words = ("momentum", "--players", "human,random", "--clock", "600", "--record", "own.txt")
    run("play", *words, "--seed", "1", text="4,4\n")  # without a seed, 7,7 was taken once in 48 games
    path = tmp_path / "own.txt"
    record = read_record(path.read_text("utf-8"))[0]
    path.write_text(path.read_text("utf-8").replace(record.table["left"], "77 66"), "utf-8")
    screen = terminal("play", "--resume", "own.txt")
    screen.wait("f1 Keys")
    press(screen, ["7,7", ENTER])
    until(screen, lambda: len(turns_in(path)) == 4)
    leave(screen)
    record = read_record(path.read_text("utf-8"))[0]
    assert record.table["clock"] == "600" and record.table["players"] == '["human", "random"]'
    assert all(0 < float(left) < limit for left, limit in zip(record.table["left"].split(), (77, 67), strict=True))


@pytest.mark.parametrize("words", [[], ["--lines"]], ids=["app", "lines"])
def test_who_leaves_while_the_disk_is_full_is_told_that_the_game_is_not_kept(terminal, tmp_path, words):
    screen = terminal("play", "momentum", "--players", "human,human", *words)
    until(screen, lambda: "Blue>" in screen.seen if words else "Type a turn" in screen.seen)
    press(screen, ["1,1", ENTER])
    until(screen, lambda: [path for path in saved(tmp_path) if turns_in(path) == ["1,1"]])
    _, most = resource.prlimit(screen.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(screen.pid, resource.RLIMIT_FSIZE, (0, most))
    press(screen, ["7,7", ENTER])
    until(screen, lambda: "not kept" in COLOURS.sub("", screen.seen))
    press(screen, ["quit", ENTER] if words else [LEAVE])
    assert screen.end() == (2 if words else 0)
    after = screen.seen.rpartition("quit" if words else CLOSED)[2]
    assert after.count("tabuleiro: The game is not kept: ") == 1 and "File too large" in after
    assert "is saved" not in after
    assert [turns_in(path) for path in saved(tmp_path)] == [["1,1"]]
