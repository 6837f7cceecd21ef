"""Playing in words alone: whole games by pipe, and on a terminal as somebody plays who listens."""

from __future__ import annotations

import re
import unicodedata
from random import Random

import pytest

from tabuleiro.ai.agents import make
from tabuleiro.core.notation import typed
from tabuleiro.core.registry import find, names
from tabuleiro.play.agent import Limit
from tabuleiro.play.lineup import HUMAN, Party, seated
from tabuleiro.play.record import read_record
from tabuleiro.play.replay import replay
from tabuleiro.play.session import Session
from tabuleiro.table.players import find_agents

LONGEST = 320  # characters of a line that one may have to listen to
SPECS = [*names(), "meerkats:players=3,stone=bag", "campo-bello:players=4,removal=may"]


def only_words(text):
    """No control of a cursor, no colours, no boxes, arrows or other signs to look at."""
    assert not [sign for sign in text if not (sign.isascii() and (sign.isprintable() or sign == "\n"))]
    assert not re.search(r"[|+]|--|__| {2}", text)
    assert all(len(line) <= LONGEST for line in text.splitlines())
    return text


def whole_game(spec, seed, others="random"):
    """Lines for the person at the first seat of a game that the command plays with this seed, and that game."""
    game, rng = find(spec), Random(seed)
    party = Party(game, (HUMAN, *[others] * (game.players - 1)), ("",) * game.players)
    session = Session(game, rng, names=seated(party))
    agents = find_agents(party, rng, waiting=False)
    me, lines, line = make("greedy", game, Random(9)), [], ""
    while not session.outcome:
        seat, state = session.player, session.state
        action = agents.get(seat, me).choose(session.view(seat), Limit()).action
        session.play(seat, action)
        if seat == 0:
            line += game.write(state, action)
            if session.player != 0 or session.state.whole:  # all that is ours of a turn is a line
                lines.append(line or typed(game, state, action))
                line = ""
    return lines, session


# ── Through pipes ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", SPECS)
def test_a_whole_game_by_pipe(run, spec):
    lines, session = whole_game(spec, 5)
    game = session.game
    players = ",".join(["human"] + ["random"] * (game.players - 1))
    done = run("play", spec, "--players", players, "--seed", "5", "--plain", text="\n".join(lines))
    told = only_words(done.stdout)
    assert done.stderr == ""
    assert session.outcome.reason in told.splitlines()[-1]
    assert re.match(r"Rows? 1|Row 8", told)  # the board first, then every turn
    # one is never told a secret before the end
    assert not re.search(r"Player [2-4] (red|green|blue|yellow)", told.partition("1. ")[0])
    turns = [line for line in told.splitlines() if re.match(r"\d+\. .* plays ", line)]
    assert len(turns) >= len(session.turns)
    assert all(re.search(r"plays [^:]+: .+\.$", line) for line in turns)


def test_what_is_said_of_the_first_turns(run):
    told = only_words(run("play", "eximo", "--plain", "--names", "Ana,Rui", text="b6-b5\ng3-g4\n").stdout)
    assert told.splitlines() == [
        "Row 8: white man b8 to g8; 2 empty.",
        "Row 7: white man b7 to g7; 2 empty.",
        "Row 6: white man b6 and c6; white man f6 and g6; 4 empty.",
        "Rows 5 to 4: empty.",
        "Row 3: black man b3 and c3; black man f3 and g3; 4 empty.",
        "Row 2: black man b2 to g2; 2 empty.",
        "Row 1: black man b1 to g1; 2 empty.",
        "",
        "men: White 16, Black 16",
        "turn: 1/500",
        "1. White (Ana) plays b6-b5: white man b6 to b5.",
        "2. Black (Rui) plays g3-g4: black man g3 to g4.",
        "Row 8: white man b8 to g8; 2 empty.",
        "Row 7: white man b7 to g7; 2 empty.",
        "Row 6: white man c6; white man f6 and g6; 5 empty.",
        "Row 5: white man b5; 7 empty.",
        "Row 4: black man g4; 7 empty.",
        "Row 3: black man b3 and c3; black man f3; 5 empty.",
        "Row 2: black man b2 to g2; 2 empty.",
        "Row 1: black man b1 to g1; 2 empty.",
        "",
        "men: White 16, Black 16",
        "turn: 3/500",
        "",
        "White (Ana) to play",
    ]


def test_orders_in_words(run):
    lines = ["b6-b5", "undo", "moves b6", "flip", "board", "nothing", "help"]
    done = run("play", "eximo", "--plain", text="\n".join(lines), code=2)
    told = only_words(done.stdout)
    assert told.count("Row 6: white man b6 and c6; white man f6 and g6; 4 empty.") == 2  # at first, and taken back
    assert "\nb6-c5, b6-b5, b6-a5\n" in told
    assert told.count("\nRow 1: black man g1 to b1; 2 empty.\nRow 2: ") >= 2
    assert "\nundo: take back your last turn\n" in told
    assert "nothing cannot be read" in done.stderr


def test_a_hint_is_the_best_turn_in_words(run):
    """One marble is missing, and a drop on any cell but three would win."""
    position = "1111.../111..../......./......./2....../222..../222.... 2 40"
    told = only_words(run("play", "momentum", "--plain", "--position", position, text="hint\n").stdout)
    (hint,) = [line for line in told.splitlines() if line.startswith("Hint: ")]
    found = re.fullmatch(r"Hint: (\d,\d): red marble on \1(, .*)?\.", hint)
    assert found
    done = run("play", "momentum", "--plain", "--position", position, text=f"hint\n{found[1]}\n")
    assert "Red has all 8 marbles on the board" in done.stdout


def test_a_hint_inside_a_turn_is_what_is_left_of_it(run):
    told = run("play", "meerkats", "--plain", "--seed", "2", text="r5.5\nb1.1\nhint\n").stdout
    assert re.search(r"^Hint: /(\S+)-(\S+): (red) stone \1 to \2\.$", told, re.MULTILINE)


def test_a_note_is_about_the_last_turn(run, tmp_path):
    lines = ["note a friendly game", "4,4", "note  the middle {of} the board", "note", "3,3", "note"]
    told = run("play", "momentum", "--plain", "--record", "game.txt", text="\n".join(lines)).stdout
    record, problems = read_record((tmp_path / "game.txt").read_text("utf-8"))
    assert not problems
    assert record.comments == {0: "a friendly game", 1: "the middle {of} the board"}
    assert told.count("About turn 1: the middle {of} the board\n") == 2
    assert "\nAbout turn 2: nothing yet; note TEXT writes something\n" in told


def test_hint_and_note_are_listed_and_spoken_in_portuguese(run):
    told = run("play", "momentum", "--plain", "--lang", "pt", text="4,4\nnota no meio\nnota\najuda\n").stdout
    assert "Sobre a jogada 1: no meio" in told
    assert re.search(r"^dica: ", told, re.MULTILINE) and re.search(r"^nota: ", told, re.MULTILINE)


def test_the_demonstration_in_words(run):
    only_words(run("play", "--plain").stdout)


def test_people_who_share_a_pipe_are_told_no_secrets(run):
    told = only_words(run("play", "meerkats", "--plain", "--seed", "3", text="R5.5\nB4.4\n5.5-5.6\n").stdout)
    assert told.count("colour: Player 1 ?, Player 2 ?") == 2
    assert "2. Player 2 plays B4.4: blue stone on 4.4." in told
    assert "2. Player 2 plays /5.5-5.6: red stone 5.5 to 5.6." in told


def test_languages_meet_in_words(run):
    told = run("--lang", "pt", "play", "momentum", "--plain", text="4,4\n").stdout
    assert "Linha" in told and "plays" not in told


# ── On a terminal ────────────────────────────────────────────────────────────────────────────────────────────────


def session_in(path):
    return replay(read_record(path.read_text("utf-8"))[0], Random(0))[0]


@pytest.mark.parametrize(("words", "term"), [(["--plain"], "xterm-256color"), ([], "dumb")])
def test_a_listener_plays_at_a_terminal(terminal, tmp_path, words, term):
    screen = terminal("play", "momentum", "--players", "human,random", "--seed", "3", *words, TERM=term)
    first = screen.wait("Blue> ")
    assert first.startswith("Rows 1 to 7: empty.") and "in hand: Blue 8, Red 8" in first
    screen.type("4,4")
    second = screen.wait("Blue> ")
    assert "1. Blue plays 4,4: blue marble on 4,4." in second and "2. Red (random) plays " in second
    assert "Row" not in second  # who has heard the turns knows the board
    screen.type("board")
    assert "Row 4: " in screen.wait("Blue> ")
    screen.type("rules")
    screen.wait("q to stop: ")
    screen.type("q")
    screen.wait("Blue> ")
    screen.type("quit")
    assert screen.end() == 0
    assert all(sign.isprintable() or sign in "\r\n" for sign in screen.seen) and "-- " not in screen.seen
    (saved,) = (tmp_path / "data" / "tabuleiro" / "games").iterdir()
    assert len(session_in(saved).turns) == 2


def test_a_listener_is_told_what_comes_next_inside_a_turn(terminal):
    position = "7/7/7/33W3/7/7/33B3/7/2B6 W"
    screen = terminal("play", "barragoon", "--players", "human,human", "--position", position, "--plain")
    assert "to play" not in screen.wait("White> ")
    screen.type("d4xd7")
    told = " ".join(screen.wait("Black (brown) d4xd7> ").split())
    assert "Black (brown) to play: place a barragoon on any empty square; then White places another" in told
    screen.type("@a1no")
    assert "White to play: place a barragoon on any empty square\r" in screen.wait("White d4xd7@a1No> ")


def test_listeners_at_one_terminal_do_not_hear_each_others_colours(terminal, tmp_path):
    screen = terminal("play", "meerkats", "--players", "human,human", "--record", "game.txt", "--plain")
    screen.wait("Pass the keyboard to Player 1, who then presses Enter: ")
    mine = [
        ["?", "red", "green", "blue", "yellow"][colour] for colour in session_in(tmp_path / "game.txt").state.colours
    ]
    screen.type("")
    one = screen.wait("Player 1> ")
    screen.type("r5.5")
    between = screen.wait("Pass the keyboard to Player 2, who then presses Enter: ")
    screen.type("")
    other = screen.wait("Player 2> ")
    assert f"Only you know: colour {mine[0]}" in one and f"Player 2 {mine[1]}" not in one
    assert f"Only you know: colour {mine[1]}" in other and f"Player 1 {mine[0]}" not in other
    assert "Only you know" not in between and "1. Player 1 plays R5.5: red stone on 5.5." in between
    assert "\x1b" not in screen.seen.replace("\x1b[2J\x1b[3J\x1b[H", "")  # nothing moves, but all is wiped
    assert not [sign for sign in screen.seen if unicodedata.category(sign) == "So"]


def test_what_is_remembered_holds_at_a_terminal(terminal, tmp_path):
    folder = tmp_path / "config" / "tabuleiro"
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text('{"plain": true, "language": "pt"}', "utf-8")
    screen = terminal("play", "momentum", "--players", "human,random", TABULEIRO_LANG="")
    assert "Linhas 1 a 7" in screen.wait("> ")
    screen.type("quit")
    assert screen.end() == 0
    screen = terminal("play", "momentum", "--players", "human,random", "--lines", "--lang", "en")
    assert "│" in screen.wait("Blue> ")
    screen.type("quit")
    assert screen.end() == 0


def test_damaged_settings_are_told_and_set_aside(terminal, tmp_path):
    folder = tmp_path / "config" / "tabuleiro"
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text("{", "utf-8")
    screen = terminal("play", "momentum", "--players", "human,random", "--plain")
    assert "settings.json.damaged-1" in screen.wait("Blue> ")
    screen.type("quit")
    assert screen.end() == 0
    assert [path.name for path in folder.iterdir()] == ["settings.json.damaged-1"]
