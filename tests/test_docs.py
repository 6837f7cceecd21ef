"""Every example in the documents is run, every name exists, every link leads somewhere and every number is true.

A document is run from top to bottom in an empty folder:

- ``python`` blocks with prompts are doctests that share their names;
- ``console`` blocks are typed: ``$`` begins a command, what follows is its output, and ``...`` stands for anything;
- a block after ``<!-- file: NAME -->`` is that file: it is written, or, if a command wrote it, is the same;
- ``sh`` blocks hold ``make`` commands, which have to exist.
"""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import inspect
import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass

import pytest

import tabuleiro
from tabuleiro import core
from tabuleiro.cli.commands.check import BOT_GAMES
from tabuleiro.cli.commands.new import template
from tabuleiro.core import errors, registry
from tabuleiro.core.option import number_of_players
from tabuleiro.core.registry import find, game_class, names
from tabuleiro.engines.client import KEPT
from tabuleiro.kernels import COMPILING

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENTS = [
    "README.md",
    "CHANGELOG.md",
    *sorted(f"docs/{name}" for name in os.listdir(os.path.join(ROOT, "docs")) if name.endswith(".md")),
]
BLOCK = re.compile(r"(?:^<!-- file: (\S+) -->\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.REPORT_NDIFF


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


PYPROJECT = tomllib.loads(read("pyproject.toml"))


@dataclass(frozen=True)
class Block:
    """A fenced block: where it stands, its language, the file it is, and what is in it."""

    line: int
    language: str
    file: str | None
    text: str


def blocks(document):
    text = read(document)
    return [Block(text.count("\n", 0, found.start(3)), found[2], found[1], found[3]) for found in BLOCK.finditer(text)]


def prose(document):
    """The text without blocks and without code in backticks."""
    return re.sub(r"`[^`]*`", "", BLOCK.sub("", read(document)))


# ── Examples ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("document", DOCUMENTS)
def test_examples(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PATH", os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"])
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    before = set(sys.modules)
    shared = {}
    for block in blocks(document):
        where = f"{document}, line {block.line}"
        if block.file:
            keep_file(block, where)
        elif block.language == "python":
            run_python(block, where, shared)
        elif block.language == "console":
            run_console(block, where)
        elif block.language == "sh":
            look_up_targets(block, where)
        else:
            assert block.language in ("toml", "text"), f"{where}: what is to be done with {block.language!r}?"
    for name in set(sys.modules) - before:  # files of this document's own
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def keep_file(block, where):
    if os.path.exists(block.file):
        with open(block.file, encoding="utf-8") as file:
            assert block.text == file.read(), f"{where}: {block.file} is different now"
    else:
        with open(block.file, "w", encoding="utf-8") as file:
            file.write(block.text)


def run_python(block, where, shared):
    test = doctest.DocTestParser().get_doctest(block.text, shared, where, where, block.line)
    assert test.examples, f"{where}: a python block without prompts is not run"
    said = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append, clear_globs=False)
    shared |= test.globs
    assert not said, "".join(said)


def run_console(block, where):
    commands = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        else:
            commands[-1][1].append(line)
    for command, lines in commands:
        done = subprocess.run(
            ["bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        wanted = "".join(f"{line}\n" for line in lines)
        got = done.stdout.replace(f"tabuleiro: {COMPILING}\n", "")  # that depends on what was compiled before
        same = doctest.OutputChecker().check_output(wanted, got, FLAGS) if lines else done.returncode == 0
        assert same, f"{where}: $ {command}\nshould say\n{wanted}\nsays\n{got}"
        assert "Traceback" not in got, f"{where}: $ {command}\n{got}"


def look_up_targets(block, where):
    known = re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE)
    for line in block.text.splitlines():
        command, *targets = shlex.split(line, comments=True) or ["make", "help"]
        assert command == "make" and targets, f"{where}: {line}"
        assert set(targets) <= set(known), f"{where}: {line}"


def test_the_package_says_what_it_does():
    done = doctest.testmod(tabuleiro, optionflags=FLAGS)
    assert done.attempted and not done.failed


# ── The README ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_three_commands_come_first():
    first = blocks("README.md")[0]
    assert [line.split("#")[0].strip() for line in first.text.splitlines()] == ["make play", "make serve", "make test"]
    assert first.line < 15


def table_row(name):
    """A game in the README: picture, credits, what it is about and for how many."""
    kind = game_class(name)
    picture = f'<img src="docs/boards/{name}.svg" width="200" alt="A position of {kind.title}">'
    return f"| {picture} | **{kind.title}** ({kind.credits})<br>{kind.tagline}<br>{number_of_players(kind)}. |"


@pytest.mark.parametrize("name", names())
def test_every_game_has_a_picture_and_credits(name):
    assert table_row(name) in read("README.md")


# ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def api():
    """The tool that writes the reference."""
    spec = importlib.util.spec_from_file_location("api", os.path.join(ROOT, "tools", "api.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules["api"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_made_from_the_code(api):
    assert read("docs/api.md") == api.page(), "docs/api.md is out of date: run make api"


def test_every_name_in_the_reference_exists(api):
    for home in api.PUBLIC:
        module = importlib.import_module(home)
        assert [name for name in api.names(home) if not hasattr(module, name)] == []


def test_every_public_name_is_in_the_reference(api):
    page = read("docs/api.md")
    for module in (tabuleiro, core):
        assert set(api.names(module.__name__)) == set(module.__all__)
    classes = {name: item for name, item in vars(errors).items() if inspect.isclass(item)}
    known = {name for name, item in classes.items() if issubclass(item, errors.TabuleiroError)}
    assert set(api.names(errors.__name__)) == known
    for name, item in vars(core.Game).items():
        if callable(item) and not name.startswith("_"):
            assert f"- `{name}(" in page, name


@pytest.mark.parametrize(
    "line",
    [
        "- `source: int`",
        "- `action: Action`",
        "- `seconds: float | None = None`",
        "- `cancelled: Callable[[], bool] | None = None`",
        "- `grammar: str = ''`: a regular expression every folded turn text matches",
        "they share out one win, from 0 for a lost game to 1 for a won one",
        "*scores* share out one win: 1 for winning alone, 0 for losing, 1/n for n winners",
        "*arrows* are pairs of cells",
        "**`CHANCE = -1`**: the dice decide next",
    ],
)
def test_the_reference_has_signatures_fields_and_what_they_mean(line):
    assert line in read("docs/api.md")


def test_the_package_lists_its_public_names():
    assert set(tabuleiro.__all__) <= set(dir(tabuleiro))
    done = subprocess.run(
        [sys.executable, "-c", "import tabuleiro, sys; print(*dir(tabuleiro)); print('numpy' in sys.modules)"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    listed, heavy = done.stdout.splitlines()
    assert set(tabuleiro.__all__) <= set(listed.split()) and heavy == "False"


def test_every_field_of_the_json_is_in_its_page():
    from random import Random

    session = tabuleiro.Session(find("meerkats"), Random(0))
    page = read("docs/json.md")
    same, now = (
        set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", part, re.MULTILINE))))
        for part in page.split("\n## ")[1:3]
    )
    assert same == set(tabuleiro.describe(session.game))
    assert now == set(session.view(0).to_json())


# ── Architecture ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_packages_are_told_in_the_order_of_the_layers():
    layers = PYPROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
    told = re.findall(r"^\*\*`(\w+)`\*\*", read("docs/architecture.md"), re.MULTILINE)
    assert told == [name for layer in reversed(layers) for name in layer.replace("tabuleiro.", "").split(" | ")]


# ── A new game ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_template_in_the_guide_is_the_one_that_is_written():
    assert [block.text for block in blocks("docs/add-a-game.md") if block.file == "sixth.py"] == [template("Sixth")]


def test_the_entry_point_in_the_guide_is_the_door_for_games():
    (block,) = [block for block in blocks("docs/add-a-game.md") if block.language == "toml"]
    (group,) = tomllib.loads(block.text)["project"]["entry-points"]
    assert f"[{group}]" == registry.GROUP


# ── Numbers, versions, links ─────────────────────────────────────────────────────────────────────────────────────


def facts():
    """Phrases with numbers, as the code has them, by the document that says them."""
    from tabuleiro.games.barragoon import NO, Barragoon
    from tabuleiro.games.meerkats import UNKNOWN
    from tabuleiro.home.files import LARGEST
    from tabuleiro.kernels.bits import Word
    from tabuleiro.kernels.momentum import SIZES
    from tabuleiro.play.record.draft import DEEPEST, HOPELESS, LONGEST_NAME, MOST, NAMED, WORDS

    barragoon, eximo = Barragoon(), find("eximo")
    free = barragoon.start().board.count(core.EMPTY) + 1  # after a tile is taken
    faces = len(barragoon.pieces) - NO
    pairs = sum(len(cells) == 2 for cells in eximo.landings) // 2
    minors = [text.rpartition(" ")[2] for text in PYPROJECT["project"]["classifiers"] if "Python :: 3." in text]
    limit = re.search(r"^LIMIT = (\d+)", read("benchmarks/startup.py"), re.MULTILINE)[1]
    return {
        "README.md": [f"Python {', '.join(minors[:-1])} or {minors[-1]}", *map(table_row, names())],
        "CHANGELOG.md": [f"[{tabuleiro.__version__}]", f"{MOST:,} turns"],
        "docs/architecture.md": [
            f"completed in {free * faces * (free - 1) * faces:,} ways",
            f"one of {pairs} pairs of squares",
            f"at most {limit} starts of a bare interpreter",
            f"Momentum on boards of more than {max(SIZES)}×{max(SIZES)}",
            f"a word of {8 * Word(0).nbytes} bits",
        ],
        "docs/add-a-game.md": [f"words of {8 * Word(0).nbytes} bits"],
        "docs/bots.md": [
            f"the last {KEPT} lines",
            f"plays {BOT_GAMES} quick games",
            "The exit code is 0 if nothing is wrong, 1 if something is, and 2 if there is no such file or game.",
            "a number from 0",
            f"{core.EMPTY} is empty",
            "1 for a win, 0 for a loss",
            "one a seat from 0 to 1",
            f"the mover that jumps, or {core.OFF}",
            f"the man that goes on, or {core.OFF}",
            f"the cell of the drop, or {core.OFF}",
            f"{UNKNOWN} where you do not know it",
        ],
        "docs/json.md": [f"{core.CHANCE} for chance", f"{core.NOBODY} when the game is over"],
        "docs/records.md": [
            f"up to {DEEPEST} deep",
            f"up to {MOST:,} turns",
            f"a file of it up to {LARGEST // 1_000_000} MB",
            f"up to {LONGEST_NAME:,} characters",
            f"after {HOPELESS:,} problems",
            f"up to {NAMED:,} seats, tags and lines",
            f"up to {WORDS:,} words",
            f"{NAMED:,} steps in a turn that is not finished",
        ],
    }


@pytest.mark.parametrize("document", facts())
def test_every_number_in_prose_is_true(document):
    left = " ".join(prose(document).split())
    for phrase in facts()[document]:
        assert phrase in left
        left = left.replace(phrase, "")
    left = re.sub(r"\]\([^)]*\)", "]", left)
    assert not re.findall(r".{,30}\d.{,30}", left)


def test_counts_in_words_are_true():
    assert len(names()) == 5
    assert "Five abstract board games" in read("README.md")
    assert "the five games" in read("docs/architecture.md")
    assert len(core.Game.__abstractmethods__ & {"start", "actions", "apply", "outcome"}) == 4
    assert "four functions" in read("docs/architecture.md") and "four functions" in read("docs/add-a-game.md")


def test_versions_agree():
    assert PYPROJECT["project"]["version"] == tabuleiro.__version__
    assert f"## [{tabuleiro.__version__}]" in read("CHANGELOG.md")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document):
    text = BLOCK.sub("", read(document))
    for target in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text):
        path, _, anchor = (target[0] or target[1]).partition("#")
        if path.startswith("https://"):
            continue
        goal = os.path.normpath(os.path.join(os.path.dirname(document), path)) if path else document
        assert os.path.exists(os.path.join(ROOT, goal)), f"{document}: {path}"
        if anchor:
            headings = re.findall(r"^#+ (.*)$", read(goal), re.MULTILINE)
            slugs = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
            assert anchor in slugs, f"{document}: {path}#{anchor}"
