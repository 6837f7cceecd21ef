"""What is said while computers think and the engine looks: how long, how fast, and by which rules."""

from threading import Event

from table_play import at_table, party, press, typed, until

from tabuleiro.play.agent import Choice
from tabuleiro.tui.app import TabuleiroApp
from tabuleiro.tui.panel import Engine
from tabuleiro.tui.request import Request


def told(app):
    """What stands in the panel of who thinks, as one line without its spinner."""
    app.screen.show_beside()
    return " ".join(app.screen.query_one(Engine).said.plain.split())


class Slow:
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
        agent = app.screen.table.agents[1] = Slow()
        await typed(pilot, "4,4")
        await until(pilot, lambda: app.screen.thought and app.screen.thought.told)
        await until(pilot, lambda: " s, 45k nodes/s" in told(app))
        assert "Red (random) thinks, " in told(app)
        agent.may.set()
        await until(pilot, lambda: len(app.screen.table.session.turns) == 2)

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
