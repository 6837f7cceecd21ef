"""Nets: compiled code equals plain whole numbers, files are data, and no compiled code depends on one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import reduce
from importlib import import_module
from operator import or_
from random import Random
from threading import Barrier, Thread

import numpy as np
import pytest

from tabuleiro import kernels
from tabuleiro.core import CHANCE, NOBODY, choices
from tabuleiro.core.errors import BadNet
from tabuleiro.core.registry import find
from tabuleiro.kernels import eximo
from tabuleiro.kernels import net as nets
from tabuleiro.kernels.jit import rule_of
from tabuleiro.kernels.meerkats.told import ToldKernel
from tabuleiro.kernels.net import HIGH, LARGEST, UNITS, Net, load, placed
from tabuleiro.kernels.rules import evaluate

OPTIONS = ("eximo", "eximo:drops=reserve", "eximo:capture=optional", "eximo:drops=reserve,capture=optional,first=black")
INPUTS = eximo.INPUTS


def some_net(seed=0, large=200, **more):
    """A net for Eximo that nobody trained."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(-large, large, (INPUTS.rows, UNITS)).astype(np.int16)
    return Net("eximo", rows, rng.integers(-300, 300, UNITS).astype(np.int16), 256, int(rng.integers(999)), **more)


def packed_states(spec, count):
    """Packed states of random games, chains and drops among them."""
    game, rng = find(spec), Random(spec)
    kernel, codes = kernels.find(game), np.empty(eximo.WIDTH, np.int32)
    while count:
        s = kernel.pack(game.start())
        while s.player >= 0 and count:
            yield s
            count -= 1
            after = eximo.step(s, int(codes[rng.randrange(eximo.legal(s, codes))]))
            s = type(s)(np.uint64(after.first), np.uint64(after.second), *after[2:])


def leads(net, states):
    """What *net* says of *states* by plain sums over the board, said again: no bits, no lanes, no compiled code."""
    found = []
    for s in states:
        mine, theirs = (s.first, s.second) if s.player == 0 else (s.second, s.first)
        lost = (s.first_lost, s.second_lost) if s.player == 0 else (s.second_lost, s.first_lost)
        rows = [128 + 4 * s.phase + s.flags, 148 + lost[0], 165 + lost[1]]
        for plane, cells in enumerate((mine, theirs)):
            there = (cell for cell in range(64) if int(cells) >> cell & 1)
            rows += [64 * plane + (cell if s.player == 0 else 8 * (7 - cell // 8) + cell % 8) for cell in there]
        sums = net.rows[rows].astype(np.int64).sum(axis=0)
        total = int(np.clip(sums, 0, net.clip) @ net.out.astype(np.int64)) + net.bias
        if net.skip:
            total += sum(weight * count for weight, count in zip(net.skip, eximo.features(s, s.player), strict=True))
        found.append(total / 16384)
    return np.array(found)


@pytest.mark.parametrize("spec", OPTIONS)
@pytest.mark.parametrize("skip", [(), tuple(range(-700, 800, 100))], ids=["net", "net and features"])
def test_compiled_sums_equal_plain_ones(spec, skip):
    """10,000 states in all, a quarter of them with each set of options, with and without features."""
    net = some_net(skip=skip)
    states = [s._replace(net=placed(net)) for s in packed_states(spec, 2500)]
    assert {s.phase for s in states} >= {0, 1, 2, 4}
    expected = 1 / (1 + np.exp(-leads(net, states)))
    assert [judged(s, s.player) for s in states] == pytest.approx(expected, abs=1e-12)
    assert [judged(s, 1 - s.player) for s in states] == pytest.approx(1 - expected, abs=1e-12)
    assert np.ptp(expected) > 0.5


def test_many_at_once_and_without_a_compiler_it_is_the_same():
    net = some_net(skip=tuple(range(15)))
    states = list(packed_states(OPTIONS[1], 200))
    seen = [eximo.sensed(s) for s in states]
    planes, spots = (
        np.array(column, kind) for column, kind in zip(zip(*seen, strict=True), (np.uint64, int), strict=True)
    )
    counts = np.array([eximo.features(s, s.player) for s in states])
    assert net.lead(planes, spots, counts) == pytest.approx(leads(net, states))
    for out in (net.out, np.where(np.arange(UNITS), 0, net.out)):
        alone = replace(net, skip=(), out=out)
        plain = [nets.total(placed(alone), *one) + net.bias for one in seen]
        assert np.array(plain) / nets.ONE == pytest.approx(leads(alone, states))


def test_men_lost_beyond_all_reason_have_a_row():
    """Nothing else keeps compiled code from reading beyond the weights."""
    game = find(OPTIONS[1])
    strange = kernels.find(game).pack(replace(game.start(), lost=(99, 99)))
    assert max(eximo.sensed(strange)[1]) < INPUTS.rows


# ── Every game that has inputs ───────────────────────────────────────────────────────────────────────────────────

SPELLED = (
    *OPTIONS,
    *("momentum", "momentum:size=8", "momentum:marbles=12,size=8,forced=off", "momentum:marbles=3,forced=report"),
    *("barragoon", "barragoon:directional_capture=on,express=2/1", "barragoon:open=on"),
    *("campo-bello", "campo-bello:chain=report,home=nine,first=b", "campo-bello:blocked=pass,removal=may"),
    *("meerkats", "meerkats:slide=max,final_slide=on", "meerkats:liberty=on,instant15=off,tie=second"),
)


def plain_states(spec, count):
    """States of random games by the plain rules."""
    game, rng = find(spec), Random(spec)
    while count:
        state = game.start()
        while state.player != NOBODY and count:
            if state.player != CHANCE:
                yield state
                count -= 1
            state = game.apply(state, rng.choice(choices(game, state)))


def rules_of(game):
    """The module that judges states of *game*, compiled."""
    twin = import_module(game.twin.partition(":")[0])
    return import_module(twin.features.__module__)


def judged(packed, seat):
    """What searches are told of a packed state."""
    return rule_of(type(packed), evaluate)(packed, seat)


@pytest.mark.parametrize("width", [UNITS, 1], ids=["net", "linear"])
@pytest.mark.parametrize("spec", SPELLED)
def test_what_is_sensed_has_a_row_and_its_sum_is_what_a_position_is_judged_by(spec, width):
    game = find(spec)
    kernel, rules, rng = kernels.find(game), rules_of(game), np.random.default_rng(5)
    inputs = kernel.inputs
    rows = rng.integers(-200, 200, (inputs.rows, UNITS)).astype(np.int16)
    out, skip = rng.integers(-300, 300, UNITS).astype(np.int16), tuple(range(100, 100 * inputs.counted + 1, 100))
    out[width:] = 0
    net = Net(game.name, rows, out, 256 if width == UNITS else 4096, 5, skip)
    assert net.fits(inputs)
    kernel.net = placed(net)
    states = [kernel.pack(state) for state in plain_states(spec, 300)]
    firsts = np.cumsum([64 * inputs.planes, *inputs.spots])
    seen = [rules.sensed(s) for s in states]
    for planes, spots in seen:
        assert len(planes) == inputs.planes and sum(map(int, planes)) == reduce(or_, map(int, planes))
        assert all(first <= spot < end for spot, first, end in zip(spots, firsts[:-1], firsts[1:], strict=True))
    planes, spots = (
        np.array(column, kind) for column, kind in zip(zip(*seen, strict=True), (np.uint64, int), strict=True)
    )
    counts = np.array([rules.features(s, s.player) for s in states], float)
    assert len(rules.FEATURES) == inputs.counted == counts.shape[1]
    expected = 1 / (1 + np.exp(-net.lead(planes, spots, counts)))
    assert [judged(s, s.player) for s in states] == pytest.approx(expected)
    assert [judged(s, 1 - s.player) for s in states] == pytest.approx(1 - expected)


@pytest.mark.parametrize(("spec", "count"), [("eximo", 2), ("momentum", 8), ("momentum:size=8", 8)])
def test_mirrors_are_symmetries_of_the_board(spec, count):
    """What a net sees of mirrored boards is what it sees of the board, with its rows moved."""
    game = find(spec)
    kernel, rules = kernels.find(game), rules_of(game)
    size = game.size if game.name == "momentum" else 8

    def active(board, state):
        planes, _ = rules.sensed(kernel.pack(replace(state, board=bytes(board.ravel().tolist()))))
        return nets.spread(np.array([planes], np.uint64))[0]

    for state in list(plain_states(spec, 20))[8:]:
        board = np.array(list(state.board)).reshape(size, size)
        if count == 2:
            others = [board, board[:, ::-1]]
        else:
            others = [np.rot90(side, turn) for side in (board, board.T) for turn in range(4)]
        mirrors = [range(64 * kernel.inputs.planes), *kernel.inputs.mirrors]
        expected = sorted(active(other, state).tolist() for other in others)
        assert len(mirrors) == count
        assert sorted(active(board, state)[list(mirror)].tolist() for mirror in mirrors) == expected


def test_mirrors_of_campo_bello_are_symmetries_of_its_jumps_and_homes():
    """A quarter turn brings each player's movers to the other's triangles, and so to what a net sees of the other."""
    game = find("campo-bello")
    inputs = kernels.find(game).inputs
    jumps = {(jump.source, over, jump.target) for jump, over in game.overs.items()}
    homes = [[cell for cell in game.board if game.worth[seat][cell] == 3] for seat in (0, 1)]
    assert len({*inputs.mirrors, tuple(range(256))}) == 8
    for mirror in inputs.mirrors:
        planes = np.array(mirror).reshape(4, 64)[:, : len(game.board)]
        swap = int(planes[0, 0] // 64 == 2)
        assert [set(plane // 64) for plane in planes] == [{(number + 2 * swap) % 4} for number in range(4)]
        assert all((plane % 64 == planes[0] % 64).all() for plane in planes)
        come = (planes[0] % 64).tolist()  # which point comes to stand where each is
        assert {tuple(come[point] for point in jump) for jump in jumps} == jumps
        assert sorted(come[point] for point in homes[0]) == homes[swap]


def test_mirrors_of_meerkats_are_symmetries_of_its_board():
    game = find("meerkats")
    beside = {frozenset((cell, ray[0])) for cell in game.board for ray in game.board.rays[cell] if ray}
    mirrors = kernels.find(game).inputs.mirrors
    assert len({*mirrors, tuple(range(192))}) == 12
    for mirror in mirrors:
        planes = np.array(mirror).reshape(3, 64)[:, : len(game.board)]
        assert [set(plane // 64) for plane in planes] == [{0}, {1}, {2}]
        assert all((plane % 64 == planes[0] % 64).all() for plane in planes)
        come = (planes[0] % 64).tolist()
        assert {frozenset(come[cell] for cell in pair) for pair in beside} == beside


def test_features_alone_judge_meerkats_as_no_net_does():
    game = find("meerkats")
    plain, alone = kernels.find(game), kernels.find(game)
    alone.judge_by("none")
    for state in plain_states("meerkats", 200):
        packed = alone.pack(state)
        assert packed.net and not plain.pack(state).net
        assert judged(packed, 0) == pytest.approx(judged(plain.pack(state), 0), abs=1e-4)


def test_who_does_not_know_the_other_colour_expects_the_mean_by_a_net():
    """Of the worlds that it thinks possible, as likely as it thinks them."""
    game = find("meerkats")
    kernel = kernels.find(game)
    rng = np.random.default_rng(1)
    rows = rng.integers(-200, 200, (kernel.inputs.rows, UNITS)).astype(np.int16)
    kernel.net = placed(Net("meerkats", rows, rng.integers(-300, 300, UNITS).astype(np.int16), 256))
    told, chances = ToldKernel(kernel), (0.0, 0.5, 0.3, 0.2)
    for state in list(plain_states("meerkats", 60))[5:]:
        seat = state.player
        worlds = [replace(state, colours=(1, other) if seat == 0 else (other, 1)) for other in (2, 3, 4)]
        expected = sum(
            chance * judged(kernel.pack(world), seat) for chance, world in zip(chances[1:], worlds, strict=True)
        )
        packed = told.pack(worlds[0], chances)
        assert judged(packed, seat) == pytest.approx(expected)
        assert judged(packed, 1 - seat) == pytest.approx(1 - expected)


def barragoon_seen(state):
    planes, spots = rules_of(find("barragoon")).sensed(kernels.find(find("barragoon")).pack(state))
    return nets.spread(np.array([planes], np.uint64))[0].tolist(), spots


def test_a_net_sees_barragoon_alike_from_both_sides_and_in_a_mirror():
    game = find("barragoon")
    symbols = [piece.symbol for piece in game.pieces]
    opposite, mirror = str.maketrans("TBLR", "BTRL"), str.maketrans("LR", "RL")
    for state in plain_states("barragoon", 400):
        names = [symbols[piece] for piece in state.board]
        changed = [
            name[0] + name[1].translate(opposite) if name[0] in "ORL" else name.translate(str.maketrans("WB", "BW"))
            for name in names
        ]
        turned = bytes(symbols.index(name) for name in changed[::-1])
        other = replace(state, board=turned, player=1 - state.player, turn=1 - state.turn)
        assert barragoon_seen(other) == barragoon_seen(state)
        flipped = [
            name[0].translate(mirror) + name[1].translate(mirror) if name[0] in "ORL" and name != "No" else name
            for name in names
        ]
        board = bytes(symbols.index(flipped[7 * (cell // 7) + 6 - cell % 7]) for cell in range(63))
        seen, spots = barragoon_seen(state)
        rows = [seen[row] for row in kernels.find(game).inputs.mirrors[0]]
        assert barragoon_seen(replace(state, board=board)) == (rows, spots)


def test_what_has_no_inputs_takes_no_net(tmp_path):
    game = find("campo-bello:players=3")
    kernel, path = kernels.find(game), tmp_path / "a.net"
    rows, out = np.zeros((kernels.find(find("campo-bello")).inputs.rows, UNITS), np.int16), np.zeros(UNITS, np.int16)
    path.write_bytes(Net("campo-bello", rows, out, 256).write())
    with pytest.raises(BadNet, match="cannot judge"):
        kernel.judge_by(path)
    kernel.judge_by("none")
    assert kernel.pack(game.start()).net == 0


def test_the_largest_sums_do_not_overflow():
    """Every cell taken, by whoever weighs more: the sum is just what fits."""
    rows = np.zeros((INPUTS.rows, UNITS), np.int16)
    rows[:64] = HIGH // 64
    net = Net("eximo", rows, np.full(UNITS, 1, np.int16), HIGH, 0)
    assert net.fits(INPUTS)
    full = next(packed_states("eximo", 1))._replace(first=np.uint64(2**64 - 1), second=np.uint64(0), net=placed(net))
    assert judged(full, 0) == pytest.approx(1 / (1 + np.exp(-UNITS * 64 * (HIGH // 64) / 16384)))
    rows[128:148] = HIGH
    assert not Net("eximo", rows, net.out, HIGH, 0).fits(INPUTS)
    assert not Net("eximo", -rows, net.out, HIGH, 0).fits(INPUTS)


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_net_is_read_as_it_was_written(tmp_path):
    net, path = some_net(skip=tuple(range(15)), about="by hand"), tmp_path / "a.net"
    path.write_bytes(net.write())
    again = load(path, "eximo", INPUTS)
    assert (again.rows == net.rows).all() and (again.out == net.out).all()
    assert (again.clip, again.bias, again.skip, again.about) == (net.clip, net.bias, net.skip, net.about)
    assert placed(again) == placed(net) != placed(some_net(1))
    assert len(net.write()) < LARGEST // 4


WRITTEN = some_net().write()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no net"),
        (b"hello\n", "no net"),
        (b"[" * 4000 + b"\n", "no net"),
        (b'{"kind": "tabuleiro net 1"}\n', "no net"),
        (WRITTEN[:-1], "no net"),
        (WRITTEN[:-64], "no net"),
        (WRITTEN + bytes(64), "no net"),
        (WRITTEN + bytes(LARGEST), "no net"),
        (WRITTEN.replace(b"net 1", b"net 2"), "no net"),
        (WRITTEN.replace(b'"clip": 256', b'"clip": 999999'), "too large"),
        (WRITTEN.replace(b'"clip": 256', b'"clip": 0'), "too large"),
        (WRITTEN.replace(b'"clip": 256', b'"clip": 1' + b"0" * 30), "too large"),
        (re.sub(rb'"rows": \d+', b'"rows": -1', WRITTEN.partition(b"\n")[0]) + b"\n", "no net"),
        (re.sub(rb'"rows": \d+', b'"rows": -2', WRITTEN.partition(b"\n")[0]) + b"\n" + bytes(64), "cannot judge"),
        (WRITTEN.replace(b'"clip": 256', b'"clip": NaN'), "no net"),
        (WRITTEN.replace(b'"bias": ', b'"bias": 9e99, "b": '), "too large"),
        (WRITTEN.replace(b'"skip": []', b'"skip": [1]'), "cannot judge"),
        (WRITTEN.replace(b'"game": "eximo"', b'"game": "momentum"'), "holds a net for momentum"),
        (some_net(large=30_000).write(), "cannot judge"),
    ],
)
def test_anything_else_is_refused_in_a_line(tmp_path, data, words):
    path = tmp_path / "a.net"
    path.write_bytes(data)
    with pytest.raises(BadNet, match=words) as told:
        load(path, "eximo", INPUTS)
    assert str(path) in str(told.value) and "\n" not in str(told.value)


def test_what_is_no_file_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "", "missing"):
        with pytest.raises(BadNet):
            load(tmp_path / name, "eximo", INPUTS)


def test_every_net_that_comes_with_the_games_fits():
    for path in sorted(nets.NETS.glob("*.net")):
        kernel = kernels.find(find(path.stem))
        assert kernel.net == placed(load(path, path.stem, kernel.inputs)) != 0
        assert path.stat().st_size <= LARGEST


# ── Compiled code ────────────────────────────────────────────────────────────────────────────────────────────────

JUDGE = """
import sys
from tabuleiro import kernels
from tabuleiro.core.registry import find
from tabuleiro.kernels.net import hope
game = find("eximo")
kernel = kernels.find(game)
kernel.judge_by(sys.argv[1])
print(hope(kernel.pack(game.start()), 0))
"""


def test_a_changed_net_judges_at_once_and_nothing_is_compiled_again(tmp_path):
    """The weights are no part of compiled code, so none of it can be stale."""
    path, found, kept = tmp_path / "a.net", [], []
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NUMBA_CACHE_DIR": ""}
    for seed in (1, 2):
        path.write_bytes(some_net(seed).write())
        done = subprocess.run(
            [sys.executable, "-c", JUDGE, str(path)], env=env, capture_output=True, text=True, check=True
        )
        found.append(float(done.stdout))
        kept.append({file: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*.nb?")})
    start = next(packed_states("eximo", 1))
    assert found == pytest.approx([1 / (1 + np.exp(-leads(some_net(seed), [start])[0])) for seed in (1, 2)])
    assert found[0] != found[1]
    assert kept[0] == kept[1] and kept[0]


def test_threads_that_meet_get_the_same_address():
    """The numbers of the one that comes second go; nobody may have their address."""
    net, barrier, found = some_net(seed=77), Barrier(4), []

    def place():
        barrier.wait()
        found.append(placed(net))

    for _ in range(200):
        nets._PLACED.pop(net.write(), None)
        found.clear()
        threads = [Thread(target=place) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert set(found) == {nets._PLACED[net.write()][0]}


def test_several_nets_judge_in_one_process():
    game = find("eximo")
    one, other = kernels.find(game), kernels.find(game)
    other.judge_by("none")
    one.net = placed(some_net(3))
    start = game.start()
    assert judged(other.pack(start), 0) == pytest.approx(0.5)
    assert judged(one.pack(start), 0) != pytest.approx(0.5)
