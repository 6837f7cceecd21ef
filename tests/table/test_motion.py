"""Turns step by step: what is pushed, taken and jumped over has a picture of its own."""

from random import Random

import pytest

from tabuleiro.core import Place, Remove
from tabuleiro.core.notation import turns
from tabuleiro.core.registry import find
from tabuleiro.play.history import TRUTH, pages
from tabuleiro.play.lineup import HUMAN, Party
from tabuleiro.play.session import Session
from tabuleiro.table.commands import COMMANDS
from tabuleiro.table.motion import stills, turn_stills
from tabuleiro.table.setting import Host, Wish, begin


def sit(spec, *players):
    game = find(spec)
    players = players or (HUMAN,) * game.players
    desk = begin(Party(game, players, ("",) * game.players), Random(1), Wish(), Host(live=False))
    desk.public = False
    return desk


def names(game, cells):
    return {game.board.names[cell] for cell in cells}


def different(game, one, other):
    return names(game, (cell for cell, (a, b) in enumerate(zip(one.board, other.board, strict=True)) if a != b))


def test_a_marble_is_dropped_before_it_pushes():
    desk = sit("momentum")
    desk.play("4,4")
    assert len(desk.unseen()) == 1  # nothing is pushed
    start = desk.session.state
    desk.play("4,5")
    drop, push = desk.unseen()
    assert different(desk.game, start, drop.state) == names(desk.game, drop.cells) == {"4,5"}
    assert different(desk.game, drop.state, push.state) == {"4,4", "4,3"}
    assert names(desk.game, push.cells) == {"4,5", "4,3"}
    assert push.state == desk.session.state


def test_a_chain_has_a_picture_for_every_jump_and_one_for_every_man_that_is_taken():
    game = find("eximo")
    session = Session(game, Random(0))
    rng = Random(5)
    while session.player >= 0:
        session.play(session.player, rng.choice(game.actions(session.state)))
    chains = 0
    for turn, after in zip(session.history.turns(), [*session.history.turns()[1:], None], strict=True):
        end = after[0].before if after else session.state
        afters = [*(step.before for step in turn[1:]), end]
        found = stills(zip(turn, afters, strict=True))
        assert found[-1].state == end
        chains += len(turn) > 1
        assert len(found) >= sum(step.before.board != state.board for step, state in zip(turn, afters, strict=True))
    assert chains


def test_a_taken_man_is_still_there_when_the_other_has_landed():
    game = find("eximo")
    session = Session(game, Random(0))
    rng = Random(5)
    while session.player >= 0:
        state = session.state
        session.play(session.player, rng.choice(game.actions(state)))
        seen = stills(session.history.frames(TRUTH, len(session.steps) - 1, len(session.steps)))
        if state.whole and sum(map(bool, session.state.board)) < sum(map(bool, state.board)) and len(seen) == 2:
            landed, taken = seen
            assert sum(map(bool, landed.state.board)) == sum(map(bool, state.board))
            assert taken.state == session.state
            return
    raise AssertionError("nothing was taken")


@pytest.mark.parametrize("spec", ["barragoon", "campo-bello", "eximo", "meerkats", "momentum"])
def test_the_last_picture_is_the_present(spec):
    desk, rng = sit(spec), Random(3)
    for _ in range(60):
        if desk.session.player < 0:
            break
        if desk.must_hand_over:
            desk.take_keyboard()
        before = desk.session.state.board
        desk.unseen()
        desk.play(rng.choice(desk.view.actions))
        seen = desk.unseen()
        if desk.must_hand_over:
            assert not seen  # somebody else sits here now
        elif desk.session.state.board != before:
            assert seen[-1].state.board == desk.view.state.board


def test_who_takes_the_keyboard_sees_the_turn_before():
    desk, rng = sit("meerkats"), Random(3)
    desk.take_keyboard()
    seat = desk.session.player
    while desk.session.player == seat:
        desk.play(rng.choice(desk.view.actions))
    assert not desk.unseen()
    desk.take_keyboard()
    seen = desk.unseen()
    assert len(seen) >= 1 and seen[-1].state == desk.view.state
    assert not desk.unseen()


def test_what_is_taken_back_or_looked_at_is_seen_at_once():
    desk = sit("momentum")
    desk.play("4,4")
    desk.play("4,5")
    desk.unseen()
    COMMANDS["undo"].do(desk, "")
    assert not desk.unseen()
    COMMANDS["redo"].do(desk, "")
    assert not desk.unseen()
    COMMANDS["look"].do(desk, "1")
    desk.table.play(desk.session.player, "6,6")
    assert not desk.unseen()


def test_computers_alone_that_are_in_a_hurry_are_seen_at_once():
    desk = sit("momentum", "random", "random")
    desk.table.play(0, "4,4")
    assert desk.unseen()
    desk.faster()
    desk.table.play(1, "4,5")
    assert not desk.unseen()
    desk.step()
    desk.table.play(0, "5,5")
    assert desk.unseen()


def test_steps_are_seen_as_the_one_may_know_them_who_looks():
    desk, rng = sit("meerkats", HUMAN, "random"), Random(2)
    for _ in range(6):
        seat = desk.session.player
        desk.table.play(seat, rng.choice(desk.table.view(seat).actions))
        for still in desk.unseen():
            assert still.state == desk.game.view(still.state, 0)


def test_a_turn_that_is_typed_is_shown_by_its_steps():
    desk, rng = sit("campo-bello"), Random(1)
    while True:
        turn = max(turns(desk.game, desk.session.state), key=lambda turn: len(turn.actions))
        if len(turn.actions) > 2:
            break
        desk.play(rng.choice(desk.view.actions))
        desk.unseen()
    desk.play(turn.text)
    assert len(desk.unseen()) >= len(turn.actions)


@pytest.mark.parametrize("spec", ["barragoon", "campo-bello", "eximo", "meerkats", "momentum"])
def test_every_turn_of_a_record_leads_to_its_page(spec):
    session, rng = Session(find(spec), Random(4)), Random(4)
    for _ in range(40):
        if session.player >= 0:
            session.play(session.player, rng.choice(session.game.actions(session.state)))
    for number, page in enumerate(pages(session)[1:], 1):
        seen = turn_stills(session, number)
        assert not seen or seen[-1].state.board == page.state.board
        assert seen or page.state.board == pages(session)[number - 1].state.board


@pytest.mark.parametrize("seed", [4, 6, 8])
def test_on_a_public_screen_turns_are_listed_as_they_are_refused(seed):
    desk, rng = sit("examples/ghosts.py"), Random(seed)
    desk.public, exits = True, 0
    while not desk.session.outcome:
        view = desk.table.view(desk.session.player)
        assert desk.listed() == ("", [desk.game.write(view.state, action) for action in view.actions])
        leaving = [action for action in view.actions if isinstance(action, Remove)]
        exits += len(leaving)
        desk.play(rng.choice(leaving or view.actions))
    assert exits


@pytest.mark.parametrize(("flip", "sign"), [(False, "↑"), (True, "↓")])
def test_a_sign_is_offered_as_it_will_stand_on_the_board(flip, sign):
    desk = sit("barragoon")
    desk.flip = flip
    arrow = next(number for number, piece in enumerate(desk.game.pieces) if piece.symbol == "OT")
    assert desk.button(Place(desk.game.board.cells["a3"], arrow)).endswith(f"OT {sign}")
