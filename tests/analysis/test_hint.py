"""Hints for people: by the plain rules until the fast ones are compiled, and for good where they cannot be."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from random import Random

import pytest

from tabuleiro.ai import background
from tabuleiro.analysis import hint
from tabuleiro.analysis.hint import Counsel, best_line, hinted
from tabuleiro.core.errors import AgentFailed
from tabuleiro.core.registry import find
from tabuleiro.play.agent import Limit
from tabuleiro.play.session import Session

MEANWHILE = " (by the plain rules, until the fast ones are ready)"
SHORT = Limit(seconds=0.2)


def until(true):
    deadline = time.monotonic() + 120  # it may really have to compile
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def view_of(spec):
    return Session(find(spec), Random(0)).view(0)


@pytest.mark.parametrize("spec", ["momentum", "campo-bello"])
def test_nobody_waits_for_the_compiler(compiler, spec):
    view, told = view_of(spec), []
    counsel = Counsel(view.game)
    line = counsel.best_line(view, SHORT, told.extend)
    assert counsel.status().compiling and not counsel.status().trouble
    assert line.plain and all(one.plain for one in told)
    assert line.action in view.actions and hinted(view, line) == f"Hint: {line.decision}{MEANWHILE}"
    compiler.set()
    until(lambda: not counsel.status().preparing)
    line = counsel.best_line(view, SHORT)
    assert not line.plain and hinted(view, line) == f"Hint: {line.decision}"


def test_the_fast_rules_answer_as_soon_as_they_are_ready(compiler, monkeypatch):
    """In the middle of a search by the plain ones, which would have taken much longer."""
    monkeypatch.setattr(hint, "HINT_SECONDS", 600.0)
    monkeypatch.setattr(
        hint, "best_line", lambda view, limit, report: best_line(view, replace(limit, nodes=50), report)
    )
    view, told = view_of("momentum"), []

    def hear(lines):
        told.extend(lines)
        compiler.set()

    line = Counsel(view.game).best_line(view, Limit(seconds=600.0), hear)
    assert told[0].plain and not line.plain and line.nodes == 50


def test_who_has_time_waits_for_the_fast_rules_with_what_is_known(compiler, monkeypatch):
    monkeypatch.setattr(hint, "HINT_SECONDS", 0.1)
    monkeypatch.setattr(hint, "best_line", lambda *_: "by the fast rules")
    view = view_of("momentum")
    counsel = Counsel(view.game)
    assert counsel.best_line(view, Limit(seconds=0.2)).plain
    plainly = counsel._by_plain_rules

    def then_compiled(*words):
        line = plainly(*words)
        compiler.set()
        return line

    monkeypatch.setattr(counsel, "_by_plain_rules", then_compiled)
    assert counsel.best_line(view, Limit(seconds=120.0)) == "by the fast rules"


def test_who_has_all_the_time_hears_of_no_plain_rules(compiler, monkeypatch):
    view = view_of("momentum")
    counsel = Counsel(view.game)
    monkeypatch.setattr(counsel, "_by_plain_rules", None)
    compiler.set()
    assert counsel.best_line(view, Limit(nodes=50)) == best_line(view, Limit(nodes=50))


@pytest.mark.usefixtures("compiler")
def test_what_is_not_wanted_any_more_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(background, "LOADING", 600.0)
    view, began = view_of("momentum"), time.monotonic()
    limit = Limit(seconds=600.0, cancelled=lambda: time.monotonic() - began > 0.2)
    assert Counsel(view.game).best_line(view, limit).action in view.actions


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(28, "No space left on device"), "No space left on device"),
        (TypeError("No conversion\nfrom int64\n\n  for 76 lines"), "TypeError: No conversion"),
        (MemoryError(), "MemoryError"),
        (AgentFailed("it is late"), "it is late"),
    ],
)
def test_where_the_fast_rules_cannot_be_compiled_the_plain_ones_answer_for_good(monkeypatch, error, reason):
    def fail(*_):
        raise error

    monkeypatch.setattr(background, "prepared", fail)
    monkeypatch.setattr(background, "LOADING", 600.0)  # nobody waits in vain
    monkeypatch.setattr(hint, "HINT_SECONDS", 0.2)
    view = view_of("momentum")
    counsel = Counsel(view.game)
    line = counsel.best_line(view, Limit(seconds=600.0))
    assert not counsel.status().preparing
    assert counsel.status().trouble == f"The fast rules cannot be compiled, so the plain ones go on: {reason}"
    assert line.action in view.actions and re.fullmatch(r"Hint: \d,\d", hinted(view, line))


def test_a_game_without_fast_rules_has_no_trouble_with_them():
    view = view_of("momentum:size=9")
    counsel = Counsel(view.game)
    assert not counsel.best_line(view, SHORT).plain
    assert not counsel.status().preparing and not counsel.status().trouble
