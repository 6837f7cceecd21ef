"""Tree search: it finds what is there to find, keeps its limits, repeats itself under a node limit, sees no secret."""

import pickle
from copy import deepcopy
from dataclasses import replace
from itertools import permutations
from random import Random
from threading import Event, current_thread, main_thread
from time import monotonic

import numpy as np
import pytest

from tabuleiro import kernels
from tabuleiro.ai import background
from tabuleiro.ai.agents import make
from tabuleiro.ai.background import Warming
from tabuleiro.ai.mcts import children_of
from tabuleiro.ai.meerkats.belief import Belief
from tabuleiro.core import NOBODY
from tabuleiro.core.errors import UnknownAgent
from tabuleiro.core.notation import write_turns
from tabuleiro.core.registry import find, names
from tabuleiro.kernels.jit import rule_of
from tabuleiro.kernels.rules import evaluate
from tabuleiro.kernels.search.mcts import replant, sapling
from tabuleiro.play.agent import Limit, Status
from tabuleiro.play.run import run, step
from tabuleiro.play.session import Session

EXAMPLE = "examples/konane.py"


def session_at(spec: str, position: str | None = None, seed: int = 0) -> Session:
    game = find(spec)
    return Session(game, Random(seed), start=None if position is None else game.read_position(position))


def chosen(agent_spec: str, session: Session, seed: int = 1, limit: Limit | None = None):
    agent = make(agent_spec, session.game, Random(seed))
    return agent.choose(session.view(session.player), limit or Limit())


def test_takes_a_win_and_proves_it():
    # Blue has seven marbles and drops the eighth anywhere that pushes none off.
    session = session_at("momentum", "1.....1/......./..1.1../......./..1.1../......./1.....2 1 22")
    choice = chosen("mcts:nodes=500", session)
    after = session.game.apply(session.state, choice.action)
    assert after.player == NOBODY and session.game.outcome(after).winners == (0,)
    assert choice.scores == (1.0, 0.0)
    assert choice.nodes < 500  # a proof ends the search


def test_meets_a_threat_with_the_only_turn():
    # Black must take on d4, and what is proven lost is not chosen while something else is there.
    session = session_at("eximo", "8/8/8/8/3w4/2b5/5b2/8 b")
    assert session.game.write(session.state, chosen("mcts:nodes=50", session).action) == "c3xe5"


@pytest.mark.parametrize("nodes", [20, 60, 200])
def test_a_soft_choice_is_made_where_all_that_was_looked_at_is_lost(nodes: int):
    # Black has 640 ways to place a barragoon, and White wins after most of them.
    position = "23W13W2/3No3/4No2/54W1/2W1No34W/1No3BOBNo2W4B/No3BNo1AT1LL/1LB5/14BRR13W2 W place=B:2 ply=29"
    session = session_at("barragoon", position)
    assert chosen(f"mcts:nodes={nodes},soft=0.1", session).action in session.view(session.player).actions


def test_a_soft_choice_is_among_steps_that_nobody_had_time_for_too():
    """By a glance; one that looks a good deal worse than the best is not taken."""
    session = session_at("momentum:forced=off")
    for text in ("4,4", "3,3"):
        session.play(session.player, text)
    game, view = session.game, session.view(session.player)
    taken = set()
    for seed in range(60):
        agent = make("mcts:nodes=8,soft=0.1", game, Random(seed))
        taken.add(agent.choose(view, Limit()).action)
        assert sum(often > 0 for often in agent.visits().values()) <= 8
    assert len(taken) > 8

    def worth(action):
        packed = kernels.find(game).pack(game.apply(view.state, action))
        return rule_of(type(packed), evaluate)(packed, view.seat)

    most = max(map(worth, view.actions))
    assert all(worth(action) > most - 0.45 for action in taken)


@pytest.mark.parametrize("spec", [*names(), "campo-bello:players=4", "meerkats:players=3,stone=bag"])
def test_same_seed_and_nodes_same_choice(spec: str):
    session = session_at(spec, seed=3)
    rng = Random(4)
    for _ in range(4):
        session.play(session.player, rng.choice(session.view(session.player).actions))
    while len(session.view(session.player).actions) == 1:
        session.play(session.player, session.view(session.player).actions[0])
    choices = {chosen("mcts:nodes=200", session, seed=9) for _ in range(2)}
    assert len(choices) == 1
    assert choices.pop().nodes == 200


@pytest.mark.parametrize(
    "agent", ["level:1", "level:3", "level:6", "mcts:nodes=60,plain=on", "mcts:nodes=60,threads=2"]
)
@pytest.mark.parametrize("spec", ["momentum", "eximo", "campo-bello:players=3", "meerkats"])
def test_plays_whole_games(agent: str, spec: str):
    game = find(spec)
    cheap = Limit(nodes=60)
    session = run(Session(game, Random(0)), [make(agent, game, Random(seat)) for seat in range(game.players)], cheap)
    assert session.outcome is not None


def test_cancelling_and_seconds_are_kept():
    session = session_at("eximo")
    agent = make("mcts", session.game, Random(0))
    agent.choose(session.view(0), Limit(nodes=10))  # compiled
    started = monotonic()
    agent.choose(session.view(0), Limit(seconds=60, cancelled=lambda: monotonic() - started > 0.2))
    assert monotonic() - started < 5  # a very loose bound: timings do not decide tests


@pytest.mark.parametrize("spec", ["eximo", "meerkats"])
def test_when_it_looks_up_does_not_change_what_it_finds(spec: str, monkeypatch):
    """Under a limit of nodes, whatever the clock says and whoever listens."""
    session, found = session_at(spec), set()
    for chunk, limit in [(64, Limit()), (7, Limit(seconds=600, cancelled=lambda: False, report=lambda _: None))]:
        monkeypatch.setattr("tabuleiro.ai.mcts.CHUNK", chunk)
        monkeypatch.setattr("tabuleiro.ai.budget.REPORT_SECONDS", 0.0)
        found.add(chosen("mcts:nodes=999,soft=0.1", session, limit=limit))
    assert len(found) == 1


def test_a_depth_does_not_bind_it_but_it_ends():
    session = session_at("eximo")
    assert chosen("mcts", session, limit=Limit(depth=3, cancelled=lambda: False)).nodes > 0


@pytest.mark.parametrize("spec", ["eximo", EXAMPLE])
def test_the_depth_is_the_length_of_the_line(spec: str):
    session = session_at(spec)
    depths = [chosen(f"mcts:nodes={nodes}", session).depth for nodes in (1, 400)]
    assert depths[0] == 1 < depths[1]


@pytest.mark.parametrize("plain", ["on", "off"])
@pytest.mark.parametrize("spec", ["momentum", "eximo", "campo-bello:players=3", "meerkats"])
def test_many_threads_grow_one_sound_tree(spec: str, plain: str):
    """No step is lost or doubled, every visit is counted once, and a score for each."""
    session = session_at(spec)
    game, agent = session.game, make(f"mcts:nodes=20000,threads=4,plain={plain}", session.game, Random(0))
    for _ in range(2):  # the second time, a tree that was kept goes on
        choice = agent.choose(session.view(session.player), Limit())
        assert choice.nodes == 20_000
        check_sound(agent.tree)
        legal = sorted(game.space.index(action) for action in game.actions(session.state))
        assert sorted(children_of(agent.tree, 0)["code"].tolist()) == legal
        session.play(session.player, choice.action)
        while len(session.view(session.player).actions) == 1:
            session.play(session.player, session.view(session.player).actions[0])


def check_sound(tree):
    """Nothing is claimed any more; children lie side by side, and were visited no more often than what leads to them."""
    nodes = tree.nodes[: int(tree.used[0])]
    assert np.all(nodes["first"] >= 0) and np.all(nodes["tried"] >= 0)
    assert np.all(nodes["total"] >= 0) and np.all(nodes["total"] <= nodes["visits"] + 1e-9)
    parents = nodes[nodes["first"] > 0]
    assert np.all(parents["children"] > 0)
    assert 1 + int(parents["children"].sum(dtype=np.int64)) == len(nodes)
    assert len(set(parents["first"].tolist())) == len(parents)
    within = np.concatenate([[0], np.cumsum(nodes["visits"].astype(np.int64))])
    ends = parents["first"].astype(np.int64) + parents["children"]
    assert np.all(within[ends] - within[parents["first"]] <= parents["visits"])
    for parent in parents[:2000]:
        codes = nodes["code"][parent["first"] : parent["first"] + parent["children"]]
        assert len(set(codes.tolist())) == len(codes)


def test_many_threads_prove_what_one_does():
    """Blue wins at once; in the other position there is but one turn that does not lose."""
    for spec, position, text, scores in (
        ("momentum", "1.....1/......./..1.1../......./..1.1../......./1.....2 1 22", None, (1.0, 0.0)),
        ("eximo", "8/8/8/8/3w4/2b5/5b2/8 b", "c3xe5", None),
    ):
        session = session_at(spec, position)
        choice = chosen("mcts:nodes=4000,threads=4", session)
        assert scores in (None, choice.scores)
        assert text in (None, session.game.write(session.state, choice.action))


def test_an_interrupt_ends_all_threads():
    session = session_at("momentum")
    agent = make("mcts:threads=2", session.game, Random(0))
    agent.prepare()
    began = monotonic()

    def interrupted():
        if current_thread() is main_thread() and monotonic() - began > 0.1:
            raise KeyboardInterrupt
        return False

    with pytest.raises(KeyboardInterrupt):
        agent.choose(session.view(0), Limit(seconds=20, cancelled=interrupted))
    assert monotonic() - began < 10


def test_reports_while_it_thinks():
    session = session_at("eximo")
    seen = []
    chosen("mcts:seconds=0.5", session, limit=Limit(report=seen.append))
    assert seen and seen[-1].nodes > 0 and seen[-1].line and abs(sum(seen[-1].scores) - 1) < 1e-9


def test_the_tree_is_kept_between_moves():
    session = session_at("momentum")
    agent = make("mcts:nodes=3000", session.game, Random(0))
    other = make("mcts:nodes=100", session.game, Random(0))  # its steps are ones that a tree looks at
    step(session, agent, Limit())
    step(session, other, Limit())
    step(session, agent, Limit(nodes=100))
    assert int(agent.tree.nodes[0].visits) > 100


@pytest.mark.parametrize("count", [1, 2, 100])
def test_replanting_keeps_the_branch(count: int):
    """However many nodes are copied at a time; the children of who was seen a few times are left behind."""
    old, new = sapling(100), sapling(100)
    nodes, old.used[0] = old.nodes, 8
    nodes[:8] = 0
    nodes["first"][:8], nodes["children"][:8] = [1, 0, 4, 0, 6, 0, 0, 0], [3, 0, 2, 0, 2, 0, 0, 0]
    nodes["tried"][:8] = [3, 0, 1, 0, 2, 0, 0, 0]
    nodes["visits"][:8] = [10, 1, 8, 1, 5, 3, 2, 2]
    nodes["root"][:6] = nodes["total"][:6] = [1, 2, 3, 4, 5, 6]
    nodes["code"][4:6] = [7, 9]
    origin, calls, done = np.zeros(100, np.int32), 0, 0
    origin[0] = 2
    while done < new.used[0]:
        done, calls = replant(old, origin, new, done, count), calls + 1
    assert done == int(new.used[0]) == 3 and calls == -(-3 // count)
    planted = new.nodes[:3]
    assert list(planted["first"]) == [1, 0, 0]
    assert list(planted["children"]) == [2, 0, 0] and list(planted["tried"]) == [1, 0, 0]
    assert list(planted["visits"]) == [8, 5, 3] and list(planted["code"][1:]) == [7, 9]
    assert list(planted["total"]) == list(planted["root"]) == [3, 5, 6]


def test_what_a_long_thought_found_is_there_in_the_next():
    session = session_at("eximo")
    agent = make("mcts", session.game, Random(0))
    before = agent.choose(session.view(0), Limit(nodes=50_000))
    session.play(0, before.action)
    seen = int(next(child.visits for child in children_of(agent.tree, 0) if child.code == code(session, before)))
    agent.choose(session.view(1), Limit(nodes=64))
    assert int(agent.tree.nodes[0].visits) >= seen - 1 + 64


def code(session: Session, choice) -> int:
    return session.game.space.index(choice.action)


LOSING = "2W6/7/7/7/7/7/7/7/4B4B4B4B3 W"  # a tile of 2 against four of 4


def test_who_is_losing_goes_back_to_a_past_position():
    """A draw by repetition is the best that White can have."""
    choices = []
    for texts in ((), ("a1-c1", "d9-g9", "c1-a1", "g9-d9")):
        session = session_at("barragoon", LOSING)
        for text in texts:
            session.play(session.player, text)
        choices.append(chosen("mcts:nodes=2000", session))
    assert choices[0].scores[0] < 0.3 < 0.45 < choices[1].scores[0]
    assert write_turns(session.game, session.state, choices[1].line)[0] == "a1-c1"


def test_a_position_on_the_way_from_the_root_counts_as_past():
    """A tree in which both tiles of this end only step to and fro says draw of what goes back, not what it looks like."""
    session = session_at("barragoon", "2W6/7/7/7/7/7/7/7/4B6 W")
    agent = make("mcts:nodes=4000,explore=0,wide=1,widen=0,prior=0.001", session.game, Random(0))
    agent.choose(session.view(0), Limit())
    tree, node, depth = agent.tree, 0, 0
    while tree.nodes[node].first > 0:
        node = int(tree.nodes[node].first)  # each has one child that is looked at
        depth += 1
    assert depth < 100


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("agent", ["mcts:nodes=150", "level:2", "level:5", "level:8"])
def test_the_same_view_gives_the_same_choice_whatever_the_truth(players: int, agent: str):
    """All deals that agree on the own colour: the same public play, the same choice."""
    game = find(f"meerkats:players={players}")
    chosen_by_own: dict[int, set[object]] = {}
    for colours in permutations((1, 2, 3, 4), players):
        if colours[0] not in (1, 2):
            continue
        session = Session(game, Random(0), start=replace(game.start(), colours=colours, player=0))
        player = make(agent, game, Random(5))
        rng = Random(6)
        for _ in range(2 * players - 1):  # to seat 0's second turn
            session.play(session.player, rng.choice(game.actions(session.state)))
        while session.player != 0 or not session.state.whole:
            session.play(session.player, rng.choice(game.actions(session.state)))
        choice = player.choose(session.view(0), Limit(nodes=150))
        chosen_by_own.setdefault(colours[0], set()).add((choice.action, choice.scores))
    assert all(len(choices) == 1 for choices in chosen_by_own.values())


def test_what_was_believed_is_forgotten_when_turns_are_taken_back():
    """After an undo and other turns the evidence is that of somebody who has seen only those."""
    session = session_at("meerkats", seed=2)
    agent = make("mcts:nodes=20", session.game, Random(0))
    rng = Random(3)

    def play_on(turns):
        while session.player >= 0 and len(session.turns) < turns:
            session.play(session.player, rng.choice(session.view(session.player).actions))

    play_on(8)
    agent.choose(session.view(0), Limit())
    for _ in range(5):
        session.undo()
    play_on(10)
    agent.choose(session.view(0), Limit())
    fresh = Belief(session.game)
    fresh.follow(session.view(0))
    assert agent.belief.evidence == fresh.evidence


def test_belief_learns_from_greedy_play():
    """Somebody who only ever helps red is believed to own red, more than chance would say."""
    game = find("meerkats")
    hits, games = 0.0, 12
    for seed in range(games):
        session = Session(game, Random(seed))
        agents = [make("random", game, Random(seed)), make("greedy", game, Random(seed + 100))]
        while session.player >= 0 and len(session.turns) < 24:
            step(session, agents[session.player], Limit())
        belief, view = Belief(game), session.view(0)
        belief.follow(view)
        rng = Random(1)
        guesses = [belief.imagine(view.state, rng).colours[1] for _ in range(40)]
        hits += guesses.count(session.state.colours[1]) / len(guesses)
    assert hits / games > 0.5  # blind guessing among three colours gives a third


def test_plugins_without_compiled_rules_are_searched_too():
    game = find(EXAMPLE)
    assert kernels.find(game) is None
    agents = [make("mcts:nodes=40", game, Random(0)), make("random", game, Random(1))]
    wins = 0.0
    for number in range(4):
        session = run(Session(game, Random(number)), agents[:: 1 if number % 2 == 0 else -1])
        wins += session.outcome.scores[number % 2]
    assert wins >= 3


def test_bad_arguments_say_what_would_do():
    game = find("eximo")
    for spec in ("mcts:speed=3", "mcts:nodes=-1", "mcts:nodes=x", "level:9", "level:", "mcts:seconds=nan"):
        with pytest.raises(UnknownAgent):
            make(spec, game, Random(0))
    for argument in ("plain=maybe", "plain=", "threads=500", "threads=0", "horizon=-1"):
        with pytest.raises(UnknownAgent, match=r"mcts takes .*threads=1…64, plain=on\|off"):
            make(f"mcts:{argument}", game, Random(0))


def test_a_style_can_be_spelled_with_nothing_of_a_kind():
    game = find("eximo")
    style = make("mcts:horizon=0,prior=0,soft=0,plain=off", game, Random(0)).style
    assert (style.horizon, style.prior, style.soft) == (0, 0, 0)
    assert make("mcts:plain=on", game, Random(0)).style.horizon == -1
    view = Session(game, Random(0)).view(0)
    assert make("mcts:horizon=0,nodes=50", game, Random(0)).choose(view, Limit()).nodes == 50


@pytest.mark.parametrize("spec", ["momentum", "momentum:size=9"])
def test_by_a_glance_others_are_looked_at_when_the_best_disappoints(spec: str):
    """Without curiosity, a step that nobody has looked at is worth less than the one step that somebody has."""
    session, looked = session_at(spec), []
    for glance in ("off", "on"):
        agent = make(f"mcts:nodes=300,explore=0,horizon=0,prior=6,glance={glance}", session.game, Random(0))
        agent.choose(session.view(0), Limit())
        steps = children_of(agent.tree, 0) if hasattr(agent, "tree") else agent.root.children.values()
        visits = [step.visits for step in steps]
        looked.append(sum(often > 0 for often in visits))
    assert looked[0] < looked[1]


def test_a_glance_is_what_the_state_after_a_step_is_worth():
    game = find("momentum")
    agent = make("mcts:nodes=5", game, Random(0))
    agent.choose(Session(game, Random(0)).view(0), Limit())
    for child in children_of(agent.tree, 0):
        after = agent.kernel.pack(game.apply(game.start(), game.space[child.code]))
        assert child.glance == pytest.approx(rule_of(type(after), evaluate)(after, 0), abs=1e-6)


def test_a_leaf_that_somebody_glanced_at_is_not_judged_again():
    game = find("momentum")
    agent = make("mcts:nodes=1", game, Random(0))
    agent.choose(Session(game, Random(0)).view(0), Limit())
    (leaf,) = (child for child in children_of(agent.tree, 0) if child.visits)
    assert leaf.total == leaf.glance > 0
    assert agent.tree.sums[:2].tolist() == [leaf.glance, 1.0 - leaf.glance]


@pytest.mark.parametrize("spec", ["momentum", "barragoon", "eximo"])
def test_without_priors_there_is_no_glance(spec):
    """What would be one stands where a node without a prior has another number."""
    session, found = session_at(spec), []
    for glance in ("on", "off"):
        agent = make(f"mcts:nodes=200,prior=0,horizon=0,glance={glance}", session.game, Random(0))
        choice = agent.choose(session.view(0), Limit())
        found.append((choice.action, choice.scores, agent.tree.sums.tolist()))
    assert found[0] == found[1] and all(0 <= score <= 1 for score in found[0][1])


def test_copies_leave_the_tree_behind():
    session = session_at("momentum")
    agent = make("mcts:nodes=50", session.game, Random(0))
    first = agent.choose(session.view(0), Limit())
    again = deepcopy(agent)
    assert again.tree is None and len(pickle.dumps(agent)) < 100_000
    assert isinstance(again.choose(session.view(0), Limit()).action, type(first.action))
    assert agent.tree is not None


def test_nobody_waits_for_the_compiler():
    session = session_at("momentum")
    agent = Warming("mcts:nodes=200", session.game, Random(0))
    choice = agent.choose(session.view(0), Limit(nodes=20))
    assert choice.action in session.game.actions(session.state)
    agent.wait()
    assert agent.ready
    assert agent.choose(session.view(0), Limit()).nodes == 200


def test_codes_of_the_tree_are_the_references():
    game = find("momentum")
    agent = make("mcts:nodes=50", game, Random(0))
    session = Session(game, Random(0))
    agent.choose(session.view(0), Limit())
    tree = agent.tree
    listed = sorted(children_of(tree, 0)["code"])
    assert listed == sorted(game.space.index(action) for action in game.actions(session.state))


def test_a_forced_step_of_another_game_does_not_keep_the_old_tree():
    """A player of many games, like an engine: the second game begins with a step that needs no thought."""
    game = find("eximo")
    rng = Random(5)
    session = Session(game, Random(0))
    while len(game.actions(session.state)) > 1 or not session.state.whole:
        if session.outcome:
            session = Session(game, Random(0))
        session.play(session.player, rng.choice(game.actions(session.state)))
    forced = Session(game, Random(0), start=session.state)
    agent = make("mcts:nodes=200", game, Random(0))
    first = Session(game, Random(0))
    while len(first.steps) < 12 or len(game.actions(first.state)) < 5:
        first.play(first.player, rng.choice(game.actions(first.state)))
    agent.choose(first.view(first.player), Limit())
    while forced.player >= 0 and len(forced.turns) < 6:
        choice = agent.choose(forced.view(forced.player), Limit())
        assert choice.action in game.actions(forced.state)
        forced.play(forced.player, choice.action)


def test_what_was_compiled_before_is_waited_for_and_not_called_compiling(monkeypatch):
    loaded, prepared = Event(), background.prepared

    def load(*words):
        loaded.wait(60)
        return prepared(*words)

    def waits(_):
        assert agent.status() == Status(preparing=True, compiling=False)
        loaded.set()
        agent.wait()

    view = session_at("momentum:size=9").view(0)  # nothing to compile
    monkeypatch.setattr(background, "prepared", load)
    monkeypatch.setattr(background, "sleep", waits)
    monkeypatch.setattr(background, "LOADING", 600.0)
    agent = Warming("mcts:nodes=200", view.game, Random(0))
    assert agent.choose(view, Limit()).nodes == 200
    assert agent.status() == Status()


def test_nobody_who_may_be_hurried_waits_for_what_is_loaded(monkeypatch):
    loaded = Event()
    monkeypatch.setattr(background, "prepared", lambda *_: loaded.wait(60))
    monkeypatch.setattr(background, "LOADING", 600.0)
    view = session_at("momentum").view(0)
    agent = Warming("mcts:nodes=200", view.game, Random(0))
    assert agent.choose(view, Limit(nodes=20, cancelled=lambda: True)).action in view.actions
    loaded.set()
