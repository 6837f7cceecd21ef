"""Bots on the command line: what is checked and with which exit code, what is kept, and who may name one."""

from __future__ import annotations

import pytest

FIRST = """from tabuleiro.play.agent import Agent, Choice
class First(Agent):
    def choose(self, view, limit):
        print("there are", len(view.actions))
        return Choice(view.actions[0])
"""


@pytest.fixture
def bot(tmp_path):
    def bot(source=FIRST):
        (tmp_path / "bot.py").write_text(source, encoding="utf-8")
        return "bot.py"

    return bot


def test_check_says_yes_no_or_that_it_was_asked_wrongly(run, bot):
    done = run("check", bot(), "momentum", "--games", "2", "--seconds", "1")
    assert done.stdout.startswith("bot.py plays momentum as it should: 2 games, ")
    done = run("check", bot(FIRST.replace("[0]", "[999]")), "momentum", "--games", "2", code=1)
    wrong, whose, printed, *story = done.stdout.splitlines()
    assert wrong == "game 1: forfeit: bot.py crashed in line 5: IndexError: list index out of range"
    assert whose == "bot.py said last:" and printed == "there are 47" and story[-1].startswith("IndexError: ")
    assert "there is no file nobody.py" in run("check", "nobody.py", "momentum", code=2).stderr
    assert "no game is called chess" in run("check", "bot.py", "chess", code=2).stderr
    for player in ("bot.py", "greedy", "level:2"):
        assert f"to check a player, write tabuleiro check {player} GAME" in run("check", player, code=2).stderr
    assert "name its game too" in run("check", "momentum", "--seconds", "1", code=2).stderr


def test_a_lost_game_is_shown_with_what_the_bot_said(run, bot):
    leaving = FIRST.replace("return", "import os; os._exit(3)  #").replace("))\n", "), flush=True)\n")
    words = ["match", "momentum", bot(leaving), "random", "--seconds", "1"]
    run(*words, "--games", "1")
    done = run(*words, "--show", "1")
    assert done.stdout.endswith("reason: forfeit: bot.py ended by itself with exit code 3\n")
    assert done.stderr.startswith("bot.py said last:\nthere are ")


def test_what_a_bot_prints_is_kept_of_a_game_without_a_fault_too(run, bot, tmp_path):
    words = ["match", "momentum", bot(), "random", "--seconds", "1"]
    run(*words, "--games", "1")
    done = run(*words, "--show", "1")
    said = done.stderr.splitlines()
    assert said[0] == "bot.py said last:" and 10 < len(said) <= 51
    assert all(line.startswith("there are ") for line in said[1:])
    silent = FIRST.replace('print("there are", len(view.actions))', "pass")
    (tmp_path / "silent.py").write_text(silent, encoding="utf-8")
    done = run("check", "bot.py", "momentum", "--games", "2", "--seconds", "1")
    assert "\nbot.py said last:\nthere are " in done.stdout
    assert "said" not in run("check", "silent.py", "momentum", "--games", "2", "--seconds", "1").stdout


def test_of_two_bots_every_line_has_its_speaker(run, bot, tmp_path):
    (tmp_path / "loud.py").write_text(FIRST.replace("there are", "I COUNT"), encoding="utf-8")
    words = ["match", "momentum", bot(), "loud.py", "--seconds", "1"]
    run(*words, "--games", "1")
    said = run(*words, "--show", "1").stderr.splitlines()
    second = said.index("loud.py said last:")
    assert said[0] == "bot.py said last:"
    assert {line[:7] for line in said[1:second]} == {"there a"}
    assert {line[:7] for line in said[second + 1 :]} == {"I COUNT"}


def test_a_ladder_an_engine_and_a_game_have_bots_too(run, bot):
    done = run("ladder", "momentum", "--agents", f"random,{bot()}", "--games", "2")
    assert [line.split()[0] for line in done.stdout.splitlines()[1:3]] == ["random", "bot.py"]
    done = run("engine", "momentum", "--agent", "bot.py:First", text="position startpos\ngo nodes 5\n")
    assert done.stdout.splitlines()[-1] == "bestmove 1,1"
    done = run("play", "momentum", "--players", "bot.py,random", "--seed", "1")
    assert "Blue (bot.py) plays 1,1" in done.stdout


def test_what_others_say_starts_no_bot(run, bot, tmp_path):
    bot("open('started', 'w').close()")
    (tmp_path / "game.txt").write_text(
        'game: momentum\ntable players: ["human", "bot.py"]\n\n1. 4,4\n', encoding="utf-8"
    )
    done = run("play", "--resume", "game.txt", code=2)
    assert "The file names a program for Red" in done.stderr and "bot.py" in done.stderr
    run("replay", "game.txt", "--check")
    done = run("engine", "momentum", "--agent", "random", text="setoption name Agent value bot.py\nisready\n")
    assert "bot.py is a program, which is not started for others" in done.stdout
    assert not (tmp_path / "started").exists()
