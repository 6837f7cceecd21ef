"""Eximo's kernel: the positions of the rules, counts, keys, noise and the evaluation."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tabuleiro.core import NOBODY
from tabuleiro.core.notation import read_turn
from tabuleiro.games.eximo import Eximo, Men
from tabuleiro.kernels.eximo import FEATURES, WEIGHTS, WIDTH, Packed, features, kernel, key
from tabuleiro.kernels.eximo import legal as list_legal
from tabuleiro.kernels.eximo import noise as loudness
from tabuleiro.kernels.eximo import step as take_step
from tabuleiro.kernels.net import hope
from tabuleiro.kernels.search.perft import perft
from tabuleiro.kernels.search.playout import playouts, seeded
from tabuleiro.testing.perft import perft as reference_perft
from tabuleiro.testing.twins import Twins

EXIMO = Eximo()
RESERVE = Eximo(drops="reserve")
OPTIONAL = Eximo(capture="optional")
VARIANTS = (EXIMO, RESERVE, OPTIONAL, Eximo(drops="reserve", capture="optional", max_plies=2), Eximo(max_plies=0))
START = "1wwwwww1/1wwwwww1/1ww2ww1/8/8/1bb2bb1/1bbbbbb1/1bbbbbb1"
CYCLE = "b7-a6 g2-h3 a6-a5 h3-h4 a5-a4 h4-h5 a4-a3 h5-h6 a3-a2 h6-h7 a2-a1=b7 h7-h8=g2"
ENDLESS = "1wwwwww1/1wwwwww1/8/8/8/8/1bbbbbb1/1bbbbbb1 w"
POSITIONS = {
    "T1 white": f"{START} w",
    "T1 black": f"{START} b",
    "T3 black": "2wwwww1/2w2ww1/3w1w2/8/3w4/1bb2bb1/1bb1b1b1/1b1bb1b1 b",
    "T3 white": "2wwwww1/2w2ww1/3w1w2/8/3w4/1bb2bb1/1bb1b1b1/1b1bb1b1 w",
    "T3 without c7": "2wwwww1/5ww1/3w1w2/8/3w4/1bb2bb1/1bb1b1b1/1b1bb1b1 b",
    "T4": "2ww1ww1/2w1bww1/1w3w2/8/8/1b3bb1/1bb1b1b1/1b1bb1b1 b",
    "T4 dropping": "2ww1ww1/2w2ww1/1w3w2/8/8/1b3bb1/1bb1b1b1/1b1bb1b1 b drop:2",
    "T5": "8/8/8/8/6w1/5w2/4b3/1b6 b",
    "T6": "8/8/8/8/3b4/8/1bb5/1b6 b",
    "T6 going on": "8/8/8/8/3b4/3b4/1bb5/8 b chain=jump:d3",
    "T7": "8/8/8/8/1www4/1wbw4/8/8 b",
    "T7 going on": "8/8/8/8/1www4/1w2b3/8/8 b chain=capture:e3",
    "T9 black": "8/8/8/8/3w4/2b5/5b2/8 b",
    "T9 white": "8/8/8/8/3w4/2b5/5b2/8 w",
    "T10": "3w4/2w5/2b5/8/8/8/8/8 b",
    "T11 one": "8/b7/8/8/8/8/1bbbbb2/1bbbbbb1 b",
    "T11 none": "8/b7/8/8/8/8/1bbbbbb1/1bbbbbb1 b",
    "T11 enemies": "8/7b/8/8/8/8/1wwwwww1/8 b",
    "T12": ENDLESS,
    "T13 white": "8/8/8/8/8/8/w7/bb6 w",
    "T13 black": "8/8/8/8/8/8/w7/bb6 b",
    "T14": "8/8/8/4w3/8/3b4/3b4/8 b",
    "T15 sideways": "8/8/8/8/3bw3/8/8/8 b",
    "T15 backwards": "8/8/8/8/3b4/3w4/8/8 b",
    "T18": "8/2wwwww1/1wwwww2/wwwww3/8/8/w7/4b3 w",
    "long chain": "8/2w5/8/2w5/8/2w5/bw6/8 b",
    "last turn": "8/8/8/8/3w4/2b5/5b2/8 b ply=1",
}


def pack(state: Men, game: Eximo = EXIMO) -> Packed:
    return kernel(game).pack(state)


def at(text: str, game: Eximo = EXIMO) -> Packed:
    return pack(game.read_position(text), game)


def code_of(text: str, step: str) -> int:
    """The code of the step written *step* in the position *text*."""
    state = EXIMO.read_position(text)
    return next(EXIMO.space.index(action) for action in EXIMO.actions(state) if EXIMO.write(state, action) == step)


def below(game: Eximo, state: Men, turns: int) -> list[Men]:
    """*state* and all that follow it within so many turns."""
    if state.player == NOBODY or turns == 0:
        return [state]
    found = [state]
    for action in game.actions(state):
        after = game.apply(state, action)
        found += below(game, after, turns - after.whole)
    return found


def played_out(game: Eximo, rng: Random) -> list[Men]:
    """The states of a random game."""
    states = [game.start()]
    while states[-1].player != NOBODY:
        states.append(game.apply(states[-1], rng.choice(game.actions(states[-1]))))
    return states


@pytest.mark.parametrize("game", VARIANTS, ids=str)
@pytest.mark.parametrize("name", POSITIONS)
def test_positions_of_the_rules_and_what_follows_them(game: Eximo, name: str):
    twins = Twins(game)
    states = below(game, game.read_position(POSITIONS[name]), 1)
    for state in Random(name).sample(states, min(len(states), 40)) + states[:1]:
        twins.compare(state)


def test_the_endless_cycle_returns_to_the_same_key():
    """T12: twelve turns lead back, with single drops on the way."""
    state = EXIMO.read_position(ENDLESS)
    begun, twins = state, Twins(EXIMO)
    for text in CYCLE.split():
        for action in read_turn(EXIMO, state, text).actions:
            twins.compare(state)
            state = EXIMO.apply(state, action)
    assert state.played == 12 and key(pack(state)) == key(pack(begun))


@pytest.mark.parametrize("first", ["white", "black"])
def test_counts_by_turns(first: str):
    """T19."""
    start = pack(Eximo(first=first).start())
    assert [perft(start, depth, WIDTH, False) for depth in range(5)] == [1, 40, 1600, 60284, 2093190]


@pytest.mark.parametrize("game", VARIANTS, ids=str)
@pytest.mark.parametrize("name", ["T1 black", "T4", "T6 going on", "T7", "T10", "T12", "T13 white", "T18"])
def test_counts_are_the_reference_s(game: Eximo, name: str):
    state = game.read_position(POSITIONS[name])
    for steps in (False, True):
        for depth in (1, 2):
            assert perft(pack(state, game), depth, WIDTH, steps) == reference_perft(game, state, depth, steps=steps)


def test_keys_of_three_plies_tell_the_different_positions_apart():
    """T19: 60,284 turns lead to 36,018 positions after three plies, some of them over another order of the turns."""
    out = np.empty(WIDTH, np.int32)
    packed = {at(f"{START} w")}
    keys: set[int] = set()
    for turns in (40, 1600, 36018):
        begun, packed = packed, set()
        while begun:
            s = begun.pop()
            for code in out[: list_legal(s, out)].tolist():
                after = take_step(s, code)
                after = after._replace(first=np.uint64(after.first), second=np.uint64(after.second))
                (begun if after.phase else packed).add(after)
        keys = {int(key(s)) for s in packed}
        assert len(keys) == len(packed) == turns


@pytest.mark.parametrize("game", [EXIMO, RESERVE, OPTIONAL], ids=str)
def test_equal_states_have_equal_keys_and_others_have_not(game: Eximo):
    """The count of turns stays out."""
    rng = Random(str(game))
    states = [state for _ in range(60) for state in played_out(game, rng)]
    states += [
        state for name in ("T6", "T7", "T10", "T18") for state in below(game, game.read_position(POSITIONS[name]), 2)
    ]
    known: dict[int, Men] = {}
    inside = 0
    for state in states:
        bare = replace(state, played=0)
        assert known.setdefault(int(key(pack(state, game))), bare) == bare
        inside += not state.whole
    assert len(known) == len({replace(state, played=0) for state in states})
    assert inside > 500 and len(states) > len(known) > 4000


def test_keys_see_every_part_of_a_state():
    s = at("8/8/8/8/1www4/1w2b3/8/8 b chain=capture:e3", RESERVE)
    others = [
        s._replace(first=s.first | np.uint64(1)),
        s._replace(second=s.second | np.uint64(1)),
        s._replace(first=s.second, second=s.first),
        s._replace(player=0),
        *(s._replace(phase=phase) for phase in (0, 1, 3, 4)),
        s._replace(man=s.man + 1),
        s._replace(first_lost=s.first_lost + 1),
        s._replace(second_lost=s.second_lost + 1),
        s._replace(first_lost=s.second_lost, second_lost=s.first_lost),
    ]
    assert len({int(key(other)) for other in [s, *others]}) == 1 + len(others)
    assert key(s._replace(played=9)) == key(s)


@pytest.mark.parametrize(
    ("name", "step", "loud"),
    [
        ("T1 black", "b3-b4", 0),
        ("T1 black", "b2^b4", 0),
        ("T9 black", "c3xe5", 1),
        ("T7", "c3xa3", 2),
        ("T4", "e7-e8=", 1),
        ("T10", "c6xc8=", 2),
        ("T4 dropping", "c1,d2", 0),
    ],
)
def test_noise_counts_captures_and_arrivals(name: str, step: str, loud: int):
    assert loudness(at(POSITIONS[name]), code_of(POSITIONS[name], step)) == loud


def upside_down(state: Men) -> Men:
    """The same for the other side: ranks turned over and colours swapped."""
    board = b"".join(state.board[row : row + 8] for row in range(56, -8, -8)).translate(bytes([0, 2, 1]) + bytes(253))
    chain = state.chain if state.chain < 0 else state.chain ^ 56
    return replace(state, board=board, player=1 - state.player, chain=chain, lost=state.lost[::-1])


def mirrored(state: Men) -> Men:
    """Left and right exchanged."""
    board = b"".join(state.board[row : row + 8][::-1] for row in range(0, 64, 8))
    return replace(state, board=board, chain=state.chain if state.chain < 0 else state.chain ^ 7)


@pytest.mark.parametrize("features_alone", [True, False])
def test_evaluation_is_fair(features_alone):
    """What one seat hopes the other fears; it does not matter who is called White, nor, to features, where left is.

    A net has learnt that from games and their mirror images, so it knows it nearly.
    """
    rng, judging = Random(5), kernel(EXIMO)
    if features_alone:
        judging.judge_by("none")
    pack, apart = judging.pack, []
    states = [state for _ in range(6) for state in played_out(EXIMO, rng) if state.player != NOBODY]
    assert {state.whole for state in states} == {True, False}
    for state in states:
        s = pack(state)
        mine = hope(s, 0)
        assert 0 < mine < 1
        assert hope(s, 1) == pytest.approx(1 - mine)
        assert hope(pack(upside_down(state)), 1) == pytest.approx(mine)
        apart.append(abs(hope(pack(mirrored(state)), 0) - mine))
    assert max(apart) < 1e-9 if features_alone else np.mean(apart) < 0.05


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("runners", "8/8/8/8/w7/8/8/7b w", 0),  # both are
        ("runners", "7w/8/8/8/w7/8/8/7b w", 1),  # on the h file nobody is
        ("runners", "7w/8/8/8/w7/8/8/4b3 w", 0),  # e1 can meet the man on a4
        ("ranks that runners have gone", "7w/8/8/8/w7/8/8/7b w", 4),
        ("men on rank 1", "3ww3/8/8/8/8/8/8/7b w", 1),
        ("rank 7", "8/8/8/8/8/8/w2w4/6b1 w", 2),
        ("guarded squares", "w3w3/8/8/8/8/8/8/8 w", 5),
        ("guarded squares", "8/w3w3/8/8/8/8/8/7b w", 3),
        ("mobility", "8/8/w7/w7/8/8/8/8 w", 4),
        ("men to capture", "8/8/8/8/6w1/5w2/4b3/1b6 b", 0),
        ("a capture to begin with", "8/8/8/3w4/2bbb3/8/8/8 w", 1),
        ("men to capture", "8/8/8/3w4/2bbb3/8/8/8 w", 3),
        ("men in danger", "8/8/8/3w4/3b4/8/8/8 w", 1),
        ("men to capture", "8/8/8/8/1www4/1w2b3/8/8 b chain=capture:e3", -1),
        ("men on rank 1", "8/8/8/8/8/8/8/8 b drop:2", -2),
        ("the turn", "8/8/8/8/8/8/8/8 b drop:2", 1),
        ("the turn", "8/8/8/8/w7/8/8/7b b", -1),
    ],
)
def test_features(name: str, text: str, expected: int):
    """For White, less what Black has."""
    assert features(at(text), 0)[FEATURES.index(name)] == expected


def test_a_weight_for_every_feature():
    assert len(WEIGHTS) == len(FEATURES) == len(features(at(f"{START} w"), 0))


def test_no_list_is_longer_than_the_width():
    """Drops of two men in an empty zone, and boards full of anything."""
    assert list_legal(at(POSITIONS["T10"])._replace(phase=4, second=np.uint64(0)), np.empty(WIDTH, np.int32)) == 66
    rng = Random(9)
    out = np.empty(WIDTH, np.int32)
    for _ in range(2000):
        share = rng.random()
        board = bytes(rng.choices((0, 1, 2), (1, share, share), k=64))
        assert list_legal(pack(Men(board, rng.randrange(2)), OPTIONAL), out) < WIDTH


def test_random_games_are_even():
    start = pack(EXIMO.start())
    assert 0.47 < playouts(start, seeded(3), WIDTH, 4000) / 4000 < 0.53
