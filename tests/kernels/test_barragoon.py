"""The kernel of Barragoon: every option set, every known position, its counts, key, estimates and placements that matter."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tabuleiro import kernels
from tabuleiro.core import NOBODY, Move, Place
from tabuleiro.core.notation import read_turn
from tabuleiro.games.barragoon import Barragoon
from tabuleiro.kernels.barragoon import rules as kernel
from tabuleiro.kernels.barragoon.places import relevant
from tabuleiro.kernels.jit import compiled
from tabuleiro.kernels.net import hope
from tabuleiro.kernels.search.perft import perft as compiled_perft
from tabuleiro.testing.perft import perft
from tabuleiro.testing.twins import Twins

GAME = Barragoon()
STRICT_ARROWS = Barragoon(directional_capture=True)
WHITE, BLACK = 0, 1
FACES = [piece.symbol for piece in GAME.pieces[7:]]

START = "14W3W13W4W1/22W3W2W2/7/1No3No1/No1No1No1No/1No3No1/7/22B3B2B2/14B3B13B4B1"
MIDDLE = "23W24W1/34W3/1No2W23W1/1No3W2W1AT1/No14B3BRLATNo/52BAT/33B3B2/22B4/14B5"
LATE = "7/7/6No/14WNo1THOT4W/OBAT1TVNoOL3B/2BTVNoOB1NoOT/NoOB1LTAT2/3B1AT4W3BRT1/2W6"
ARROW = "7/3{}3/7/7/33W1No1/7/7/7/63B"
TILE_TAKEN = "7/7/7/7/32W3/7/32B3/7/3B6"
STUCK = "7/7/7/3No3/2No2WNo2/3No3/7/6No/5No2B"

BOARDS = {
    "first": START,
    "first, open": START.replace("No", "AT"),
    "middle": MIDDLE,
    "late, with three 4W": LATE,
    **{f"a lone {tile} on {name}": rows for tile in ("2W", "3W", "4W") for name, rows in [
        ("d5", f"7/7/7/7/3{tile}3/7/7/7/7"), ("a1", f"{tile}6/7/7/7/7/7/7/7/7"), ("g9", f"7/7/7/7/7/7/7/7/6{tile}")
    ]},
    **{f"{tile} leaves by {face}": f"7/7/7/3{face}3/22B{tile}2B2/32B3/7/7/7" for tile in ("2W", "3W") for face in FACES},
    "the forced turn is the one turn": "7/7/7/7/7/7/7/3AT3/22B4W2B2",
    "straight, then a turn": "7/7/7/7/7/7/7/3OT3/22B3W2B2",
    **{f"{face} captured from below": ARROW.format(face) for face in FACES},
    "2-space tile and all turns": "7/7/3AT3/7/1OL12W1No1/7/3AT3/7/63B",
    "a barragoon to capture": "3W6/7/7/No6/7/7/7/7/63B",
    "a tile to capture": TILE_TAKEN,
    "the last tile": "7/7/7/7/32W3/7/32B3/7/7",
    "tiles block": "4W2W5/2B6/7/7/7/7/7/7/7",
    "both stuck": STUCK,
    "no tile": "7/7/7/7/7/7/7/7/63B",
}  # fmt: skip
TAILS = {
    "white": "W",
    "black": "B",
    "one barragoon aside": "W aside=1",
    "none aside": "W aside=0",
    "the last quiet turn": "W quiet=99",
    "the last turn": "B ply=999",
    "black places": "W place=B:2",
    "white places": "W place=W:1",
}


def pack(state, game=GAME):
    """To be judged by features alone, which are what these tests know of: what was learnt has a value for every cell."""
    kernel = kernels.find(game)
    kernel.judge_by("none")
    return kernel.pack(state)


def read(text, game=GAME):
    return pack(game.read_position(text), game)


def codes(rule, packed):
    out = np.empty(63 * 16, np.int32)
    return out[: rule(packed, out)].tolist()


def random_states(seed, games, game=GAME, *, over=False):
    """Every state of some random games, inside turns too; with *over*, the last as well."""
    rng = Random(seed)
    for _ in range(games):
        state = game.start()
        while state.player != NOBODY:
            yield state
            state = game.apply(state, rng.choice(game.actions(state)))
        if over:
            yield state


# ── Equality with the rules ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", [GAME, STRICT_ARROWS], ids=str)
@pytest.mark.parametrize("board", BOARDS)
def test_positions(board, game):
    twins = Twins(game)
    for tail in ("W", "B"):
        twins.compare(game.read_position(f"{BOARDS[board]} {tail}"))


@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize(
    "board", ["first", "middle", "late, with three 4W", "a barragoon to capture", "a tile to capture"]
)
def test_positions_inside_turns_and_near_the_limits(board, tail):
    twins, state = Twins(GAME), GAME.read_position(f"{BOARDS[board]} {TAILS[tail]}")
    twins.compare(state)
    if state.player != NOBODY and state.whole:
        captures = [action for action in GAME.actions(state) if "x" in GAME.write(state, action)]
        for action in captures[:3]:
            twins.compare(GAME.apply(state, action))


@pytest.mark.parametrize("express", ["0", "1", "2", "0/1", "0/2", "1/0", "1/2", "2/0", "2/1"])
@pytest.mark.parametrize("directional", [False, True])
def test_option_sets(express, directional):
    for opened, limit, longest in ((False, 100, 1000), (True, 10, 0), (False, 0, 60)):
        game = Barragoon(directional, opened, express, no_capture_limit=limit, max_plies=longest)
        Twins(game).walk(Random(f"{game}"), 60)


def test_no_limits():
    game = Barragoon(no_capture_limit=0, max_plies=0)
    assert Twins(game).walk(Random(1), 500) >= 500


def test_crowded_boards():
    """Any pieces anywhere: many faces on one path, and more tiles than there are."""
    rng = Random(5)
    for number in range(300):
        game = STRICT_ARROWS if number % 2 else GAME
        thin = rng.choice((0.3, 0.5, 0.9))
        board = bytes(rng.randrange(1, 23) if rng.random() < thin else 0 for _ in range(63))
        Twins(game).compare(game.settled(board, number % 3 % 2, 63, 0, 0))


# ── Counting ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 28), (2, 441_615)])
def test_turns(depth, count):
    assert compiled_perft(pack(GAME.start()), depth, 1008, False) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 28), (2, 441_615), (3, 248_873_750)])
def test_turns_with_the_last_placements_only_counted(depth, count):
    assert kernel.count_turns(pack(GAME.start()), depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 28), (2, 784)])
def test_steps(depth, count):
    assert compiled_perft(pack(GAME.start()), depth, 1008, True) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (f"{START} W", 28),
        ("3W6/7/7/No6/7/7/7/7/63B W", 6 + 976),
        (f"{TILE_TAKEN} W place=B:2", 60 * 16 * 59 * 16),  # both tiles of the capture still stand there
        (f"{TILE_TAKEN} W", 11 + 976 * 960),
        (f"{TILE_TAKEN} W aside=1", 11 + 976),
        (f"{TILE_TAKEN} W aside=0", 12),
        ("7/7/7/7/32W3/7/32B3/7/7 W", 12),
        (f"{STUCK} W", 0),
    ],
)
def test_ways_to_finish_a_turn_are_counted_without_placing(text, count):
    assert kernel.completions(read(text)) == count


def test_ways_to_finish_a_turn_are_those_of_the_rules():
    """Two free squares: the rules can count that."""
    rng = Random(3)
    counts = set()
    for _ in range(40):
        board = bytearray(rng.randrange(7, 23) for _ in range(63))
        for tile, cell in zip((1, 2, 3, 4, 5, 6, 0, 0), rng.sample(range(63), 8), strict=True):
            board[cell] = tile
        state = GAME.settled(bytes(board), 0, 60, 0, 0)
        count = kernel.completions(pack(state))
        assert count == perft(GAME, state, 1), GAME.write_position(state)
        counts.add(count)
    assert max(counts) > 1000


# ── Key ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_keys_differ_as_states_do():
    keys = {}
    inside = 0
    for state in random_states("keys", 20):
        packed = pack(state)
        what = (state.board, state.player, state.turn, state.pending)
        assert keys.setdefault(int(kernel.key(packed)), what) == what
        inside += not state.whole
        if not state.whole and inside % 40 == 0:
            for code in codes(kernel.legal, packed):
                after = GAME.apply(state, GAME.space[code])
                what = (after.board, after.player, after.turn, after.pending)
                assert keys.setdefault(int(kernel.key(pack(after))), what) == what
    assert len(keys) > 15_000
    assert inside > 800


def test_bits_of_keys_are_even():
    """Every bit of the keys is set about as often as not, in the low half as in the high half."""
    found = [int(kernel.key(pack(state))) for state in random_states("bits", 12)]
    for place in range(64):
        assert 0.45 < sum(number >> place & 1 for number in found) / len(found) < 0.55


def test_key_leaves_counters_out():
    state = GAME.start()
    for turn in ("c2-c3", "c8-c7", "c3-c2", "c7-c8"):
        for action in read_turn(GAME, state, turn).actions:
            state = GAME.apply(state, action)
    assert state.played == 4
    assert kernel.key(pack(state)) == kernel.key(pack(GAME.start()))
    assert kernel.key(pack(state)) != kernel.key(pack(replace(state, player=1, turn=1)))


# ── Estimates ────────────────────────────────────────────────────────────────────────────────────────────────────


def mirrored(state):
    """Top and bottom exchanged, and the colours."""
    swap = dict(zip(("OT", "RT", "RB", "RL", "RR"), ("OB", "LB", "LT", "LL", "LR"), strict=True))
    swap |= {new: old for old, new in swap.items()} | {f"{value}W": f"{value}B" for value in "234"}
    swap |= {f"{value}B": f"{value}W" for value in "234"}
    symbols = [piece.symbol for piece in GAME.pieces]
    to = [symbols.index(swap.get(symbol, symbol)) for symbol in symbols]
    rows = [state.board[7 * row : 7 * row + 7] for row in range(9)]
    board = bytes(to[content] for row in reversed(rows) for content in row)
    return replace(state, board=board, player=1 - state.player, turn=1 - state.turn)


def test_estimates_are_fair():
    """What one seat hopes for the other fears, and the mirror image is as good for the other colour."""
    seen = set()
    for state in random_states("fair", 1):
        here, there = pack(state), pack(mirrored(state))
        assert 0.0 < hope(here, WHITE) < 1.0
        assert hope(here, WHITE) == pytest.approx(1.0 - hope(here, BLACK))
        assert hope(here, WHITE) == pytest.approx(hope(there, BLACK))
        seen.add(round(hope(here, WHITE), 3))
    assert len(seen) > 200


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3W3W5/7/7/7/7/7/7/7/63B B", "3W6/7/7/7/7/7/7/7/63B B"),  # a tile more
        ("4W6/7/7/7/7/7/7/7/63B B", "2W6/7/7/7/7/7/7/7/63B B"),  # a longer one
        ("7/33W3/7/7/7/7/7/7/63B B", "3W6/7/7/7/7/7/7/7/63B B"),  # more moves
        ("2W2W5/7/7/7/7/7/7/7/63B B", "2W2WNo4/7/7/7/7/7/7/7/63B B"),  # nothing in the way
        ("7/7/7/2W6/7/7/3B6/7/63B W", "7/7/7/2W6/7/7/3B6/7/63B B"),  # to move
        ("7/7/7/2W6/7/7/3B6/7/63B B place=B:1", "7/7/7/2W6/7/7/3B6/7/63B W place=W:1"),  # to move after the placement
    ],
)
def test_what_is_better_looks_better(better, worse):
    assert hope(read(better), WHITE) > hope(read(worse), WHITE)


def test_most_random_games_end_as_estimated_late_on():
    """Three of four do, over many games; so few as these may differ by a tenth."""
    hopes = []
    for number in range(100):
        *states, last = random_states(number, 1, over=True)
        if not GAME.outcome(last).drawn:
            hopes.append(hope(pack(states[-20]), GAME.outcome(last).winners[0]))
    assert len(hopes) > 80
    assert sum(hope > 0.5 for hope in hopes) / len(hopes) > 0.65


def test_tile_captures_are_noisier_than_barragoon_captures():
    state = GAME.read_position("2B6/7/2W1No4/7/7/4W6/7/7/3B53B W")
    packed = pack(state)
    noises = {
        GAME.write(state, action): kernel.noise(packed, GAME.space.index(action)) for action in GAME.actions(state)
    }
    assert noises["a3xa1"] > noises["a3xc3"] > noises["a3-a2"] == 0
    assert all((noise > 0) == ("x" in text) for text, noise in noises.items())


# ── Placements that matter ───────────────────────────────────────────────────────────────────────────────────────


def mobility(game, board):
    """Every move of both seats."""
    return frozenset(
        (cell, target) for seat in (0, 1) for cell in game.tiles(board, seat) for target in game.targets(board, cell)
    )


@pytest.mark.parametrize("game", [GAME, STRICT_ARROWS], ids=str)
def test_placements_left_out_are_like_one_that_is_listed(game):
    placing = [state for state in random_states("places", 4, game) if not state.whole]
    shares = []
    for state in Random(0).sample(placing, 8):
        packed = pack(state, game)
        every, listed = codes(kernel.legal, packed), codes(relevant, packed)
        assert set(listed) <= set(every) and listed == sorted(listed)
        moves = {code: mobility(game, game.apply(state, game.space[code]).board) for code in every}
        assert {moves[code] for code in listed} == set(moves.values())
        shares.append(len(listed) / len(every))
    assert sum(shares) / len(shares) < 0.6


def test_of_squares_out_of_reach_one_is_listed():
    """White's tile is walled in and Black's as well: only the squares next to them can be stepped on, and all are taken."""
    state = GAME.read_position(f"{STUCK} W place=W:1")
    assert [GAME.space[code] for code in codes(relevant, pack(state))] == [Place(0, 7)]


def test_every_face_a_tile_could_use_is_listed():
    state = GAME.read_position("7/7/7/7/34W3/7/7/7/63B W place=W:1")
    listed = [GAME.space[code] for code in codes(relevant, pack(state))]
    above = GAME.board.cells["d4"]
    faces = [FACES[place.piece - 7] for place in listed if place.cell == above]
    assert faces == ["No", "OT", "RB", "LB", "AT"]  # entered from the bottom only; two ways are like one way here
    assert not [place for place in listed if isinstance(place, Move)]


@pytest.mark.parametrize("game", [GAME, STRICT_ARROWS], ids=str)
def test_the_best_placement_is_considered(game):
    """Best by the look of it: what is looked at are moves, and those are the same after what is left out."""
    placing = [state for state in random_states("best", 4, game) if not state.whole]
    for state in Random(0).sample(placing, 6):
        packed, seat = pack(state, game), state.player
        every, listed = codes(kernel.legal, packed), codes(kernel.consider, packed)
        assert len(listed) < len(every)
        looks = {code: hope(pack(game.apply(state, game.space[code]), game), seat) for code in every}
        assert max(looks[code] for code in listed) == max(looks.values())


def small_positions(rng, count):
    """A barragoon is to be placed between few tiles, some of them nearly blocked."""
    while count:
        cells = rng.sample(range(63), 24)
        tiles = [("2W", "3W", "4W")[rng.randrange(3)], ("2B", "3B", "4B")[rng.randrange(3)]]
        symbols = dict(zip(cells, [*tiles, *rng.choices(FACES, k=22)], strict=True))
        rows = ["".join(symbols.get(7 * row + column, "1") for column in range(7)) for row in range(9)]
        state = GAME.read_position(f"{'/'.join(rows)} {rng.choice('WB')} aside=1 place={rng.choice('WB')}:1")
        if state.player != NOBODY:
            count -= 1
            yield state


@compiled
def outcome(s, every, turns):
    """What White can force within so many turns: 1, 0, or a half when it is still open; by trying all that is listed."""
    if s.player == -2:
        return kernel.score(s, 0)
    if turns == 0:
        return 0.5
    listed = np.empty(kernel.WIDTH, np.int32)
    count = kernel.legal(s, listed) if every else kernel.consider(s, listed)
    best = 1.0 * s.player
    for number in range(count):
        after = kernel.step(s, np.int64(listed[number]))
        found = outcome(after, every, turns - 1 if kernel.whole(after) else turns)
        best = min(best, found) if s.player else max(best, found)
        if best == 1.0 - s.player:  # it cannot be better
            break
    return best


def test_what_is_left_out_changes_no_outcome():
    """The exact result of small positions is the same with all placements as with those that are considered."""
    results = set()
    for state in small_positions(Random(7), 60):
        packed = pack(state)
        every, considered = (outcome(packed, listing, 2) for listing in (True, False))
        assert every == considered, GAME.write_position(state)
        results.add(every)
    assert results == {0.0, 0.5, 1.0}
