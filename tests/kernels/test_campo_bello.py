"""Campo Bello's kernel: the test positions of the rules, counts of turns, keys, evaluation. Random play: test_twins."""

import re
from random import Random

import numpy as np
import pytest

from tabuleiro.core import NOBODY
from tabuleiro.core.notation import read_turn
from tabuleiro.games.campo_bello import CampoBello
from tabuleiro.kernels import campo_bello as compiled
from tabuleiro.kernels.search.perft import perft
from tabuleiro.kernels.search.playout import playouts, seeded
from tabuleiro.testing.twins import Twins

GAMES = [
    CampoBello(),
    CampoBello(players=3),
    CampoBello(players=4),
    CampoBello(chain="report"),
    CampoBello(blocked="pass", home="nine"),
    CampoBello(removal="may"),
    CampoBello(players=3, blocked="end", removal="may", first="g"),
    CampoBello(players=4, chain="report", blocked="end", removal="may", home="nine", first="r"),
]

# Two players' positions, both sides to move unless one is named.
POSITIONS = {
    "T4": "Y:g6,g2,y4,y5,y6,y7,y8,y9|B:y0,b8,r1,r3,r4,r5,r6,r7,r8,r9",
    "T5": "Y:g5,g6,g8,y5,y6,y9|B:b2,b3,b8,r5,r6,r8,y0",
    "T6a": "Y:y5,y2|B:r6",
    "T6b": "Y:y2,y0|B:r6",
    "T6c": "Y:y8,y7,y3|B:r6",
    "T6d": "Y:y8,y7,y3,y0|B:r6",
    "T6e": "Y:y8,y7,y3,y4|B:r6",
    "T6f": "Y:y5,g9|B:y2",
    "T8": "Y:y2,g9|B:y0",
    "T9": "Y:y2|B:y0,r9",
    "T10": "Y:y4|B:r6,r3",
    "T11": "Y:y5,r2|B:y2,r0,b9",
    "T14": "Y:y0,y1,mid,g0,b4|B:b0,b9,r0,y4",
    "all jumps from the middle": "Y:mid|B:y0,b0,g0,r0",
    "jumps from below into the middle": "Y:y1,y2,b1,b2|B:y0,b0",
    "jumps from above into the middle": "Y:g1,g2,r1,r2|B:g0,r0",
    "all jumps over the middle": "Y:y0,b0|B:mid",
}
LINES = {
    "T1": "",
    "T2": "y3-y0",
    "T3": "y3-y0 b5-b0",
    "T7, 1 v 1": """
        g5-g0 b5-b0 g7-g2 b7-b2 g9-g7 b9-b7 g6-g8 b6-b8 g1-g6 b1-y0 y2-b0xb0 r5-r0 y9-y2 r7-r2 y7-y9 r9-r7
        y3-y5 r6-r8 y1-midxmid r1-r6 g0-g5 r0-r5 y2-b0xb0
    """,
    "T7, 2 v 2": """
        g5-g0 b5-b0 g7-g2-r0 b7-b2-mid g9-g7 b9-b7 g6-g8 b6-b8 g3-g0-y0xy0 b3-b0 y5-y0-g0xg0 r2-y0xy0
        y7-y2 r9-r2-y0xy0 y9-y7 r7-r9 y6-y8 r3-r5 y3-y0-r2 mid-b1
    """,
}
TWO = [
    CampoBello(chain=chain, blocked=blocked, home=home, removal=removal)
    for chain in ("official", "report")
    for blocked in ("end", "pass")
    for home in ("ten", "nine")
    for removal in ("must", "may")
]


def compare_turns(twins, state):
    """Compare *state* and everything that its player can make of the turn."""
    found, ahead = {state}, [state]
    while ahead:
        here = ahead.pop()
        twins.compare(here)
        if here.player != NOBODY and (here == state or not here.whole):
            after = {twins.game.apply(here, action) for action in twins.game.actions(here)} - found
            found |= after
            ahead += after


def states_of_play(game, rng, count):
    """States of random games, those inside turns too."""
    while count > 0:
        state = game.start()
        while True:
            yield state
            count -= 1
            if state.player == NOBODY:
                break
            state = game.apply(state, rng.choice(game.actions(state)))


@pytest.mark.parametrize("game", TWO, ids=str)
@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_positions_and_their_turns(game, position):
    twins = Twins(game)
    for player in "YB":
        compare_turns(twins, game.read_position(f"{position}|to={player}"))


@pytest.mark.parametrize("blocked", ["end", "pass"])
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_lines_of_play(line, blocked):
    game = CampoBello(blocked=blocked)
    twins, state = Twins(game), game.start()
    twins.compare(state)
    for text in line.split():
        for action in read_turn(game, state, text).actions:
            state = game.apply(state, action)
            twins.compare(state)


@pytest.mark.parametrize(
    ("players", "position"),
    [
        (4, "y:y2|b:y0,b6,b3|g:g6,g3|r:r6,r3|to=y"),  # y can lose its last mover
        (3, "y:y0,y1|b:b9|g:g9,g8|to=y"),
        (3, "y:r0,r1|b:b9|g:r4,g8|to=y"),
        (4, "y:y4|b:b4|g:g4|r:r6,r3|to=y"),  # y, b and g pass
        (4, "y:y4|b:b4|g:g4|r:r4|to=y"),  # nobody can jump: four winners
        (4, "y:y4|b:b4|g:g4,g6|r:r4|to=y"),  # three
        (3, "y:y4|b:mid|g:b9|to=y"),  # two
    ],
)
@pytest.mark.parametrize("blocked", ["end", "pass"])
def test_positions_of_more_players(players, position, blocked):
    game = CampoBello(players=players, blocked=blocked)
    compare_turns(Twins(game), game.read_position(position))


@pytest.mark.parametrize("first", "ybgr")
def test_whoever_begins(first):
    for players in range(max(2, "ybgr".index(first) + 1), 5):
        game = CampoBello(players=players, first=first)
        packed = Twins(game).kernel.pack(game.start())
        assert packed.player == "ybgr".index(first)
        compare_turns(Twins(game), game.start())


@pytest.mark.parametrize(
    ("position", "scores"),
    [
        ("y:y4|b:b4|g:g4|r:r4|to=y", [1 / 4] * 4),
        ("y:y4|b:b4|g:g4,g6|r:r4|to=y", [1 / 3, 1 / 3, 0, 1 / 3]),
        ("y:y4|b:b4|g:mid|r:y9|to=y", [0, 0, 1 / 2, 1 / 2]),
        ("y:y4|b:b4|g:mid|r:r4|to=y", [0, 0, 1, 0]),
    ],
)
def test_equal_totals_share_the_win(position, scores):
    game = CampoBello(players=4)
    packed = Twins(game).kernel.pack(game.read_position(position))
    assert packed.player == NOBODY
    assert [compiled.score(packed, seat) for seat in range(4)] == scores


@pytest.mark.parametrize(
    ("chosen", "counts"), [({}, [1, 4, 152, 4264]), ({"chain": "report"}, [1, 4, 4248, 8_630_096])], ids=str
)
def test_counts_of_turns(chosen, counts):
    game = CampoBello(**chosen)
    kernel = Twins(game).kernel
    packed = kernel.pack(game.start())
    assert [perft(packed, depth, kernel.width, False) for depth in range(len(counts))] == counts


def test_no_state_has_more_steps_than_the_width():
    """Each of the 54 lines of three points can be jumped along one way only."""
    kernel = Twins(CampoBello()).kernel
    assert kernel.width == 54
    assert kernel.width > 1 + 18  # to remove one, or none


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_keys_are_equal_where_states_are(game):
    kernel, keys, inside = Twins(game).kernel, {}, 0
    for state in states_of_play(game, Random(str(game)), 4000):
        assert keys.setdefault(state, compiled.key(kernel.pack(state))) == compiled.key(kernel.pack(state))
        inside += not state.whole
    assert len(set(keys.values())) == len(keys) > 1500
    assert inside > 400


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("to=Y", "to=B"),
        ("to=Y", "to=-"),
        ("to=Y", "to=Y|mover=y0|from=y5|over=y2|jumps=1|remove"),
        ("to=Y|mover=y0|from=y5|over=y2|jumps=1|remove", "to=Y|mover=y0|from=y5|over=y2|jumps=1"),
        ("to=Y|mover=y0|from=y5|over=y2|jumps=1|remove", "to=Y|mover=y0|from=y5|over=y2|jumps=2|remove"),
        ("to=Y|mover=y0|from=y5|over=y2|jumps=2|remove", "to=Y|mover=y0|from=g5|over=y2|jumps=2|remove"),
        ("to=Y|mover=y0|from=y5|over=y2|jumps=2|remove", "to=Y|mover=y0|from=y5|over=b0,y2|jumps=2|remove"),
        ("to=Y|mover=y0|from=y5|over=y2|jumps=2|remove", "to=Y|mover=g9|from=y5|over=y2|jumps=2|remove"),
    ],
)
def test_keys_tell_every_part_of_a_turn_apart(one, other):
    game = CampoBello()
    pack, board = Twins(game).kernel.pack, "Y:y0,g9,g8|B:y2,b0,b3|"
    keys = [compiled.key(pack(game.read_position(board + rest))) for rest in (one, other)]
    assert keys[0] != keys[1]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_seats_share_one_win_in_the_evaluation(game):
    kernel = Twins(game).kernel
    for state in states_of_play(game, Random(1), 500):
        if state.player != NOBODY:
            chances = [compiled.evaluate(kernel.pack(state), seat) for seat in range(game.players)]
            assert sum(chances) == pytest.approx(1)
            assert min(chances) > 0


def by_features(game):
    """A kernel that judges by features alone."""
    kernel = Twins(game).kernel
    kernel.judge_by("none")
    return kernel


def quarter(position):
    """A position for two after a quarter turn, y to b to g to r to y, which makes one player's triangles the other's."""
    points = re.sub(r"\b[ybgr](?=\d)", lambda letter: "bgry"["ybgr".index(letter[0])], position)
    return "|".join(sorted(points.translate(str.maketrans("YB", "BY")).split("|"), key=lambda part: part[0] != "Y"))


@pytest.mark.parametrize("features_alone", [True, False])
def test_evaluation_turns_with_the_board(features_alone):
    """A net has learnt from games and their images that it does not matter who is called Yellow: it knows it nearly."""
    game, apart = CampoBello(), []
    pack = (by_features(game) if features_alone else Twins(game).kernel).pack
    for state in states_of_play(game, Random(2), 300):
        if state.player != NOBODY:
            other = game.read_position(quarter(game.write_position(state)))
            apart.append(abs(compiled.evaluate(pack(state), 0) - compiled.evaluate(pack(other), 1)))
    assert max(apart) < 1e-9 if features_alone else np.mean(apart) < 0.05


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Y:g9,y6|B:b9,r6,r8|to=Y|mover=y6|from=y1|jumps=1|remove", "Y:g9,y6|B:b9,r6,r8|to=-"),  # one will go
        ("Y:g9|B:b9,b3,r6,r8|to=-", "Y:g9,y6|B:b9,b3,r6,r8|to=-"),  # few movers
        ("Y:g9,b3|B:b9,r6,r8|to=-", "Y:g9,y3|B:b9,r6,r8|to=-"),  # away from home
        ("Y:y5,y2|B:b9,r6|to=Y", "Y:y5,y6|B:b9,r6|to=-"),  # able to jump
    ],
)
def test_what_is_better(better, worse):
    game = CampoBello()
    pack = by_features(game).pack
    chances = [compiled.evaluate(pack(game.read_position(position)), 0) for position in (better, worse)]
    assert chances[0] > chances[1]


def test_the_next_turn_is_worth_something_and_inside_a_turn_it_is_the_next_seats():
    game = CampoBello()
    pack, board = by_features(game).pack, "Y:y6,y3,g9|B:b6,b3,r6|to="
    yellow, blue, inside = (
        compiled.evaluate(pack(game.read_position(board + rest)), 0)
        for rest in ("Y", "B", "Y|mover=y6|from=y8|jumps=1")
    )
    assert yellow > blue == inside


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_noise_is_the_own_points_that_a_step_removes(game):
    pack = Twins(game).kernel.pack
    for state in states_of_play(game, Random(str(game)), 300):
        for action in game.actions(state) if state.player != NOBODY else ():
            before, after = (game.points(each.board)[state.player] for each in (state, game.apply(state, action)))
            assert compiled.noise(pack(state), game.space.index(action)) == max(before - after, 0)


def test_random_games_end_as_by_the_rules():
    """Yellow, who begins, scores a little more than half: 0.54 in 400 games of the rules."""
    game = CampoBello()
    kernel = Twins(game).kernel
    assert playouts(kernel.pack(game.start()), seeded(1), kernel.width, 20_000) / 20_000 == pytest.approx(
        0.555, abs=0.015
    )


def test_a_packed_state_has_the_types_of_a_step():
    """Else every caller would be compiled twice."""
    game = CampoBello()
    packed = Twins(game).kernel.pack(game.start())
    words = {field for field, value in packed._asdict().items() if isinstance(value, np.uint64)}
    assert words == {"yellow", "blue", "green", "red", "jumped"}
    assert all(type(value) is int for field, value in packed._asdict().items() if field not in words)
