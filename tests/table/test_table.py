"""The table and a desk at it without any screen: every order, numbered events, and a game that cannot be written."""

from random import Random

import pytest

from tabuleiro.core.errors import NotNow
from tabuleiro.core.registry import find
from tabuleiro.play.lineup import HUMAN, Party
from tabuleiro.table.commands import COMMANDS, Question, Reply
from tabuleiro.table.desk import PACES
from tabuleiro.table.setting import Host, Wish, begin
from tabuleiro.table.table import DRAW


def sit(*players, game="momentum", names=("", ""), record=""):
    return begin(Party(find(game), players or (HUMAN, HUMAN), names), Random(1), Wish(record=record), Host(live=False))


def order(desk, name, rest=""):
    return COMMANDS[name].do(desk, rest)


def kinds(desk, since=0):
    return [event.kind for event in desk.table.since(since)]


def test_every_change_has_the_next_number():
    desk = sit()
    for turn in ("1,1", "7,7"):
        desk.play(turn)
    order(desk, "undo")
    order(desk, "redo")
    order(desk, "note", "quiet")
    order(desk, "draw").then(False)
    order(desk, "resign").then(True)
    assert [event.number for event in desk.table.events] == list(range(1, 9))
    assert kinds(desk) == ["step", "step", "undo", "redo", "note", "offer", "decline", "end"]
    assert kinds(desk, since=6) == ["decline", "end"]
    assert desk.session.comments == {2: "quiet"}


def test_a_draw_is_offered_to_all_and_playing_on_declines_it():
    desk = sit()
    question = order(desk, "draw")
    assert isinstance(question, Question) and desk.table.offers[DRAW].waiting == (1,)
    desk.play("1,1")
    assert not desk.table.offers
    assert order(desk, "draw").then(True) == Reply()
    assert desk.session.outcome.winners != (0,) and kinds(desk)[-1] == "end"
    assert order(desk, "resign") == Reply("Nobody here can give up.", wrong=True)
    with pytest.raises(NotNow):
        desk.play("7,7")


def test_a_computer_takes_no_draw():
    desk = sit(HUMAN, "random")
    assert order(desk, "draw") == Reply("The computer does not take draws.", wrong=True)


def test_a_beginning_is_taken_back_and_an_earlier_turn_looked_at():
    desk = sit(game="eximo")
    first = desk.selection.targets
    assert not desk.click(min(first)) and desk.cells == (min(first),)
    assert desk.take_back() and desk.cells == () and desk.selection.targets == first
    desk.play(desk.view.actions[0])
    order(desk, "look", "0")
    assert desk.looking == 0 and desk.seat is None and desk.shown[0].board == desk.game.start().board
    assert order(desk, "look", "7").wrong
    order(desk, "look")
    assert desk.looking is None


def test_computers_alone_pause_step_and_have_a_pace():
    desk = sit("random", "random")
    assert desk.delay() == 0.0
    order(desk, "pause")
    assert desk.delay() is None
    order(desk, "step")
    assert desk.delay() == 0.0 and desk.until == 1
    desk.table.play(0, desk.table.view(0).actions[0])
    assert desk.delay() is None and desk.paused
    order(desk, "pause")
    assert desk.delay() == PACES[1]
    assert order(desk, "slower").words == "3.0 s between turns"
    for _ in PACES:
        order(desk, "faster")
    assert desk.delay() == PACES[-1]


def test_in_a_rematch_everybody_sits_one_seat_further():
    desk = sit(HUMAN, "random", names=("Ana", ""))
    again = desk.table.party.further()
    assert again.players == ("random", HUMAN) and again.names == ("", "Ana")


def test_a_game_is_written_after_every_change_and_flipped_boards_are_remembered(tmp_path):
    path = tmp_path / "game.txt"
    desk = sit(record=str(path))
    desk.play("1,1")
    assert "1. 1,1" in path.read_text("utf-8") and "flip" not in path.read_text("utf-8")
    order(desk, "flip")
    desk.play("7,7")
    assert "7,7" in path.read_text("utf-8") and "flip" in path.read_text("utf-8")
    assert order(desk, "save", str(path)).words == f"Saved in {path}, and again after every turn."
    (tmp_path / "other.txt").write_text("mine")
    assert order(desk, "save", str(tmp_path / "other.txt")).wrong and desk.table.keeper.own == str(path)


def test_a_file_that_cannot_be_written_is_told_once_and_the_game_goes_on(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    desk = sit(record=str(folder / "game.txt"))
    keeper = desk.table.keeper
    folder.rename(tmp_path / "away")
    for turn in ("1,1", "7,7"):
        desk.play(turn)
    assert keeper.lost and keeper.warning().startswith("The game is not kept: ")
    assert len(keeper.take_news()) == 1 and keeper.take_news() == []
    (tmp_path / "away").rename(folder)
    desk.play("1,3")
    assert not keeper.lost and keeper.take_news() == ["The game is kept again."]
    assert "1,3" in (folder / "game.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("spec", "players", "final"),
    [
        ("meerkats", [HUMAN, HUMAN], True),
        ("meerkats:players=3", [HUMAN, "random", HUMAN], True),
        ("meerkats", [HUMAN, "random"], False),
        ("eximo", [HUMAN, HUMAN], False),
    ],
)
def test_an_end_that_has_shown_secrets_is_final(spec, players, final):
    """Who plays alone against computers spoils nobody's game but his own."""
    game = find(spec)
    desk = begin(Party(game, tuple(players), ("",) * game.players), Random(1), Wish(), Host(live=False))
    table = desk.table
    table.play(0, table.view(0).actions[0])
    assert not table.final
    table.resign(0)
    assert table.final == final
    reply = order(desk, "undo")
    assert reply.wrong == final and ("everybody has seen" in reply.words) == final
    assert (table.session.outcome is None) != final
