"""History: which steps make a turn, how each seat sees them, and that nothing inside the process reads its own texts."""

from random import Random

import pytest

from tabuleiro.core import CHANCE, NOBODY, notation
from tabuleiro.core.notation import read_turn
from tabuleiro.core.registry import find, names
from tabuleiro.play.history import TRUTH, decider, pages, turn_text
from tabuleiro.play.session import Session

SPECS = [*names(), "meerkats:stone=bag,players=3", "campo-bello:players=4"]


def played(spec: str, steps: int, seed: int = 3) -> Session:
    """A game after so many random decisions, or its end."""
    rng = Random(seed)
    session = Session(find(spec), rng)
    for _ in range(steps):
        if session.player >= 0:
            session.play(session.player, rng.choice(session.view(session.player).actions))
    return session


@pytest.mark.parametrize("spec", SPECS)
def test_turns_are_whole_begin_one_after_the_other_and_have_all_the_steps(spec: str):
    session = played(spec, 40)
    history = session.history
    turns, begun = history.turns(), history.under_way()
    assert [*history.deal(), *(step for turn in turns for step in turn), *begun] == session.steps
    for turn in turns:
        assert turn[0].before.whole and not any(step.before.whole for step in turn[1:])
        assert decider(turn) != CHANCE
    assert bool(begun) == (not session.state.whole and session.state.player != NOBODY)
    assert all(step.player == CHANCE for step in history.deal())
    assert history.start == (*turns, begun)[0][0].before


@pytest.mark.parametrize("spec", SPECS)
def test_the_text_of_a_turn_is_read_as_its_steps(spec: str):
    session = played(spec, 40)
    for turn in session.history.turns():
        assert read_turn(session.game, turn[0].before, turn_text(turn)).actions == tuple(step.action for step in turn)


@pytest.mark.parametrize("spec", SPECS)
def test_a_seat_sees_the_steps_in_states_and_words_that_keep_the_secret(spec: str):
    session = played(spec, 30)
    game = session.game
    for seat in (*range(game.players), None):
        view = session.view(seat)
        seen = [*session.history.deal(seat), *view.steps]
        assert len(seen) == len(session.steps)
        for step, truth in zip(seen, session.steps, strict=True):
            assert step.before == game.view(truth.before, seat)
            assert step.action == game.veil(truth.before, truth.action, seat)
        assert view.start == game.view(session.history.start, seat)


@pytest.mark.parametrize("spec", SPECS)
def test_no_text_is_read_back_where_steps_are_played(spec: str, monkeypatch: pytest.MonkeyPatch):
    """Views, replays, undo, records: everything works on steps."""

    def never(*_: object) -> None:
        raise AssertionError("a text was read")

    monkeypatch.setattr(notation, "_spelled", never)
    session = played(spec, 30)
    assert session.undo() and session.redo()
    for seat in (*range(session.game.players), None):
        view = session.view(seat)
        assert len(list(view.replay())) == len(view.steps)
        assert view.past()
    assert session.record().turns == tuple(session.turns)
    assert pages(session)[-1].state in (session.state, session.history.turns()[-1][0].before)


@pytest.mark.parametrize("spec", SPECS)
def test_steps_taken_back_are_forgotten_by_every_seat(spec: str):
    session = played(spec, 30)
    everybody = (*range(session.game.players), None, TRUTH)
    before = [session.history.turns(eyes) for eyes in everybody]
    while session.steps and session.undo():
        pass
    assert not any(session.history.turns(eyes) for eyes in everybody)
    while session.redo():
        pass
    assert [session.history.turns(eyes) for eyes in everybody] == before


def test_a_seat_takes_back_its_own_part_of_a_turn_and_no_more():
    # White takes a tile; Black places the first barragoon, White the second.
    game = find("barragoon")
    session = Session(game, Random(0), start=game.read_position("7/7/7/7/32W3/7/32B3/7/3B6 W aside=24"))
    assert not session.take_back(0)
    session.play(0, "d5xd7")
    assert not session.take_back(1)
    session.play(1, "@a1No")
    assert session.so_far == "d5xd7@a1No" and not session.take_back(0)
    assert session.take_back(1)
    assert (session.so_far, session.player) == ("d5xd7", 1)
    assert session.redo() and session.so_far == "d5xd7@a1No"


def test_pages_have_the_position_after_every_turn():
    session = Session(find("meerkats:stone=bag"), Random(4))
    rng = Random(5)
    while len(session.turns) < 4 or not session.state.hand:
        session.play(session.player, rng.choice(session.view(session.player).actions))
    found = pages(session)
    assert [page.text for page in found] == ["", *session.turns]  # the stone drawn for the next turn makes no page
    assert [page.player for page in found] == [CHANCE, 0, 1, 0, 1]
    assert found[0].state == session.history.start
    assert found[-1].state == session.history.under_way()[0].before


def test_a_piece_that_was_pushed_is_touched_too():
    """In Momentum the drop is clicked, and marbles at the far ends of its lines move on."""
    session = Session(find("momentum"), Random(0))
    for turn in ("4,4", "3,4", "2,4"):
        session.play(session.player, turn)
    names = session.game.board.names
    assert [names[cell] for cell in session.view(None).last] == ["2,4", "4,4"]
    assert [names[cell] for cell in pages(session)[2].cells] == ["3,4", "5,4"]
