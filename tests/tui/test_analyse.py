"""A game with the engine's eyes: lines as they are found, verdicts turn by turn, and it stops when told to."""

import re
import time
from random import Random

import pytest

from tabuleiro.analysis.analyst import Verdict
from tabuleiro.core.registry import find
from tabuleiro.play.session import Session
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.screens.analyse import AnalyseScreen, bar
from tabuleiro.tui.screens.menu import MenuScreen
from tabuleiro.tui.widgets.board import BoardView


@pytest.fixture
def under_way():
    session = Session(find("momentum"), Random(0), names=("Ana", "Rui"))
    for text in ("4,4", "1,1", "7,7"):
        session.play(session.player, text)
    return session


@pytest.fixture
def over(under_way):
    under_way.resign(1)
    return under_way


@pytest.fixture
def analyse(drive):
    def run(session, scene, size=(80, 24), request=None):
        app = TabuleiroApp(request)

        async def perform(pilot):
            app.analyse(session)
            await pilot.pause()
            return await scene(pilot, app.screen)

        return drive(app, perform, size)

    return run


async def until(pilot, true):
    """Wait as long as it takes: what is thought with may have to be compiled first."""
    while not true():
        await pilot.pause(0.05)


def test_the_present_position_is_thought_about_at_once(analyse, under_way, shown):
    async def scene(pilot, page):
        assert page.at == 3
        await until(pilot, lambda: len(page.found.get(3, ())) == 3)
        lines = page.found[3]
        assert [line.scores[1] for line in lines] == sorted((line.scores[1] for line in lines), reverse=True)
        assert page.query_one(BoardView).hint == page.game.paths(lines[0].action)[0]
        text = "\n".join(shown(pilot.app))
        assert "Ana" in text
        assert "%" in text
        await pilot.press("left")  # another position
        await until(pilot, lambda: page.found.get(2))
        assert page.thought.about == 2
        await pilot.press("space")
        assert page.thought is None
        assert "Space: think about this position" in page.words()
        await pilot.press("left")
        await pilot.pause()
        assert page.thought is None  # it was told to stop
        await pilot.press("space")
        await until(pilot, lambda: page.found.get(1))

    analyse(under_way, scene)


def test_to_leave_is_to_stop(analyse, under_way):
    async def scene(pilot, page):
        await until(pilot, lambda: page.thought)
        thought = page.thought
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen)
        assert thought.dropped

    analyse(under_way, scene)


def test_a_finished_game_is_judged_turn_by_turn(analyse, over):
    async def scene(pilot, page):
        assert page.at == 0
        await until(pilot, lambda: not page.reviewing)
        assert sorted(page.verdicts) == [1, 2, 3]
        assert page.verdicts[3][-1].scores == (1.0, 0.0)
        assert page.line(3).endswith(f"{bar(1.0, 8, False)}100%")
        await pilot.press("end")
        await pilot.pause()
        assert any(line.startswith("Blue (Ana): ") and "??" in line for line in page.words())
        assert "?! 10%, ? 20%, ?? 35% of the win lost" in page.words()

    analyse(over, scene)


def test_judging_can_be_stopped_and_begun_again(analyse, over, monkeypatch):
    monkeypatch.setattr("tabuleiro.tui.screens.analyse.TURN_SECONDS", 1e6)  # until it is stopped

    async def scene(pilot, page):
        await pilot.press("space")
        assert not page.reviewing
        assert page.thought is None
        await pilot.press("r")
        assert page.reviewing
        assert page.words()[0] == "Judging the game: 0 of 3 turns"

    analyse(over, scene)


def test_mistakes_are_shown_with_what_was_better(analyse, under_way, same_screen):
    async def scene(pilot, page):
        await pilot.press("space")
        await pilot.press("m")
        assert page.at == 3
        page.found.clear()
        for verdict in (
            Verdict(1, 0, "4,4", (0.5, 0.5), (0.52, 0.48)),
            Verdict(2, 1, "1,1", (0.52, 0.48), (0.8, 0.2), ("3,4", "2,2")),
            Verdict(3, 0, "7,7", (0.8, 0.2), (0.4, 0.6), ("5,5",)),
        ):
            page.post_message(page.Judged(verdict))
        await pilot.pause()
        await pilot.press("m")
        assert page.at == 2
        assert "1,1 ? better 3,4 2,2" in page.words()
        await pilot.pause()
        same_screen(pilot.app, "analyse-momentum")
        await pilot.press("m")
        assert page.at == 3
        await pilot.press("m")
        assert page.at == 2

    analyse(under_way, scene)


@pytest.mark.parametrize("spec", ["meerkats:players=3", "campo-bello:players=4"])
def test_several_seats_and_secrets(analyse, spec):
    session = Session(find(spec), Random(3))
    session.play(0, session.view(0).actions[0])

    async def scene(pilot, page):
        await until(pilot, lambda: page.found.get(page.at))
        assert len(page._shares()) == session.game.players
        for size in ((60, 20), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()

    analyse(session, scene, request=Request(ascii=True))


def test_bars():
    assert [bar(share, 4, True) for share in (0, 0.5, 1, 1.2)] == ["----", "##--", "####", "####"]
    assert bar(0.25, 4, False) == "█░░░"


def test_a_game_without_turns(analyse):
    session = Session(find("eximo"), Random(0))

    async def scene(pilot, page):
        await pilot.press("r")
        await until(pilot, lambda: not page.reviewing)
        await pilot.press("m", "right", "left")
        assert isinstance(pilot.app.screen, AnalyseScreen)

    analyse(session, scene)


def test_it_is_said_how_fast_it_thinks(analyse, under_way):
    async def scene(pilot, page):
        await until(pilot, lambda: len(page.found.get(3, ())) == 3)
        assert re.fullmatch(r"Thinking: \d+ positions?, [\d.]+[kM]? nodes/s", page.words()[0])

    analyse(under_way, scene)


def test_why_nothing_is_found_is_said(analyse, under_way, monkeypatch, shown):
    def fail(*_):
        raise ZeroDivisionError("no idea")

    monkeypatch.setattr("tabuleiro.tui.screens.analyse.Analyst.lines", fail)

    async def scene(pilot, page):
        await until(pilot, lambda: page.troubles)
        await pilot.pause()
        assert any("ZeroDivisionError: no idea" in line for line in shown(pilot.app))
        monkeypatch.setattr("tabuleiro.tui.screens.analyse.Analyst.lines", lambda *_: [])
        await pilot.press("space")  # it tries again
        await until(pilot, lambda: not page.troubles)

    analyse(under_way, scene)


def test_what_takes_long_is_said(analyse, under_way, monkeypatch):
    monkeypatch.setattr("tabuleiro.tui.screens.analyse.LONG", 0.0)
    monkeypatch.setattr("tabuleiro.tui.screens.analyse.Analyst.lines", lambda *_: time.sleep(0.3) or [])

    async def scene(pilot, page):
        await until(pilot, lambda: page.thought)
        await pilot.pause(0.01)
        assert "compiled" in page.words()[0]

    analyse(under_way, scene)


def test_secrets_of_a_game_under_way_are_not_used(analyse, monkeypatch):
    seen = []
    monkeypatch.setattr(
        "tabuleiro.tui.screens.analyse.Analyst.lines", lambda _, view, *__: seen.append(view.state) or []
    )
    session = Session(find("meerkats"), Random(3))
    session.play(0, "R5.5")

    async def scene(pilot, page):
        await until(pilot, lambda: seen)
        game = session.game
        assert seen[0] == game.view(session.state, None) != session.state
        assert any("spectator" in line for line in page.words())
        await pilot.press("r")
        assert not page.reviewing
        assert "when it is over" in next(iter(pilot.app._notifications)).message
        session.resign(1)
        pilot.app.analyse(session)
        await pilot.pause()
        after = pilot.app.screen
        assert not after.hidden and (after.reviewing or after.verdicts)

    analyse(session, scene)


def test_where_nobody_decides_there_is_nothing_to_think_about(analyse):
    session = Session(find("meerkats"), Random(3), settle=False)  # a record without a deal

    async def scene(pilot, page):
        await pilot.press("space")
        assert "nothing to think about" in page.words()[0]

    analyse(session, scene)


def test_another_turn_is_played(analyse, under_way, monkeypatch):
    monkeypatch.setattr("tabuleiro.tui.screens.analyse.Analyst.lines", lambda *_: [])

    async def play(pilot, text):
        await pilot.press("p", *text.replace(",", " comma ").split(), "enter")
        await pilot.pause()

    async def scene(pilot, page):
        app = pilot.app
        depth = len(app.screen_stack)
        await play(pilot, "9,9")
        assert app.screen is page
        assert "9,9" in next(iter(app._notifications)).message
        await play(pilot, "2,2")  # the game goes on
        assert app.screen.session.turns == ["4,4", "1,1", "7,7", "2,2"] and app.screen.at == 4
        assert under_way.turns == ["4,4", "1,1", "7,7"]
        assert len(app.screen_stack) == depth
        await pilot.press("home")
        await pilot.pause()
        await play(pilot, "3,3")  # another game
        assert app.screen.session.turns == ["3,3"]
        assert len(app.screen_stack) == depth + 1
        await pilot.press("escape")
        await pilot.pause()
        assert len(app.screen.pages) == 5

    analyse(under_way, scene)
