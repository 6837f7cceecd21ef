"""Many games at once are the same games: by compiled and by plain rules, in any number, on any number of threads."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest

from option_sets import SPECS
from tabuleiro import kernels
from tabuleiro.core.errors import BadOption
from tabuleiro.core.registry import find
from tabuleiro.play import planes
from tabuleiro.play.session import Session
from tabuleiro.rl.vector import WAIT, Shown, VectorGame, luck

SAME = tuple(
    name for name in Shown.__dataclass_fields__ if name != "codes"
)  # beyond a list's end a row of codes may hold anything
GAMES = ("barragoon", "campo-bello", "eximo", "meerkats", "momentum")
KERNELLED = [spec for spec in SPECS if kernels.find(find(spec)) is not None]
PLAYERS = [f"{name}:players={count}" for name in ("campo-bello", "meerkats") for count in (3, 4)]
SHORTER = {"barragoon": "barragoon:no_capture_limit=20"}
QUICK, MANY, ENDS = 240, 1_000_000, 1_000  # steps, steps, finished games


def differences(one, other):
    """The names of the arrays that differ, and the numbers of the games whose lists do."""
    lists = [
        number
        for number, count in enumerate(one.counts)
        if (one.codes[number, :count] != other.codes[number, :count]).any()
    ]
    return [name for name in SAME if (getattr(one, name) != getattr(other, name)).any()] + lists


def compare(spec, n, steps, luckily=0):
    """Play *n* games both ways, at random; how many ended."""
    seeds = [11 * number + 3 + 1000 * luckily for number in range(n)]
    twin, plain = VectorGame(spec, n, seeds), VectorGame(spec, n, seeds, plain=True)
    assert plain.plain and not twin.plain
    drawn, ended = luck(range(n * luckily, n * luckily + n)), 0
    for number in range(steps // n):
        actions = twin.choose(drawn).copy()
        twin.step(actions)
        plain.step(actions)
        ended += int(twin.done.sum())
        assert not differences(twin, plain), (spec, number)
    return ended


@pytest.mark.parametrize("spec", KERNELLED)
def test_twins_step_alike(spec):
    compare(spec, 4, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_twins_step_alike_for_long(name):
    """A million steps a game, its numbers of players sharing them, and a thousand ends of each. Barragoon at random is long:
    the last of its ends are of games with an earlier draw.
    """
    counts = [spec for spec in PLAYERS if spec.startswith(name)]
    for spec in (name, *counts):
        ended, tries = compare(spec, 100, MANY // (len(counts) + 1)), 0
        while ended < ENDS:
            tries += 1
            ended += compare(SHORTER.get(spec, spec), 100, MANY // 20, tries)
        print(f"{spec}: {ended} ends, {tries} more runs")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_the_same_way_in_any_company(name):
    """Alone, among others, on two threads; and its luck is its own."""
    alone, among = VectorGame(name, 1, [5]), VectorGame(name, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9], threads=2)
    one, nine = luck([70]), luck(range(66, 75))
    for _ in range(150):
        alone.step(alone.choose(one))
        among.step(among.choose(nine))
        for array in SAME:
            assert (getattr(alone, array)[0] == getattr(among, array)[4]).all()


@pytest.mark.parametrize("name", [*GAMES, "eximo:capture=optional,max_plies=0"])
@pytest.mark.parametrize("how", [{}, {"threads": 2}, {"threads": 3}, {"plain": True}], ids=str)
def test_a_step_at_random_is_one_that_was_chosen(name, how):
    """In one call as in two, also past the first tables of positions."""
    n, steps = (3, 60) if "plain" in how else (70, 600)
    two, one = VectorGame(name, n, 4), VectorGame(name, n, 4, **how)
    chosen, drawn = luck(range(n)), luck(range(n))
    for number in range(steps):
        actions = two.choose(chosen)
        two.step(actions)
        assert (one.step_at_random(drawn) == actions).all() and (chosen == drawn).all()
        assert not differences(one, two), number


@pytest.mark.parametrize("name", GAMES)
def test_it_is_what_a_session_plays(name):
    """Steps, ends by repetition too, and rewards."""
    vector = VectorGame(name, 1, [1])
    rng, session = Random(name), None
    for _ in range(600):
        if session is None:
            session = Session(vector.game, Random(), start=vector.state(0))
        action = rng.choice(session.view(session.player).actions)
        session.play(session.player, action)
        vector.step([vector.game.space.index(action)])
        assert vector.done[0] == (session.outcome is not None)
        if session.outcome:
            players = vector.game.players
            wanted = [(players * score - 1) / (players - 1) for score in session.outcome.scores]
            assert vector.rewards[0].tolist() == pytest.approx(wanted)
            session = None
        elif vector.game.name != "meerkats":
            assert vector.state(0) == session.state


def test_a_seat_knows_its_own_colour():
    """Steps name colours as they are called, so who sees only "yours" could not drop a stone of its own."""
    vector = VectorGame("meerkats", 8, 5)
    assert vector.planes[-4:] == [f"your colour is {colour}" for colour in ("red", "green", "blue", "yellow")]
    for number in range(vector.n):
        seat = int(vector.player[number])
        own = vector.observations[number][-4:].reshape(4, -1).max(axis=1).tolist()
        assert own == [int(vector.state(number).colours[seat] == colour) for colour in range(1, 5)]


def test_one_seed_may_be_a_number_of_numpy_s():
    for seed in (3, np.int64(3)):
        vector = VectorGame("meerkats", 4, seed)
        assert [vector.state(number).colours for number in range(4)] == [
            VectorGame("meerkats", 4, 3).state(number).colours for number in range(4)
        ]


def test_repetition_draws_and_a_long_past_fits():
    vector = VectorGame("eximo:capture=optional,max_plies=0", 64, 3)
    drawn, drawn_games = luck(range(64)), 0
    for _ in range(3000):
        vector.step(vector.choose(drawn))
        drawn_games += int((vector.done & (vector.rewards == 0).all(axis=1)).sum())
    assert vector._stepper._batch.seen.shape[1] >= 256


@pytest.mark.parametrize(("players", "seat"), [(players, seat) for players in (2, 3, 4) for seat in range(players)])
def test_no_observation_tells_another_seat_s_colour(players, seat):
    game = find(f"meerkats:players={players}")
    vector = VectorGame(game, 1, [4])
    drawn = luck([1])
    for _ in range(40):
        vector.step(vector.choose(drawn))
    while vector.player[0] != seat:
        vector.step(vector.choose(drawn))
    state = vector.state(0)
    seen = vector.observations.copy()
    others = [colour for colour in range(1, 5) if colour != state.colours[seat]]
    for colours in permutations(others, players - 1):
        hidden = list(colours)
        hidden.insert(seat, state.colours[seat])
        other = type(state)(state.board, state.player, tuple(hidden), state.hand, state.fresh)
        vector.put(0, other)
        assert (vector.observations == seen).all()
        assert (np.array(planes.seen(game, other, seat)) == seen[0]).all()


@pytest.mark.parametrize("plain", [False, True])
def test_a_step_that_is_not_legal_loses(plain):
    vector = VectorGame("campo-bello:players=3", 3, 1, plain=plain)
    mover = int(vector.player[0])
    vector.step([int(np.flatnonzero(~vector.mask[0])[0]), 10**9, WAIT])
    assert vector.done.tolist() == vector.illegal.tolist() == [True, True, False]
    assert vector.rewards[0].tolist() == [-0.5 if seat == mover else 0.25 for seat in range(3)]
    vector.step(vector.codes[:, 0])
    assert not vector.done.any() and not vector.rewards.any()


@pytest.mark.parametrize("plain", [False, True])
def test_a_game_that_is_too_long_is_cut_short(plain):
    vector = VectorGame("momentum", 2, 1, longest=3, plain=plain)
    drawn = luck([1, 2])
    for number in range(1, 7):
        vector.step(vector.choose(drawn))
        assert vector.done.all() == vector.truncated.all() == (number % 3 == 0)
        assert not vector.rewards.any()


@pytest.mark.parametrize("plain", [False, True])
def test_playouts_tell_who_stands_better(plain):
    vector = VectorGame("momentum", 2, plain=plain)
    game = vector.game
    ahead = game.read_position("......./.11111./.1...../......./......./......./....... 1 12")
    vector.put(0, ahead)
    shares = vector.playouts(20)
    assert shares.sum(axis=1) == pytest.approx(1)
    assert shares[0, 0] > 0.75 and vector.state(0) == ahead


def test_wrong_use_is_said():
    with pytest.raises(BadOption, match="numbers from 1"):
        VectorGame("momentum", 0)
    for how in ({"n": 2.0}, {"threads": 1.5}, {"longest": float("inf")}):
        with pytest.raises(BadOption, match="numbers from 1"):
            VectorGame("momentum", **{"n": 2} | how)
    with pytest.raises(BadOption, match="2 games and 3 seeds"):
        VectorGame("momentum", 2, [1, 2, 3])
    vector = VectorGame("momentum", 2, longest=10**30)
    with pytest.raises(BadOption, match="a step for each"):
        vector.step([1])
    with pytest.raises(BadOption, match="a seat decides"):
        vector.put(0, find("meerkats").start())


def test_a_game_without_a_twin_has_planes_too(three):
    vector = VectorGame(three, 4)
    assert vector.plain and vector.planes == ["seat +0: disc", "seat +1: disc", "your seat"]
    drawn = luck(range(4))
    for _ in range(20):
        vector.step(vector.choose(drawn))
        assert vector.observations[:, :2].sum() == sum(9 - vector.counts)
