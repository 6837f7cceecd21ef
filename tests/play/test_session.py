"""The session: whose turn it is, prefixes and rests of turns, undo and redo, repetition, resignation, clocks, views."""

import pickle
from random import Random

import pytest

from tabuleiro.core import CHANCE, NOBODY
from tabuleiro.core.errors import BadOption, Illegal, NotNow
from tabuleiro.core.registry import find, names
from tabuleiro.play.clock import Clock, TimeControl
from tabuleiro.play.history import pages
from tabuleiro.play.record import Variation
from tabuleiro.play.session import Session
from tabuleiro.play.view import View

SPECS = [*names(), "meerkats:stone=bag,players=3", "campo-bello:players=4"]


def finished(spec: str, seed: int = 1) -> Session:
    rng = Random(seed)
    session = Session(find(spec), rng)
    while session.player >= 0:
        session.play(session.player, rng.choice(session.view(session.player).actions))
    return session


def test_only_the_seat_that_decides_may_play():
    session = Session(find("momentum"), Random(0), names=["Ana", "Rui"])
    with pytest.raises(NotNow, match="it is Ana's turn"):
        session.play(1, "4,4")
    session.play(0, "4,4")
    with pytest.raises(NotNow, match="it is Rui's turn"):
        session.play(0, "4,5")


def test_an_illegal_text_changes_nothing():
    session = Session(find("eximo"), Random(0))
    with pytest.raises(Illegal):
        session.play(0, "b8-b7")
    assert session.steps == []


def test_an_error_goes_from_process_to_process():
    session = Session(find("eximo"), Random(0))
    with pytest.raises(Illegal) as caught:
        session.play(0, "b8-b7")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.text, again.position) == (str(caught.value), "b8-b7", caught.value.position)


def test_a_turn_can_be_played_in_parts_and_the_whole_text_typed_again():
    # Black's man on f2 takes on e3 and d5; typed step by step, the second time with what was played before.
    game = find("eximo")
    start = game.read_position("8/8/8/3w4/8/4w3/w4b2/8 b")
    session = Session(game, Random(0), start=start)
    session.play(1, "f2xd4")
    assert (session.so_far, session.player) == ("f2xd4", 1)
    session.play(1, "f2xd4xd6")
    assert session.turns == ["f2xd4xd6"]


def test_nobody_decides_for_another_seat():
    # White takes a tile: the first barragoon is Black's to place.
    game = find("barragoon")
    session = Session(game, Random(0), start=game.read_position("7/7/7/7/32W3/7/32B3/7/3B6 W aside=24"))
    with pytest.raises(NotNow, match=r"Black \(brown\)'s to decide"):
        session.play(0, "d5xd7@a1No@b1No")
    assert session.steps == []
    session.play(0, "d5xd7")
    assert session.player == 1
    session.play(1, "@a1No")
    session.play(0, "@b1No")
    assert session.turns == ["d5xd7@a1No@b1No"]


def test_third_occurrence_of_a_position_is_a_draw():
    session = Session(find("barragoon"), Random(0))
    for text in ["c2-c3", "c8-c7", "c3-c2", "c7-c8", "c2-c3", "c8-c7", "c3-c2"]:
        session.play(session.player, text)
    assert session.outcome is None
    session.play(session.player, "c7-c8")
    assert session.outcome is not None and session.outcome.drawn and "3 times" in session.outcome.reason
    session.undo()
    assert session.outcome is None


def test_resigning_gives_the_win_to_the_others():
    session = Session(find("campo-bello:players=3"), Random(0), names=["A", "B", "C"])
    session.resign(1)
    assert session.outcome is not None
    assert session.outcome.winners == (0, 2) and session.outcome.reason == "B resigned"
    assert session.player == NOBODY


@pytest.mark.parametrize("spec", SPECS)
def test_undo_to_the_start_and_redo_to_the_end(spec: str):
    session = finished(spec)
    record = session.record()
    for _ in session.turns:
        assert session.undo()
    assert not session.undo()
    assert session.turns == []
    while session.undone:
        assert session.redo()
    assert session.record() == record


def test_what_was_said_of_a_turn_goes_and_comes_with_it():
    session = Session(find("momentum"), Random(0))
    for seat, text in ((0, "4,4"), (1, "3,3"), (0, "1,7")):
        session.play(seat, text)
    other = (Variation(("5,5",)),)
    session.comments, session.marks = {0: "all", 2: "two", 3: "three"}, {3: "!"}
    session.variations, session.tags = {1: other, 3: other}, {"event": "Lisbon Open"}
    record = session.record()
    session.undo()
    session.undo()
    back = session.record()
    assert (back.comments, back.marks, back.variations) == ({0: "all"}, {}, {1: other})
    session.redo()
    session.redo()
    assert session.record() == record
    session.undo()
    session.play(0, "7,7")
    assert session.record().comments == {0: "all", 2: "two"} == session.comments
    assert session.marks == {} and session.variations == {1: other} and session.tags == {"event": "Lisbon Open"}


def test_there_is_nothing_to_play_again_unless_something_was_taken_back():
    session = Session(find("eximo"), Random(0), start=find("eximo").read_position("8/8/8/3w4/8/4w3/w4b2/8 b"))
    assert not session.redo()
    session.play(1, "f2xd4")
    assert not session.redo()
    assert session.undo()
    assert session.redo() and session.so_far == "f2xd4"
    assert not session.redo()


def test_undo_keeps_what_chance_drew():
    session = Session(find("meerkats:stone=bag"), Random(5))
    drawn = session.so_far
    session.play(session.player, "5.5")
    assert session.undo()
    assert session.so_far == drawn and session.player == 0


def test_clock_spends_increments_and_flags():
    session = Session(find("momentum"), Random(0), clock=Clock(TimeControl.read("10+2"), 2))
    session.play(0, "4,4", now=4.0)
    assert session.view(None).clocks == (8.0, 10.0)
    assert session.view(None, now=9.0).clocks == (8.0, 5.0)
    with pytest.raises(NotNow, match="time"):
        session.play(1, "1,1", now=15.0)
    assert session.outcome is not None and session.outcome.winners == (0,)
    assert session.view(None, now=99.0).clocks == (8.0, 0.0)


@pytest.mark.parametrize("spec", SPECS)
def test_view_becomes_json_and_comes_back(spec: str):
    rng = Random(2)
    session = Session(find(spec), rng)
    for _ in range(12):
        for seat in (*range(session.game.players), None):
            view = session.view(seat)
            assert View.from_json(view.to_json()) == view
        session.play(session.player, rng.choice(session.view(session.player).actions))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("stone", ["choose", "bag"])
def test_meerkats_views_and_records_keep_the_secret(players: int, stone: str):
    """All deals that agree on a seat's own colour give that seat the same view and the same record, move for move."""
    game = find(f"meerkats:players={players},stone={stone}")
    seen: dict[tuple[int, int], set[str]] = {}
    for seed in range(30):
        session = Session(game, Random(seed))
        rng = Random(99)  # the same play whatever the deal
        if stone == "bag":
            session.rng = Random(7)
        for _ in range(6):
            session.play(
                session.player, rng.choice(session.view(session.player).actions)
            ) if stone == "choose" else None
        for seat in range(players):
            own = session.state.colours[seat]
            text = (
                session.record(seat).to_text() + repr(session.view(seat).to_json())
                if stone == "choose"
                else session.record(seat).deal
            )
            seen.setdefault((seat, own), set()).add(text)
        assert "?" in session.record(None).deal
    assert all(len(texts) == 1 for texts in seen.values())
    assert len(seen) == players * 4


def test_meerkats_errors_keep_the_secret():
    session = Session(find("meerkats"), Random(5))
    with pytest.raises(Illegal) as caught:
        session.play(0, "R9.9")
    assert caught.value.position.endswith("colours=R,?") or "?" in caught.value.position


def test_meerkats_records_that_begin_with_colours_keep_the_secret():
    game = find("meerkats")
    session = Session(game, Random(0), start=game.read_position("5/6/7/8/9/8/7/6/5 colours=R,G"))
    assert [session.record(seat).start.split("=")[1] for seat in (0, 1, None)] == ["R,?", "?,G", "?,?"]
    assert session.record().start.endswith("colours=R,G")
    session.resign(0)
    assert session.record(None).start.endswith("colours=R,G")


def test_meerkats_reveals_at_the_end():
    session = finished("meerkats")
    assert "?" not in session.record(0).deal
    assert session.view(None).state == session.state


def test_chance_never_waits():
    assert Session(find("meerkats"), Random(0)).player != CHANCE


@pytest.mark.parametrize("spec", ["barragoon:repetition=1", "eximo:repetition=1"])
def test_a_repetition_of_one_is_refused(spec: str):
    with pytest.raises(BadOption, match="a number from 2"):
        find(spec)


# ── One view a change ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", SPECS)
def test_a_view_is_built_once_a_version_and_lists_the_legal_steps_once(spec: str, monkeypatch: pytest.MonkeyPatch):
    session = Session(find(spec), Random(0), clock=Clock(TimeControl.read("60"), find(spec).players))
    kind, listed = type(session.game), list[object]()
    actions = kind.actions

    def counted(self: object, state: object) -> object:
        listed.append(state)
        return actions(self, state)

    for _ in range(3):
        seat = session.player
        chosen = session.view(seat).actions[0]
        with monkeypatch.context() as patch:
            patch.setattr(kind, "actions", counted)
            views = [session.view(seat, now=now) for now in (None, 1.0, 2.0)]
            assert all(view.actions is views[0].actions and view.turns is views[0].turns for view in views)
            assert not listed  # they were listed before
            session.play(seat, chosen)
            assert len(listed) <= session.game.has_secrets  # what a view lists is trusted where nothing is hidden
            listed.clear()
    session.clock = None
    assert session.view(0) is session.view(0)


def test_every_change_is_another_version():
    session = Session(find("momentum"), Random(0))
    versions = [session.version]

    def changed(view: View) -> None:
        assert session.version > versions[-1]
        versions.append(session.version)
        assert session.view(0) is not view and session.view(0).version == session.version

    for change in (
        lambda: session.play(0, "4,4"),
        session.undo,
        session.redo,
        lambda: session.rename(["Ana", "Rui"]),
        lambda: session.resign(1),
    ):
        view = session.view(0)
        change()
        changed(view)


def test_clocks_run_on_between_changes():
    session = Session(find("momentum"), Random(0), clock=Clock(TimeControl.read("10"), 2))
    early, late = session.view(0, now=1.0), session.view(0, now=4.0)
    assert (early.clocks, late.clocks) == ((9.0, 10.0), (6.0, 10.0))
    assert early != late and early.version == late.version


@pytest.mark.parametrize("spec", SPECS)
def test_a_branch_stands_where_the_game_stood_after_so_many_turns(spec):
    session = finished(spec)
    session.comments[1] = "so far"
    leaves = pages(session)
    for turn in {0, 1, len(leaves) // 2, len(leaves) - 2}:
        branch = session.branch(turn, Random(0))
        assert len(branch.turns) == turn and branch.outcome is None
        assert branch.turns == session.turns[:turn]
        if leaves[turn].state.player != CHANCE:
            assert branch.state == leaves[turn].state
        assert branch.record().comments == ({1: "so far"} if turn else {})
    assert len(session.turns) == len(leaves) - 1, "the game itself stays as it is"
