"""Games under way: kept at every moment, offered again, and never in anybody's way."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from random import Random

import pytest

from tabuleiro.core import registry
from tabuleiro.core.errors import BadRecord, Busy, UnknownGame
from tabuleiro.core.registry import find, names
from tabuleiro.home import files
from tabuleiro.home.folders import folder, take_notices
from tabuleiro.home.saves import (
    Autosave,
    finished_folder,
    games_folder,
    is_ours,
    resume,
    unfinished_games,
)
from tabuleiro.play.clock import Clock, TimeControl
from tabuleiro.play.lineup import HUMAN, Party, seated, written
from tabuleiro.play.record import read_record
from tabuleiro.play.session import Session


def table(spec="eximo", players=None, called=None, seed=1):
    """A party, and a session of it."""
    game = find(spec)
    party = Party(game, players or (HUMAN,) * game.players, called or ("",) * game.players)
    return party, Session(game, Random(seed), names=seated(party), date="2026-11-15")


def step(session, rng):
    session.play(session.player, rng.choice(list(session.game.actions(session.state))))


def kept(spec="eximo", turns=3, seed=1, **more):
    """A game that was left after so many turns; its path."""
    party, session = table(spec, seed=seed, **more)
    autosave = Autosave.begin(session, party)
    rng = Random(seed)
    while len(session.turns) < turns:
        step(session, rng)
        autosave.keep(session)
    path = autosave.path
    autosave.finish(session)
    return path


def files_in(place):
    return sorted(os.listdir(place))


# ── What is kept ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", [*names(), "meerkats:players=3,stone=bag", "campo-bello:players=4,removal=may"])
def test_a_game_goes_on_exactly_from_every_step(spec):
    players = (HUMAN, "level:2", HUMAN, "random")[: find(spec).players]
    party, session = table(spec, players, ("Ana", "", "", "Hal")[: len(players)])
    autosave = Autosave.begin(session, party)
    rng = Random(5)
    for _ in range(40):
        if session.outcome:
            break
        step(session, rng)
        autosave.keep(session)
        if session.outcome:
            break
        autosave.finish(session)
        (waiting,) = unfinished_games()
        assert (waiting.title, waiting.names, waiting.turns) == (session.game.title, session.names, len(session.turns))
        again = resume(waiting.path)
        assert again.session.state == session.state
        assert again.session.record() == session.record()
        assert again.session.so_far == session.so_far
        assert again.party == party
        session, autosave = again.session, again.autosave
    assert take_notices() == []


def test_the_setup_of_the_table_is_kept():
    party, session = table(players=(HUMAN, "engine:./bot --deep  9,8"), called=("Ana, Rui", ""))
    session.comments[0] = "a {fine} game"
    autosave = Autosave.begin(session, party, seconds=2.5, flip=True)
    session.play(0, "b6-b5")
    autosave.keep(session)
    path = autosave.path
    autosave.finish(session)
    again = resume(path)
    assert again.party.names == ("Ana, Rui", "")
    assert again.party.players == (HUMAN, HUMAN)  # for the person at the screen to decide
    assert again.programs == {1: "engine:./bot --deep 9,8"}
    assert again.with_players(again.programs).party.players == (HUMAN, "engine:./bot --deep 9,8")
    assert (again.setup.seconds, again.setup.flip) == (2.5, True)
    assert again.session.comments == {0: "a {fine} game"}
    assert again.session.clock is None


LISBON = """game: eximo
edition: 1
seat w: Ana
seat b: Rui
date: 2026-11-15
event: Lisbon Open
Round:
table players: ["human", "human"]
table colour: of the tablecloth
note: a short one

1. b6-b5 !? {why not?} (3.2s) [1. c6-c5 b3-b4 ! {slower} [1. a1-a2]] b3-b4 [{no} 1. h1-h9]
"""


def test_what_people_keep_with_a_game_outlives_its_going_on(tmp_path):
    """Also variations that nobody can play, which are reported, but keep nobody from playing."""
    path = str(tmp_path / "lisbon.txt")
    files.write_text(path, LISBON)
    record, _, (problem,) = files.load(path, Random(0))
    assert str(problem).startswith("line 12, turn 1: in a variation, a1-a2 is not legal here")
    for _ in range(2):  # from a file of the player's own, then from ours
        again = resume(path)
        session = again.session
        session.play(session.player, next(iter(session.game.actions(session.state))))
        again.autosave.keep(session)
        path = again.autosave.path
        again.autosave.finish(session)
        kept = read_record(files.read_text(path))[0]
        for part in ("date", "names", "tags", "marks", "comments", "variations", "table"):
            assert getattr(kept, part) == getattr(record, part), part
        assert kept.turns[:2] == record.turns and kept.seconds[:2] == record.seconds
    assert len(kept.turns) > 2 and take_notices() == []


COLOURS = re.compile(r"colours|P\d=|\b(red|green|blue|yellow)\b")


def test_what_only_one_player_may_know_is_sealed_while_the_game_goes_on():
    """In the file, in the one beside it, and in one that a player saves in either spelling."""
    party, session = table("meerkats:players=3,stone=bag")
    autosave = Autosave.begin(session, party)
    rng = Random(2)
    for _ in range(7):
        step(session, rng)
        autosave.keep(session, wait=False)
    autosave.keep(session)
    path = autosave.path
    files.save(f"{path}.jsonl", written(session, autosave.setup))
    for name in (path, f"{path}.jsonl"):
        text = files.read_text(name)
        assert "sealed " in text and not COLOURS.search(text)
    os.unlink(f"{path}.jsonl")
    assert os.stat(path).st_mode & 0o777 == 0o600
    autosave.finish(session)
    again = resume(path)
    assert again.session.state == session.state and COLOURS.search(again.record.deal)
    while not again.session.outcome:
        step(again.session, rng)
        again.autosave.keep(again.session)
    (name,) = files_in(finished_folder())
    text = files.read_text(os.path.join(finished_folder(), name))
    assert "sealed" not in text and f"deal: {again.record.deal}\n" in text


def test_clocks_show_what_they_showed():
    party, session = table()
    session.clock = Clock(TimeControl.read("300+5"), 2)
    autosave = Autosave.begin(session, party)
    session.play(0, "b6-b5", now=20.0)
    session.play(1, "g3-g4", now=30.5)
    autosave.keep(session, now=31.75)  # White has thought for a while
    path = autosave.path
    autosave.finish(session, now=31.75)
    again = resume(path).session
    assert str(again.clock.control) == "300+5"
    assert again.clock.left == [300 - 20 + 5 - 1.25, 300 - 10.5 + 5]
    again.play(0, "f6-f5", now=3.0)  # it is 0 seconds when a game goes on
    assert again.clock.left[0] == 300 - 20 + 5 - 1.25 - 3 + 5


def test_nothing_is_kept_before_something_is_played():
    party, session = table("meerkats")
    assert session.steps  # the deal
    autosave = Autosave.begin(session, party)
    autosave.keep(session)
    autosave.finish(session)
    assert files_in(games_folder()) == [] == unfinished_games()


def test_a_finished_game_is_put_away():
    party, session = table("momentum", ("random", "random"))
    for number in (1, 2):
        autosave = Autosave.begin(session, party)
        session.play(0, "4,4")
        autosave.keep(session)
        assert len(files_in(games_folder())) == 2  # the game and its lock
        session.resign(1)
        autosave.keep(session)
        assert files_in(games_folder()) == [] == unfinished_games()
        assert len(files_in(finished_folder())) == number
        assert autosave.path == ""
        party, session = table("momentum")
    for name in files_in(finished_folder()):
        with open(os.path.join(finished_folder(), name), encoding="utf-8") as file:
            record, problems = read_record(file.read())
        assert (record.winners, record.table, problems) == ((0,), {}, [])


def test_a_game_that_goes_on_after_its_end_is_kept_again():
    party, session = table("momentum")
    autosave = Autosave.begin(session, party)
    session.play(0, "4,4")
    session.resign(1)
    autosave.finish(session)
    session.undo()
    session.play(0, "4,5")
    autosave.keep(session)
    autosave.finish(session)
    (waiting,) = unfinished_games()
    assert resume(waiting.path).session.turns == ["4,5"]


def test_a_game_that_was_kept_elsewhere_is_forgotten():
    party, session = table()
    session.play(0, "b6-b5")
    autosave = Autosave.begin(session, party)
    assert len(files_in(games_folder())) == 2
    autosave.discard()
    assert files_in(games_folder()) == []


KONANE = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "konane.py")


def test_a_game_given_as_a_file_waits_until_it_is_given_again(home, monkeypatch):
    (home / "here").mkdir()
    monkeypatch.chdir(home / "here")
    shutil.copy(KONANE, "sixth.py")
    path = kept("sixth.py", turns=2)
    monkeypatch.chdir(home)
    monkeypatch.setattr(registry, "_given", {})  # another run
    assert unfinished_games() == [] == take_notices()
    with pytest.raises(UnknownGame, match="give its file: --game FILE"):
        resume(path)
    assert files_in(games_folder()) == [os.path.basename(path)]
    find(str(home / "here" / "sixth.py"))
    (waiting,) = unfinished_games()
    assert (waiting.path, waiting.title) == (path, "Konane")
    assert len(resume(path).session.turns) == 2 and take_notices() == []


def test_that_the_rules_have_changed_since_is_told(home, monkeypatch):
    monkeypatch.chdir(home)
    shutil.copy(KONANE, "sixth.py")
    path = kept("sixth.py", turns=2)
    with open("sixth.py", "a", encoding="utf-8") as file:
        file.write("# changed\n")
    monkeypatch.setattr(registry, "_given", {})
    find("sixth.py")
    again = resume(path)
    assert len(again.session.turns) == 2
    (told,) = take_notices()
    assert "was played by another version of konane than" in told and told.count("sha256:") == 2


# ── Several programs at once ─────────────────────────────────────────────────────────────────────────────────────

PLAYER = """
import sys, time
from random import Random
from tabuleiro.core.registry import find
from tabuleiro.home.saves import Autosave
from tabuleiro.play.lineup import HUMAN, Party
from tabuleiro.play.session import Session
game = find("barragoon")
session, rng = Session(game, Random(1)), Random(int(sys.argv[1]))
autosave = Autosave.begin(session, Party(game, (HUMAN, HUMAN), ("", "")))
for number in range(int(sys.argv[2])):
    session.play(session.player, rng.choice(list(game.actions(session.state))))
    autosave.keep(session, wait=sys.argv[3] == "wait")
    print(autosave.path, game.write_position(session.state), sep="\\t", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("manner", ["wait", "go on"])
def test_a_killed_program_loses_nothing_and_a_living_one_keeps_its_game(manner):
    words = [sys.executable, "-c", PLAYER, "7", "25", manner]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        told = [process.stdout.readline().rstrip("\n").split("\t") for _ in range(25)]
        path, position = told[-1]
        assert unfinished_games() == []
        with pytest.raises(Busy, match="played in another window"):
            resume(path)
        process.kill()
        process.wait()
    (waiting,) = unfinished_games()
    assert waiting.path == path and time.time() - 60 < waiting.when <= time.time() + 1
    session = resume(path).session
    assert session.game.write_position(session.state) == position
    assert unfinished_games() == []  # it is ours now


@pytest.mark.parametrize("manner", ["wait", "go on"])
def test_a_program_killed_at_any_moment_leaves_a_whole_game(manner):
    words = [sys.executable, "-c", PLAYER, "3", "500", manner]
    for delay in (0.0, 0.01, 0.03, 0.07):
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            process.stdout.readline()
            time.sleep(delay)
            process.kill()
            process.wait()
    games = unfinished_games()
    assert len(games) == 4 and take_notices() == []
    for game in games:
        assert resume(game.path).session.steps


def test_programs_that_begin_at_once_have_files_of_their_own():
    words = [sys.executable, "-c", PLAYER, "1", "1", "wait"]
    running = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    paths = {process.stdout.readline().split("\t")[0] for process in running}
    for process in running:
        process.kill()
        process.communicate()
    assert len(paths) == 4
    assert {game.path for game in unfinished_games()} == paths


# ── Older and damaged files ──────────────────────────────────────────────────────────────────────────────────────


def test_the_latest_game_comes_first():
    paths = [kept(spec) for spec in ("eximo", "momentum", "meerkats")]
    for age, path in enumerate(paths):
        os.utime(path, (1e9 + age, 1e9 + age))
    assert [game.path for game in unfinished_games()] == paths[::-1]


def test_games_that_older_versions_saved_are_found():
    old = os.path.join(folder("data"), "eximo-2026-01-31-1.txt")
    with open(old, "w", encoding="utf-8") as file:
        file.write("game: eximo\nedition: 1\nseat w: Ana\nseat b: greedy\n\n1. b6-b5\n")
    (waiting,) = unfinished_games()
    assert (waiting.path, waiting.names) == (old, ("Ana", "greedy"))
    again = resume(old)
    assert again.session.turns == ["b6-b5"]
    again.session.resign(1)
    again.autosave.keep(again.session)
    assert files_in(finished_folder()) == ["eximo-2026-01-31-1.txt"] and not os.path.exists(old)


def test_a_game_that_ended_just_before_its_program_is_put_away():
    path = kept()
    with open(path, "a", encoding="utf-8") as file:
        file.write("\nwinner: w\nreason: Black resigned\n")
    assert unfinished_games() == []
    assert files_in(finished_folder()) == [os.path.basename(path)]


@pytest.mark.parametrize("damage", [b"", b"\x00" * 200, b"\xff", b"game: eximo\nwhat is this?\n", b"dear diary\n"])
def test_a_damaged_file_is_set_aside_with_a_message(damage):
    good = kept("momentum")
    bad = os.path.join(games_folder(), "eximo-2026-01-31-1.txt")
    for number in (1, 2):
        with open(bad, "wb") as file:
            file.write(damage)
        assert [game.path for game in unfinished_games()] == [good]
        (told,) = take_notices()
        assert told.endswith(f"set aside as {bad}.damaged-{number}") and "\n" not in told
        with open(f"{bad}.damaged-{number}", "rb") as file:
            assert file.read() == damage


@pytest.mark.parametrize(
    "line",
    [
        "1. b6-b1",
        "start: nowhere",
        'table players: ["human"]',
        "table players: human",
        "table players: " + "[" * 20000,
        "table clock: soon",
        "table clock: 300\ntable left: 1 2 3",
        "table clock: 300\ntable left: 1 nan",
        "table seconds: many",
    ],
)
def test_damage_that_shows_when_a_game_goes_on_is_set_aside_too(line):
    path = os.path.join(games_folder(), "eximo-2026-01-31-1.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"game: eximo\n{line}\n")
    assert len(unfinished_games()) == 1
    with pytest.raises(BadRecord, match="set aside"):
        resume(path)
    assert unfinished_games() == []
    assert files_in(games_folder()) == ["eximo-2026-01-31-1.txt.damaged-1"]


@pytest.mark.parametrize("head", ["game: ludo", "game: eximo:size=9", "game: eximo\nedition: 99", "game: ./gone.py"])
def test_a_game_that_we_cannot_play_waits_for_one_who_can(head):
    path = os.path.join(games_folder(), "ludo-2026-01-31-1.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{head}\n\n1. b6-b5\n")
    assert unfinished_games() == [] == take_notices()
    assert files_in(games_folder()) == ["ludo-2026-01-31-1.txt"]


def test_what_cannot_be_written_is_told_once_and_the_game_goes_on():
    party, session = table()
    os.rmdir(games_folder())
    with open(os.path.join(folder("data"), "games"), "w", encoding="utf-8"):
        pass
    autosave = Autosave.begin(session, party)
    for turn in ("b6-b5", "b3-b4"):
        session.play(session.player, turn)
        autosave.keep(session)
    assert "cannot be written" in autosave.trouble and not take_notices()  # to be told by who has a screen
    os.unlink(os.path.join(folder("data"), "games"))
    autosave.keep(session)
    assert not autosave.trouble and len(files_in(games_folder())) == 2


def test_only_our_own_files_are_ours(home):
    assert is_ours(kept())
    assert is_ours(os.path.join(folder("data"), "old.txt"))
    assert not is_ours(str(home / "game.txt"))
