"""A game that is not installed is given by the person, with ``--game``; no file leads to one, nor starts a program."""

from __future__ import annotations

import sys

import pytest

from tabuleiro.cli.commands.new import template

CANARY = "open('ran', 'w').close()\n"
RECORD = "game: sixth\nedition: 1\nseat x: Ana\nseat o: Rui\n\n1. a1 b2\n2. b1\n"


@pytest.fixture
def sixth(tmp_path):
    """A game that leaves a mark where it is run, and a record of it."""
    (tmp_path / "sixth.py").write_text(template("Sixth") + CANARY, encoding="utf-8")
    (tmp_path / "game.txt").write_text(RECORD, encoding="utf-8")
    return tmp_path


COMMANDS = [
    ("replay", "game.txt"),
    ("replay", "game.txt", "--check"),
    ("analyze", "game.txt", "--nodes", "20"),
    ("play", "--resume", "game.txt"),
]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_record_needs_its_game_given(run, sixth, words):
    told = run(*words, code=1 if "--check" in words else 2)
    line = told.stdout if "--check" in words else told.stderr
    assert "game.txt: no game is called sixth; there are " in line and line.endswith("--game FILE.py\n")
    assert len(line.splitlines()) == 1 and not (sixth / "ran").exists()
    run(*words, "--game", "sixth.py")
    assert (sixth / "ran").exists()


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("name", ["sixth.py", "./sixth.py:size=3", "{folder}/sixth.py", "nowhere/sixth.py"])
def test_a_record_that_names_a_path_runs_nothing(run, sixth, words, name):
    """Neither the file at that path nor one of the same name beside the record."""
    text = RECORD.replace("game: sixth", f"game: {name.format(folder=sixth)}")
    (sixth / "game.txt").write_text(text, encoding="utf-8")
    told = run(*words, code=1 if "--check" in words else 2)
    assert "is a path, which is not followed" in told.stdout + told.stderr
    assert not (sixth / "ran").exists()


def test_the_flag_may_stand_anywhere_and_more_than_once(run, sixth):
    (sixth / "seventh.py").write_text(template("Seventh"), encoding="utf-8")
    for words in (
        ("--game", "sixth.py", "replay", "game.txt", "--check"),
        ("replay", "--game=sixth.py", "game.txt", "--check"),
        ("replay", "game.txt", "--check", "--game", "seventh.py", "--game", "sixth.py"),
    ):
        assert "sound, 3 turns of sixth" in run(*words).stdout
    listed = run("games", "--game", "sixth.py", "--game=seventh.py").stdout.splitlines()
    assert [line.partition("\t")[0] for line in listed[-2:]] == ["sixth", "seventh"]
    assert len(run("moves", "sixth:size=4", "--game", "sixth.py").stdout.split()) == 16


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game",), "--game takes a .py file"),
        (("--game", "game.txt"), "game.txt should end with .py"),
        (("--game", "nothing.py"), "there is no file nothing.py"),
        (("--game", "sixth.py", "--game", "other.py"), "other.py: sixth is already the game in "),
        (("--game", "eximo.py"), "eximo.py: eximo is an installed game; give this one another name"),
    ],
)
def test_what_cannot_be_given(run, sixth, words, said):
    (sixth / "other.py").write_text(template("Sixth") + "# another\n", encoding="utf-8")
    (sixth / "eximo.py").write_text(template("Eximo"), encoding="utf-8")
    (line,) = run("replay", "game.txt", *words, code=2).stderr.splitlines()
    assert said in line


def test_a_game_in_a_file_is_recorded_by_name_and_source(run, sixth):
    for file, name, source in (
        ("new.txt", "game: sixth:size=4\n", "\nsource: sha256:"),
        ("new.jsonl", '"game": "sixth:size=4"', '"source": "sha256:'),
    ):
        run("play", "./sixth.py:size=4", "--players", "random,random", "--seed", "1", "--record", file)
        text = (sixth / file).read_text("utf-8")
        assert name in text and source in text and ".py" not in text
        done = run("replay", file, "--check", "--game", "sixth.py")
        assert f"{file}: sound, " in done.stdout and done.stderr == ""


def test_that_the_source_has_changed_is_told(run, sixth):
    run("play", "sixth.py", "--record", "new.txt", text="a1\n")
    with (sixth / "sixth.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    for words in (("replay", "--check"), ("replay",), ("analyze", "--nodes", "20"), ("play", "--resume")):
        told = run(words[0], *words[1:], "new.txt", "--game", "sixth.py").stderr
        assert "new.txt was played by another version of sixth than " in told and told.count("sha256:") == 2


def test_how_to_go_on_says_which_file_has_the_game(run, sixth):
    told = run("play", "sixth.py", text="a1\n").stderr
    assert "play --resume" in told and f"--game {sixth / 'sixth.py'}" in told


def test_matches_of_a_game_that_was_given(run, sixth):
    words = ("match", "sixth", "random", "random", "--games", "4", "--workers", "2", "--records", "games.jsonl")
    assert "4 games" in run(*words, "--game", "sixth.py").stdout
    (sixth / "ran").unlink()
    assert "no game is called sixth" in run(*words, code=2).stderr
    assert not (sixth / "ran").exists()
    kept = (sixth / "games.jsonl").read_text("utf-8")
    assert "sixth.py" not in kept and kept.count('"source": "sha256:') == 5


# ── Programs ─────────────────────────────────────────────────────────────────────────────────────────────────────

PLAYERS = 'game: momentum\ntable players: ["human", "{spec}"]\n\n1. 4,4\n'
NAMES = "game: momentum\nseat 1: Ana\nseat 2: {spec}\n\n1. 4,4\n"


@pytest.mark.parametrize("text", [PLAYERS, NAMES])
@pytest.mark.parametrize("spec", ["engine:touch started", "ENGINE:touch started", " engine :touch started"])
@pytest.mark.parametrize("ours", [True, False])
def test_a_pipe_starts_no_program(run, tmp_path, text, spec, ours):
    folder = tmp_path / "data" / "tabuleiro" / "games" if ours else tmp_path
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "momentum-2026-01-31-1.txt"
    path.write_text(text.format(spec=spec), encoding="utf-8")
    (line,) = run("play", "--resume", str(path), text="4,5\n", code=2).stderr.splitlines()
    assert "names a program for Red" in line and "touch started" in line and "--players" in line
    assert not (tmp_path / "started").exists()
    assert path.read_text("utf-8") == text.format(spec=spec)
    told = run("play", "--resume", str(path), "--players", "human,human", text="4,5\n").stdout
    assert "2. Red plays 4,5" in told and not (tmp_path / "started").exists()


@pytest.fixture
def offered(terminal, tmp_path):
    """The questions about a file with a program that leaves a mark, on a terminal."""
    bot = tmp_path / "bot.py"
    bot.write_text(
        "open('started', 'w').close()\nfrom tabuleiro.cli.main import main\nmain(['engine', 'momentum', '--agent', 'random'])\n"
    )
    spec = f"engine:{sys.executable} bot.py"
    (tmp_path / "game.txt").write_text(PLAYERS.format(spec=spec), encoding="utf-8")
    screen = terminal("play", "--lines", "--resume", "game.txt")
    told = " ".join(screen.wait("[1]: ").split())
    assert f"names a program for Red, which anybody may have written there: {sys.executable} bot.py" in told
    assert not (tmp_path / "started").exists()
    return screen


def test_at_a_terminal_the_person_is_asked_and_enter_starts_nothing(offered, tmp_path):
    offered.type("")
    offered.wait("Red> ")
    offered.type("4,5")
    offered.wait("Blue> ")
    offered.type("quit")
    assert offered.end() == 0
    assert not (tmp_path / "started").exists()


def test_at_a_terminal_the_computer_may_play_instead(offered, tmp_path):
    offered.type("2")
    offered.wait("Blue> ")
    offered.type("quit")
    assert offered.end() == 0 and not (tmp_path / "started").exists()
    assert '"level:2"' in (tmp_path / "game.txt").read_text("utf-8")


def test_at_a_terminal_the_program_is_started_if_the_person_says_so(offered, tmp_path):
    offered.type("3")
    offered.wait("Blue> ")
    offered.type("quit")
    assert offered.end() == 0 and (tmp_path / "started").exists()
