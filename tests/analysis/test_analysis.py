"""Analysis: the best lines of a position, and an obvious blunder in a game."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from random import Random

import pytest

from tabuleiro.analysis import analyst as thinker
from tabuleiro.analysis.analyst import Analyst, review
from tabuleiro.analysis.analyst import verdicts as judged
from tabuleiro.analysis.chart import chart
from tabuleiro.analysis.report import table
from tabuleiro.core.errors import UnknownAgent
from tabuleiro.core.notation import read_position, turns
from tabuleiro.core.registry import find
from tabuleiro.draw.text import width
from tabuleiro.play.agent import Agent, Choice, Limit
from tabuleiro.play.record import Record
from tabuleiro.play.replay import replay
from tabuleiro.play.session import Session
from tabuleiro.play.view import View

# Cross threatens c1; Nought looks away, then Cross does.
#   3  o . .        a1 b2 and so on
#   2  . o .
#   1  x x .
BLUNDERS = ("a1", "b2", "b1", "a3", "b3", "c1")


def view_of(game, text):
    state = read_position(game, text, strict=False)
    return View(game, state.player, state, state)


@pytest.fixture
def game(three):
    return find(three)


@pytest.fixture
def verdicts(game):
    session, trouble = replay(Record(str(game), seats=("x", "o"), names=("Ana", "Rui"), turns=BLUNDERS), Random(0))
    assert trouble is None
    return review(session, Analyst("mcts", game), Limit(nodes=600))


def test_the_winning_step_is_the_best_line(game):
    (line,) = Analyst("mcts", game).lines(view_of(game, "o2/1o1/xx1 x"), Limit(nodes=300))
    assert line.turns == ("c1",)
    assert line.scores[0] > 0.8


def test_lines_are_sorted_and_as_many_as_wanted(game):
    view = view_of(game, "o2/1o1/xx1 x")
    reports = []
    lines = Analyst("mcts", game).lines(view, Limit(nodes=1500), 3, reports.append)
    assert len(lines) == 3
    assert lines[0].turns == ("c1",) and lines[0].scores == (1.0, 0.0)
    assert [line.scores[0] for line in lines] == sorted((line.scores[0] for line in lines), reverse=True)
    assert reports[-1] == lines
    again = Analyst("mcts", game).lines(view, Limit(nodes=1500), 3)
    assert again == lines


@pytest.mark.parametrize("spec", ["campo-bello", "barragoon", "eximo"])
@pytest.mark.parametrize("agent", ["alphabeta", "mcts"])
def test_what_to_play_is_a_whole_decision(spec, agent):
    """A search may tell its first step alone: to play that would be to stop, where one should go on."""
    game, rng = find(spec), Random(2)
    session, longest = Session(game, rng), 0
    while session.player >= 0 and len(session.turns) < 30:
        if session.state.whole:
            seat = session.player
            (line,) = Analyst(agent, game).lines(session.view(seat), Limit(nodes=60))
            assert line.turns[0].startswith(line.decision) and not line.open
            branch, _ = replay(session.record(), Random(0))
            before = len(branch.steps)
            branch.play(seat, line.decision)
            assert branch.state.whole or branch.player != seat
            assert branch.steps[before].action == line.action
            assert all(step.player == seat for step in branch.steps[before:])
            longest = max(longest, len(branch.steps) - before)
        session.play(session.player, rng.choice(game.actions(session.state)))
    assert longest > 1


def test_several_lines_are_whole_turns_that_differ():
    """Also where they begin alike: in Campo Bello the piece to take away is chosen last, and decides much."""
    game = find("campo-bello")
    session = Session(game, Random(0))
    for seat, turn in enumerate(("g5-g0", "b5-b0")):
        session.play(seat, turn)
    legal = [turn.text for turn in turns(game, session.state)]
    lines = Analyst("alphabeta", game).lines(session.view(0), Limit(nodes=30 * len(legal)), len(legal))
    assert sorted(line.decision for line in lines) == sorted(legal)
    assert not any(line.open for line in lines)


def test_the_nodes_of_a_line_are_all_that_were_spent_on_it():
    game = find("eximo")
    view, limit = Session(game, Random(0)).view(0), Limit(nodes=3000)
    lines = Analyst("alphabeta", game).lines(view, limit, 2)
    one, other = (line.nodes for line in lines)
    assert abs(one - other) <= 3  # both went through all rounds; in each, a search may see one more than its share
    assert limit.nodes / 8 < one < limit.nodes / 2  # the rest went into those that fell out


def test_more_lines_than_steps(game):
    assert len(Analyst("mcts", game).lines(view_of(game, "oxo/xox/x1x o"), Limit(nodes=20), 5)) == 1


def test_who_does_not_say_what_it_thinks_cannot_analyze(game):
    with pytest.raises(UnknownAgent, match="random does not say what it thinks; try mcts"):
        Analyst("random", game).judge(view_of(game, "o2/1o1/xx1 x"), Limit(nodes=10))


@pytest.mark.parametrize("spec", ["eximo", "campo-bello", "momentum"])
def test_however_short_the_time_there_are_lines(spec):
    game = find(spec)
    view, limit = Session(game, Random(0)).view(0), Limit(seconds=1e-6)
    for agent in ("alphabeta", "mcts"):
        lines = Analyst(agent, game).lines(view, limit, 2)
        assert len(lines) == 2 and all(sum(line.scores) == pytest.approx(1) for line in lines)
        assert len(Analyst(agent, game).lines(view, limit)) == 1


def test_however_short_the_time_every_decision_is_judged():
    game, rng = find("eximo"), Random(1)
    session = Session(game, rng)
    while len(session.turns) < 12:
        session.play(session.player, rng.choice(game.actions(session.state)))
    assert len(review(session, Analyst("alphabeta", game), Limit(seconds=1e-6))) == len(
        list(session.history.decisions())
    )


class Slow(Agent):
    """Says what it thinks only when it has all the time in the world, and *words* times at most."""

    words = 0
    made = 0

    def __init__(self, *_):
        Slow.made += 1

    def choose(self, view, limit):
        if limit.seconds is not None or not Slow.words:
            return Choice(view.actions[-1])
        Slow.words -= 1
        return Choice(view.actions[-1], (0.75, 0.25))


@pytest.fixture
def slow(monkeypatch):
    for name in ("make", "prepared"):
        monkeypatch.setattr(thinker, name, Slow)
    Slow.words, Slow.made = 2, 0


@pytest.mark.usefixtures("slow")
def test_a_position_without_time_gets_a_glimpse_or_counts_as_even(game):
    analyst, view = Analyst("slow", game), view_of(game, "o2/1o1/xx1 x")
    for scores in ((0.75, 0.25), (0.75, 0.25), (0.5, 0.5)):
        assert analyst.judge(view, Limit(seconds=0.01)).scores == scores
    assert (analyst.hurried, Slow.made) == (3, 1)  # the same agent thinks all the time


@pytest.mark.usefixtures("slow")
def test_who_has_never_said_a_word_does_not_analyze_even_with_more_time(game):
    Slow.words = 0
    with pytest.raises(UnknownAgent, match="does not say what it thinks"):
        Analyst("slow", game).judge(view_of(game, "o2/1o1/xx1 x"), Limit(seconds=0.01))


class Discreet(Agent):
    """Remembers where it was asked, and nothing else is known of it."""

    everyone: tuple[Discreet, ...] = ()

    def __init__(self, *_):
        self.places = []
        Discreet.everyone = (*Discreet.everyone, self)

    def choose(self, view, _limit):
        self.places.append((view.seat, view.state))
        return Choice(view.actions[0], (0.5, 0.5))


def asked(monkeypatch, spec, agent="anybody"):
    """The agents that judged a game, those that were but made left out."""
    Discreet.everyone = ()
    for name in ("make", "prepared"):
        monkeypatch.setattr(thinker, name, Discreet)
    game, rng = find(spec), Random(5)
    session = Session(game, rng)
    while len(session.turns) < 8:
        session.play(session.player, rng.choice(game.actions(session.state)))
    analyst = Analyst(agent, game)
    analyst.warm()
    assert len(review(session, analyst, Limit(nodes=9))) == 8
    return [agent for agent in Discreet.everyone if agent.places]


def test_where_something_is_hidden_nobody_thinks_about_two_positions(monkeypatch):
    """What is found out at one seat is not known at another, whatever the agent remembers by."""
    agents = asked(monkeypatch, "meerkats")
    assert all(len(agent.places) == 1 for agent in agents) and len(agents) >= 8
    (agent,) = asked(monkeypatch, "momentum")
    assert len(agent.places) == 9  # the last of them is how the game stands now


def test_a_program_of_others_is_started_once_a_seat(monkeypatch):
    agents = asked(monkeypatch, "meerkats", "engine:program")
    assert [{seat for seat, _ in agent.places} for agent in agents] == [{0}, {1}]
    assert len(Discreet.everyone) == 2
    assert len(asked(monkeypatch, "momentum", "engine:program")) == 1 == len(Discreet.everyone)


@pytest.fixture
def burrow():
    """A view of a seat of Meerkats that does not know the other's colour."""
    return view_of(find("meerkats"), "4R/2G1B1/4R2/RB1GB1R1/3RY1Y1G/B1GGY2R/G1Y4/1G3G/1R2Y colours=R,?")


class Suspicious(Analyst):
    """Thinks that who has the fourth colour wins."""

    def __init__(self, *words):
        super().__init__(*words)
        self.worlds = Counter()

    def after(self, state, _limit):
        self.worlds[state.colours] += 1
        share = float(state.colours[1] == 4)
        return Choice(self.game.space[0], (1 - share, share))


def test_all_steps_are_judged_in_the_same_worlds(burrow):
    analyst = Suspicious("mcts", burrow.game)
    lines = analyst.lines(burrow, Limit(nodes=100), 3)
    assert sorted(analyst.worlds) == [(1, 2), (1, 3), (1, 4)]
    assert len(set(analyst.worlds.values())) == 1
    assert len({line.scores for line in lines}) == 1
    assert lines[0].scores[0] == pytest.approx(2 / 3, abs=0.15)


def test_lines_where_something_is_hidden_stop_at_once(burrow):
    assert Analyst("mcts", burrow.game).lines(burrow, Limit(seconds=60, cancelled=lambda: True), 3) == []


def test_lines_where_something_is_hidden_need_little_time(burrow):
    assert len(Analyst("mcts", burrow.game).lines(burrow, Limit(seconds=1e-6), 3)) == 3


def test_lines_where_something_is_hidden_do_not_depend_on_luck(burrow):
    """Another seed gives much the same lines."""
    game, view, state = burrow.game, burrow, burrow.state
    found = [
        {
            line.action: line.scores[state.player]
            for line in Analyst("mcts", game, seed).lines(view, Limit(nodes=20000), 6)
        }
        for seed in (1, 2)
    ]
    common = found[0].keys() & found[1].keys()
    assert len(common) >= 3
    assert all(abs(found[0][action] - found[1][action]) < 0.1 for action in common)


def test_a_blunder_is_found_with_what_was_better(verdicts):
    slip, missed = verdicts[3], verdicts[4]
    assert (slip.text, slip.seat, slip.turn) == ("a3", 1, 4)
    assert slip.mark in ("?", "??")
    assert slip.better[0] == "c1"
    assert slip.scores[0] > 0.8
    assert (missed.text, missed.seat, missed.mark, missed.better[0]) == ("b3", 0, "??", "c1")
    assert f"{missed.mark} better c1" in missed.sentence()


def test_verdicts_come_one_by_one_and_stop_when_nobody_wants_them(game):
    session, _ = replay(Record(str(game), seats=("x", "o"), names=("Ana", "Rui"), turns=BLUNDERS), Random(0))
    stop = []
    found = judged(session, Analyst("mcts", game), Limit(nodes=50, cancelled=lambda: bool(stop)))
    assert next(found) == review(session, Analyst("mcts", game), Limit(nodes=50))[0]
    stop.append(True)
    assert list(found) == []


def test_lines_stop_when_nobody_wants_them(game):
    told = []
    view = Session(game, Random(0)).view(0)
    limit = Limit(seconds=60, cancelled=lambda: len(told) > 1)
    assert len(Analyst("mcts", game).lines(view, limit, 3, told.append)) == 2


def test_a_good_turn_is_not_marked(verdicts):
    assert [verdict.mark for verdict in (verdicts[0], verdicts[1], verdicts[5])] == ["", "", ""]
    assert verdicts[5].lost == 0


def test_the_last_score_is_the_result(game):
    session, _ = replay(Record(str(game), turns=("a1", "b2", "b1", "a3", "c1")), Random(0))
    found = review(session, Analyst("mcts", game), Limit(nodes=100))
    assert found[-1].scores == session.outcome.scores == (1.0, 0.0)


def test_two_seats_may_decide_within_a_turn():
    """Every decision is judged by itself: in Barragoon both place a barragoon after a capture."""
    game, rng = find("barragoon"), Random(4)
    session = Session(game, rng)
    while session.player >= 0 and len(session.turns) < 120:
        session.play(session.player, rng.choice(game.actions(session.state)))
    found = list(session.history.decisions())
    assert max(number for number, _ in found) == len(session.turns)
    assert all(len({step.player for step in steps}) == 1 for _, steps in found)
    assert [step for _, steps in found for step in steps] == session.steps
    shared = [number for number, _ in found if sum(other == number for other, _ in found) > 1]
    assert shared


def test_chance_is_nobodys_decision():
    game, rng = find("meerkats:stone=bag"), Random(4)
    session = Session(game, rng)
    for _ in range(9):
        session.play(session.player, rng.choice(game.actions(session.state)))
    found = list(session.history.decisions())
    assert [number for number, _ in found] == list(range(1, len(found) + 1))
    assert all(step.player >= 0 for _, steps in found for step in steps)


# ── The chart ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_chart_shows_scores_and_mistakes(game, verdicts):
    picture = chart(game, verdicts, ("Ana <1>", "Rui"))
    root = ET.fromstring(picture)
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "Cross (Ana <1>)" in texts and "100 %" in texts
    marked = [verdict for verdict in verdicts if verdict.mark]
    assert len(marked) >= 2
    assert sum(text in ("?!", "?", "??") for text in texts) == len(marked)
    assert any("b3 ??" in title and "better c1" in title for title in titles)


SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("names", [("Ana", "Rui"), ("A" * 30, "B" * 30), ("A" * 300, "Rui"), ("漢" * 60, "字" * 60)])
def test_names_do_not_overlap_whatever_their_length(game, names):
    texts = [text for text in ET.fromstring(chart(game, (), names)).iter(f"{SVG}text") if "(" in text.text]
    boxes = [(float(text.get("x")), float(text.get("y")), 6.0 * width(text.text)) for text in texts]
    assert len(boxes) == 2
    assert all(left + wide < 640 for left, _, wide in boxes)
    (one, high, wide), (other, low, _) = boxes
    assert low > high + 11 or one + wide < other


def test_axes_have_titles(game):
    two = [text.text for text in ET.fromstring(chart(game, (), ("Ana", "Rui"))).iter(f"{SVG}text")]
    assert "turn" in two and "share of the win: Cross" in two
    four = find("campo-bello:players=4")
    assert "share of the win" in [text.text for text in ET.fromstring(chart(four, (), "ABCD")).iter(f"{SVG}text")]


def test_a_mistake_shows_whose_it_is(game, verdicts):
    """By colour and by shape, the same as beside the name."""
    root = ET.fromstring(chart(game, verdicts, ("Ana", "Rui")))
    signs = [(path.get("d"), path.get("fill")) for path in root.findall(f"{SVG}path") if path.get("transform")]
    assert len(signs) == len(set(signs)) == 2 == len({shape for shape, _ in signs})
    marked = [(path.get("d"), path.get("fill")) for path in root.findall(f"{SVG}g/{SVG}path")]
    assert marked == [signs[verdict.seat] for verdict in verdicts if verdict.mark]
    assert len(set(marked)) == 2


def test_a_chart_says_what_it_is_about(game):
    told = ET.fromstring(chart(game, (), ("Ana", "Rui"), about='["a < b"]')).findtext(f"{SVG}metadata")
    assert told == '["a < b"]'


def test_a_game_without_turns_and_one_with_four_seats_have_charts():
    four = find("campo-bello:players=4")
    for theme in ("light", "dark"):
        assert ET.fromstring(chart(four, (), [seat.name for seat in four.seats], theme)) is not None


def test_a_level_is_called_as_people_call_it():
    session = Session(find("momentum"), Random(0), names=("Ana", "level:2"))
    assert table(session, [])[-1] == "Red (level 2): 0 ?!, 0 ?, 0 ??"
