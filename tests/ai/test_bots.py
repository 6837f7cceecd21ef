"""Bots that a person gives as a file: what is found in it, how they play, and what is said of what goes wrong."""

from __future__ import annotations

import json
import os
import re
from random import Random

import pytest

from tabuleiro.ai import bots
from tabuleiro.ai.agents import look_for, make, may_play
from tabuleiro.arena.log import Log, default_path
from tabuleiro.arena.match import Match, Played, play, rooted
from tabuleiro.core.errors import AgentFailed, UnknownAgent
from tabuleiro.core.registry import find
from tabuleiro.engines.client import KEPT
from tabuleiro.play.agent import BOT, Limit, Spec
from tabuleiro.play.session import Session
from tabuleiro.testing.bots import check, kept

HEAD = "from tabuleiro.play.agent import Agent, Choice\n"
FIRST = f"""{HEAD}
class First(Agent):
    def choose(self, view, limit):
        return Choice(view.actions[0])
"""
CHOOSE = HEAD + "class Bot(Agent):\n    def choose(self, view, limit):\n        "


@pytest.fixture
def bot(tmp_path, monkeypatch):
    """``bot("source")``: the spelling of the bot in a file that has this in it."""
    monkeypatch.chdir(tmp_path)

    def bot(source, name="bot.py"):
        (tmp_path / name).write_text(source, encoding="utf-8")
        return name

    return bot


# ── Spellings ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["bot.py", "./Deep/Bot.py", "bot.py:Dreamer", "C:\\bots\\bot.py:Dreamer"])
def test_a_file_is_a_bot(text):
    spec = Spec.read(f" {text} ")
    assert (spec.kind, spec.argument, str(spec)) == (BOT, text, text)
    assert spec.program  # so that no data starts it


@pytest.mark.parametrize("text", ["engine:python bot.py", "ENGINE: bot.py", "bot.py:a=1", ".py", "bot.pyc", "level:2"])
def test_what_else_has_a_kind_of_its_own(text):
    assert Spec.read(text).kind != BOT


def test_the_file_has_to_be_there(bot):
    assert may_play("nobody.py", find("momentum"))  # as far as one can tell without looking
    for ask in (look_for, lambda spec: make(spec, find("momentum"), Random(0))):
        with pytest.raises(UnknownAgent, match=r"there is no file nobody\.py"):
            ask("nobody.py:Bot")
    look_for(bot("1 / 0"))  # which is not run for that


def test_who_takes_a_bot_for_a_command_is_told(bot):
    with pytest.raises(UnknownAgent, match=r"engine:bot\.py is no command; a bot is written bot\.py"):
        look_for(f"engine:{bot(FIRST)}")


# ── What is in the file ──────────────────────────────────────────────────────────────────────────────────────────


def test_the_one_bot_needs_no_name_and_several_do(bot):
    assert bots.find_class(bot(FIRST)).__name__ == "First"
    both = bot(FIRST + FIRST.removeprefix(HEAD).replace("First", "Other"), "two.py")
    assert bots.find_class(f"{both}:Other").__name__ == "Other"
    with pytest.raises(UnknownAgent, match=r"write one of two\.py:First, two\.py:Other"):
        bots.find_class(both)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = 1", r"bot\.py has no bot: a class that is an Agent and writes choose"),
        (HEAD + "class Half(Agent): pass", r"bot\.py has no bot"),
        ("x = ", r"bot\.py does not run: SyntaxError"),
        ("import sys; sys.exit(3)", r"bot\.py does not run: SystemExit"),
        (FIRST.replace("First", "Second"), r"bot\.py has no bot First; it has Second"),
        (FIRST + "    def __init__(self, depth, rng): pass", "First asks for depth; a bot is made with game and rng"),
    ],
)
def test_what_is_no_bot_is_told(bot, source, words):
    spec = bot(source) + (":First" if "Second" in source else "")
    with pytest.raises(UnknownAgent, match=words):
        bots.find_class(spec)
    with pytest.raises(UnknownAgent, match=words):
        make(spec, find("momentum"), Random(0))


@pytest.mark.parametrize(
    ("asked", "told"),
    [("", []), ("game", ["game"]), ("rng", ["rng"]), ("rng, game, depth=3", ["game", "rng"]), ("**more", [])],
)
def test_a_bot_is_made_with_what_it_asks_for(bot, asked, told):
    spec = bot(f"{FIRST}    def __init__(self{', ' * bool(asked)}{asked}):\n        self.told = set(locals())\n")
    made = bots.Watched(bots.find_class(spec), find("momentum"), Random(0))
    assert [name for name in bots.GIVEN if name in made.bot.told] == told


def test_modules_beside_it_can_be_imported(bot):
    bot("STEP = -1", "beside_the_bot.py")
    spec = bot(FIRST.replace("[0]", "[beside_the_bot.STEP]").replace(HEAD, HEAD + "import beside_the_bot\n"))
    view = Session(find("momentum"), Random(0)).view(0)
    agent = make(spec, find("momentum"), Random(0))
    assert agent.choose(view, Limit()).action == view.actions[-1]
    agent.close()


def test_a_module_beside_it_replaces_none_of_pythons(bot):
    bot("1 / 0", "queue.py")
    make(bot(FIRST), find("momentum"), Random(0)).close()


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", ["momentum:size=9", "campo-bello:players=3", "meerkats", "eximo"])
def test_a_bot_plays_a_match(bot, spec):
    game = play(Match(spec, (bot(FIRST), "random")), 1)
    assert game.forfeit is None and game.efforts[0].decisions > 3


def test_a_bot_plays_a_game_from_a_file(bot, three):
    assert play(Match(three, (bot(FIRST), "random")), 1).forfeit is None


def test_a_bot_sees_what_its_seat_sees(bot):
    """In its own process it has the same state, the same steps and a limit of time, also where something is hidden."""
    source = HEAD + (
        "class Bot(Agent):\n    def choose(self, view, limit):\n"
        "        seen = view.game.write_position(view.state), view.seat, len(view.actions), view.turns, limit.seconds\n"
        "        raise RuntimeError(seen)\n"
    )
    game = find("meerkats")
    session = Session(game, Random(4))
    session.play(0, session.view(0).actions[5])
    view = session.view(session.player)
    agent = make(bot(source), game, Random(0))
    seen = game.write_position(view.state), view.seat, len(view.actions), view.turns, 1.0
    with pytest.raises(AgentFailed) as failed:
        agent.choose(view, Limit())
    assert repr(seen) in "".join(failed.value.__notes__)
    agent.close()


WRONG = {
    "return Choice(view.actions[1 // 0])": r"bot\.py crashed in line 4: ZeroDivisionError: integer division",
    "return max(view.actions, key=lambda step: step.nothing)": r"bot\.py crashed in line 4: AttributeError",
    "import sys; sys.exit(3)": r"bot\.py crashed in line 4: SystemExit: 3",
    "import os; os._exit(3)": r"bot\.py ended by itself with exit code 3",
    "return view.actions[0]": r"bot\.py gave Place; choose gives a Choice",
    "return Choice(view.steps[-1].action)": r"bot\.py played Place\(.*\) in .*, which is not legal there",
    "return Choice(view.actions[int(input())])": r"bot\.py crashed in line 4: EOFError: EOF when reading a line",
    "while True: pass": r"bot\.py takes more than twice its time, 0\.05 s a step",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_goes_wrong_loses_the_game_and_is_told(bot, line):
    game = play(Match("momentum", (bot(CHOOSE + line), "random"), seconds=0.05), 2)
    assert (game.forfeit, game.scores) == (0, (0.0, 1.0))
    assert re.search(f"forfeit: {WRONG[line]}", game.reason), game.reason


def test_a_bot_that_cannot_be_made_is_told_at_once(bot):
    source = FIRST + "    def __init__(self):\n        self.table = {}['weights']\n"
    with pytest.raises(UnknownAgent, match=r"bot\.py crashed in line 7: KeyError: 'weights'"):
        make(bot(source), find("momentum"), Random(0))


def test_its_last_lines_are_kept_with_the_game(bot, tmp_path):
    spec = bot(CHOOSE + "print(*range(100), sep='\\n'); return Choice(view.actions[1 // 0])")
    match = Match("momentum", (spec, "random"), seconds=1)
    game = play(match, 1)
    output, silent = game.output
    assert (len(output), silent) == (KEPT, ()) and KEPT == 50
    assert output[-1] == "ZeroDivisionError: integer division or modulo by zero"
    assert any(line.startswith('  File "bot.py", line 4, in choose') for line in output)  # as Python prints it
    before = output[: output.index("Traceback (most recent call last):")]
    assert list(before) == [str(number) for number in range(100 - len(before), 100)]
    with Log(match, str(tmp_path / "games.jsonl")) as log:
        log.add(game)
    assert Log(match, str(tmp_path / "games.jsonl")).look().games[1] == game
    older = json.loads(json.dumps(game.to_json()))
    older["output"] = ["the lines", "of the loser"]  # as they were kept before
    assert Played.from_json(older).output == (("the lines", "of the loser"), ())
    del older["output"]  # as games were kept before
    assert Played.from_json(older).output == ()


def test_a_match_is_another_when_the_bot_has_changed(bot, tmp_path):
    match = Match("momentum", (bot(FIRST), "random"))
    before = default_path(match)
    assert rooted("bot.py:First") == f"{tmp_path}/bot.py:First"
    assert default_path(match) == before
    bot(FIRST + "# better")
    assert default_path(match) != before
    assert "bots" not in Match("momentum", ("greedy", "random")).identity()


def test_a_bot_is_asked_to_stop(bot):
    waits = "while not limit.cancelled(): pass\n        return Choice(view.actions[-1])"
    agent = make(bot(CHOOSE + waits), find("momentum"), Random(0))
    view = Session(find("momentum"), Random(0)).view(0)
    assert agent.choose(view, Limit(seconds=20, cancelled=lambda: True)).action == view.actions[-1]
    agent.close()


def test_cpu_time_is_counted_in_the_process_of_a_bot(bot):
    match = Match("momentum", (bot(CHOOSE + "import time\n        while True: pass"), "random"), cpu_seconds=0.1)
    assert "takes more than twice its time, 0.1 s of CPU time a step" in play(match, 1).reason
    idle = (
        "import time; time.sleep(1.2 if len(view.turns) < 6 else 0); assert limit.seconds == limit.cpu_seconds == 0.1\n"
    )
    match = Match(
        "momentum", (bot(CHOOSE + idle + "        return Choice(view.actions[0])"), "random"), cpu_seconds=0.1
    )
    game = play(match, 1)
    assert game.forfeit is None and 0 < game.efforts[0].cpu < 1.0 < game.efforts[0].seconds


def test_a_bot_may_take_more_than_its_share_of_the_clock(bot):
    naps = "import time; time.sleep(1.5 if limit.clock == 9 else 0); assert 0 < limit.seconds <= 0.3\n"
    match = Match("momentum", (bot(CHOOSE + naps + "        return Choice(view.actions[0])"), "random"), clock="9")
    game = play(match, 1)
    assert game.forfeit is None and game.efforts[0].seconds > 1.4


# ── Checking ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_sound_bot_has_no_problems(bot):
    result = check(bot(FIRST), "momentum", 2, 0.5)
    assert (result.problems, result.games) == ((), 2)


def test_each_way_to_fail_is_told_once(bot):
    spec = bot(CHOOSE + "return Choice(view.actions[0 if len(view.turns) < 5 else 1 // 0])")
    (problem,) = check(spec, "momentum", 3, 0.5).problems
    assert problem.startswith("3 games, first game 1: forfeit: bot.py crashed in line 4: ZeroDivisionError")


def test_a_bot_that_never_plays_is_asked_once(bot):
    result = check(bot(CHOOSE + "1 / 0"), "momentum", 20, 0.5)
    assert result.games == 1 and len(result.problems) == 1


def test_a_slow_bot_is_told(bot):
    spec = bot(CHOOSE + "import time; time.sleep(0.1); return Choice(view.actions[0])")
    (problem,) = check(spec, "momentum", 1, 0.01).problems
    assert "bot.py is too slow: it takes 0." in problem and "has 0.01 s" in problem


def test_what_is_kept_between_games_is_told(bot):
    spec = bot(
        HEAD
        + "seen, once, RULES = {}, [], (1, 2)\n"
        + "class Bot(Agent):\n    turns = []\n    name = 'bot'\n"
        + "    def __init__(self):\n        once[:] = [1]\n        self.own = []\n"
        + "    def choose(self, view, limit):\n"
        + "        self.own.append(1); self.turns.append(1); seen[len(seen)] = 1; print('hm')\n"
        + "        return Choice(view.actions[0])\n"
    )
    assert kept(spec, "momentum", 0.1, 0) == ["Bot.turns", "seen"]
    assert check(spec, "momentum", 1, 0.5).problems == (
        "bot.py keeps Bot.turns from one game to the next; keep it in self",
        "bot.py keeps seen from one game to the next; keep it in self",
    )


def test_a_file_that_is_too_large_for_a_bot_is_not_read(tmp_path):
    """One of a gigabyte was read as a whole, and so were all that lay beside it."""
    path = tmp_path / "bot.py"
    path.touch()
    os.truncate(path, 1 << 40)
    for look in (bots.source_of, bots.find_class):
        with pytest.raises(UnknownAgent, match=r"this is too large to be read; 4 MB is the most"):
            look(str(path))
