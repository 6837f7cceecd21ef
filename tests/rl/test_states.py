"""Where games stand can be read, set, doubled and kept; what cannot be is refused, and nothing is changed by it."""

from __future__ import annotations

import json
import pickle
from copy import copy, deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tabuleiro.core.errors import BadOption
from tabuleiro.core.registry import find
from tabuleiro.rl.vector import Shown, VectorGame, luck

GAMES = ("barragoon", "campo-bello", "eximo", "meerkats", "momentum")
RECURRING = "campo-bello:removal=may"  # the smallest game with repetition
EXAMPLES = sorted(path for path in Path(__file__).parents[2].glob("examples/*.py") if "(Game" in path.read_text())
BOTH = pytest.mark.parametrize("plain", [False, True])


def played(spec, n=3, steps=30, **how):
    """Games after so many steps at random."""
    games, rng = VectorGame(spec, n, 1, **how), luck(range(n))
    for _ in range(steps):
        games.step(games.choose(rng))
    return games


def alike(one, other):
    for name in Shown.__dataclass_fields__:
        mine, theirs = getattr(one, name), getattr(other, name)
        if name == "codes":  # beyond a list's end a row may hold anything
            listed = np.arange(mine.shape[1]) < one.counts[:, None]
            mine, theirs = np.where(listed, mine, 0), np.where(listed, theirs, 0)
        assert (mine == theirs).all(), name


def go_on(one, other, steps=60):
    rng = luck(range(one.n))
    for _ in range(steps):
        actions = one.choose(rng).copy()
        one.step(actions)
        other.step(actions)
        alike(one, other)


@BOTH
@pytest.mark.parametrize(
    "spec", [*GAMES, RECURRING, "meerkats:players=4,stone=bag", "eximo:capture=optional,max_plies=0"]
)
def test_games_are_packed_and_go_on(spec, plain):
    games = played(spec, plain=plain)
    again = VectorGame(spec, 3, 9, plain=plain)
    data = games.pack()
    again.unpack(data)
    alike(games, again)
    assert again.pack() == data
    go_on(games, again)


@BOTH
@pytest.mark.parametrize("spec", [*GAMES, RECURRING])
def test_a_clone_is_the_same_and_apart(spec, plain):
    games = played(spec, plain=plain)
    again, before = games.clone(), games.pack()
    alike(games, again)
    go_on(again, played(spec, plain=plain))
    assert games.pack() == before


@BOTH
@pytest.mark.parametrize("again", [copy, deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
def test_a_copy_is_a_clone(again, plain):
    games = played("meerkats:players=3", plain=plain, threads=2, longest=50)
    other = again(games)
    assert (other.longest, other.threads, other.plain) == (50, 2, plain) and other.pack() == games.pack()
    go_on(games, other)


@BOTH
def test_one_game_is_cloned_many_times_to_be_searched(plain):
    games = played("meerkats", plain=plain)
    many = games.clone([2] * 40, seeds=5)
    assert many.n == 40 and all(many.state(number) == games.state(2) for number in range(40))
    shares = many.playouts(1)
    assert len(np.unique(shares, axis=0)) > 1, "each has its own luck"
    same = games.clone([2, 2]).playouts(4)
    assert (same[0] == same[1]).all()


@pytest.mark.parametrize("name", GAMES)
def test_one_seed_makes_the_same_games_for_every_number_of_them(name):
    few, many = VectorGame(name, 2, 7), VectorGame(name, 5, 7)
    for _ in range(80):
        many.step(many.codes[:, 0])
        few.step(few.codes[:, 0])
        assert (few.observations == many.observations[:2]).all() and (few.rewards == many.rewards[:2]).all()


@BOTH
def test_there_are_no_other_games_than_these(plain):
    games = VectorGame("momentum", 2, plain=plain)
    for number in (-1, 2, 10**12, 1.0):
        for use in (games.state, lambda row: games.put(row, games.game.start()), lambda row: games.clone([row])):
            with pytest.raises(BadOption, match="numbers 0 to 1"):
                use(number)
    fixed = luck([1, 2])
    fixed.flags.writeable = False
    for rng in (luck([1]), luck([1, 2, 3]), np.zeros(2), [1, 2], luck(range(4))[::2], fixed):
        for use in (games.choose, games.hasty, games.step_at_random):
            with pytest.raises(BadOption, match="a word of luck for each"):
                use(rng)
    for count in (0, 1.5):
        with pytest.raises(BadOption, match="numbers from 1"):
            games.playouts(count)


@BOTH
def test_a_code_is_not_wrapped_around(plain):
    games = VectorGame("momentum", 3, plain=plain)
    games.step(np.array([2**32, 2**40 + 3, 4], np.int64))
    assert games.illegal.tolist() == [True, True, False]
    with pytest.raises(BadOption, match="a step for each"):
        games.step([0.5, 1.0, 2.0])


@BOTH
def test_only_states_that_can_occur_are_set(plain):
    games = VectorGame("campo-bello", 2, plain=plain)
    before, start = games.pack(), games.game.start()
    wrong = [
        None,
        find("momentum").start(),
        replace(start, player=7),
        replace(start, player=-2),
        replace(start, jumper=1000),
        replace(start, board=start.board[:-1]),
        replace(start, board=bytes([99]) * len(start.board)),
    ]
    for state in wrong:
        with pytest.raises(BadOption, match="what can occur"):
            games.put(1, state)
    assert games.pack() == before
    after = games.game.apply(start, games.game.actions(start)[3])
    games.put(1, after)
    assert games.state(1) == after and games.state(0) == start


# ── Bytes ────────────────────────────────────────────────────────────────────────────────────────────────────────


@BOTH
@pytest.mark.parametrize(
    ("other", "told"),
    [
        ("momentum:size=8", "game is momentum, not momentum:size=8"),
        ("eximo", "game is momentum, not eximo"),
        ("one more", "games is 2, not 3"),
        ("shorter ones", "longest is 10000, not 20"),
        ("other rules", "rules is"),
        ("edition", "edition is 0.0"),
        ("version", "version is 0.0"),
    ],
)
def test_other_games_are_refused(other, told, plain):
    data = VectorGame("momentum", 2, plain=plain).pack()
    spec = other if other in ("momentum:size=8", "eximo") else "momentum"
    how = {"longest": 20} if other == "shorter ones" else {}
    games = VectorGame(spec, 3 if other == "one more" else 2, plain=plain != (other == "other rules"), **how)
    if other in ("edition", "version"):
        head, _, rest = data.partition(b"\n")
        data = json.dumps(json.loads(head) | {other: "0.0"}).encode() + b"\n" + rest
    with pytest.raises(BadOption, match=f"these are other games: {told}"):
        games.unpack(data)


@BOTH
@pytest.mark.parametrize("name", list(Shown.__dataclass_fields__))
def test_arrays_are_for_reading(name, plain):
    """A step is legal where the mask says so: nobody may write there."""
    games = VectorGame("momentum", 2, plain=plain)
    with pytest.raises(ValueError, match="read-only"):
        getattr(games, name)[...] = 1
    with pytest.raises(ValueError, match="read-only"):
        getattr(games, name).sort(axis=0)


@pytest.mark.parametrize("data", ["text", None, 7, []])
def test_what_is_no_bytes_is_refused(data):
    with pytest.raises(BadOption, match="no games that were packed"):
        VectorGame("momentum", 1).unpack(data)


@BOTH
@pytest.mark.parametrize("seeds", [None, "ab", 1.5, [1.5, 2], [1, None], np.array([1.0, 2.0])])
def test_seeds_that_are_none_are_refused_and_change_nothing(seeds, plain):
    games = VectorGame("momentum", 2, plain=plain)
    games.step([-7, -7])
    before, done = games.pack(), games.done.copy()
    with pytest.raises(BadOption, match="seeds are whole numbers"):
        games.reset(seeds)
    assert games.pack() == before and done.all() and (games.done == done).all()


def forged(data, **arrays):
    """The same bytes with other arrays; None leaves one out."""
    head, _, rest = data.partition(b"\n")
    said = json.loads(head)
    parts, listed, at = [], [], 0
    for name, dtype, shape in said["arrays"]:
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        array = arrays.get(name, np.frombuffer(rest[at : at + size], dtype).reshape(shape))
        at += size
        if array is not None:
            listed.append([name, array.dtype.name, list(array.shape)])
            parts.append(array.tobytes())
    return json.dumps(said | {"arrays": listed}).encode() + b"\n" + b"".join(parts)


def text(*lines):
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


STANDING = np.zeros(2, np.uint64)
FORGED = {
    "no luck": {"rng": None},
    "luck that stands still": {"rng": STANDING},
    "luck for one": {"rng": luck([1])},
    "no positions": {"positions": None},
    "nonsense": {"positions": text("nonsense", "more")},
    "no text": {"positions": np.full(9, 255, np.uint8)},
    "one position": {"positions": text("x" * 40)},
    "no past": {"past": None},
    "a past of nobody": {"past": np.zeros(6, np.uint64), "pasts": np.array([3, 3], np.int32)},
    "a negative past": {"past": luck([1, 2]), "pasts": np.array([-1, 3], np.int32)},
    "a past that is too long": {"past": luck(range(900)), "pasts": np.array([450, 450], np.int32)},
    "counts that do not fit": {"past": luck(range(4)), "pasts": np.array([3, 3], np.int32)},
    "no rewards": {"rewards": None},
    "rewards for three": {"rewards": np.zeros((2, 3), np.float32)},
    "ages of another kind": {"ages": np.zeros(2, np.int64)},
}


@BOTH
@pytest.mark.parametrize("what", FORGED)
def test_forged_bytes_are_refused_and_change_nothing(what, plain):
    games = played(RECURRING, 2, 20, plain=plain, longest=100)
    before = games.pack()
    with pytest.raises(BadOption, match=r"no games that were packed|other games"):
        games.unpack(forged(before, **FORGED[what]))
    assert games.pack() == before


@BOTH
def test_a_position_that_cannot_be_is_refused(plain):
    games = VectorGame("momentum", 1, plain=plain)
    won = "11111111/......./......./......./......./......./....... - 20"
    for position in (won, won.replace("-", "1"), won.replace("11111111", "1111111")):
        with pytest.raises(BadOption, match="no games that were packed"):
            games.unpack(forged(games.pack(), positions=text(position)))


@pytest.mark.parametrize("shape", [[0, 10**30], [2**62, 4, 0], [0] * 70, [-1], [10**400], ["x"], [None], 7])
def test_shapes_that_are_none_are_refused(shape):
    games = VectorGame("momentum", 1)
    head, _, rest = games.pack().partition(b"\n")
    said = json.loads(head)
    said["arrays"].append(["more", "int8", shape])
    with pytest.raises(BadOption, match="no games that were packed"):
        games.unpack(json.dumps(said).encode() + b"\n" + rest)


@BOTH
@pytest.mark.parametrize("spec", [*GAMES, RECURRING])
def test_damaged_bytes_are_refused_or_play_on(spec, plain):
    games = played(spec, 2, 12, plain=plain)
    data, rng, drawn = games.pack(), Random(spec), luck([1, 2])
    refused = 0
    for number in range(120):
        damaged = bytearray(data[: rng.randrange(len(data))] if number % 4 == 3 else data)
        for _ in range(rng.randrange(1, 4)):
            if damaged:
                damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        try:
            games.unpack(bytes(damaged))
        except BadOption:
            refused += 1
            continue
        for _ in range(5):
            games.step(games.choose(drawn))
    assert refused >= 30


# ── Games without a twin ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "spec", ["momentum:size=9", *(str(path) for path in EXAMPLES)], ids=lambda spec: Path(spec).stem
)
def test_games_without_a_twin_are_stepped_by_the_plain_rules(spec):
    games = played(find(spec), 4, 200)
    assert games.plain
    state, seat = games.state(0), int(games.player[0])
    assert seat == state.player and games.counts[0] == len(games.game.actions(state)) == games.mask[0].sum()
    again = VectorGame(games.game, 4, 3)
    again.unpack(games.pack())
    go_on(games, again, 30)
    assert games.playouts(1).sum(axis=1) == pytest.approx(1)
