"""Ladders: who plays whom, ratings that random anchors, and the page they are written to."""

from __future__ import annotations

import os
import re
from dataclasses import replace

import pytest

from tabuleiro.arena.ladder import HEAD, Ladder, climb, section, usual, write_page
from tabuleiro.arena.match import Effort, Played
from tabuleiro.arena.ratings import rate
from tabuleiro.arena.summary import Summary
from tabuleiro.core.registry import find
from tabuleiro.home.languages import choose


def test_everybody_plays_the_neighbours_up_the_ladder():
    pairs = [match.agents for match in Ladder("momentum", ("random", "greedy", "level:1", "level:2")).matches()]
    assert pairs == [
        ("greedy", "random"), ("level:1", "random"), ("level:1", "greedy"), ("level:2", "greedy"), ("level:2", "level:1"),
    ]  # fmt: skip


def test_those_who_search_begin_evenly():
    even = {match.agents: match.even > 1 for match in Ladder("momentum", ("random", "level:1", "level:2")).matches()}
    assert even == {("level:1", "random"): False, ("level:2", "random"): False, ("level:2", "level:1"): True}


def test_the_usual_ladder_begins_with_random_and_ends_with_the_highest_level():
    agents = usual(find("eximo"))
    assert agents[:4] == ("random", "report:1", "report:2", "greedy")
    assert agents[4] == "level:1" and agents[-1] == f"level:{len(agents) - 4}"


def test_better_play_is_rated_higher_and_games_are_kept(tmp_path):
    ladder = Ladder("momentum", ("random", "report:1", "greedy"), games=6)
    told = []

    def path(match):
        return str(tmp_path / f"{match.agents}.jsonl")

    ratings, summaries = climb(ladder, path, 1, lambda match, *where: told.append((match.agents, *where)))
    assert [rating.player for rating in ratings] == ["random", "report:1", "greedy"]
    assert ratings[0].rating == ratings[0].low == ratings[0].high == 0
    assert ratings[2].rating > 200 and ratings[2].high - ratings[2].low > 100
    assert told[-1] == (("greedy", "report:1"), 3, 3, 6)
    before = [file.read_bytes() for file in sorted(tmp_path.iterdir())]
    assert climb(ladder, path, 1) == (ratings, summaries)
    assert climb(replace(ladder, games=4), path, 1) == (ratings, summaries)  # all that was played counts
    assert [file.read_bytes() for file in sorted(tmp_path.iterdir())] == before


def test_the_page_tells_how_everybody_did_against_the_one_below():
    ladder = Ladder("momentum", ("random", "report:1", "greedy"), games=8)
    summaries = [
        Summary.of(match, [played(number, number > lost) for number in range(1, 9)])
        for match, lost in zip(ladder.matches(), (4, 0, 2), strict=True)
    ]
    assert [rung.match.agents for rung in ladder.rungs(summaries)] == [("report:1", "random"), ("greedy", "report:1")]
    ratings = rate(ladder.agents, [meeting for summary in summaries for meeting in summary.meetings], "random")
    rows = [row.split(" | ")[-2:] for row in section(ladder, ratings, summaries).splitlines() if row.startswith("| `")]
    assert [row[0].strip() for row in rows] == ["", "50 % of 8", "75 % of 8"]
    assert re.fullmatch(r"\d+ to \d+ % \|", rows[1][1])


def test_with_one_place_up_the_ladder_only_neighbours_play():
    pairs = [match.agents for match in Ladder("momentum", ("random", "greedy", "level:1"), near=1).matches()]
    assert pairs == [("greedy", "random"), ("level:1", "greedy")]


def played(number, won):
    return Played(number, (float(won), float(not won)), "", None, 9, (Effort(9), Effort(9)), ())


def test_games_come_first_on_the_page_and_the_rest_stays_in_its_order(tmp_path):
    page = tmp_path / "levels.md"
    page.write_text("# Old\n\n## Zebras\n\nz\n\n## Momentum\n\nm\n\n## Apes\n\na\n", encoding="utf-8")
    eximo = section(Ladder("eximo", ("random", "greedy")), [])
    write_page(str(page), [eximo])
    parts = ["# Old\n", eximo, "## Momentum\n\nm\n", "## Zebras\n\nz\n", "## Apes\n\na\n"]
    assert page.read_text(encoding="utf-8") == "\n".join(parts)


def test_a_page_of_somebody_elses_keeps_every_word(tmp_path):
    page = tmp_path / "mine.md"
    eximo = section(Ladder("eximo", ("random", "greedy")), [])
    for own in (
        "# My notes\n\nabout games\n",
        "about games\n\n## Ideas\n\none\n\n## Ideas\n\ntwo\n",
        "## Ideas\n\none\n",
    ):
        page.write_text(own, encoding="utf-8")
        for _ in range(2):
            write_page(str(page), [eximo])
            text = page.read_text(encoding="utf-8")
            assert text.count(eximo) == 1
            assert set(own.split()) <= set(text.replace(eximo, "").split())
            assert text.count("## Ideas") == own.count("## Ideas")


def test_a_page_is_written_as_a_whole_or_not_at_all(tmp_path, monkeypatch):
    page = tmp_path / "levels.md"
    page.write_text("# Mine\n", encoding="utf-8")
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="full"):
        write_page(str(page), ["## Eximo\n"])
    assert page.read_text(encoding="utf-8") == "# Mine\n"


def fail(*_):
    raise OSError(28, "full")


def test_the_page_is_in_english_whatever_is_spoken():
    ladder = Ladder("eximo", ("random", "greedy"), games=1, seconds=0.5, nodes=7)
    summary = Summary.of(ladder.matches()[0], [played(number, number > 3) for number in range(1, 9)])
    words = ladder, rate(ladder.agents, summary.meetings), [summary]
    try:
        choose("pt")
        text = section(*words)
    finally:
        choose("en")
    assert text == section(*words)
    assert "At least 1 game a pair, 0.5 s a step, at most 7 nodes a step." in text
    assert text.count(" to ") == 2


def test_the_page_keeps_what_was_not_measured_now(tmp_path):
    page = str(tmp_path / "levels.md")
    sections = {}
    for spec, score in (("momentum", 1), ("eximo", 2), ("momentum", 3)):
        ladder = Ladder(spec, ("random", "greedy"), nodes=score)
        sections[spec] = section(ladder, [])
        write_page(page, [sections[spec]])
    text = (tmp_path / "levels.md").read_text(encoding="utf-8")
    assert text == "\n".join([HEAD, sections["eximo"], sections["momentum"]])
    assert "at most 3 nodes a step" in text and "at most 1 nodes" not in text
