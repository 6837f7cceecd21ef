"""``make`` sets up soundly: with a Python that will do, and no stamp before everything is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# A Python that is new enough (or not), and makes an environment in which every install ends with the code in $PIP and
# the tests only say where they run.
FAKE = """#!/bin/sh
case "$1$2" in
*print*) echo "${{0##*python}}" ;;
esac
case "$1" in
-c) exit {code} ;;
esac
mkdir -p "$3/bin"
echo "$0" > "$3/made-by"
printf '#!/bin/sh\\nexit %s\\n' "$PIP" > "$3/bin/python"
printf '#!/bin/sh\\necho tested by "$0"\\n' > "$3/bin/pytest"
chmod +x "$3/bin/python" "$3/bin/pytest"
"""


@pytest.fixture
def make(tmp_path):
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(os.path.join(ROOT, name), tmp_path)
    (tmp_path / "bin").mkdir()
    for tool in ("sh", "rm", "mkdir", "chmod", "touch", "make", "sed", "cat"):
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool))

    def make(*words, pip=0, pythons=None):
        for name, code in (pythons or {"python3": 0}).items():
            script = tmp_path / "bin" / name
            script.write_text(FAKE.format(code=code))
            script.chmod(0o755)
        env = {"PATH": str(tmp_path / "bin"), "PIP": str(pip)}
        return subprocess.run(["make", *words], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)

    return make


def stamps(tmp_path):
    return sorted(name for name in os.listdir(tmp_path / ".venv") if name.startswith("ready"))


def test_a_set_up_that_works_leaves_its_stamps(make, tmp_path):
    assert make(".venv/ready-dev").returncode == 0
    assert stamps(tmp_path) == ["ready", "ready-dev"]
    assert "up to date" in make(".venv/ready-dev").stdout


def test_a_failed_install_leaves_no_stamp_and_is_tried_again(make, tmp_path):
    assert make(".venv/ready", pip=1).returncode == 2
    assert stamps(tmp_path) == []
    assert make(".venv/ready").returncode == 0
    assert stamps(tmp_path) == ["ready"]


def test_an_install_that_fails_later_takes_the_old_stamps_away(make, tmp_path):
    make(".venv/ready-dev")
    later = os.stat(tmp_path / ".venv" / "ready").st_mtime + 10
    os.utime(tmp_path / "pyproject.toml", (later, later))
    assert make(".venv/ready", pip=1).returncode == 2
    assert stamps(tmp_path) == []


def test_an_old_python3_is_passed_over(make, tmp_path):
    assert make(".venv/ready", pythons={"python3": 1, "python3.12": 0}).returncode == 0
    assert (tmp_path / ".venv" / "made-by").read_text().strip().endswith("python3.12")


def test_without_a_python_that_will_do_it_says_what_it_needs(make, tmp_path):
    done = make("play", pythons={"python3": 1})
    assert done.returncode == 2 and "Python 3.11 or newer" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_every_supported_python_runs_the_tests_in_an_environment_of_its_own(make, tmp_path):
    pythons = {"python3": 0, "python3.11": 0, "python3.12": 1, "python3.13": 0}  # one does not run
    make(".venv/ready", pythons=pythons)
    (tmp_path / ".venv" / "bin" / "python3.11").touch()  # its own tests have run already
    done = make("--old-file=test", "test-all", pythons=pythons)
    assert done.returncode == 0
    assert re.findall("tested by .*", done.stdout) == ["tested by .venv-3.13/bin/pytest"]
    assert (tmp_path / ".venv-3.13" / "made-by").read_text().strip().endswith("python3.13")
    assert make("--old-file=test", "test-all", "PYTHONS=python3.12", pythons=pythons).returncode == 2


def test_make_alone_says_what_it_can_do(make):
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
        (targets,) = re.findall(r"^\.PHONY: (.*)", file.read(), re.MULTILINE)
    done = make()
    assert sorted(line.split()[1] for line in done.stdout.splitlines()) == sorted(targets.split())
