"""What is said while computers think and the engine looks: how long, how fast, and by which rules."""

from threading import Event

import pytest
from table_play import at_table, party, press, typed, until

from tabuleiro.ai import background
from tabuleiro.play.agent import Agent, Choice
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.widgets.panel import Engine

MEANWHILE = " (by the plain rules, until the fast ones are ready)"


def told(app):
    """What stands in the panel of who thinks, as one line without its spinner."""
    app.screen.show_beside()
    return " ".join(app.screen.query_one(Engine).said.plain.split())


class Slow(Agent):
    """Tells what it knows, and answers when it may."""

    name = "slow"

    def __init__(self):
        self.may = Event()

    def choose(self, view, limit):
        choice = Choice(view.actions[0], nodes=90_000, seconds=2.0)
        limit.report(choice)
        self.may.wait(60)
        return choice


def test_how_fast_a_computer_thinks_is_said_beside_the_board(drive):
    app = TabuleiroApp(Request(party=party("momentum", "human", "random"), seed=1))

    async def scene(pilot):
        agent = app.screen.desk.table.agents[1] = Slow()
        await typed(pilot, "4,4")
        await until(pilot, lambda: app.screen.computers.thought and app.screen.computers.thought.told)
        await until(pilot, lambda: " s, 45k nodes/s" in told(app))
        assert "Red thinks, " in told(app)
        agent.may.set()
        await until(pilot, lambda: len(app.screen.desk.session.turns) == 2)

    drive(app, scene)


def test_how_fast_the_engine_looks_is_said_beside_the_board(drive):
    app = at_table("eximo")

    async def scene(pilot):
        await press(pilot, "f3")
        await until(pilot, lambda: "nodes/s" in told(app))
        assert "looking at the position, " in told(app)
        await press(pilot, "f3")
        assert "nodes/s" not in told(app)

    drive(app, scene)


# ── The compiler ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def full(monkeypatch):
    """A disk to which nothing can be compiled."""

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(background, "prepared", fail)


@pytest.fixture
def slow(monkeypatch):
    """Who plays by the plain rules."""
    agent = Slow()
    monkeypatch.setattr(background, "plain_player", lambda *_: agent)
    yield agent
    agent.may.set()


@pytest.fixture
def panel(monkeypatch):
    """All words that have stood in the panel of who thinks."""
    said, show = [], Engine.show

    def shows(self, words, *more, **other):
        said.append(words)
        show(self, words, *more, **other)

    monkeypatch.setattr(Engine, "show", shows)
    return said


def status(app):
    return app.screen.query_one("#status").render().plain


@pytest.fixture
def notices(monkeypatch):
    """All that popped up."""
    said = []
    monkeypatch.setattr(TabuleiroApp, "notify", lambda _, message, **__: said.append(message))
    return said


def test_a_hint_waits_for_no_compiler_and_says_so(drive, compiler, panel, notices):
    app = at_table("eximo")

    async def scene(pilot):
        await press(pilot, "f2")
        await until(pilot, lambda: status(app).startswith("Hint: "))
        assert status(app).endswith(MEANWHILE) and app.screen.hint.cells
        words = "; the fast rules are being compiled"
        assert any(said.startswith("looking at the position") and said.endswith(words) for said in panel)
        compiler.set()
        await until(pilot, lambda: not app.screen.computers.adviser.status.preparing)
        await press(pilot, "f2")  # which finds a better one now
        await until(pilot, lambda: "Hint: " in status(app) and MEANWHILE not in status(app))
        assert notices == []

    drive(app, scene)


def test_the_engine_goes_on_with_the_fast_rules_as_soon_as_they_are_ready(drive, compiler):
    app = at_table("eximo")

    async def scene(pilot):
        await press(pilot, "f3")
        await until(pilot, lambda: app.screen.computers.adviser.line)
        assert app.screen.computers.adviser.line.plain and "being compiled" in told(app)
        compiler.set()
        await until(pilot, lambda: not app.screen.computers.adviser.line.plain)
        assert "compiled" not in told(app)

    drive(app, scene)


def test_a_computer_waits_for_no_compiler_and_says_so(drive, compiler, slow, notices):
    app = TabuleiroApp(Request(party=party("momentum", "human", "level:1"), seed=1))

    async def scene(pilot):
        await typed(pilot, "4,4")
        words = "s, 45k nodes/s; the fast rules are being compiled"
        await until(pilot, lambda: told(app).endswith(words))
        slow.may.set()
        await until(pilot, lambda: len(app.screen.desk.session.turns) == 2)
        compiler.set()
        await until(pilot, lambda: app.screen.desk.table.agents[1].ready)
        assert notices == []

    drive(app, scene)


@pytest.mark.usefixtures("full")
def test_why_nothing_can_be_compiled_is_said_once(drive, slow, panel, notices):
    app = TabuleiroApp(Request(party=party("momentum", "human", "level:1"), seed=1))
    trouble = "The fast rules cannot be compiled, so the plain ones go on: No space left on device"

    async def scene(pilot):
        table = app.screen.desk
        await typed(pilot, "4,4")
        await until(pilot, lambda: told(app).endswith("s, 45k nodes/s"))
        assert "Red thinks" in told(app)
        slow.may.set()
        await until(pilot, lambda: len(table.session.turns) == 2)
        await press(pilot, "f2")
        await until(pilot, lambda: status(app).startswith("Hint: "))
        assert MEANWHILE not in status(app) and not any("compiled" in words for words in panel)
        assert notices == [trouble]

    drive(app, scene)
