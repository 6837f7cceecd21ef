"""Alpha-beta: the value of plain minimax, forced wins, repetitions, limits, and play that beats greed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from random import Random
from threading import Timer
from time import monotonic

import pytest

from tabuleiro import kernels
from tabuleiro.ai import known, make
from tabuleiro.ai.alphabeta import AlphaBeta
from tabuleiro.ai.plain_alphabeta import ReferenceAlphaBeta
from tabuleiro.ai.profiles import EXACT, Manner
from tabuleiro.core import NOBODY, Game
from tabuleiro.core.errors import UnknownAgent
from tabuleiro.core.notation import legal_part, turns, write_turns
from tabuleiro.core.registry import find
from tabuleiro.games.momentum import Momentum
from tabuleiro.kernels.jit import rule_of
from tabuleiro.kernels.rules import evaluate
from tabuleiro.kernels.search.alphabeta import INFINITE, SCALE, WIN, new_memory, new_table, search, worth
from tabuleiro.play.agent import Choice, Limit
from tabuleiro.play.run import run
from tabuleiro.play.session import Session

SPECS = ("momentum", "momentum:forced=off,swap=off", "eximo", "eximo:drops=reserve,capture=optional", "campo-bello")
# Blue has 7 of 8 marbles, and some drops are the eighth without knocking one off.
ONE_SHORT = "1.1.1.1/......./......./2..1.../......./......./1.....1 1 20"


def agent(game: Game, manner: Manner | None = None, **limits) -> AlphaBeta:
    return AlphaBeta("alphabeta", game, Limit(**limits), 1, manner or Manner())


def table(spec: str, position: str | None = None) -> Session:
    game = find(spec)
    return Session(game, Random(0), start=position and game.read_position(position))


def random_positions(game: Game, seed: str, count: int, steps: range):
    """States of random games, each after some number of steps."""
    rng = Random(seed)
    while count:
        state = game.start()
        for _ in range(rng.choice(steps)):
            if state.player != NOBODY:
                state = game.apply(state, rng.choice(game.actions(state)))
        if state.player != NOBODY and len(game.actions(state)) > 1:
            count -= 1
            yield state


def choose(player, game: Game, state, limit: Limit | None = None) -> Choice:
    view = Session(game, Random(0), start=state).view(state.player)
    return player.choose(view, limit or Limit())


# ── The value ────────────────────────────────────────────────────────────────────────────────────────────────────


def minimax(game: Game, state, depth: int, ply: int, leaf) -> float:
    """What seat 0 gets by the definition, with the reference rules and nothing clever."""
    if state.player == NOBODY:
        share = game.outcome(state).scores[0]
        return WIN - ply if share == 1 else ply - WIN if share == 0 else 0
    if depth == 0:
        return leaf(state)
    actions = game.actions(state)
    less = depth - (len(actions) > 1)
    values = [minimax(game, game.apply(state, action), less, ply + 1, leaf) for action in actions]
    return max(values) if state.player == 0 else min(values)


def leaf_of(game: Game):
    """What the kernel thinks of a state, for seat 0."""
    kernel = kernels.find(game)
    assert kernel is not None

    def leaf(state):
        packed = kernel.pack(state)
        value = worth(rule_of(type(packed), evaluate)(packed, state.player))
        return value if state.player == 0 else -value

    return leaf


def signed(player: AlphaBeta, state) -> int:
    """The value that the last search found, for seat 0."""
    value = int(player.scratch[0].value)
    return value if state.player == 0 else -value


@pytest.mark.parametrize(
    ("spec", "depth", "count"),
    [
        ("momentum", 2, 12),
        ("momentum:marbles=2,swap=off", 2, 6),
        ("momentum:forced=off,marbles=4", 2, 8),
        ("eximo", 2, 8),
        ("eximo:drops=reserve,capture=optional", 2, 8),
        ("campo-bello", 4, 12),
        ("campo-bello:removal=may", 3, 12),
        ("campo-bello:blocked=pass,chain=report", 3, 12),
    ],
)
def test_the_value_is_that_of_minimax(spec, depth, count):
    """Also where one player decides several times on end, and where a step is forced."""
    game = find(spec)
    leaf = leaf_of(game)
    for state in random_positions(game, spec, count, range(4, 40)):
        player = agent(game, EXACT, depth=depth)
        choose(player, game, state)
        found, expected = signed(player, state), minimax(game, state, depth, 0, leaf)
        if abs(expected) > WIN / 2:  # a win found at a lower depth is not looked for again
            assert abs(found) > WIN / 2 and found * expected > 0
        else:
            assert found == expected, game.write_position(state)


def test_noisy_steps_that_are_treated_like_quiet_ones_change_no_value():
    game = find("campo-bello")
    leaf = leaf_of(game)
    for state in random_positions(game, "even", 6, range(4, 30)):
        player = agent(game, replace(EXACT, even=True), depth=4)
        choose(player, game, state)
        expected = minimax(game, state, 4, 0, leaf)
        assert signed(player, state) == expected or abs(expected) > WIN / 2, game.write_position(state)


@pytest.mark.parametrize("window", [0.00001, 0.002])
def test_a_window_about_the_last_value_does_not_change_the_next(window):
    game = find("eximo")
    for state in random_positions(game, "window", 6, range(4, 40)):
        values = []
        for manner in (EXACT, replace(EXACT, window=window)):
            player = agent(game, manner, depth=5)
            choose(player, game, state)
            values.append(signed(player, state))
        assert values[0] == values[1], game.write_position(state)


def test_the_value_inside_a_turn_that_both_decide():
    """Barragoon: who lost a tile places a barragoon, then the capturer places another, then the loser moves."""
    game, rng = find("barragoon"), Random(1)
    leaf, seen = leaf_of(game), set()
    state = game.start()
    while len(seen) < 2:
        seat = state.player
        state = game.apply(state, rng.choice(game.actions(state)))
        if state.player == NOBODY:
            state = game.start()
        elif state.pending and state.player != seat:
            player = agent(game, EXACT, depth=1)
            choose(player, game, state)
            assert signed(player, state) == minimax(game, state, 1, 0, leaf)
            seen.add(state.pending)
    assert seen == {1, 2}


# ── Forced wins ──────────────────────────────────────────────────────────────────────────────────────────────────


def solved(game: Game, state, seat: int, steps: int) -> bool:
    """Can *seat* force a win within so many steps? By trying everything."""
    if state.player == NOBODY:
        return game.outcome(state).scores[seat] == 1
    if steps == 0:
        return False
    afters = (game.apply(state, action) for action in game.actions(state))
    if state.player == seat:
        return any(solved(game, after, seat, steps - 1) for after in afters)
    return all(solved(game, after, seat, steps - 1) for after in afters)


@pytest.mark.parametrize(
    ("spec", "steps", "least"),
    [("momentum:marbles=4,forced=off", 3, 3), ("campo-bello", 5, 3), ("eximo:max_plies=0", 5, 3)],
)
def test_a_forced_win_is_found_and_played(spec, steps, least):
    """Positions late in random games in which everything tried shows a win, but none at once."""
    game, rng, found = find(spec), Random(spec), 0
    while found < least:
        state, trail = game.start(), []
        while state.player != NOBODY and len(trail) < 400:
            trail.append(state)
            state = game.apply(state, rng.choice(game.actions(state)))
        for late in trail[-12:]:
            seat = late.player
            if (
                len(game.actions(late)) in range(2, 50)
                and not solved(game, late, seat, 1)
                and solved(game, late, seat, steps)
            ):
                choice = choose(agent(game, depth=steps), game, late)
                assert choice.scores[seat] == 1.0
                assert solved(game, game.apply(late, choice.action), seat, steps - 1)
                found += 1
                break


def test_a_win_at_once_is_taken_before_a_later_one():
    game = find("momentum")
    choice = choose(agent(game, depth=5), game, game.read_position(ONE_SHORT))
    assert game.apply(game.read_position(ONE_SHORT), choice.action).player == NOBODY
    assert choice.scores == (1.0, 0.0) and choice.depth == 1


# ── What is left out ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_win_is_not_certain_where_replies_were_left_out():
    """Of Black's 576 ways to place a barragoon, two avert what all others lose to."""
    game = find("barragoon")
    text = "2RB4/2TH1RR1RL/No3WRL2W22W/TVNoRT4/2OB13WLLNo/TV4B1OB2OL/AT34WTV1/4RT13B/1OR13W2LT W quiet=1 ply=260"
    choice = choose(make("alphabeta:nodes=4000", game, Random(0)), game, game.read_position(text))
    assert 0.99 < choice.scores[0] < 1


@pytest.mark.parametrize("spec", ["momentum", "momentum:forced=off"])
def test_what_a_narrow_search_calls_certain_is_so(spec):
    """Also when it remembers what it saw in searches before."""
    game, certain, hopes = find(spec), 0, 0
    for state in random_positions(game, "narrow", 60, range(20, 40)):
        narrow = agent(game, Manner(0, reduce=0, few=3, narrow=2, widen=0), depth=5)
        view = Session(game, Random(0), start=state).view(state.player)
        for _ in range(2):
            score = narrow.choose(view, Limit()).scores[state.player]
            value = int(narrow.scratch[0].value)
            if score in (0.0, 1.0):
                certain += 1
                assert choose(agent(game, EXACT, depth=5), game, state).scores[state.player] == score
            elif abs(value) > SCALE:
                hopes += 1
    assert certain and hopes


# ── Repetition ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_is_losing_goes_back_to_a_past_position():
    """White's tile of 2 against four of 4: a draw by repetition is the best there is."""
    game = find("barragoon")
    start = game.read_position("2W6/7/7/7/7/7/7/7/4B4B4B4B3 W")
    values = []
    for texts in ((), ("a1-c1", "d9-g9", "c1-a1", "g9-d9")):
        session = Session(game, Random(0), start=start)
        for text in texts:
            session.play(session.player, text)
        assert session.state.board == start.board
        player = agent(game, EXACT, depth=1)
        choice = player.choose(session.view(0), Limit())
        values.append(signed(player, start))
    assert values[0] < 0 == values[1]
    assert write_turns(game, session.state, choice.line) == ("a1-c1",)


@pytest.mark.parametrize(("repeats", "drawn"), [(1, True), (0, False)])
def test_a_position_on_the_way_from_the_root_counts_as_past(repeats, drawn):
    game = find("barragoon")
    kernel = kernels.find(game)
    assert kernel is not None
    packed = kernel.pack(game.read_position("2W6/7/7/7/7/7/7/7/4B4B4B4B3 W"))
    memory = new_memory()
    memory.repeats = repeats
    search(packed, 1, -INFINITE, INFINITE, 0, memory, new_table(10))
    value = search(packed, 1, -INFINITE, INFINITE, 4, memory, new_table(10))
    assert (value == 0) == drawn


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", SPECS)
def test_the_same_nodes_give_the_same_game(spec):
    game, games = find(spec), []
    for _ in range(2):
        session = Session(game, Random(0))
        players = [make("alphabeta:nodes=500", game, Random(0)) for _ in range(2)]
        choices = []
        while session.player >= 0 and len(session.steps) < 12:
            choice = players[session.player].choose(session.view(session.player), Limit())
            session.play(session.player, choice.action)
            choices.append(choice)
        games.append(choices)
    assert games[0] == games[1]


@pytest.mark.parametrize("nodes", [1, 10, 100, 5000])
def test_nodes_bind(nodes):
    """One node more than allowed is looked at before it is noticed, or the noisy steps after it."""
    session = table("eximo")
    choice = agent(session.game, Manner(noisy=0), nodes=nodes).choose(session.view(0), Limit())
    assert choice.nodes <= nodes + 1
    assert choice.action in session.view(0).actions


def test_the_tighter_limit_binds():
    session = table("momentum")
    view = session.view(0)
    assert make("alphabeta:depth=2", view.game, Random(0)).choose(view, Limit(depth=3)).depth == 2
    assert make("alphabeta:depth=4", view.game, Random(0)).choose(view, Limit(depth=3)).depth == 3


def test_a_single_step_is_taken_without_a_thought():
    game = find("eximo")
    state = game.read_position("8/8/8/3w4/3b4/8/8/8 w")
    session = Session(game, Random(0), start=state)
    assert len(session.view(0).actions) == 1
    assert make("alphabeta", game, Random(0)).choose(session.view(0), Limit()).nodes == 0


def test_cancelling_is_quick():
    view = table("momentum").view(0)
    player = make("alphabeta", view.game, Random(0))
    player.choose(view, Limit(depth=1))  # compiled by now
    cancelled = []
    timer = Timer(0.2, lambda: cancelled.append(monotonic()))
    timer.start()
    choice = player.choose(view, Limit(depth=90, cancelled=lambda: bool(cancelled)))
    assert monotonic() - cancelled[0] < 1.0
    assert choice.action in view.actions and choice.depth >= 1
    timer.join()


def test_seconds_bind():
    view = table("eximo").view(0)
    player = make("alphabeta:seconds=0.3", view.game, Random(0))
    player.choose(view, Limit(depth=1))
    begun = monotonic()
    choice = player.choose(view, Limit())
    assert 0.25 < monotonic() - begun < 3
    assert choice.nodes > 0


@pytest.mark.parametrize("spec", ["campo-bello", "eximo", "barragoon"])
def test_a_time_that_is_up_before_it_begins_is_enough_to_look_at_every_step(spec):
    """Or at some, while the search is still being compiled; but not for who gives up."""
    view = table(spec).view(0)
    for ready in (False, False, True):
        player = agent(view.game)
        if ready:
            player.prepare()
        for seconds in (0, 0.000001):
            choice = player.choose(view, Limit(seconds=seconds))
            assert choice.action in view.actions and choice.depth == 1 and sum(choice.scores) == pytest.approx(1)
        choice = player.choose(view, Limit(cancelled=lambda: True))
        assert choice.action in view.actions


def test_a_time_that_is_up_ends_a_search_that_is_told_of_too():
    view = table("eximo").view(0)
    reports = []
    choice = agent(view.game).choose(view, Limit(seconds=0, report=reports.append))
    assert [report.depth for report in reports] in ([], [1]) and choice.scores


# ── What it tells ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", [*SPECS, "barragoon", "momentum:size=9,marbles=12"])
def test_it_reports_every_depth_and_a_line_that_can_be_played(spec):
    session = table(spec)
    rng = Random(1)
    while len(session.steps) < 5 or len(session.view(session.player).actions) == 1:
        session.play(session.player, rng.choice(session.view(session.player).actions))
    seat, reports = session.player, []
    last = make("alphabeta:depth=3", session.game, Random(0)).choose(session.view(seat), Limit(report=reports.append))
    depths = [depth for depth, _ in groupby(reports, key=lambda choice: choice.depth)]  # a slow one is told again
    assert depths == list(range(1, len(depths) + 1))
    assert reports[-1] == last
    assert sum(last.scores) == pytest.approx(1) and all(0 <= score <= 1 for score in last.scores)
    assert last.line[0] == last.action
    assert tuple(legal_part(session.game, session.state, last.line)) == last.line


def test_a_long_search_tells_again_and_again_what_was_best_before_it():
    view, began = table("eximo").view(0), monotonic()
    told: list[Choice] = []

    def again() -> bool:
        """Has it told twice of the same depth? Only a search that takes its time does."""
        return len({choice.depth for choice in told}) < len(told) or monotonic() - began > 100

    agent(view.game).choose(view, Limit(cancelled=again, report=told.append))
    before, after = told[-3:-1]  # the last is told when it ends
    assert after == replace(before, nodes=after.nodes) and after.nodes > before.nodes
    assert after.seconds > before.seconds > 0 and before.scores and before.line


def test_a_line_is_spelled_turn_by_turn():
    game = find("eximo")
    state = game.read_position("8/8/1w6/8/1w1w4/2b5/8/8 b")
    chain = next(turn for turn in turns(game, state) if turn.text == "c3xa5xc7")
    assert write_turns(game, state, chain.actions) == ("c3xa5xc7",)


# ── By name ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", ["momentum", "eximo", "campo-bello", "barragoon", "momentum:size=9,marbles=12"])
def test_it_is_known_for_two_players_who_see_everything(spec):
    game = find(spec)
    assert "alphabeta:seconds=1" in known(game)
    assert make("alphabeta:depth=2,threads=1", game, Random(0)).name == "alphabeta:depth=2,threads=1"


@pytest.mark.parametrize("spec", ["meerkats", "campo-bello:players=3", "campo-bello:players=4"])
def test_it_refuses_chance_secrets_and_more_players(spec):
    assert not any("alphabeta" in name for name in known(find(spec)))
    with pytest.raises(UnknownAgent, match="needs two players, no chance and no secrets"):
        make("alphabeta", find(spec), Random(0))


@pytest.mark.parametrize("argument", ["depth", "depth=x", "depth=0", "speed=3", "seconds=-1", "threads=65"])
def test_it_says_which_arguments_it_takes(argument):
    with pytest.raises(UnknownAgent, match="depth=…, seconds=…, nodes=…, threads=1…64"):
        make(f"alphabeta:{argument}", Momentum(), Random(0))


# ── Without a kernel ─────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Sixth(Momentum):
    """A game that nobody has compiled."""

    name = "sixth"


def test_a_plugin_is_searched_with_its_own_rules():
    game = Sixth()
    player = make("alphabeta:depth=2", game, Random(0))
    assert isinstance(player, ReferenceAlphaBeta)
    state = game.read_position(ONE_SHORT)
    choice = choose(player, game, state)
    assert game.outcome(game.apply(state, choice.action)).winners == (0,)
    assert choice.scores == (1.0, 0.0)


@pytest.mark.parametrize("spec", ["momentum:forced=off,marbles=4", "campo-bello", "eximo:drops=reserve"])
def test_the_reference_search_has_the_value_of_minimax(spec):
    game = find(spec)

    def leaf(state):
        lead = game.evaluate(state)[0]
        return lead / (1 + abs(lead))

    for state in random_positions(game, spec, 8, range(4, 30)):
        choice = choose(ReferenceAlphaBeta("alphabeta", game, Limit(depth=2)), game, state)
        expected = minimax(game, state, 2, 0, leaf)
        assert choice.scores[0] == pytest.approx(0.5 + max(-1, min(1, expected)) / 2)


def test_the_reference_search_keeps_its_limits():
    game = find("eximo")
    view = Session(game, Random(0)).view(0)
    player = ReferenceAlphaBeta("alphabeta", game, Limit())
    assert player.choose(view, Limit(nodes=300)).nodes <= 301
    assert player.choose(view, Limit(seconds=0)).depth == 1
    assert player.choose(view, Limit(cancelled=lambda: True)).nodes < 64
    begun = monotonic()
    assert player.choose(view, Limit(seconds=0.2)).action in view.actions
    assert monotonic() - begun < 2


# ── Strength ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("spec", "nodes"),
    [
        ("momentum", 2000),
        ("eximo", 2000),
        ("campo-bello", 2000),
        pytest.param("barragoon", 4000, marks=pytest.mark.slow),  # greed takes its time there
    ],
)
def test_it_beats_greed(spec, nodes):
    game, total = find(spec), 0.0
    for number in range(6):
        players = [make("greedy", game, Random(number)), make("greedy", game, Random(number))]
        players[number % 2] = make(f"alphabeta:nodes={nodes}", game, Random(number))
        ended = run(Session(game, Random(number)), players).outcome
        assert ended is not None
        total += ended.scores[number % 2]
    assert total >= 5


def test_two_threads_play_too():
    view = table("momentum").view(0)
    choice = make("alphabeta:depth=4,threads=2", view.game, Random(0)).choose(view, Limit())
    assert choice.action in view.actions and choice.depth == 4


# ── Signature ────────────────────────────────────────────────────────────────────────────────────────────────────

SIGNATURES = {
    "momentum": ("3,6", 6, 26154),
    "eximo": ("g7-h6", 6, 56960),
    "campo-bello": ("r5-r0-b0xb6-y2xy2", 8, 4981),
    "barragoon": ("d3xf4@g7No", 4, 26004),
}


@pytest.mark.parametrize("spec", SIGNATURES)
def test_a_search_is_what_it_was(spec):
    """The turn, depth and nodes of one search: a refactoring must not change them, better judgement of positions may."""
    game, (_, depth, _) = find(spec), SIGNATURES[spec]
    state = next(random_positions(game, "signature", 1, range(12, 13)))
    choice = choose(make(f"alphabeta:depth={depth}", game, Random(0)), game, state)
    assert (write_turns(game, state, choice.line)[0], choice.depth, choice.nodes) == SIGNATURES[spec]
