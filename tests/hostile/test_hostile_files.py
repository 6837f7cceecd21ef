"""A stranger's file is only data: whatever it is, each command, the API and the app read or refuse it.

No code of it runs, there is never a stack trace, and no answer takes ten seconds of a processor or a gigabyte.
A sample runs always, all of it in ``make test-slow``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import count
from random import Random

import pytest

from hostile import corpus
from hostile.apart import answers
from tabuleiro.arena.match import Match
from tabuleiro.core.words import LONGEST

SECONDS, MEGABYTES = 10, 1000  # the most that an answer may take
SAMPLE = 12  # texts of each kind in make test
AGENTS = ("random", "greedy")
SCRIPT = """import sys
from tabuleiro.__main__ import start
if __name__ == "__main__":
    sys.exit(start())
"""  # as it is installed
QUIET_BOT = """from tabuleiro.play.agent import Agent, Choice
class First(Agent):
    def choose(self, view, limit):
        return Choice(view.actions[0])
"""
LINES = {  # command lines that read a record or a saved game
    "check": ["replay", "{file}", "--check"],
    "replay": ["replay", "{file}"],
    "turn": ["replay", "{file}", "--turn", "1"],
    "analyze": [
        "analyze",
        "{file}",
        "--agent",
        "greedy",
        "--nodes",
        "1",
        "--output",
        "{file}.out",
        "--svg",
        "{file}.svg",
    ],
    "resume": ["play", "--resume", "{file}"],
    "resume elsewhere": ["play", "--resume", "{file}", "--record", "{file}.again"],
}
CALLS = ("record", "load", "listed", "resumed", "menu")
OPENINGS = [["continue"], *([purpose, way] for purpose in ("watch", "analyse") for way in ("listed", "named"))]
LANES = 3  # jobs at once where they do not mind each other


@pytest.fixture
def folder(tmp_path):
    corpus.set_out(tmp_path)
    return tmp_path


def write(folder, name, text):
    """The file *name* with *text*; its name."""
    file = folder / name.replace("/", "-")
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return file.name


def judge(folder, jobs, lanes=1):
    """Do *jobs*, and say what is wrong with any answer; what they took is printed."""
    trouble, codes, told = [], Counter(), answers(jobs, folder, lanes)
    most = [max(answer[part] for answer in told) for part in (3, 4)]
    print("{} answers, at most {:.2f} s and {:.0f} MB".format(len(jobs), *most))
    for (name, words, _), (code, out, complaints, seconds, megabytes) in zip(jobs, told, strict=True):
        codes[code] += 1
        wrong = [
            *(["it does not end"] if code is None else [f"exit code {code}"] if code not in (0, 1, 2) else []),
            *(["a stack trace"] if "Traceback" in out + complaints or "went wrong inside" in complaints else []),
            *(["a sign that a terminal obeys"] if "\x1b" in complaints or "\x1b" in out else []),
            *(["a line of thousands of characters"] if max(map(len, complaints.split("\n"))) > LONGEST + 200 else []),
            *(["nothing is said"] if code == 2 and "tabuleiro" not in complaints else []),
            *([f"{seconds:.1f} seconds"] if seconds > SECONDS else []),
            *([f"{megabytes:.0f} megabytes"] if megabytes > MEGABYTES else []),
        ]
        if wrong:
            trouble.append(f"{name} {words!r:.300}: {', '.join(wrong)}\n{complaints[-1500:]}")
    assert not trouble, f"{len(trouble)} of {len(jobs)}\n" + "\n".join(trouble[:20])
    assert not (folder / "ran").exists(), "code of a stranger ran"
    return codes


def copies(folder, name):
    """More and more names of the file *name*: who goes on with a game writes it again, for himself alone."""
    for number in count():
        os.link(folder / name, folder / f"{number} {name}")
        yield f"{number} {name}"


def with_file(lines, name, typed=""):
    return [("line", [word.format(file=name) for word in line], typed) for line in lines]


def sample(items, count=SAMPLE):
    return dict(Random(7).sample(sorted(items.items()), min(count, len(items))))


# ── Records and saves ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_canary_sings(folder):
    """The test would notice if something ran: it does when a person names it."""
    for words in (["show", "evil.py"], ["play", "momentum", "--players", "random,engine:./bot.sh"]):
        answers([("line", words, "")], folder)
        assert (folder / "ran").exists()
        (folder / "ran").unlink()


def test_a_sample_of_records(folder):
    texts = sample(corpus.texts(folder))
    jobs = [job for name, text in texts.items() for job in with_file(LINES.values(), write(folder, name, text))]
    codes = judge(folder, jobs)
    assert codes[2] + codes[1] > len(jobs) // 2  # most are refused


def test_a_sample_of_records_in_programs_and_the_app(folder):
    files = [write(folder, name, text) for name, text in sample(corpus.texts(folder)).items()]
    calls = (*CALLS, "app")
    jobs = [(call, [file], "") for call in calls for file in files[: 1 if call in ("app", "menu") else SAMPLE]]
    judge(folder, jobs)


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES)
def test_all_records(folder, line):
    files = [write(folder, name, text) for name, text in corpus.texts(folder).items()]
    print(judge(folder, [job for file in files for job in with_file([LINES[line]], file)], LANES))


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS)
def test_all_records_in_programs(folder, call):
    files = [write(folder, name, text) for name, text in corpus.texts(folder).items()]
    print(judge(folder, [(call, [file], "") for file in files], LANES))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_all_records_in_the_app(folder, part):
    """All ways to open a file, one after the other; in parts, for this takes longest."""
    texts = sorted(corpus.texts(folder).items())[part::8]
    files = [write(folder, name, text) for name, text in texts]
    print(judge(folder, [("app", [file], "") for file in files], LANES))


# ── Floods ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_flood(folder):
    """The ones that took longest, or most memory, before there was a limit."""
    for flood in ("seats that win", "variations"):
        name = write(folder, flood, corpus.floods()[flood]())
        judge(folder, [*with_file([LINES["check"]], name), ("record", [name], "")])


@pytest.mark.slow
@pytest.mark.parametrize("flood", sorted(corpus.floods()))
def test_floods(folder, flood):
    name = write(folder, flood, corpus.floods()[flood]())
    names = copies(folder, name)
    jobs = [job for line in LINES.values() for job in with_file([line], next(names))]
    jobs += [(call, [next(names)], "") for call in CALLS]
    print(judge(folder, [*jobs, *(("app", [next(names), *opening], "") for opening in OPENINGS)], LANES))


# ── What is no file ──────────────────────────────────────────────────────────────────────────────────────────────

READING = [  # every other command that reads what somebody names, or writes to it
    ["moves", "momentum", "--positions", "{file}"],
    ["show", "{file}"],
    ["show", "momentum", "--svg", "{file}"],
    ["play", "momentum", "--players", "random,random", "--seed", "1", "--record", "{file}"],
    ["analyze", "{file}.txt", "--output", "{file}"],
    ["match", "momentum", *AGENTS, "--games", "1", "--workers", "1", "--records", "{file}"],
    ["match", "momentum", *AGENTS, "--show", "1", "--records", "{file}"],
    ["ladder", "momentum", "--agents", "random,greedy", "--games", "1", "--workers", "1", "--records", "{file}"],
    ["ladder", "momentum", "--agents", "random,greedy", "--games", "1", "--workers", "1", "--write", "{file}"],
    ["match", "{file}", *AGENTS, "--games", "1"],
    ["check", "{file}"],
    ["check", "{file}.py", "--games", "1"],
    ["rules", "{file}"],
    ["perft", "{file}", "1"],
    ["engine", "{file}"],
    ["warmup", "{file}"],
    ["new", "{file}"],
    ["--game", "{file}", "games"],
    ["--game", "{file}.py", "games"],
]
OPENING = ["moves", "play", "match"]


def programs(folder, names):
    """What ends with ``.py`` beside what does not: only such a name can be a game's."""
    for name in names:
        if "/" not in name and "\n" not in name and len(name) < 100:
            (folder / f"{name}.py").symlink_to(name)


def test_what_is_no_file_is_refused_in_a_moment(folder):
    names = corpus.others(folder)
    programs(folder, names)
    jobs = with_file([LINES["check"]], "pipe")
    for name in names:
        jobs += with_file(READING[:1], name)
    jobs += [job for name in ("pipe", "sparse", "to zeros", "a/" * 3000) for job in with_file(READING[1:], name)]
    judge(folder, [job for job in jobs if job[1][0] in (*OPENING, "replay")])


@pytest.mark.slow
@pytest.mark.parametrize("line", [*LINES.values(), *READING], ids=" ".join)
def test_what_is_no_file_is_refused_by_every_command(folder, line):
    names = corpus.others(folder)
    programs(folder, names)
    print(judge(folder, [job for name in names for job in with_file([line], name)]))


@pytest.mark.slow
@pytest.mark.parametrize("call", ["load", "listed", "resumed", "menu", "app"])
def test_what_is_no_file_is_refused_in_programs_and_the_app(folder, call):
    names = [name for name in corpus.others(folder) if "\0" not in name and len(name) < 200]
    print(judge(folder, [(call, [name], "") for name in names], LANES))


# ── Views, the games of matches, what other programs say ─────────────────────────────────────────────────────────


def test_a_sample_of_views(folder):
    views = sample(corpus.views(folder), 3 * SAMPLE)
    judge(folder, [("view", [write(folder, name, text)], "") for name, text in views.items()])


@pytest.mark.slow
def test_all_views(folder):
    print(judge(folder, [("view", [write(folder, name, text)], "") for name, text in corpus.views(folder).items()]))


MATCH = [
    ["match", "momentum", *AGENTS, "--show", "1", "--records", "{file}"],
    ["match", "momentum", *AGENTS, "--games", "1", "--workers", "1", "--records", "{file}"],
    ["match", "momentum", *AGENTS, "--games", "1", "--workers", "1", "--records", "{file}", "--fresh", "--json"],
]


def logs(folder):
    return corpus.logs(folder, Match("momentum", AGENTS))


def test_a_sample_of_the_games_of_a_match(folder):
    found = sample(logs(folder))
    judge(folder, [job for name, text in found.items() for job in with_file(MATCH, write(folder, name, text))])


@pytest.mark.slow
@pytest.mark.parametrize("line", range(len(MATCH)))
def test_all_games_of_matches(folder, line):
    found = logs(folder)
    print(
        judge(
            folder, [job for name, text in found.items() for job in with_file([MATCH[line]], write(folder, name, text))]
        )
    )


@pytest.mark.slow
def test_a_ladder_reads_games_of_matches_too(folder):
    line = ["ladder", "momentum", "--agents", "random,greedy", "--games", "1", "--workers", "1", "--records", "kept"]
    assert answers([("line", line, "")], folder)[0][0] == 0
    (kept,) = (folder / "kept").iterdir()
    texts, head = logs(folder), kept.read_text("utf-8").splitlines(keepends=True)[0]
    for text in texts.values():
        if isinstance(text, str):
            kept.write_text(head + "".join(text.splitlines(keepends=True)[1:]), "utf-8", errors="surrogatepass")
            judge(folder, [("line", line, "")])


TALK = [
    "setoption name Game value {path}", "setoption name Agent value {player}", "position fen {path}", "position startpos moves {path}",
    "setoption name {path} value {path}", "setoption name Seed value {number}", "setoption name Threads value {number}", "go nodes {number}",
    "go movetime {number}", "go depth {number}", "go p1time {number} p1inc {number} movestogo {number}", "query {path}", "{path}",
]  # fmt: skip


def talk(folder, line):
    """All that a program may say in the words of *line*."""
    said = {
        line.format(path=path, player=player, number=number)
        for path in corpus.paths(folder)
        for player in corpus.players(folder)
        for number in corpus.NUMBERS
        if path == "evil.py" or "{path}" in line
        if player == "random_bot.py" or "{player}" in line
        if number == "-1" or "{number}" in line
    }
    return "".join(f"{words}\nstop\n" for words in sorted(said)) + "go nodes 1\nisready\nquit\n"


@pytest.mark.parametrize("agent", ["random", pytest.param("mcts:nodes=5", marks=pytest.mark.slow)])
def test_what_another_program_says_to_an_engine(folder, agent):
    words = ["engine", "momentum:size=9", "--agent", agent]
    judge(folder, [("line", words, talk(folder, line)) for line in TALK])


def test_positions_of_strangers(folder):
    lines = [*corpus.paths(folder), *corpus.NUMBERS, *corpus.SIGNS, "7/7/7/7/7/7/7 1 8 8 1", "x" * 100_000]
    write(folder, "positions", "\n".join(lines))
    judge(folder, with_file([READING[0], ["moves", "barragoon", "--positions", "{file}", "--json"]], "positions"))


# ── What lies beside ─────────────────────────────────────────────────────────────────────────────────────────────

MODULES = (
    "multiprocessing",
    "random",
    "signal",
    "socket",
    "struct",
    "pickle",
    "json",
    "numpy",
    "numba",
    "calls",
    "tabuleiro_kernel",
)


@pytest.mark.parametrize("command", [["elsewhere/tabuleiro"], ["-m", "tabuleiro"]], ids=["installed", "python -m"])
def test_modules_that_lie_beside_are_not_ours(folder, command):
    """Neither in our process nor in those that we start."""
    for name in MODULES:
        (folder / f"{name}.py").write_text(f"open({str(folder / 'ran')!r}, 'a').write({name!r})\n", "utf-8")
    bot = folder / "elsewhere" / "bot.py"
    bot.parent.mkdir()
    bot.write_text(QUIET_BOT, "utf-8")
    (folder / "elsewhere" / "tabuleiro").write_text(SCRIPT, "utf-8")
    for words in (
        ["match", "momentum", *AGENTS, "--games", "2", "--workers", "2"],
        ["check", str(bot), "momentum", "--games", "1"],
    ):
        done = subprocess.run(
            [sys.executable, *command, *words],
            capture_output=True, encoding="utf-8", cwd=folder, env={**os.environ, "XDG_DATA_HOME": str(folder / "own")}, check=False,
        )  # fmt: skip
        assert not (folder / "ran").exists(), (folder / "ran").read_text("utf-8")
        assert done.returncode == 0, done.stderr


def test_what_we_start_for_others_is_started_as_they_know_it(folder):
    """An engine that is a script has modules beside it; Python's safe path, under which our own processes start, is not its."""
    (folder / "say.py").write_text("print('ugiok', flush=True)\n", "utf-8")
    (folder / "engine.py").write_text(
        "import os, pathlib, say\npathlib.Path('found').write_text(repr(os.environ.get('PYTHONSAFEPATH')))\n", "utf-8"
    )
    engine = f"engine:{sys.executable} engine.py"
    answers([("line", ["match", "momentum", engine, "random", "--games", "2", "--workers", "2"], "")], folder)
    assert (folder / "found").read_text("utf-8") == "None"


@pytest.mark.parametrize("kind", ["chart", "record", "pipe"])
def test_an_earlier_analysis_is_a_strangers_file_too(folder, kind):
    write(folder, "game.txt", corpus.record("momentum:size=9"))
    deep = "[" * 100_000
    if kind == "pipe":
        for name in ("game.analysis.txt", "game.analysis.svg"):
            os.mkfifo(folder / name)
    else:
        write(folder, "game.analysis.svg" if kind == "chart" else "game.analysis.txt", f"<metadata>{deep}</metadata>")
    codes = judge(folder, with_file([["analyze", "{file}", "--agent", "greedy", "--nodes", "1"]], "game.txt"))
    assert codes == {2: 1}


@pytest.mark.parametrize("kind", ["pipe", "directory", "zeros", "deep"])
def test_what_lies_beside_a_saved_game(folder, kind):
    games = folder / "own-data" / "tabuleiro" / "games"
    games.mkdir(parents=True)
    jobs = []
    for number, beside in enumerate((".new", ".lock", ".part")):
        path = games / f"momentum-2026-01-31-{number}.txt"
        path.write_text(corpus.record(), "utf-8")
        other = games / f"{path.name}{beside}"
        {
            "pipe": lambda other=other: os.mkfifo(other),
            "directory": other.mkdir,
            "zeros": lambda other=other: other.symlink_to("/dev/zero"),
            "deep": lambda other=other: other.write_text("[" * 100_000, "utf-8"),
        }[kind]()
        jobs += with_file([LINES["resume"]], str(path), "3,3\n")
    judge(folder, [("listing", [], ""), *jobs])


SETTINGS = [
    '{"last": "evil.py", "choices": {"evil.py": {}}}', '{"last": "momentum", "choices": {"momentum": {"players": ["engine:./bot.sh", "evil.py"]}}}',
    '{"theme": "../../evil", "language": "../../evil"}', '{"choices": []}', "[" * 100_000, "x" * 5_000_000, '{"last": "\\ud800"}',
    '{"choices": {"momentum": 1, "eximo": [[]], "barragoon": {"options": {"size": 1e999}}}}',
]  # fmt: skip


@pytest.mark.parametrize("most", [2, pytest.param(len(SETTINGS), marks=pytest.mark.slow)])
def test_settings_that_somebody_else_wrote(folder, most):
    texts = enumerate(SETTINGS[:most])
    judge(folder, [("front", [write(folder, f"settings {number}", text)], "") for number, text in texts])
