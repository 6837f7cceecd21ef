"""The agents: legal steps from a view alone, the first programs' bots to the letter, and a greedy one that is."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from tabuleiro import kernels
from tabuleiro.ai import known, make
from tabuleiro.ai.background import prepared
from tabuleiro.ai.greedy import DECISIVE, NODES, worth
from tabuleiro.core import NOBODY, Move, Place
from tabuleiro.core.errors import UnknownAgent
from tabuleiro.core.notation import turns
from tabuleiro.core.registry import find
from tabuleiro.games.campo_bello import CampoBello
from tabuleiro.games.meerkats import Burrow
from tabuleiro.games.momentum import SWAP, Momentum
from tabuleiro.play.agent import Limit
from tabuleiro.play.run import run, step
from tabuleiro.play.session import Session
from tabuleiro.play.view import View

AGENTS = ("random", "greedy", "report:1", "report:2")
SPECS = (
    "barragoon",
    "barragoon:open=on,directional_capture=on,express=1/2",
    "campo-bello",
    "campo-bello:players=3",
    "campo-bello:players=4,chain=report,removal=may,first=g",
    "campo-bello:blocked=pass,removal=may,home=nine",
    "eximo",
    "eximo:first=black,drops=reserve,capture=optional",
    "meerkats",
    "meerkats:players=3,stone=bag,slide=max",
    "meerkats:players=4,final_slide=on,liberty=on,instant15=off",
    "momentum",
    "momentum:size=9,marbles=12,forced=report,starter=player2",
    "momentum:forced=off,swap=off,turn_limit=0",
)


def session(spec: str, position: str | None = None, seed: int = 0) -> Session:
    game = find(spec)
    return Session(game, Random(seed), start=position and game.read_position(position))


def chosen(agent: str, view: View, seeds: int, limit: Limit | None = None) -> Counter:
    """How often the agent takes each step from this view."""
    rng = Random(5)
    player = make(agent, view.game, rng)
    return Counter(player.choose(view, limit or Limit()).action for _ in range(seeds))


def turn(agent: str, spec: str, position: str) -> str:
    """The whole turn that the agent plays from this position."""
    table = session(spec, position)
    player = make(agent, table.game, Random(0))
    while not table.turns:
        step(table, player, Limit())
    return table.turns[0]


def share(agent: str, other: str, spec: str, games: int) -> float:
    """The part of the wins that *agent* gets from *games* games in which it takes every seat equally often."""
    game, total = find(spec), 0.0
    for number in range(games):
        players = [make(other, game, Random(f"other {number} {seat}")) for seat in range(game.players)]
        mine = number % game.players
        players[mine] = make(agent, game, Random(f"agent {number}"))
        ended = run(Session(game, Random(number)), players).outcome
        assert ended is not None
        total += ended.scores[mine]
    return total / games


# ── By name ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["barragoon", "campo-bello", "eximo", "meerkats", "momentum"])
def test_the_name_of_an_agent_is_its_spec(name):
    game = find(name)
    assert known(game)[: len(AGENTS)] == AGENTS
    assert tuple(make(spec, game, Random(0)).name for spec in known(game)) == known(game)


def test_a_spec_forgives_case_and_blanks():
    assert make(" Report:2 ", Momentum(), Random(0)).name == "report:2"


@pytest.mark.parametrize("spec", ["", "randy", "random:1", "greedy:3", "report", "report:", "report:3", ":1"])
def test_an_unknown_agent_is_refused_with_what_would_do(spec):
    with pytest.raises(UnknownAgent, match=r"Momentum; try random, greedy, report:1, report:2, ") as error:
        make(spec, Momentum(), Random(0))
    assert spec in str(error.value)


def test_a_game_without_a_first_program_has_no_report_bots():
    class Sixth(Momentum):
        name = "sixth"

    assert not any(spec.startswith("report") for spec in known(Sixth()))
    with pytest.raises(UnknownAgent, match=r"try random, greedy, [^r]"):
        make("report:1", Sixth(), Random(0))


# ── From a view alone ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spec", SPECS)
def test_every_agent_steps_legally_from_a_view_that_was_json(spec, monkeypatch):
    """With the same seed the view and its copy get the same choice."""
    table, rng, looked = session(spec), Random(spec), 0
    if kernels.find(table.game) is None:  # the plain searches are slow: on a busy machine the clock would decide
        monkeypatch.setattr("tabuleiro.ai.budget.monotonic", lambda: 0.0)
    pauses = sorted(rng.sample(range(40), 6))
    while table.player >= 0 and len(table.steps) < 60:
        if pauses and len(table.steps) >= pauses[0]:
            pauses.pop(0)
            view = table.view(table.player)
            copy = View.from_json(json.loads(json.dumps(view.to_json())))
            for agent in known(table.game):
                limit = Limit(nodes=400)
                choice = prepared(agent, table.game, Random(3)).choose(view, limit)
                assert choice.action in view.actions
                assert prepared(agent, copy.game, Random(3)).choose(copy, limit).action == choice.action
            looked += 1
        table.play(table.player, rng.choice(table.view(table.player).actions))
    assert looked >= 3


@pytest.mark.parametrize("spec", [spec for spec in SPECS if "barragoon" not in spec])
@pytest.mark.parametrize("agent", ["report:1", "report:2"])
def test_report_bots_finish_games_under_every_option(spec, agent):
    game = find(spec)
    table = run(Session(game, Random(1)), [make(agent, game, Random(seat)) for seat in range(game.players)])
    assert table.outcome is not None


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("slide", [False, True])
def test_meerkats_agents_do_not_know_the_hidden_colours(agent, slide):
    """The same view with every truth that it allows: the same choice."""
    game = find("meerkats")
    views = []
    for theirs in (2, 3, 4):
        table = Session(game, Random(0), start=Burrow(bytes(61), 0, (1, theirs)))
        rng = Random(9)
        while len(table.steps) < 10 or table.player != 0 or table.state.whole == slide:
            table.play(table.player, rng.choice(game.actions(table.state)))
        assert table.state.colours == (1, theirs)
        views.append(table.view(0))
    assert views[0] == views[1] == views[2]
    choices = [make(agent, game, Random(4)).choose(view, Limit(nodes=2000)).action for view in views]
    assert choices[0] == choices[1] == choices[2]


# ── Random ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_random_takes_every_step_about_equally_often():
    view = session("campo-bello").view(0)
    counts = chosen("random", view, 400)
    assert set(counts) == set(view.actions) and len(counts) == 4
    assert all(70 <= count <= 130 for count in counts.values())


# ── Greedy ───────────────────────────────────────────────────────────────────────────────────────────────────────

ONE_SHORT = "1.1.1.1/......./......./2..1.../......./......./1.....1 1 20"  # Blue has 7 of 8; some drops knock one off


def test_greedy_wins_when_it_can():
    table = session("momentum", ONE_SHORT)
    wins = {action for action in table.view(0).actions if table.game.apply(table.state, action).player == NOBODY}
    assert 0 < len(wins) < len(table.view(0).actions)
    assert set(chosen("greedy", table.view(0), 30)) <= wins


@dataclass(frozen=True)
class Flattering(Momentum):
    """Says that every position is splendid for Blue as long as the game goes on."""

    def evaluate(self, state):
        return (1000.0, -1000.0) if state.player != NOBODY else (0.0, 0.0)


def test_a_win_is_better_than_any_position():
    game = Flattering()
    table = Session(game, Random(0), start=game.read_position(ONE_SHORT))
    for action in chosen("greedy", table.view(0), 30):
        assert game.outcome(game.apply(table.state, action)).winners == (0,)


@dataclass(frozen=True)
class Gloomy(CampoBello):
    """Says that every position is terrible for Yellow as long as the game goes on."""

    def evaluate(self, state):
        return (-1000.0, 1000.0)


def test_a_loss_is_worse_than_any_position():
    """Of turns that end the game and lose it, and others that do not, it takes one of the others."""
    game = Gloomy()
    rng, avoided = Random(2), 0
    while avoided < 5:
        table = Session(game, rng)
        while table.player >= 0:
            state = table.state
            ends = [after(game, state, found.actions) for found in turns(game, state)] if state.whole else []
            lost = [end.player == NOBODY and game.outcome(end).scores[state.player] == 0 for end in ends]
            if table.player == 0 and any(lost) and not all(lost):
                seen = len(table.turns)
                while len(table.turns) == seen:
                    step(table, make("greedy", game, rng), Limit())
                assert table.state.player != NOBODY or game.outcome(table.state).scores[0] > 0
                avoided += 1
            else:
                table.play(table.player, rng.choice(game.actions(state)))


def after(game, state, actions):
    for action in actions:
        state = game.apply(state, action)
    return state


@pytest.mark.parametrize("spec", ["campo-bello", "campo-bello:players=3,removal=may", "eximo:drops=reserve"])
def test_greedy_reaches_the_best_end_of_its_turn(spec):
    """Step by step it comes to a position as good as the best of all whole turns."""
    game, rng, compared = find(spec), Random(8), 0
    table = Session(game, rng)
    player = make("greedy", game, rng)
    while table.player >= 0 and compared < 12:
        seat, state = table.player, table.state
        best = max(worth(game, after(game, state, found.actions), seat) for found in turns(game, state))
        seen = len(table.turns)
        while len(table.turns) == seen:
            choice = step(table, player, Limit())
            assert choice.nodes <= NODES
        assert worth(game, table.state, seat) == best
        compared += 1
        while table.player >= 0 and (table.player == seat or not table.state.whole):
            table.play(table.player, rng.choice(game.actions(table.state)))
    assert compared >= 5


def test_a_result_outweighs_positions_in_proportion_to_the_score():
    game = find("campo-bello:players=4")
    start = game.start()
    assert worth(game, start, 0) == 0
    won = game.read_position("y:|b:b1|g:g1,g2|r:r1|to=-")
    assert worth(game, won, 0) == DECISIVE * 0.75
    assert worth(game, won, 1) == -DECISIVE * 0.25


def test_greedy_judges_inside_the_turn_when_the_turns_are_too_many():
    """In Meerkats there are too many pairs of drop and slide to look at: a red stone beside the red group it is."""
    game = find("meerkats")
    table = Session(game, Random(0), start=Burrow(bytes(61), 0, (1, 2)))
    for text in ("R5.5", "R5.6/5.5-4.5"):
        table.play(table.player, text)
    view = table.view(0)
    choice = make("greedy", game, Random(0)).choose(view, Limit())
    assert 0 < choice.nodes <= NODES
    assert isinstance(choice.action, Place) and choice.action.piece == 1
    assert any(table.state.board[cell] == 1 for cell in game.board.neighbours[choice.action.cell])


def test_greedy_keeps_to_fewer_nodes_when_told():
    view = session("eximo").view(0)
    assert make("greedy", view.game, Random(0)).choose(view, Limit(nodes=40)).nodes == len(view.actions) == 40


def test_greedy_does_not_walk_into_a_capture():
    """d5 would take the man on c4 or on d4."""
    assert turn("greedy", "eximo", "8/8/8/3w4/8/2b5/8/8 b") == "c3-b4"


def test_greedy_takes_the_longer_chain_of_captures():
    """c3 can take d4, or b4 and then b6. Whoever judges the position before counts both men."""
    position = "8/8/1w6/8/1w1w4/2b5/8/8 b"
    assert turn("greedy", "eximo", position) == "c3xa5xc7"
    table = session("eximo", position)
    assert table.game.prey(table.state.board, 1, table.game.board.at("c3")) == 2


def test_greedy_breaks_ties_by_chance():
    view = session("campo-bello").view(0)
    assert len(chosen("greedy", view, 60)) == 4  # four symmetrical first jumps


@pytest.mark.parametrize(
    ("spec", "games"),
    [
        ("campo-bello", 20),
        ("campo-bello:removal=may", 20),
        ("eximo", 20),
        ("eximo:capture=optional,drops=reserve", 20),
        ("momentum", 20),
        ("meerkats", 6),
    ],
)
def test_greedy_beats_random(spec, games):
    assert share("greedy", "random", spec, games) >= 0.75


# ── Report: Campo Bello ──────────────────────────────────────────────────────────────────────────────────────────

# Turns of both sides in order, points and winner.
GOLDEN = {
    "report:1": (
        """g5-g0 b5-b0 g7-g2 b7-b2 g9-g7 b9-b7 g6-g8 b6-b8 g1-g6 b1-y0 y2-b0xb0 r5-r0 y9-y2 r7-r2 y7-y9 r9-r7 y3-y5 r6-r8
        y1-midxmid r1-r6 g0-g5 r0-r5 y2-b0xb0""",
        (18, 19),
        (0,),
    ),
    "report:2": (
        """g5-g0 b5-b0 g7-g2-r0 b7-b2-mid g9-g7 b9-b7 g6-g8 b6-b8 g3-g0-y0xy0 b3-b0 y5-y0-g0xg0 r2-y0xy0 y7-y2 r9-r2-y0xy0
        y9-y7 r7-r9 y6-y8 r3-r5 y3-y0-r2 mid-b1""",
        (10, 18),
        (0,),
    ),
}


@pytest.mark.parametrize("agent", GOLDEN)
def test_golden_games_of_the_first_program(agent):
    """T7: the first program's bots against themselves, turn for turn."""
    game = find("campo-bello")
    table = run(Session(game, Random(0)), [make(agent, game, Random(seat)) for seat in (1, 2)])
    texts, points, winners = GOLDEN[agent]
    assert table.turns == texts.split()
    assert table.outcome is not None
    assert (table.outcome.points, table.outcome.winners) == (points, winners)


def test_levels_of_campo_bello_have_nothing_random():
    for agent in GOLDEN:
        assert len(chosen(agent, session("campo-bello").view(0), 20)) == 1


# Yellow's y8 goes y1, then y6; its first jump from there would lead back to y8.
ROUND = "Y:y3,y4,y7,y8|B:r6,r9|to=Y"


def test_level_1_jumps_once_and_level_2_as_far_as_the_first_jump_is_not_back_to_the_start():
    assert turn("report:1", "campo-bello", ROUND) == "y8-y1"
    assert turn("report:2", "campo-bello", ROUND) == "y8-y1-y6"


@pytest.mark.parametrize("spec", ["campo-bello", "campo-bello:removal=may", "campo-bello:chain=report"])
@pytest.mark.parametrize("agent", GOLDEN)
def test_who_has_jumped_a_foreign_mover_removes_itself(spec, agent):
    assert turn(agent, spec, "Y:y2,g9|B:y0,r9,r6|to=Y") == "y2-b0xb0"


def test_a_bot_that_cannot_jump_passes():
    assert turn("report:2", "campo-bello:blocked=pass", "Y:g5,g6,g8,y5,y6,y9|B:b2,b3,b8,r5,r6,r8,y0|to=B") == "pass"


# ── Report: Eximo ────────────────────────────────────────────────────────────────────────────────────────────────

# c3 can capture d4 or move to b4 and c4; f2 can move to three squares.
TWO_MEN = "8/8/8/8/3w4/2b5/5b2/8 b"


def test_eximo_chooses_a_man_then_a_kind_of_play_then_a_square():
    view = session("eximo:capture=optional", TWO_MEN).view(1)
    c3, f2 = view.game.board.at("c3 f2")
    counts = chosen("report:1", view, 1200)
    by_man = Counter()
    for action, count in counts.items():
        by_man[action.source] += count
    assert set(counts) == set(view.actions) and len(counts) == 6
    assert all(540 <= by_man[man] <= 660 for man in (c3, f2))
    capture = Move(*view.game.board.at("c3 e5"))
    assert 240 <= counts[capture] <= 360  # one kind of two, half of the time
    assert all(100 <= counts[Move(c3, cell)] <= 200 for cell in view.game.board.at("b4 c4"))


def test_eximo_level_2_captures_when_its_man_can():
    view = session("eximo:capture=optional", TWO_MEN).view(1)
    c3, f2 = view.game.board.at("c3 f2")
    counts = chosen("report:2", view, 600)
    capture = Move(*view.game.board.at("c3 e5"))
    assert {action for action in counts if action.source == c3} == {capture}
    assert 240 <= counts[capture] <= 360
    assert {action.source for action in counts} == {c3, f2}


@pytest.mark.parametrize("agent", ["report:1", "report:2"])
def test_eximo_bots_drop_anywhere(agent):
    table = session("eximo", "8/8/8/8/8/8/w7/7b w")
    table.play(0, "a2-a1")
    assert len(chosen(agent, table.view(0), 600)) > 50  # of 66 pairs


# ── Report: the others ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("agent", ["report:1", "report:2"])
def test_momentum_bot_never_swaps(agent):
    table = session("momentum")
    table.play(0, "4,4")
    view = table.view(1)
    assert SWAP in view.actions
    assert set(chosen(agent, view, 1000)) == set(view.actions) - {SWAP}


# Blue has 7 of 8 marbles: Red must knock one off.
LAST_MARBLE = "1..1..1/......./.....1./2..1.../......./.1...1./...2... 2 21"


@pytest.mark.parametrize("agent", ["report:1", "report:2"])
def test_momentum_bot_stays_within_the_forced_cells(agent):
    """T10."""
    view = session("momentum", LAST_MARBLE).view(1)
    forced = {"1,2", "1,6", "2,1", "2,2", "2,3", "2,4", "2,5", "2,6", "2,7"}
    assert {view.game.write(view.state, action) for action in chosen(agent, view, 300)} == forced


@pytest.mark.parametrize(("slide", "lengths"), [("any", {1, 2, 3, 4}), ("max", {4})])
def test_meerkats_bot_slides_at_most_four_cells(slide, lengths):
    """From the corner 1.1 two lines of four cells and one of eight are open."""
    game = find(f"meerkats:slide={slide}")
    corner = game.board.cells["1.1"]
    table = Session(game, Random(0), start=Burrow(b"\1" + bytes(60), 1, (1, 2)))
    table.play(1, "B9.1")
    view = table.view(1)
    rays = game.board.rays[corner]
    assert max(ray.index(action.target) for action in view.actions for ray in rays if action.target in ray) == 7
    counts = chosen("report:1", view, 300)
    assert {ray.index(action.target) + 1 for action in counts for ray in rays if action.target in ray} == lengths


def test_meerkats_bot_drops_every_colour_everywhere():
    view = session("meerkats").view(0)
    counts = chosen("report:1", view, 3000)
    assert len(counts) > 240  # of 244
    colours = Counter()
    for action, count in counts.items():
        colours[action.piece] += count
    assert all(650 <= colours[colour] <= 850 for colour in (1, 2, 3, 4))


def test_barragoon_bot_moves_and_places_at_random():
    table = session("barragoon")
    assert set(chosen("report:1", table.view(0), 600)) == set(table.view(0).actions)
    placing = session("barragoon", table.game.write_position(table.state) + " place=W:1").view(0)
    assert len(placing.actions) == 16 * 41
    assert len(chosen("report:2", placing, 2000)) > 500
