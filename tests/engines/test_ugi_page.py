"""The page about engines is true: its transcript is what the client says, and the engine in C plays by the rules."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tabuleiro.ai.agents import make
from tabuleiro.cli.commands.engine import serve
from tabuleiro.core.registry import find
from tabuleiro.engines.client import GREETING, MARGIN, READY
from tabuleiro.engines.process import FAREWELL
from tabuleiro.engines.protocol import SURE, centipawns, read_steps, write_place
from tabuleiro.play.agent import Limit
from tabuleiro.play.session import Session
from tabuleiro.testing.bots import check

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ugi.md").read_text(encoding="utf-8")
LINES = re.search(r"<!-- transcript: eximo -->\n```text\n(.*?)```", PAGE, re.DOTALL)[1].splitlines()
PARROT = """
import json, sys
for line in json.loads(sys.argv[1]):
    if line.startswith("< "):
        print(line[2:], flush=True)
    else:
        heard = sys.stdin.readline().strip()
        if heard != line[2:]:
            sys.exit(f"heard {heard}, not {line[2:]}")
"""


def test_the_client_says_what_the_transcript_says():
    """A program that knows the transcript alone, and ends when it hears anything else, plays White."""
    import json

    assert {line[:2] for line in LINES} == {"> ", "< "}
    game = find("eximo")
    session = Session(game, Random(0))
    for turn in ("b6-b5", "b3-b4"):
        session.play(session.player, turn)
    command = shlex.join([sys.executable, "-c", PARROT, json.dumps(LINES)])
    agent = make(f"engine:{command}", game, Random(7))
    for _ in range(3):
        if session.player == 1:
            session.play(1, "d2xd4")
        session.play(0, agent.choose(session.view(0), Limit(1.0)).action)
    assert session.turns == ["b6-b5", "b3-b4", "b5xb3xd3", "d2xd4", "d7-d6"]
    agent._process.stdin.write("quit\n")
    agent._process.stdin.flush()
    assert agent._process.wait(20) == 0
    agent.close()


def test_our_engine_understands_the_transcript():
    said = []
    server = serve("eximo", "greedy", said.append)
    answers = []
    for line in LINES:
        if line.startswith("> go"):
            server.hear("query moves")
            server.hear("go nodes 10")
            server.finish(wait=True)
            answers.append(
                (said[-1].removeprefix("bestmove "), next(text for text in said[::-1] if "response" in text))
            )
        elif line != "> quit" and line.startswith("> "):
            server.hear(line[2:])
    wanted = [line.removeprefix("< bestmove ") for line in LINES if line.startswith("< bestmove")]
    assert all(step in legal.split() for step, (_, legal) in zip(wanted, answers, strict=True))
    assert [step for step, _ in answers[:2]] == wanted[:2]  # nothing else is legal there
    assert "readyok" in said and not any("error" in line for line in said)


def test_the_other_places_on_the_page_are_places():
    campo = Session(find("campo-bello"), Random(0))
    for turn in ("y5-y0", "r3-r0"):
        campo.play(campo.player, turn)
    campo.play(0, read_steps(campo.game, campo.state, "y7-y2")[0])
    assert f"`{write_place(campo.view(0))}`" in PAGE
    legal = {campo.game.write(campo.state, action) for action in campo.view(0).actions}
    assert legal == {"", "-b0", "-mid"}
    (stop,) = read_steps(campo.game, campo.state, "0000")
    assert not campo.game.write(campo.state, stop)
    campo.play(0, stop)
    assert campo.player == 1 and write_place(campo.view(1)).endswith(" y7-y2 0000") and "`y7-y2 0000`" in PAGE
    meerkats = Session(find("meerkats"), Random(7))
    meerkats.play(0, "R5.5")
    assert f"`{write_place(meerkats.view(1)).removeprefix('position ')}`" in PAGE


def test_the_numbers_on_the_page_are_ours():
    assert (GREETING, READY, FAREWELL, MARGIN) == (10, 180, 1, 5)  # ten seconds, three minutes, a second, five seconds
    assert centipawns(10 / 11) == 400 and SURE == 2000


# ── The engine in C ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The spelling of the engine, built by the machine's compiler."""
    path = tmp_path_factory.mktemp("engine") / "momentum"
    words = ["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(path), str(ROOT / "examples" / "momentum.c")]
    subprocess.run(words, check=True)
    return f"engine:{path}"


@pytest.mark.machine
def test_the_engine_in_c_plays_a_match(built):
    result = check(built, "momentum", 20, 1.0)
    assert result.problems == () and result.won > 15


@pytest.mark.machine
def test_the_engine_in_c_follows_random_games_from_any_position(built):
    """It says nothing and takes a legal step wherever a random game leads, told from the start or from a position."""
    game, rng = find("momentum"), Random(5)
    agent = make(built, game, rng)
    for number in range(6):
        session = Session(game, rng)
        while session.player >= 0:
            view = session.view(session.player)
            if number % 2:
                place = Session(game, rng, start=session.state).view(session.player)
                assert " fen " in write_place(place) or not session.steps
                view = place
            if len(session.steps) % 5 == number % 5:
                assert agent.choose(view, Limit(1.0)).action in view.actions
            session.play(session.player, rng.choice(view.actions))
    agent.close()


@pytest.mark.machine
def test_the_engine_in_c_knows_one_game(built):
    from tabuleiro.core.errors import UnknownAgent

    with pytest.raises(UnknownAgent, match="I know momentum alone, not momentum:size=9"):
        make(built, find("momentum:size=9"), Random(0))
