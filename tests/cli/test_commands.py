"""Every command once rightly and once wrongly: what it prints, where, and its exit code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tabuleiro import __version__
from tabuleiro.cli.main import COMMANDS, main
from tabuleiro.core.game import choices
from tabuleiro.core.notation import turns
from tabuleiro.core.option import options
from tabuleiro.core.registry import find, names
from tabuleiro.core.state import NOBODY

MANY = 1000
START = "1wwwwww1/1wwwwww1/1ww2ww1/8/8/1bb2bb1/1bbbbbb1/1bbbbbb1 w"


def wrong(done):
    """The one line that says what is wrong; nothing is printed as data."""
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("tabuleiro: ")
    return line


# ── The command itself ───────────────────────────────────────────────────────────────────────────────────────────


def test_version(run):
    assert run("--version").stdout == f"tabuleiro {__version__}\n"


def test_help_names_every_command_and_is_what_a_pipe_gets(run):
    told = run("--help").stdout
    assert all(f"    {name} " in told for name in COMMANDS)
    assert run().stdout == told


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(run, name):
    assert run(name, "--help").stdout.startswith(f"usage: tabuleiro {name} ")


@pytest.mark.parametrize("words", [["fly"], [""], ["games", "eximo"], ["show"], ["show", "eximo", "--mov", "b6-b5"]])
def test_wrong_use_is_2_and_one_line(run, words):
    (line,) = run(*words, code=2).stderr.splitlines()
    assert line.startswith("tabuleiro") and line.endswith("--help tells more")


def test_flags_may_stand_before_the_command(run):
    moved = ["moves", "eximo", "--position", START]
    assert run("--position", START, "moves", "eximo").stdout == run(*moved).stdout != ""
    assert run("--lang", "pt", "--ascii", "show", "eximo").stdout == run("show", "eximo", "--ascii", "--lang=pt").stdout
    (line,) = run("--plain", "games", code=2).stderr.splitlines()
    assert line.startswith("tabuleiro games: ") and "--plain" in line


def test_who_names_a_game_is_told_how_to_play_it(run):
    line = wrong(run("momentum:size=9", "--seed", "1", code=2))
    assert line.endswith("to play it: tabuleiro play momentum:size=9")


def test_main_returns_the_exit_code(capsys):
    assert main(["rules", "nothing"]) == 2
    assert main(["--version"]) == 0
    assert main(["nothing"]) == 2
    assert "no game is called nothing" in capsys.readouterr().err


def test_the_installed_command_is_the_module(run):
    script = Path(sys.executable).with_name("tabuleiro")
    assert subprocess.run([script, "games"], capture_output=True, text=True, check=True).stdout == run("games").stdout


def test_what_nobody_expected_is_one_line_and_a_hint(run, tmp_path):
    run("new", "bad.py")
    source = (tmp_path / "bad.py").read_text("utf-8")
    (tmp_path / "bad.py").write_text(source.replace("return [Place(", "1 / 0\n        return [Place("), "utf-8")
    line = wrong(run("moves", "bad.py", code=2))
    assert "ZeroDivisionError" in line and "TABULEIRO_DEBUG=1" in line


def test_the_hint_shows_where(tmp_path, run):
    run("new", "bad.py")
    source = (tmp_path / "bad.py").read_text("utf-8")
    (tmp_path / "bad.py").write_text(source.replace("return [Place(", "1 / 0\n        return [Place("), "utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "tabuleiro", "moves", "bad.py"],
        cwd=tmp_path,
        env=os.environ | {"TABULEIRO_DEBUG": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "in actions" in told.stderr


def test_a_reader_that_has_seen_enough_is_no_fault():
    asked = [sys.executable, "-m", "tabuleiro", "moves", "meerkats", "--moves", "R5.5"]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


@pytest.mark.parametrize("redirection", ["<&-", ">&-", "2>&-"])
def test_closed_streams_are_empty_ones(tmp_path, redirection):
    line = f"{sys.executable} -m tabuleiro play eximo --players random,random --seed 1 {redirection}"
    done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stderr == ""


def test_a_full_disk_is_said():
    line = f"{sys.executable} -m tabuleiro games > /dev/full"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "tabuleiro: No space left on device\n")


@pytest.mark.parametrize("words", [["games"], ["--help"], ["--version"]])
def test_nothing_heavy_is_imported_to_begin_with(words):
    code = f"import sys; from tabuleiro.cli.main import main; main({words}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"numpy", "numba", "random", "json", "difflib", "shutil", "asyncio", "importlib.metadata", "pathlib"}
    assert heavy.isdisjoint(done.stderr.split())


# ── games, rules ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_games_are_one_a_line(run):
    lines = run("games").stdout.splitlines()
    assert tuple(line.split("\t")[0] for line in lines) == names()
    assert {"barragoon", "campo-bello", "eximo", "meerkats", "momentum"} <= set(names())
    for line in lines:
        name, players, tagline, written = line.split("\t")
        game = find(name)
        assert players == ("2-4 players" if "players" in written else "2 players")
        assert tagline == game.tagline
        for item in options(game):
            assert f"{item.name}=" in written and item.accepted in written


@pytest.mark.parametrize("name", names())
def test_rules_tell_how_to_play(run, name):
    told = run("rules", name).stdout
    game = find(name)
    assert told.startswith(game.title)
    assert "".join(game.credits.split()) in "".join(told.split())
    assert "Turns are written like" in told
    assert all(f"- {item.name}=" in told for item in options(game))
    assert "``" not in told
    assert all(len(line) < 80 for line in told.splitlines())


def test_rules_of_no_game(run):
    assert wrong(run("rules", "chess", code=2)).endswith("or give a .py file")


# ── show ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_show_prints_board_position_status_and_who_plays(run):
    told = run("show", "eximo", "--moves", "b6-b5 b3-b4", "--ascii").stdout
    assert "4 |   |(b)|   |" in told
    assert "\nposition: 1wwwwww1/1wwwwww1/2w2ww1/1w6/1b6/2b2bb1/1bbbbbb1/1bbbbbb1 w ply=2\n" in told
    assert "\nmen: White 16, Black 16\n" in told
    assert told.endswith("White to play\n")
    assert "\x1b" not in told


def test_show_from_a_position_and_from_the_other_side(run):
    told = run("show", "eximo", "--position", START, "--flip", "--ascii").stdout
    assert told.splitlines()[1].startswith("1 |   | b |")


def test_show_tells_how_it_ended(run):
    told = run("show", "momentum", "--position", "1111111/1....../......./......./......./......./....... - 15").stdout
    assert told.endswith("Blue wins: Blue has all 8 marbles on the board\n")


@pytest.mark.parametrize("name", names())
def test_show_writes_a_picture(run, tmp_path, name):
    told = run("show", name, "--svg", "board.svg", "--theme", "dark").stdout
    assert "position: " in told
    assert ET.parse(tmp_path / "board.svg").getroot().tag.endswith("svg")
    assert run("show", name, "--svg", "-", "--theme", "dark").stdout == (tmp_path / "board.svg").read_text("utf-8")


def test_chance_draws_from_the_seed(run):
    shown = {run("show", "meerkats:stone=bag", "--seed", str(seed)).stdout for seed in range(4)}
    assert len(shown) > 1
    assert run("show", "meerkats:stone=bag", "--seed", "3").stdout in shown


@pytest.mark.parametrize("words", [[], ["--moves", "R5.5"], ["--position", "5/6/7/8/R8/8/7/6/5"], ["--svg", "-"]])
def test_show_keeps_colours_that_chance_has_dealt(run, words):
    shown = {run("show", "meerkats", "--seed", str(seed), *words).stdout for seed in range(4)}
    assert len(shown) == 1
    assert words[:1] == ["--svg"] or "colours=?,?\ncolour: Player 1 ?, Player 2 ?\n" in shown.pop()


@pytest.mark.parametrize("stone", ["choose", "bag"])
def test_show_tells_colours_that_were_written(run, stone):
    told = run("show", f"meerkats:stone={stone}", "--position", "5/6/7/8/R8/8/7/6/5 colours=Y,G").stdout
    assert "colours=Y,G" in told and "colour: Player 1 yellow, Player 2 green\n" in told


@pytest.mark.parametrize(
    "words",
    [["show", "\x1b[2J\x07"], ["show", "eximo", "--position", "\x1b[2J"], ["show", "eximo", "--moves", "b6\x9b2J"]],
)
def test_what_is_said_moves_no_cursor(run, words):
    assert wrong(run(*words, code=2)).isprintable()


def test_a_drawn_stone_may_be_given_with_the_turn(run):
    told = run("show", "meerkats:stone=bag", "--moves", "R5.5 G1.1/5.5-5.1").stdout
    assert "position: G4/6/7/8/R8/" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--position", "nothing"], "nothing: write rows"),
        (["--moves", "b6-b9"], "b6-b9 cannot be read; try"),
        (["--moves", "b6-b5 b6-b5"], "b6-b5 is not legal here; try"),
        (["--svg", "no/such/folder.svg"], "folder.svg: No such file or directory"),
        (["--svg", "."], "Is a directory"),
    ],
)
def test_show_says_what_is_wrong(run, words, said):
    assert said in wrong(run("show", "eximo", *words, code=2))


def test_plain_characters_where_others_cannot_be_shown(run):
    plain = run("show", "momentum", "--moves", "4,4", PYTHONIOENCODING="ascii").stdout
    assert plain.isascii() and "(1)" in plain
    assert plain == run("show", "momentum", "--moves", "4,4", "--ascii").stdout


# ── moves ────────────────────────────────────────────────────────────────────────────────────────────────────────


def positions(game, count, rng):
    """Positions of random games and their legal turns, where these are not too many to list."""
    found = []
    state = game.start()
    while len(found) < count:
        if state.player == NOBODY:
            state = game.start()
        if state.whole and len(legal := list(islice(turns(game, state), MANY))) < MANY:
            found.append((game.write_position(state), [turn.text for turn in legal]))
        state = game.apply(state, rng.choice(choices(game, state)))
    return found


@pytest.mark.parametrize("name", names())
def test_moves_lists_every_turn(run, name):
    game = find(name)
    legal = [turn.text for turn in turns(game, game.start())]
    assert run("moves", name).stdout.splitlines() == legal
    assert json.loads(run("moves", name, "--json").stdout) == legal


def test_moves_after_turns_and_from_a_position(run):
    after = run("moves", "momentum", "--moves", "4,4").stdout
    assert after.splitlines()[-1] == "swap"
    assert (
        run("moves", "momentum", "--position", "......./......./......./...1.../......./......./....... 2 1").stdout
        == after
    )


def test_moves_steps(run):
    capture = "7/7/7/33W3/7/7/33B3/7/7 W"
    steps = run("moves", "barragoon", "--position", capture, "--steps").stdout.splitlines()
    assert "d4xd7" in steps and len(steps) == len(set(steps))
    assert len(run("moves", "meerkats", "--steps").stdout.splitlines()) == 4 * 61


def test_moves_inside_a_turn_are_the_rest_of_it_and_to_stop_has_a_word(run):
    inside = "Y:y1,y2,g9|B:b0,y0,r3|to=Y|mover=y1|from=y8|jumps=1"
    rest = run("moves", "campo-bello", "--position", inside, "--steps").stdout.split("\n")
    assert rest == ["stop", "-mid", "-r0", ""]
    told = run("moves", "campo-bello", "--positions", "-", text=inside + "\n").stdout
    assert told.startswith("stop -midx")
    for word in ("stop", "-mid"):
        run("show", "campo-bello", "--position", inside, f"--moves={word}")
    assert "try stop; -midx" in run("show", "campo-bello", "--position", inside, "--moves", "y9", code=2).stderr


def test_a_finished_game_has_no_moves(run):
    over = ["momentum", "--position", "1111111/1....../......./......./......./......./....... - 15"]
    assert run("moves", *over).stdout == ""
    assert json.loads(run("moves", *over, "--json").stdout) == []


def test_positions_that_cannot_occur_are_refused_unless_lenient(run):
    odd = ["momentum", "--position", "1111111/11...../......./......./......./......./....... 2 9"]
    assert "cannot occur" in wrong(run("moves", *odd, code=2))
    assert run("moves", *odd, "--lenient").stdout


def test_moves_of_many_positions(run, tmp_path):
    asked = positions(find("eximo"), 200, Random(5))
    lines = "".join(f"{position}\n" for position, _ in asked)
    told = run("moves", "eximo", "--positions", "-", text=lines).stdout
    assert told.splitlines() == [" ".join(legal) for _, legal in asked]
    (tmp_path / "positions").write_text(lines, "utf-8")
    assert run("moves", "eximo", "--positions", "positions").stdout == told
    listed = run("moves", "eximo", "--positions", "positions", "--json").stdout.splitlines()
    assert [json.loads(line) for line in listed] == [legal for _, legal in asked]


@pytest.mark.parametrize("name", names())
def test_moves_of_many_positions_of_every_game(run, name):
    asked = positions(find(name), 8, Random(2))
    told = run("moves", name, "--positions", "-", text="".join(f"{position}\n" for position, _ in asked)).stdout
    assert told.splitlines() == [" ".join(legal) for _, legal in asked]


def test_a_bad_line_leaves_an_empty_one_and_is_named(run):
    done = run("moves", "eximo", "--positions", "-", text=f"{START}\nnothing\n\n{START}\n", code=2)
    first, bad, empty, last = done.stdout.splitlines()
    assert first == last != ""
    assert bad == empty == ""
    assert [line.partition(": ")[2].partition(":")[0] for line in done.stderr.splitlines()] == ["line 2", "line 3"]


def test_positions_go_alone(run):
    wrong(run("moves", "eximo", "--positions", "-", "--position", START, code=2))
    assert "No such file" in wrong(run("moves", "eximo", "--positions", "nowhere", code=2))


# ── perft ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_perft_prints_the_number(run):
    assert run("perft", "momentum", "2").stdout == "2401\n"
    assert run("perft", "momentum", "2", "--reference").stdout == "2401\n"
    assert run("perft", "eximo", "0").stdout == "1\n"


def test_perft_divides(run):
    *parts, total = run("perft", "eximo", "2", "--divide").stdout.splitlines()
    assert int(total) == sum(int(part.partition(": ")[2]) for part in parts) == int(run("perft", "eximo", "2").stdout)
    assert [part.partition(": ")[0] for part in parts] == run("moves", "eximo").stdout.splitlines()


def test_perft_counts_steps(run):
    assert run("perft", "meerkats", "1", "--steps").stdout == "244\n"


def test_perft_tells_how_far_it_is_and_hears_an_interruption(terminal):
    screen = terminal("perft", "momentum", "9")
    screen.wait(" %")
    assert screen.interrupt() == 130


@pytest.mark.parametrize("depth", ["-1", "two", "1000000"])
def test_perft_of_no_depth(run, depth):
    assert "is no number from 0 to 100" in run("perft", "eximo", depth, code=2).stderr


# ── new, check ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("title", ["Três em \"Linha\" \\ 'x'", "9\nMen", ""])
def test_a_new_game_is_a_game(run, title):
    run("new", "sixth.py", "--title", title)
    assert "keeps all" in run("check", "sixth.py", "--games", "5").stdout
    assert "Cross to play" in run("show", "sixth.py").stdout
    assert len(run("moves", "sixth.py:size=4").stdout.split()) == 16
    told = run("play", "sixth.py", "--players", "random,greedy", "--seed", "1", "--record", "game.txt").stdout
    assert "wins" in told or "A draw" in told
    assert run("replay", "game.txt", "--check", "--game", "sixth.py").stdout.startswith("game.txt: sound")


def test_new_is_called_as_its_file(run):
    run("new", "three_in_a_row.py")
    assert run("rules", "three_in_a_row.py").stdout.startswith("Three In A Row.")


def test_new_replaces_nothing(run, tmp_path):
    run("new", "sixth.py")
    (tmp_path / "sixth.py").write_text("mine", "utf-8")
    assert "is there already" in wrong(run("new", "sixth.py", code=2))
    assert (tmp_path / "sixth.py").read_text("utf-8") == "mine"
    assert "should end with .py" in wrong(run("new", "sixth", code=2))
    assert "No such file" in wrong(run("new", "no/sixth.py", code=2))


@pytest.mark.parametrize("name", names())
def test_check_finds_nothing_wrong_with_a_game(run, name):
    laws, twin = run("check", name, "--games", "1", "--seed", "3").stdout.splitlines()
    assert laws.startswith(f"{name} keeps all ")
    assert re.fullmatch(r"its compiled twin says the same of [1-9]\d* states", twin)


def test_check_tells_the_law_and_draws_the_position(run, tmp_path):
    run("new", "bad.py")
    source = (tmp_path / "bad.py").read_text("utf-8")
    (tmp_path / "bad.py").write_text(source.replace("or 0 not in board", ""), "utf-8")
    told = run("check", "bad.py", "--games", "200", code=1).stdout
    assert told.startswith("bad breaks the law of liveness: nothing can be done, but the game is not over\nposition: ")
    assert "3 │ " in told


def test_check_of_nothing(run):
    assert "there is no file" in wrong(run("check", "nothing.py", code=2))
    assert "is no number from 1 to 100000" in run("check", "eximo", "--games", "0", code=2).stderr


# ── The game in the examples ─────────────────────────────────────────────────────────────────────────────────────

KONANE = str(Path(__file__).parents[2] / "examples" / "konane.py")


def test_the_example_is_short():
    assert len(Path(KONANE).read_text("utf-8").splitlines()) <= 150


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_example_keeps_the_laws(run, size):
    assert "keeps all" in run("check", f"{KONANE}:size={size}", "--games", "8").stdout


def test_the_example_begins_with_the_middle_and_the_corners(run):
    assert run("moves", KONANE).stdout.split() == ["xa6", "xc4", "xd3", "xf1"]
    assert sorted(run("moves", KONANE, "--moves", "xa6").stdout.split()) == ["xa5", "xb6"]


def test_the_example_jumps_on_in_the_same_direction_or_stops(run):
    row = "4/bw1w/4/4 b"  # . . . .  the stone on a3 jumps to c3, but there is no cell beyond d3
    assert run("moves", f"{KONANE}:size=4", "--position", row).stdout.split() == ["a3-c3"]
    line = "6/6/bw1w2/w5/6/6 b"
    assert sorted(run("moves", KONANE, "--position", line).stdout.split()) == ["a4-a2", "a4-c4", "a4-c4-e4"]


def test_the_example_draws_plays_and_records(run, tmp_path):
    run("show", KONANE, "--svg", "board.svg")
    assert ET.parse(tmp_path / "board.svg").getroot().tag.endswith("svg")
    told = run("play", KONANE, "--players", "greedy,random", "--seed", "5", "--record", "game.jsonl").stdout
    assert "cannot jump" in told
    assert run("replay", "game.jsonl", "--check", "--game", KONANE).stdout.startswith("game.jsonl: sound")


def test_the_time_for_a_computer_is_told_as_an_upper_limit(run):
    words = " ".join(run("play", "--help").stdout.split())
    assert "--seconds S the most that computers may think about a step; easy levels need less" in words
