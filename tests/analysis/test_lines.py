"""Lines: what a search expects, read as steps and written as turns, and the mistakes that it finds in any step of one."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tabuleiro.analysis import analyst
from tabuleiro.analysis.analyst import Analyst, review
from tabuleiro.analysis.lines import SHOWN, turns_of
from tabuleiro.core.notation import turns
from tabuleiro.core.notation import write_turns as texts_of
from tabuleiro.core.registry import find
from tabuleiro.engines.info import read_line
from tabuleiro.engines.protocol import SILENT
from tabuleiro.play.agent import Agent, Choice, Limit
from tabuleiro.play.session import Session
from tabuleiro.play.view import View

SEVERAL = ["barragoon", "campo-bello", "campo-bello:removal=may", "eximo", "meerkats"]  # steps a turn


@pytest.mark.parametrize("spec", SEVERAL)
@pytest.mark.parametrize("by", ["turn", "step"])
def test_a_line_of_turns_or_of_steps_is_read_to_its_end(spec, by):
    """Steps without a text, which are left out, are found."""
    game, rng = find(spec), Random(2)
    session = Session(game, rng)
    begun, start = len(session.steps), session.state
    while session.player >= 0 and len(session.turns) < 60:
        session.play(session.player, rng.choice(game.actions(session.state)))
    steps = session.steps[begun:]
    texts = session.turns if by == "turn" else [step.text or SILENT for step in steps]
    found = list(read_line(game, start, texts))
    assert len(found) > len(session.turns) > 15
    assert found == [step.action for step in steps][: len(found)]
    assert len(steps) - len(found) <= 2  # a last step without a text nobody tells of
    assert turns_of(game, start, found) == tuple(session.turns[:SHOWN])


def test_a_line_is_read_as_far_as_it_is_legal():
    game = find("campo-bello")
    session = Session(game, Random(2))
    while len(session.turns) < 4:
        session.play(session.player, session.rng.choice(game.actions(session.state)))
    one, two, *others = session.turns
    assert turns_of(game, game.start(), list(read_line(game, game.start(), [one, two, "zz", *others]))) == (one, two)
    assert list(read_line(game, game.start(), ["zz", one])) == []


def test_to_stop_is_told_by_its_name():
    """The rest of a turn may have no text: a line that left it out would begin with what the other one plays."""
    game, rng = find("campo-bello"), Random(2)
    session = Session(game, rng)
    while session.state.whole or session.state.due:
        session.play(session.player, rng.choice(game.actions(session.state)))
    stop = next(action for action in game.actions(session.state) if not game.write(session.state, action))
    reply = game.actions(game.apply(session.state, stop))[0]
    assert turns_of(game, session.state, [stop]) == ("stop",)
    first, second = turns_of(game, session.state, [stop, reply])
    assert first == "stop" and second.count("-") == 1


class Oracle(Agent):
    """Expects *steps* from *state* on, by which who decides there wins; elsewhere that one loses.

    One that is *terse* tells a step at a time, as searches do that have seen little.
    """

    def __init__(self, game, state, steps, *, terse=False):
        self.seat, self.terse, self.rest = state.player, terse, {}
        for number, action in enumerate(steps):
            self.rest[state] = steps[number:]
            state = game.apply(state, action)

    def choose(self, view, _limit):
        rest = self.rest.get(view.state)
        scores = tuple(0.9 if (seat == self.seat) == bool(rest) else 0.1 for seat in (0, 1))
        if not rest:
            return Choice(view.actions[0], scores)
        return Choice(rest[0], scores, tuple(rest[:1] if self.terse else rest))


def consult(monkeypatch, agent):
    """Whoever is asked to analyze, it is *agent* who does."""
    for name in ("make", "prepared"):
        monkeypatch.setattr(analyst, name, lambda *_: agent)


def forked(spec):
    """A game, a position of it, and two decisions there that differ after their first step."""
    game, rng = find(spec), Random(3)
    session = Session(game, rng)
    while True:
        ways = {}
        for turn in islice(turns(game, session.state, alone=True), 400):
            ways.setdefault(turn.actions[0], []).append(turn)
        for found in ways.values() if session.state.whole else ():
            if len(found) > 1 and found[0].after.player >= 0 and found[-1].after.player >= 0:
                return game, session.state, found[0], found[-1]
        session.play(session.player, rng.choice(game.actions(session.state)))


def gone_on(game, state, count):
    """The first steps from *state* on."""
    while count and state.player >= 0:
        action = game.actions(state)[0]
        yield action
        state, count = game.apply(state, action), count - 1


@pytest.mark.parametrize("spec", SEVERAL)
@pytest.mark.parametrize("terse", [False, True])
def test_a_mistake_after_the_first_step_of_a_turn_is_found(spec, terse, monkeypatch):
    """A search tells the steps that it expects, and each of several steps may be the mistake."""
    game, state, *ways = forked(spec)
    for good, bad in (ways, reversed(ways)):
        expected = (*good.actions, *gone_on(game, good.after, 9))
        consult(monkeypatch, Oracle(game, state, expected, terse=terse))
        found = []
        for played in (good, bad):
            session = Session(game, Random(0), start=state)
            for action in (*played.actions, *gone_on(game, played.after, 12)):
                session.play(session.player, action)
            found.append(review(session, Analyst("oracle", game), Limit(nodes=9))[0])
        sound, slip = found
        assert (sound.text, sound.mark, sound.lost, sound.better) == (good.text, "", 0, ())
        assert (slip.text, slip.mark) == (bad.text, "??") and slip.lost == pytest.approx(0.8)
        assert slip.better == texts_of(game, state, good.actions if terse else expected)[:3]


@pytest.mark.parametrize("spec", SEVERAL)
@pytest.mark.parametrize("terse", [False, True])
def test_a_line_is_shown_by_whole_turns(spec, terse, monkeypatch):
    game, state, good, _ = forked(spec)
    expected = (*good.actions, *gone_on(game, good.after, 9))
    consult(monkeypatch, Oracle(game, state, expected, terse=terse))
    (line,) = Analyst("oracle", game).lines(View(game, state.player, state, state), Limit(nodes=9))
    assert line.turns == texts_of(game, state, good.actions if terse else expected)[:SHOWN]
    assert len(line.turns) > 2 or terse
    assert (line.decision, line.open) == (good.text, False)
