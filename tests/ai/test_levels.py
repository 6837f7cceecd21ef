"""Levels: cores where time is the limit, the same game again where nodes are; and agents that are ready when made so."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from tabuleiro.ai import background
from tabuleiro.ai.agents import cores, known, make
from tabuleiro.ai.alphabeta import AlphaBeta
from tabuleiro.ai.background import Warming, plain_player, prepared, warm_up
from tabuleiro.ai.budget import Watch
from tabuleiro.ai.calibration import survey
from tabuleiro.ai.levels import LEVELS, pace_of, searcher
from tabuleiro.ai.mcts import Mcts
from tabuleiro.ai.meerkats.endgame import Endgame
from tabuleiro.ai.probe import Probing
from tabuleiro.ai.profiles import MOMENTUM, Manner, Pace, Style, profile_of
from tabuleiro.core import Game
from tabuleiro.core.registry import find, names
from tabuleiro.kernels.search.alphabeta import search
from tabuleiro.kernels.search.mcts import grow, replant
from tabuleiro.play.agent import Agent, Limit
from tabuleiro.play.lineup import Party
from tabuleiro.play.session import Session
from tabuleiro.table.players import find_agents

TOP = f"level:{max(LEVELS)}"


@pytest.mark.parametrize("spec", names())
def test_only_the_top_level_uses_more_than_one_core(spec: str):
    game = find(spec)
    assert [make(f"level:{level}", game, Random(0), threads=3).threads for level in LEVELS] == [1] * 7 + [3]
    assert make(TOP, game, Random(0)).threads == 1


def test_a_spelling_says_how_many_cores():
    game = find("eximo")
    for kind in ("mcts", "alphabeta"):
        assert make(f"{kind}:threads=2", game, Random(0), threads=3).threads == 2
        assert make(f"{kind}:nodes=9,threads=2", game, Random(0), threads=3).threads == 2
        assert make(kind, game, Random(0), threads=3).threads == 3
        assert make(f"{kind}:seconds=1", game, Random(0), threads=3).threads == 3
        assert make(f"{kind}:nodes=9", game, Random(0), threads=3).threads == 1
        assert make(kind, game, Random(0)).threads == 1
    assert make("alphabeta:depth=2", game, Random(0), threads=3).threads == 1
    for spec in known(game):
        assert make(spec, game, Random(0), threads=3).name == spec


@pytest.mark.parametrize("waiting", [False, True])
def test_who_plays_a_person_has_all_cores(waiting: bool):
    party = Party(find("momentum"), ("human", TOP), ("", ""))
    agent = find_agents(party, Random(0), waiting=waiting)[1]
    if isinstance(agent, Warming):
        agent.wait()
        agent = agent.strong
    assert agent.threads == cores() >= 1


@pytest.mark.parametrize("spec", names())
def test_two_threads_of_the_top_level_search_the_same_game(spec: str):
    session = Session(find(spec), Random(0))
    agent = prepared(TOP, session.game, Random(0), threads=2)
    choice = agent.choose(session.view(session.player), Limit(nodes=500))
    assert choice.action in session.view(session.player).actions
    assert choice.nodes >= 250  # its share of the limit; the other thread stops when it does


@pytest.mark.parametrize("spec", ["alphabeta", "mcts", TOP])
@pytest.mark.parametrize("game", ["barragoon", "eximo"])
def test_more_nodes_than_can_be_counted_are_no_trouble(spec: str, game: str):
    view = Session(find(game), Random(0)).view(0)
    choice = prepared(spec, view.game, Random(0)).choose(view, Limit(seconds=0.1, nodes=10**400))
    assert choice.action in view.actions


@pytest.mark.parametrize("kind", ["mcts", "alphabeta", TOP])
def test_a_prepared_agent_compiles_no_more(kind: str):
    """Otherwise its first search would wait for the compiler, and its time would run out."""
    session = Session(find("campo-bello"), Random(0))
    agent = prepared(kind, session.game, Random(0))
    searches = [one for one in (search, grow, replant) if hasattr(one, "signatures")]  # none when interpreted
    before = [len(one.signatures) for one in searches]
    for _ in range(3):
        choice = agent.choose(session.view(session.player), Limit(nodes=200))
        session.play(session.player, choice.action)
    assert [len(one.signatures) for one in searches] == before


@pytest.mark.parametrize("spec", names())
def test_every_level_looks_at_more_than_the_one_below_and_chooses_no_softer(spec: str):
    game = find(spec)
    agents = [make(f"level:{level}", game, Random(0)) for level in LEVELS]
    nodes = [agent.limit.nodes for agent in agents[:-1]]
    assert nodes[0] >= 16 and all(more > less for less, more in pairwise(nodes))
    softness = [pace_of(str(level), game).soft for level in LEVELS]
    assert softness == sorted(softness, reverse=True) and softness[-1] == 0


@pytest.mark.parametrize("spec", names())
@pytest.mark.parametrize("level", ["1", "3", "5"])
def test_a_level_looks_at_what_its_game_says_for_a_turn(spec: str, level: str):
    """However many decisions a turn has, and whoever stops when the choice is clear."""
    game = find(spec)
    pace, players = pace_of(level, game), [make(f"level:{level}", game, Random(seat)) for seat in (0, 1)]
    nodes = nodes_a_turn(game, players)
    if pace.sharp:  # it stops when half is gone, or all is known
        assert 0.2 * pace.looks < nodes < 1.1 * pace.looks
    else:
        assert nodes == pytest.approx(pace.looks, rel=0.25)


@pytest.mark.parametrize("spec", names())
def test_no_level_takes_longer_than_its_share_of_a_second_where_that_can_be_noticed(spec: str):
    game = find(spec)
    profile = profile_of(game)
    assert len(profile.levels) == len(LEVELS) - 1
    for number in range(1, len(LEVELS)):
        pace = pace_of(str(number), game)
        assert pace.looks / (profile.sharp if pace.sharp else profile.tree) <= max(LEVELS[number].seconds, 0.02)


def test_a_game_without_paces_of_its_own_has_the_share_of_a_second_that_a_level_has_anywhere():
    game = find("examples/breakthrough.py")
    assert pace_of("2", game) == Pace(round(LEVELS[2].seconds * profile_of(game).tree), LEVELS[2].soft)
    assert pace_of("6", game) == Pace(round(LEVELS[6].seconds * profile_of(game).sharp), 0.0, sharp=True)
    three = find("campo-bello:players=3")
    assert pace_of("6", three) == Pace(round(LEVELS[6].seconds * profile_of(three).tree))


def test_a_turn_takes_as_long_by_the_plain_rules_of_any_game():
    for spec in ("examples/konane.py", "momentum:size=9"):
        game = find(spec)
        nodes = nodes_a_turn(game, [make("level:1", game, Random(seat)) for seat in (0, 1)])
        assert nodes == pytest.approx(LEVELS[1].plain.nodes, rel=0.25)
    game = find("campo-bello")
    nodes = nodes_a_turn(game, [plain_player("level:1", game, Random(seat)) for seat in (0, 1)])
    assert nodes == pytest.approx(pace_of("1", game).looks, rel=0.25)


def nodes_a_turn(game: Game, agents: list[Agent]) -> float:
    """On average, in turns in which there is something to choose."""
    nodes, turns = 0, set()
    for number in range(4):
        session = Session(game, Random(number))
        while session.player >= 0:
            seat = session.player
            view = session.view(seat)
            if len(view.actions) > 1:  # what is forced takes no time
                turns.add((number, len(session.turns)))
            choice = agents[seat].choose(view, Limit())
            nodes += choice.nodes
            session.play(seat, choice.action)
    return nodes / len(turns)


@pytest.mark.parametrize("spec", names())
def test_the_time_of_the_top_level_is_that_of_a_turn(spec: str):
    game = find(spec)
    decisions = profile_of(game).decisions or survey(game).decisions
    longest = LEVELS[max(LEVELS)].seconds * profile_of(game).stretch
    assert make(TOP, game, Random(0)).limit.seconds * decisions == pytest.approx(longest)
    assert 1.0 <= decisions <= 2.0


@pytest.mark.parametrize("level", ["level:2", "level:5", "level:7"])
def test_a_level_plays_the_same_game_again(level: str):
    session = Session(find("campo-bello"), Random(0))
    choices = {make(level, session.game, Random(3), threads=2).choose(session.view(0), Limit()) for _ in range(2)}
    assert len(choices) == 1


@pytest.mark.parametrize(
    ("position", "win"),
    [
        ("23W4/3W44B1/53W1/7/52W1/4W6/64W/12W5/7 W aside=0", "a2-c2"),
        ("23B4W3W2/4W52B/13W5/22W4/7/7/23W4/42W2/7 W aside=0", "e1xg2"),
    ],
)
def test_a_probe_finds_the_win_that_tree_search_misses(position: str, win: str):
    game = find("barragoon")
    view = Session(game, Random(0), start=game.read_position(position)).view(0)
    tree, sharp = (make(f"{kind}:nodes=200000", game, Random(0)) for kind in ("mcts", "alphabeta"))
    assert game.write(view.state, tree.choose(view, Limit(nodes=2000)).action) != win
    choice = Probing(sharp, tree, 1.0).choose(view, Limit())
    assert game.write(view.state, choice.action) == win
    assert choice.scores == (1.0, 0.0)


def test_without_a_win_in_sight_tree_search_decides():
    game = find("barragoon")
    view = Session(game, Random(0)).view(0)
    agent = prepared(TOP, game, Random(0))
    assert isinstance(agent, Probing)
    assert 0.0 < agent.choose(view, Limit(nodes=300)).scores[0] < 1.0


def test_a_probe_finds_what_wins_whatever_the_hidden_colour():
    game = find("meerkats")
    state = game.read_position("GGBG1/RR1BRY/RRYBBBG/BYRRBGYR/RYBBGBBGG/RRBB1GGG/RYBRRGG/2YYBG/RGYYY colours=Y,?")
    session = Session(game, Random(0), start=replace(state, colours=(4, 1)))
    agent = prepared(TOP, game, Random(0))
    turn = ""
    while session.player == 0:
        choice = agent.choose(session.view(0), Limit(nodes=60_000))
        assert choice.scores == (1.0, 0.0)
        turn += game.write(session.state, choice.action)
        session.play(0, choice.action)
    assert turn == "Y8.2/5.6-6.5"


def test_where_no_win_is_certain_a_probe_promises_none():
    """It has looked to the end of the game, and leaves the step to tree search."""
    game = find("meerkats")
    state = game.read_position("GGBG1/RR1BRY/RRYBBBG/BYRRBGYR/RYBBGBBGG/RRBB1GGG/RYBRRGG/2YYBG/RGYYY colours=R,?")
    view = Session(game, Random(0), start=replace(state, colours=(1, 4))).view(0)
    found = Endgame("endgame", game, Limit(), 1).choose(view, Limit(nodes=1_000_000))
    assert not found.scores and found.nodes < 1_000_000
    assert 0.0 < make(TOP, game, Random(0)).choose(view, Limit(nodes=3000)).scores[0] < 1.0


@pytest.mark.parametrize(
    ("spec", "probes"),
    [("meerkats:final_slide=on,tie=second", True), ("meerkats:stone=bag", False), ("meerkats:players=3", False)],
)
def test_only_two_who_choose_their_stones_probe_all_worlds(spec: str, probes: bool):
    assert isinstance(make(TOP, find(spec), Random(0)), Probing) == probes


@pytest.mark.parametrize("options", ["", ":instant15=off", ":final_slide=on,slide=max"])
def test_at_the_end_the_same_view_gives_the_same_choice_whatever_the_truth(options: str):
    game = find(f"meerkats{options}")
    agent = prepared(TOP, game, Random(0))
    assert isinstance(agent, Probing)
    rng = Random(8)
    session = Session(game, Random(0), start=replace(game.start(), colours=(3, 1), player=0))
    while session.state.board.count(0) > 6 or session.player != 0:
        session.play(session.player, rng.choice(game.actions(session.state)))
    choices = set()
    for other in game.possible(session.view(0).state):
        truth = Session(game, Random(0), start=replace(session.state, colours=(3, other)))
        agent = make(TOP, game, Random(5))
        assert isinstance(agent, Probing) and agent.concerns(truth.view(0))
        choices.add(agent.choose(truth.view(0), Limit(nodes=400)))
    assert len(choices) == 1


def test_advice_comes_from_the_search_of_the_top_level():
    assert [searcher(find(spec)) for spec in ("eximo", "campo-bello", "campo-bello:players=3", "momentum")] == [
        "alphabeta", "alphabeta", "mcts", "mcts"
    ]  # fmt: skip
    assert searcher(find("examples/konane.py")) == "mcts"


@pytest.mark.parametrize("brisk", [False, True])
def test_who_is_brisk_answers_when_little_time_is_left_to_change_its_mind(brisk: bool, monkeypatch):
    session = Session(find("eximo"), Random(0))
    view = session.view(session.player)
    sharp = AlphaBeta("sharp", session.game, Limit(), 1, Manner(), brisk=brisk)
    tree = Mcts("tree", session.game, Random(0), Style(), Limit(), brisk=brisk)
    monkeypatch.setattr(Watch, "used", 0.99999)
    assert (sharp.choose(view, Limit(depth=3)).depth < 3) == brisk
    assert (tree.choose(view, Limit(nodes=5000)).nodes < 5000) == brisk


def test_who_stops_early_could_not_have_chosen_another_step():
    """Within the limit, that is: no other step has visits enough to overtake the first in what was left."""
    game = find("momentum")
    view = Session(game, Random(0)).view(0)
    slow, quick = (
        Mcts("tree", game, Random(0), MOMENTUM.style, Limit(nodes=3000), brisk=brisk) for brisk in (False, True)
    )
    whole, part = slow.choose(view, Limit()), quick.choose(view, Limit())
    assert whole.nodes == 3000
    assert part.nodes >= 750
    by_visits = quick.visits().most_common(2)
    assert part.nodes == 3000 or by_visits[0][1] - by_visits[1][1] > 3000 - part.nodes


@pytest.mark.parametrize(
    ("limit", "seconds"),
    [
        (Limit(seconds=0.01), 0.01),
        (Limit(seconds=0.01, clock=3.0), 0.01 * MOMENTUM.stretch),
        (Limit(seconds=0.01, clock=0.03), 0.015),  # no more than half of what is left
        (Limit(seconds=0.01, clock=0.012), 0.01),
    ],
)
def test_by_the_clock_an_unclear_choice_may_take_longer_than_its_share(limit: Limit, seconds: float, monkeypatch):
    given = []

    class Told(Watch):
        def __init__(self, own: Limit, other: Limit, **more) -> None:
            given.append(other.seconds)
            super().__init__(own, other, **more)

    monkeypatch.setattr("tabuleiro.ai.mcts.Watch", Told)
    game = find("momentum")
    Mcts("tree", game, Random(0), MOMENTUM.style, Limit(nodes=50)).choose(Session(game, Random(0)).view(0), limit)
    assert given == [pytest.approx(seconds)]


def test_a_game_may_choose_softly_at_any_level_also_while_its_rules_are_compiled(monkeypatch):
    levels = tuple(Pace(100 + level, 0.1) for level in range(1, 8))
    monkeypatch.setattr("tabuleiro.ai.levels.profile_of", lambda _: replace(MOMENTUM, levels=levels))
    player = plain_player("level:7", find("momentum"), Random(0), 0.5)
    assert (player.limit.nodes, player.style.soft) == (8 * 107, 0.0)


def test_the_time_that_is_used_is_a_share():
    assert Watch(Limit(nodes=5), Limit()).used == 0.0
    assert 0.0 <= Watch(Limit(seconds=1000.0), Limit()).used < 1.0


def test_to_warm_up_is_to_prepare_the_top_level_too(monkeypatch):
    """Whose endgame in Meerkats is compiled for it alone."""
    made, told = [], []
    monkeypatch.setattr(background, "prepared", lambda spec, game, _: made.append((game.name, spec)))
    warm_up([find("meerkats"), find("eximo")], lambda *progress: told.append(progress))
    assert made == [
        ("meerkats", "mcts"), ("meerkats", "level:8"), ("eximo", "mcts"), ("eximo", "alphabeta"), ("eximo", "level:8"),
    ]  # fmt: skip
    assert told[-1] == ("", 5, 5)


# ── While the rules are compiled ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", [name for name in names() if name != "meerkats"])
def test_the_first_level_looks_at_no_more_and_chooses_no_less_softly_by_the_plain_rules(spec: str):
    game = find(spec)
    plain, compiled = plain_player("level:1", game, Random(0), 0.5), make("level:1", game, Random(0))
    assert plain.limit.nodes == compiled.limit.nodes and plain.style == replace(compiled.style, solve=True)
    assert plain.often == 0  # no more than the compiled search asks of a soft choice


@pytest.mark.parametrize("spec", names())
def test_higher_levels_look_at_more_by_the_plain_rules_and_the_highest_at_what_time_allows(spec: str):
    game = find(spec)
    players = [plain_player(f"level:{level}", game, Random(0), 0.5) for level in LEVELS]
    assert all(player.name == f"level:{level}" for level, player in zip(LEVELS, players, strict=True))
    nodes = [player.limit.nodes for player in players]
    few = [count for count in nodes if count is not None]
    assert (
        all(more > less for less, more in pairwise(few))
        and nodes[len(few) :] == [None] * (8 - len(few))
        and len(few) >= 2
    )
    softness = [player.style.soft for player in players]
    assert softness == sorted(softness, reverse=True) and softness[1] > softness[4] == 0
    assert 0.24 < players[0].limit.seconds <= 0.5


def test_who_is_no_level_has_its_time_and_who_has_no_other_rules_keeps_its_own():
    game, other = find("eximo"), find("examples/konane.py")
    for spec in ("mcts", "alphabeta:depth=3", "level:99"):
        assert plain_player(spec, game, Random(0), 0.5).limit == Limit(0.5)
    own, made = plain_player("level:2", other, Random(0), 0.5), make("level:2", other, Random(0))
    assert (own.limit, own.style) == (made.limit, made.style)
