"""A game that is being set up: nothing is refused while it is typed, and what is wrong is said beside its field."""

from random import Random

import pytest

from tabuleiro.ai.agents import described, known
from tabuleiro.core.option import options, spell
from tabuleiro.core.registry import find, names
from tabuleiro.play.lineup import HUMAN, beginners
from tabuleiro.play.record import read_record
from tabuleiro.play.replay import replay
from tabuleiro.table.draft import (
    THINKING,
    Draft,
    agent_choices,
    clock_words,
    drafted,
    recalled,
    remember,
    starters,
    thinking_words,
)
from tabuleiro.table.setting import Host, Wish, begin


@pytest.mark.parametrize("name", names())
def test_the_usual_game_is_a_person_against_an_easy_computer(name):
    party = Draft(name).party()
    assert party.game is find(name)
    assert party.players == (HUMAN, *["level:2"] * (party.game.players - 1))
    assert not Draft(name).problems()


@pytest.mark.parametrize("name", names())
def test_every_computer_has_words(name):
    assert all(described(spec) for spec in known(find(name)))


def test_modes_set_all_seats_and_keep_what_was_chosen():
    draft = Draft("eximo").with_player(1, "level:5")
    assert draft.mode == "mixed"
    assert draft.with_mode("people").players == (HUMAN, HUMAN)
    assert draft.with_mode("computers").players == ("level:2", "level:5")
    assert draft.with_mode("computers").mode == "computers"
    assert draft.with_mode("computers").with_mode("mixed").players == (HUMAN, "level:5")
    other_side = draft.swapped()
    assert other_side.players == ("level:5", HUMAN)
    assert other_side.with_mode("mixed") == other_side  # it is mixed already


def test_a_wrong_value_is_said_beside_its_field():
    draft = Draft("momentum").with_option("size", "three").with_option("marbles", "")
    problems = draft.problems()
    assert set(problems) == {"option.size", "option.marbles"}
    assert "a number from 7 to 26" in problems["option.size"]
    assert draft.playable() is find("momentum")


def test_options_that_do_not_go_together_blame_the_one_that_can_be_mended():
    assert set(Draft("momentum", {"marbles": "30"}).problems()) == {"option.marbles"}
    assert set(Draft("momentum", {"size": "9", "marbles": "60"}).problems()) == {"option.marbles"}
    assert set(Draft("campo-bello", {"players": "2", "first": "g"}).problems()) == {"option.first"}
    assert not Draft("campo-bello", {"players": "3", "first": "g"}).problems()


def test_a_text_cannot_bring_in_another_option():
    assert set(Draft("momentum", {"size": "7,swap=off"}).problems()) == {"option.size"}


def test_computers_and_clocks_are_checked():
    draft = Draft("eximo", players=("human", "level:99"), control="soon")
    assert set(draft.problems()) == {"player.1", "control"}
    assert not Draft("eximo", control="300+5").problems()


@pytest.mark.parametrize("text", ["soon", "0", "-1", "nan", "inf", "86401"])
def test_thinking_time_is_checked(text):
    assert set(Draft("eximo").with_time("seconds", text).problems()) == {"seconds"}


def test_thinking_time_is_as_usual_or_a_number_of_seconds():
    assert Draft("eximo").thinking is None
    assert Draft("eximo").with_time("seconds", " 2.5 ").thinking == 2.5
    assert not any(Draft("eximo", seconds=text).problems() for text in THINKING)
    assert [thinking_words(text) for text in THINKING[:2]] == ["as usual", "at most 0.5 s a step"]


def test_times_that_are_given_come_before_those_remembered():
    remember(Draft("eximo", control="600", seconds="3"))
    assert (drafted("eximo").control, drafted("eximo").seconds) == ("600", "3")
    assert (drafted("eximo", "60+1", 0.5).control, drafted("eximo", "60+1", 0.5).seconds) == ("60+1", "0.5")


def test_seats_follow_the_number_of_players():
    draft = Draft("meerkats", {"players": "4"})
    assert len(draft.party().players) == 4
    assert draft.with_option("players", "3").party().players == (HUMAN, "level:2", "level:2")


def test_names_are_one_short_line():
    party = Draft("eximo").with_name(0, "  Ana \x1b[31m\n Maria " + "x" * 60).party()
    assert party.names[0].startswith("Ana [31m Maria x")
    assert len(party.names[0]) == 40


@pytest.mark.parametrize("name", names())
def test_who_begins_is_an_option_where_the_game_has_one(name):
    option, seats = beginners(find(name))
    assert bool(option) == (name in ("campo-bello", "eximo", "momentum"))
    for value, seat in seats.items():
        game = Draft(name, {option: value}).game()
        assert game.start().player == seat


@pytest.mark.parametrize("name", names())
def test_who_begins_can_be_drawn_by_lot(name):
    draft = Draft(name).with_name(0, "Ana").with_starter("lot")
    assert draft.starter == "lot" and list(starters(draft.game()))[-1] == "lot"
    drawn = [draft.party(Random(seed)) for seed in range(20)]
    first = {party.players[party.game.start().player] for party in drawn}
    assert first == {HUMAN, "level:2"}
    for party in drawn:  # who sits where changes only where the rules say who begins
        assert party.names[party.players.index(HUMAN)] == "Ana"
        assert party.players[0] == HUMAN or not beginners(party.game)[0]
    assert draft.party() == draft.with_starter(next(iter(starters(draft.game())))).party()


def test_another_starter_takes_the_lot_back():
    draft = Draft("eximo").with_starter("lot").with_starter("black")
    assert draft.starter == "black" and not draft.lot and draft.party(Random(1)).game == find("eximo:first=black")
    assert Draft("barragoon").with_starter("lot").with_starter("").starter == ""


def test_a_record_tells_who_was_drawn():
    draft = Draft("momentum").with_mode("people").with_starter("lot")
    for seed in range(6):
        desk = begin(draft.party(Random(seed)), Random(seed), Wish(), Host(live=False))
        first = desk.session.player
        desk.play("4,4")
        again, problems = replay(read_record(desk.session.record().to_text())[0], Random(0))
        assert not problems and again.steps[0].player == first


def test_a_game_of_a_file_is_set_up_by_its_name():
    draft = drafted("examples/konane.py:size=8")
    assert (draft.name, draft.texts) == ("konane", {"size": "8"})
    assert draft.party().game is find("konane:size=8")
    assert drafted("examples/konane.py").texts == {}


# ── Remembering ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", names())
def test_every_choice_is_remembered(name):
    draft = Draft(name, control="60+1", seconds="3", lot=True).with_mode("computers").with_name(0, "Ana")
    for item in options(find(name)):
        draft = draft.with_option(item.name, spell(item.default))
    remember(draft)
    assert recalled(name) == draft


@pytest.mark.parametrize(
    "damage",
    [
        None,
        7,
        {"options": {"size": "1"}},
        {"options": ["size"]},
        {"players": "human"},
        {"players": ["human", "level:99"]},
        {"control": "soon"},
        {"seconds": "soon"},
        {"seconds": 3},
        {"options": {"size": 9}, "names": [1]},
    ],
)
def test_what_is_no_longer_possible_is_as_usual(damage):
    assert Draft.from_json("momentum", damage).party() == Draft("momentum").party()


def test_options_of_another_version_are_forgotten():
    assert Draft.from_json("momentum", {"options": {"size": "9", "colour": "red"}}).texts == {"size": "9"}


def test_clocks_in_words():
    assert [clock_words(text) for text in ("", "60+1", "600")] == ["no clock", "1 min + 1 s a turn", "10 min"]


@pytest.mark.parametrize("name", names())
def test_a_level_is_called_as_people_call_it(name):
    words = agent_choices(find(name))
    assert words["level:2"] == "level 2: an easy player, good for a first game"
    assert words["report:1"] == "report:1 (the easy player of the first program)"
    assert not any("level:" in text for text in words.values())
