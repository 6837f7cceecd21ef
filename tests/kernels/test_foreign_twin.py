"""Twins from outside this package: found beside their game, proved, searched, and never stale in the cache.

The game is the one that ``tabuleiro new`` writes, its twin the one of docs/add-a-game.md.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tabuleiro import kernels
from tabuleiro.ai import make
from tabuleiro.ai.mcts import Mcts
from tabuleiro.ai.plain_mcts import ReferenceMcts
from tabuleiro.ai.profiles import USUAL, Profile, profile_of
from tabuleiro.cli.commands.new import template
from tabuleiro.core import registry
from tabuleiro.core.errors import UnknownGame
from tabuleiro.core.registry import find, names
from tabuleiro.games.momentum import Momentum
from tabuleiro.kernels.jit import digest_of, foreign_module
from tabuleiro.testing.twins import Differs, Twins

DOCUMENT = (Path(__file__).parents[2] / "docs" / "add-a-game.md").read_text(encoding="utf-8")
TWIN = re.search(r"<!-- file: sixth_twin.py -->\n```python\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)[1]


def written(folder: Path, line: str = '    twin = "sixth_twin:kernel"') -> str:
    """The game with one *line* more, and its twin beside it; the path of the game."""
    (folder / "sixth.py").write_text(template("Sixth").replace('    credits = "traditional"', line))
    (folder / "sixth_twin.py").write_text(TWIN)
    return str(folder / "sixth.py")


# ── Who has one ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", names())
def test_every_game_of_ours_names_its_twin_and_its_profile(name):
    game = find(name)
    kernel = kernels.find(game)
    assert kernel is not None and type(kernel).__module__ == game.twin.partition(":")[0]
    assert profile_of(game) != USUAL


def test_a_subclass_has_other_rules_so_it_has_no_twin():
    class Other(Momentum):
        name = "other"

    assert (Momentum().twin, Other().twin, Other().profile) == ("tabuleiro.kernels.momentum:kernel", "", "")
    assert kernels.find(Other()) is None and profile_of(Other()) == USUAL


def test_a_twin_beside_its_game_is_proved_equal(tmp_path):
    path = written(tmp_path)
    for options in ("", ":size=5"):
        assert Twins(find(path + options)).walk(Random(1), 120) >= 120


@pytest.mark.parametrize("worse", ["return mix(s.crosses)", "return mix(s.noughts)"])
def test_a_key_that_does_not_tell_states_apart_is_found(tmp_path, worse):
    path = written(tmp_path)
    (tmp_path / "sixth_twin.py").write_text(TWIN.replace("return mix(mix(s.crosses) ^ s.noughts)", worse))
    with pytest.raises(Differs, match="two different states have the same key"):
        Twins(find(path)).walk(Random(1), 60)


def test_a_key_that_leaves_out_what_the_next_steps_depend_on_is_found(monkeypatch):
    game = find("eximo")
    twins = Twins(game)
    monkeypatch.setattr("tabuleiro.testing.twins._call", lambda *_: 7)  # the key of them all
    chains = [state for state in reached(game, Random(3), 4000) if state.chain >= 0]
    one, other = next(
        (one, replace(one, chain=cell))
        for one in chains
        for cell, piece in enumerate(one.board)
        if piece == one.board[one.chain] and game.actions(replace(one, chain=cell)) not in ((), [], game.actions(one))
    )
    twins._tell_apart(one, None)
    twins._tell_apart(replace(one, played=one.played + 2), None)  # a counter alone
    with pytest.raises(Differs, match="two different states have the same key"):
        twins._tell_apart(other, None)


def reached(game, rng, count):
    """So many states of random games."""
    state = game.start()
    for _ in range(count):
        yield state
        state = game.start() if state.player < 0 else game.apply(state, rng.choice(game.actions(state)))


def test_uncompiled_words_wrap_around_without_a_warning():
    program = "from tabuleiro.kernels.bits import U0, U1, mix; print(mix(U0 - U1))"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_modules_beside_a_game_can_be_imported(tmp_path):
    path = written(tmp_path, '    twin = ""')
    (tmp_path / "beside_the_sixth.py").write_text("ROW = 3\n")
    text = Path(path).read_text().replace("ROW = 3  #", "from beside_the_sixth import ROW  #")
    Path(path).write_text(text)
    assert "beside_the_sixth" in text and find(path).rows


def test_searches_use_it(tmp_path):
    game = find(written(tmp_path))
    assert isinstance(make("mcts", game, Random(0)), Mcts)
    assert isinstance(make("mcts", find("examples/konane.py"), Random(0)), ReferenceMcts)


def test_it_may_be_in_the_file_of_the_game(tmp_path):
    path = written(tmp_path, '    twin = "sixth:kernel"')
    with open(path, "a") as file:
        file.write("\n\ndef kernel(game):\n    return ('made for', game)\n")
    game = find(path)
    assert kernels.find(game) == ("made for", game)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('    twin = "nowhere:kernel"', "sixth names nowhere:kernel, which cannot be loaded: ModuleNotFoundError"),
        ('    twin = "sixth_twin:colonel"', "sixth names sixth_twin:colonel, which cannot be loaded: AttributeError"),
        ('    twin = "sixth_twin"', "sixth names sixth_twin, which cannot be loaded: AttributeError"),
    ],
)
def test_a_twin_that_is_not_there_is_told(tmp_path, line, words):
    game = find(written(tmp_path, line))
    with pytest.raises(UnknownGame, match=words):
        make("mcts", game, Random(0))


def test_a_twin_that_does_not_run_is_told(tmp_path):
    game = find(written(tmp_path))
    (tmp_path / "sixth_twin.py").write_text("1 / 0")
    with pytest.raises(UnknownGame, match=r"sixth_twin\.py does not run: ZeroDivisionError"):
        kernels.find(game)


def test_a_game_brings_its_own_profile(tmp_path):
    game = find(written(tmp_path, '    twin = "sixth_twin:kernel"\n    profile = "tuned:PROFILE"'))
    (tmp_path / "tuned.py").write_text(
        "from tabuleiro.ai.profiles import Profile, Style\n\nPROFILE = Profile(tree=9000, style=Style(explore=0.3))\n"
    )
    assert profile_of(game) == Profile(tree=9000, style=profile_of(game).style)
    assert make("mcts", game, Random(0)).style.explore == 0.3
    assert make("level:3", game, Random(0)).limit.nodes == round(9000 * 0.0018)


def test_twins_whose_states_are_called_alike_are_told_apart(tmp_path):
    """Who copies a twin for a variant keeps the name of the class and its fields."""
    from tabuleiro.kernels.search.playout import playouts, seeded

    found = []
    for name, twin in (("one", TWIN), ("other", TWIN.replace("return 1.0 if seat == winner else 0.0", "return 0.25"))):
        (tmp_path / name).mkdir()
        game = find(written(tmp_path / name))
        (tmp_path / name / "sixth_twin.py").write_text(twin)
        kernel = kernels.find(game)
        found.append(playouts(kernel.pack(game.start()), seeded(1), kernel.width, 40))
        registry._given.clear()  # the next game has the same name
    assert found[1] < found[0]


# ── The cache ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_depends_on_a_twin_from_elsewhere_is_known_by_function_or_argument():
    from numba import typeof

    ours, theirs = kernels.find(Momentum()).pack(Momentum().start()), TWIN
    state = typeof(ours)
    assert foreign_module(kernels.find, (state,)) == ""
    assert foreign_module(written, (state,)) == __name__
    assert theirs


def test_the_digest_of_a_twin_follows_its_sources(tmp_path):
    game = find(written(tmp_path))
    module = type(kernels.find(game)).__module__
    first = digest_of(module)
    assert first == digest_of(module)
    (tmp_path / "sixth_twin.py").write_text(f"{TWIN}\n# another version\n")
    assert digest_of(module) != first


PLAYED = """
import sys
from tabuleiro import kernels
from tabuleiro.core.registry import find
from tabuleiro.kernels.search.playout import playouts, seeded

game = find(sys.argv[1])
kernel = kernels.find(game)
print(playouts(kernel.pack(game.start()), seeded(1), kernel.width, 400))
"""


@pytest.mark.slow
def test_an_edited_twin_is_compiled_again_and_ours_stays(tmp_path):
    """The search is in another file than the rule that was edited, which Numba would not notice."""
    path, cache = written(tmp_path), tmp_path / "cache"

    def play() -> str:
        done = subprocess.run(
            [sys.executable, "-c", PLAYED, path],
            env=os.environ | {"XDG_CACHE_HOME": str(cache), "NUMBA_CACHE_DIR": ""},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    def kept() -> dict[Path, int]:
        return {file: file.stat().st_mtime_ns for file in cache.rglob("*.nb?")}

    first, before = play(), kept()
    assert any("twins" in file.parts for file in before)
    assert not any(b"sixth" in file.read_bytes() for file in before if "twins" not in file.parts)
    assert play() == first and kept() == before
    (tmp_path / "sixth_twin.py").write_text(TWIN.replace("return 1.0 if seat == winner else 0.0", "return 0.25"))
    assert play() != first
    assert {file: time for file, time in kept().items() if "twins" not in file.parts} == {
        file: time for file, time in before.items() if "twins" not in file.parts
    }
