"""Searches on the plain rules: tree search with proofs, memory and softness, alpha-beta with a table, and their levels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from tabuleiro import kernels
from tabuleiro.ai import plain_alphabeta, plain_mcts
from tabuleiro.ai.agents import make
from tabuleiro.ai.calibration import survey
from tabuleiro.ai.levels import FEW, LEVELS
from tabuleiro.ai.plain_alphabeta import ReferenceAlphaBeta
from tabuleiro.ai.plain_mcts import ReferenceMcts, count
from tabuleiro.ai.profiles import JUDGING, PLAIN, Style
from tabuleiro.cli.commands.new import template
from tabuleiro.core import CHANCE, NOBODY, NOTHING, ActionSpace, Board, Choose, Game, Outcome, Seat, State
from tabuleiro.core.notation import legal_part, write_turns
from tabuleiro.core.registry import find
from tabuleiro.games.momentum import Momentum
from tabuleiro.play.agent import Limit
from tabuleiro.play.run import run, step
from tabuleiro.play.session import Session

KONANE = "examples/konane.py"
TWO_PLAYERS = [KONANE, "momentum:size=9", "campo-bello", "eximo:drops=reserve"]
# Blue has 7 of 8 marbles, and some drops are the eighth without knocking one off.
ONE_SHORT = "1.1.1.1/......./......./2..1.../......./......./1.....1 1 20"
BEHIND = "2W6/7/7/7/7/7/7/7/4B4B4B4B3 W"  # White's tile of 2 against four of 4
AROUND = ("a1-c1", "d9-g9", "c1-a1", "g9-d9")  # and back to where they were


@dataclass(frozen=True)
class Sixth(Momentum):
    """A game that nobody has compiled."""

    name = "sixth"


@pytest.fixture
def three(tmp_path):
    """Three in a row, as a new plugin begins: it does not judge positions."""
    path = tmp_path / "three.py"
    path.write_text(template("Three"), "utf-8")
    return str(path)


def tree(game: Game, style: Style = JUDGING, seed: int = 0, **limits) -> ReferenceMcts:
    return ReferenceMcts("mcts", game, Random(seed), Limit(**limits), style)


def view_of(game: Game, state, *texts: str):
    session = Session(game, Random(0), start=state)
    for text in texts:
        session.play(session.player, text)
    return session.view(session.player)


def later(game: Game, seed: object, steps: int):
    """A state of a random game in which there is something to choose."""
    rng = Random(f"{seed}")
    while True:
        state = game.start()
        for _ in range(steps):
            if state.player != NOBODY:
                state = game.apply(state, rng.choice(game.actions(state)))
        if state.player != NOBODY and len(game.actions(state)) > 1:
            return state


def solver(game: Game):
    """Who wins a small game, by trying everything; None for a draw."""

    @cache
    def winner(state):
        if state.player == NOBODY:
            ended = game.outcome(state)
            return None if ended.drawn else ended.winners[0]
        found = [winner(game.apply(state, action)) for action in game.actions(state)]
        for best in (state.player, None):
            if best in found:
                return best
        return 1 - state.player

    return winner


# ── Tree search: proofs ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("style", [JUDGING, Style()])
def test_a_win_at_once_is_found_and_proved_at_once(style):
    game = Sixth()
    state = game.read_position(ONE_SHORT)
    choice = tree(game, style, nodes=500).choose(view_of(game, state), Limit())
    assert game.outcome(game.apply(state, choice.action)).winners == (0,)
    assert choice.scores == (1.0, 0.0) and choice.nodes == 1


@pytest.mark.parametrize("style", [JUDGING, Style()])
def test_what_is_proved_is_true_and_a_small_game_is_proved(style):
    game = find(f"{KONANE}:size=4")
    winner, proved = solver(game), set()
    for seed in range(12):
        state = later(game, seed, 3 + seed % 3)
        agent = tree(game, style, nodes=3000)
        choice = agent.choose(view_of(game, state), Limit())
        assert agent.root.proof == winner(state) and choice.nodes < 3000
        assert choice.scores[winner(state)] == 1.0
        assert winner(state) != state.player or winner(game.apply(state, choice.action)) == state.player
        proved.add(winner(state) == state.player)
    assert proved == {False, True}


def test_a_draw_is_no_proof(three):
    game = find(three)
    winner = solver(game)
    assert winner(game.start()) is None
    agent = tree(game, nodes=2000)
    choice = agent.choose(view_of(game, game.start()), Limit())
    assert agent.root.proof is None and choice.nodes == 2000
    assert winner(game.apply(game.start(), choice.action)) is None


def test_only_two_who_see_everything_prove():
    assert tree(find(KONANE)).style.solve
    assert not tree(find("campo-bello:players=3")).style.solve
    assert not tree(find("meerkats")).style.solve
    assert not tree(find(KONANE), PLAIN).style.solve


# ── Tree search: what it tells ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", TWO_PLAYERS)
def test_the_line_can_be_played(spec):
    game = find(spec)
    state = later(game, spec, 8)
    choice = tree(game, nodes=300).choose(view_of(game, state), Limit())
    assert len(write_turns(game, state, choice.line)) > 1 and choice.depth >= len(choice.line)
    assert choice.line[0] == choice.action
    assert tuple(legal_part(game, state, choice.line)) == choice.line


@pytest.mark.parametrize("spec", ["meerkats", "meerkats:players=3,stone=bag", "campo-bello:players=4"])
def test_with_secrets_chance_and_more_players_it_plays_and_tells_too(spec):
    game, told = find(spec), []
    session = Session(game, Random(0))
    agent = tree(game, nodes=130)
    for _ in range(6):
        view = session.view(session.player)
        choice = agent.choose(view, Limit(report=told.append))
        assert choice.action in view.actions
        assert len(view.actions) == 1 or (choice.line and sum(choice.scores) == pytest.approx(1))
        session.play(session.player, choice.action)
    assert told and all(report.line for report in told)


def test_who_listens_does_not_change_what_it_finds():
    view = Session(find("meerkats"), Random(0)).view(0)
    found = [
        tree(view.game, replace(JUDGING, soft=0.1), nodes=150).choose(view, limit)
        for limit in (Limit(), Limit(seconds=600, cancelled=lambda: False, report=lambda _: None))
    ]
    assert found[0] == found[1]


def test_no_nodes_are_enough_for_a_legal_step():
    view = Session(find(KONANE), Random(0)).view(0)
    assert tree(view.game).choose(view, Limit(nodes=0)).action in view.actions
    assert tree(view.game).choose(view, Limit(cancelled=lambda: True)).nodes == 1


# ── Tree search: memory ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", [KONANE, "momentum:size=9", "campo-bello:players=3"])
def test_the_tree_is_kept_between_moves_and_forgotten_in_another_game(spec):
    game = find(spec)
    start = later(game, spec, 7)
    session, agent = Session(game, Random(0), start=start), tree(game)
    step(session, agent, Limit(nodes=1500))
    while len(game.actions(session.state)) == 1:
        step(session, agent, Limit())
    agent.choose(session.view(session.player), Limit(nodes=10))
    assert agent.root.visits > 60 and agent.size == count(agent.root)
    session.undo()
    agent.choose(session.view(session.player), Limit(nodes=10))
    assert agent.root.visits == 10
    other = Session(game, Random(0), start=later(game, "other", 7))
    agent.choose(other.view(other.player), Limit(nodes=10))
    assert agent.root.visits == 10


def test_a_full_tree_still_thinks(monkeypatch):
    monkeypatch.setattr(plain_mcts, "CAPACITY", 60)
    view = Session(find(KONANE), Random(0)).view(0)
    agent = tree(view.game, nodes=200)
    assert agent.choose(view, Limit()).nodes == 200
    assert agent.size == count(agent.root) <= 60


@dataclass(frozen=True)
class Endless(Game[State]):
    """Nobody ever wins, and nobody ever stops."""

    name = "endless"
    title = "Endless"
    pieces = (NOTHING,)
    seats = (Seat("a", "Ana", "blue"), Seat("b", "Rui", "red"))
    board = Board.grid("a", "1")
    space = ActionSpace([Choose(0), Choose(1)])

    def start(self):
        return State(bytes(1), 0)

    def actions(self, state):
        return [Choose(0), Choose(1)]

    def apply(self, state, action):
        return State(bytes(1), 1 - state.player)

    def outcome(self, state):
        return Outcome.draw(2, "")


def test_random_play_that_does_not_end_is_broken_off(monkeypatch):
    monkeypatch.setattr(plain_mcts, "LONGEST", 20)
    view = Session(Endless(), Random(0)).view(0)
    assert tree(view.game, nodes=20).choose(view, Limit()).scores == (0.5, 0.5)
    assert make("level:3", view.game, Random(0)).choose(view, Limit(nodes=5)).action in view.actions


def test_forced_play_that_does_not_end_is_broken_off(monkeypatch):
    monkeypatch.setattr(Endless, "actions", lambda _game, state: [Choose(0), Choose(1)][state.player :])
    view = Session(Endless(), Random(0)).view(0)
    assert ReferenceAlphaBeta("alphabeta", view.game, Limit(depth=3)).choose(view, Limit()).scores == (0.5, 0.5)


# ── Repetition ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("style", [JUDGING, replace(PLAIN, horizon=0)])
def test_who_is_losing_goes_back_to_a_past_position_of_the_game(style):
    game = find("barragoon")
    start = game.read_position(BEHIND)
    fresh = tree(game, style, nodes=60).choose(view_of(game, start), Limit())
    drawn = tree(game, style, nodes=60).choose(view_of(game, start, *AROUND), Limit())
    assert fresh.scores[0] < drawn.scores[0] - 0.05 and drawn.scores[0] <= 0.5
    assert game.write(start, drawn.action) == "a1-c1"


def test_alpha_beta_goes_back_too():
    game = find("barragoon")
    start = game.read_position(BEHIND)
    player = ReferenceAlphaBeta("alphabeta", game, Limit(depth=1))
    assert player.choose(view_of(game, start), Limit()).scores[0] < 0.5
    choice = player.choose(view_of(game, start, *AROUND), Limit())
    assert choice.scores[0] == 0.5 and write_turns(game, start, choice.line) == ("a1-c1",)


# ── Softness and arguments ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("spec", "style"), [(KONANE, JUDGING), (KONANE, Style()), ("momentum:size=9", JUDGING)])
def test_a_soft_choice_is_among_the_good_steps(spec, style):
    game = find(spec)
    view, chosen = view_of(game, later(game, 1, 6)), set()
    for seed in range(25):
        agent = tree(game, replace(style, soft=0.05), seed, nodes=100)
        choice = agent.choose(view, Limit())
        steps = agent.root.children
        best = max(steps.values(), key=lambda child: child.visits)
        taken = steps[choice.action]
        assert taken.mean >= best.mean - 0.15 and taken.visits > best.visits / 4
        assert choice.line[0] == choice.action
        chosen.add(choice.action)
    assert len(chosen) > 1


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_no_soft_level_overlooks_a_win_or_gives_one_away(level, three):
    game = find(three)
    won, threatened = (game.read_position(text) for text in ("o2/1o1/xx1 x", "oo1/x2/2x x"))
    for seed in range(10):
        agent = make(f"level:{level}", game, Random(seed))
        assert game.write(won, agent.choose(view_of(game, won), Limit()).action) == "c1"
        assert game.write(threatened, agent.choose(view_of(game, threatened), Limit()).action) == "c3"


def test_where_all_that_was_looked_at_is_lost_a_soft_choice_is_the_rest(three):
    game = find(three)
    threatened = game.read_position("oo1/x2/2x x")
    for nodes in range(1, 9):
        agent = tree(game, Style(soft=0.2, patience=1), nodes, nodes=nodes)
        view = view_of(game, threatened)
        assert agent.choose(view, Limit()).action in view.actions


@pytest.mark.parametrize("spec", [KONANE, "momentum:size=9"])
def test_without_compiled_rules_a_style_can_be_spelled_too(spec):
    game = find(spec)
    assert kernels.find(game) is None
    spelled = "explore=0.3,horizon=2,prior=1,wide=9,widen=3,patience=4,glance=on,soft=0.1"
    agent = make(f"mcts:nodes=9,threads=2,{spelled}", game, Random(0))
    assert agent.style == Style(0.3, horizon=2, prior=1.0, wide=9, widen=3.0, patience=4, glance=True, soft=0.1)
    assert make("mcts", game, Random(0)).style == JUDGING
    assert make("mcts:plain=on", game, Random(0)).style == PLAIN
    assert make("mcts:plain=on,explore=1", game, Random(0)).style == replace(PLAIN, explore=1.0)


def test_curiosity_spreads_the_visits():
    view = view_of(find(KONANE), later(find(KONANE), 1, 6))
    most = []
    for explore in ("0.1", "9"):
        agent = make(f"mcts:nodes=300,plain=on,explore={explore}", view.game, Random(0))
        agent.choose(view, Limit())
        most.append(max(child.visits for child in agent.root.children.values()))
    assert most[0] > 1.5 * most[1]


def test_who_does_not_judge_plays_to_the_end(three):
    """Then there is nothing to weigh steps by, and nothing to look at before the end."""
    view = Session(find(three), Random(0)).view(0)
    agent = tree(view.game, nodes=20)
    agent.choose(view, Limit())
    assert (agent.style.horizon, agent.style.prior) == (-1, 0.0)
    judging = tree(find(KONANE), nodes=20)
    judging.choose(Session(judging.game, Random(0)).view(0), Limit())
    assert (judging.style.horizon, judging.style.prior) == (JUDGING.horizon, JUDGING.prior)


# ── The scale of an evaluation ───────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Finer(Momentum):
    """Counts in 128ths of a marble; by a power of two, so that sums are the same to the last bit."""

    name = "finer"

    def evaluate(self, state):
        return tuple(128 * value for value in super().evaluate(state))


def test_the_scale_of_an_evaluation_does_not_matter():
    sixth, finer = (
        tree(game, nodes=200).choose(view_of(game, later(game, 2, 8)), Limit()) for game in (Sixth(), Finer())
    )
    assert survey(Finer()).unit == 128 * survey(Sixth()).unit
    assert sixth == finer


@pytest.mark.parametrize("spec", ["meerkats:players=3,stone=bag", "campo-bello:players=4", KONANE])
def test_a_survey_is_always_the_same(spec):
    found = survey(find(spec))
    survey.cache_clear()
    assert survey(find(spec)) == found and found.breadth > 1 and found.unit > 0 and found.decisions >= 1


def test_a_game_without_evaluation_has_no_unit(three):
    assert survey(find(three)).unit == 0.0
    assert survey(Endless()) == survey(Endless()) and survey(Endless()).breadth == 2.0
    assert Endless().start().player != CHANCE


@pytest.mark.parametrize(
    ("spec", "least", "most"), [("momentum", 1, 1), ("campo-bello", 1.5, 1.9), ("meerkats", 1.9, 2)]
)
def test_a_survey_counts_the_decisions_of_a_turn(spec, least, most):
    """In Meerkats a turn drops a stone and slides one; what is forced is no decision."""
    assert least <= survey(find(spec)).decisions <= most


# ── Levels ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", [KONANE, "momentum:size=9", "three", "three:size=5"])
def test_every_level_may_look_longer_than_the_one_below(spec, three):
    game = find(spec.replace("three", three))
    agents = [make(f"level:{level}", game, Random(0), threads=2) for level in LEVELS]
    seconds, nodes = [agent.limit.seconds for agent in agents], [agent.limit.nodes for agent in agents[:-1]]
    assert all(more > less for less, more in pairwise(seconds))
    assert all(more > 1.2 * less for less, more in pairwise(nodes)) and nodes[0] >= 16
    assert agents[-1].limit.seconds * survey(game).decisions == pytest.approx(LEVELS[max(LEVELS)].seconds)
    assert nodes[0] * survey(game).decisions == pytest.approx(LEVELS[1].plain.nodes, abs=1) or game.name == "three"
    assert [agent.style.soft for agent in agents] == [level.soft for level in LEVELS.values()]


def test_the_page_of_the_levels_tells_their_limits():
    *limits, top = (level.plain for level in LEVELS.values())
    *nodes, most = (f"{limit.nodes}" for limit in limits)
    *seconds, longest = (f"{limit.seconds:g}" for limit in limits)
    with open("docs/levels.md", encoding="utf-8") as file:
        page = " ".join(file.read().split())
    assert f"up to {', '.join(nodes)} and {most} positions" in page
    assert f"no longer than {', '.join(seconds)} and {longest} seconds, the top level {top.seconds:g}." in page
    assert f"more than {FEW} steps" in page


def test_where_steps_are_many_and_nothing_says_which_look_good_a_level_looks_at_more(three):
    specs = three, f"{three}:size=5", "momentum:size=9"
    narrow, wide, judged = (make("level:1", find(spec), Random(0)).limit.nodes for spec in specs)
    assert survey(find(specs[1])).breadth > FEW and survey(find(specs[2])).breadth > FEW
    assert wide > narrow == judged == LEVELS[1].plain.nodes


@pytest.mark.parametrize("level", ["level:1", "level:4", "level:6"])
def test_a_level_by_plain_rules_plays_the_same_game_again(level):
    game, games = find(KONANE), []
    for _ in range(2):
        session = run(Session(game, Random(0)), [make(level, game, Random(seat)) for seat in (0, 1)], Limit(nodes=100))
        games.append(session.turns)
    assert games[0] == games[1]


def test_the_top_level_beats_the_second():
    game, points = find(KONANE), 0.0
    for number in range(6):
        players = [make(spec, game, Random(number)) for spec in ("level:8", "level:2")]
        session = run(Session(game, Random(number)), players[:: 1 if number % 2 == 0 else -1], Limit(nodes=400))
        points += session.outcome.scores[number % 2]
    assert points >= 5


# ── Alpha-beta ───────────────────────────────────────────────────────────────────────────────────────────────────


def shortest_alphabeta(game: Game, state, depth: int, alpha: float, beta: float, looked: list[int]) -> float:
    """The same value for who decides, by the shortest program: no table, no order."""
    looked[0] += 1
    if depth == 0:
        values = game.evaluate(state)
        lead = (values[state.player] - values[1 - state.player]) / 2
        return lead / (1 + abs(lead))
    actions = game.actions(state)
    for action in actions:
        after = game.apply(state, action)
        if after.player == NOBODY:
            looked[0] += 1
            value = 4 * game.outcome(after).scores[state.player] - 2  # how soon does not matter here
        else:
            sign = 1 if after.player == state.player else -1
            low, high = (alpha, beta) if sign == 1 else (-beta, -alpha)
            value = sign * shortest_alphabeta(game, after, depth - (len(actions) > 1), low, high, looked)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


@pytest.mark.parametrize(
    ("spec", "depth"), [(KONANE, 6), ("momentum:size=9", 3), ("campo-bello", 5), ("eximo:drops=reserve", 3)]
)
@pytest.mark.parametrize("room", [100_000, 50])
def test_table_and_order_find_the_same_value_sooner(spec, depth, room, monkeypatch):
    monkeypatch.setattr(plain_alphabeta, "TABLE", room)
    game, nodes, plain = find(spec), 0, [0]
    for seed in range(4):
        state = later(game, seed, 6 + 3 * seed)
        player = ReferenceAlphaBeta("alphabeta", game, Limit(depth=depth))
        choice = player.choose(view_of(game, state), Limit())
        for shallow in range(1, choice.depth + 1):  # to deepen step by step is part of the price
            value = shortest_alphabeta(game, state, shallow, -4.0, 4.0, plain)
        assert choice.scores[state.player] == pytest.approx(0.5 + max(-1.0, min(1.0, value)) / 2)
        nodes += choice.nodes
        assert len(player.search.table) <= room and len(player.search.older) <= room
    if room > 50:
        assert nodes < 0.8 * plain[0]


def test_the_value_stays_that_of_minimax_when_the_table_is_kept_through_a_game():
    game, rng = find(KONANE), Random(2)
    session, player = Session(game, Random(0)), ReferenceAlphaBeta("alphabeta", game, Limit(depth=4))
    search, compared = player.search, 0
    while session.player >= 0:
        state = session.state
        choice = player.choose(session.view(session.player), Limit())
        assert player.search is search or not compared  # a new one for a new game
        search = player.search
        if choice.depth == 4:
            value = shortest_alphabeta(game, state, 4, -4.0, 4.0, [0])
            assert choice.scores[state.player] == pytest.approx(0.5 + max(-1.0, min(1.0, value)) / 2)
            compared += 1
        session.play(session.player, rng.choice(game.actions(state)))
    assert compared >= 3
    player.choose(Session(game, Random(0)).view(0), Limit())
    assert player.search is not search


def test_a_win_is_counted_from_where_it_is_met_again():
    """A position that was searched at one distance from the root and comes up at another: the sooner win is taken."""
    game = find(f"{KONANE}:size=4")
    winner, found = solver(game), 0
    for seed in range(40):
        state = later(game, seed, 3)
        if winner(state) != state.player:
            continue
        session = Session(game, Random(0), start=state)
        player = ReferenceAlphaBeta("alphabeta", game, Limit(depth=12))
        while session.player >= 0:
            seat = session.player
            choice = player.choose(session.view(seat), Limit())
            assert winner(game.apply(session.state, choice.action)) == winner(session.state)
            session.play(seat, choice.action)
        assert session.outcome.winners == (state.player,)
        found += 1
    assert found >= 3
