"""Records read again: page by page, and checked."""

from __future__ import annotations

import pytest

from tabuleiro.core.registry import names

GAME = """game: eximo
edition: 1
seat w: Ana
seat b: Rui
note: a short one

1. b6-b5 b3-b4 {why not}
2. b5xb3xd3

winner: b
reason: Ana resigned
"""


@pytest.fixture
def record(tmp_path):
    def record(text, name="game.txt"):
        (tmp_path / name).write_text(text, "utf-8")
        return name

    return record


def test_a_pipe_gets_every_position(run, record):
    told = run("replay", record(GAME)).stdout
    assert told.count("position: ") == 4
    assert told.startswith("Eximo: White (Ana), Black (Rui)\n{a short one}\n")
    assert "\n2. Black (Rui) plays b3-b4\n{why not}\n" in told
    assert told.rstrip().endswith("Black (Rui) wins: Ana resigned")
    assert "\x1b" not in told


def test_marks_and_variations_are_shown(run, record):
    text = GAME.replace("b3-b4", "b3-b4 ?! [1. g3-g4 {better} 2. c6-c5]")
    told = run("replay", record(text), "--turn", "2").stdout
    assert told.startswith("2. Black (Rui) plays b3-b4 ?!\n{why not}\n[1. g3-g4 {better} 2. c6-c5]\n")


def test_one_position(run, record):
    told = run("replay", record(GAME), "--turn", "1").stdout
    assert told.count("position: ") == 1 and told.startswith("1. White (Ana) plays b6-b5\n")
    assert "1wwwwww1/1wwwwww1/2w2ww1/1w6/8/1bb2bb1/1bbbbbb1/1bbbbbb1 b" in told
    for turn in ("4", "-1"):
        assert "--turn takes a number from 0 to 3" in run("replay", "game.txt", "--turn", turn, code=2).stderr


def test_a_record_from_a_pipe(run):
    assert run("replay", "-", "--check", text=GAME).stdout.startswith("-: sound, 3 turns of eximo; Black wins: ")


@pytest.mark.parametrize("name", names())
def test_what_was_played_is_sound(run, name):
    for file in ("game.txt", "game.jsonl"):
        run("play", name, "--players", "greedy,random", "--seed", "5", "--record", file)
        assert run("replay", file, "--check").stdout.startswith(f"{file}: sound, ")
    assert run("replay", "game.txt").stdout == run("replay", "game.jsonl").stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GAME.replace("b3-b4", "b3-b5"), "game.txt: line 7, turn 2: b3-b5 is not legal here; try "),
        (GAME.replace("b3-b4", "b3-b4 }"), "game.txt: line 7: a lone brace: }"),
        (
            GAME.replace("b3-b4", "b3-b4 [1. b3-b5]"),
            "game.txt: line 7, turn 2: in a variation, b3-b5 is not legal here",
        ),
        (GAME.replace("b3-b4", f"b3-b4 ({'9' * 400}s)"), "game.txt: line 7: (999999"),
        (GAME.replace("seat b", "seat x: Eva\nseat b"), "game.txt: this game has the seats w b, and not x (Eva)"),
        (GAME.replace("game: eximo", "game: chess"), "game.txt: no game is called chess"),
        (GAME.replace("edition: 1", "edition: 9"), "game.txt: this record is of edition 9"),
        ("dear diary", "game.txt: this is no record"),
        ("", "game.txt: this is no record"),
    ],
)
def test_check_says_where_it_breaks(run, record, text, said):
    assert run("replay", record(text), "--check", code=1).stdout.startswith(said)


def test_a_broken_record_is_shown_as_far_as_it_goes(run, record):
    done = run("replay", record(GAME.replace("b3-b4", "b3-b5")), code=1)
    assert done.stdout.count("position: ") == 2
    assert "line 7, turn 2: b3-b5 is not legal here" in done.stderr


def test_what_cannot_be_read(run, tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    assert run("replay", "bytes", code=2).stderr == (
        "tabuleiro: bytes: this is no text, so it is no record: byte 1 is not UTF-8\n"
    )
    assert "byte 1 is not UTF-8" in run("replay", "bytes", "--check", code=1).stdout
    assert "No such file" in run("replay", "nowhere", "--check", code=2).stderr
    assert "Is a directory" in run("replay", ".", code=2).stderr


def test_a_game_under_way_keeps_its_secrets(run):
    run("play", "meerkats", "--players", "human,human", "--record", "game.txt", text="R5.5\n")
    told = run("replay", "game.txt").stdout
    assert told.count("colours=?,?") == 2 and "colour: Player 1 ?, Player 2 ?" in told


@pytest.mark.parametrize("check", [[], ["--check"]])
@pytest.mark.parametrize("ending", ["", "nonsense\x1b[2J\n", "2. 1,1\x1b[2J\n"])
def test_a_record_moves_no_cursor(run, record, check, ending):
    told = "game: momentum\nseat 1: A\x1b[31m\nseat 2: \u202eB\n\n1. 4,4 {x\x1b[2Jy} 4,3\n" + ending
    text = told + ("" if ending else "\nwinner: 1\nreason: R\x07\x1b[0m\n")
    done = run("replay", record(text), *check, code=1 if ending else 0)
    assert all(line.isprintable() for line in (done.stdout + done.stderr).splitlines())


def test_pages_on_a_terminal(terminal, record):
    screen = terminal("replay", record(GAME))
    assert "turn 0 of 3" in screen.wait("quit: ")
    screen.type("")
    assert "1. White (Ana) plays b6-b5" in screen.wait("turn 1 of 3; Enter, back, a number, quit: ")
    screen.type("3")
    assert "Black (Rui) wins: Ana resigned" in screen.wait("turn 3 of 3; Enter, back, a number, quit: ")
    screen.type("")
    assert "That is where the record ends." in screen.wait("quit: ")
    screen.type("back")
    assert "{why not}" in screen.wait("turn 2 of 3; Enter, back, a number, quit: ")
    screen.type("fly")
    assert "Not possible here." in screen.wait("quit: ")
    screen.type("q")
    assert screen.end() == 0
