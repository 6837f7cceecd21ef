"""Which games there are: a person may name a file, data may not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tabuleiro.cli.commands.new import template
from tabuleiro.core.errors import UnknownGame
from tabuleiro.core.registry import entries, find, game_class, given, names, origin_of, registered

CANARY = "import os\nopen(os.path.join(os.path.dirname(__file__), 'ran'), 'a').write('x')\n"


@pytest.fixture
def written(tmp_path):
    """A function that writes a game called *title* to a file; whenever that runs, it leaves a mark beside it."""

    def write(file, title="Sixth", more=""):
        path = tmp_path / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(template(title) + CANARY + more, encoding="utf-8")
        return str(path)

    return write


def runs(tmp_path):
    mark = tmp_path / "ran"
    return len(mark.read_text()) if mark.exists() else 0


def test_a_file_is_registered_by_its_name_for_this_run(written, tmp_path):
    before = names()
    path = written("sixth.py")
    game = find(f"{path}:size=4")
    assert str(game) == "sixth:size=4"
    assert names() == (*before, "sixth") and given() == (path,)
    assert registered("sixth:size=4") is find("Sixth:size=4") is game
    assert game_class("sixth") is type(game)
    assert runs(tmp_path) == 1


def test_the_same_file_and_its_copies_are_the_same_game(written, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path, copy = written("sixth.py"), written("other/copy.py")
    game = find(path)
    for spelled in ("sixth.py", "./sixth.py", "other/../sixth.py", copy, "sixth"):
        assert find(spelled) is game
    assert given() == (path,) and runs(tmp_path) == 1
    assert origin_of(game).path == path and origin_of(game).source.startswith("sha256:")
    assert origin_of(find("eximo")).source == origin_of(find("eximo")).path == ""


def test_a_file_that_has_changed_is_given_anew(written):
    path = written("sixth.py")
    old = find(path)
    written("sixth.py", more="# changed\n")
    new = find(path)
    assert type(new) is not type(old) and registered("sixth") is new
    assert origin_of(new).source != origin_of(old).source != ""
    assert given() == (path,)


def test_two_games_cannot_have_one_name(written):
    first, second = written("first.py"), written("second.py", more="# another\n")
    game = find(first)
    with pytest.raises(UnknownGame, match=r"second\.py: sixth is already the game in .*first\.py"):
        find(second)
    assert registered("sixth") is game


@pytest.mark.parametrize("name", entries())
def test_a_file_cannot_take_the_place_of_an_installed_game(written, name):
    before = find(name)
    with pytest.raises(UnknownGame, match=f"{name} is an installed game; give this one another name"):
        find(written("mine.py", name))
    assert find(name) is before is registered(name) and given() == ()


@pytest.mark.parametrize("name", ["", "two words", "a:b", "a,b", "a/b", "x.py", "a\\nb", "-"])
def test_a_name_must_be_one_that_can_be_spelled(written, tmp_path, name):
    path = written("sixth.py")
    text = (tmp_path / "sixth.py").read_text(encoding="utf-8").replace('name = "sixth"', f'name = "{name}"')
    (tmp_path / "sixth.py").write_text(text, encoding="utf-8")
    with pytest.raises(UnknownGame, match="a game is called by letters, digits and hyphens"):
        find(path)
    assert given() == ()


@pytest.mark.parametrize(
    ("spelled", "said"),
    [
        ("{path}", "is a path, which is not followed; .*--game FILE.py"),
        ("{path}:size=4", "is a path"),
        ("sixth.py", "is a path"),
        ("./sixth.py:", "is a path"),
        ("x/../sixth.py", "is a path"),
        ("sixth", "no game is called sixth; there are .*, or give its file: --game FILE.py"),
        ("sixth.PY", "no game is called sixth.PY"),
        ("sixth.py ", "no game is called sixth.py ; "),
        (" sixth.py\t:size=4", "no game is called"),
        ("sixth.pyc", "no game is called"),
        ("./sixth", "no game is called ./sixth"),
        ("", "no game is called ''"),
        ("x" * 10**6, f"no game is called {'x' * 20}…{'x' * 19}; "),
    ],
)
def test_data_names_no_file(written, tmp_path, monkeypatch, spelled, said):
    monkeypatch.chdir(tmp_path)
    path = written("sixth.py")
    with pytest.raises(UnknownGame, match=said) as caught:
        registered(spelled.format(path=path))
    assert runs(tmp_path) == 0 and len(str(caught.value)) < 300


def test_only_a_python_file_is_given(tmp_path):
    (tmp_path / "folder.py").mkdir()
    for path in ("folder.py", "nothing.py"):
        with pytest.raises(UnknownGame, match="there is no file"):
            find(str(tmp_path / path))


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    """All of it was read into memory, or as much as fitted."""
    path = tmp_path / "sixth.py"
    path.touch()
    os.truncate(path, 2**40)
    with pytest.raises(UnknownGame, match=r"sixth\.py is too large to be a game; 4 MB is the most"):
        find(str(path))


def test_a_game_says_whether_chance_and_secrets_are_in_it():
    assert {name: (find(name).has_chance, find(name).has_secrets) for name in names()} == {
        name: (name == "meerkats",) * 2 for name in names()
    }
    by_dice = find(str(Path(__file__).parents[2] / "examples" / "einstein.py"))
    assert by_dice.has_chance and not by_dice.has_secrets
