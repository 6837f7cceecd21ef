"""Any command line is answered: done, no, or one line about what is wrong; never a stack trace, never nothing at all.

Lines are made from what each command itself says that it takes, with values that are good, bad and odd.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser
from importlib import import_module
from itertools import islice
from random import Random

import pytest

from hostile.apart import answers
from tabuleiro.cli.commands.new import template
from tabuleiro.cli.main import COMMANDS
from tabuleiro.core.notation import turns
from tabuleiro.core.registry import find
from tabuleiro.core.words import LONGEST
from tabuleiro.play.record import Record
from tabuleiro.store.store import Store

SAMPLE, MANY, PARTS = 60, 1200, 8  # lines; parts are for running side by side
START = find("momentum").write_position(find("momentum").start())

# ── What may stand in a line ─────────────────────────────────────────────────────────────────────────────────────

ODD = [
    "", " ", "-", "--", "---", "x", "é", "ß²½٣", "🂡", "\u202e", "\u200b", "\udcff", "\t", "\n", "\x1b[31m", "%s%n", "{x}", "{0}",
    "*", "~", "$(id)", "'", '"', "\\", "/", ".", "..", ":", ",", "=", ":=", "a=b", "None", "nan", "-1", "0", "9" * 400, "9" * 5000,
    "x" * 5000, "../" * 400, "x y", "a,b,c,d,e", "@", "-h", "--version",
]  # fmt: skip
NUMBERS = [
    "0",
    "-1",
    "+1",
    " 1",
    "1.5",
    "1e3",
    "1_0",
    "0x1",
    "²",
    "٣",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "9" * 30,
    "",
    "x",
    "1 2",
]
FILES = [
    "game.txt", "game.jsonl", "bad.txt", "empty.txt", "binary", "folder", "pipe", "none", "folder/none", "none/none", "zero",
    "null", "full", "loop", "dangling", "large", "three.py", "évil.txt", "-", "", "x" * 300, "x/" * 3000, "\udcff", "/dev/stdin",
]  # fmt: skip
GAMES = [
    "momentum:size=9", "momentum:size=26,marbles=338", "three.py", "three.py:size=4", "momentum", "eximo", "barragoon",
    "meerkats:players=3", "campo-bello:players=4", "meerkats", "campo-bello", "eximo:max_plies=4", "momentum:marbles=2",
    "momentum:size=99", "momentum:size=", "momentum:=9", "momentum:size", "momentum:size=9,,,", "momentum:size=9,size=7",
    "momentum:turn_limit=3", "momentum:marbles=60", "barragoon:repetition=1", "campo-bello:players=5", "MOMENTUM", " momentum ",
    "three.py:size=9", "evil.py", "exits.py", "none.py", "folder.py", "pipe.py", "two.py", "large.py", "./three.py", "three.py:",
]  # fmt: skip
PLANS = [
    "plan.toml",
    "bad.toml",
    "none.toml",
    "folder.toml",
    "pipe.toml",
    "large.toml",
    ".toml",
    "game.txt",
    "x/plan.toml",
]
AGENTS = [
    "random", "greedy", "report:1", "report:2", "report:3", "human", "level:0", "level:99", "level:", "mcts:luck=7",
    "mcts:seconds=1e99", "mcts:nodes=0", "mcts:threads=65", "alphabeta:depth=0", "engine:", "engine:none", "engine:'", "engine:true",
    "engine:sh -c 'echo ugiok; exit 3'", "RANDOM", " random", "random:1", "policy:none",
]  # fmt: skip
TURNS = ["4,4", "4,4 4,5", "d4", "swap", "4,4 swap", "9,9", "b6-b5", "b2", "c2 c1", "4,4,4", "0,0", "²,²", "4 , 4"]
POSITIONS = [
    START, f"{START} 5", START.replace(".", "1"), f"{START}{START}", "/" * 6 + " 1", ". 1", "8/8/8/8/8/8/8/8 w", "b2x",
]  # fmt: skip
TALK = [
    "ugi", "isready", "uginewgame", "position startpos", "position startpos moves 4,4", f"position fen {START}", "go", "go nodes 3",
    "go movetime 1", f"go nodes {'9' * 400}", "stop", "query p1turn", "query result", "setoption name Agent value random",
    "setoption name Game value momentum", "setoption name Seed value x", "setoption name Threads value 99", "quit", "position",
]  # fmt: skip
ORDERS = [
    "4,4", "b2", "undo", "redo", "moves", "position", "help", "draw", "yes", "resign", "flip", "save", "names", "rules", "comment x",
    "quit",
]  # fmt: skip

GOOD = {  # values that take little time, by the name of the argument
    "game": GAMES[:13],
    "games": ["1", "2"],
    "what": [*GAMES[:4], *AGENTS[:3]],
    "warmup games": GAMES[:4],
    "new file": ["sixth.py", "três.py"],
    "depth": ["0", "1", "2"],
    "file": FILES[:2],
    "agents": AGENTS[:3],
    "agent": ["greedy", "mcts:nodes=5"],
    "players": ["human,random", "random,greedy", "human,human", "random,random,random,random"],
    "names": ["Ana,Rui", "é,ß", "a,b,c"],
    "seed": ["0", "7", "-3", "9" * 30],
    "seconds": ["0.01", "1e-3", " 0.02"],
    "cpu_seconds": ["0.01", "1e-3"],
    "elo0": ["0", "-300", "2.5"],
    "elo1": ["30", "1e2"],
    "alpha": ["0.05", "0.1"],
    "beta": ["0.05", "0.1"],
    "nodes": ["1", "20"],
    "match_nodes": ["1", "20"],
    "batches": ["1"],
    "start": ["none", "none.net"],
    "lines": ["1", "2"],
    "clock": ["300+5", "1", "0.5+0.1"],
    "workers": ["1", "2"],
    "ray": ["127.0.0.1:1"],  # where nobody answers: to start a cluster takes long
    "opening": ["0", "4", "1000"],
    "even": ["1"],
    "near": ["1"],
    "bots": ["bots"],
    "system": ["round-robin", "gauntlet", "swiss"],
    "rounds": ["1", "2"],
    "anchor": ["random", "greedy"],
    "show": ["1", "2"],
    "turn": ["0", "1", "2"],
    "theme": ["light", "dark"],
    "title": ["Sixth", "Ação", "9 lives"],
    "positions": ["positions.txt", "-"],
    "record": ["new.txt", "new.jsonl"],
    "resume": FILES[:2],
    "records": ["new.jsonl", "games.jsonl"],
    "svg": ["new.svg", "-"],
    "output": ["new.txt"],
    "out": ["new"],
    "write": ["new.md"],
    "url": ["http://127.0.0.1:9/game/x", "127.0.0.1:9/join/x", "https://127.0.0.1:9/seat/x"],  # where nobody answers
    "serve url": ["https://example.org", "http://127.0.0.1:9/"],
    "name": ["Ana", "é"],
    "host": ["127.0.0.1", "::1"],
    "port": ["0", "8000"],
    "trusted_proxy": ["127.0.0.1", "10.0.0.0/8,::1"],
    "thinkers": ["1", "2"],
    "serve agent": ["a=greedy", "b=mcts:nodes=5"],
    "database": ["sqlite:///site.db", "sqlite:///new.db", "new.db"],
    "task": ["upgrade", "prune", "backup", "delete"],
}
BAD = {
    "game": GAMES[13:], "tournament game": PLANS, "bots": FILES[2:], "system": ["Swiss", "knockout"], "anchor": AGENTS[3:], "what": [*GAMES[13:], *AGENTS[3:]], "agents": AGENTS[3:], "agent": AGENTS[3:], "players": [*AGENTS[3:], ",", "human,,", "human,engine:true"],
    "moves": TURNS[3:], "position": POSITIONS[2:], "clock": ["0", "5+", "+5", "1e9", "5+-1", *NUMBERS], "theme": ["night"],
    "url": [*FILES, "http://", "http://[", "http://x:y/game/1", "ftp://127.0.0.1/game/1", "http://127.0.0.1:9/about", "http://127.0.0.1:99999/game/x", "http://a\x1b[2J/game/1", "http://\udcff/game/1"],
    "host": ["x y", "999.1.1.1", "none.invalid", *FILES], "trusted_proxy": ["*", "0.0.0.0/0", "x", "1.2.3.4/99"], "serve agent": [*AGENTS, "a=", "=greedy", "a=engine:none", "a=b=c", *FILES],
    "database": ["sqlite://", "sqlite:///folder", "sqlite:///pipe", "sqlite:///binary", "sqlite:///zero", "sqlite:///loop", "mysql://x", "postgresql://127.0.0.1:1/x", "postgresql://x:y/z", *FILES],
    "ray": ["x", ":", "x:", ":1", "x:99999", "ray://x:1", "127.0.0.1", "127.0.0.1:x", "0.0.0.0:0"],
    **dict.fromkeys(("file", "resume", "record", "records", "svg", "output", "write", "positions"), FILES[2:]),
    **dict.fromkeys(("games", "depth", "seed", "seconds", "cpu_seconds", "elo0", "elo1", "alpha", "beta", "nodes", "lines", "workers", "opening", "even", "near", "rounds", "show", "turn", "port", "thinkers"), NUMBERS),
}  # fmt: skip
CHEAP = {  # what a line begins with, so that nothing takes long where the rest leaves it open
    "match": ["--games", "1", "--workers", "1"],
    "sprt": ["--games", "1", "--workers", "1"],
    "tournament": ["--games", "1", "--workers", "1", "--agents", "random,greedy"],
    "ladder": ["--games", "1", "--workers", "1", "--agents", "random,greedy"],
    "check": ["--games", "1"],
    "analyze": ["--seconds", "0.01", "--agent", "mcts:nodes=5"],
    "engine": ["--agent", "greedy"],
    "warmup": ["three.py"],
}
PLAIN = GAMES[:4]  # those that have no compiled rules, where a search begins at once
SEARCHING = ("analyze", "warmup", "ladder", "check", "train")


def places(spec):
    """Positions and turns that are good ones in a game."""
    if spec.startswith("three.py"):
        return {"position": ["3/3/3 x", "4/4/4/4 x"], "moves": ["b2", "b2 a1", "a1 b1 a2 b2 a3"]}
    game = find(spec)
    found = [turn.text for turn in islice(turns(game, game.start()), 3)]
    return {"position": [game.write_position(game.start())], "moves": found}


PLACES = {game: places(game) for game in GOOD["game"]}


def arguments(command):
    """What *command* itself says that it takes."""
    parser = ArgumentParser()
    import_module(f"tabuleiro.cli.commands.{command}").arguments(parser)
    return [action for action in parser._actions if action.dest != "help"]


TAKEN = {command: arguments(command) for command in COMMANDS}
LAST = {"serve": ["--database", "sqlite:////dev/null/site.db"]}  # a good line would run until somebody stops it


def value(rng, command, name, game):
    """A value for the argument *name* of a line about *game*: a good one more often than not."""
    kind, own = rng.random(), f"{command} {name}"
    if kind < 0.05:
        return rng.choice(ODD)
    if kind < 0.17:
        return rng.choice(BAD.get(own) or BAD.get(name, ODD))
    good = [game] if name == "game" else PLACES[game][name] if name in PLACES[game] else GOOD.get(own) or GOOD[name]
    if own == "analyze game" and rng.random() < 0.4:
        good = FILES[:2]
    return mutated(rng, rng.choice(good)) if kind < 0.22 else rng.choice(good)


def mutated(rng, text):
    """*text* with a character changed, put in or taken out."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(["", *(odd for odd in ODD if len(odd) < 10)]) + text[at + rng.randrange(2) :]


def line(number):
    """Line *number*: its words, and what is typed into it."""
    rng = Random(f"line {number}")
    command = rng.choice(list(TAKEN))
    game = rng.choice(PLAIN if command in SEARCHING else GOOD["game"])
    words = list(CHEAP.get(command, ()))
    for action in TAKEN[command]:
        count = 2 if action.nargs == 2 else 1
        if action.option_strings:
            if rng.random() > 0.25:
                continue
            for _ in range(1 if rng.random() < 0.9 else 2):
                flag = rng.choice(action.option_strings)
                given = [value(rng, command, action.dest, game)] if action.nargs != 0 else []
                joined = given and (given[0].startswith("-") or rng.random() < 0.3)
                words += [f"{flag}={given[0]}"] if joined else [flag, *given]
        elif action.nargs not in ("?", "*") or rng.random() < 0.9:
            words += [value(rng, command, action.dest, game) for _ in range(count)]
    words = [command, *words]
    if rng.random() < 0.1:
        words.insert(
            rng.randrange(len(words) + 1),
            rng.choice([*ODD, "--lang", "--lang=pt", "--lang=xx", "--game=three.py", "--game"]),
        )
    if rng.random() < 0.05:
        del words[rng.randrange(len(words))]
    if rng.random() < 0.03:
        rng.shuffle(words)
    words += LAST.get(command, ())
    return [word.replace("\0", "") for word in words if word != "\0"], typed(rng, command)


def typed(rng, command):
    """What comes from standard input."""
    lines = {"play": ORDERS, "engine": TALK, "moves": POSITIONS, "replay": [RECORD], "analyze": [RECORD]}.get(
        command, ODD
    )
    return "".join(f"{rng.choice(lines if rng.random() < 0.9 else ODD)}\n" for _ in range(rng.choice((0, 1, 3, 8))))


RECORD = Record("momentum:size=9", turns=("5,5", "swap", "4,4")).to_text()


# ── Where it is run ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def place(tmp_path):
    """A folder with files of all kinds."""
    (tmp_path / "game.txt").write_text(RECORD, "utf-8")
    (tmp_path / "game.jsonl").write_text(Record("three", turns=("a1", "b2")).to_json(), "utf-8")
    (tmp_path / "bad.txt").write_text(RECORD.replace("swap", "9,99 }"), "utf-8")
    (tmp_path / "positions.txt").write_text("".join(f"{text}\n" for text in POSITIONS), "utf-8")
    (tmp_path / "évil.txt").write_text("{" * 5000, "utf-8")
    (tmp_path / "three.py").write_text(template("Three"), "utf-8")
    (tmp_path / "two.py").write_text(template("Two") + template("Other"), "utf-8")
    (tmp_path / "evil.py").write_text("1 / 0", "utf-8")
    (tmp_path / "exits.py").write_text("raise SystemExit", "utf-8")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "plan.toml").write_text('game = "three.py"\nagents = ["random", "greedy"]\ngames = 1\n', "utf-8")
    (tmp_path / "bad.toml").write_text("game = [1, {}]\nworkers = true\n", "utf-8")
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "no_bot.py").write_text("1 / 0", "utf-8")
    Store(f"sqlite:///{tmp_path / 'site.db'}").close()
    for name in ("folder", "folder.py", "folder.toml"):
        (tmp_path / name).mkdir()
    for name in ("pipe", "pipe.py", "pipe.toml"):
        os.mkfifo(tmp_path / name)
    for name in ("large", "large.py", "large.toml"):
        (tmp_path / name).touch()
        os.truncate(tmp_path / name, 2**24)
    (tmp_path / "empty.txt").touch()
    for name, target in (
        ("zero", "/dev/zero"),
        ("null", "/dev/null"),
        ("full", "/dev/full"),
        ("loop", "loop"),
        ("dangling", "no"),
    ):
        (tmp_path / name).symlink_to(target)
    return tmp_path


def wrong(code, complaints):
    """What is wrong with an answer; nothing if it is a good one."""
    if code is None:
        return "it does not end"
    if code not in (0, 1, 2):
        return f"exit code {code}"
    if "Traceback" in complaints or "went wrong inside" in complaints:
        return "something went wrong inside"
    if code == 2 and "tabuleiro" not in complaints:
        return "nothing is said"
    if any(len(told) > LONGEST + 100 for told in complaints.splitlines()):
        return "a line of thousands of characters"
    return ""


def judge(place, numbers):
    lines = [("line", *line(number)) for number in numbers]
    trouble = [
        f"{number}: {reason}: {words!r} < {text!r}\n{complaints[-1000:]}"
        for number, (_, words, text), (code, _, complaints, *_) in zip(
            numbers, lines, answers(lines, place), strict=True
        )
        if (reason := wrong(code, complaints))
    ]
    assert not trouble, "\n".join(trouble)


def test_every_argument_has_values_of_its_own():
    """One that is new should be tried with more than nonsense."""
    names = {action.dest for actions in TAKEN.values() for action in actions if action.nargs != 0}
    assert names <= {*GOOD, *PLACES["momentum"]}


def test_a_sample_of_lines(place):
    judge(place, range(SAMPLE))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_very_many_lines(place, part):
    judge(place, range(part, MANY, PARTS))
