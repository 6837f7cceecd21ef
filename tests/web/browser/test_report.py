"""The report of a tournament in a browser, opened from the disk."""

from __future__ import annotations

import pytest

from arena.test_tournament import played
from tabuleiro.arena.report.page import page
from tabuleiro.arena.tournament import Tournament

pytestmark = pytest.mark.machine


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    standings, _ = played(Tournament("eximo", ("random", "greedy", "report:1"), games=4), folder / "games.jsonl")
    path = folder / "report.html"
    path.write_text(page(standings), encoding="utf-8")
    return f"file://{path}"


@pytest.mark.parametrize("width", [390, 800, 1280])
def test_games_are_stepped_through(reader, report, width):
    page = reader(width, 844)
    page.goto(report)
    page.wait_for_selector(".viewer.ready")
    assert page.requests == [report]
    assert page.locator("#list li").count() == 12
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.locator(".cross button").first.click()
    assert page.locator("#list li").count() == 4
    turns = page.locator("#turns li").count()
    page.click("#first")
    start = page.locator("#board .pieces use").count()
    assert (start, page.locator("#board .mark").count()) == (32, 0)
    page.keyboard.press("ArrowRight")
    assert f"turn 1 of {turns}" in page.locator("#where").text_content()
    assert page.locator("#board .mark").count() > 0
    page.click("#last")
    assert page.locator("#next").is_disabled() and page.url.endswith(f"-{turns}")


def test_a_link_leads_to_a_turn(reader, report):
    page = reader(1280, 844)
    page.goto(f"{report}#game-3-2")
    page.wait_for_selector(".viewer.ready")
    assert "turn 2 of" in page.locator("#where").text_content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_open_to_everybody(reader, report, axe, scheme):
    page = reader(1280, 844, color_scheme=scheme, bypass_csp=True)
    page.goto(report)
    page.wait_for_selector(".viewer.ready")
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    assert [
        (one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")
    ] == []
