"""Files as somebody writes them who means ill: records, saves, views, the games of matches, and what is no file at all.

Whatever names code names a canary: a game, a bot or a program that leaves the file ``ran`` in the folder when it is run.
Texts are small, and ``floods`` are as large as a file may be, or larger.
"""

from __future__ import annotations

import json
import os
import socket
from base64 import b64encode
from functools import cache
from random import Random
from zlib import compress

from tabuleiro.arena.match import Match
from tabuleiro.cli.commands.new import template
from tabuleiro.core.registry import find, names
from tabuleiro.home.files import LARGEST
from tabuleiro.play.record import Record
from tabuleiro.play.record.seal import sealed
from tabuleiro.play.session import Session

FULL = LARGEST - 1000  # bytes of a file that is read
BOT = """
class Bot:
    name = "bot"

    def choose(self, view, limit):
        raise SystemExit

    def __reduce__(self):
        raise SystemExit
"""


def set_out(folder):
    """Lay out canaries in *folder*."""
    ran = f"open({str(folder / 'ran')!r}, 'w').close()\n"
    for name in ("evil.py", "ludo.py", "sub/evil.py", "random_bot.py", "sitecustomize.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(template("Evil") + BOT + ran, "utf-8")
    (folder / "link.py").symlink_to("evil.py")
    (folder / "bot.sh").write_text(f"#!/bin/sh\ntouch {folder / 'ran'}\n", "utf-8")
    (folder / "bot.sh").chmod(0o755)
    (folder / "net.pkl").write_bytes(f"cos\nsystem\n(S'touch {folder / 'ran'}'\ntR.".encode())  # a pickle that runs


def paths(folder):
    """Names of games that are no names."""
    return [
        "evil.py", "./evil.py", f"{folder}/evil.py", "../evil.py", "sub/../evil.py", "sub/evil.py", "link.py", "evil.py:size=3", "EVIL.PY",
        "evil", "evil:Evil", "sub.evil:Evil", "evil.Evil", "ludo", " evil.py ", "evil.py\\n", "evil.pyc", "~/evil.py", f"file://{folder}/evil.py",
        "os", "os:system", "builtins:exit", "tabuleiro.games.eximo:Eximo", "__main__", "", "-", "--game", "/dev/zero", "/dev/zero.py", "..",
        "/", "x" * 5000 + ".py", "momentum:size=evil.py", "momentum:twin=evil:Evil", "momentum:name=evil", "momentum:__class__=x", "Evil.py",
    ]  # fmt: skip


def players(folder):
    """Who may sit in a seat of a save, in the words of somebody who wants something run."""
    return [
        f"engine:touch {folder}/ran", f"ENGINE:touch {folder}/ran", f" engine : touch {folder}/ran", f"engine:{folder}/bot.sh", "engine:./bot.sh",
        f"engine:sh -c 'touch {folder}/ran'", "evil.py", "./evil.py:Bot", f"{folder}/evil.py:Bot", "evil:Bot", "random_bot.py", "policy:net.pkl",
        "policy:evil.py", f"policy:{folder}/net.pkl", "level:99", "level:-1", "level:", "mcts:threads=9999999", "mcts:nodes=1e99", "mcts:capacity=1e18",
        "alphabeta:depth=99999", "human\x1b[2J", "", "x" * 5000,
    ]  # fmt: skip


NUMBERS = [
    "-1",
    "0",
    "9" * 30,
    "9" * 5000,
    "1e308",
    "1e999",
    "-1e999",
    "nan",
    "inf",
    "0x10",
    "٣",
    "²",
    "1_0",
    "1.5",
    "",
]
SIGNS = [
    "\x00",
    "\x1b[2J\x1b]0;x\x07",
    "\u202e",
    "\u2028",
    "\ud800",
    "\ufeff",
    "\x85",
    "\r",
    "é" * 300,
    "{",
    "}",
    "[",
    "]",
    "\\",
    '"',
]


def record(game="momentum", turns="1. 4,4 3,3", *, seats=("Ana", "Rui"), **head):
    """The text of a record; keys of *head* have ``_`` for a blank."""
    lines = [f"game: {game}", *(f"seat {number}: {name}" for number, name in enumerate(seats, 1))]
    lines += [f"{key.replace('_', ' ')}: {value}" for key, value in head.items()]
    return "\n".join([*lines, "", turns, ""])


def data(*turns, game="momentum", **head):
    """The same as JSON lines."""
    lines = [{"game": game, "edition": 1, "seats": ["1", "2"], "names": ["Ana", "Rui"]} | head, *turns]
    return "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n"


@cache
def bomb(size):
    """A seal with so many zeros under it."""
    return "sealed " + b64encode(compress(b"0" * size, 1)).decode()


def long_game(spec, turns):
    """The record of a game of so many turns, all legal, that does not end."""
    game, rng, played = find(spec), Random(1), []
    session = Session(game, rng)
    while len(played) < turns:
        state = session.state
        after = [(step, game.apply(state, step)) for step in game.actions(state)]
        step = rng.choice([step for step, then in after if then.whole and then.player >= 0])
        played.append(game.write(state, step))
        session.take(step)
    return record(str(game), "1. " + " ".join(played), seats=())


# ── Small texts ──────────────────────────────────────────────────────────────────────────────────────────────────


def texts(folder):
    """Small records and saves, by name."""
    found = {}
    for number, name in enumerate(paths(folder)):
        found[f"path {number}"] = record(name)
        found[f"path {number}.jsonl"] = data({"turn": "4,4"}, game=name)
    for number, player in enumerate(players(folder)):
        found[f"player {number}"] = record(table_players=json.dumps([player, "human"]))
        found[f"program in a tag {number}"] = record(table_engine=player, players=player, engine=player)
        found[f"player by name {number}"] = record(seats=(player.replace("\n", " "), "human"))
        found[f"player {number}.jsonl"] = data({"turn": "4,4"}, table={"players": json.dumps(["human", player])})
    for number, text in enumerate(NUMBERS):
        found |= {f"number {number} {name}": text for name, text in numbered(text).items()}
    for number, sign in enumerate(SIGNS):
        found |= {f"sign {number} {name}": text for name, text in signed(sign).items()}
    return found | odd_texts() | {f"of {name} {key}": text for name in names() for key, text in of_game(name).items()}


def numbered(number):
    return {
        "edition": record(edition=number),
        "time": record(turns=f"1. 4,4 ({number}s) 3,3"),
        "size": record(f"momentum:size={number}"),
        "marbles": record(f"momentum:marbles={number}"),
        "plies": record(f"eximo:max_plies={number}", "1. b6-b5", seats=()),
        "seat": record(turns="1. 4,4", **{f"seat_{number or 'x'}": "Eva"}),
        "points": record(result=f"1 {number} 2 {number}", reason="over", winner="1"),
        "clock": record(table_clock=f"{number}+{number}"),
        "left": record(table_clock="300+5", table_left=f"{number} {number}"),
        "seconds": record(table_seconds=number),
        "round": record(turns=f"{number}. 4,4 3,3"),
        "edition.jsonl": data(edition=number),
        "raw edition.jsonl": data({"turn": "4,4"}).replace('"edition": 1', f'"edition": {number}'),
        "time.jsonl": data({"turn": "4,4", "seconds": number}),
        "raw time.jsonl": data(f'{{"turn": "4,4", "seconds": {number}}}'),
        "points.jsonl": data(f'{{"winners": ["1"], "points": [{number}, 1], "reason": "over"}}'),
    }


def signed(sign):
    line = sign.replace("\n", " ")
    return {
        "names": record(seats=(line, line)),
        "game": record(f"momentum{line}"),
        "turn": record(turns=f"1. 4,4{line} 3,3"),
        "comment": record(turns=f"1. 4,4 {{{line}}} [1. 3,3 {line}] 3,3"),
        "tag": record(**{f"event{line}": line}),
        "start": record(start=line),
        "end": record(reason=line, winner=line),
        "all.jsonl": data({"turn": line, "comment": line, "mark": line}, tags={line or "x": line}, table={line or "x": line}, note=line),
    }  # fmt: skip


def odd_texts():
    deep = [{"turn": "3,3"}]
    for _ in range(100):
        deep = [{"turn": "3,3", "variations": [deep]}]
    return {
        "empty": "",
        "blank": "\n" * 1000,
        "no game": record("", ""),
        "two games": record(game2="x") + record("eximo"),
        "strange seats": record(seats=("Ana", "Rui", "Eva", "Zé")),
        "many editions": "edition: 1\n" * 50 + record(),
        "after the end": record(turns="1. 4,4 3,3", winner="1", reason="over") + "2. 2,2\n",
        "seal": record("meerkats", "1. R5.5", seats=(), deal="sealed !!!"),
        "wrong seal": record("meerkats", "1. R5.5", seats=(), deal=sealed("x")),
        "bomb": record("meerkats", "1. R5.5", seats=(), deal=bomb(1 << 24)),
        "bombs": record("meerkats", f"1. {' '.join('sealed:' + bomb(1 << 20).split()[1] for _ in range(200))}", seats=()),
        "bomb at the start": record("barragoon", "", seats=(), start=bomb(1 << 24)),
        "unfinished bomb.jsonl": data(json.dumps({"unfinished": bomb(1 << 24)})),
        "seals where none may be.jsonl": data({"unfinished": ["Y"], "variations": sealed("x"), "mark": sealed("x")}),
        "deep variations": record(turns="1. 4,4 " + "[3,3 " * 400 + "]" * 400),
        "deep variations.jsonl": data({"turn": "4,4", "variations": [deep]}),
        "deep.jsonl": data("[" * 100_000),
        "deep players": record(table_players="[" * 100_000),
        "odd players": record(table_players='{"a": 1}'),
        "too many players": record(table_players=json.dumps(["human"] * 1000)),
        "keys twice.jsonl": data('{"turn": "4,4", "turn": "3,3"}'),
        "null.jsonl": data("null", "1", '"x"', "[]", "{}", "true", '{"turn": null}', '{"turn": {"a": 1}}'),
        "wrong kinds.jsonl": data(
            '{"game": 1, "seats": "x", "names": {"a": 1}, "tags": [], "table": 1, "note": []}',
            '{"turn": "4,4", "variations": {"a": [1]}}', '{"unfinished": {"a": 1}}', '{"winners": 1, "points": "x", "reason": []}',
        ),
        "utf-16": record().encode("utf-16"),
        "latin": b"game: momentum\nseat 1: \xe9\xff\n\n1. 4,4\n",
        "bytes": bytes(range(256)) * 20,
        "a program": b"\x7fELF" + bytes(5000),
        "xml": '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>',
        "yaml": "!!python/object/apply:os.system ['touch ran']\n",
        "pickle": b"cos\nsystem\n(S'touch ran'\ntR.",
    }  # fmt: skip


def of_game(name):
    """What is wrong in a way of its own in every game."""
    game = find(name)
    state = game.start()
    start = game.write_position(state)
    return {
        "no turn": record(name, "1. " + "x" * 500, seats=()),
        "many turns in one": record(name, "1. " + "a1xa2@b3No" * 200, seats=()),
        "start": record(name, "", seats=(), start=start.replace(start[0], "9", 1)),
        "long start": record(name, "", seats=(), start=start * 50),
        "odd start": record(name, "", seats=(), start="9" * 3000),
        "deal": record(name, "", seats=(), deal="x" * 3000),
        "unfinished": record(name, "", seats=(), unfinished="· · x \\"),
        "edition 2": record(name, "", seats=(), edition="2"),
        "edition -1": record(name, "", seats=(), edition="-1"),
        "players": record(f"{name}:players=99", "", seats=()),
        "won": record(name, "", seats=(), winner=game.seats[0].symbol, reason="x" * 3000),
    }


# ── As large as a file may be ────────────────────────────────────────────────────────────────────────────────────


def fill(head, unit, tail=""):
    return head + unit * ((FULL - len(head) - len(tail)) // len(unit)) + tail


def floods():
    """Large texts by name, each to be called for: a few megabytes that want to be much work, or much memory."""
    head = "game: momentum\n\n"
    turn = f"{head}1. 4,4 "
    units = {
        "turns": (f"{head}1. ", "4,4 "), "lines": (head, "4,4\n"), "blank lines": (head, "\n"), "comments": (turn, "{a}"), "braces": (turn, "{ "),
        "variations": (turn, "[a]"), "long variation": (f"{turn}[", "a "), "nested": (turn, "[a "), "brackets": (turn, "["), "closed": (turn, "]"),
        "backslashes": (turn, "\\"), "blank backslashes": (turn, "\\ "), "marks": (turn, "! "), "times": (turn, "(1s) "), "digits": (f"{turn}(", "9"),
        "words": (head, "a b "), "blanks": (f"{head}a", " "), "notes": (head, "note: x\n"), "unfinished": (f"{head}unfinished: ", "a "),
        "winners": (f"{head}winner: ", "a "), "results": (f"{head}result: ", "a 1 "), "options": ("game: momentum:", "size=9,"),
        "name": ("game: ", "x"), "names": ("game: momentum\nseat 1: ", "x"), "position": ("game: barragoon\nstart: ", "1/"),
        "deal": ("game: meerkats\ndeal: ", "R"), "barragoon": ("game: barragoon\n\n1. ", "d2xd5@c3No"), "eximo": ("game: eximo\n\n1. ", "b6-b5"),
        "campo": ("game: campo-bello\n\n1. ", "y8-y1"), "meerkats": ("game: meerkats\n\n1. ", "R5.5/"), "zeros": ("", "\x00"), "signs": (head, "é"),
        "turns.jsonl": (data(), '{"turn": "4,4"}\n'), "deep.jsonl": (data(), "["), "deep objects.jsonl": (data(), '{"a":'),
        "heads.jsonl": (data(), '{"game": "x"}\n'), "damage.jsonl": (data(), "{\n"),
    }  # fmt: skip
    found = {name: lambda part=part: fill(*part) for name, part in units.items()}
    found |= {name: lambda make=make: make() for name, make in counted(head).items()}
    for spec in (
        "momentum:size=26,marbles=338,forced=off,turn_limit=0",
        "barragoon:repetition=0,no_capture_limit=0,max_plies=0",
    ):
        found[f"long game of {spec}"] = lambda spec=spec: long_game(spec, 12_000 if "momentum" in spec else 300)
    return found | {"too large": lambda: "x" * (LARGEST + 1)}


def counted(head):
    many = range(180_000)
    some = range(90_000)
    variation = '[{"turn": "3,3"}]'
    return {
        "seats": lambda: head + "".join(f"seat {number}: x\n" for number in many),
        "tags": lambda: head + "".join(f"t{number}: x\n" for number in many),
        "table": lambda: head + "".join(f"table a{number}: x\n" for number in many),
        "seats that win": lambda: (
            head + "".join(f"seat {number}: x\n" for number in some) + f"winner: {' '.join(map(str, some))}\n"
        ),
        "points of seats": lambda: (
            head + "".join(f"seat {number}: x\n" for number in some) + f"result: {' 1 '.join(map(str, some))} 1\n"
        ),
        "seats.jsonl": lambda: json.dumps(
            {"game": "momentum", "seats": [f"{number}" for number in many], "names": ["x"] * len(many)}
        ),
        "keys.jsonl": lambda: json.dumps({"game": "momentum"} | {f"k{number}": "x" for number in many}),
        "bomb": lambda: record("meerkats", "1. R5.5", seats=(), deal=bomb(1 << 30)),
        "winners.jsonl": lambda: data(json.dumps({"winners": ["1"] * 500_000, "reason": "over"})),
        "number.jsonl": lambda: data('{"turn": "4,4", "seconds": ' + "9" * (FULL - 1000) + "}"),
        "variations.jsonl": lambda: data(
            '{"turn": "4,4", "variations": [' + ",".join([variation] * (FULL // (len(variation) + 2))) + "]}"
        ),
    }


# ── What is no file ──────────────────────────────────────────────────────────────────────────────────────────────


def others(folder):
    """Names of what cannot be read as a file, or never ends."""
    os.mkfifo(folder / "pipe")
    (folder / "directory").mkdir()
    with (folder / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    here = os.getcwd()
    os.chdir(folder)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
    os.chdir(here)
    for name, target in (
        ("to a pipe", "pipe"), ("to a link to a pipe", "to a pipe"), ("to zeros", "/dev/zero"), ("to chance", "/dev/urandom"), ("to itself", "to itself"),
        ("to nothing", "nothing"), ("to a directory", "directory"), ("to a socket", "socket"), ("to a sparse file", "sparse"), ("to full", "/dev/full"),
        ("to memory", "/proc/self/mem"), ("to a terminal", "/dev/tty"), ("to the root", "/"), ("to words", "/proc/self/environ"),
    ):  # fmt: skip
        (folder / name).symlink_to(target)
    return [
        "pipe", "directory", "sparse", "socket", "nothing", "/dev/zero", "/dev/urandom", "/dev/null", "/proc/self/mem", "x" * 5000, "a/" * 3000, "a\nb",
        *sorted(item.name for item in folder.iterdir() if item.name.startswith("to ")),
    ]  # fmt: skip


# ── Views ────────────────────────────────────────────────────────────────────────────────────────────────────────


def views(folder):
    """Views by name: of a good one, every field with something else."""
    session = Session(find("meerkats"), Random(1))
    good = session.view(0).to_json()
    odd = [
        None, True, -1, 1.5, 10**30, float("nan"), float("inf"), "", "x" * 5000, "\ud800", [], {}, [[]], [None] * 5, {"name": 1},
        [10**30], [0] * 20_000, list(range(100)), "evil.py", "../evil.py", f"engine:touch {folder}/ran",
    ]  # fmt: skip
    found = {f"{key} {number}": json.dumps(good | {key: value}) for key in good for number, value in enumerate(odd)}
    found |= {f"without {key}": json.dumps({name: good[name] for name in good if name != key}) for key in good}
    found |= {f"path {number}": json.dumps(good | {"game": name}) for number, name in enumerate(paths(folder))}
    found |= {f"edition {number}": json.dumps(good | {"edition": number}) for number in (0, 2, 99)}
    momentum = Session(find("momentum:size=26,marbles=338,forced=off,turn_limit=0"), Random(1)).view(0).to_json()
    found["long"] = json.dumps(momentum | {"steps": list(range(600)) * 16})
    found["strange"] = json.dumps([good] * 3)
    return found | {f"nothing {number}": json.dumps(value) for number, value in enumerate(odd)}


# ── The games of matches ─────────────────────────────────────────────────────────────────────────────────────────


def logs(folder, match: Match):
    """Files of the games of *match*, by name."""
    head = json.dumps({"match": match.identity()}) + "\n"
    effort = {"seconds": 0.1, "nodes": 1, "decisions": 1}
    turns = [{"game": "momentum", "edition": 1, "seats": ["1", "2"], "names": ["a", "b"]}, {"turn": "4,4"}]
    good = {
        "number": 1,
        "scores": [1, 0],
        "reason": "over",
        "forfeit": None,
        "turns": 2,
        "efforts": [effort, effort],
        "record": turns,
    }
    odd = [
        None,
        -1,
        10**30,
        1e308,
        "x",
        "9" * 5000,
        [],
        {},
        [[]],
        {"a": 1},
        [None, None],
        [1e999, 0],
        ["nan", "inf"],
        "\ud800",
    ]
    found = {
        f"{key} {number}": head + json.dumps(good | {key: value}) + "\n"
        for key in good
        for number, value in enumerate(odd)
    }
    for number, name in enumerate([*paths(folder), *players(folder)]):
        found[f"match {number}"] = (
            json.dumps({"match": match.identity() | {"game": name, "agents": [name, name]}}) + "\n"
        )
        found[f"record {number}"] = head + json.dumps(good | {"record": [turns[0] | {"game": name}, *turns[1:]]}) + "\n"
    return found | {
        "no head": json.dumps(good) + "\n",
        "cut": head + json.dumps(good)[:-20],
        "deep": head + "[" * 200_000 + "\n",
        "deep head": '{"match": ' + "[" * 200_000 + "\n",
        "long": head + json.dumps(good | {"record": [turns[0], *turns[1:] * 5000]}) + "\n",
        "many": head + "".join(json.dumps(good | {"number": number, "record": []}) + "\n" for number in range(20_000)),
        "bytes": bytes(range(256)) * 50,
        "zeros": bytes(5000),
        "a record": Record("evil.py", turns=("4,4",)).to_text(),
    }  # fmt: skip
